"""Commands that ask and answer: lists, records, and one sentence for whatever is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import goldfield
from goldfield.bots import bots_of, listed
from goldfield.games.options import options_of
from tests.command_line import Said


@pytest.fixture
def record(run, tmp_path: Path) -> Path:
    """The record of a finished game between bots."""
    file = tmp_path / "game.json"
    bots = ["--players", "2", "--bots", "greedy,cautious"]
    assert run("play", "gold_nuggets", *bots, "--record", file).status == 0
    return file


def test_version(run) -> None:
    assert run("--version") == Said(0, f"goldfield {goldfield.__version__}\n", "")


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_help_has_every_option_of_the_rules(run, command: str) -> None:
    game = goldfield.load("gold_nuggets")
    said = run(command, "gold_nuggets", "--help")
    assert said.status == 0
    for option in options_of(game.room.Rules):
        assert f"--{option.name}" in said.out
        assert f"--no-{option.name}" in said.out or not option.is_flag
        for choice in option.choices:
            assert option.is_flag or str(choice.value) in said.out


def test_games_lists_all_there_is(run) -> None:
    every = run("games").out
    for name in goldfield.games():
        game = goldfield.load(name)
        assert name in every
        one = run("games", name).out
        words = " ".join(one.split())
        for option in options_of(game.room.Rules):
            assert f"--{option.name}" in words
        for bot in listed(bots_of(game).values()):
            assert bot in words
        for preset in game.room.PRESETS:
            assert preset.name in words


def test_a_game_of_ones_own_has_its_own_options(run) -> None:
    assert "--goal 10|100" in re.sub(r"\s+", " ", run("play", "tests.games.pig", "--help").out)
    said = run("play", "tests.games.pig", "--goal", "10", typed="hold\n" * 3)
    assert said.status == 0
    assert "Pig" in said.out
    refused = run("play", "tests.games.pig", "--goal", "11")
    assert refused == Said(2, "", "goldfield: goal=11 is not allowed; allowed: 10, 100.\n")


BAD = [
    (["dig"], "No such command 'dig'"),
    (["play", "poker"], "There is no game poker; there are: "),
    (["play", "gold_nugets"], "Did you mean gold_nuggets?"),
    (["games", "poker"], "There is no game poker"),
    (["play", "goldfield.nothing"], "There is no package goldfield.nothing"),
    (["play", "no.such.game"], "There is no package no.such.game"),
    (["play", "gold_nuggets", "--wings"], "No such option"),
    (["play", "gold_nuggets", "--edition", "mine"], "edition=mine is not allowed; allowed: my_m"),
    (["play", "gold_nuggets", "--players", "6"], "players=6 is not allowed; allowed: 2, 3, 4, 5"),
    (["play", "gold_nuggets", "--players", "many"], "players=many is not allowed"),
    (["play", "gold_nuggets", "--first", "3"], "first=3 is not possible: there are 2 seats"),
    (["play", "gold_nuggets", "--preset", "x"], "there is no preset x; there are: my_mine"),
    (["play", "gold_nuggets", "--bots", "deep"], "There is no bot deep; there are: random"),
    (["play", "gold_nuggets", "--bots", "greedi"], "Did you mean greedy?"),
    (["play", "gold_nuggets", "--players", "2", "--bots", "random,random,random"],
     "3 bots were named for 2 seats"),
    (["play", "gold_nuggets", "--bots", "random,random,random,random,random,random"],
     "players=7 is not allowed"),
    (["play", "gold_nuggets", "--bots", "random", "--players", "2", "--names", "A,B"],
     "2 names were given for 1 people"),
    (["play", "gold_nuggets", "--names", "A\x1b[2J"], "A name has at most 40 characters"),
    (["play", "gold_nuggets", "--names", "A" * 41], "A name has at most 40 characters"),
    (["play", "gold_nuggets", "--phrase", "A" * 201], "A phrase has at most 200 characters"),
    (["play", "gold_nuggets", "--seed", "-1"], "--seed"),
    (["play", "gold_nuggets", "--state", "keep 1 run=1"], "Expected aside=. (at character 13)"),
    (["play", "gold_nuggets", "--record", "no/such/folder/x.json"], "There is no folder"),
    (["play", "gold_nuggets", "--record", "pyproject.toml"], "exists already"),
    (["play", "gold_nuggets", "--state", "again 1 run=1 supply=77 piles=0,0", "--record", "x"],
     "A game begun from a position has no record"),
    (["simulate", "gold_nuggets", "--games", "0"], "--games"),
    (["simulate", "gold_nuggets", "--bots", "deep,random"], "There is no bot deep"),
    (["simulate", "gold_nuggets", "--players", "3", "--bots", "random,random"],
     "2 bots were named"),
    (["simulate", "gold_nuggets", "--plot", "x.doc"], "x.doc cannot be drawn; allowed: .png"),
    (["simulate", "gold_nuggets", "--plot", "no/folder/x.png"], "Nothing can be written into"),
    (["simulate", "gold_nuggets", "--state", "roll"], "Expected a seat"),
    (["simulate", "gold_nuggets", "--state", "over 1 run=1 supply=0 piles=40,37"], "over already"),
    (["verify", "nothing.json"], "nothing.json: there is no such file or folder"),
    (["verify", "src"], "src: it is a folder"),
    (["verify", "pyproject.toml"], "not "),
    (["export", "abc", "--database", "no.sqlite3"], "There is no database"),
    (["import", "nothing.json"], "there is no such file"),
    (["serve", "--port", "99999"], "--port"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "sentence"), BAD, ids=lambda v: str(v)[:40])
def test_bad_input_is_one_sentence_and_status_2(run, arguments: list[str], sentence: str) -> None:
    said = run(*arguments)
    assert said.status == 2
    assert said.out == ""
    assert said.err.startswith("goldfield: ")
    assert said.err.count("\n") == 1
    assert sentence in said.err


def test_verify_a_true_record(run, record: Path) -> None:
    said = run("verify", record)
    assert said.status == 0
    assert said.out.startswith("True: ")
    assert said.err == ""
    assert run("verify", "-", typed=record.read_text()) == said
    moves = json.loads(record.read_text())["moves"]
    rolls = sum(move["kind"] == "chance" for move in moves)
    assert run("verify", record, "--rolls").out.count(" yes") == rolls


def test_verify_tells_who_sat_in_for_whom(run, record: Path) -> None:
    assert "sat in" not in run("verify", record).out
    told = json.loads(record.read_text())
    told["seats"][1].update(kind="person", bot="", name="Petr [b]")
    moves = [n for n, move in enumerate(told["moves"]) if move["kind"] == "move"]
    moves = [n for n in moves if told["moves"][n]["seat"] == 2]
    told["stand_ins"] = [
        {"after": moves[1], "seat": 2, "bot": "prospector"},
        {"after": moves[3], "seat": 2, "bot": ""},
        {"after": moves[3], "seat": 2, "bot": "greedy"},
        {"after": moves[4], "seat": 2, "bot": ""},
    ]
    record.write_text(json.dumps(told))
    said = run("verify", record)
    assert said.status == 0
    assert said.out.splitlines()[-2:] == [
        "Bots sat in, as the record tells and nothing can confirm:",
        f"seat 2 (Petr [b]): prospector, greedy made 3 of {len(moves)} moves",
    ]
    told["seed"] = "0" * 64
    record.write_text(json.dumps(told))
    said = run("verify", record)
    assert said.status == 1
    assert "seat 2 (Petr [b]): prospector, greedy" in said.out


def test_verify_names_the_false_roll(run, record: Path) -> None:
    told = json.loads(record.read_text())
    rolls = [at for at, move in enumerate(told["moves"]) if move["kind"] == "chance"]
    at = rolls[len(rolls) // 2]
    roll = told["moves"][at]
    true = roll["text"]
    roll["move"] += 1 if not true.startswith("5") else -1
    record.write_text(json.dumps(told))
    said = run("verify", record)
    assert said.status == 1
    assert said.out.startswith(
        f"This record is false. Roll {len(rolls) // 2 + 1} at position {at}: "
    )
    assert true in said.out
    assert "moves[" not in said.out
    roll["move"] = 2**30
    record.write_text(json.dumps(told))
    said = run("verify", record)
    assert f"\nAt move {at + 1}: " in said.out
    assert said.err == ""


def test_verify_a_false_seed_or_phrase(run, record: Path) -> None:
    told = json.loads(record.read_text())
    for field in ("seed", "commitment"):
        wrong = dict(told, **{field: "0" * 64})
        record.write_text(json.dumps(wrong))
        assert run("verify", record).status == 1
    told["seats"][0]["phrase"] = "changed afterwards"
    record.write_text(json.dumps(told))
    assert run("verify", record).status == 1


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"format": "x"}', "\x00\xff", "{" * 10_000, "9" * 5_000_000]
)
def test_what_is_no_record_is_unreadable(run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(text)
    for command in ("verify", "import"):
        said = run(command, file, *(["--database", tmp_path / "d"] if command == "import" else []))
        assert said.status == 2
        assert said.out == ""
        assert said.err.startswith("goldfield: ")
        assert said.err.count("\n") == 1
    assert not (tmp_path / "d").exists()


def test_records_go_in_and_out_of_the_database(run, record: Path, tmp_path: Path) -> None:
    database = tmp_path / "store" / "goldfield.sqlite3"
    match = json.loads(record.read_text())["match"]
    said = run("import", record, "--database", database)
    assert said.status == 0
    assert f"/table/{match}" in said.out
    assert run("export", match, "--database", database).out == record.read_text()
    again = tmp_path / "again.json"
    assert run("export", match, again, "--database", database).status == 0
    assert again.read_text() == record.read_text()
    assert run("export", match, again, "--database", database).status == 2
    listed = run("export", "--database", database).out
    assert match in listed
    assert "finished" in listed
    twice = run("import", record, "--database", database)
    assert (twice.status, twice.out) == (2, "")
    assert "is there already" in twice.err
    assert "There is no such table" in run("export", "nothing", "--database", database).err
    assert run("export", match, "--data", database).out == record.read_text()


def test_of_several_records_all_are_imported_or_none(run, record: Path, tmp_path: Path) -> None:
    database = tmp_path / "store" / "goldfield.sqlite3"
    match = json.loads(record.read_text())["match"]
    said = run("import", record, record, "--database", database)
    assert (said.status, said.out) == (2, "")
    assert f"The match {match} is there already" in said.err
    assert match not in run("export", "--database", database).out
    assert run("import", record, "--database", database).status == 0


@pytest.mark.parametrize("option", ["name", "self", "package", "\ud800"])
def test_no_option_of_a_record_is_a_defect(run, record: Path, option: str) -> None:
    told = json.loads(record.read_text())
    told["options"][option] = 1
    record.write_text(json.dumps(told))
    said = run("verify", record)
    assert "defect" not in said.out + said.err
    assert said.status in (1, 2)
    assert "no option " + option in said.out or "name of a field" in said.err


def test_a_false_record_is_not_imported(run, record: Path, tmp_path: Path) -> None:
    told = json.loads(record.read_text())
    told["seed"] = "0" * 64
    record.write_text(json.dumps(told))
    said = run("import", record, "--database", tmp_path / "d")
    assert said.status == 1
    assert "The seed is not the one promised" in said.out
    assert not (tmp_path / "d").exists()


def test_a_running_match_is_not_imported(run, tmp_path: Path) -> None:
    file = tmp_path / "running.json"
    assert run("play", "gold_nuggets", "--bots", "random", typed=f"save {file}\n").status == 0
    assert run("verify", file).status == 0
    said = run("import", file, "--database", tmp_path / "d")
    assert said.status == 2
    assert "was not over yet" in said.err


def test_another_programs_database_is_left_alone(run, record: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("letters to grandmother")
    said = run("import", record, "--database", other)
    assert said.status == 2
    assert said.err.startswith("goldfield: The database ")
    assert other.read_text() == "letters to grandmother"


def test_a_defect_is_told_in_a_line(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("goldfield.cli.listing.show_games", broken)
    said = run("games")
    assert said.status == 1
    assert said.err == (
        "goldfield: Goldfield has a defect: ZeroDivisionError: by nothing. "
        "GOLDFIELD_TRACEBACK=1 shows where.\n"
    )
    monkeypatch.setenv("GOLDFIELD_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        run("games")
