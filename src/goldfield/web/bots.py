"""Bots at the table: whenever one is to act, it thinks in a worker and moves at a human pace.

Nothing about a bot's turn is kept here that a restart could lose: who is to act follows from the
record, and the expected position lets only one move through, however many processes try.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
import time
from collections.abc import Callable, Mapping
from typing import Protocol

import structlog

from goldfield.bots import called, playing
from goldfield.bots.thinker import Chosen
from goldfield.games.contract import State
from goldfield.games.game import Game
from goldfield.games.options import Scalar
from goldfield.match.refused import Closed, NotYourTurn, Refused, Stale
from goldfield.match.table import Match
from goldfield.store.host import Host
from goldfield.store.store import Entry, NotFound, SeatChanged, SitterKind, Status, Store
from goldfield.web.reader import Reader
from goldfield.words import Message, say

log = structlog.get_logger(__name__)

PAGE = 100
"""Matches that are looked through at once after a start."""
RETRY = 3.0
"""Seconds before a bot tries again after the store refused its move."""

_chance = random.Random()
"""For the pace; on its own, so that it disturbs nobody who seeded the module's."""


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
    ) -> Chosen:
        """A legal move for the seat to act, from its view alone, and who chose it."""
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
        tell: Callable[[str], None] = lambda match_id: None,
    ) -> None:
        """``delay`` is about how many seconds a bot takes for a decision.

        ``tell`` is called with a match's id when trouble at its table begins or ends.
        """
        self._store = store
        self._host = host
        self._thinker = thinker
        self._delay = delay
        self._retry = retry
        self._tell = tell
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._trouble: dict[str, Message] = {}
        self._notes: dict[str, Message] = {}
        self._changed: set[str] = set()

    @property
    def busy(self) -> int:
        """At how many tables a bot is choosing."""
        return len(self._tasks)

    def trouble(self, match_id: str) -> Message | None:
        """Why a bot cannot move at a table just now."""
        return self._trouble.get(match_id)

    def note(self, match_id: str) -> Message | None:
        """That another bot plays for one that still prepares, or could not."""
        return self._notes.get(match_id)

    async def resume(self) -> None:
        """Take up every running match in which a bot is to act: after a start, in the background.

        One after another, so that requests are answered in between, and in the order of their ids,
        which are drawn: no match waits longer for being old. Opening a table's page is quicker.
        """
        after = ""
        while True:
            try:
                found = await self._store.running(after, PAGE)
            except Exception as error:  # those that come later must not be left behind
                log.warning("store_unreadable", error=repr(error))
                await asyncio.sleep(self._retry)
                continue
            if not found:
                return
            for entry in found:
                if _has_bot(entry) and await self._is_due(entry.id):
                    self.look(entry.id)
            after = found[-1].id

    async def _is_due(self, match_id: str) -> bool:
        """Whether a match is to be seen to: a bot is to act there, or it cannot be told."""
        try:
            return await self._turn(match_id) is not None
        except Exception:  # whoever sees to the match reports it
            return True

    def look(self, match_id: str) -> None:
        """A match has changed: see to it, or tell whoever sees to it already."""
        task = self._tasks.get(match_id)
        if task is not None and not task.done():
            self._changed.add(match_id)
            return
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
        if self._tasks.get(match_id) is task:
            del self._tasks[match_id]
        self._over(match_id)

    def _over(self, match_id: str) -> None:
        """No trouble at a table any more."""
        if self._trouble.pop(match_id, None) is not None:
            self._tell(match_id)

    async def _play(self, match_id: str) -> None:
        """Move as long as a bot is to act."""
        swift = False
        while True:
            self._changed.discard(match_id)
            try:
                turn = await self._turn(match_id)
                if turn is not None:
                    swift = await self._decide(*turn, swift)
                elif match_id not in self._changed:
                    return
            except NotFound:
                return
            except (Stale, NotYourTurn, Closed, SeatChanged):
                continue
            except Refused as error:
                await self._wait_out(match_id, error.message)
            except Exception as error:  # a bot that stumbles must not stop for good
                log.error("bot_failed", match=match_id, error=repr(error))
                await self._wait_out(match_id, say("The bot cannot move just now."))
            else:
                self._over(match_id)

    async def _turn(self, match_id: str) -> tuple[Entry, Match, int] | None:
        """The match and the seat, if a bot is to act there."""
        entry = await self._store.entry(match_id)
        if entry.status is not Status.RUNNING or not _has_bot(entry):
            self._notes.pop(match_id, None)
            return None
        entry, match = await self._host.match(match_id)
        seat = match.to_act
        if match.is_closed or seat < 0 or not entry.bot_at(seat):
            return None
        return entry, match, seat

    async def _decide(self, entry: Entry, match: Match, seat: int, swift: bool) -> bool:
        """One decision; returns whether the next one belongs to the same thought.

        The pace is drawn before the bot thinks, so that nobody reads from it how hard it thought:
        that may depend on what only the bot knows.
        """
        pace = self._delay * _chance.uniform(0.7, 1.4) * (0.5 if swift else 1.0)
        began = time.monotonic()
        game = match.game
        view = Reader(match, seat).view
        bot = entry.bot_at(seat)
        chosen = await self._thinker.choose(game.package, game.rules.as_dict(), view, seat, bot)
        self._say_who(entry.id, match.game, bot, chosen)
        await asyncio.sleep(rest(pace, time.monotonic() - began))
        before = match.position
        stands_in = entry.seats[seat].kind is SitterKind.PERSON
        _, after = await self._host.play(entry.id, before, seat, [chosen.move], stands_in=stands_in)
        return after.to_act == seat and after.position == before + 1

    def _say_who(self, match_id: str, game: Game, bot: str, chosen: Chosen) -> None:
        """Note that another bot plays for one that prepares or cannot, or that it plays itself."""
        note = None
        wanted, _ = playing(game, bot)
        if chosen.by == wanted.stand_in:
            who, other = wanted.title, called(game, chosen.by)
            note = (
                say(
                    "{bot} could not work out this game, so {other} plays for it.",
                    bot=who,
                    other=other,
                )
                if chosen.failed
                else say(
                    "{bot} still has to work out this game. Until then, {other} plays for it.",
                    bot=who,
                    other=other,
                )
            )
        told = self._notes.pop(match_id, None)
        if note is not None:
            self._notes[match_id] = note
        if told != note:
            self._tell(match_id)

    async def _wait_out(self, match_id: str, why: Message) -> None:
        if match_id not in self._trouble:
            self._trouble[match_id] = why
            self._tell(match_id)
        await asyncio.sleep(self._retry)


def rest(pace: float, thought: float) -> float:
    """How long to wait after a thought until the pace is full, or full again after a long one."""
    if pace <= 0:
        return 0.0
    return max(0.0, math.ceil(max(thought / pace, 1.0)) * pace - thought)


def _has_bot(entry: Entry) -> bool:
    return any(entry.bot_at(seat) for seat in range(len(entry.seats)))


async def follow(
    store: Store, bots: BotRunner, announce: Callable[[Entry], None], *, retry: float = 1.0
) -> None:
    """Pass every change of a match on to its viewers and to the bots, for ever."""
    async with store.watch() as changes:
        async for change in changes:
            entry = await _entry_of(store, change.match_id, retry)
            if entry is not None:
                announce(entry)
                if entry.status is Status.RUNNING and _has_bot(entry):
                    bots.look(change.match_id)


async def _entry_of(store: Store, match_id: str, retry: float) -> Entry | None:
    """A match that has changed; asked for again as long as the store cannot be read."""
    while True:
        try:
            return await store.entry(match_id)
        except NotFound:
            return None
        except Exception as error:  # whatever it is, viewers must not be cut off for good
            log.warning("store_unreadable", error=repr(error))
            await asyncio.sleep(retry)


@contextlib.asynccontextmanager
async def following(store: Store, bots: BotRunner, announce: Callable[[Entry], None]):
    """Follow changes while the server runs, and take up what a restart interrupted."""
    tasks = [
        asyncio.create_task(follow(store, bots, announce)),
        asyncio.create_task(bots.resume()),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await bots.close()
