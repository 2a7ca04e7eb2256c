"""From wide choices to narrow ones along a path of equilibria, where a level does not settle else.

With choices as wide as shares there is one equilibrium and it is found at once. As the width
falls it moves, and can be followed. But such a path may turn: then the equilibria that are near
exist only with wider choices, and whoever merely lets the width fall jumps off and oscillates. So
the width is one more unknown, and what is walked along is the length of the path, through all its
turns, until the width is as small as wanted (H. B. Keller's pseudo-arclength continuation; in
games R. D. McKelvey and T. R. Palfrey, Quantal response equilibria, 1995; T. L. Turocy, 2005).
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from typing import NamedTuple

import numpy as np

from goldfield.engine.many_slopes import Floats, Linear, Rings, Slopes, linear_of

Look = Callable[[Floats, float], Slopes]
"""A turn from each state: the shares, the width, whether slopes are wanted."""

STARTS = 8.0, 64.0, 512.0, 4096.0
"""At how many times the width a path begins, the first where it succeeds."""
BACK = 10.0
"""A path that comes back to so many times the width at which it began has been walked backwards."""
NEAR = 1e-3
"""On the way the equations hold up to this part of the width."""
SCALE = 3e-3
"""So much do all shares of a level move, as a vector, in a unit of length."""
STEPS = 60
"""The most steps along a path."""
STRAIGHT = 0.7
"""The least cosine between the directions before and after a step."""
ASIDE = 0.5
"""How far, in parts of a step, its end may lie from where it aimed."""
LEAST, TRUSTED, MOST = 1e-7, 1e-4, 3.0
"""Lengths of a step: where a path is given up, where no bend is asked about, and the longest."""


EXACT = 5e-10
"""So exactly the equations hold at the end."""


class NoPath(Exception):
    """The path cannot be followed to the end."""


class Point(NamedTuple):
    """A place near the path: shares, the logarithm of the width, and what turns make of them."""

    now: Floats
    lot: float
    error: Floats
    linear: Linear
    by_width: Floats
    """How the shares that turns lead to move with ``lot``."""


def followed(look: Look, rings: Rings, guess: Floats, width: float) -> Floats:
    """The shares of a level in equilibrium with choices of a width, by a path from wider ones.

    Raises:
        NoPath: where none leads there, as far as was tried.
    """
    for times in STARTS:
        start = times * width
        now = begun(look, rings, guess, start)
        found = None if now is None else Walk(look, rings, now, start).to(width)
        if found is not None:
            return found
    raise NoPath


def begun(look: Look, rings: Rings, guess: Floats, width: float) -> Floats | None:
    """An equilibrium with wide choices, by Newton's method; where it is far, after some sweeps."""
    now = guess
    seen = look(now, width)
    if abs(seen.shares - now).max() > width:
        for _ in range(6):
            now = look(now, width).shares.copy()
        seen = look(now, width)
    error = seen.shares - now
    for _ in range(30):
        if abs(error).max() < NEAR * width:
            return now
        step = linear_of(seen, rings).solved(error, 1e-2)
        square = float(np.linalg.norm(error))
        length = 1.0
        while True:
            tried = now + length * step
            seen = look(tried, width)
            error = seen.shares - tried
            if np.linalg.norm(error) < square * (1 - 0.1 * length):
                break
            length *= 0.5
            if length < 2e-3:
                return None
        now = tried
    return None


class Walk:
    """A walk along the path of equilibria through one of them."""

    def __init__(self, look: Look, rings: Rings, now: Floats, width: float) -> None:
        self._look, self._rings = look, rings
        self._now, self._begin = now, log(width)

    def to(self, width: float) -> Floats | None:
        """The shares where the path comes to a smaller width; None where it does not."""
        goal = log(width)
        at = self._point(self._now, self._begin)
        side, rise = self._direction(at)
        side, rise = -side, -rise
        length = 0.2
        for _ in range(STEPS):
            if at.lot > self._begin + log(BACK):
                return None
            ends = rise < 0 and at.lot + length * rise <= goal
            step = (goal - at.lot) / rise if ends else length
            aim = at.now + step * side, at.lot + step * rise
            found = self._fixed(aim[0], goal) if ends else self._corrected(aim, side, rise)
            if found is not None:
                point, tries = found
                if ends:
                    return point.now
                new_side, new_rise = self._direction(point)
                bend = float(np.sum(side * new_side)) / SCALE**2 + rise * new_rise
                if bend < 0:
                    bend, new_side, new_rise = -bend, -new_side, -new_rise
                moved = float(np.linalg.norm(point.now - aim[0])) / SCALE
                off = (moved**2 + (point.lot - aim[1]) ** 2) ** 0.5
                if (bend > STRAIGHT and off < ASIDE * step) or length < TRUSTED:
                    at, side, rise = point, new_side, new_rise
                    length *= 1.7 if tries <= 2 else 0.7 if tries >= 4 else 1.0
                    length = min(length, MOST)
                    continue
            length *= 0.5
            if length < LEAST:
                return None
        return None

    def _point(self, now: Floats, lot: float) -> Point:
        seen = self._look(now, exp(lot))
        linear = linear_of(seen, self._rings)
        return Point(now, lot, seen.shares - now, linear, seen.by_width.copy())

    def _direction(self, at: Point) -> tuple[Floats, float]:
        """The direction of the path, in which ``lot`` rises."""
        moves = at.linear.solved(at.by_width, 1e-6)
        rise = float((1 + (np.linalg.norm(moves) / SCALE) ** 2) ** -0.5)
        return moves * rise, rise

    def _fixed(self, now: Floats, lot: float) -> tuple[Point, int] | None:
        """Newton's method at a given width."""
        last = np.inf
        for tries in range(8):
            point = self._point(now, lot)
            worst = abs(point.error).max()
            if worst < EXACT:
                return point, tries
            if tries > 2 and worst > 0.7 * last:
                return None
            last = worst
            now = now + point.linear.solved(point.error, 1e-3)
        return None

    def _corrected(
        self, aim: tuple[Floats, float], side: Floats, rise: float
    ) -> tuple[Point, int] | None:
        """Newton's method across the path, from where a step along it has led."""
        now, lot = aim
        last = np.inf
        for tries in range(6):
            point = self._point(now, lot)
            worst = abs(point.error).max()
            if worst < NEAR * exp(lot):
                return point, tries
            if tries > 2 and worst > 0.7 * last:
                return None
            last = worst
            moves = point.linear.solved(point.error, 1e-3)
            by_width = point.linear.solved(point.by_width, 1e-3)
            across = float(np.sum(side * by_width)) / SCALE**2 + rise
            wider = -float(np.sum(side * moves)) / SCALE**2 / across
            if abs(wider) > 1:
                return None
            now, lot = now + moves + wider * by_width, lot + wider
        return None
