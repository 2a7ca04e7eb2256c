"""Perfect play for two: against the rules themselves, plain sweeps, brute force and the literature.

What is known of Pig is from T. W. Neller and C. G. M. Presser, Optimal Play of the Dice Game Pig,
The UMAP Journal 25 (1), 2004, and a note on possiblywrong.wordpress.com of 20 March 2014.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from benchmarks.sweep import swept

import goldfield
from goldfield.conformance.races import by_rules
from goldfield.engine import solve_two
from goldfield.engine.solve import solve
from goldfield.games.contract import CHANCE, OVER
from goldfield.games.game import Game
from goldfield.games.gold_nuggets import race as gold_race
from goldfield.games.gold_nuggets import rules as gold_rules
from goldfield.games.gold_nuggets.rules import KEEP, NUGGETS, ROLL, State
from goldfield.solutions import Solution, race_of, race_room
from goldfield.solutions import solution as solution_room
from tests.games.pig.rules import State as PigState

FLAGS = list(itertools.product((False, True), repeat=3))
EVERY_RULE = list(itertools.product(("my_mine", "gold_nuggets"), ("one", "several"), FLAGS))
EXACT = 1e-9


def loaded(edition: str, rob: str, flags: tuple[bool, bool, bool], **more: object) -> Game:
    named = dict(zip(("straights", "pairs", "extra"), flags, strict=True))
    return goldfield.load("gold_nuggets", players=2, edition=edition, rob=rob, **named, **more)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("solutions")


class Turn:
    """The value of every position of a turn by the rules' own functions, its own share first.

    Beyond the turn, and for another run of it, the shares are those that were stored.
    """

    def __init__(self, solution: Solution, begin: State) -> None:
        self.solution = solution
        self.game = solution.game
        self.begin = begin
        self.known: dict[State, float] = {}
        self.decisions: list[State] = []
        self.chances: dict[int, list[tuple[int, float]]] = {}

    def value(self, s: State) -> float:
        """What the seat that begins gets from here."""
        game, seat = self.game, self.begin.seat
        actor = game.to_act(s)
        if actor == OVER:
            return float(game.shares(s)[seat])
        if s.phase == ROLL and s.aside == 0 and s != self.begin:
            piles = (s.piles[s.seat], s.piles[1 - s.seat])
            return self.solution.table.shares(piles)[0 if s.seat == seat else 1]
        if s not in self.known:
            if actor == CHANCE:
                dice = game.setup.left[s.aside]
                if dice not in self.chances:
                    self.chances[dice] = [(i, float(p)) for i, p in game.outcomes(s)]
                self.known[s] = math.fsum(p * self.after(s, i) for i, p in self.chances[dice])
            else:
                self.decisions.append(s)
                self.known[s] = max(self.after(s, move) for move in game.moves(s))
        return self.known[s]

    def after(self, s: State, move: int) -> float:
        """What a move or a roll is worth."""
        return self.value(self.game.room.play(self.game.setup, s, move))


def positions(draw: random.Random) -> Iterator[State]:
    """Two beginnings of a run: one where everything runs out, and one of any kind."""
    for supply in (draw.randint(0, 4), draw.randint(0, NUGGETS)):
        mine = draw.randint(0, NUGGETS - supply)
        piles = (mine, NUGGETS - supply - mine)
        seat = draw.randrange(2)
        yield State(ROLL, seat, 0, 0, supply, piles, draw.choice((1, 2)), 0, 0)


@pytest.mark.parametrize(("edition", "rob", "flags"), EVERY_RULE)
def test_no_step_of_play_by_the_rules_changes_a_share(
    edition: str, rob: str, flags: tuple[bool, bool, bool], folder: Path
) -> None:
    """At beginnings of turns, and in the middle of them, after any roll and at any choice."""
    game = loaded(edition, rob, flags)
    solution = solve(game, folder=folder)
    assert solution.facts.residual <= EXACT
    assert solution.facts.epsilon <= EXACT
    draw = random.Random(f"{edition} {rob} {flags}")
    for begin in positions(draw):
        turn = Turn(solution, begin)
        value = turn.value(begin)
        assert solution.value(begin)[begin.seat] == pytest.approx(value, abs=EXACT)
        assert sum(solution.value(begin)) == pytest.approx(1, abs=1e-15)
        assert len(turn.decisions) > 1000
        rolls = [s for s in turn.known if s.phase == ROLL]
        for s in [*draw.sample(rolls, 20), *draw.sample(turn.decisions, 80)]:
            assert solution.value(s)[begin.seat] == pytest.approx(turn.value(s), abs=EXACT)
            options = solution.options(s)
            assert [option.move for option in options] == game.moves(s)
            for option in options:
                expected = turn.after(s, option.move)
                assert option.shares[begin.seat] == pytest.approx(expected, abs=EXACT)
                assert game.play(s, option.text) == game.play(s, option.move)


@pytest.mark.parametrize(
    ("edition", "rob", "flags"),
    [
        ("my_mine", "one", FLAGS[0]),
        ("gold_nuggets", "several", (True, False, True)),
        ("my_mine", "several", (False, True, False)),
    ],
)
def test_plain_sweeps_find_the_same_shares_everywhere(
    edition: str, rob: str, flags: tuple[bool, bool, bool], folder: Path
) -> None:
    game = loaded(edition, rob, flags)
    solution = solve(game, folder=folder)
    room = race_room(game)
    assert room is not None
    win = swept(game, room, race_of(room, game.rules)[0])
    for supply in range(NUGGETS + 1):
        for mine, other in solution.table.scores.level(supply):
            assert solution.table.shares((mine, other))[0] == pytest.approx(
                win[mine, other], abs=EXACT
            )


@pytest.mark.parametrize(
    ("package", "options"),
    [
        ("gold_nuggets", {"rob": "several", "first": "random", "pairs": True}),
        ("gold_nuggets", {"edition": "gold_nuggets", "first": "2"}),
        ("tests.games.pig", {"first": "random"}),
    ],
)
def test_a_share_is_what_can_follow_from_the_draw_to_the_end(
    package: str, options: dict[str, object], folder: Path
) -> None:
    """Along games at random: the mean of what dice bring, the best of what a seat may choose."""
    game = goldfield.load(package, players=2, **options)
    solution = solve(game, folder=folder)
    draw = random.Random(package)
    s = game.start()
    seen = 0
    while not game.is_over(s):
        shares = solution.value(s)
        assert sum(shares) == pytest.approx(1, abs=1e-15)
        assert shares == pytest.approx(by_rules(solution, s), abs=EXACT)
        found = solution.options(s)
        actor = game.to_act(s)
        if actor == CHANCE:
            assert found == []
            outcomes = game.outcomes(s)
            move = draw.choices([i for i, _ in outcomes], [float(p) for _, p in outcomes])[0]
        else:
            best = max(option.shares[actor] for option in found)
            assert best == pytest.approx(shares[actor], abs=EXACT)
            good = [option.move for option in found if option.shares[actor] > best - 0.01]
            move = draw.choice(good if seen > 60 else [option.move for option in found])
        s = game.room.play(game.setup, s, move)
        seen += 1
    assert seen > 30
    assert solution.value(s) == tuple(map(float, game.shares(s)))
    assert solution.options(s) == []


@pytest.mark.parametrize(
    ("package", "options"),
    [
        ("gold_nuggets", {"pairs": True}),
        ("gold_nuggets", {"rob": "several"}),
        ("tests.games.pig", {}),
    ],
)
def test_there_is_one_solution_wherever_the_search_begins(
    package: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every share 0 at first, or 1: bounds from below and from above that meet."""
    game = goldfield.load(package, players=2, **options)
    room = race_room(game)
    assert room is not None
    race, turn = race_of(room, game.rules)
    found: list[list[int]] = []
    for guess in (0.0, 1.0):
        monkeypatch.setattr(solve_two, "FIRST_GUESS", guess)
        found.append(list(solve_two.solve_two(game, room, race, turn).numbers))
    assert max(abs(a - b) for a, b in zip(*found, strict=True)) <= 1


class Graph:
    """A whole small game as a graph of the rules' states, valued by plain value iteration."""

    def __init__(self, game: Game) -> None:
        self.game = game
        start = game.start()
        self.children: dict[State, list[State]] = {}
        self.chances: dict[State, list[float]] = {}
        waiting = [start]
        while waiting:
            s = waiting.pop()
            if s in self.children or game.is_over(s):
                continue
            if game.to_act(s) == CHANCE:
                outcomes = game.outcomes(s)
                self.chances[s] = [float(p) for _, p in outcomes]
                moves = [i for i, _ in outcomes]
            else:
                moves = game.moves(s)
            after = [game.room.play(game.setup, s, move) for move in moves]
            # how many runs a turn has had already means nothing to those that follow
            self.children[s] = [x._replace(run=min(x.run, 2)) for x in after]
            waiting += self.children[s]

    def values(self) -> dict[State, float]:
        """The share of seat 0 in every state, swept from the end of the game to its beginning."""
        order = sorted(
            self.children,
            key=lambda s: (s.supply, -s.run, self.game.setup.left[s.aside], s.phase == KEEP),
        )
        over = {s for after in self.children.values() for s in after if s not in self.children}
        number = {s: i for i, s in enumerate([*order, *over])}
        value = [0.5] * len(order) + [float(self.game.shares(s)[0]) for s in over]
        steps = [
            (i, (max, min)[s.seat], self.chances.get(s), [number[x] for x in self.children[s]])
            for i, s in enumerate(order)
        ]
        moved = 1.0
        while moved > 1e-11:
            moved = 0.0
            for i, choose, chances, after in steps:
                if chances is None:
                    new = choose([value[x] for x in after])
                else:
                    new = sum([p * value[x] for p, x in zip(chances, after, strict=True)])
                moved = max(moved, abs(new - value[i]))
                value[i] = new
        return {s: value[number[s]] for s in order}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "rob", "flags"),
    [("my_mine", "one", FLAGS[0]), ("gold_nuggets", "several", FLAGS[0])],
)
def test_a_game_with_two_nuggets_is_what_brute_force_says(
    edition: str,
    rob: str,
    flags: tuple[bool, bool, bool],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Every state of the game, which the solver solves in plain Python here."""
    for module in (gold_rules, gold_race):
        monkeypatch.setattr(module, "NUGGETS", 2)
    monkeypatch.setattr(solve_two, "compiled", lambda function, folder: function)
    uncompiled = solve_two.compiled_level.__wrapped__
    monkeypatch.setattr(solve_two, "compiled_level", uncompiled)
    solution_room.race_of.cache_clear()
    game = loaded(edition, rob, flags)
    try:
        solution = solve(game, folder=tmp_path)
    finally:
        solution_room.race_of.cache_clear()
    values = Graph(game).values()
    assert len(values) > 10_000
    for s in sorted(values, key=lambda s: (s.piles, s.seat)):
        assert solution.value(s)[0] == pytest.approx(values[s], abs=EXACT)


GOAL = 100
Shares = npt.NDArray[np.float64]


class Pig:
    """Pig for two by the equations of the paper, over whole arrays.

    ``begin[i, j]`` is the share of who is about to begin a turn with i points against j.
    ``hold[k, i, j]`` and ``roll[k, i, j]`` are what holding and rolling are worth with k at stake.
    """

    def __init__(self) -> None:
        self.begin: Shares = np.full((GOAL, GOAL), 0.5)
        moved = 1.0
        while moved > 1e-13:
            self.hold, self.roll = turns_of(1 - self.begin.T, 1 - self.begin.T)
            begin = np.maximum(self.hold[0], self.roll[0])
            moved = float(np.abs(begin - self.begin).max())
            self.begin = begin


def turns_of(held: Shares, bust: Shares) -> tuple[Shares, Shares]:
    """What holding and rolling are worth by [k, i, j], from what the other's turn leaves."""
    hold, roll = np.ones((2, GOAL + 6, GOAL, GOAL))
    for k in range(GOAL - 1, -1, -1):
        hold[k, : GOAL - k] = held[k:]  # with enough points it wins: the 1 that was filled in
        sums = sum(np.maximum(hold[k + face], roll[k + face]) for face in range(2, 7))
        roll[k] = (bust + sums) / 6
    return hold[:GOAL], roll[:GOAL]


@pytest.fixture(scope="module")
def pig() -> Pig:
    return Pig()


def test_pig_is_solved_as_it_was_published(pig: Pig, folder: Path) -> None:
    game = goldfield.load("tests.games.pig", players=2)
    solution = solve(game, folder=folder)
    assert solution.facts.residual <= EXACT
    assert round(solution.value(game.start())[0], 4) == 0.5306
    for mine, other in itertools.product(range(GOAL), repeat=2):
        share = solution.table.shares((mine, other))[0]
        assert share == pytest.approx(pig.begin[mine, other], abs=EXACT)
    draw = random.Random(4)
    for _ in range(60):
        mine, other = draw.randrange(GOAL), draw.randrange(GOAL)
        at_stake = draw.randrange(GOAL - mine)
        s = PigState(0, 0, at_stake, (mine, other))
        roll, hold = (option.shares[0] for option in solution.options(s))
        assert roll == pytest.approx(pig.roll[at_stake, mine, other], abs=EXACT)
        assert hold == pytest.approx(pig.hold[at_stake, mine, other], abs=EXACT)
        assert solution.value(s)[0] == pytest.approx(max(roll, hold), abs=EXACT)


def test_known_features_of_pig(folder: Path) -> None:
    """Where to hold: at 21 at first, later with a lead, and never short of 100 against 99.

    With 41 against 49 one holds from 22 on, but not at 27.
    """
    solution = solve(goldfield.load("tests.games.pig", players=2), folder=folder)

    def holds(mine: int, other: int) -> list[int]:
        sums = range(1, GOAL - mine + 1)
        at = {k: solution.options(PigState(0, 0, k, (mine, other))) for k in sums}
        return [k for k in sums if at[k][1].shares[0] >= at[k][0].shares[0]]

    assert holds(0, 0)[0] == 21
    assert holds(0, 30)[0] > 21 > holds(30, 0)[0]
    assert holds(41, 49)[:18] == [*range(22, 27), *range(28, 41)]
    for mine in range(0, GOAL, 7):
        assert holds(mine, 99) == [GOAL - mine]
