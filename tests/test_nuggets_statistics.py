"""What simulations of Nuggets count, against an independent count on a land of names and walks.

That compiled code counts the same as plain code is a test of the engine.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import goldfield
from goldfield.engine.result import Result
from goldfield.games.counting import Figure
from goldfield.games.game import Game
from goldfield.games.nuggets.statistics import COUNTERS, FIGURES, observe
from tests.nuggets_land import Land, land_of, steps

NAMES = [name for name, _ in COUNTERS]
VALUES = ("ones", "twos", "threes", "fours", "fives")
OPTIONS: list[dict[str, object]] = [
    {"players": 2},
    {"players": 3, "look": False, "first": 0},
    {"players": 4, "layout": "random", "first": 0},
    {"players": 2, "layout": "4@a1 4@a2 5@a3 5@a4 6@a5 6@b1 7@b2 8@b3"},
]
GAMES = 8


def counted(game: Game, seed: int) -> list[Counter[str]]:
    """The counters of each seat after one game, from what its moves say."""
    land, found = land_of(game), [Counter[str]() for _ in range(game.info.seats)]
    for step in steps(game, seed, builds=0.3 * (seed % 4), passes=0.01):
        seat = game.to_act(step.before)
        if seat < 0:
            land.do(seat, step.text)
            continue
        me = found[seat]
        # nobody may pass between the two blockers of a turn
        me["turns"] += "pass" in game.legal(step.before)
        value, _, space = step.text.partition("@")
        if step.text == "pass":
            me["passes"] += 1
            may_play = sum(land.hands[seat]) and land.free()
            me["forced"] += not may_play and not land.lines()
        elif space:
            me["chips"] += 1
            me[VALUES[int(value) - 1]] += 1
            me["value"] += int(value)
        else:
            me["blockers"] += 1
            me["partings"] -= len(land.areas())
        land.do(seat, step.text)
        if not space and step.text != "pass":
            me["partings"] += len(land.areas())
    at_end(land, found)
    return found


def at_end(land: Land, found: list[Counter[str]]) -> None:
    """What is counted when all chips are turned over."""
    for seat, me in enumerate(found):
        side = land.side(seat)
        me["games"] += 1
        me["held"] += sum(land.hands[seat])
        me["side_chips"] += sum(land.side(owner) == side for owner, _ in land.chips.values())
        points = Fraction()
        for area in land.areas():
            takers = land.takers(area)
            if side in takers:
                points += takers[side]
                alone = len(takers) == 1
                me["won" if alone else "tied"] += 1
                me["mines" if alone else "shared"] += len(land.worth(area))
        assert (points * 6).denominator == 1
        me["points"] += int(points * 6)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_counters_are_those_of_an_independent_count(options: dict[str, object]) -> None:
    game = goldfield.load("nuggets", **options)
    expected = [Counter[str]() for _ in range(game.info.seats)]
    out = [0] * (game.info.seats * len(COUNTERS))
    for seed in range(GAMES):
        for seat, counters in enumerate(counted(game, seed)):
            expected[seat] += counters
        for step in steps(game, seed, builds=0.3 * (seed % 4), passes=0.01):
            observe(game.setup, step.before, step.move, step.after, out)
    for seat, counters in enumerate(expected):
        mine = out[seat * len(COUNTERS) : (seat + 1) * len(COUNTERS)]
        assert dict(zip(NAMES, mine, strict=True)) == {name: counters[name] for name in NAMES}
    everything = sum(expected, Counter[str]())
    assert set(everything) >= set(NAMES) - {"fives"}
    assert 0 < everything["forced"] < everything["passes"] == GAMES * game.info.seats
    assert bool(everything["fives"]) == (game.info.seats == 2)


def test_figures_are_quotients_of_these_counters() -> None:
    def named(figure: Figure) -> tuple[str, str, bool, int]:
        return NAMES[figure.of], NAMES[figure.per], figure.is_share, figure.parts

    figures = {figure.name: named(figure) for figure in FIGURES}
    assert figures["value_per_chip"] == ("value", "chips", False, 1)
    assert figures["forced_rate"] == ("forced", "passes", True, 1)
    assert figures["points_per_chip"] == ("points", "side_chips", False, 6)
    assert COUNTERS[0][0] == "turns"
    assert len(figures) == len(FIGURES)


def test_points_per_chip_are_shown_in_whole_points() -> None:
    """45 points in sixths on 18 chips are two and a half each."""
    seat = SimpleNamespace(counters={**dict.fromkeys(NAMES, 0), "points": 270, "side_chips": 18})
    result: Any = SimpleNamespace(counters=COUNTERS, seats=[seat])
    figures = {figure.name: figure for figure in FIGURES}
    assert Result.figure(result, figures["points_per_chip"]) == 2.5
    assert Result.figure(result, figures["forced_rate"], 0) is None
