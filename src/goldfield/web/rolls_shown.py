"""Rolled against expected, as the page of a finished game draws it: bars, and marks on them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from goldfield.match.rolled import SeatRolls, Tally, faces_of, rolled
from goldfield.match.table import Match
from goldfield.words import Message, Pieces, say

WIDTH, HEIGHT = 46, 104
"""Of a bar's column, and of the tallest bar, in units of the picture."""
TOP, FOOT = 24, 44
"""Room for the figure above a bar, and for the face below it."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One face of a seat's dice: how often it fell and should have, and how that is drawn."""

    face: str
    piece_message: Message
    """The face, to be said aloud."""
    rolled: int
    expected: float
    usual: float
    """How far it usually strays: one standard deviation."""
    x: int
    top: float
    """Where the bar begins, from above."""
    height: float
    mark: float
    """Where the expectation stands."""


@dataclass(frozen=True, slots=True)
class RollsOfSeat:
    """All that is drawn and said of one seat's dice."""

    seat: int
    rolls: int
    dice: int
    bars: tuple[Bar, ...]
    busts: int
    """Rolls that brought nothing, -1 where a game knows no such thing."""
    busts_expected: float = 0.0
    busts_usual: float = 0.0


def rolls_shown(match: Match) -> tuple[RollsOfSeat, ...]:
    """What every seat rolled in a closed match; empty for a game without dice.

    Kept for the matches that were looked at last.
    """
    return _shown(match.header.match_id, match.position, _Held(match))


class _Held:
    """A match beside a cache's key, which tells closed matches apart already."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.match.events == self.match.events


@functools.lru_cache(maxsize=64)
def _shown(match_id: str, events: int, held: _Held) -> tuple[RollsOfSeat, ...]:
    seats = rolled(held.match)
    # One scale for all, so that bars of different seats can be compared.
    most = max((_reach(tally) for seat in seats for tally in seat.faces), default=1.0) or 1.0
    faces = faces_of(held.match.game)
    return tuple(_drawn(n, seat, faces, most) for n, seat in enumerate(seats) if seat.rolls)


def _reach(tally: Tally) -> float:
    return max(float(tally.happened), float(tally.expected))


def _drawn(number: int, seat: SeatRolls, faces: Sequence[str], most: float) -> RollsOfSeat:
    def height(count: int | Fraction) -> float:
        return round(HEIGHT * float(count) / most, 1)

    bars = tuple(
        Bar(
            face=face,
            piece_message=say("{face}", face=Pieces("dice", face)),
            rolled=tally.happened,
            expected=float(tally.expected),
            usual=sqrt(tally.variance),
            x=WIDTH * i,
            top=TOP + HEIGHT - height(tally.happened),
            height=height(tally.happened),
            mark=TOP + HEIGHT - height(tally.expected),
        )
        for i, (face, tally) in enumerate(zip(faces, seat.faces, strict=True))
    )
    if seat.busts is None:
        return RollsOfSeat(number, seat.rolls, seat.dice, bars, -1)
    return RollsOfSeat(
        number,
        seat.rolls,
        seat.dice,
        bars,
        seat.busts.happened,
        float(seat.busts.expected),
        sqrt(seat.busts.variance),
    )
