"""Taking back: as far as nothing came to light, and the rest of the match as if it had not been."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldfield.games.contract import SPECTATOR, IllegalMove, State
from goldfield.match.document import export, import_match
from goldfield.match.form import BadRecord
from goldfield.match.record import Event, Kind, Record, SeatKind, StandIn
from goldfield.match.refused import Closed, NothingToTakeBack, NotYourTurn, Stale
from goldfield.match.table import Match
from goldfield.match.undo import MOST_IN_A_TURN, in_effect
from goldfield.match.verify import Verification, verify, verify_text
from tests.games.pebbles.rules import OPEN
from tests.played import KUHN, PEBBLES, PIG, TEST_GAMES, begun, played, wavered

GAMES: list[tuple[str, dict[str, Any]]] = [
    (PEBBLES, {}),
    (PEBBLES, {"players": 3, "first": 0, "secret": True}),
    (PEBBLES, {"dice": False, "secret": True}),
    (PEBBLES, {"dice": False, "players": 3, "first": 0}),
    ("gold_nuggets", {"rob": "several", "players": 3}),
    ("moje_zlato", {"fish": True, "players": 3, "first": 0}),
    ("moje_zlato", {"commit": True}),
]
IDS = [f"{game.rpartition('.')[2]}-{i}" for i, (game, _) in enumerate(GAMES)]

every_game = pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)


def moved(match: Match, *moves: str) -> Match:
    """The match after moves of whoever is to act, one after another; ``undo`` takes one back."""
    for move in moves:
        seat = match.to_act
        if move == "undo":
            events = match.undo_plan(match.position, seat)
        else:
            events = match.plan(match.position, seat, [move])
        match = match.extended(events)
    return match


def shown(match: Match) -> str:
    return match.game.show_state(match.state)


def stands(match: Match, why: str) -> None:
    """The last move cannot be taken back, for this reason, and the page will not offer it."""
    with pytest.raises(NothingToTakeBack, match=why):
        match.undo_plan(match.position, match.to_act)
    assert not any(match.can_take_back(seat) for seat in range(match.game.info.seats))


def unsure(game: str, options: dict[str, Any], most: int) -> Iterator[Match]:
    """Some matches in which something was taken back."""
    found = (wavered(game, seed, **options) for seed in itertools.count())
    undone = (m for m in found if any(event.kind is Kind.UNDO for event in m.events))
    return itertools.islice(undone, most if game == PEBBLES else min(most, 2))


def told(match: Match) -> list[tuple[int, State | None]]:
    """For each moment of a match who could take something back, and to which state.

    Told from the events in order, with a pile of what may come back: on it goes every move, from
    it all that others or chance decided; it shares no code with what looks back over the record.
    """
    pile: list[State] = []
    owner = -1
    found: list[tuple[int, State | None]] = [(-1, None)]
    for before, event in zip(match.states, match.events, strict=False):
        if event.kind is Kind.CHANCE or event.seat != owner:
            pile, owner = [], event.seat
        if event.kind is Kind.MOVE:
            pile.append(before)
        elif event.kind is Kind.UNDO:
            pile.pop()
        found.append((owner, pile[-1] if pile else None))
    return found


@every_game
@pytest.mark.parametrize("seed", range(12))
def test_what_was_taken_back_leaves_the_match_as_if_it_had_not_been(
    game: str, options: dict[str, Any], seed: int
) -> None:
    match = wavered(game, seed, **options)
    left = sorted(in_effect(match.events))
    assert match.is_over
    plain = Match(match.header, [match.events[at] for at in left], match.seed)
    assert plain.state == match.state
    assert [*(match.states[at] for at in left), match.state] == list(plain.states)
    # No number of the dice was used twice or skipped, and nothing by chance was taken back.
    chances = [event for event in match.events if event.kind is Kind.CHANCE]
    assert chances == [event for event in plain.events if event.kind is Kind.CHANCE]
    for record in (match.record(), plain.record()):
        found = verify(record)
        assert found.true
        assert len(found.rolls) == len(chances)


def test_the_games_above_take_back_often_and_in_rows() -> None:
    """Otherwise the other tests would show little."""
    rows = forced = 0
    for game, options in GAMES[:4]:
        for seed in range(12):
            events = wavered(game, seed, **options).events
            pairs = list(itertools.pairwise(events))
            rows += sum(a.kind is b.kind is Kind.UNDO for a, b in pairs)
            forced += sum(a.kind is Kind.FORCED and b.kind is Kind.UNDO for a, b in pairs)
    assert rows > 30
    assert forced > 30


@every_game
def test_it_is_offered_exactly_where_nothing_came_between(
    game: str, options: dict[str, Any]
) -> None:
    for whole in unsure(game, options, 6):
        match = Match(whole.header, (), whole.seed)
        for at, (owner, state) in enumerate(told(whole)):
            match = match.extended(whole.events[match.position : at])
            for seat in range(match.game.info.seats):
                offered = match.can_take_back(seat)
                assert offered == (match.to_act == seat == owner and state is not None)
                if offered:
                    (event,) = match.undo_plan(at, seat)
                    after = match.extended([event])
                    assert (event.kind, event.seat) == (Kind.UNDO, seat)
                    assert after.state == state
                    assert after.to_act == seat
                    # Where it stands now somebody has a choice, as everywhere.
                    legal = after.game.moves(after.state)
                    assert len(legal) > 1 or legal[0] not in after.game.info.forced


@every_game
def test_records_with_it_come_back_whole(game: str, options: dict[str, Any]) -> None:
    for match in unsure(game, options, 6):
        again = import_match(export(match), TEST_GAMES)
        assert again.record() == match.record()
        assert again.states == match.states
        document = json.loads(export(match))
        for at, entry in enumerate(document["moves"]):
            if entry["kind"] == "undo":
                assert entry["text"] == "undo"
                assert document["moves"][entry["move"]]["kind"] == "move"
                assert entry["move"] < at
        # One that runs, or was given up with something taken back last.
        at = max(i for i, event in enumerate(match.events) if event.kind is Kind.UNDO)
        cut = Match(match.header, match.events[: at + 1], match.given_up().seed)
        assert verify(cut.given_up().record()).true
        if not match.game.info.hidden:
            assert import_match(export(cut), TEST_GAMES).states == cut.states


def test_move_after_move_comes_back_and_chance_is_the_end_of_it() -> None:
    match = begun(PEBBLES, dice=False)
    assert shown(match) == "1 lay 3 4 A/B/0 A/B/0"
    stands(match, "you have not moved yet in this turn")
    match = moved(match, "A1", "B2")
    assert [event.kind for event in match.events] == [Kind.MOVE, Kind.MOVE, Kind.FORCED]
    assert shown(match) == "1 lay 1 4 A1/B2/1 A/B/0"
    # The twig that had to be taken goes back with the pebble.
    match = moved(match, "undo")
    assert shown(match) == "1 lay 2 4 A1/B/0 A/B/0"
    match = moved(match, "A2", "undo", "undo")
    assert shown(match) == "1 lay 3 4 A/B/0 A/B/0"
    assert [event.move for event in match.events if event.kind is Kind.UNDO] == [1, 4, 0]
    stands(match, "you have not moved yet in this turn")
    match = moved(match, "A2", "open")
    stands(match, "a card was turned over since, and what they showed stays known")
    # From there on moves come back again, as far as there.
    match = moved(match, "A1", "undo")
    stands(match, "stays known")
    match = moved(match, "A1", "stop")
    assert match.to_act == 1
    stands(match, "you have not moved yet")
    with pytest.raises(NotYourTurn, match="seat 2 is to act"):
        match.undo_plan(match.position, 0)
    match = moved(match, "A1", "stop")
    stands(match, "you have not moved yet")


def test_a_die_that_fell_at_the_beginning_of_a_turn_ends_it_too() -> None:
    match = begun(PEBBLES)
    stands(match, "you have not moved yet in this turn")
    match = moved(match, "stop")
    assert match.events[-1].kind is Kind.CHANCE
    stands(match, "you have not moved yet in this turn")


def test_several_moves_made_together_come_back_one_by_one() -> None:
    match = begun(PEBBLES, dice=False)
    match = match.extended(match.plan(0, 0, ["A1", "B1", "twig", "A2"]))
    assert shown(match) == "1 lay 0 4 A12/B1/1 A/B/0"
    for expected in ("1 lay 1 4 A1/B1/1", "1 lay 2 4 A1/B/0", "1 lay 3 4 A/B/0"):
        match = moved(match, "undo")
        assert shown(match).startswith(expected)
    stands(match, "not moved yet")


def test_who_may_not_and_when_not() -> None:
    match = moved(begun(PEBBLES, dice=False), "A1")
    for position in (0, 2, -1):
        with pytest.raises(Stale) as caught:
            match.undo_plan(position, 0)
        assert caught.value.position == 1
    for seat in (1, 2, SPECTATOR):
        with pytest.raises(NotYourTurn):
            match.undo_plan(1, seat)
        assert not match.can_take_back(seat)
    with pytest.raises(Closed):
        match.given_up().undo_plan(1, 0)
    over = wavered(PEBBLES)
    with pytest.raises(Closed):
        over.undo_plan(over.position, over.events[-1].seat)
    assert not any(closed.can_take_back(0) for closed in (match.given_up(), over))


def test_what_a_bot_did_stands() -> None:
    match = moved(begun(PEBBLES, dice=False), "A1")
    seat = replace(match.header.seats[0], kind=SeatKind.BOT, bot="random")
    header = replace(match.header, seats=(seat, match.header.seats[1]))
    stands(Match(header, match.events, match.given_up().seed), "only people take moves back")


def test_what_a_bot_did_that_sat_in_stands_and_what_the_person_did_does_not() -> None:
    match = moved(begun(PEBBLES, dice=False), "A1")
    at = match.position - 1
    for stand_ins, by_bot in (
        ((StandIn(at, 0, "random"), StandIn(at + 1, 0, "")), True),
        ((StandIn(at + 1, 0, "random"), StandIn(at + 1, 0, "")), False),
        ((StandIn(0, 1, "random"),), False),
    ):
        header = replace(match.header, stand_ins=stand_ins)
        assert bool(header.bot_at(0, at)) is by_bot
        seen = Match(header, match.events, match.given_up().seed)
        assert seen.can_take_back(0) is not by_bot
        if by_bot:
            stands(seen, "only people take moves back")


def test_in_other_games_a_move_stands() -> None:
    match = begun(KUHN)
    with pytest.raises(NothingToTakeBack, match="In this game a move stands once it is made"):
        match.undo_plan(match.position, match.to_act)
    assert not match.can_take_back(match.to_act)


def test_nobody_makes_a_record_grow_without_end() -> None:
    match = begun(PEBBLES, dice=False)
    for _ in range(MOST_IN_A_TURN):
        match = moved(match, "A1", "undo")
    match = moved(match, "A2")
    stands(match, "taken back so many moves in this turn")
    assert verify(match.given_up().record()).true
    # A turn has an end, and then it is the next one's.
    match = moved(match, "stop", "A1", "undo", "A1", "stop", "A1", "undo")
    assert shown(match).startswith("1 lay 3 2 A2/B")


def test_without_the_seed_moves_can_still_be_taken_back() -> None:
    match = moved(begun(PEBBLES, dice=False), "A1")
    blind = Match(match.header, match.events, None)
    assert blind.undo_plan(1, 0) == (Event(0, Kind.UNDO, 0),)


def test_a_move_called_undo_in_notation_is_still_a_move_of_the_game() -> None:
    match = moved(begun(PEBBLES, dice=False), "A1")
    with pytest.raises(IllegalMove):
        match.plan(1, 0, ["undo"])


# Secrets


def hiding(match: Match, owner: int) -> Match:
    """The same match with every pebble of a seat the other way up."""
    events = [
        replace(event, move=event.move ^ 1)
        if event.kind is Kind.MOVE and event.seat == owner and event.move < OPEN
        else event
        for event in match.events
    ]
    return Match(match.header, events, match.given_up().seed)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.integers(1, 60), st.integers(0, 2))
def test_nothing_that_was_taken_back_is_told_to_who_did_not_see_it(
    seed: int, most: int, owner: int
) -> None:
    match = wavered(PEBBLES, seed, most, players=3, secret=True)
    twin = hiding(match, owner)
    if match.is_closed:
        return
    for reader in {SPECTATOR, 0, 1, 2} - {owner}:
        assert export(match, reader) == export(twin, reader)
        assert list(match.seen(reader)) == list(twin.seen(reader))
    if match.events != twin.events:
        assert export(match, owner) != export(twin, owner)


# A record from outside


def check(events: list[Event], record: Record) -> Verification:
    return verify(replace(record, events=tuple(events)))


@every_game
def test_an_undo_that_takes_back_something_else_is_named(
    game: str, options: dict[str, Any]
) -> None:
    undone = [
        (match, at)
        for match in unsure(game, options, 4)
        for at, event in enumerate(match.events)
        if event.kind is Kind.UNDO
    ]
    for match, at in undone[: 20 if game == PEBBLES else 4]:
        for other in {0, match.events[at].move - 1, match.events[at].move + 1, at, at + 1, 10**6}:
            if other in (match.events[at].move, -1):
                continue
            events = list(match.events)
            events[at] = replace(events[at], move=other)
            found = check(events, match.record())
            assert found.findings[0].place == f"moves[{at}].move"
            assert str(found.findings[0].line) == (
                f"At move {at + 1}: This takes back move {other + 1}, but the last one, move "
                f"{match.events[at].move + 1}, has to be taken back first."
            )
            assert found.moves == at


@every_game
def test_an_undo_where_there_is_nothing_to_take_back_is_named(
    game: str, options: dict[str, Any]
) -> None:
    """Put in anywhere, for any seat and move: found, unless it could really have been."""
    rng = random.Random(game)
    (match,) = unsure(game, options, 1)
    refused = 0
    could = told(match)
    for _ in range(120 if game == PEBBLES else 30):
        at = rng.randrange(match.position)
        seat = rng.choice(
            [rng.randrange(match.game.info.seats), abs(match.game.to_act(match.states[at]))]
        )
        events = list(match.events)
        events.insert(at, Event(rng.randrange(at + 1), Kind.UNDO, seat))
        found = check(events, match.record())
        owner, state = could[at]
        if match.game.to_act(match.states[at]) != seat:
            assert found.findings[0].place == f"moves[{at}].seat"
        elif owner != seat or state is None:
            assert found.findings[0].place == f"moves[{at}]"
            assert f"seat {seat + 1} has not moved since" in str(found.findings[0].message)
            refused += 1
    assert refused > 3


def test_an_undo_after_the_end_or_by_nobody_is_refused() -> None:
    match = wavered(PEBBLES, 5)
    last = next(at for at in in_effect(match.events) if match.events[at].kind is Kind.MOVE)
    found = check([*match.events, Event(last, Kind.UNDO, 0)], match.record())
    assert "The game was over before this move" in str(found.summary)
    document = json.loads(export(match))
    at = next(i for i, entry in enumerate(document["moves"]) if entry["kind"] == "undo")
    for change, words in (
        ({"seat": None}, "Chance has no seat, and every move has one"),
        ({"text": "A1"}, "Taking back is written undo"),
        ({"kind": "redo"}, "Expected one of"),
        ({"kind": "move"}, "is not legal here"),
        ({"move": -1}, "Expected a number from 0"),
    ):
        changed = json.loads(json.dumps(document))
        changed["moves"][at] |= change
        found = verify_text(json.dumps(changed), TEST_GAMES)
        assert words in str(found.summary), change
        assert f"At move {at + 1}: " in str(found.summary)
        with pytest.raises(BadRecord):
            import_match(json.dumps(changed), TEST_GAMES)


def test_a_game_in_which_moves_stand_takes_no_record_with_an_undo() -> None:
    match = played(PIG)
    at = next(i for i, event in enumerate(match.events) if event.kind is Kind.MOVE)
    events = list(match.events)
    events.insert(at, Event(0, Kind.UNDO, events[at].seat))
    found = check(events, match.record())
    assert found.findings[0].place == f"moves[{at}]"
    assert "In this game a move stands once it is made" in str(found.summary)
