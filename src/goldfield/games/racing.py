"""What a race game is, so that it can be solved: a small automaton of a turn, and scores.

In a race all that outlives a turn are the *piles* of the seats, and what is still to be had, the
*supply*, never grows. A turn is a walk over the nodes of an automaton that does not depend on the
piles: dice are rolled, one of the results is chosen, and at some nodes the turn may end in a
*leaf*, which says what the piles become. Everything is public, every seat plays by the same rules
to the left of the one before, and a seat wants the largest share of the win.

A game says so in a room ``race.py``; :class:`RaceRoom` lists its functions. ``docs/solving.md``
explains what is done with it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from goldfield.games.contract import State
from goldfield.words import Message

BUST = 0
"""The leaf in which a turn ends where a roll leaves nothing to choose."""
NO_LEAF = -1

RUN, PASS, FINAL = range(3)
"""How a leaf can end: the same seat begins another run, the next seat begins its turn (both at
node 0), or the game is over."""


class Turn(NamedTuple):
    """The automaton of a turn. A run begins at node 0; a roll leads to nodes of larger numbers.

    The branches of node ``a`` are ``branch_at[a]`` to ``branch_at[a + 1] - 1``; branch ``b`` comes
    up with ``ways[b] / throws[a]``, and then one of the nodes ``to[to_at[b]:to_at[b + 1]]`` is
    chosen. A branch without any is a bust: the leaf ``BUST``.
    """

    leaf: array[int]
    """For each node the leaf in which the run may end there, or NO_LEAF."""
    throws: array[int]
    """For each node how many throws are equally likely; 0 where the dice cannot be rolled."""
    branch_at: array[int]
    ways: array[int]
    to_at: array[int]
    to: array[int]
    codes: array[int]
    """For each leaf the game's own number for it, which ``ends`` is called with."""

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.leaf)


class Race(NamedTuple):
    """A race under given rules.

    ``total`` is what supply and piles sum to, and ``most`` the largest pile in a game that is not
    over. ``ends`` writes ``most_ends`` ends at most.
    """

    turn: Turn
    total: int
    most: int
    most_ends: int


class Place(NamedTuple):
    """Where in a turn a state is.

    ``seat`` has the turn and stands at ``node``. With ``rolling`` the dice are about to fall, else
    the seat decides whether they do. ``piles`` are those of the seats 0, 1, …
    """

    seat: int
    node: int
    rolling: bool
    piles: tuple[int, ...]


class Option(NamedTuple):
    """A legal move, its text, and the win shares by seat when all play perfectly after it."""

    move: int
    text: str
    shares: tuple[float, ...]


class Solved(Protocol):
    """A solved game, as ``game.solution()`` returns it: :class:`goldfield.solutions.Solution`."""

    def value(self, state: Any) -> tuple[float, ...]:
        """The win shares by seat when all play perfectly from this state on, whatever it is."""
        ...

    def options(self, state: Any) -> list[Option]:
        """Every legal move with its exact win shares; empty where nobody is to act."""
        ...


class RaceRoom(Protocol):
    """``race.py`` of a game that is a race. ``ends`` and ``won`` are ``@rule``.

    Both see the piles from the seat that has the turn: its own first, then to the left.
    """

    def race_of(self, rules: Any) -> Race:
        """The race under these rules."""
        ...

    def place(self, setup: Any, s: Any) -> Place | None:
        """Where a state stands in a turn.

        None where the dice have fallen and something is to be chosen, where the ends of a leaf are
        to be chosen from, before the first turn, and after the last.
        """
        ...

    def ends(self, setup: Any, piles: tuple[int, ...], code: int, out: Any) -> int:
        """Every way in which a leaf can end, one of which the seat is to choose.

        Writes for each, at ``out[i * (players + 1)]``, RUN, PASS or FINAL and then the piles
        thereafter (still from the seat that had the turn), and returns how many there are, at
        least one.
        """
        ...

    def won(self, setup: Any, piles: tuple[int, ...]) -> tuple[int, ...]:
        """The share of each pile in the win, in parts of WIN, when the game ends with these."""
        ...


class Stop(NamedTuple):
    """A place in a turn at which a seat asks itself whether to stop, for pictures."""

    label: Message
    at: Callable[[tuple[int, ...]], State]
    """The state in which seat 0 stands there, with given piles."""
    roll: int
    """The move that goes on; all others stop."""


class Trade(NamedTuple):
    """Two places in a turn of which a picture compares the worth to seat 0."""

    label: Message
    one: Callable[[tuple[int, ...]], State]
    other: Callable[[tuple[int, ...]], State]


class Pictured(NamedTuple):
    """What a picture of a solved game shows of it."""

    stops: tuple[Stop, ...]
    trade: Message
    """What one place of each trade has that the other lacks, as a title."""
    trades: tuple[Trade, ...]


class PicturedRoom(Protocol):
    """``pictured.py`` of a race that has more to draw than who wins; it may be missing."""

    def pictured(self, rules: Any) -> Pictured:
        """What to draw under these rules."""
        ...
