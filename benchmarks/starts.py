"""How long things take to begin: imports, the first simulated game, cold and warm."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

from benchmarks.measure import Comparison, against

FIRST = (
    "import goldfield; from goldfield.engine.{room} import {room};"
    "{room}(goldfield.load('{game}', players=2), {what}, seed=1)"
)
PLAYOUT = FIRST.format(room="playouts", game="gold_nuggets", what=1)
LINE_UPS = {
    "gold_nuggets": ("Gold Nuggets", ["cautious", "greedy"]),
    "moje_zlato": ("Moje zlato!", ["corsair", "greedy"]),
    "nuggets": ("Nuggets", ["surveyor", "greedy"]),
}
FIRSTS = {"Start, Gold Nuggets, first random playout": PLAYOUT} | {
    f"Start, {title}, first game between bots": FIRST.format(
        room="simulate", game=game, what=f"{bots}, 1"
    )
    for game, (title, bots) in LINE_UPS.items()
}
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
        for name, code in FIRSTS.items():
            cold = seconds(code, cache)
            warm = statistics.median(seconds(code, cache) for _ in range(AGAIN))
            found.append(Comparison(name, warm, cold, "compiled afresh", "s", warm / cold))
    return found
