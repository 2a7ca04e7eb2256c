"""Draws the result of a simulation with matplotlib, which is an extra."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from goldfield.words import say

if TYPE_CHECKING:
    from goldfield.engine.result import Distribution, Result

COLOURS = ("#b8860b", "#3b6e8f", "#8c4a2f", "#5b7f3b", "#6b5b95")
MARKS = ("o", "s", "^", "D", "v")
"""One per seat, so that seats are told apart without colours."""


class MissingExtra(ImportError):
    """A library that only an extra brings is not installed; ``message`` says how to get it."""

    def __init__(self) -> None:
        self.message = say("Plots need matplotlib; install it with: pip install 'goldfield[plots]'")
        super().__init__(str(self.message))


def draw(result: Result, path: Path) -> None:
    """Win shares, scores and lengths side by side, into a file. Errors as ``Result.plot``."""
    try:
        from matplotlib.figure import Figure as Canvas
        from matplotlib.ticker import PercentFormatter
    except ImportError:
        raise MissingExtra from None
    canvas = Canvas(figsize=(13, 4.2), layout="constrained")
    shares, scores, lengths = canvas.subplots(1, 3)
    names = [f"{number + 1} {seat.bot}" for number, seat in enumerate(result.seats)]

    for number, seat in enumerate(result.seats):
        low, high = seat.interval
        error = [[seat.share - low], [high - seat.share]]
        colour = COLOURS[number % len(COLOURS)]
        mark = MARKS[number % len(MARKS)]
        shares.errorbar(number, seat.share, yerr=error, fmt=mark, color=colour, capsize=6)
        shares.annotate(
            f"{seat.share:.1%}", (number, high), (0, 7), textcoords="offset points", ha="center"
        )
        values, parts = _parts(seat.scores)
        scores.plot(
            values, parts, marker=mark, markersize=3, linewidth=1, color=colour, label=names[number]
        )
    sides = len({seat.side for seat in result.seats})
    shares.axhline(1 / sides, color="grey", linewidth=0.8, linestyle=":")
    shares.set_xticks(range(len(names)), names)
    shares.set_xlim(-0.6, len(names) - 0.4)
    shares.set_ylim(0, 1.18 * max(seat.interval[1] for seat in result.seats))
    shares.set_title(str(say("Wins, with their 95 % intervals")), fontsize=10)
    scores.set_xlabel(str(result.score))
    scores.set_title(str(say("Result of a game")), fontsize=10)
    scores.set_ylim(bottom=0)
    scores.legend()
    length = result.turns or result.steps
    values, parts = _parts(length)
    lengths.fill_between(values, parts, step="mid", color=COLOURS[0], alpha=0.5)
    lengths.axvline(length.mean, color=COLOURS[2])
    lengths.set_title(
        str(say("Length of a game: {mean} on average", mean=f"{length.mean:.1f}")), fontsize=10
    )
    lengths.set_xlabel(str(say("turns") if result.turns else say("steps")))
    lengths.set_ylim(bottom=0)
    for part in (shares, scores, lengths):
        part.yaxis.set_major_formatter(PercentFormatter(1.0))
        part.spines[["top", "right"]].set_visible(False)
    # matplotlib's hints leave these two partly open.
    untyped = cast(Any, canvas)
    untyped.suptitle(
        str(
            say(
                "{game}: {n} games, seed {seed}",
                game=result.title,
                n=f"{result.games:,}",
                seed=result.seed,
            )
        ),
        fontweight="bold",
    )
    untyped.savefig(path, dpi=120, metadata=_quiet(path))


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
