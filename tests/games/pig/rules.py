"""The rules of Pig: roll and add, or hold and keep; a 1 loses the turn's sum. First to 100 wins."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from goldfield.games.contract import CHANCE, OVER, WIN, Info, below, put, rule
from goldfield.games.options import BaseRules, Preset, first_option, numbers, option, players_option
from goldfield.words import say

RULES_VERSION = 1
TITLE = say("Pig")
SUMMARY = say("Roll on, or keep what you have.")
SCORE = say("points")
PRESETS: tuple[Preset, ...] = ()

ROLL, HOLD = 0, 1
FIRST = 6
"""Outcomes 0 to 5 are the die's faces; from here on a seat that begins is drawn."""


@dataclass(frozen=True)
class Rules(BaseRules):
    """Options of Pig."""

    players: int = players_option(2, 4)
    first: int = first_option(4)
    goal: int = option(
        100, label=say("Goal"), help=say("Points that win."), choices=numbers(10, 100)
    )


class Setup(NamedTuple):
    """What the options fix."""

    players: int
    first: int
    goal: int


class State(NamedTuple):
    """``seat`` is -1 before the draw of the starter; ``rolling`` is 1 while the die decides."""

    seat: int
    rolling: int
    turn: int
    scores: tuple[int, ...]


def info(rules: Rules) -> Info:
    return Info(
        seats=rules.players,
        side_of=tuple(range(rules.players)),
        moves=2,
        outcomes=FIRST + rules.players,
        most_moves=2,
        most_outcomes=6,
        longest=None,
        score_unit=1,
        hidden=(),
    )


def setup_of(rules: Rules) -> Setup:
    return Setup(rules.players, rules.first, rules.goal)


def start(setup: Setup) -> State:
    return State(setup.first - 1, 1 if setup.first == 0 else 0, 0, (0,) * setup.players)


@rule
def to_act(setup: Setup, s: State) -> int:
    if s.rolling:
        return CHANCE
    if max(s.scores) >= setup.goal:
        return OVER
    return s.seat


@rule
def moves(setup: Setup, s: State, out: Any) -> int:
    out[0] = ROLL
    out[1] = HOLD
    return 2


@rule
def next_seat(setup: Setup, seat: int) -> int:
    return seat + 1 if seat + 1 < setup.players else 0


@rule
def play(setup: Setup, s: State, move: int) -> State:
    if s.rolling:
        if s.seat < 0:
            return State(move - FIRST, 0, 0, s.scores)
        if move == 0:
            return State(next_seat(setup, s.seat), 0, 0, s.scores)
        return State(s.seat, 0, s.turn + move + 1, s.scores)
    if move == ROLL:
        return State(s.seat, 1, s.turn, s.scores)
    total = s.scores[s.seat] + s.turn
    return State(next_seat(setup, s.seat), 0, 0, put(s.scores, s.seat, total))


@rule
def roll(setup: Setup, s: State, rng: Any) -> Any:
    if s.seat < 0:
        seat, rng = below(rng, setup.players)
        return FIRST + seat, rng
    return below(rng, 6)


def outcomes(setup: Setup, s: State) -> list[tuple[int, Fraction]]:
    if s.seat < 0:
        return [(FIRST + seat, Fraction(1, setup.players)) for seat in range(setup.players)]
    return [(face, Fraction(1, 6)) for face in range(6)]


@rule
def scores(setup: Setup, s: State) -> tuple[int, ...]:
    return s.scores


@rule
def shares(setup: Setup, s: State) -> tuple[int, ...]:
    won = s.scores
    for seat in range(setup.players):
        won = put(won, seat, WIN if s.scores[seat] >= setup.goal else 0)
    return won


@rule
def view(setup: Setup, s: State, seat: int) -> State:
    return s


@rule
def mask(setup: Setup, s: State, move: int, seat: int) -> int:
    return move


@rule
def guess(setup: Setup, view: State, seat: int, rng: Any) -> Any:
    return view, rng
