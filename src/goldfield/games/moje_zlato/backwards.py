"""A turn of Moje zlato! run backwards: from which tables dice can have led to the one there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from goldfield.games.contract import put
from goldfield.games.moje_zlato.cards import count, one
from goldfield.games.moje_zlato.deck import CONTENTS, FISH, MOST_LOCKS, TREASURES
from goldfield.games.moje_zlato.placing import holds
from goldfield.games.moje_zlato.state import Setup, State
from goldfield.games.moje_zlato.turn import COINS, GEMS, LOOTS

Step: TypeAlias = tuple[State, int, bool]
"""A table, how many dice are still to be taken back, and whether some were of MZ3 or lie there."""


def origins(
    setup: Setup,
    s: State,
    dice: int,
    at_once: bool,
    *,
    opening: bool,
    opened: bool = False,
) -> Iterator[State]:
    """The tables that the seat of the turn can have turned into this one with so many dice.

    ``at_once``: attacks with a sabre of their own were possible. ``opening``: something was opened
    or loaded, or dice lie for it (``opened``); without it there were attacks alone (MZ2).
    """
    waiting: list[Step] = [(s, dice, opened)]
    known = set(waiting)
    while waiting:
        table, left, done = waiting.pop()
        if left == 0:
            if done == opening:
                yield table
            continue
        before = [(t, n, done) for t, n in _untaken(setup, table, left, at_once)]
        if opening:
            before += [(t, n, True) for t, n in _unloaded(setup, table, left)]
            before += [(t, n, True) for t, n in _unopened(setup, table, left)]
        for step in before:
            if step not in known:
                known.add(step)
                waiting.append(step)


def times_seen(setup: Setup, s: State, kind: int) -> int:
    """How many chests of a content have been opened."""
    unseen = sum(count(pack, kind) for pack in s.unseen)
    return sum(count(pack, kind) for pack in setup.contents) - unseen


def loaded_of(setup: Setup, s: State) -> list[int]:
    """How many treasures of each kind have been opened and lie beside no ship any more."""
    return [
        times_seen(setup, s, kind) - sum(count(pack, kind) for pack in s.beside)
        for kind in range(len(TREASURES))
    ]


def _back(s: State, owner: int, kind: int) -> State | None:
    """The table before a treasure went under the ship of the turn from beside ``owner``'s."""
    coins, gems = s.coins[s.seat] - COINS[kind], s.gems[s.seat] - GEMS[kind]
    if min(coins, gems) < 0:
        return None
    return s._replace(
        beside=put(s.beside, owner, s.beside[owner] + one(kind)),
        coins=put(s.coins, s.seat, coins),
        gems=put(s.gems, s.seat, gems),
    )


def _unloaded(setup: Setup, s: State, dice: int) -> Iterator[tuple[State, int]]:
    for kind, n in enumerate(loaded_of(setup, s)):
        left = dice - len(TREASURES[kind])
        if n and left >= 0 and (before := _back(s, s.seat, kind)):
            yield before, left


def _untaken(setup: Setup, s: State, dice: int, at_once: bool) -> Iterator[tuple[State, int]]:
    """Before a treasure was taken from a boarded ship, or some at once by an attack."""
    loaded = sum(n * one(kind) for kind, n in enumerate(loaded_of(setup, s)))
    for victim in range(setup.players):
        if victim == s.seat:
            continue
        boarded = s.boarded >> victim & 1
        for number, loot in enumerate(LOOTS):
            left = dice - sum(len(TREASURES[kind]) for kind in loot) - 1 + boarded
            if left < 0 or not holds(setup, loaded, number):
                continue
            if (len(loot) > 1) if boarded else not at_once:
                continue
            before: State | None = s
            for kind in loot:
                before = before and _back(before, victim, kind)
            if before:
                yield before, left


def _unopened(setup: Setup, s: State, dice: int) -> Iterator[tuple[State, int]]:
    """Before a chest was opened: what it held lies beside the ship, bones under it.

    In which gap of the middle it lay makes no difference.
    """
    if 0 not in s.chests:
        return
    gap = s.chests.index(0)
    for row in range(min(dice, MOST_LOCKS)):
        for kind in range(len(CONTENTS)):
            if count(setup.contents[row], kind) == count(s.unseen[row], kind):
                continue
            beside, bones = s.beside, s.bones
            if kind == FISH:
                bones = put(bones, s.seat, bones[s.seat] - 1)
            else:
                beside = put(beside, s.seat, beside[s.seat] - one(kind))
            if bones[s.seat] < 0 or (kind != FISH and not count(s.beside[s.seat], kind)):
                continue
            unseen = put(s.unseen, row, s.unseen[row] + one(kind))
            before = s._replace(beside=beside, bones=bones, unseen=unseen)
            yield before._replace(chests=put(s.chests, gap, row + 1)), dice - row - 1
