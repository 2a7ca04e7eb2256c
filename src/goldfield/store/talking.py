"""What is said beside a table: chat, and who came and went, which never crowds the chat out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select

from goldfield.store import rows
from goldfield.store.schema import TALK
from goldfield.store.store import Talk, TalkKind
from goldfield.store.versions import touch
from goldfield.store.writer import Work

SEAT_LINES = 20
"""As many lines about seats are shown even where the chat leaves them no room."""

_LATER = (
    select(TALK)
    .where(TALK.c.match == bindparam("id"), TALK.c.seq > bindparam("since"))
    .order_by(TALK.c.seq.desc())
    .limit(bindparam("most"))
)
_CHAT = _LATER.where(
    TALK.c.kind == TalkKind.CHAT.value,
    TALK.c.player.not_in(bindparam("without", expanding=True)),
)
_SEATS = _LATER.where(TALK.c.kind == TalkKind.SEAT.value)


def said(work: Work, match_id: str, line: Talk, key: str) -> Talk:
    """Add a line, whose number and time are given here; see ``Store.say``."""
    of_match = select(TALK).where(TALK.c.match == match_id)
    known = key and work.connection.execute(of_match.where(TALK.c.key == key)).one_or_none()
    if known:
        return rows.talk(known)
    last = select(func.coalesce(func.max(TALK.c.seq), 0)).where(TALK.c.match == match_id)
    touch(work, match_id)
    line = replace(line, seq=work.connection.execute(last).scalar_one() + 1, at=rows.stamp())
    if line.kind is TalkKind.SEAT:
        before = (TALK.c.match == match_id) & (TALK.c.kind == line.kind.value)
        same = (TALK.c.seat == line.seat) & (TALK.c.text == line.text) & (TALK.c.name == line.name)
        same = or_(same, TALK.c.player == line.player) if line.player else same
        work.connection.execute(delete(TALK).where(before, same))
    work.connection.execute(
        insert(TALK).values(
            match=match_id,
            seq=line.seq,
            kind=line.kind.value,
            seat=line.seat,
            name=line.name,
            text=line.text,
            at=line.at,
            key=key or None,
            player=line.player,
        )
    )
    return line


def last(
    connection: Connection, match_id: str, since: int, limit: int, without: Collection[str]
) -> tuple[Talk, ...]:
    """The last lines above ``since``, in order; see ``Store.talk``."""
    wanted = {"id": match_id, "since": since, "most": limit}
    chat = connection.execute(_CHAT, {**wanted, "without": list(without)}).all()
    room = min(limit, max(SEAT_LINES, limit - len(chat)))
    if 0 < len(chat) == limit:
        since = chat[-1].seq  # what is older than the oldest chat shown is as old as its neighbours
    seats = connection.execute(_SEATS, {"id": match_id, "since": since, "most": room}).all()
    return tuple(sorted(map(rows.talk, (*chat, *seats)), key=lambda line: line.seq))
