"""Moje zlato! once more, played with cards and single dice as at a table: to hold the rules to.

It shares no code with the rules and knows none of their tables. Dice are letters, a card is its
symbols and the dice that lie on them. Whatever can be done is found by laying single dice on
single places in every order, the natural symbol first and a sabre where there is none (MZ6).
:func:`moves` and :func:`chances` say what can follow; :func:`written` writes a table as the rules
do, and the numbers of moves and outcomes are counted anew from what the rules say of their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from goldfield.games.moje_zlato.state import State

SYMBOLS = "CDKS"
PHASES = ("starter", "deal", "roll", "reroll", "rerolling", "act", "reveal", "over")
BONES = "fish"


class Card(NamedTuple):
    """A treasure beside a ship: its symbols, and on each the die that lies there or ``-``."""

    content: str
    dice: str


class Chest(NamedTuple):
    """A chest of the middle: on each of its locks the die that lies there or ``-``."""

    dice: str


class House(NamedTuple):
    """What is agreed before the game."""

    players: int = 2
    rerolls: int = 1
    commit: bool = False
    faces: str = "CCDKKS"


class Table(NamedTuple):
    """What everybody sees, and which chests nobody has turned over yet (locks and content)."""

    phase: str
    seat: int
    hand: str
    thrown: int
    final: bool
    closed: bool
    opened: int
    middle: tuple[Chest | None, ...]
    top: int
    unseen: tuple[tuple[int, str], ...]
    beside: tuple[tuple[Card, ...], ...]
    under: tuple[tuple[str, ...], ...]
    last: int
    boarded: frozenset[int]


# Dice ----------------------------------------------------------------------------------------


def in_order(dice: str) -> str:
    return "".join(sorted(dice, key=SYMBOLS.index))


def laid(hand: str, symbol: str) -> Iterator[tuple[str, str]]:
    """MZ6: the die that goes on a place, and the dice left; none where neither fits."""
    for die in (symbol, "S"):
        if die in hand:
            yield die, hand.replace(die, "", 1)
            return


def with_die(symbols: str, dice: str, place: int, die: str) -> str:
    """The dice on a card with one more; places of the same symbol are all the same."""
    dice = dice[:place] + die + dice[place + 1 :]
    coins = symbols.count(symbols[0])
    return "".join(sorted(dice[:coins])) + "".join(sorted(dice[coins:]))


@cache
def filled(hand: str, symbols: str, dice: str) -> frozenset[str]:
    """MZ5: the hands that remain once every free place of one card has got its die."""
    free = [i for i, die in enumerate(dice) if die == "-"]
    if not free:
        return frozenset({hand})
    found: set[str] = set()
    for place in free:
        for die, left in laid(hand, symbols[place]):
            found |= filled(left, symbols, with_die(symbols, dice, place, die))
    return frozenset(found)


def raids(hand: str, cards: tuple[Card, ...]) -> set[tuple[tuple[str, ...], str]]:
    """MZ2: what one attack can take from a ship, and the hands that remain."""
    if "S" not in hand:
        return set()
    found: set[tuple[tuple[str, ...], str]] = set()
    seen: set[tuple[str, tuple[Card, ...]]] = set()
    front = [(hand.replace("S", "", 1), tuple(sorted(cards)))]
    while front:
        left, table = front.pop()
        if (left, table) in seen:
            continue
        seen.add((left, table))
        begun = [card for card in table if card.dice.strip("-")]
        if begun and not any("-" in card.dice for card in begun):
            found.add((tuple(sorted(card.content for card in begun)), left))
        for i, card in enumerate(table):
            for place, symbol in enumerate(card.content):
                if card.dice[place] == "-":
                    for die, rest in laid(left, symbol):
                        more = Card(card.content, with_die(card.content, card.dice, place, die))
                        front.append((rest, tuple(sorted((*table[:i], more, *table[i + 1 :])))))
    return found


# The numbers of things -----------------------------------------------------------------------

HANDS = ["".join(c) for n in range(5) for c in combinations_with_replacement(SYMBOLS, n)]
CONTENTS = ["".join(c) for n in range(1, 5) for c in combinations_with_replacement("CD", n)]
CONTENTS.append(BONES)
BEGUN = [
    (content, coins, gems)
    for content in CONTENTS[:-1]
    for coins, gems in product(range(5), range(5))
    if coins <= content.count("C") and gems <= content.count("D")
    if coins + gems < len(content)
]
LOOTS = [
    loot
    for n in (1, 2, 3)
    for loot in combinations_with_replacement(CONTENTS[:-1], n)
    if len("".join(loot)) <= 3
]
OPENED = len(HANDS)
FILLED = OPENED + 3


def begun_as(card: Card) -> tuple[str, int, int]:
    """A card by how many of its coins and of its diamonds are filled, by whatever die."""
    full = [symbol for symbol, die in zip(card.content, card.dice, strict=True) if die != "-"]
    return card.content, full.count("C"), full.count("D")


def number_of_fill(owner: int, card: Card) -> int:
    return FILLED + owner * len(BEGUN) + BEGUN.index(begun_as(card))


def number_of_raid(house: House, victim: int, loot: tuple[str, ...]) -> int:
    by_kind = tuple(sorted(loot, key=CONTENTS.index))
    first = FILLED + house.players * len(BEGUN)
    return first + victim * len(LOOTS) + LOOTS.index(by_kind)


def number_of_end(house: House) -> int:
    return FILLED + house.players * (len(BEGUN) + len(LOOTS))


def number_of_lay(house: House, owner: int, card: Card, symbol: str) -> int:
    first = number_of_end(house) + 1 + 3 + house.players
    return first + 2 * (owner * len(BEGUN) + BEGUN.index(begun_as(card))) + "CD".index(symbol)


# A turn --------------------------------------------------------------------------------------


def moves(house: House, t: Table) -> dict[int, set[Table]]:
    """Every move of whoever is asked, with the tables that it can lead to.

    More than one only where cards are alike but for the kind of die that lies on them.
    """
    found: dict[int, set[Table]] = {}

    def add(number: int, after: Table) -> None:
        found.setdefault(number, set()).add(went_on(house, after))

    if t.phase == "act":
        duties = 0
        for number, is_duty, after in acts(house, t):
            add(number, after)
            duties += is_duty
        if not duties:
            found[number_of_end(house)] = {turn_ended(house, t)}
        return found
    for n in range(len(t.hand) + 1):
        for again in combinations_with_replacement(SYMBOLS, n):
            if Counter(again) <= Counter(t.hand):
                kept = "".join((Counter(t.hand) - Counter(again)).elements())
                number = HANDS.index("".join(again))
                if n == 0:
                    add(number, t._replace(final=True, phase="act"))
                else:
                    found[number] = {t._replace(phase="rerolling", hand=in_order(kept), thrown=n)}
    if house.commit:
        for number, after in single_dice(house, t):
            add(number, after)
    return found


def acts(house: House, t: Table) -> list[tuple[int, bool, Table]]:
    """MZ2 to MZ4: all that the dice in hand can do with whole cards, and whether it is a duty."""
    found: list[tuple[int, bool, Table]] = []
    for slot, chest in enumerate(t.middle):
        if chest is not None:
            for left in filled(t.hand, "K" * len(chest.dice), chest.dice):
                found.append((OPENED + slot, True, opened(t, slot, left)))
    for owner, cards in enumerate(t.beside):
        if owner == t.seat or owner in t.boarded:
            for card in set(cards):
                for left in filled(t.hand, card.content, card.dice):
                    after = loaded(t, owner, card, left)
                    found.append((number_of_fill(owner, card), owner == t.seat, after))
        elif not t.closed:
            for loot, left in raids(t.hand, cards):
                after = t._replace(hand=left)
                for content in loot:
                    after = loaded(after, owner, Card(content, "-" * len(content)), left)
                found.append((number_of_raid(house, owner, loot), False, after))
    return found


def single_dice(house: House, t: Table) -> list[tuple[int, Table]]:
    """``commit``: whatever one die can be laid on before the second roll."""
    found: list[tuple[int, Table]] = []
    first = number_of_end(house) + 1
    begun = [slot for slot, chest in enumerate(t.middle) if chest and chest.dice.strip("-")]
    for slot, chest in enumerate(t.middle):
        if chest is not None and begun in ([], [slot]):
            lock = chest.dice.index("-")
            for die, left in laid(t.hand, "K"):
                dice = with_die("K" * len(chest.dice), chest.dice, lock, die)
                if "-" in dice:
                    middle = (*t.middle[:slot], Chest(dice), *t.middle[slot + 1 :])
                    found.append((first + slot, t._replace(hand=left, middle=middle, closed=True)))
                else:
                    found.append((first + slot, opened(t, slot, left)))
    for owner, cards in enumerate(t.beside):
        can_be_stolen = any(len(card.content) <= 3 for card in cards)
        if owner != t.seat and owner not in t.boarded and can_be_stolen and not t.closed:
            for die, left in laid(t.hand, "S"):
                assert die == "S"
                boarded = t.boarded | {owner}
                found.append((first + 3 + owner, t._replace(hand=left, boarded=boarded)))
        for card in set(cards):
            mine = owner == t.seat
            if not mine and (owner not in t.boarded or len(card.content) > 3):
                continue
            for place, symbol in enumerate(card.content):
                if card.dice[place] != "-":
                    continue
                for die, left in laid(t.hand, symbol):
                    number = number_of_lay(house, owner, card, symbol)
                    more = Card(card.content, with_die(card.content, card.dice, place, die))
                    if "-" in more.dice:
                        beside = exchanged(t.beside, owner, card, more)
                        closed = t.closed or mine
                        after = t._replace(hand=left, beside=beside, closed=closed)
                        found.append((number, after))
                    else:
                        found.append((number, loaded(t, owner, card, left)))
    return found


def exchanged(
    beside: tuple[tuple[Card, ...], ...], owner: int, card: Card, more: Card | None
) -> tuple[tuple[Card, ...], ...]:
    """The ships once one card has been exchanged for another, or taken away."""
    cards = list(beside[owner])
    cards.remove(card)
    if more is not None:
        cards.append(more)
    return (*beside[:owner], tuple(sorted(cards)), *beside[owner + 1 :])


def opened(t: Table, slot: int, left: str) -> Table:
    chest = t.middle[slot]
    assert chest is not None
    middle = (*t.middle[:slot], None, *t.middle[slot + 1 :])
    locks = len(chest.dice)
    return t._replace(phase="reveal", hand=left, middle=middle, opened=locks, closed=True)


def loaded(t: Table, owner: int, card: Card, left: str) -> Table:
    """A card goes under the ship of the turn, from beside it or beside another."""
    mine = (*t.under[t.seat], card.content)
    under = (*t.under[: t.seat], tuple(sorted(mine)), *t.under[t.seat + 1 :])
    beside = exchanged(t.beside, owner, card, None)
    return t._replace(hand=left, beside=beside, under=under, closed=t.closed or owner == t.seat)


def went_on(house: House, t: Table) -> Table:
    """MZ4: the turn goes on while something is left to decide, else it has ended."""
    if t.phase == "reveal":
        return t
    if not t.final:
        return t._replace(phase="reroll") if t.hand else turn_ended(house, t)
    return t._replace(phase="act") if acts(house, t) else turn_ended(house, t)


def turn_ended(house: House, t: Table) -> Table:
    """MZ5, MZ7, MZ8: dice go back, the middle is filled up, the next seat or the end follows."""
    last = t.last - 1 if t.last > 0 else t.last
    if last < 0 and not any(t.middle) and not t.top:
        last = house.players
    swept = t._replace(
        hand="",
        thrown=0,
        final=False,
        closed=False,
        opened=0,
        middle=tuple(chest and Chest("-" * len(chest.dice)) for chest in t.middle),
        beside=tuple(
            tuple(Card(card.content, "-" * len(card.content)) for card in cards)
            for cards in t.beside
        ),
        boarded=frozenset(),
        last=last,
    )
    if last == 0:
        return swept._replace(phase="over")
    return dealt(swept._replace(seat=(t.seat + 1) % house.players))


def in_pile(t: Table) -> Counter[int]:
    """How many chests of each number of locks lie below the pile's top card."""
    locks = Counter(n for n, _ in t.unseen)
    locks -= Counter([*(len(chest.dice) for chest in t.middle if chest), t.top, t.opened])
    return locks


def dealt(t: Table) -> Table:
    """MZ7: a gap is filled by the pile's top card; whenever it is gone the next comes to light."""
    if t.top and None in t.middle:
        gap = t.middle.index(None)
        middle = (*t.middle[:gap], Chest("-" * t.top), *t.middle[gap + 1 :])
        t = t._replace(middle=middle, top=0)
    if not t.top and in_pile(t):
        return t._replace(phase="deal", thrown=0)
    return t._replace(phase="roll", thrown=4)


def chances(house: House, t: Table) -> dict[int, tuple[Fraction, Table]]:
    """Every outcome of a table at which chance decides, with its probability."""
    found: Counter[int] = Counter()
    after: dict[int, Table] = {}

    def add(number: int, table: Table, ways: int = 1) -> None:
        found[number] += ways
        after[number] = table

    if t.phase in ("roll", "rerolling"):
        dice = product(house.faces, repeat=t.thrown)
        for fallen, ways in Counter(in_order("".join(faces)) for faces in dice).items():
            add(HANDS.index(fallen), fell(house, t, fallen), ways)
    elif t.phase == "deal":
        for locks in in_pile(t).elements():
            add(len(HANDS) + locks - 1, dealt(t._replace(top=locks)))
    elif t.phase == "reveal":
        for i, (locks, content) in enumerate(t.unseen):
            if locks == t.opened:
                rest = t.unseen[:i] + t.unseen[i + 1 :]
                seen = turned_over(t._replace(unseen=rest, opened=0), content)
                add(len(HANDS) + 3 + CONTENTS.index(content), went_on(house, seen))
    else:
        for seat in range(house.players):
            add(len(HANDS) + 3 + len(CONTENTS) + seat, dealt(t._replace(seat=seat)))
    return {n: (Fraction(found[n], found.total()), after[n]) for n in sorted(found)}


def fell(house: House, t: Table, fallen: str) -> Table:
    """MZ1: the dice of a roll, or of the second one, have fallen."""
    if t.phase == "rerolling":
        hand = in_order(t.hand + fallen)
        return went_on(house, t._replace(phase="act", hand=hand, thrown=0, final=True))
    if not any(t.middle) and not any(t.beside):
        return turn_ended(house, t)
    rolled = t._replace(hand=fallen, thrown=0, final=house.rerolls == 0)
    return went_on(house, rolled)


def turned_over(t: Table, content: str) -> Table:
    """MZ3: a treasure lies open beside the ship, fish bones lie under it."""
    t = t._replace(phase="act")
    if content == BONES:
        mine = tuple(sorted((*t.under[t.seat], content)))
        return t._replace(under=(*t.under[: t.seat], mine, *t.under[t.seat + 1 :]))
    cards = tuple(sorted((*t.beside[t.seat], Card(content, "-" * len(content)))))
    return t._replace(beside=(*t.beside[: t.seat], cards, *t.beside[t.seat + 1 :]))


def beginning(house: House, deck: list[tuple[int, str]], first: int) -> Table:
    """Before the first chest comes to light."""
    nothing: tuple[tuple[str, ...], ...] = ((),) * house.players
    return Table(
        phase="deal" if first else "starter",
        seat=first - 1,
        hand="",
        thrown=0,
        final=False,
        closed=False,
        opened=0,
        middle=(None, None, None),
        top=0,
        unseen=tuple(sorted(deck)),
        beside=((),) * house.players,
        under=nothing,
        last=-1,
        boarded=frozenset(),
    )


# As the rules write it -----------------------------------------------------------------------


def packed(contents: list[str]) -> int:
    """Cards by kind, four bits a kind."""
    return sum(16 ** CONTENTS.index(content) for content in contents)


def entry(owner: int, card: Card) -> int:
    """A card with dice on it: ship, part, and on how many coins and diamonds sabres lie."""
    by = list(zip(card.content, card.dice, strict=True))
    part = BEGUN.index(begun_as(card))
    return owner + 4 * part + 256 * by.count(("C", "S")) + 1024 * by.count(("D", "S"))


@lru_cache(maxsize=10_000)
def written(t: Table) -> State:
    """The state that the rules know this table by."""
    chests = tuple(len(chest.dice) if chest else 0 for chest in t.middle)
    pile = in_pile(t)
    entries = sorted(
        entry(owner, card)
        for owner, cards in enumerate(t.beside)
        for card in cards
        if card.dice.strip("-")
    )[::-1]
    keys = 0
    for slot, chest in enumerate(t.middle):
        if chest is not None:
            on = chest.dice.replace("-", "")
            keys += (len(on) + 4 * on.count("S")) * 16**slot
    safe = ["".join(c for c in contents if c != BONES) for contents in t.under]
    return State(
        phase=PHASES.index(t.phase),
        seat=t.seat,
        hand=HANDS.index(t.hand),
        thrown=t.thrown,
        final=int(t.final),
        closed=int(t.closed),
        opened=t.opened,
        chests=chests,
        top=t.top,
        buried=(pile[1], pile[2], pile[3]),
        unseen=tuple(
            packed([content for locks, content in t.unseen if locks == row]) for row in (1, 2, 3)
        ),
        beside=tuple(packed([card.content for card in cards]) for cards in t.beside),
        coins=tuple(text.count("C") for text in safe),
        gems=tuple(text.count("D") for text in safe),
        bones=tuple(contents.count(BONES) for contents in t.under),
        last=t.last,
        boarded=sum(2**seat for seat in t.boarded),
        keys=keys,
        laid=sum(e * 4096**i for i, e in enumerate(entries)),
    )
