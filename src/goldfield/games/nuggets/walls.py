"""Which lines close an area off, alone or two together, told from how the fences hang together.

Fences run between the corners of spaces, and the whole rim counts as one corner. A blocker closes
something off just where fences join its two corners already. Two that do not close anything by
themselves do so together just where both would join the same two groups of fences.
"""

from __future__ import annotations

from typing import Any

from goldfield.games.contract import rule
from goldfield.games.nuggets.areas import corners_of
from goldfield.games.nuggets.board import (
    COLUMNS,
    EAST_COUNT,
    FEWEST,
    LINES,
    ROWS,
    area_of,
    popcount,
)
from goldfield.games.nuggets.state import Setup

CORNERS = ROWS * (COLUMNS + 1)
"""Corners are numbered below this."""
FORBIDDEN = -1_000_000
"""What a line that NU4 forbids would change: less than any other can."""


def line_corners() -> list[int]:
    """The two corners of each line, one line after another."""
    return [corner for line in range(LINES) for corner in corners_of(line)]


@rule
def fenced_off(setup: Setup, line: int, east: int, north: int) -> tuple[int, int]:
    """The fences, east and north, with one more."""
    if line < EAST_COUNT:
        return east | (1 << setup.line_space[line]), north
    return east, north | (1 << setup.line_space[line])


@rule
def tell_keys(setup: Setup, corners: Any, east: int, north: int, keys: Any) -> None:
    """Write a key for each line: -1 for a fence, else one for the two groups that it would join."""
    group = [0] * CORNERS
    for at in range(CORNERS):
        group[at] = at
    for line in range(LINES):
        fences = east if line < EAST_COUNT else north
        keys[line] = 0
        if (fences >> setup.line_space[line]) & 1 == 1:
            keys[line] = -1
            group[first_of(group, corners[2 * line])] = first_of(group, corners[2 * line + 1])
    for line in range(LINES):
        if keys[line] == 0:
            a = first_of(group, corners[2 * line])
            b = first_of(group, corners[2 * line + 1])
            keys[line] = min(a, b) * CORNERS + max(a, b)


@rule
def first_of(group: Any, at: int) -> int:
    """The corner that stands for all that hang together with a corner."""
    while group[at] != at:
        at = group[at]
    return at


@rule
def closes(key: int) -> bool:
    """Whether a line with this key closes something off by itself: both groups are the same."""
    return key >= 0 and key % (CORNERS + 1) == 0


@rule
def split(setup: Setup, line: int, east: int, north: int) -> tuple[int, int]:
    """The two areas that a closing line makes of the one it lies in; 0, 0 where NU4 forbids it."""
    whole = area_of(setup.line_space[line], east, north)
    east, north = fenced_off(setup, line, east, north)
    part = area_of(setup.line_space[line], east, north)
    rest = whole & ~part
    if popcount(part) < FEWEST or popcount(rest) < FEWEST:
        return 0, 0
    return part, rest


@rule
def nth_of(board: int, nth: int) -> int:
    """The space number ``nth``, from 0, of those on a board."""
    space = 0
    while nth > 0 or (board >> space) & 1 == 0:
        nth -= (board >> space) & 1
        space += 1
    return space
