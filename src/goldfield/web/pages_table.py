"""A table's page, its living part, and how the answers to posts at a table look."""

from __future__ import annotations

from markupsafe import Markup
from starlette.responses import HTMLResponse, JSONResponse, Response

from goldfield.match.table import Match
from goldfield.store.store import Entry, Status
from goldfield.web.context import Notice, TablePage
from goldfield.web.forms import Form
from goldfield.web.refusal import Refusal
from goldfield.web.table_view import (
    acts_as_owner,
    base_of,
    mine_of,
    table_page,
    version_of,
    wording_of,
)
from goldfield.web.visit import Visit


async def table(visit: Visit) -> Response:
    """GET /table/{id}: the whole page."""
    entry, match = await visit.house.table(visit.table)
    return await _whole(visit, entry, match)


async def part(visit: Visit) -> Response:
    """GET /table/{id}/part: what lives on the page; 204 while nothing has changed."""
    entry, match = await visit.house.table(visit.table)
    if visit.request.query_params.get("since") == version_of(visit.house, entry):
        return Response(status_code=204, headers=_headers(visit, entry))
    return await _part(visit, entry, match)


async def after(visit: Visit, entry: Entry, match: Match | None) -> Response:
    """The answer to a post at a table that was accepted."""
    if visit.json:
        return JSONResponse(
            {"code": "ok", "position": entry.position, "version": version_of(visit.house, entry)}
        )
    if visit.part:
        return await _part(visit, entry, match)
    return visit.go(visit.house.url("table", id=entry.id))


async def refused(visit: Visit, refusal: Refusal) -> Response:
    """A refused post: the sentence beside the table as it stands now."""
    try:
        entry, match = await visit.house.table(visit.table)
    except Exception as error:  # the sentence matters more than the table beside it
        if visit.json or not isinstance(error, Refusal):
            return visit.refused(refusal)
        return visit.refused(error)
    if visit.json:
        wording = wording_of(entry, visit.visitor.id)
        return visit.refused_json(
            refusal, wording, position=entry.position, version=version_of(visit.house, entry)
        )
    notice = Notice(refusal.sentence, bad=True, rule=refusal.rule)
    answer = _part if visit.part else _whole
    if visit.request.scope["route"].name == "chat":
        return await answer(visit, entry, match, chat_notice=notice, status=refusal.status)
    return await answer(visit, entry, match, notice=notice, status=refusal.status)


async def _whole(
    visit: Visit,
    entry: Entry,
    match: Match | None,
    *,
    notice: Notice | None = None,
    chat_notice: Notice | None = None,
    status: int = 200,
) -> Response:
    form = _kept_form(visit, status)
    page = await table_page(visit, entry, match, notice=notice, chat_notice=chat_notice, form=form)
    wording = wording_of(entry, visit.visitor.id)
    markup = _shared(visit, entry, page)
    if markup is None:
        markup = visit.house.renderer.render(
            "part.html", wording, page=page, own_name=visit.visitor.name
        )
        _share(visit, entry, page, markup)
    return visit.page(
        "table.html",
        page,
        wording=wording,
        status=status,
        notices=(notice,) if notice else (),
        watch=(entry.id,),
        part=Markup(markup),
    )


async def _part(
    visit: Visit,
    entry: Entry,
    match: Match | None,
    *,
    notice: Notice | None = None,
    chat_notice: Notice | None = None,
    status: int = 200,
) -> Response:
    form = _kept_form(visit, status)
    key = _shared_key(visit, entry) if status < 400 else None
    markup = visit.house.parts.get(key) if key else None
    if markup is None:
        page = await table_page(
            visit, entry, match, notice=notice, chat_notice=chat_notice, form=form
        )
        wording = wording_of(entry, visit.visitor.id)
        markup = visit.house.renderer.render(
            "part.html", wording, page=page, own_name=visit.visitor.name
        )
        _share(visit, entry, page, markup)
    return HTMLResponse(visit.filled(markup), status, headers=_headers(visit, entry))


def _kept_form(visit: Visit, status: int) -> Form | None:
    return visit.form if status >= 400 else None


def _shared_key(visit: Visit, entry: Entry) -> tuple[object, ...] | None:
    """The key of a part that looks the same for all spectators; None for the seated."""
    visitor = visit.visitor
    if entry.status is Status.WAITING or mine_of(entry, visitor.id):
        return None
    if acts_as_owner(visit.house, entry, visitor.id):
        return None
    return (entry.id, version_of(visit.house, entry), base_of(visit), bool(visitor.name))


def _shared(visit: Visit, entry: Entry, page: TablePage) -> str | None:
    if page.notice or page.chat_notice or page.form:
        return None
    key = _shared_key(visit, entry)
    return visit.house.parts.get(key) if key else None


def _share(visit: Visit, entry: Entry, page: TablePage, markup: str) -> None:
    key = _shared_key(visit, entry)
    if key and not (page.notice or page.chat_notice or page.form):
        visit.house.parts.put(key, markup)


def _headers(visit: Visit, entry: Entry) -> dict[str, str]:
    return {
        "X-Version": version_of(visit.house, entry),
        "X-Position": str(entry.position),
        "X-Phase": entry.status.value,
    }
