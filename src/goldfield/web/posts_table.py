"""What people do at a table: sit, start, move, take back, talk, give up."""

from __future__ import annotations

import functools
import hashlib
from dataclasses import replace

from starlette.responses import Response

from goldfield.games.contract import IllegalMove, Why
from goldfield.match.refused import Closed, NotYourTurn, Stale
from goldfield.match.table import Match
from goldfield.store.store import (
    MAX_TALK,
    AlreadySeated,
    Entry,
    Sitter,
    SitterKind,
    Status,
    TalkKind,
)
from goldfield.web import forms
from goldfield.web.context import Reading
from goldfield.web.context_pages import WhichPage
from goldfield.web.forms import one
from goldfield.web.identity import NAME_LENGTH, PHRASE_LENGTH, clean
from goldfield.web.pages_table import after
from goldfield.web.posts_rematch import (
    choose_first,
    return_to,
    start_if_all_returned,
    tell_last_table,
)
from goldfield.web.reader import Reader
from goldfield.web.refusal import Refusal, bad_form, forbidden
from goldfield.web.rights import acts_as_owner, kept_for, mine_of
from goldfield.web.seating import bot, names_beside, own_name, person, put, unlike
from goldfield.web.table_view import wording_of
from goldfield.web.visit import Visit
from goldfield.words import render, say, shortened

GUEST = say("Guest")
"""What somebody without a seat and without a name is called in the talk."""


async def sit(visit: Visit) -> Response:
    """POST sit: take an open seat. Who has one already is led to it and gets no second."""
    entry = await visit.house.store.entry(visit.table)
    if mine_of(entry, visit.visitor.id):
        return await _done(visit)
    _check_waiting(entry)
    seat = _seat(visit, entry)
    await choose_first(visit, entry)
    if kept := kept_for(entry, visit.visitor.id):
        await return_to(visit, entry, kept)
        return await _done(visit)
    visit.rename(one(visit.form, "name"))

    def sitter_of(entry: Entry) -> Sitter:
        _check_waiting(entry)
        if entry.seats[seat].kind is not SitterKind.EMPTY:
            raise Refusal(
                409, "seat-taken", say("Somebody else sat down there first. Take another seat.")
            )
        if entry.seats[seat].is_kept:
            raise Refusal(
                409,
                "seat-kept",
                say(
                    "This seat is kept for {name}, who played the last game.",
                    name=entry.seats[seat].name,
                ),
            )
        name = own_name(visit.visitor.name, seat, names_beside(entry, seat))
        return person(visit.visitor.id, name, one(visit.form, "phrase"))

    _check_pace(visit)
    try:
        entry = await put(visit.house.store, entry.id, seat, sitter_of)
    except AlreadySeated:
        return await _done(visit)
    name = entry.seats[seat].name
    await _note(visit, entry.id, seat, name, "sat")
    await start_if_all_returned(visit, entry)
    return await _done(visit)


async def leave(visit: Visit) -> Response:
    """POST leave: get up while the table waits."""
    entry = await visit.house.store.entry(visit.table)
    seat = _seat(visit, entry)
    name = ""

    def nobody(entry: Entry) -> Sitter:
        nonlocal name
        _check_waiting(entry)
        _check_mine(visit, entry, seat)
        name = entry.seats[seat].name
        return Sitter()

    nobody(entry)
    _check_pace(visit)
    await put(visit.house.store, entry.id, seat, nobody)
    await _note(visit, entry.id, seat, name, "left")
    return await _done(visit)


async def arrange(visit: Visit) -> Response:
    """POST seat: the owner fills a seat with a bot or somebody at this device, or frees it."""
    entry = await visit.house.store.entry(visit.table)
    _check_owner(visit, entry)
    seat = _seat(visit, entry)
    game = visit.house.catalog.card(entry.game)
    kind, _, character = one(visit.form, "kind").partition(":")

    def sitter_of(entry: Entry) -> Sitter:
        _check_owner(visit, entry)
        _check_waiting(entry)
        taken = names_beside(entry, seat)
        # A seat that a person took meanwhile is not given away by a page that shows it open.
        if kind in ("bot", "here") and entry.seats[seat].kind is SitterKind.PERSON:
            raise Refusal(409, "seat-taken", say("Somebody has taken this seat."))
        if kind == "bot":
            return bot(game, character, taken)
        if kind == "here":
            name = own_name(clean(one(visit.form, "name"), NAME_LENGTH), seat, taken)
            return person(visit.visitor.id, name)
        if kind == "open":
            return Sitter()
        raise bad_form(
            say("A seat can be open, here or bot:NAME, not {kind}.", kind=shortened(kind))
        )

    check = functools.partial(_check_owner, visit)
    await put(visit.house.store, entry.id, seat, sitter_of, beside=True, check=check)
    return await _done(visit)


async def phrase(visit: Visit) -> Response:
    """POST phrase: one's own words for the dice, as long as the table waits."""
    entry = await visit.house.store.entry(visit.table)
    seat = _seat(visit, entry)
    words = clean(one(visit.form, "phrase"), PHRASE_LENGTH)

    def sitter_of(entry: Entry) -> Sitter:
        _check_mine(visit, entry, seat)
        if entry.status is not Status.WAITING:
            raise Refusal(
                409,
                "frozen",
                say("The phrases were fixed when the game started; they stay as they are."),
            )
        return replace(entry.seats[seat], phrase=words)

    await put(visit.house.store, entry.id, seat, sitter_of)
    return await _done(visit)


async def start(visit: Visit) -> Response:
    """POST start: the owner begins the game; every seat is taken."""
    entry = await visit.house.store.entry(visit.table)
    _check_owner(visit, entry)
    if entry.status is Status.WAITING and any(s.kind is SitterKind.EMPTY for s in entry.seats):
        raise Refusal(
            409, "seats-open", say("A seat is still open. Wait for somebody, or put a bot there.")
        )
    await visit.house.store.start(entry.id, functools.partial(_check_owner, visit))
    return await _done(visit)


async def move(visit: Visit) -> Response:
    """POST move: all that the form confirms together, at the position that it was made for."""
    entry, match, position, seat = await _turn(visit)
    reader = Reader(match, seat)
    typed = one(visit.form, "notation").strip()
    try:
        moves = [typed] if typed else reader.moves_of(visit.form)
        check = functools.partial(_check_plays, visit, seat)
        entry, match = await visit.house.host.play(entry.id, position, seat, moves, check=check)
    except IllegalMove as error:
        if error.why is Why.AMBIGUOUS and error.candidates and not (visit.json or visit.part):
            return _which(visit, entry, reader, error)
        raise
    return await after(visit, entry, match)


async def undo(visit: Visit) -> Response:
    """POST undo: take the last move back, as long as nothing has come to light since."""
    entry, _, position, seat = await _turn(visit)
    check = functools.partial(_check_plays, visit, seat)
    entry, match = await visit.house.host.undo(entry.id, position, seat, check=check)
    return await after(visit, entry, match)


async def _turn(visit: Visit) -> tuple[Entry, Match, int, int]:
    """The table, and the position and seat for which the visitor, who sits there, acts."""
    entry, match = await visit.house.table(visit.table)
    mine = mine_of(entry, visit.visitor.id)
    if not mine:
        raise forbidden(
            say("You are watching this game: only those who sit at the table can play.")
        )
    if match is None:
        raise Refusal(409, "not-started", say("The game has not started yet."))
    seat = match.to_act if match.to_act in mine else mine[0]
    if one(visit.form, "seat"):
        seat = _seat(visit, entry)
    _check_mine(visit, entry, seat)
    position = forms.number(visit.form, "position", 0, 10_000_000)
    if match.is_closed:
        raise Closed(abandoned=match.abandoned)
    if position != match.position:
        raise Stale(match.position)
    if match.to_act != seat:
        raise NotYourTurn(match.to_act)
    _check_plays(visit, seat, entry)
    return entry, match, position, seat


def _which(visit: Visit, entry: Entry, reader: Reader, error: IllegalMove) -> Response:
    """The page that asks how the dice are meant."""
    effects = {choice.text: choice.effect for choice in reader.choices()}
    page = WhichPage(
        id=entry.id,
        title=entry.title,
        game=visit.house.catalog.card(entry.game),
        position=reader.position,
        seat=reader.seat,
        sentence=error.message,
        readings=tuple(Reading(text, effects.get(text)) for text in error.candidates),
        fields=forms.plain_fields(visit.form, "reading", "once"),
    )
    wording = wording_of(visit, entry)
    return visit.page("which.html", page, wording=wording, status=422, watch=(entry.id,))


async def chat(visit: Visit) -> Response:
    """POST chat: a line to the table. All read it; the same form sent twice says it once."""
    entry, match = await visit.house.table(visit.table)
    # Cut far beyond what is taken, so that a line too long is refused and never shortened.
    text = clean(one(visit.form, "text"), 4 * MAX_TALK)
    if not text:
        raise bad_form(say("Type something to say."))
    if len(text) > MAX_TALK:
        raise Refusal(
            413, "too-long", say("A message has at most {n} characters; say it in two.", n=MAX_TALK)
        )
    mine = mine_of(entry, visit.visitor.id)
    seat = -1
    if one(visit.form, "seat"):
        seat = _seat(visit, entry)
        _check_mine(visit, entry, seat)
    elif mine:
        seat = match.to_act if match and match.to_act in mine else mine[0]
    if seat < 0:
        visit.rename(one(visit.form, "name"))
    if not visit.house.chat_rate.takes(visit.visitor.id):
        raise Refusal(429, "too-fast", say("That was a lot at once: wait a few seconds to speak."))
    if seat >= 0:
        name = entry.seats[seat].name
    else:
        guest = render(GUEST, visit.translator())
        name = unlike(visit.visitor.name or guest, [s.name for s in entry.seats])
    key = one(visit.form, "key") or one(visit.form, "once")
    if key:
        # The text is part of the key: an old key with a new text is a new line.
        key = hashlib.sha256(f"{visit.visitor.id}\0{key}\0{text}".encode()).hexdigest()
    await visit.house.store.say(
        entry.id, text, seat=seat, name=name, key=key, player=visit.visitor.id
    )
    return await _done(visit)


async def abandon(visit: Visit) -> Response:
    """POST abandon: the owner closes the table for good."""
    entry = await visit.house.store.entry(visit.table)
    _check_owner(visit, entry)
    if one(visit.form, "sure") != "yes":
        raise bad_form(say("Tick that you are sure: a table that was given up cannot be resumed."))
    await visit.house.store.abandon(entry.id, functools.partial(_check_owner, visit))
    return await _done(visit)


async def _done(visit: Visit) -> Response:
    entry, match = await visit.house.table(visit.table)
    tell_last_table(visit, entry)
    return await after(visit, entry, match)


async def _note(visit: Visit, match_id: str, seat: int, name: str, word: str) -> None:
    await visit.house.store.say(
        match_id, word, kind=TalkKind.SEAT, seat=seat, name=name, player=visit.visitor.id
    )


def _seat(visit: Visit, entry: Entry) -> int:
    """The seat in the form, counted from 0."""
    return forms.number(visit.form, "seat", 1, len(entry.seats)) - 1


def _check_mine(visit: Visit, entry: Entry, seat: int) -> None:
    if seat not in mine_of(entry, visit.visitor.id):
        raise forbidden(say("This is not your seat: only who sits there can do that."))


def _check_plays(visit: Visit, seat: int, entry: Entry) -> None:
    """Refuse to move at a seat that is not the visitor's, or where a bot sits in for them."""
    _check_mine(visit, entry, seat)
    if entry.stand_in(seat):
        raise Refusal(
            409, "bot-plays", say("A bot plays for you just now. Say first that you are back.")
        )


def _check_pace(visit: Visit) -> None:
    """Refuse somebody who sits down and gets up again and again."""
    if not visit.house.seat_rate.takes(visit.visitor.id):
        raise Refusal(
            429,
            "too-fast",
            say("You sat down and got up a lot at once: wait a few seconds and try again."),
        )


def _check_owner(visit: Visit, entry: Entry) -> None:
    if not acts_as_owner(visit.house, entry, visit.visitor.id):
        raise forbidden(say("Only the one who opened this table can do that."))


def _check_waiting(entry: Entry) -> None:
    if entry.status is not Status.WAITING:
        raise Refusal(409, "started", say("The game has started: the seats stay as they are."))
