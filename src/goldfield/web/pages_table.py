"""A table's page, its living part, and how the answers to posts at a table look."""

from __future__ import annotations

from markupsafe import Markup
from starlette.responses import HTMLResponse, JSONResponse, Response

from goldfield.match.table import Match
from goldfield.store.store import Entry, Status
from goldfield.web.context import Notice
from goldfield.web.eyes import wanted_eyes
from goldfield.web.forms import Form
from goldfield.web.manners import muted_by
from goldfield.web.refusal import Refusal
from goldfield.web.rights import acts_as_owner, mine_of
from goldfield.web.table_view import (
    base_of,
    table_page,
    version_of,
    wording_of,
)
from goldfield.web.visit import Visit

BESIDE_CHAT = frozenset({"chat", "mute", "unmute", "report", "judge"})
"""Routes of posts that are refused beside the chat."""


async def table(visit: Visit) -> Response:
    """GET /table/{id}: the whole page; a bot that is to act there is seen to."""
    entry, match = await visit.house.table(visit.table)
    if match and not match.is_closed and entry.bot_at(match.to_act):
        visit.house.bots.look(entry.id)
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
    mine = mine_of(entry, visit.visitor.id)
    held = wanted_eyes(visit, match, mine).query if match else ""
    return visit.go(visit.house.url("table", id=entry.id) + held)


async def said(visit: Visit, entry: Entry, match: Match | None, notice: Notice) -> Response:
    """The answer to an accepted post after which a sentence stands beside the chat.

    Such a post may be sent twice without harm: without scripts the page answers it at once.
    """
    if visit.json:
        sentence = wording_of(visit, entry).plain(notice.text)
        return visit.worded(JSONResponse({"code": "ok", "sentence": sentence}))
    answer = _part if visit.part else _whole
    return await answer(visit, entry, match, chat_notice=notice)


async def refused(visit: Visit, refusal: Refusal) -> Response:
    """A refused post: the sentence beside the table as it stands now."""
    try:
        entry, match = await visit.house.table(visit.table)
    except Exception as error:  # the sentence matters more than the table beside it
        if visit.json or not isinstance(error, Refusal):
            return visit.refused(refusal)
        return visit.refused(error)
    if visit.json:
        wording = wording_of(visit, entry)
        return visit.refused_json(
            refusal, wording, position=entry.position, version=version_of(visit.house, entry)
        )
    notice = Notice(refusal.sentence, bad=True, rule=refusal.rule)
    answer = _part if visit.part else _whole
    if visit.request.scope["route"].name in BESIDE_CHAT:
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
    wording = wording_of(visit, entry)
    key = await _shared_key(visit, entry)
    if page.notice or page.chat_notice or page.form or page.muted:
        key = None
    markup = visit.house.parts.get(key, visit.visitor.id) if key else None
    if markup is None:
        markup = visit.house.renderer.render(
            "part.html", wording, page=page, own_name=visit.visitor.name
        )
        if key:
            visit.house.parts.put(key, markup, visit.visitor.id, page.speakers)
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
    key = None if status >= 400 or notice or chat_notice else await _shared_key(visit, entry)
    markup = visit.house.parts.get(key, visit.visitor.id) if key else None
    if markup is None:
        page = await table_page(
            visit, entry, match, notice=notice, chat_notice=chat_notice, form=form
        )
        wording = wording_of(visit, entry)
        markup = visit.house.renderer.render(
            "part.html", wording, page=page, own_name=visit.visitor.name
        )
        if key and not page.muted:  # else the visitor muted somebody meanwhile
            visit.house.parts.put(key, markup, visit.visitor.id, page.speakers)
    headers = _headers(visit, entry)
    return visit.worded(HTMLResponse(visit.filled(markup), status, headers=headers))


def _kept_form(visit: Visit, status: int) -> Form | None:
    return visit.form if status >= 400 else None


async def _shared_key(visit: Visit, entry: Entry) -> tuple[object, ...] | None:
    """The key of a part that looks the same for all spectators who mute nobody; else None."""
    visitor = visit.visitor
    if entry.status is Status.WAITING or mine_of(entry, visitor.id):
        return None
    if acts_as_owner(visit.house, entry, visitor.id) or entry.lost_by(visitor.id):
        return None
    if await muted_by(visit.house, entry, visitor.id):
        return None
    version = version_of(visit.house, entry)
    return (entry.id, version, visit.language, base_of(visit), bool(visitor.name))


def _headers(visit: Visit, entry: Entry) -> dict[str, str]:
    return {
        "X-Version": version_of(visit.house, entry),
        "X-Position": str(entry.position),
        "X-Phase": entry.status.value,
    }
