"""One level of supply, solved: sweeps and Newton's method for all of it, paths for what swings.

Sweeps come near an equilibrium and Newton's method arrives; but a few states may swing for ever
between choices that are worth nearly the same, because the equilibrium that was near has vanished
as the width of mixing fell. Then the orbits of these few follow a path of equilibria, of their own,
with all others held, to one that there is (:mod:`many_paths`), and Newton's method goes on from it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from goldfield.engine.anderson import Memory
from goldfield.engine.many_looks import KNOWN, PLAIN, SWEEP, LevelTurns
from goldfield.engine.many_paths import NoPath, followed
from goldfield.engine.many_slopes import Floats, Ints, Rings, Slopes, linear_of, rings_for

Bools = npt.NDArray[np.bool_]

STILL = 1e-10
"""A level is done when one step of play changes no share by more; less than tables can hold."""
NEARLY = 1e-2
"""On the way it is done up to this part of the width."""
SWEEPS = 6
"""Between two tries of Newton's method."""
KEPT_SWEEPS = 8
"""From how many sweeps Anderson's method concludes where the next one should begin."""
MOST_LOOKS = 40
"""The most looks at a width before what swings is sought."""
REACH = 10.0
"""Newton's method is tried where no error is larger than so many times the width."""
STEPS = 10
"""The most steps of Newton's method at a time."""
ROUNDS, ORBITS = 8, 8
"""How often what swings is sought at a width, and the most orbits that join it each time."""
SWINGS = 0.1
"""An orbit swings whose error is larger than this part of the width."""
HELD_SWEEPS = 24
"""Sweeps of all others after a path of what swings has led away from where it was."""


class Level:
    """One level while it is solved.

    Args:
        turns: Turns from its states.
        orbits: int64[orbits, players]: its orbits, as ``rings_of`` has them.
        tick: Called at every look at the whole level.
    """

    def __init__(self, turns: LevelTurns, orbits: Ints, tick: Callable[[], None]) -> None:
        self._turns, self._tick = turns, tick
        self._rings = rings_for(orbits)

    def solved(
        self, guess: Floats, widths: tuple[float, ...], still: float = STILL
    ) -> Floats | None:
        """The shares in equilibrium with choices of the last of the widths, by way of the others.

        None where one of them does not settle.
        """
        now = guess
        for width in widths:
            last = width == widths[-1]
            found = self.settled(now, width, still if last else NEARLY * width)
            if found is None:
                return None
            now = found
        return now

    def settled(self, now: Floats, width: float, exact: float) -> Floats | None:
        """Shares that one step of play moves by less than ``exact``; None where none are found."""
        memory = Memory(KEPT_SWEEPS)
        error = self._look(now, width, SWEEP)
        looks = 1
        while looks < MOST_LOOKS:
            for _ in range(SWEEPS):
                now = memory.next(now, now + error).copy()
                error = self._look(now, width, SWEEP)
                looks += 1
                if _worst(error) < exact:
                    return now
            if _worst(error) < REACH * width:
                before = _worst(error)
                tried, left, steps = self._newton(now, width, exact)
                looks += steps
                if _worst(left) < exact:
                    return tried
                if _worst(left) < REACH * before:
                    now, error = tried, left
                    memory.forget()
        return self._apart(now, width, exact)

    def path(self, guess: Floats, width: float) -> Floats | None:
        """The same by a path of the whole level."""
        try:
            return followed(lambda now, w: self._seen(now, w, KNOWN), self._rings, guess, width)
        except NoPath:
            return None

    def swept(self, now: Floats, width: float, exact: float, most: int) -> Floats | None:
        """The same by sweeps alone, which need no slopes."""
        memory = Memory(KEPT_SWEEPS)
        for _ in range(most):
            error = self._look(now, width, PLAIN)
            if _worst(error) < exact:
                return now
            now = memory.next(now, now + error).copy()
        return None

    def _seen(self, now: Floats, width: float, wanted: int) -> Slopes:
        self._tick()
        return self._turns.look(now, width, wanted)

    def _look(self, now: Floats, width: float, wanted: int) -> Floats:
        return self._seen(now, width, wanted).shares - now

    def _newton(self, now: Floats, width: float, exact: float) -> tuple[Floats, Floats, int]:
        """Newton's method as long as it leads nearer: shares, their error, and looks.

        The last step is taken even so where it does not lead far away.
        """
        seen = self._seen(now, width, KNOWN)
        error = seen.shares - now
        for looks in range(1, STEPS + 1):
            worst = _worst(error)
            if worst < exact:
                return now, error, looks
            rough = 1e-2 if worst > 1e-3 * width else 1e-3
            tried = now + linear_of(seen, self._rings).solved(error, rough)
            seen = self._seen(tried, width, KNOWN)
            left = seen.shares - tried
            shorter = np.linalg.norm(left) < 0.5 * np.linalg.norm(error)
            nearer = _worst(left) < 0.5 * worst or shorter
            if nearer or _worst(left) < REACH * worst:
                now, error = tried, left
            if not nearer:
                return now, error, looks + 1
        return now, error, STEPS + 1

    def _apart(self, now: Floats, width: float, exact: float) -> Floats | None:
        """Newton's method after what swings has followed a path of its own."""
        swings = np.zeros(len(self._rings.states), np.bool_)
        error = self._look(now, width, KNOWN)
        most = ORBITS
        for _ in range(ROUNDS):
            swings |= self._swinging(error, width, swings, most)
            now = self._held(now, width, exact, swings)
            part = Part(self._turns, self._rings, np.nonzero(swings)[0], now)
            try:
                now = part.with_it(followed(part.look, part.rings, part.shares, width))
            except NoPath:
                # Fewer at a time may be led somewhere.
                swings[:] = False
                most = most // 2
                if most == 0:
                    return None
                error = self._look(now, width, KNOWN)
                continue
            tried, error, _ = self._newton(now, width, exact)
            if _worst(error) < exact:
                return tried
            if _worst(error) < width:
                now = tried
            else:
                error = self._look(now, width, KNOWN)
        return None

    def _held(self, now: Floats, width: float, exact: float, held: Bools) -> Floats:
        """Sweeps of all orbits but those held."""
        memory = Memory(KEPT_SWEEPS)
        states = held[self._rings.orbit]
        for _ in range(HELD_SWEEPS):
            error = self._look(now, width, SWEEP)
            error[states] = 0.0
            if _worst(error) < exact:
                break
            now = memory.next(now, now + error).copy()
        return now

    def _swinging(self, error: Floats, width: float, known: Bools, most: int) -> Bools:
        """bool[orbits]: which of the others swing, too."""
        errors = np.zeros(len(known))
        np.maximum.at(errors, self._rings.orbit, abs(error).max(1))
        errors[known] = 0.0
        found = errors > SWINGS * min(width, float(errors.max()))
        if np.count_nonzero(found) > most:
            found[:] = False
            found[np.argsort(-errors, kind="stable")[:most]] = True
        return found


class Part:
    """Some orbits of a level, while all others are held.

    Attributes:
        states: Their states, counted from the first of the level.
        rings: These orbits, states counted from 0.
        shares: Of their states.
    """

    def __init__(self, turns: LevelTurns, rings: Rings, orbits: Ints, now: Floats) -> None:
        own = rings.states[orbits]
        self.states = np.unique(own)
        self._number = np.full(len(now), -1, np.int64)
        self._number[self.states] = np.arange(len(self.states))
        self.rings = rings_for(self._number[own])
        self.shares = now[self.states]
        self._now = now.copy()
        self._turns = turns.some(self.states)

    def with_it(self, shares: Floats) -> Floats:
        """The shares of the whole level with these of the part."""
        now = self._now.copy()
        now[self.states] = shares
        return now

    def look(self, now: Floats, width: float) -> Slopes:
        """A turn from each state of the part; links to others do not count."""
        self._now[self.states] = now
        seen = self._turns.look(self._now, width, KNOWN)
        to = self._number[seen.to // 2]
        held = to < 0
        return seen._replace(
            to=(np.where(held, 0, to) * 2 + seen.to % 2).astype(np.int32),
            reach=np.where(held, 0.0, seen.reach),
            follow=np.where(held[:, :, None], np.float32(0), seen.follow),
        )


def _worst(error: Floats) -> float:
    return float(abs(error).max())
