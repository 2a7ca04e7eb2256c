"""Lays out the chart of a finished game: where its lines, marks, ticks and names stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldfield.web.context import ChartLine, Points

NAME_PITCH = 38
"""The least distance between two names at the right end: room for a long one in two lines."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture's size and the place of the plot inside it, in its own units."""

    width: int
    height: int
    left: int
    top: int
    across: int
    down: int
    marks: int
    """About how many marks a line carries, and how many turns are written below."""


WIDE = Frame(820, 330, 46, 14, 560, 270, 8)
NARROW = Frame(360, 280, 32, 14, 290, 224, 4)
"""For a phone, at its own size, so that the figures can be read; names stand below it."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis."""

    at: float
    value: int


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """One side's line: its SVG path, its marks, and where its names stand, partners' in a row."""

    seats: tuple[tuple[int, str], ...]
    path: str
    marks: tuple[tuple[float, float], ...]
    name_ys: tuple[float, ...]
    last: Points


@dataclass(frozen=True, slots=True)
class DrawnChart:
    """All that the template draws."""

    frame: Frame
    values: tuple[Tick, ...]
    turns: tuple[Tick, ...]
    lines: tuple[DrawnLine, ...]


def drawn_chart(lines: Sequence[ChartLine], most: Points, narrow: bool = False) -> DrawnChart:
    """The layout of lines of points over turns; ``most`` is the highest score among them."""
    frame = NARROW if narrow else WIDE
    count = max((len(line.points) - 1 for line in lines), default=0) or 1
    pitch = 5 if most <= 25 else 10 if most <= 50 else 20
    ceiling = max(pitch, -(-most // pitch) * pitch)
    every = max(1, -(-count // frame.marks))

    def x(turn: int) -> float:
        return round(frame.left + frame.across * turn / count, 1)

    def y(points: Points) -> float:
        return round(frame.top + frame.down * (1 - float(points) / ceiling), 1)

    ends = [y(line.points[-1]) for line in lines]
    name_ys = _names(ends, [1 if narrow else len(line.seats) for line in lines], frame)
    return DrawnChart(
        frame=frame,
        values=tuple(Tick(y(v), v) for v in range(0, ceiling + 1, pitch)),
        turns=tuple(Tick(x(n), n) for n in range(0, count + 1, every)),
        lines=tuple(
            DrawnLine(
                line.seats,
                "M" + "L".join(f"{x(n)} {y(p)}" for n, p in enumerate(line.points)),
                tuple(
                    (x(n), y(p))
                    for n, p in enumerate(line.points)
                    # each side marks other turns, so that marks seldom hide one another
                    if n % every == line.seats[0][0] % every or n == len(line.points) - 1
                ),
                ys,
                line.points[-1],
            )
            for line, ys in zip(lines, name_ys, strict=True)
        ),
    )


def _names(wanted: Sequence[float], rows: Sequence[int], frame: Frame) -> list[tuple[float, ...]]:
    """Heights for so many rows each, around the wanted ones, far enough apart, in the picture."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    tops = [0.0] * len(wanted)
    free = float(frame.top)
    for i in order:
        tops[i] = max(wanted[i] - NAME_PITCH * (rows[i] - 1) / 2, free)
        free = tops[i] + NAME_PITCH * rows[i]
    free = frame.top + frame.down + NAME_PITCH
    for i in reversed(order):
        tops[i] = min(tops[i], free - NAME_PITCH * rows[i])
        free = tops[i]
    return [
        tuple(round(tops[i] + NAME_PITCH * n, 1) for n in range(rows[i])) for i in range(len(rows))
    ]
