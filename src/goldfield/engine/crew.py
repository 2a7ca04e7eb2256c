"""Spreads numbered games over threads in chunks, with progress, and ends cleanly on Ctrl-C."""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from types import FrameType
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Progress: TypeAlias = Callable[[int, int], None]
"""``progress(done, total)``, called in the caller's thread."""

CHUNK_SECONDS = 0.1
FIRST_CHUNK = 16
LARGEST_CHUNK = 100_000
ONCE_MORE = 0.05
"""Seconds after which a Ctrl-C that was lost is tried again."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(
    work: Callable[[int, int], T],
    take: Callable[[T], None],
    total: int,
    threads: int | None = None,
    progress: Progress | None = None,
    chunk: int | None = None,
) -> bool:
    """Call ``work(first, count)`` over games 0 to total - 1 and ``take`` each result, in order.

    ``work`` runs in ``threads`` threads (default: one per core) and must give up Python's lock;
    ``take`` and ``progress`` run in the caller's. Chunks grow until one takes about 0.1 s,
    unless ``chunk`` says how large they are.
    After Ctrl-C no chunk is begun any more and the ones at work are taken, so that what was taken
    is always the games 0 to n - 1; then the answer is False.

    Raises:
        ValueError: for fewer than one game or thread.
    """
    threads = cores() if threads is None else threads
    if total < 1:
        raise ValueError(f"games={total} is not possible; at least 1")
    if threads < 1:
        raise ValueError(f"threads={threads} is not possible; at least 1")

    def timed(first: int, count: int) -> tuple[T, float]:
        began = time.perf_counter()
        return work(first, count), time.perf_counter() - began

    waiting: deque[tuple[int, Future[tuple[T, float]]]] = deque()
    given = 0
    done = 0
    size = chunk or FIRST_CHUNK

    def finish_oldest() -> None:
        nonlocal done, size
        count, future = waiting[0]
        result, seconds = future.result()
        waiting.popleft()
        take(result)
        done += count
        if chunk is not None:
            return
        fitting = int(count * CHUNK_SECONDS / max(seconds, 1e-6))
        size = max(1, min(fitting, 4 * count, LARGEST_CHUNK))

    with _ctrl_c() as stop, ThreadPoolExecutor(threads, thread_name_prefix="games") as pool:
        while done < total and not stop.is_set():
            while given < total and len(waiting) < 2 * threads:
                count = min(size, total - given)
                waiting.append((count, pool.submit(timed, given, count)))
                given += count
            finish_oldest()
            if progress is not None:
                progress(done, total)
        while waiting:
            finish_oldest()
    return done == total


@contextlib.contextmanager
def _ctrl_c() -> Generator[threading.Event, None, None]:
    """An event that Ctrl-C sets, so that it never strikes while a result is being added up.

    A second Ctrl-C raises KeyboardInterrupt. Where somebody else has taken the signal over, or
    this is not the main thread, nothing is changed.
    """
    stop = threading.Event()

    def ask(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield stop
        return
    signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextlib.contextmanager
def heard_ctrl_c() -> Generator[None, None, None]:
    """Ctrl-C ends what is compiled in here, wherever in it the signal strikes.

    Of an exception in what LLVM calls back, or in what follows the end of an object, Python prints
    a traceback and goes on: there the signal would be lost.
    """
    before = sys.unraisablehook

    def again(lost: sys.UnraisableHookArgs) -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            before(lost)
            return
        timer = threading.Timer(ONCE_MORE, _thread.interrupt_main)
        timer.daemon = True
        timer.start()

    sys.unraisablehook = again
    try:
        yield
    finally:
        sys.unraisablehook = before
