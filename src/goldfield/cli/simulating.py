"""``goldfield simulate``: many games between bots, and what they brought as a table."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from goldfield.bots import bot_of, bots_of
from goldfield.cli.screen import progress_bar, screen
from goldfield.cli.trouble import Trouble
from goldfield.games.counting import Figure
from goldfield.games.game import Game
from goldfield.words import say

if TYPE_CHECKING:
    from goldfield.engine.result import Result

PLOTS = (".png", ".svg", ".pdf")
INTERRUPTED = 130


def run(
    game: Game,
    bots: str,
    games: int,
    seed: int | None,
    threads: int | None,
    state: str | None,
    plot: Path | None,
    as_json: bool,
) -> int:
    """Simulate and print; the exit status is 130 where Ctrl-C ended the run early."""
    line_up = _line_up(game, bots)
    start = game.parse_state(state) if state is not None else None
    if start is not None and game.is_over(start):
        raise Trouble(say("In this position the game is over already."))
    if plot is not None:
        check_plot(plot)

    with progress_bar() as bar:
        task = bar.add_task(str(say("Compiling, kept for next time")), total=games)
        from goldfield.engine.crew import heard_ctrl_c
        from goldfield.engine.simulate import simulate

        def tick(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=str(game.room.TITLE))

        with heard_ctrl_c():  # some bots compile tables of their own first
            result = simulate(
                game, line_up, games, seed=seed, threads=threads, progress=tick, start=start
            )
    if as_json:
        print(json.dumps(result.as_dict(), indent=2, ensure_ascii=False))
    else:
        show(game, result)
    if plot is not None:
        result.plot(plot)
        print(say("Drawn into {file}.", file=str(plot)), file=sys.stderr)
    return INTERRUPTED if result.interrupted else 0


def _line_up(game: Game, bots: str) -> list[str]:
    """A bot for every seat: as named, one for all, or the strongest ones in turn."""
    named = [name.strip() for name in bots.split(",") if name.strip()]
    seats = game.info.seats
    for name in named:
        bot_of(game, name)
    if not named:
        named = list(bots_of(game))[::-1]
        return [named[seat % len(named)] for seat in range(seats)]
    return named * seats if len(named) == 1 else named


def check_plot(plot: Path) -> None:
    """Refuse early what would fail after a million games."""
    if plot.suffix.lower() not in PLOTS:
        raise Trouble(
            say("{file} cannot be drawn; allowed: {ends}.", file=str(plot), ends=", ".join(PLOTS))
        )
    if not plot.absolute().parent.is_dir() or not os.access(plot.absolute().parent, os.W_OK):
        raise Trouble(say("Nothing can be written into {folder}.", folder=str(plot.parent)))
    if importlib.util.find_spec("matplotlib") is None:
        from goldfield.engine.plot import MissingExtra

        raise MissingExtra


def show(game: Game, result: Result) -> None:
    """The result as a table with a column for each seat."""
    out = screen()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column()
    for number, seat in enumerate(result.seats):
        table.add_column(f"{number + 1}\n{seat.bot}", justify="right")
    table.add_column(str(say("all")), justify="right", vertical="bottom")
    table.add_row(
        str(say("Wins")),
        *(f"{s.share:.2%}" for s in result.seats),
        "",
        style="bold",
        end_section=True,
    )
    table.add_row(str(say("95 % sure: from")), *(f"{s.interval[0]:.2%}" for s in result.seats))
    table.add_row(str(say("to")), *(f"{s.interval[1]:.2%}" for s in result.seats))
    table.add_row(
        str(say("{score}", score=game.room.SCORE)).capitalize(),
        *(f"{s.scores.mean:.2f}" for s in result.seats),
    )
    for figure in result.figures:
        seats = (result.figure(figure, number) for number in range(len(result.seats)))
        table.add_row(
            str(figure.label),
            *(_figure(figure, value) for value in seats),
            _figure(figure, result.figure(figure)),
        )
    out.print(table)
    out.print()
    length = result.turns or result.steps
    speed = result.games / result.seconds if result.seconds else 0
    lines = [
        say(
            "{mean} {unit} a game; half of the games take {low} to {high}.",
            mean=f"{length.mean:.1f}",
            unit=say("turns") if result.turns else say("steps"),
            low=f"{length.quantile(25):g}",
            high=f"{length.quantile(75):g}",
        ),
        say(
            "{n} games with seed {seed}, {speed} a second.",
            n=f"{result.games:,}",
            seed=result.seed,
            speed=f"{speed:,.0f}",
        ),
    ]
    if result.interrupted:
        lines.append(say("Interrupted: {asked} games were asked for.", asked=f"{result.asked:,}"))
    for line in lines:
        out.print(str(line))


def _figure(figure: Figure, value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.2%}" if figure.is_share else f"{value:.3f}"
