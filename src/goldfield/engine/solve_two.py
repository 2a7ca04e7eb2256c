"""Perfect play for two: zero-sum, so that the larger share is the better choice for good.

Level by level of supply, from the smallest: what a run brings from piles of a level depends on
smaller supplies, which are known, and on the same level, where the turn passes after a bust or what
is held only changes hands. So the shares of a level are iterated, all of them side by side, until
no step of play changes them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from goldfield.engine.cache import CompiledFolder
from goldfield.engine.circuit import circuit_of, flow
from goldfield.engine.compiler import compiled, compiling
from goldfield.engine.crew import Progress
from goldfield.engine.found import Found
from goldfield.engine.tables import compiled_form
from goldfield.games.contract import WIN
from goldfield.games.game import Game
from goldfield.games.racing import FINAL, RUN, Race, RaceRoom
from goldfield.rule import rule
from goldfield.solutions.scores import Scores, rank, scores_of
from goldfield.solutions.table import PARTS
from goldfield.solutions.turns import Reduced

STILL = 1e-13
"""A level is done when no share moves by more than this."""
MOST_SWEEPS = 10_000
FIRST_GUESS = 0.5
"""Where every share begins; it makes no difference in the end."""


class NotConverged(RuntimeError):
    """Shares of a level kept moving: the game is no race, or can go on for ever."""


@rule
def first_pile(scores: Scores, supply: int) -> int:
    """The smallest first pile of two on a level."""
    return max(0, scores.total - supply - scores.most)


def level_of(ends: Callable[..., int], won: Callable[..., Any]) -> Callable[..., float]:
    """The function that solves one level of a game, to be compiled."""

    @rule
    def fill_known(
        setup: Any,
        scores: Scores,
        codes: Any,
        supply: int,
        win: Any,
        out: Any,
        known: Any,
        link_at: Any,
        link: Any,
    ) -> None:
        """For each leaf and state the best end that leaves the level, and links to the others.

        A link is the place of a state in the level; of one where the other seat moves, its
        complement (``~place``).
        """
        smallest = first_pile(scores, supply)
        first = scores.begin[supply]
        n = 0
        for leaf in range(known.shape[0]):
            for i in range(known.shape[1]):
                mine = smallest + i
                piles = (mine, scores.total - supply - mine)
                link_at[leaf * known.shape[1] + i] = n
                best = -1.0
                for k in range(ends(setup, piles, codes[leaf], out)):
                    how = out[3 * k]
                    mine, other = out[3 * k + 1], out[3 * k + 2]
                    if how == FINAL:
                        best = max(best, won(setup, (mine, other))[0] / WIN)
                        continue
                    at = rank(scores, (mine, other) if how == RUN else (other, mine))
                    if mine + other == scores.total - supply:
                        link[n] = at - first if how == RUN else ~(at - first)
                        n += 1
                    else:
                        best = max(best, win[at] if how == RUN else 1.0 - win[at])
                known[leaf, i] = best
        link_at[known.shape[0] * known.shape[1]] = n

    @rule
    def fill_leaves(
        known: Any, link_at: Any, link: Any, win: Any, first: int, begin: int, wide: int, rows: Any
    ) -> None:
        """What the leaves of some states are worth with the shares as they are now."""
        for leaf in range(known.shape[0]):
            for i in range(wide):
                best = known[leaf, begin + i]
                at = leaf * known.shape[1] + begin + i
                for k in range(link_at[at], link_at[at + 1]):
                    to = link[k]
                    best = max(best, win[first + to] if to >= 0 else 1.0 - win[first + ~to])
                rows[leaf, i] = best

    def level(
        setup: Any,
        scores: Any,
        codes: Any,
        circuit: Any,
        supply: int,
        most_sweeps: int,
        win: Any,
        out: Any,
        known: Any,
        link_at: Any,
        link: Any,
        rows: Any,
    ) -> float:
        """Sweep over a level until its shares stay; how far the last sweep moved any of them.

        The first half of the states, then the other with what is known of the first: when a turn
        passes, a state of the one half follows on one of the other. A single sweep only looks.
        """
        fill_known(setup, scores, codes, supply, win, out, known, link_at, link)
        first = scores.begin[supply]
        moved = 0.0
        for _ in range(most_sweeps):
            moved = 0.0
            begin = 0
            for wide in (known.shape[1] // 2, known.shape[1] - known.shape[1] // 2):
                fill_leaves(known, link_at, link, win, first, begin, wide, rows)
                flow(circuit, rows, wide)
                for i in range(wide):
                    at = first + begin + i
                    moved = max(moved, abs(rows[circuit.begin, i] - win[at]))
                    if most_sweeps > 1:
                        win[at] = rows[circuit.begin, i]
                begin += wide
            if moved <= STILL:
                break
        return moved

    return level


@lru_cache(maxsize=4)
def compiled_level(package: str, room: RaceRoom) -> Callable[..., float]:
    """``level_of`` a game, compiled."""
    return compiled(level_of(room.ends, room.won), CompiledFolder(("goldfield", package)))


def solve_two(
    game: Game, room: RaceRoom, race: Race, turn: Reduced, progress: Progress | None = None
) -> Found:
    """Solve a race of two seats.

    ``progress(done, total)`` counts score states.

    Raises:
        NotConverged: where the shares of a level do not settle.
    """
    scores = scores_of(2, race.total, race.most)
    level = compiled_level(game.package, room)
    circuit = circuit_of(turn.turn)
    codes = np.array(turn.turn.codes, np.int64)
    setup, numbering = compiled_form(game.setup), compiled_form(scores)
    out = np.zeros(race.most_ends * 3, np.int64)

    def work(supply: int, most_sweeps: int, win: Any) -> float:
        wide = scores.begin[supply + 1] - scores.begin[supply]
        leaves = len(codes)
        return level(
            setup,
            numbering,
            codes,
            circuit,
            supply,
            most_sweeps,
            win,
            out,
            np.empty((leaves, wide)),
            np.zeros(leaves * wide + 1, np.int64),
            np.empty(leaves * wide * race.most_ends, np.int64),
            np.empty((circuit.rows, (wide + 1) // 2)),
        )

    win = np.full(scores.states, FIRST_GUESS)
    with compiling(game.name):
        work(0, 0, win)
    for supply in range(race.total + 1):
        if work(supply, MOST_SWEEPS, win) > STILL:
            raise NotConverged(f"the shares at supply {supply} do not settle")
        if progress is not None:
            progress(scores.begin[supply + 1], scores.states)
    numbers = np.rint(win * PARTS).astype(np.uint32)
    kept = numbers / PARTS
    residual = max(work(supply, 1, kept) for supply in range(race.total + 1))
    return Found(memoryview(numbers.data), residual, residual)
