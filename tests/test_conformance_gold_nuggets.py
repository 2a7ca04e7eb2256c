"""Gold Nuggets by the thousand: every combination of options, every table, every throw."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

import goldfield
from goldfield.engine.cache import CompiledFolder
from goldfield.engine.compiler import compiled
from goldfield.engine.playouts import trace_of
from goldfield.engine.tables import compiled_form
from goldfield.games.contract import CHANCE, OVER
from goldfield.games.game import Game
from goldfield.games.gold_nuggets import rules as gn
from goldfield.games.gold_nuggets.turn import DICE, ROLLS
from goldfield.rng import Words, below, seeded

Ints = npt.NDArray[np.int64]

GAMES = 2000
"""Compiled random games under each combination."""
PLAIN_GAMES = 50
"""Of these, played in plain Python too and compared move for move."""
PHASES = gn.ENDED + 1
LONGEST = 2_500
"""More steps than any of the compared games has."""

FLAGS = list(product((False, True), repeat=3))
TABLES = list(product(("my_mine", "gold_nuggets"), ("one", "several"), (2, 3, 4, 5)))


def load(straights: bool, pairs: bool, extra: bool, edition: str, rob: str, players: int) -> Game:
    return goldfield.load(
        "gold_nuggets",
        players=players,
        first=0,
        edition=edition,
        rob=rob,
        straights=straights,
        pairs=pairs,
        extra=extra,
    )


def counted_games(
    setup: Any,
    start: Any,
    seed: int,
    games: int,
    out: Any,
    tables: Any,
    phases: Any,
    wrong: Any,
    traces: Any,
) -> None:
    """Random games: how often each table and phase came up, and what was wrong with a state.

    The moves of the first games go into the rows of ``traces``, which end in -1.
    """
    for number in range(games):
        rng = seeded(seed, number)
        s = start
        steps = 0
        tables[0] += 1
        actor = gn.to_act(setup, s)
        while actor != OVER:
            if actor == CHANCE:
                move, rng = gn.roll(setup, s, rng)
            else:
                n = gn.moves(setup, s, out)
                if n < 1:
                    wrong[2] += 1
                    break
                pick = 0
                if n > 1:
                    pick, rng = below(rng, n)
                move = out[pick]
                if s.phase == gn.KEEP:
                    tables[move] += 1
            if number < traces.shape[0] and steps < traces.shape[1]:
                traces[number, steps] = move
            s = gn.play(setup, s, int(move))
            steps += 1
            phases[s.phase] += 1
            nuggets = s.supply
            for pile in s.piles:
                nuggets += pile
                if pile < 0:
                    wrong[1] += 1
            if nuggets != gn.NUGGETS or s.supply < 0:
                wrong[0] += 1
            actor = gn.to_act(setup, s)
        if s.supply > 0:
            wrong[3] += 1


@lru_cache(maxsize=1)
def driver() -> Any:
    return compiled(counted_games, CompiledFolder(("goldfield",)))


class Visits(NamedTuple):
    """What came of all tables with one set of variants."""

    tables: Ints
    phases: Ints
    wrong: Ints
    guilty: list[str]
    traces: list[npt.NDArray[np.int32]]


@lru_cache(maxsize=8)
def visits(flags: tuple[bool, bool, bool]) -> Visits:
    """2,000 games at each of the tables with these variants."""
    asides = len(gn.table_of(load(*flags, *TABLES[0]).rules).asides)
    tables, phases = np.zeros(asides, np.int64), np.zeros(PHASES, np.int64)
    wrong = np.zeros(4, np.int64)
    guilty: list[str] = []
    traces: list[npt.NDArray[np.int32]] = []
    for seed, table in enumerate(TABLES):
        game = load(*flags, *table)
        setup = compiled_form(game.setup)
        out = np.zeros(game.info.most_moves, np.int64)
        trace = np.full((PLAIN_GAMES, LONGEST), -1, np.int32)
        before = wrong.sum()
        driver()(setup, game.start(), seed, GAMES, out, tables, phases, wrong, trace)
        if wrong.sum() != before:
            guilty.append(str(table))
        traces.append(trace)
    return Visits(tables, phases, wrong, guilty, traces)


@pytest.mark.parametrize("flags", FLAGS)
def test_no_nugget_is_lost_in_any_combination(flags: tuple[bool, bool, bool]) -> None:
    """The sum is 77 after every step of 2,000 games of each; the supply is empty at the end."""
    found = visits(flags)
    assert found.wrong.sum() == 0, f"{found.guilty}: {found.wrong} (sum, debts, stuck, early end)"
    assert all(found.phases[gn.ROLL :] > 0)


@pytest.mark.parametrize("flags", FLAGS)
def test_every_table_is_visited(flags: tuple[bool, bool, bool]) -> None:
    """Every table of the automaton comes up in play: none of them is unreachable."""
    missed = np.flatnonzero(visits(flags).tables == 0)
    run = gn.table_of(load(*flags, *TABLES[0]).rules)
    assert [run.asides[a] for a in missed] == []


@pytest.mark.parametrize("flags", FLAGS)
def test_plain_and_compiled_play_the_same_games(flags: tuple[bool, bool, bool]) -> None:
    traces = visits(flags).traces
    for seed, table in enumerate(TABLES):
        game = load(*flags, *table)
        for stream in range(PLAIN_GAMES):
            plain, end = trace_of(game, seed, stream, LONGEST, plain=True)
            assert game.is_over(end)
            assert [*plain, -1] == traces[seed][stream, : len(plain) + 1].tolist()


class Sweep:
    """A source of words whose first draw below ``n`` is ``u``; there is no second one."""

    def __init__(self, u: int, n: int) -> None:
        # One more than the least word that gives u: its lower half is large enough to be taken.
        self.word = (u * 2**32 + n - 1) // n + 1

    def next32(self) -> tuple[int, Words]:
        return self.word, Spent()


class Spent:
    """What is left of a sweep after its only draw."""

    def next32(self) -> tuple[int, Words]:
        raise AssertionError("a roll draws once")


@pytest.mark.parametrize("dice", range(1, DICE + 1))
def test_every_throw_comes_up_exactly_as_often_as_outcomes_says(dice: int) -> None:
    """All 6**d throws of the one draw behind a roll, up to 279,936 of them, counted."""
    setup = gn.setup_of(gn.Rules())
    state = gn.start(setup)._replace(aside=setup.left.index(dice))
    throws = 6**dice
    counts = Counter(gn.roll(setup, state, Sweep(u, throws))[0] for u in range(throws))
    exact = {outcome: chance * throws for outcome, chance in gn.outcomes(setup, state)}
    assert counts == exact
    assert {sum(ROLLS[outcome]) for outcome in counts} == {dice}
