"""What a store of matches does, whatever database it stands on, and what it hands out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from goldfield.games.options import Scalar
from goldfield.match.record import Event
from goldfield.match.refused import Refused
from goldfield.words import say

MAX_NAME = 40
"""The most characters of a name; a title may have twice as many."""
MAX_PHRASE = 200
"""The most characters of a seat's phrase."""
MAX_TALK = 500
"""The most characters of one chat message."""


FREE = -1
"""``Sitter.frozen`` of a phrase that may still change."""
FIXED = -2
"""``Sitter.frozen`` of the owner's phrase before the start: fixed since the table was opened."""


class NotFound(Refused):
    """There is no such match, seat or link."""

    def __init__(self) -> None:
        super().__init__(say("There is no such table. Perhaps the link is not complete?"))


class Full(Refused):
    """The disk takes nothing more; the request was not recorded and nothing else was harmed.

    ``full``: the disk has no room; otherwise it fails or may not be written.
    """

    def __init__(self, *, full: bool = True) -> None:
        super().__init__(
            say(
                "The server's disk is full: nothing was recorded, the table stands as before. "
                "Try again once there is room."
            )
            if full
            else say(
                "The server's disk cannot be written: nothing was recorded, the table stands as "
                "before. Try again later."
            )
        )
        self.full = full


class Busy(Refused):
    """Another program holds the database for longer than we wait; the request was not recorded."""

    def __init__(self) -> None:
        super().__init__(
            say("The server's database is busy: nothing was recorded. Try again in a moment.")
        )


class NotAllowed(Refused):
    """A change that the table does not take as it stands, such as a start with an empty seat."""


class SeatChanged(NotAllowed):
    """The seat is not as whoever asked saw it: taken, left, or carried to another device."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "This seat has changed while you decided. Nothing was done; "
                "look at the table as it is now."
            )
        )


class AlreadySeated(NotAllowed):
    """The player holds another seat at this table."""

    def __init__(self) -> None:
        super().__init__(say("You have a seat at this table already."))


class NameTaken(NotAllowed):
    """Somebody else at the table has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(say("Somebody at this table is called {name} already.", name=name))


class PhraseSettled(NotAllowed):
    """The phrase of this seat is not, or no longer, anybody's to choose."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "The words of whoever opened the table, and of further seats of theirs, were fixed "
                "when it was opened, before the others choose theirs; they stay as they are."
            )
        )


class Status(StrEnum):
    """Where a match stands."""

    WAITING = "waiting"
    """Seats are being filled; no header and no events yet."""
    RUNNING = "running"
    FINISHED = "finished"
    """Played to its end; the seed is revealed."""
    ABANDONED = "abandoned"
    """Closed before its end; the seed is revealed."""


class SitterKind(StrEnum):
    """Who sits, or does not sit yet, at a seat."""

    PERSON = "person"
    BOT = "bot"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Sitter:
    """A seat as the table keeps it.

    ``player`` identifies a person (the value behind the signed cookie; several seats may share
    one: pass and play), ``bot`` is a bot's name. An empty phrase is replaced when somebody sits
    down (``store.seating``). ``token_hash`` is the SHA-256 (hex) of the secret in the link that
    carries the seat to another device; the secret itself is not stored. ``frozen`` is the place in
    the order in which phrases were frozen; before the start it is ``FIXED`` or ``FREE``. An empty
    seat with a ``player`` is kept for that person, under that name.
    """

    kind: SitterKind = SitterKind.EMPTY
    player: str = ""
    name: str = ""
    bot: str = ""
    phrase: str = ""
    token_hash: str = ""
    frozen: int = FREE

    @property
    def is_kept(self) -> bool:
        """Whether nobody sits here yet and the seat is kept for somebody."""
        return self.kind is SitterKind.EMPTY and bool(self.player)


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What is needed to open a table.

    ``key`` makes opening idempotent: a second request with the same key (not empty) yields the
    match of the first. The same holds for ``rematch_of``: a match has one rematch.
    """

    game: str
    options: Mapping[str, Scalar]
    seats: tuple[Sitter, ...]
    owner: str
    title: str = ""
    rematch_of: str = ""
    public: bool = True
    key: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A match as the store keeps it, without its events.

    ``position`` is how many events it has; ``version`` is raised by every change of anything
    (event, seat, chat, status), for live updates. ``seed`` is the secret: it never leaves the
    server before the match is closed. Times are UTC, ``2026-11-30T18:25:44Z``. ``rematch`` is the
    match that followed at the same table, empty if none.
    """

    id: str
    game: str
    rules_version: int
    options: Mapping[str, Scalar]
    title: str
    status: Status
    owner: str
    public: bool
    commitment: str
    seed: bytes = field(repr=False)
    created: str
    changed: str
    rematch_of: str
    rematch: str
    position: int
    version: int
    seats: tuple[Sitter, ...]

    @property
    def started(self) -> bool:
        """Whether play has begun: phrases are frozen, and there is a header."""
        return all(sitter.frozen >= 0 for sitter in self.seats)


@dataclass(frozen=True, slots=True)
class Dated:
    """An event and when it was recorded (UTC)."""

    event: Event
    at: str


class TalkKind(StrEnum):
    """What a line beside the table is."""

    CHAT = "chat"
    SEAT = "seat"
    """Something about seats: taken, left, link used."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A line of the table's talk; ``seq`` counts from 1, ``seat`` is -1 for who has none."""

    seq: int
    kind: TalkKind
    seat: int
    name: str
    text: str
    at: str


@dataclass(frozen=True, slots=True)
class Change:
    """A match has changed; ``version`` is its version after the change."""

    match_id: str
    version: int


class Store(Protocol):
    """The log of matches. Every method is durable when it returns, or raises and did nothing.

    All may raise ``Busy``; those that write may raise ``Full``; those that name a match raise
    ``NotFound`` when there is none.
    """

    async def close(self) -> None:
        """Finish what waits and release the database."""
        ...

    async def secret(self, name: str) -> bytes:
        """A secret of 32 random bytes of this server, made when first asked for."""
        ...

    async def create(self, new: NewMatch) -> Entry:
        """Open a table; its id, seed and commitment are drawn here. Status: waiting.

        Raises BadOption for an unknown game or option, ValueError for a wrong number of seats.
        """
        ...

    async def entry(self, match_id: str) -> Entry:
        """A match without its events."""
        ...

    async def read(self, match_id: str, since: int = 0) -> tuple[Entry, tuple[Dated, ...]]:
        """A match and its events from a position on, both of the same moment.

        ``Host.match`` folds them.
        """
        ...

    async def listing(
        self,
        *,
        status: Collection[Status] = (),
        player: str = "",
        public_only: bool = False,
        limit: int = 100,
    ) -> tuple[Entry, ...]:
        """Matches, last changed first.

        ``player``: only those that the player owns, sits at, or has a seat kept at.
        """
        ...

    async def seat_of_link(self, token_hash: str) -> tuple[str, int]:
        """The match and seat that a seat link leads to. Raises NotFound."""
        ...

    async def sit(
        self, match_id: str, seat: int, seen: Sitter, sitter: Sitter, *, beside: bool = False
    ) -> Entry:
        """Put somebody on a seat, or nobody, if the seat still is as it was ``seen``.

        ``beside``: the player may hold another seat here as well (pass and play). Once the match
        runs, name, player, bot, kind and link may still change (a bot takes over), the phrase does
        not. All is checked in the transaction that writes.

        Raises NotAllowed:
            SeatChanged: the seat has changed since.
            AlreadySeated: the player has another seat, and not ``beside``.
            NameTaken: somebody else at the table has that name.
            PhraseSettled: another phrase for a seat whose phrase nobody may choose any more.
        """
        ...

    async def hand_over(self, match_id: str, seen: str, owner: str) -> Entry:
        """Make another player the owner, as when the owner goes on at another device.

        Changes nothing when the owner is not the one who was ``seen`` any more.
        """
        ...

    async def start(self, match_id: str) -> Entry:
        """Freeze the phrases and record the opening chance events.

        ``store.seating`` says in which order phrases are frozen. Raises NotAllowed when a
        seat is empty. Starting twice is harmless.
        """
        ...

    async def append(
        self, match_id: str, position: int, events: Sequence[Event], *, finished: bool = False
    ) -> Entry:
        """Record events that ``Match.plan`` made for this position; all of them or none.

        ``finished``: these events end the game.

        Raises:
            Stale: another move was recorded at this position; carries the current position.
            Closed: the match is over. NotAllowed: it has not started.
        """
        ...

    async def abandon(self, match_id: str) -> Entry:
        """Close a match before its end; its seed is revealed. Harmless on a closed one."""
        ...

    async def say(
        self,
        match_id: str,
        text: str,
        *,
        kind: TalkKind = TalkKind.CHAT,
        seat: int = -1,
        name: str = "",
        key: str = "",
    ) -> Talk:
        """Add a line of talk; never makes a move stale.

        A second request with the same key (not empty) yields the line of the first. Raises
        NotAllowed for a text that is empty or longer than ``MAX_TALK``.
        """
        ...

    async def talk(self, match_id: str, since: int = 0, limit: int = 200) -> tuple[Talk, ...]:
        """The last ``limit`` lines with ``seq`` above ``since``, in order."""
        ...

    def watch(
        self, match_ids: Collection[str] = ()
    ) -> AbstractAsyncContextManager[AsyncIterator[Change]]:
        """Changes of these matches (of all, if none is named) after they are durable.

        ``async with store.watch(ids) as changes: async for change in changes: ...``. A slow reader
        misses versions in between, never the last one.
        """
        ...
