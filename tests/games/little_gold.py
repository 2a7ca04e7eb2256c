"""Gold Nuggets with six nuggets instead of 77, as a race: small enough for plain Python."""

from __future__ import annotations

from typing import Any

from goldfield.games.contract import rule
from goldfield.games.gold_nuggets import race
from goldfield.games.gold_nuggets.race import ends_of, won
from goldfield.games.gold_nuggets.rules import Rules, Setup
from goldfield.games.racing import Race

__all__ = ["NUGGETS", "ends", "race_of", "won"]

NUGGETS = 6

place = race.place


def race_of(rules: Rules) -> Race:
    return race.race_of(rules)._replace(total=NUGGETS, most=NUGGETS)


@rule
def ends(setup: Setup, piles: tuple[int, ...], code: int, out: Any) -> int:
    supply = NUGGETS
    for pile in piles:
        supply -= pile
    return ends_of(setup, supply, piles, code, out)
