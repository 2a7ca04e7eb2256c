"""Treasures in the hold: all of them, apart, and inside the hull as it is drawn."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from goldfield.games.moje_zlato.stowing import Stowed, hull_of, stowed

PIECES = files("goldfield.games.moje_zlato").joinpath("face", "pieces.svg").read_text()


def drawn_hold(hull: int) -> list[tuple[float, float]]:
    """The outline of a hold in the picture, as a polygon."""
    symbol = re.search(f'id="hull-{hull}".*?</symbol>', PIECES)
    assert symbol
    path = re.search(r'd="M13 21 H147 Q([\d. ]+) H47 Q([\d. ]+)Z"', symbol[0])
    assert path
    points = [(13.0, 21.0)]
    for start, numbers in (((147.0, 21.0), path[1]), ((47.0, float("nan")), path[2])):
        bx, by, cx, cy = map(float, numbers.split())
        ax, ay = start if start[1] == start[1] else (start[0], points[-1][1])
        for i in range(21):
            t = i / 20
            points.append(
                (
                    ax * (1 - t) ** 2 + 2 * bx * t * (1 - t) + cx * t * t,
                    ay * (1 - t) ** 2 + 2 * by * t * (1 - t) + cy * t * t,
                )
            )
    return points


def inside(x: float, y: float, polygon: list[tuple[float, float]]) -> bool:
    crossed = False
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossed = not crossed
    return crossed


def rim(one: Stowed) -> list[tuple[float, float]]:
    """Points around a piece: coins are round, and nothing reaches into its corners."""
    x, y, half_x, half_y = (
        one.x + one.width / 2,
        one.y + one.height / 2,
        one.width / 2,
        one.height / 2,
    )
    corner = 0.7
    steps = ((-1, 0), (1, 0), (0, -1), (0, 1), (-corner, corner), (corner, corner))
    return [(x + a * half_x, y + b * half_y) for a, b in steps]


@pytest.mark.parametrize("bones", [0, 1, 3])
def test_whatever_is_safe_lies_inside_the_hull(bones: int) -> None:
    for treasures in range(72):
        places = stowed(treasures, bones)
        assert len(places) == treasures + bones
        outline = drawn_hold(hull_of(treasures + bones))
        assert all(inside(*point, outline) for one in places for point in rim(one))
        for i, one in enumerate(places):
            for other in places[:i]:
                apart_x = abs(one.x - other.x) >= min(one.width, other.width)
                assert apart_x or abs(one.y - other.y) >= min(one.height, other.height)


def test_a_usual_load_is_drawn_large() -> None:
    """At 82 px, the ship of a phone with four, a treasure is never below five."""
    assert min(one.width for one in stowed(36, 0)) * 82 / 160 >= 5
    assert min(one.width for one in stowed(18, 0)) * 82 / 160 >= 7
