"""Pig as a race: a node for each sum of a turn, and what is left of everybody's way as supply.

Sums of ``goal`` and more are one node, for holding there wins; of whoever rolls on even then all
that matters is whether a 1 comes up, so one more node stands for its further sums.
"""

from __future__ import annotations

from array import array
from typing import Any

from goldfield.games.contract import put, rule
from goldfield.games.racing import BUST, FINAL, PASS, Place, Race, Turn
from tests.games.pig.rules import Rules, Setup, State, shares

BUSTED = -1


def race_of(rules: Rules) -> Race:
    goal, faces = rules.goal, range(2, 7)
    sums = range(goal + 1)
    rest = goal + 1
    to = array("q", [min(s + f, rest if s == goal else goal) for s in sums for f in faces])
    branches = 6 * len(sums)
    turn = Turn(
        leaf=array("q", [BUST + 1 + min(s, goal) for s in (*sums, rest)]),
        throws=array("q", [6] * len(sums) + [0]),
        branch_at=array("q", [*range(0, branches + 1, 6), branches]),
        ways=array("q", [1] * branches),
        to_at=array("q", [0, *(5 * (b // 6) + b % 6 for b in range(branches))]),
        to=to,
        codes=array("q", [BUSTED, *sums]),
    )
    return Race(turn, rules.players * (goal - 1), goal - 1, 1)


def place(setup: Setup, s: State) -> Place | None:
    if s.seat < 0 or max(s.scores) >= setup.goal:
        return None
    return Place(s.seat, min(s.turn, setup.goal), bool(s.rolling), s.scores)


@rule
def ends(setup: Setup, piles: tuple[int, ...], code: int, out: Any) -> int:
    after = piles if code == BUSTED else put(piles, 0, piles[0] + code)
    out[0] = FINAL if after[0] >= setup.goal else PASS
    for at, pile in enumerate(after):
        out[1 + at] = pile
    return 1


@rule
def won(setup: Setup, piles: tuple[int, ...]) -> tuple[int, ...]:
    return shares(setup, State(0, 0, 0, piles))
