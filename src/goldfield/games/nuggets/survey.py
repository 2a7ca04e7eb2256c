"""What the surveyor makes of a position: the gold its side can count on, and what may follow.

Gold is counted in parts of ``CERTAIN`` of a point. Each area counts for the value of its mines
times the odds of winning it. The chips that a side still holds stand behind it wherever spaces are
free: a high chip is worth something in hand, and is spent where that pays.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from goldfield.games.contract import put, rule
from goldfield.games.nuggets.board import LINES, area_of, popcount
from goldfield.games.nuggets.estimate import gold_in, points_of, pool_of
from goldfield.games.nuggets.odds import CERTAIN, UNIT, chance
from goldfield.games.nuggets.rules import free_spaces, hand_size, in_hand, side_of
from goldfield.games.nuggets.state import UNKNOWN, Setup, State
from goldfield.games.nuggets.walls import FORBIDDEN, closes, fenced_off, split

FINE = 16
"""Weights, and what hands are worth, have so many parts."""


class Knowledge(NamedTuple):
    """What the surveyor looks up, and what it was tuned to."""

    corners: list[int]
    """The two corners of each line."""
    odds: array[int]
    """See :func:`odds.odds_of`."""
    reach: int
    """How much of what is held in hand stands behind an area, per free space there."""
    fear: int
    """How much of what others could do with blockers at once counts against a position."""
    hope: int
    """How much of what the surveyor itself could do with blockers later counts for it."""
    last_word: int
    """How much of what others could do with a chip on the last free space of an area counts."""
    reserve: int
    """How strong such a chip is feared to be beyond the usual, in ``UNIT``."""
    patience: int
    """What building is worth beside a chip, for what others show meanwhile."""
    pairs: int
    """How many pairs of lines that close nothing are looked at."""
    spaces: int
    """How many spaces are looked at for a chip."""


class Sight(NamedTuple):
    """A position from one seat, as far as it is needed."""

    side: int
    ones: int
    """The spaces of known chips, all one's own, with an odd value."""
    twos: int
    """With a value of 2 or 3."""
    fours: int
    """With a value of 4 or 5."""
    chips: tuple[int, ...]
    """By side, the spaces of its chips of unknown value."""
    unseen: int
    """How many chips of one's own side are known neither in hand nor on the board; at least 1."""
    unseen_worth: int
    """What they are worth together."""
    ahead: tuple[int, ...]
    """By side, how much more one's own side has in hand, in parts of ``FINE`` of ``UNIT``."""
    lead: tuple[int, ...]
    """The same for each free space, in 64ths of ``UNIT``."""
    free: int
    left: int
    """How many chips may still be played, by anybody."""
    stock: int
    rivals: int
    """0 where nobody on another side plays on; 1: somebody does; 2: somebody has chips, too."""


@rule
def sight_of(setup: Setup, table: Knowledge, s: State, seat: int) -> Sight:
    """What a seat sees in its view."""
    side = side_of(setup, seat)
    ones = s.worth[0] | s.worth[2] | s.worth[4]
    twos = s.worth[1] | s.worth[2]
    fours = s.worth[3] | s.worth[4]
    chips = setup.nothing
    ahead = setup.nothing
    unseen = 0
    worth = 0
    rivals = 0
    left = 0
    mean = FINE * UNIT * points_of(setup.hand) // hand_size(setup.hand)
    for owner in range(setup.players):
        to = side_of(setup, owner)
        hand = s.hands[owner]
        chips = put(chips, to, chips[to] | (s.chips[owner] & ~(ones | twos | fours)))
        held = FINE * UNIT * points_of(hand) + mean * in_hand(hand, UNKNOWN)
        ahead = put(ahead, to, ahead[to] + held)
        if to == side:
            pool = pool_of(setup, s, owner)
            unseen += hand_size(pool)
            worth += points_of(pool)
        if (s.passed >> owner) & 1 == 0:
            left += hand_size(hand)
            if to != side:
                rivals = max(rivals, 2 if hand > 0 else 1)
    mine = ahead[side]
    for other in range(setup.sides):
        ahead = put(ahead, other, mine - ahead[other])
    free = free_spaces(s)
    return Sight(
        side,
        ones,
        twos,
        fours,
        chips,
        max(1, unseen),
        worth,
        ahead,
        lead_of(setup, table, ahead, free),
        free,
        left,
        s.stock,
        rivals,
    )


@rule
def lead_of(setup: Setup, table: Knowledge, ahead: Any, free: int) -> Any:
    """What being ahead in hand is worth on each free space."""
    lead = ahead
    for other in range(setup.sides):
        lead = put(lead, other, table.reach * ahead[other] // (4 * max(1, popcount(free))))
    return lead


@rule
def with_chip(setup: Setup, table: Knowledge, g: Sight, value: int, space: int) -> Sight:
    """The same with a chip of one's own on a space."""
    chip = 1 << space
    free = g.free & ~chip
    ahead = g.ahead
    for other in range(setup.sides):
        ahead = put(ahead, other, ahead[other] - FINE * UNIT * value)
    return Sight(
        g.side,
        g.ones | (value & 1) << space,
        g.twos | (value >> 1 & 1) << space,
        g.fours | (value >> 2) << space,
        g.chips,
        g.unseen,
        g.unseen_worth,
        ahead,
        lead_of(setup, table, ahead, free),
        free,
        g.left - 1,
        g.stock,
        g.rivals,
    )


@rule
def with_stock(g: Sight, stock: int) -> Sight:
    """The same with so many blockers left."""
    return Sight(
        g.side,
        g.ones,
        g.twos,
        g.fours,
        g.chips,
        g.unseen,
        g.unseen_worth,
        g.ahead,
        g.lead,
        g.free,
        g.left,
        stock,
        g.rivals,
    )


@rule
def strength(g: Sight, area: int) -> int:
    """What one's own side has in an area, in ``UNIT``: chips of unknown value at their mean."""
    known = popcount(g.ones & area) + 2 * popcount(g.twos & area) + 4 * popcount(g.fours & area)
    guessed = UNIT * g.unseen_worth * popcount(g.chips[g.side] & area)
    return UNIT * known + (2 * guessed + g.unseen) // (2 * g.unseen)


@rule
def prospect(setup: Setup, table: Knowledge, s: State, g: Sight, area: int) -> int:
    """The gold that one's own side can count on in an area."""
    gold = gold_in(setup, s, area)
    if gold == 0:
        return 0
    mine = strength(g, area)
    free = min(popcount(g.free & area), g.left)
    odds = CERTAIN
    for other in range(setup.sides):
        if other != g.side:
            count = popcount(g.chips[other] & area)
            with_hand = mine + g.lead[other] * free // 64
            odds = odds * chance(table.odds, free, count, with_hand) // CERTAIN
    return gold * odds


@rule
def change(
    setup: Setup, table: Knowledge, s: State, g: Sight, line: int, east: int, north: int
) -> int:
    """How a closing line changes the gold that one's own side can count on."""
    part, rest = split(setup, line, east, north)
    if part == 0:
        return FORBIDDEN
    after = 0
    for _ in range(2):
        after += prospect(setup, table, s, g, part)
        part, rest = rest, part
    return after - prospect(setup, table, s, g, part | rest)


@rule
def tell_areas(s: State, east: int, north: int, areas: Any) -> None:
    """Write the areas in which mines lie, then a 0."""
    done = 0
    n = 0
    for mine in s.mines:
        if (done >> mine) & 1 == 0:
            area = area_of(mine, east, north)
            done |= area
            areas[n] = area
            n += 1
    areas[n] = 0


@rule
def prospects(setup: Setup, table: Knowledge, s: State, g: Sight, areas: Any) -> tuple[int, int]:
    """The gold to count on in all areas, less what others could do on a last free space."""
    total = 0
    worst = 0
    n = 0
    while areas[n] > 0:
        area = areas[n]
        n += 1
        here = prospect(setup, table, s, g, area)
        total += here
        if g.rivals == 2 and popcount(area & g.free) == 1:
            mine = strength(g, area) - table.reserve
            for other in range(setup.sides):
                if other != g.side:
                    count = popcount(g.chips[other] & area) + 1
                    left = gold_in(setup, s, area) * chance(table.odds, 0, count, mine)
                    worst = max(worst, here - left)
    return total, worst


@rule
def outlook(
    setup: Setup, table: Knowledge, s: State, g: Sight, east: int, north: int, keys: Any
) -> tuple[int, int]:
    """The most that one turn of blockers can take from one's own side, and bring it.

    ``keys`` are those of the fences.
    """
    worst = 0
    best = 0
    for line in range(LINES if g.stock > 0 else 0):
        if keys[line] < 0 or (g.stock == 1 and not closes(keys[line])):
            continue
        for other in range(line, LINES):
            if keys[other] == keys[line] and (other == line) == closes(keys[line]):
                e, n = east, north
                if other > line:
                    e, n = fenced_off(setup, line, east, north)
                more = change(setup, table, s, g, other, e, n)
                if more > FORBIDDEN:
                    worst = max(worst, -more)
                    best = max(best, more)
    return (worst if g.rivals > 0 else 0), best


@rule
def judged(
    setup: Setup, table: Knowledge, s: State, g: Sight, east: int, north: int, areas: Any, keys: Any
) -> int:
    """What a position is worth with others to move, in ``FINE`` parts of ``CERTAIN``."""
    total, filled = prospects(setup, table, s, g, areas)
    worst, best = outlook(setup, table, s, g, east, north, keys)
    return FINE * total - max(table.fear * worst, table.last_word * filled) + table.hope * best
