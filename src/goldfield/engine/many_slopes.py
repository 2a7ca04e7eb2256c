"""How the shares of a level follow each other: its slopes, a sparse matrix, and systems with it.

A turn leads to few states of its own level. The matrix is made of blocks, one for each link from a
state to another, and of a block two things are known: how often the turn *reaches* the link, and
how it *follows* what the link is worth to the chooser.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from goldfield.engine.cache import CompiledFolder
from goldfield.engine.compiler import compiled
from goldfield.engine.gmres import solved
from goldfield.games.racing import PASS

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

MOST_LINKS = 32
"""So many links of a state are kept; of more, those that are reached most often."""


class Slopes(NamedTuple):
    """What turns from the states of a level make of the shares there; the first axis is the state.

    Only a look with slopes writes ``by_width`` and what follows.
    """

    shares: Any
    """float64[states, players - 1]"""
    gains: Any
    """float64[states]: the most that a single choice gains."""
    by_width: Any
    """float64[states, players - 1]: how the shares move with the logarithm of the width."""
    links: Any
    """int64[states]: how many states of the level a turn leads to."""
    to: Any
    """int32[states, links]: where to, as ``link_of`` has it."""
    reach: Any
    """float64[states, links]: how often."""
    follow: Any
    """float32[states, links, players - 1]: how the shares follow the chooser's share there."""


def slopes_for(states: int, seats: int, slopes: bool = True) -> Slopes:
    """Room for what turns from so many states make of the shares, with slopes or without."""
    links = MOST_LINKS if slopes else 0
    return Slopes(
        np.zeros((states, seats)),
        np.zeros(states),
        np.zeros((states if slopes else 0, seats)),
        np.zeros(states, np.int64),
        np.zeros((states, links), np.int32),
        np.zeros((states, links)),
        np.zeros((states, links, seats), np.float32),
    )


def product(slopes: Slopes, level: Any, out: Any) -> None:
    """To compile: write how the turns of a level move when its shares move by ``level``."""
    states, seats = level.shape
    for s in range(states):
        for c in range(seats):
            out[s, c] = 0.0
        for k in range(slopes.links[s]):
            to = slopes.to[s, k] // 2
            reach = slopes.reach[s, k]
            if slopes.to[s, k] % 2 == PASS:
                # The chooser's share is what the others leave, theirs move up.
                own = 0.0
                for c in range(seats):
                    own -= level[to, c]
                    if c + 1 < seats:
                        out[s, c + 1] += reach * level[to, c]
                out[s, 0] += reach * own
            else:
                own = level[to, 0]
                for c in range(seats):
                    out[s, c] += reach * level[to, c]
            for c in range(seats):
                out[s, c] += slopes.follow[s, k, c] * own


def within_orbits(slopes: Slopes, orbit: Any, place: Any, blocks: Any) -> None:
    """To compile: write I minus the slopes within each orbit to ``blocks``.

    float64[orbits, players, players - 1, players, players - 1]; ``orbit`` and ``place`` say for
    each state of the level where it is.
    """
    states, seats = slopes.shares.shape
    for s in range(states):
        own, at = orbit[s], place[s]
        for k in range(slopes.links[s]):
            to = slopes.to[s, k] // 2
            if orbit[to] != own:
                continue
            there = place[to]
            reach = slopes.reach[s, k]
            if slopes.to[s, k] % 2 == PASS:
                for d in range(seats):
                    for c in range(seats):
                        blocks[own, at, c, there, d] += slopes.follow[s, k, c]
                    blocks[own, at, 0, there, d] += reach
                    if d + 1 < seats:
                        blocks[own, at, d + 1, there, d] -= reach
            else:
                for c in range(seats):
                    blocks[own, at, c, there, 0] -= slopes.follow[s, k, c]
                    blocks[own, at, c, there, c] -= reach


class Rings(NamedTuple):
    """The orbits of a level."""

    states: Ints
    """int64[orbits, players]: the states of each orbit, the last repeated where there are fewer."""
    first: npt.NDArray[np.bool_]
    """bool[orbits, players]: not a repetition."""
    orbit: Ints
    """int64[states]: the orbit of each state"""
    place: Ints
    """int64[states]: and its place in it."""


def rings_for(states: Ints) -> Rings:
    """The orbits of a level, given ``states``."""
    first = np.ones(states.shape, bool)
    first[:, 1:] = states[:, 1:] != states[:, :-1]
    count = int(states.max()) + 1
    orbit = np.empty(count, np.int64)
    place = np.empty(count, np.int64)
    own, at = np.nonzero(first)
    orbit[states[first]], place[states[first]] = own, at
    return Rings(states, first, orbit, place)


@lru_cache(maxsize=1)
def compiled_products() -> tuple[Callable[..., None], Callable[..., None]]:
    """``product`` and ``within_orbits``, compiled."""
    folder = CompiledFolder(("goldfield", "solving"))
    return compiled(product, folder), compiled(within_orbits, folder)


class Linear(NamedTuple):
    """How the equations of a level move with its shares: I minus all slopes, as a sparse matrix."""

    slopes: Slopes
    rings: Rings
    inverse: Floats
    """float64[orbits, n, n]: of the part within each orbit."""

    def lack(self, move: Floats) -> Floats:
        """By how much shares that move so (flat) move more than what turns make of them."""
        level = move.reshape(self.slopes.shares.shape)
        moved = np.empty_like(level)
        compiled_products()[0](self.slopes, level, moved)
        return move - moved.reshape(-1)

    def solved(self, right: Floats, exact: float) -> Floats:
        """The shares whose move makes ``right``, by GMRES, orbits solved by themselves first."""
        rings = self.rings

        def nearly(x: Floats) -> Floats:
            level = x.reshape(right.shape)
            own = np.where(rings.first[:, :, None], level[rings.states], 0.0)
            ends = np.matmul(self.inverse, own.reshape(len(own), -1, 1)).reshape(own.shape)
            out = np.empty_like(level)
            out[rings.states[rings.first]] = ends[rings.first]
            return out.reshape(-1)

        return solved(self.lack, nearly, right.reshape(-1), exact).reshape(right.shape)


def linear_of(slopes: Slopes, rings: Rings) -> Linear:
    """The equations of a level near the shares whose slopes these are."""
    orbits, players = rings.states.shape
    seats = slopes.shares.shape[1]
    blocks = np.zeros((orbits, players, seats, players, seats))
    compiled_products()[1](slopes, rings.orbit, rings.place, blocks)
    matrix = blocks.reshape(orbits, players * seats, players * seats) + np.eye(players * seats)
    try:
        inverse = np.linalg.inv(matrix)
    except np.linalg.LinAlgError:
        # A path turns just here, within one orbit.
        inverse = np.linalg.pinv(matrix)
    return Linear(slopes, rings, np.asarray(inverse, np.float64))
