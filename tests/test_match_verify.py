"""The check of a match: the true passes, and of the false the first false thing is named."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from goldfield.match.document import export
from goldfield.match.fair import commitment, fingerprint
from goldfield.match.record import Event, Kind, Record, SeatKind
from goldfield.match.table import Match
from goldfield.match.verify import Verification, verify, verify_text
from tests.games.pig.rules import ROLL
from tests.played import KUHN, PARTNERS, PIG, TEST_GAMES, played


def check(document: dict[str, Any]) -> Verification:
    return verify_text(json.dumps(document), TEST_GAMES)


def rolls(match: Match) -> list[int]:
    """The positions of chance events."""
    return [at for at, event in enumerate(match.events) if event.kind is Kind.CHANCE]


@pytest.mark.parametrize("game", TEST_GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_a_true_match_passes(game: str, seed: int) -> None:
    match = played(game, seed, first=0)
    for found in (verify(match.record()), verify_text(export(match), TEST_GAMES)):
        assert found.true
        assert found.seed_known
        assert found.moves == match.position
        assert [roll.position for roll in found.rolls] == rolls(match)
        assert [roll.number for roll in found.rolls] == list(range(1, len(found.rolls) + 1))
        assert all(roll.true for roll in found.rolls)
        assert str(found.summary).startswith("True")


def test_an_abandoned_match_can_be_checked_and_a_running_one_only_for_its_moves() -> None:
    match = played(PIG, most=20)
    running = verify(match.record())
    assert (running.true, running.seed_known, running.rolls) == (True, False, ())
    assert "once the match is over" in str(running.summary)
    closed = verify(match.given_up().record())
    assert closed.true
    assert closed.seed_known
    assert len(closed.rolls) == len(rolls(match))


def test_a_masked_record_says_why_it_cannot_be_checked() -> None:
    found = verify_text(export(played(KUHN, most=1)), TEST_GAMES)
    assert not found.seed_known
    assert [finding.place for finding in found.findings] == ["seen_by"]


@settings(deadline=None)
@given(st.integers(0, 30), st.data())
def test_a_false_roll_is_named_by_number_and_position(seed: int, data: st.DataObject) -> None:
    match = played(PIG, seed, first=0)
    at = data.draw(st.sampled_from(rolls(match)))
    game, state = match.game, match.states[at]
    other = data.draw(st.sampled_from([o for o, _ in game.outcomes(state)]))
    assume(other != match.events[at].move)
    events = list(match.events)
    events[at] = Event(other, Kind.CHANCE, -1)
    found = verify(replace(match.record(), events=tuple(events)))
    number = rolls(match).index(at) + 1
    says, gives = game.show_move(state, other), game.show_move(state, match.events[at].move)
    assert found.findings[0].place == f"moves[{at}]"
    assert str(found.findings[0].message) == (
        f"Roll {number} at position {at}: the record says {says}, the seed gives {gives}."
    )
    assert str(found.summary).startswith("This record is false. Roll")
    assert [roll.true for roll in found.rolls[:number]] == [True] * (number - 1) + [False]


def test_a_roll_that_is_none_is_named_too() -> None:
    match = played(PIG, first=0)
    at = rolls(match)[3]
    for nonsense in (6, 7, 99, 2**31):
        events = list(match.events)
        events[at] = Event(nonsense, Kind.CHANCE, -1)
        found = verify(replace(match.record(), events=tuple(events)))
        assert found.findings[0].place == f"moves[{at}]"
        assert f"the record says number {nonsense} (impossible here), the seed gives" in str(
            found.findings[0].message
        )


def test_a_false_phrase_is_named_with_its_seat() -> None:
    document = json.loads(export(played(PIG)))
    phrase = document["seats"][1]["phrase"]
    document["seats"][1]["phrase"] = ("b" if phrase[0] == "a" else "a") + phrase[1:]
    assert check(document).findings[0].place == "seats[1].phrase"
    # With a fingerprint made to fit, the dice are not those of the record from the start on.
    document["seats"][1]["phrase_sha256"] = fingerprint(document["seats"][1]["phrase"])
    found = check(document)
    assert found.findings[0].place.startswith("moves[")
    assert "the seed gives" in str(found.findings[0].message)
    wrong = sum(not roll.true for roll in found.rolls)
    assert f"{wrong} of {len(found.rolls)} rolls differ: the seed, a phrase" in str(found.summary)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 255))
def test_one_bit_of_the_seed_is_enough(bit: int) -> None:
    record = played(PIG).record()
    assert record.seed is not None
    seed = (int.from_bytes(record.seed, "big") ^ (1 << bit)).to_bytes(32, "big")
    found = verify(replace(record, seed=seed))
    assert found.findings[0].place == "seed"
    assert "not the one promised" in str(found.findings[0].message)
    # A commitment made to fit the false seed does not help: the rolls betray it.
    header = replace(record.header, commitment=commitment(seed))
    found = verify(replace(record, seed=seed, header=header))
    assert "the seed gives" in str(found.findings[0].message)


@pytest.mark.parametrize("game", [PIG, PARTNERS])
def test_another_commitment_match_or_order_of_phrases_is_noticed(game: str) -> None:
    record = played(game, 3, first=0).record()
    header = record.header
    wrong = commitment(b"x" * 32)
    assert verify(replace(record, header=replace(header, commitment=wrong))).findings
    if game == PIG:
        assert verify(replace(record, header=replace(header, match_id="other"))).findings
        seats = (header.seats[1], header.seats[0])
        assert verify(replace(record, header=replace(header, seats=seats))).findings


def test_an_illegal_move_ends_the_check_where_it_stands() -> None:
    match = played(PIG, first=0)
    at = next(i for i, e in enumerate(match.events) if i > 30 and e.kind is Kind.MOVE)
    events = list(match.events)
    events[at] = Event(9, Kind.MOVE, events[at].seat)
    found = verify(replace(match.record(), events=tuple(events)))
    assert found.findings[0].place == f"moves[{at}]"
    assert found.moves == at
    assert all(roll.true for roll in found.rolls)


def test_moves_left_out_added_or_exchanged_are_noticed() -> None:
    """Any edit of the list that is not the identity leaves a finding somewhere."""
    rng = random.Random(4)
    record = played(PIG, 2).record()
    for _ in range(200):
        events = list(record.events)
        at = rng.randrange(len(events))
        match rng.randrange(3):
            case 0:
                del events[at]
            case 1:
                events.insert(at, rng.choice(events))
            case _:
                other = rng.randrange(len(events))
                events[at], events[other] = events[other], events[at]
        if tuple(events) != record.events:
            assert verify(replace(record, events=tuple(events))).findings, at


def test_a_file_that_is_no_record_is_a_finding() -> None:
    found = verify_text("{}", TEST_GAMES)
    assert not found.true
    assert "The field format is missing" in str(found.summary)


def test_a_text_that_hides_a_false_number_is_named_after_the_roll() -> None:
    match = played(PIG, first=0)
    document = json.loads(export(match))
    at = rolls(match)[5]
    document["moves"][at]["move"] = (document["moves"][at]["move"] + 1) % 6
    found = check(document)
    assert found.findings[0].place == f"moves[{at}]"
    assert "the seed gives" in str(found.findings[0].message)
    assert found.findings[1].place == f"moves[{at}].text"


def test_a_bots_phrase_that_somebody_may_have_chosen_is_remarked() -> None:
    match = played(PIG, first=0)
    header = match.header

    def with_bot(phrase: str) -> Match:
        seat = replace(header.seats[1], kind=SeatKind.BOT, bot="greedy", phrase=phrase)
        changed = replace(header, seats=(header.seats[0], seat))
        begun = Match(changed, (), match.seed)
        return begun.extended(begun.opening()).given_up()

    chosen = verify(with_bot("chosen by somebody").record())
    assert chosen.true
    assert "But the phrase of seat 2, a bot, does not follow from the fingerprint" in str(
        chosen.summary
    )
    derived = hashlib.sha256(f"{header.commitment}:2".encode()).hexdigest()[:16]
    found = verify(with_bot(derived).record())
    assert found.true
    assert not found.remarks
    assert str(found.summary).endswith("every move is legal.")


def test_an_empty_record_is_true() -> None:
    match = played(PIG, most=0)
    assert verify(Record(match.header, (), match.given_up().seed)).true
    assert match.plan(0, 0, [ROLL])
