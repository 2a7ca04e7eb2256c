"""Positions of Nuggets as text: exact, and only what the rules can bring about is read.

That goes for what a seat or a spectator may know of a position, too.
"""

from __future__ import annotations

import random
import re
from itertools import product
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goldfield
from goldfield.games.contract import SPECTATOR, BadNotation
from goldfield.games.game import Game
from goldfield.games.nuggets import state_text
from goldfield.games.nuggets.board import LINES, line_text, space_text
from goldfield.games.nuggets.rules import hand_size, in_hand
from goldfield.games.nuggets.state import (
    CHIP_VALUES,
    ENDED,
    HAND_BITS,
    LAYOUT,
    SECOND,
    STARTER,
    TURN,
    UNKNOWN,
    State,
)
from goldfield.rng import seeded
from tests.test_nuggets_moves import (
    ALL,
    DOCS,
    MINES,
    OPTIONS,
    OWN,
    START,
    area,
    fences_of,
    id_of,
    walk,
)


@pytest.mark.parametrize("options", OPTIONS, ids=id_of)
def test_every_position_and_every_view_round_trips(options: dict[str, object]) -> None:
    game = goldfield.load("nuggets", **options)
    rng = random.Random(str(options))
    for _ in range(3):
        for s, _ in walk(game, rng):
            seats = range(SPECTATOR, game.info.seats)
            texts = {game.show_state(s): s}
            for view in {game.view(s, seat) for seat in seats}:
                text = game.show_state(view)
                assert texts.setdefault(text, cast(State, view)) == view
            for text, at in texts.items():
                assert text.isprintable()
                assert game.parse_state(text) == at


def answer(game: Game, text: str) -> State | BadNotation:
    """The position of a text, or what is wrong with it."""
    try:
        return cast(State, game.parse_state(text))
    except BadNotation as damage:
        return damage


# ---- damage


LATE = (
    f"turn 3 {MINES} fences=a1|b1,d3|e3,a4/a5,d4/d5 stock=31 chips=?@b1+?@d4,?@c1,2@a1+1@h5 "
    "hands=9x?,10x?,6x1+1x2+1x3+1x4 passed=2"
)
POSITIONS = [
    LATE,
    LATE.replace("turn 3", "second 3").replace("d4/d5 stock=31", "d4/d5,e4/e5 stock=30"),
    LATE.replace("2@a1+1@h5", "?@a1+?@h5").replace("6x1+1x2+1x3+1x4", "9x?"),
    LATE.replace("?@c1", "4@c1").replace("?@b1+?@d4", "1@b1+1@d4").replace("passed=2", "passed=-")
    .replace("9x?,10x?", "5x1+2x2+1x3+1x4,7x1+2x2+1x3").replace("turn 3", "turn 1"),
]  # fmt: skip


@given(data=st.data(), position=st.sampled_from(POSITIONS))
@settings(max_examples=400, deadline=None)
def test_damage_is_found_or_harmless(data: st.DataObject, position: str) -> None:
    game = goldfield.load("nuggets", players=3, first=0)
    assert game.show_state(game.parse_state(position)) == position
    text = position
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 3))
        put = data.draw(st.text("0123456789abcdefgh|/,=-+@?x passedturné٣", max_size=3))
        text = text[:at] + put + text[at + cut :]
    found = answer(game, text)
    if isinstance(found, BadNotation):
        assert 0 <= found.at <= len(text)
        assert re.fullmatch(r"Expected .{3,120}\.", str(found.message))
        assert str(found).endswith(f"(at character {found.at + 1})")
        return
    assert game.show_state(found) == " ".join(text.split())
    full, _ = game.guess(found, SPECTATOR, seeded(1, 0))
    assert game.parse_state(game.show_state(full)) == full
    assert game.view(full, SPECTATOR) == game.view(found, SPECTATOR)
    if game.to_act(found) >= 0:
        assert game.legal(full)


@given(text=st.text(max_size=60))
def test_any_text_is_a_position_or_bad_notation(text: str) -> None:
    game = goldfield.load("nuggets")
    assert isinstance(answer(game, text), BadNotation)


FAR = START.replace("fences=- stock=35", "fences=a1|b1,a2|b2 stock=33")


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, "a phase: starter, layout, turn, second, over"),
        ("trun 1", 0, "a phase"),
        ("turn", 4, "a seat, 1 to 2"),
        ("turn 3 mines=-", 5, "a seat, 1 to 2"),
        ("turn 1 fences=-", 7, "mines="),
        (START + " x", len(START) + 1, "the end of the text"),
        (START.replace("4@e1", "4@i1"), "4@i1", "a marker of 4, as in 4@d3"),
        (START.replace("5@g2", "6@g2"), "6@g2", "a marker of 5, as in 5@d3"),
        (START.replace("5@g2", "5@e1"), "5@e1", "markers on different spaces"),
        (START.replace("4@e1,4@d5", "4@d5,4@e1"), "4@e1", "equal markers in the order of their"),
        (START.replace("8@d3", "8@d3,8@d4"), "8@d4", "at most 8 markers"),
        (START.replace("8@d3", "8@d4"), "8@d4", "8@d3: this table's mines are set"),
        (START.replace(",8@d3", ""), "4@e1", "8@d3: this table's mines are set"),
        (FAR.replace("a2|b2", "b2|a2"), "b2|a2", "a blocker, as in d3|e3 or d3/d4"),
        (FAR.replace("a2|b2", "a2/b2"), "a2/b2", "a blocker, as in d3|e3 or d3/d4"),
        (FAR.replace("a2|b2", "a2|b2,a1/a2"), "a1/a2", "areas of 4 spaces or more (NU4), not a1"),
        (FAR.replace("a1|b1,a2|b2", "a2|b2,a1|b1"), "a1|b1", "each blocker once, row by row"),
        (FAR.replace("a2|b2", "a1|b1"), "a1|b1 s", "each blocker once, row by row"),
        (FAR.replace("stock=33", "stock=34"), "34 ", "33: with those on the land they are 35"),
        (FAR.replace("stock=33", "stock=36"), "36 ", "a whole number, 0 to 35"),
        (FAR.replace("turn", "second"), "a1|b1", "an odd number of blockers"),
        (FAR.replace("a1|b1,", "").replace("33", "34"), "a2|b2", "an even number of blockers"),
        (FAR.replace("chips=-,-", "chips=-"), "- hands", "chips of 2 seats"),
        (FAR.replace("chips=-,-", "chips=-,-,-"), "-,-,-", "chips of 2 seats"),
        (FAR.replace("chips=-,-", "chips=-,6@c4"), "6@c4", "a chip on a space, as in 2@c4"),
        (FAR.replace("chips=-,-", "chips=-,1@c4+"), " hands", "a chip on a space, as in 2@c4"),
        (FAR.replace("chips=-,-", "chips=-,1@d3"), "1@d3", "a space without a mine (NU5)"),
        (FAR.replace("chips=-,-", "chips=1@c4,1@c4"), "1@c4 ", "a space without another chip"),
        (FAR.replace("chips=-,-", "chips=1@c4+1@a1,-"), "1@a1", "the chips of a seat in the order"),
        (FAR.replace("chips=-,-", "chips=1@c4,-"), "11x1", "15 chips in hand: with those on the"),
        (FAR.replace("11x1", "10x1"), "10x1", "16 chips in hand: with those on the board"),
        (FAR.replace("11x1+2x2", "10x1+3x2"), "10x1", "at most 2 of value 2 in all"),
        (FAR.replace("11x1+2x2", "2x2+11x1"), "11x1+1x3", "each value once, in order, ? last"),
        (FAR.replace("11x1", "32x1"), "32x1", "so many chips of a value, as in 7x1 or 9x?"),
        (FAR.replace("11x1", "011x1"), "011x1", "so many chips of a value, as in 7x1 or 9x?"),
        (FAR.replace("chips=-,-", "chips=5@c4+5@c5,-").replace("11x1", "9x1", 1), "5@c4",
         "at most 1 of value 5 in all: a seat starts with so many"),
        (FAR.replace("chips=-,-", "chips=5@c4,-").replace("11x1", "10x1", 1), "10x1",
         "at most 1 of value 5 in all: a seat starts with so many"),
        (FAR.replace("chips=-,-", "chips=-,5@c4").replace(f"{ALL} ", "15x? "), "15x?",
         "the values of all chips, of those of one seat, or of none (NU8)"),
        (FAR.replace("passed=-", "passed=3"), len(FAR) - 1, "a seat, 1 to 2"),
        (FAR.replace("passed=-", "passed=1"), "1 mines", "a seat that has not passed (NU6)"),
        (FAR.replace("passed=-", "passed=2,1"), len(FAR) + 1, "each seat once, in order"),
        (FAR, "1 mines", "a seat that can be next after these turns: 2"),
        (FAR.replace("chips=-,-", "chips=-,1@b1+1@c1+1@d1").replace(f"{ALL} ", f"{ALL[1:]} ")
         .replace(",1x1", ",8x1"), "-,1@b1", "so many chips and blockers as players play"),
        ("starter mines=- hands=16x?,16x?", "starter", "a phase after the start: the starter"),
        ("layout 1 mines=- hands=16x?,16x?", "layout", "another phase: no mines are drawn"),
        (f"over 1 {MINES} fences=- stock=35 chips=-,- hands={ALL},16x?", "16x?",
         "the value of every chip: all are turned over at the end (NU10)"),
    ],
)  # fmt: skip
def test_bad_notation_says_where_and_what(text: str, at: int | str, expected: str) -> None:
    game = goldfield.load("nuggets", players=2)
    found = answer(game, text)
    assert isinstance(found, BadNotation)
    assert f"Expected {expected}" in str(found)
    assert found.at == (at if isinstance(at, int) else text.index(at))


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("starter mines=4@d3 hands=16x?,16x?", 14, "-: the mines are drawn after the start"),
        ("layout 1 mines=- hands=16x?,16x?", 7, "2, who begins at this table"),
        (f"layout 2 {MINES} hands=16x?,16x?", 15, "fewer than 8 markers"),
        (START.replace(",8@d3", ""), 13, "8 markers"),
    ],
)  # fmt: skip
def test_mines_are_drawn_one_after_another(text: str, at: int, expected: str) -> None:
    first = 0 if text.startswith("starter") else 2
    game = goldfield.load("nuggets", players=2, first=first, layout="random")
    found = answer(game, text)
    assert isinstance(found, BadNotation)
    assert f"Expected {expected}" in str(found)
    assert found.at == at


def test_a_table_has_its_own_mines() -> None:
    game = goldfield.load("nuggets", players=2, layout=OWN)
    text = game.show_state(game.start())
    assert OWN.replace(" ", ",").replace("5@c2,5@b2", "5@b2,5@c2") in text
    assert game.parse_state(text) == game.start()
    drawn = goldfield.load("nuggets", players=2, layout="random")
    assert drawn.parse_state(text) == game.start()
    assert isinstance(answer(goldfield.load("nuggets", players=2), text), BadNotation)


# ---- exactly what the rules reach


def fence_order() -> list[str]:
    """Fences such that one more is possible after each, 35 in all."""
    game = goldfield.load("nuggets", players=2)
    for seed in range(100):
        rng = random.Random(seed)
        at, texts = game.start(), list[str]()
        while lines := [move for move in game.moves(at) if move < LINES]:
            texts.append(line_text(rng.choice(lines)))
            at = game.play(at, texts[-1])
        if len(texts) == 35:
            return texts
    raise AssertionError("no such order")


def boards() -> dict[str, tuple[int, int]]:
    """The boards of a single fence, as the first blocker shows them."""
    game = goldfield.load("nuggets", players=2)
    after = {line_text(line): game.play(game.start(), line) for line in range(LINES)}
    return {text: (cast(State, s).east, cast(State, s).north) for text, s in after.items()}


FENCE = boards()


def with_fences(s: State, texts: list[str]) -> State:
    """The position with these fences."""
    east = sum(FENCE[text][0] for text in texts)
    north = sum(FENCE[text][1] for text in texts)
    return s._replace(east=east, north=north, stock=35 - len(texts))


@pytest.mark.parametrize(("players", "first"), [(2, 2), (2, 0), (3, 1), (3, 0)])
def test_exactly_what_turns_bring_about_is_read(players: int, first: int) -> None:
    """Numbers of fences and chips, who has passed and who is next, by playing all turns."""
    game = goldfield.load("nuggets", players=players, first=first)
    most_fences, most_chips = (10, 3) if players == 2 else (6, 1)
    order = fence_order()
    # By turns alone: phase, seat, fences, chips of each seat, seats that passed.
    starts = [first - 1] if first else range(players)
    begun = [(TURN, seat, 0, (0,) * players, 0) for seat in starts]
    seen, front = {*begun}, [*begun]
    while front:
        phase, seat, fences, chips, passed = front.pop()
        following = []

        def after(passed: int, seat: int = seat) -> tuple[int, int, int]:
            others = [(seat + 1 + i) % players for i in range(players)]
            others = [other for other in others if not passed >> other & 1]
            return (TURN, others[0], passed) if others else (ENDED, seat, passed)

        if phase == TURN:
            following.append((SECOND, seat, fences + 1, chips, passed))
            phase, to_act, out = after(passed | 1 << seat)
            following.append((phase, to_act, fences, chips, out))
            phase, to_act, out = after(passed)
            more = (*chips[:seat], chips[seat] + 1, *chips[seat + 1 :])
            following.append((phase, to_act, fences, more, out))
        elif phase == SECOND:
            phase, to_act, out = after(passed)
            following.append((phase, to_act, fences + 1, chips, out))
        for at in following:
            if at not in seen and at[2] <= most_fences and max(at[3]) <= most_chips:
                seen.add(at)
                front.append(at)

    spaces = [space for space in range(40) if space not in game.start()[2]]
    read = set()
    for fences, chips in product(
        range(most_fences + 1), product(range(most_chips + 1), repeat=players)
    ):
        free = iter(spaces)
        lie = [sum(1 << next(free) for _ in range(n)) for n in chips]
        s = with_fences(cast(State, game.start()), order[:fences])._replace(chips=tuple(lie))
        s = s._replace(worth=(sum(lie), *s.worth[1:]))
        s = s._replace(hands=tuple(hand - n for hand, n in zip(s.hands, chips, strict=True)))
        for phase, seat, passed in product(
            (TURN, SECOND, ENDED), range(players), range(2**players)
        ):
            if phase == ENDED and passed != 2**players - 1:
                continue
            here = s._replace(phase=phase, seat=seat, passed=passed)
            found = answer(game, game.show_state(here))
            if not isinstance(found, BadNotation):
                assert found == here
                read.add((phase, seat, fences, chips, passed))
    assert read == seen


def test_the_last_turn_may_bring_one_fence() -> None:
    """NU3: an odd number of fences only where no second could follow."""
    game = goldfield.load("nuggets", players=2, first=0)
    order = fence_order()
    full = game.play(game.start(), "first 1")
    for text in order:
        full = game.play(full, text)
    assert game.parse_state(game.show_state(full)) == full
    text = game.show_state(full).replace("turn", "second")
    assert "no second blocker can be placed" in str(answer(game, text))
    rng = random.Random(5)
    ends = 0
    while ends < 3:
        # Fences until no line is left, while there are still blockers.
        s = cast(State, game.play(game.start(), "first 1"))
        while lines := [move for move in game.moves(s) if move < LINES]:
            s = cast(State, game.play(s, rng.choice(lines)))
        if s.stock and s.stock % 2 == 0:
            assert game.parse_state(game.show_state(s)) == s
            ends += 1


def test_fences_are_read_just_where_all_areas_have_four_spaces() -> None:
    game = goldfield.load("nuggets", players=2, first=0)
    rng = random.Random(9)
    start = cast(State, game.start())._replace(phase=SECOND, seat=0)
    all_lines = [line_text(line) for line in range(LINES)]
    outcomes = [0, 0]
    for _ in range(600):
        texts = rng.sample(all_lines, 2 * rng.randrange(12) + 1)
        s = with_fences(start, texts)._replace(seat=len(texts) // 2 % 2)
        fences = fences_of(game, s)
        small = [
            space_text(space) for space in range(40) if len(area(space_text(space), fences)) < 4
        ]
        found = answer(game, game.show_state(s))
        assert isinstance(found, BadNotation) == bool(small)
        if isinstance(found, BadNotation):
            assert "(NU4), not " in str(found)
            named = re.findall(r"[a-h][1-5]", str(found.message))
            assert set(named) <= {*small}
        outcomes[bool(small)] += 1
    assert min(outcomes) > 100


@pytest.mark.parametrize("look", [True, False])
def test_exactly_what_somebody_may_know_is_read(look: bool) -> None:
    """Of all ways to hide values by seat, on the board and in hand, the views and the truth."""
    game = goldfield.load("nuggets", players=3, look=look)
    rng = random.Random(2)
    checked = 0
    for s, _ in walk(game, rng):
        if rng.random() < 0.6:
            continue
        known = {game.view(s, seat) for seat in range(SPECTATOR, 3)} | {s}
        read = set()
        for hidden in product((0, 1), repeat=6):
            worth, hands = s.worth, [*s.hands]
            for seat in range(3):
                if hidden[seat]:
                    worth = tuple(board & ~s.chips[seat] for board in worth)
                if hidden[3 + seat]:
                    hands[seat] = hand_size(s.hands[seat]) << HAND_BITS * UNKNOWN
            less = s._replace(worth=worth, hands=tuple(hands))
            found = answer(game, game.show_state(less))
            if not isinstance(found, BadNotation):
                assert found == less
                read.add(less)
        assert read == known
        checked += 1
    assert checked > 8


def test_exactly_the_chips_of_the_start_are_read() -> None:
    """NU8: how many of a value a seat starts with is public."""
    for players in (2, 3, 4):
        game = goldfield.load("nuggets", players=players, first=0)
        start = cast(State, game.start())
        s = with_fences(start, ["a1|b1", "a2|b2"])
        s = s._replace(phase=TURN, seat=1, chips=(1 << 39, *s.chips[1:]))
        counts = [in_hand(start.hands[0], i) for i in range(CHIP_VALUES)]
        # Seat 1 played a chip of some value; of what is left, one is held for another.
        for i, fewer, more in product(range(CHIP_VALUES), repeat=3):
            hand = start.hands[0] - (1 << HAND_BITS * fewer) + (1 << HAND_BITS * more)
            hand -= 1 << HAND_BITS * i
            rest = [counts[j] - (j == i) - (j == fewer) + (j == more) for j in range(CHIP_VALUES)]
            if min(rest) < 0:
                continue
            worth = tuple((1 << 39) * (j == i) for j in range(CHIP_VALUES))
            at = s._replace(worth=worth, hands=(hand, *s.hands[1:]))
            found = answer(game, game.show_state(at))
            assert isinstance(found, BadNotation) == (fewer != more)


# ---- the documents


def test_the_examples_of_the_docs() -> None:
    section = DOCS.read_text().partition("## Nuggets")[2].partition("### Positions")[2]
    section = section.partition("\n## ")[0]
    mines = re.search(r"`(mines=\S+)`", section)
    assert mines
    assert mines[1] == MINES
    blocks = re.findall(r"^```(\w*)\n(.*?)\n```$", section, re.DOTALL | re.MULTILINE)
    good, views, bad = (text.replace("…", MINES) for kind, text in blocks if not kind)
    texts = good.splitlines()
    assert [text.split()[0] for text in texts] == list(state_text.PHASES)
    for text in texts:
        drawn = text.startswith(("starter", "layout"))
        layout = "random" if drawn else "standard"
        game = goldfield.load("nuggets", players=2, first=0, layout=layout)
        assert game.show_state(game.parse_state(text)) == text
    game = goldfield.load("nuggets", players=2)
    s = goldfield.load("nuggets", players=2, first=0).parse_state(texts[2])
    assert views.splitlines() == [game.show(s, 0), game.show(s, SPECTATOR)]
    lines = [line for line in bad.splitlines() if line]
    assert len(lines) == 12
    for text, reason in zip(lines[::2], lines[1::2], strict=True):
        assert str(answer(game, text)) == reason


def test_every_phase_has_its_word() -> None:
    phases = (STARTER, LAYOUT, TURN, SECOND, ENDED)
    assert [state_text.PHASES[phase] for phase in phases] == [
        "starter", "layout", "turn", "second", "over"
    ]  # fmt: skip
