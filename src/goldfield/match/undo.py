"""Taking back: which events of a record are in effect, and which move a seat may take back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldfield.match.record import Event, Kind
from goldfield.match.refused import NOT_YET, OFTEN_ENOUGH, REVEALED, NothingToTakeBack

MOST_IN_A_TURN = 50
"""So often a seat takes back between two chance events: a record must not grow without end."""


def in_effect(events: Sequence[Event], end: int | None = None) -> Iterator[int]:
    """The positions before ``end`` of the events that were not taken back, the last one first."""
    at = (len(events) if end is None else end) - 1
    while at >= 0:
        if events[at].kind is Kind.UNDO:
            at = events[at].move - 1
        else:
            yield at
            at -= 1


def last_move(events: Sequence[Event], seat: int, end: int | None = None) -> int:
    """The position of the move that ``seat``, who is to act, may take back.

    Forced moves of its own that followed are taken back along with it. Never reached across are
    chance events, which showed something, and moves of others.

    Raises:
        NothingToTakeBack: with a sentence that says why.
    """
    revealed = False
    for at in in_effect(events, end):
        event = events[at]
        if event.kind is Kind.CHANCE:
            revealed = True
        elif event.seat != seat:
            break
        elif event.kind is Kind.MOVE:
            if revealed:
                raise NothingToTakeBack(REVEALED)
            return at
    raise NothingToTakeBack(NOT_YET)


def check_often(events: Sequence[Event], seat: int) -> None:
    """Raise NothingToTakeBack where a seat has taken back often enough for now."""
    taken = 0
    for event in reversed(events):
        if event.seat != seat:
            return
        taken += event.kind is Kind.UNDO
        if taken >= MOST_IN_A_TURN:
            raise NothingToTakeBack(OFTEN_ENOUGH)
