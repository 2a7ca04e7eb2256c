"""Lays out the chart of a finished game: where its lines, marks, ticks and names stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldfield.web.context import ChartLine

WIDTH, HEIGHT = 820, 330
LEFT, TOP, ACROSS, DOWN = 46, 14, 640, 270
"""The place of the plot inside the picture, in its own units."""
NAME_PITCH = 28
"""The least distance between two names at the right end."""
MARKS = 8
"""About how many marks a line carries."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis."""

    at: float
    value: int


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """One seat's line: its SVG path, its marks, and where its name stands."""

    seat: int
    name: str
    path: str
    marks: tuple[tuple[float, float], ...]
    name_y: float
    last: int


@dataclass(frozen=True, slots=True)
class DrawnChart:
    """All that the template draws."""

    values: tuple[Tick, ...]
    turns: tuple[Tick, ...]
    lines: tuple[DrawnLine, ...]


def drawn_chart(lines: Sequence[ChartLine], most: int) -> DrawnChart:
    """The layout of lines of points over turns; ``most`` is the highest score among them."""
    count = max((len(line.points) - 1 for line in lines), default=0) or 1
    pitch = 5 if most <= 25 else 10 if most <= 50 else 20
    ceiling = max(pitch, -(-most // pitch) * pitch)
    every = max(1, -(-count // MARKS))

    def x(turn: int) -> float:
        return round(LEFT + ACROSS * turn / count, 1)

    def y(points: int) -> float:
        return round(TOP + DOWN - DOWN * points / ceiling, 1)

    name_ys = _names([y(line.points[-1]) for line in lines])
    return DrawnChart(
        values=tuple(Tick(y(v), v) for v in range(0, ceiling + 1, pitch)),
        turns=tuple(Tick(x(n), n) for n in range(0, count + 1, every)),
        lines=tuple(
            DrawnLine(
                line.seat,
                line.name,
                "M" + "L".join(f"{x(n)} {y(p)}" for n, p in enumerate(line.points)),
                tuple(
                    (x(n), y(p))
                    for n, p in enumerate(line.points)
                    # each seat marks other turns, so that marks seldom hide one another
                    if n % every == line.seat % every or n == len(line.points) - 1
                ),
                name_y,
                line.points[-1],
            )
            for line, name_y in zip(lines, name_ys, strict=True)
        ),
    )


def _names(wanted: Sequence[float]) -> list[float]:
    """Heights near the wanted ones, far enough apart, inside the picture."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    places = [0.0] * len(wanted)
    above = TOP - NAME_PITCH
    for i in order:
        above = places[i] = max(wanted[i], above + NAME_PITCH)
    below = TOP + DOWN + NAME_PITCH
    for i in reversed(order):
        below = places[i] = min(places[i], below - NAME_PITCH)
    return [round(place, 1) for place in places]
