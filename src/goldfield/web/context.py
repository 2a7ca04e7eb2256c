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
    POST /language                  language (``en``, ``cs``, ``es``), next (a path)
    POST /play                      game, preset?, bot* (characters; none: the usual ones),
                                    phrase?, name?: a table against bots that starts at once
    GET  /new                       ?game=&preset=: the form for a new table
    POST /new                       game, shown-game? (the game whose form it is: for another one
                                    the form is shown), preset?, shown-preset? (the preset that the
                                    options of the form show; another chosen one beats them),
                                    option-NAME per option (a flag: a checkbox with value "yes"
                                    after a hidden "no"; a structured one instead in parts, fields
                                    option-NAME.PART, that count where option-NAME is empty), title,
                                    listed ("yes" = in the public list), name (own), phrase?,
                                    seat-1 ... seat-N each one of
                                    "me" (one seat), "person" (left open for others), "here"
                                    (somebody else at this device), "bot:CHARACTER",
                                    here-1 ... here-N (the names of "here" seats),
                                    do = "open" (default), "fill" (show the form again with the
                                    preset's or another game's options: works without scripts) or
                                    "read" (show it again with its options as they are read: a
                                    pasted text in parts).
                                    A table without open seats starts at once
    GET  /join                      ?code=: to the table with that code
    GET  /table/{id}                the table as this browser may see it; at pass and play with
                                    secrets ?as=SEAT&at=POSITION: the device has been in the hands
                                    of that seat since (``page.held``), also at the part and posts
    GET  /table/{id}/part           ?since=VERSION: part.html alone; 204 when nothing has changed;
                                    headers X-Version, X-Position, X-Phase
    POST /table/{id}/sit            seat (1-based), name? (else the name that the seat is kept
                                    for, or its animal's), phrase?, first? and first-shown?
    POST /table/{id}/leave          seat: get up, while the table is waiting
    POST /table/{id}/seat           seat, kind ("open", "here", "bot:CHARACTER"), name? : owner only
    POST /table/{id}/phrase         seat, phrase: one's own words for the dice, before the start
    POST /table/{id}/start          owner only, all seats taken
    POST /table/{id}/move           position, seat (1-based) and the fields of the game's own form,
                                    or instead of these notation (a move in writing)
    POST /table/{id}/undo           position, seat (1-based): take the last move back
    POST /table/{id}/stand-in       seat: a bot plays for its person, who is gone (``page.absent``),
                                    or for the viewer's own
    POST /table/{id}/back           the viewer plays again at every seat of theirs
    POST /table/{id}/chat           text, key (``page.chat_key``), seat?, name? (unless page.named;
                                    else "Guest")
    POST /table/{id}/mute           who (of ``page.voices``): the viewer, and nobody else, sees no
                                    more of their chat; POST unmute with muted (a number) undoes it
    POST /table/{id}/report         line (its number): shown to whoever opened the table
    POST /table/{id}/judge          line, do ("take" away for all or "keep"), of ``page.reports``
    POST /table/{id}/abandon        owner only, ``sure`` = "yes"
    POST /table/{id}/rematch        phrase?: anyone seated; the others' seats are kept for them, and
                                    by the same post they sit down there; first? (the seat that is
                                    to begin, from 1) of whoever may choose (``page.begins``),
                                    ignored where it is as the form showed it (first-shown?)
    POST /table/{id}/begins         first: the same while the rematch waits
    GET  /table/{id}/step/{position}  ?as=: a closed game as a seat saw it then (0: a spectator)
    GET  /table/{id}/game.json      the record, as this browser may know it
    GET  /table/{id}/dice           seed, commitment, phrases, the check
    GET  /table/{id}/links          POST the same with seat: a fresh link, older ones are dead
    GET  /seat/{token}              POST the same: the seat is here from now on
    GET  /rules/{game}              the rules; ?preset=: as played with these options
    GET  /table/{id}/rules          the rules as played at this table
    GET  /import                    POST: record (file ``file`` or text ``record``), step?
    GET  /fair
    GET  /keys                      what the keys do
    GET  /live                      ?watch=ID,ID: server-sent events, see below
    GET  /static/{hash}/{path}      see ``static()``
    GET  /healthz

Answers to a POST: without scripts 303 to a GET when accepted, else the whole page with the refusal
in ``site.notices`` and the right status. With the header ``X-Part: 1`` (sent by the page's module):
part.html with the same status (200 when accepted), ``page.notice`` set when refused; where the
answer is another page, status 200 and the header ``X-Location`` holds its path. With
``Accept: application/json``: ``{"code", "sentence", "position", "version"}``.

``/live`` sends ``event: change``, ``data: {"id": TABLE, "version": "V", "position": P}`` (nothing
else, no secrets), first for every watched table as it stands, ``event: beat`` at once and every 4
s, and before it ends ``event: bye``, ``data: {"again": MILLISECONDS}``, so many before the next
try. A page then fetches its own part.

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
``language()``            the code of the viewer's language; ``languages``: all, by their own names
``says_you()``            whether a seat of one's own is called "You" (in English) or by its name
``url(route, **values)``  the path of a route by its name: ``url("table", id=page.id)``
``static(path)``          the hashed address of a file in ``web/static`` or, as ``GAME/file``, in a
                          game's ``face``
``csrf()``                the hidden fields of a form: its token, and a key (``once``) by which a
                          form that is sent twice counts once
``points(score)``         a score as people write it: ``3½``
``icon(name)``            ``<svg class="icon" aria-hidden="true"><use href="#i-NAME"/></svg>``
``|isolated``, ``|apart`` typed text whose direction of writing turns nothing beside it around: as
                          HTML, and as plain text; done already for the values of a sentence
``|first``, ``|last``     give none for an empty list; any other missing name is an error
``animal(seat)``          ``fox bear owl hare mole`` by number; ``animal_name(seat)`` to be read

Route names for ``url``: start, name, language, play, new, join, table, part, sit, leave, seat,
phrase, start_table, move, undo, stand_in, back, chat, mute, unmute, report, judge, abandon,
rematch, begins, step, record, dice, links, claim, rules, table_rules, import, fair, live, healthz.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from goldfield.games.options import Scalar
from goldfield.web.rolls_shown import RollsOfSeat
from goldfield.words import Message, SeatName

ANIMALS = ("fox", "bear", "owl", "hare", "mole")
"""The animal of each seat, by seat number from 0."""
"""What somebody without a name is called there."""

Points: TypeAlias = "int | Fraction"
"""A score in points: an int where it is whole; ``points()`` writes it."""
Phase = Literal["waiting", "running", "finished", "abandoned"]
Kind = Literal["open", "person", "here", "bot"]


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence beside the page: what happened, what happens next."""

    text: Message
    bad: bool = False
    rule: str = ""
    """The number of the rule a refusal rests on (``"GN2"``), or empty."""
    place: str = ""
    """The id of what on this page it is about, or empty."""


@dataclass(frozen=True, slots=True)
class Site:
    """What every page knows."""

    name: str
    """The viewer's own name, empty while none was given."""
    path: str
    """The path of this page, for ``next`` fields."""
    here: str
    """The same with its query: this page again, in another language."""
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
    """The bots that know it, the strongest first; those of a ladder from easy to hard."""
    table_template: str
    """``gold_nuggets/table.html``: the game's part of a running or finished table."""
    pieces_template: str
    """``gold_nuggets/pieces.svg``: the symbols, included once by a page; empty if none."""
    styles: tuple[str, ...]
    """Paths for ``static()``: style sheets of the game's face."""
    scripts: tuple[str, ...]
    poster_template: str = ""
    """``gold_nuggets/poster.svg``, or empty."""
    dice: bool = True
    """Whether dice or cards fall while it is played; if not, all that is drawn is drawn before."""
    draws_seats: bool = False
    """Whether its table shows names, turn and scores itself, so that no claims stand above it."""
    form_styles: tuple[str, ...] = ()
    """Style sheets of the fragments that the game's face brings for the form of a new table."""
    form_scripts: tuple[str, ...] = ()
    """Modules that help with these fragments."""


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
    level: int = 0
    """Where it stands on a ladder from easy (1) to hard; 0: on none."""
    usual: bool = True
    """Whether it sits down where nobody is named."""


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
    score: Points = 0
    side: int = 0
    """The side that the seat plays for: partners share one, and the score."""
    phrase: str = ""
    """The words for the dice: before the start one's own and settled ones, then everybody's."""
    settled: bool = False
    """Whether nobody can choose these words any more."""
    won: bool = False
    rank: Any = 0
    """What orders seats at the end: more is better, and as much is as good."""
    kept: str = ""
    """An open seat that is kept for somebody who played the last game: their name."""
    stand_in: str = ""
    """The bot that sits in for the person of this seat just now."""
    kept_mine: bool = False
    """It is kept for the viewer, who takes it with one press."""
    linked: bool = False
    """It is the viewer's, and a link to it was made."""


@dataclass(frozen=True, slots=True)
class Absent:
    """Somebody who is to act and is waited for."""

    seat: int
    name: str
    away: bool
    """No page of theirs is open."""
    ready: bool
    """They were waited for long enough: others may let a bot play."""
    minutes: int
    """How long they are waited for."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """What happened, newest first."""

    position: int
    """The event's position in the record, for ``step``; -1 for events that are no moves."""
    seat: int
    """Whose doing, or whose dice; -1 for nobody's."""
    sentences: tuple[Message, ...]
    moved: tuple[Mapping[str, Any], ...] = ()
    """What travelled over the table with it, in the words of the game's template."""


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
    number: int = 0
    """The line's own among those of the table."""
    gone: bool = False
    """It was taken away, and nobody can read it any more."""
    event: Message | None = None
    """Instead of text: what happened to the seat (``sat down.``), to stand after the name."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Somebody whom the viewer may mute: by ``value``, in forms as ``who``."""

    value: str
    name: str
    text: str = ""
    """What somebody without a seat said last; empty for those who sit at the table."""


@dataclass(frozen=True, slots=True)
class Muted:
    """Somebody whom the viewer does not hear."""

    number: int
    """In forms as ``muted``."""
    name: str


@dataclass(frozen=True, slots=True)
class ReportedLine:
    """A line that somebody reported, among those around it."""

    line: ChatLine
    before: tuple[ChatLine, ...]
    after: tuple[ChatLine, ...]


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The score of one side after every turn; ``points[0]`` is the start."""

    seats: tuple[tuple[int, str], ...]
    """Number and name of each of its seats; the first one's colour and mark are the line's."""
    points: tuple[Points, ...]


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
class Begins:
    """Who begins the game after another at the same table."""

    seat: int
    """Who does as it stands."""
    sentence: Message
    """Who will begin and why, or whose choice it is."""
    why: Message
    choices: tuple[SeatName, ...] = ()
    """The seats among which the viewer may choose, in forms as ``first``; empty for all others."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """table.html and part.html"""

    id: str
    title: str
    game: GameCard
    rules: tuple[tuple[Message, Message], ...]
    """Option label and value, for the line under the title and the rules dialog."""
    edition: Message
    warnings: tuple[Message, ...]
    """What is legal under these options and yet may surprise."""
    give_way: tuple[Message, ...]
    """Which bots cannot play here and who plays for them, in plain words."""
    lacking: tuple[Message, ...]
    """The same with what they lack: among the facts of the table, where operators look."""
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
    undo: bool = False
    """The viewer may take the last move back now: POST undo. Not where something has come to light
    since, nor in games in which a move stands."""
    curtain: bool = False
    """Pass and play with secrets: the device goes to seat ``to_act`` first."""
    held: str = ""
    """What an address needs so that no curtain falls again while the device stays where it is."""
    thinking: bool = False
    """A bot is choosing."""
    bot_trouble: Message | None = None
    """Why a bot cannot move just now."""
    bot_note: Message | None = None
    """That another bot plays for one that still prepares, or could not."""
    greeting: tuple[Message, ...] = ()
    """``give_way`` once more, until the viewer has moved: nobody is to read it at every move."""
    absent: Absent | None = None
    """Whoever is to act and is gone."""
    back: bool = False
    """A bot sits in for the viewer: POST back plays again."""
    lost: tuple[str, ...] = ()
    """Names of seats that were at this browser and are at another device now."""
    forgetful: bool = False
    """The viewer's browser is part of another app, and likely to forget who they are."""
    owner_away: str = ""
    """Waiting: who opened the table and is away, where that keeps the viewer waiting."""
    rolls: tuple[RollsOfSeat, ...] = ()
    """Once it is over: what every seat rolled, beside what was to be expected."""
    chance: bool = True
    """Whether anything is drawn here at all: if not, there are no words to be mixed into it."""
    drawn: Message | None = None
    """What a game without dice drew, in a sentence."""
    played_for: tuple[Message, ...] = ()
    """Once it is over: for whom bots sat in, and how much they did."""
    log: tuple[LogLine, ...] = ()
    news: LogLine | None = None
    """What whoever is to act should know of the turns of others since the last own one."""
    spoken: tuple[Message, ...] = ()
    """The newest events for screen readers: what happened and whose turn it is."""
    chat: tuple[ChatLine, ...] = ()
    chat_key: str = ""
    can_chat: bool = True
    speakers: frozenset[str] = field(default=frozenset(), repr=False)
    """Whose lines stand in the chat, by the values behind their cookies: never shown."""
    voices: tuple[Voice, ...] = ()
    """Whom the viewer may mute: POST mute."""
    muted: tuple[Muted, ...] = ()
    """Whom the viewer does not hear, and may hear again: POST unmute."""
    reportable: tuple[ChatLine, ...] = ()
    """Lines that the viewer may report, newest first: POST report."""
    reports: tuple[ReportedLine, ...] = ()
    """Reported lines, for whoever decides for the table: POST judge."""
    notice: Notice | None = None
    """A refusal of what was just posted."""
    chat_notice: Notice | None = None
    """A refusal of what was just said, to stand beside the chat."""
    chart: tuple[ChartLine, ...] = ()
    chart_text: Message | None = None
    """What the chart shows, where that is not the score."""
    chart_most: Points = 0
    """The highest score in the chart, at least 1."""
    check: Check | None = None
    next_id: str = ""
    """The rematch's table, once somebody asked for one."""
    next_seat: int = -1
    """The seat that is kept there for the viewer; POST rematch sits down on it."""
    next_by: str = ""
    """Who asked for the rematch, where the viewer is awaited."""
    begins: Begins | None = None
    """Who begins the next game (a finished table), or this one, which follows another."""
    turns: int = 0
    """Turns played."""
    form: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """What was posted and refused, so that a page without scripts loses nothing."""
