"""The rules of Nuggets, NU1 to NU11, on an immutable state of bitboards.

Hidden are the values of chips: in hand and face down, from everybody but their owner, the partner
included; with ``look=False`` those on the board from their owner too. :func:`view` lists what a
reader is shown; chips of unknown value are counted, and lie on the board, without one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from goldfield.games.contract import CHANCE, OVER, WIN, Info, Starters, below, put, rule
from goldfield.games.nuggets.board import (
    BOARD,
    COLUMNS,
    EAST_COUNT,
    EAST_LINES,
    LINE_SPACE,
    LINES,
    NORTH_LINES,
    ROWS,
    SPACES,
    area_of,
    closing_lines,
    popcount,
)
from goldfield.games.nuggets.layout import LAYOUT_OF_MINES, STANDARD, VALUES, mines_of
from goldfield.games.nuggets.losers import losers
from goldfield.games.nuggets.state import (
    BLOCKERS,
    CHIP,
    CHIP_VALUES,
    ENDED,
    HAND_BITS,
    LAYOUT,
    MARKERS,
    MOVES,
    OUTCOME_STARTER,
    PASS,
    SECOND,
    STARTER,
    TURN,
    UNKNOWN,
    UNKNOWN_CHIP,
    Setup,
    State,
)
from goldfield.games.options import BaseRules, Preset, first_option, option, players_option
from goldfield.words import say

RULES_VERSION = 1
TITLE = say("Nuggets")
SUMMARY = say(
    "Blockers part the land, chips lie face down. Whoever has the most in an area takes its mines."
)
SCORE = say("points")

FEWEST, MOST = 2, 4
CHIPS = {2: (11, 2, 1, 1, 1), 3: (7, 2, 1, 1, 0), 4: (5, 1, 1, 1, 0)}
"""How many chips of value 1 to 5 each seat has, by the number of players."""
SIXTHS = 6
"""Scores are whole sixths: a marker is shared by two or three (NU10)."""


@dataclass(frozen=True)
class Rules(BaseRules):
    """The options of Nuggets."""

    players: int = players_option(FEWEST, MOST)
    first: int = first_option(
        MOST,
        help=say(
            "The youngest begins the first game. Whoever opens the table says who that is, or "
            "leaves it to a fair draw."
        ),
        at_seats=say("the youngest"),
    )
    look: bool = option(
        True,
        label=say("Looking at one's own chips"),
        help=say(
            "Whether you may look at the chips that you have played face down. Without it you "
            "have to remember them."
        ),
    )
    layout: str = option(
        STANDARD,
        label=say("Mines"),
        help=say("Where the eight mines lie: as usual, drawn at random, or as you like."),
        structure=LAYOUT_OF_MINES,
    )


PRESETS = (
    Preset(
        "nuggets",
        say("Nuggets"),
        say("The usual game: the mines where they always lie, and you may look at your chips."),
        {"look": True, "layout": STANDARD},
    ),
    Preset(
        "new_land",
        say("New land"),
        say("The mines are drawn before the game, so that no two games are alike."),
        {"look": True, "layout": "random"},
    ),
    Preset(
        "memory",
        say("By heart"),
        say("What lies face down stays face down, for you too: remember your chips."),
        {"look": False, "layout": STANDARD},
    ),
)


def info(rules: Rules) -> Info:
    """The game's nature under these rules."""
    players = rules.players
    chips = sum(CHIPS[players]) * players
    drawn = (rules.first == 0) + MARKERS * (not mines_of(rules.layout))
    free = SPACES - MARKERS
    return Info(
        seats=players,
        side_of=(0, 1, 0, 1) if players == 4 else tuple(range(players)),
        moves=MOVES,
        outcomes=OUTCOME_STARTER + players,
        most_moves=LINES + CHIP_VALUES * free + 1,
        most_outcomes=SPACES,
        longest=drawn + min(BLOCKERS, LINES) + min(chips, free) + players,
        score_unit=SIXTHS,
        hidden=("hands", "worth"),
        forced=(PASS,),
    )


def setup_of(rules: Rules) -> Setup:
    """The setup in plain form."""
    hand = sum(n << (HAND_BITS * i) for i, n in enumerate(CHIPS[rules.players]))
    sides = 2 if rules.players == 4 else rules.players
    return Setup(
        rules.players,
        rules.first,
        int(rules.look),
        sides,
        hand,
        mines_of(rules.layout) or (-1,) * MARKERS,
        LINE_SPACE,
        list(VALUES),
        (0,) * sides,
    )


def start(setup: Setup) -> State:
    """The first state: the whole land one area, all chips in hand."""
    phase = TURN if setup.mines[0] >= 0 else LAYOUT
    none = (0,) * setup.players
    return State(
        phase=phase if setup.first else STARTER,
        seat=setup.first - 1,
        mines=setup.mines,
        east=0,
        north=0,
        stock=BLOCKERS,
        chips=none,
        worth=(0,) * CHIP_VALUES,
        hands=(setup.hand,) * setup.players,
        passed=0,
    )


@rule
def to_act(setup: Setup, s: State) -> int:
    if s.phase == TURN or s.phase == SECOND:
        return s.seat
    return OVER if s.phase == ENDED else CHANCE


@rule
def in_hand(hand: int, i: int) -> int:
    """How many chips a hand has of value ``i`` + 1, or for ``UNKNOWN`` of unknown value."""
    return (hand >> (HAND_BITS * i)) & 31


@rule
def moves(setup: Setup, s: State, out: Any) -> int:
    # Every candidate is written and counted only where it is legal: no branch to mispredict.
    n = 0
    if s.stock > 0:
        bad_east, bad_north = closing_lines(s.east, s.north)
        east = EAST_LINES & ~(s.east | bad_east)
        north = NORTH_LINES & ~(s.north | bad_north)
        line = 0
        for row in range(ROWS):
            for column in range(COLUMNS - 1):
                out[n] = line
                n += (east >> (COLUMNS * row + column)) & 1
                line += 1
        for space in range(SPACES - COLUMNS):
            out[n] = EAST_COUNT + space
            n += (north >> space) & 1
    if s.phase == SECOND:
        return n
    free = free_spaces(s)
    hand = s.hands[s.seat]
    first = -1
    shown = 0
    spaces = 0
    for i in range(CHIP_VALUES):
        if in_hand(hand, i) > 0:
            if first < 0:
                first = n
                for space in range(SPACES):
                    out[n] = CHIP + i * SPACES + space
                    n += (free >> space) & 1
                spaces = n - first
                shown = i
            else:
                for k in range(spaces):
                    out[n + k] = out[first + k] + (i - shown) * SPACES
                n += spaces
    out[n] = PASS
    return n + 1


@rule
def free_spaces(s: State) -> int:
    """NU5: the spaces that hold neither chip nor mine."""
    taken = 0
    for chips in s.chips:
        taken |= chips
    for mine in s.mines:
        taken |= 1 << mine
    return BOARD & ~taken


@rule
def play(setup: Setup, s: State, move: int) -> State:
    if s.phase == LAYOUT:
        return marked(setup, s, move)
    if s.phase == STARTER:
        phase = TURN if s.mines[0] >= 0 else LAYOUT
        return moved(s, phase, move - OUTCOME_STARTER, s.passed)
    if move < CHIP:
        return fenced(setup, s, move)
    if move == PASS:
        return next_turn(setup, s, s.passed | (1 << s.seat))
    if move > PASS:
        return s
    value = (move - CHIP) // SPACES
    board = 1 << (move - CHIP - value * SPACES)
    after = State(
        TURN,
        s.seat,
        s.mines,
        s.east,
        s.north,
        s.stock,
        put(s.chips, s.seat, s.chips[s.seat] | board),
        put(s.worth, value, s.worth[value] | board),
        put(s.hands, s.seat, s.hands[s.seat] - (1 << (HAND_BITS * value))),
        s.passed,
    )
    return next_turn(setup, after, s.passed)


@rule
def marked(setup: Setup, s: State, space: int) -> State:
    """NU1: a marker of a random layout is laid; equal ones are kept in the order of spaces."""
    i = 0
    while s.mines[i] >= 0:
        i += 1
    mines = put(s.mines, i, space)
    if i > 0 and setup.values[i] == setup.values[i - 1] and mines[i - 1] > space:
        mines = put(put(mines, i, mines[i - 1]), i - 1, space)
    phase = TURN if i + 1 == MARKERS else LAYOUT
    return State(
        phase, s.seat, mines, s.east, s.north, s.stock, s.chips, s.worth, s.hands, s.passed
    )


@rule
def fenced(setup: Setup, s: State, line: int) -> State:
    """NU3: a blocker stands; a second one is due while there is one, and a line for it."""
    east = s.east
    north = s.north
    if line < EAST_COUNT:
        east |= 1 << setup.line_space[line]
    else:
        north |= 1 << setup.line_space[line]
    after = State(
        SECOND,
        s.seat,
        s.mines,
        east,
        north,
        s.stock - 1,
        s.chips,
        s.worth,
        s.hands,
        s.passed,
    )
    if s.phase == TURN and after.stock > 0:
        bad_east, bad_north = closing_lines(east, north)
        if (EAST_LINES & ~(east | bad_east)) | (NORTH_LINES & ~(north | bad_north)) != 0:
            return after
    return next_turn(setup, after, s.passed)


@rule
def next_turn(setup: Setup, s: State, passed: int) -> State:
    """The turn goes to the next who has not passed; once all have, the game is over (NU7)."""
    seat = s.seat
    for _ in range(setup.players):
        seat = seat + 1 if seat + 1 < setup.players else 0
        if (passed >> seat) & 1 == 0:
            return moved(s, TURN, seat, passed)
    return moved(s, ENDED, s.seat, passed)


@rule
def moved(s: State, phase: int, seat: int, passed: int) -> State:
    """The same board with somebody else to act."""
    return State(phase, seat, s.mines, s.east, s.north, s.stock, s.chips, s.worth, s.hands, passed)


@rule
def roll(setup: Setup, s: State, rng: Any) -> Any:
    if s.phase == STARTER:
        seat, rng = below(rng, setup.players)
        return OUTCOME_STARTER + seat, rng
    free = free_of_mines(s)
    nth, rng = below(rng, popcount(free))
    space = 0
    while nth > 0 or (free >> space) & 1 == 0:
        nth -= (free >> space) & 1
        space += 1
    return space, rng


@rule
def free_of_mines(s: State) -> int:
    """The spaces on which no marker lies."""
    free = BOARD
    for mine in s.mines:
        if mine >= 0:
            free &= ~(1 << mine)
    return free


def outcomes(setup: Setup, s: State) -> list[tuple[int, Fraction]]:
    if s.phase == STARTER:
        share = Fraction(1, setup.players)
        return [(OUTCOME_STARTER + seat, share) for seat in range(setup.players)]
    free = free_of_mines(s)
    share = Fraction(1, popcount(free))
    return [(space, share) for space in range(SPACES) if free >> space & 1]


@rule
def side_of(setup: Setup, seat: int) -> int:
    """NU9: with four players those opposite are one side."""
    return seat & 1 if setup.players == 4 else seat


@rule
def strength(setup: Setup, s: State, side: int, area: int) -> int:
    """NU10: what a side's chips in an area are worth together."""
    mine = 0
    for seat in range(setup.players):
        if side_of(setup, seat) == side:
            mine |= s.chips[seat]
    total = 0
    for i in range(CHIP_VALUES):
        total += (i + 1) * popcount(s.worth[i] & mine & area)
    return total


@rule
def side_scores(setup: Setup, s: State) -> tuple[int, ...]:
    """NU10: what each side has won, in sixths of a point."""
    won = setup.nothing
    done = 0
    for mine in s.mines:
        if (done >> mine) & 1 == 0:
            area = area_of(mine, s.east, s.north)
            done |= area
            most = 0
            tied = 0
            for side in range(setup.sides):
                has = strength(setup, s, side, area)
                if has > most:
                    most = has
                    tied = 0
                if has == most:
                    tied += 1
            if most > 0:
                value = 0
                for i in range(MARKERS):
                    if (area >> s.mines[i]) & 1 == 1:
                        value += setup.values[i]
                share = value * SIXTHS // tied
                for side in range(setup.sides):
                    if strength(setup, s, side, area) == most:
                        won = put(won, side, won[side] + share)
    return won


@rule
def scores(setup: Setup, s: State) -> tuple[int, ...]:
    """Nobody has a point before all chips are turned over; partners have theirs together."""
    points = s.chips
    for seat in range(setup.players):
        points = put(points, seat, 0)
    if s.phase == ENDED:
        won = side_scores(setup, s)
        for seat in range(setup.players):
            points = put(points, seat, won[side_of(setup, seat)])
    return points


@rule
def shares(setup: Setup, s: State) -> tuple[int, ...]:
    """NU11: most points; a tie is a shared win."""
    won = side_scores(setup, s)
    most = 0
    winners = 0
    for side in range(setup.sides):
        if won[side] > most:
            most = won[side]
            winners = 0
        if won[side] == most:
            winners += 1
    for side in range(setup.sides):
        won = put(won, side, WIN // winners if won[side] == most else 0)
    return won


def next_starters(rules: Rules, setup: Setup, s: State, starter: int) -> Starters:
    """NU2: the loser of a finished game begins the next one at the same table."""
    return losers(scores(setup, s), info(rules).side_of)


@rule
def view(setup: Setup, s: State, seat: int) -> State:
    """NU8, NU9: values of one's own chips only; with ``look=False`` only those in hand."""
    if s.phase == ENDED:
        return s
    known = 0
    if seat >= 0 and setup.look == 1:
        known = s.chips[seat]
    worth = s.worth
    for i in range(CHIP_VALUES):
        worth = put(worth, i, s.worth[i] & known)
    hands = s.hands
    for other in range(setup.players):
        if other != seat:
            hands = put(hands, other, hand_size(s.hands[other]) << (HAND_BITS * UNKNOWN))
    return State(
        s.phase, s.seat, s.mines, s.east, s.north, s.stock, s.chips, worth, hands, s.passed
    )


@rule
def hand_size(hand: int) -> int:
    """How many chips a hand holds, known or not."""
    size = 0
    for i in range(CHIP_VALUES + 1):
        size += in_hand(hand, i)
    return size


@rule
def mask(setup: Setup, s: State, move: int, seat: int) -> int:
    """A chip's value is for its owner alone, with ``look=False`` not even for the owner."""
    if s.phase != TURN or not CHIP <= move < PASS or (s.seat == seat and setup.look == 1):
        return move
    return UNKNOWN_CHIP + (move - CHIP) % SPACES


@rule
def guess(setup: Setup, view: State, seat: int, rng: Any) -> Any:
    """Deal every chip of unknown value, on the board and in hand, from what its owner can have."""
    worth = view.worth
    hands = view.hands
    seen = 0
    for board in view.worth:
        seen |= board
    for owner in range(setup.players):
        hand = view.hands[owner]
        pool = setup.hand
        for i in range(CHIP_VALUES):
            known = in_hand(hand, i) + popcount(view.worth[i] & view.chips[owner])
            pool -= known << (HAND_BITS * i)
        for space in range(SPACES):
            if ((view.chips[owner] & ~seen) >> space) & 1 == 1:
                i, rng = drawn_chip(pool, rng)
                pool -= 1 << (HAND_BITS * i)
                worth = put(worth, i, worth[i] | (1 << space))
        for _ in range(in_hand(hand, UNKNOWN)):
            i, rng = drawn_chip(pool, rng)
            pool -= 1 << (HAND_BITS * i)
            hand += (1 << (HAND_BITS * i)) - (1 << (HAND_BITS * UNKNOWN))
        hands = put(hands, owner, hand)
    full = State(
        view.phase,
        view.seat,
        view.mines,
        view.east,
        view.north,
        view.stock,
        view.chips,
        worth,
        hands,
        view.passed,
    )
    return full, rng


@rule
def drawn_chip(pool: int, rng: Any) -> tuple[int, Any]:
    """The value - 1 of a chip drawn from a pool, and the generator after it."""
    nth, rng = below(rng, hand_size(pool))
    i = 0
    while nth >= in_hand(pool, i):
        nth -= in_hand(pool, i)
        i += 1
    return i, rng
