"""The surveyor: weighs what it can do against what others can do at once in return."""

from __future__ import annotations

from typing import Any

from goldfield.games.contract import below, rule
from goldfield.games.nuggets.board import LINES, SPACES, area_of, popcount
from goldfield.games.nuggets.odds import odds_of
from goldfield.games.nuggets.rules import CHIPS, Rules, in_hand
from goldfield.games.nuggets.state import CHIP, CHIP_VALUES, MARKERS, PASS, TURN, Setup, State
from goldfield.games.nuggets.survey import (
    FINE,
    Knowledge,
    Sight,
    change,
    judged,
    prospects,
    sight_of,
    tell_areas,
    with_chip,
    with_stock,
)
from goldfield.games.nuggets.walls import (
    FORBIDDEN,
    closes,
    fenced_off,
    line_corners,
    nth_of,
    tell_keys,
)

SPREAD, GROWTH = 400, 60
"""How the odds flatten with free spaces: see :func:`odds.odds_of`."""
SHORT = 4
"""So many chips, each with its area, are looked at closely."""


@rule
def choose_surveyor(setup: Setup, table: Knowledge, view: State, seat: int, rng: Any) -> Any:
    """The better of the best build and the best chip; it passes where it can only do harm."""
    s = view
    g = sight_of(setup, table, s, seat)
    keys = [0] * LINES
    tell_keys(setup, table.corners, s.east, s.north, keys)
    line, value, rng = best_line(setup, table, s, g, keys, rng)
    if s.phase != TURN:
        return line, rng
    chip = -1
    best = 0
    if g.free > 0 and s.hands[seat] > 0:
        chip, best, rng = best_chip(setup, table, s, g, s.hands[seat], keys, rng)
    else:
        areas = [0] * (MARKERS + 1)
        tell_areas(s, s.east, s.north, areas)
        best = judged(setup, table, s, g, s.east, s.north, areas, keys)
    if line >= 0 and value + (table.patience if chip >= 0 else 0) >= best:
        return line, rng
    return (chip if chip >= 0 else PASS), rng


@rule
def best_line(
    setup: Setup, table: Knowledge, s: State, g: Sight, keys: Any, rng: Any
) -> tuple[int, int, Any]:
    """The line to build next, what the position is worth then, and the rng; -1 where none is legal.

    Both blockers of a turn are chosen together: the pair that changes most of all that close an
    area, and some that close nothing, drawn at random.
    """
    two = s.phase == TURN and s.stock > 1
    g = with_stock(g, s.stock - (2 if two else 1))
    areas = [0] * (MARKERS + 1)
    room = [0] * LINES
    quiet = 0
    for line in range(LINES if s.stock > 0 else 0):
        if keys[line] >= 0 and not closes(keys[line]):
            quiet += 1
    first, second = closing_pair(setup, table, s, g, keys, two, quiet)
    chosen = -1
    most = 0
    for k in range(-1, table.pairs if quiet > 0 else 0):
        if k >= 0:
            first, rng = quiet_line(keys, quiet, rng)
            second = first
            if two:
                second, rng = quiet_line(keys, quiet, rng)
                if keys[second] == keys[first]:
                    second = first
        if first >= 0:
            east, north = fenced_off(setup, first, s.east, s.north)
            east, north = fenced_off(setup, second, east, north)
            tell_areas(s, east, north, areas)
            tell_keys(setup, table.corners, east, north, room)
            value = judged(setup, table, s, g, east, north, areas, room)
            if chosen < 0 or value > most:
                most = value
                chosen = first
    return chosen, most, rng


@rule
def quiet_line(keys: Any, quiet: int, rng: Any) -> tuple[int, Any]:
    """One of the lines that close nothing by themselves, drawn, and the rng."""
    nth, rng = below(rng, quiet)
    line = 0
    while nth > 0 or keys[line] < 0 or closes(keys[line]):
        if keys[line] >= 0 and not closes(keys[line]):
            nth -= 1
        line += 1
    return line, rng


@rule
def closing_pair(
    setup: Setup, table: Knowledge, s: State, g: Sight, keys: Any, two: bool, quiet: int
) -> tuple[int, int]:
    """Of all pairs of lines that close an area the one that brings most; -1, -1 without any.

    A line alone is written twice.
    """
    best = FORBIDDEN
    first = -1
    second = -1
    for line in range(LINES if s.stock > 0 else 0):
        if keys[line] < 0:
            continue
        brings = 0
        if closes(keys[line]):
            brings = change(setup, table, s, g, line, s.east, s.north)
            if brings == FORBIDDEN:
                continue
        east, north = fenced_off(setup, line, s.east, s.north)
        then = FORBIDDEN
        after = line
        if closes(keys[line]) and (quiet > 0 or not two):
            then = 0
        for other in range(LINES if two else 0):
            both = closes(keys[line]) and closes(keys[other])
            if other != line and (both or keys[other] == keys[line]):
                more = change(setup, table, s, g, other, east, north)
                if more > then:
                    then = more
                    after = other
        if then == FORBIDDEN and closes(keys[line]):
            then = 0
        if then > FORBIDDEN and brings + then > best:
            best = brings + then
            first = line
            second = after
    return first, second


@rule
def best_chip(
    setup: Setup, table: Knowledge, s: State, g: Sight, hand: int, keys: Any, rng: Any
) -> tuple[int, int, Any]:
    """The chip to play, what the position is worth then, and the rng.

    All values are weighed in all areas; for the few that promise most some spaces are drawn, and
    looked at with what blockers could do next.
    """
    areas = [0] * (MARKERS + 1)
    tell_areas(s, s.east, s.north, areas)
    worth = [0] * (SHORT + 1)
    where = [0] * (SHORT + 1)
    values = [0] * (SHORT + 1)
    listed = 0
    done = 0
    for space in range(SPACES):
        if ((g.free & ~done) >> space) & 1 == 0:
            continue
        area = area_of(space, s.east, s.north)
        done |= area
        for i in range(CHIP_VALUES):
            if in_hand(hand, i) == 0:
                continue
            after = with_chip(setup, table, g, i + 1, space)
            total, filled = prospects(setup, table, s, after, areas)
            value = FINE * total - table.last_word * filled
            at = listed
            while at > 0 and worth[at - 1] < value:
                worth[at] = worth[at - 1]
                where[at] = where[at - 1]
                values[at] = values[at - 1]
                at -= 1
            worth[at] = value
            where[at] = area & g.free
            values[at] = i + 1
            listed = min(listed + 1, SHORT)
    chosen = -1
    best = 0
    for at in range(listed if s.stock > 0 else min(listed, 1)):
        for _ in range(table.spaces if s.stock > 0 else 1):
            nth, rng = below(rng, popcount(where[at]))
            space = nth_of(where[at], nth)
            after = with_chip(setup, table, g, values[at], space)
            value = judged(setup, table, s, after, s.east, s.north, areas, keys)
            if chosen < 0 or value > best:
                best = value
                chosen = CHIP + (values[at] - 1) * SPACES + space
    return chosen, best, rng


def prepare_surveyor(rules: Rules) -> Knowledge:
    """The odds against chips of one other side, and what the surveyor was tuned to."""
    pool = CHIPS[rules.players]
    if rules.players == 4:
        pool = tuple(2 * n for n in pool)
    return Knowledge(
        corners=line_corners(),
        odds=odds_of(pool, SPREAD, GROWTH),
        reach=18,
        fear=10,
        hope=8,
        last_word=14,
        reserve=12,
        patience=40_000,
        pairs=8,
        spaces=6,
    )
