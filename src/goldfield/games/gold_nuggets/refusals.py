"""Why a text is no move of Gold Nuggets here: one sentence each, with the number of its rule."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from goldfield.games.contract import IllegalMove, Why
from goldfield.games.gold_nuggets.rules import (
    AGAIN,
    CHOICE,
    KEEP,
    ROLL,
    SOURCE,
    STARTER,
    Rules,
    Setup,
    State,
    table_of,
)
from goldfield.games.gold_nuggets.turn import FACES, NUMBERS, ROLLS, Counts
from goldfield.words import Message, Pieces, say, say_n, shortened

WORDS = ("keep", "roll", "collect", "rob", "again", "end", "stop")
"""The words that a move may begin with, at a table where all of them are used."""


def _illegal(message: Message, rule: str) -> IllegalMove:
    return IllegalMove(Why.ILLEGAL, message, rule)


def _unparsable(message: Message, rule: str = "") -> IllegalMove:
    return IllegalMove(Why.UNPARSABLE, message, rule)


def _dice(face: str, n: int) -> Pieces:
    return Pieces("dice", face * n)


def over() -> IllegalMove:
    """Any text once the game has ended."""
    return _illegal(say("The game is over."), "GN8")


def no_move(rules: Rules, s: State, text: str, possible: Sequence[str]) -> IllegalMove:
    """A text that begins with no word of the notation; ``possible`` moves are named instead."""
    text = text.strip()
    if s.phase in (STARTER, ROLL):
        return _unparsable(
            say("{text} is no move, and chance is to act now.", text=shortened(text, 30))
        )
    if s.phase == KEEP:
        ways = say("Now you set dice aside, as in {example}.", example=possible[0])
    else:
        ways = say("Possible now: {moves}.", moves=tuple(possible))
    if not text:
        return _unparsable(say("Type a move. {ways}", ways=ways))
    words = [word for word in WORDS if word != "stop" or rules.rob == "several"]
    near = difflib.get_close_matches(text.lower().split()[0], words, 1)
    hint = say(" Did you mean {near}?", near=near[0]) if near else ""
    return _unparsable(
        say("{text} is no move. {ways}{hint}", text=shortened(text, 30), ways=ways, hint=hint)
    )


def no_face() -> IllegalMove:
    """A 1 or a 6, which these dice do not show."""
    return _unparsable(
        say("No die here shows 1 or 6: gold is G, a lasso is L, the numbers are 2 to 5.")
    )


def no_dice(text: str) -> IllegalMove:
    """Anything but dice, straights and extensions behind ``keep``."""
    if text.count("(") != text.count(")"):
        return _unparsable(say("A parenthesis is missing: a straight is written (345)."))
    return _unparsable(
        say(
            "keep takes dice, G L 2 3 4 5, as in keep GG 222; {text} is something else.",
            text=shortened(text, 30),
        )
    )


def nothing(example: str) -> IllegalMove:
    """``keep`` alone."""
    return _illegal(
        say("Say which dice you set aside, at least one: {example}.", example=example), "GN2"
    )


def chance(s: State, verb: str) -> IllegalMove:
    """A player's word while chance is to act, or ``first`` at any other time."""
    if s.phase == STARTER:
        return _illegal(
            say("The first player is being drawn: nobody can {verb} yet.", verb=verb), "GN1"
        )
    if verb == "first":
        return _illegal(say("Who begins is settled; first comes before any dice."), "GN1")
    return _illegal(say("The dice are falling: nobody can {verb} now.", verb=verb), "GN1")


def dice_now(s: State, dice: str) -> IllegalMove:
    """Dice alone while a player, or the draw of the first player, is to act."""
    if s.phase == STARTER:
        return _illegal(say("No dice fall before the first player is drawn: first 1."), "GN1")
    if s.phase == KEEP:
        return _illegal(
            say("{dice} alone is a roll, and it has fallen; to set aside, type keep.", dice=dice),
            "GN1",
        )
    return _illegal(say("No dice are falling now: a player is to choose."), "GN1")


def wrong_number(hand: int, given: int) -> IllegalMove:
    """An outcome of too many or too few dice."""
    return _illegal(
        say_n("{n} die falls, not {given}.", "{n} dice fall, not {given}.", hand, given=given),
        "GN1",
    )


def check_marks(rules: Rules, s: State, marked: Sequence[str]) -> None:
    """Refuse parentheses that are no straight or extension here."""
    aside = table_of(rules).asides[s.aside]
    low = aside.low + marked.count("(234)")
    high = aside.high + marked.count("(345)")
    for piece in marked:
        if not rules.straights:
            raise _illegal(say("Straights are not played at this table."), "GN-straights")
        if "+" in piece and piece not in ("(+2)", "(+5)"):
            raise _illegal(
                say("A straight grows at its ends: (+2) extends 3-4-5, (+5) extends 2-3-4."),
                "GN-straights",
            )
        if "+" not in piece and piece not in ("(234)", "(345)", "(2345)"):
            raise _illegal(
                say(
                    "{piece} is no straight: those are (234), (345) and (2345), one die of each.",
                    piece=piece,
                ),
                "GN-straights",
            )
    if marked.count("(+2)") > high:
        raise _illegal(say("No straight 3-4-5 lies aside for a 2 to extend."), "GN-straights")
    if marked.count("(+5)") > low:
        raise _illegal(say("No straight 2-3-4 lies aside for a 5 to extend."), "GN-straights")


def check_rolled(s: State, wanted: Counts) -> None:
    """Refuse dice that the roll does not show."""
    for face, n, rolled in zip(FACES, wanted, ROLLS[s.roll], strict=True):
        if n > rolled:
            if rolled == 0:
                raise _illegal(say("You rolled no {face}.", face=face), "GN2")
            raise _illegal(
                say(
                    "You rolled only {shown}, not {wanted}.",
                    shown=_dice(face, rolled),
                    wanted=_dice(face, n),
                ),
                "GN2",
            )


def ambiguous(texts: Sequence[str]) -> IllegalMove:
    """Dice that can be read in several ways."""
    return IllegalMove(
        Why.AMBIGUOUS,
        say("These dice can be read in {n} ways: {texts}.", n=len(texts), texts=" / ".join(texts)),
        "GN-straights",
        texts,
    )


def no_keep(rules: Rules, s: State, plain: Sequence[str], loose: Counts) -> IllegalMove:
    """Dice that were rolled but make no permitted combination: as typed, and counted."""
    if not rules.straights and any(piece in ("234", "345", "2345") for piece in plain):
        return _illegal(say("Straights are not played at this table."), "GN-straights")
    aside = table_of(rules).asides[s.aside]
    needed = 2 if rules.pairs else 3
    for number, n, lies in zip(NUMBERS, loose[2:], aside.numbers, strict=True):
        if n and not lies and n < needed:
            return _too_few(rules, number, n, ROLLS[s.roll][number], needed)
    return _illegal(
        say("These dice make no straight and fit nothing that lies aside."), "GN-straights"
    )


def _too_few(rules: Rules, number: int, n: int, rolled: int, needed: int) -> IllegalMove:
    """A number of which too few dice are named, and none lies aside (GN2)."""
    rule = "GN-pairs" if rules.pairs else "GN2"
    if rules.straights and rolled < needed:
        message = say(
            "{dice} fits no straight here, and a number needs {needed} alike or its set aside.",
            dice=_dice(str(number), n),
            needed=needed,
        )
        return _illegal(message, "GN-straights")
    if rolled >= needed:
        message = say(
            "{dice} is too few to begin a set: it takes {needed} or more, and you rolled {rolled}.",
            dice=_dice(str(number), n),
            needed=needed,
            rolled=rolled,
        )
    elif n == 1:
        message = say(
            "A single {number} can only join a set, and no set of {number} lies aside.",
            number=number,
        )
    else:
        message = say(
            "{dice} is a pair, and pairs are not played at this table: a set begins with three.",
            dice=_dice(str(number), n),
        )
    return _illegal(message, rule)


_NOT_NOW = {
    (KEEP, "roll"): (say("Set at least one die aside before you roll on."), "GN2"),
    (KEEP, "collect"): (say("Set something aside from this roll before you collect."), "GN4"),
    (KEEP, "rob"): (say("Set something aside from this roll before you rob."), "GN4"),
    (KEEP, "again"): (say("A fresh run comes only after all seven dice lie aside."), "GN5"),
    (KEEP, "end"): (say("The turn cannot end here: set dice aside, then collect."), "GN4"),
    (KEEP, "stop"): (say("There is nothing to stop: nothing is being collected."), "GN7"),
    (CHOICE, "keep"): (
        say("You have set aside from this roll already: roll on, or collect."),
        "GN4",
    ),
    (CHOICE, "again"): (say("A fresh run needs all seven aside; type roll to go on."), "GN5"),
    (CHOICE, "end"): (say("A turn ends by collecting what lies aside: type collect."), "GN4"),
    (CHOICE, "stop"): (say("Nothing is being collected yet, so nothing can stop."), "GN7"),
    (SOURCE, "end"): (say("The collection comes first; the turn ends after it."), "GN7"),
    (SOURCE, "again"): (say("The collection comes first; a fresh run may follow it."), "GN5"),
    (SOURCE, "collect"): (say("The supply has given all it had."), "GN7"),
    (SOURCE, "stop"): (say("Name at least one source before you stop."), "GN7"),
    (AGAIN, "keep"): (say("No dice lie in front of you: type again or end."), "GN5"),
    (AGAIN, "roll"): (say("All seven dice are aside: for a fresh run type again."), "GN5"),
    (AGAIN, "collect"): (say("You have collected already: type again or end."), "GN5"),
    (AGAIN, "rob"): (say("You have collected already, so there is nothing to rob for."), "GN5"),
    (AGAIN, "stop"): (say("The collection is over: type again or end."), "GN5"),
}
"""Words of the notation out of their phase; what depends on more is in :func:`not_now`."""


def not_now(rules: Rules, setup: Setup, s: State, verb: str, seat: int) -> IllegalMove:
    """A move of the notation that this phase does not allow."""
    if s.phase == SOURCE and verb in ("keep", "roll"):
        if setup.left[s.aside] == 0:
            return _illegal(say("No die is left in hand: all seven lie aside."), "GN5")
        return _illegal(say("The collection has begun, so no more dice are rolled."), "GN7")
    if verb == "stop" and not setup.several:
        return _illegal(
            say("Nuggets come from one source at this table: there is nothing to stop."), "GN7"
        )
    if verb == "rob" and seat == s.seat:
        return _illegal(say("You cannot rob yourself."), "GN7")
    if verb == "rob" and s.phase == CHOICE:
        lassos = table_of(rules).asides[s.aside].lasso
        if lassos < 3:
            return _illegal(
                say_n(
                    "Robbing takes three lassos aside; {n} lies there.",
                    "Robbing takes three lassos aside; {n} lie there.",
                    lassos,
                ),
                "GN7",
            )
        return _illegal(say("Lassos alone are worth nothing, so there is nothing to rob."), "GN7")
    if verb == "rob" and s.phase == SOURCE:
        return _illegal(say("That player has given all there was."), "GN7")
    message, rule = _NOT_NOW[s.phase, verb]
    return _illegal(message, rule)
