"""``goldfield solve``: perfect play, as win shares of every seat, solved once and kept."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from rich.table import Table

from goldfield.cli.screen import progress_bar, screen
from goldfield.games.game import Game
from goldfield.words import Message, say

if TYPE_CHECKING:
    from goldfield.solutions import Solution

INTERRUPTED = 130


def run(game: Game, anew: bool, as_json: bool) -> int:
    """Solve and print; the exit status is 130 where Ctrl-C ended it."""
    try:
        solution = _solved(game, anew)
    except KeyboardInterrupt:
        print(say("Interrupted before all was solved."), file=sys.stderr)
        return INTERRUPTED
    if as_json:
        print(json.dumps(as_dict(solution), indent=2))
    else:
        show(solution)
    return 0


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
    table.add_row(str(say("Wins")), *(f"{share:.4%}" for share in shares), style="bold")
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
    for line in lines:
        out.print(str(line))
