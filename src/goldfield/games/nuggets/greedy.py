"""Greedy: the largest change of what its side can expect, now, with unknown chips at their mean."""

from __future__ import annotations

from typing import Any, NamedTuple

from goldfield.games.contract import below, put, rule
from goldfield.games.nuggets.board import LINES, SPACES, area_of, popcount
from goldfield.games.nuggets.estimate import gold_in, points_of, pool_of
from goldfield.games.nuggets.rules import (
    SIXTHS,
    free_spaces,
    hand_size,
    in_hand,
    side_of,
)
from goldfield.games.nuggets.state import (
    CHIP,
    CHIP_VALUES,
    PASS,
    TURN,
    Setup,
    State,
)
from goldfield.games.nuggets.walls import FORBIDDEN, closes, fenced_off, nth_of, split, tell_keys


class Corners(NamedTuple):
    """What greedy looks up: the two corners of each line."""

    corners: list[int]


class Means(NamedTuple):
    """What chips of unknown value are worth, each at its owner's mean."""

    unit: int
    """So many units are 1: all means are whole numbers of units."""
    unknown: int
    """The spaces of chips of unknown value."""
    mean: tuple[int, ...]
    """What such a chip of each seat is worth."""


@rule
def means_of(setup: Setup, s: State) -> Means:
    """The mean of all that the start gave a seat and the reader has not seen of it."""
    unknown = 0
    for chips in s.chips:
        unknown |= chips
    for board in s.worth:
        unknown &= ~board
    unit = 1
    mean = s.chips
    for seat in range(setup.players):
        unit *= max(1, hand_size(pool_of(setup, s, seat)))
    for seat in range(setup.players):
        pool = pool_of(setup, s, seat)
        mean = put(mean, seat, points_of(pool) * (unit // max(1, hand_size(pool))))
    return Means(unit, unknown, mean)


@rule
def expected_award(setup: Setup, s: State, means: Means, side: int, area: int, more: int) -> int:
    """What an area brings a side, in sixths, with ``more`` units of its chips there."""
    gold = gold_in(setup, s, area)
    if gold == 0:
        return 0
    mine = 0
    best = 0
    tied = 1
    for other in range(setup.sides):
        has = 0
        for seat in range(setup.players):
            if side_of(setup, seat) == other:
                chips = s.chips[seat] & area
                has += means.mean[seat] * popcount(chips & means.unknown)
                for i in range(CHIP_VALUES):
                    has += means.unit * (i + 1) * popcount(chips & s.worth[i])
        if other == side:
            mine = has + more
        elif has == best:
            tied += 1
        elif has > best:
            best = has
            tied = 2
    if mine < best or mine == 0:
        return 0
    return gold * SIXTHS // (tied if mine == best else 1)


@rule
def change(
    setup: Setup, s: State, means: Means, side: int, line: int, east: int, north: int
) -> int:
    """How a closing line changes what a side can expect."""
    part, rest = split(setup, line, east, north)
    if part == 0:
        return FORBIDDEN
    return (
        expected_award(setup, s, means, side, part, 0)
        + expected_award(setup, s, means, side, rest, 0)
        - expected_award(setup, s, means, side, part | rest, 0)
    )


@rule
def greedy_line(setup: Setup, table: Corners, s: State, means: Means, rng: Any) -> Any:
    """The line that begins the best pair (or is the best second), what the pair changes, the rng.

    The line is -1 where none is legal. Of equal pairs one whose first line does more comes first.
    """
    side = side_of(setup, s.seat)
    keys = [0] * LINES
    tell_keys(setup, table.corners, s.east, s.north, keys)
    chosen = -1
    most = FORBIDDEN
    equals = 0
    for line in range(LINES if s.stock > 0 else 0):
        if keys[line] < 0:
            continue
        first = 0
        if closes(keys[line]):
            first = change(setup, s, means, side, line, s.east, s.north)
            if first == FORBIDDEN:
                continue
        both = first
        if s.phase == TURN and s.stock > 1:
            east, north = fenced_off(setup, line, s.east, s.north)
            second = FORBIDDEN
            for other in range(LINES):
                if other != line and keys[other] >= 0:
                    then = 0
                    if closes(keys[other]) or keys[other] == keys[line]:
                        then = change(setup, s, means, side, other, east, north)
                    second = max(second, then)
            if second > FORBIDDEN:
                both += second
        both = 1024 * both + first
        if both > most:
            most = both
            equals = 0
        if both == most:
            equals += 1
            pick = 0
            if equals > 1:
                pick, rng = below(rng, equals)
            if pick == 0:
                chosen = line
    return chosen, (most + 512) // 1024, rng


@rule
def greedy_chip(setup: Setup, s: State, means: Means, rng: Any) -> Any:
    """The chip that adds most, what it adds, and the rng; -1 where none can be played.

    Of equals the lowest, on a space drawn from all where it does as much.
    """
    side = side_of(setup, s.seat)
    hand = s.hands[s.seat]
    free = free_spaces(s)
    spaces = 0
    value = -1
    most = -1
    for i in range(CHIP_VALUES):
        if in_hand(hand, i) > 0 and free > 0:
            done = 0
            for space in range(SPACES):
                if (free & ~done) >> space & 1 == 1:
                    area = area_of(space, s.east, s.north)
                    done |= area
                    more = expected_award(
                        setup, s, means, side, area, means.unit * (i + 1)
                    ) - expected_award(setup, s, means, side, area, 0)
                    if more > most:
                        most = more
                        value = i
                        spaces = 0
                    if more == most and value == i:
                        spaces |= area & free
    if value < 0:
        return -1, 0, rng
    nth, rng = below(rng, popcount(spaces))
    space = nth_of(spaces, nth)
    return CHIP + value * SPACES + space, most, rng


@rule
def choose_greedy(setup: Setup, table: Corners, view: State, seat: int, rng: Any) -> Any:
    """The largest change of what its side can expect; of equal ones that help a blocker.

    What nobody knows the value of counts at its mean. Where nothing helps it plays a chip; it
    builds against its interest only without one, and passes only when it must.
    """
    s = view
    means = means_of(setup, s)
    line, gain, rng = greedy_line(setup, table, s, means, rng)
    if s.phase != TURN:
        return line, rng
    chip, more, rng = greedy_chip(setup, s, means, rng)
    if line >= 0 and (chip < 0 or gain >= max(1, more)):
        return line, rng
    return (chip if chip >= 0 else PASS), rng
