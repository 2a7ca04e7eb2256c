"""Who sat in for whom in a match: what a record tells, seat by seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldfield.match.record import Event, Header, Kind


@dataclass(frozen=True, slots=True)
class SatIn:
    """Bots sat in at a person's seat (from 0) and made ``moves`` of the seat's ``of`` decisions.

    ``bots`` are their names in the order in which they came, each once. All of it is as the record
    tells: nobody signs for having played.
    """

    seat: int
    bots: tuple[str, ...]
    moves: int
    of: int


def sat_in(header: Header, events: Sequence[Event]) -> tuple[SatIn, ...]:
    """Whoever was stood in for, by seat; empty where everybody played for themselves."""
    found: list[SatIn] = []
    for seat in range(len(header.seats)):
        bots = [one.bot for one in header.stand_ins if one.seat == seat and one.bot]
        if not bots:
            continue
        decided = [at for at, e in enumerate(events) if e.seat == seat and e.kind is Kind.MOVE]
        by_bot = sum(bool(header.bot_at(seat, at)) for at in decided)
        found.append(SatIn(seat, tuple(dict.fromkeys(bots)), by_bot, len(decided)))
    return tuple(found)
