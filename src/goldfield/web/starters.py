"""Who begins the next game at a table: what its pages say, and who may choose.

Where a game leaves a choice, whoever has it finds it in the form by which they sit down again, and
on the waiting table as long as it waits. So a rematch that starts by itself, once all are back,
cuts nobody off: it waits for everybody who may choose anyway. Whoever has not chosen by then leaves
it to the lowest of the seats.
"""

from __future__ import annotations

from collections.abc import Callable

from goldfield.match.next_game import NextGame, next_game
from goldfield.match.table import Match
from goldfield.store.store import Entry, Status
from goldfield.web import forms
from goldfield.web.context import Begins
from goldfield.web.forms import Form, one
from goldfield.web.house import House
from goldfield.web.refusal import bad_form, forbidden
from goldfield.web.rights import acts_as_owner, mine_of
from goldfield.words import SeatName, say


async def begins_at(house: House, entry: Entry, match: Match | None, visitor: str) -> Begins | None:
    """Who begins the game that follows a finished one, on its own page or on that one's.

    None where nobody needs to be told: the next game runs already, or there was none before.
    """
    if match is not None and match.is_closed:
        later = await house.store.entry(entry.rematch) if entry.rematch else None
        if later is not None and later.status is not Status.WAITING:
            return None
        return _begins(house, entry, next_game(match), later, visitor)
    if not entry.rematch_of:
        return None
    last, played = await house.table(entry.rematch_of)
    if played is None or not played.is_closed:
        return None
    return _begins(house, last, next_game(played), entry, visitor)


def _begins(
    house: House, last: Entry, found: NextGame, later: Entry | None, visitor: str
) -> Begins | None:
    seats = found.starters.seats
    seat = first_of(later) if later else seats[0]
    if seat not in seats:
        return None
    words = say("{seat} will begin. {why}", seat=SeatName(seat), why=found.starters.why)
    waits = later is None or later.status is Status.WAITING
    may = waits and may_choose(house, last, found, later, visitor)
    who = _choosers(last, found, later)
    if waits and found.is_open and not may and who:
        words = say(
            "It is for {who} to say who begins. As it stands, {seat} will. {why}",
            who=tuple(SeatName(n) for n in who),
            seat=SeatName(seat),
            why=found.starters.why,
        )
    choices = tuple(SeatName(n) for n in seats) if may else ()
    return Begins(seat, words, found.starters.why, choices)


def first_of(entry: Entry) -> int:
    """The seat that begins by a table's options; -1 where that is drawn."""
    return int(entry.options["first"]) - 1


def _choosers(last: Entry, found: NextGame, later: Entry | None) -> tuple[int, ...]:
    """The seats from which it may be chosen who begins."""
    if not found.by_owner:
        return found.choosers
    return mine_of(last, last.owner)[:1] or (mine_of(later, later.owner)[:1] if later else ())


def may_choose(
    house: House, last: Entry, found: NextGame, later: Entry | None, visitor: str
) -> bool:
    """Whether a visitor may choose who begins the game after ``last``.

    A table whose owner had no seat at it is taken for that of whoever asks for another game.
    """
    if not found.is_open:
        return False
    tables = [table for table in (last, later) if table is not None]
    seats = _choosers(last, found, later)
    if any(seat in mine_of(table, visitor) for table in tables for seat in seats):
        return True
    if not found.by_owner:
        return False
    if acts_as_owner(house, last, visitor):
        return True
    return not seats and later is None and bool(mine_of(last, visitor))


def chosen_first(
    house: House, form: Form, last: Entry, match: Match, later: Entry | None, visitor: str
) -> int | None:
    """The seat that a form makes begin; None where it leaves that as it was shown.

    Raises:
        Refusal: when this visitor may not choose, or not this seat.
    """
    if not one(form, "first") or one(form, "first") == one(form, "first-shown"):
        return None
    seat = forms.number(form, "first", 1, len(last.seats)) - 1
    found = next_game(match)
    _check_may_choose(house, last, found, later, visitor)
    if seat not in found.starters.seats:
        raise bad_form(
            say(
                "{seat} is not among those who may begin: {seats}. {why}",
                seat=SeatName(seat),
                seats=tuple(SeatName(n) for n in found.starters.seats),
                why=found.starters.why,
            )
        )
    return seat


def may_choose_then(
    house: House, match: Match, visitor: str
) -> Callable[[Entry | None, Entry | None], None]:
    """The check that a visitor may choose when the choice is written: of the next table, and of
    the last one, which is ``match``'s. It raises Refusal where they may not."""
    found = next_game(match)

    def check(later: Entry | None, last: Entry | None) -> None:
        if last is not None:
            _check_may_choose(house, last, found, later, visitor)

    return check


def _check_may_choose(
    house: House, last: Entry, found: NextGame, later: Entry | None, visitor: str
) -> None:
    if not may_choose(house, last, found, later, visitor):
        raise forbidden(say("Who begins the next game is not yours to choose."))
