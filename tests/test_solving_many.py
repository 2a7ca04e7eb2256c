"""Three and more players: solved tables beside the rules in plain Python, and levels on disk."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt
import pytest

import goldfield
from goldfield.engine.found import Found
from goldfield.engine.levels_kept import Levels
from goldfield.engine.many_orbits import list_orbits
from goldfield.engine.many_turns import EVEN, FIRST, LAST
from goldfield.engine.solve_many import Plan, plan_for, solve_many
from goldfield.engine.solve_two import solve_two
from goldfield.engine.turn_form import turn_form
from goldfield.games.contract import WIN
from goldfield.games.game import Game
from goldfield.games.gold_nuggets.rules import (
    ENDED,
    ROLL,
    Setup,
    State,
    moves,
    outcomes,
    play,
    shares,
)
from goldfield.games.racing import Race, RaceRoom
from goldfield.solutions import race_room
from goldfield.solutions.scores import scores_of
from goldfield.solutions.table import PARTS
from goldfield.solutions.turns import Reduced, reduced
from goldfield.words import Message
from tests.games import little_gold
from tests.games.little_gold import NUGGETS

Vector = npt.NDArray[np.float64]

VARIANTS = (
    {},
    {"edition": "gold_nuggets", "straights": True},
    {"rob": "several", "pairs": True, "extra": True},
)


def little(players: int, **options: object) -> tuple[Game, RaceRoom, Race, Reduced]:
    game = goldfield.load("gold_nuggets", players=players, **options)
    room = cast(RaceRoom, little_gold)
    race = room.race_of(game.rules)
    return game, room, race, reduced(race.turn)


def vectors(found: Found, players: int) -> Vector:
    """The shares of all seats by number of state."""
    part = np.array(found.numbers, np.uint32).reshape(-1, players - 1) / PARTS
    return np.hstack([part, 1 - part.sum(1, keepdims=True)])


class ByTheRules:
    """A turn played through by the rules, its end worth what a table says."""

    def __init__(self, setup: Setup, table: Vector, players: int, width: float) -> None:
        self.setup, self.table, self.players, self.width = setup, table, players, width
        self.scores = scores_of(players, NUGGETS, NUGGETS)
        self.known: dict[State, tuple[Vector, float]] = {}
        self.ties = 0

    def run(self, piles: tuple[int, ...]) -> tuple[Vector, float]:
        """What a run is worth by the mixed choices, and by the best ones, to whoever begins it."""
        self.known.clear()
        self.ties = 0
        supply = NUGGETS - sum(piles)
        return self.rolled(State(ROLL, 0, 0, 0, supply, piles, 1, 0, 0))

    def rolled(self, s: State) -> tuple[Vector, float]:
        value, most = np.zeros(self.players), 0.0
        for outcome, chance in outcomes(self.setup, s):
            after, best = self.value(play(self.setup, s, outcome))
            value += float(chance) * after
            most += float(chance) * best
        return value, most

    def value(self, s: State) -> tuple[Vector, float]:
        if s not in self.known:
            self.known[s] = self.look(s)
        return self.known[s]

    def look(self, s: State) -> tuple[Vector, float]:
        if s.phase == ENDED:
            won = np.array(shares(self.setup, s)) / WIN
            return won, won[0]
        if s.phase == ROLL and s.aside == 0:
            turned = s.piles[s.seat :] + s.piles[: s.seat]
            stored = np.roll(self.table[self.scores.rank(turned)], s.seat)
            return stored, stored[0]
        if s.phase == ROLL:
            return self.rolled(s)
        out = [0] * 300
        after = [self.value(play(self.setup, s, move)) for move in out[: moves(self.setup, s, out)]]
        own = np.array([value[0] for value, _ in after])
        near = np.maximum(0, 1 - (own.max() - own) / self.width) ** 2
        mixture = sum(w * value for w, (value, _) in zip(near / near.sum(), after, strict=True))
        if any(
            w > 0 and abs(mixture - v).max() > 1e-9 for w, (v, _) in zip(near, after, strict=True)
        ):
            self.ties += 1
        return np.asarray(mixture), max(best for _, best in after)


@pytest.mark.parametrize("options", VARIANTS)
def test_nobody_gains_by_another_turn_and_the_table_says_what_the_rules_make_of_it(
    options: dict[str, object],
) -> None:
    game, room, race, turn = little(3, **options)
    found = solve_many(game, room, race, turn)
    assert found.residual < 1e-7
    assert found.epsilon < 1e-6
    table = vectors(found, 3)
    played = ByTheRules(cast(Setup, game.setup), table, 3, found.width)
    compared = 0
    for piles in ((0, 0, 0), (2, 0, 1), (0, 3, 1), (1, 2, 2), (3, 1, 2)):
        supply = NUGGETS - sum(piles)
        value, most = played.run(piles)
        stored = table[played.scores.rank(piles)]
        if supply == 0 and game.rules.as_dict()["edition"] == "gold_nuggets":
            continue
        assert -1e-7 < most - stored[0] < 2e-6, piles
        if played.ties == 0:
            compared += 1
            assert value == pytest.approx(stored, abs=1e-7), piles
    assert compared > 0


def test_with_two_seats_both_solvers_agree() -> None:
    game, room, race, turn = little(2)
    two = np.array(solve_two(game, room, race, turn).numbers) / PARTS
    many = vectors(solve_many(game, room, race, turn, plan=Plan(1e-7)), 2)[:, 0]
    assert many == pytest.approx(two, abs=1e-6)


def test_four_seats_and_other_ties_and_ways_agree() -> None:
    game, room, race, turn = little(4)
    found = solve_many(game, room, race, turn)
    assert found.epsilon < 1e-4
    assert found.residual < 1e-6
    start = vectors(found, 4)[-1]
    for plan in (
        Plan(found.width, tie=FIRST),
        Plan(found.width, ((50, 3),), tie=LAST),
    ):
        other = solve_many(game, room, race, turn, plan=plan)
        assert other.epsilon < found.width
        assert vectors(other, 4)[-1] == pytest.approx(start, abs=1e-3)
    assert plan_for(4).tie == EVEN


def test_pig_for_three_is_the_best_reply_to_itself() -> None:
    goal = 10
    game = goldfield.load("tests.games.pig", players=3, goal=goal)
    room = race_room(game)
    assert room is not None
    race = room.race_of(game.rules)
    found = solve_many(game, room, race, reduced(race.turn))
    assert found.epsilon < 1e-6
    table = vectors(found, 3)
    scores = scores_of(3, race.total, race.most)
    for piles in itertools.product(range(goal), repeat=3):
        bust = table[scores.rank((*piles[1:], piles[0]))][2]
        worth = [1.0] * (goal + 6)
        for turn in range(goal - piles[0] - 1, -1, -1):
            roll = (bust + sum(worth[turn + face] for face in range(2, 7))) / 6
            hold = table[scores.rank((*piles[1:], piles[0] + turn))][2]
            worth[turn] = max(roll, hold)
        assert table[scores.rank(piles)][0] == pytest.approx(worth[0], abs=1e-6)


@pytest.mark.parametrize("after", [0, 3])
def test_a_solve_that_was_interrupted_goes_on_and_ends_with_the_same_bytes(
    tmp_path: Path, after: int
) -> None:
    game, room, race, turn = little(3)
    expected = bytes(solve_many(game, room, race, turn).numbers)
    assert bytes(solve_many(game, room, race, turn).numbers) == expected
    scores = scores_of(3, race.total, race.most)
    ended = scores.begin[after + 1]

    def stop(done: int, total: int) -> None:
        if done >= ended:
            raise KeyboardInterrupt

    levels = Levels(tmp_path / "levels", fail)
    with pytest.raises(KeyboardInterrupt):
        solve_many(game, room, race, turn, stop, levels)
    assert len(list(levels.path.iterdir())) == after + 1
    assert bytes(solve_many(game, room, race, turn, levels=levels).numbers) == expected
    levels.remove()
    assert not levels.path.exists()


def fail(message: Message) -> None:
    pytest.fail(str(message))


def cut(data: bytes) -> bytes:
    return data[:-1]


def flip(data: bytes) -> bytes:
    return data[:60] + bytes([data[60] ^ 1]) + data[61:]


def empty(data: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("damage", [cut, flip, empty])
def test_a_damaged_level_is_told_and_solved_anew(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    game, room, race, turn = little(3)
    levels = Levels(tmp_path, fail)
    expected = bytes(solve_many(game, room, race, turn, levels=levels).numbers)
    path = sorted(tmp_path.iterdir())[2]
    path.write_bytes(damage(path.read_bytes()))
    told: list[str] = []
    again = Levels(tmp_path, lambda message: told.append(str(message)))
    assert bytes(solve_many(game, room, race, turn, levels=again).numbers) == expected
    assert len(told) == 1
    assert path.name in told[0]


def test_a_level_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told: list[str] = []
    levels = Levels(tmp_path / "file" / "levels", lambda message: told.append(str(message)))
    levels.store(3, b"numbers")
    assert levels.load(3, 7) is None
    assert len(told) == 1
    assert "cannot be kept" in told[0]


@pytest.mark.parametrize("options", VARIANTS)
def test_sets_of_choices_are_made_of_smaller_ones(options: dict[str, object]) -> None:
    turn = little(3, **options)[3].turn
    form = turn_form(turn)
    sets: list[set[int]] = []
    for k, base in enumerate(form.base):
        items = form.item[form.item_at[k] : form.item_at[k + 1]]
        assert items
        sets.append(set(items) | (sets[base] if base >= 0 else set()))
        assert sorted(sets[k]) == list(form.whole[form.whole_at[k] : form.whole_at[k + 1]])
    for node in range(turn.nodes):
        ways = {
            frozenset(turn.to[turn.to_at[b] : turn.to_at[b + 1]]): turn.ways[b]
            for b in range(turn.branch_at[node], turn.branch_at[node + 1])
        }
        branches = range(form.branch_at[node], form.branch_at[node + 1])
        found = {frozenset(sets[form.branch[i]]): form.ways[i] for i in branches}
        assert found | ({frozenset(): form.busts[node]} if form.busts[node] else {}) == ways
        assert all(form.branch[i] < form.set_at[node] for i in branches)
        assert all(x > node for i in branches for x in sets[form.branch[i]])


@pytest.mark.parametrize(("players", "total", "most"), [(3, 5, 5), (4, 6, 3), (5, 4, 4), (3, 0, 2)])
def test_orbits_are_listed_once_each(players: int, total: int, most: int) -> None:
    states = {
        piles for piles in itertools.product(range(most + 1), repeat=players) if sum(piles) == total
    }
    turned = {min(p[at:] + p[:at] for at in range(players)) for p in states}
    zero = (0,) * players
    count = list_orbits(zero, total, most, np.zeros((0, players), np.int64))
    out = np.zeros((count, players), np.int64)
    assert list_orbits(zero, total, most, out) == count
    assert [tuple(row) for row in out.tolist()] == sorted(turned)
