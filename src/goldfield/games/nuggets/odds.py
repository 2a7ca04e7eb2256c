"""How likely a side is to win an area, by what it has there and what another may have there.

A chip of unknown value is one of those that its owner began with, each as likely as any other.
What so many of them are worth together is counted exactly. Where spaces are still free the result
is open: the odds of the strengths as they are flatten, the more the more spaces there are.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, exp
from typing import Any

from goldfield.games.contract import rule

UNIT = 4
"""Strengths are whole quarters of a chip of 1."""
STRENGTHS = 128
"""Strengths are told apart from 0 to one below this."""
COUNTS = 17
"""Up to 16 chips of unknown value lie in an area."""
OPENNESS = 16
"""Areas with so many free spaces, and more, count as equally open."""
CERTAIN = 1 << 10


def sums_of(pool: Sequence[int]) -> list[dict[int, Fraction]]:
    """For each number of chips out of a pool, how likely each sum of their values is.

    ``pool`` says how many chips there are of value 1, 2 and so on.
    """
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for value, there in enumerate(pool, start=1):
        more: dict[tuple[int, int], int] = {}
        for (count, total), n in ways.items():
            for taken in range(there + 1):
                key = count + taken, total + taken * value
                more[key] = more.get(key, 0) + n * comb(there, taken)
        ways = more
    found: list[dict[int, Fraction]] = [{} for _ in range(sum(pool) + 1)]
    for (count, total), n in ways.items():
        found[count][total] = Fraction(n, comb(sum(pool), count))
    return found


@lru_cache(maxsize=8)
def odds_of(pool: tuple[int, ...], spread: int, growth: int) -> array[int]:
    """The odds, in parts of ``CERTAIN``, by free spaces, the other's chips and one's strength.

    With no free space it is the chance to have more, and half the chance to have as much. With
    *f* free spaces each difference *d* counts 1 / (1 + exp(-1.7 *d* / *T*)) instead, where *T* is
    ``spread`` / 100 times *f* to the power of ``growth`` / 100.
    """
    sums = sums_of(pool)
    found = array("h")
    for free in range(OPENNESS):
        width = spread / 100 * free ** (growth / 100)
        for count in range(COUNTS):
            likely = [(total, float(p)) for total, p in sums[min(count, len(sums) - 1)].items()]
            for strength in range(STRENGTHS):
                mine = strength / UNIT
                chance = sum(p * _share(mine, total, width) for total, p in likely)
                found.append(round(CERTAIN * chance))
    return found


def _share(mine: float, theirs: float, width: float) -> float:
    if width > 0:
        return 1 / (1 + exp(-1.7 * (mine - theirs) / width))
    if mine == theirs:
        return 0.5 if mine > 0 else 0.0
    return 1.0 if mine > theirs else 0.0


@rule
def chance(odds: Any, free: int, count: int, strength: int) -> int:
    """What a strength is good for against so many chips where so many spaces are free."""
    row = min(free, OPENNESS - 1) * COUNTS + min(count, COUNTS - 1)
    return odds[row * STRENGTHS + min(max(strength, 0), STRENGTHS - 1)]
