"""Good play for three and more: every seat seeks its own share, and answers best to the others.

Level by level of supply, like for two. But what is best for a seat is not what is worst for the
others, so a choice between two options that are worth nearly the same to the chooser can move
the others' shares by a lot, and so the reasons for that very choice: taken purely, some choices
flip for ever. Here they are mixed (:func:`many_turns.mixed`), over a width that falls while the
shares of the level settle, and rings of states that do not settle by sweeping are solved by
Newton's method (:mod:`many_orbits`). A level that loses its equilibrium on the way follows it as a
path (:mod:`many_paths`). ``docs/solving.md`` says more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from queue import SimpleQueue
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goldfield.engine.anderson import Memory
from goldfield.engine.cache import CompiledFolder
from goldfield.engine.compiler import compiled, compiling
from goldfield.engine.crew import Progress, cores, spread
from goldfield.engine.found import Found
from goldfield.engine.levels_kept import Levels
from goldfield.engine.many_orbits import (
    CHECK,
    PASS_BY,
    SOLVE,
    STEP,
    Ring,
    list_orbits,
    rings_of,
    sweep_of,
)
from goldfield.engine.many_paths import NoPath, followed
from goldfield.engine.many_slopes import LevelTurns, Slopes, slopes_of
from goldfield.engine.many_turns import EVEN, Space, space_for
from goldfield.engine.tables import compiled_form
from goldfield.engine.turn_form import turn_form
from goldfield.games.game import Game
from goldfield.games.racing import Race, RaceRoom
from goldfield.solutions.scores import scores_of
from goldfield.solutions.table import PARTS
from goldfield.solutions.turns import Reduced

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

STILL = 1e-10
"""A level is done when one step of play changes no share by more; less than tables can hold."""
EXACT = 1e-12
"""So exactly are the equations of an orbit solved by Newton's method."""
FITS = 1e-5
"""A level whose residual is less was solved with the width that it is looked at with."""
SETTLED = 0.3
"""The width falls when no share moves by more than this part of it."""
SLOW = 0.5
"""An orbit whose error does not fall to this part of it, twice, is solved by Newton's method."""
CALM = 1e-3
"""Orbits with an error below this part of the largest need no more than a step."""
KEPT_SWEEPS = 8
"""From how many sweeps Anderson's method concludes where the next one should begin."""
MOST_SWEEPS = 25, 40, 400
"""The most sweeps at a width on the way, at the last one or a wider one after it, and in all."""
PATHS = 100_000
"""In a level of more states no path is followed: its slopes would not fit into memory."""
WIDER = 64
"""How much wider than planned choices may be in a level that would not settle else."""


class Plan(NamedTuple):
    """How to solve; the numbers that are published stay when it changes.

    ``widths`` is the first one and by how much it falls at once. ``at_once`` steps from all states
    of an orbit at once instead of one after another.
    """

    width: float
    widths: tuple[float, float] = (1e-3, 4.0)
    tie: int = EVEN
    at_once: bool = False


def plan_for(players: int) -> Plan:
    """How a game of so many is solved when nothing else is asked for."""
    return Plan(2e-6 if players == 3 else 5e-5)


def solve_many(
    game: Game,
    room: RaceRoom,
    race: Race,
    turn: Reduced,
    progress: Progress | None = None,
    levels: Levels | None = None,
    plan: Plan | None = None,
) -> Found:
    """Solve a race of three seats or more.

    Levels that are done are kept in ``levels`` and not solved again; ``progress(done, total)``
    counts score states.

    Raises:
        KeyboardInterrupt: after Ctrl-C; kept levels stay.
    """
    plan = plan or plan_for(game.info.seats)
    solver = Solver(game, room, race, turn, plan)
    total = solver.scores.states
    for supply in range(race.total + 1):
        first, end = solver.scores.begin[supply : supply + 2]
        kept = None if levels is None else levels.load(supply, 4 * (end - first) * solver.seats)
        if kept is not None:
            solver.table[first:end] = np.frombuffer(kept, "<u4").reshape(end - first, solver.seats)
        else:
            solver.solve_level(supply, progress)
            if levels is not None:
                levels.store(supply, solver.table[first:end].astype("<u4").tobytes())
        if progress is not None:
            progress(end, total)
    residual, epsilon = solver.check()
    numbers = memoryview(solver.table.reshape(-1).data)
    return Found(numbers, residual, epsilon, plan.width)


class Solver:
    """One game while it is solved.

    Attributes:
        table: uint32[states, players - 1]: the shares as they are kept.
        sweeps: How many sweeps each level took.
    """

    def __init__(self, game: Game, room: RaceRoom, race: Race, turn: Reduced, plan: Plan) -> None:
        players = game.info.seats
        self.players, self.seats, self.plan, self.race = players, players - 1, plan, race
        self.scores = scores_of(players, race.total, race.most)
        self.table = np.zeros((self.scores.states, self.seats), np.uint32)
        self.sweeps: list[int] = []
        self._sweep, self._list, self._slopes = compiled_functions(game.package, room)
        self._form = turn_form(turn.turn)
        self._tables = tuple(map(compiled_form, (game.setup, self.scores, self._form)))
        self._zero = (0,) * players
        self._places: SimpleQueue[tuple[Space, Ring]] = SimpleQueue()
        for _ in range(cores()):
            self._places.put((space_for(race, self._form, players, players), _ring(players)))
        with compiling(game.name):
            self._run(_Orbits(self._orbits(race.total), self._level(race.total), PASS_BY), 1e-3)
            self.level_turns(race.total).look(self._level(race.total), 1e-3, True)

    def solve_level(self, supply: int, progress: Progress | None = None) -> None:
        """Solve a level whose smaller supplies are in the table."""
        work = _Orbits(self._orbits(supply), self._guess(supply))
        begin, end = self.scores.begin[supply : supply + 2]
        width, fall = self.plan.widths
        width = max(width, self.plan.width)
        at_width = 0
        sweeps = 0
        widened = False
        known: list[tuple[float, Floats]] = []
        looks = 0

        def tick() -> None:
            nonlocal looks
            looks += 1
            if progress is not None:
                progress(begin + (end - begin) * looks // (looks + 12), self.scores.states)

        stuck = np.zeros(len(work.orbits), np.int64)
        memory = Memory(KEPT_SWEEPS)
        while sweeps < MOST_SWEEPS[2]:
            before = work.errors.copy()
            self._run(work, width)
            sweeps += 1
            at_width += 1
            tick()
            worst = float(work.errors.max())
            last = width <= self.plan.width or widened
            if last and worst <= STILL:
                break
            spent = at_width >= MOST_SWEEPS[1 if last else 0]
            if spent and last and not widened and self.follow(work, supply, known, tick):
                break
            if spent or (not last and worst < SETTLED * width):
                # A level that does not settle is solved with wider choices.
                if not last:
                    known.append((width, work.then.copy()))
                widened = last
                width = 2 * width if last else max(self.plan.width, width / fall)
                at_width = 0
                stuck[:] = 0
                memory.forget()
                work.now[:] = work.then
            else:
                if at_width > (3 if last else 9):
                    slow = (work.errors > 10 * STILL) & (work.errors > SLOW * before)
                    stuck = np.where(slow & (work.errors < 0.01) | (stuck > 1), stuck + 1, 0)
                work.now[:] = memory.next(work.now, work.then)
            hard = (stuck > 1) & (work.errors > CALM * worst)
            work.modes[:] = np.where(hard, SOLVE, STEP)
        work.now[:] = work.then
        self.sweeps.append(sweeps)
        self.table[begin:end] = np.rint(work.now * PARTS)

    def follow(
        self,
        work: _Orbits,
        supply: int,
        known: list[tuple[float, Floats]],
        tick: Callable[[], None],
    ) -> bool:
        """Solve a level by a path from wider choices; whether one led there."""
        begin, end = self.scores.begin[supply : supply + 2]
        if end - begin > PATHS:
            return False
        rings = rings_of(work.orbits, self.scores, begin)
        level = self.level_turns(supply)

        def look(now: Floats, width: float, slopes: bool) -> Slopes:
            tick()
            return level.look(now, width, slopes)

        try:
            work.then[:] = followed(look, rings, self._guess(supply), self.plan.width, known)
        except NoPath:
            return False
        return True

    def level_turns(self, supply: int) -> LevelTurns:
        """Turns from all states of a level, and their slopes."""
        orbits = self._orbits(supply)
        begin, end = self.scores.begin[supply : supply + 2]
        rings = rings_of(orbits, self.scores, begin)
        states = np.zeros((end - begin, self.players), np.int64)
        for turn in range(self.players):
            states[rings[:, turn]] = np.roll(orbits, -turn, 1)
        return LevelTurns(
            self._slopes,
            self._tables,
            self.race,
            self._form,
            self._zero,
            states,
            self.table,
            self.plan.tie,
        )

    def check(self) -> tuple[float, float]:
        """Residual and epsilon of the whole table, as it is kept, in a pass of its own.

        Each level counts with the width, of those it may have been solved with, that fits it best.
        """
        residual = epsilon = 0.0
        for supply in range(self.race.total + 1):
            work = _Orbits(self._orbits(supply), self._level(supply), CHECK)
            width = self.plan.width
            found: list[tuple[float, float]] = []
            while width <= WIDER * self.plan.width:
                self._run(work, width)
                found.append((float(work.errors.max()), float(work.gains.max())))
                if found[-1][0] < FITS:
                    break
                width *= 2
            residual = max(residual, min(found)[0])
            epsilon = max(epsilon, min(found)[1])
        return residual, epsilon

    def _level(self, supply: int) -> Floats:
        first, end = self.scores.begin[supply : supply + 2]
        return self.table[first:end] / PARTS

    def _guess(self, supply: int) -> Floats:
        """A start for a level: as it was with one nugget less, as far as the numbers go."""
        first, end = self.scores.begin[supply : supply + 2]
        guess = np.full((end - first, self.seats), 1 / self.players)
        if supply > 0:
            below = self._level(supply - 1)[: end - first]
            guess[: len(below)] = below
        return guess

    def _orbits(self, supply: int) -> npt.NDArray[np.int64]:
        rest, most = self.race.total - supply, self.race.most
        none = np.zeros((0, self.players), np.int64)
        orbits = np.zeros((self._list(self._zero, rest, most, none), self.players), np.int64)
        self._list(self._zero, rest, most, orbits)
        return orbits

    def _run(self, work: _Orbits, width: float) -> None:
        """One sweep over all orbits, in chunks, on all cores."""

        def chunk(first: int, count: int) -> None:
            place = self._places.get()
            try:
                self._sweep(
                    *self._tables,
                    work.orbits,
                    self._zero,
                    self.table,
                    work.now,
                    work.then,
                    width,
                    self.plan.tie,
                    EXACT,
                    int(self.plan.at_once),
                    work.modes,
                    work.errors,
                    work.gains,
                    first,
                    count,
                    *place,
                )
            finally:
                self._places.put(place)

        if not spread(chunk, lambda _: None, len(work.orbits)):
            raise KeyboardInterrupt


class _Orbits:
    """What a level has in memory while it is solved; arrays by orbit, and by state of the level."""

    def __init__(self, orbits: npt.NDArray[np.int64], now: Floats, mode: int = STEP) -> None:
        count = len(orbits)
        self.orbits = orbits
        self.now = now
        self.then = now.copy()
        self.modes = np.full(count, mode, np.uint8)
        self.errors = np.zeros(count)
        self.gains = np.zeros(count)


@lru_cache(maxsize=4)
def compiled_functions(
    package: str, room: RaceRoom
) -> tuple[Callable[..., None], Callable[..., int], Callable[..., None]]:
    """``sweep_of`` and ``slopes_of`` a game, and ``list_orbits``, compiled."""
    folder = CompiledFolder(("goldfield", package))
    return (
        compiled(sweep_of(room), folder),
        compiled(list_orbits, folder),
        compiled(slopes_of(room), folder),
    )


def _ring(players: int) -> Ring:
    seats = players - 1
    size = players * seats
    return Ring(
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros((players, seats)),
        np.zeros((players, seats)),
        np.zeros((players, seats)),
        np.zeros((size, size)),
        np.zeros(size),
    )
