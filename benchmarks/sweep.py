"""Value iteration as one would write it down: the reference for the solver's values and its speed.

One score state after another, every roll of every node, every choice of every roll, in place, until
nothing on the level moves any more. Compiled, like the solver.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

import goldfield
from benchmarks.measure import Comparison, beside
from goldfield.engine.cache import CompiledFolder
from goldfield.engine.compiler import compiled
from goldfield.engine.solve_two import solve_two
from goldfield.engine.tables import compiled_form
from goldfield.games.contract import WIN
from goldfield.games.game import Game
from goldfield.games.racing import BUST, FINAL, NO_LEAF, RUN, Race, RaceRoom
from goldfield.rule import rule
from goldfield.solutions import race_of, race_room

STILL = 1e-13


def sweeps_of(ends: Callable[..., int], won: Callable[..., Any]) -> Callable[..., None]:
    """The function that fills ``win[mine, other]``, the share of who has ``mine`` and begins."""

    @rule
    def worth_of_end(setup: Any, win: Any, how: int, mine: int, other: int) -> float:
        if how == FINAL:
            return won(setup, (mine, other))[0] / WIN
        return win[mine, other] if how == RUN else 1.0 - win[other, mine]

    def sweeps(
        setup: Any,
        total: int,
        most: int,
        turn: Any,
        out: Any,
        leaves: Any,
        now: Any,
        win: Any,
    ) -> None:
        for supply in range(total + 1):
            moved = 1.0
            while moved > STILL:
                moved = 0.0
                for mine in range(max(0, total - supply - most), min(most, total - supply) + 1):
                    other = total - supply - mine
                    for leaf in range(len(turn.codes)):
                        best = 0.0
                        for k in range(ends(setup, (mine, other), turn.codes[leaf], out)):
                            how, a, b = out[3 * k], out[3 * k + 1], out[3 * k + 2]
                            best = max(best, worth_of_end(setup, win, how, a, b))
                        leaves[leaf] = best
                    for node in range(len(turn.leaf) - 1, -1, -1):
                        value = 0.0
                        for b in range(turn.branch_at[node], turn.branch_at[node + 1]):
                            best = leaves[BUST]
                            for k in range(turn.to_at[b], turn.to_at[b + 1]):
                                x = now[turn.to[k]]
                                if k == turn.to_at[b] or x > best:
                                    best = x
                            value += best * turn.ways[b]
                        if turn.throws[node] > 0:
                            value /= turn.throws[node]
                        if turn.leaf[node] != NO_LEAF:
                            value = max(value, leaves[turn.leaf[node]])
                        now[node] = value
                    moved = max(moved, abs(now[0] - win[mine, other]))
                    win[mine, other] = now[0]

    return sweeps


@lru_cache(maxsize=4)
def compiled_sweeps(package: str, room: RaceRoom) -> Callable[..., None]:
    """``sweeps_of`` a game, compiled."""
    return compiled(sweeps_of(room.ends, room.won), CompiledFolder(("goldfield", package)))


def swept(game: Game, room: RaceRoom, race: Race) -> npt.NDArray[np.float64]:
    """The share of the seat that begins, by its own pile and the other's."""
    turn = race.turn._replace(**{k: np.array(v) for k, v in race.turn._asdict().items()})
    win = np.full((race.most + 1, race.most + 1), 0.5)
    compiled_sweeps(game.package, room)(
        compiled_form(game.setup),
        race.total,
        race.most,
        turn,
        np.zeros(race.most_ends * 3, np.int64),
        np.zeros(len(race.turn.codes)),
        np.zeros(race.turn.nodes),
        win,
    )
    return win


def measured() -> list[Comparison]:
    """Perfect play for two, found by the solver and by plain sweeps, both compiled before."""
    return [
        beside_sweeps("Gold Nuggets", goldfield.load("gold_nuggets", players=2)),
        beside_sweeps(
            "Gold Nuggets, all variants",
            goldfield.load(
                "gold_nuggets", players=2, rob="several", straights=True, pairs=True, extra=True
            ),
        ),
    ]


def beside_sweeps(name: str, game: Game) -> Comparison:
    """The whole of perfect play, found by the solver and by plain sweeps."""
    room = race_room(game)
    assert room is not None
    race, turn = race_of(room, game.rules)

    def ours() -> float:
        solve_two(game, room, race, turn)
        return 1.0

    def plain() -> float:
        swept(game, room, race)
        return 1.0

    what = f"{name}, solved for two, one core"
    return beside(what, ours, plain, "plain sweeps, compiled", "times/s", rounds=5)
