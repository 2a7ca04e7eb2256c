"""What is counted in many games of Nuggets: blockers, chips by value, passes, areas and mines.

What a side wins together counts for each of its partners, as their points do.
"""

from __future__ import annotations

from typing import Any

from goldfield.games.contract import rule
from goldfield.games.counting import Figure
from goldfield.games.nuggets.board import (
    EAST_LINES,
    LINES,
    NORTH_LINES,
    SPACES,
    area_of,
    closing_lines,
    popcount,
)
from goldfield.games.nuggets.layout import mines_of
from goldfield.games.nuggets.rules import (
    SIXTHS,
    Rules,
    free_spaces,
    hand_size,
    side_of,
    side_scores,
    strength,
)
from goldfield.games.nuggets.state import (
    CHIP,
    ENDED,
    MARKERS,
    PASS,
    SECOND,
    TURN,
    Setup,
    State,
)
from goldfield.words import Message, say

(
    TURNS,
    GAMES,
    BLOCKERS,
    PARTINGS,
    ONES,
    TWOS,
    THREES,
    FOURS,
    FIVES,
    CHIPS,
    VALUE,
    PASSES,
    FORCED,
    HELD,
    WON,
    TIED,
    MINES,
    SHARED,
    POINTS,
    SIDE_CHIPS,
) = range(20)
COUNTERS = (
    ("turns", say("Turns")),
    ("games", say("Games")),
    ("blockers", say("Blockers placed")),
    ("partings", say("Blockers that part an area")),
    ("ones", say("Chips of 1 played")),
    ("twos", say("Chips of 2 played")),
    ("threes", say("Chips of 3 played")),
    ("fours", say("Chips of 4 played")),
    ("fives", say("Chips of 5 played")),
    ("chips", say("Chips played")),
    ("value", say("Value of the chips played")),
    ("passes", say("Passes")),
    ("forced", say("Passes that were forced")),
    ("held", say("Chips in hand at the end")),
    ("won", say("Areas with mines won alone")),
    ("tied", say("Areas with mines shared")),
    ("mines", say("Mines won alone")),
    ("shared", say("Mines shared")),
    ("points", say("Points, in sixths")),
    ("side_chips", say("Chips of the side on the land at the end")),
)
FIGURES = (
    Figure("blockers_per_game", say("Blockers placed per game"), BLOCKERS, GAMES),
    Figure("parting_rate", say("Of these, part an area"), PARTINGS, BLOCKERS, is_share=True),
    Figure("chips_per_game", say("Chips played per game"), CHIPS, GAMES),
    Figure("value_per_chip", say("Mean value of these"), VALUE, CHIPS),
    Figure("held_per_game", say("Chips left in hand"), HELD, GAMES),
    Figure("forced_rate", say("Passes that were forced"), FORCED, PASSES, is_share=True),
    Figure("won_per_game", say("Areas won alone"), WON, GAMES),
    Figure("tied_per_game", say("Areas shared"), TIED, GAMES),
    Figure("mines_per_game", say("Mines won alone"), MINES, GAMES),
    Figure("points_per_chip", say("Points per chip"), POINTS, SIDE_CHIPS, parts=SIXTHS),
)
_PER_SEAT = len(COUNTERS)


def drawn(rules: Rules) -> Message:
    """What chance decided before the first move: nothing is rolled in this game."""
    if not mines_of(rules.layout):
        if rules.first == 0:
            return say(
                "Nothing is rolled in this game. Where the mines lie and who begins was drawn "
                "before the first move; everything after that was decided at the table."
            )
        return say(
            "Nothing is rolled in this game. Where the mines lie was drawn before the first move; "
            "everything after that was decided at the table."
        )
    if rules.first == 0:
        return say(
            "Nothing is rolled in this game. Who begins was drawn; everything after that was "
            "decided at the table."
        )
    return say("Nothing was rolled or drawn in this game: everything was decided at the table.")


@rule
def observe(setup: Setup, before: State, move: int, after: State, out: Any) -> None:
    """Add one move to the counters of its seat, and the end of a game to those of all."""
    if before.phase != TURN and before.phase != SECOND:
        return
    mine = before.seat * _PER_SEAT
    if before.phase == TURN:
        out[mine + TURNS] += 1
    if move < LINES:
        out[mine + BLOCKERS] += 1
        out[mine + PARTINGS] += parts(setup, before, move, after)
    elif move < PASS:
        value = (move - CHIP) // SPACES
        out[mine + ONES + value] += 1
        out[mine + CHIPS] += 1
        out[mine + VALUE] += value + 1
    else:
        out[mine + PASSES] += 1
        out[mine + FORCED] += must_pass(before)
        if after.phase == ENDED:
            end(setup, after, out)


@rule
def parts(setup: Setup, before: State, line: int, after: State) -> int:
    """1 where a blocker parts the area that it stands in, else 0."""
    space = setup.line_space[line]
    whole = area_of(space, before.east, before.north)
    return 1 if area_of(space, after.east, after.north) != whole else 0


@rule
def must_pass(s: State) -> int:
    """1 where who is to act has neither a line for a blocker nor a chip to play, else 0 (NU6)."""
    if hand_size(s.hands[s.seat]) > 0 and free_spaces(s) != 0:
        return 0
    bad_east, bad_north = closing_lines(s.east, s.north)
    left = (EAST_LINES & ~(s.east | bad_east)) | (NORTH_LINES & ~(s.north | bad_north))
    return 0 if s.stock > 0 and left != 0 else 1


@rule
def end(setup: Setup, s: State, out: Any) -> None:
    """Add what is known once all chips are turned over."""
    points = side_scores(setup, s)
    for seat in range(setup.players):
        side = side_of(setup, seat)
        at = seat * _PER_SEAT
        out[at + GAMES] += 1
        out[at + HELD] += hand_size(s.hands[seat])
        out[at + POINTS] += points[side]
        for other in range(setup.players):
            if side_of(setup, other) == side:
                out[at + SIDE_CHIPS] += popcount(s.chips[other])
    done = 0
    for mine in s.mines:
        if (done >> mine) & 1 == 0:
            area = area_of(mine, s.east, s.north)
            done |= area
            end_of_area(setup, s, area, out)


@rule
def end_of_area(setup: Setup, s: State, area: int, out: Any) -> None:
    """Add who takes the mines of an area (NU10)."""
    most = 0
    tied = 0
    for side in range(setup.sides):
        has = strength(setup, s, side, area)
        if has > most:
            most = has
            tied = 0
        if has == most:
            tied += 1
    markers = 0
    for i in range(MARKERS):
        markers += (area >> s.mines[i]) & 1
    for seat in range(setup.players):
        if most > 0 and strength(setup, s, side_of(setup, seat), area) == most:
            at = seat * _PER_SEAT
            if tied == 1:
                out[at + WON] += 1
                out[at + MINES] += markers
            else:
                out[at + TIED] += 1
                out[at + SHARED] += markers
