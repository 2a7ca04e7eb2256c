"""What dice can bring at best by what lies open: points first, then locks or diamonds.

A plan is a set of placements that the dice pay for together. In which order they are laid does not
matter to what is paid (MZ6 spends natural symbols first whatever the order), so the best plan is a
knapsack, filled for every throw at once. What an unopened chest holds counts for nothing.
"""

from __future__ import annotations

from typing import Any

from goldfield.games.contract import rule
from goldfield.games.moje_zlato.cards import ENTRIES, count, entry_at, owner_of, part_of
from goldfield.games.moje_zlato.deck import MOST_LOCKS
from goldfield.games.moje_zlato.placing import THREE_SYMBOLS, holds, locks_left, untouched
from goldfield.games.moje_zlato.state import LOOTS, OPEN, PARTS, SLOTS, Setup, State

HANDS = OPEN
"""How many throws there are."""
LEFT = 128
"""A plan in one number: what it brings, times this, and the throw that it leaves."""
POINT = 64
"""What a point counts beside a lock or a diamond: more than there can be of these in a turn."""


@rule
def fill_plans(setup: Setup, s: State, gem: int, plans: Any) -> None:
    """The best plan for every throw in hand; of equal ones the one that leaves most dice.

    A point counts ``POINT``, a lock 1 and a diamond ``gem`` besides. At most one attack on a ship
    is looked at: a second would spend a sabre that the first had spared.
    """
    for hand in range(HANDS):
        plans[hand] = hand
    for owner in range(setup.players):
        if owner == s.seat or (s.boarded >> owner) & 1 == 1:
            pack = s.beside[owner]
            if owner != s.seat:
                pack = pack & THREE_SYMBOLS
            kind = 0
            while (pack >> (4 * kind)) > 0:
                if count(pack, kind) > 0:
                    for _ in range(untouched(setup, s, owner, kind)):
                        plan_part(setup, setup.whole[kind], gem, plans)
                kind += 1
        elif s.closed == 0 and s.beside[owner] > 0:
            plan_attack(setup, s.beside[owner], gem, plans)
    if s.laid > 0:
        for i in range(ENTRIES):
            entry = entry_at(s.laid, i)
            if entry > 0:
                owner = owner_of(entry)
                if owner == s.seat or (s.boarded >> owner) & 1 == 1:
                    plan_part(setup, part_of(entry), gem, plans)
    for slot in range(SLOTS):
        if s.chests[slot] > 0:
            plan_chest(setup, locks_left(s, slot), s.chests[slot], plans)


@rule
def plan_part(setup: Setup, part: int, gem: int, plans: Any) -> None:
    """Add a treasure of which these places are free. What is left is a smaller throw, done last."""
    kind = setup.kind_of[part]
    worth = POINT * setup.kind_coins[kind] + (POINT + gem) * setup.kind_gems[kind]
    for hand in range(HANDS - 1, 0, -1):
        left = setup.pay_part[hand * PARTS + part]
        if left >= 0:
            plans[hand] = max(plans[hand], LEFT * worth + plans[left])


@rule
def plan_chest(setup: Setup, free: int, locks: int, plans: Any) -> None:
    """Add a chest with so many free locks."""
    for hand in range(HANDS - 1, 0, -1):
        left = setup.pay_keys[hand * (MOST_LOCKS + 1) + free]
        if left >= 0:
            plans[hand] = max(plans[hand], LEFT * locks + plans[left])


@rule
def plan_attack(setup: Setup, pack: int, gem: int, plans: Any) -> None:
    """Add an attack on a ship beside which this pack lies."""
    there = 0
    for loot in range(LOOTS):
        if holds(setup, pack, loot):
            there |= 1 << loot
    for hand in range(HANDS - 1, 0, -1):
        best = plans[hand]
        for k in range(setup.loots_at[hand], setup.loots_at[hand + 1]):
            loot = setup.loots[k]
            if (there >> loot) & 1 == 1:
                worth = POINT * setup.loot_coins[loot] + (POINT + gem) * setup.loot_gems[loot]
                left = setup.pay_loot[hand * LOOTS + loot]
                best = max(best, LEFT * worth + plans[left])
        plans[hand] = best
