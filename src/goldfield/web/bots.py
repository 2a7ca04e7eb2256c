"""Bots at the table: whenever one is to act, it thinks in a worker and moves at a human pace.

Nothing about a bot's turn is kept here that a restart could lose: who is to act follows from the
record, and the expected position lets only one move through, however many processes try.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Mapping
from typing import Protocol

import structlog

from goldfield.games.contract import IllegalMove, State
from goldfield.games.options import Scalar
from goldfield.match.refused import Closed, NotYourTurn, Refused, Stale
from goldfield.match.table import Match
from goldfield.store.host import Host
from goldfield.store.store import Busy, Entry, Full, SitterKind, Status, Store
from goldfield.web.reader import Reader
from goldfield.words import Message, say

log = structlog.get_logger(__name__)

RETRY = 3.0
"""Seconds before a bot tries again after the store refused its move."""


class Thinker(Protocol):
    """What chooses a bot's move: :class:`goldfield.bots.worker.BotPool`, or a test's stand-in."""

    async def choose(
        self,
        package: str,
        options: Mapping[str, Scalar],
        view: State,
        seat: int,
        bot: str,
        seed: int | None = None,
    ) -> int:
        """A legal move for the seat to act, from its view alone."""
        ...


class BotRunner:
    """Moves the bots of all running matches of a store."""

    def __init__(
        self,
        store: Store,
        host: Host,
        thinker: Thinker,
        delay: float,
        retry: float = RETRY,
    ) -> None:
        """``delay`` is about how many seconds a bot takes for a decision."""
        self._store = store
        self._host = host
        self._thinker = thinker
        self._delay = delay
        self._retry = retry
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._trouble: dict[str, Message] = {}

    @property
    def busy(self) -> int:
        """At how many tables a bot is choosing."""
        return len(self._tasks)

    def trouble(self, match_id: str) -> Message | None:
        """Why a bot cannot move at a table just now."""
        return self._trouble.get(match_id)

    async def resume(self) -> None:
        """Take up every running match in which a bot may be to act: after a start."""
        for entry in await self._store.listing(status=(Status.RUNNING,), limit=10_000):
            if _has_bot(entry):
                self.look(entry.id)

    def look(self, match_id: str) -> None:
        """A match has changed: see to it, unless somebody does already."""
        if match_id not in self._tasks:
            task = asyncio.create_task(self._play(match_id))
            self._tasks[match_id] = task
            task.add_done_callback(lambda done: self._ended(match_id, done))

    async def close(self) -> None:
        """Stop; whatever a bot was thinking is thought again after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, match_id: str, task: asyncio.Task[None]) -> None:
        del self._tasks[match_id]
        if not task.cancelled() and task.exception() is not None:
            log.error("bot_failed", match=match_id, error=repr(task.exception()))

    async def _play(self, match_id: str) -> None:
        """Move as long as a bot is to act."""
        swift = False
        while True:
            entry = await self._store.entry(match_id)
            if entry.status is not Status.RUNNING or not _has_bot(entry):
                return
            entry, match = await self._host.match(match_id)
            seat = match.to_act
            if match.is_closed or seat < 0 or entry.seats[seat].kind is not SitterKind.BOT:
                return
            try:
                swift = await self._decide(entry, match, seat, swift)
            except (Stale, NotYourTurn, Closed):
                continue
            except Refused as error:
                await self._wait_out(match_id, error.message)
            except IllegalMove as error:
                log.error("bot_illegal", match=match_id, bot=entry.seats[seat].bot)
                await self._wait_out(match_id, error.message)
            except (OSError, RuntimeError, ValueError) as error:
                log.error("bot_failed", match=match_id, error=repr(error))
                await self._wait_out(match_id, say("The bot cannot think just now."))
            else:
                self._trouble.pop(match_id, None)

    async def _decide(self, entry: Entry, match: Match, seat: int, swift: bool) -> bool:
        """One decision; returns whether the next one belongs to the same thought.

        The pace is drawn before the bot thinks, so that nobody reads from it how hard it thought.
        """
        pace = self._delay * random.uniform(0.7, 1.4) * (0.5 if swift else 1.0)
        ready = time.monotonic() + pace
        game = match.game
        view = Reader(match, seat).view
        move = await self._thinker.choose(
            game.package, game.rules.as_dict(), view, seat, entry.seats[seat].bot
        )
        await asyncio.sleep(max(0.0, ready - time.monotonic()))
        before = match.position
        _, after = await self._host.play(entry.id, before, seat, [move])
        return after.to_act == seat and after.position == before + 1

    async def _wait_out(self, match_id: str, why: Message) -> None:
        self._trouble[match_id] = why
        await asyncio.sleep(self._retry)


def _has_bot(entry: Entry) -> bool:
    return any(sitter.kind is SitterKind.BOT for sitter in entry.seats)


async def follow(
    store: Store, bots: BotRunner, announce: Callable[[Entry], None], *, retry: float = 1.0
) -> None:
    """Pass every change of a match on to its viewers and to the bots, for ever."""
    async with store.watch() as changes:
        async for change in changes:
            while True:
                try:
                    entry = await store.entry(change.match_id)
                except (Busy, Full):
                    await asyncio.sleep(retry)
                    continue
                except Refused:
                    break
                announce(entry)
                if entry.status is Status.RUNNING and _has_bot(entry):
                    bots.look(change.match_id)
                break


@contextlib.asynccontextmanager
async def following(store: Store, bots: BotRunner, announce: Callable[[Entry], None]):
    """Follow changes while the server runs, and take up what a restart interrupted."""
    task = asyncio.create_task(follow(store, bots, announce))
    await bots.resume()
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await bots.close()
