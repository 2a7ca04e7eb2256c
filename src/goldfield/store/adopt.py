"""Taking closed matches from records into the store, as if they had been played there."""

from __future__ import annotations

import json

from sqlalchemy import insert, select

from goldfield.match.record import SeatKind
from goldfield.match.table import Match
from goldfield.store import handing, rows
from goldfield.store.schema import EVENT, MATCH, SEAT
from goldfield.store.sql import SqlStore
from goldfield.store.store import (
    MAX_NAME,
    MAX_PHRASE,
    Change,
    Entry,
    NotAllowed,
    Sitter,
    SitterKind,
    Status,
)
from goldfield.store.writer import Work
from goldfield.words import say


async def adopt(store: SqlStore, *matches: Match) -> tuple[Entry, ...]:
    """Keep closed matches under their own ids, their seeds revealed and nobody their owner.

    All of them or none. The caller has verified them. Raises NotAllowed when one is not closed,
    when its id is taken, or when a name or phrase is longer than the store keeps.
    """
    for match in matches:
        if match.seed is None:
            raise NotAllowed(say("Only a match that is over can be imported."))
        seats = match.header.seats
        if any(len(s.name) > MAX_NAME or len(s.phrase) > MAX_PHRASE for s in seats):
            raise NotAllowed(say("A name or phrase in this record is too long to be kept."))

    def run(work: Work) -> tuple[Entry, ...]:
        return tuple(_kept(work, match) for match in matches)

    return await store.write(run)


def _kept(work: Work, match: Match) -> Entry:
    """Insert a match. Raises NotAllowed when its id is taken."""
    header = match.header
    taken = select(MATCH.c.id).where(MATCH.c.id == header.match_id)
    if work.connection.scalar(taken) is not None:
        raise NotAllowed(say("The match {match} is there already.", match=header.match_id))
    now = rows.stamp()
    status = Status.FINISHED if match.is_over else Status.ABANDONED
    work.connection.execute(
        insert(MATCH).values(
            id=header.match_id,
            game=header.game,
            rules_version=header.rules_version,
            options=json.dumps(dict(header.options)),
            title="",
            status=status.value,
            owner="",
            public=False,
            commitment=header.commitment,
            seed=match.seed,
            created=header.created,
            changed=now,
            version=1,
            rematch_of=None,
            key=None,
        )
    )
    sitters = [
        Sitter(
            SitterKind.BOT if seat.kind is SeatKind.BOT else SitterKind.PERSON,
            name=seat.name,
            bot=seat.bot,
            phrase=seat.phrase,
            frozen=seat.frozen,
        )
        for seat in header.seats
    ]
    work.connection.execute(
        insert(SEAT), [rows.seat_row(header.match_id, i, s) for i, s in enumerate(sitters)]
    )
    if match.events:
        work.connection.execute(
            insert(EVENT), rows.event_rows(header.match_id, 0, match.events, now)
        )
    handing.note(work.connection, header.match_id, *handing.kept(header.stand_ins, now))
    work.changes.append(Change(header.match_id, 1))
    return rows.entry(work.connection, header.match_id)
