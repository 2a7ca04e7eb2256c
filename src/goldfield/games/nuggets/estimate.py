"""What a view tells: the chips that an owner must have somewhere, and the gold in an area."""

from __future__ import annotations

from goldfield.games.contract import rule
from goldfield.games.nuggets.board import popcount
from goldfield.games.nuggets.rules import in_hand
from goldfield.games.nuggets.state import CHIP_VALUES, HAND_BITS, MARKERS, Setup, State


@rule
def pool_of(setup: Setup, s: State, seat: int) -> int:
    """The chips of a seat whose place the reader does not know, as a hand."""
    pool = setup.hand
    for i in range(CHIP_VALUES):
        known = in_hand(s.hands[seat], i) + popcount(s.worth[i] & s.chips[seat])
        pool -= known << (HAND_BITS * i)
    return pool


@rule
def points_of(hand: int) -> int:
    """What the known chips of a hand are worth together."""
    total = 0
    for i in range(CHIP_VALUES):
        total += (i + 1) * in_hand(hand, i)
    return total


@rule
def gold_in(setup: Setup, s: State, area: int) -> int:
    """What the markers in an area are worth."""
    value = 0
    for i in range(MARKERS):
        value += setup.values[i] * ((area >> s.mines[i]) & 1)
    return value
