"""Somebody does not move: how long the others wait before they may let a bot play on.

Whoever is to act and has no page of the table open is waited for two minutes, whoever has one open
ten. Then anybody else at the table may let a bot sit in. It is always the strongest that there is,
so that nobody gains by it. The seat stays its person's, who plays again with one press.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from goldfield.bots import bots_of, called, playing
from goldfield.games.game import Game
from goldfield.match.sat_in import sat_in
from goldfield.match.table import Match
from goldfield.store.store import Entry, HandoverKind, SitterKind
from goldfield.web.context import Absent
from goldfield.web.house import House
from goldfield.words import Message, SeatName, say, say_n

AWAY_WAIT = 120.0
"""Seconds for which somebody to act who has no page open is waited for."""
SILENT_WAIT = 600.0
"""Seconds for which somebody to act who has the page open is waited for."""


def seconds_left(house: House, entry: Entry, seat: int) -> float:
    """How long the person of a seat, who is to act, is still waited for; none or less: no more.

    Time counts from the last event, from their last return, and for whoever is away from when they
    were heard of last; nobody could be heard of before this process began.
    """
    player = entry.seats[seat].player
    returned = (
        one.at for one in entry.handovers if one.seat == seat and one.kind is HandoverKind.BACK
    )
    since = max((entry.moved, *returned))
    silent = (datetime.now(UTC) - datetime.fromisoformat(since)).total_seconds() if since else 0.0
    left = SILENT_WAIT - silent
    if not house.hub.is_here(player):
        left = min(left, AWAY_WAIT - min(silent, house.hub.unheard(player)))
    return left


def absent_at(house: House, entry: Entry, match: Match) -> Absent | None:
    """Whoever is to act and is gone, or is waited for long; None where there is nothing to say.

    The table's pages are made anew once the wait is over.
    """
    seat = match.to_act
    if match.is_closed or seat < 0 or entry.seats[seat].kind is not SitterKind.PERSON:
        return None
    if entry.stand_in(seat) or not house.catalog.card(entry.game).characters:
        return None
    left = seconds_left(house, entry, seat)
    if left > 0:
        house.alarms.set(entry.id, left)
    away = not house.hub.shows(entry.id, entry.seats[seat].player)
    if left > 0 and not away:
        return None
    return Absent(
        seat=seat,
        name=entry.seats[seat].name,
        away=away,
        ready=left <= 0,
        minutes=round((AWAY_WAIT if away else SILENT_WAIT) / 60),
    )


def played_for(match: Match) -> tuple[Message, ...]:
    """Who played for whom in a match, for its last page: a sentence for each seat with a bot."""
    return tuple(
        say_n(
            "{seat}: a bot ({bots}) made {n} of {all} moves.",
            "{seat}: a bot ({bots}) made {n} of {all} moves.",
            one.moves,
            seat=SeatName(one.seat),
            bots=tuple(called(match.game, bot) for bot in one.bots),
            all=one.of,
        )
        for one in sat_in(match.header, match.events)
    )


class GivesWay(NamedTuple):
    """A bot that cannot play under a table's rules here, and who plays for it."""

    plain: Message
    """That it is so, for everybody at the table."""
    why: Message
    """The same with what it lacks and who could do something about it."""


def giving_way(game: Game, entry: Entry) -> tuple[GivesWay, ...]:
    """The bots at a table that lack something."""
    found: list[GivesWay] = []
    for name in dict.fromkeys(sitter.bot for sitter in entry.seats if sitter.bot):
        if name in bots_of(game):
            who, why = playing(game, name)
            if why is not None:
                bot, other = called(game, name), who.title
                found.append(
                    GivesWay(
                        say(
                            "{bot} cannot play at this table, so {other} plays for it.",
                            bot=bot,
                            other=other,
                        ),
                        say("{why} {other} plays for {bot}.", why=why, other=other, bot=bot),
                    )
                )
    return tuple(found)
