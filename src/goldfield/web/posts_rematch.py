"""Another game at the same table: the seats are kept, and it starts once everybody is back."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace

from starlette.responses import Response

from goldfield.match.next_game import next_game
from goldfield.match.table import Match
from goldfield.store.store import (
    FREE,
    Entry,
    NotAllowed,
    Sitter,
    SitterKind,
    Status,
    TalkKind,
)
from goldfield.web.forms import one
from goldfield.web.new_table import opened
from goldfield.web.pages_table import after
from goldfield.web.refusal import Refusal, forbidden
from goldfield.web.rights import mine_of
from goldfield.web.seating import names_beside, own_name, person
from goldfield.web.starters import chosen_first, first_of, may_choose_then
from goldfield.web.visit import Visit
from goldfield.words import say


async def rematch(visit: Visit) -> Response:
    """POST rematch: another game with the same seats."""
    house = visit.house
    entry, match = await house.table(visit.table)
    mine = mine_of(entry, visit.visitor.id)
    if not mine:
        raise forbidden(say("Only those who sat at the table can ask for another game."))
    if match is None or not match.is_closed:
        raise Refusal(409, "not-over", say("This game is not over yet."))
    later = await house.store.entry(entry.rematch) if entry.rematch else None
    first = chosen_first(house, visit.form, entry, match, later, visit.visitor.id)
    may = may_choose_then(visit.house, match, visit.visitor.id)
    if later is None:
        begins = next_game(match).starters.seats[0] if first is None else first
        await opened(
            visit,
            entry.game,
            {**entry.options, "first": begins + 1},
            tuple(_again(sitter, visit.visitor.id) for sitter in entry.seats),
            title=entry.title,
            public=entry.public,
            rematch_of=entry.id,
            check=None if first is None else lambda last: may(None, last),
        )
        entry = await house.store.entry(entry.id)
        later = await house.store.entry(entry.rematch)
    if first is not None and first != first_of(later):
        with contextlib.suppress(NotAllowed):  # it began meanwhile, and its page says with whom
            later = await house.store.choose_first(later.id, first, check=may)
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
    await return_to(visit, later, mine)
    return visit.go(house.url("table", id=later.id))


async def begins(visit: Visit) -> Response:
    """POST begins: whoever may says who begins the rematch, as long as it waits."""
    entry, match = await visit.house.table(visit.table)
    await choose_first(visit, entry)
    tell_last_table(visit, entry)
    return await after(visit, await visit.house.store.entry(entry.id), match)


async def choose_first(visit: Visit, entry: Entry) -> None:
    """Do what the form says about who begins the game of a waiting table, if anything."""
    house = visit.house
    if not one(visit.form, "first"):
        return
    last, played = await _game_before(visit, entry)
    first = chosen_first(house, visit.form, last, played, entry, visit.visitor.id)
    if first is not None:
        may = may_choose_then(house, played, visit.visitor.id)
        await house.store.choose_first(entry.id, first, check=may)


async def _game_before(visit: Visit, entry: Entry) -> tuple[Entry, Match]:
    """The table and the match after which a table was opened."""
    last, played = await visit.house.table(entry.rematch_of) if entry.rematch_of else (entry, None)
    if played is None:
        raise Refusal(409, "no-choice", say("Who begins was settled when this table was opened."))
    return last, played


def _again(sitter: Sitter, visitor: str) -> Sitter:
    """A seat of the next game: bots and the one who asks sit down, the others' are kept."""
    if sitter.kind is SitterKind.PERSON and sitter.player != visitor:
        return Sitter(player=sitter.player, name=sitter.name)
    return replace(sitter, phrase="", token_hash="", frozen=FREE)


async def return_to(visit: Visit, entry: Entry, seats: Sequence[int]) -> None:
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
        wanted = there.name or visit.visitor.name
        name = own_name(wanted, seat, names_beside(entry, seat))
        phrase = one(visit.form, "phrase") if seat == seats[0] else ""
        sitter = person(visit.visitor.id, name, phrase)
        try:
            entry = await store.sit(entry.id, seat, there, sitter, beside=True)
        except NotAllowed:  # somebody else was faster, or the name is gone: look again
            entry = await store.entry(entry.id)
            continue
        await store.say(entry.id, "sat", kind=TalkKind.SEAT, seat=seat, name=name)
    await start_if_all_returned(visit, entry)
    tell_last_table(visit, entry)


async def start_if_all_returned(visit: Visit, entry: Entry) -> None:
    """Start a rematch as soon as everybody is back; other tables wait for their owner."""
    if entry.rematch_of and not any(s.kind is SitterKind.EMPTY for s in entry.seats):
        with contextlib.suppress(NotAllowed):  # somebody got up again meanwhile
            await visit.house.store.start(entry.id)


def tell_last_table(visit: Visit, entry: Entry) -> None:
    """The page of the game before offers the seats that are kept here: they may have changed."""
    if entry.rematch_of:
        visit.house.hub.touch(entry.rematch_of)
