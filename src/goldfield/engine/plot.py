"""Draws the result of a simulation with matplotlib, which is an extra."""

from __future__ import annotations

import importlib.util
import math
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from goldfield.words import Message, render, say, say_n

if TYPE_CHECKING:
    from goldfield.engine.result import Distribution, Result

COLOURS = ("#b8860b", "#3b6e8f", "#8c4a2f", "#5b7f3b", "#6b5b95")
"""One per seat; rows and labels tell seats apart without them."""
INK, FAINT, PAPER = "#2b2622", "#8a8178", "#fffdf8"
BARS = 40
"""About so many bars show lengths that are not counted in turns."""
TALL = 0.72
"""How much of its row the highest of the curves fills."""


class MissingExtra(ImportError):
    """A library that only an extra brings is not installed; ``message`` says how to get it."""

    def __init__(self) -> None:
        python = shlex.quote(sys.executable or "python")
        # An environment made by uv has no pip of its own.
        by_uv = importlib.util.find_spec("pip") is None
        self.message = say(
            "Plots need matplotlib, which this Python lacks. Install it with: {how} {extra}",
            how=f"uv pip install --python {python}" if by_uv else f"{python} -m pip install",
            extra="'goldfield[plots]'",
        )
        super().__init__(str(self.message))


def draw(result: Result, path: Path) -> None:
    """Wins and scores seat by seat, and lengths, into a file. Errors as ``Result.plot``."""
    try:
        import matplotlib as plotting
    except ImportError:
        raise MissingExtra from None
    # Names of parts that are made up anew each time would make each file another one.
    with cast(Any, plotting).rc_context({"svg.hashsalt": "goldfield"}):
        picture(result).savefig(path, dpi=120, metadata=_quiet(path))


def picture(result: Result) -> Any:
    """The drawing, a matplotlib figure. Raises MissingExtra."""
    try:
        from matplotlib.figure import Figure as Canvas
        from matplotlib.ticker import FuncFormatter, MaxNLocator
    except ImportError:
        raise MissingExtra from None
    rows = len(result.seats)
    # matplotlib's hints leave much of it open.
    canvas: Any = Canvas(
        figsize=(11, 3.9 + 0.8 * rows), layout="constrained", facecolor=PAPER, edgecolor=INK
    )
    canvas.get_layout_engine().set(w_pad=0.12, h_pad=0.1)
    grid = canvas.add_gridspec(2, 2, height_ratios=(0.8 * rows + 0.6, 2.1), width_ratios=(1, 1.3))
    wins = canvas.add_subplot(grid[0, 0])
    scores = canvas.add_subplot(grid[0, 1], sharey=wins)
    lengths = canvas.add_subplot(grid[1, :])
    _draw_wins(wins, result)
    _draw_scores(scores, result)
    _draw_lengths(lengths, result)
    percent = FuncFormatter(_percent)
    wins.xaxis.set_major_formatter(percent)
    lengths.yaxis.set_major_formatter(percent)
    for part, most in ((wins, 5), (scores, 9), (lengths, 14)):
        part.xaxis.set_major_locator(MaxNLocator(most))
        part.set_facecolor(PAPER)
        part.tick_params(colors=INK, length=3)
        part.tick_params(axis="y", length=0)
        part.spines[["top", "right", "left"]].set_visible(False)
    lengths.yaxis.set_major_locator(MaxNLocator(4))
    lengths.grid(axis="y", color=FAINT, alpha=0.25, linewidth=0.8)
    lengths.set_axisbelow(True)
    heading = say_n(
        "{game}: {games} game, seed {seed}",
        "{game}: {games} games, seed {seed}",
        result.games,
        game=result.title,
        games=f"{result.games:,}",
        seed=result.seed,
    )
    canvas.suptitle(
        f"{render(heading)}\n", x=0.012, ha="left", fontsize=15, fontweight="bold", color=INK
    )
    played = (say_n("{n} player", "{n} players", rows), *result.played)
    canvas.text(
        0.012,
        1 - 0.52 / canvas.get_figheight(),
        " · ".join(map(str, played)),
        fontsize=9.5,
        color=FAINT,
    )
    return canvas


def _draw_wins(part: Any, result: Result) -> None:
    """A bar for each seat, with its interval."""
    for row, seat in enumerate(result.seats):
        low, high = seat.interval
        part.barh(row, seat.share, height=0.5, color=_colour(row), alpha=0.85)
        part.plot((low, high), (row, row), color=INK, linewidth=1.4, marker="|", markersize=9)
        part.annotate(
            f"{100 * seat.share:.{1 if seat.share >= 0.01 or not seat.share else 2}f} %",
            (max(high, seat.share), row),
            (6, 0),
            textcoords="offset points",
            va="center",
            fontweight="bold",
            color=INK,
        )
    fair = 1 / len({seat.side for seat in result.seats})
    part.axvline(fair, color=FAINT, linewidth=1, linestyle=(0, (2, 2)), zorder=0)
    part.annotate(
        str(say("equal shares: {share}", share=_percent(fair))),
        (fair, 0.0),
        (3, 3),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        fontsize=8.5,
        color=FAINT,
    )
    names = [
        str(say("seat {n}: {bot}", n=row + 1, bot=seat.bot))
        for row, seat in enumerate(result.seats)
    ]
    part.set_yticks(range(len(names)), names)
    part.set_ylim(len(names) - 0.35, -0.75)
    part.set_xlim(0, 1.22 * max(max(seat.interval[1] for seat in result.seats), fair))
    part.set_xlabel(str(say("games won")), color=INK)
    _title(part, say("Wins"), say("with the 95 % interval; shared wins count in parts"))


def _draw_scores(part: Any, result: Result) -> None:
    """A row for each seat: how often each score came up, all rows to one scale."""
    shown = [_parts(seat.scores) for seat in result.seats]
    top = max(max(parts) for _, parts in shown)
    least, most = min(v[0] for v, _ in shown), max(v[-1] for v, _ in shown)
    for row, (seat, (values, parts)) in enumerate(zip(result.seats, shown, strict=True)):
        base = row + 0.28
        heights = [base - TALL * p / top for p in parts]
        part.fill_between(values, base, heights, step="mid", color=_colour(row), alpha=0.8)
        part.plot((least, most), (base, base), color=FAINT, linewidth=0.6)
        mean = seat.scores.mean
        part.plot((mean, mean), (base, base - TALL), color=INK, linewidth=1.2)
        part.annotate(
            f"{mean:.1f}",
            (mean, base - TALL),
            (0, 1),
            textcoords="offset points",
            ha="center",
            fontsize=9.5,
            fontweight="bold",
            color=INK,
        )
    part.tick_params(axis="y", labelleft=False)
    score = say("{score}", score=result.score)
    _title(part, say("{Score} at the end", Score=str(score).capitalize()), say(
        "how often each came up, and the mean; highest peak: {top}",
        top=_percent(top),
    ))  # fmt: skip
    part.set_xlabel(str(score), color=INK)


def _draw_lengths(part: Any, result: Result) -> None:
    """How long the games were, in bars of a whole round each where turns are counted."""
    length = result.turns or result.steps
    values, parts = _parts(length)
    if result.turns:
        width = len(result.seats)
        caption = say(
            "{mean} turns on average; each bar is a round, {n} turns", mean=f"{length.mean:.1f}",
            n=width,
        )  # fmt: skip
        unit = say("turns")
    else:
        width = max(1, math.ceil((values[-1] - values[0] + 1) / BARS))
        caption = say("{mean} steps on average", mean=f"{length.mean:.1f}")
        unit = say("steps")
    bars: dict[int, float] = {}
    for value, share in zip(values, parts, strict=True):
        number = math.ceil(value / width)
        bars[number] = bars.get(number, 0.0) + share
    middles = [(number - 0.5) * width + 0.5 for number in bars]
    part.bar(middles, list(bars.values()), width=0.9 * width, color=FAINT, alpha=0.7)
    part.axvline(length.mean, color=INK, linewidth=1.4)
    part.set_xlabel(str(unit), color=INK)
    _title(part, say("Length of a game"), caption)


def _title(part: Any, title: Message, caption: Message) -> None:
    """What a part shows, and below it in which terms."""
    part.set_title(f"{title}\n", loc="left", fontsize=12, fontweight="bold", color=INK)
    part.annotate(
        str(caption),
        (0, 1),
        (0, 7),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=9.5,
        color=FAINT,
    )


def _colour(row: int) -> str:
    return COLOURS[row % len(COLOURS)]


def _percent(share: float, position: int | None = None) -> str:
    """A share of 1 for an axis or a sentence: ``5 %``, ``2.5 %``."""
    return f"{round(100 * share, 1):g} %"


def _parts(distribution: Distribution) -> tuple[list[float], list[float]]:
    """Values and what part of all each is."""
    total = distribution.total
    return (
        [value / distribution.unit for value, _ in distribution.counts],
        [n / total for _, n in distribution.counts],
    )


def _quiet(path: Path) -> dict[str, Any] | None:
    """No date in files that would carry one, so that the same result gives the same file."""
    return {"Date": None} if path.suffix == ".svg" else None
