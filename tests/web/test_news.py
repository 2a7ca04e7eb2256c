"""What a page tells whoever acts of the turns of others, and the order of places at the end."""

from __future__ import annotations

from typing import Any

import goldfield
from goldfield.match.record import Header, Seat, SeatKind
from goldfield.match.table import Match
from goldfield.web.context import LogLine
from goldfield.web.reader import Reader, news_for
from goldfield.words import SeatName, render, say
from tests.moje_zlato_position import Position


def line(position: int, seat: int, victim: int = -1) -> LogLine:
    """Something that a seat did, to another where one is named."""
    if victim < 0:
        return LogLine(position, seat, (say("{seat} rolled.", seat=SeatName(seat)),))
    took = say("{seat} robbed {victim}.", seat=SeatName(seat), victim=SeatName(victim))
    return LogLine(position, seat, (took, say("The turn is over.")))


def told(*lines: LogLine, seat: int = 0) -> list[str]:
    news = news_for(lines, seat)
    return [render(sentence) for sentence in news.sentences] if news else []


def test_what_was_taken_from_somebody_is_told_before_all_else() -> None:
    own, other = line(9, 0), line(8, 2)
    assert told(own, other, line(7, 1, 0), line(6, 1), line(5, 0)) == ["seat 2 robbed seat 1."]
    # all of it, the newest first; nothing of before the last own turn
    assert told(own, line(8, 2, 0), line(7, 1, 0), line(5, 0), line(4, 1, 0)) == [
        "seat 3 robbed seat 1.",
        "seat 2 robbed seat 1.",
    ]
    # what was taken from others is news like any other
    assert told(own, line(8, 2), line(7, 2, 1), line(5, 0)) == ["seat 3 rolled."]


def test_one_s_own_doings_are_no_news() -> None:
    assert told(line(9, 0), line(8, 0), line(7, 1), line(6, 0, 1)) == ["seat 2 rolled."]
    assert told(line(9, 0), line(8, -1), line(7, 1)) == ["seat 2 rolled."]
    assert told(line(9, 0)) == []
    assert told() == []


def ranks(name: str, state: object, **options: int | str | bool) -> tuple[Any, ...]:
    """What orders the seats of a finished game in this state."""
    game = goldfield.load(name, **options)
    seats = tuple(Seat("", SeatKind.BOT, "random", "", n) for n in range(game.info.seats))
    header = Header("m", name, 1, options, seats, "0" * 64, "2026-11-30T18:25:44Z")
    match = Match(header, (), None, game=game)
    match.states = (state,)
    return Reader(match, position=0).ranks()


def test_places_behind_the_winner_are_ordered_as_the_game_ranks_them() -> None:
    t = Position(beside=("", "", "", ""), under=("cccc", "dddd", "cc dd", "cc dd fish"), fish=True)
    found = ranks("moje_zlato", t.state, players=4, fish=True)
    assert sorted(range(4), key=lambda seat: found[seat], reverse=True) == [1, 2, 3, 0]
    t = Position(beside=("", "", ""), under=("cc", "dd", "cc"))
    found = ranks("moje_zlato", t.state, players=3)
    assert found[0] == found[2] < found[1]
