"""A position of Moje zlato! and what the options fix, with the numbers of phases and moves."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from goldfield.games.moje_zlato import turn
from goldfield.games.moje_zlato.deck import CONTENTS, MOST_LOCKS

SLOTS = 3
"""So many chests lie in the middle."""

# Phases of a state.
STARTER, DEAL, ROLL, REROLL, REROLLING, ACT, REVEAL, ENDED = range(8)

# Chance outcomes: throws first, then the locks of the next chest, contents, who begins.
LOCKS = len(turn.THROWS)
CONTENT = LOCKS + MOST_LOCKS
OUTCOME_STARTER = CONTENT + len(CONTENTS)

# Moves: what is thrown again (nothing: the dice stand), a chest of the middle, treasures by owner
# and part. Attacks by victim and loot follow from ``Setup.attack`` on, then ``Setup.end``, and
# with ``commit`` a single die on a chest, on a ship, on a treasure (owner, part, symbol).
STAND = turn.NO_DICE
OPEN = len(turn.THROWS)
FILL = OPEN + SLOTS
PARTS = len(turn.PARTS)
LOOTS = len(turn.LOOTS)

COIN, GEM, KEY, SABRE = range(4)
"""The symbols of a die, in the order of ``deck.FACES``."""


class Setup(NamedTuple):
    """What the options fix; the tables are those of :mod:`turn`."""

    players: int
    first: int
    rerolls: int
    commit: int
    attack: int
    """The id of the first attack."""
    end: int
    """The id of ending the turn; with ``commit`` single dice follow it."""
    deck: tuple[int, ...]
    """How many chests there are of each number of locks."""
    contents: tuple[int, ...]
    """What the chests of each number of locks hold, as packs."""
    sizes: list[int]
    """How many dice each throw has."""
    results: list[int]
    throw_base: list[int]
    throw_of: array[int]
    ways: list[int]
    """How many of the results of so many dice are each throw."""
    again_at: list[int]
    again: array[int]
    """The dice that may be thrown again, for each throw a row."""
    minus: array[int]
    plus: array[int]
    minus_one: array[int]
    pay_keys: array[int]
    pay_part: array[int]
    pay_loot: array[int]
    loots_at: list[int]
    loots: array[int]
    """The loots that can be paid for, for each throw a row."""
    loot_needs: array[int]
    loot_pack: list[int]
    loot_coins: list[int]
    loot_gems: list[int]
    whole: list[int]
    """The part of each kind on which no die lies; last, the number of parts."""
    kind_of: list[int]
    """The kind of each part."""
    filled: array[int]
    kind_coins: list[int]
    kind_gems: list[int]


class State(NamedTuple):
    """A position.

    ``seat`` has the turn (-1 before a drawn start). ``hand`` is the throw in hand, ``thrown`` how
    many dice are about to fall; ``final``: the result stands. ``closed``: no attack may begin any
    more (MZ2). ``opened`` is the number of locks of a chest about to be turned over.

    ``chests`` are the locks of the middle's chests (0: none lies there), ``top`` those of the
    pile's next, ``buried`` how many chests of each number of locks lie below; ``unseen`` are the
    contents that nobody has seen yet, for each number of locks a pack.

    By seat: the open treasures beside the ship as a pack, and what lies safely under it.
    ``last`` counts the turns still to come, this one included, once the last chest is open (MZ8);
    it is -1 before.

    With ``commit`` only: ``boarded`` has a bit for each ship on which a sabre lies, ``keys`` four
    bits for each chest of the middle (places filled, and how many of them by sabres), ``laid`` the
    treasures on which dice lie, as entries of :mod:`cards`.
    """

    phase: int
    seat: int
    hand: int
    thrown: int
    final: int
    closed: int
    opened: int
    chests: tuple[int, ...]
    top: int
    buried: tuple[int, ...]
    unseen: tuple[int, ...]
    beside: tuple[int, ...]
    coins: tuple[int, ...]
    gems: tuple[int, ...]
    bones: tuple[int, ...]
    last: int
    boarded: int
    keys: int
    laid: int
