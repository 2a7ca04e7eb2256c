"""What a turn of Gold Nuggets is worth: an exact dynamic programme over the automaton of a run.

The value of a turn is its expected *difference*: what the player gains plus what the others lose.
A nugget from the supply counts 1, a robbed one counts 2. The player is to maximise it: what to set
aside, when to collect, from whom, and whether to go on after all seven dice.

A turn sees of the table only (supply, others): how much the supply holds and how much there is to
rob. ``others`` is the richest other pile where one collection robs one player (``rob="one"``), and
the sum of the other piles where it may rob them all (``"several"``). With ``n(a)`` the worth of
table ``a`` and ``F`` the value of a fresh run,

* dice left: ``V(a) = max(collect, E[max over set-asides a' of V(a')])``, where a bust brings 0 and
  collecting brings ``min(n, supply)``, or with three lassos ``2 min(n, others)``;
* all seven aside: the same collection, then ``F`` of what it left behind, if the game goes on;
* ``F(supply, others) = V(empty table)``.

``"several"`` robs first and takes only the rest from the supply: each robbed nugget counts twice.
A collection that changes nothing (seven lassos; nothing in the supply and no lassos) leads back to
the same ``F``; such values are iterated until they move by less than ``RESIDUAL``.

This is exact for two players, and for any number with ``"several"``. With three and more and
``"one"``, what a further run of the same turn finds to rob cannot be known from (supply, others):
a second pile may be the richest by then, or have been robbed in its place. The values count on
what the richest pile still holds, and so err on the low side, by a tenth of a nugget at worst: it
matters only in turns that rob with all seven dice.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import factorial, prod
from typing import TYPE_CHECKING, Any

from goldfield.games.gold_nuggets.rules import NUGGETS, Rules, Setup, setup_of
from goldfield.games.gold_nuggets.turn import ROLL_BASE, ROLLS
from goldfield.rule import rule

if TYPE_CHECKING:
    from goldfield.engine.cache import CompiledFolder

UNIT = 1 << 22
"""Values are kept as whole numbers of 1/UNIT nugget: 154 nuggets still fit into 32 bits."""
RESIDUAL = 1e-12
PLACES = (NUGGETS + 1) * (NUGGETS + 2) // 2
"""How many pairs (supply, others) there are: they sum to 77 at most."""


@rule
def place(supply: int, others: int) -> int:
    """The number of a pair (supply, others), 0 to ``PLACES`` - 1."""
    return supply * (NUGGETS + 1) - supply * (supply - 1) // 2 + others


@rule
def robbed(several: int, owed: int, supply: int, others: int) -> tuple[int, int]:
    """What a collection with a rope brings when it robs: nuggets robbed, and nuggets dug."""
    loot = min(owed, others)
    dug = min(owed - loot, supply) if several == 1 else 0
    return loot, dug


@rule
def collection(setup: Setup, aside: int, supply: int, others: int) -> int:
    """The difference that collecting brings by itself, at its best."""
    owed = setup.worth[aside]
    best = min(owed, supply)
    if setup.rope[aside] == 1:
        loot, dug = robbed(setup.several, owed, supply, others)
        best = max(best, 2 * loot + dug)
    return best


@rule
def goes_on(setup: Setup, supply: int) -> bool:
    """Whether a fresh run may follow a collection of all seven dice (GN8)."""
    return supply > 0 or setup.my_mine == 1


@rule
def fill_place(
    setup: Setup, chance: Any, base: Any, supply: int, others: int, fresh: Any, now: Any
) -> None:
    """Solve one pair (supply, others) into ``now``, one value for each table.

    ``chance`` is the probability of each roll, ``base`` the id of the first roll of so many dice.
    ``fresh`` holds F of all smaller pairs, and gets that of this one.
    """
    here = place(supply, others)
    guess = place(supply - 1, others) if supply > 0 else place(0, max(0, others - 1))
    fresh[here] = 0.0 if others + supply == 0 else fresh[guess]
    first_sweep = True
    while True:
        for aside in range(setup.asides - 1, -1, -1):
            # Only tables of worth 0 lead back to the same pair while there is a supply.
            if not first_sweep and supply > 0 and setup.worth[aside] > 0:
                continue
            if setup.left[aside] == 0:
                now[aside] = full_table(setup, aside, supply, others, fresh)
                continue
            dice = setup.left[aside]
            row = setup.first_roll[aside]
            value = 0.0
            for roll in range(base[dice], base[dice + 1]):
                begin = setup.keep_at[row + roll]
                end = setup.keep_at[row + roll + 1]
                if begin < end:
                    best = now[setup.keep_to[begin]]
                    for k in range(begin + 1, end):
                        best = max(best, now[setup.keep_to[k]])
                    value += chance[roll] * best
            if aside > 0:
                value = max(value, float(collection(setup, aside, supply, others)))
            now[aside] = value
        moved = abs(now[0] - fresh[here])
        fresh[here] = now[0]
        first_sweep = False
        if moved <= RESIDUAL:
            return


@rule
def full_table(setup: Setup, aside: int, supply: int, others: int, fresh: Any) -> float:
    """All seven aside: the best collection and the fresh run after it."""
    owed = setup.worth[aside]
    dug = min(owed, supply)
    value = float(dug)
    if goes_on(setup, supply - dug):
        value += fresh[place(supply - dug, others)]
    if setup.rope[aside] == 1 and min(owed, others) > 0:
        loot, dug = robbed(setup.several, owed, supply, others)
        other = float(2 * loot + dug)
        if goes_on(setup, supply - dug):
            other += fresh[place(supply - dug, others - loot)]
        value = max(value, other)
    return value


@rule
def fill(setup: Setup, chance: Any, base: Any, fresh: Any, now: Any, values: Any) -> None:
    """Solve every pair and write the values, in 1/UNIT nugget, at ``place * asides + aside``."""
    for supply in range(NUGGETS + 1):
        for others in range(NUGGETS + 1 - supply):
            fill_place(setup, chance, base, supply, others, fresh, now)
            row = place(supply, others) * setup.asides
            for aside in range(setup.asides):
                values[row + aside] = int(now[aside] * UNIT + 0.5)


def roll_chances() -> tuple[list[float], list[int]]:
    """The probability of each roll by id, and the id of the first roll of 0 to 8 dice."""
    chances = [
        factorial(sum(counts)) // prod(map(factorial, counts)) / 6 ** sum(counts)
        for counts in ROLLS
    ]
    return chances, [*ROLL_BASE, len(ROLLS)]


def values_of(rules: Rules) -> array[int]:
    """The values under these rules; they do not depend on who sits at the table."""
    return _values(rules.edition, rules.rob, rules.straights, rules.pairs, rules.extra)


@lru_cache(maxsize=8)
def _values(edition: str, rob: str, straights: bool, pairs: bool, extra: bool) -> array[int]:
    """Solved once and kept beside the compiled code: a later process needs no compiler for it."""
    from goldfield.engine.cache import CompiledFolder

    rules = Rules(edition=edition, rob=rob, straights=straights, pairs=pairs, extra=extra)
    folder = CompiledFolder(("goldfield",))
    name = f"prospector-{edition}-{rob}-{straights:d}{pairs:d}{extra:d}"
    kept = folder.load(name)
    if kept is not None:
        return array("i", kept)
    values = solved(rules, folder)
    folder.store(name, values.tobytes())
    return values


def solved(rules: Rules, folder: CompiledFolder) -> array[int]:
    """The values for these rules, laid out as :func:`fill` says; compiled code is in ``folder``."""
    import numpy as np

    from goldfield.engine.compiler import compiled
    from goldfield.engine.tables import compiled_form

    setup = setup_of(rules)
    chances, base = roll_chances()
    values = array("i", bytes(4 * PLACES * setup.asides))
    compiled(fill, folder)(
        compiled_form(setup),
        np.array(chances),
        np.array(base),
        np.zeros(PLACES),
        np.zeros(setup.asides),
        np.frombuffer(values, np.int32),
    )
    return values
