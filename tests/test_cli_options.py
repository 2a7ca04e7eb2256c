"""Structured options on the command line: how they are written is said, what may surprise too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import goldfield
from goldfield.cli import simulating
from goldfield.games.game import Game
from goldfield.games.moje_zlato.deck import DEFAULT_DECK
from goldfield.games.options import options_of
from tests.command_line import Run

NOTE = "Note: A treasure of four symbols cannot be stolen: an attack needs a die for the sabre.\n"
PLAY = ("play", "moje_zlato", "--bots", "random,random", "--seed", "1")


def played(run: Run, file: Path, *options: str) -> dict[str, Any]:
    """The record of a game between bots."""
    said = run(*PLAY, "--record", file, *options)
    assert (said.status, said.err) == (0, "")
    return json.loads(file.read_text())


def test_a_deck_and_a_die_are_played_however_they_are_written(run: Run, tmp_path: Path) -> None:
    """The usual ones written otherwise are the usual ones, to the last roll."""
    usual = played(run, tmp_path / "usual.json")
    deck = ",".join(reversed(DEFAULT_DECK.split())).upper().replace("X", "×")
    again = played(run, tmp_path / "again.json", "--deck", deck, "--faces", "s k c, d k c")
    assert again["options"] == usual["options"]
    assert again["moves"] == usual["moves"]
    own = played(run, tmp_path / "own.json", "--deck", "2:DD, 2×1:c", "--faces", "ssskkk")
    assert own["options"]["deck"] == "2x1:c 1x2:dd"
    assert own["options"]["faces"] == "KKKSSS"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--deck", "1x4:c"], "A chest has 1 to 3 locks, not 4."),
        (["--deck", ""], "A deck has 1 to 60 chests; this one has 0."),
        (["--deck", "x" * 2000], "The text of a deck has at most 1000 characters."),
        (["--deck", "gold"], "gold is no chest of a deck;"),
        (["--deck", "1x1:c", "--fish"], "Fish bones replace a chest with 2 locks hiding cd"),
        (["--faces", "CCDDSS"], "One of the faces must be a key, K: it opens the chests."),
        (["--faces", "CCDKK"], "A die has six faces:"),
        (["--faces", "CCCKKK"], "The die CCCKKK can never load 1:d: it shows neither D nor S."),
        (["--preset", "cabin_boys", "--deck", "0x1:c"], "this one has 0."),
    ],
)
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_bad_ones_are_refused_in_one_sentence(
    run: Run,
    command: str,
    options: list[str],
    says: str,
) -> None:
    said = run(command, "moje_zlato", *options)
    assert said.status == 2
    assert said.out == ""
    assert says in said.err
    assert said.err.startswith("goldfield: ")
    assert said.err.count("\n") == 1


def test_what_may_surprise_is_said_aside(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = ["--deck", "1x1:c 1x1:cccc"]
    said = run(*PLAY, *deck)
    assert (said.status, said.err) == (0, NOTE)
    assert "Chests: 2 chests; 1 lock: 1 × c, 1 × cccc" in " ".join(said.out.split())
    assert run(*PLAY, "--deck", "1x1:c").err == ""
    asked: list[Game] = []
    monkeypatch.setattr(simulating, "run", lambda game, *own: asked.append(game) or 0)
    assert run("simulate", "moje_zlato", *deck) == (0, "", NOTE)
    assert asked[0].rules.as_dict()["deck"] == "1x1:c 1x1:cccc"


@pytest.mark.parametrize("name", goldfield.games())
def test_the_list_says_how_a_structured_option_is_written(run: Run, name: str) -> None:
    said = run("games", name)
    assert said.status == 0
    text = " ".join(said.out.split())
    for option in options_of(goldfield.load(name).room.Rules):
        if option.structure:
            assert f"--{option.name}" in text
            assert str(option.structure.grammar) in text
            assert str(option.default) in text


def test_help_says_how_a_deck_is_written(run: Run) -> None:
    said = run("play", "moje_zlato", "--help")
    words = " ".join(said.out.replace("│", " ").split())
    assert "3x2:cd is three chests with two locks" in words
    assert f"(default: {DEFAULT_DECK})" in words
    assert "--deck DECK" in words


def test_the_list_has_both_games(run: Run) -> None:
    said = run("games")
    assert said.status == 0
    lines = said.out.splitlines()
    assert [line.split()[0] for line in lines[1:] if line[:1].isalpha()][:2] == [
        "gold_nuggets",
        "moje_zlato",
    ]
