"""``goldfield solve``: what it prints, for people and for programs, and what it refuses."""

from __future__ import annotations

import json
from array import array
from pathlib import Path

import pytest

import goldfield
from goldfield.cli import solving
from goldfield.engine import solve as engine
from goldfield.solutions import load, race_of, race_room
from goldfield.solutions import table as tables


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tables, "default_folder", lambda: tmp_path)
    return tmp_path


def test_shares_for_people(run) -> None:
    said = run("solve", "gold_nuggets", "--players", "2", "--edition", "gold_nuggets", "--pairs")
    assert said.status == 0
    assert said.err == ""
    assert "62.4430%" in said.out
    assert "37.5570%" in said.out
    assert "3,081 score states" in said.out


def test_shares_for_programs(run, folder: Path) -> None:
    said = run("solve", "gold_nuggets", "--json", "--first", "2")
    assert said.status == 0
    found = json.loads(said.out)
    assert list(found) == ["shares", "residual", "epsilon", "states", "seconds"]
    game = goldfield.load("gold_nuggets", players=2)
    kept = load(game, folder)
    assert kept is not None
    assert found["shares"] == list(reversed(kept.value(game.start())))
    assert found["residual"] == kept.facts.residual < 1e-9
    assert found["states"] == 3081


def test_a_second_time_it_is_only_read_unless_anew(run, monkeypatch: pytest.MonkeyPatch) -> None:
    game = "tests.games.pig"
    shares = json.loads(run("solve", game, "--goal", "10", "--json").out)["shares"]
    monkeypatch.setattr(engine, "_found", refuse)
    assert json.loads(run("solve", game, "--goal", "10", "--json").out)["shares"] == shares
    monkeypatch.setenv("GOLDFIELD_TRACEBACK", "1")
    with pytest.raises(Asked):
        run("solve", game, "--goal", "10", "--json", "--anew")


class Asked(Exception):
    """Something was to be solved."""


def refuse(*_: object) -> None:
    raise Asked


def test_a_damaged_file_is_named_and_solved_again(run, folder: Path) -> None:
    game = goldfield.load("tests.games.pig", players=2, goal=10)
    run("solve", "tests.games.pig", "--goal", "10")
    room = race_room(game)
    assert room is not None
    path = tables.file_of(game, race_of(room, game.rules)[0], folder)
    path.write_bytes(path.read_bytes() + b"!")
    said = run("solve", "tests.games.pig", "--goal", "10")
    assert said.status == 0
    assert " ".join(said.err.split()).startswith("goldfield: ")
    assert "is damaged" in " ".join(said.err.split())
    assert run("solve", "tests.games.pig", "--goal", "10").err == ""


def test_where_nothing_can_be_written_the_folder_is_named_and_the_result_printed(
    run, folder: Path
) -> None:
    game = goldfield.load("tests.games.pig", players=2, goal=10)
    room = race_room(game)
    assert room is not None
    path = tables.file_of(game, race_of(room, game.rules)[0], folder)
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir()  # whoever owns everything may write in any folder, but over none
    try:
        said = run("solve", "tests.games.pig", "--goal", "10")
    finally:
        path.rmdir()
    assert said.status == 0
    assert "Wins" in said.out
    assert f"cannot be kept in {path.parent}:".replace(" ", "") in "".join(said.err.split())


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["nuggets"], "from turn to turn. What can be solved here: gold_nuggets."),
        (["moje_zlato", "--players", "3"], "Moje zlato! cannot be solved"),
        (["gold_nuggets", "--players", "9"], "players"),
        (["gold_nuggets", "--edition", "golden"], "edition"),
    ],
)
def test_what_cannot_be_solved_is_met_with_one_sentence(
    run, arguments: list[str], part: str
) -> None:
    said = run("solve", *arguments)
    assert (said.status, said.out) == (2, "")
    assert part in said.err
    assert len(said.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("residual", "width", "shown", "told"),
    [(9e-4, 4e-6, "33.3%", True), (2e-7, 4e-6, "33.33%", False), (2e-10, 0.0, "33.3333%", False)],
)
def test_of_what_did_not_settle_few_digits_are_shown(
    run,
    monkeypatch: pytest.MonkeyPatch,
    residual: float,
    width: float,
    shown: str,
    told: bool,
) -> None:
    game = goldfield.load("tests.games.pig", players=3, goal=10)
    race = race_of(race_room(game), game.rules)[0]
    states = tables.scores_of(3, race.total, race.most).states
    numbers = array("I", [tables.PARTS // 3] * (2 * states))
    tables.write(game, race, tables.Facts(residual, 1e-6, 1.0, width), numbers)
    said = run("solve", "tests.games.pig", "--players", "3", "--goal", "10").out
    assert f" {shown} " in said
    assert ("did not settle" in said) == told


def test_ctrl_c_ends_it_cleanly(run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(engine, "_found", pressed)
    said = run("solve", "gold_nuggets", "--json")
    assert said.status == solving.INTERRUPTED == 130
    assert said.out == ""
    assert "Interrupted" in said.err
    assert list(folder.glob("*.shares")) == []
