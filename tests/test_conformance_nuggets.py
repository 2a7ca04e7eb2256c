"""Nuggets against the suite for games, its counts and golden game, and by the thousand."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import goldfield
from goldfield.conformance import conformance, golden, perft
from goldfield.conformance.counts import options_from, read
from goldfield.engine.cache import CompiledFolder
from goldfield.engine.compiler import compiled
from goldfield.engine.playouts import trace_of
from goldfield.engine.tables import compiled_form
from goldfield.games.contract import CHANCE, OVER
from goldfield.games.game import Game
from goldfield.games.nuggets import rules as nu
from goldfield.games.nuggets.board import area_of, popcount
from goldfield.games.nuggets.rules import in_hand
from goldfield.games.nuggets.state import BLOCKERS, CHIP_VALUES, LAYOUT, SPACES, STARTER, UNKNOWN
from goldfield.rng import below, seeded
from tests.nuggets_by_hand import Land, following
from tests.nuggets_by_hand import read as land_of

HERE = Path(__file__).parent
PERFT = HERE / "perft" / "nuggets.txt"

OWN = "4@a1 4@a2 5@b1 5@b2 6@h5 6@d4 7@d3 8@e3"
OPTION_SETS = [
    {"players": 3, "first": 0, "look": False, "layout": OWN},
    {"players": 4, "first": 3},
    {"players": 4, "first": 0, "look": False, "layout": "random"},
]

test_nuggets = conformance("nuggets", [{}])
test_nuggets_further = pytest.mark.slow(conformance("nuggets", OPTION_SETS))
test_counts = perft("nuggets", PERFT)
test_golden = golden("nuggets", HERE / "golden" / "nuggets.txt")


# Counts, worked out once more on a land of names ------------------------------------------------


def counted(land: Land, depth: int) -> list[int]:
    """How many lands there are after so many steps, of all moves and outcomes."""
    level = {land}
    found = [1]
    for _ in range(depth):
        level = {after for before in level for after in following(before).values()}
        found.append(len(level))
    return found


@pytest.mark.parametrize("number", range(len(read(PERFT))))
def test_all_counts_are_those_of_the_land(number: int) -> None:
    """Every position of the file, with its counts worked out from names and a graph."""
    block = read(PERFT)[number]
    game = goldfield.load("nuggets", **options_from(block.options))
    assert game.show_state(game.parse_state(block.position)) == block.position
    depth = max(depth for depth, _ in block.counts)
    assert list(block.counts) == list(enumerate(counted(land_of(block.position), depth)))


def test_moves_of_the_counted_positions_are_those_of_the_land() -> None:
    """Move by move: the texts of moves and outcomes, and the text of what they lead to."""
    for block in read(PERFT):
        game = goldfield.load("nuggets", **options_from(block.options))
        s = game.parse_state(block.position)
        ids = game.moves(s) or [outcome for outcome, _ in game.outcomes(s)]
        reached = {game.show_move(s, i): land_of(game.show_state(game.play(s, i))) for i in ids}
        expected = following(land_of(block.position))
        assert list(reached) == list(expected) or game.to_act(s) == CHANCE
        assert reached == expected


# By the thousand ------------------------------------------------------------------------------

GAMES = 9_000
"""Compiled random games at each table; all tables together make more than 100,000."""
PLAIN_GAMES = 4
"""Of these, played in plain Python too and compared move for move."""
LONGEST = 200
"""More steps than any game has."""
TABLES = list(product((2, 3, 4), (True, False), ("standard", "random")))
NOTHING_WRONG = [0] * 7
"""Stuck; chips lost; chips where they may not lie; blockers lost; somebody moves who has passed;
too small an area; a view that shows what it should not."""


shown_to = nu.view  # An attribute called view is one of NumPy's to the compiler.


def counted_games(
    setup: Any,
    start: Any,
    seed: int,
    games: int,
    out: Any,
    tops: Any,
    phases: Any,
    wrong: Any,
    traces: Any,
) -> None:
    """Random games: how often each phase came up, and what was wrong with a state.

    ``tops`` keeps the most moves that a state had and the most steps of a game. The moves of the
    first games go into the rows of ``traces``, which end in -1.
    """
    for number in range(games):
        rng = seeded(seed, number)
        s = start
        steps = 0
        actor = nu.to_act(setup, s)
        while actor != OVER:
            if actor == CHANCE:
                move, rng = nu.roll(setup, s, rng)
            else:
                n = nu.moves(setup, s, out)
                if n < 1:
                    wrong[0] += 1
                    break
                if (s.passed >> actor) & 1 == 1:
                    wrong[4] += 1
                tops[0] = max(tops[0], n)
                pick = 0
                if n > 1:
                    pick, rng = below(rng, n)
                move = out[pick]
            if number < traces.shape[0] and steps < traces.shape[1]:
                traces[number, steps] = move
            s = nu.play(setup, s, int(move))
            steps += 1
            phases[s.phase] += 1
            taken = 0
            for mine in s.mines:
                if mine >= 0:
                    if (taken >> mine) & 1 == 1:
                        wrong[2] += 1
                    taken |= 1 << mine
            for seat in range(setup.players):
                if s.chips[seat] & taken != 0:
                    wrong[2] += 1
                taken |= s.chips[seat]
                for i in range(CHIP_VALUES):
                    lie = popcount(s.worth[i] & s.chips[seat])
                    if lie + in_hand(s.hands[seat], i) != in_hand(setup.hand, i):
                        wrong[1] += 1
            if popcount(s.east) + popcount(s.north) + s.stock != BLOCKERS or s.stock < 0:
                wrong[3] += 1
            reader = steps % (setup.players + 1) - 1
            seen = shown_to(setup, s, reader)
            if s.phase != nu.ENDED:
                mine = 0
                if reader >= 0 and setup.look == 1:
                    mine = s.chips[reader]
                for i in range(CHIP_VALUES):
                    if seen.worth[i] != s.worth[i] & mine:
                        wrong[6] += 1
                for seat in range(setup.players):
                    if seat != reader and seen.hands[seat] & ((1 << 5 * UNKNOWN) - 1) != 0:
                        wrong[6] += 1
            actor = nu.to_act(setup, s)
        for space in range(SPACES):
            if popcount(area_of(space, s.east, s.north)) < 4:
                wrong[5] += 1
        tops[1] = max(tops[1], steps)


@lru_cache(maxsize=1)
def driver() -> Any:
    return compiled(counted_games, CompiledFolder(("goldfield",)))


@cache
def loaded(number: int) -> Game:
    players, look, layout = TABLES[number]
    return goldfield.load("nuggets", players=players, first=0, look=look, layout=layout)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_nothing_is_lost_and_nobody_stuck_in_thousands_of_games(number: int) -> None:
    """Chips and blockers are accounted for after every step; plain games are the same."""
    game = loaded(number)
    phases, wrong, tops = np.zeros(5, np.int64), np.zeros(7, np.int64), np.zeros(2, np.int64)
    out = np.zeros(game.info.most_moves, np.int64)
    trace = np.full((PLAIN_GAMES, LONGEST), -1, np.int32)
    driver()(
        compiled_form(game.setup), game.start(), number, GAMES, out, tops, phases, wrong, trace
    )
    assert wrong.tolist() == NOTHING_WRONG
    assert tops[0] <= game.info.most_moves
    assert tops[1] <= (game.info.longest or 0) < LONGEST
    drawn = {LAYOUT} if game.rules.as_dict()["layout"] == "random" else set()
    assert {i for i in range(5) if phases[i] == 0} == {STARTER, LAYOUT} - drawn
    for stream in range(PLAIN_GAMES):
        plain, end = trace_of(game, number, stream, LONGEST, plain=True)
        assert game.is_over(end)
        assert [*plain, -1] == trace[stream, : len(plain) + 1].tolist()
