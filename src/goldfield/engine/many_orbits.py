"""The score states of one supply, in orbits: the same piles with each seat in turn to begin.

A bust leads from a state to the next one of its orbit; only robbing joins the orbits of a supply,
and it is rarer.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from goldfield.games.contract import put
from goldfield.solutions.scores import Scores

Ints = npt.NDArray[np.int64]


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
