"""The automaton of a run: rolls, what lies set aside, what may be set aside next, and its worth.

A run is small: what lies set aside (an :class:`Aside`) is all that the past of a run leaves
behind. The readable functions here, :func:`worth` and :func:`keeps`, are the rules GN2 and GN6;
:func:`automaton` tabulates them once per combination of variants, and rules, solver and legality
checks share the tables.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import NamedTuple, TypeAlias

DICE = 7
FACES = "GL2345"
"""Gold, lasso and the numbers; faces are numbered in this order from 0."""
NUMBERS = (2, 3, 4, 5)

Counts: TypeAlias = tuple[int, int, int, int, int, int]
"""How many dice show each face, in the order of ``FACES``."""


class Aside(NamedTuple):
    """What lies set aside in a run.

    ``gold`` and ``lasso`` count dice, ``n2`` to ``n5`` the dice of each number that lie in its
    set (or pairs), ``low``, ``high`` and ``long`` the straights 2-3-4, 3-4-5 and 2-3-4-5.
    """

    gold: int = 0
    lasso: int = 0
    n2: int = 0
    n3: int = 0
    n4: int = 0
    n5: int = 0
    low: int = 0
    high: int = 0
    long: int = 0

    @property
    def numbers(self) -> tuple[int, int, int, int]:
        """The dice in the sets of 2, 3, 4 and 5."""
        return self.n2, self.n3, self.n4, self.n5

    @property
    def counts(self) -> Counts:
        """The dice by face, those in straights included."""
        low, high, long = self.low, self.high, self.long
        return (
            self.gold,
            self.lasso,
            self.n2 + low + long,
            self.n3 + low + high + long,
            self.n4 + low + high + long,
            self.n5 + high + long,
        )

    @property
    def dice(self) -> int:
        """How many dice lie aside."""
        return sum(self.counts)


EMPTY = Aside()


def worth_of_number(number: int, count: int, pairs: bool, extra: bool) -> int:
    """Nuggets for ``count`` dice of a number: a set or pairs, whichever pays more.

    GN6; GN-pairs: 1 for each two dice; GN-extra: 1 for each die of a set beyond three.
    """
    as_set = number + (count - 3 if extra else 0) if count >= 3 else 0
    as_pairs = count // 2 if pairs else 0
    return max(as_set, as_pairs)


def worth(aside: Aside, pairs: bool, extra: bool) -> int:
    """Nuggets that a collection brings (GN6); lassos bring none."""
    sets = sum(
        worth_of_number(number, count, pairs, extra)
        for number, count in zip(NUMBERS, aside.numbers, strict=True)
    )
    return aside.gold + sets + 3 * (aside.low + aside.high) + 4 * aside.long


def keeps(aside: Aside, rolled: Counts, straights: bool, pairs: bool) -> set[Aside]:
    """Every table that a legal set-aside of the rolled dice can leave (GN2).

    Readings that leave the same table are the same move: with 2-3-4 aside, a rolled 2345 is a
    new straight of four, or extends the old one by the 5 and opens a new 2-3-4.
    """
    return set(_keeps(aside, rolled, straights, pairs))


def _keeps(aside: Aside, rolled: Counts, straights: bool, pairs: bool) -> Iterator[Aside]:
    opening = 2 if pairs else 3
    for run in _straights(aside, rolled) if straights else ((0, 0, 0, 0, 0),):
        low, high, long, by_five, by_two = run
        left = (
            rolled[2] - low - long - by_two,
            rolled[3] - low - high - long,
            rolled[4] - low - high - long,
            rolled[5] - high - long - by_five,
        )
        if min(left) < 0:
            continue
        more = [
            [n for n in range(rest + 1) if n == 0 or lies or n >= opening]
            for lies, rest in zip(aside.numbers, left, strict=True)
        ]
        for gold, lasso, n2, n3, n4, n5 in product(
            range(rolled[0] + 1), range(rolled[1] + 1), *more
        ):
            if gold + lasso + n2 + n3 + n4 + n5 + sum(run):
                yield Aside(
                    aside.gold + gold,
                    aside.lasso + lasso,
                    aside.n2 + n2,
                    aside.n3 + n3,
                    aside.n4 + n4,
                    aside.n5 + n5,
                    aside.low + low - by_five,
                    aside.high + high - by_two,
                    aside.long + long + by_five + by_two,
                )


def _straights(aside: Aside, rolled: Counts) -> Iterator[tuple[int, int, int, int, int]]:
    """New straights 2-3-4, 3-4-5, 2-3-4-5, and extensions by a 5 and by a 2 (GN-straights).

    Seven dice hold two straights at most.
    """
    most = min(2, rolled[3], rolled[4])
    for low, high, long in product(range(most + 1), repeat=3):
        if low + high + long <= most:
            for by_five in range(min(aside.low, rolled[5]) + 1):
                for by_two in range(min(aside.high, rolled[2]) + 1):
                    yield low, high, long, by_five, by_two


def _all_rolls() -> tuple[Counts, ...]:
    rolls: list[Counts] = [(0, 0, 0, 0, 0, 0)]
    for dice in range(1, DICE + 1):
        for faces in combinations_with_replacement(range(6), dice):
            g, l, n2, n3, n4, n5 = (faces.count(face) for face in range(6))  # noqa: E741
            rolls.append((g, l, n2, n3, n4, n5))
    return tuple(rolls)


ROLLS: tuple[Counts, ...] = _all_rolls()
"""Every roll of 0 to 7 dice; a roll's id is its place. Rolls of fewer dice come first."""
_ROLL_IDS = {counts: i for i, counts in enumerate(ROLLS)}
ROLL_BASE: tuple[int, ...] = tuple(
    next(i for i, counts in enumerate(ROLLS) if sum(counts) == dice) for dice in range(DICE + 1)
)
"""The id of the first roll of so many dice."""


def roll_id(counts: Counts) -> int:
    """The id of a roll. Raises KeyError for more than seven dice."""
    return _ROLL_IDS[counts]


def roll_text(roll: int) -> str:
    """A roll's faces in the order of ``FACES``: ``GGL233``."""
    return "".join(face * n for face, n in zip(FACES, ROLLS[roll], strict=True))


BACK = 3
"""How many dice at the end of a throw are looked up by themselves, see :class:`Throws`."""


class Throws(NamedTuple):
    """From a throw u of d dice, 0 <= u < 6**d, to its roll; the base-6 digits of u are the dice.

    One table of all throws would be larger than a processor's fast memory, so the last three dice
    are looked up apart from those before them: with ``front, back = divmod(u, 6**3)`` the roll is
    ``join[front_part[front_base[d] + front] + back_part[back_base[d] + back]]``.
    """

    front_base: list[int]
    front_part: array[int]
    back_base: list[int]
    back_part: array[int]
    join: array[int]

    def roll(self, dice: int, u: int) -> int:
        """The roll of a throw."""
        front, back = divmod(u, 6**BACK)
        i = self.front_part[self.front_base[dice] + front]
        return self.join[i + self.back_part[self.back_base[dice] + back]]


@lru_cache(maxsize=1)
def throws() -> Throws:
    """The tables that turn throws into rolls; built once per process."""
    made = Throws([], array("h"), [], array("h"), array("h"))
    for dice in range(DICE + 1):
        fronts, backs = _parts(max(0, dice - BACK)), _parts(min(dice, BACK))
        made.front_base.append(len(made.front_part))
        made.back_base.append(len(made.back_part))
        front_kinds, back_kinds = sorted(set(fronts)), sorted(set(backs))
        row = {kind: len(made.join) + i * len(back_kinds) for i, kind in enumerate(front_kinds)}
        made.front_part.extend(row[kind] for kind in fronts)
        made.back_part.extend(back_kinds.index(kind) for kind in backs)
        for a, b in product(front_kinds, back_kinds):
            g, l, n2, n3, n4, n5 = (x + y for x, y in zip(a, b, strict=True))  # noqa: E741
            made.join.append(_ROLL_IDS[g, l, n2, n3, n4, n5])
    return made


def _parts(dice: int) -> list[tuple[int, ...]]:
    """The counts by face of every throw of so many dice, in the order of throws."""
    return [
        tuple(faces.count(face) for face in range(6)) for faces in product(range(6), repeat=dice)
    ]


class Automaton(NamedTuple):
    """The tables of a run under one combination of variants.

    Tables (what lies aside) are numbered; 0 is the empty one and none is larger than any that
    can follow it. The set-asides of table ``a`` and roll ``r`` are
    ``keep_to[keep_at[i]:keep_at[i + 1]]``, ascending, with ``i = first_roll[a] + r``.
    """

    asides: tuple[Aside, ...]
    number_of: dict[Aside, int]
    worth: list[int]
    left: list[int]
    """Dice still in hand."""
    rope: list[int]
    """1 where three or more lassos lie aside (GN7), else 0."""
    first_roll: list[int]
    keep_at: list[int]
    keep_to: array[int]

    def keeps(self, a: int, roll: int) -> array[int]:
        """The tables that a set-aside can leave; empty: a bust (GN3)."""
        i = self.first_roll[a] + roll
        return self.keep_to[self.keep_at[i] : self.keep_at[i + 1]]


@lru_cache(maxsize=8)
def automaton(straights: bool, pairs: bool, extra: bool) -> Automaton:
    """The tables for a combination of variants; built once per process."""
    if extra:
        base = automaton(straights, pairs, False)
        return base._replace(worth=[worth(aside, pairs, True) for aside in base.asides])
    successors: dict[Aside, list[set[Aside]]] = {}
    front = [EMPTY]
    while front:
        aside = front.pop()
        if aside in successors:
            continue
        by_roll = [
            keeps(aside, ROLLS[roll], straights, pairs) for roll in _rolls_of(DICE - aside.dice)
        ]
        successors[aside] = by_roll
        front += set[Aside]().union(*by_roll) - successors.keys()
    asides = tuple(sorted(successors, key=lambda aside: (aside.dice, aside)))
    index = {aside: i for i, aside in enumerate(asides)}
    first_roll: list[int] = []
    keep_at = [0]
    keep_to = array("H")
    for aside in asides:
        first_roll.append(len(keep_at) - 1 - ROLL_BASE[DICE - aside.dice])
        for tables in successors[aside]:
            keep_to.extend(sorted(index[after] for after in tables))
            keep_at.append(len(keep_to))
    return Automaton(
        asides,
        index,
        [worth(aside, pairs, False) for aside in asides],
        [DICE - aside.dice for aside in asides],
        [int(aside.lasso >= 3) for aside in asides],
        first_roll,
        keep_at,
        keep_to,
    )


@lru_cache(maxsize=4096)
def bust_chance(straights: bool, pairs: bool, a: int) -> Fraction:
    """The chance that the dice in hand beside table ``a`` bust (GN3)."""
    run = automaton(straights, pairs, False)
    rolls = _rolls_of(run.left[a])
    ways = sum(
        factorial(run.left[a]) // prod(map(factorial, ROLLS[roll]))
        for roll in rolls
        if not run.keeps(a, roll)
    )
    return Fraction(ways, 6 ** run.left[a])


def _rolls_of(dice: int) -> range:
    if dice == 0:
        return range(0)
    return range(ROLL_BASE[dice], ROLL_BASE[dice + 1] if dice < DICE else len(ROLLS))
