"""A bot sits in for somebody who is gone, and hands the seat back."""

from __future__ import annotations

import contextlib
import functools
import math

from starlette.responses import Response

from goldfield.bots import strongest
from goldfield.match.refused import Stale
from goldfield.store.store import Entry, SitterKind
from goldfield.web import forms
from goldfield.web.absence import seconds_left
from goldfield.web.pages_table import after
from goldfield.web.refusal import Refusal, forbidden
from goldfield.web.rights import mine_of
from goldfield.web.seating import TRIES
from goldfield.web.visit import Visit
from goldfield.words import SeatName, say, say_n


async def stand_in(visit: Visit) -> Response:
    """POST stand-in: a bot plays for the person of a seat.

    For the own seat at any time; for somebody else's who is to act, once they were waited for.
    """
    for _ in range(TRIES):
        # Somebody moved before this was written: look again whether it is still to be done.
        with contextlib.suppress(Stale):
            return await _let_bot_play(visit)
    return await _let_bot_play(visit)


async def _let_bot_play(visit: Visit) -> Response:
    house = visit.house
    entry, match = await house.table(visit.table)
    mine = mine_of(entry, visit.visitor.id)
    if not mine:
        raise forbidden(say("Only those who sit at the table can let a bot play."))
    if match is None or match.is_closed:
        raise Refusal(409, "not-running", say("Only while a game runs can a bot sit in."))
    seat = forms.number(visit.form, "seat", 1, len(entry.seats)) - 1
    if entry.seats[seat].kind is not SitterKind.PERSON:
        raise Refusal(409, "no-person", say("A bot plays this seat anyway."))
    if not entry.stand_in(seat):
        if seat not in mine:
            _check_wait(visit, entry, match.to_act, seat)
        if not house.catalog.card(entry.game).characters:
            raise Refusal(409, "no-bot", say("This game has no bots yet."))
        own = seat in mine
        asks = seat if own else mine[0]
        await house.store.let_bot_play(
            entry.id,
            match.position,
            seat,
            strongest(match.game).name,
            -1 if own else asks,
            check=functools.partial(_check_still, visit, asks),
        )
    return await after(visit, *await house.table(entry.id))


def _check_still(visit: Visit, seat: int, entry: Entry) -> None:
    """Refuse what is asked from a seat that has gone to another device meanwhile."""
    if seat not in mine_of(entry, visit.visitor.id):
        raise forbidden(say("This is not your seat: only who sits there can do that."))


def _check_wait(visit: Visit, entry: Entry, to_act: int, seat: int) -> None:
    """Refuse to take a turn from somebody who was not waited for."""
    if seat != to_act:
        raise Refusal(
            409,
            "not-their-turn",
            say("{seat} is not to act just now: nobody waits for that.", seat=SeatName(seat)),
        )
    left = seconds_left(visit.house, entry, seat)
    if left > 0:
        raise Refusal(
            409,
            "too-early",
            say_n(
                "Wait a little longer: a bot can play for {seat} in one second.",
                "Wait a little longer: a bot can play for {seat} in {n} seconds.",
                math.ceil(left),
                seat=SeatName(seat),
            ),
        )


async def back(visit: Visit) -> Response:
    """POST back: the visitor plays again, at every seat of theirs at which a bot sat in."""
    entry, match = await visit.house.table(visit.table)
    mine = mine_of(entry, visit.visitor.id)
    if not mine:
        raise forbidden(say("You have no seat at this table."))
    if match is not None and not match.is_closed:
        for seat in mine:
            check = functools.partial(_check_still, visit, seat)
            await visit.house.store.let_person_play(entry.id, seat, check=check)
    return await after(visit, *await visit.house.table(entry.id))
