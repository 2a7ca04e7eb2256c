"""What the lines of the land are offered for: which may take a blocker, and what that would make.

Everybody may know all of this. For the two blockers of a turn, which are chosen together, only
those pairs are told that make something else than both do alone.
"""

from __future__ import annotations

from typing import Any

from goldfield.games.nuggets import refusals
from goldfield.games.nuggets.areas import (
    fenced_with,
    markers_in,
    pairs_that_part,
    parted,
    spaces_of,
    stands,
)
from goldfield.games.nuggets.board import EAST_COUNT as EASTS
from goldfield.games.nuggets.board import (
    EAST_LINES,
    LINE_SPACE,
    LINES,
    NORTH_LINES,
    closing_lines,
    ends_of,
    line_text,
    space_text,
)
from goldfield.games.nuggets.state import SECOND, TURN, Setup, State
from goldfield.words import Message, say


def open_lines(s: State) -> list[int]:
    """The lines on which a blocker may be placed now (NU3, NU4), whoever is to act."""
    if s.stock == 0 or s.phase not in (TURN, SECOND):
        return []
    return _open(s.east, s.north)


def _open(east: int, north: int) -> list[int]:
    bad_east, bad_north = closing_lines(east, north)
    free_east = EAST_LINES & ~(east | bad_east)
    free_north = NORTH_LINES & ~(north | bad_north)
    return [
        line
        for line in range(LINES)
        if (free_east if line < EASTS else free_north) >> LINE_SPACE[line] & 1
    ]


def why_not(s: State, line: int) -> Message | None:
    """Why no blocker can be placed on a line; None where one can."""
    refused = refusals.no_line(s, line)
    return refused.message if refused else None


def area_shown(s: State, area: int) -> dict[str, Any]:
    """An area as plain data."""
    return {"spaces": spaces_of(area), "markers": markers_in(s.mines, area)}


def areas_made(s: State, *lines: int) -> list[dict[str, Any]]:
    """The areas that blockers on free lines would make; empty where they part nothing."""
    return [area_shown(s, area) for area in parted(s.east, s.north, *lines)]


def lines_shown(setup: Setup, s: State) -> list[dict[str, Any]]:
    """Every line: its blocker, or whether one may be placed there and what that would make.

    ``after`` are the areas that a blocker there would make, ``small`` those of them that are too
    small. ``alone`` says that no second blocker could follow it.
    """
    playing = s.phase in (TURN, SECOND)
    may = set(open_lines(s))
    found: list[dict[str, Any]] = []
    for line in range(LINES):
        a, b = ends_of(line)
        fence = stands(s.east, s.north, line)
        can = line in may
        found.append(
            {
                "id": line,
                "text": line_text(line),
                "ends": [a, b],
                "name": say("between {a} and {b}", a=space_text(a), b=space_text(b)),
                "fence": fence,
                "can": can,
                "why": None if can or not playing else why_not(s, line),
                "after": [] if fence else areas_made(s, line),
                "alone": can and (s.phase == SECOND or is_alone(s, line)),
            }
        )
    return found


def is_alone(s: State, line: int) -> bool:
    """Whether no second blocker could follow one on ``line``."""
    return s.stock < 2 or not _open(*fenced_with(s.east, s.north, line))


def pairs_shown(s: State) -> list[dict[str, Any]]:
    """The pairs of lines, each of which may take a blocker, that need telling.

    ``why`` they cannot both be fenced, or what they make together.
    """
    if s.phase != TURN or s.stock < 2:
        return []
    found: list[dict[str, Any]] = []
    for first, second in pairs_that_part(s.east, s.north, open_lines(s)):
        after = one_more(s, first)
        found.append(
            {
                "lines": [first, second],
                "why": why_not(after, second),
                "after": areas_made(s, first, second),
            }
        )
    return found


def one_more(s: State, line: int) -> State:
    """The position with the first blocker of a turn in place."""
    east, north = fenced_with(s.east, s.north, line)
    return s._replace(phase=SECOND, east=east, north=north, stock=s.stock - 1)
