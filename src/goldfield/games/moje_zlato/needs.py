"""What a chest or an open treasure still needs, by the dice in hand: in words, never in numbers."""

from __future__ import annotations

from goldfield.games.moje_zlato.cards_shown import Card, keys_on
from goldfield.games.moje_zlato.deck import FACES
from goldfield.games.moje_zlato.placing import locks_left
from goldfield.games.moje_zlato.state import REROLL, State
from goldfield.games.moje_zlato.turn import DICE, THROWS, places_left
from goldfield.words import Message, say, say_n

COUNTED = {
    "C": (say("a coin"), say("two coins"), say("three coins"), say("four coins")),
    "D": (say("a diamond"), say("two diamonds"), say("three diamonds"), say("four diamonds")),
    "K": (say("a key"), say("two keys"), say("three keys"), say("four keys")),
    "S": (say("a sabre"), say("two sabres"), say("three sabres"), say("four sabres")),
}
WITH_SABRES = (say("with a sabre"), say("with two sabres"), say("with three sabres"))
MORE_KEYS = (say("one more key"), say("two more keys"), say("three more keys"))
MORE_COINS = (
    *(say("one more coin"), say("two more coins")),
    *(say("three more coins"), say("four more coins")),
)
MORE_GEMS = (
    *(say("one more diamond"), say("two more diamonds")),
    *(say("three more diamonds"), say("four more diamonds")),
)
MORE_DICE = (
    *(say("one more die"), say("two more dice")),
    *(say("three more dice"), say("four more dice")),
)


def named(faces: str) -> Message:
    """Dice or symbols in words: ``a coin, two keys and a sabre``."""
    parts = [_counted(face, faces.count(face)) for face in FACES if face in faces]
    if not parts:
        return say("no die")
    text = parts.pop()
    if parts:
        text = say("{one} and {other}", one=parts.pop(), other=text)
    while parts:
        text = say("{one}, {others}", one=parts.pop(), others=text)
    return text


def called(content: str) -> Message:
    """What a chest hides or hid, in words."""
    return say("fish bones") if content == "fish" else named(content.upper())


def _counted(face: str, n: int) -> Message:
    if n <= DICE:
        return COUNTED[face][n - 1]
    if face == "C":
        return say_n("{n} coin", "{n} coins", n)
    return say_n("{n} diamond", "{n} diamonds", n)


def is_next_chest(s: State, slot: int) -> bool:
    """Whether another chest is begun before the second roll, and must be opened first."""
    begun = any(keys_on(s, other) for other in range(len(s.chests)) if other != slot)
    return s.phase == REROLL and begun and not keys_on(s, slot)


def too_few(s: State, places: int) -> bool:
    """Before the second roll: whether a card has more free places than dice are in hand."""
    return s.phase == REROLL and places > sum(THROWS[s.hand])


def chest_needs(s: State, slot: int) -> Message | None:
    """The keys that the dice in hand lack for a chest; None: they open it."""
    if is_next_chest(s, slot):
        return say("one chest at a time")
    if too_few(s, locks_left(s, slot)):
        return say("too few dice left")
    hand = THROWS[s.hand]
    n = locks_left(s, slot) - hand.keys - hand.sabres
    return MORE_KEYS[n - 1] if n > 0 else None


def chest_fits(s: State, slot: int) -> Message:
    """How the dice in hand open a chest."""
    left = locks_left(s, slot)
    sabres = left - THROWS[s.hand].keys
    if sabres <= 0:
        return say_n("the key fits", "the keys fit", left)
    return WITH_SABRES[sabres - 1]


def places_need(s: State, card: Card, *, sabres: int = 0, short: bool = False) -> Message | None:
    """What the dice in hand lack for a treasure; None: they fill it.

    ``sabres``: so many are needed elsewhere, for the mast of the ship. ``short``: in three words.
    """
    hand = THROWS[s.hand]
    coins, gems = places_left(card.part)
    if too_few(s, coins + gems + sabres):
        return say("too few dice left")
    coins, gems = max(0, coins - hand.coins), max(0, gems - hand.gems)
    spare = hand.sabres - sabres
    n = coins + gems - max(0, spare)
    if n <= 0:
        return None
    if gems == 0:
        return MORE_COINS[n - 1]
    if coins == 0:
        return MORE_GEMS[n - 1]
    if spare <= 0 and not short:
        return say("{coins} and {gems}", coins=MORE_COINS[coins - 1], gems=MORE_GEMS[gems - 1])
    return MORE_DICE[n - 1]


def loot_needs(s: State, card: Card, *, short: bool = False) -> Message | None:
    """Why a treasure beside another ship cannot be taken; None: it can."""
    if (s.boarded >> card.owner) & 1:
        return places_need(s, card, short=short)
    if len(card.content) >= DICE:
        return say("too large to take")
    if s.closed:
        return say("no attack any more")
    if THROWS[s.hand].sabres == 0:
        return say("needs a sabre")
    return places_need(s, card, sabres=1, short=short)
