"""``goldfield solve``: perfect play, as win shares of every seat, solved once and kept."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from rich.table import Table

from goldfield.cli.screen import progress_bar, screen
from goldfield.cli.simulating import check_plot
from goldfield.games.game import Game
from goldfield.words import Message, say

if TYPE_CHECKING:
    from goldfield.solutions import Solution

INTERRUPTED = 130
SHOWN, SHOWN_MIXED, SHOWN_UNSETTLED = 4, 2, 1
"""Decimals of a percentage: for pure play, where equal choices are mixed, and where some scores did
not settle."""


def run(game: Game, anew: bool, plot: Path | None, as_json: bool) -> int:
    """Solve, print and draw; the exit status is 130 where Ctrl-C ended it."""
    if plot is not None:
        check_plot(plot)
    try:
        solution = _solved(game, anew)
        if as_json:
            print(json.dumps(as_dict(solution), indent=2))
        else:
            show(solution)
        if plot is not None:
            _draw(solution, plot, sys.stderr if as_json else sys.stdout)
    except KeyboardInterrupt:
        print(say("Interrupted before all was solved."), file=sys.stderr)
        return INTERRUPTED
    return 0


def _draw(solution: Solution, plot: Path, out: TextIO) -> None:
    """Draw it, and say what the picture shows."""
    from goldfield.engine.pictured import picture_of, told
    from goldfield.engine.solution_plot import draw

    with progress_bar() as bar:
        task = bar.add_task(str(say("Looking at scores")), total=None)

        def tick(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        picture = picture_of(solution, tick)
    draw(picture, plot)
    print(file=out)
    for sentence in told(picture):
        print(sentence, file=out)
    print(say("Drawn into {file}.", file=str(plot)), file=sys.stderr)


def _solved(game: Game, anew: bool) -> Solution:
    with progress_bar() as bar:
        task = bar.add_task(str(say("Compiling, kept for next time")), total=1)
        from goldfield.engine.solve import solve

        def tick(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=str(game.room.TITLE))

        def warn(message: Message) -> None:
            bar.console.print(f"goldfield: {message}", markup=False, highlight=False)

        return solve(game, anew=anew, progress=tick, warn=warn)


def as_dict(solution: Solution) -> dict[str, object]:
    """What ``--json`` prints."""
    return {
        "shares": list(solution.value(solution.game.start())),
        "residual": solution.facts.residual,
        "epsilon": solution.facts.epsilon,
        "states": solution.table.scores.states,
        "seconds": solution.facts.seconds,
    }


def show(solution: Solution) -> None:
    """The win share of each seat, and how exact it is."""
    out = screen()
    facts = solution.facts
    shares = solution.value(solution.game.start())
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column()
    for seat in range(len(shares)):
        table.add_column(str(seat + 1), justify="right")
    decimals = SHOWN if facts.width == 0 else SHOWN_MIXED if facts.settled else SHOWN_UNSETTLED
    table.add_row(str(say("Wins")), *(f"{share:.{decimals}%}" for share in shares), style="bold")
    out.print(table)
    out.print()
    lines = [
        say(
            "{n} score states, solved in {seconds} s.",
            n=f"{solution.table.scores.states:,}",
            seconds=f"{facts.seconds:.1f}",
        ),
        say(
            "No stored share differs by more than {residual} from what a step of play makes of it.",
            residual=f"{facts.residual:.1g}",
        ),
        say(
            "Nobody gains more than {epsilon} by deviating once, anywhere.",
            epsilon=f"{facts.epsilon:.1g}",
        ),
    ]
    if not facts.settled:
        lines.append(say("At some scores play did not settle: take the shares as approximate."))
    for line in lines:
        out.print(str(line))
