"""Live updates: one stream of change signals per browser, and who is there to see them.

A stream carries ids and versions only. Nothing on it is secret, and each page fetches what its own
reader may know. A stream ends when the browser leaves, when it cannot be written to, after a
quarter of an hour (the browser opens another), when the same browser has opened too many, or when
the server goes down. All the while it says every few seconds that it lives, so that a page knows
when it does not.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import random
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping

from starlette.types import Receive, Scope, Send

MOST_WATCHED = 50
"""Tables that one stream follows at most."""
MOST_STREAMS = 4000
"""Streams open at one time at most; further pages ask again and again instead."""
MOST_OF_ONE = 6
"""Streams of one browser at most: of more, the one opened first ends. Tabs share one."""
MOST_STANDS = 20_000
"""Tables whose newest version is remembered at most (more, if they are all being followed)."""
LIFE = 900.0
"""Seconds a stream lives at most."""
STUCK = 20.0
"""Seconds after which a browser that takes nothing is given up."""
AWAY = 12.0
"""Seconds without a stream or a request after which somebody seated is shown as away."""
AGAIN = (400, 4000)
"""Milliseconds after which a browser whose stream was ended opens another: at random between these,
so that they do not all come at once."""
BEAT = "event: beat\ndata: {}\n\n"
"""A sign of life that a page can see; it could not see a comment."""
STREAM = "text/event-stream; charset=utf-8"
"""What a stream is, for its reader."""
GONE = 300.0
"""Seconds after which others may decide for a table in the owner's place."""

_chance = random.Random()
"""Spreads streams over time; on its own, so that it disturbs nobody who seeded the module's."""


class Stream:
    """One browser's stream: what it follows and what it has not been told yet."""

    __slots__ = ("crowded", "known", "news", "pending", "visitor", "watched", "writing")

    def __init__(self, visitor: str, watched: frozenset[str], known: bool) -> None:
        self.visitor = visitor
        self.watched = watched
        self.known = known
        """Whether the browser sent its cookie; who did not has no seat anywhere."""
        self.crowded = False
        """Whether its browser has opened too many since."""
        self.writing: asyncio.Timeout | None = None
        """What is being written, and how long it may take."""
        self.pending: dict[str, tuple[str, int]] = {}
        self.news = asyncio.Event()


class _Shown:
    """On which tables' pages somebody seated is shown, and as what."""

    __slots__ = ("here", "tables", "timer")

    def __init__(self) -> None:
        self.tables: set[str] = set()
        self.here = True
        """Whether the pages show them as here; False once they were told otherwise."""
        self.timer: asyncio.TimerHandle | None = None


class Hub:
    """All streams of this process."""

    def __init__(self, heartbeat: float = 4.0) -> None:
        self._heartbeat = heartbeat
        self._streams: dict[str, set[Stream]] = {}
        self._of: dict[str, list[Stream]] = {}
        self._here: Counter[str] = Counter()
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._started = time.monotonic()
        self._open: set[Stream] = set()
        self._shown: OrderedDict[str, _Shown] = OrderedDict()
        self._touches: Counter[str] = Counter()
        # Later than any count of the process before: a version never falls, restart or not.
        self._first = int(time.time())
        self._stand: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._stopping = False
        self.hang_up: Callable[[Scope], None] = lambda scope: None
        """Drops the connection of a request whose reader takes nothing; the server puts it here."""

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return len(self._open)

    @property
    def is_full(self) -> bool:
        """Whether no further stream is taken (or the server is going down)."""
        return self._stopping or len(self._open) >= MOST_STREAMS

    def saw(self, visitor: str) -> None:
        """Note that a visitor's browser asked for something just now."""
        now = time.monotonic()
        self._seen[visitor] = now
        self._seen.move_to_end(visitor)
        while len(self._seen) > MOST_STANDS and now - next(iter(self._seen.values())) > 3600:
            self._seen.popitem(last=False)
        shown = self._shown.get(visitor)
        if shown is not None and not shown.here:
            shown.here = True
            self._touch_all(shown)
            self._wait(visitor, shown)

    def forget(self, visitor: str) -> None:
        """Take a visitor for gone, until something is heard of them again."""
        self._seen[visitor] = -math.inf

    def is_here(self, visitor: str) -> bool:
        """Whether a visitor has a stream open or asked for something AWAY seconds ago at most."""
        if self._here.get(visitor, 0) > 0:
            return True
        return time.monotonic() - self._seen.get(visitor, -math.inf) < AWAY

    def is_gone(self, visitor: str) -> bool:
        """Whether a visitor has been away so long that others may decide in their place.

        Nobody could be heard of before this process began, so the time counts from then.
        """
        return not self._here.get(visitor, 0) and self.unheard(visitor) >= GONE

    def unheard(self, visitor: str) -> float:
        """Seconds since a visitor was heard of, or since this process began."""
        return time.monotonic() - self._seen.get(visitor, self._started)

    def shows(self, match_id: str, visitor: str) -> bool:
        """Whether a table's pages, about to be made, are to show somebody seated as here.

        From now on the table is touched whenever that changes, at most once in AWAY seconds each
        way: a connection that comes and goes is no news.
        """
        here = self.is_here(visitor)
        shown = self._shown.get(visitor)
        if shown is None:
            shown = self._shown[visitor] = _Shown()
            shown.here = here
            if not self.is_gone(visitor):
                self._wait(visitor, shown)
            if len(self._shown) > MOST_STANDS:
                _, oldest = self._shown.popitem(last=False)
                if oldest.timer:
                    oldest.timer.cancel()
        shown.tables.add(match_id)
        self._shown.move_to_end(visitor)
        return shown.here

    def watchers(self, match_id: str, seated: Collection[str]) -> int:
        """How many visitors other than the seated follow a table."""
        found = {stream.visitor for stream in self._streams.get(match_id, ())}
        return len(found - set(seated))

    def version(self, match_id: str, version: int) -> str:
        """What changes whenever a table's page has something new to show.

        That is the store's version, and behind it what else was touched. Read as a number it only
        grows (always ten digits behind the point), so that pages can tell older news from newer.
        """
        return f"{version}.{self._first + self._touches.get(match_id, 0):010d}"

    def announce(self, match_id: str, version: int, position: int) -> None:
        """Tell everybody who follows a table that it has changed."""
        self._note(match_id, (version, position))
        for stream in self._streams.get(match_id, ()):
            stream.pending[match_id] = self._news(match_id)
            stream.news.set()

    def _note(self, match_id: str, stand: tuple[int, int]) -> None:
        """Remember the newest version of a match that was heard of, for streams to come."""
        self._stand[match_id] = max(stand, self._stand.get(match_id, stand))
        self._stand.move_to_end(match_id)
        while len(self._stand) > MOST_STANDS and (oldest := next(iter(self._stand))):
            if oldest in self._streams:
                self._stand.move_to_end(oldest)
                return
            del self._stand[oldest]
            self._touches.pop(oldest, None)

    def _news(self, match_id: str) -> tuple[str, int]:
        version, position = self._stand[match_id]
        return self.version(match_id, version), position

    def touch(self, match_id: str) -> None:
        """Something beside the store's version is to be shown anew on a table's pages."""
        self._touches[match_id] += 1
        self.announce(match_id, *self._stand.get(match_id, (0, 0)))

    def _touch_all(self, shown: _Shown) -> None:
        for match_id in shown.tables:
            self.touch(match_id)
        # Whoever looks at one of the others again makes its page anew, and enters it again.
        shown.tables = {match_id for match_id in shown.tables if match_id in self._streams}

    def _wait(self, visitor: str, shown: _Shown) -> None:
        """Look again once somebody might have gone: by then without a stream, and unheard of."""
        if shown.timer:
            shown.timer.cancel()
            shown.timer = None
        if self._here.get(visitor, 0) or self._stopping:
            return  # the end of the last stream asks again
        after = (AWAY if shown.here else GONE) - self.unheard(visitor)
        loop = asyncio.get_running_loop()
        shown.timer = loop.call_later(max(after, 0.0) + 0.01, self._look_after, visitor, shown)

    def _look_after(self, visitor: str, shown: _Shown) -> None:
        """The pages show somebody as away, and later that others may decide for them."""
        shown.timer = None
        if self.is_here(visitor) if shown.here else not self.is_gone(visitor):
            self._wait(visitor, shown)
            return
        was_here, shown.here = shown.here, False
        self._touch_all(shown)
        if was_here:
            self._wait(visitor, shown)

    def stop(self) -> None:
        """End every stream, now."""
        self._stopping = True
        for stream in self._open:
            _end(stream)

    async def serve(
        self,
        visitor: str,
        watched: Mapping[str, tuple[int, int]],
        scope: Scope,
        receive: Receive,
        send: Send,
        *,
        known: bool = True,
    ) -> None:
        """Answer a request with a stream.

        Args:
            visitor: Whose browser asks.
            watched: The version and position of every table that it follows.
            scope: The request.
            receive: What tells that the browser has left.
            send: What writes to it.
            known: Whether the browser sent its cookie.
        """
        stream = Stream(visitor, frozenset(watched), known)
        for match_id, stand in watched.items():
            self._note(match_id, stand)
        self._add(stream)
        stream.pending.update({match_id: self._news(match_id) for match_id in watched})
        gone = asyncio.create_task(_gone(receive))
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": 200,
                    "headers": [
                        (b"content-type", STREAM.encode()),
                        (b"cache-control", b"no-store, no-transform"),
                        (b"x-accel-buffering", b"no"),
                    ],
                }
            )
            try:
                await self._tell(stream, gone, send)
            except TimeoutError:
                # What is closed politely waits for what was written before to be taken.
                self.hang_up(scope)
                await asyncio.wait((gone,), timeout=1.0)
            except OSError:
                pass
        finally:
            self._remove(stream)
            gone.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await gone

    async def _tell(self, stream: Stream, gone: asyncio.Task[None], send: Send) -> None:
        """Write news and heartbeats until somebody leaves."""

        async def write(text: str, more: bool = True) -> None:
            try:
                async with asyncio.timeout(STUCK) as stream.writing:
                    await send(
                        {"type": "http.response.body", "body": text.encode(), "more_body": more}
                    )
            finally:
                stream.writing = None

        ends = time.monotonic() + LIFE * _chance.uniform(0.8, 1.2)
        await write(f"retry: {_chance.randint(*AGAIN)}\n{BEAT}")
        while not gone.done():
            if self._stopping or stream.crowded or time.monotonic() > ends:
                again = _chance.randint(*AGAIN) * (10 if stream.crowded else 1)
                await write(f'event: bye\ndata: {{"again": {again}}}\n\n', more=False)
                return
            if stream.pending:
                stream.news.clear()
                news, stream.pending = stream.pending, {}
                await write("".join(_event(*item) for item in news.items()))
                continue
            stream.news.clear()
            waiting = asyncio.create_task(stream.news.wait())
            try:
                done, _ = await asyncio.wait(
                    (gone, waiting),
                    timeout=self._heartbeat,
                    return_when=asyncio.FIRST_COMPLETED,
                )
            finally:
                waiting.cancel()
            if not done:
                await write(BEAT)

    def _add(self, stream: Stream) -> None:
        self._open.add(stream)
        self._here[stream.visitor] += 1
        if stream.known:
            self.saw(stream.visitor)
            of_one = self._of.setdefault(stream.visitor, [])
            of_one.append(stream)
            if len(of_one) > MOST_OF_ONE:
                first = of_one.pop(0)
                first.crowded = True
                _end(first)
        for match_id in stream.watched:
            self._streams.setdefault(match_id, set()).add(stream)

    def _remove(self, stream: Stream) -> None:
        self._open.discard(stream)
        self._here[stream.visitor] -= 1
        if self._here[stream.visitor] <= 0:
            del self._here[stream.visitor]
        if stream.known:
            self.saw(stream.visitor)
            of_one = self._of.get(stream.visitor, [])
            if stream in of_one:
                of_one.remove(stream)
            if not of_one:
                self._of.pop(stream.visitor, None)
        for match_id in stream.watched:
            followers = self._streams.get(match_id)
            if followers is not None:
                followers.discard(stream)
                if not followers:
                    del self._streams[match_id]
        shown = self._shown.get(stream.visitor)
        if shown is not None and not self._stopping:
            self._wait(stream.visitor, shown)


def _end(stream: Stream) -> None:
    """Let a stream say good-bye, or give up what its reader does not take."""
    stream.news.set()
    if stream.writing is not None:
        stream.writing.reschedule(asyncio.get_running_loop().time())


async def _gone(receive: Receive) -> None:
    """Return once the browser has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _event(match_id: str, news: tuple[str, int]) -> str:
    data = json.dumps({"id": match_id, "version": news[0], "position": news[1]})
    return f"event: change\ndata: {data}\n\n"


def watched_ids(text: str, known: Iterable[str] = ()) -> tuple[str, ...]:
    """The ids in ``watch=``, each once, as many as a stream may follow."""
    return tuple(dict.fromkeys(part for part in text.split(",") if part))[:MOST_WATCHED]
