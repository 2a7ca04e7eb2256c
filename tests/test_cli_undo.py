"""Taking back at the keyboard: the same rules as at a table, for everybody who sits there."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from goldfield.__main__ import main
from goldfield.match.verify import verify_text
from tests.played import PEBBLES, TEST_GAMES

NOTHING = "There is nothing to take back: you have not moved yet in this turn."
REVEALED = "dice have fallen or a card was turned over since, and what they showed stays known"


def typed(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lines: Sequence[str],
    *words: str,
    game: str = PEBBLES,
) -> str:
    """What a game at the keyboard shows when these lines are typed, in one line."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["play", game, "--seed", "3", *words]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_move_after_move_by_whoever_is_to_act(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    lines = ["undo", "A1", "B2", "state", "undo", "undo", "state", "undo", "A2", "stop"]
    lines += ["undo", "A1", "undo", "open", "undo", "stop", f"save {file}", "quit"]
    shown = typed(monkeypatch, capsys, lines, "--no-dice", "--first", "1")
    assert shown.count("Taken back.") == 3
    assert shown.count(NOTHING) == 3
    assert shown.count(REVEALED) == 1
    assert "1 lay 1 4 A1/B2/1 A/B/0" in shown
    assert shown.count("1 lay 3 4 A/B/0 A/B/0") > 1
    assert "help for the rules; also state, undo, save" in shown
    told = json.loads(file.read_text(encoding="utf-8"))
    assert [m["text"] for m in told["moves"] if m["kind"] != "chance"] == [
        *("A1", "B2", "twig", "undo", "undo", "A2", "stop"),
        *("A1", "undo", "open", "stop"),
    ]
    assert [m["seat"] for m in told["moves"] if m["kind"] == "undo"] == [1, 1, 2]
    assert verify_text(file.read_bytes(), TEST_GAMES).true


def test_from_a_position_by_the_same_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begin = "2 lay 3 2 A2/B/0 A/B1/1"
    lines = ["undo", "A1; B2", "undo", "undo", "undo", "state", "open", "undo", "A1", "undo"]
    lines += ["undo", "stop", "undo", "quit"]
    shown = typed(monkeypatch, capsys, lines, "--no-dice", "--first", "1", "--state", begin)
    assert shown.count("Taken back.") == 3
    assert shown.count(NOTHING) == 3
    assert shown.count(REVEALED) == 2
    assert begin in shown


def test_no_bots_move_is_taken_back_and_none_takes_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    lines = ["A1", "undo", "A1", "stop", "undo", f"save {file}", "stop"]
    shown = typed(
        monkeypatch, capsys, lines, "--no-dice", "--first", "1", "--bots", "random",
        "--record", str(tmp_path / "closed.json"),
    )  # fmt: skip
    assert shown.count("Taken back.") == 1
    assert shown.count(NOTHING) + shown.count(REVEALED) == 1
    for name in ("game.json", "closed.json"):
        text = (tmp_path / name).read_bytes()
        assert verify_text(text, TEST_GAMES).true
        moves = json.loads(text)["moves"]
        assert [m["seat"] for m in moves if m["kind"] == "undo"] == [1]


def test_where_moves_stand_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ((), ("--state", "1 0 0 0,0")):
        shown = typed(monkeypatch, capsys, ["undo", "quit"], *words, game="tests.games.pig")
        assert "In this game a move stands once it is made." in shown
