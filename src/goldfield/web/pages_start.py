"""The pages around the tables: start page, names, joining by code, rules, fairness, health."""

from __future__ import annotations

import functools

from markdown_it import MarkdownIt
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from goldfield.match.table import Match
from goldfield.store.store import Entry, NotFound, Status
from goldfield.web.context import TableCard
from goldfield.web.context_pages import ErrorPage, FairPage, RulesPage, StartPage
from goldfield.web.forms import one
from goldfield.web.identity import NAME_LENGTH, clean
from goldfield.web.refusal import Refusal, bad_form
from goldfield.web.table_view import table_card
from goldfield.web.visit import Visit
from goldfield.words import say

MINE, OPEN, RUNNING = 12, 20, 8
"""Tables that the start page lists at most, of each sort."""


async def start(visit: Visit) -> Response:
    """GET /: the games, open tables, the visitor's own."""
    return visit.page("start.html", await _start_page(visit), watch=())


async def _start_page(visit: Visit, code: str = "") -> StartPage:
    store = visit.house.store
    mine: list[TableCard] = []
    if visit.visitor.known:
        entries = await store.listing(
            status=(Status.WAITING, Status.RUNNING), player=visit.visitor.id, limit=MINE
        )
        mine = [await _card(visit, entry) for entry in entries]
    waiting = await store.listing(status=(Status.WAITING,), public_only=True, limit=OPEN)
    running = await store.listing(status=(Status.RUNNING,), public_only=True, limit=RUNNING)
    known = {card.id for card in mine}
    return StartPage(
        games=visit.house.catalog.cards,
        open_tables=tuple([await _card(visit, e) for e in waiting if e.id not in known]),
        my_tables=tuple(sorted(mine, key=lambda card: not card.my_turn)),
        running_tables=tuple([await _card(visit, e) for e in running if e.id not in known]),
        code=code,
    )


async def _card(visit: Visit, entry: Entry) -> TableCard:
    match: Match | None = None
    if entry.status is not Status.WAITING:
        entry, match = await visit.house.host.match(entry.id)
    return table_card(visit.house, entry, match, visit.visitor.id)


async def name(visit: Visit) -> Response:
    """POST /name: how the visitor is called from now on."""
    wanted = clean(one(visit.form, "name"), NAME_LENGTH)
    if not wanted:
        raise bad_form(say("Type a name: one or more letters, at most {n}.", n=NAME_LENGTH))
    visit.rename(wanted)
    return visit.go(local_path(one(visit.form, "next", "/")))


def local_path(text: str) -> str:
    """A path on this server; anything else becomes the start page."""
    if text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable():
        return text[:200]
    return "/"


async def join(visit: Visit) -> Response:
    """GET /join?code=: to the table with a code, which may be a whole link."""
    typed = visit.request.query_params.get("code", "")[:300]
    code = visit.house.tidy_id(typed.partition("/table/")[2].partition("/")[0] or typed)
    if not code:
        return RedirectResponse("/", 303)
    try:
        await visit.house.store.entry(code)
    except NotFound:
        page = ErrorPage(
            404,
            "no-table",
            say(
                "There is no table with the code {code}. Perhaps a letter is wrong?", code=code[:20]
            ),
        )
        return visit.page("error.html", page, status=404)
    return RedirectResponse(visit.house.url("table", id=code), 303)


async def rules(visit: Visit) -> Response:
    """GET /rules/{game}: the rules in our own words."""
    game = visit.house.catalog.card(visit.request.path_params["game"])
    text = visit.house.catalog.rules_text(game.name)
    if not text:
        raise Refusal(404, "no-rules", say("The rules of this game are not written down here yet."))
    return visit.page("rules.html", RulesPage(game, _markdown(text)))


@functools.lru_cache(maxsize=32)
def _markdown(text: str) -> str:
    """Markdown as safe HTML: markup in it is shown as text."""
    return MarkdownIt("commonmark", {"html": False}).enable("table").render(text)


async def fair(visit: Visit) -> Response:
    """GET /fair: how the dice are kept fair."""
    return visit.page("fair.html", FairPage(visit.house.catalog.cards))


async def health(visit: Visit) -> Response:
    """GET /healthz: whether the store answers."""
    await visit.house.store.listing(limit=1)
    return PlainTextResponse("ok\n")


async def robots(visit: Visit) -> Response:
    """GET /robots.txt: tables are nobody's business but their players'."""
    return PlainTextResponse("User-agent: *\nDisallow: /table/\nDisallow: /seat/\n")
