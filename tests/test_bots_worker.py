"""The pool of workers: what a server needs of it when all is well, and when nothing is."""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import goldfield
from goldfield.bots import bots_of, decide
from goldfield.bots.thinker import AGAIN, Ask, Chosen, Preparation, frame, preparation
from goldfield.bots.worker import BotPool
from goldfield.rng import seeded
from tests.worker_game.bots import MARK, WAIT

PACKAGE = "tests.worker_game"
GAME = goldfield.load(PACKAGE)
VIEW = GAME.view(GAME.start(), 0)
ROOT = Path(__file__).parents[1]
PATIENCE = 60.0
"""Seconds that something asynchronous may take on a busy machine."""


def run(test: Callable[[], Any]) -> Any:
    """Run a coroutine function; nothing may be left behind."""
    return asyncio.run(asyncio.wait_for(test(), PATIENCE))


@contextlib.asynccontextmanager
async def pool_of(workers: int = 1, **more: Any) -> AsyncIterator[BotPool]:
    async with BotPool(workers, **{"seconds": PATIENCE, "warm": (PACKAGE,), **more}) as pool:
        yield pool
    assert all(report.pid is None for report in pool.report())


async def ask(pool: BotPool, bot: str, seed: int | None = 5) -> int:
    return (await pool.choose(PACKAGE, GAME.rules.as_dict(), VIEW, 0, bot, seed)).move


def gone(pid: int) -> bool:
    """Whether a process has ended (a dead one that nobody waited for counts as ended)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_answers_are_those_of_the_bot_in_plain_use() -> None:
    async def main() -> None:
        game = goldfield.load("gold_nuggets", players=3, pairs=True)
        async with BotPool(seconds=PATIENCE, warm=("gold_nuggets",)) as pool:
            for bot in bots_of(game):
                s, rng = game.start(), seeded(4, 0)
                for _ in range(60):
                    seat = game.to_act(s)
                    if seat < 0:
                        move, rng = game.roll(s, rng)
                    else:
                        view = game.view(s, seat)
                        options = game.rules.as_dict()
                        move = (await pool.choose(game.package, options, view, seat, bot, 11)).move
                        assert (move, pool.replaced) == (
                            decide(game, bot, view, seat, seeded(11, 0))[0],
                            0,
                        )
                    s = game.play(s, move)
            (report,) = pool.report()
            assert report.warm
            assert report.starts == 1
            assert report.resident > 10_000_000

    run(main)


def test_a_bot_that_prepares_has_somebody_stand_in_and_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = tmp_path / "ready"
    monkeypatch.setenv(WAIT, str(ready))

    async def asked(pool: BotPool, bot: str) -> Chosen:
        return await pool.choose(PACKAGE, GAME.rules.as_dict(), VIEW, 0, bot, 1)

    async def main() -> None:
        async with BotPool(seconds=PATIENCE, warm=()) as pool:
            for _ in range(3):
                assert await asked(pool, "ponders") == (0, "rolls", "")
            ready.touch()
            while (await asked(pool, "ponders")).by == "rolls":
                await asyncio.sleep(0.01)
            assert await asked(pool, "ponders") == (1, "ponders", "")
            assert await asked(pool, "lacks") == (0, "rolls", "")
            assert pool.replaced == 0

    run(main)


@pytest.mark.parametrize(
    ("bot", "why"),
    [("despairs", "MemoryError: no room"), ("kills", "the worker died while it prepared")],
)
def test_a_bot_that_cannot_prepare_is_told_of_and_tried_again_later(
    bot: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = tmp_path / "ready"
    monkeypatch.setenv(WAIT, str(ready))

    async def asked(pool: BotPool) -> Chosen:
        return await pool.choose(PACKAGE, GAME.rules.as_dict(), VIEW, 0, bot, 1)

    async def main() -> None:
        async with BotPool(seconds=PATIENCE, warm=()) as pool:
            while not (found := await asked(pool)).failed:
                assert found == (0, "rolls", "")
                await asyncio.sleep(0.01)
            assert found == (0, "rolls", why)
            starts = pool.report()[0].starts
            for _ in range(5):
                assert await asked(pool) == found
                await asyncio.sleep(0.05)
            assert (pool.report()[0].starts, pool.replaced) == (starts, 0), "left alone for now"
            ready.touch()
            if bot == "despairs":  # its worker keeps the time; another one begins at once
                await pool._workers[0].kill()
            else:
                later = SimpleNamespace(monotonic=lambda: time.monotonic() + AGAIN)
                monkeypatch.setattr("goldfield.bots.worker.time", later)
            while (found := await asked(pool)).by == "rolls":
                await asyncio.sleep(0.01)
            assert found == (1, bot, "")
            assert pool.replaced == 0

    run(main)


def test_a_bot_that_failed_is_tried_again_in_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[float] = []
    at = 0.0

    def prepare(bot: object, game: object) -> None:
        tries.append(at)
        if at < 2 * AGAIN:
            raise OSError("no space left")

    monkeypatch.setattr("goldfield.bots.thinker.prepare", prepare)
    monkeypatch.setattr("goldfield.bots.thinker._begun", defaultdict(Preparation))
    monkeypatch.setattr("goldfield.bots.thinker.time", SimpleNamespace(monotonic=lambda: at))
    bot = bots_of(GAME)["ponders"]
    for at in (0.0, AGAIN / 2, AGAIN, AGAIN * 1.5, AGAIN * 2, AGAIN * 4):
        found = preparation(bot, GAME)
        wait_until(lambda found=found: found.done or found.due < math.inf)
        assert found.done == (at >= 2 * AGAIN)
        assert found.done or found.failed == "OSError: no space left"
    assert tries == [0.0, AGAIN, AGAIN * 2]


def test_a_seed_decides_and_without_one_chance_is_fresh() -> None:
    async def main() -> None:
        async with pool_of() as pool:
            seeds = list(range(40))
            first = [await ask(pool, "draws", seed) for seed in seeds]
            assert first == [await ask(pool, "draws", seed) for seed in seeds]
            assert set(first) == {0, 1}
            assert {await ask(pool, "draws", None) for _ in range(60)} == {0, 1}

    run(main)


def test_many_at_once_get_their_own_answers() -> None:
    async def main() -> None:
        async with pool_of(2) as pool:
            moves = await asyncio.gather(
                *(ask(pool, "rolls" if i % 2 else "prints") for i in range(200))
            )
            assert moves == [1, 0] * 100
            assert pool.replaced == 0
            assert len({report.pid for report in pool.report()}) == 2

    run(main)


def test_a_worker_killed_in_mid_work_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(MARK, str(tmp_path / "mark"))

    async def main() -> None:
        async with pool_of() as pool:
            others = [asyncio.create_task(ask(pool, "rolls")) for _ in range(3)]
            assert await ask(pool, "dies_once") == 1
            assert await asyncio.gather(*others) == [0, 0, 0]
            (report,) = pool.report()
            assert (report.starts, pool.replaced) == (2, 0)

    run(main)


@pytest.mark.parametrize("bot", ["sleeps", "rolls"])
def test_a_worker_killed_from_outside_is_started_again(bot: str) -> None:
    async def main() -> None:
        async with pool_of(seconds=3.0) as pool:
            await pool.ready()
            (before,) = pool.report()
            assert before.pid is not None
            working = asyncio.create_task(ask(pool, bot))
            await asyncio.sleep(0.2)
            os.kill(before.pid, signal.SIGKILL)
            assert await working in GAME.moves(VIEW)
            assert await ask(pool, "rolls") == 0
            (after,) = pool.report()
            assert after.pid != before.pid

    run(main)


@pytest.mark.parametrize("bot", ["cheats", "fails", "crashes", "sleeps"])
def test_a_bot_never_stalls_a_table(bot: str) -> None:
    async def main() -> None:
        async with pool_of(seconds=3.0) as pool:
            assert await ask(pool, bot) in GAME.moves(VIEW)
            assert pool.replaced == 1
            assert await ask(pool, "rolls") == 0
            assert pool.replaced == 1

    run(main)


def test_what_waits_is_bounded() -> None:
    async def main() -> None:
        async with pool_of(seconds=3.0, most_waiting=2) as pool:
            slow = [asyncio.create_task(ask(pool, "sleeps")) for _ in range(3)]
            await asyncio.sleep(0)
            assert await asyncio.wait_for(ask(pool, "sleeps"), 1) in GAME.moves(VIEW)
            assert pool.replaced == 1
            assert set(await asyncio.gather(*slow)) <= set(GAME.moves(VIEW))

    run(main)


def test_who_gives_up_waiting_takes_no_worker_along() -> None:
    async def main() -> None:
        async with pool_of() as pool:
            await pool.ready()
            for _ in range(20):
                asked = asyncio.create_task(ask(pool, "rolls"))
                await asyncio.sleep(0)
                asked.cancel()
            assert await ask(pool, "rolls") == 0
            (report,) = pool.report()
            assert (report.starts, pool.replaced) == (1, 0)

    run(main)


def test_closing_ends_workers_in_mid_work() -> None:
    async def main() -> None:
        async with BotPool(seconds=PATIENCE, warm=()) as pool:
            working = asyncio.create_task(ask(pool, "sleeps"))
            await asyncio.sleep(0.5)
            (report,) = pool.report()
        assert report.pid is not None
        assert gone(report.pid)
        with pytest.raises(asyncio.CancelledError):
            await working
        with pytest.raises(RuntimeError, match="closed"):
            await ask(pool, "rolls")

    run(main)


@pytest.mark.parametrize(
    ("package", "options", "seat", "bot", "sentence"),
    [
        ("gold_digger", {}, 0, "random", "There is no game gold_digger"),
        (PACKAGE, {"players": 9}, 0, "random", "players=9 is not allowed"),
        (PACKAGE, {}, 0, "rols", "There is no bot rols; there are: random, sleeps"),
        (PACKAGE, {}, 1, "random", "seat 1 is not to act"),
    ],
)
def test_bad_requests_are_refused_in_a_sentence(
    package: str, options: dict[str, int], seat: int, bot: str, sentence: str
) -> None:
    async def main() -> None:
        pool = BotPool()
        with pytest.raises(ValueError, match=sentence):
            await pool.choose(package, options, VIEW, seat, bot)

    run(main)


def test_a_pool_has_a_worker() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        BotPool(0)


def test_a_request_holds_the_view_and_nothing_else_of_the_match() -> None:
    assert Ask._fields == ("number", "package", "options", "view", "seat", "bot", "seed")
    assert len(frame(Ask(1, PACKAGE, (), VIEW, 0, "rolls", 1))) < 400


def test_nobody_waits_for_what_another_bot_prepares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = tmp_path / "done"
    monkeypatch.setenv(WAIT, str(done))

    async def main() -> None:
        async with pool_of() as pool:
            slow = asyncio.create_task(pool._workers[0].ready())
            assert await ask(pool, "rolls") == 0
            assert not slow.done()
            assert not pool.report()[0].warm
            done.touch()
            await slow
            assert await ask(pool, "slow") == 1
            assert (pool.report()[0].warm, pool.replaced) == (True, 0)

    run(main)


PARENT = textwrap.dedent(
    """
    import asyncio, sys
    import goldfield
    from goldfield.bots.worker import BotPool
    game = goldfield.load("tests.worker_game")

    async def main():
        async with BotPool(warm=("tests.worker_game",)) as pool:
            await pool.ready()
            bot = sys.argv[1]
            if bot != "nothing":
                asyncio.create_task(
                    pool.choose(game.package, {}, game.start(), 0, bot, 1)
                )
                await asyncio.sleep(0.2)
            heavy = {"numba", "numpy", "multiprocessing"} & set(sys.modules)
            print(pool.report()[0].pid, *heavy, flush=True)
            await asyncio.sleep(600)

    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        print("bye", flush=True)
    """
)


@pytest.mark.parametrize("bot", ["sleeps", "nothing"])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_their_parent(bot: str, how: signal.Signals) -> None:
    """Killed outright, or by Ctrl-C, which must leave no traceback on the terminal."""
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, bot],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    assert parent.stdout is not None
    told = parent.stdout.readline().split()
    assert len(told) == 1, "the parent must import neither compiler nor multiprocessing"
    worker = int(told[0])
    assert not gone(worker)
    os.killpg(parent.pid, how)
    out, err = parent.communicate(timeout=PATIENCE)
    wait_until(lambda: gone(worker))
    assert err == ""
    assert out == ("bye\n" if how == signal.SIGINT else "")
