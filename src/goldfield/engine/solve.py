"""Solve a game, or find what was solved before: perfect play as exact win shares of any state.

>>> solution = solve(game, progress=tick)
>>> solution.value(game.start())

``tick(done, total)`` counts score states.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from pathlib import Path

import goldfield
from goldfield.engine.crew import Progress
from goldfield.engine.found import Found
from goldfield.engine.levels_kept import Levels
from goldfield.games.game import Game
from goldfield.games.racing import Race, RaceRoom
from goldfield.solutions import Damaged, Facts, Solution, Table, race_of, race_room
from goldfield.solutions.scores import scores_of
from goldfield.solutions.table import file_of, read, write
from goldfield.solutions.turns import Reduced
from goldfield.words import Message, say

Warn = Callable[[Message], None]


def warned(message: Message) -> None:
    """Give a Python warning."""
    warnings.warn(str(message), RuntimeWarning, stacklevel=3)


class CannotSolve(ValueError):
    """This game cannot be solved; ``message`` says why, and which games can be."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def solve(
    game: Game,
    *,
    anew: bool = False,
    folder: Path | None = None,
    progress: Progress | None = None,
    warn: Warn = warned,
) -> Solution:
    """The solution of a game under its rules: as it was kept, or found now and kept.

    Args:
        anew: Solve even if there is a solution.
        folder: Where solutions are kept; by default in the user's data folder.
        progress: Called with the score states that are done, and all there are.
        warn: Told what went wrong with the disk: a damaged file (solved anew), a folder that cannot
            be written (the solution is not kept). By default a Python warning is given.

    Raises:
        CannotSolve: for a game without a room ``race``.
    """
    room = race_room(game)
    if room is None:
        raise CannotSolve(
            say(
                "{game} cannot be solved: that needs a game in which only the scores carry over "
                "from turn to turn. What can be solved here: {games}.",
                game=game.room.TITLE,
                games=tuple(n for n in goldfield.games() if race_room(goldfield.load(n))),
            )
        )
    race, turn = race_of(room, game.rules)
    if not anew:
        try:
            table = read(game, race, folder)
        except Damaged as damaged:
            table = None
            warn(damaged.message)
        if table is not None:
            return Solution(game, table)
    began = time.perf_counter()
    path = file_of(game, race, folder)
    levels = Levels(path.with_suffix(".levels"), warn)
    found = _found(game, room, race, turn, progress, levels)
    seconds = time.perf_counter() - began
    facts = Facts(found.residual, found.epsilon, seconds, found.width)
    try:
        write(game, race, facts, found.numbers, folder)
    except OSError as error:
        reason = say("{text}", text=error.strerror or str(error))
        where = str(path.parent)
        warn(say("The solution cannot be kept in {folder}: {reason}.", folder=where, reason=reason))
    else:
        levels.remove()
    scores = scores_of(game.info.seats, race.total, race.most)
    return Solution(game, Table(scores, facts, found.numbers))


def _found(
    game: Game,
    room: RaceRoom,
    race: Race,
    turn: Reduced,
    progress: Progress | None,
    levels: Levels,
) -> Found:
    if game.info.seats == 2:
        from goldfield.engine.solve_two import solve_two

        return solve_two(game, room, race, turn, progress)
    from goldfield.engine.solve_many import solve_many

    return solve_many(game, room, race, turn, progress, levels)
