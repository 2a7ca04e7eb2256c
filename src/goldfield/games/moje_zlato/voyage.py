"""The corsair's own turn, worked out exactly: every placement, every reroll, every hidden treasure.

The tree of a turn is walked with the rules' own functions, without recursion so that it can be
compiled; where the turn is over stands :func:`worth.worth`. Placements that differ only in their
order pay the same (MZ6), so one order stands for all: attacks first, then chests (what they hold
may decide what follows), then treasures; of chests with equally many locks the first one. A branch
that has no such continuation is a dead end, and another one covers it.

With ``commit`` dice are laid before the second roll only to open a whole chest: to know what it
holds is what laying has over keeping. Attacks that are begun before it are not looked at.
"""

from __future__ import annotations

from typing import NamedTuple

from goldfield.games.contract import rule
from goldfield.games.moje_zlato.cards import count
from goldfield.games.moje_zlato.deck import CONTENTS
from goldfield.games.moje_zlato.placing import acted, acts, can_open, in_hand, locks_left
from goldfield.games.moje_zlato.plans import HANDS
from goldfield.games.moje_zlato.rules import go_on, turned_over
from goldfield.games.moje_zlato.state import (
    ACT,
    CONTENT,
    FILL,
    OPEN,
    REROLL,
    REVEAL,
    SLOTS,
    Setup,
    State,
)
from goldfield.games.moje_zlato.turn import NO_DICE
from goldfield.games.moje_zlato.worth import Chart, worth

DEPTH = 12
"""More than the longest way through a turn: with ``commit`` three chests, each opened and turned
over, then a second roll and one placement."""
NEVER = -(1 << 60)
"""The value of a dead end."""
NEXT, LAST, BEST, VALUE, MANY = range(5)
NODE = 5
"""Of each place on the way: what is tried next (-1: the place is new), the placement that led there
(-1: none), the best thing to do, the best value or the sum so far, how many moves or cards."""


class Desk(NamedTuple):
    """Room to work in, for each place on the way through the tree."""

    states: list[State]
    nodes: list[int]
    moves: list[int]
    """All that are legal, then for each place those that are looked at."""
    values: list[int]
    """For each place, and each throw that may stand, what it brings."""


@rule
def best_move(setup: Setup, chart: Chart, begin: State, seat: int) -> tuple[int, int]:
    """What ``seat``, who is to act, does best, and the share of the win that it promises.

    Before the second roll: the dice for it (none: they stand), or ``OPEN`` + slot.
    """
    desk = Desk(
        [begin] * (DEPTH + 1),
        [-1] * (NODE * (DEPTH + 1)),
        [0] * (chart.most_moves * (DEPTH + 2)),
        [0] * (HANDS * (DEPTH + 1)),
    )
    value = 0
    depth = 0
    while depth >= 0:
        s = desk.states[depth]
        node = depth * NODE
        step = -1
        if s.seat != seat or (s.phase != ACT and s.phase != REVEAL and s.phase != REROLL):
            value = worth(setup, chart, s, seat)
        else:
            if s.phase == ACT:
                step = next_placement(setup, chart, s, value, depth, desk)
            elif s.phase == REVEAL:
                step = next_content(s, value, node, desk.nodes)
            else:
                step = next_throw(setup, chart, s, value, depth, desk)
            value = desk.nodes[node + VALUE]
        if step < 0:
            depth -= 1
        else:
            depth += 1
            desk.states[depth] = stepped(setup, s, step)
            desk.nodes[node + NODE + NEXT] = -1
            desk.nodes[node + NODE + LAST] = -1
            if s.phase == ACT:
                desk.nodes[node + NODE + LAST] = step
            elif s.phase == REVEAL:
                desk.nodes[node + NODE + LAST] = OPEN
    return desk.nodes[BEST], value


@rule
def stepped(setup: Setup, s: State, step: int) -> State:
    """The table after a placement, a content, a throw that stands, or the end of the turn."""
    if s.phase == REVEAL:
        found = turned_over(setup, s, step - CONTENT)
    elif step < OPEN:
        found = in_hand(s, ACT, step, 0, 1, s.closed)
    elif step == setup.end:
        found = in_hand(s, ACT, NO_DICE, 0, 1, s.closed)
    else:
        found = acted(setup, s, step)
    return go_on(setup, found)


@rule
def next_placement(setup: Setup, chart: Chart, s: State, value: int, depth: int, desk: Desk) -> int:
    """The next placement to look at, or -1; ``value`` is what the one before was worth."""
    node = depth * NODE
    row = (depth + 1) * chart.most_moves
    tried = desk.nodes[node + NEXT]
    if tried < 0:
        tried = 0
        desk.nodes[node + VALUE] = NEVER
        desk.nodes[node + MANY] = 0
        for i in range(acts(setup, s, desk.moves)):
            if in_order(setup, s, desk.nodes[node + LAST], desk.moves[i]):
                desk.moves[row + desk.nodes[node + MANY]] = desk.moves[i]
                desk.nodes[node + MANY] += 1
    elif value > desk.nodes[node + VALUE]:
        desk.nodes[node + VALUE] = value
        desk.nodes[node + BEST] = desk.moves[row + tried - 1]
    desk.nodes[node + NEXT] = tried + 1
    return desk.moves[row + tried] if tried < desk.nodes[node + MANY] else -1


@rule
def in_order(setup: Setup, s: State, last: int, move: int) -> bool:
    """Whether a placement may follow ``last`` (-1: none) in the one order that stands for all."""
    if move == setup.end:
        return True
    if move >= setup.attack:
        return last < 0 or (setup.attack <= last and last <= move)
    filled = last >= FILL and last < setup.attack
    if move >= FILL:
        return not filled or last <= move
    return not filled and first_alike(s, move - OPEN)


@rule
def first_alike(s: State, slot: int) -> bool:
    """Whether no chest before this one has as many locks, and as many of them filled."""
    for other in range(slot):
        if s.chests[other] == s.chests[slot] and locks_left(s, other) == locks_left(s, slot):
            return False
    return True


@rule
def next_content(s: State, value: int, node: int, nodes: list[int]) -> int:
    """The next thing that the opened chest may hold, or -1; then ``VALUE`` is the mean."""
    pack = s.unseen[s.opened - 1]
    kind = nodes[node + NEXT]
    if kind < 0:
        kind = 0
        nodes[node + VALUE] = 0
        nodes[node + MANY] = 0
    else:
        nodes[node + VALUE] += count(pack, kind - 1) * value
        nodes[node + MANY] += count(pack, kind - 1)
    while kind < len(CONTENTS) and count(pack, kind) == 0:
        kind += 1
    nodes[node + NEXT] = kind + 1
    if kind < len(CONTENTS):
        return CONTENT + kind
    nodes[node + VALUE] //= nodes[node + MANY]
    return -1


@rule
def next_throw(setup: Setup, chart: Chart, s: State, value: int, depth: int, desk: Desk) -> int:
    """The next throw that may stand; then the chests that can be opened before; then -1."""
    node = depth * NODE
    dice = setup.sizes[s.hand]
    end = chart.first[dice + 1]
    step = desk.nodes[node + NEXT]
    if step < 0:
        step = chart.first[dice]
    elif step <= end:
        desk.values[depth * HANDS + step - 1] = value
        if step == end:
            best_reroll(setup, chart, s, depth, desk)
    elif value > desk.nodes[node + VALUE]:
        desk.nodes[node + VALUE] = value
        desk.nodes[node + BEST] = OPEN + step - 1 - end
    if step < end:
        desk.nodes[node + NEXT] = step + 1
        return step
    slot = step - end
    while slot < SLOTS and not can_lay(setup, s, slot):
        slot += 1
    desk.nodes[node + NEXT] = end + slot + 1
    return OPEN + slot if slot < SLOTS else -1


@rule
def best_reroll(setup: Setup, chart: Chart, s: State, depth: int, desk: Desk) -> None:
    """Note which dice are best thrown again, and what that is worth."""
    dice = setup.sizes[s.hand]
    best = NEVER
    for k in range(setup.again_at[s.hand], setup.again_at[s.hand + 1]):
        again = setup.again[k]
        row = setup.minus[s.hand * HANDS + again] * HANDS
        thrown = setup.sizes[again]
        total = 0
        for fallen in range(chart.first[thrown], chart.first[thrown + 1]):
            total += setup.ways[fallen] * desk.values[depth * HANDS + setup.plus[row + fallen]]
        total *= setup.results[dice - thrown]
        if total > best:
            best = total
            desk.nodes[depth * NODE + BEST] = again
    desk.nodes[depth * NODE + VALUE] = best // setup.results[dice]


@rule
def can_lay(setup: Setup, s: State, slot: int) -> bool:
    """Whether a chest may be opened whole before the second roll, no other being begun."""
    if setup.commit == 0 or s.keys & ~(15 << (4 * slot)) != 0:
        return False
    return can_open(setup, s, slot) and first_alike(s, slot)
