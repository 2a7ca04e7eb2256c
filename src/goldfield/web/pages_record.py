"""Looking back: step through a game, check its dice, take its record away, bring one along."""

from __future__ import annotations

import asyncio
import functools

from starlette.responses import RedirectResponse, Response

from goldfield.games.contract import SPECTATOR
from goldfield.match.document import import_match
from goldfield.match.record import SeatKind
from goldfield.match.table import Match
from goldfield.web import forms
from goldfield.web.catalog import edition_of, piece_names
from goldfield.web.context import Notice, SeatCard
from goldfield.web.context_pages import DicePage, ImportPage, StepPage
from goldfield.web.forms import one
from goldfield.web.reader import Reader
from goldfield.web.refusal import Refusal, bad_form, no_such_page
from goldfield.web.table_view import (
    check_of,
    eyes_of,
    mine_of,
    phase_of,
    seat_cards,
    wanted_seat,
    wording_of,
)
from goldfield.web.visit import Visit
from goldfield.web.wording import Wording
from goldfield.words import say

ECHOED = 200_000
"""Characters of a refused record that come back in its form at most; people paste no longer ones,
and a part of one would be worse than none."""


async def step(visit: Visit) -> Response:
    """GET /table/{id}/step/{position}: a position of the game, as this visitor may know it."""
    entry, match = await visit.house.table(visit.table)
    if match is None:
        raise Refusal(409, "not-started", say("The game has not started yet."))
    mine = mine_of(entry, visit.visitor.id)
    reader = _eyes(visit, match, mine)
    position = _position(visit.request.path_params["position"], match.position)
    if position > match.position:
        last = visit.house.url("step", id=entry.id, position=match.position)
        return RedirectResponse(last, 303)
    page = _step_page(
        visit,
        match,
        reader.at(position),
        seat_cards(visit.house, entry, visit.visitor.id, reader.at(position)),
        title=entry.title,
        id=entry.id,
    )
    return visit.page("step.html", page, wording=wording_of(entry, visit.visitor.id))


def _position(text: str, last: int) -> int:
    """A position in an address; one past the last for all that are later.

    Raises:
        Refusal: 404 when it is none.
    """
    if not (text.isascii() and text.isdigit()):
        raise no_such_page()
    position = forms.whole(text)
    return last + 1 if position is None else min(position, last + 1)


def _eyes(visit: Visit, match: Match, mine: tuple[int, ...]) -> Reader:
    """Whose eyes: one's own while the game runs; afterwards anybody's as they saw it then."""
    if not match.is_closed:
        return Reader(match, eyes_of(match, mine, wanted_seat(visit)).seat)
    if "as" in visit.request.query_params and match.game.info.hidden:
        wanted = wanted_seat(visit)
        seat = wanted if wanted < match.game.info.seats else SPECTATOR
        return Reader(match, seat, as_then=True)
    return Reader(match, mine[0] if mine else SPECTATOR)


def _step_page(
    visit: Visit,
    match: Match,
    reader: Reader,
    seats: tuple[SeatCard, ...],
    *,
    title: str,
    id: str,
    record: str = "",
) -> StepPage:
    starts = tuple(position for position, _ in Reader(match, reader.seat).turns())
    since = max((p for p in starts if p < reader.position), default=0)
    game = match.game
    return StepPage(
        id=id,
        title=title,
        game=visit.house.catalog.card(match.header.game),
        edition=edition_of(game),
        position=reader.position,
        last=match.position,
        turn_starts=starts,
        seats=seats,
        seat=reader.seat,
        board=reader.board(),
        position_text=reader.text,
        log=reader.log(since),
        open_views=tuple(range(game.info.seats)) if game.info.hidden and match.is_closed else (),
        record=record,
        check=check_of(match.record()) if match.is_closed else None,
    )


async def dice(visit: Visit) -> Response:
    """GET /table/{id}/dice: what the dice stand on, and once the table is closed the check."""
    entry, match = await visit.house.table(visit.table)
    if match is None:
        raise Refusal(409, "not-started", say("The game has not started yet: no die has fallen."))
    reader = Reader(match, SPECTATOR)
    page = DicePage(
        id=entry.id,
        title=entry.title,
        game=visit.house.catalog.card(entry.game),
        seats=seat_cards(visit.house, entry, visit.visitor.id, reader),
        check=check_of(match.record()),
        phase=phase_of(entry),
    )
    return visit.page("dice.html", page, wording=wording_of(entry, visit.visitor.id))


async def record(visit: Visit) -> Response:
    """GET /table/{id}/game.json: the record, as this visitor may know it."""
    entry, match = await visit.house.table(visit.table)
    if match is None:
        raise Refusal(409, "not-started", say("The game has not started yet: there is no record."))
    mine = mine_of(entry, visit.visitor.id)
    reader = Reader(match, mine[0] if len(mine) == 1 else SPECTATOR)
    return Response(
        reader.record(),
        media_type="application/json",
        headers={
            "Content-Disposition": 'attachment; filename="game.json"',
        },
    )


async def bring(visit: Visit) -> Response:
    """GET /import: a form for a record."""
    return visit.page("import.html", ImportPage())


async def bring_post(visit: Visit) -> Response:
    """POST /import: step through a record from outside; nothing of it is kept."""
    text = one(visit.form, "record").strip() or one(visit.form, "file").strip()
    if not text:
        raise bad_form(say("Choose a file, or paste the text of a game's record."))
    # Replaying a long record takes a while: nobody else's click shall wait for it.
    match, page = await asyncio.to_thread(_outside_page, visit, text)
    names = [seat.name for seat in match.header.seats]
    wording = Wording(names, pieces=piece_names(match.header.game))
    return visit.page("step.html", page, wording=wording)


def _outside_page(visit: Visit, text: str) -> tuple[Match, StepPage]:
    """A position of a record from outside, the last one unless another is asked for."""
    match = _match_of(text, visit.house.settings.games)
    position = match.position
    if one(visit.form, "step"):
        position = min(forms.number(visit.form, "step", 0, 10_000_000), match.position)
    reader = Reader(match, SPECTATOR, position)
    seats = _outside_seats(match, reader)
    return match, _step_page(visit, match, reader, seats, title="", id="", record=text)


@functools.lru_cache(maxsize=4)
def _match_of(text: str, packages: tuple[str, ...]) -> Match:
    """The match of a record from outside, kept for the next step through it."""
    return import_match(text, packages)


def _outside_seats(match: Match, reader: Reader) -> tuple[SeatCard, ...]:
    scores = reader.scores()
    winners = reader.winners()
    return tuple(
        SeatCard(
            number=n,
            name=seat.name,
            kind="bot" if seat.kind is SeatKind.BOT else "person",
            character=seat.bot,
            mine=False,
            owner=False,
            to_act=n == reader.to_act,
            present=True,
            score=scores[n],
            phrase=seat.phrase if match.is_closed else "",
            won=n in winners,
        )
        for n, seat in enumerate(match.header.seats)
    )


async def import_refused(visit: Visit, refusal: Refusal) -> Response:
    """A refused record: the form again, with the sentence beside it."""
    if visit.json:
        return visit.refused_json(refusal)
    notice = Notice(refusal.sentence, bad=True)
    typed = one(visit.form, "record")
    page = ImportPage(typed if len(typed) <= ECHOED else "")
    return visit.page("import.html", page, status=refusal.status, notices=(notice,))
