"""Cards as packed numbers: how many treasures of each kind, and the dice that lie on single cards.

A *pack* counts each kind of content in four bits. With the option ``commit`` dice may lie on
treasures that are not full yet; up to four such cards are kept as *entries* of twelve bits in one
number, the largest first, so that equal tables are equal numbers.
"""

from __future__ import annotations

from goldfield.games.contract import rule

KIND_BITS = 4
ENTRY_BITS = 12
ENTRIES = 4


@rule
def count(pack: int, kind: int) -> int:
    """How many of a kind a pack holds."""
    return (pack >> (KIND_BITS * kind)) & 15


@rule
def one(kind: int) -> int:
    """The pack of a single card; packs are added and subtracted."""
    return 1 << (KIND_BITS * kind)


@rule
def entry_of(owner: int, part: int, coin_sabres: int, gem_sabres: int) -> int:
    """A card with dice on it: beside whose ship, its part, and on how many places sabres lie."""
    return owner | (part << 2) | (coin_sabres << 8) | (gem_sabres << 10)


@rule
def owner_of(entry: int) -> int:
    """The seat beside whose ship the card of an entry lies."""
    return entry & 3


@rule
def part_of(entry: int) -> int:
    """The part of an entry: its kind and the places filled; never that of an untouched card."""
    return (entry >> 2) & 63


@rule
def coin_sabres(entry: int) -> int:
    """How many of the coins' places of an entry are filled by sabres."""
    return (entry >> 8) & 3


@rule
def gem_sabres(entry: int) -> int:
    """How many of the diamonds' places of an entry are filled by sabres."""
    return (entry >> 10) & 3


@rule
def entry_at(laid: int, i: int) -> int:
    """Entry ``i`` (0 to 3), 0 where there is none."""
    return (laid >> (ENTRY_BITS * i)) & 4095


@rule
def with_entry(laid: int, entry: int) -> int:
    """The entries with one more, in order; there is room, since it holds a die of four."""
    found = 0
    shift = 0
    placed = 0
    for i in range(ENTRIES):
        other = entry_at(laid, i)
        if placed == 0 and entry > other:
            found |= entry << shift
            shift += ENTRY_BITS
            placed = 1
        if other > 0:
            found |= other << shift
            shift += ENTRY_BITS
    return found


@rule
def without_entry(laid: int, entry: int) -> int:
    """The entries without one that is there."""
    for i in range(ENTRIES):
        if entry_at(laid, i) == entry:
            low = laid & ((1 << (ENTRY_BITS * i)) - 1)
            return low | ((laid >> (ENTRY_BITS * (i + 1))) << (ENTRY_BITS * i))
    return laid


@rule
def find_entry(laid: int, owner: int, part: int) -> int:
    """The first entry of such a card, or 0; cards alike but for their sabres are the same."""
    for i in range(ENTRIES):
        entry = entry_at(laid, i)
        if entry > 0 and owner_of(entry) == owner and part_of(entry) == part:
            return entry
    return 0


@rule
def laid_on(laid: int, owner: int, first: int, end: int) -> int:
    """How many cards beside a ship have dice on them, of parts ``first`` to ``end`` - 1."""
    cards = 0
    for i in range(ENTRIES):
        entry = entry_at(laid, i)
        if entry > 0 and owner_of(entry) == owner and first <= part_of(entry) < end:
            cards += 1
    return cards
