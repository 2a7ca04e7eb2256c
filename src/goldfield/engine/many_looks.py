"""Looks at a level: a turn from each of its states, with slopes, on all cores.

A turn whose choices are all pure is the mean of what it leads to; it stays that as long as no own
share there moves by as much as would change a choice. So a look plays only those turns anew whose
choices may have changed since the last one, and is exact all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from goldfield.engine.crew import cores, spread
from goldfield.engine.many_slopes import MOST_LINKS, Floats, Slopes, slopes_for
from goldfield.engine.many_turns import (
    ALIKE,
    NOWHERE,
    Space,
    followed,
    reached,
    rows_rule,
    space_for,
    turn_rule,
)
from goldfield.engine.turn_form import TurnForm
from goldfield.games.contract import put
from goldfield.games.racing import PASS, Race, RaceRoom
from goldfield.rule import rule
from goldfield.solutions.scores import rank
from goldfield.solutions.table import PARTS

NEAR, PLAIN, SWEEP, KNOWN = range(4)
"""What is wanted: where turns can lead to; their shares; the same, but only of those whose choices
may have changed since the last look; and of these their slopes too."""
ALONE = 64
"""So few turns are not worth being spread over threads."""
LARGEST = 2_000
"""The most turns between two looks for a Ctrl-C."""

NEW, PURE, TIED, MIXED = range(4)
"""What is known of the choices of a turn: nothing; all that are reached are pure; some are between
options that are worth exactly the same; or some are mixed of others."""
SWAY = 3.0
"""An own share within a turn moves by no more than half of this times what it leads to moves."""


class Kept(NamedTuple):
    """What is kept of the last time a turn was played, to know when it need not be played again."""

    near: Any
    """int64[states]: how many states of the level a turn can lead to, however it is played."""
    to: Any
    """int32[states, near]"""
    own: Any
    """float64[states, near]: the chooser's shares there, then."""
    rest: Any
    """float64[states, players - 1]: the shares, less what reached links were worth."""
    kind: Any
    """int8[states]"""
    gap: Any
    """float64[states]: the least gap of an option that is not taken."""
    width: Any
    """float64[states]"""


@rule
def own_of(level: Any, link: int, seats: int) -> float:
    """The share of the chooser where a link leads."""
    if link % 2 == PASS:
        own = 1.0
        for c in range(seats):
            own -= level[link // 2, c]
        return own
    return level[link // 2, 0]


def looks_of(room: RaceRoom) -> Callable[..., None]:
    """A function to compile that plays turns at states ``first`` to ``first + count - 1``."""
    rows = rows_rule(room)
    turn = turn_rule(room)

    @rule
    def linked(
        setup: Any,
        scores: Any,
        form: TurnForm,
        piles: tuple[int, ...],
        table: Any,
        level: Any,
        width: float,
        tie: int,
        begin: int,
        s: int,
        out: Slopes,
        space: Space,
    ) -> None:
        """Write the links of the turn that was just played."""
        seats = len(piles) - 1
        n = 0
        for leaf in range(len(form.codes)):
            if space.leaf_reach[leaf] == 0.0:
                continue
            count = rows(setup, scores, form.codes[leaf], piles, begin, table, level, space)
            followed(
                space, count, seats, width, tie, 1, space.leaf_reach[leaf], space.leaf_follow[leaf]
            )
            for k in range(count):
                link = space.links[k]
                if link == NOWHERE or space.weights[k] == 0.0:
                    continue
                at = 0
                while at < n and out.to[s, at] != link:
                    at += 1
                reach = space.leaf_reach[leaf] * space.weights[k]
                if at == n:
                    if n == MOST_LINKS:
                        # What is left out is not followed: such a turn is always played anew.
                        space.calm[2] = 1.0
                        space.calm[1] = 1.0
                        at = 0
                        for other in range(1, n):
                            if out.reach[s, other] < out.reach[s, at]:
                                at = other
                        if out.reach[s, at] > reach:
                            continue
                    else:
                        n += 1
                    out.to[s, at] = link
                    out.reach[s, at] = 0.0
                    for c in range(seats):
                        out.follow[s, at, c] = 0.0
                out.reach[s, at] += reach
                for c in range(seats):
                    out.follow[s, at, c] += space.turns[k, c]
        out.links[s] = n

    @rule
    def near(
        setup: Any,
        scores: Any,
        form: TurnForm,
        piles: tuple[int, ...],
        table: Any,
        level: Any,
        begin: int,
        s: int,
        kept: Kept,
        space: Space,
    ) -> None:
        """Count where a turn can lead to, and write it if there is room."""
        n = 0
        for leaf in range(len(form.codes)):
            count = rows(setup, scores, form.codes[leaf], piles, begin, table, level, space)
            for k in range(count):
                link = space.links[k]
                at = 0
                while at < n and space.near[at] != link:
                    at += 1
                if link != NOWHERE and at == n:
                    space.near[n] = link
                    n += 1
        kept.near[s] = n
        if n <= kept.to.shape[1]:
            for k in range(n):
                kept.to[s, k] = space.near[k]

    @rule
    def as_before(level: Any, width: float, s: int, seats: int, out: Slopes, kept: Kept) -> bool:
        """Write what the turn is worth where its choices are known to be those of last time."""
        kind = kept.kind[s]
        if kind == NEW:
            return False
        moved = 0.0
        for k in range(kept.near[s]):
            moved = max(moved, abs(own_of(level, kept.to[s, k], seats) - kept.own[s, k]))
        if kind == MIXED:
            if moved > 0.0 or width != kept.width[s]:
                return False
        elif (kind == TIED and moved > 0.0) or kept.gap[s] - SWAY * moved < width:
            return False
        for c in range(seats):
            out.shares[s, c] = kept.rest[s, c]
        for k in range(out.links[s]):
            link = out.to[s, k]
            if link % 2 == PASS:
                out.shares[s, 0] += out.reach[s, k] * own_of(level, link, seats)
                for c in range(seats - 1):
                    out.shares[s, c + 1] += out.reach[s, k] * level[link // 2, c]
            else:
                for c in range(seats):
                    out.shares[s, c] += out.reach[s, k] * level[link // 2, c]
        return True

    def looks(
        setup: Any,
        scores: Any,
        form: TurnForm,
        states: Any,
        zero: tuple[int, ...],
        table: Any,
        level: Any,
        width: float,
        tie: int,
        wanted: int,
        out: Slopes,
        kept: Kept,
        first: int,
        count: int,
        space: Space,
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
            if wanted == NEAR:
                near(setup, scores, form, piles, table, level, begin, s, kept, space)
                continue
            if wanted >= SWEEP and as_before(level, width, s, seats, out, kept):
                continue
            out.gains[s] = turn(setup, scores, form, piles, table, level, width, tie, space)
            for c in range(seats):
                out.shares[s, c] = space.nodes[0, c]
            if wanted == SWEEP and kept.kind[s] == MIXED:
                kept.width[s] = -1.0
                continue
            if wanted == PLAIN:
                continue
            reached(form, seats, width, tie, space)
            linked(setup, scores, form, piles, table, level, width, tie, begin, s, out, space)
            for c in range(seats):
                out.by_width[s, c] = space.by_width[c]
            kept.kind[s] = (
                PURE if space.calm[2] == 0.0 else TIED if space.calm[1] <= ALIKE else MIXED
            )
            kept.gap[s] = space.calm[0]
            kept.width[s] = width
            for k in range(kept.near[s]):
                kept.own[s, k] = own_of(level, kept.to[s, k], seats)
            for c in range(seats):
                kept.rest[s, c] = 0.0
            if as_before(level, width, s, seats, out, kept):
                for c in range(seats):
                    kept.rest[s, c] = space.nodes[0, c] - out.shares[s, c]
            for c in range(seats):
                out.shares[s, c] = space.nodes[0, c]

    return looks


def guessed(scores: Any, states: Any, zero: tuple[int, ...], table: Any, out: Any) -> None:
    """To compile: write shares of a level to begin with, from those of one or two nuggets less.

    Who has one more somewhere stands nearly the same; from that, as the mean over all seats, and
    from two more, it is concluded what it is with none.
    """
    players = len(zero)
    for s in range(len(states)):
        for c in range(players - 1):
            out[s, c] = 0.0
        ones = 0
        twos = 0
        rest = 0
        for seat in range(players):
            rest += states[s, seat]
        for seat in range(players):
            ones += 1 if rest < scores.total and states[s, seat] < scores.most else 0
            twos += 1 if rest + 1 < scores.total and states[s, seat] + 1 < scores.most else 0
        both = twos == ones
        for seat in range(players):
            for more in range(1, 3 if both else 2):
                if rest + more > scores.total or states[s, seat] + more > scores.most:
                    continue
                piles = zero
                for at in range(players):
                    piles = put(piles, at, states[s, at] + (more if at == seat else 0))
                number = rank(scores, piles)
                factor = 1.0 if not both else 2.0 if more == 1 else -1.0
                for c in range(players - 1):
                    out[s, c] += factor * (table[number, c] / PARTS) / ones
        if ones == 0:
            for c in range(players - 1):
                out[s, c] = 1.0 / players


class LevelTurns:
    """Turns from all states of a level, or some of them, on all cores.

    Args:
        function: ``looks_of`` the game, compiled.
        tables: The setup, the scores and the turn's form, for compiled code; ``form`` is plain.
        zero: A zero for each seat.
        states: int64[states, players]: the piles of each state.
        table: uint32[all states, players - 1]: the shares of smaller supplies.
        slopes: Without, only what is PLAIN can be looked at, and little memory is needed.
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
        slopes: bool = True,
    ) -> None:
        self._function, self._tables, self._race, self._form = function, tables, race, form
        self._zero, self._states, self._table, self._tie = zero, states, table, tie
        self._places: SimpleQueue[Space] = SimpleQueue()
        for _ in range(cores()):
            self._places.put(space_for(race, form, len(zero)))
        count, seats = len(states), len(zero) - 1
        self._out = slopes_for(count, seats, slopes)
        self._kept = _kept_for(count, seats, 0)
        if slopes:
            scores = tables[1]
            supply = scores.total - int(states[0].sum())
            nowhere = np.zeros((scores.begin[supply + 1] - scores.begin[supply], seats))
            self.look(nowhere, 1.0, NEAR)
            self._kept = _kept_for(count, seats, int(self._kept.near.max()))
            self.look(nowhere, 1.0, NEAR)

    def some(self, states: npt.NDArray[np.int64]) -> LevelTurns:
        """Turns from those of the states only."""
        own = self._states[states]
        form, zero, table = self._form, self._zero, self._table
        return LevelTurns(
            self._function, self._tables, self._race, form, zero, own, table, self._tie
        )

    def look(self, now: Floats, width: float, wanted: int) -> Slopes:
        """A turn from each state; what comes back is overwritten by the next look.

        ``now`` (float64[states of the level, players - 1]) are the shares of the whole level.
        """

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
                    self._kept,
                    first,
                    count,
                    place,
                )
            finally:
                self._places.put(place)

        if len(self._states) <= ALONE:
            chunk(0, len(self._states))
            return self._out
        # Chunks of one size, many for each core: some states take much longer than others.
        size = max(ALONE, min(LARGEST, len(self._states) // (8 * cores())))
        if not spread(chunk, lambda _: None, len(self._states), chunk=size):
            raise KeyboardInterrupt
        return self._out


def _kept_for(states: int, seats: int, near: int) -> Kept:
    return Kept(
        np.zeros(states, np.int64),
        np.zeros((states, near), np.int32),
        np.zeros((states, near)),
        np.zeros((states, seats)),
        np.zeros(states, np.int8),
        np.zeros(states),
        np.zeros(states),
    )
