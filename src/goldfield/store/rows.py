"""Rows of the tables read into what the store hands out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, select

from goldfield.match.record import Event, Kind
from goldfield.store import handing
from goldfield.store.schema import EVENT, HANDOVER, MATCH, MUTE, SEAT
from goldfield.store.store import (
    Dated,
    Entry,
    NotFound,
    Sitter,
    SitterKind,
    Standing,
    Status,
    Talk,
    TalkKind,
)


def stamp() -> str:
    """The time now, UTC, as the store keeps it: ``2026-11-30T18:25:44.123Z``."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


_AGAIN = MATCH.alias("again")
POSITION = func.coalesce(
    select(func.max(EVENT.c.position) + 1).where(EVENT.c.match == MATCH.c.id).scalar_subquery(), 0
)
"""How many events a match has."""

# Statements are made once: building one costs more than running it.
ENTRIES = select(
    MATCH,
    POSITION.label("position"),
    func.coalesce(
        select(_AGAIN.c.id).where(_AGAIN.c.rematch_of == MATCH.c.id).scalar_subquery(), ""
    ).label("rematch"),
    func.coalesce(
        select(EVENT.c.at)
        .where(EVENT.c.match == MATCH.c.id)
        .order_by(EVENT.c.position.desc())
        .limit(1)
        .scalar_subquery(),
        "",
    ).label("moved"),
    select(HANDOVER.c.seq)
    .where(HANDOVER.c.match == MATCH.c.id)
    .limit(1)
    .scalar_subquery()
    .label("handed"),
    select(MUTE.c.number)
    .where(MUTE.c.match == MATCH.c.id)
    .limit(1)
    .scalar_subquery()
    .label("muting"),
)
"""Rows of ``match`` with the number of their events and the id of their rematch."""
_ENTRY = ENTRIES.where(MATCH.c.id == bindparam("id"))
_SEATS = (
    select(SEAT)
    .where(SEAT.c.match.in_(bindparam("ids", expanding=True)))
    .order_by(SEAT.c.match, SEAT.c.seat)
)
_EVENTS = (
    select(EVENT.c.move, EVENT.c.kind, EVENT.c.seat, EVENT.c.at)
    .where(EVENT.c.match == bindparam("id"), EVENT.c.position >= bindparam("since"))
    .order_by(EVENT.c.position)
)
_STANDING = select(MATCH.c.status, POSITION).where(MATCH.c.id == bindparam("id"))


def standing(connection: Connection, match_id: str) -> tuple[Status, int]:
    """The status and position of a match. Raises NotFound."""
    row = connection.execute(_STANDING, {"id": match_id}).one_or_none()
    if row is None:
        raise NotFound
    return Status(row[0]), row[1]


def entry(connection: Connection, match_id: str) -> Entry:
    """A match by id. Raises NotFound."""
    row = connection.execute(_ENTRY, {"id": match_id}).one_or_none()
    if row is None:
        raise NotFound
    return entries(connection, [row])[0]


def entries(connection: Connection, rows: Sequence[Row[Any]]) -> tuple[Entry, ...]:
    """The matches of ``ENTRIES``, their seats read together."""
    seats: dict[str, list[Sitter]] = {row.id: [] for row in rows}
    for seat in connection.execute(_SEATS, {"ids": list(seats)}):
        seats[seat.match].append(
            Sitter(
                kind=SitterKind(seat.kind),
                player=seat.player,
                name=seat.name,
                bot=seat.bot,
                phrase=seat.phrase,
                token_hash=seat.token_hash or "",
                frozen=seat.frozen,
            )
        )
    handed = handing.of_matches(connection, [row.id for row in rows if row.handed])
    return tuple(
        Entry(
            id=row.id,
            game=row.game,
            rules_version=row.rules_version,
            options=json.loads(row.options),
            title=row.title,
            status=Status(row.status),
            owner=row.owner,
            public=row.public,
            commitment=row.commitment,
            seed=row.seed,
            created=row.created,
            changed=row.changed,
            rematch_of=row.rematch_of or "",
            rematch=row.rematch,
            position=row.position,
            version=row.version,
            seats=tuple(seats[row.id]),
            moved=row.moved,
            handovers=handed.get(row.id, ()),
            muting=bool(row.muting),
        )
        for row in rows
    )


def dated(connection: Connection, match_id: str, since: int) -> tuple[Dated, ...]:
    """The events of a match from a position on, in order."""
    found = connection.execute(_EVENTS, {"id": match_id, "since": since})
    return tuple(Dated(Event(move, Kind(kind), seat), at) for move, kind, seat, at in found)


def seat_row(match_id: str, seat: int, sitter: Sitter) -> dict[str, Any]:
    """A sitter as a row of ``seat``."""
    return {
        "match": match_id,
        "seat": seat,
        "kind": sitter.kind.value,
        "player": sitter.player,
        "name": sitter.name,
        "bot": sitter.bot,
        "phrase": sitter.phrase,
        "frozen": sitter.frozen,
        "token_hash": sitter.token_hash or None,
    }


def event_rows(
    match_id: str, position: int, events: Iterable[Event], at: str
) -> list[dict[str, Any]]:
    """Events as rows of ``event``, the first at ``position``."""
    return [
        {
            "match": match_id,
            "position": position + i,
            "move": event.move,
            "kind": event.kind.value,
            "seat": event.seat,
            "at": at,
        }
        for i, event in enumerate(events)
    ]


def talk(row: Row[Any]) -> Talk:
    """A row of ``talk``."""
    return Talk(
        row.seq,
        TalkKind(row.kind),
        row.seat,
        row.name,
        row.text,
        row.at,
        row.player,
        Standing(row.standing),
    )
