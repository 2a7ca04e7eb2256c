"""Live updates: one stream of change signals per browser, and who is there to see them.

A stream carries ids and versions only. Nothing on it is secret, and each page fetches what its own
reader may know. A stream ends when the browser leaves, when it cannot be written to, after a
quarter of an hour (the browser opens another), or when the server goes down.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Mapping

from starlette.types import Receive, Scope, Send

MOST_WATCHED = 50
"""Tables that one stream follows at most."""
MOST_STREAMS = 4000
"""Streams open at one time at most; further pages ask again and again instead."""
MOST_STANDS = 20_000
"""Tables whose newest version is remembered at most (more, if they are all being followed)."""
LIFE = 900.0
"""Seconds a stream lives at most."""
STUCK = 20.0
"""Seconds after which a browser that takes nothing is given up."""
AWAY = 12.0
"""Seconds without a stream or a request after which somebody seated is shown as away."""


class Stream:
    """One browser's stream: what it follows and what it has not been told yet."""

    __slots__ = ("news", "pending", "seated", "visitor", "watched")

    def __init__(self, visitor: str, watched: frozenset[str], seated: frozenset[str]) -> None:
        """``seated`` are those of the watched tables at which the visitor has a seat."""
        self.visitor = visitor
        self.watched = watched
        self.seated = seated
        self.pending: dict[str, tuple[str, int]] = {}
        self.news = asyncio.Event()


class Hub:
    """All streams of this process."""

    def __init__(self, heartbeat: float = 15.0) -> None:
        self._heartbeat = heartbeat
        self._streams: dict[str, set[Stream]] = {}
        self._here: Counter[str] = Counter()
        self._seen: dict[str, float] = {}
        self._open: set[Stream] = set()
        self._present: set[tuple[str, str]] = set()
        self._comings: Counter[str] = Counter()
        self._stand: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._stopping = False

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
        if len(self._seen) > 20_000:
            old = time.monotonic() - 3600
            self._seen = {v: at for v, at in self._seen.items() if at > old}
        self._seen[visitor] = time.monotonic()

    def forget(self, visitor: str) -> None:
        """Take a visitor for gone, until something is heard of them again."""
        self._seen.pop(visitor, None)

    def is_here(self, visitor: str, within: float = AWAY) -> bool:
        """Whether a visitor has a stream open or asked for something in the last seconds."""
        last = self._seen.get(visitor)
        return self._here[visitor] > 0 or (last is not None and time.monotonic() - last < within)

    def watchers(self, match_id: str, seated: Collection[str]) -> int:
        """How many visitors other than the seated follow a table."""
        found = {stream.visitor for stream in self._streams.get(match_id, ())}
        return len(found - set(seated))

    def version(self, match_id: str, version: int) -> str:
        """What changes whenever a table's page has something new to show.

        That is the store's version, and who of the seated is here.
        """
        return f"{version}.{self._comings[match_id]}"

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
            self._comings.pop(oldest, None)

    def _news(self, match_id: str) -> tuple[str, int]:
        version, position = self._stand[match_id]
        return self.version(match_id, version), position

    def touch(self, match_id: str) -> None:
        """Something beside the store's version is to be shown anew on a table's pages."""
        self._comings[match_id] += 1
        if match_id in self._stand:
            self.announce(match_id, *self._stand[match_id])

    def _came(self, stream: Stream) -> None:
        """Somebody seated is here: the others' pages say so."""
        for match_id in stream.seated:
            if (match_id, stream.visitor) not in self._present:
                self._present.add((match_id, stream.visitor))
                self.touch(match_id)

    def _left(self, visitor: str, seated: frozenset[str]) -> None:
        """Somebody's stream ended a while ago: if they did not come back, the pages say so."""
        if self.is_here(visitor, within=AWAY - 1):
            return
        for match_id in seated:
            self._present.discard((match_id, visitor))
            self.touch(match_id)

    def stop(self) -> None:
        """End every stream, now."""
        self._stopping = True
        for stream in self._open:
            stream.news.set()

    async def serve(
        self,
        visitor: str,
        watched: Mapping[str, tuple[int, int]],
        seated: frozenset[str],
        scope: Scope,
        receive: Receive,
        send: Send,
    ) -> None:
        """Answer a request with a stream.

        ``watched`` is the version and position of every table that it follows, ``seated`` those at
        which the visitor has a seat.
        """
        stream = Stream(visitor, frozenset(watched), seated)
        for match_id, stand in watched.items():
            self._note(match_id, stand)
        self._add(stream)
        self._came(stream)
        stream.pending.update({match_id: self._news(match_id) for match_id in watched})
        gone = asyncio.create_task(_gone(receive))
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": 200,
                    "headers": [
                        (b"content-type", b"text/event-stream; charset=utf-8"),
                        (b"cache-control", b"no-store, no-transform"),
                        (b"x-accel-buffering", b"no"),
                    ],
                }
            )
            with contextlib.suppress(TimeoutError, OSError):
                await self._tell(stream, gone, send)
        finally:
            self._remove(stream)
            gone.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await gone

    async def _tell(self, stream: Stream, gone: asyncio.Task[None], send: Send) -> None:
        """Write news and heartbeats until somebody leaves."""

        async def write(text: str, more: bool = True) -> None:
            async with asyncio.timeout(STUCK):
                await send({"type": "http.response.body", "body": text.encode(), "more_body": more})

        ends = time.monotonic() + LIFE * random.uniform(0.8, 1.2)
        await write(f"retry: {random.randint(800, 3500)}\n\n")
        while not gone.done():
            if self._stopping or time.monotonic() > ends:
                await write("event: bye\ndata: {}\n\n", more=False)
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
                await write(": still here\n\n")

    def _add(self, stream: Stream) -> None:
        self._open.add(stream)
        self._here[stream.visitor] += 1
        for match_id in stream.watched:
            self._streams.setdefault(match_id, set()).add(stream)

    def _remove(self, stream: Stream) -> None:
        self._open.discard(stream)
        self._here[stream.visitor] -= 1
        if self._here[stream.visitor] <= 0:
            del self._here[stream.visitor]
        self.saw(stream.visitor)
        for match_id in stream.watched:
            followers = self._streams.get(match_id)
            if followers is not None:
                followers.discard(stream)
                if not followers:
                    del self._streams[match_id]
        if stream.seated and not self._stopping:
            loop = asyncio.get_running_loop()
            loop.call_later(AWAY, self._left, stream.visitor, stream.seated)


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
