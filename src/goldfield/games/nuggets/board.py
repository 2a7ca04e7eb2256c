"""The board of 8 columns and 5 rows as numbers of 40 bits: spaces, lines, fences and areas.

Bit ``8 * row + column`` is a space; a1 is bit 0, h5 bit 39. Lines between spaces are kept at the
space to their west (*east* lines) or south (*north* lines). Nothing here leaves 64 bits.
"""

from __future__ import annotations

from goldfield.games.contract import rule

COLUMNS, ROWS = 8, 5
SPACES = COLUMNS * ROWS
BOARD = (1 << SPACES) - 1
EAST_LINES = sum(1 << space for space in range(SPACES) if space % COLUMNS < COLUMNS - 1)
"""Spaces that have a line to their east."""
NORTH_LINES = (1 << (SPACES - COLUMNS)) - 1
"""Spaces that have a line to their north."""
LINES = 67
EASTS = [space for space in range(SPACES) if EAST_LINES >> space & 1]
NORTHS = [space for space in range(SPACES) if NORTH_LINES >> space & 1]
LINE_SPACE = [*EASTS, *NORTHS]
"""The space at which each line is kept; the first 35 are east lines."""
EAST_COUNT = len(EASTS)
FEWEST = 4
"""So many spaces an area must keep (NU4)."""


def space_text(space: int) -> str:
    """``a1`` to ``h5``."""
    return "abcdefgh"[space % COLUMNS] + str(space // COLUMNS + 1)


def space_named(text: str) -> int | None:
    """The space of a text such as ``c4``, or None."""
    if len(text) == 2 and text[0] in "abcdefgh" and text[1] in "12345":
        return "abcdefgh".index(text[0]) + COLUMNS * (int(text[1]) - 1)
    return None


def ends_of(line: int) -> tuple[int, int]:
    """The two spaces that a line parts: the western and the eastern, or the lower and the upper."""
    space = LINE_SPACE[line]
    return space, space + (1 if line < EAST_COUNT else COLUMNS)


def line_text(line: int) -> str:
    """``d3|e3`` for a line between spaces side by side, ``d3/d4`` for one above the other."""
    a, b = ends_of(line)
    return space_text(a) + ("|" if line < EAST_COUNT else "/") + space_text(b)


def line_between(a: int, b: int) -> int | None:
    """The line that parts two spaces, or None where they are not neighbours."""
    low, high = min(a, b), max(a, b)
    for line in range(LINES):
        if ends_of(line) == (low, high):
            return line
    return None


@rule
def popcount(board: int) -> int:
    """How many spaces a board holds."""
    n = board - ((board >> 1) & 0x5555555555)
    n = (n & 0x3333333333) + ((n >> 2) & 0x3333333333)
    n = (n + (n >> 4)) & 0x0F0F0F0F0F
    n = n + (n >> 8)
    n = n + (n >> 16)
    return (n + (n >> 16 >> 16)) & 63


@rule
def grown(board: int, east: int, north: int) -> int:
    """A set of spaces and all that one step leads to; ``east``, ``north`` are the open lines."""
    board |= ((board & east) << 1) | ((board >> 1) & east)
    return board | ((board & north) << 8) | ((board >> 8) & north)


@rule
def area_of(space: int, east_fences: int, north_fences: int) -> int:
    """The area that a space lies in (NU10)."""
    east = EAST_LINES & ~east_fences
    north = NORTH_LINES & ~north_fences
    area = 1 << space
    while True:
        more = grown(area, east, north)
        if more == area:
            return area
        area = more


@rule
def closing_lines(east_fences: int, north_fences: int) -> tuple[int, int]:
    """NU4: the open lines that a fence would close off fewer than four spaces with, all at once.

    Every area has four spaces or more. A line is the only way out of three spaces or fewer just
    where one of these lies behind it: a space with one way out (a *leaf*); a leaf and a neighbour
    with two; a leaf and two in a row with two; two leaves at a space with three. Returns the
    forbidden lines as boards, east and north.
    """
    e = EAST_LINES & ~east_fences
    n = NORTH_LINES & ~north_fences
    w = e << 1
    s = n << 8
    # How many ways out each space has, by adding the four boards bit by bit.
    ew = e & w
    ns = n & s
    odd_ew = e ^ w
    odd_ns = n ^ s
    leaf = (odd_ew ^ odd_ns) & ~(ew | ns)
    two = (odd_ew & odd_ns & ~(ew | ns)) | ((ew ^ ns) & ~(odd_ew | odd_ns))
    three = (ew & odd_ns) | (ns & odd_ew)

    leaf_w = (leaf << 1) & w
    leaf_e = (leaf >> 1) & e
    leaf_s = (leaf << 8) & s
    leaf_n = (leaf >> 8) & n
    # Spaces with two ways out of which one leads to a leaf, by the direction of the leaf.
    b_w = two & leaf_w
    b_e = two & leaf_e
    b_s = two & leaf_s
    b_n = two & leaf_n
    # Their other way out, as the spaces that leave towards it.
    out_e = (b_w | b_s | b_n) & e
    out_w = (b_e | b_s | b_n) & w
    out_n = (b_w | b_e | b_s) & n
    out_s = (b_w | b_e | b_n) & s
    # The third in a row: entered from the west, the east, the south, the north.
    c_w = (out_e << 1) & two
    c_e = (out_w >> 1) & two
    c_s = (out_n << 8) & two
    c_n = (out_s >> 8) & two
    # Spaces with three ways out of which two lead to leaves.
    pairs = (leaf_w & leaf_e) | (leaf_s & leaf_n) | ((leaf_w | leaf_e) & (leaf_s | leaf_n))
    fork = three & pairs

    all_ways = leaf | fork
    to_east = (all_ways & e) | out_e | ((c_w | c_s | c_n) & e)
    to_west = (all_ways & w) | out_w | ((c_e | c_s | c_n) & w)
    to_north = (all_ways & n) | out_n | ((c_w | c_e | c_s) & n)
    to_south = (all_ways & s) | out_s | ((c_w | c_e | c_n) & s)
    return to_east | (to_west >> 1), to_north | (to_south >> 8)
