"""One request: who sends it, what was posted, and the answers it can get."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote

import structlog
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)

from goldfield import __version__
from goldfield.games.contract import IllegalMove, Why
from goldfield.games.options import BadOption
from goldfield.match.form import BadRecord
from goldfield.match.refused import Closed, NothingToTakeBack, NotYourTurn, Refused, Stale
from goldfield.store.store import Busy, Full, NoSuchLine, NotFound
from goldfield.texts import CORE, translator
from goldfield.web import forms
from goldfield.web.catalog import piece_names
from goldfield.web.context import Notice, Site
from goldfield.web.context_pages import ErrorPage
from goldfield.web.identity import Identity, Visitor, renamed
from goldfield.web.languages import language_of
from goldfield.web.refusal import (
    Refusal,
    forbidden,
    going_down,
    no_such_table,
    storage_busy,
    storage_full,
)
from goldfield.web.render import filled
from goldfield.web.security import TOKEN, check_origin, wants_json
from goldfield.web.wording import Wording
from goldfield.words import Translator, say

if TYPE_CHECKING:
    from goldfield.web.house import House

_IN_ADDRESS = ":/%#?=@[]!$&'()*+,;"
"""What stands in an address as it is; the same as in those of Starlette's redirects."""

log = structlog.get_logger(__name__)

COOKIE_DAMAGED = Notice(
    say(
        "The note by which this browser was known here was damaged, so you come as a new guest. "
        "A seat you held can be had back with its seat link."
    ),
    bad=True,
)


@dataclass(slots=True)
class Visit:
    """A request under way."""

    house: House
    request: Request
    visitor: Visitor
    form: forms.Form = field(default_factory=dict)
    table: str = ""
    """The id of the table that the address names, empty elsewhere."""
    changed: bool = False
    """Whether the visitor's name changed, so that the cookie is to be written."""
    language: str = ""
    """The code of the language in which this request is answered."""

    def __post_init__(self) -> None:
        self.language = self.language or language_of(self.request)

    @property
    def json(self) -> bool:
        """Whether the client wants JSON."""
        return wants_json(self.request.headers)

    @property
    def part(self) -> bool:
        """Whether the page's own module asked, which wants the living part alone."""
        return self.request.headers.get("x-part") == "1"

    def translator(self, game: str = "") -> Translator:
        """Who translates for this visitor, on the page of a game above all with its own words."""
        packages = self.house.catalog.packages
        first = (packages[game], CORE) if game in packages else (CORE,)
        return translator(self.language, *first, *packages.values())

    def wording(
        self, names: Sequence[str] = (), mine: Sequence[int] = (), game: str = ""
    ) -> Wording:
        """Messages in this visitor's language: names of a table's seats, "You" for the own one."""
        return Wording(
            names,
            mine,
            piece_names(game) if game else None,
            language=self.language,
            translator=self.translator(game),
        )

    def rename(self, name: str) -> None:
        """Give the visitor another name (an empty one changes nothing)."""
        self.visitor = renamed(self.visitor, name)
        self.changed = True

    def page(
        self,
        template: str,
        page: object,
        *,
        wording: Wording | None = None,
        status: int = 200,
        notices: tuple[Notice, ...] = (),
        watch: tuple[str, ...] = (),
        **values: object,
    ) -> Response:
        """A whole page."""
        if self.visitor.damaged:
            notices = (COOKIE_DAMAGED, *notices)
        site = Site(
            name=self.visitor.name,
            path=self.request.url.path,
            here=page.back if isinstance(page, ErrorPage) and self._posts else self._here(),
            notices=notices,
            version=__version__,
            watch=watch,
        )
        markup = self.house.renderer.render(
            template, wording or self.wording(), site=site, page=page, **values
        )
        return self.worded(HTMLResponse(self.filled(markup), status))

    def _here(self) -> str:
        """The address of this page, for whoever wants it in another language."""
        query = "" if self._posts else self.request.url.query
        return f"{self.request.url.path}?{query}" if query else self.request.url.path

    @property
    def _posts(self) -> bool:
        return self.request.method == "POST"

    def worded(self, response: Response) -> Response:
        """An answer with the mark of the language in which it is written."""
        response.headers["Content-Language"] = self.language
        response.headers.add_vary_header("Accept-Language")
        response.headers.add_vary_header("Cookie")
        return response

    def filled(self, markup: str) -> str:
        """Markup with this visitor's form tokens."""
        return filled(markup, lambda: self.house.tokens.make(self.visitor.id))

    def go(self, path: str) -> Response:
        """Lead on to another page after a post."""
        if self.json:
            return JSONResponse({"code": "ok", "location": path})
        if self.part:
            return Response(status_code=200, headers={"X-Location": quote(path, _IN_ADDRESS)})
        return RedirectResponse(path, 303)

    def refused(self, refusal: Refusal) -> Response:
        """A refusal as JSON or as a page of its own."""
        if self.json:
            return self.refused_json(refusal)
        page = ErrorPage(refusal.status, refusal.code, refusal.sentence, refusal.back)
        return self.page("error.html", page, status=refusal.status)

    def refused_json(
        self, refusal: Refusal, wording: Wording | None = None, **more: object
    ) -> Response:
        """A refusal for programs."""
        sentence = (wording or self.wording()).plain(refusal.sentence)
        body = {"code": refusal.code, "sentence": sentence, **more}
        if refusal.rule:
            body["rule"] = refusal.rule
        if refusal.place:
            body["place"] = refusal.place
        return self.worded(JSONResponse(body, refusal.status))

    def finish(self, response: Response) -> Response:
        """The answer with the cookie, where one is due."""
        if self.changed or Identity.due(self.visitor):
            self.house.identity.write(
                self.visitor, response, secure=self.request.url.scheme == "https"
            )
        return response


Handler: TypeAlias = Callable[[Visit], Awaitable[Response]]
OnRefusal: TypeAlias = Callable[[Visit, Refusal], Awaitable[Response]]
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def endpoint(
    house: House,
    handler: Handler,
    *,
    on_refusal: OnRefusal | None = None,
    limit: int = forms.BODY,
) -> Endpoint:
    """The handler as Starlette calls it: identity before, form checks, refusals made answers.

    ``on_refusal`` answers a refused post on the page where it was made.
    """

    async def answer(request: Request) -> Response:
        visit = Visit(house, request, house.identity.read(request))
        if visit.visitor.known:
            house.hub.saw(visit.visitor.id)
        try:
            response = await _answered(visit, handler, on_refusal, limit)
        except Exception as error:  # whatever it is, the person gets a sentence
            response = failed(visit, error)
        except asyncio.CancelledError:  # the server ends what takes it too long to end by itself
            response = visit.refused(going_down())
        return visit.finish(response)

    return answer


async def _answered(
    visit: Visit, handler: Handler, on_refusal: OnRefusal | None, limit: int
) -> Response:
    """What the handler answers, or what it or the checks before it refuse."""
    request = visit.request
    try:
        try:
            if typed := request.path_params.get("id"):
                visit.table = await visit.house.find_id(typed)
            if request.method == "POST":
                check_origin(request, visit.house.settings.url)
                visit.form = await forms.read(request, visit.house.arrivals, limit)
                _check_token(visit)
            return await handler(visit)
        except (Refused, IllegalMove, BadOption) as error:
            raise as_refusal(error) from None
    except Refusal as refusal:
        if request.method == "POST" and on_refusal is not None:
            return await on_refusal(visit, refusal)
        return visit.refused(refusal)


def failed(visit: Visit, error: Exception) -> Response:
    """Our own mistakes: a sentence for the person, everything else for the log.

    The address is not logged: it may hold a seat link's secret.
    """
    route = visit.request.scope.get("route")
    log.error("request_failed", route=getattr(route, "name", ""), exc_info=error)
    sentence = say(
        "Something went wrong here; it was not your doing. Nothing at the table is lost."
    )
    try:
        return visit.refused(Refusal(500, "failure", sentence))
    except Exception as again:  # then without a page around it
        log.error("failure_page_failed", exc_info=again)
        return visit.worded(PlainTextResponse(visit.wording().plain(sentence), 500))


def _check_token(visit: Visit) -> None:
    if not visit.visitor.known:
        raise forbidden(
            say(
                "Your browser did not send back the note (a cookie) by which it is known here. "
                "Allow cookies for this address, or open the page in your usual browser."
            ),
            back=visit.request.url.path if visit.table else "/",
        )
    if not visit.house.tokens.is_good(visit.visitor.id, forms.one(visit.form, TOKEN)):
        raise forbidden(
            say("This form is from another visit, so nothing was done. Please try it once more.")
        )


def as_refusal(error: Refused | IllegalMove | BadOption) -> Refusal:
    """What a match, a game or the store refuses, with the status that fits."""
    match error:
        case IllegalMove():
            status, code = {
                Why.UNPARSABLE: (400, "unparsable"),
                Why.ILLEGAL: (422, "illegal"),
                Why.AMBIGUOUS: (422, "ambiguous"),
            }[error.why]
            return Refusal(status, code, error.message, rule=error.rule)
        case BadOption():
            return Refusal(400, "bad-option", error.message)
        case BadRecord():
            return Refusal(400, "bad-record", error.message, place=error.place)
        case Stale():
            return Refusal(409, "stale", error.message)
        case Closed():
            return Refusal(409, "closed", error.message)
        case NotYourTurn():
            return Refusal(409, "not-your-turn", error.message)
        case NothingToTakeBack():
            return Refusal(409, "nothing-to-take-back", error.message)
        case NotFound():
            return no_such_table()
        case NoSuchLine():
            return Refusal(404, "no-line", error.message)
        case Full():
            return storage_full()
        case Busy():
            return storage_busy()
        case _:
            return Refusal(409, "not-allowed", error.message)


class Rate:
    """At most ``burst`` acts of one kind per visitor at once, then one each ``seconds``."""

    def __init__(self, burst: int, seconds: float) -> None:
        self._burst = burst
        self._seconds = seconds
        self._due: OrderedDict[str, float] = OrderedDict()

    def takes(self, visitor: str) -> bool:
        """Count one act; False when it is one too many."""
        now = time.monotonic()
        due = max(self._due.pop(visitor, now), now)
        if due - now > (self._burst - 1) * self._seconds:
            self._due[visitor] = due
            return False
        self._due[visitor] = due + self._seconds
        while len(self._due) > 10_000:
            self._due.popitem(last=False)
        return True
