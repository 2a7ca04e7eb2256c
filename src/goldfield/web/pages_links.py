"""Links that carry a seat to another device: made by who sits there, used once, then dead."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import RedirectResponse, Response

from goldfield.store.ids import new_token, token_hash
from goldfield.store.store import Entry, NotFound, SitterKind, TalkKind
from goldfield.web import forms
from goldfield.web.context_pages import LinksPage, SeatLink, SeatPage
from goldfield.web.refusal import Refusal, forbidden
from goldfield.web.table_view import base_of, mine_of
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
    if seat not in mine_of(entry, visit.visitor.id):
        raise forbidden(say("This is not your seat: only who sits there can take it elsewhere."))
    token = new_token()
    sitter = replace(entry.seats[seat], token_hash=token_hash(token))
    entry = await store.sit(entry.id, seat, sitter, expect=(SitterKind.PERSON,))
    return _page(visit, entry, seat, token)


def _page(visit: Visit, entry: Entry, fresh: int, token: str) -> Response:
    mine = mine_of(entry, visit.visitor.id)
    if not mine:
        raise forbidden(
            say("You have no seat at this table."), back=visit.house.url("table", id=entry.id)
        )
    address = f"{base_of(visit)}{visit.house.url('claim', token=token)}" if token else ""
    found = tuple(
        SeatLink(seat, entry.seats[seat].name, address if seat == fresh else "") for seat in mine
    )
    return visit.page("links.html", LinksPage(entry.id, entry.title, found))


async def claim(visit: Visit) -> Response:
    """GET /seat/{token}: a button. Looking (as link previews do) takes nothing."""
    entry, seat, token = await _seat_of(visit)
    page = SeatPage(
        id=entry.id,
        title=entry.title,
        game=visit.house.catalog.card(entry.game),
        seat=seat,
        name=entry.seats[seat].name,
        token=token,
        mine=seat in mine_of(entry, visit.visitor.id),
    )
    return visit.page("seat.html", page)


async def claim_post(visit: Visit) -> Response:
    """POST /seat/{token}: the seat is at this browser from now on; the link is used up."""
    entry, seat, _ = await _seat_of(visit)
    store = visit.house.store
    path = visit.house.url("table", id=entry.id)
    sitter = entry.seats[seat]
    if seat in mine_of(entry, visit.visitor.id):
        return visit.go(path)
    if not visit.visitor.name:
        visit.rename(sitter.name)
    moved = replace(sitter, player=visit.visitor.id, token_hash="")
    entry = await store.sit(entry.id, seat, moved, expect=(SitterKind.PERSON,))
    # Somebody who sat beside the owner takes a seat along, not the table.
    if entry.owner == sitter.player and not mine_of(entry, sitter.player):
        await store.hand_over(entry.id, visit.visitor.id)
    await store.say(entry.id, "moved", kind=TalkKind.SEAT, seat=seat, name=sitter.name)
    return visit.go(path)


async def _seat_of(visit: Visit) -> tuple[Entry, int, str]:
    token = visit.house.tidy_id(visit.request.path_params["token"])
    try:
        match_id, seat = await visit.house.store.seat_of_link(token_hash(token))
    except NotFound:
        raise Refusal(
            404,
            "dead-link",
            say(
                "This seat link is used up or was replaced by a newer one. Who sits there can make "
                "another on the table's page."
            ),
        ) from None
    return await visit.house.store.entry(match_id), seat, token


async def plain_table(visit: Visit) -> Response:
    """GET on an address that only takes posts (a reload after a refusal): back to the table."""
    entry = await visit.house.store.entry(visit.table)
    return RedirectResponse(visit.house.url("table", id=entry.id), 303)
