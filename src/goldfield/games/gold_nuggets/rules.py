"""The rules of Gold Nuggets, GN1 to GN9 and the variants, on an immutable state.

A turn is one or more runs; :mod:`turn` holds the automaton of a run. The dice fall as a chance
event as soon as they must, so the first roll of a turn needs no decision.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial, prod
from typing import Any, NamedTuple

from goldfield.games.contract import CHANCE, OVER, WIN, Info, below, put, rule
from goldfield.games.gold_nuggets.turn import (
    BACK,
    DICE,
    ROLLS,
    Automaton,
    automaton,
    throws,
)
from goldfield.games.options import (
    BaseRules,
    Choice,
    Preset,
    first_option,
    option,
    players_option,
)
from goldfield.words import say

RULES_VERSION = 1
TITLE = say("Gold Nuggets")
SUMMARY = say("Seven dice and your nerve. Stop in time, or rope what your neighbour has dug.")
SCORE = say("nuggets")

NUGGETS = 77
FEWEST, MOST = 2, 5

# Phases of a state.
STARTER, ROLL, KEEP, CHOICE, SOURCE, AGAIN, ENDED = range(7)
# Moves beyond the keeps: offsets from the number of tables.
ROLL_ON, COLLECT, AGAIN_MOVE, END, STOP, ROB = range(6)
# The outcome by which seat 0 begins; below it are the ids of rolls.
OUTCOME_STARTER = len(ROLLS)


@dataclass(frozen=True)
class Rules(BaseRules):
    """The options of Gold Nuggets."""

    players: int = players_option(FEWEST, MOST)
    first: int = first_option(MOST)
    edition: str = option(
        "my_mine",
        label=say("Edition"),
        help=say(
            "What happens when the last nugget leaves the supply. My Mine: who took it with all "
            "seven dice may go on with one more run, to rob. Gold Nuggets: the game ends at once."
        ),
        choices=(
            Choice("my_mine", say("My Mine")),
            Choice("gold_nuggets", say("Gold Nuggets")),
        ),
    )
    rob: str = option(
        "one",
        label=say("Robbing"),
        help=say(
            "Three lassos take the nuggets from one place, or from several, one after another, "
            "until the worth is paid."
        ),
        choices=(
            Choice("one", say("from one place")),
            Choice("several", say("from several places")),
        ),
    )
    straights: bool = option(
        False,
        label=say("Straights"),
        help=say("2-3-4 or 3-4-5 may be set aside for 3 nuggets, 2-3-4-5 for 4."),
    )
    pairs: bool = option(
        False,
        label=say("Pairs"),
        help=say("Two dice of one number may be set aside; each pair brings 1 nugget."),
    )
    extra: bool = option(
        False,
        label=say("Extra dice"),
        help=say("Each die of a set beyond three brings 1 nugget more."),
    )


PRESETS = (
    Preset(
        "my_mine",
        say("My Mine"),
        say(
            "The usual game. Whoever empties the supply with all seven dice may roll once more, "
            "to rob the others."
        ),
        {"edition": "my_mine", "straights": False, "pairs": False, "extra": False, "rob": "one"},
    ),
    Preset(
        "gold_nuggets",
        say("Gold Nuggets"),
        say("The same, but the game ends at once when the last nugget leaves the supply."),
        {
            "edition": "gold_nuggets",
            "straights": False,
            "pairs": False,
            "extra": False,
            "rob": "one",
        },
    ),
    Preset(
        "family",
        say("Family"),
        say("Two dice alike count too, and a fourth or fifth one more: fewer busts, more nuggets."),
        {"edition": "my_mine", "straights": False, "pairs": True, "extra": True, "rob": "one"},
    ),
)


class Setup(NamedTuple):
    """What the options fix; the tables are those of :class:`turn.Automaton`."""

    players: int
    first: int
    my_mine: int
    several: int
    asides: int
    """How many tables there are: keep moves are 1 to ``asides`` - 1."""
    worth: list[int]
    left: list[int]
    rope: list[int]
    first_roll: list[int]
    keep_at: array[int]
    keep_to: array[int]
    throw_size: list[int]
    front_base: list[int]
    front_part: array[int]
    back_base: list[int]
    back_part: array[int]
    join: array[int]


class State(NamedTuple):
    """A position.

    ``seat`` has the turn (-1 before a drawn start). ``aside`` is a table of the automaton,
    ``roll`` the id of the dice that just fell (0 outside KEEP). ``run`` counts the runs of the
    turn from 1. While a collection goes on (SOURCE), ``owed`` is what is still to be paid and
    ``named`` the sources already named: bit 0 the supply, bit 1 + seat a player.
    """

    phase: int
    seat: int
    aside: int
    roll: int
    supply: int
    piles: tuple[int, ...]
    run: int
    owed: int
    named: int


def table_of(rules: Rules) -> Automaton:
    """The automaton of a run under these rules."""
    return automaton(rules.straights, rules.pairs, rules.extra)


def info(rules: Rules) -> Info:
    """The game's nature under these rules."""
    run = table_of(rules)
    most_keeps = max(b - a for a, b in zip(run.keep_at, run.keep_at[1:], strict=False))
    return Info(
        seats=rules.players,
        side_of=tuple(range(rules.players)),
        moves=len(run.asides) + ROB + rules.players,
        outcomes=OUTCOME_STARTER + rules.players,
        most_moves=max(most_keeps, 2 + rules.players),
        most_outcomes=sum(1 for counts in ROLLS if sum(counts) == DICE),
        longest=None,
        score_unit=1,
        hidden=(),
        takes_back=True,
    )


def setup_of(rules: Rules) -> Setup:
    """The setup in plain form."""
    run = table_of(rules)
    return Setup(
        rules.players,
        rules.first,
        int(rules.edition == "my_mine"),
        int(rules.rob == "several"),
        len(run.asides),
        run.worth,
        run.left,
        run.rope,
        run.first_roll,
        array("H", run.keep_at),
        run.keep_to,
        [6**dice for dice in range(DICE + 1)],
        *throws(),
    )


def start(setup: Setup) -> State:
    """The first state: 77 nuggets in the supply, the dice about to fall."""
    phase = STARTER if setup.first == 0 else ROLL
    return State(phase, setup.first - 1, 0, 0, NUGGETS, (0,) * setup.players, 1, 0, 0)


@rule
def to_act(setup: Setup, s: State) -> int:
    if s.phase <= ROLL:
        return CHANCE
    if s.phase == ENDED:
        return OVER
    return s.seat


def turn_of(setup: Setup, s: State) -> int:
    """The seat whose turn it is; -1 before the draw."""
    return s.seat


@rule
def moves(setup: Setup, s: State, out: Any) -> int:
    n = 0
    if s.phase == KEEP:
        i = setup.first_roll[s.aside] + s.roll
        for k in range(setup.keep_at[i], setup.keep_at[i + 1]):
            out[n] = setup.keep_to[k]
            n += 1
        return n
    if s.phase == CHOICE:
        out[n] = setup.asides + ROLL_ON
        n += 1
        out[n] = setup.asides + COLLECT
        n += 1
        if can_rob(setup, s.aside):
            n = rob_moves(setup, s, out, n)
        return n
    if s.phase == SOURCE:
        if s.named & 1 == 0:
            out[n] = setup.asides + COLLECT
            n += 1
        if s.named > 0:
            out[n] = setup.asides + STOP
            n += 1
        return rob_moves(setup, s, out, n)
    out[0] = setup.asides + AGAIN_MOVE
    out[1] = setup.asides + END
    return 2


@rule
def can_rob(setup: Setup, aside: int) -> bool:
    """Whether a collection may name a player (GN7): three lassos, and something to collect."""
    return setup.rope[aside] == 1 and setup.worth[aside] > 0


@rule
def rob_moves(setup: Setup, s: State, out: Any, n: int) -> int:
    """Append a robbery of every other seat that was not named yet."""
    for seat in range(setup.players):
        if seat != s.seat and (s.named >> (seat + 1)) & 1 == 0:
            out[n] = setup.asides + ROB + seat
            n += 1
    return n


@rule
def play(setup: Setup, s: State, move: int) -> State:
    if s.phase == ROLL:
        return rolled(setup, s, move)
    if s.phase == KEEP:
        return kept(setup, s, move)
    if s.phase == STARTER:
        seat = move - OUTCOME_STARTER
        return State(ROLL, seat, 0, 0, s.supply, s.piles, 1, 0, 0)
    verb = move - setup.asides
    if verb == ROLL_ON:
        return State(ROLL, s.seat, s.aside, 0, s.supply, s.piles, s.run, 0, 0)
    if verb == AGAIN_MOVE:
        return State(ROLL, s.seat, 0, 0, s.supply, s.piles, s.run + 1, 0, 0)
    if verb == END:
        return turn_over(setup, s)
    if verb == STOP:
        return collected(setup, s)
    owed = setup.worth[s.aside] if s.phase == CHOICE else s.owed
    return named_source(setup, s, owed, verb)


@rule
def rolled(setup: Setup, s: State, roll: int) -> State:
    """GN1 and GN3: the dice fell; if none can be set aside the run brings nothing."""
    i = setup.first_roll[s.aside] + roll
    if setup.keep_at[i] == setup.keep_at[i + 1]:
        return turn_over(setup, s)
    return State(KEEP, s.seat, s.aside, roll, s.supply, s.piles, s.run, 0, 0)


@rule
def kept(setup: Setup, s: State, aside: int) -> State:
    """GN2, GN4, GN5: dice were set aside; with all seven the collection follows at once."""
    after = State(CHOICE, s.seat, aside, 0, s.supply, s.piles, s.run, 0, 0)
    if setup.left[aside] > 0:
        return after
    owed = setup.worth[aside]
    if can_rob(setup, aside):
        return State(SOURCE, s.seat, aside, 0, s.supply, s.piles, s.run, owed, 0)
    return named_source(setup, after, owed, COLLECT)


@rule
def named_source(setup: Setup, s: State, owed: int, verb: int) -> State:
    """GN7: a source pays what it has of what is owed; another may follow with ``several``."""
    supply = s.supply
    piles = s.piles
    if verb == COLLECT:
        paid = min(owed, supply)
        supply -= paid
        named = s.named | 1
    else:
        victim = verb - ROB
        paid = min(owed, piles[victim])
        piles = put(piles, victim, piles[victim] - paid)
        named = s.named | (2 << victim)
    piles = put(piles, s.seat, piles[s.seat] + paid)
    after = State(SOURCE, s.seat, s.aside, 0, supply, piles, s.run, owed - paid, named)
    everybody = (2 << setup.players) - 1 - (2 << s.seat)
    more = setup.several == 1 and can_rob(setup, s.aside) and named != everybody
    if more and owed > paid:
        return after
    return collected(setup, after)


@rule
def collected(setup: Setup, s: State) -> State:
    """GN5 and GN8: a collection is complete; go on after all seven, or end turn or game."""
    seven = setup.left[s.aside] == 0
    if seven and (s.supply > 0 or setup.my_mine == 1):
        return State(AGAIN, s.seat, 0, 0, s.supply, s.piles, s.run, 0, 0)
    return turn_over(setup, s)


@rule
def turn_over(setup: Setup, s: State) -> State:
    """The turn passes to the left, or the game is over because the supply is empty (GN8)."""
    if s.supply == 0:
        return State(ENDED, s.seat, 0, 0, 0, s.piles, s.run, 0, 0)
    seat = s.seat + 1 if s.seat + 1 < setup.players else 0
    return State(ROLL, seat, 0, 0, s.supply, s.piles, 1, 0, 0)


@rule
def roll(setup: Setup, s: State, rng: Any) -> Any:
    if s.phase == STARTER:
        seat, rng = below(rng, setup.players)
        return OUTCOME_STARTER + seat, rng
    dice = setup.left[s.aside]
    throw, rng = below(rng, setup.throw_size[dice])
    front = setup.front_part[setup.front_base[dice] + throw // 6**BACK]
    back = setup.back_part[setup.back_base[dice] + throw % 6**BACK]
    return int(setup.join[front + back]), rng


def outcomes(setup: Setup, s: State) -> list[tuple[int, Fraction]]:
    if s.phase == STARTER:
        share = Fraction(1, setup.players)
        return [(OUTCOME_STARTER + seat, share) for seat in range(setup.players)]
    return list(_roll_chances(setup.left[s.aside]))


@cache
def _roll_chances(dice: int) -> tuple[tuple[int, Fraction], ...]:
    return tuple(
        (i, Fraction(factorial(dice) // prod(map(factorial, counts)), 6**dice))
        for i, counts in enumerate(ROLLS)
        if sum(counts) == dice
    )


@rule
def scores(setup: Setup, s: State) -> tuple[int, ...]:
    return s.piles


@rule
def shares(setup: Setup, s: State) -> tuple[int, ...]:
    """GN9: most nuggets; a tie is a shared win."""
    most = max(s.piles)
    winners = 0
    for pile in s.piles:
        if pile == most:
            winners += 1
    won = s.piles
    for seat in range(setup.players):
        won = put(won, seat, WIN // winners if s.piles[seat] == most else 0)
    return won


@rule
def view(setup: Setup, s: State, seat: int) -> State:
    """Everything is public."""
    return s


@rule
def mask(setup: Setup, s: State, move: int, seat: int) -> int:
    """Everything is public."""
    return move


@rule
def guess(setup: Setup, view: State, seat: int, rng: Any) -> Any:
    """Nothing is hidden: the view is the state."""
    return view, rng
