"""The rules of Pebbles: lay what you have in hand, open a shell now and then; moves come back.

A turn begins with a die that says how many pebbles you have (``dice=no``: always three). You lay
them one by one on your heaps A and B, each with its 1 or its 2 up; whoever lays one on B must take
a twig, worth a point. Instead of laying a pebble you may open a shell with it, which holds 0, 1 or
2 points. You stop when you like. After two turns each the sum of pebbles, twigs and shells counts.
With ``secret`` nobody sees the others' pebbles before the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from goldfield.games.contract import CHANCE, OVER, WIN, Info, below, put, rule
from goldfield.games.options import BaseRules, Preset, first_option, option, players_option
from goldfield.words import say

RULES_VERSION = 1
TITLE = say("Pebbles")
SUMMARY = say("Lay pebbles, and lay them otherwise.")
SCORE = say("points")
PRESETS: tuple[Preset, ...] = ()

HEAPS, VALUES, HAND, TURNS = 2, 2, 3, 2
OPEN, STOP, TWIG = 4, 5, 6
"""Move ``heap * 2 + value - 1`` lays a pebble; ``HIDDEN + heap`` is how others see it."""
HIDDEN = 7
SHELL, DRAW = HAND, HAND + 3
"""Outcomes: pebbles in hand less one, then what a shell holds, then who begins."""
DRAWING, ROLLING, LAYING, TWIGGING, OPENING, ENDED = range(6)


@dataclass(frozen=True)
class Rules(BaseRules):
    """Options of Pebbles."""

    players: int = players_option(2, 3)
    first: int = first_option(3)
    dice: bool = option(True, label=say("Die"), help=say("Whether a die decides the hand."))
    secret: bool = option(False, label=say("Secret"), help=say("Whether pebbles lie hidden."))


class Setup(NamedTuple):
    """What the options fix."""

    players: int
    first: int
    dice: int
    secret: int


class State(NamedTuple):
    """``left``: turns to come, this one included. ``laid``: by seat, heap, value how many lie so.

    Hidden ones stand in ``down``, by seat and heap, only as a number. ``gifts``: twigs and shells.
    """

    phase: int
    seat: int
    hand: int
    left: int
    laid: tuple[int, ...]
    down: tuple[int, ...]
    gifts: tuple[int, ...]


def info(rules: Rules) -> Info:
    players = rules.players
    turn = 2 * HAND + 1 + rules.dice
    return Info(
        seats=players,
        side_of=tuple(range(players)),
        moves=HIDDEN,
        outcomes=DRAW + players,
        most_moves=6,
        most_outcomes=3,
        longest=TURNS * players * turn + (rules.first == 0),
        score_unit=1,
        hidden=("laid",) if rules.secret else (),
        forced=(TWIG,),
        takes_back=True,
    )


def setup_of(rules: Rules) -> Setup:
    return Setup(rules.players, rules.first, int(rules.dice), int(rules.secret))


def start(setup: Setup) -> State:
    none = (0,) * setup.players
    s = State(DRAWING, -1, 0, TURNS * setup.players, none * 4, none * 2, none)
    return next_turn(setup, s, setup.first - 1, s.left) if setup.first > 0 else s


@rule
def next_turn(setup: Setup, s: State, seat: int, left: int) -> State:
    """The beginning of a seat's turn."""
    if setup.dice == 1:
        return State(ROLLING, seat, 0, left, s.laid, s.down, s.gifts)
    return State(LAYING, seat, HAND, left, s.laid, s.down, s.gifts)


@rule
def to_act(setup: Setup, s: State) -> int:
    if s.phase == LAYING or s.phase == TWIGGING:
        return s.seat
    return OVER if s.phase == ENDED else CHANCE


def turn_of(setup: Setup, s: State) -> int:
    """The seat whose turn it is; -1 before the draw."""
    return s.seat


@rule
def moves(setup: Setup, s: State, out: Any) -> int:
    if s.phase == TWIGGING:
        out[0] = TWIG
        return 1
    n = 0
    if s.hand > 0:
        for move in range(OPEN + 1):
            out[n] = move
            n += 1
    out[n] = STOP
    return n + 1


@rule
def play(setup: Setup, s: State, move: int) -> State:
    if s.phase == DRAWING:
        return next_turn(setup, s, move - DRAW, s.left)
    if s.phase == ROLLING:
        return State(LAYING, s.seat, move + 1, s.left, s.laid, s.down, s.gifts)
    if s.phase == OPENING:
        gifts = put(s.gifts, s.seat, s.gifts[s.seat] + move - SHELL)
        return State(LAYING, s.seat, s.hand, s.left, s.laid, s.down, gifts)
    if move == TWIG:
        gifts = put(s.gifts, s.seat, s.gifts[s.seat] + 1)
        return State(LAYING, s.seat, s.hand, s.left, s.laid, s.down, gifts)
    if move == OPEN:
        return State(OPENING, s.seat, s.hand - 1, s.left, s.laid, s.down, s.gifts)
    if move == STOP:
        if s.left == 1:
            return State(ENDED, s.seat, 0, 0, s.laid, s.down, s.gifts)
        seat = s.seat + 1 if s.seat + 1 < setup.players else 0
        return next_turn(setup, s, seat, s.left - 1)
    at = s.seat * HEAPS * VALUES + move
    laid = put(s.laid, at, s.laid[at] + 1)
    phase = TWIGGING if move >= VALUES else LAYING
    return State(phase, s.seat, s.hand - 1, s.left, laid, s.down, s.gifts)


@rule
def roll(setup: Setup, s: State, rng: Any) -> Any:
    if s.phase == DRAWING:
        seat, rng = below(rng, setup.players)
        return DRAW + seat, rng
    result, rng = below(rng, 3)
    return (SHELL + result if s.phase == OPENING else result), rng


def outcomes(setup: Setup, s: State) -> list[tuple[int, Fraction]]:
    if s.phase == DRAWING:
        n, first = setup.players, DRAW
    else:
        n, first = 3, SHELL if s.phase == OPENING else 0
    return [(first + i, Fraction(1, n)) for i in range(n)]


@rule
def scores(setup: Setup, s: State) -> tuple[int, ...]:
    """Pebbles count once all are seen."""
    points = s.gifts
    if s.phase == ENDED:
        for seat in range(setup.players):
            at = seat * HEAPS * VALUES
            for i in range(HEAPS * VALUES):
                points = put(points, seat, points[seat] + s.laid[at + i] * (i % VALUES + 1))
    return points


@rule
def shares(setup: Setup, s: State) -> tuple[int, ...]:
    points = scores(setup, s)
    best = max(points)
    winners = 0
    for seat in range(setup.players):
        winners += 1 if points[seat] == best else 0
    won = points
    for seat in range(setup.players):
        won = put(won, seat, WIN // winners if points[seat] == best else 0)
    return won


@rule
def view(setup: Setup, s: State, seat: int) -> State:
    if setup.secret == 0 or s.phase == ENDED:
        return s
    laid, down = s.laid, s.down
    for owner in range(setup.players):
        if owner != seat:
            for heap in range(HEAPS):
                under = owner * HEAPS + heap
                for v in range(VALUES):
                    down = put(down, under, down[under] + laid[under * VALUES + v])
                    laid = put(laid, under * VALUES + v, 0)
    return State(s.phase, s.seat, s.hand, s.left, laid, down, s.gifts)


@rule
def mask(setup: Setup, s: State, move: int, seat: int) -> int:
    if setup.secret == 0 or s.phase != LAYING or move >= OPEN or s.seat == seat:
        return move
    return HIDDEN + move // VALUES


@rule
def guess(setup: Setup, view: State, seat: int, rng: Any) -> Any:
    laid, down = view.laid, view.down
    for under in range(setup.players * HEAPS):
        while down[under] > 0:
            v, rng = below(rng, VALUES)
            down = put(down, under, down[under] - 1)
            laid = put(laid, under * VALUES + v, laid[under * VALUES + v] + 1)
    return State(view.phase, view.seat, view.hand, view.left, laid, down, view.gifts), rng
