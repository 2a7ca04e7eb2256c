"""The score states of one supply, in orbits: the same piles with each seat in turn to begin.

A bust leads from a state to the next one of its orbit; only robbing joins the orbits of a supply,
and it is rarer. So each orbit is a small ring of equations, solved while the others are held.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from goldfield.engine.many_turns import Space, link_of, turn_rule
from goldfield.games.contract import put
from goldfield.games.racing import PASS, RaceRoom
from goldfield.rule import rule
from goldfield.solutions.scores import Scores, rank

Ints = npt.NDArray[np.int64]

PASS_BY, STEP, SOLVE, CHECK = range(4)
"""What is to be done with an orbit: nothing; one step of play from each state; Newton's method; or
one step that changes nothing, to see how much it would change."""
STEPS = 40
"""How often an orbit may be looked at in one sweep while it is solved by Newton's method."""
SHORTEST_STEP = 1e-4
"""The least part of a step of Newton's method that is tried."""


class Ring(NamedTuple):
    """Where an orbit is solved; one for each thread. The first axis is the state in the orbit."""

    number: Any
    """int64[players]: numbers of the states."""
    links: Any
    """int64[players]: how a turn leads there, as ``link_of`` has it."""
    now: Any
    """float64[players, players - 1]: shares."""
    kept: Any
    """float64[players, players - 1]: shares before the last step."""
    error: Any
    """float64[players, players - 1]: what a turn is worth, less ``now``."""
    slope: Any
    """float64[n, n], n = players * (players - 1): how each share follows each."""
    step: Any
    """float64[n]"""


def list_orbits(zero: tuple[int, ...], total: int, most: int, out: Any) -> int:
    """Write the piles of every orbit once, by its least state; return how many there are.

    ``out`` has a row for each, or none to count only. The order is that of the numbering.
    """
    players = len(zero)
    piles = zero
    count = 0
    rest = total
    for at in range(players - 1, -1, -1):
        pile = min(rest, most)
        piles = put(piles, at, pile)
        rest -= pile
    while True:
        least = True
        for turned in range(1, players):
            for at in range(players):
                a, b = piles[at], piles[(at + turned) % players]
                if a != b:
                    least = least and a < b
                    break
        if least:
            if len(out) > 0:
                for at in range(players):
                    out[count, at] = piles[at]
            count += 1
        # The next piles in order: take one more at the last place that can, the rest to the right.
        right = 0
        at = players - 1
        while at >= 0 and (right == 0 or piles[at] == most):
            right += piles[at]
            at -= 1
        if at < 0:
            return count
        piles = put(piles, at, piles[at] + 1)
        right -= 1
        for to in range(players - 1, at, -1):
            pile = min(right, most)
            piles = put(piles, to, pile)
            right -= pile


def rings_of(orbits: Ints, scores: Scores, begin: int) -> Ints:
    """int64[orbits, players]: the states of each orbit in turn, counted from ``begin``.

    Where there are fewer, the last is repeated.
    """
    rings = np.zeros_like(orbits)
    for at, piles in enumerate(orbits.tolist()):
        for turn in range(len(piles)):
            number = scores.rank((*piles[turn:], *piles[:turn])) - begin
            again = turn > 0 and number == rings[at, 0]
            rings[at, turn:] = rings[at, turn - 1] if again else number
            if again:
                break
    return rings


def sweep_of(room: RaceRoom) -> Callable[..., None]:
    """A function to compile that solves orbits ``first`` to ``first + count - 1`` of a supply.

    It reads the shares of all other orbits from ``now`` and writes those of its own to ``then``
    (float64[states, players - 1]), and for each orbit the largest change that one step of play
    from ``now`` made to ``errors``, and the largest gain of a single choice to ``gains``.
    """
    turn = turn_rule(room)

    @rule
    def look(
        setup: Any,
        scores: Any,
        form: Any,
        piles: tuple[int, ...],
        table: Any,
        level: Any,
        width: float,
        tie: int,
        columns: int,
        states: int,
        space: Space,
        ring: Ring,
        stepwise: bool,
    ) -> tuple[float, float]:
        """Play a turn at each state of the orbit; the largest error, and gain of a choice."""
        players = len(piles)
        seats = players - 1
        worst = 0.0
        gain = 0.0
        for j in range(states - 1, -1, -1):
            mine = piles
            for at in range(players):
                mine = put(mine, at, piles[(at + j) % players])
            k = (j + 1) % states
            found = turn(
                setup,
                scores,
                form,
                mine,
                table,
                level,
                ring.links,
                ring.now,
                0 if columns > seats else k,
                states if columns > seats else k + 1,
                width,
                tie,
                columns,
                space,
            )
            gain = max(gain, found)
            row = space.nodes[0]
            for c in range(seats):
                error = row[c] - ring.now[j, c]
                ring.error[j, c] = error
                worst = max(worst, abs(error))
                if stepwise:
                    ring.now[j, c] = row[c]
            if columns > seats:
                for k in range(states):
                    at = seats + k * (seats + 1)
                    for c in range(seats):
                        for d in range(seats):
                            slope = row[at] if d == c - 1 else 0.0
                            ring.slope[j * seats + c, k * seats + d] = slope - row[at + 1 + c]
        return worst, gain

    def sweep(
        setup: Any,
        scores: Any,
        form: Any,
        orbits: Any,
        zero: tuple[int, ...],
        table: Any,
        level: Any,
        then: Any,
        width: float,
        tie: int,
        exact: float,
        at_once: int,
        modes: Any,
        errors: Any,
        gains: Any,
        first: int,
        count: int,
        space: Space,
        ring: Ring,
    ) -> None:
        players = len(zero)
        seats = players - 1
        for orbit in range(first, first + count):
            mode = modes[orbit]
            if mode == PASS_BY:
                continue
            piles = zero
            rest = 0
            for at in range(players):
                piles = put(piles, at, orbits[orbit, at])
                rest += orbits[orbit, at]
            begin = scores.begin[scores.total - rest]
            states = 0
            turned = piles
            while states < players:
                number = rank(scores, turned)
                if states > 0 and number == ring.number[0]:
                    break
                ring.number[states] = number
                ring.links[states] = link_of(number, PASS)
                for c in range(seats):
                    ring.now[states, c] = level[number - begin, c]
                states += 1
                own = turned[0]
                for at in range(seats):
                    turned = put(turned, at, turned[at + 1])
                turned = put(turned, seats, own)
            columns = seats + states * (seats + 1) if mode == SOLVE else seats
            size = states * seats
            gain = 0.0
            worst = 0.0
            reached = 0.0
            length = 0.0
            for step in range(STEPS if mode == SOLVE else 1):
                worst, found = look(
                    setup,
                    scores,
                    form,
                    piles,
                    table,
                    level,
                    width,
                    tie,
                    columns,
                    states,
                    space,
                    ring,
                    mode == STEP and at_once == 0,
                )
                if step == 0:
                    errors[orbit] = worst
                if mode != SOLVE or worst <= exact:
                    gain = found
                    break
                square = 0.0
                for a in range(size):
                    square += ring.error[a // seats, a % seats] ** 2
                if step > 0 and square > reached * (1.0 - 0.1 * length) and length > SHORTEST_STEP:
                    # Too long a step: half of it from where it was.
                    length *= 0.5
                else:
                    gain = found
                    reached = square
                    length = 1.0
                    newton(states, seats, ring)
                    for a in range(size):
                        ring.kept[a // seats, a % seats] = ring.now[a // seats, a % seats]
                for a in range(size):
                    j, c = a // seats, a % seats
                    ring.now[j, c] = ring.kept[j, c] + length * ring.step[a]
            if mode == SOLVE and worst > exact:
                # What was tried last was not looked at.
                for a in range(size):
                    ring.now[a // seats, a % seats] = ring.kept[a // seats, a % seats]
            gains[orbit] = gain
            if mode == CHECK:
                continue
            if mode == STEP and at_once == 1:
                for j in range(states):
                    for c in range(seats):
                        ring.now[j, c] += ring.error[j, c]
            for j in range(states):
                for c in range(seats):
                    then[ring.number[j] - begin, c] = ring.now[j, c]

    return sweep


@rule
def newton(states: int, seats: int, ring: Ring) -> None:
    """Write the step of Newton's method, by which a turn would make of the shares just these."""
    size = states * seats
    for a in range(size):
        ring.step[a] = ring.error[a // seats, a % seats]
        for b in range(size):
            ring.slope[a, b] = (1.0 if a == b else 0.0) - ring.slope[a, b]
    eliminated(size, ring.slope, ring.step)


@rule
def eliminated(size: int, matrix: Any, right: Any) -> None:
    """Solve ``matrix x = right`` in place, the largest pivot first; x is left in ``right``."""
    for c in range(size):
        pivot = c
        for r in range(c + 1, size):
            if abs(matrix[r, c]) > abs(matrix[pivot, c]):
                pivot = r
        for d in range(size):
            kept = matrix[c, d]
            matrix[c, d] = matrix[pivot, d]
            matrix[pivot, d] = kept
        kept = right[c]
        right[c] = right[pivot]
        right[pivot] = kept
        for r in range(c + 1, size):
            part = matrix[r, c] / matrix[c, c]
            for d in range(c, size):
                matrix[r, d] -= part * matrix[c, d]
            right[r] -= part * right[c]
    for c in range(size - 1, -1, -1):
        for d in range(c + 1, size):
            right[c] -= matrix[c, d] * right[d]
        right[c] /= matrix[c, c]
