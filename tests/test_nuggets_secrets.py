"""What a reader may not know of Nuggets changes nothing that it is shown (NU8, NU9).

Twins are made by construction, without ``guess``: the values that a reader does not know change
places, for every owner among the chips of its own on the board and in hand.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any, cast

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import goldfield
from goldfield.games.contract import SPECTATOR
from goldfield.games.game import Game
from goldfield.games.nuggets.rules import guess
from goldfield.games.nuggets.state import (
    CHIP,
    CHIP_VALUES,
    ENDED,
    HAND_BITS,
    PASS,
    SPACES,
    State,
)
from goldfield.match.document import export
from goldfield.match.record import Event
from goldfield.match.table import Match
from goldfield.rng import Words, seeded
from tests.nuggets_by_hand import HANDS, random_game
from tests.played import begun

OPTION_SETS = [
    {"players": players, "look": look, "layout": layout, "first": first}
    for (players, (layout, first)), look in product(
        ((2, ("standard", 1)), (3, ("random", 0)), (4, ("standard", 3)), (4, ("random", 0))),
        (True, False),
    )
]
GAMES = 6


@cache
def loaded(number: int) -> Game:
    return goldfield.load("nuggets", **OPTION_SETS[number])


@cache
def line_of(number: int, seed: int) -> list[tuple[State, int]]:
    """The positions of a random game, each with the move that followed; high chips come early."""
    rng = random.Random(f"{number} {seed}")
    return list(random_game(loaded(number), rng, rng.choice((0.2, 0.5, 0.8)), 0.01))


# The chips of an owner in the order of their spaces, then those in hand: what they are worth ------


def spaces(board: int) -> list[int]:
    return [space for space in range(SPACES) if board >> space & 1]


def on_board(s: State, owner: int) -> list[int]:
    """The values of an owner's chips that lie, less 1, in the order of their spaces."""
    return [
        next(i for i in range(CHIP_VALUES) if s.worth[i] >> space & 1)
        for space in spaces(s.chips[owner])
    ]


def in_hand(s: State, owner: int) -> list[int]:
    return [i for i in range(CHIP_VALUES) for _ in range(s.hands[owner] >> HAND_BITS * i & 31)]


def with_values(s: State, owner: int, values: Sequence[int]) -> State:
    """The same with other values of an owner's chips: those on the board first."""
    lie = spaces(s.chips[owner])
    worth = [board & ~s.chips[owner] for board in s.worth]
    for space, value in zip(lie, values, strict=False):
        worth[value] |= 1 << space
    hands = list(s.hands)
    hands[owner] = sum(1 << HAND_BITS * value for value in values[len(lie) :])
    return s._replace(worth=tuple(worth), hands=tuple(hands))


def unknown(game: Game, s: State, reader: int, owner: int) -> list[int]:
    """Which places of an owner's chips hold a value that a reader may not know."""
    lie, held = len(on_board(s, owner)), len(in_hand(s, owner))
    if s.phase == ENDED or (owner == reader and game.setup.look):
        return []
    return list(range(lie if owner == reader else lie + held))


def twin_of(game: Game, s: State, reader: int, data: st.DataObject) -> State:
    for owner in range(game.info.seats):
        values = [*on_board(s, owner), *in_hand(s, owner)]
        places = unknown(game, s, reader, owner)
        moved = data.draw(st.permutations([values[place] for place in places]))
        for place, value in zip(places, moved, strict=True):
            values[place] = value
        s = with_values(s, owner, values)
    return s


def told(game: Game, s: State, reader: int) -> dict[str, Any]:
    """All that a reader is told of a position, made as the pages and the terminal make it."""
    view = game.view(s, reader)
    acting = game.to_act(s) == reader >= 0
    present, about = game.present, (game.rules, game.setup, view)
    found: dict[str, Any] = {
        "view": view,
        "again": game.view(view, reader),
        "text": game.show(s, reader),
        "to_act": game.to_act(s),
        "turn": game.turn_of(s),
        "scores": game.scores(s),
        "table": present.table(*about, reader),
        "masked": {game.mask(s, move, reader) for move in game.moves(s)},
        "outcomes": game.outcomes(s),
    }
    if acting:
        found["legal"] = game.moves(s), game.legal(s), game.legal(view)
        found["choices"] = present.choices(*about, reader)
        found["refused"] = [answer(game, at, text) for text in TYPED for at in (s, view)]
    else:
        found["refused"] = [answer(game, view, text) for text in TYPED]
    return found


TYPED = ["", "?@c4", "c4", "1@c4", "4@d4", "5@h1", "2", "d3", "d3|e3", "a1/a2", "pass", "first 1"]


def answer(game: Game, s: Any, text: str) -> object:
    try:
        return game.parse_move(s, text)
    except goldfield.IllegalMove as refusal:
        return refusal.why, str(refusal), refusal.candidates


def said(game: Game, before: State, move: int, after: State, reader: int) -> tuple[Any, ...]:
    masked = game.mask(before, move, reader)
    views = game.view(before, reader), game.view(after, reader)
    about = (game.rules, game.setup, views[0], masked, views[1])
    return masked, views, game.present.describe(*about), cast(Any, game.present).moved(*about)


@settings(max_examples=120, deadline=None, phases=(Phase.reuse, Phase.generate))
@given(
    number=st.integers(0, len(OPTION_SETS) - 1),
    seed=st.integers(0, GAMES - 1),
    at=st.floats(0, 1, exclude_max=True),
    who=st.floats(0, 1, exclude_max=True),
    data=st.data(),
)
def test_twins_are_the_same_to_their_reader_in_everything_that_is_told(
    number: int, seed: int, at: float, who: float, data: st.DataObject
) -> None:
    game = loaded(number)
    line = line_of(number, seed)
    s, move = line[int(at * len(line))]
    reader = int(who * (game.info.seats + 1)) - 1
    twin = twin_of(game, s, reader, data)
    for owner in range(game.info.seats):
        for one in (s, twin):
            chips = Counter([*on_board(one, owner), *in_hand(one, owner)])
            assert chips == Counter(value - 1 for value in HANDS[game.info.seats])
    assert told(game, s, reader) == told(game, twin, reader)
    rng = seeded(seed, int(1000 * at))
    assert game.guess(game.view(s, reader), reader, rng) == game.guess(
        game.view(twin, reader), reader, rng
    )
    # Whatever is done next, something can be done in the other that looks the same.
    if move < 0:
        return
    if game.to_act(s) < 0:
        assert said(game, s, move, game.play(s, move), reader) == said(
            game, twin, move, game.play(twin, move), reader
        )
        return
    for move in data.draw(st.lists(st.sampled_from(game.moves(s)), min_size=4, max_size=4)):
        masked = game.mask(s, move, reader)
        others = [other for other in game.moves(twin) if game.mask(twin, other, reader) == masked]
        other = data.draw(st.sampled_from(others))
        after, twins_after = game.play(s, move), game.play(twin, other)
        if game.is_over(after):
            continue
        shown = said(game, s, move, after, reader), said(game, twin, other, twins_after, reader)
        if game.to_act(s) == reader and move != other:
            # Without looking, one's own hand still tells what was played: memory is what is tested.
            assert not game.rules.as_dict()["look"]
            shown = shown[0][0], shown[1][0]
        assert shown[0] == shown[1]


@pytest.mark.parametrize("number", range(len(OPTION_SETS)))
def test_whoever_may_know_sees_the_difference(number: int) -> None:
    """So that twins are no empty promise: the owner does see what changed places."""
    game = loaded(number)
    look = bool(OPTION_SETS[number]["look"])
    seen = 0
    for s, _ in line_of(number, 1):
        if s.phase == ENDED:
            continue
        for owner in range(game.info.seats):
            lie, held = on_board(s, owner), in_hand(s, owner)
            if len(set(lie)) > 1:
                twin = with_values(s, owner, [*lie[1:], lie[0], *held])
                if twin != s:
                    seen += 1
                    assert (game.view(twin, owner) != game.view(s, owner)) == look
            if lie and lie[0] not in held:
                twin = with_values(
                    s, owner, [held[0], *lie[1:], lie[0], *held[1:]] if held else lie
                )
                assert twin == s or game.view(twin, owner) != game.view(s, owner)
            for reader in range(SPECTATOR, game.info.seats):
                if reader != owner:
                    twin = with_values(s, owner, [*held, *lie])
                    assert game.view(twin, reader) == game.view(s, reader)
    assert seen > 10


# Whole records --------------------------------------------------------------------------------


def twin_record(match: Match, owner: int, rng: random.Random) -> list[Event]:
    """The same match, in which an owner played the chips in another order and kept others."""
    s = cast(State, match.state)
    values = [*on_board(s, owner), *in_hand(s, owner)]
    rng.shuffle(values)
    value_on = dict(zip(spaces(s.chips[owner]), values, strict=False))
    events = []
    for event in match.events:
        move = event.move
        if event.seat == owner and CHIP <= move < PASS:
            space = (move - CHIP) % SPACES
            move = CHIP + value_on[space] * SPACES + space
        events.append(Event(move, event.kind, event.seat))
    return events


def parts(number: int, seed: int) -> Iterator[Match]:
    """A random match now and again until shortly before its end."""
    match = begun("nuggets", seed, **OPTION_SETS[number])
    rng = random.Random(seed)
    while True:
        ids = [move for move in match.game.moves(match.state) if move != PASS]
        lines = [move for move in ids if move < CHIP]
        pick = rng.choice(lines if lines and rng.random() < 0.6 else ids)
        grown = match.extended(match.plan(match.position, match.to_act, [pick]))
        if grown.is_over:
            yield match
            return
        match = grown
        if match.position % 15 == 0:
            yield match


@pytest.mark.parametrize("number", range(len(OPTION_SETS)))
def test_records_of_twins_are_the_same_for_every_other_reader(number: int) -> None:
    compared = 0
    for seed in range(3):
        for match in parts(number, seed):
            seats = range(match.game.info.seats)
            for owner in seats:
                events = twin_record(match, owner, random.Random(seed))
                twin = Match(match.header, events, None)
                compared += twin.state != match.state
                for reader in (SPECTATOR, *seats):
                    if reader != owner:
                        assert export(match, reader) == export(twin, reader)
                        assert list(match.seen(reader)) == list(twin.seen(reader))
                for position, (a, b) in enumerate(zip(match.states, twin.states, strict=True)):
                    for reader in (SPECTATOR, *seats):
                        assert reader == owner or match.game.view(a, reader) == (
                            twin.game.view(b, reader)
                        ), position
    assert compared > 10


# Guesses --------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(OPTION_SETS)))
def test_guess_agrees_with_the_view_and_deals_what_everybody_started_with(number: int) -> None:
    """And over a long run it finds the truth as often as blind dealing does."""
    game = loaded(number)
    start = Counter(value - 1 for value in HANDS[game.info.seats])
    hits, expected, variance = 0, 0.0, 0.0
    for seed in range(GAMES):
        for at, (s, _) in enumerate(line_of(number, seed)):
            for reader in range(SPECTATOR, game.info.seats):
                view = game.view(s, reader)
                dealt, _ = game.guess(view, reader, seeded(seed * 1000 + at, reader + 1))
                full = cast(State, dealt)
                assert game.view(full, reader) == view
                for owner in range(game.info.seats):
                    truth = [*on_board(s, owner), *in_hand(s, owner)]
                    chips = [*on_board(full, owner), *in_hand(full, owner)]
                    assert Counter(chips) == start
                    places = unknown(game, s, reader, owner)
                    assert [chips[i] for i in range(len(chips)) if i not in places] == [
                        truth[i] for i in range(len(truth)) if i not in places
                    ]
                    pool = Counter(truth[place] for place in places)
                    for place in places[: len(on_board(s, owner))]:
                        chance = pool[truth[place]] / len(places)
                        hits += chips[place] == truth[place]
                        expected += chance
                        variance += chance * (1 - chance) * 2
    assert hits > 500
    assert abs(hits - expected) < 4 * variance**0.5


class Script:
    """A source of words that makes each draw below n come out as written."""

    def __init__(self, draws: Sequence[tuple[int, int]]) -> None:
        self.draws = draws

    def next32(self) -> tuple[int, Words]:
        (u, n), *rest = self.draws
        # One more than the least word that gives u: its lower half is large enough to be taken.
        return (u * 2**32 + n - 1) // n + 1, Script(rest)


def dealings(sizes: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways in which pools of these sizes can be drawn empty, one after another."""
    bounds = [n for size in sizes for n in range(size, 0, -1)]
    for draws in product(*map(range, bounds)):
        yield list(zip(draws, bounds, strict=True))


SMALL = (1, 1, 2, 3)
"""The chips that each seat of a small game starts with."""


@pytest.mark.parametrize("reader", [SPECTATOR, 0, 1])
@pytest.mark.parametrize("look", [True, False])
def test_guess_is_uniform_over_all_dealings(look: bool, reader: int) -> None:
    """Every draw of every chip counted: as often as the single chips, told apart, can lie so."""
    game = goldfield.load("nuggets", look=look)
    hand = sum(1 << HAND_BITS * (value - 1) for value in SMALL)
    setup = cast(Any, game.setup)._replace(hand=hand)
    s = cast(State, game.start())._replace(chips=(0b11 << 4, 0b1 << 20), hands=(hand, hand))
    s = with_values(with_values(s, 0, [2, 0, 0, 1]), 1, [1, 0, 2, 0])
    view = game.room.view(setup, s, reader)
    places = [unknown(game, s, reader, owner) for owner in (0, 1)]
    dealt: Counter[State] = Counter()
    for draws in dealings([len(p) for p in places]):
        full, rest = guess(setup, view, reader, Script(draws))
        assert rest.draws == []
        dealt[full] += 1
    values = [[*on_board(s, owner), *in_hand(s, owner)] for owner in (0, 1)]
    expected: Counter[State] = Counter()
    for orders in product(*(permutations(p) for p in places)):
        full = s
        for owner, order in enumerate(orders):
            moved = list(values[owner])
            for place, source in zip(places[owner], order, strict=True):
                moved[place] = values[owner][source]
            full = with_values(full, owner, moved)
        expected[full] += 1
    assert dealt == expected
    assert s in dealt
    boards = {0: (1 if look else 2, 3), 1: (7, 1)}.get(reader, (7, 3))
    assert len(dealt) == boards[0] * boards[1], "every way in which the hidden chips can lie"
