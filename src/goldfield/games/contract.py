"""What a game is: the functions of its ``rules`` and ``notation`` rooms, and their vocabulary.

A game is a package with the rooms ``rules``, ``notation``, ``present`` and ``bots``. The rules are
module-level functions on an immutable ``State`` (a NamedTuple of ints and tuples of ints) and a
``setup`` that holds what the options fix. Functions marked ``@rule`` are plain Python for people
and are compiled into the drivers of the engine; :mod:`goldfield.rule` explains how.

Outside a game's own folder a state, a setup and a move are opaque: they are only handed back to
the game's functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from goldfield.games.options import BaseRules, Preset
from goldfield.rng import below
from goldfield.rule import put, rule
from goldfield.words import Message

__all__ = [
    "CHANCE",
    "GRAMMAR",
    "OVER",
    "SPECTATOR",
    "WIN",
    "BadNotation",
    "Choice",
    "IllegalMove",
    "Info",
    "NotationRoom",
    "PresentRoom",
    "RulesRoom",
    "Setup",
    "Starters",
    "State",
    "Why",
    "below",
    "put",
    "rule",
]

CHANCE = -1
"""``to_act`` of a state in which dice, cards or a draw decide."""
OVER = -2
"""``to_act`` of a finished game."""
SPECTATOR = -1
"""The seat number that stands for somebody who may know only what is public."""
WIN = 60
"""The parts of one win in ``shares``: a whole number for up to six sides sharing it."""
GRAMMAR = "docs/notation.md"
"""Where the text forms of states and moves are documented."""

State: TypeAlias = tuple[Any, ...]
"""A game's state: a NamedTuple of ints and tuples of ints, opaque outside the game's folder."""
Setup: TypeAlias = tuple[Any, ...]
"""What the options fix: a NamedTuple of ints and of flat tables (lists or ``array.array``)."""


@dataclass(frozen=True, slots=True)
class Info:
    """A game's nature under given rules, read by tests, engine, forms and documentation."""

    seats: int
    side_of: tuple[int, ...]
    """The side of each seat; partners share one. Sides are numbered from 0."""
    moves: int
    """Move ids are 0 to ``moves`` - 1. Ids from ``moves`` on exist only as masked moves."""
    outcomes: int
    """Chance outcome ids are 0 to ``outcomes`` - 1; ids from there on only as masked ones."""
    most_moves: int
    """The most legal moves that one state can have."""
    most_outcomes: int
    """The most chance outcomes that one state can have."""
    longest: int | None
    """The most calls of ``play`` in a game, or None where there is no bound."""
    score_unit: int
    """Scores are whole numbers of 1/score_unit point."""
    hidden: tuple[str, ...]
    """Names of the parts of a state that not everybody knows; empty: perfect information."""
    forced: tuple[int, ...] = ()
    """Moves that the match plays by itself when they are the only legal move."""
    takes_back: bool = False
    """A seat may take back its last move as long as it is still to act and chance has not decided
    anything since. In a game with secrets: only if no such move shows anybody what was hidden."""

    @property
    def sides(self) -> int:
        """How many sides compete."""
        return max(self.side_of) + 1


class Why(Enum):
    """Why a move was refused."""

    UNPARSABLE = "unparsable"
    ILLEGAL = "illegal"
    AMBIGUOUS = "ambiguous"


class IllegalMove(ValueError):
    """A move that cannot be played; ``message`` says why in a sentence a player understands.

    ``rule`` is the number of the rule (``"GN2"``), empty for a text that is no move at all.
    ``candidates`` are the exact texts of what an ambiguous move may have meant.
    """

    def __init__(
        self, why: Why, message: Message, rule: str = "", candidates: Sequence[str] = ()
    ) -> None:
        super().__init__(f"{message} [{rule}]" if rule else str(message))
        self.why = why
        self.message = message
        self.rule = rule
        self.candidates = tuple(candidates)


class BadNotation(ValueError):
    """A damaged text of a state: ``at`` is the offset (from 0) of the first wrong character."""

    def __init__(self, message: Message, at: int) -> None:
        super().__init__(f"{message} (at character {at + 1})")
        self.message = message
        self.at = at


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move as a person reads it: its notation, and in a sentence what it brings."""

    move: int
    text: str
    effect: Message


@dataclass(frozen=True, slots=True)
class Starters:
    """Which seats may begin the next game at a table (ascending, at least one), and why they.

    Among several of one side, these seats choose; among others, whoever opened the table. While
    nobody has chosen, the first is to begin.
    """

    seats: tuple[int, ...]
    why: Message
    """A sentence that is as true before the next game as in it."""


class RulesRoom(Protocol):
    """``rules.py`` of a game. All functions but ``info``, ``setup``, ``outcomes`` are ``@rule``.

    ``setup`` is called ``setup_of`` where it is made, so that the name stays free for the value.

    There may also be ``turn_of(setup, s)``, the seat whose turn it is, whoever or whatever decides
    just now; -1 before the first. Without it a turn is a row of decisions by one seat. And
    ``next_starters(rules, setup, s, starter) -> Starters`` (no ``@rule``): who may begin the next
    game at the same table, after one that ``starter`` began and that is over in ``s``. Without it
    the seat to the left of ``starter`` does.
    """

    RULES_VERSION: int
    """Raised by every change after which an old record could replay differently."""
    TITLE: Message
    SUMMARY: Message
    """One sentence for the start page."""
    SCORE: Message
    """What is counted, for charts and tables: ``nuggets``."""
    Rules: type[BaseRules]
    PRESETS: tuple[Preset, ...]

    def info(self, rules: Any) -> Info: ...

    def setup_of(self, rules: Any) -> Setup:
        """The setup in plain form; the engine turns its lists and arrays into NumPy's."""
        ...

    def start(self, setup: Any) -> State: ...

    def to_act(self, setup: Any, s: Any) -> int:
        """The seat to move, or CHANCE, or OVER."""
        ...

    def moves(self, setup: Any, s: Any, out: Any) -> int:
        """Write the legal moves into ``out`` (``most_moves`` long), ascending; return how many.

        Only for states in which a seat is to act.
        """
        ...

    def play(self, setup: Any, s: Any, move: int) -> Any:
        """The next state. The fast door: ``move`` must be legal, or a possible outcome."""
        ...

    def roll(self, setup: Any, s: Any, rng: Any) -> tuple[int, Any]:
        """A sampled chance outcome and the generator after it; only for chance states."""
        ...

    def outcomes(self, setup: Any, s: Any) -> list[tuple[int, Fraction]]:
        """Every possible chance outcome with its exact probability, ascending by id."""
        ...

    def scores(self, setup: Any, s: Any) -> tuple[int, ...]:
        """The score of each seat as it stands now, in units of 1/score_unit."""
        ...

    def shares(self, setup: Any, s: Any) -> tuple[int, ...]:
        """The win shares of a finished game, one number per *side*; they sum to ``WIN``."""
        ...

    def view(self, setup: Any, s: Any, seat: int) -> Any:
        """The state as a seat, or SPECTATOR, may know it. Of the type of the state itself."""
        ...

    def mask(self, setup: Any, s: Any, move: int, seat: int) -> int:
        """A move or outcome, about to be played in ``s``, as a seat or SPECTATOR may know it."""
        ...

    def guess(self, setup: Any, view: Any, seat: int, rng: Any) -> tuple[Any, Any]:
        """A full state that agrees with a *view* of ``seat``, and the generator after it."""
        ...


class NotationRoom(Protocol):
    """``notation.py`` of a game: the exact text forms. They round-trip."""

    def show_state(self, rules: Any, setup: Any, s: Any) -> str: ...

    def parse_state(self, rules: Any, setup: Any, text: str) -> Any:
        """Raises BadNotation: says where and what was expected."""
        ...

    def show_move(self, rules: Any, setup: Any, s: Any, move: int) -> str:
        """A move, an outcome or a masked one in ``s``, a state or a view."""
        ...

    def parse_move(self, rules: Any, setup: Any, s: Any, text: str) -> int:
        """A legal move (or, in a chance state, an outcome). Raises IllegalMove."""
        ...


class PresentRoom(Protocol):
    """``present.py`` of a game: views and legal moves as data and sentences for people. Pure.

    It may also hold ``PIECES``: how pieces are called aloud, by the letter of their notation;
    ``DRAWS_SEATS = True`` where the template shows each seat's name, turn and score by itself;
    ``ranks(setup, view)``, a number for each seat, more being better, where seats that do not win
    are told apart by more than their scores;
    ``moved(rules, setup, before, move, after)``: what travelled over the table, as dicts that name
    the places of the template (``from``, ``to``), so that a page can show it on the way;
    ``warning(rules, setup, view, move)``: what to know before a legal move that should be asked
    about twice, None for all others; and, where scores come at the end only,
    ``standing(rules, setup, state)``: what a position was worth to each seat, in units of the
    score, for the chart of a finished game, which ``STANDING`` names.
    """

    def choices(self, rules: Any, setup: Any, view: Any, seat: int) -> list[Choice]:
        """Every legal move of ``seat`` (who is to act) with what it brings."""
        ...

    def describe(self, rules: Any, setup: Any, before: Any, move: int, after: Any) -> list[Message]:
        """What happened, in sentences for the log: usually one, none for what goes unsaid.

        ``before`` and ``after`` are views of the reader and ``move`` is masked for the reader.
        """
        ...

    def table(self, rules: Any, setup: Any, view: Any, seat: int) -> dict[str, Any]:
        """All that the game's template draws: JSON scalars, lists, dicts and Messages."""
        ...

    def read_form(
        self, rules: Any, setup: Any, view: Any, seat: int, form: Mapping[str, Sequence[str]]
    ) -> list[int]:
        """The moves that a posted form of the template means, to be appended together.

        Raises IllegalMove, with ``candidates`` (as notations) where a form can be read in two ways.
        """
        ...
