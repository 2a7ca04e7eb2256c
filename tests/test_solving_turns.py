"""What the solver makes of a turn: score states, nodes, ends of a turn, and circuits."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

import goldfield
from goldfield.conformance.races import ends_of, fits
from goldfield.engine.circuit import circuit_of, flow
from goldfield.games.game import Game
from goldfield.games.gold_nuggets import race as gold_race
from goldfield.games.gold_nuggets.rules import (
    AGAIN,
    CHOICE,
    ENDED,
    NUGGETS,
    ROLL,
    State,
    kept,
    turn_over,
)
from goldfield.games.racing import FINAL, PASS, RUN, Race, RaceRoom, Turn
from goldfield.solutions import race_of, race_room
from goldfield.solutions.scores import scores_of
from goldfield.solutions.turns import reduced, run_of

FLAGS = (
    {},
    {"straights": True},
    {"pairs": True, "extra": True},
    {"straights": True, "pairs": True},
)


@pytest.mark.parametrize(
    ("players", "total", "most"), [(2, 77, 77), (2, 20, 10), (3, 9, 9), (3, 12, 4), (5, 6, 6)]
)
def test_score_states_are_numbered_one_after_another(players: int, total: int, most: int) -> None:
    scores = scores_of(players, total, most)
    expected = sorted(
        (
            piles
            for piles in itertools.product(range(most + 1), repeat=players)
            if sum(piles) <= total
        ),
        key=lambda piles: (total - sum(piles), piles),
    )
    levels = [piles for supply in range(total + 1) for piles in scores.level(supply)]
    assert levels == expected
    assert [scores.rank(piles) for piles in expected] == list(range(scores.states))
    for supply in range(total + 1):
        assert [sum(piles) for piles in scores.level(supply)] == [total - supply] * (
            scores.begin[supply + 1] - scores.first(supply)
        )


def race(game: Game) -> tuple[RaceRoom, Race]:
    room = race_room(game)
    assert room is not None
    return room, race_of(room, game.rules)[0]


def ends_by_the_rules(game: Game, s: State) -> set[tuple[int, tuple[int, ...]]]:
    """Everything a collection can lead to, by the moves of the rules, one after another."""
    if s.phase == ENDED:
        return {(FINAL, s.piles)}
    if s.phase == ROLL:
        return {(PASS if s.run == 1 else RUN, s.piles)}
    moves = game.moves(s)
    if s.phase == CHOICE:
        moves = moves[1:]  # the first is to roll on
    states = [game.room.play(game.setup, s, move) for move in moves]
    return set().union(*(ends_by_the_rules(game, after) for after in states))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rob", ["one", "several"])
@pytest.mark.parametrize("edition", ["my_mine", "gold_nuggets"])
def test_the_ends_of_every_leaf_are_those_of_the_rules(
    players: int, rob: str, edition: str
) -> None:
    game = goldfield.load("gold_nuggets", players=players, rob=rob, edition=edition, extra=True)
    draw = random.Random(f"{players} {rob} {edition}")
    room, found = race(game)
    for turn in range(12):
        supply = draw.choice((0, 1, 2, 5, 40))
        piles = [0] * players
        for _ in range(NUGGETS - supply):
            piles[draw.choice((0, turn % players, draw.randrange(players)))] += 1
        for code in found.turn.codes:
            ends = set(ends_of(game, room, found, tuple(piles), code))
            if code == gold_race.BUSTED:
                s = turn_over(game.setup, State(ROLL, 0, 0, 0, supply, tuple(piles), 1, 0, 0))
                assert ends == {(FINAL if s.phase == ENDED else PASS, s.piles)}
                continue
            s = State(CHOICE, 0, code, 0, supply, tuple(piles), 1, 0, 0)
            if game.setup.left[code] == 0:
                s = kept(game.setup, s, code)
            expected = ends_by_the_rules(game, s)
            assert ends == expected
            if s.phase == AGAIN:
                assert (RUN, s.piles) in ends


def turns() -> list[Turn]:
    games = [goldfield.load("gold_nuggets", players=2, **flags) for flags in FLAGS]
    games.append(goldfield.load("tests.games.pig", players=2, goal=10))
    return [race(game)[1].turn for game in games]


@pytest.mark.parametrize("turn", turns(), ids=lambda turn: str(turn.nodes))
def test_a_turn_made_small_and_its_circuit_are_worth_the_same(turn: Turn) -> None:
    """With random leaves, which no rule makes likely, for every node."""
    small, node_of = reduced(turn)
    assert small.nodes <= turn.nodes
    assert node_of[0] == 0
    draw = random.Random(turn.nodes)
    for _ in range(3):
        leaves = [(draw.random(),) for _ in turn.codes]
        whole, made = run_of(turn, leaves), run_of(small, leaves)
        for node in range(turn.nodes):
            assert made.chosen[node_of[node]] == pytest.approx(whole.chosen[node], abs=1e-14)
            if turn.throws[node]:
                assert made.rolled[node_of[node]] == pytest.approx(whole.rolled[node], abs=1e-14)
        circuit = circuit_of(small)
        rows = np.zeros((circuit.rows, 2))
        rows[: circuit.leaves, 1] = [share for (share,) in leaves]
        flow(circuit, rows, 2)
        assert rows[circuit.begin, 1] == pytest.approx(whole.chosen[0][0], abs=1e-14)
        assert rows[circuit.begin, 0] == 0


@pytest.mark.parametrize("turn", turns(), ids=lambda turn: str(turn.nodes))
def test_a_turn_made_small_is_an_automaton_too(turn: Turn) -> None:
    fits(turn)
    fits(reduced(turn).turn)
