"""Who mutes whom beside a table, and what becomes of lines that were reported.

A mute is kept for one reader and changes what that one is shown, nothing else. It goes along with
the seat of either to another device, and to the next game at the same table. Each reader's are
numbered on their own, so that no number tells of what others have muted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, delete, func, insert, literal, or_, select, update

from goldfield.store import rows
from goldfield.store.schema import MUTE, TALK
from goldfield.store.store import (
    Entry,
    HandoverKind,
    Mute,
    NoSuchLine,
    Report,
    SitterKind,
    Standing,
    Talk,
    TalkKind,
)
from goldfield.store.versions import touch
from goldfield.store.writer import Work

AROUND = 2
"""How many lines before and after a reported one are shown with it."""
REPORTS = 20
"""How many reported lines are shown at once, the oldest first."""


def same_person(entry: Entry, player: str) -> frozenset[str]:
    """A player, and whoever they were at devices from which their seat has moved on.

    A device where somebody still sits is another person's.
    """
    seated = {s.player for s in entry.seats if s.kind is SitterKind.PERSON}
    moved = [h for h in entry.handovers if h.kind is HandoverKind.MOVED]
    found = {player}
    if player not in seated:
        found |= {entry.seats[h.seat].player for h in moved if h.player == player} - {""}
    found |= {
        h.player
        for h in moved
        if entry.seats[h.seat].player in found and h.player not in seated | {""}
    }
    return frozenset(found)


def mute(work: Work, match_id: str, by: str, whom: Collection[str], name: str) -> None:
    """Let a reader no more hear some players, under one number and name."""
    number = _last_number(work.connection, match_id, by) + 1
    touch(work, match_id)
    for player in sorted(whom):
        _insert(work.connection, Mute(number, player, name), match_id, by)


def _last_number(connection: Connection, match_id: str, by: str) -> int:
    last = select(func.coalesce(func.max(MUTE.c.number), 0))
    return connection.execute(last.where(MUTE.c.match == match_id, MUTE.c.by == by)).scalar_one()


def unmute(work: Work, match_id: str, by: str, number: int) -> None:
    """Let a reader hear again whom they muted under a number; harmless where they hear them."""
    this = (MUTE.c.match == match_id) & (MUTE.c.by == by) & (MUTE.c.number == number)
    if work.connection.execute(delete(MUTE).where(this)).rowcount:
        touch(work, match_id)  # else anybody could keep all pages of a table busy


def muted(connection: Connection, match_id: str, by: str) -> tuple[Mute, ...]:
    """Whom a reader does not hear, in the order in which they were muted."""
    wanted = (
        select(MUTE.c.number, MUTE.c.whom, MUTE.c.name)
        .where(MUTE.c.match == match_id, MUTE.c.by == by)
        .order_by(MUTE.c.number, MUTE.c.whom)
    )
    return tuple(Mute(*row) for row in connection.execute(wanted))


def follow(connection: Connection, match_id: str, before: str, after: str) -> None:
    """A seat moves to another device: whom its person mutes, and who mutes them, moves along."""
    here = MUTE.c.match == match_id
    behind = _last_number(connection, match_id, after)
    touched = connection.execute(
        select(MUTE).where(here, or_(MUTE.c.by == before, MUTE.c.whom == before))
    )
    for row in touched.all():
        by, number = (after, row.number + behind) if row.by == before else (row.by, row.number)
        whom = after if row.whom == before else row.whom
        _insert(connection, Mute(number, whom, row.name), match_id, by)


def carry_on(connection: Connection, before: str, after: str) -> None:
    """Take all mutes of a match along to the next one at the same table."""
    columns = [MUTE.c.by, MUTE.c.whom, MUTE.c.number, MUTE.c.name]
    there = select(literal(after), *columns).where(MUTE.c.match == before)
    connection.execute(insert(MUTE).from_select([MUTE.c.match, *columns], there))


def _insert(connection: Connection, one: Mute, match_id: str, by: str) -> None:
    if by == one.whom:
        return
    key = (MUTE.c.match == match_id) & (MUTE.c.by == by) & (MUTE.c.whom == one.whom)
    if connection.execute(select(MUTE.c.number).where(key)).one_or_none() is None:
        values = {"whom": one.whom, "number": one.number, "name": one.name}
        connection.execute(insert(MUTE).values(match=match_id, by=by, **values))


def line(connection: Connection, match_id: str, seq: int) -> Talk:
    """A line that somebody said. Raises NoSuchLine."""
    said = select(TALK).where(TALK.c.match == match_id, TALK.c.seq == seq)
    found = connection.execute(said).one_or_none()
    if found is None or found.kind != TalkKind.CHAT.value:
        raise NoSuchLine
    return rows.talk(found)


def judge(work: Work, match_id: str, seq: int, seen: Standing, standing: Standing) -> Talk:
    """Change how a line stands, if it still stands as ``seen``; the text of one taken away goes.

    The version is raised either way: it does not tell whoever reports a line whether others did.
    """
    there = line(work.connection, match_id, seq)
    touch(work, match_id)
    if there.standing is not seen:
        return there
    values = {"standing": standing.value}
    if standing is Standing.GONE:
        values["text"] = ""
    this = (TALK.c.match == match_id) & (TALK.c.seq == seq)
    work.connection.execute(update(TALK).where(this).values(values))
    return line(work.connection, match_id, seq)


def reports(connection: Connection, match_id: str) -> tuple[Report, ...]:
    """The lines that wait to be judged, each among those around it."""
    said = select(TALK).where(TALK.c.match == match_id, TALK.c.kind == TalkKind.CHAT.value)
    waiting = said.where(TALK.c.standing == Standing.REPORTED.value)
    found = connection.execute(waiting.order_by(TALK.c.seq).limit(REPORTS)).all()
    return tuple(_report(connection, match_id, rows.talk(row)) for row in found)


def _report(connection: Connection, match_id: str, one: Talk) -> Report:
    said = select(TALK).where(TALK.c.match == match_id, TALK.c.kind == TalkKind.CHAT.value)
    before = said.where(TALK.c.seq < one.seq).order_by(TALK.c.seq.desc()).limit(AROUND)
    after = said.where(TALK.c.seq > one.seq).order_by(TALK.c.seq).limit(AROUND)
    return Report(
        one,
        _talks(connection.execute(before).all()[::-1]),
        _talks(connection.execute(after).all()),
    )


def _talks(found: Sequence[object]) -> tuple[Talk, ...]:
    return tuple(rows.talk(row) for row in found)  # pyright: ignore[reportArgumentType]
