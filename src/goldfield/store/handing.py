"""Seats that change hands: read and written beside the events, in a sequence of their own."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from goldfield.match.record import StandIn
from goldfield.store.schema import HANDOVER
from goldfield.store.store import Entry, Handover, HandoverKind, NotAllowed, SeatChanged, Status
from goldfield.words import say

_OF_MATCHES = (
    select(HANDOVER)
    .where(HANDOVER.c.match.in_(bindparam("ids", expanding=True)))
    .order_by(HANDOVER.c.match, HANDOVER.c.seq)
)
_LAST = select(func.coalesce(func.max(HANDOVER.c.seq), 0)).where(
    HANDOVER.c.match == bindparam("id")
)
_PLAYS = (
    select(HANDOVER.c.bot)
    .where(
        HANDOVER.c.match == bindparam("id"),
        HANDOVER.c.seat == bindparam("seat"),
        HANDOVER.c.kind != HandoverKind.MOVED.value,
    )
    .order_by(HANDOVER.c.seq.desc())
    .limit(1)
)


def of_matches(connection: Connection, match_ids: Sequence[str]) -> dict[str, tuple[Handover, ...]]:
    """The handovers of matches, in order; those without any are missing."""
    if not match_ids:
        return {}
    found: dict[str, list[Handover]] = {}
    for row in connection.execute(_OF_MATCHES, {"ids": list(match_ids)}):
        one = Handover(
            HandoverKind(row.kind), row.seat, row.position, row.bot, row.player, row.by, row.at
        )
        found.setdefault(row.match, []).append(one)
    return {match_id: tuple(handovers) for match_id, handovers in found.items()}


def note(connection: Connection, match_id: str, *handovers: Handover) -> None:
    """Write handovers behind those that are there."""
    last = connection.execute(_LAST, {"id": match_id}).scalar_one()
    for n, one in enumerate(handovers, last + 1):
        connection.execute(
            insert(HANDOVER).values(
                match=match_id,
                seq=n,
                kind=one.kind.value,
                seat=one.seat,
                position=one.position,
                bot=one.bot,
                player=one.player,
                by=one.by,
                at=one.at,
            )
        )


def forget_moved(connection: Connection, match_id: str, seat: int, player: str) -> None:
    """Forget that a seat went away from a player's device once before: it does so again."""
    this = (HANDOVER.c.match == match_id) & (HANDOVER.c.seat == seat)
    moved = (HANDOVER.c.kind == HandoverKind.MOVED.value) & (HANDOVER.c.player == player)
    connection.execute(delete(HANDOVER).where(this, moved))


def check_bot_plays(connection: Connection, match_id: str, seat: int) -> None:
    """Raise SeatChanged unless a bot sits in on a seat just now."""
    if not connection.scalar(_PLAYS, {"id": match_id, "seat": seat}):
        raise SeatChanged


def check_running(entry: Entry) -> None:
    """Raise NotAllowed where no seat can be handed to a bot, or back."""
    if entry.status is not Status.RUNNING:
        raise NotAllowed(say("Only while a game runs can a bot sit in for somebody."))


def stand_ins(handovers: Sequence[Handover]) -> tuple[StandIn, ...]:
    """What a record keeps of handovers: since when a bot played, and since when a person again."""
    return tuple(
        StandIn(one.position, one.seat, one.bot)
        for one in handovers
        if one.kind is not HandoverKind.MOVED
    )


def kept(stand_ins: Sequence[StandIn], at: str) -> tuple[Handover, ...]:
    """The handovers of a record that is brought along."""
    return tuple(
        Handover(
            HandoverKind.BOT if one.bot else HandoverKind.BACK,
            one.seat,
            one.position,
            one.bot,
            at=at,
        )
        for one in stand_ins
    )
