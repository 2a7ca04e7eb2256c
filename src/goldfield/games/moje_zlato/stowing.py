"""Where treasures lie in the hold of a ship's picture: in rows that keep inside its round hull."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

WIDE = 160
"""The width of every hull in the units of its picture."""
DEEPEST = (42, 58, 76)
"""The floor of the hold in each of the three hulls: for up to two treasures, eight, and more."""
BEND = (32, 48, 66)
"""How far down the curve of its side is drawn in each, from the rim (13, 21) to (47, floor)."""
RIM = 21
LARGEST, SMALLEST = 21.0, 2.0
"""The size of a treasure with the room around it."""
GAP = 0.93
"""How much of that is the treasure."""
BONES = 1.5
"""How many places in a row fish bones take."""


class Stowed(NamedTuple):
    """A picture in the hold."""

    x: float
    y: float
    width: float
    height: float


def hull_of(count: int) -> int:
    """Which hull carries so many pieces: 1, 2 or 3."""
    return 1 if count < 3 else 2 if count < 9 else 3


@lru_cache(maxsize=256)
def stowed(treasures: int, bones: int) -> tuple[Stowed, ...]:
    """The places of so many treasures and fish bones, as large as they can be."""
    hull = hull_of(treasures + bones) - 1
    widths = [1.0] * treasures + [BONES] * bones
    size = LARGEST
    while size > SMALLEST:
        for rows in range(1, int((DEEPEST[hull] - RIM) / size) + 1):
            top = (DEEPEST[hull] + RIM - rows * size) / 2
            if laid := _in_rows(hull, widths, rows, top, size):
                return tuple(_places(laid, widths, top, size))
        size -= 0.2
    return ()


def _in_rows(
    hull: int, widths: Sequence[float], rows: int, top: float, size: float
) -> list[list[int]]:
    """The pieces in so many rows, fewer further down; empty where they do not fit."""
    found: list[list[int]] = []
    rest = list(range(len(widths)))
    for row in range(rows):
        room = _room(hull, top + (row + 0.8) * size)
        line: list[int] = []
        while rest and sum(widths[i] for i in [*line, rest[0]]) * size <= room:
            line.append(rest.pop(0))
        found.append(line)
    return [] if rest else found


def _places(
    rows: Sequence[Sequence[int]], widths: Sequence[float], top: float, size: float
) -> Iterator[Stowed]:
    for down, row in enumerate(rows):
        x = (WIDE - sum(widths[i] for i in row) * size) / 2
        for i in row:
            wide = widths[i] * size
            at = (x, top + down * size, wide * GAP, size * GAP)
            yield Stowed(*(round(n, 1) for n in at))
            x += wide


def _room(hull: int, y: float) -> float:
    """How wide the hold is at a height: its side is a curve of the second degree."""
    a, b, c = RIM, BEND[hull], DEEPEST[hull]
    low, high = 0.0, 1.0
    for _ in range(20):
        t = (low + high) / 2
        if a * (1 - t) ** 2 + 2 * b * t * (1 - t) + c * t * t < y:
            low = t
        else:
            high = t
    x = 13 * (1 - low) ** 2 + 2 * 19 * low * (1 - low) + 47 * low * low
    return WIDE - 2 * (x + 3)
