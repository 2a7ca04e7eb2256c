"""Draws a solved game with matplotlib, which is an extra: when to stop, what it is to begin."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np

from goldfield.engine.pictured import Field, Picture, told
from goldfield.engine.plot import COLOURS, FAINT, INK, PAPER, MissingExtra
from goldfield.games.options import in_words
from goldfield.words import Message, say, say_n

LINES = ("-", (0, (5, 1.5)), (0, (1, 1.2)))
"""Lines of a panel are told apart without their colours."""
MOST = 0.10
"""Differences of shares from which on colours are full."""


def draw(picture: Picture, path: Path) -> None:
    """Draw into a file; the suffix says how (``.png``, ``.svg``, ``.pdf``).

    Raises:
        MissingExtra: where matplotlib is not installed; says how to install it.
        OSError: where the file cannot be written.
    """
    try:
        import matplotlib as plotting
    except ImportError:
        raise MissingExtra from None
    description = "\n".join(map(str, told(picture)))
    metadata = {
        ".png": {"Description": description},
        ".svg": {"Description": description, "Date": None},
        ".pdf": {"Subject": description},
    }[path.suffix.lower()]
    with cast(Any, plotting).rc_context({"svg.hashsalt": "goldfield"}):
        canvas_of(picture).savefig(path, dpi=120, metadata=metadata)


def canvas_of(picture: Picture) -> Any:
    """The drawing, a matplotlib figure. Raises MissingExtra."""
    try:
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        raise MissingExtra from None
    game = picture.solution.game
    fields, lines = picture.fields, picture.lines
    tall = 4.6 if fields else 0.0
    rows = max(len(picture.firsts), 4)
    # matplotlib's hints leave much of it open.
    canvas: Any = Canvas(
        figsize=(13, tall + 2.4 + 0.27 * rows), layout="constrained", facecolor=PAPER
    )
    canvas.get_layout_engine().set(w_pad=0.12, h_pad=0.12)
    parts = canvas.add_gridspec(
        2 if fields else 1, 1, height_ratios=[4.6, 2 + 0.27 * rows][-1 if not fields else 0 :]
    )
    if fields:
        _draw_fields(canvas, parts[0].subgridspec(1, len(fields)), picture)
    below = parts[-1].subgridspec(1, 2 if lines else 1)
    _draw_firsts(canvas.add_subplot(below[0]), picture)
    if lines:
        _draw_lines(canvas.add_subplot(below[1]), picture)
    canvas.suptitle(
        f"{say('{game}: perfect play', game=game.room.TITLE)}\n",
        x=0.012, ha="left", fontsize=15, fontweight="bold", color=INK,
    )  # fmt: skip
    played = (
        say_n("{n} player", "{n} players", game.info.seats),
        *in_words(game.rules, brief=True),
    )
    canvas.text(
        0.012,
        1 - 0.52 / canvas.get_figheight(),
        " · ".join(map(str, played)),
        fontsize=9.5,
        color=FAINT,
    )
    return canvas


def _draw_fields(canvas: Any, places: Any, picture: Picture) -> None:
    """Heat maps side by side, with the border between rolling on and stopping."""
    seats = picture.solution.game.info.seats
    score = str(say("{score}", score=picture.solution.game.room.SCORE))
    panels: list[Any] = []
    drawn: Any = None
    for at, field in enumerate(picture.fields):
        panel = canvas.add_subplot(places[at], sharey=panels[0] if panels else None)
        panels.append(panel)
        drawn = _draw_field(panel, field)
        panel.set_xlabel(str(say("{score} of whoever has the turn", score=score)), color=INK)
        panel.tick_params(colors=INK, length=3)
    others = (
        say("{score} of the other", score=score)
        if seats == 2
        else say("{score} of each other", score=score)
    )
    panels[0].set_ylabel(str(others), color=INK)
    bar = canvas.colorbar(drawn, ax=panels, fraction=0.03, pad=0.01, extend="both")
    bar.set_label(str(say("share of rolling on less that of stopping, in points")), color=INK)
    bar.ax.tick_params(colors=INK, length=3)
    bar.outline.set_visible(False)


def _draw_field(panel: Any, field: Field) -> Any:
    values = np.full((len(field.others), len(field.own)), np.nan)
    for (own, other), gain in field.gain.items():
        values[field.others.index(other), field.own.index(own)] = 100 * gain
    drawn = panel.pcolormesh(
        field.own, field.others, np.ma.masked_invalid(values),
        cmap="BrBG", vmin=-100 * MOST, vmax=100 * MOST, shading="nearest", rasterized=True,
    )  # fmt: skip
    panel.contour(field.own, field.others, values, levels=[0.0], colors=INK, linewidths=1.3)
    # Where it is better to stop there are dots: colours are not needed to tell.
    stop = np.argwhere(values[::2, ::2] < 0) * 2
    panel.plot(
        [field.own[x] for _, x in stop], [field.others[y] for y, _ in stop],
        ".", color=INK, markersize=1.6, alpha=0.55,
    )  # fmt: skip
    panel.set_aspect("equal")
    panel.spines[["top", "right"]].set_visible(False)
    panel.set_facecolor(PAPER)
    _title(panel, field.label, say("green: roll on; brown with dots: stop"))
    return drawn


def _draw_firsts(panel: Any, picture: Picture) -> None:
    """Bars: what whoever begins wins under each variant; the rules that were asked for are full."""
    seats = picture.solution.game.info.seats
    several = len({str(first.edition) for first in picture.firsts}) > 1
    for row, first in enumerate(picture.firsts):
        panel.barh(
            row, 100 * first.share, height=0.66, color=COLOURS[0 if first.asked else 1],
            alpha=1.0 if first.asked else 0.55, hatch="" if first.asked else "//",
            edgecolor=PAPER, linewidth=0,
        )  # fmt: skip
        panel.annotate(
            f"{100 * first.share:.2f} %",
            (100 * first.share, row),
            (5, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
            fontweight="bold" if first.asked else "normal",
            color=INK,
        )
    names = [
        f"{first.edition}: {first.variants}" if several else str(first.variants)
        for first in picture.firsts
    ]
    panel.set_yticks(range(len(names)), names, fontsize=9)
    panel.set_ylim(len(names) - 0.4, -0.6)
    panel.set_xlim(0, 118 * max(first.share for first in picture.firsts))
    panel.axvline(100 / seats, color=INK, linewidth=1, linestyle=(0, (2, 2)))
    panel.set_xlabel(str(say("share of the win of whoever begins, in %")), color=INK)
    _frame(panel)
    _title(
        panel,
        say("What it is worth to begin"),
        say("dotted: an equal share; without stripes: the rules asked for"),
    )


def _draw_lines(panel: Any, picture: Picture) -> None:
    """What one thing aside is worth more than another, over the supply."""
    for line, style, colour in zip(picture.lines, LINES, COLOURS, strict=False):
        panel.plot(
            [supply for supply, _ in line.points],
            [100 * gain for _, gain in line.points],
            linestyle=style, color=colour, linewidth=2, label=str(line.label),
        )  # fmt: skip
    panel.axhline(0, color=FAINT, linewidth=1)
    panel.invert_xaxis()
    panel.set_xlabel(str(say("left in the supply, while all have the same")), color=INK)
    panel.set_ylabel(str(say("change of the share of the win, in points")), color=INK)
    panel.legend(frameon=False, fontsize=9)
    panel.grid(axis="y", color=FAINT, alpha=0.25, linewidth=0.8)
    _frame(panel)
    assert picture.trade is not None
    _title(panel, picture.trade, say("of whoever has the turn; the game goes from left to right"))


def _frame(panel: Any) -> None:
    panel.set_facecolor(PAPER)
    panel.tick_params(colors=INK, length=3)
    panel.spines[["top", "right", "left"]].set_visible(False)


def _title(panel: Any, title: Message, caption: Message) -> None:
    """What a panel shows, and below it how to read it."""
    panel.set_title(f"{title}\n", loc="left", fontsize=12, fontweight="bold", color=INK)
    panel.annotate(
        str(caption),
        (0, 1),
        (0, 7),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=9.5,
        color=FAINT,
    )
