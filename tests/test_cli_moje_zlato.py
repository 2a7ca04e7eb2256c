"""Moje zlato! in the terminal: what is drawn from the table's data, and what can be typed."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import goldfield
from goldfield.cli.screen import Speaker
from goldfield.games.game import Game
from goldfield.games.moje_zlato.face.terminal import draw
from goldfield.games.moje_zlato.rules import State
from goldfield.rng import seeded
from tests.test_cli_play import Play, play

__all__ = ["play"]

ROOT = Path(__file__).resolve().parent.parent
NAMES = ["Ann", "Ben", "A very long name indeed", "[red]Dan[/]"]
BIG = "10x1:c 10x1:d 10x2:cd 10x3:cdd 5x3:dddd 3x1:fish"
OPTIONS: list[dict[str, object]] = [
    {"players": 3, "fish": True},
    {"players": 2, "commit": True},
    {"players": 4, "commit": True, "deck": BIG},
    {"players": 4, "rerolls": 0, "deck": BIG},
]


def shown(game: Game, data: dict[str, Any], width: int = 80, encoding: str = "utf-8") -> list[str]:
    """The lines of a drawing without colour."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=file, width=width, color_system=None)
    names = NAMES[: game.info.seats]
    console.print(draw(data, names, Speaker(names)))
    file.flush()
    return file.buffer.getvalue().decode(encoding).splitlines()


def drawn(position: str, seat: int = -1, /, **options: object) -> list[str]:
    """The drawing of a position for whoever is to act, or for the seat."""
    width = int(str(options.pop("width", 80)))
    encoding = str(options.pop("encoding", "utf-8"))
    game = goldfield.load("moje_zlato", **options)
    s = game.parse_state(position)
    data = game.present.table(game.rules, game.setup, s, seat if seat >= 0 else game.to_act(s))
    return shown(game, data, width, encoding)


def asked(game: Game, seed: int) -> Iterator[State]:
    """The states of a random game in which somebody is to act, and its end."""
    rng, choice = seeded(seed, 2), random.Random(seed)
    state = State(*game.start())
    while not game.is_over(state):
        if game.to_act(state) < 0:
            move, rng = game.roll(state, rng)
        else:
            yield state
            move = choice.choice(game.moves(state))
        state = State(*game.play(state, move))
    yield state


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_table_is_drawn_within_its_width(options: dict[str, object]) -> None:
    game = goldfield.load("moje_zlato", **options)
    for state in [s for seed in range(3) for s in asked(game, seed)][::9]:
        seat = game.to_act(state)
        data = game.present.table(game.rules, game.setup, state, seat)
        for width in (80, 60, 40):
            lines = shown(game, data, width)
            assert max(map(len, lines)) <= width
            for name, ship in zip(NAMES, data["ships"], strict=False):
                row = next(n for n, line in enumerate(lines) if f" {name[:4]}" in line)
                assert re.search(rf" {ship['points']} ", lines[row] + " ")
                held = "fish bone" if ship["bones"] else f"{ship['gems']}d" if ship["gems"] else ""
                assert held in lines[row]
                beside = " ".join(lines[row : row + 12])
                for treasure in ship["treasures"]:
                    assert treasure["key"] in beside
        ascii_lines = shown(game, data, encoding="ascii")
        assert "?" not in "".join(ascii_lines).replace("? lists", "").replace("?", "", 1)
        assert len(ascii_lines) == len(shown(game, data))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_the_drawing_says_can_be_typed(options: dict[str, object]) -> None:
    game = goldfield.load("moje_zlato", **options)
    verbs: set[str] = set()
    for state in [s for seed in range(4) for s in asked(game, seed)][::3]:
        seat = game.to_act(state)
        data = game.present.table(game.rules, game.setup, state, seat)
        text = " ".join(" ".join(shown(game, data)).split())
        if seat < 0:
            assert "Type" not in text
            continue
        told = re.search(r"Type (.*)\. \? lists", text)
        assert told is not None
        examples = told[1].split(", ")
        for example in examples:
            assert game.parse_move(state, example) in game.moves(state)
        words = {example.split()[0] for example in examples}
        assert words == {text.split()[0] for text in game.legal(state)}
        verbs |= words
    assert {"open", "load", "attack", "end"} <= verbs
    assert ("lay" in verbs) == bool(game.setup.commit)


MIDDLE = "last=- chests=1,3,2 top=2 buried=2,1,3 "
MIDDLE += "unseen=1x1:c,2x1:d,1x2:cc,1x2:cd,1x2:dd,2x3:ccd,2x3:cdd "


def test_without_colour_it_shows_what_the_dice_fill() -> None:
    position = f"act 1 hand=CDKS attack=yes {MIDDLE}beside=cd+ccc,c+ddd coins=3,0 gems=1,2"
    lines = drawn(position)
    assert re.fullmatch(r"▶ 1 Ann +4  3c 1d +\[cd\]  ccc", lines[1])
    assert re.fullmatch(r"  2 Ben +2  2d +\[c\]  ddd", lines[2])
    text = "\n".join(lines)
    assert text.rstrip() in (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
    # keys enough for one lock and, with the sabre, for two; not for three
    assert "│  ○  │ ╎ ○○○ ╎ │ ○ ○ │ ╎ ○ ○ ╎" in text
    assert re.search(r" 1 +2 +3 +next\n", text)
    assert "chests; 7 in the pile" in text
    assert "  1 lock hides one of: 1x c, 2x d\n" in text
    assert "Type open 1, load cd, attack 2: c. ?" in " ".join(lines)


def test_before_the_second_roll_it_shows_what_the_dice_would_fill() -> None:
    position = f"reroll 2 hand=CDKK {MIDDLE}beside=c,cd+ccc coins=0,3 gems=3,3"
    lines = drawn(position)
    assert lines[1].endswith(" c")
    assert lines[2].startswith("▶ 2 Ben")
    assert lines[2].endswith("[cd]  ccc")
    assert "Type stand, reroll CD. ? lists" in " ".join(lines), "nobody throws keys away"
    assert "S sabre" not in " ".join(lines)
    assert "│  ○  │ ╎ ○○○ ╎ │ ○ ○ │" in "".join(lines)


@pytest.mark.parametrize(("encoding", "lock"), [("utf-8", "○"), ("ascii", "o")])
def test_the_signs_are_told_until_one_has_something(encoding: str, lock: str) -> None:
    game = goldfield.load("moje_zlato", players=2)
    legend = f"  C coin, D diamond, K key, S sabre (any of these); c, d treasures; {lock} a lock."
    for beside, told in (("-,c+cd+ccc", True), ("c,cd+ccc", False)):
        s = game.parse_state(f"reroll 1 hand=CKKK {MIDDLE}beside={beside} coins=0,3 gems=0,6")
        data = game.present.table(game.rules, game.setup, game.view(s, 0), 0)
        assert (legend in shown(game, data, encoding=encoding)) == told
        # nobody but who is to act
        data = game.present.table(game.rules, game.setup, game.view(s, 1), 1)
        assert legend not in shown(game, data, encoding=encoding)


def test_dice_on_cards_are_shown() -> None:
    options = {"commit": True, "players": 3}
    position = (
        "reroll 1 hand=CK attack=no last=- boarded=2 laid=1:ccd/c chests=1,3,2 top=2 buried=2,1,3 "
        "unseen=1x1:c,2x1:d,1x2:cc,1x2:cd,1x2:dd,1x3:ccd,2x3:cdd,1x3:ddd "
        "beside=ccd,ccc,- coins=1,4,0 gems=2,0,2"
    )
    text = "\n".join(drawn(position, **options))
    assert re.search(r"1 Ann .* {2}ccd/c", text)
    assert re.search(r"2 Ben .* {2}S +ccc", text)
    assert "spent" not in text
    text = "\n".join(drawn(position.replace("=CK", "=C").replace("1,3,2", "1,3/S,2"), **options))
    assert "╎ S○○ ╎" in text
    position = f"act 1 hand=K attack=no {MIDDLE}beside=cd+ccc,c+ddd coins=3,0 gems=1,2"
    position = position.replace("1,3,2", "1,-,2").replace("2,1,3", "2,1,4")
    assert "dice; 3 are spent" in "\n".join(drawn(position))


def test_the_last_round_counts_down() -> None:
    position = (
        "reroll 1 hand=CCCC last={} chests=-,-,- top=- buried=0,0,0 unseen=- "
        "beside=ccc,- coins=6,9 gems=9,9"
    )
    assert "this is the last turn." in "\n".join(drawn(position.format(1)))
    text = "\n".join(drawn(position.format(2)))
    assert "The last chest is open: 2 turns are left, with this one." in text
    assert "chests" not in text


def test_a_turn_is_typed_with_refusals_and_taken_back(play: Play) -> None:
    position = f"act 1 hand=CDKS attack=yes {MIDDLE}beside=cd+ccc,c+ddd coins=3,0 gems=1,2"
    out = play(
        *("--players", "2", "--names", "Ann,Ben", "--seed", "4", "--state", position),
        typed=[
            *("end", "roll", "attack 2: ddd", "attack 1: c", "open 4", "load dd", "?"),
            *("ATTACK 2 c", "undo", "load cd; attack 2: c", "load cd", "open 1", "undo", "quit"),
        ],
        game="moje_zlato",
    )
    text = " ".join(out.split())
    assert text.count("Taken back.") == 1
    assert "Ann attacked Ben and took c." in text
    assert "Ann loaded cd." in text
    assert re.search(r"Ann opened a chest with 1 lock and found [cd]\.", text)
    assert "opens the chest with 1 lock, for K" in text
    assert "brings 2 points, for CD" in text
    refusals = re.findall(r"\(MZ\d\)", out)
    assert len(refusals) >= 6
    assert "Good-bye." in text


def test_help_tells_the_rules_of_this_table(play: Play) -> None:
    typed = ["help", "help fish", "help sabre", "quit"]
    out = play("--fish", "--deck", "2x1:c 1x2:cd 1x3:cdd", typed=typed, game="moje_zlato")
    text = " ".join(out.split())
    assert "This table plays with chests of its own: 4 chests" in text
    assert text.count("They count as opened chests, are worth nothing") == 2
    assert "stands for any coin, diamond or key" in text
    assert "<!--" not in text
