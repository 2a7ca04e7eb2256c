"""Moves of Nuggets as text: they round-trip, hidden ones stay hidden, each refusal says why."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goldfield
from goldfield.games.contract import CHANCE, SPECTATOR, IllegalMove, Why
from goldfield.games.game import Game
from goldfield.games.nuggets import refusals
from goldfield.games.nuggets.board import LINES, SPACES, line_text, space_text
from goldfield.games.nuggets.state import (
    CHIP,
    ENDED,
    HAND_BITS,
    LAYOUT,
    PASS,
    SECOND,
    STARTER,
    TURN,
    State,
)
from goldfield.rng import seeded

OWN = "4@a1 4@h5 5@c2 5@b2 6@h1 6@a5 7@d4 8@e5"
OPTIONS = [
    {"players": players, "look": look, "layout": layout, "first": first}
    for players, look, (layout, first) in product(
        (2, 3, 4), (True, False), (("standard", 2), ("random", 0), (OWN, 0), ("random", 1))
    )
]
DOCS = Path(__file__).parent.parent / "docs" / "notation.md"


def id_of(options: dict[str, object]) -> str:
    return "-".join(str(value)[:8] for value in options.values())


def walk(game: Game, rng: random.Random) -> Iterator[tuple[State, list[int]]]:
    """The positions of a random game with their moves or outcomes, the last one with none.

    Passing is rare, so that hands and stock run out now and then.
    """
    s = game.start()
    fences = rng.choice((0.1, 0.5, 0.9))
    while True:
        ids = game.moves(s) or [outcome for outcome, _ in game.outcomes(s)]
        yield cast(State, s), ids
        if not ids:
            return
        lines = [move for move in ids if move < LINES]
        chips = [move for move in ids if CHIP <= move < PASS]
        kinds = [kind for kind in (lines, chips) if kind]
        if game.to_act(s) == CHANCE or not kinds or rng.random() < 0.02:
            s = game.play(s, rng.choice(ids))
        else:
            s = game.play(s, rng.choice(kinds[0] if rng.random() < fences else kinds[-1]))


def answer(game: Game, s: State, text: str) -> int | IllegalMove:
    """The move of a text, or the refusal."""
    try:
        return game.notation.parse_move(game.rules, game.setup, s, text)
    except IllegalMove as refusal:
        return refusal


def played(game: Game, texts: Sequence[str], s: State | None = None) -> State:
    """The position after some moves, from the start unless told otherwise."""
    at = game.start() if s is None else s
    for text in texts:
        at = game.play(at, text)
    return cast(State, at)


def typed(text: str) -> list[str]:
    """Other ways to type a canonical text."""
    if found := re.fullmatch(r"(..)([|/])(..)", text):
        a, mark, b = found.groups()
        other = "/" if mark == "|" else "|"
        forms = [f"{b}{mark}{a}", f"{a}-{b}", f"{b} {a}", f"{a}{b}", f" {a} {mark} {b} "]
        return [*forms, f"{a},{b}", f"{a}{other}{b}", text.upper()]
    if found := re.fullmatch(r"(\d)@(..)", text):
        value, space = found.groups()
        return [f"{value} {space}", f"{value}{space}", f"{value} ON {space}", f"{value} @ {space}"]
    return [text.upper(), f"  {text}.", *([text.replace("first ", "")] if text[5:6] == " " else [])]


@pytest.mark.parametrize("options", OPTIONS, ids=id_of)
def test_every_move_round_trips(options: dict[str, object]) -> None:
    game = goldfield.load("nuggets", **options)
    rng = random.Random(str(options))
    phases: set[int] = set()
    for _ in range(2):
        for s, ids in walk(game, rng):
            phases.add(s.phase)
            own = game.view(s, max(SPECTATOR, game.to_act(s)))
            texts = [game.show_move(s, move) for move in ids]
            assert len(set(texts)) == len(texts)
            for move in rng.sample(ids, min(len(ids), 4)):
                text = game.show_move(own, move)
                assert text == game.show_move(s, move)
                for form in (text, rng.choice(typed(text))):
                    assert game.parse_move(own, form) == move, form
                    assert game.parse_move(s, form) == move
    expected = {TURN, SECOND, ENDED}
    expected |= {STARTER} if options["first"] == 0 else set()
    expected |= {LAYOUT} if options["layout"] == "random" else set()
    assert phases == expected


@pytest.mark.parametrize("look", [True, False])
def test_a_hidden_chip_is_written_without_its_value(look: bool) -> None:
    game = goldfield.load("nuggets", players=4, look=look)
    rng = random.Random(7)
    hidden = 0
    for s, ids in walk(game, rng):
        for move in rng.sample(ids, min(len(ids), 6)):
            true = game.show_move(s, move)
            for seat in range(SPECTATOR, 4):
                text = game.show_move(game.view(s, seat), game.mask(s, move, seat))
                secret = "@" in true and not (seat == s.seat and look)
                assert text == (re.sub(r"\d@", "?@", true) if secret else true)
                hidden += secret
                if secret:
                    refusal = answer(game, game.view(s, seat), text)
                    assert isinstance(refusal, IllegalMove)
                    assert refusal.why is Why.UNPARSABLE
    assert hidden > 100


# ---- NU4 by brute force: spaces and fences as texts, areas as sets


def neighbours(space: str) -> list[str]:
    column, row = space
    around = [(chr(ord(column) + x), int(row) + y) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return [f"{c}{r}" for c, r in around if c in "abcdefgh" and 1 <= r <= 5]


def area(space: str, fences: set[frozenset[str]]) -> set[str]:
    found, front = {space}, [space]
    while front:
        at = front.pop()
        for other in neighbours(at):
            if other not in found and frozenset((at, other)) not in fences:
                found.add(other)
                front.append(other)
    return found


def fences_of(game: Game, s: State) -> set[frozenset[str]]:
    text = re.search(r"fences=(\S+)", game.show_state(s))
    assert text
    return {frozenset(re.split(r"[|/]", fence)) for fence in text[1].split(",") if fence != "-"}


def listed(spaces: set[str]) -> str:
    return " ".join(sorted(spaces, key=lambda space: (space[1], space[0])))


def test_why_a_line_is_refused_agrees_with_a_flood_fill() -> None:
    game = goldfield.load("nuggets", players=2)
    rng = random.Random(11)
    reasons: set[str] = set()
    for _ in range(6):
        for s, ids in walk(game, rng):
            if not ids or rng.random() < 0.7:
                continue
            fences = fences_of(game, s)
            for line in range(LINES):
                text = line_text(line)
                a, b = re.split(r"[|/]", text)
                found = answer(game, s, text)
                assert (refusals.no_line(s, line) is None) == (found == line)
                more = {*fences, frozenset((a, b))}
                small = [part for end in (a, b) if len(part := area(end, more)) < 4]
                if isinstance(found, int):
                    assert found == line
                    assert not small
                    assert len(fences) < min(35, len(more))
                    continue
                assert found.why is Why.ILLEGAL
                if more == fences:
                    expected, rule = f"A blocker stands between {a} and {b} already.", "NU3"
                elif len(fences) == 35:
                    expected, rule = "No blocker is left: all of them stand.", "NU3"
                elif len(small) == 1:
                    n = f"{len(small[0])} space" + "s" * (len(small[0]) > 1)
                    expected = f"A blocker between {a} and {b} would close off {n}, "
                    expected += f"{listed(small[0])}; an area needs 4."
                    rule = "NU4"
                else:
                    assert len(small) == 2
                    expected = (
                        f"A blocker between {a} and {b} would leave two areas that are too small, "
                    )
                    expected += f"{listed(small[0])} and {listed(small[1])}; each needs 4 spaces."
                    rule = "NU4"
                assert (str(found.message), found.rule) == (expected, rule)
                reasons.add(re.sub(r"[a-h][1-5]|[|/ ]", "", expected)[:40])
    assert len(reasons) == 6, reasons


def rows_of_three() -> list[tuple[list[str], list[str]]]:
    """Three spaces in a row with their end on the rim, and all their lines but to a fourth."""
    found = []
    every = [f"{c}{r}" for r in range(1, 6) for c in "abcdefgh"]
    for space, (dx, dy) in product(every, ((1, 0), (-1, 0), (0, 1), (0, -1))):
        row = [f"{chr(ord(space[0]) + i * dx)}{int(space[1]) + i * dy}" for i in range(4)]
        if all(other in every for other in row):
            found.append((row[:3], row[3:]))
    return found


@pytest.mark.parametrize("order", [1, -1])
def test_three_spaces_along_any_edge_are_not_closed_off(order: int) -> None:
    """In either order, along every edge, in the open, and whether or not mines lie inside."""
    game = goldfield.load("nuggets", players=2)
    for inside, (fourth,) in rows_of_three():
        walls = {(a, b) for a in inside for b in neighbours(a) if b not in (*inside, fourth)}
        last = [sorted(walls)[-1], (inside[2], fourth)][::order]
        before = [f"{a}{b}" for a, b in sorted(walls - {last[0], last[1]})]
        if len(before) % 2:
            # A fence in the open, far away, that closes nothing off, so that a turn begins.
            before.append("a1a2" if not set(inside) & {"a1", "a2", "b1", "b2"} else "h4h5")
        s = game.start()
        for fence in (*before, f"{last[0][0]}{last[0][1]}"):
            s = game.play(s, fence)
        found = answer(game, cast(State, s), "".join(last[1]))
        assert isinstance(found, IllegalMove), (inside, fourth)
        assert found.rule == "NU4"
        assert f" 3 spaces, {listed(set(inside))};" in str(found)


def test_the_corner_of_the_trial() -> None:
    game = goldfield.load("nuggets", players=2)
    s = played(game, ["a1|b1", "a2|b2", "1@h5"])
    for first, second in (("a3|b3", "a3/a4"), ("a3/a4", "a3|b3")):
        found = answer(game, played(game, [first], s), second)
        assert isinstance(found, IllegalMove)
        assert str(found) == (
            f"A blocker between {second[:2]} and {second[-2:]} would close off 3 spaces, a1 a2 a3; "
            "an area needs 4. [NU4]"
        )
    s = played(game, ["a3|b3", "a4|b4", "a4/a5"], s)
    assert "a4/a5" in game.show_state(s)
    assert area("a1", fences_of(game, s)) == {"a1", "a2", "a3", "a4"}


def test_an_open_end_closes_nothing() -> None:
    game = goldfield.load("nuggets", players=2)
    texts = [line_text(line) for line in range(LINES)]
    for text in texts:
        assert len(area("a1", fences_of(game, played(game, [text])))) == SPACES


# ---- refusals


@pytest.mark.parametrize("options", OPTIONS[::5], ids=id_of)
@given(
    text=st.text(max_size=20)
    | st.from_regex(r"[0-9?]{0,2}[@ ]?[a-i][0-6]([|/ -][a-i][0-6])?", fullmatch=True)
    | st.from_regex(r"first [0-9]*|pa?s*", fullmatch=True)
    | st.text("abcdefgh12345|/@? ", max_size=8),
    at=st.integers(0, 10**6),
)
@settings(max_examples=80, deadline=None)
def test_any_text_is_a_move_or_refused_in_a_sentence(
    options: dict[str, object], text: str, at: int
) -> None:
    game = goldfield.load("nuggets", **options)
    s, ids = SPOTS[id_of(options)][at % len(SPOTS[id_of(options)])]
    found = answer(game, s, text)
    if isinstance(found, int):
        assert found in ids
        return
    assert re.fullmatch(r"\S.{8,250}\.( Did you mean pass\?)?", str(found.message), re.DOTALL)
    assert (found.why is Why.AMBIGUOUS) == (len(found.candidates) > 1)
    for candidate in found.candidates:
        assert answer(game, s, candidate) in ids


SPOTS = {
    id_of(options): list(walk(goldfield.load("nuggets", **options), random.Random(1)))
    for options in OPTIONS[::5]
}


def test_texts_of_a_megabyte_are_refused_in_a_short_sentence() -> None:
    game = goldfield.load("nuggets")
    for text in ("d3|e3" * 200_000, " " * 10**6 + "x" * 10**6, "9" * 10**6, "first " + "9" * 10**6):
        found = answer(game, cast(State, game.start()), text)
        assert isinstance(found, IllegalMove)
        assert len(str(found)) < 300


@pytest.mark.parametrize("look", [True, False])
@pytest.mark.parametrize("players", [2, 4])
def test_no_refusal_tells_a_hidden_value(look: bool, players: int) -> None:
    """Whoever may not tell two positions apart gets the same answers, from the truth as well."""
    game = goldfield.load("nuggets", players=players, look=look)
    rng = random.Random(3)
    chips = [f"{value}@{space_text(space)}" for value in range(1, 6) for space in range(SPACES)]
    spaces = [space_text(space) for space in range(SPACES)]
    lines = [line_text(line) for line in range(LINES)]
    compared = 0
    for s, _ in walk(game, rng):
        seat = game.to_act(s)
        if seat < 0 or s.stock > 31:
            continue
        view = game.view(s, seat)
        twin, _ = game.guess(view, seat, seeded(rng.getrandbits(60), 0))
        texts = rng.sample(chips, 40) + rng.sample(spaces, 10) + rng.sample(lines, 10)
        for text in (*texts, "pass", "?@c4", "3", ""):
            told = {
                (found if isinstance(found, int) else (str(found), found.why, found.candidates))
                for found in (answer(game, cast(State, at), text) for at in (s, view, twin))
            }
            assert len(told) == 1, (text, told)
        compared += twin != s
    assert compared > 5


def test_a_space_alone_is_the_only_chip_there_can_be() -> None:
    game = goldfield.load("nuggets", players=2)
    s = cast(State, game.start())
    threes, fours = 1 << 2 * HAND_BITS, 1 << 3 * HAND_BITS
    found = answer(game, s._replace(hands=(threes + fours, s.hands[1])), "H1")
    assert isinstance(found, IllegalMove)
    assert found.why is Why.AMBIGUOUS
    assert found.candidates == ("3@h1", "4@h1")
    s = s._replace(hands=(2 * fours, s.hands[1]))
    assert game.show_move(s, cast(int, answer(game, s, "H1"))) == "4@h1"


ALL = "11x1+2x2+1x3+1x4+1x5"
MINES = "mines=4@e1,4@d5,5@g2,5@b4,6@b2,6@g4,7@e3,8@d3"
START = f"turn 1 {MINES} fences=- stock=35 chips=-,- hands={ALL},{ALL} passed=-"
BEGUN = f"second 1 {MINES} fences=a1|b1 stock=34 chips=-,- hands={ALL},{ALL} passed=-"
CORNER = f"turn 1 {MINES} fences=a1|b1,a2|b2 stock=33 chips=-,1@c4 hands={ALL},15x? passed=-"
CORNER = CORNER.replace("1@c4", "?@c4")
PAIR = (
    f"turn 2 {MINES} fences=d1|e1,f1|g1,d2|e2,f2|g2,e3|f3,d3/d4 stock=29 chips=-,- "
    f"hands={ALL},{ALL} passed=-"
)
OVER = f"over 2 {MINES} fences=- stock=35 chips=-,- hands={ALL},{ALL}"
DRAWN: dict[str, object] = {"first": 0, "layout": "random"}
DRAW = f"starter mines=- hands={ALL},{ALL}"
LAND = f"layout 2 mines=4@a1,4@d3,5@c5 hands={ALL},{ALL}"
NO, HUH = Why.ILLEGAL, Why.UNPARSABLE
REFUSED: list[tuple[dict[str, object], str, str, Why, str, str]] = [
    ({}, START, "", HUH, "",
     "Type a move. You may place a blocker, as in a1|b1, play a chip, as in 1@a1, or pass."),
    ({}, START, "dig", HUH, "", "dig is no move. You may place"),
    ({}, START, "pas", HUH, "", "or pass. Did you mean pass?"),
    ({}, START, "d3|e3 d3/d4", HUH, "NU3", "two moves, one after the other: d3|e3, then d3/d4."),
    ({}, START, "d3|", HUH, "NU3", "A blocker parts two spaces, as in d3|e3."),
    ({}, START, "3", HUH, "NU5", "3 alone does not say where the chip goes; a chip is played"),
    ({}, START, "?@c4", HUH, "NU5", "say which one of yours, as in 1@a1."),
    ({}, START, "d3|f3", NO, "NU3", "d3 and f3 are no neighbours"),
    ({}, START, "h3|a4", NO, "NU3", "h3 and a4 are no neighbours"),
    ({}, START, "d3|d3", NO, "NU3", "d3 is only one"),
    ({}, START, "h3|i3", NO, "NU4", "That is the rim at h3"),
    ({}, START, "c1/c0", NO, "NU4", "That is the rim at c1"),
    ({}, START, "h3|j3", NO, "NU3", "There is no space j3: columns are a to h, rows 1 to 5."),
    ({}, START, "d3@2", NO, "NU5", "A mine lies on d3"),
    ({}, START, "2@d6", NO, "NU5", "There is no space d6"),
    ({}, START, "6@c4", NO, "NU5", "No chip is worth 6: with 2 players they are worth 1 to 5."),
    ({}, START, "0@c4", NO, "NU5", "No chip is worth 0"),
    ({"players": 3}, "", "5@c4", NO, "NU5", "with 3 players they are worth 1 to 4."),
    ({}, START, "first 2", NO, "NU2", "Who begins is settled"),
    ({}, BEGUN, "", HUH, "", "Type a move. The second blocker is due, as in b1|c1."),
    ({}, BEGUN, "pas", HUH, "", "pas is no move. The second blocker is due, as in b1|c1."),
    ({}, BEGUN, "pass", NO, "NU3", "you cannot pass between the two"),
    ({}, BEGUN, "1@c4", NO, "NU3", "no chip is played between the two"),
    ({}, BEGUN, "c4", HUH, "NU3", "a blocker parts two spaces, as in c4|d4"),
    ({}, BEGUN, "h4", HUH, "NU3", "as in g4|h4"),
    ({}, BEGUN, "b1|a1", NO, "NU3", "A blocker stands between a1 and b1 already."),
    ({}, CORNER, "a2/a3", NO, "NU4", "A blocker between a2 and a3 would close off 2 spaces"),
    ({}, CORNER, "a1/a2", NO, "NU4", "A blocker between a1 and a2 would close off 1 space, a1"),
    ({}, CORNER, "2@c4", NO, "NU5", "A chip lies on c4 already."),
    ({}, CORNER, "c4", NO, "NU5", "A chip lies on c4 already."),
    (DRAWN, DRAW, "", HUH, "", "Chance is to act now: it draws who begins, as in first 2."),
    (DRAWN, DRAW, "x", HUH, "", "x is no move, and chance is to act now: it draws who begins"),
    (DRAWN, DRAW, "first 3", NO, "NU2", "There is no seat 3; seats are 1 to 2."),
    (DRAWN, DRAW, "pass", NO, "NU2", "The first player is being drawn: nobody can move yet."),
    (DRAWN, LAND, "", HUH, "", "Chance is to act now: it draws a mine, as in 5@d3."),
    (DRAWN, LAND, "first 1", NO, "NU2", "Who begins is settled"),
    (DRAWN, LAND, "6@d4", NO, "NU1", "The mine drawn next is worth 5, not 6."),
    (DRAWN, LAND, "5@d3", NO, "NU1", "A mine worth 4 lies on d3 already."),
    (DRAWN, LAND, "5@d7", NO, "NU1", "There is no space d7"),
    (DRAWN, LAND, "a2|a3", NO, "NU1", "The mines are being drawn: nobody can move yet."),
    ({}, OVER, "pass", NO, "NU7", "The game is over."),
]  # fmt: skip


@pytest.mark.parametrize(("options", "position", "text", "why", "rule", "sentence"), REFUSED)
def test_a_refusal_says_why(
    options: dict[str, object], position: str, text: str, why: Why, rule: str, sentence: str
) -> None:
    game = goldfield.load("nuggets", **options)
    s = game.parse_state(position) if position else game.start()
    found = answer(game, cast(State, s), text)
    assert isinstance(found, IllegalMove)
    assert sentence in str(found.message)
    assert (found.why, found.rule) == (why, rule)


def test_hands_and_stock_run_out() -> None:
    game = goldfield.load("nuggets", players=2)
    s = cast(State, game.start())
    twos = 1 << HAND_BITS
    found = answer(game, s._replace(hands=(3 * twos + 1, s.hands[1])), "4@c4")
    assert str(found) == "You have no 4 in hand, only 1, 2. [NU5]"
    empty = s._replace(hands=(0, s.hands[1]))
    assert str(answer(game, empty, "4@c4")) == "You have no chip left to play. [NU7]"
    assert str(answer(game, empty, "c4")) == "You have no chip left to play. [NU7]"
    assert str(answer(game, empty, "?@c4")) == "? stands for a chip of somebody else. [NU5]"
    assert str(answer(game, empty, "4")) == "4 alone is no move."
    assert str(answer(game, empty, "")).endswith("You may place a blocker, as in a1|b1, or pass.")
    spent = s._replace(stock=0)
    assert str(answer(game, spent, "d3|e3")) == "No blocker is left: all of them stand. [NU3]"
    assert str(answer(game, spent, "")).endswith("You may play a chip, as in 1@a1, or pass.")
    assert str(answer(game, empty._replace(stock=0), "x")) == "x is no move. You can only pass."


def test_who_may_not_know_a_hand_is_told_nothing_of_it() -> None:
    game = goldfield.load("nuggets", players=3)
    view = cast(State, game.view(game.start(), 2))
    for text in ("1@c4", "4@c4", "c4"):
        found = answer(game, view, text)
        assert str(found) == "Which chips are in that hand is known to seat 1 alone. [NU5]"


def test_two_areas_may_both_be_too_small() -> None:
    game = goldfield.load("nuggets", players=2)
    s = played(game, ["a1|b1", "a2|b2", "a3|b3", "a4|b4", "a5|b5", "d3|e3"])
    assert str(answer(game, s, "a2/a3")) == (
        "A blocker between a2 and a3 would leave two areas that are too small, a1 a2 and "
        "a3 a4 a5; each needs 4 spaces. "
        "[NU4]"
    )
    assert "close off 1 space, a1;" in str(answer(game, s, "a1/a2"))


# ---- the documents


def test_the_examples_of_the_docs() -> None:
    section = DOCS.read_text().partition("## Nuggets")[2].partition("### Positions")[0]
    game = goldfield.load("nuggets", players=2)
    start = cast(State, game.start())
    for text in ("d3|e3", "d3/d4", "2@c4", "pass"):
        assert f"`{text}` " in section
        assert game.show_move(start, game.parse_move(start, text)) == text
    read = re.findall(r"((?:`[^`]+`,? ?(?:and )?)+)are `([^`]+)`", " ".join(section.split()))
    assert len(read) == 2
    for forms, text in read:
        for form in re.findall(r"`([^`]+)`", forms):
            assert game.show_move(start, game.parse_move(start, form)) == text
    s = played(game, ["a1|b1", "a2|b2", "1@h5", "a3|b3"])
    block = section.partition("```\na3/a4")[2].partition("```")[0]
    refused = re.findall(r"^(\S+) +(.+)$", "a3/a4" + block, re.MULTILINE)
    assert len(refused) == 4
    for text, sentence in refused:
        assert str(answer(game, s, text)) == sentence
    drawn = goldfield.load("nuggets", players=2, first=0, layout="random")
    s = played(drawn, ["first 2"])
    assert answer(drawn, s, "4@d3") == answer(drawn, s, "d3")
