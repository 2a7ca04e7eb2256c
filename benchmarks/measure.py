"""One measurement: two pieces of work in turns, so that whatever slows one slows the other."""

from __future__ import annotations

import contextlib
import os
import platform
import re
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

ROUNDS = 9

Work: TypeAlias = Callable[[], float]
"""Does some work and returns how much of it, in units."""


@dataclass(frozen=True)
class Comparison:
    """Ours beside a peer's. A ratio above 1 means that ours is the larger number."""

    name: str
    ours: float
    peer: float
    peer_name: str
    unit: str
    ratio: float

    def as_dict(self) -> dict[str, Any]:
        """One entry of ``results.json``."""
        return asdict(self)


def rate(work: Work) -> float:
    """Units per second of one piece of work."""
    began = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - began)


def beside(
    name: str, ours: Work, peer: Work, peer_name: str, unit: str, rounds: int = ROUNDS
) -> Comparison:
    """The medians of both rates, and the median of the ratios of neighbouring rounds."""
    for work in (ours, peer):
        work()  # whatever is slow once only
    pairs: list[tuple[float, float]] = []
    for number in range(rounds):
        if number % 2:
            second = rate(peer)
            first = rate(ours)
        else:
            first = rate(ours)
            second = rate(peer)
        pairs.append((first, second))
    return Comparison(
        name,
        statistics.median(first for first, _ in pairs),
        statistics.median(second for _, second in pairs),
        peer_name,
        unit,
        statistics.median(first / second for first, second in pairs),
    )


def against(name: str, ours: float, promised: float, unit: str, at_least: bool) -> Comparison:
    """A number of ours beside the one that is promised."""
    return Comparison(
        name,
        ours,
        promised,
        f"promised at {'least' if at_least else 'most'}",
        unit,
        ours / promised,
    )


def machine() -> str:
    """What it was measured on, and when."""
    processor = platform.machine()
    with contextlib.suppress(OSError):
        found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        processor = found[1] if found else processor
    busy = f" (load {os.getloadavg()[0]:.1f})" if hasattr(os, "getloadavg") else ""
    return (
        f"{os.cpu_count()} cores of {processor}{busy}, Python {platform.python_version()}, "
        f"numba {version('numba')}, {time.strftime('%Y-%m-%d')}"
    )
