"""Whatever is typed into a terminal game gets a sentence; records of repeated games keep apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldfield.match.document import import_match
from goldfield.match.verify import verify
from tests.command_line import Run, runner


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return runner(capsys, monkeypatch)


def test_numbers_of_thousands_of_digits_are_none_of_the_list(run: Run) -> None:
    lines = ["#" + "9" * 5000, "# " + "1" * 11, "#٣٣٣٣٣٣٣٣٣٣٣", "quit"]
    said = run("play", "nuggets", "--seed", "3", "--bots", "greedy", typed="\n".join(lines))
    assert said.status == 0
    assert said.out.count("The list has the numbers 1 to ") == 3


@pytest.mark.parametrize(
    "line", ["help " + "x" * 100_000, "y" * 100_000, "pass" + " " * 9000 + "z"]
)
def test_a_line_is_echoed_shortened(run: Run, line: str) -> None:
    typed = f"{line}\nquit\n"
    said = run("play", "nuggets", "--seed", "3", "--bots", "greedy", typed=typed)
    plain = run("play", "nuggets", "--seed", "3", "--bots", "greedy", typed="z\nquit\n")
    assert said.status == 0
    assert len(said.out) < len(plain.out) + 1000
    assert "…" in said.out


@pytest.mark.parametrize(
    ("names", "bots", "called"),
    [
        ("You,Ben", "", "1 You 2, 2 Ben"),
        ("Ann,yOU", "", "1 Ann, 2 yOU 2"),
        ("Ann,ann", "", "1 Ann, 2 ann 2"),
        ("Ann 2,Ann", "", "1 Ann 2, 2 Ann"),
        ("Ann,Player 3", "", "1 Ann, 2 Player 3"),
        ("You", "greedy", "1 You, 2 greedy"),
        ("greedy", "greedy", "1 greedy, 2 greedy 2"),
    ],
)
def test_nobody_is_called_like_another(run: Run, names: str, bots: str, called: str) -> None:
    said = run("play", "nuggets", "--names", names, "--bots", bots, typed="quit\nquit\n")
    assert f"Seats: {called}\n" in said.out


def test_repeated_games_have_their_own_names_and_verify(run: Run, tmp_path: Path) -> None:
    commands = [
        ("gold_nuggets",),
        ("gold_nuggets",),
        ("moje_zlato",),
        ("gold_nuggets", "--pairs"),
        ("gold_nuggets", "--bots", "greedy,random"),
        ("gold_nuggets", "--phrase", "fern"),
    ]
    matches: list[str] = []
    rolls: list[list[str]] = []
    for n, (game, *more) in enumerate(commands):
        file = tmp_path / f"{n}.json"
        arguments = more if "--bots" in more else [*more, "--bots", "random,random"]
        said = run("play", game, "--seed", "3", *arguments, "--record", file)
        assert said.status == 0, said.err
        text = file.read_text(encoding="utf-8")
        assert verify(import_match(text).record()).true
        matches.append(json.loads(text)["match"])
        rolls.append([move["text"] for move in json.loads(text)["moves"]])
    assert matches[0] == matches[1]
    assert rolls[0] == rolls[1]
    assert len(set(matches)) == len(commands) - 1


def test_an_empty_position_is_none(run: Run) -> None:
    for command in (("play", "nuggets"), ("simulate", "nuggets", "--games", "1")):
        said = run(*command, "--state", "")
        assert said.status == 2, said.out
        assert "Expected" in said.err
