"""The diggers: every level gives away less than the one below, and draws as its weights say."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product
from typing import Any

import pytest

import goldfield
from goldfield.bots import bots_of, decide, prepared
from goldfield.engine.simulate import simulate
from goldfield.engine.solve import solve
from goldfield.games.game import Game
from goldfield.games.gold_nuggets.levels import HEATS, HIGHEST, Level, weigh, weight
from goldfield.rng import seeded
from tests.test_bots_perfect import decisions

LEVELS = range(1, HIGHEST + 1)


def table_of(game: Game, level: int) -> Any:
    return prepared(bots_of(game)[f"digger-{level}"], game.rules)


def weighed(game: Game, table: Level, state: Any) -> dict[int, tuple[int, float]]:
    """Every option with its value and the chance that this level takes it."""
    options, values = [0] * table.most_moves, [0] * table.most_moves
    n = weigh(game.setup, table, state, options, values)
    chances = [weight(table, max(values[:n]) - value) for value in values[:n]]
    return {
        move: (value, chance / sum(chances))
        for move, value, chance in zip(options[:n], values[:n], chances, strict=True)
    }


def test_heats_fall_from_level_to_level_under_all_rules() -> None:
    assert set(HEATS) == set(product((False, True), repeat=3))
    for heats in HEATS.values():
        assert len(heats) == HIGHEST
        assert sorted(heats, reverse=True) == list(heats)
        assert len(set(heats)) == HIGHEST


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 3, "rob": "several", "straights": True},
        {"players": 5, "edition": "gold_nuggets", "pairs": True, "extra": True},
    ],
)
def test_the_higher_the_level_the_better_the_mean_option(options: dict[str, Any]) -> None:
    """In every position, by the values that it weighs; all legal moves are among its options."""
    game = goldfield.load("gold_nuggets", **options)
    for state in decisions(game, 120, 3):
        means: list[float] = []
        for level in LEVELS:
            found = weighed(game, table_of(game, level), state)
            assert list(found) == list(game.moves(state))
            means.append(sum(value * chance for value, chance in found.values()))
        for lower, higher in pairwise(means):
            # weights fall in steps: a tiny bit may be lost between two of them
            assert higher >= lower - 0.01 * (abs(lower) + 1)


@pytest.mark.parametrize("options", [{}, {"pairs": True, "extra": True, "edition": "gold_nuggets"}])
def test_every_level_gives_away_less_of_the_win(options: dict[str, Any]) -> None:
    """The exact share that a decision loses on average, of all that may be drawn.

    Over the same decisions for all levels, so that nothing here is left to the luck of games.
    """
    game = goldfield.load("gold_nuggets", players=2, **options)
    solution = solve(game)
    lost = [0.0] * (HIGHEST + 1)
    for state in decisions(game, 400, 6):
        seat = game.to_act(state)
        shares = {option.move: option.shares[seat] for option in solution.options(state)}
        best = max(shares.values())
        lost[0] += best - sum(shares.values()) / len(shares)
        for level in LEVELS:
            found = weighed(game, table_of(game, level), state)
            lost[level] += sum(
                chance * (best - shares[move]) for move, (_, chance) in found.items()
            )
    for lower, higher in pairwise(lost):
        assert higher < lower
    assert lost[9] < 0.3 * lost[0]


def test_a_digger_draws_as_its_weights_say() -> None:
    game = goldfield.load("gold_nuggets", players=2)
    state = game.play(game.start(), "GGGL222")
    found = weighed(game, table_of(game, 4), state)
    draws = 3000
    counts = Counter(decide(game, "digger-4", state, 0, seeded(5, i))[0] for i in range(draws))
    for move, (_, chance) in found.items():
        deviation = (draws * chance * (1 - chance)) ** 0.5
        assert abs(counts[move] - draws * chance) < 5 * deviation + 1
    assert decide(game, "digger-4", state, 0, seeded(5, 1)) == decide(
        game, "digger-4", state, 0, seeded(5, 1)
    )


def test_levels_far_apart_are_no_match() -> None:
    """2,000 games leave a standard error of 0.6 %; level 8 wins 92 % against level 2."""
    game = goldfield.load("gold_nuggets", players=2)
    first = simulate(game, ["digger-8", "digger-2"], 1000, seed=11).seats[0].share
    second = simulate(game, ["digger-2", "digger-8"], 1000, seed=12).seats[1].share
    assert (first + second) / 2 > 0.8
