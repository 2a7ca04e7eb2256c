"""The rules of Kuhn poker: a card each of J Q K, an ante of 1, one bet of 1, high card wins.

Source: H. W. Kuhn, "A simplified two-person poker", 1950. Under best play the seat that begins
loses 1/18 of a chip a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from goldfield.games.contract import CHANCE, OVER, WIN, Info, below, rule
from goldfield.games.options import BaseRules, Preset, first_option, players_option
from goldfield.words import say

RULES_VERSION = 1
TITLE = say("Kuhn poker")
SUMMARY = say("Three cards, one bet, and a bluff.")
SCORE = say("chips")
PRESETS: tuple[Preset, ...] = ()

PASS, BET = 0, 1
NONE, JACK, QUEEN, KING, UNKNOWN = 0, 1, 2, 3, 4
DRAW_STARTER = 3
"""Outcomes 0 to 2 deal a jack, queen, king; 3 and 4 draw the seat that begins."""
HIDDEN_CARD = 5
"""A dealt card as those see it who may not know it."""


@dataclass(frozen=True)
class Rules(BaseRules):
    """Options of Kuhn poker."""

    players: int = players_option(2, 2)
    first: int = first_option(2)


class Setup(NamedTuple):
    """What the options fix."""

    first: int


class State(NamedTuple):
    """``first`` is -1 before the draw of the starter; ``line`` holds the moves made.

    ``cards``: by seat, NONE before the deal, UNKNOWN in a view. ``line``: two bits a move behind a
    leading one, so 1 is no move, 0b110 a pass, 0b111 a bet, 0b11011 a pass and a bet.
    """

    first: int
    cards: tuple[int, int]
    line: int


START, PASSED, RAISED = 1, 0b110, 0b111
PASS_PASS, PASS_BET, BET_PASS, BET_BET = 0b11010, 0b11011, 0b11110, 0b11111
PASS_BET_PASS, PASS_BET_BET = 0b1101110, 0b1101111


def info(rules: Rules) -> Info:
    return Info(
        seats=2,
        side_of=(0, 1),
        moves=2,
        outcomes=5,
        most_moves=2,
        most_outcomes=3,
        longest=6,
        score_unit=1,
        hidden=("cards",),
    )


def setup_of(rules: Rules) -> Setup:
    return Setup(rules.first)


def start(setup: Setup) -> State:
    return State(setup.first - 1, (NONE, NONE), START)


@rule
def is_over(s: State) -> int:
    """1 when no move is left, else 0."""
    return 1 if s.line >= PASS_PASS and s.line != PASS_BET else 0


@rule
def is_showdown(s: State) -> int:
    """1 when the cards were turned over, else 0."""
    return 1 if s.line == PASS_PASS or s.line == BET_BET or s.line == PASS_BET_BET else 0


@rule
def to_act(setup: Setup, s: State) -> int:
    if s.cards[1] == NONE:
        return CHANCE
    if is_over(s):
        return OVER
    return 1 - s.first if s.line == PASSED or s.line == RAISED else s.first


@rule
def moves(setup: Setup, s: State, out: Any) -> int:
    out[0] = PASS
    out[1] = BET
    return 2


@rule
def play(setup: Setup, s: State, move: int) -> State:
    if s.first < 0:
        return State(move - DRAW_STARTER, s.cards, s.line)
    if s.cards[0] == NONE:
        return State(s.first, (move + JACK, NONE), s.line)
    if s.cards[1] == NONE:
        return State(s.first, (s.cards[0], move + JACK), s.line)
    return State(s.first, s.cards, s.line * 4 + 2 + move)


@rule
def roll(setup: Setup, s: State, rng: Any) -> Any:
    if s.first < 0:
        seat, rng = below(rng, 2)
        return DRAW_STARTER + seat, rng
    if s.cards[0] == NONE:
        return below(rng, 3)
    card, rng = below(rng, 2)
    return (card if card + JACK < s.cards[0] else card + 1), rng


def outcomes(setup: Setup, s: State) -> list[tuple[int, Fraction]]:
    if s.first < 0:
        return [(DRAW_STARTER + seat, Fraction(1, 2)) for seat in range(2)]
    left = [c for c in range(3) if c + JACK != s.cards[0]]
    return [(c, Fraction(1, len(left))) for c in left]


@rule
def winner(s: State) -> int:
    """The seat that won a finished game."""
    if is_showdown(s):
        return 0 if s.cards[0] > s.cards[1] else 1
    return s.first if s.line == BET_PASS else 1 - s.first


@rule
def scores(setup: Setup, s: State) -> tuple[int, int]:
    """Chips won so far; nothing before the end."""
    if not is_over(s):
        return (0, 0)
    chips = 2 if s.line == BET_BET or s.line == PASS_BET_BET else 1
    return (chips, -chips) if winner(s) == 0 else (-chips, chips)


@rule
def shares(setup: Setup, s: State) -> tuple[int, int]:
    return (WIN, 0) if winner(s) == 0 else (0, WIN)


@rule
def seen(s: State, owner: int, seat: int) -> int:
    """The card of ``owner`` as ``seat`` may know it."""
    if s.cards[owner] == NONE or owner == seat or is_showdown(s):
        return s.cards[owner]
    return UNKNOWN


@rule
def view(setup: Setup, s: State, seat: int) -> State:
    return State(s.first, (seen(s, 0, seat), seen(s, 1, seat)), s.line)


@rule
def mask(setup: Setup, s: State, move: int, seat: int) -> int:
    if s.first >= 0 and s.cards[1] == NONE:
        owner = 0 if s.cards[0] == NONE else 1
        return move if owner == seat else HIDDEN_CARD
    return move


@rule
def guess(setup: Setup, view: State, seat: int, rng: Any) -> Any:
    mine, theirs = view.cards
    if mine == UNKNOWN:
        if theirs in (NONE, UNKNOWN):
            card, rng = below(rng, 3)
            mine = card + JACK
        else:
            card, rng = below(rng, 2)
            mine = card + JACK if card + JACK < theirs else card + JACK + 1
    if theirs == UNKNOWN:
        card, rng = below(rng, 2)
        theirs = card + JACK if card + JACK < mine else card + JACK + 1
    return State(view.first, (mine, theirs), view.line), rng
