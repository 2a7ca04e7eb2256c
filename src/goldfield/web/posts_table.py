"""What people do at a table: sit, start, move, talk, give up, play again."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Sequence
from dataclasses import replace

from starlette.responses import Response

from goldfield.games.contract import IllegalMove, Why
from goldfield.match.refused import Closed, NotYourTurn, Stale
from goldfield.match.table import Match
from goldfield.store.store import (
    FREE,
    MAX_TALK,
    AlreadySeated,
    Entry,
    NotAllowed,
    Sitter,
    SitterKind,
    Status,
    TalkKind,
)
from goldfield.web import forms
from goldfield.web.context import Reading
from goldfield.web.context_pages import WhichPage
from goldfield.web.forms import one
from goldfield.web.identity import PHRASE_LENGTH, clean
from goldfield.web.new_table import opened
from goldfield.web.pages_table import after
from goldfield.web.reader import Reader
from goldfield.web.refusal import Refusal, bad_form, forbidden
from goldfield.web.seating import bot, own_name, person, put, unlike
from goldfield.web.table_view import acts_as_owner, kept_for, mine_of, wording_of
from goldfield.web.visit import Visit
from goldfield.words import say

GUEST = "Guest"
"""What somebody without a seat and without a name is called in the talk."""


async def sit(visit: Visit) -> Response:
    """POST sit: take an open seat. Who has one already is led to it and gets no second."""
    entry = await visit.house.store.entry(visit.table)
    if mine_of(entry, visit.visitor.id):
        return await _done(visit)
    _check_waiting(entry)
    seat = _seat(visit, entry)
    if kept := kept_for(entry, visit.visitor.id):
        await _return_to(visit, entry, kept)
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
        name = own_name(visit.visitor.name, seat, _names(entry, seat))
        return person(visit.visitor.id, name, one(visit.form, "phrase"))

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
        taken = _names(entry, seat)
        # A seat that a person took meanwhile is not given away by a page that shows it open.
        if kind in ("bot", "here") and entry.seats[seat].kind is SitterKind.PERSON:
            raise Refusal(409, "seat-taken", say("Somebody has taken this seat."))
        if kind == "bot":
            return bot(game, character, taken)
        if kind == "here":
            return person(visit.visitor.id, own_name(one(visit.form, "name"), seat, taken))
        if kind == "open":
            return Sitter()
        raise bad_form(say("A seat can be open, here or bot:NAME, not {kind}.", kind=kind[:40]))

    await put(visit.house.store, entry.id, seat, sitter_of, beside=True)
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
    await visit.house.store.start(entry.id)
    return await _done(visit)


async def move(visit: Visit) -> Response:
    """POST move: all that the form confirms together, at the position that it was made for."""
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
    reader = Reader(match, seat)
    typed = one(visit.form, "notation").strip()
    try:
        moves = [typed[:200]] if typed else reader.moves_of(visit.form)
        entry, match = await visit.house.host.play(entry.id, position, seat, moves)
    except IllegalMove as error:
        if error.why is Why.AMBIGUOUS and error.candidates and not (visit.json or visit.part):
            return _which(visit, entry, reader, error)
        raise
    return await after(visit, entry, match)


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
    wording = wording_of(entry, visit.visitor.id)
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
        name = unlike(visit.visitor.name or GUEST, [s.name for s in entry.seats])
    key = one(visit.form, "key") or one(visit.form, "once")
    if key:
        # The text is part of the key: an old key with a new text is a new line.
        key = hashlib.sha256(f"{visit.visitor.id}\0{key}\0{text}".encode()).hexdigest()
    await visit.house.store.say(entry.id, text, seat=seat, name=name, key=key)
    return await _done(visit)


async def abandon(visit: Visit) -> Response:
    """POST abandon: the owner closes the table for good."""
    entry = await visit.house.store.entry(visit.table)
    _check_owner(visit, entry)
    if one(visit.form, "sure") != "yes":
        raise bad_form(say("Tick that you are sure: a table that was given up cannot be resumed."))
    await visit.house.store.abandon(entry.id)
    return await _done(visit)


async def rematch(visit: Visit) -> Response:
    """POST rematch: another game with the same seats; the one left of the last starter begins."""
    house = visit.house
    entry, match = await house.table(visit.table)
    mine = mine_of(entry, visit.visitor.id)
    if not mine:
        raise forbidden(say("Only those who sat at the table can ask for another game."))
    if match is None or not match.is_closed:
        raise Refusal(409, "not-over", say("This game is not over yet."))
    if not entry.rematch:
        await opened(
            visit,
            entry.game,
            _next_options(entry, match),
            tuple(_again(sitter, visit.visitor.id) for sitter in entry.seats),
            title=entry.title,
            public=entry.public,
            rematch_of=entry.id,
        )
        entry = await house.store.entry(entry.id)
    later = await house.store.entry(entry.rematch)
    if later.owner == visit.visitor.id and any(sitter.is_kept for sitter in later.seats):
        # Said once, also when it is asked again.
        await house.store.say(
            entry.id,
            "again",
            kind=TalkKind.SEAT,
            seat=mine[0],
            name=entry.seats[mine[0]].name,
            key="again",
        )
    await _return_to(visit, later, mine)
    return visit.go(house.url("table", id=later.id))


def _next_options(entry: Entry, match: Match) -> dict[str, int | str | bool]:
    starter = Reader(match).starter()
    return {**entry.options, "first": (starter + 1) % len(entry.seats) + 1}


def _again(sitter: Sitter, visitor: str) -> Sitter:
    """A seat of the next game: bots and the one who asks sit down, the others' are kept."""
    if sitter.kind is SitterKind.PERSON and sitter.player != visitor:
        return Sitter(player=sitter.player, name=sitter.name)
    return replace(sitter, phrase="", token_hash="", frozen=FREE)


async def _return_to(visit: Visit, entry: Entry, seats: Sequence[int]) -> None:
    """Put a visitor onto the seats of a rematch that were theirs in the game before.

    A seat that was freed for others meanwhile is theirs as anybody's: while it is still open.
    """
    if entry.status is not Status.WAITING or mine_of(entry, visit.visitor.id):
        return
    store = visit.house.store
    for seat in seats:
        there = entry.seats[seat]
        if there.kind is not SitterKind.EMPTY:
            continue
        name = own_name(there.name or visit.visitor.name, seat, _names(entry, seat))
        phrase = one(visit.form, "phrase") if seat == seats[0] else ""
        sitter = person(visit.visitor.id, name, phrase)
        try:
            entry = await store.sit(entry.id, seat, there, sitter, beside=True)
        except NotAllowed:  # somebody else was faster, or the name is gone: look again
            entry = await store.entry(entry.id)
            continue
        await _note(visit, entry.id, seat, name, "sat")
    await start_if_all_returned(visit, entry)
    _tell_last_table(visit, entry)


async def start_if_all_returned(visit: Visit, entry: Entry) -> None:
    """Start a rematch as soon as everybody is back; other tables wait for their owner."""
    if entry.rematch_of and not any(s.kind is SitterKind.EMPTY for s in entry.seats):
        with contextlib.suppress(NotAllowed):  # somebody got up again meanwhile
            await visit.house.store.start(entry.id)


def _tell_last_table(visit: Visit, entry: Entry) -> None:
    """The page of the game before offers the seats that are kept here: they may have changed."""
    if entry.rematch_of:
        visit.house.hub.touch(entry.rematch_of)


async def _done(visit: Visit) -> Response:
    entry, match = await visit.house.table(visit.table)
    _tell_last_table(visit, entry)
    return await after(visit, entry, match)


async def _note(visit: Visit, match_id: str, seat: int, name: str, word: str) -> None:
    await visit.house.store.say(match_id, word, kind=TalkKind.SEAT, seat=seat, name=name)


def _names(entry: Entry, seat: int) -> list[str]:
    """The names at the other seats."""
    return [sitter.name for at, sitter in enumerate(entry.seats) if at != seat]


def _seat(visit: Visit, entry: Entry) -> int:
    """The seat in the form, counted from 0."""
    return forms.number(visit.form, "seat", 1, len(entry.seats)) - 1


def _check_mine(visit: Visit, entry: Entry, seat: int) -> None:
    if seat not in mine_of(entry, visit.visitor.id):
        raise forbidden(say("This is not your seat: only who sits there can do that."))


def _check_owner(visit: Visit, entry: Entry) -> None:
    if not acts_as_owner(visit.house, entry, visit.visitor.id):
        raise forbidden(say("Only the one who opened this table can do that."))


def _check_waiting(entry: Entry) -> None:
    if entry.status is not Status.WAITING:
        raise Refusal(409, "started", say("The game has started: the seats stay as they are."))
