"""The digger, on nine levels from easy to hard: the prospector's values, weighed with a shaky hand.

A digger knows what every option is worth to its turn (:mod:`prospect`) and takes each with a
chance that falls with what it gives away: an option that brings ``d`` nuggets less than the best is
``exp(-d / heat)`` times as likely. A large heat plays almost as ``random`` does, a small one as the
prospector. Sensible mistakes are so more frequent than silly ones, on every level.

The heats were calibrated by the win share that a decision loses on average (``scripts/levels.py``).
"""

from __future__ import annotations

from array import array
from math import exp, factorial, log, prod
from typing import Any, NamedTuple

from goldfield.games.gold_nuggets.prospect import UNIT, goes_on, place, roll_chances, values_of
from goldfield.games.gold_nuggets.rules import (
    AGAIN,
    AGAIN_MOVE,
    CHOICE,
    COLLECT,
    END,
    KEEP,
    ROB,
    ROLL_ON,
    STOP,
    Rules,
    Setup,
    State,
    can_rob,
    info,
)
from goldfield.games.gold_nuggets.turn import DICE, ROLLS
from goldfield.rng import below
from goldfield.rule import put, rule

STEPS = 16
"""Steps of weights in which chances fall by a factor e."""
SURE = 1 << 20
"""The weight of the best option."""
VANISHED = round(STEPS * log(2 * SURE))
"""So many steps behind the best an option is never taken."""
HIGHEST = 9
HEATS = {
    (False, False, False): (1200, 660, 410, 310, 230, 180, 120, 80, 22),
    (False, False, True): (1200, 700, 460, 340, 250, 190, 140, 90, 32),
    (False, True, False): (7500, 3900, 2500, 1900, 1400, 1100, 810, 560, 310),
    (False, True, True): (7700, 4100, 2600, 1900, 1500, 1100, 830, 580, 320),
    (True, False, False): (2300, 1200, 810, 590, 460, 360, 280, 200, 110),
    (True, False, True): (2400, 1300, 850, 620, 490, 380, 280, 210, 110),
    (True, True, False): (11000, 5400, 3500, 2600, 1900, 1500, 1100, 760, 410),
    (True, True, True): (11000, 5500, 3600, 2600, 2000, 1500, 1100, 770, 420),
}
"""By straights, pairs and extra, of levels 1 to ``HIGHEST``: in hundredths of a nugget. Level n
gives away (10 - n) / 10 of what ``random`` does. Edition and robbing change little."""


class Level(NamedTuple):
    """What a digger looks up."""

    values: array[int]
    """The prospector's, laid out as :func:`prospect.fill` says."""
    ways: list[int]
    """In how many ways each roll can fall."""
    base: list[int]
    """The id of the first roll of 0 to 8 dice."""
    throws: list[int]
    """In how many ways 0 to 7 dice can fall."""
    weights: list[int]
    """How likely an option is, by how many steps it is worse than the best; 0 beyond."""
    step: int
    """The size of a step, in 1/UNIT nugget."""
    most_moves: int


@rule
def choose_by_level(setup: Setup, table: Level, view: State, seat: int, rng: Any) -> Any:
    """Draw an option by weight."""
    s = view
    values = [0] * table.most_moves
    options = [0] * table.most_moves
    n = weigh(setup, table, s, options, values)
    best = values[0]
    for i in range(1, n):
        best = max(best, values[i])
    total = 0
    for i in range(n):
        values[i] = weight(table, best - values[i])
        total += values[i]
    drawn, rng = below(rng, total)
    for i in range(n):
        drawn -= values[i]
        if drawn < 0:
            return options[i], rng
    return options[n - 1], rng


@rule
def weight(table: Level, worse: int) -> int:
    """The weight of an option that is so much worse than the best."""
    steps = worse // table.step
    return table.weights[steps] if steps < len(table.weights) else 0


@rule
def weigh(setup: Setup, table: Level, s: State, options: Any, values: Any) -> int:
    """Write every legal option and its value, in 1/UNIT nugget; returns how many."""
    n = 0
    row = place(s.supply, to_rob(setup, s, s.piles)) * setup.asides
    if s.phase == KEEP:
        i = setup.first_roll[s.aside] + s.roll
        for k in range(setup.keep_at[i], setup.keep_at[i + 1]):
            options[n] = int(setup.keep_to[k])
            values[n] = int(table.values[row + setup.keep_to[k]])
            n += 1
        return n
    if s.phase == AGAIN:
        options[0] = setup.asides + AGAIN_MOVE
        values[0] = int(table.values[row])
        options[1] = setup.asides + END
        values[1] = 0
        return 2
    if s.phase == CHOICE:
        options[0] = setup.asides + ROLL_ON
        values[0] = rolling(setup, table, s.aside, row)
        options[1] = setup.asides + COLLECT
        values[1] = named(setup, table, s, setup.worth[s.aside], COLLECT)
        n = 2
        if not can_rob(setup, s.aside):
            return n
    else:
        if s.named & 1 == 0:
            options[n] = setup.asides + COLLECT
            values[n] = named(setup, table, s, s.owed, COLLECT)
            n += 1
        if s.named > 0:
            options[n] = setup.asides + STOP
            values[n] = after(setup, table, s, s.supply, s.piles)
            n += 1
    owed = setup.worth[s.aside] if s.phase == CHOICE else s.owed
    for other in range(setup.players):
        if other != s.seat and (s.named >> (other + 1)) & 1 == 0:
            options[n] = setup.asides + ROB + other
            values[n] = named(setup, table, s, owed, ROB + other)
            n += 1
    return n


@rule
def rolling(setup: Setup, table: Level, aside: int, row: int) -> int:
    """What rolling on is worth: the mean over all rolls of the best that can be set aside."""
    dice = setup.left[aside]
    first = setup.first_roll[aside]
    total = 0
    for roll in range(table.base[dice], table.base[dice + 1]):
        begin = setup.keep_at[first + roll]
        end = setup.keep_at[first + roll + 1]
        if begin < end:
            best = int(table.values[row + setup.keep_to[begin]])
            for k in range(begin + 1, end):
                best = max(best, int(table.values[row + setup.keep_to[k]]))
            total += table.ways[roll] * best
    return total // table.throws[dice]


@rule
def named(setup: Setup, table: Level, s: State, owed: int, verb: int) -> int:
    """What naming a source is worth, a robbed nugget twice, with all that best follows.

    Where several sources may pay, what is still owed then comes from the others, and from the
    supply last.
    """
    supply = s.supply
    piles = s.piles
    gain = 0
    sources = s.named
    if verb == COLLECT:
        paid = min(owed, supply)
        supply -= paid
        owed -= paid
        gain += paid
        sources |= 1
    else:
        paid = min(owed, piles[verb - ROB])
        piles = put(piles, verb - ROB, piles[verb - ROB] - paid)
        owed -= paid
        gain += 2 * paid
        sources |= 2 << (verb - ROB)
    if setup.several == 1 and can_rob(setup, s.aside):
        for other in range(setup.players):
            if other != s.seat and (sources >> (other + 1)) & 1 == 0:
                paid = min(owed, piles[other])
                piles = put(piles, other, piles[other] - paid)
                owed -= paid
                gain += 2 * paid
        if sources & 1 == 0:
            paid = min(owed, supply)
            supply -= paid
            gain += paid
    return gain * UNIT + after(setup, table, s, supply, piles)


@rule
def to_rob(setup: Setup, s: State, piles: Any) -> int:
    """How much there is to rob: the richest other pile, or with ``several`` all of them."""
    most = 0
    everybody = 0
    for other in range(setup.players):
        if other != s.seat:
            most = max(most, piles[other])
            everybody += piles[other]
    return everybody if setup.several == 1 else most


@rule
def after(setup: Setup, table: Level, s: State, supply: int, piles: Any) -> int:
    """The value of the run that may follow a collection of all seven dice; 0 where none may."""
    if setup.left[s.aside] > 0 or not goes_on(setup, supply):
        return 0
    return int(table.values[place(supply, to_rob(setup, s, piles)) * setup.asides])


def prepare_level(level: int, rules: Rules) -> Level:
    """What the digger of a level, 1 to ``HIGHEST``, looks up under these rules."""
    heat = HEATS[rules.straights, rules.pairs, rules.extra][level - 1]
    _, base = roll_chances()
    return Level(
        values_of(rules),
        [factorial(sum(counts)) // prod(map(factorial, counts)) for counts in ROLLS],
        base,
        [6**dice for dice in range(DICE + 1)],
        [round(SURE * exp(-steps / STEPS)) for steps in range(VANISHED)],
        heat * UNIT // (100 * STEPS),
        info(rules).most_moves,
    )
