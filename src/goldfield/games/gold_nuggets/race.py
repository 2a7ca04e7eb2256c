"""Gold Nuggets as a race: the tables of a run as nodes, and what a collection can lead to.

All of it asks the rules. Two tables that bring the same when collected (the same worth, three
lassos or not, dice left or none) share a leaf.
"""

from __future__ import annotations

from array import array
from math import factorial, prod
from typing import Any

from goldfield.games.contract import rule
from goldfield.games.gold_nuggets.rules import (
    AGAIN,
    CHOICE,
    COLLECT,
    ENDED,
    NUGGETS,
    ROB,
    ROLL,
    SOURCE,
    Rules,
    Setup,
    State,
    can_rob,
    collected,
    named_source,
    shares,
    table_of,
    turn_over,
)
from goldfield.games.gold_nuggets.turn import DICE, ROLL_BASE, ROLLS
from goldfield.games.racing import FINAL, NO_LEAF, PASS, RUN, Place, Race, Turn

BUSTED = -1
"""The code of the leaf in which a run ends that brings nothing."""


def race_of(rules: Rules) -> Race:
    """The automaton of a run, its busts and collections as leaves."""
    run = table_of(rules)
    codes = array("q", [BUSTED])
    leaf_of: dict[tuple[int, int, bool], int] = {}
    leaf = array("q")
    throws = array("q")
    branch_at, to_at = array("q", [0]), array("q", [0])
    ways, to = array("q"), array("q")
    for aside, left in enumerate(run.left):
        kind = run.worth[aside], run.rope[aside], left == 0
        if aside == 0:
            leaf.append(NO_LEAF)
        else:
            if kind not in leaf_of:
                leaf_of[kind] = len(codes)
                codes.append(aside)
            leaf.append(leaf_of[kind])
        throws.append(6**left if left else 0)
        for roll in _rolls_of(left):
            ways.append(factorial(left) // prod(map(factorial, ROLLS[roll])))
            to.extend(list(run.keeps(aside, roll)))
            to_at.append(len(to))
        branch_at.append(len(ways))
    sources = rules.players
    most_ends = 2 * sources * (2 ** (sources - 1) if rules.rob == "several" else 1)
    return Race(Turn(leaf, throws, branch_at, ways, to_at, to, codes), NUGGETS, NUGGETS, most_ends)


def _rolls_of(dice: int) -> range:
    if dice == 0:
        return range(0)
    return range(ROLL_BASE[dice], ROLL_BASE[dice + 1] if dice < DICE else len(ROLLS))


def place(setup: Setup, s: State) -> Place | None:
    """A roll is to come, or somebody decides whether one is."""
    if s.phase in (ROLL, CHOICE):
        return Place(s.seat, s.aside, s.phase == ROLL, s.piles)
    return None


@rule
def supply_of(piles: tuple[int, ...]) -> int:
    """What the piles leave of the nuggets."""
    supply = NUGGETS
    for pile in piles:
        supply -= pile
    return supply


@rule
def ends(setup: Setup, piles: tuple[int, ...], code: int, out: Any) -> int:
    """A bust; or every collection: from the supply, from others, from several one after another."""
    return ends_of(setup, supply_of(piles), piles, code, out)


@rule
def ends_of(setup: Setup, supply: int, piles: tuple[int, ...], code: int, out: Any) -> int:
    """The same for any supply.

    Of several sources all but the last one are emptied, or else it would be the last: so their
    order does not matter, and each set of them with each last one is tried once.
    """
    if code == BUSTED:
        s = State(ROLL, 0, 0, 0, supply, piles, 1, 0, 0)
        return written(setup, turn_over(setup, s), out, 0)
    begin = State(CHOICE, 0, code, 0, supply, piles, 1, 0, 0)
    owed = setup.worth[code]
    if not can_rob(setup, code):
        return written(setup, named_source(setup, begin, owed, COLLECT), out, 0)
    n = 0
    for last in range(setup.players):
        for before in range(1 << setup.players if setup.several == 1 else 1):
            if (before >> last) & 1 == 1 or (before > 0 and held(begin, last) == 0):
                continue
            s = begin
            rest = owed
            possible = True
            for source in range(setup.players):
                if (before >> source) & 1 == 1 and possible:
                    possible = 0 < held(s, source) < rest
                    if possible:
                        s = named_source(setup, s, rest, verb_of(source))
                        rest = s.owed
            if possible:
                n = written(setup, named_source(setup, s, rest, verb_of(last)), out, n)
    return n


@rule
def verb_of(source: int) -> int:
    """What names a source: 0 is the supply, others are the seats to the left."""
    return COLLECT if source == 0 else ROB + source


@rule
def held(s: State, source: int) -> int:
    """What a source holds."""
    return s.supply if source == 0 else s.piles[source]


@rule
def written(setup: Setup, s: State, out: Any, n: int) -> int:
    """Append where a collection led: it may stop, another run may follow, the turn may pass."""
    if s.phase == SOURCE:
        s = collected(setup, s)
    if s.phase == AGAIN:
        n = row(s, RUN, out, n)
        s = turn_over(setup, s)
    return row(s, FINAL if s.phase == ENDED else PASS, out, n)


@rule
def row(s: State, how: int, out: Any, n: int) -> int:
    """Append one end."""
    at = n * (len(s.piles) + 1)
    out[at] = how
    for pile in s.piles:
        at += 1
        out[at] = pile
    return n + 1


@rule
def won(setup: Setup, piles: tuple[int, ...]) -> tuple[int, ...]:
    """GN9."""
    return shares(setup, State(ENDED, 0, 0, 0, 0, piles, 1, 0, 0))
