"""The pool of worker processes that the server asks for bots' moves.

The server's process imports no compiler and never waits for one: a bot thinks in a worker
(:mod:`goldfield.bots.thinker`), which gets the view of its seat and nothing else.

>>> async with BotPool() as pool:
...     chosen = await pool.choose(game.package, game.rules.as_dict(), view, seat, "prospector")

A bot never stalls a table. A worker that dies is started again and asked once more; where no
legal answer comes in time, a move of ``random`` is returned instead, logged and counted. A bot
whose preparing ends a worker time and again is left to its stand-in.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self, TypeAlias

import structlog

import goldfield
from goldfield.bots import bot_of, decide, playing
from goldfield.bots.thinker import AGAIN, Ask, Chosen, Warm, frame, game_of
from goldfield.games.contract import State
from goldfield.games.game import Game
from goldfield.games.options import Scalar
from goldfield.rng import fresh_seed, seeded

log = structlog.get_logger("goldfield.bots")

SECONDS = 15.0
"""How long a decision may take, waiting and a worker's cold start included."""
MOST_WAITING = 256
"""Decisions that may wait for a worker; further ones are answered by ``random`` at once."""


MOST_DEATHS = 2
"""Workers that may die while one bot prepares before its stand-in is asked instead."""

Wanted: TypeAlias = tuple[str, tuple[tuple[str, Scalar], ...], str]
"""A bot for some rules: package, options, name."""


class WorkerDied(Exception):
    """The worker ended before it answered."""


@dataclass(frozen=True, slots=True)
class WorkerReport:
    """How a worker is doing."""

    pid: int | None
    warm: bool
    answers: int
    resident: int
    """Bytes of memory when it last answered."""
    starts: int


def wanted_of(game: Game, bot: str) -> Wanted:
    """A bot for a game's rules, to count by."""
    return game.package, tuple(sorted(game.rules.as_dict().items())), bot


class Deaths:
    """When workers died while a bot prepared."""

    def __init__(self) -> None:
        self._last: dict[Wanted, float] = {}
        self._count: Counter[Wanted] = Counter()

    def add(self, wanted: Iterable[Wanted]) -> None:
        """A worker died; these were preparing in it."""
        for one in wanted:
            self._count[one] += 1
            self._last[one] = time.monotonic()

    def forget(self, wanted: Wanted) -> None:
        """It has prepared after all."""
        self._count.pop(wanted, None)

    def too_many(self, wanted: Wanted) -> bool:
        """Whether it could not be prepared, as far as one can tell."""
        return self._count[wanted] >= MOST_DEATHS

    def is_resting(self, wanted: Wanted) -> bool:
        """Whether it is not to be tried for now."""
        return self.too_many(wanted) and time.monotonic() < self._last[wanted] + AGAIN


class Worker:
    """One worker process, started when it is first needed and again after it died."""

    def __init__(self, warm: tuple[str, ...], deaths: Deaths) -> None:
        self._warm_packages = warm
        self._deaths = deaths
        self._ready: set[Wanted] = set()
        self._unready: set[Wanted] = set()
        """Bots with a stand-in that have, and that have not yet chosen a move themselves."""
        self._process: Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._pending: dict[int, asyncio.Future[Chosen | None]] = {}
        self._number = 0
        self._warm: asyncio.Future[Chosen | None] | None = None
        self._launching = asyncio.Lock()
        self.answers = 0
        self.resident = 0
        self.starts = 0

    def report(self) -> WorkerReport:
        """A snapshot."""
        alive = self._process is not None and self._process.returncode is None
        pid = self._process.pid if self._process and alive else None
        warm = alive and self._warm is not None and self._warm.done()
        return WorkerReport(pid, warm, self.answers, self.resident, self.starts)

    async def launch(self) -> None:
        """Start the process unless it runs, and let it warm up. Raises WorkerDied."""
        async with self._launching:
            if self._process is not None and self._process.returncode is None:
                return
            await self.kill()
            # The child finds modules where this process does, wherever it was started from.
            program = (
                f"import sys; sys.path[:] = {sys.path!r}\n"
                "from goldfield.bots.thinker import main; main()"
            )
            try:
                # A session of its own: Ctrl-C in the terminal is for the server alone.
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-c", program, stdin=PIPE, stdout=PIPE, start_new_session=True
                )
            except OSError as error:
                raise WorkerDied(str(error)) from error
            self.starts += 1
            self._reader = asyncio.create_task(self._read(self._process))
            self._warm = self._send(Warm(self._next(), self._warm_packages))

    async def ready(self) -> None:
        """Wait until the warm-up is over."""
        await self.launch()
        if self._warm is not None:
            await asyncio.shield(self._warm)

    async def ask(self, game: Game, view: State, seat: int, bot: str, seed: int) -> Chosen | None:
        """The bot's decision. Raises WorkerDied, or RuntimeError when the bot failed."""
        await self.launch()
        wanted = _, options, _ = wanted_of(game, bot)
        who, lacking = playing(game, bot)
        if who.stand_in and not lacking and wanted not in self._ready:
            self._unready.add(wanted)
        ask = Ask(self._next(), game.package, options, view, seat, bot, seed)
        answer = await self._send(ask)
        if answer is not None and answer.by == bot and wanted in self._unready:
            self._unready.remove(wanted)
            self._ready.add(wanted)
        return answer

    async def kill(self) -> None:
        """End the process, whatever it does, and wait until it is gone."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        if self._reader is not None:
            await self._reader

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _send(self, request: Ask | Warm) -> asyncio.Future[Chosen | None]:
        assert self._process is not None
        assert self._process.stdin is not None
        future: asyncio.Future[Chosen | None] = asyncio.get_running_loop().create_future()
        # Nobody may be waiting any more when the answer, or the end of the process, comes.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._pending[request.number] = future
        self._process.stdin.write(frame(request))
        return future

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            try:
                reply = json.loads(line)
            except ValueError:  # cut short by its death
                break
            self.resident = reply["resident"]
            future = self._pending.pop(reply["number"], None)
            if future is None or future.done():
                continue
            if "error" in reply:
                future.set_exception(RuntimeError(reply["error"]))
            else:
                self.answers += 1
                future.set_result(
                    Chosen(reply["move"], reply["by"], reply["failed"]) if "move" in reply else None
                )
        await process.wait()
        self._deaths.add(self._unready)
        self._unready.clear()
        self._ready.clear()
        for future in self._pending.values():
            if not future.done():
                future.set_exception(WorkerDied(f"exit status {process.returncode}"))
        self._pending.clear()


class BotPool:
    """Workers that choose bots' moves; one decision at a time in each.

    Args:
        workers: How many processes; each holds about 50 MB, 200 MB where it had to compile first.
        seconds: How long a decision may take before ``random`` moves instead.
        warm: Names or packages of games to prepare at start; default: all there are.
    """

    def __init__(
        self,
        workers: int = 1,
        seconds: float = SECONDS,
        most_waiting: int = MOST_WAITING,
        warm: tuple[str, ...] | None = None,
    ) -> None:
        if workers < 1:
            raise ValueError(f"workers={workers} is not possible; at least 1")
        names = goldfield.games() if warm is None else warm
        self._deaths = Deaths()
        self._failed: dict[Wanted, str] = {}
        self._workers = [Worker(names, self._deaths) for _ in range(workers)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._tasks: set[asyncio.Task[Chosen]] = set()
        self._seconds = seconds
        self._most_waiting = most_waiting
        self._closed = False
        self.replaced = 0
        """Decisions that ``random`` took because no answer came."""

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the workers and return; they warm up by themselves."""
        for worker in self._workers:
            with contextlib.suppress(WorkerDied):
                await worker.launch()
            self._free.put_nowait(worker)

    async def ready(self) -> None:
        """Wait until every worker is warm (nobody needs to: a decision waits by itself)."""
        for worker in self._workers:
            await worker.ready()

    async def close(self) -> None:
        """End all workers; decisions still under way are cancelled."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            await worker.kill()

    def report(self) -> list[WorkerReport]:
        """How each worker is doing."""
        return [worker.report() for worker in self._workers]

    async def choose(
        self,
        package: str,
        options: Mapping[str, Scalar],
        view: State,
        seat: int,
        bot: str,
        seed: int | None = None,
    ) -> Chosen:
        """A legal move for ``seat``, who is to act in ``view``, chosen by ``bot`` or its stand-in.

        ``seed`` (0 to 2**63 - 1) drives the bot's own chance; by default it is fresh from the
        operating system. It must never come from a match's secret seed: a bot's moves are public,
        and what it was seeded with can be guessed from them.

        Raises:
            BadOption: for an unknown game, option or bot.
            ValueError: when that seat is not to act.
            RuntimeError: when the pool is closed.
        """
        game = game_of(package, tuple(sorted(options.items())))
        bot_of(game, bot)
        if game.to_act(view) != seat:
            raise ValueError(f"seat {seat} is not to act")
        if self._closed:
            raise RuntimeError("the pool of bots is closed")
        seed = fresh_seed() if seed is None else seed
        if len(self._tasks) >= self._most_waiting + len(self._workers):
            return self._instead(game, view, seat, bot, seed, "too many decisions are waiting")
        task = asyncio.create_task(self._answer(game, view, seat, bot, seed))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # A caller that gives up must not take the worker along: the answer is read all the same.
        return await asyncio.shield(task)

    async def _answer(self, game: Game, view: State, seat: int, bot: str, seed: int) -> Chosen:
        reason = "the worker died time and again"
        try:
            async with asyncio.timeout(self._seconds):
                for _ in range(MOST_DEATHS + 1):
                    with contextlib.suppress(WorkerDied):
                        chosen = await self._asked(game, view, seat, bot, seed)
                        if chosen is not None and chosen.move in game.moves(view):
                            return chosen
                        reason = f"{chosen} is not legal"
                        break
        except TimeoutError:
            reason = f"no answer in {self._seconds:g} s"
        except RuntimeError as error:
            reason = str(error)
        return self._instead(game, view, seat, bot, seed, reason)

    async def _asked(
        self, game: Game, view: State, seat: int, bot: str, seed: int
    ) -> Chosen | None:
        wanted = wanted_of(game, bot)
        worker = await self._free.get()
        try:
            who = bot_of(game, bot).stand_in if self._deaths.is_resting(wanted) else bot
            chosen = await worker.ask(game, view, seat, who, seed)
            return self._judged(chosen, wanted)
        except asyncio.CancelledError:
            # Out of time: whatever it is at, the next decision needs a worker that answers.
            await worker.kill()
            raise
        finally:
            self._free.put_nowait(worker)

    def _judged(self, chosen: Chosen | None, wanted: Wanted) -> Chosen | None:
        """An answer that also tells of deaths, which the worker cannot; what fails is logged."""
        if chosen is None:
            return None
        package, options, bot = wanted
        if chosen.by == bot:
            self._deaths.forget(wanted)
        elif not chosen.failed and self._deaths.too_many(wanted):
            chosen = chosen._replace(failed="the worker died while it prepared")
        known = self._failed.pop(wanted, "")
        if chosen.failed:
            self._failed[wanted] = chosen.failed
            if chosen.failed != known:
                log.warning(
                    "bot_unprepared",
                    game=package,
                    options=dict(options),
                    bot=bot,
                    reason=chosen.failed,
                )
        return chosen

    def _instead(
        self, game: Game, view: State, seat: int, bot: str, seed: int, reason: str
    ) -> Chosen:
        self.replaced += 1
        log.warning("bot_replaced", game=game.name, bot=bot, reason=reason)
        move, _ = decide(game, "random", view, seat, seeded(seed, 0))
        return Chosen(int(move), "random")
