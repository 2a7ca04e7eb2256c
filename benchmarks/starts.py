"""How long things take to begin: imports, the first simulated game, cold and warm."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

from benchmarks.measure import Comparison, against

FIRST_GAME = (
    "import goldfield; from goldfield.engine.{room} import {name};"
    "game = goldfield.load('gold_nuggets', players=2); {call}"
)
PLAYOUTS = FIRST_GAME.format(room="playouts", name="playouts", call="playouts(game, 1, seed=1)")
SIMULATE = FIRST_GAME.format(
    room="simulate", name="simulate", call="simulate(game, ['cautious', 'greedy'], 1, seed=1)"
)
LOAD = "import goldfield; game = goldfield.load('gold_nuggets', players=2); game.start()"
AGAIN = 3


def seconds(code: str, cache: str) -> float:
    """How long a fresh Python takes to run some code, with its compiled code kept in ``cache``."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "XDG_CACHE_HOME": cache}
    )
    return time.perf_counter() - began


def measured() -> list[Comparison]:
    """A fresh process up to the first game: compiled afresh beside taken from the disk."""
    found: list[Comparison] = []
    with tempfile.TemporaryDirectory() as cache:
        plain = statistics.median(seconds(LOAD, cache) for _ in range(AGAIN))
        found.append(against("Start, Gold Nuggets loaded", plain, 3.0, "s", at_least=False))
        for name, code in (("playout", PLAYOUTS), ("game between bots", SIMULATE)):
            cold = seconds(code, cache)
            warm = statistics.median(seconds(code, cache) for _ in range(AGAIN))
            found.append(
                Comparison(
                    f"Start, first random {name}" if name == "playout" else f"Start, first {name}",
                    warm,
                    cold,
                    "compiled afresh",
                    "s",
                    warm / cold,
                )
            )
    return found
