"""A bot sits in for somebody, a person plays again, a seat goes to another device."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import update

from goldfield.match.refused import Stale
from goldfield.store import handing, manners, rows
from goldfield.store.schema import MATCH
from goldfield.store.store import (
    Check,
    Entry,
    Handover,
    HandoverKind,
    NotAllowed,
    SeatChanged,
    Sitter,
    SitterKind,
)
from goldfield.store.versions import changed
from goldfield.store.writer import Work
from goldfield.words import say

AT_ONE_MOVE = 3
"""So often one may ask for a bot on one's own seat between two events."""
OF_ONE_SEAT = 100
"""So often one may do so in a whole match."""
IN_A_MATCH = 2000
"""So often bots sit in at all: a record must not grow without end, nor beyond what can be imported.
Others ask only after a long wait, and are hardly ever refused, so that a game goes on."""

DEVICES = 200
"""To so many other devices a seat goes in one match: whoever was there before is kept in mind, and
what is kept must not grow without end."""


def bot_plays(
    work: Work, match_id: str, position: int, seat: int, bot: str, by: int, check: Check | None
) -> Entry:
    """Let a bot sit in; see ``Store.let_bot_play``."""
    there = rows.entry(work.connection, match_id)
    if check:
        check(there)
    handing.check_running(there)
    if there.position != position:
        raise Stale(there.position)
    if there.seats[seat].kind is not SitterKind.PERSON:
        raise SeatChanged
    if there.stand_in(seat):
        return there
    _check_often(there, seat, by)
    one = Handover(HandoverKind.BOT, seat, position, bot, by=by, at=rows.stamp())
    handing.note(work.connection, match_id, one)
    return changed(work, match_id)


def _check_often(there: Entry, seat: int, by: int) -> None:
    """Raise NotAllowed where bots sat in often enough."""
    sat = [one for one in there.handovers if one.kind is HandoverKind.BOT]
    own = [one for one in sat if one.seat == seat and one.by < 0]
    if len(sat) >= IN_A_MATCH or (by < 0 and len(own) >= OF_ONE_SEAT):
        raise NotAllowed(
            say("Bots have sat in so often in this game that the people play it to its end.")
        )
    if by < 0 and sum(one.position == there.position for one in own) >= AT_ONE_MOVE:
        raise NotAllowed(
            say("A bot has sat in here often enough for one move: make it, and then ask again.")
        )


def person_plays(work: Work, match_id: str, seat: int, check: Check | None) -> Entry:
    """Let a person play again; see ``Store.let_person_play``."""
    there = rows.entry(work.connection, match_id)
    if check:
        check(there)
    if not there.stand_in(seat):
        return there
    handing.check_running(there)
    one = Handover(HandoverKind.BACK, seat, there.position, at=rows.stamp())
    handing.note(work.connection, match_id, one)
    return changed(work, match_id)


def note_moved(work: Work, there: Entry, seat: int, sitter: Sitter) -> None:
    """Note it where a person's seat goes to another browser; whoever takes it there plays again.

    The table goes along with the last seat of its owner, not with one beside it. However often a
    seat goes to and fro between two devices, each is kept in mind once.

    Raises NotAllowed for one device too many.
    """
    before = there.seats[seat]
    if not before.kind is sitter.kind is SitterKind.PERSON or before.player == sitter.player:
        return
    known = [h.player for h in there.handovers if h.seat == seat and h.kind is HandoverKind.MOVED]
    if before.player not in known and len(known) >= DEVICES:
        raise NotAllowed(
            say("This seat has been at so many devices in this game that it stays where it is.")
        )
    handing.forget_moved(work.connection, there.id, seat, before.player)
    moved = Handover(
        HandoverKind.MOVED, seat, there.position, player=before.player, at=rows.stamp()
    )
    beside = [s.player for at, s in enumerate(there.seats) if at != seat]
    if before.player == there.owner and before.player not in beside:
        this = MATCH.c.id == there.id
        work.connection.execute(update(MATCH).where(this).values(owner=sitter.player))
    manners.follow(work.connection, there.id, before.player, sitter.player)
    back = replace(moved, kind=HandoverKind.BACK, player="")
    handing.note(work.connection, there.id, *((moved, back) if there.stand_in(seat) else (moved,)))
