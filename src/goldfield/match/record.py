"""The record of a match: a header and the moves. Everything else is derived by replaying it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from goldfield.games.options import Scalar

SCHEMA = 1
"""The version of the JSON form; docs/records.md describes it."""


class Kind(StrEnum):
    """Who decided an event: a seat, chance, or nobody since it was the only legal move."""

    MOVE = "move"
    CHANCE = "chance"
    FORCED = "forced"
    UNDO = "undo"
    """A seat took its last move back; what it took back stays in the record."""


UNDO_TEXT = "undo"
"""How taking back is written, in every game."""


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a record: a move id or a chance outcome id (the kind tells which).

    ``seat`` is whose move it was, counted from 0, and -1 for chance. The ``move`` of an undo is the
    position of the move taken back: after it the state is the one that was before that move.
    """

    move: int
    kind: Kind
    seat: int


class SeatKind(StrEnum):
    """Who plays a seat."""

    PERSON = "person"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as the record keeps it from the start of the match on.

    ``bot`` is the bot's name, empty for a person. ``phrase`` went into the dice. ``frozen`` is the
    place, from 0, of this seat in the order in which the phrases were frozen.
    """

    name: str
    kind: SeatKind
    bot: str
    phrase: str
    frozen: int


@dataclass(frozen=True, slots=True)
class StandIn:
    """A bot begins to play for a person who is gone, or (``bot`` empty) the person plays again.

    ``position`` is how many events there were by then.
    """

    position: int
    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class Header:
    """What is fixed when a match starts, and who has sat in for whom since.

    ``game`` is a name that ``goldfield.load`` knows. ``commitment`` is the SHA-256 of the secret
    seed, in hexadecimal. ``created`` is a UTC time, ``2026-11-30T18:25:44Z``.
    """

    match_id: str
    game: str
    rules_version: int
    options: Mapping[str, Scalar]
    seats: tuple[Seat, ...]
    commitment: str
    created: str
    stand_ins: tuple[StandIn, ...] = ()
    schema: int = SCHEMA

    @property
    def phrases(self) -> tuple[str, ...]:
        """The phrases in seat order, as the dice take them."""
        return tuple(seat.phrase for seat in self.seats)

    def bot_at(self, seat: int, position: int) -> str:
        """The bot that played a seat at a position, its own or one that sat in; empty: a person."""
        bot = self.seats[seat].bot
        for one in self.stand_ins:
            if one.seat == seat and one.position <= position:
                bot = one.bot
        return bot


@dataclass(frozen=True, slots=True)
class Record:
    """A match: its header and events, and its seed (32 bytes) once it is closed.

    ``reader`` is None for the true record; for one taken while the match ran it is the seat (or
    SPECTATOR) for whom events were masked.
    """

    header: Header
    events: tuple[Event, ...]
    seed: bytes | None = field(default=None, repr=False)
    reader: int | None = None

    @property
    def moves(self) -> tuple[int, ...]:
        """The ids of the events alone."""
        return tuple(event.move for event in self.events)
