"""NU2: who begins the next game at the same table, by who lost the last one."""

from __future__ import annotations

from collections.abc import Sequence

from goldfield.games.contract import Starters
from goldfield.words import say

LOSER = say("Whoever lost a game begins the next one.")
PARTNERS = say("The side that lost a game begins the next one.")
SEVERAL = say("Whoever lost a game begins the next one, and several had the fewest points.")
ALL = say("Whoever lost a game begins the next one, and all had equally many points.")


def losers(points: Sequence[int], side_of: Sequence[int]) -> Starters:
    """The seats with the fewest points. Partners have theirs together, so both or neither lost."""
    fewest = min(points)
    seats = tuple(seat for seat, own in enumerate(points) if own == fewest)
    if len(seats) == len(points):
        return Starters(seats, ALL)
    if len(seats) == 1:
        return Starters(seats, LOSER)
    one_side = len({side_of[seat] for seat in seats}) == 1
    return Starters(seats, PARTNERS if one_side else SEVERAL)
