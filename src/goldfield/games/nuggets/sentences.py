"""The sentences of Nuggets: what is asked, and what a move is called and brings.

All of them are made from a view: none tells more than its reader may know.
"""

from __future__ import annotations

from goldfield.games.nuggets import refusals
from goldfield.games.nuggets.areas import parted
from goldfield.games.nuggets.awarded import award
from goldfield.games.nuggets.board import LINES, SPACES, area_of, ends_of, space_text
from goldfield.games.nuggets.fencing import is_alone, open_lines
from goldfield.games.nuggets.happened import area_words, can_play, describe, others_are_out
from goldfield.games.nuggets.rules import Rules, hand_size
from goldfield.games.nuggets.state import (
    CHIP,
    ENDED,
    LAYOUT,
    PASS,
    SECOND,
    STARTER,
    TURN,
    Setup,
    State,
)
from goldfield.words import Message, SeatName, say, say_n

__all__ = [
    "CHOICES",
    "asked",
    "award",
    "describe",
    "effect",
    "hint",
    "label",
    "title",
    "warning",
    "why_not_line",
]

CHOOSE_ANY = say("Choose two lines for blockers, or a chip and a space for it.")
CHOOSE_ONE_OR_CHIP = say("Choose a line for the last blocker, or a chip and a space for it.")
CHOOSE_LINES = say("Choose two lines for blockers.")
CHOOSE_LINE = say("Choose a line for the last blocker.")
CHOOSE_SECOND = say("Choose one more line; between the two there is no chip and no pass.")
CHOOSE_CHIP = say("Choose a chip and a space for it.")
CHOICES = (
    CHOOSE_ANY,
    CHOOSE_ONE_OR_CHIP,
    CHOOSE_LINES,
    CHOOSE_LINE,
    CHOOSE_SECOND,
    CHOOSE_CHIP,
)
"""What to do on a page; a terminal says instead what to type."""


def title(rules: Rules, setup: Setup, s: State, mine: bool) -> Message:
    """The headline of a state, as a question where the reader (``mine``) is to act."""
    if s.phase == STARTER:
        return say("Who begins?")
    if s.phase == LAYOUT:
        return say("Where do the mines lie?")
    if s.phase == ENDED:
        return say("Every chip is face up")
    if not mine:
        return asked(rules, setup, s)
    if s.phase == SECOND:
        return say("Where does the second blocker go?")
    if not open_lines(s):
        return say("Play a chip, or pass?") if can_play(s) else say("Only passing is left")
    return say("Build, play a chip, or pass?") if can_play(s) else say("Build, or pass?")


def asked(rules: Rules, setup: Setup, s: State) -> Message:
    """The headline of a state that names who is asked: for others, and for those who share."""
    who = SeatName(s.seat)
    if s.phase not in (TURN, SECOND):
        return title(rules, setup, s, True)
    if s.phase == SECOND:
        return say("{seat}: one more blocker", seat=who)
    if not open_lines(s):
        if can_play(s):
            return say("{seat}: play a chip, or pass?", seat=who)
        return say("{seat}: only passing is left", seat=who)
    if can_play(s):
        return say("{seat}: build, play, or pass?", seat=who)
    return say("{seat}: build, or pass?", seat=who)


def hint(rules: Rules, setup: Setup, s: State, mine: bool) -> Message:
    """The line under the headline: what to do, or what to know."""
    if s.phase == ENDED:
        return say("Most points win.")
    if s.phase not in (TURN, SECOND):
        return say("A moment.")
    if not mine:
        return say("{seat} is choosing.", seat=SeatName(s.seat))
    if s.phase == SECOND:
        return CHOOSE_SECOND
    if others_are_out(setup, s):
        return say("Everybody else has passed: go on alone; passing ends the game.")
    if not open_lines(s):
        return CHOOSE_CHIP if can_play(s) else say("A moment.")
    if s.stock == 1:
        return CHOOSE_ONE_OR_CHIP if can_play(s) else CHOOSE_LINE
    return CHOOSE_ANY if can_play(s) else CHOOSE_LINES


def label(rules: Rules, setup: Setup, s: State, move: int) -> Message:
    """What a legal move is called on its button, the verb first."""
    if move < LINES:
        a, b = ends_of(move)
        return say("Build between {a} and {b}", a=space_text(a), b=space_text(b))
    if move == PASS:
        return say("Pass for good")
    value, space = divmod(move - CHIP, SPACES)
    return say("Play a {value} on {space}", value=value + 1, space=space_text(space))


def effect(rules: Rules, setup: Setup, s: State, move: int) -> Message:
    """What a legal move brings, in a few words that stand beside its notation or its label."""
    if move < LINES:
        return _built(s, move)
    if move == PASS:
        return _passed(setup, s)
    value, space = divmod(move - CHIP, SPACES)
    area = area_words(s.mines, area_of(space, s.east, s.north))
    return say("counts {value} in an area of {area}", value=value + 1, area=area)


def _built(s: State, line: int) -> Message:
    made = parted(s.east, s.north, line)
    if made:
        one, other = (area_words(s.mines, area) for area in made)
        brings = say("makes two areas: {a} and {b}", a=one, b=other)
    else:
        brings = say("parts nothing by itself")
    if s.phase == TURN and is_alone(s, line):
        return say("{brings}; no second blocker can follow", brings=brings)
    return brings


def _passed(setup: Setup, s: State) -> Message:
    held = hand_size(s.hands[s.seat])
    if others_are_out(setup, s):
        if held == 0:
            return say("ends the game")
        return say_n(
            "ends the game, with {n} chip in hand", "ends the game, with {n} chips in hand", held
        )
    if held == 0:
        return say("out for the rest of the game")
    return say_n(
        "out for the rest of the game, with {n} chip in hand",
        "out for the rest of the game, with {n} chips in hand",
        held,
    )


def warning(rules: Rules, setup: Setup, s: State, move: int) -> Message | None:
    """What to know before passing, which is asked about twice; None for other moves."""
    if move != PASS:
        return None
    held = hand_size(s.hands[s.seat])
    if others_are_out(setup, s):
        return say_n(
            "Passing is final and ends the game, with {n} chip in your hand.",
            "Passing is final and ends the game, with {n} chips in your hand.",
            held,
        )
    return say_n(
        "Passing is final. You are out for the rest of this game, with {n} chip in hand; what lies "
        "on the land still counts.",
        "Passing is final. You are out for the rest of this game, with {n} chips in hand; what "
        "lies on the land still counts.",
        held,
    )


def why_not_line(rules: Rules, setup: Setup, s: State, line: int) -> Message | None:
    """Why no blocker can be placed on a line; None where one can."""
    refused = refusals.no_line(s, line)
    return refused.message if refused else None
