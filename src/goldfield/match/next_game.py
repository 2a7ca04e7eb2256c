"""Who begins the next game at the table where one has just been played."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from goldfield.games.contract import Starters
from goldfield.match.table import Match
from goldfield.words import say

LEFT = say("The seat to the left of the last starter begins the next game.")
AGAIN = say("A game that was given up is begun again by the same seat.")


@dataclass(frozen=True, slots=True)
class NextGame:
    """The seats that may begin the next game, ascending, and who chooses among several.

    While nobody has chosen, the first of ``starters.seats`` is to begin.
    """

    starters: Starters
    choosers: tuple[int, ...]
    """The seats that choose; none where the table's owner does, or where there is no choice."""

    @property
    def is_open(self) -> bool:
        """Whether there is something to choose."""
        return len(self.starters.seats) > 1

    @property
    def by_owner(self) -> bool:
        """Whether the choice is the owner's."""
        return self.is_open and not self.choosers


def next_game(match: Match) -> NextGame:
    """Who begins after a closed match: as its game has it, else the seat to the starter's left."""
    game, starter = match.game, starter_of(match)
    of_game = getattr(game.room, "next_starters", None)
    if of_game is None:
        starters = Starters(((starter + 1) % game.info.seats,), LEFT)
    elif not match.is_over:
        starters = Starters((starter,), AGAIN)
    else:
        starters = of_game(game.rules, game.setup, match.state, starter)
    sides = {game.info.side_of[seat] for seat in starters.seats}
    agree = len(starters.seats) > 1 and len(sides) == 1
    return NextGame(starters, starters.seats if agree else ())


def starter_of(match: Match) -> int:
    """The seat that began, by option or by the draw, which everybody saw."""
    game = match.game
    if game.rules.first > 0:
        return game.rules.first - 1
    drawn = match.states[min(1, match.position)]
    for seat in range(game.info.seats):
        rules = dataclasses.replace(game.rules, first=seat + 1)
        if game.room.start(game.room.setup_of(rules)) == drawn:
            return seat
    return 0
