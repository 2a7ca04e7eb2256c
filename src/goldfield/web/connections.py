"""Connections that would hold up the others: too many at once, or without a whole request."""

from __future__ import annotations

import asyncio
import contextlib

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 6000
"""How many are held at once, at most; fewer where the system allows fewer open files."""
BACKLOG = 256
"""How many may wait to be accepted; all of these can come between two looks at the number held."""
OTHER_FILES = 200
"""Open files that are no connections: the database, what is sent, the workers."""
HEAD_SECONDS = 20.0
"""Seconds within which a request's head must have come."""
BODY_SECONDS = 120.0
"""Seconds within which its body must have come."""

_FULL = "Goldfield has as many visitors as it can hold. Please try again in a minute.\n"
_ANSWER = (
    "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n"
    f"content-length: {len(_FULL)}\r\nretry-after: 60\r\nconnection: close\r\n\r\n{_FULL}"
).encode()


def room_for_connections() -> int:
    """How many connections can be held; asks the system for as many open files as that needs."""
    try:
        import resource  # not on Windows
    except ImportError:
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + BACKLOG + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        better = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (better, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return max(16, min(MOST_CONNECTIONS, soft - BACKLOG - OTHER_FILES))
    return MOST_CONNECTIONS


class Connection(H11Protocol):
    """A connection that ends where a request does not come, or where there are too many."""

    most = MOST_CONNECTIONS
    head_seconds = HEAD_SECONDS
    body_seconds = BODY_SECONDS
    _patience: asyncio.TimerHandle | None = None
    _reading_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection, or say that there is no room for it."""
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.write(_ANSWER)
            transport.close()
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Read, and wait for the rest of what was begun."""
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Set the clock where a request is incomplete; what came meanwhile does not reset it."""
        between = self.cycle is None or self.cycle.response_complete
        body = not between and self.cycle.more_body
        if not (between or body) or self.timeout_keep_alive_task is not None:
            self._stop_waiting()
        elif self._patience is None or body != self._reading_body:
            self._stop_waiting()
            self._reading_body = body
            seconds = self.body_seconds if body else self.head_seconds
            self._patience = self.loop.call_later(seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self) -> None:
        self._patience = None
        if self.cycle is None or self.cycle.response_complete:
            unfinished = self.timeout_keep_alive_task is None
        else:
            unfinished = self._reading_body and self.cycle.more_body
        if unfinished:
            self.transport.abort()
