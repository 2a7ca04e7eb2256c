"""What the templates of the pages around a table get; ``context`` lists templates and routes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from goldfield.games.options import Scalar
from goldfield.web.context import Check, GameCard, LogLine, Phase, Reading, SeatCard, TableCard
from goldfield.words import Message


@dataclass(frozen=True, slots=True)
class StartPage:
    """start.html"""

    games: tuple[GameCard, ...]
    open_tables: tuple[TableCard, ...]
    my_tables: tuple[TableCard, ...]
    """Those where it is the viewer's turn first."""
    running_tables: tuple[TableCard, ...]
    """Public tables to watch."""
    code: str = ""
    """A code that was typed and not found."""


@dataclass(frozen=True, slots=True)
class FormChoice:
    """One value of an option in a form."""

    value: str
    label: Message
    chosen: bool


@dataclass(frozen=True, slots=True)
class FormOption:
    """An option of the rules as a field ``option-NAME``."""

    name: str
    label: Message
    help: Message
    flag: bool
    on: bool
    """For a flag: whether it is set."""
    choices: tuple[FormChoice, ...]
    text: str
    """The value as text."""
    template: str
    """A structured option's own fragment (``GAME/option_NAME.html``), else empty."""
    refused: Message | None = None
    """Why the posted value was refused."""
    grammar: Message | None = None
    """How the text of a structured option is written."""
    parts: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the fields ``option-NAME.PART`` of a fragment hold. While they count, ``text``, which
    its own field ``option-NAME`` holds, is empty."""
    usual_parts: Mapping[str, str] = field(default_factory=dict[str, str])
    """What these fields hold where the option is as usual."""
    usual: bool = True
    """Whether a structured option is as the game has it by default."""
    at_seats: Message | None = None
    """The option names a seat, or 0 for none: what is said of the seat that is marked."""


@dataclass(frozen=True, slots=True)
class FormSeat:
    """A seat of the form: fields ``seat-N`` and ``here-N``, N from 1."""

    number: int
    """From 0."""
    kind: str
    """``me``, ``person``, ``here`` or ``bot:CHARACTER``."""
    here_name: str


@dataclass(frozen=True, slots=True)
class NewTablePage:
    """new.html"""

    games: tuple[GameCard, ...]
    game: GameCard
    preset: str
    sets: Mapping[str, Mapping[str, Scalar]]
    """What each preset fills in: by the names of the fields after ``option-``."""
    options: tuple[FormOption, ...]
    seats: tuple[FormSeat, ...]
    """As many as the game has at most; those beyond the option ``players`` are not used."""
    players: int
    title: str
    listed: bool
    phrase: str
    warnings: tuple[Message, ...] = ()
    """What may surprise about the options as they stand."""


@dataclass(frozen=True, slots=True)
class WhichPage:
    """which.html: the dice can be read in two ways; one button per reading posts again."""

    id: str
    title: str
    game: GameCard
    position: int
    seat: int
    sentence: Message
    readings: tuple[Reading, ...]
    fields: tuple[tuple[str, str], ...]
    """The posted fields (without ``reading``), to be repeated as hidden ones."""


@dataclass(frozen=True, slots=True)
class Look:
    """A way to look back at a game with secrets: all open, or as somebody saw it then."""

    value: str
    """Of the field ``as``: empty for all open, 0 for a spectator, a seat from 1."""
    label: Message
    chosen: bool


@dataclass(frozen=True, slots=True)
class StepPage:
    """step.html: a position of a record, with the ways forward and back."""

    id: str
    """Empty for an imported record: then forms post ``record`` and ``step`` to /import."""
    title: str
    game: GameCard
    edition: Message
    position: int
    last: int
    turn_starts: tuple[int, ...]
    """Positions at which another seat begins to act."""
    seats: tuple[SeatCard, ...]
    seat: int
    """Whose eyes, -1 for a spectator's."""
    board: Mapping[str, Any]
    position_text: str
    log: tuple[LogLine, ...]
    """What led here: the events of this turn up to the position, newest first."""
    looks: tuple[Look, ...] = ()
    """The ways to look at it, once it is over and where something was hidden."""
    query: str = ""
    """What the address of another step needs for the same look."""
    held: tuple[tuple[str, str], ...] = ()
    """The same as fields, where a device goes round while the game runs."""
    record: str = ""
    check: Check | None = None


@dataclass(frozen=True, slots=True)
class DicePage:
    """dice.html"""

    id: str
    title: str
    game: GameCard
    seats: tuple[SeatCard, ...]
    check: Check
    phase: Phase


@dataclass(frozen=True, slots=True)
class SeatLink:
    """A link that carries a seat to another device."""

    seat: int
    name: str
    link: str
    """The full address; empty until one was asked for."""
    made: bool = False
    """Whether there is a link from before; it was shown once, and is not known here any more."""


@dataclass(frozen=True, slots=True)
class LinksPage:
    """links.html"""

    id: str
    title: str
    links: tuple[SeatLink, ...]
    here_only: bool
    """Whether the links open on this computer only."""


@dataclass(frozen=True, slots=True)
class SeatPage:
    """seat.html: only the button's POST moves the seat; looking at the link takes nothing."""

    id: str
    title: str
    game: GameCard
    seat: int
    name: str
    token: str
    mine: bool
    """The seat is here already."""
    beside: tuple[str, ...] = ()
    """Names of the visitor's seats at this table: with this one they would play for both."""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """rules.html: the general rules, or with ``edition`` those under certain options."""

    game: GameCard
    html: str
    """The rules' text, rendered from the game's own Markdown; safe markup."""
    language: str
    """The code of the language that it is in."""
    edition: Message | None = None
    """The options in short."""
    preset: str = ""
    """The name of the preset that was asked for, else empty."""
    id: str = ""
    """The table at which these rules are played, else empty."""


@dataclass(frozen=True, slots=True)
class ImportPage:
    """import.html"""

    record: str = ""


@dataclass(frozen=True, slots=True)
class FairPage:
    """fair.html"""

    games: tuple[GameCard, ...]


@dataclass(frozen=True, slots=True)
class KeysPage:
    """keys.html: what the keyboard does."""


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """error.html: one sentence, and the way on."""

    status: int
    code: str
    """A word for programs: ``not-found``, ``forbidden``, …"""
    sentence: Message
    back: str = "/"
    """The path of the way on."""
