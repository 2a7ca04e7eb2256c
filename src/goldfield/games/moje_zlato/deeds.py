"""What the number of a decision means: which chest, which treasure, whose ship, which dice."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from goldfield.games.moje_zlato.placing import acted, laid_die
from goldfield.games.moje_zlato.state import (
    ACT,
    FILL,
    LOOTS,
    OPEN,
    PARTS,
    SLOTS,
    Setup,
    State,
)
from goldfield.games.moje_zlato.turn import THROWS


class Reroll(NamedTuple):
    """MZ1: these dice are thrown again; none of them: the dice stand."""

    throw: int


class Open(NamedTuple):
    """MZ3: the chest of a slot (from 0) is opened."""

    slot: int


class Fill(NamedTuple):
    """MZ3: a treasure is filled: an own one is loaded, that of a boarded ship is taken."""

    owner: int
    part: int


class Attack(NamedTuple):
    """MZ2: a sabre on a ship and the loot at once."""

    victim: int
    loot: int


class End(NamedTuple):
    """The turn is ended, while only an attack would be possible."""


class Lock(NamedTuple):
    """With ``commit``: a die on a lock of a chest."""

    slot: int


class Board(NamedTuple):
    """With ``commit``: a sabre on a ship."""

    victim: int


class Lay(NamedTuple):
    """With ``commit``: a die on a coin (0) or a diamond (1) of a treasure."""

    owner: int
    part: int
    symbol: int


Deed: TypeAlias = Reroll | Open | Fill | Attack | End | Lock | Board | Lay


def deed(setup: Setup, move: int) -> Deed:
    """What a move of a seat is."""
    if move < OPEN:
        return Reroll(move)
    if move < FILL:
        return Open(move - OPEN)
    if move < setup.attack:
        return Fill(*divmod(move - FILL, PARTS))
    if move < setup.end:
        return Attack(*divmod(move - setup.attack, LOOTS))
    if move == setup.end:
        return End()
    place = move - setup.end - 1
    if place < SLOTS:
        return Lock(place)
    if place < SLOTS + setup.players:
        return Board(place - SLOTS)
    card, symbol = divmod(place - SLOTS - setup.players, 2)
    return Lay(*divmod(card, PARTS), symbol)


def left_after(setup: Setup, s: State, move: int) -> int:
    """The throw that is left in hand once a legal move is made, before anything is rolled."""
    if move < OPEN:
        return s.hand if move == 0 else setup.minus[s.hand * len(THROWS) + move]
    if move == setup.end:
        return s.hand
    return (acted(setup, s, move) if s.phase == ACT else laid_die(setup, s, move)).hand


def paid_for(setup: Setup, s: State, move: int) -> int:
    """The throw that a legal move lays on cards; those thrown again lie on none."""
    if move < OPEN:
        return 0
    return setup.minus[s.hand * len(THROWS) + left_after(setup, s, move)]
