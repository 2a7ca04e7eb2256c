"""The store on an SQL database: SQLite by a file's path."""

from __future__ import annotations

import asyncio
import functools
import json
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from goldfield import load
from goldfield.games.game import Game
from goldfield.match.fair import commitment, new_phrase, new_seed
from goldfield.match.record import Event
from goldfield.match.refused import Closed, Refused, Stale
from goldfield.match.table import Match
from goldfield.store import handing, manners, rows, sitting_in, talking
from goldfield.store.changes import Changes
from goldfield.store.database import (
    BUSY_SECONDS,
    READERS,
    engine,
    make_private,
    migrate,
    refusal,
)
from goldfield.store.host import header_of
from goldfield.store.ids import new_id
from goldfield.store.schema import EVENT, MATCH, SEAT, SETTING
from goldfield.store.seating import check_length, check_sitter, frozen, opening, seated
from goldfield.store.store import (
    MAX_NAME,
    MAX_TALK,
    Change,
    Check,
    CheckBoth,
    Dated,
    Entry,
    Mute,
    NewMatch,
    NotAllowed,
    NotFound,
    Report,
    Sitter,
    SitterKind,
    Standing,
    Status,
    Talk,
    TalkKind,
)
from goldfield.store.versions import changed, touch
from goldfield.store.writer import Work, Writer
from goldfield.words import say

T = TypeVar("T")

_INSERT_EVENTS = insert(EVENT)


async def open_store(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> SqlStore:
    """Open, or create, the database and bring its tables up to date (migrations).

    ``busy_seconds`` is how long another program's lock on the file is waited for.

    Raises Refused with a sentence when the place cannot be written or holds something else.
    """
    writing = engine(path, writer=True, busy_seconds=busy_seconds)

    def prepare() -> None:
        make_private(path)
        with writing.begin() as connection:
            migrate(connection, path)

    try:
        await asyncio.to_thread(prepare)
    except (DBAPIError, OSError) as error:
        writing.dispose()
        reason = str(error.orig) if isinstance(error, DBAPIError) else str(error.strerror)
        raise Refused(
            say("The database {path} cannot be opened: {reason}.", path=str(path), reason=reason)
        ) from error
    except Refused:
        writing.dispose()
        raise
    reading = engine(path, writer=False, busy_seconds=busy_seconds)
    return SqlStore(writing, reading, busy_seconds)


class SqlStore:
    """A ``Store`` on SQLAlchemy engines; made by ``open_store``."""

    def __init__(self, writing: Engine, reading: Engine, busy_seconds: float) -> None:
        self._writing, self._reading = writing, reading
        self._changes = Changes()
        self._writer = Writer(writing, self._changes.tell, busy_seconds)
        self._readers = ThreadPoolExecutor(READERS, "goldfield-reader")

    async def close(self) -> None:
        await self._writer.close()
        self._readers.shutdown()
        self._reading.dispose()
        self._writing.dispose()

    async def write(self, run: Callable[[Work], T]) -> T:
        """Run a function in the writer's transaction; see ``Writer.do``."""
        return await self._writer.do(run)

    async def query(self, run: Callable[[Connection], T]) -> T:
        """Run a function of a connection that sees one moment of the database."""

        def read() -> T:
            with self._reading.begin() as connection:
                return run(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, read)
        except DBAPIError as error:
            raise refusal(error) or error from error

    def watch(
        self, match_ids: Collection[str] = ()
    ) -> AbstractAsyncContextManager[AsyncIterator[Change]]:
        return self._changes.watch(match_ids)

    async def secret(self, name: str) -> bytes:
        def run(work: Work) -> bytes:
            found = work.connection.scalar(select(SETTING.c.value).where(SETTING.c.name == name))
            if found is None:
                found = secrets.token_bytes(32)
                work.connection.execute(insert(SETTING).values(name=name, value=found))
            return found

        return await self.write(run)

    async def create(self, new: NewMatch, *, check: Check | None = None) -> Entry:
        check_length(new.title, 2 * MAX_NAME)
        for sitter in new.seats:
            check_sitter(sitter)
        game = await asyncio.to_thread(load, new.game, **new.options)
        if len(new.seats) != game.info.seats:
            raise ValueError(f"{len(new.seats)} seats given, the game has {game.info.seats}")

        def run(work: Work) -> Entry:
            for column, value in ((MATCH.c.key, new.key), (MATCH.c.rematch_of, new.rematch_of)):
                known = value and work.connection.scalar(select(MATCH.c.id).where(column == value))
                if known:
                    return rows.entry(work.connection, known)
            match_id, now = new_id(), rows.stamp()
            # The owner's phrase is there before the seed is drawn.
            phrase, seed = new_phrase(), new_seed()
            if new.rematch_of:
                before = rows.entry(work.connection, new.rematch_of)
                if check:
                    check(before)
            work.connection.execute(
                insert(MATCH).values(
                    id=match_id,
                    game=new.game,
                    rules_version=game.room.RULES_VERSION,
                    options=json.dumps(game.rules.as_dict()),
                    title=new.title,
                    status=Status.WAITING.value,
                    owner=new.owner,
                    public=new.public,
                    commitment=commitment(seed),
                    seed=seed,
                    created=now,
                    changed=now,
                    version=0,
                    rematch_of=new.rematch_of or None,
                    key=new.key or None,
                )
            )
            sitters = opening(new.seats, new.owner, commitment(seed), phrase)
            work.connection.execute(
                insert(SEAT), [rows.seat_row(match_id, n, s) for n, s in enumerate(sitters)]
            )
            if new.rematch_of:
                manners.carry_on(work.connection, new.rematch_of, match_id)
                touch(work, new.rematch_of)
            return changed(work, match_id)

        return await self.write(run)

    async def entry(self, match_id: str) -> Entry:
        return await self.query(lambda connection: rows.entry(connection, match_id))

    async def read(self, match_id: str, since: int = 0) -> tuple[Entry, tuple[Dated, ...]]:
        return await self.query(lambda c: (rows.entry(c, match_id), rows.dated(c, match_id, since)))

    async def listing(
        self,
        *,
        status: Collection[Status] = (),
        player: str = "",
        public_only: bool = False,
        limit: int = 100,
    ) -> tuple[Entry, ...]:
        wanted = rows.ENTRIES.order_by(MATCH.c.changed.desc(), MATCH.c.id).limit(limit)
        if status:
            wanted = wanted.where(MATCH.c.status.in_([s.value for s in status]))
        if public_only:
            wanted = wanted.where(MATCH.c.public)
        if player:
            sits = select(SEAT.c.match).where(SEAT.c.player == player)
            wanted = wanted.where(or_(MATCH.c.owner == player, MATCH.c.id.in_(sits)))
        return await self.query(lambda c: rows.entries(c, c.execute(wanted).all()))

    async def running(self, after: str, limit: int) -> tuple[Entry, ...]:
        runs = (MATCH.c.status == Status.RUNNING.value) & (MATCH.c.id > after)
        ids = select(MATCH.c.id).where(runs).order_by(MATCH.c.id).limit(limit)
        wanted = rows.ENTRIES.where(MATCH.c.id.in_(ids)).order_by(MATCH.c.id)
        return await self.query(lambda c: rows.entries(c, c.execute(wanted).all()))

    async def seat_of_link(self, token_hash: str) -> tuple[str, int]:
        wanted = select(SEAT.c.match, SEAT.c.seat).where(SEAT.c.token_hash == token_hash)
        found = await self.query(lambda c: c.execute(wanted).one_or_none())
        if found is None:
            raise NotFound
        return found.match, found.seat

    async def sit(
        self,
        match_id: str,
        seat: int,
        seen: Sitter,
        sitter: Sitter,
        *,
        beside: bool = False,
        check: Check | None = None,
    ) -> Entry:
        check_sitter(sitter)

        def run(work: Work) -> Entry:
            there = rows.entry(work.connection, match_id)
            if not 0 <= seat < len(there.seats):
                raise NotFound
            if check:
                check(there)
            kept = seated(there, seat, seen, sitter, beside=beside)
            row = rows.seat_row(match_id, seat, kept)
            sitting_in.note_moved(work, there, seat, kept)
            work.connection.execute(
                update(SEAT).where(SEAT.c.match == match_id, SEAT.c.seat == seat).values(row)
            )
            return changed(work, match_id)

        return await self.write(run)

    async def let_bot_play(
        self,
        match_id: str,
        position: int,
        seat: int,
        bot: str,
        by: int = -1,
        *,
        check: Check | None = None,
    ) -> Entry:
        return await self.write(
            lambda work: sitting_in.bot_plays(work, match_id, position, seat, bot, by, check)
        )

    async def let_person_play(
        self, match_id: str, seat: int, *, check: Check | None = None
    ) -> Entry:
        return await self.write(lambda work: sitting_in.person_plays(work, match_id, seat, check))

    async def choose_first(
        self, match_id: str, seat: int, *, check: CheckBoth | None = None
    ) -> Entry:
        def run(work: Work) -> Entry:
            there = rows.entry(work.connection, match_id)
            if check:
                before = there.rematch_of and rows.entry(work.connection, there.rematch_of)
                check(there, before or None)
            if there.status is not Status.WAITING:
                raise NotAllowed(say("The game has begun: who began it is settled."))
            options = json.dumps({**there.options, "first": seat + 1})
            chosen = update(MATCH).where(MATCH.c.id == match_id).values(options=options)
            work.connection.execute(chosen)
            return changed(work, match_id)

        return await self.write(run)

    async def start(self, match_id: str, check: Check | None = None) -> Entry:
        while True:
            before = await self.entry(match_id)
            # Tables of a game may take a moment to build: not in the one task that writes.
            game = await asyncio.to_thread(load, before.game, **before.options)
            started = await self.write(
                functools.partial(_started, seen=before, game=game, check=check)
            )
            if started is not None:
                return started

    async def append(
        self,
        match_id: str,
        position: int,
        events: Sequence[Event],
        *,
        finished: bool = False,
        stand_in: int = -1,
        check: Check | None = None,
    ) -> Entry:
        if not events:
            raise ValueError("no events to record")

        def run(work: Work) -> Entry:
            now, there = rows.standing(work.connection, match_id)
            if now is Status.WAITING:
                raise NotAllowed(say("The match has not begun."))
            if there != position:
                raise Stale(there)
            if now is not Status.RUNNING:
                raise Closed(abandoned=now is Status.ABANDONED)
            if stand_in >= 0:
                handing.check_bot_plays(work.connection, match_id, stand_in)
            if check:
                check(rows.entry(work.connection, match_id))
            status = Status.FINISHED if finished else Status.RUNNING
            try:
                return _record(work, match_id, position, events, status)
            except IntegrityError:
                # Another process was faster: the key (match, position) let only one through.
                raise Stale(position + 1) from None

        return await self.write(run)

    async def abandon(self, match_id: str, check: Check | None = None) -> Entry:
        def run(work: Work) -> Entry:
            there = rows.entry(work.connection, match_id)
            if check:
                check(there)
            if there.status in (Status.FINISHED, Status.ABANDONED):
                return there
            return changed(work, match_id, Status.ABANDONED)

        return await self.write(run)

    async def say(
        self,
        match_id: str,
        text: str,
        *,
        kind: TalkKind = TalkKind.CHAT,
        seat: int = -1,
        name: str = "",
        key: str = "",
        player: str = "",
    ) -> Talk:
        if not text.strip():
            raise NotAllowed(say("Say something first."))
        check_length(text, MAX_TALK)
        check_length(name, MAX_NAME)

        line = Talk(0, kind, seat, name, text, "", player)
        return await self.write(lambda work: talking.said(work, match_id, line, key))

    async def talk(
        self, match_id: str, since: int = 0, limit: int = 200, without: Collection[str] = ()
    ) -> tuple[Talk, ...]:
        return await self.query(lambda c: talking.last(c, match_id, since, limit, without))

    async def line(self, match_id: str, seq: int) -> Talk:
        return await self.query(lambda c: manners.line(c, match_id, seq))

    async def mute(self, match_id: str, by: str, whom: Collection[str], name: str) -> None:
        await self.write(lambda work: manners.mute(work, match_id, by, whom, name))

    async def unmute(self, match_id: str, by: str, number: int) -> None:
        await self.write(lambda work: manners.unmute(work, match_id, by, number))

    async def muted(self, match_id: str, by: str) -> tuple[Mute, ...]:
        return await self.query(lambda c: manners.muted(c, match_id, by))

    async def judge(self, match_id: str, seq: int, seen: Standing, standing: Standing) -> Talk:
        return await self.write(lambda work: manners.judge(work, match_id, seq, seen, standing))

    async def reports(self, match_id: str) -> tuple[Report, ...]:
        return await self.query(lambda c: manners.reports(c, match_id))


def _started(work: Work, seen: Entry, game: Game, check: Check | None) -> Entry | None:
    """Begin a match as it was ``seen``; None where its options have changed since."""
    there = rows.entry(work.connection, seen.id)
    if check:
        check(there)
    if there.status is not Status.WAITING:
        return there
    if any(sitter.kind is SitterKind.EMPTY for sitter in there.seats):
        raise NotAllowed(say("A seat is still empty."))
    if there.options != seen.options:
        return None
    seats = frozen(there)
    for seat, sitter in enumerate(seats):
        work.connection.execute(
            update(SEAT)
            .where(SEAT.c.match == seen.id, SEAT.c.seat == seat)
            .values(phrase=sitter.phrase, frozen=sitter.frozen)
        )
    match = Match(header_of(replace(there, seats=seats)), (), there.seed, game=game)
    return _record(work, seen.id, 0, match.opening(), Status.RUNNING)


def _record(
    work: Work, match_id: str, position: int, events: Sequence[Event], status: Status
) -> Entry:
    """Insert events and set the status."""
    if events:
        inserted = rows.event_rows(match_id, position, events, rows.stamp())
        work.connection.execute(_INSERT_EVENTS, inserted)
    return changed(work, match_id, status)
