"""A position of Nuggets and what the options fix, with the numbers of phases and moves."""

from __future__ import annotations

from typing import NamedTuple

from goldfield.games.nuggets.board import LINES, SPACES

# Phases of a state: who begins is drawn, a marker is drawn, a turn begins, a second blocker is due.
STARTER, LAYOUT, TURN, SECOND, ENDED = range(5)

CHIP_VALUES = 5
"""Chips are worth 1 to 5."""
MARKERS = 8
BLOCKERS = 35

# Moves: a blocker on a line, a chip (value - 1, space), passing; then, as masked moves only, a
# chip of unknown value on a space.
CHIP = LINES
PASS = CHIP + CHIP_VALUES * SPACES
MOVES = PASS + 1
UNKNOWN_CHIP = MOVES
# Chance outcomes: the space of the next marker, who begins.
OUTCOME_STARTER = SPACES

HAND_BITS = 5
"""A hand counts its chips of 1 to 5, and those of unknown value, in five bits each."""
UNKNOWN = CHIP_VALUES
"""Where a hand counts the chips whose value the reader does not know."""


class Setup(NamedTuple):
    """What the options fix."""

    players: int
    first: int
    look: int
    sides: int
    """How many sides there are: two where partners play, else as many as players."""
    hand: int
    """The chips that every seat starts with, as a hand."""
    mines: tuple[int, ...]
    """The spaces of the markers, -1 each where they are drawn."""
    line_space: list[int]
    """The space at which each line is kept."""
    values: list[int]
    """What the markers are worth."""
    nothing: tuple[int, ...]
    """A 0 for every side, to be filled with what each has won."""


class State(NamedTuple):
    """A position.

    ``seat`` is to act (-1 before a drawn start). ``mines`` are the spaces of the markers, in the
    order of ``layout.VALUES``; those not drawn yet are -1. ``east`` and ``north`` are the fences,
    ``stock`` the blockers left. ``chips`` are the spaces of each seat's chips; ``worth`` the
    spaces of all chips of value 1 to 5. A chip that lies in none of these has a value that the
    reader does not know. ``hands`` are packed counts by seat. ``passed`` has a bit for each seat
    that is out.
    """

    phase: int
    seat: int
    mines: tuple[int, ...]
    east: int
    north: int
    stock: int
    chips: tuple[int, ...]
    worth: tuple[int, ...]
    hands: tuple[int, ...]
    passed: int
