"""What is counted in many games of Gold Nuggets: turns, busts, nuggets, robberies."""

from __future__ import annotations

from typing import Any

from goldfield.games.contract import rule
from goldfield.games.counting import Figure
from goldfield.games.gold_nuggets.rules import (
    KEEP,
    ROLL,
    Setup,
    State,
)
from goldfield.games.gold_nuggets.turn import FACES, ROLLS
from goldfield.words import say

TURNS, RUNS, BUSTS, SEVENS, GAINED, ROBBED, LOST = range(7)
COUNTERS = (
    ("turns", say("Turns")),
    ("runs", say("Runs")),
    ("busts", say("Busts")),
    ("sevens", say("All seven dice set aside")),
    ("gained", say("Nuggets gained")),
    ("robbed", say("Nuggets robbed from others")),
    ("lost", say("Nuggets lost to robbers")),
)
FIGURES = (
    Figure("bust_rate", say("Turns that bust"), BUSTS, TURNS, is_share=True),
    Figure("nuggets_per_turn", say("Nuggets per turn"), GAINED, TURNS),
    Figure("robbed_per_turn", say("Of these, robbed"), ROBBED, TURNS),
    Figure("runs_per_turn", say("Runs per turn"), RUNS, TURNS),
)
_PER_SEAT = len(COUNTERS)
SYMBOLS = FACES
"""The letters of the faces of a die, for what was rolled."""
__all__ = ["COUNTERS", "FIGURES", "SYMBOLS", "busts", "faces", "observe", "same_roll"]


def faces(setup: Setup, before: State, outcome: int) -> tuple[int, ...] | None:
    """How many dice of each face fell; None for the draw of who begins."""
    return ROLLS[outcome] if before.phase == ROLL else None


def busts(setup: Setup, before: State, outcome: int) -> bool:
    """Whether no die of a roll can be set aside (GN3)."""
    at = setup.first_roll[before.aside] + outcome
    return setup.keep_at[at] == setup.keep_at[at + 1]


def same_roll(setup: Setup, before: State) -> int:
    """All that matters for a roll is what lies aside."""
    return before.aside


@rule
def observe(setup: Setup, before: State, move: int, after: State, out: Any) -> None:
    """Add one move or outcome to the counters of the seat whose turn it is."""
    mine = before.seat * _PER_SEAT
    if before.phase == ROLL:
        if before.aside == 0:
            out[mine + RUNS] += 1
            if before.run == 1:
                out[mine + TURNS] += 1
        if after.phase != KEEP:
            out[mine + BUSTS] += 1
        return
    if before.phase == KEEP and setup.left[move] == 0:
        out[mine + SEVENS] += 1
    gained = before.supply - after.supply
    for seat in range(setup.players):
        taken = before.piles[seat] - after.piles[seat]
        if taken > 0:
            gained += taken
            out[mine + ROBBED] += taken
            out[seat * _PER_SEAT + LOST] += taken
    out[mine + GAINED] += gained
