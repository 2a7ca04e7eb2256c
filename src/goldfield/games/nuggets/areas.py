"""The areas that fences part the land into, as everybody may know them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from goldfield.games.nuggets.board import (
    BOARD,
    COLUMNS,
    EAST_COUNT,
    FEWEST,
    LINE_SPACE,
    LINES,
    ROWS,
    SPACES,
    area_of,
    ends_of,
    popcount,
)
from goldfield.games.nuggets.layout import VALUES
from goldfield.games.nuggets.state import State

HATCHES = 7
"""So many ways there are to hatch an area."""
RIM = 0
"""The corner that stands for the whole rim."""


def spaces_of(area: int) -> list[int]:
    """The spaces of a board, ascending."""
    return [space for space in range(SPACES) if area >> space & 1]


def board_of(spaces: Iterable[int]) -> int:
    """Spaces as a board."""
    return sum(1 << space for space in spaces)


def areas_of(east: int, north: int, within: int = BOARD) -> list[int]:
    """All areas of a part of the land, by their first space."""
    found: list[int] = []
    left = within
    for space in range(SPACES):
        if left >> space & 1:
            area = area_of(space, east, north)
            found.append(area)
            left &= ~area
    return found


def fenced_with(east: int, north: int, *lines: int) -> tuple[int, int]:
    """The fences with further ones."""
    for line in lines:
        if line < EAST_COUNT:
            east |= 1 << LINE_SPACE[line]
        else:
            north |= 1 << LINE_SPACE[line]
    return east, north


def stands(east: int, north: int, line: int) -> bool:
    """Whether a blocker stands on a line."""
    return bool((east if line < EAST_COUNT else north) >> LINE_SPACE[line] & 1)


def parted(east: int, north: int, *lines: int) -> list[int]:
    """What blockers on free lines would make: the areas beside them, if they part any at all."""
    before = 0
    for line in lines:
        before |= area_of(ends_of(line)[0], east, north)
    whole = areas_of(east, north, before)
    after = areas_of(*fenced_with(east, north, *lines), before)
    return [area for area in after if area not in whole]


def markers_in(mines: Sequence[int], area: int) -> list[int]:
    """What the markers in an area are worth, highest first."""
    worth = [v for v, space in zip(VALUES, mines, strict=True) if space >= 0 and area >> space & 1]
    return sorted(worth, reverse=True)


def is_whole(area: int) -> bool:
    """Whether an area is too small to be parted once more (NU4)."""
    return popcount(area) < 2 * FEWEST


def corners_of(line: int) -> tuple[int, int]:
    """The two corners that a blocker on a line joins."""
    column, row = LINE_SPACE[line] % COLUMNS, LINE_SPACE[line] // COLUMNS
    far = column + 1, row + 1
    near = (column + 1, row) if line < EAST_COUNT else (column, row + 1)
    return _corner(*near), _corner(*far)


def _corner(x: int, y: int) -> int:
    return y * (COLUMNS + 1) + x if 0 < x < COLUMNS and 0 < y < ROWS else RIM


def pairs_that_part(east: int, north: int, free: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The pairs of free lines that part the land otherwise than each of them does alone.

    A blocker parts an area where fences join its corners already. Two do so together where they
    join the same two fences, or where both part the same area.
    """
    root = list(range((COLUMNS + 1) * (ROWS + 1)))

    def top(corner: int) -> int:
        while root[corner] != corner:
            corner = root[corner]
        return corner

    for line in range(LINES):
        if stands(east, north, line):
            a, b = corners_of(line)
            root[top(a)] = top(b)
    groups: dict[tuple[int, int], list[int]] = {}
    for line in free:
        a, b = (top(corner) for corner in corners_of(line))
        key = (-1, area_of(ends_of(line)[0], east, north)) if a == b else (min(a, b), max(a, b))
        groups.setdefault(key, []).append(line)
    for lines in groups.values():
        for i, first in enumerate(lines):
            for second in lines[i + 1 :]:
                yield first, second


def hatches(areas: Sequence[int]) -> list[int]:
    """A hatch for each area, below ``HATCHES``: 0, plain, for the largest; neighbours differ."""
    largest = max(range(len(areas)), key=lambda i: (popcount(areas[i]), -i))
    found = [-1] * len(areas)
    found[largest] = 0
    around = [_around(area) for area in areas]
    for i in range(len(areas)):
        if found[i] < 0:
            beside = {found[j] for j in range(len(areas)) if around[i] & areas[j]}
            found[i] = min(range(1, HATCHES), key=lambda n: (n in beside, found.count(n), n))
    return found


def _around(area: int) -> int:
    """The spaces beside an area, corner to corner as well."""
    around = 0
    for space in spaces_of(area):
        column, row = space % COLUMNS, space // COLUMNS
        for x in range(max(0, column - 1), min(COLUMNS, column + 2)):
            for y in range(max(0, row - 1), min(ROWS, row + 2)):
                around |= 1 << (y * COLUMNS + x)
    return around & ~area


def taken_spaces(s: State) -> int:
    """The spaces that hold a mine or a chip."""
    taken = 0
    for chips in s.chips:
        taken |= chips
    for mine in s.mines:
        if mine >= 0:
            taken |= 1 << mine
    return taken


def sign_place(area: int, taken: int) -> int:
    """The space of an area where a sign hides least: free and near its middle."""
    spaces = spaces_of(area)
    x = sum(space % COLUMNS for space in spaces) / len(spaces)
    y = sum(space // COLUMNS for space in spaces) / len(spaces)
    return min(
        spaces,
        key=lambda s: (taken >> s & 1, abs(s % COLUMNS - x) + abs(s // COLUMNS - y), s),
    )
