"""Looking back: step through a game, check its dice, take its record away, bring one along."""

from __future__ import annotations

import asyncio
import functools
from dataclasses import replace

from starlette.responses import RedirectResponse, Response

from goldfield.games.contract import SPECTATOR
from goldfield.match.document import import_match
from goldfield.match.record import SeatKind
from goldfield.match.table import Match, masked
from goldfield.web import forms
from goldfield.web.catalog import edition_of
from goldfield.web.context import Notice, SeatCard
from goldfield.web.context_pages import DicePage, ImportPage, Look, StepPage
from goldfield.web.eyes import wanted_eyes
from goldfield.web.forms import one
from goldfield.web.reader import Reader
from goldfield.web.refusal import Refusal, bad_form, no_such_page
from goldfield.web.rights import mine_of
from goldfield.web.table_view import (
    check_of,
    phase_of,
    seat_cards,
    wording_of,
)
from goldfield.web.visit import Visit
from goldfield.words import SeatName, say

ECHOED = 200_000
"""Characters of a refused record that come back in its form at most; people paste no longer ones,
and a part of one would be worse than none."""


async def step(visit: Visit) -> Response:
    """GET /table/{id}/step/{position}: a position of the game, as this visitor may know it."""
    entry, match = await visit.house.table(visit.table)
    if match is None:
        raise Refusal(409, "not-started", say("The game has not started yet."))
    mine = mine_of(entry, visit.visitor.id)
    look = _look(visit.request.query_params.get("as", ""), match)
    # The slider asks for another step than the address it is sent to.
    asked = visit.request.query_params.get("step", visit.request.path_params["position"])
    position = _position(asked, match.position)
    eyes = None if match.is_closed else wanted_eyes(visit, match, mine)
    query = eyes.query if eyes else _query(look)
    if position > match.position or "step" in visit.request.query_params:
        path = visit.house.url("step", id=entry.id, position=min(position, match.position))
        return RedirectResponse(path + query, 303)
    if eyes is None:
        reader = _open_eyes(match, mine[0] if mine else SPECTATOR, look, position)
    else:
        looks_back = position < match.position and not _knows_own(match, eyes.seat)
        reader = Reader(match, SPECTATOR if looks_back else eyes.seat, position)
    seats = seat_cards(visit.house, entry, visit.visitor.id, reader)
    page = _step_page(visit, match, reader, seats, look, title=entry.title, id=entry.id)
    page = replace(page, query=query, held=eyes.fields if eyes else ())
    return visit.page("step.html", page, wording=wording_of(visit, entry))


def _knows_own(match: Match, seat: int) -> bool:
    """Whether a seat may look up what it did itself.

    Where it has to remember that, views of the past would tell: what it held before and after. So
    while the game runs it looks back with a spectator's eyes.
    """
    return all(
        step.event.seat != seat or masked(match.game, step.before, step.event, seat) == step.event
        for step in match.transitions()
    )


def _position(text: str, last: int) -> int:
    """A position in an address; one past the last for all that are later.

    Raises:
        Refusal: 404 when it is none.
    """
    if not (text.isascii() and text.isdigit()):
        raise no_such_page()
    position = forms.whole(text)
    return last + 1 if position is None else min(position, last + 1)


def _look(text: str, match: Match) -> int | None:
    """The seat, or SPECTATOR, as whom a closed game is looked at; None for all that happened.

    Where nothing was ever hidden there is one way to look, and any other text means it too.
    """
    number = forms.whole(text)
    if number is None or number > match.game.info.seats:
        return None
    return number - 1 if match.game.info.hidden and match.is_closed else None


def _query(look: int | None) -> str:
    """What the address of a step needs for a look."""
    return "" if look is None else f"?as={look + 1}"


def _open_eyes(match: Match, own: int, look: int | None, position: int) -> Reader:
    """A closed match with nothing hidden, or as somebody saw it then."""
    if look is None:
        return Reader(match, own, position)
    return Reader(match, look, position, as_then=True)


def _looks(match: Match, look: int | None) -> tuple[Look, ...]:
    """All the ways to look at a closed match; none where there is but one."""
    if not (match.game.info.hidden and match.is_closed):
        return ()
    return (
        Look("", say("with everything turned over"), look is None),
        *(
            Look(str(seat + 1), say("as {seat} saw it then", seat=SeatName(seat)), look == seat)
            for seat in range(match.game.info.seats)
        ),
        Look("0", say("as a spectator saw it then"), look == SPECTATOR),
    )


def _step_page(
    visit: Visit,
    match: Match,
    reader: Reader,
    seats: tuple[SeatCard, ...],
    look: int | None,
    *,
    title: str,
    id: str,
    record: str = "",
) -> StepPage:
    starts = tuple(position for position, _ in Reader(match, reader.seat).turns())
    since = max((p for p in starts if p < reader.position), default=0)
    return StepPage(
        id=id,
        title=title,
        game=visit.house.catalog.card(match.header.game),
        edition=edition_of(match.game),
        position=reader.position,
        last=match.position,
        turn_starts=starts,
        seats=seats,
        seat=reader.seat,
        board=reader.board(),
        position_text=reader.text,
        log=reader.log(since),
        looks=_looks(match, look),
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
    return visit.page("dice.html", page, wording=wording_of(visit, entry))


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
    wording = visit.wording(names, game=match.header.game)
    return visit.page("step.html", page, wording=wording)


def _outside_page(visit: Visit, text: str) -> tuple[Match, StepPage]:
    """A position of a record from outside, the last one unless another is asked for."""
    match = _match_of(text, visit.house.settings.games)
    position = match.position
    # A button stands in the same form as the slider, and counts.
    if step := forms.last(visit.form, "step"):
        only = {"step": (step,)}
        position = min(forms.number(only, "step", 0, 10_000_000), match.position)
    look = _look(one(visit.form, "as"), match)
    reader = _open_eyes(match, SPECTATOR, look, position)
    seats = _outside_seats(match, reader)
    return match, _step_page(visit, match, reader, seats, look, title="", id="", record=text)


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
            side=match.game.info.side_of[n],
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
    typed = forms.last(visit.form, "record")
    page = ImportPage(typed if len(typed) <= ECHOED else "")
    return visit.page("import.html", page, status=refusal.status, notices=(notice,))
