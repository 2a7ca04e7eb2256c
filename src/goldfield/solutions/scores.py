"""The score states of a race, numbered level by level of supply so that a table can hold them.

A score state is the piles of all seats, the seat that is to begin a run first; the supply is what
they leave of the total. States of smaller supply come first; within a level they are in the order
of the piles, read from the left.

>>> scores = scores_of(players=2, total=3, most=3)
>>> scores.states, [scores.rank(piles) for piles in ((0, 3), (1, 2), (2, 0), (0, 0))]
(10, [0, 1, 6, 9])
>>> list(scores.level(2))
[(0, 1), (1, 0)]
>>> scores.first(2)
7
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from goldfield.rule import rule


class Scores(NamedTuple):
    """A numbering of the piles with 0 <= pile <= most and sum <= total.

    Compiled code gets it by ``compiled_form`` and calls :func:`rank`.
    """

    players: int
    total: int
    most: int
    begin: list[int]
    """The number of the first state of each supply 0 to total; then how many there are."""
    part: list[int]
    """``part[k * (total + 2) + x]``: how many ways there are for k piles to sum to less than x."""

    @property
    def states(self) -> int:
        """How many there are."""
        return self.begin[-1]

    def rank(self, piles: tuple[int, ...]) -> int:
        """The number of a state."""
        return rank(self, piles)

    def first(self, supply: int) -> int:
        """The number of the first state of a level."""
        return self.begin[supply]

    def level(self, supply: int) -> Iterator[tuple[int, ...]]:
        """The piles of a level in the order of their numbers."""
        yield from _piles(self.players, self.total - supply, self.most)


def _piles(players: int, rest: int, most: int) -> Iterator[tuple[int, ...]]:
    if players == 1:
        if rest <= most:
            yield (rest,)
        return
    for pile in range(max(0, rest - (players - 1) * most), min(rest, most) + 1):
        for others in _piles(players - 1, rest - pile, most):
            yield (pile, *others)


@lru_cache(maxsize=8)
def scores_of(players: int, total: int, most: int) -> Scores:
    """The numbering for so many players."""
    ways = [1] + [0] * total
    part: list[int] = []
    for k in range(players + 1):
        if k > 0:
            before = ways
            ways = [sum(before[max(0, x - most) : x + 1]) for x in range(total + 1)]
        part.append(0)
        for x in range(total + 1):
            part.append(part[-1] + ways[x])
    begin = [0]
    for supply in range(total + 1):
        begin.append(begin[-1] + ways[total - supply])
    return Scores(players, total, most, begin, part)


@rule
def rank(scores: Scores, piles: tuple[int, ...]) -> int:
    """The number of a score state. Piles that there are not give any number."""
    rest = 0
    for pile in piles:
        rest += pile
    at = scores.begin[scores.total - rest]
    row = scores.players * (scores.total + 2)
    for pile in piles:
        row -= scores.total + 2
        at += scores.part[row + rest + 1] - scores.part[row + rest - pile + 1]
        rest -= pile
    return at
