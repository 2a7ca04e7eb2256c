"""What a step of Gold Nuggets moves over the table, for a page that shows it: plain data."""

from __future__ import annotations

from typing import Any

from goldfield.games.gold_nuggets.rules import KEEP, ROB, ROLL, STARTER, Rules, Setup, State

BLOW = {"to": "blow"}
"""The sign of a bust or a robbery, where the table shows one, is struck."""


def moved(
    rules: Rules, setup: Setup, before: State, move: int, after: State
) -> list[dict[str, Any]]:
    """Nuggets that went ``from`` one place of the template ``to`` another, and blows.

    Seats count from 1 in the names of places, ``what`` are pictures.
    """
    if before.phase == STARTER:
        return []
    if before.phase == ROLL:
        return [] if after.phase == KEEP else [BLOW]
    gain = after.piles[before.seat] - before.piles[before.seat]
    victims = [n for n, pile in enumerate(before.piles) if after.piles[n] < pile]
    robbed = before.phase != KEEP and move - setup.asides >= ROB
    steps: list[dict[str, Any]] = []
    if gain:
        steps.append(
            {
                "from": f"holds-{victims[0] + 1}" if victims else "supply",
                "to": f"holds-{before.seat + 1}",
                "what": [f"pile-{min(gain, 10)}"],
            }
        )
    return [*steps, BLOW] if robbed else steps
