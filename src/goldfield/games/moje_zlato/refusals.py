"""Why a text is no move of Moje zlato! here: one sentence each, with the number of its rule.

What is said here is about words, dice and chance; :mod:`refused_cards` says why a chest or a
treasure cannot be used.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import NamedTuple

from goldfield.games.contract import IllegalMove, Why
from goldfield.games.moje_zlato.deck import CONTENTS, FACES, MOST_LOCKS
from goldfield.games.moje_zlato.rules import Rules
from goldfield.games.moje_zlato.state import (
    ACT,
    CONTENT,
    DEAL,
    LOCKS,
    OUTCOME_STARTER,
    REROLL,
    REVEAL,
    SLOTS,
    STARTER,
    State,
)
from goldfield.games.moje_zlato.turn import THROWS, Part, throw_text
from goldfield.words import Message, Pieces, say, say_n, shortened

WORDS = ("stand", "reroll", "open", "load", "attack", "end", "lock", "board", "lay", "take")
"""The words that a move may begin with; the last four only at tables that play ``commit``."""
OF_COMMIT = WORDS[6:]
OF_CHANCE = ("first", "locks", "fish", "bones")
"""The words that chance's outcomes may begin with."""
MOST_NAMED = 6
"""So many moves a sentence names at the most."""


class Said(NamedTuple):
    """What a text says: its word, a chest's place or a seat (-1: none named), treasures, dice."""

    verb: str
    place: int = -1
    cards: tuple[Part, ...] = ()
    dice: str = ""
    """The dice of a reroll, or the place that a single die is laid on."""


def illegal(message: Message, rule: str) -> IllegalMove:
    """A move that reads well and cannot be made."""
    return IllegalMove(Why.ILLEGAL, message, rule)


def _unparsable(message: Message, rule: str = "") -> IllegalMove:
    return IllegalMove(Why.UNPARSABLE, message, rule)


def dice(text: str) -> Pieces:
    """Dice inside a sentence."""
    return Pieces("dice", text)


def treasure(text: str) -> Pieces:
    """A treasure inside a sentence."""
    return Pieces("treasure", text)


def possible(texts: Sequence[str]) -> str:
    """Moves in a sentence: one of each word first, then others, a few of many."""
    firsts = {text.split()[0]: text for text in reversed(texts)}
    chosen = sorted(firsts.values(), key=texts.index)[:MOST_NAMED]
    chosen += [text for text in texts if text not in chosen][: MOST_NAMED - len(chosen)]
    shown = " / ".join(sorted(chosen, key=texts.index))
    return f"{shown} / …" if len(texts) > len(chosen) else shown


def ways(texts: Sequence[str]) -> Message:
    """What can be done instead."""
    return say("Possible now: {moves}.", moves=possible(texts))


def over() -> IllegalMove:
    """Any text once the game has ended."""
    return illegal(say("The game is over."), "MZ8")


def ambiguous(texts: Sequence[str]) -> IllegalMove:
    """A text that names too little, or dice and treasures that can be read in several ways."""
    return IllegalMove(
        Why.AMBIGUOUS,
        say("This can mean {n} moves: {texts}.", n=len(texts), texts=possible(texts)),
        "",
        texts,
    )


# ---- while chance is to act


def wrong_number(thrown: int, given: int) -> IllegalMove:
    """An outcome of too many or too few dice."""
    return illegal(
        say_n("{n} die falls, not {given}.", "{n} dice fall, not {given}.", thrown, given=given),
        "MZ1",
    )


def no_outcome(rules: Rules, s: State, words: str, text: str, outcome: int) -> IllegalMove:
    """What chance cannot bring (``outcome`` is -1 where the text names nothing of its kind)."""
    verb = words.partition(" ")[0]
    if outcome < 0 and verb in WORDS:
        return _nobody(s, verb)
    if outcome < 0:
        return _unparsable(
            say(
                "{text} is no move, and chance is to act now: {what}.",
                text=_quoted(text),
                what=_awaited(s),
            )
        )
    if s.phase == STARTER:
        return no_seat(outcome - OUTCOME_STARTER + 1, rules.players)
    if s.phase == DEAL:
        return _no_locks(outcome - LOCKS + 1)
    if s.phase == REVEAL:
        holds = tuple(
            treasure(CONTENTS[kind])
            for kind in range(len(CONTENTS))
            if s.unseen[s.opened - 1] >> (4 * kind) & 15
        )
        return illegal(
            say_n(
                "Of the chests with {n} lock that nobody has seen, none hides {content}; they hide "
                "{contents}.",
                "Of the chests with {n} locks that nobody has seen, none hides {content}; they "
                "hide {contents}.",
                s.opened,
                content=treasure(CONTENTS[outcome - CONTENT]),
                contents=holds,
            ),
            "MZ3",
        )
    return illegal(
        say("This table's die cannot show that: its faces are {faces}.", faces=dice(rules.faces)),
        "MZ1",
    )


def _nobody(s: State, verb: str) -> IllegalMove:
    """A player's word while chance is to act."""
    if s.phase == STARTER:
        return illegal(
            say("The first player is being drawn: nobody can {verb} yet.", verb=verb), "MZ1"
        )
    if s.phase == DEAL:
        return illegal(
            say("The pile's next chest comes to light: nobody can {verb} now.", verb=verb), "MZ7"
        )
    if s.phase == REVEAL:
        return illegal(
            say("A chest is being turned over: nobody can {verb} now.", verb=verb), "MZ3"
        )
    return illegal(say("The dice are falling: nobody can {verb} now.", verb=verb), "MZ1")


def _awaited(s: State) -> Message:
    """What chance brings next, and how it is written."""
    if s.phase == STARTER:
        return say("it draws who begins, as in {example}", example="first 2")
    if s.phase == DEAL:
        return say("the next chest comes to light, as in {example}", example="locks 2")
    if s.phase == REVEAL:
        return say("a chest is turned over, as in {example}", example="cd / fish")
    return say_n(
        "{n} die falls, as in {example}", "{n} dice fall, as in {example}", s.thrown,
        example=FACES[: s.thrown],
    )  # fmt: skip


def _no_locks(locks: int) -> IllegalMove:
    if not 1 <= locks <= MOST_LOCKS:
        return illegal(say("A chest has 1 to 3 locks, not {locks}.", locks=locks), "MZ7")
    return illegal(
        say_n(
            "No chest with {n} lock is left in the pile.",
            "No chest with {n} locks is left in the pile.",
            locks,
        ),
        "MZ7",
    )


# ---- texts that are no move


def no_move(rules: Rules, s: State, words: str, text: str, texts: Sequence[str]) -> IllegalMove:
    """A text that begins with no word of a player; what is possible is named instead."""
    if not words:
        return _unparsable(say("Type a move. {ways}", ways=ways(texts)))
    letters = words.replace(" ", "").upper()
    if not letters.strip(FACES):
        return _dice_alone(s, letters, texts)
    verb = words.partition(" ")[0]
    if verb in OF_CHANCE:
        return illegal(say("That is chance's to say, and a player is to choose."), "MZ1")
    known = WORDS if rules.commit else WORDS[:6]
    near = difflib.get_close_matches(verb[:20], known, 1)
    hint = say(" Did you mean {near}?", near=near[0]) if near else ""
    return _unparsable(
        say("{text} is no move. {ways}{hint}", text=_quoted(text), ways=ways(texts), hint=hint)
    )


def _dice_alone(s: State, letters: str, texts: Sequence[str]) -> IllegalMove:
    """Dice, or the symbols of a treasure, without a word."""
    shown = letters[:8]
    if s.phase == REROLL:
        return illegal(
            say(
                "{dice} alone is a roll, and it has fallen: to roll dice again, type reroll; to "
                "keep them, stand.",
                dice=shown,
            ),
            "MZ1",
        )
    return illegal(
        say("{dice} alone does not say what to do. {ways}", dice=shown, ways=ways(texts)), "MZ3"
    )


def _quoted(text: str) -> str:
    return shortened(text, 30)


def alone(verb: str, rest: str) -> IllegalMove:
    """Something behind a word that takes nothing."""
    return _unparsable(say("{verb} stands alone, without {rest}.", verb=verb, rest=rest[:20]))


def no_dice(text: str) -> IllegalMove:
    """Anything but dice behind ``reroll``."""
    return _unparsable(
        say(
            "reroll takes dice, {faces}, as in reroll CK; {text} is something else.",
            faces=" ".join(FACES),
            text=text[:20],
        )
    )


def no_place(place: int, places: int) -> IllegalMove:
    """A place that the middle does not have."""
    return illegal(
        say(
            "The middle has places 1 to {n}, from left to right; {place} is none of them.",
            n=places,
            place=place,
        ),
        "MZ3",
    )


def no_seat(seat: int, players: int) -> IllegalMove:
    """A seat that the table does not have."""
    return illegal(say("There is no seat {seat}; seats are 1 to {n}.", seat=seat, n=players), "MZ2")


def no_number(verb: str, text: str) -> IllegalMove:
    """Something else where a number stands."""
    if verb in ("open", "lock"):
        return _unparsable(
            say(
                "{verb} takes the place of a chest, 1 to {n} from left to right, as in {verb} 2; "
                "{text} is something else.",
                verb=verb,
                n=SLOTS,
                text=text[:20],
            ),
        )
    return _unparsable(
        say(
            "{verb} takes the number of a seat, as in {verb} 2; {text} is something else.",
            verb=verb,
            text=text[:20],
        )
    )


def which_symbol(text: str) -> IllegalMove:
    """``lay`` without C or D in front."""
    return _unparsable(
        say(
            "lay takes a coin's place, C, or a diamond's, D, and then the treasure, as in lay C "
            "cd; {text} begins otherwise.",
            text=text[:20],
        )
    )


def no_treasure(verb: str, word: str) -> IllegalMove:
    """Something else where a treasure stands."""
    if word in OF_CHANCE:
        return illegal(
            say("Fish bones lie under the ship already: nobody loads or takes them."), "MZ3"
        )
    example = {"attack": "attack 2: c, cd", "take": "take 2: cd", "lay": "lay C cd"}
    return _unparsable(
        say(
            "A treasure is written in coins c and diamonds d, as in {example}; {word} is something "
            "else.",
            example=example.get(verb, "load cd"),
            word=word[:20],
        )
    )


# ---- dice


def not_dice(rules: Rules, s: State, said: Said, texts: Sequence[str]) -> IllegalMove:
    """``stand`` or ``reroll`` where it cannot be."""
    if said.verb == "stand":
        return illegal(say("The dice stand already. {ways}", ways=ways(texts)), "MZ1")
    if s.phase == ACT and rules.rerolls == 0:
        return illegal(
            say("At this table dice are rolled only once. {ways}", ways=ways(texts)), "MZ1"
        )
    if s.phase == ACT:
        return illegal(
            say("The dice stand and are not rolled again. {ways}", ways=ways(texts)), "MZ1"
        )
    hand = throw_text(s.hand)
    for face, have in zip(FACES, THROWS[s.hand], strict=True):
        n = said.dice.count(face)
        if n and not have:
            return illegal(
                say(
                    "You have no {face} in hand: your dice are {dice}.", face=face, dice=dice(hand)
                ),
                "MZ1",
            )
        if n > have:
            return illegal(
                say(
                    "You have only {have} in hand, not {wanted}: your dice are {dice}.",
                    have=dice(face * have),
                    wanted=dice(face * min(n, 8)),
                    dice=dice(hand),
                ),
                "MZ1",
            )
    return illegal(
        say("Say which dice are rolled again: {dice} for all; stand keeps them.",
            dice=f"reroll {hand}"),
        "MZ1",
    )  # fmt: skip


def too_early(rules: Rules, said: Said, texts: Sequence[str]) -> IllegalMove:
    """A move of whole cards before the dice stand."""
    if said.verb == "end":
        return illegal(say("The turn goes on: to keep the dice as they are, type stand."), "MZ4")
    if rules.commit:
        instead = {"open": "lock", "attack": "board"}.get(said.verb, "lay")
        found = [text for text in texts if text.startswith(instead)]
        if found:
            return illegal(
                say(
                    "Until the dice stand they are laid one at a time: {moves}; or type stand.",
                    moves=possible(found),
                ),
                "MZ5",
            )
    if said.verb in ("attack", "take"):
        return illegal(
            say("An attack comes once the dice stand: first type stand, or reroll some."), "MZ2"
        )
    return illegal(
        say(
            "First the dice: type stand, or reroll some. Then chests are opened and treasures "
            "loaded."
        ),
        "MZ1",
    )


def no_single_dice(rules: Rules, s: State, texts: Sequence[str]) -> IllegalMove:
    """``lock``, ``board`` or ``lay`` where no single dice are laid."""
    if s.phase == REROLL:
        return illegal(
            say(
                "At this table no dice are laid before the second roll: reroll some, or type stand."
            ),
            "MZ1",
        )
    if rules.commit:
        return illegal(
            say(
                "Single dice are laid before the second roll; now every place of a card is filled "
                "at once. {ways}",
                ways=ways(texts),
            ),
            "MZ5",
        )
    return illegal(
        say(
            "A card takes dice only if all its places are filled at once. {ways}", ways=ways(texts)
        ),
        "MZ5",
    )


def duty(texts: Sequence[str]) -> IllegalMove:
    """``end`` while dice can open or load something."""
    must = [text for text in texts if text.startswith(("open", "load"))]
    return illegal(
        say("Dice that can open or load something must do so: {moves}.", moves=possible(must)),
        "MZ4",
    )
