"""A match being played: planning, what is refused, forced moves, and what a reader may see."""

from __future__ import annotations

import random

import pytest

from goldfield.games.contract import CHANCE, SPECTATOR, IllegalMove
from goldfield.match.record import Event, Kind
from goldfield.match.refused import Closed, NotYourTurn, Stale
from goldfield.match.table import Match
from tests.games.partners.rules import PASS
from tests.games.pig.rules import HOLD, ROLL
from tests.played import KUHN, PARTNERS, PIG, TEST_GAMES, begun, played


@pytest.mark.parametrize("game", TEST_GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_the_match_never_stands_where_nobody_has_to_decide(game: str, seed: int) -> None:
    match = begun(game, seed, first=0)
    rng = random.Random(seed)
    while not match.is_over:
        legal = match.game.moves(match.state)
        assert match.to_act >= 0
        assert not (len(legal) == 1 and legal[0] in match.game.info.forced)
        events = match.plan(match.position, match.to_act, [rng.choice(legal)])
        assert events == match.plan(match.position, match.to_act, [events[0].move])
        after = match.extended(events)
        assert match.position + len(events) == after.position
        match = after
    folded = Match(match.header, match.events, None)
    assert folded.states == match.states


def test_the_opening_is_drawn_once() -> None:
    match = begun(PIG, first=0)
    assert [event.kind for event in match.events] == [Kind.CHANCE]
    assert match.opening() == ()
    assert begun(PIG, first=1).events == ()


def test_a_stale_move_is_refused_and_told_the_current_position() -> None:
    match = played(PIG, most=10)
    for position in (match.position - 1, match.position + 1, -1):
        with pytest.raises(Stale) as caught:
            match.plan(position, match.to_act, [ROLL])
        assert caught.value.position == match.position


def test_another_seat_and_a_spectator_cannot_move() -> None:
    match = begun(PIG, players=3)
    for seat in (1, 2, 3, SPECTATOR, CHANCE):
        with pytest.raises(NotYourTurn) as caught:
            match.plan(0, seat, [HOLD])
        assert caught.value.seat == 0
        assert "seat 1 is to act" in str(caught.value.message)


def test_a_finished_or_abandoned_match_takes_no_move() -> None:
    for match in (played(PIG), begun(PIG).given_up()):
        with pytest.raises(Closed):
            match.plan(match.position, 0, [ROLL])
    assert begun(PIG).given_up().seed is not None
    assert begun(PIG).seed is None


def test_an_illegal_move_is_refused_whatever_stands_before_it() -> None:
    match = begun(PARTNERS)
    for moves in ([99], [-1], [], ["nonsense"], [0, 0], [True]):
        with pytest.raises(IllegalMove):
            match.plan(0, 0, moves)
    assert match.position == 0


def test_nothing_can_be_chosen_beyond_a_chance_event_or_another_seats_turn() -> None:
    match = begun(PIG)
    with pytest.raises(IllegalMove, match="After roll chance decides"):
        match.plan(0, 0, [ROLL, HOLD])
    with pytest.raises(IllegalMove, match="After hold it is seat 2 who acts"):
        match.plan(0, 0, [HOLD, ROLL])
    last = played(KUHN, most=0)
    last = last.extended(last.plan(last.position, last.to_act, ["bet"]))
    with pytest.raises(IllegalMove, match="the game is over; nothing can follow"):
        last.plan(last.position, last.to_act, ["fold", "fold"])


def test_moves_may_be_given_in_notation() -> None:
    match = begun(PIG)
    assert match.plan(0, 0, ["hold"]) == match.plan(0, 0, [HOLD])


def test_forced_moves_are_played_and_recorded_as_such() -> None:
    seen = 0
    for seed in range(40):
        match = played(PARTNERS, seed, room=3)
        for step in match.transitions():
            legal = match.game.moves(step.before)
            forced = legal == [PASS]
            assert (step.event.kind is Kind.FORCED) == forced
            seen += forced
        assert match.is_over
    assert seen > 40


def test_without_the_seed_a_match_can_be_read_but_no_roll_made() -> None:
    match = begun(PIG)
    blind = Match(match.header, match.events, None)
    assert blind.plan(0, 0, [HOLD]) == (Event(HOLD, Kind.MOVE, 0),)
    with pytest.raises(ValueError, match="seed"):
        blind.plan(0, 0, [ROLL])


@pytest.mark.parametrize("game", TEST_GAMES)
def test_a_reader_of_a_running_match_sees_views_and_masks_only(game: str) -> None:
    for seed in range(10):
        match = played(game, seed, most=2)
        for reader in range(SPECTATOR, match.game.info.seats):
            view, mask = match.game.view, match.game.mask
            for since in range(match.position + 1):
                steps = list(match.seen(reader, since))
                assert [step.position for step in steps] == list(range(since, match.position))
                for step in steps:
                    at = step.position
                    hidden = not match.is_closed
                    truth = match.states[at], match.events[at].move, match.states[at + 1]
                    if hidden:
                        assert step.before == view(truth[0], reader)
                        assert step.event.move == mask(truth[0], truth[1], reader)
                        assert step.after == view(truth[2], reader)
                    else:
                        assert (step.before, step.event.move, step.after) == truth


def test_a_match_is_immutable_under_further_moves() -> None:
    match = begun(PIG)
    before = match.events, match.states, match.position
    match.extended(match.plan(0, 0, [ROLL]))
    match.given_up()
    assert (match.events, match.states, match.position) == before
    assert not match.abandoned
