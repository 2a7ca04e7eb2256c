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
    """A change that the table does not take as it stands, such as a seat somebody else took."""


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
    one: pass and play), ``bot`` is a bot's name. An empty phrase is replaced by a random one: a
    bot's and the owner's when they sit down, so that the others can see them before they send
    theirs, anybody else's at the start. ``token_hash`` is the SHA-256 (hex) of the secret in the
    link that carries the seat to another device; the secret itself is not stored. ``frozen`` is
    the place in the order in which phrases were frozen, -1 before the start.
    """

    kind: SitterKind = SitterKind.EMPTY
    player: str = ""
    name: str = ""
    bot: str = ""
    phrase: str = ""
    token_hash: str = ""
    frozen: int = -1


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
        """Matches, last changed first; ``player``: only those where that player sits or owns."""
        ...

    async def seat_of_link(self, token_hash: str) -> tuple[str, int]:
        """The match and seat that a seat link leads to. Raises NotFound."""
        ...

    async def sit(
        self, match_id: str, seat: int, sitter: Sitter, *, expect: Collection[SitterKind] = ()
    ) -> Entry:
        """Put somebody on a seat, or nobody.

        ``expect``: only if the seat is now of one of these kinds, else NotAllowed (so two people
        cannot take one seat). Once the match runs, name, player, bot, kind and link may still
        change (a bot takes over), the phrase does not.
        """
        ...

    async def hand_over(self, match_id: str, owner: str) -> Entry:
        """Make another player the owner, as when the owner goes on at another device."""
        ...

    async def start(self, match_id: str) -> Entry:
        """Freeze the phrases (bots' and the owner's first), record the opening chance events.

        Raises NotAllowed when a seat is empty. Starting twice is harmless.
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
