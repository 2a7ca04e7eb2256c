"""The application: routes, and what starts and ends with the server."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Receive, Scope, Send

from goldfield.bots.worker import BotPool
from goldfield.match.refused import Refused
from goldfield.store.host import Host
from goldfield.store.sql import open_store
from goldfield.store.store import Entry, Store
from goldfield.web import (
    forms,
    new_table,
    pages_links,
    pages_record,
    pages_start,
    pages_table,
    posts_absence,
    posts_manners,
    posts_rematch,
    posts_table,
)
from goldfield.web.alarms import Alarms
from goldfield.web.assets import Assets
from goldfield.web.bots import BotRunner, Thinker, following
from goldfield.web.catalog import Catalog
from goldfield.web.house import House
from goldfield.web.identity import Identity
from goldfield.web.live import STREAM, Hub, watched_ids
from goldfield.web.refusal import Refusal, no_such_page
from goldfield.web.render import Renderer
from goldfield.web.security import HEADERS, FormTokens, OwnAddress, SecurityHeaders
from goldfield.web.settings import Settings
from goldfield.web.shared_parts import SharedParts
from goldfield.web.visit import Handler, Rate, Visit, endpoint, failed
from goldfield.words import say


def create_app(
    settings: Settings, *, thinker: Thinker | None = None, store: Store | None = None
) -> Starlette:
    """The application on a database.

    ``thinker`` stands in for the bots' workers in tests. ``store`` is one already open; it is
    closed with the application.
    """
    catalog = Catalog(settings.games)
    assets = Assets(catalog.faces, reload=settings.reload)
    opened = store

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = opened or await open_store(settings.database)
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(store.close)
            if thinker is None:
                minds: Thinker = await stack.enter_async_context(BotPool(settings.workers))
            else:
                minds = thinker
            host = Host(store)
            hub = Hub(settings.heartbeat)
            bots = BotRunner(store, host, minds, settings.bot_delay, tell=hub.touch)
            key = (await store.secret("web")).hex()

            @functools.lru_cache(maxsize=2048)
            def url(route: str, **values: str | int) -> str:
                return str(app.url_path_for(route, **values))

            renderer = Renderer(
                catalog.faces,
                url,
                assets.address,
                reload=settings.reload,
            )
            catalog.fill(renderer, assets)
            app.state.house = House(
                settings=settings,
                url=url,
                catalog=catalog,
                assets=assets,
                renderer=renderer,
                hub=hub,
                arrivals=forms.Arrivals(),
                store=store,
                host=host,
                identity=Identity(key),
                tokens=FormTokens(key),
                bots=bots,
                parts=SharedParts(),
                chat_rate=Rate(burst=5, seconds=2.0),
                manners_rate=Rate(burst=10, seconds=2.0),
                table_rate=Rate(burst=20, seconds=10.0),
                seat_rate=Rate(burst=8, seconds=5.0),
                alarms=Alarms(hub.touch),
            )

            def announce(entry: Entry) -> None:
                hub.announce(entry.id, entry.version, entry.position)

            async with following(store, bots, announce):
                yield
            app.state.house.stop()

    return Starlette(
        routes=_routes(),
        lifespan=lifespan,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(OwnAddress, url=settings.url),
            Middleware(GZipMiddleware, minimum_size=600, compresslevel=5),
        ],
        exception_handlers={HTTPException: _http_error, Exception: _failure},
    )


def house_of(request: Request) -> House:
    """What the application of a request shares."""
    return request.app.state.house


def _routes() -> list[Route]:
    def page(
        path: str,
        name: str,
        handler: Handler,
        *methods: str,
        on_refusal: Callable[[Visit, Refusal], Awaitable[Response]] | None = None,
        limit: int = forms.BODY,
    ) -> Route:
        async def answer(request: Request) -> Response:
            house = house_of(request)
            return await endpoint(house, handler, on_refusal=on_refusal, limit=limit)(request)

        return Route(path, answer, methods=methods or ("GET",), name=name)

    def act(path: str, name: str, handler: Handler) -> list[Route]:
        """A post at a table; whoever reloads its refusal in the browser gets the table."""
        full = "/table/{id}/" + path
        return [
            page(full, name, handler, "POST", on_refusal=pages_table.refused),
            page(full, f"{name}_again", pages_links.plain_table),
        ]

    return [
        page("/", "start", pages_start.start),
        page("/name", "name", pages_start.name, "POST"),
        page("/language", "language", pages_start.language, "POST"),
        page("/play", "play", new_table.play_now, "POST"),
        page("/new", "new", new_table.new),
        page("/new", "new_post", new_table.new_post, "POST"),
        page("/join", "join", pages_start.join),
        page("/rules/{game}", "rules", pages_start.rules),
        page("/fair", "fair", pages_start.fair),
        page("/keys", "keys", pages_start.keys),
        page("/healthz", "healthz", pages_start.health),
        page("/robots.txt", "robots", pages_start.robots),
        page("/import", "import", pages_record.bring),
        page(
            "/import",
            "import_post",
            pages_record.bring_post,
            "POST",
            on_refusal=pages_record.import_refused,
            limit=forms.RECORD_BODY,
        ),
        page("/table/{id}", "table", pages_table.table),
        page("/table/{id}/part", "part", pages_table.part),
        page("/table/{id}/rules", "table_rules", pages_start.table_rules),
        *act("sit", "sit", posts_table.sit),
        *act("leave", "leave", posts_table.leave),
        *act("seat", "seat", posts_table.arrange),
        *act("phrase", "phrase", posts_table.phrase),
        *act("start", "start_table", posts_table.start),
        *act("move", "move", posts_table.move),
        *act("undo", "undo", posts_table.undo),
        *act("stand-in", "stand_in", posts_absence.stand_in),
        *act("back", "back", posts_absence.back),
        *act("chat", "chat", posts_table.chat),
        *act("mute", "mute", posts_manners.mute),
        *act("unmute", "unmute", posts_manners.unmute),
        *act("report", "report", posts_manners.report),
        *act("judge", "judge", posts_manners.judge),
        *act("abandon", "abandon", posts_table.abandon),
        *act("rematch", "rematch", posts_rematch.rematch),
        *act("begins", "begins", posts_rematch.begins),
        page("/table/{id}/step/{position}", "step", pages_record.step),
        page("/table/{id}/game.json", "record", pages_record.record),
        page("/table/{id}/dice", "dice", pages_record.dice),
        page("/table/{id}/links", "links", pages_links.links),
        page("/table/{id}/links", "links_post", pages_links.links_post, "POST"),
        page("/seat/{token}", "claim", pages_links.claim),
        page("/seat/{token}", "claim_post", pages_links.claim_post, "POST"),
        Route("/live", Live, methods=["GET"], name="live"),
        Route("/static/{hash}/{path:path}", _static, name="static"),
    ]


async def _static(request: Request) -> Response:
    house = house_of(request)
    try:
        return await house.assets.serve(request)
    except Refusal as refusal:
        return Visit(house, request, house.identity.read(request)).refused(refusal)


class Live:
    """GET /live?watch=: an ASGI application, since a stream needs to hear when its reader left."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope, self.receive, self.send = scope, receive, send

    def __await__(self):
        return self._answer().__await__()

    async def _answer(self) -> None:
        request = Request(self.scope, self.receive)
        house = house_of(request)
        visitor = house.identity.read(request)
        if request.method == "HEAD":
            response = Response(media_type=STREAM)
            await response(self.scope, self.receive, self.send)
            return
        if house.hub.is_full:
            refusal = Refusal(503, "no-stream", say("No live updates now: the page asks again."))
            response = Visit(house, request, visitor).refused(refusal)
            await response(self.scope, self.receive, self.send)
            return
        watched: dict[str, tuple[int, int]] = {}
        for match_id in watched_ids(request.query_params.get("watch", "")):
            with contextlib.suppress(Refused):
                entry = await house.store.entry(await house.find_id(match_id))
                watched[entry.id] = (entry.version, entry.position)
        await house.hub.serve(
            visitor.id, watched, self.scope, self.receive, self.send, known=visitor.known
        )


async def _http_error(request: Request, error: Exception) -> Response:
    """Addresses and methods that do not exist, as designed pages."""
    house = house_of(request)
    visit = Visit(house, request, house.identity.read(request))
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 405:
        refusal = Refusal(405, "method", say("This address does not take that kind of request."))
    elif status == 404:
        refusal = no_such_page()
    else:
        refusal = Refusal(status, "bad-request", say("This request could not be understood."))
    response = visit.refused(refusal)
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    if status == 405:
        response.headers["Allow"] = ", ".join(sorted(_methods_at(request)))
    return response


def _methods_at(request: Request) -> set[str]:
    """What the address of a request takes: several routes may share it."""
    found: set[str] = set()
    for route in request.app.routes:
        if route.matches(request.scope)[0] is not Match.NONE:
            found |= set(route.methods or ())
    return found


async def _failure(request: Request, error: Exception) -> Response:
    """Our own mistakes: a sentence for the person, everything else for the log."""
    house = house_of(request)
    response = failed(Visit(house, request, house.identity.read(request)), error)
    response.headers.update(HEADERS)
    return response
