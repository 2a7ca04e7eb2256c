"""Who takes what, in words: sides, points with their halves and thirds, areas (NU10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from goldfield.games.nuggets.rules import SIXTHS, Rules
from goldfield.games.nuggets.state import Setup
from goldfield.words import Message, SeatName, Value, number_text, say, say_n


def listed(parts: Sequence[Value]) -> Value:
    """A list inside a sentence, with "and" before its last part."""
    if len(parts) < 2:
        return parts[0] if parts else ()
    return say("{some} and {last}", some=tuple(parts[:-1]), last=parts[-1])


def side_name(setup: Setup, side: int) -> SeatName | Message:
    """A side inside a sentence: a seat, or two partners."""
    if setup.sides == setup.players:
        return SeatName(side)
    return say("{a} and {b}", a=SeatName(side), b=SeatName(side + setup.sides))


def points_words(sixths: int) -> Message:
    """Points of which a part may be a half or a third: ``3½ points``."""
    points = Fraction(sixths, SIXTHS)
    if points.denominator == 1:
        return say_n("{n} point", "{n} points", points.numerator)
    return say("{number} points", number=number_text(points))


def sums_words(setup: Setup, sums: Sequence[int]) -> tuple[Message, ...]:
    """What each side that has a chip there has in all; nothing for the others."""
    return tuple(
        say("{side} {number}", side=side_name(setup, side), number=has)
        for side, has in enumerate(sums)
        if has
    )


def totals_words(setup: Setup, totals: Sequence[int]) -> tuple[Message, ...]:
    """The points of all sides, from sixths."""
    return tuple(
        say(
            "{side} {number}",
            side=side_name(setup, side),
            number=number_text(Fraction(sixths, SIXTHS)),
        )
        for side, sixths in enumerate(totals)
    )


def award(rules: Rules, setup: Setup, found: Mapping[str, Any]) -> Message:
    """Who takes the mines of an area, from an entry of :func:`reveal.awards`."""
    if not found["markers"]:
        return say("There was no mine: nobody got anything.")
    takers: Sequence[int] = found["takers"]
    if not takers:
        return say("There was no chip: nobody got anything.")
    share = points_words(found["share"])
    if len(takers) > 1:
        return _shared(setup, takers, share)
    side = side_name(setup, takers[0])
    if isinstance(side, SeatName):
        return say("{seat} took {points}.", seat=side, points=share)
    return say("{partners} took {points}.", partners=side, points=share)


def _shared(setup: Setup, takers: Sequence[int], share: Message) -> Message:
    """Several sides have equally much and divide what there is."""
    if setup.sides < setup.players:
        return say("Both sides tied: {points} for each.", points=share)
    names = listed([SeatName(seat) for seat in takers])
    return say("{seats} tied: {points} for each.", seats=names, points=share)
