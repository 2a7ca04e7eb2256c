"""Through whose eyes a visitor sees a table: their own, nobody's, or theirs who hold the device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldfield.games.contract import SPECTATOR
from goldfield.match.record import Kind
from goldfield.match.table import Match
from goldfield.web import forms
from goldfield.web.visit import Visit


@dataclass(frozen=True, slots=True)
class Eyes:
    """Through whose eyes a visitor sees a table.

    ``seat`` is SPECTATOR for those without a seat. ``curtain``: several seats share this browser,
    the game has secrets, and the device is to be handed to the seat to act first. ``since`` is the
    position from which on it has been in the hands of ``seat``, -1 where that does not matter.
    """

    seat: int
    curtain: bool = False
    since: int = -1

    @property
    def query(self) -> str:
        """What an address needs so that it is seen through these eyes again."""
        return "".join(
            f"{mark}{name}={value}" for mark, (name, value) in zip("?&", self.fields, strict=False)
        )

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The same as the fields of a form."""
        return (("as", f"{self.seat + 1}"), ("at", f"{self.since}")) if self.since >= 0 else ()


def eyes_of(match: Match, mine: Sequence[int], wanted: int, since: int) -> Eyes:
    """The eyes of a visitor who holds the seats ``mine``.

    ``wanted`` is the seat that has the device in hand, ``since`` the position from which on. Where
    nobody else has decided anything since, the device was not handed on, and no curtain falls:
    between two decisions of one turn, or where all others have dropped out. Anybody else's move
    ends that, a bot's too: meanwhile all may look.
    """
    to_act = match.to_act
    if not mine:
        return Eyes(SPECTATOR)
    if len(mine) == 1:
        return Eyes(mine[0])
    if not match.game.info.hidden or match.is_closed:
        return Eyes(to_act if to_act in mine else mine[0])
    if to_act not in mine:
        return Eyes(SPECTATOR)
    decided = {event.seat for event in match.events[since:] if event.kind in (Kind.MOVE, Kind.UNDO)}
    if wanted == to_act and since <= match.position and decided <= {to_act}:
        return Eyes(to_act, since=since)
    return Eyes(SPECTATOR, curtain=True)


def wanted_eyes(visit: Visit, match: Match, mine: Sequence[int]) -> Eyes:
    """The eyes of a visitor at a table, as far as an address (``?as=SEAT&at=POSITION``) names them.

    Without a position nobody knows since when the device has been in that seat's hands.
    """
    query = visit.request.query_params
    seat, since = forms.whole(query.get("as", "")), forms.whole(query.get("at", ""))
    if since is None:
        seat, since = None, 0
    return eyes_of(match, mine, (seat or 0) - 1, since)
