"""The log of Nuggets: what a move or an outcome did, in sentences.

Made from a reader's views and the masked move alone: the value of a chip is told where the move
itself has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldfield.games.nuggets.areas import markers_in, parted
from goldfield.games.nuggets.awarded import listed, sums_words, totals_words
from goldfield.games.nuggets.board import LINES, SPACES, ends_of, popcount, space_text
from goldfield.games.nuggets.fencing import open_lines
from goldfield.games.nuggets.layout import VALUES
from goldfield.games.nuggets.reveal import awards, totals
from goldfield.games.nuggets.rules import Rules, free_spaces, hand_size
from goldfield.games.nuggets.state import (
    CHIP,
    ENDED,
    LAYOUT,
    PASS,
    SECOND,
    STARTER,
    TURN,
    UNKNOWN_CHIP,
    Setup,
    State,
)
from goldfield.words import Message, SeatName, Value, say, say_n


def describe(rules: Rules, setup: Setup, before: State, move: int, after: State) -> list[Message]:
    """What happened, in sentences for the log."""
    if before.phase == STARTER:
        return [say("The draw fell on {seat}: first turn.", seat=SeatName(after.seat))]
    if before.phase == LAYOUT:
        return _laid(after)
    if move < LINES:
        return _built(before, move, after)
    if move == PASS:
        return _passed(rules, setup, before, after)
    return _played(before, move, after)


def area_words(mines: tuple[int, ...], area: int) -> Message:
    """An area inside a sentence: how large it is, and the mines in it, the dearest first."""
    markers: tuple[Value, ...] = tuple(markers_in(mines, area))
    size = popcount(area)
    if not markers:
        return say_n("{n} space (no mine)", "{n} spaces (no mine)", size)
    if len(markers) == 1:
        return say_n("{n} space (mine: {mine})", "{n} spaces (mine: {mine})", size, mine=markers[0])
    return say_n("{n} space (mines: {mines})", "{n} spaces (mines: {mines})", size, mines=markers)


def can_play(s: State) -> bool:
    """Whether who is to act has a chip in hand and a space for it (NU5); everybody sees that."""
    return hand_size(s.hands[s.seat]) > 0 and free_spaces(s) != 0


def others_are_out(setup: Setup, s: State) -> bool:
    """Whether who is to act goes on alone (NU6)."""
    return s.passed | 1 << s.seat == (1 << setup.players) - 1


def _laid(after: State) -> list[Message]:
    """NU1: the mines of a random layout are told together, once the last one lies."""
    if after.phase == LAYOUT:
        return []
    mines = sorted(zip(VALUES, after.mines, strict=True), key=lambda mine: (-mine[0], mine[1]))
    return [say("The mines were drawn: {mines}.", mines=listed([_mine(v, at) for v, at in mines]))]


def _mine(value: int, space: int) -> Message:
    return say("{value} on {space}", value=value, space=space_text(space))


def _built(before: State, line: int, after: State) -> list[Message]:
    """NU3: a blocker, what it parts, and why no second one or none at all follows."""
    who, (a, b) = SeatName(before.seat), map(space_text, ends_of(line))
    if before.phase == TURN:
        said = [say("{seat} placed a blocker between {a} and {b}.", seat=who, a=a, b=b)]
    else:
        said = [say("{seat} placed the second blocker between {a} and {b}.", seat=who, a=a, b=b)]
    made = parted(before.east, before.north, line)
    if made:
        one, other = (area_words(after.mines, area) for area in made)
        said.append(say("That makes two areas: {a} and {b}.", a=one, b=other))
    if after.stock == 0:
        said.append(say("That was the last blocker."))
    elif not open_lines(after._replace(phase=SECOND)):
        said.append(say("There is no line left for a blocker."))
    if before.phase == TURN and after.phase != SECOND:
        said.append(say("So this turn is one blocker only."))
    return said


def _played(before: State, move: int, after: State) -> list[Message]:
    """NU5: a chip, with its value where the reader may know it."""
    who = SeatName(before.seat)
    if move >= UNKNOWN_CHIP:
        space = space_text(move - UNKNOWN_CHIP)
        said = [say("{seat} put a chip on {space}, face down.", seat=who, space=space)]
    else:
        value, space = divmod(move - CHIP, SPACES)
        said = [
            say(
                "{seat} put a chip worth {value} on {space}, face down.",
                seat=who,
                value=value + 1,
                space=space_text(space),
            )
        ]
    if hand_size(after.hands[before.seat]) == 0:
        said.append(say("That was the last chip in that hand."))
    if free_spaces(after) == 0 and any(hand_size(hand) for hand in after.hands):
        said.append(say("There is no space left for a chip."))
    return said


def _passed(rules: Rules, setup: Setup, before: State, after: State) -> list[Message]:
    """NU6, NU7: a pass, why it had to be, and who goes on; after the last one, who takes what."""
    said = [_pass(before)]
    if after.phase == ENDED:
        return said + _end(rules, setup, after)
    if others_are_out(setup, after):
        said.append(say("Everybody but {seat} is out.", seat=SeatName(after.seat)))
    return said


def _pass(s: State) -> Message:
    who, held = SeatName(s.seat), hand_size(s.hands[s.seat])
    if not open_lines(s) and not can_play(s):
        return say(
            "{seat} had to pass: {blockers}, and {chips}.",
            seat=who,
            blockers=say("there is no blocker left")
            if s.stock == 0
            else say("there is no line left for a blocker"),
            chips=say("no chip is left in that hand")
            if held == 0
            else say("there is no space left for a chip"),
        )
    if held == 0:
        return say("{seat} passed, for good.", seat=who)
    return say_n(
        "{seat} passed, for good, with {n} chip in hand.",
        "{seat} passed, for good, with {n} chips in hand.",
        held,
        seat=who,
    )


def _end(rules: Rules, setup: Setup, s: State) -> list[Message]:
    """NU10: all chips are turned over; area by area, the dearest last."""
    said = [say("Everybody has passed: every chip is turned face up.")]
    said += [_area(setup, s, found) for found in awards(rules, setup, s) if found["markers"]]
    said.append(say("In all: {totals}.", totals=totals_words(setup, totals(setup, s))))
    return said


def _area(setup: Setup, s: State, found: Mapping[str, Any]) -> Message:
    area = set(found["spaces"])
    mines = sorted(
        ((v, at) for v, at in zip(VALUES, s.mines, strict=True) if at in area), reverse=True
    )
    told = [_mine(value, at) for value, at in mines]
    sums = sums_words(setup, found["sums"])
    if not sums:
        return say_n(
            "Mine {mines}. {award}",
            "Mines {mines}. {award}",
            len(told),
            mines=listed(told),
            award=found["text"],
        )
    return say_n(
        "Mine {mines}: {sums}. {award}",
        "Mines {mines}: {sums}. {award}",
        len(told),
        mines=listed(told),
        sums=sums,
        award=found["text"],
    )
