"""What the table is worth to the corsair once its turn is over: a share of the win.

The end of the game is its exact result, and the last turn of all is worked out exactly. Before,
every seat is given the points that it may *expect*: those under its ship, what the race for each
open treasure promises it (:func:`odds.race`), and something for having the next turn. Expected
points become shares of the win: a seat's weight grows by the factor e for so many points ahead,
fewer of them the less gold is left to win. ``docs/bots.md`` says how the numbers were found.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import NamedTuple

from goldfield.games.contract import put, rule
from goldfield.games.moje_zlato import odds
from goldfield.games.moje_zlato.cards import count
from goldfield.games.moje_zlato.deck import FISH, TREASURES
from goldfield.games.moje_zlato.plans import HANDS, LEFT, POINT, fill_plans
from goldfield.games.moje_zlato.rules import WIN, Rules, info, rank, shares
from goldfield.games.moje_zlato.state import ENDED, Setup, State

KINDS = len(TREASURES)
UNIT = 1 << 16
"""Points, and logarithms of weights, in whole numbers."""
SHARE = 1 << 30
"""A whole win."""
STEP = 1 << 10
"""The table of weights has an entry for each of these."""
FARTHEST = 20
"""Who is behind by this logarithm weighs nothing."""


class Tuning(NamedTuple):
    """What no theory tells: found by games of two players, and taken for more."""

    load: float
    """How much of the chance to load one treasure is left beside all else a turn is for."""
    steal: tuple[float, float, float]
    """The same for taking one of one, two, three symbols."""
    late_load: float
    """Both again for the last round, in which no chest is left."""
    late_steal: tuple[float, float, float]
    next_turn: float
    """Points for having the next turn while there are chests; those between get a part of it."""
    chests: tuple[float, float, float]
    """Points for the next turn for each chest of so many locks in the middle."""
    gem: float
    """What a diamond is worth more than a coin."""
    sharp: float
    """The logarithm of a weight for a point, times the root of what is left to win."""
    blunt: float
    """Added to what is left to win."""
    late_sharp: float
    """The logarithm of a weight for a point in the last round."""


TUNED = Tuning(
    load=0.44,
    steal=(0.27, 0.41, 0.6),
    late_load=0.63,
    late_steal=(0.82, 0.56, 0.46),
    next_turn=0.61,
    chests=(0.16, 0.11, -0.07),
    gem=0.15,
    sharp=1.7,
    blunt=3.0,
    late_sharp=0.71,
)


class Chart(NamedTuple):
    """What the corsair looks up."""

    most_moves: int
    first: list[int]
    """The first throw of so many dice, as ``odds.FIRST``."""
    gold: int
    """All coins and diamonds of the deck."""
    gets: list[int]
    """Points that a seat may expect of a treasure: by turns left (0: no end in sight), kind, whose
    ship it lies beside and who gets it, both counted from the seat that has the next turn."""
    next_turn: list[int]
    """Points by seat, counted the same way."""
    chests: list[int]
    """Points of the next turn by a chest's locks."""
    gem: int
    slope: list[int]
    """The logarithm of a weight for a point, by what is left to win."""
    late_slope: int
    """The same in the last round."""
    weights: list[int]
    """The weight of who is behind, for each ``STEP`` of the logarithm."""


def chart_of(rules: Rules, tuned: Tuning = TUNED) -> Chart:
    """The chart for these rules."""
    players = rules.players
    load, steal = (chance(rules.faces, rules.rerolls) for chance in (odds.loading, odds.stealing))
    gold = sum(
        n * len(TREASURES[chest.kind]) for chest, n in rules.chests.items() if chest.kind != FISH
    )

    def expected(turns: int, kind: int, owner: int) -> list[int]:
        symbols = len(TREASURES[kind])
        steals = (tuned.late_steal if turns else tuned.steal)[min(symbols, 3) - 1]
        loads = tuned.late_load if turns else tuned.load
        chances = odds.race(players, owner, loads * load[kind], steals * steal[kind], turns)
        return [round(chance * symbols * UNIT) for chance in chances]

    return Chart(
        info(rules).most_moves,
        odds.FIRST,
        gold,
        [
            points
            for turns in range(players + 1)
            for kind in range(KINDS)
            for owner in range(players)
            for points in expected(turns, kind, owner)
        ],
        [
            round(tuned.next_turn * UNIT * (players - 1 - seat) / (players - 1))
            for seat in range(players)
        ],
        [0, *(round(points * UNIT) for points in tuned.chests)],
        round(tuned.gem * UNIT),
        [round(tuned.sharp * UNIT / sqrt(left + tuned.blunt)) for left in range(gold + 1)],
        round(tuned.late_sharp * UNIT),
        [round(SHARE * exp(-i * STEP / UNIT)) for i in range(FARTHEST * UNIT // STEP + 2)],
    )


@rule
def worth(setup: Setup, chart: Chart, s: State, seat: int) -> int:
    """The share of the win that ``seat`` may expect of a table between two turns."""
    if s.phase == ENDED:
        return shares(setup, s)[seat] * (SHARE // WIN)
    if s.last == 1:
        return last_turn(setup, chart, s, seat)
    points = expected_points(setup, chart, s)
    left = chart.gold
    most = points[0]
    for other in range(setup.players):
        left -= s.coins[other] + s.gems[other]
        most = max(most, points[other])
    slope = chart.late_slope if s.last > 0 else chart.slope[max(0, left)]
    everybody = 0
    mine = 0
    for other in range(setup.players):
        behind = (most - points[other]) * slope // UNIT
        weight = 0
        if behind < FARTHEST * UNIT:
            i = behind // STEP
            rest = behind - i * STEP
            weight = (chart.weights[i] * (STEP - rest) + chart.weights[i + 1] * rest) // STEP
        everybody += weight
        if other == seat:
            mine = weight
    return mine * SHARE // everybody


@rule
def expected_points(setup: Setup, chart: Chart, s: State) -> tuple[int, ...]:
    """The points that each seat may expect, in 1/``UNIT``."""
    players = setup.players
    points = s.coins
    turns = max(0, s.last)
    for seat in range(players):
        step = seat - s.seat if seat >= s.seat else seat - s.seat + players
        expected = (s.coins[seat] + s.gems[seat]) * UNIT + s.gems[seat] * chart.gem
        if s.last < 0:
            expected += chart.next_turn[step]
            if step == 0:
                expected += middle(chart, s)
        points = put(points, seat, expected)
    for owner in range(players):
        pack = s.beside[owner]
        step = owner - s.seat if owner >= s.seat else owner - s.seat + players
        kind = 0
        while (pack >> (4 * kind)) > 0:
            cards = count(pack, kind)
            if cards > 0:
                row = ((turns * KINDS + kind) * players + step) * players
                for other in range(players):
                    getter = (
                        s.seat + other if s.seat + other < players else s.seat + other - players
                    )
                    points = put(points, getter, points[getter] + cards * chart.gets[row + other])
            kind += 1
    return points


@rule
def middle(chart: Chart, s: State) -> int:
    """What the chests of the middle are worth to the next turn, those not yet dealt on average."""
    points = 0
    gaps = 0
    for locks in s.chests:
        points += chart.chests[locks]
        if locks == 0:
            gaps += 1
    cards = s.buried[0] + s.buried[1] + s.buried[2]
    if gaps > 0 and cards > 0:
        sum_of = 0
        for row in range(len(s.buried)):
            sum_of += s.buried[row] * chart.chests[row + 1]
        points += min(gaps, cards) * sum_of // cards
    return points


@rule
def last_turn(setup: Setup, chart: Chart, s: State, seat: int) -> int:
    """The exact share of ``seat`` when one turn is left, and whoever has it plays it well.

    No chest is left, so all that counts is what it brings at best: that is one number for each
    throw. Whoever plays it looks at the own share only.
    """
    last = s.seat
    ahead = 0
    equals = 1
    for other in range(setup.players):
        if other != last and rank(s, other) >= ahead:
            equals = equals + 1 if rank(s, other) == ahead else 1
            ahead = rank(s, other)
    plans = [0] * HANDS
    fill_plans(setup, s, 1, plans)
    results = [0] * HANDS
    for hand in range(HANDS):
        gained = plans[hand] // LEFT
        points = gained // POINT
        gems = gained - points * POINT
        after = rank(s, last) + (points * 256 + gems) * 64
        results[hand] = 0 if after < ahead else WIN // (equals + 1) if after == ahead else WIN
    # Of a whole win ``mine`` is what the last seat gets, ``other`` what ``seat`` gets.
    there = 1 if rank(s, seat) == ahead else 0
    kept_mine = [0] * HANDS
    kept_other = [0] * HANDS
    for kept in range(HANDS):
        size = setup.sizes[kept]
        dice = setup.sizes[HANDS - 1] - size
        mine = 0
        other = 0
        for fallen in range(chart.first[dice], chart.first[dice + 1]):
            result = results[setup.plus[kept * HANDS + fallen]]
            mine += setup.ways[fallen] * result
            if result == 0:
                other += setup.ways[fallen] * there * (WIN // equals)
            elif result < WIN:
                other += setup.ways[fallen] * there * (WIN // (equals + 1))
        kept_mine[kept] = mine * setup.results[size]
        kept_other[kept] = other * setup.results[size]
    total = 0
    for hand in range(chart.first[setup.sizes[HANDS - 1]], HANDS):
        best = hand
        for k in range(setup.again_at[hand], setup.again_at[hand + 1]):
            kept = setup.minus[hand * HANDS + setup.again[k]]
            if setup.rerolls == 1 and kept_mine[kept] > kept_mine[best]:
                best = kept
        total += setup.ways[hand] * kept_other[best]
    every = setup.results[setup.sizes[HANDS - 1]]
    return total * (SHARE // WIN) // (every * every)
