"""Slopes are true, what is not played anew is as if it were, and paths lead through turns."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, log, sin

import numpy as np
import pytest

import goldfield.engine.many_levels as levels
from goldfield.engine.gmres import solved
from goldfield.engine.many_looks import KNOWN, PLAIN, SWEEP
from goldfield.engine.many_paths import Look, NoPath, Walk, followed
from goldfield.engine.many_slopes import Floats, Rings, Slopes, linear_of, rings_for
from goldfield.engine.many_turns import EVEN, FIRST, LAST
from goldfield.engine.solve_many import Plan, Solver, solve_many
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

    def __call__(self, now: Floats, width: float) -> Slopes:
        self.looks += 1
        u = float(now[0, 0]) / 3e-3
        lack = log(width) - log(3e-3) - self.height(u)
        return Slopes(
            np.array([[now[0, 0] - 3e-3 * 0.3 * lack]]),
            np.zeros(1),
            np.array([[-3e-3 * 0.3]]),
            np.ones(1, np.int64),
            np.zeros((1, 1), np.int32),
            np.array([[1 + 0.3 * self.rise(u)]]),
            np.zeros((1, 1, 1), np.float32),
        )


ALONE = rings_for(np.zeros((1, 1), np.int64))


def test_a_path_is_followed_through_its_turns_and_forwards() -> None:
    look = Curve(lambda u: -u - 2 * sin(u), lambda u: -1 - 2 * cos(u))
    walk = Walk(look, ALONE, np.zeros((1, 1)), 3e-3)
    now = walk.to(3e-3 * 0.01)
    assert now is not None
    u = float(now[0, 0]) / 3e-3
    assert look.height(u) == pytest.approx(log(0.01), abs=1e-6)
    # Whoever only lets the width fall would have jumped over the turns.
    assert u > 3


def test_a_path_that_does_not_lead_there_is_told() -> None:
    look = Curve(lambda u: u * u, lambda u: 2 * u)
    with pytest.raises(NoPath):
        followed(look, ALONE, np.zeros((1, 1)), 1e-3)
    assert look.looks > 1


def at_random(
    players: int, options: dict[str, object], supply: int, tie: int = EVEN, width: float = 0.05
) -> tuple[Solver, Floats, Floats]:
    """A solver with the levels below a supply, shares of that level, and a way for them to move."""
    game, room, race, turn = little(players, **options)
    solver = Solver(game, room, race, turn, Plan(width, tie=tie))
    for smaller in range(supply):
        solver.solve_level(smaller)
    rng = np.random.default_rng(2)
    now = rng.dirichlet(np.full(players, 30.0), len(solver.states(supply)))[:, :-1].copy()
    return solver, now, rng.normal(size=now.shape)


def foretold(seen: Slopes, rings: Rings, move: Floats) -> Floats:
    """What the slopes say of a move of the shares."""
    linear = linear_of(seen, rings)
    return move - linear.lack(move.reshape(-1)).reshape(move.shape)


@pytest.mark.parametrize("tie", [EVEN, FIRST, LAST])
@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("players", [3, 4])
def test_slopes_are_those_of_the_shares(players: int, options: dict[str, object], tie: int) -> None:
    width = 0.05
    solver, now, move = at_random(players, options, 3, tie, width)
    level = solver.turns(3)
    seen = level.look(now, width, KNOWN)
    assert seen.links.max() >= 2
    said = foretold(seen, rings_for(solver.rings(3)), move)
    wider = seen.by_width.copy()
    little_one = 1e-7
    above = level.look(now + little_one * move, width, PLAIN).shares.copy()
    below = level.look(now - little_one * move, width, PLAIN).shares.copy()
    assert said == pytest.approx((above - below) / (2 * little_one), abs=1e-3, rel=1e-3)
    above = level.look(now, width * (1 + little_one), PLAIN).shares.copy()
    below = level.look(now, width * (1 - little_one), PLAIN).shares.copy()
    assert wider == pytest.approx((above - below) / (2 * little_one), abs=1e-5, rel=1e-3)
    assert abs(wider).max() > 1e-3


@pytest.mark.parametrize("wanted", [SWEEP, KNOWN])
@pytest.mark.parametrize("options", VARIANTS)
def test_turns_that_are_not_played_anew_are_worth_what_they_would_be(
    options: dict[str, object], wanted: int
) -> None:
    solver, now, move = at_random(3, options, 5, width=1e-4)
    level, plain = solver.turns(5), solver.turns(5)
    level.look(now, 1e-4, KNOWN)
    for length in (0.0, 1e-12, 1e-6, 1e-4, 1e-3, 1e-2, 0.0):
        for width in (1e-4, 1e-6, 1e-3):
            moved = now + length * move
            seen = level.look(moved, width, wanted).shares.copy()
            expected = plain.look(moved, width, PLAIN).shares
            assert seen == pytest.approx(expected, abs=1e-13), (length, width)


def test_slopes_that_were_kept_are_those_of_the_shares_too() -> None:
    solver, now, move = at_random(3, {}, 5, width=1e-6)
    level, rings = solver.turns(5), rings_for(solver.rings(5))
    level.look(now, 1e-6, KNOWN)
    now = now + 1e-5 * move
    kept = foretold(level.look(now, 1e-6, KNOWN), rings, move)
    fresh = foretold(solver.turns(5).look(now, 1e-6, KNOWN), rings, move)
    assert kept == pytest.approx(fresh, abs=1e-6)


@pytest.mark.parametrize("options", VARIANTS)
def test_what_swings_follows_a_path_of_its_own(
    options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, room, race, turn = little(3, **options)
    swept = vectors(solve_many(game, room, race, turn), 3)
    # As if neither sweeps nor Newton's method had come to an end.
    monkeypatch.setattr(levels, "MOST_LOOKS", 0)
    followed_ones: list[int] = []

    def noted(look: Look, rings: Rings, shares: Floats, width: float) -> Floats:
        followed_ones.append(len(shares))
        return followed(look, rings, shares, width)

    monkeypatch.setattr(levels, "followed", noted)
    found = solve_many(game, room, race, turn)
    assert followed_ones
    assert found.epsilon < 1e-6
    assert found.residual < 1e-5
    assert vectors(found, 3) == pytest.approx(swept, abs=1e-4)


def test_a_level_without_room_for_slopes_is_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    game, room, race, turn = little(3)
    expected = vectors(solve_many(game, room, race, turn), 3)
    monkeypatch.setattr("goldfield.engine.solve_many.SLOPES", 0)
    found = solve_many(game, room, race, turn, plan=Plan(1e-3))
    assert found.epsilon < 1e-3
    assert vectors(found, 3)[-1] == pytest.approx(expected[-1], abs=1e-2)
