"""The opponents of Gold Nuggets: greedy, cautious, and the prospector who weighs every roll.

These rob the richest (of equals the one who sits next to the left), name a source that has
something before one that has nothing, and go on after all seven dice while anything is left to
gain: a fresh run risks nothing that was collected. The diggers of nine levels (:mod:`levels`) and
the one who never errs (:mod:`perfect`) stand here by name only.
"""

from __future__ import annotations

from array import array
from functools import partial
from typing import Any, NamedTuple

from goldfield.bots.bot import Bot
from goldfield.games.gold_nuggets.levels import HIGHEST, choose_by_level, prepare_level
from goldfield.games.gold_nuggets.perfect import choose_perfect, lacking, prepare_perfect
from goldfield.games.gold_nuggets.prospect import (
    UNIT,
    collection,
    goes_on,
    place,
    values_of,
)
from goldfield.games.gold_nuggets.rules import (
    AGAIN,
    AGAIN_MOVE,
    CHOICE,
    COLLECT,
    END,
    KEEP,
    ROB,
    ROLL_ON,
    STOP,
    Rules,
    Setup,
    State,
    can_rob,
)
from goldfield.rule import rule
from goldfield.words import say


class Habit(NamedTuple):
    """What greedy and cautious differ in: the worth from which they collect."""

    enough: int


class Values(NamedTuple):
    """What the prospector looks up: :func:`prospect.fill` says how it is laid out."""

    values: array[int]


@rule
def richest(setup: Setup, s: State) -> int:
    """The richest other seat that was not named yet; the first to the left of equals, -1: none."""
    best = -1
    for step in range(1, setup.players):
        seat = s.seat + step
        if seat >= setup.players:
            seat -= setup.players
        if (s.named >> (seat + 1)) & 1 == 0 and (best < 0 or s.piles[seat] > s.piles[best]):
            best = seat
    return best


@rule
def others_of(setup: Setup, s: State) -> int:
    """How much there is to rob: the richest other pile, or with ``several`` all of them."""
    if setup.several == 0:
        return s.piles[richest(setup, s)]
    everybody = 0
    for pile in s.piles:
        everybody += pile
    return everybody - s.piles[s.seat]


@rule
def source_by_habit(setup: Setup, s: State) -> int:
    """The next source: the richest who has something, else the supply, else none any more."""
    if can_rob(setup, s.aside):
        victim = richest(setup, s)
        if victim >= 0 and s.piles[victim] > 0:
            return setup.asides + ROB + victim
    if s.named == 0 or (s.named & 1 == 0 and s.supply > 0):
        return setup.asides + COLLECT
    return setup.asides + STOP


@rule
def choose_by_habit(setup: Setup, table: Habit, view: State, seat: int, rng: Any) -> Any:
    """Greedy and cautious: the most worth, then the most dice; collect when it is enough.

    Enough is never more than the source still holds, and a collection that brings nothing (the
    supply is empty and nobody can be robbed) is put off: rolling on costs nothing then.
    """
    s = view
    if s.phase == KEEP:
        i = setup.first_roll[s.aside] + s.roll
        best = int(setup.keep_to[setup.keep_at[i]])
        for k in range(setup.keep_at[i] + 1, setup.keep_at[i + 1]):
            aside = int(setup.keep_to[k])
            if setup.worth[aside] > setup.worth[best] or (
                setup.worth[aside] == setup.worth[best] and setup.left[aside] < setup.left[best]
            ):
                best = aside
        return best, rng
    if s.phase == CHOICE:
        source = source_by_habit(setup, s)
        held = s.supply
        if source != setup.asides + COLLECT:
            held = s.piles[source - setup.asides - ROB]
        if setup.worth[s.aside] < max(1, min(table.enough, held)) or held == 0:
            return setup.asides + ROLL_ON, rng
        return source, rng
    if s.phase == AGAIN:
        return setup.asides + (AGAIN_MOVE if anything_left(setup, s) else END), rng
    return source_by_habit(setup, s), rng


@rule
def anything_left(setup: Setup, s: State) -> bool:
    """Whether a fresh run could bring a nugget."""
    return s.supply + others_of(setup, s) > 0


@rule
def choose_by_value(setup: Setup, table: Values, view: State, seat: int, rng: Any) -> Any:
    """The prospector: what brings the largest expected difference; of equals the safe choice."""
    s = view
    row = place(s.supply, others_of(setup, s)) * setup.asides
    if s.phase == KEEP:
        i = setup.first_roll[s.aside] + s.roll
        best = int(setup.keep_to[setup.keep_at[i]])
        for k in range(setup.keep_at[i] + 1, setup.keep_at[i + 1]):
            aside = int(setup.keep_to[k])
            if table.values[row + aside] > table.values[row + best]:
                best = aside
        return best, rng
    if s.phase == AGAIN:
        return setup.asides + (AGAIN_MOVE if table.values[row] > 0 else END), rng
    if s.phase == CHOICE:
        now = collection(setup, s.aside, s.supply, others_of(setup, s)) * UNIT
        if table.values[row + s.aside] > now:
            return setup.asides + ROLL_ON, rng
    return source_by_value(setup, table, s), rng


@rule
def source_by_value(setup: Setup, table: Values, s: State) -> int:
    """The source whose nuggets, and the fresh run they leave if one follows, are worth most.

    Of equal ones a player before the supply, the richest first, then the next to the left.
    ``several`` simply begins with the richest: robbed nuggets count twice.
    """
    if setup.several == 1 or not can_rob(setup, s.aside):
        return source_by_habit(setup, s)
    owed = setup.worth[s.aside]
    dug = min(owed, s.supply)
    seat = richest(setup, s)
    best = COLLECT
    most = dug * UNIT + after(setup, table, s, s.supply - dug, s.piles[seat])
    best_pile = -1
    for step in range(1, setup.players):
        seat = s.seat + step
        if seat >= setup.players:
            seat -= setup.players
        pile = s.piles[seat]
        loot = min(owed, pile)
        others = pile - loot
        for other in range(setup.players):
            if other != s.seat and other != seat:
                others = max(others, s.piles[other])
        value = 2 * loot * UNIT + after(setup, table, s, s.supply, others)
        if loot > 0 and (value > most or (value == most and pile > best_pile)):
            best = ROB + seat
            most = value
            best_pile = pile
    return setup.asides + best


@rule
def after(setup: Setup, table: Values, s: State, supply: int, others: int) -> int:
    """The value of what follows the collection in the same turn."""
    if setup.left[s.aside] > 0 or not goes_on(setup, supply):
        return 0
    return table.values[place(supply, others) * setup.asides]


def prepare_prospector(rules: Rules) -> Values:
    """The values of every position of a turn; they do not depend on who sits at the table."""
    return Values(values_of(rules))


def digger(level: int) -> Bot:
    """The digger of a level."""
    return Bot(
        f"digger-{level}",
        say("Level {n} of {all}: the higher the level, the fewer mistakes.", n=level, all=HIGHEST),
        choose_by_level,
        partial(prepare_level, level),
        say("Digger {n}", n=level),
        level=level,
        on_request=True,
    )


BOTS = {
    bot.name: bot
    for bot in (
        *map(digger, range(1, HIGHEST + 1)),
        Bot(
            "greedy",
            say("Takes the first nugget in sight, and robs the richest."),
            choose_by_habit,
            lambda rules: Habit(1),
            say("Greedy"),
        ),
        Bot(
            "cautious",
            say("Waits for four nuggets, then stops; robs the richest."),
            choose_by_habit,
            lambda rules: Habit(4),
            say("Cautious"),
        ),
        Bot(
            "prospector",
            say("Weighs every roll to the last die and takes what pays best."),
            choose_by_value,
            prepare_prospector,
            say("Prospector"),
        ),
        Bot(
            "perfect",
            say("With two, nobody can do better. With more, nobody can if others play like it."),
            choose_perfect,
            prepare_perfect,
            say("Perfect"),
            on_request=True,
            stand_in="prospector",
            lacks=lacking,
        ),
    )
}
