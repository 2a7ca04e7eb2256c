"""Who begins the next game at a table: the rail that games may take, and the way of Nuggets."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldfield
from goldfield.games.nuggets.losers import losers
from goldfield.match.next_game import AGAIN, LEFT, next_game, starter_of
from goldfield.match.record import Header, Seat, SeatKind
from goldfield.match.table import Match
from goldfield.rng import below, seeded


def match_of(name: str, **options: int | str | bool) -> Match:
    """A match before its first decision, its dice known."""
    game = goldfield.load(name, **options)
    seats = tuple(
        Seat(f"seat {n}", SeatKind.PERSON, "", "words", n) for n in range(game.info.seats)
    )
    header = Header("m", name, game.room.RULES_VERSION, game.rules.as_dict(), seats, "", "")
    match = Match(header, (), bytes(32), game=game)
    return match.extended(match.opening())


def at_random(match: Match, seed: int) -> Match:
    """The match played to its end by moves at random."""
    rng = seeded(seed, 0)
    while not match.is_over:
        legal = match.game.moves(match.state)
        n, rng = below(rng, len(legal))
        match = match.extended(match.plan(match.position, match.to_act, [legal[n]]))
    return match


@pytest.mark.parametrize("first", [1, 2, 3])
def test_usually_the_seat_to_the_left_of_the_last_starter_begins(first: int) -> None:
    match = match_of("tests.games.pig", players=3, first=first)
    found = next_game(match.given_up())
    assert found.starters.seats == (first % 3,)
    assert found.starters.why == LEFT
    assert not found.is_open


@pytest.mark.parametrize("layout", ["standard", "random"])
def test_a_drawn_starter_is_known(layout: str) -> None:
    begun = set[int]()
    for n in range(40):
        match = match_of("nuggets", players=3, first=0, layout=layout)
        header = match.header
        drawn = Match(header, (), bytes([n]) * 32, game=match.game)
        drawn = drawn.extended(drawn.opening())
        assert starter_of(drawn) == drawn.to_act
        begun.add(drawn.to_act)
    assert begun == {0, 1, 2}


def test_nobody_lost_a_game_that_was_given_up() -> None:
    found = next_game(match_of("nuggets", players=4, first=3).given_up())
    assert (found.starters.seats, found.starters.why) == ((2,), AGAIN)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_has_fewest_points_begins(players: int) -> None:
    for seed in range(6):
        match = at_random(match_of("nuggets", players=players), seed)
        found = next_game(match)
        points = match.game.scores(match.state)
        assert found.starters.seats == tuple(
            seat for seat, own in enumerate(points) if own == min(points)
        )
        sides = {match.game.info.side_of[seat] for seat in found.starters.seats}
        assert found.choosers == (found.starters.seats if found.is_open and len(sides) == 1 else ())


@given(st.lists(st.integers(0, 3), min_size=2, max_size=4))
def test_losers_without_partners(points: list[int]) -> None:
    found = losers(points, range(len(points)))
    assert [points[seat] for seat in found.seats] == [min(points)] * points.count(min(points))
    assert str(found.why).startswith("Whoever lost")


@given(st.integers(0, 3), st.integers(0, 3))
def test_partners_lose_together(even: int, odd: int) -> None:
    found = losers((even, odd, even, odd), (0, 1, 0, 1))
    expected = {True: (0, 2), False: (1, 3)}[even < odd] if even != odd else (0, 1, 2, 3)
    assert found.seats == expected
    assert ("side" in str(found.why)) == (even != odd)


def test_points_are_compared_exactly() -> None:
    thirds = [Fraction(13, 3), Fraction(13, 3), Fraction(14, 3)]
    assert losers([int(6 * p) for p in thirds], (0, 1, 2)).seats == (0, 1)
