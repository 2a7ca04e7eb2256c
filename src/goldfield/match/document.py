"""A record as JSON, in and out; docs/records.md describes the form."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from goldfield import games, load
from goldfield.games.contract import SPECTATOR
from goldfield.games.options import BadOption
from goldfield.match.fair import SEED_BYTES, fingerprint
from goldfield.match.form import BadRecord, Node, parsed
from goldfield.match.record import SCHEMA, Event, Header, Kind, Record, Seat, SeatKind, StandIn
from goldfield.match.replay import Walk
from goldfield.match.table import Match, notation
from goldfield.words import say, shortened

FORMAT = "goldfield match"
"""The first thing a record says of itself."""
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""A match's name: it stands in addresses and file names."""
BOT = re.compile(r"[a-z0-9_-]{1,40}")
"""A bot's name. Which bots there are here does not matter: its moves are checked like anybody's."""
TIME = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
    r"T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?Z",
    re.ASCII,
)
MOST_EVENTS = 20_000
"""No record has more events; real games have hundreds."""
MAX_TEXT = 200
"""The most characters of a name, a phrase or the notation of a move."""
MAX_OPTION = 4000
"""The most characters of an option's value (a deck, a layout)."""


class Document(NamedTuple):
    """A record from outside and what it says in words beside its numbers: a text per event."""

    record: Record
    texts: tuple[str, ...]


def export(match: Match, reader: int = SPECTATOR) -> str:
    """The match as JSON, as a seat or SPECTATOR may know it; everything once it is closed.

    In a game without hidden parts everybody may know everything but the seed.
    """
    header, game = match.header, match.game
    hides = bool(game.info.hidden) and not match.is_closed
    seats = [_seat(seat) for seat in header.seats]
    top: dict[str, object] = {
        "format": FORMAT,
        "schema": header.schema,
        "match": header.match_id,
        "game": header.game,
        "rules_version": header.rules_version,
        "options": dict(header.options),
        "created": header.created,
        "seats": seats,
        **({"stand_ins": [_stand_in(one) for one in header.stand_ins]} if header.stand_ins else {}),
        "commitment": header.commitment,
        "seed": match.seed.hex() if match.seed is not None else None,
        "seen_by": (reader + 1 if reader >= 0 else "spectator") if hides else None,
    }
    moves: list[dict[str, object]] = []
    for _, before, event, _ in match.seen(reader):
        entry: dict[str, object] = {
            "kind": event.kind.value,
            "seat": event.seat + 1 if event.seat >= 0 else None,
            "move": event.move,
            "text": notation(game, before, event),
        }
        moves.append(entry)
    # One seat and one event a line, so that two records can be compared line by line.
    fields = [
        f"  {json.dumps(name)}: {_lines(seats) if name == 'seats' else _json(value)}"
        for name, value in top.items()
    ]
    return "{\n" + ",\n".join([*fields, f'  "moves": {_lines(moves)}']) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lines(items: Sequence[object]) -> str:
    """A JSON list with an item a line."""
    return "[\n    " + ",\n    ".join(map(_json, items)) + "\n  ]" if items else "[]"


def _seat(seat: Seat) -> dict[str, object]:
    return {
        "name": seat.name,
        "kind": seat.kind.value,
        "bot": seat.bot,
        "phrase": seat.phrase,
        "phrase_sha256": fingerprint(seat.phrase),
        "frozen": seat.frozen + 1,
    }


def _stand_in(one: StandIn) -> dict[str, object]:
    return {"after": one.position, "seat": one.seat + 1, "bot": one.bot}


def import_match(text: str | bytes, packages: Collection[str] = ()) -> Match:
    """The match of a JSON text, everything in it checked except the dice; ``verify`` does these.

    ``packages``: games outside Goldfield (dotted names) that may be loaded. Raises BadRecord.
    """
    return replayed(read(text, packages))


def read(text: str | bytes, packages: Collection[str] = ()) -> Document:
    """The record of a JSON text, its form checked but its moves not yet replayed.

    ``packages`` as in ``import_match``. Raises BadRecord.
    """
    top = parsed(text)
    if top.field("format").text(MAX_TEXT) != FORMAT:
        raise top.field("format").wrong(say("This file is not the record of a Goldfield match."))
    schema = top.field("schema")
    if schema.number(0, 2**31) != SCHEMA:
        raise schema.wrong(
            say(
                "This record has schema {found}; this Goldfield reads schema {known}.",
                found=schema.number(0, 2**31),
                known=SCHEMA,
            )
        )
    top.only(
        "format", "schema", "match", "game", "rules_version", "options", "created", "seats",
        "commitment", "seed", "seen_by", "moves", *(("stand_ins",) if top.has("stand_ins") else ()),
    )  # fmt: skip
    name = top.field("game").text(MAX_TEXT)
    if name not in games() and name not in packages:
        known = tuple(games())
        raise top.field("game").wrong(
            say(
                "There is no game {name} here; there are: {known}.",
                name=shortened(name),
                known=known,
            )
        )
    options = {node.key: node.scalar(MAX_OPTION) for node in top.field("options").members(64)}
    try:
        game = load(name, **options)
    except BadOption as bad:
        raise top.field("options").wrong(bad.message) from bad
    for option in game.rules.as_dict():
        if option not in options:
            raise top.field("options").damaged(say("The option {name} is missing.", name=option))
    version = top.field("rules_version").number(0, 2**31)
    if version != game.room.RULES_VERSION:
        raise top.field("rules_version").wrong(
            say(
                "This match was played by version {found} of the rules of {game}; "
                "this Goldfield knows version {known}, by which it could replay differently.",
                found=version,
                game=name,
                known=game.room.RULES_VERSION,
            )
        )
    seats = top.field("seats").items(64)
    if len(seats) != game.info.seats:
        raise top.field("seats").wrong(
            say("The options say {n} seats, here are {found}.", n=game.info.seats, found=len(seats))
        )
    sitting = tuple(_read_seat(node) for node in seats)
    if sorted(seat.frozen for seat in sitting) != list(range(len(sitting))):
        raise top.field("seats").wrong(
            say("The phrases were frozen one after another: 1, 2, … each once.")
        )
    seed = top.field("seed")
    match_id = top.field("match")
    if not NAME.fullmatch(match_id.text(MAX_TEXT)):
        raise match_id.wrong(say("A match's name has 1 to 64 letters a-z, digits, - and _."))
    moves = top.field("moves").items(MOST_EVENTS)
    header = Header(
        match_id=match_id.text(MAX_TEXT),
        game=name,
        rules_version=version,
        options=game.rules.as_dict(),
        seats=sitting,
        commitment=top.field("commitment").hexadecimal(32).hex(),
        created=_read_time(top.field("created")),
        stand_ins=_read_stand_ins(top, sitting, len(moves)) if top.has("stand_ins") else (),
    )
    events: list[Event] = []
    texts: list[str] = []
    for node in moves:
        event, shown = _read_event(node, len(sitting))
        events.append(event)
        texts.append(shown)
    record = Record(
        header,
        tuple(events),
        None if seed.is_null else seed.hexadecimal(SEED_BYTES),
        _read_reader(top.field("seen_by"), len(sitting)),
    )
    return Document(record, tuple(texts))


def _read_time(node: Node) -> str:
    """A UTC time, kept as it was written."""
    text = node.text(MAX_TEXT)
    if not TIME.fullmatch(text):
        raise node.damaged(
            say("Expected a time in UTC such as {example}.", example="2026-11-30T18:25:44Z")
        )
    return text


def _read_seat(node: Node) -> Seat:
    node.only("name", "kind", "bot", "phrase", "phrase_sha256", "frozen")
    phrase = node.field("phrase").text(MAX_TEXT)
    if node.field("phrase_sha256").hexadecimal(32).hex() != fingerprint(phrase):
        raise node.field("phrase").wrong(
            say("This is not the phrase whose fingerprint stands beside it.")
        )
    kind = SeatKind(node.field("kind").one_of([kind.value for kind in SeatKind]))
    bot = node.field("bot")
    if kind is SeatKind.PERSON and bot.text(MAX_TEXT, empty=True):
        raise bot.wrong(say("A person is no bot and has no bot's name."))
    if kind is SeatKind.BOT and not BOT.fullmatch(bot.text(MAX_TEXT, empty=True)):
        raise bot.wrong(say("A bot has a name of 1 to 40 letters a-z, digits, - and _."))
    return Seat(
        name=node.field("name").text(MAX_TEXT),
        kind=kind,
        bot=bot.text(MAX_TEXT, empty=True),
        phrase=phrase,
        frozen=node.field("frozen").number(1, 64) - 1,
    )


def _read_stand_ins(top: Node, seats: Sequence[Seat], events: int) -> tuple[StandIn, ...]:
    """Who sat in for whom: in order, only for people, and never twice without a return."""
    found: list[StandIn] = []
    plays: dict[int, str] = {}
    for node in top.field("stand_ins").items(MOST_EVENTS):
        node.only("after", "seat", "bot")
        seat = node.field("seat").number(1, len(seats)) - 1
        bot = node.field("bot").text(MAX_TEXT, empty=True)
        one = StandIn(node.field("after").number(0, events), seat, bot)
        if bot and not BOT.fullmatch(bot):
            raise node.field("bot").wrong(
                say("A bot has a name of 1 to 40 letters a-z, digits, - and _.")
            )
        if seats[seat].kind is SeatKind.BOT or bool(plays.get(seat)) == bool(bot):
            raise node.wrong(
                say("A bot sits in for a person who plays, and a person is back from a bot.")
            )
        if found and found[-1].position > one.position:
            raise node.field("after").wrong(say("Who sat in for whom stands in order."))
        plays[seat] = bot
        found.append(one)
    return tuple(found)


def _read_event(node: Node, seats: int) -> tuple[Event, str]:
    node.only("kind", "seat", "move", "text")
    kind = Kind(node.field("kind").one_of([kind.value for kind in Kind]))
    seat = node.field("seat")
    who = -1 if seat.is_null else seat.number(1, seats) - 1
    if (who < 0) != (kind is Kind.CHANCE):
        raise seat.wrong(say("Chance has no seat, and every move has one."))
    event = Event(node.field("move").number(0, 2**31), kind, who)
    return event, node.field("text").text(MAX_TEXT)


def _read_reader(node: Node, seats: int) -> int | None:
    if node.is_null:
        return None
    return SPECTATOR if node.value == "spectator" else node.number(1, seats) - 1


def replayed(document: Document) -> Match:
    """The match of a record from outside, every move through the checked door. Raises BadRecord."""
    record = document.record
    if record.reader is not None:
        raise BadRecord("seen_by", MASKED)
    game = load(record.header.game, **record.header.options)
    walk = Walk(game, record, document.texts)
    while walk.position < len(record.events):
        walk.step()
    walk.finish()
    return Match(
        record.header,
        record.events,
        record.seed,
        abandoned=record.seed is not None and not game.is_over(walk.state),
        game=game,
    )


MASKED = say(
    "This record was taken while the match ran and hides what not everybody knew. "
    "Download it again once the match is over."
)
