"""The one task that writes: whatever waits is committed together, and only then acknowledged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from goldfield.store.database import WAIT, refusal
from goldfield.store.store import Busy, Change

T = TypeVar("T")

MOST_TOGETHER = 64
"""Requests in one transaction: enough to share its flush to disk, few enough to stay short."""

SOON = 0.05
"""Seconds that are not worth another wait for a lock."""


class Work:
    """What a request writes through, and the changes it makes known once they are durable."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.changes: list[Change] = []


@dataclass(slots=True)
class _Request(Generic[T]):
    run: Callable[[Work], T]
    answer: asyncio.Future[T]
    due: float
    """When, on the loop's clock, it has waited for the database long enough."""


@dataclass(slots=True)
class _Done(Generic[T]):
    """A request's result, or why it was refused, which take effect when the batch is committed."""

    result: T | None = None
    error: Exception | None = None
    changes: tuple[Change, ...] = ()


class Writer:
    """Runs requests one after another, each in its own savepoint, many in one transaction.

    All of it happens in one thread, so that the event loop never waits for the disk. A request
    that raises is rolled back alone. When the transaction as a whole fails (the disk is full), its
    requests are tried one by one, so that none fails for another's sake.
    """

    def __init__(
        self, engine: Engine, tell: Callable[[Iterable[Change]], None], busy_seconds: float
    ) -> None:
        """``busy_seconds``: how long a request waits for another program's lock, from its start
        on and not from its turn on.
        """
        self._engine = engine
        self._busy_seconds = busy_seconds
        self._tell = tell
        self._waiting: asyncio.Queue[_Request[Any] | None] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, "goldfield-writer")
        self._task = asyncio.create_task(self._serve(), name="goldfield store writer")
        self._closed = False

    async def do(self, run: Callable[[Work], T]) -> T:
        """Run a function of a connection; returns what it returns, once that is on the disk.

        The function is called in the writer's thread, within a transaction, and possibly twice if
        that had to be repeated. Raises what it raises, or Full or Busy.
        """
        if self._closed:
            raise RuntimeError("the store is closed")
        loop = asyncio.get_running_loop()
        request = _Request(run, loop.create_future(), loop.time() + self._busy_seconds)
        self._waiting.put_nowait(request)
        return await request.answer

    async def close(self) -> None:
        """Finish what waits, then stop."""
        if not self._closed:
            self._closed = True
            self._waiting.put_nowait(None)
        await self._task
        self._thread.shutdown()

    async def _serve(self) -> None:
        open_ = True
        while open_:
            batch = [await self._waiting.get()]
            while len(batch) < MOST_TOGETHER and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            open_ = None not in batch
            await self._write([r for r in batch if r is not None and not r.answer.done()])

    async def _write(self, batch: list[_Request[Any]]) -> None:
        """Commit a batch and acknowledge it."""
        if not batch:
            return
        loop = asyncio.get_running_loop()
        wait = max(0.0, min(request.due for request in batch) - loop.time())
        try:
            done = await loop.run_in_executor(
                self._thread, self._transaction, [request.run for request in batch], wait
            )
        except Exception as error:
            why = refusal(error)
            if isinstance(why, Busy):
                # The lock was waited for as long as the oldest may wait; the others go on.
                now = loop.time() + SOON
                late = [request for request in batch if request.due <= now]
                for request in late or batch:
                    _settle(request, _Done(error=why))
                await self._write([request for request in batch if not request.answer.done()])
            elif len(batch) == 1:
                _settle(batch[0], _Done(error=why or error))
            else:
                for request in batch:
                    await self._write([request])
            return
        for request, one in zip(batch, done, strict=True):
            _settle(request, one)
            self._tell(one.changes)

    def _transaction(self, runs: Sequence[Callable[[Work], Any]], wait: float) -> list[_Done[Any]]:
        """In the thread: run all, each in a savepoint, and commit."""
        options = {WAIT: wait}
        with self._engine.connect().execution_options(**options) as connection, connection.begin():
            return [_in_savepoint(connection, run) for run in runs]


def _in_savepoint(connection: Connection, run: Callable[[Work], T]) -> _Done[T]:
    """Run one request so that its failure undoes only itself."""
    work = Work(connection)
    savepoint = connection.begin_nested()
    try:
        result = run(work)
        savepoint.commit()
    except Exception as error:
        # A full disk or a lost lock may have ended the whole transaction, the savepoint with it:
        # that is not this one request's matter.
        if isinstance(error, DBAPIError) and not isinstance(error, IntegrityError):
            raise
        savepoint.rollback()
        return _Done(error=error)
    return _Done(result, None, tuple(work.changes))


def _settle(request: _Request[Any], done: _Done[Any]) -> None:
    """Acknowledge, unless whoever asked has gone away."""
    if request.answer.done():
        return
    if done.error is not None:
        request.answer.set_exception(done.error)
    else:
        request.answer.set_result(done.result)
