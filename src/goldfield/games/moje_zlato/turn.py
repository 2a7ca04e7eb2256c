"""What four dice can do: throws, what they pay for, and the loot of an attack, as small tables.

Dice in hand are a *throw*: how many of each symbol, none to four in all, 70 throws. Whatever is
paid with dice is looked up: the throw that is left, or -1. Natural symbols are spent before sabres
(MZ6), so that is never a choice. The readable functions :func:`after_keys`, :func:`after_places`
and :func:`after_attack` are the rules; the tables are made of them once.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import NamedTuple

from goldfield.games.moje_zlato.deck import FACES, MOST_LOCKS, SIDES, TREASURES

DICE = 4


class Throw(NamedTuple):
    """Dice by symbol."""

    coins: int
    gems: int
    keys: int
    sabres: int


THROWS = tuple(
    Throw(*counts)
    for dice in range(DICE + 1)
    for counts in sorted(product(range(dice + 1), repeat=4), reverse=True)
    if sum(counts) == dice
)
"""Every throw, by id: fewer dice first; 0 is none."""
THROW_ID = {throw: i for i, throw in enumerate(THROWS)}
NO_DICE = 0
SIZES = [sum(throw) for throw in THROWS]


class Part(NamedTuple):
    """A treasure on whose places some dice may lie already, never all: its kind, places filled."""

    kind: int
    coins: int
    gems: int


COINS = [treasure.count("c") for treasure in TREASURES]
GEMS = [treasure.count("d") for treasure in TREASURES]
PARTS = tuple(
    Part(kind, coins, gems)
    for kind in range(len(TREASURES))
    for coins in range(COINS[kind] + 1)
    for gems in range(GEMS[kind] + 1)
    if (coins, gems) != (COINS[kind], GEMS[kind])
)
"""Every treasure with places free, by id; those of a kind follow one another, the empty first."""
PART_ID = {part: i for i, part in enumerate(PARTS)}
WHOLE = [PART_ID[Part(kind, 0, 0)] for kind in range(len(TREASURES))]
"""The part of each kind on which no die lies."""
LOOTS = tuple(
    loot
    for n in range(1, DICE)
    for loot in combinations_with_replacement(range(len(TREASURES)), n)
    if sum(len(TREASURES[kind]) for kind in loot) < DICE
)
"""What one attack can take, by id: kinds of treasures, three symbols at most in all."""


def throw_text(throw: int) -> str:
    """The dice in letters, ``CDKS`` in this order."""
    return "".join(face * n for face, n in zip(FACES, THROWS[throw], strict=True))


def after_keys(throw: Throw, locks: int) -> Throw | None:
    """What is left once ``locks`` keys are spent (MZ3), or None: too few."""
    keys = min(throw.keys, locks)
    sabres = throw.sabres - (locks - keys)
    if sabres < 0:
        return None
    return throw._replace(keys=throw.keys - keys, sabres=sabres)


def after_places(throw: Throw, coins: int, gems: int) -> Throw | None:
    """What is left once so many coins and diamonds are spent (MZ5, MZ6), or None: too few."""
    own_coins, own_gems = min(throw.coins, coins), min(throw.gems, gems)
    sabres = throw.sabres - (coins - own_coins) - (gems - own_gems)
    if sabres < 0:
        return None
    return Throw(throw.coins - own_coins, throw.gems - own_gems, throw.keys, sabres)


def after_attack(throw: Throw, loot: tuple[int, ...]) -> Throw | None:
    """What is left once a sabre lies on the ship and all of ``loot`` is filled (MZ2), or None."""
    if throw.sabres == 0:
        return None
    left = throw._replace(sabres=throw.sabres - 1)
    coins, gems = sum(COINS[kind] for kind in loot), sum(GEMS[kind] for kind in loot)
    return after_places(left, coins, gems)


def places_left(part: int) -> tuple[int, int]:
    """How many coins and diamonds a part still needs."""
    kind, coins, gems = PARTS[part]
    return COINS[kind] - coins, GEMS[kind] - gems


def _table(width: int, left: Callable[[Throw, int], Throw | None]) -> array[int]:
    """For each throw and number below ``width``, the throw that is left, or -1."""
    found = (left(throw, number) for throw in THROWS for number in range(width))
    return array("b", [-1 if throw is None else THROW_ID[throw] for throw in found])


def _without(throw: Throw, other: int) -> Throw | None:
    less = Throw(*(a - b for a, b in zip(throw, THROWS[other], strict=True)))
    return less if min(less) >= 0 else None


def _together(throw: Throw, other: int) -> Throw | None:
    more = Throw(*(a + b for a, b in zip(throw, THROWS[other], strict=True)))
    return more if sum(more) <= DICE else None


PAY_KEYS = _table(MOST_LOCKS + 1, after_keys)
PAY_PART = _table(len(PARTS), lambda throw, part: after_places(throw, *places_left(part)))
PAY_LOOT = _table(len(LOOTS), lambda throw, loot: after_attack(throw, LOOTS[loot]))
MINUS = _table(len(THROWS), _without)
PLUS = _table(len(THROWS), _together)
MINUS_ONE = array(
    "b", [MINUS[i * len(THROWS) + 1 + f] for i in range(len(THROWS)) for f in range(4)]
)
"""The throw less one die of a symbol; the throws of one die are 1 to 4, in the order of FACES."""
FILLED = array(
    "b",
    [
        PART_ID.get(Part(kind, coins + (symbol == 0), gems + (symbol == 1)), -1)
        if (coins + (symbol == 0) <= COINS[kind] and gems + (symbol == 1) <= GEMS[kind])
        else -2
        for kind, coins, gems in PARTS
        for symbol in (0, 1)
    ],
)
"""The part once one more place, a coin (0) or a diamond (1), is filled; -1: it is full then; -2:
there is no such place."""
LOOT_NEEDS = array(
    "b",
    [
        need
        for loot in LOOTS
        for i in range(DICE - 1)
        for need in ((loot[i], loot[: i + 1].count(loot[i])) if i < len(loot) else (0, 0))
    ],
)
"""For each loot three pairs: a kind, and how many of it must lie there; (0, 0) asks nothing."""


def throws_of(faces: str) -> tuple[array[int], list[int]]:
    """The throw of each result of a draw, and where the results of so many dice begin.

    A draw below 6^d is d dice: its digits to the base 6, each a face of ``faces``.
    """
    found: array[int] = array("b")
    base: list[int] = []
    for dice in range(DICE + 1):
        base.append(len(found))
        for digits in product(faces.upper(), repeat=dice):
            counts = [digits.count(face) for face in FACES]
            found.append(THROW_ID[Throw(*counts)])
    return found, base


def ways(throw: int, faces: str) -> int:
    """How many of the 6^d results of d dice are this throw."""
    counts = THROWS[throw]
    arranged = factorial(sum(counts)) // prod(map(factorial, counts))
    on_die = (faces.upper().count(face) for face in FACES)
    return arranged * prod(n**k for n, k in zip(on_die, counts, strict=True))


RESULTS = [SIDES**dice for dice in range(DICE + 1)]
"""How many results so many dice have."""
