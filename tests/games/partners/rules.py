"""The rules of Partners: 0+2 against 1+3 lay secret cards on two heaps; the higher sum takes it.

Each seat holds the cards 1, 2 and 3. In a turn it lays one face down on a heap that has room, or
passes, which is final. When all have passed the cards are turned over: a heap goes to the side
with the higher sum on it; a tie halves it, and a heap without cards goes to nobody. Nobody sees a
partner's cards. The heaps are worth 3 and 4 points.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from goldfield.games.contract import CHANCE, OVER, WIN, Info, below, put, rule
from goldfield.games.options import BaseRules, Preset, first_option, numbers, option, players_option
from goldfield.words import say

RULES_VERSION = 1
TITLE = say("Partners")
SUMMARY = say("Lay your cards where your partner would want them, without asking.")
SCORE = say("points")

SEATS, HEAPS, VALUES = 4, 2, 3
PASS = HEAPS * VALUES
"""Move ``heap * 3 + value - 1`` lays a card; ``HIDDEN_CARD + heap`` is how others see it."""
HIDDEN_CARD = PASS + 1
UNKNOWN = 8
"""A hand is a set of bits, 1 << (value - 1); a hidden one is UNKNOWN plus its number of cards."""
WORTH = (3, 4)
UNIT = 2


@dataclass(frozen=True)
class Rules(BaseRules):
    """Options of Partners."""

    players: int = players_option(4, 4)
    first: int = first_option(4)
    look: bool = option(
        True,
        label=say("Look at own cards"),
        help=say("Whether you may look at the cards that you have laid."),
    )
    room: int = option(
        5,
        label=say("Room"),
        help=say("How many cards a heap takes."),
        choices=numbers(3, 5),
    )


PRESETS = (
    Preset(
        "memory",
        say("Memory"),
        say("What you have laid you must remember."),
        {"look": False, "room": 5},
    ),
)


class Setup(NamedTuple):
    """What the options fix."""

    first: int
    look: int
    room: int
    worth: list[int]


class State(NamedTuple):
    """``out``: bits of the seats that passed; ``seat`` is -1 before the draw, -2 after the end.

    ``laid``: by seat, heap and value (``seat * 6 + heap * 3 + value - 1``) how many cards lie so.
    Hidden cards stand in ``down``, by seat and heap (``seat * 2 + heap``), only as a number.
    """

    seat: int
    out: int
    hands: tuple[int, int, int, int]
    laid: tuple[int, ...]
    down: tuple[int, ...]


def info(rules: Rules) -> Info:
    cards = min(HEAPS * rules.room, SEATS * VALUES)
    return Info(
        seats=SEATS,
        side_of=(0, 1, 0, 1),
        moves=PASS + 1,
        outcomes=SEATS,
        most_moves=PASS + 1,
        most_outcomes=SEATS,
        longest=cards + SEATS + (rules.first == 0),
        score_unit=UNIT,
        hidden=("hands", "laid"),
        forced=(PASS,),
    )


def setup_of(rules: Rules) -> Setup:
    return Setup(rules.first, int(rules.look), rules.room, list(WORTH))


def start(setup: Setup) -> State:
    return State(setup.first - 1, 0, (7, 7, 7, 7), (0,) * 24, (0,) * 8)


@rule
def to_act(setup: Setup, s: State) -> int:
    if s.seat == -1:
        return CHANCE
    return OVER if s.seat < 0 else s.seat


@rule
def on_heap(s: State, heap: int) -> int:
    """How many cards lie on a heap."""
    cards = 0
    for seat in range(SEATS):
        cards += s.down[seat * HEAPS + heap]
        for v in range(VALUES):
            cards += s.laid[seat * PASS + heap * VALUES + v]
    return cards


@rule
def moves(setup: Setup, s: State, out: Any) -> int:
    n = 0
    for heap in range(HEAPS):
        if on_heap(s, heap) < setup.room:
            for v in range(VALUES):
                if (s.hands[s.seat] >> v) & 1:
                    out[n] = heap * VALUES + v
                    n += 1
    out[n] = PASS
    return n + 1


@rule
def next_seat(seat: int, out: int) -> int:
    """The next seat that has not passed, or -2 when all have."""
    for k in range(1, SEATS + 1):
        after = (seat + k) % SEATS
        if (out >> after) & 1 == 0:
            return after
    return -2


@rule
def play(setup: Setup, s: State, move: int) -> State:
    if s.seat < 0:
        return State(move, s.out, s.hands, s.laid, s.down)
    if move == PASS:
        out = s.out | (1 << s.seat)
        return State(next_seat(s.seat, out), out, s.hands, s.laid, s.down)
    hands = put(s.hands, s.seat, s.hands[s.seat] & ~(1 << (move % VALUES)))
    at = s.seat * PASS + move
    laid = put(s.laid, at, s.laid[at] + 1)
    return State(next_seat(s.seat, s.out), s.out, hands, laid, s.down)


@rule
def roll(setup: Setup, s: State, rng: Any) -> Any:
    return below(rng, SEATS)


def outcomes(setup: Setup, s: State) -> list[tuple[int, Fraction]]:
    return [(seat, Fraction(1, SEATS)) for seat in range(SEATS)]


@rule
def won_by(setup: Setup, s: State, side: int) -> int:
    """The halves of points of a side in a finished game."""
    points = 0
    for heap in range(HEAPS):
        balance = 0
        for seat in range(SEATS):
            for v in range(VALUES):
                lies = s.laid[seat * PASS + heap * VALUES + v] * (v + 1)
                balance += lies if seat % 2 == side else -lies
        if balance > 0:
            points += UNIT * setup.worth[heap]
        elif balance == 0 and on_heap(s, heap) > 0:
            points += setup.worth[heap]
    return points


@rule
def scores(setup: Setup, s: State) -> tuple[int, int, int, int]:
    """A seat's score is its side's; nothing before the end."""
    if s.seat != OVER:
        return (0, 0, 0, 0)
    even, odd = won_by(setup, s, 0), won_by(setup, s, 1)
    return (even, odd, even, odd)


@rule
def shares(setup: Setup, s: State) -> tuple[int, int]:
    even, odd = won_by(setup, s, 0), won_by(setup, s, 1)
    if even == odd:
        return (WIN // 2, WIN // 2)
    return (WIN, 0) if even > odd else (0, WIN)


@rule
def count(hand: int) -> int:
    """The number of cards in a hand, shown or hidden."""
    if hand >= UNKNOWN:
        return hand - UNKNOWN
    return (hand & 1) + ((hand >> 1) & 1) + ((hand >> 2) & 1)


@rule
def view(setup: Setup, s: State, seat: int) -> State:
    if s.seat == OVER:
        return s
    hands, laid, down = s.hands, s.laid, s.down
    for owner in range(SEATS):
        if owner != seat and s.hands[owner] != 0:
            hands = put(hands, owner, UNKNOWN + count(s.hands[owner]))
        if owner != seat or setup.look == 0:
            for heap in range(HEAPS):
                for v in range(VALUES):
                    at = owner * PASS + heap * VALUES + v
                    under = owner * HEAPS + heap
                    down = put(down, under, down[under] + laid[at])
                    laid = put(laid, at, 0)
    return State(s.seat, s.out, hands, laid, down)


@rule
def mask(setup: Setup, s: State, move: int, seat: int) -> int:
    if s.seat < 0 or move >= PASS or (s.seat == seat and setup.look == 1):
        return move
    return HIDDEN_CARD + move // VALUES


@rule
def guess(setup: Setup, view: State, seat: int, rng: Any) -> Any:
    hands, laid, down = view.hands, view.laid, view.down
    for owner in range(SEATS):
        # The cards that are neither shown in the hand nor known to lie: whatever is free.
        free = 7
        if hands[owner] < UNKNOWN:
            free &= ~hands[owner]
        for heap in range(HEAPS):
            for v in range(VALUES):
                if laid[owner * PASS + heap * VALUES + v] > 0:
                    free &= ~(1 << v)
        for heap in range(HEAPS):
            under = owner * HEAPS + heap
            while down[under] > 0:
                v, rng = below(rng, VALUES)
                if (free >> v) & 1:
                    free &= ~(1 << v)
                    down = put(down, under, down[under] - 1)
                    at = owner * PASS + heap * VALUES + v
                    laid = put(laid, at, laid[at] + 1)
        if hands[owner] >= UNKNOWN:
            hands = put(hands, owner, free)
    return State(view.seat, view.out, hands, laid, down), rng
