"""What every template gets: typed, plain data; templates decide nothing about rules or rights.

Each template is rendered with two names: ``site`` (:class:`Site`, on every page) and ``page``
(the dataclass named in the table below; those not here are in ``context_pages``). Two exceptions:
``part.html``, the living part of a table, gets ``page`` alone (it may be shared by all spectators),
and ``table.html`` gets it ready made as ``part``, to be put inside one element:
``<div id="part">{{ part }}</div>``.

=====================  ==================  =========================================================
template               page                shown at
=====================  ==================  =========================================================
start.html             StartPage           GET /
new.html               NewTablePage        GET /new, POST /new when refused
table.html             TablePage           GET /table/{id}; puts ``{{ part }}`` inside one element
part.html              TablePage           GET /table/{id}/part and answers to posts made by script;
                                           without ``site``, but with the viewer's ``own_name``;
                                           branches on ``page.phase``: waiting, running, finished,
                                           abandoned (and on ``page.begun``). A running or finished
                                           table includes the game's own
                                           ``page.game.table_template`` (``page.board``)
which.html             WhichPage           POST /table/{id}/move when the form can be read in 2 ways
step.html              StepPage            GET /table/{id}/step/{position}, POST /import
dice.html              DicePage            GET /table/{id}/dice: check the dice of a closed table
links.html             LinksPage           GET /table/{id}/links: own seats' links to other devices
seat.html              SeatPage            GET /seat/{token}: a button that takes the seat over here
rules.html             RulesPage           GET /rules/{game}, GET /table/{id}/rules
import.html            ImportPage          GET /import, POST /import when refused
fair.html              FairPage            GET /fair: how the dice are kept fair
error.html             ErrorPage           every refusal that has no better page to stand on
=====================  ==================  =========================================================

Routes and form fields (every POST form also holds ``{{ csrf() }}``)::

    GET  /                          start page
    POST /name                      name, next (a path): change the own name
    POST /play                      game, preset?, bot* (characters; none: the usual ones),
                                    phrase?, name?: a table against bots that starts at once
    GET  /new                       ?game=&preset=: the form for a new table
    POST /new                       game, preset?, shown-preset? (the preset that the options of the
                                    form show; another chosen one beats them), option-NAME per
                                    option (a flag: a checkbox with value "yes" after a hidden
                                    "no"), title, listed ("yes" = in the
                                    public list), name (own), phrase?, seat-1 ... seat-N each one of
                                    "me" (one seat), "person" (left open for others), "here"
                                    (somebody else at this device), "bot:CHARACTER",
                                    here-1 ... here-N (the names of "here" seats),
                                    do = "open" (default) or "fill" (show the form again with the
                                    preset's or another game's options: works without scripts).
                                    A table without open seats starts at once
    GET  /join                      ?code=: to the table with that code
    GET  /table/{id}                the table as this browser may see it (?as=SEAT at pass and play)
    GET  /table/{id}/part           ?since=VERSION: part.html alone; 204 when nothing has changed;
                                    headers X-Version, X-Position, X-Phase
    POST /table/{id}/sit            seat (1-based), name? (else the name that the seat is kept
                                    for, or its animal's), phrase?
    POST /table/{id}/leave          seat: get up, while the table is waiting
    POST /table/{id}/seat           seat, kind ("open", "here", "bot:CHARACTER"), name? : owner only
    POST /table/{id}/phrase         seat, phrase: one's own words for the dice, before the start
    POST /table/{id}/start          owner only, all seats taken
    POST /table/{id}/move           position, seat (1-based) and the fields of the game's own form,
                                    or instead of these notation (a move in writing)
    POST /table/{id}/chat           text, key (``page.chat_key``), seat?, name? (unless page.named;
                                    else "Guest")
    POST /table/{id}/abandon        owner only, ``sure`` = "yes"
    POST /table/{id}/rematch        phrase?: anyone seated; the others' seats are kept for them, and
                                    by the same post they sit down there
    GET  /table/{id}/step/{position}
    GET  /table/{id}/game.json      the record, as this browser may know it
    GET  /table/{id}/dice           seed, commitment, phrases, the check
    GET  /table/{id}/links          POST the same with seat: a fresh link, older ones are dead
    GET  /seat/{token}              POST the same: the seat is here from now on
    GET  /rules/{game}              the rules; ?preset=: as played with these options
    GET  /table/{id}/rules          the rules as played at this table
    GET  /import                    POST: record (file ``file`` or text ``record``), step?
    GET  /fair
    GET  /live                      ?watch=ID,ID: server-sent events, see below
    GET  /static/{hash}/{path}      see ``static()``
    GET  /healthz

Answers to a POST: without scripts 303 to a GET when accepted, else the whole page with the refusal
in ``site.notices`` and the right status. With the header ``X-Part: 1`` (sent by the page's module):
part.html with the same status (200 when accepted), ``page.notice`` set when refused; where the
answer is another page, status 200 and the header ``X-Location`` holds its path. With
``Accept: application/json``: ``{"code", "sentence", "position", "version"}``.

``/live`` sends ``event: change``, ``data: {"id": TABLE, "version": "V", "position": P}`` (nothing
else, no secrets), first for every watched table as it stands, comments as heartbeats every 15 s,
and ``event: bye`` before the server goes down. A page then fetches its own part.

Globals and filters of the templates:

``t(message)``            a ``words.Message`` (or any value) for this viewer, as HTML: names of
                          seats ("You" for one's own), pieces as ``<svg class="piece"><use
                          href="#KIND-PIECE"/></svg>`` (``#dice-G`` ... ``#dice-5``)
``t_plain(message)``      the same as plain text, for attributes and titles
``t_aloud(message)``      the same as it is spoken, pieces by their names
``data(value)``           nested data with Messages as JSON text for an attribute in single
                          quotes or a ``<script type="application/json">``; every Message
                          becomes plain text
``_(text)``, ``ngettext`` a text of the template itself, with ``{name}`` placeholders
``url(route, **values)``  the path of a route by its name: ``url("table", id=page.id)``
``static(path)``          the hashed address of a file in ``web/static`` or, as ``GAME/file``, in a
                          game's ``face``
``csrf()``                the hidden fields of a form: its token, and a key (``once``) by which a
                          form that is sent twice counts once
``icon(name)``            ``<svg class="icon" aria-hidden="true"><use href="#i-NAME"/></svg>``
``|first``, ``|last``     give none for an empty list; any other missing name is an error
``animal(seat)``          ``fox bear owl hare mole`` by seat number

Route names for ``url``: start, name, play, new, join, table, part, sit, leave, seat, phrase,
start_table, move, chat, abandon, rematch, step, record, dice, links, claim, rules, table_rules,
import, fair, live, healthz.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from goldfield.games.options import Scalar
from goldfield.words import Message

ANIMALS = ("fox", "bear", "owl", "hare", "mole")
"""The animal of each seat, by seat number from 0."""

Phase = Literal["waiting", "running", "finished", "abandoned"]
Kind = Literal["open", "person", "here", "bot"]


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence beside the page: what happened, what happens next."""

    text: Message
    bad: bool = False
    rule: str = ""
    """The number of the rule a refusal rests on (``"GN2"``), or empty."""


@dataclass(frozen=True, slots=True)
class Site:
    """What every page knows."""

    name: str
    """The viewer's own name, empty while none was given."""
    path: str
    """The path of this page, for ``next`` fields."""
    notices: tuple[Notice, ...] = ()
    version: str = ""
    """Goldfield's version."""
    watch: tuple[str, ...] = ()
    """Ids of the tables this page follows, for ``/live?watch=``."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game on the start page and in headers."""

    name: str
    title: Message
    summary: Message
    score: Message
    """What is counted: ``nuggets``."""
    fewest: int
    most: int
    """Numbers of players."""
    presets: tuple[PresetCard, ...]
    characters: tuple[Character, ...]
    table_template: str
    """``gold_nuggets/table.html``: the game's part of a running or finished table."""
    pieces_template: str
    """``gold_nuggets/pieces.svg``: the symbols, included once by a page; empty if none."""
    styles: tuple[str, ...]
    """Paths for ``static()``: style sheets of the game's face."""
    scripts: tuple[str, ...]
    poster_template: str = ""
    """``gold_nuggets/poster.svg``, or empty."""


@dataclass(frozen=True, slots=True)
class PresetCard:
    """A named set of options."""

    name: str
    label: Message
    help: Message
    options: Mapping[str, Scalar]


@dataclass(frozen=True, slots=True)
class Character:
    """A bot that can take a seat."""

    name: str
    label: Message
    help: Message
    """What it does and does not think of, in a sentence."""


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table in a list."""

    id: str
    title: str
    """As somebody typed it, or empty: then show game and names."""
    game: GameCard
    edition: Message
    """The options in short."""
    seats: tuple[SeatCard, ...]
    phase: Phase
    turn: int
    """Events so far."""
    mine: bool
    my_turn: bool
    can_sit: bool
    kept: bool = False
    """Whether a seat is kept here for the viewer, who sat there in the last game."""


@dataclass(frozen=True, slots=True)
class SeatCard:
    """A seat of a table, as everybody may see it."""

    number: int
    """From 0; forms count from 1."""
    name: str
    """Somebody's name, a bot's character, or empty while the seat is open."""
    kind: Kind
    character: str
    mine: bool
    owner: bool
    to_act: bool
    present: bool
    """Whether a page of this person is open now; always true for bots."""
    score: int = 0
    phrase: str = ""
    """The words for the dice: before the start one's own and settled ones, then everybody's."""
    settled: bool = False
    """Whether nobody can choose these words any more."""
    won: bool = False
    kept: str = ""
    """An open seat that is kept for somebody who played the last game: their name."""
    kept_mine: bool = False
    """It is kept for the viewer, who takes it with one press."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """What happened, newest first."""

    position: int
    """The event's position in the record, for ``step``; -1 for events that are no moves."""
    seat: int
    """Whose doing, or whose dice; -1 for nobody's."""
    sentences: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of talk; names and text are what people typed and are never markup."""

    name: str
    seat: int
    """The seat it was said from, -1 for a spectator."""
    text: str
    mine: bool
    when: str
    """ISO 8601, UTC."""
    event: Message | None = None
    """Instead of text: what happened to the seat (``sat down.``), to stand after the name."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The score of one seat after every turn; ``points[0]`` is the start."""

    seat: int
    name: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """The dice of a closed table, checked."""

    ok: bool
    sentence: Message
    commitment: str
    seed: str
    """Hex, revealed; empty while the table runs."""
    phrases: tuple[str, ...]
    rolls: int
    """Chance events that were recomputed."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A move to choose: its notation (for a field ``reading`` or ``notation``), and its effect."""

    text: str
    effect: Message | None


@dataclass(frozen=True, slots=True)
class TablePage:
    """table.html and part.html"""

    id: str
    title: str
    game: GameCard
    rules: tuple[tuple[Message, Message], ...]
    """Option label and value, for the line under the title and the rules dialog."""
    edition: Message
    phase: Phase
    version: str
    """Opaque: another one means that there is something new to show."""
    position: int
    seats: tuple[SeatCard, ...]
    mine: tuple[int, ...]
    """Seat numbers held by this browser."""
    seat: int
    """The seat whose eyes this page has (the one to act at pass and play), -1 for spectators."""
    owner: bool
    """Whether the viewer opened the table."""
    link: str
    """The full address of the table: the invitation."""
    here_only: bool
    """Whether that address means each computer itself, so that nobody else's can open it."""
    commitment: str
    """SHA-256 of the seed, hex."""
    watchers: int
    viewer_name: str = ""
    """The viewer's own name for the fields ``name``; while a game runs only known to the seated."""
    named: bool = False
    """Whether the viewer has a name; without one the chat form holds a field ``name`` too."""
    begun: bool = False
    """Whether play began; a table may be closed before."""
    can_start: bool = False
    """Waiting: all seats are taken and the viewer owns the table."""
    open_seats: tuple[int, ...] = ()
    board: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """``present.table`` for this viewer; empty while waiting."""
    position_text: str = ""
    """The exact text of the position, as this viewer may know it."""
    choices: tuple[Reading, ...] = ()
    """Only for games without a template of their own: each legal move and what it brings."""
    to_act: int = -2
    """A seat number, or -2 when nobody is to act."""
    my_move: bool = False
    curtain: bool = False
    """Pass and play with secrets: the device goes to seat ``to_act`` first (``?as=SEAT``)."""
    thinking: bool = False
    """A bot is choosing."""
    bot_trouble: Message | None = None
    """Why a bot cannot move just now."""
    log: tuple[LogLine, ...] = ()
    spoken: tuple[Message, ...] = ()
    """The newest events for screen readers: what happened and whose turn it is."""
    chat: tuple[ChatLine, ...] = ()
    chat_key: str = ""
    can_chat: bool = True
    notice: Notice | None = None
    """A refusal of what was just posted."""
    chat_notice: Notice | None = None
    """A refusal of what was just said, to stand beside the chat."""
    chart: tuple[ChartLine, ...] = ()
    chart_most: int = 0
    """The highest score in the chart, at least 1."""
    check: Check | None = None
    next_id: str = ""
    """The rematch's table, once somebody asked for one."""
    next_seat: int = -1
    """The seat that is kept there for the viewer; POST rematch sits down on it."""
    next_by: str = ""
    """Who asked for the rematch, where the viewer is awaited."""
    turns: int = 0
    """Turns played."""
    form: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """What was posted and refused, so that a page without scripts loses nothing."""
