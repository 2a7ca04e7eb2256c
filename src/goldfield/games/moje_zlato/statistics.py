"""What is counted in many games of Moje zlato!: turns, second rolls, chests, points, attacks."""

from __future__ import annotations

from typing import Any

from goldfield.games.contract import rule
from goldfield.games.counting import Figure
from goldfield.games.moje_zlato.cards import entry_at, part_of
from goldfield.games.moje_zlato.deck import FACES, FISH
from goldfield.games.moje_zlato.state import (
    ACT,
    CONTENT,
    DEAL,
    ENDED,
    OPEN,
    REROLL,
    REROLLING,
    REVEAL,
    ROLL,
    SLOTS,
    STAND,
    STARTER,
    Setup,
    State,
)
from goldfield.games.moje_zlato.turn import DICE, THROWS
from goldfield.words import say

TURNS, AGAIN, CHESTS, GAINED, STOLEN, LOST, ATTACKS, IDLE, BONES = range(9)
COUNTERS = (
    ("turns", say("Turns")),
    ("again", say("Dice rolled again")),
    ("chests", say("Chests opened")),
    ("gained", say("Points gained")),
    ("stolen", say("Points taken from others")),
    ("lost", say("Points lost to attackers")),
    ("attacks", say("Attacks")),
    ("idle", say("Turns that brought nothing")),
    ("bones", say("Fish bones found")),
)
FIGURES = (
    Figure("points_per_turn", say("Points per turn"), GAINED, TURNS),
    Figure("stolen_share", say("Of these, stolen"), STOLEN, GAINED, is_share=True),
    Figure("chests_per_turn", say("Chests per turn"), CHESTS, TURNS),
    Figure("again_per_turn", say("Dice rolled again per turn"), AGAIN, TURNS),
    Figure("idle_rate", say("Turns that brought nothing"), IDLE, TURNS, is_share=True),
)
_PER_SEAT = len(COUNTERS)
SYMBOLS = FACES
"""The letters of the faces of a die, for what was rolled."""
__all__ = ["COUNTERS", "FIGURES", "SYMBOLS", "faces", "observe", "same_roll"]


def faces(setup: Setup, before: State, outcome: int) -> tuple[int, ...] | None:
    """How many dice of each face fell; None for chests and for the draw of who begins."""
    return THROWS[outcome] if before.phase in (ROLL, REROLLING) else None


def same_roll(setup: Setup, before: State) -> int:
    """All that matters for a roll is how many dice fall."""
    return before.thrown


@rule
def observe(setup: Setup, before: State, move: int, after: State, out: Any) -> None:
    """Add one move or outcome to the counters of the seat whose turn it is."""
    if before.phase == STARTER or before.phase == DEAL:
        return
    mine = before.seat * _PER_SEAT
    if before.phase == ROLL:
        out[mine + TURNS] += 1
    elif before.phase == REVEAL:
        out[mine + CHESTS] += 1
        if move == CONTENT + FISH:
            out[mine + BONES] += 1
    elif before.phase == REROLL:
        if STAND < move < OPEN:
            out[mine + AGAIN] += setup.sizes[move]
        if setup.end < move - SLOTS <= setup.end + setup.players:
            out[mine + ATTACKS] += 1
    elif before.phase == ACT and setup.attack <= move < setup.end:
        out[mine + ATTACKS] += 1
    gained = after.coins[before.seat] + after.gems[before.seat]
    gained -= before.coins[before.seat] + before.gems[before.seat]
    out[mine + GAINED] += gained
    if gained > 0:
        for seat in range(setup.players):
            if seat != before.seat and after.beside[seat] != before.beside[seat]:
                out[mine + STOLEN] += gained
                out[seat * _PER_SEAT + LOST] += gained
    is_over = after.phase == ROLL or after.phase == DEAL or after.phase == ENDED
    if is_over and gained == 0 and before.phase != REVEAL and unspent(setup, before) == DICE:
        out[mine + IDLE] += 1


@rule
def unspent(setup: Setup, s: State) -> int:
    """How many dice have brought nothing yet: about to fall, in hand, or on cards not yet full."""
    dice = s.thrown + setup.sizes[s.hand]
    for slot in range(SLOTS):
        dice += (s.keys >> (4 * slot)) & 3
    for seat in range(setup.players):
        dice += (s.boarded >> seat) & 1
    for i in range(DICE):
        entry = entry_at(s.laid, i)
        if entry > 0:
            part = part_of(entry)
            kind = setup.kind_of[part]
            # the parts of a kind are counted by its coins, then by its diamonds
            coins = (part - setup.whole[kind]) // (setup.kind_gems[kind] + 1)
            dice += coins + (part - setup.whole[kind]) % (setup.kind_gems[kind] + 1)
    return dice
