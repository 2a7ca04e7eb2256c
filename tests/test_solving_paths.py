"""Paths of equilibria: through their turns, with true slopes, and to what sweeps find too."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, log, sin

import numpy as np
import pytest

import goldfield.engine.solve_many as solving
from goldfield.engine.gmres import solved
from goldfield.engine.many_paths import NoPath, followed
from goldfield.engine.many_slopes import Slopes
from goldfield.engine.many_turns import EVEN
from goldfield.engine.solve_many import Floats, Plan, Solver, solve_many
from tests.test_solving_many import VARIANTS, little, vectors


def test_linear_systems_are_solved_from_products_alone() -> None:
    rng = np.random.default_rng(1)
    matrix = 5 * np.eye(30) + rng.normal(size=(30, 30))
    right = rng.normal(size=30)
    rough = 1 / np.diag(matrix)
    x = solved(lambda v: matrix @ v, lambda v: rough * v, right, 1e-12)
    assert x == pytest.approx(np.linalg.solve(matrix, right), abs=1e-10)
    assert not solved(lambda v: matrix @ v, lambda v: v, np.zeros(30), 1e-12).any()


class Curve:
    """One state whose equilibria lie on a curve.

    Where its share is u, in units of 3e-3, the logarithm of the width is 3e-3's plus ``height(u)``.
    """

    def __init__(self, height: Callable[[float], float], rise: Callable[[float], float]) -> None:
        self.height, self.rise, self.looks = height, rise, 0

    def __call__(self, now: Floats, width: float, slopes: bool) -> Slopes:
        self.looks += 1
        u = float(now[0, 0]) / 3e-3
        lack = log(width) - log(3e-3) - self.height(u)
        part = np.array([[now[0, 0] - 3e-3 * 0.3 * lack]])
        slope = np.array([[[[1 + 0.3 * self.rise(u)]]]])
        one = np.ones(1, np.int64)
        return Slopes(part, np.zeros(1), one, np.zeros((1, 1), np.int64), slope)


def test_a_path_is_followed_through_its_turns_and_forwards() -> None:
    look = Curve(lambda u: -u + 2 * sin(u), lambda u: -1 + 2 * cos(u))
    found = followed(look, np.zeros((1, 1), np.int64), np.zeros((1, 1)), 2e-6)
    u = found[0, 0] / 3e-3
    assert look.height(u) == pytest.approx(log(2e-6 / 3e-3), abs=1e-6)
    assert look.looks > 50


def test_a_path_that_never_comes_there_is_given_up() -> None:
    look = Curve(lambda u: u**2 - 3, lambda u: 2 * u)
    with pytest.raises(NoPath):
        followed(look, np.zeros((1, 1), np.int64), np.zeros((1, 1)), 2e-6)


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("players", [3, 4])
def test_slopes_are_those_of_the_shares(players: int, options: dict[str, object]) -> None:
    game, room, race, turn = little(players, **options)
    width = 0.05
    solver = Solver(game, room, race, turn, Plan(width, tie=EVEN))
    for supply in range(4):
        solver.solve_level(supply)
    supply = 3
    level = solver.level_turns(supply)
    rng = np.random.default_rng(2)
    states = len(solver.table[slice(*solver.scores.begin[supply : supply + 2])])
    now = rng.dirichlet(np.full(players, 30.0), states)[:, :-1].copy()
    move = rng.normal(size=now.shape)
    seen = level.look(now, width, True)
    assert seen.links.max() > 2
    foretold = np.einsum("sckd,skd->sc", seen.slope, move[seen.to])
    little_one = 1e-7
    above = level.look(now + little_one * move, width, False).shares.copy()
    below = level.look(now - little_one * move, width, False).shares.copy()
    assert foretold == pytest.approx((above - below) / (2 * little_one), abs=1e-3, rel=1e-3)


@pytest.mark.parametrize("options", VARIANTS)
def test_levels_that_do_not_settle_are_solved_by_paths(
    options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, room, race, turn = little(3, **options)
    swept = vectors(solve_many(game, room, race, turn), 3)
    monkeypatch.setattr(solving, "MOST_SWEEPS", (1, 1, 400))
    walked: list[bool] = []
    follow = Solver.follow

    def noted(*arguments: object) -> bool:
        walked.append(follow(*arguments))
        return walked[-1]

    monkeypatch.setattr(Solver, "follow", noted)
    found = solve_many(game, room, race, turn)
    assert walked
    assert all(walked)
    assert found.epsilon < 1e-6
    assert found.residual < 1e-5
    assert vectors(found, 3) == pytest.approx(swept, abs=1e-4)
