"""The opponents that know Moje zlato!: greedy and the corsair."""

from __future__ import annotations

from typing import Any, NamedTuple

from goldfield.bots.bot import Bot
from goldfield.games.moje_zlato.placing import acted, acts
from goldfield.games.moje_zlato.plans import HANDS, LEFT, POINT, fill_plans
from goldfield.games.moje_zlato.rules import Rules, info, scores
from goldfield.games.moje_zlato.state import FILL, OPEN, REROLL, Setup, State
from goldfield.games.moje_zlato.voyage import best_move
from goldfield.games.moje_zlato.worth import Chart, chart_of
from goldfield.rule import rule
from goldfield.words import say


class Room(NamedTuple):
    """What greedy needs: how long the list of legal moves can be."""

    most_moves: int


@rule
def choose_greedy(setup: Setup, table: Room, view: State, seat: int, rng: Any) -> Any:
    """The plan that brings most points, of these the one that opens most locks.

    What it does not use is rolled again. Of the placements of best plans an attack comes first,
    then a chest (what it holds may serve better), then a treasure. Single dice are never laid.
    """
    s = view
    plans = [0] * HANDS
    out = [0] * table.most_moves
    n = 1 if s.phase == REROLL else acts(setup, s, out)
    chosen = out[0]
    most = -1
    for i in range(n):
        move = out[i]
        after = s if s.phase == REROLL or move == setup.end else acted(setup, s, move)
        fill_plans(setup, after, 0, plans)
        if s.phase == REROLL:
            return plans[s.hand] % LEFT, rng
        value = plans[after.hand] // LEFT
        if move == setup.end:
            value = 0
        elif move < FILL:
            value += s.chests[move - OPEN]
        else:
            value += POINT * (scores(setup, after)[seat] - scores(setup, s)[seat])
        value = 4 * value + preference(setup, move)
        if value > most:
            most = value
            chosen = move
    return chosen, rng


@rule
def preference(setup: Setup, move: int) -> int:
    """What comes first of equally good placements: attacks, chests, treasures."""
    if move >= setup.attack:
        return 2
    return 1 if move < FILL else 0


@rule
def choose_corsair(setup: Setup, table: Chart, view: State, seat: int, rng: Any) -> Any:
    """The corsair: what promises the largest share of the win; of equals what is found first."""
    best, _ = best_move(setup, table, view, seat)
    if view.phase == REROLL and best >= OPEN:
        return setup.end + 1 + best - OPEN, rng
    return best, rng


def prepare_greedy(rules: Rules) -> Room:
    """The room that the moves need."""
    return Room(info(rules).most_moves)


BOTS = {
    bot.name: bot
    for bot in (
        Bot(
            "greedy",
            say("Loads and robs the most gold it can see, then opens what it can."),
            choose_greedy,
            prepare_greedy,
            say("Greedy"),
        ),
        Bot(
            "corsair",
            say("Weighs every throw and every lid, and leaves little on the water for others."),
            choose_corsair,
            chart_of,
            say("Corsair"),
        ),
    )
}
