"""The cards on the table as people see them: chests, open treasures, and the dice on both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from goldfield.games.moje_zlato.cards import (
    coin_sabres,
    count,
    entry_at,
    gem_sabres,
    owner_of,
    part_of,
)
from goldfield.games.moje_zlato.deck import CONTENTS, TREASURES
from goldfield.games.moje_zlato.placing import untouched
from goldfield.games.moje_zlato.state import Setup, State
from goldfield.games.moje_zlato.turn import PARTS, THROWS, throw_text

LETTERS = "cd"
"""Coin and diamond as they stand in the text of a treasure."""


class Card(NamedTuple):
    """An open treasure beside a ship. ``dice`` lie on its places, "" where a place is free."""

    owner: int
    part: int
    dice: tuple[str, ...]

    @property
    def content(self) -> str:
        """What it brings: ``cd``."""
        return TREASURES[PARTS[self.part].kind]

    @property
    def key(self) -> str:
        """The content and, after a slash, the places filled: ``ccd/c``. Cards alike share it."""
        part = PARTS[self.part]
        filled = "c" * part.coins + "d" * part.gems
        return f"{self.content}/{filled}" if filled else self.content

    @property
    def piece(self) -> str:
        """How a page names it: the seat from 1, and the key."""
        return f"{self.owner + 1}-{self.key}"


def faces_in_hand(s: State) -> str:
    """The dice in hand, in the order of FACES."""
    return throw_text(s.hand)


def cards_beside(setup: Setup, s: State, owner: int) -> list[Card]:
    """The open treasures beside a ship: of each kind the untouched ones first."""
    found: list[Card] = []
    begun = sorted(e for i in range(4) if (e := entry_at(s.laid, i)) and owner_of(e) == owner)
    for kind, content in enumerate(TREASURES):
        if not count(s.beside[owner], kind):
            continue
        bare = Card(owner, setup.whole[kind], ("",) * len(content))
        found += [bare] * untouched(setup, s, owner, kind)
        found += [
            Card(owner, part_of(entry), _dice_on(entry))
            for entry in begun
            if PARTS[part_of(entry)].kind == kind
        ]
    return found


def _dice_on(entry: int) -> tuple[str, ...]:
    """The dice on each place of a begun card, coins first."""
    part = PARTS[part_of(entry)]
    content = TREASURES[part.kind]
    coins = "C" * (part.coins - coin_sabres(entry)) + "S" * coin_sabres(entry)
    gems = "D" * (part.gems - gem_sabres(entry)) + "S" * gem_sabres(entry)
    return (
        *coins,
        *("",) * (content.count("c") - part.coins),
        *gems,
        *("",) * (content.count("d") - part.gems),
    )


def keys_on(s: State, slot: int) -> str:
    """The dice on the locks of a chest."""
    filled, sabres = (s.keys >> (4 * slot)) & 3, (s.keys >> (4 * slot + 2)) & 3
    return "K" * (filled - sabres) + "S" * sabres


def laid_dice(s: State) -> int:
    """How many dice lie on cards and ships that are not finished yet."""
    on_chests = sum(len(keys_on(s, slot)) for slot in range(len(s.chests)))
    on_cards = 0
    i = 0
    while i < 4 and (entry := entry_at(s.laid, i)):
        part = PARTS[part_of(entry)]
        on_cards += part.coins + part.gems
        i += 1
    return on_chests + on_cards + s.boarded.bit_count()


def dice_in_hand(s: State) -> int:
    """How many dice are in hand."""
    return sum(THROWS[s.hand])


def may_hold(s: State, locks: int) -> Iterator[tuple[str, int]]:
    """What unopened chests of so many locks hold, by the public deck: each content, how often."""
    for kind, content in enumerate(CONTENTS):
        if n := count(s.unseen[locks - 1], kind):
            yield content, n
