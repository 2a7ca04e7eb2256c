"""Links that carry a seat to another device: made by who sits there, used once, then dead."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from starlette.responses import RedirectResponse, Response

from goldfield.store.ids import new_token, token_hash
from goldfield.store.store import Entry, NotFound, SeatChanged, Sitter, TalkKind
from goldfield.web import forms
from goldfield.web.context_pages import LinksPage, SeatLink, SeatPage
from goldfield.web.default_names import is_default
from goldfield.web.refusal import Refusal, forbidden
from goldfield.web.rights import mine_of
from goldfield.web.seating import TRIES, put
from goldfield.web.table_view import base_of, here_only
from goldfield.web.visit import Visit
from goldfield.words import say


async def links(visit: Visit) -> Response:
    """GET /table/{id}/links: the visitor's own seats."""
    entry = await visit.house.store.entry(visit.table)
    return _page(visit, entry, -1, "")


async def links_post(visit: Visit) -> Response:
    """POST /table/{id}/links: a fresh link for a seat; the one before is dead from now on."""
    store = visit.house.store
    entry = await store.entry(visit.table)
    seat = forms.number(visit.form, "seat", 1, len(entry.seats)) - 1
    token = new_token()

    def linked(entry: Entry) -> Sitter:
        if seat not in mine_of(entry, visit.visitor.id):
            raise forbidden(
                say("This is not your seat: only who sits there can take it elsewhere.")
            )
        return replace(entry.seats[seat], token_hash=token_hash(token))

    entry = await put(store, entry.id, seat, linked)
    return _page(visit, entry, seat, token)


def _page(visit: Visit, entry: Entry, fresh: int, token: str) -> Response:
    mine = mine_of(entry, visit.visitor.id)
    if not mine:
        raise forbidden(
            say("You have no seat at this table."), back=visit.house.url("table", id=entry.id)
        )
    address = f"{base_of(visit)}{visit.house.url('claim', token=token)}" if token else ""
    found = tuple(
        SeatLink(
            seat,
            entry.seats[seat].name,
            address if seat == fresh else "",
            bool(entry.seats[seat].token_hash),
        )
        for seat in mine
    )
    return visit.page("links.html", LinksPage(entry.id, entry.title, found, here_only(visit)))


async def claim(visit: Visit) -> Response:
    """GET /seat/{token}: a button. Looking (as link previews do) takes nothing."""
    entry, seat, token = await _seat_of(visit)
    mine = mine_of(entry, visit.visitor.id)
    page = SeatPage(
        id=entry.id,
        title=entry.title,
        game=visit.house.catalog.card(entry.game),
        seat=seat,
        name=entry.seats[seat].name,
        token=token,
        mine=seat in mine,
        beside=tuple(entry.seats[other].name for other in mine if other != seat),
    )
    return visit.page("seat.html", page)


async def claim_post(visit: Visit) -> Response:
    """POST /seat/{token}: the seat is at this browser from now on; the link is used up."""
    for _ in range(TRIES):
        # The seat changed before this was written: if by this link, it is dead by now.
        with contextlib.suppress(SeatChanged):
            return await _claimed(visit)
    raise SeatChanged


async def _claimed(visit: Visit) -> Response:
    entry, seat, _ = await _seat_of(visit)
    store = visit.house.store
    path = visit.house.url("table", id=entry.id)
    sitter = entry.seats[seat]
    if seat in mine_of(entry, visit.visitor.id):
        return visit.go(path)
    if not visit.visitor.name and not is_default(sitter.name):
        visit.rename(sitter.name)
    moved = replace(sitter, player=visit.visitor.id, token_hash="")
    entry = await store.sit(entry.id, seat, sitter, moved, beside=True)
    await store.say(entry.id, "moved", kind=TalkKind.SEAT, seat=seat, name=sitter.name)
    return visit.go(path)


async def _seat_of(visit: Visit) -> tuple[Entry, int, str]:
    token = visit.house.tidy_id(visit.request.path_params["token"])
    store, link = visit.house.store, token_hash(token)
    with contextlib.suppress(NotFound):
        match_id, seat = await store.seat_of_link(link)
        entry = await store.entry(match_id)
        if entry.seats[seat].token_hash == link:  # not used between the two looks
            return entry, seat, token
    raise Refusal(
        404,
        "dead-link",
        say(
            "This seat link is used up or was replaced by a newer one. Who sits there can make "
            "another on the table's page."
        ),
    )


async def plain_table(visit: Visit) -> Response:
    """GET on an address that only takes posts (a reload after a refusal): back to the table."""
    entry = await visit.house.store.entry(visit.table)
    return RedirectResponse(visit.house.url("table", id=entry.id), 303)
