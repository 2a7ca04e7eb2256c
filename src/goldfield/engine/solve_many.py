"""Good play for three and more: every seat seeks its own share, and answers best to the others.

Level by level of supply, like for two. But what is best for a seat is not what is worst for the
others, so a choice between two options that are worth nearly the same to the chooser can move
the others' shares by a lot, and so the reasons for that very choice: taken purely, some choices
flip for ever. Here they are mixed (:func:`many_turns.mixed`), over a width that falls while the
shares of the level settle (:mod:`many_levels`). ``docs/solving.md`` says more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goldfield.engine.cache import CompiledFolder
from goldfield.engine.compiler import compiled, compiling
from goldfield.engine.crew import Progress
from goldfield.engine.found import Found
from goldfield.engine.levels_kept import Levels
from goldfield.engine.many_levels import Level
from goldfield.engine.many_looks import PLAIN, LevelTurns, guessed, looks_of
from goldfield.engine.many_orbits import list_orbits, rings_of
from goldfield.engine.many_slopes import compiled_products
from goldfield.engine.many_turns import EVEN
from goldfield.engine.tables import compiled_form
from goldfield.engine.turn_form import turn_form
from goldfield.games.game import Game
from goldfield.games.racing import Race, RaceRoom
from goldfield.solutions.scores import scores_of
from goldfield.solutions.table import PARTS
from goldfield.solutions.turns import Reduced

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

FITS = 1e-5
"""A level whose residual is less was solved with the width that it is looked at with."""
PATHS = 4_000
"""In a level of more states no path of all of them is tried: it would take too long."""
SLOPES = 200_000
"""In a level of more states there is no room for slopes: it is solved by sweeps alone."""
SWEPT, MOST_SWEEPS = 1e-8, 400
"""How exactly then, and by how many sweeps at most."""
WIDER = 64
"""How much wider than planned choices may be in a level that would not settle else."""

WAYS = (1, 4), (16, 4), (64, 8), (512, 8), (4, 4), (4096, 4)
"""Straight to the last width first, which is the quickest where it succeeds."""


class Plan(NamedTuple):
    """How to solve; the numbers that are published stay when it changes.

    Each of the ``ways`` is tried as long as a level does not settle: so many times the last width
    is the first one, and by so much it falls at once.
    """

    width: float
    ways: tuple[tuple[float, float], ...] = WAYS
    tie: int = EVEN


def plan_for(players: int) -> Plan:
    """How a game of so many is solved when nothing else is asked for."""
    return Plan(2e-6 if players == 3 else 1.5e-4)


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
        looks: How many looks each level took.
    """

    def __init__(self, game: Game, room: RaceRoom, race: Race, turn: Reduced, plan: Plan) -> None:
        players = game.info.seats
        self.players, self.seats, self.plan, self.race = players, players - 1, plan, race
        self.scores = scores_of(players, race.total, race.most)
        self.table = np.zeros((self.scores.states, self.seats), np.uint32)
        self.looks: list[int] = []
        self._look, self._list, self._guess = compiled_functions(game.package, room)
        self._form = turn_form(turn.turn)
        self._tables = tuple(map(compiled_form, (game.setup, self.scores, self._form)))
        self._zero = (0,) * players
        with compiling(game.name):
            compiled_products()
            self.turns(race.total).look(self.guess(race.total), 1e-3, PLAIN)

    def solve_level(self, supply: int, progress: Progress | None = None) -> None:
        """Solve a level whose smaller supplies are in the table."""
        begin, end = self.scores.begin[supply : supply + 2]
        looks = 0

        def tick() -> None:
            nonlocal looks
            looks += 1
            if progress is not None:
                progress(begin + (end - begin) * looks // (looks + 12), self.scores.states)

        level = Level(self.turns(supply), self.rings(supply), tick)
        found = self._solved(level, supply)
        self.looks.append(looks)
        self.table[begin:end] = np.rint(found.clip(0.0, 1.0) * PARTS)

    def _solved(self, level: Level, supply: int) -> Floats:
        guess = self.guess(supply)
        width = self.plan.width
        while True:
            found = None
            if len(guess) > SLOPES:
                found = level.swept(guess, width, SWEPT, MOST_SWEEPS)
            else:
                for times, fall in self.plan.ways:
                    if found is None:
                        found = level.solved(guess, falling(times * width, width, fall))
                if found is None and len(guess) <= PATHS:
                    found = level.path(guess, width)
            if found is not None:
                return found
            if width >= WIDER * self.plan.width:
                return guess
            width *= 2

    def states(self, supply: int) -> Ints:
        """int64[states, players]: the piles of each state of a level."""
        return np.array(list(self.scores.level(supply)), np.int64)

    def turns(self, supply: int) -> LevelTurns:
        """Turns from all states of a level."""
        states = self.states(supply)
        return LevelTurns(
            self._look,
            self._tables,
            self.race,
            self._form,
            self._zero,
            states,
            self.table,
            self.plan.tie,
            len(states) <= SLOPES,
        )

    def rings(self, supply: int) -> Ints:
        """The states of each orbit of a level."""
        rest, most = self.race.total - supply, self.race.most
        none = np.zeros((0, self.players), np.int64)
        orbits = np.zeros((self._list(self._zero, rest, most, none), self.players), np.int64)
        self._list(self._zero, rest, most, orbits)
        return rings_of(orbits, self.scores, self.scores.first(supply))

    def guess(self, supply: int) -> Floats:
        """Shares of a level to begin with."""
        states = self.states(supply)
        out = np.zeros((len(states), self.seats))
        self._guess(self._tables[1], states, self._zero, self.table, out)
        return out

    def check(self) -> tuple[float, float]:
        """Residual and epsilon of the whole table, as it is kept, in a pass of its own.

        Each level counts with the width, of those it may have been solved with, that fits it best.
        """
        residual = epsilon = 0.0
        for supply in range(self.race.total + 1):
            first, end = self.scores.begin[supply : supply + 2]
            now = self.table[first:end] / PARTS
            turns = self.turns(supply)
            width = self.plan.width
            found: list[tuple[float, float]] = []
            while width <= WIDER * self.plan.width:
                seen = turns.look(now, width, PLAIN)
                found.append((float(abs(seen.shares - now).max()), float(seen.gains.max())))
                if found[-1][0] < FITS:
                    break
                width *= 2
            residual = max(residual, min(found)[0])
            epsilon = max(epsilon, min(found)[1])
        return residual, epsilon


def falling(first: float, last: float, fall: float) -> tuple[float, ...]:
    """Widths from the first to the last."""
    widths = [first]
    while widths[-1] > last:
        widths.append(max(last, widths[-1] / fall))
    return tuple(widths)


@lru_cache(maxsize=4)
def compiled_functions(
    package: str, room: RaceRoom
) -> tuple[Callable[..., None], Callable[..., int], Callable[..., None]]:
    """``looks_of`` a game, ``list_orbits`` and ``guessed``, compiled."""
    folder = CompiledFolder(("goldfield", package))
    return (
        compiled(looks_of(room), folder),
        compiled(list_orbits, folder),
        compiled(guessed, folder),
    )
