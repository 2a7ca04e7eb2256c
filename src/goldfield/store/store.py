"""What a store of matches does, whatever database it stands on, and what it hands out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

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


class NoSuchLine(NotAllowed):
    """Nobody has said the line that is meant at this table."""

    def __init__(self) -> None:
        super().__init__(say("There is no such line of talk at this table."))


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


class HandoverKind(StrEnum):
    """How a seat changed hands."""

    BOT = "bot"
    """A bot sits in for a person, whose seat it stays."""
    BACK = "back"
    """The person plays again."""
    MOVED = "moved"
    """The seat went on at another device."""


@dataclass(frozen=True, slots=True)
class Handover:
    """A seat has changed hands, when the match had ``position`` events.

    ``bot`` is the bot that sits in. ``player`` is who had the seat before it moved. ``by`` is the
    seat that asked for a bot, -1 where nobody else did.
    """

    kind: HandoverKind
    seat: int
    position: int
    bot: str = ""
    player: str = ""
    by: int = -1
    at: str = ""


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
    match that followed at the same table, empty if none. ``moved`` is when the last event was
    recorded, empty before the first. ``handovers`` tells which seats changed hands, in order.
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
    moved: str = ""
    handovers: tuple[Handover, ...] = ()
    muting: bool = False
    """Whether anybody here mutes somebody (``Store.muted``)."""

    def bot_at(self, seat: int) -> str:
        """The bot that plays a seat just now, its own or one that sits in; empty: a person does."""
        return self.seats[seat].bot or self.stand_in(seat)

    def stand_in(self, seat: int) -> str:
        """The bot that sits in for the person of a seat; empty where the person plays."""
        last = next(
            (
                one
                for one in reversed(self.handovers)
                if one.seat == seat and one.kind is not HandoverKind.MOVED
            ),
            None,
        )
        return last.bot if last else ""

    def lost_by(self, player: str) -> tuple[int, ...]:
        """The seats that a player had here and that are at another device now."""
        last = {one.seat: one.player for one in self.handovers if one.kind is HandoverKind.MOVED}
        return tuple(
            seat
            for seat, before in last.items()
            if before == player and self.seats[seat].player not in ("", player)
        )

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


class Standing(StrEnum):
    """What became of a line of chat."""

    PLAIN = ""
    REPORTED = "reported"
    """Somebody asked the owner of the table to look at it."""
    KEPT = "kept"
    """The owner looked and let it stand."""
    GONE = "gone"
    """The owner took it away: its text is no more."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A line of the table's talk; ``seq`` counts from 1, ``seat`` is -1 for who has none.

    ``player`` is who said it, a value that is never shown; empty where nobody knows.
    """

    seq: int
    kind: TalkKind
    seat: int
    name: str
    text: str
    at: str
    player: str = field(default="", repr=False)
    standing: Standing = Standing.PLAIN


@dataclass(frozen=True, slots=True)
class Mute:
    """Somebody whom a reader does not hear, under a name; one act of muting has one number."""

    number: int
    whom: str = field(repr=False)
    name: str


@dataclass(frozen=True, slots=True)
class Report:
    """A reported line, and what was said before and after it."""

    line: Talk
    before: tuple[Talk, ...]
    after: tuple[Talk, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A match has changed; ``version`` is its version after the change."""

    match_id: str
    version: int


Check: TypeAlias = Callable[[Entry], None]
"""Looks at a match as it stands in the transaction that is about to change it, and raises whatever
it likes to refuse that. It runs in the writer's thread, so it is quick and only looks."""


CheckBoth: TypeAlias = Callable[[Entry, Entry | None], None]
"""Such a look at a match and at the one that it follows, None where it follows none."""


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

    async def create(self, new: NewMatch, *, check: Check | None = None) -> Entry:
        """Open a table; its id, seed and commitment are drawn here. Status: waiting.

        ``check`` looks at the match that this one follows, where it does. It is not asked where
        the table is there already (``NewMatch``).

        Raises BadOption for an unknown game or option, ValueError for a wrong number of seats, and
        what ``check`` raises.
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

    async def running(self, after: str, limit: int) -> tuple[Entry, ...]:
        """Matches that run, by id, the first ``limit`` behind ``after`` ("" for the beginning)."""
        ...

    async def seat_of_link(self, token_hash: str) -> tuple[str, int]:
        """The match and seat that a seat link leads to. Raises NotFound."""
        ...

    async def sit(
        self,
        match_id: str,
        seat: int,
        seen: Sitter,
        sitter: Sitter,
        *,
        beside: bool = False,
        check: Check | None = None,
    ) -> Entry:
        """Put somebody on a seat, or nobody, if the seat still is as it was ``seen``.

        ``beside``: the player may hold another seat here as well (pass and play). Once the match
        runs, name, player, bot, kind and link may still change (a bot takes over), the phrase does
        not. All is checked in the transaction that writes, ``check`` first of all. Where the last
        seat of the owner goes to another player, the table goes along.

        Raises NotAllowed, also for a seat that has been at too many devices:
            SeatChanged: the seat has changed since.
            AlreadySeated: the player has another seat, and not ``beside``.
            NameTaken: somebody else at the table has that name.
            PhraseSettled: another phrase for a seat whose phrase nobody may choose any more.
        """
        ...

    async def let_bot_play(
        self,
        match_id: str,
        position: int,
        seat: int,
        bot: str,
        by: int = -1,
        *,
        check: Check | None = None,
    ) -> Entry:
        """Let a bot sit in for the person of a seat; never makes a move stale.

        ``by`` is the seat that asked for it, -1 for the seat itself. Harmless where one sits in
        already. Raises Stale where the match has another position, and NotAllowed where it does not
        run, no person sits, or a bot sat in so often that it is enough (``store.sitting_in``), and
        what ``check`` raises.
        """
        ...

    async def let_person_play(
        self, match_id: str, seat: int, *, check: Check | None = None
    ) -> Entry:
        """Let the person of a seat play again; harmless where they do. Never makes a move stale.

        Raises what ``check`` raises.
        """
        ...

    async def choose_first(
        self, match_id: str, seat: int, *, check: CheckBoth | None = None
    ) -> Entry:
        """Make a seat (from 0) begin the game of a table that still waits.

        Whoever calls this knows that the seat may begin; ``check`` looks whether whoever chooses
        may. Raises NotAllowed once the match has begun, and what ``check`` raises.
        """
        ...

    async def start(self, match_id: str, check: Check | None = None) -> Entry:
        """Freeze the phrases and record the opening chance events.

        ``store.seating`` says in which order phrases are frozen. Raises NotAllowed when a
        seat is empty, and what ``check`` raises. Starting twice is harmless.
        """
        ...

    async def append(
        self,
        match_id: str,
        position: int,
        events: Sequence[Event],
        *,
        finished: bool = False,
        stand_in: int = -1,
        check: Check | None = None,
    ) -> Entry:
        """Record events that ``Match.plan`` made for this position; all of them or none.

        ``finished``: these events end the game. ``stand_in`` is the seat for which a bot made them
        that sits in there: SeatChanged where it does not any more. ``check`` looks whether whoever
        made them still may, once position and status are known to be right.

        Raises:
            Stale: another move was recorded at this position; carries the current position.
            Closed: the match is over. NotAllowed: it has not started.
        """
        ...

    async def abandon(self, match_id: str, check: Check | None = None) -> Entry:
        """Close a match before its end; its seed is revealed. Harmless on a closed one.

        Raises what ``check`` raises.
        """
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
        player: str = "",
    ) -> Talk:
        """Add a line of talk, said by a player; never makes a move stale.

        A second request with the same key (not empty) yields the line of the first. Of what one
        player (not empty) does about seats (``TalkKind.SEAT``) only the last line stays, and so of
        lines that say the same of one seat and name. Raises NotAllowed for a text that is empty or
        longer than ``MAX_TALK``.
        """
        ...

    async def talk(
        self, match_id: str, since: int = 0, limit: int = 200, without: Collection[str] = ()
    ) -> tuple[Talk, ...]:
        """The last ``limit`` lines of chat with ``seq`` above ``since``, and those about seats.

        They stand in order. Of lines about seats there are as many as there is room for, and some
        even where there is none; they never take the place of what somebody said. Lines of chat by
        the players ``without`` are left out.
        """
        ...

    async def line(self, match_id: str, seq: int) -> Talk:
        """A line that somebody said. Raises NoSuchLine."""
        ...

    async def mute(self, match_id: str, by: str, whom: Collection[str], name: str) -> None:
        """Keep that a reader does not want to hear some players, whom they know by a name."""
        ...

    async def unmute(self, match_id: str, by: str, number: int) -> None:
        """Keep that a reader hears again whom they muted under a number; harmless twice."""
        ...

    async def muted(self, match_id: str, by: str) -> tuple[Mute, ...]:
        """Whom a reader does not hear at a table, in the order of muting."""
        ...

    async def judge(self, match_id: str, seq: int, seen: Standing, standing: Standing) -> Talk:
        """Change how a line stands, if it stands as ``seen``; the line as it stands then.

        A line that is taken away loses its text for good. Raises NoSuchLine.
        """
        ...

    async def reports(self, match_id: str) -> tuple[Report, ...]:
        """Lines that were reported and not judged yet, oldest first."""
        ...

    def watch(
        self, match_ids: Collection[str] = ()
    ) -> AbstractAsyncContextManager[AsyncIterator[Change]]:
        """Changes of these matches (of all, if none is named) after they are durable.

        ``async with store.watch(ids) as changes: async for change in changes: ...``. A slow reader
        misses versions in between, never the last one.
        """
        ...
