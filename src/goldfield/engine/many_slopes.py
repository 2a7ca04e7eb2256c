"""Every turn of a level with its slopes: how its shares follow those of the states it leads to.

Sweeps need no slopes, and orbits only their own; here are all of them, to compile. A turn leads to
few states of its own level (in Gold Nuggets for three at most 26), so the slopes of a level are a
sparse matrix.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from goldfield.engine.crew import cores, spread
from goldfield.engine.many_turns import Space, link_of, space_for, turn_rule
from goldfield.engine.turn_form import TurnForm
from goldfield.games.contract import put
from goldfield.games.racing import FINAL, PASS, Race, RaceRoom
from goldfield.rule import rule
from goldfield.solutions.scores import rank

LIST, PLAIN, WITH_SLOPES = range(3)
"""What is wanted: how many links there are at most; a turn from each state; and its slopes."""


class Slopes(NamedTuple):
    """What turns from the states of a level make of the shares there; the first axis is the state.

    With WITH_SLOPES, state ``to[s, k]``'s share d moves share c of state s by
    ``slope[s, c, k, d]``; there are ``links[s]`` of them, and zeros behind.
    """

    shares: Any
    """float64[states, players - 1]"""
    gains: Any
    """float64[states]: the most that a single choice gains."""
    links: Any
    """int64[states]"""
    to: Any
    """int64[states, links]: counted from the first state of the level."""
    slope: Any
    """float64[states, players - 1, links, players - 1]"""


class Here(NamedTuple):
    """Where a turn finds the states it leads to; one for each thread."""

    links: Any
    """int64[most links]"""
    shares: Any
    """float64[most links, players - 1]"""


def slopes_of(room: RaceRoom) -> Callable[..., None]:
    """A function to compile that plays turns at states ``first`` to ``first + count - 1``."""
    ends = room.ends
    turn = turn_rule(room)

    @rule
    def linked(
        setup: Any, scores: Any, form: Any, piles: tuple[int, ...], space: Space, here: Here
    ) -> int:
        """Write where a turn leads to without taking from the supply; how many that are."""
        players = len(piles)
        rest = 0
        for pile in piles:
            rest += pile
        n = 0
        for leaf in range(len(form.codes)):
            for k in range(ends(setup, piles, form.codes[leaf], space.ends)):
                at = k * (players + 1)
                how = space.ends[at]
                lie = 0
                for seat in range(players):
                    lie += space.ends[at + 1 + seat]
                if how == FINAL or lie != rest:
                    continue
                then = piles
                turned = 1 if how == PASS else 0
                for seat in range(players):
                    then = put(then, seat, space.ends[at + 1 + (seat + turned) % players])
                link = link_of(rank(scores, then), how)
                known = False
                for j in range(n):
                    known = known or here.links[j] == link
                if not known:
                    here.links[n] = link
                    n += 1
        return n

    def slopes(
        setup: Any,
        scores: Any,
        form: Any,
        states: Any,
        zero: tuple[int, ...],
        table: Any,
        level: Any,
        width: float,
        tie: int,
        wanted: int,
        out: Slopes,
        first: int,
        count: int,
        space: Space,
        here: Here,
    ) -> None:
        players = len(zero)
        seats = players - 1
        for s in range(first, first + count):
            piles = zero
            rest = 0
            for at in range(players):
                piles = put(piles, at, states[s, at])
                rest += states[s, at]
            begin = scores.begin[scores.total - rest]
            n = 0
            if wanted != PLAIN:
                n = linked(setup, scores, form, piles, space, here)
                out.links[s] = n
                if wanted == LIST:
                    continue
                for k in range(n):
                    out.to[s, k] = here.links[k] // 2 - begin
                    for c in range(seats):
                        here.shares[k, c] = level[out.to[s, k], c]
            columns = seats + n * (seats + 1)
            out.gains[s] = turn(
                setup,
                scores,
                form,
                piles,
                table,
                level,
                here.links,
                here.shares,
                0,
                n,
                width,
                tie,
                columns,
                space,
            )
            row = space.nodes[0]
            for c in range(seats):
                out.shares[s, c] = row[c]
            for k in range(n):
                at = seats + k * (seats + 1)
                passed = here.links[k] == link_of(begin + out.to[s, k], PASS)
                for c in range(seats):
                    for d in range(seats):
                        follows = row[at + 1 + c]
                        if passed:
                            # The chooser's share is what the others leave, theirs move up.
                            out.slope[s, c, k, d] = (row[at] if d == c - 1 else 0.0) - follows
                        elif d == 0:
                            out.slope[s, c, k, d] = follows
                        else:
                            out.slope[s, c, k, d] = row[at] if d == c else 0.0

    return slopes


class LevelTurns:
    """Turns from all states of a level, on all cores.

    Args:
        function: ``slopes_of`` the game, compiled.
        tables: The setup, the scores and the turn's form, for compiled code; ``form`` is plain.
        zero: A zero for each seat.
        states: int64[states, players]: the piles of each state of the level.
        table: The shares of smaller supplies.
    """

    def __init__(
        self,
        function: Callable[..., None],
        tables: tuple[Any, ...],
        race: Race,
        form: TurnForm,
        zero: tuple[int, ...],
        states: npt.NDArray[np.int64],
        table: npt.NDArray[np.uint32],
        tie: int,
    ) -> None:
        self._function, self._tables, self._race, self._form = function, tables, race, form
        self._zero, self._states, self._table, self._tie = zero, states, table, tie
        self._prepare(race.most_ends * len(form.codes), 0)
        self._run(np.zeros((len(states), len(zero) - 1)), 1.0, LIST)
        links = int(self._out.links.max())
        self._prepare(links, links)

    def look(self, now: npt.NDArray[np.float64], width: float, slopes: bool) -> Slopes:
        """A turn from each state; what comes back is overwritten by the next look."""
        self._run(now, width, WITH_SLOPES if slopes else PLAIN)
        return self._out

    def _prepare(self, links: int, kept: int) -> None:
        states, players = self._states.shape
        seats = players - 1
        self._out = Slopes(
            np.zeros((states, seats)),
            np.zeros(states),
            np.zeros(states, np.int64),
            np.zeros((states, kept), np.int64),
            np.zeros((states, seats, kept, seats)),
        )
        self._places: SimpleQueue[tuple[Space, Here]] = SimpleQueue()
        for _ in range(cores()):
            here = Here(np.zeros(links, np.int64), np.zeros((links, seats)))
            self._places.put((space_for(self._race, self._form, players, links), here))

    def _run(self, now: npt.NDArray[np.float64], width: float, wanted: int) -> None:
        def chunk(first: int, count: int) -> None:
            place = self._places.get()
            try:
                self._function(
                    *self._tables,
                    self._states,
                    self._zero,
                    self._table,
                    now,
                    width,
                    self._tie,
                    wanted,
                    self._out,
                    first,
                    count,
                    *place,
                )
            finally:
                self._places.put(place)

        if not spread(chunk, lambda _: None, len(self._states)):
            raise KeyboardInterrupt
