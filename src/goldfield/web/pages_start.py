"""The pages around the tables: start page, names, joining by code, rules, fairness, health."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from goldfield.games.game import Game
from goldfield.match.table import Match
from goldfield.store.store import Entry, NotFound, Status
from goldfield.texts import LANGUAGES
from goldfield.web.catalog import edition_of, load_game
from goldfield.web.context import GameCard, TableCard
from goldfield.web.context_pages import ErrorPage, FairPage, KeysPage, RulesPage, StartPage
from goldfield.web.forms import one
from goldfield.web.identity import NAME_LENGTH, clean
from goldfield.web.languages import remember
from goldfield.web.refusal import Refusal, bad_form, no_preset
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


async def language(visit: Visit) -> Response:
    """POST /language: the language in which this browser is answered from now on."""
    wanted = one(visit.form, "language")
    if wanted not in LANGUAGES:
        known = tuple(LANGUAGES)
        raise bad_form(say("The language is one of {known}.", known=known))
    visit.language = wanted
    response = visit.go(local_path(one(visit.form, "next", "/")))
    remember(wanted, response, secure=visit.request.url.scheme == "https")
    return response


def local_path(text: str) -> str:
    """A path on this server; anything else becomes the start page."""
    if text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable():
        return text[:200]
    return "/"


async def join(visit: Visit) -> Response:
    """GET /join?code=: to the table with a code, which may be a whole link."""
    typed = visit.request.query_params.get("code", "")[:300]
    typed = typed.partition("/table/")[2].partition("/")[0] or typed.strip()
    code = await visit.house.find_id(typed)
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
    """GET /rules/{game}: the rules in our own words, in general or with a preset's options."""
    game = visit.house.catalog.card(visit.request.path_params["game"])
    wanted = visit.request.query_params.get("preset", "")
    if not wanted:
        return _rules_page(visit, game)
    preset = next((p for p in game.presets if p.name == wanted), None)
    if preset is None:
        back = visit.house.url("rules", game=game.name)
        raise no_preset(404, wanted, [p.name for p in game.presets], back)
    return _rules_page(visit, game, load_game(game.name, preset.options), preset=preset.name)


async def table_rules(visit: Visit) -> Response:
    """GET /table/{id}/rules: the rules as played at this table."""
    entry, _ = await visit.house.table(visit.table)
    card = visit.house.catalog.card(entry.game)
    return _rules_page(visit, card, load_game(entry.game, entry.options), table=entry.id)


def _rules_page(
    visit: Visit, card: GameCard, game: Game | None = None, *, preset: str = "", table: str = ""
) -> Response:
    """The rules of a game: in general, or as one with certain options is played."""
    played = game.rules if game else None
    text, code = visit.house.catalog.rules_text(card.name, played, visit.language)
    if not text:
        raise Refusal(404, "no-rules", say("The rules of this game are not written down here yet."))
    edition = edition_of(game) if game else None
    page = RulesPage(card, _markdown(text), code, edition, preset, table)
    return visit.page("rules.html", page, wording=visit.wording(game=card.name))


@functools.lru_cache(maxsize=32)
def _markdown(text: str) -> str:
    """Markdown as safe HTML: markup in it is shown as text; pictures are the game's pieces."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("image", _piece)
    return reader.render(text)


def _piece(_reader: object, tokens: Sequence[Token], at: int, *_rest: object) -> str:
    """An image as a piece of the page: ``![](#dice-C "30x31")``."""
    name = re.fullmatch(r"#([\w-]+)", str(tokens[at].attrs.get("src", "")))
    size = re.fullmatch(r"(\d+)x(\d+)", str(tokens[at].attrs.get("title", "")))
    if not name or not size:
        return ""
    return (
        f'<svg class="drawn" width="{size[1]}" height="{size[2]}" aria-hidden="true">'
        f'<use href="#{name[1]}"/></svg>'
    )


async def fair(visit: Visit) -> Response:
    """GET /fair: how the dice are kept fair."""
    return visit.page("fair.html", FairPage(visit.house.catalog.cards))


async def keys(visit: Visit) -> Response:
    """GET /keys: what the keyboard does."""
    return visit.page("keys.html", KeysPage())


async def health(visit: Visit) -> Response:
    """GET /healthz: whether the store answers."""
    await visit.house.store.listing(limit=1)
    return PlainTextResponse("ok\n")


async def robots(visit: Visit) -> Response:
    """GET /robots.txt: tables are nobody's business but their players'."""
    return PlainTextResponse("User-agent: *\nDisallow: /table/\nDisallow: /seat/\n")
