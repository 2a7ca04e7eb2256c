"""What a picture of the solved game shows: three dilemmas, and what a lasso is worth."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from goldfield.games.gold_nuggets.rules import (
    CHOICE,
    NUGGETS,
    ROLL_ON,
    Rules,
    State,
    table_of,
)
from goldfield.games.gold_nuggets.turn import Aside
from goldfield.games.racing import Pictured, Stop, Trade
from goldfield.words import say

DILEMMAS = (
    (say("GGGG aside, 3 dice in hand"), Aside(gold=4)),
    (say("GG 444 aside, 2 dice in hand"), Aside(gold=2, n4=3)),
    (say("LLL 333 aside, 1 die in hand"), Aside(lasso=3, n3=3)),
)
"""Where scores decide, under the usual rules: collect 4, collect 6, or rob 3."""
LASSOS = (
    say("the first, beside GG"),
    say("the second, beside GG L"),
    say("the third, beside GG LL: now you may rob"),
)


def pictured(rules: Rules) -> Pictured:
    """What to draw under these rules."""
    run = table_of(rules)

    def standing(aside: Aside) -> Callable[[tuple[int, ...]], State]:
        return partial(_standing, run.asides.index(aside))

    return Pictured(
        tuple(Stop(label, standing(aside), len(run.asides) + ROLL_ON) for label, aside in DILEMMAS),
        say("A lasso set aside, rather than rolled again"),
        tuple(
            Trade(label, standing(Aside(gold=2, lasso=n)), standing(Aside(gold=2, lasso=n - 1)))
            for n, label in enumerate(LASSOS, 1)
        ),
    )


def _standing(aside: int, piles: tuple[int, ...]) -> State:
    """Seat 0 is to choose between rolling on and collecting what lies aside."""
    return State(CHOICE, 0, aside, 0, NUGGETS - sum(piles), piles, 1, 0, 0)
