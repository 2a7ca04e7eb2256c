"""The store under play: what it keeps, what it refuses, who hears of it, and races."""

from __future__ import annotations

import asyncio
import hashlib
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from goldfield import BadOption
from goldfield.match.document import export, import_match
from goldfield.match.fair import commitment
from goldfield.match.record import Event, Kind
from goldfield.match.refused import Closed, NothingToTakeBack, Stale
from goldfield.match.verify import verify
from goldfield.store.host import Host
from goldfield.store.ids import ID_LENGTH, LETTERS, new_token, token_hash
from goldfield.store.seating import is_settled
from goldfield.store.sql import SqlStore, open_store
from goldfield.store.store import (
    MAX_TALK,
    Change,
    Entry,
    NameTaken,
    NewMatch,
    NotAllowed,
    NotFound,
    PhraseSettled,
    SeatChanged,
    Sitter,
    SitterKind,
    Status,
    TalkKind,
)
from goldfield.store.writer import Work
from tests.games.pig.rules import HOLD, ROLL
from tests.played import PARTNERS, PEBBLES, PIG, TEST_GAMES

T = TypeVar("T")
HOLDS = (Event(HOLD, Kind.MOVE, 0),)
ANA = Sitter(SitterKind.PERSON, "player-ana", "Ana", phrase="moss")
BOT = Sitter(SitterKind.BOT, name="Careful", bot="careful")
CYD = Sitter(SitterKind.PERSON, "player-cyd", "Cyd")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[SqlStore]:
    store = await open_store(folder / "goldfield.db")
    try:
        yield store
    finally:
        await store.close()


def new(game: str = PIG, *seats: Sitter, **more: Any) -> NewMatch:
    return NewMatch(game, {"first": 0}, seats or (CYD, BOT), owner="player-cyd", **more)


async def started(store: SqlStore, game: str = PIG, **more: Any) -> Entry:
    return await store.start((await store.create(new(game, **more))).id)


def test_a_table_from_the_first_seat_to_the_revealed_seed(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            host = Host(store)
            entry = await store.create(new(PIG, Sitter(), CYD, title="Evening"))
            assert (entry.status, entry.position, entry.started) == (Status.WAITING, 0, False)
            assert entry.options == {"players": 2, "first": 0, "goal": 100}
            assert len(entry.id) == ID_LENGTH
            assert set(entry.id) <= set(LETTERS)
            assert commitment(entry.seed) == entry.commitment
            assert entry.seed.hex() not in repr(entry)
            with pytest.raises(NotAllowed, match="has not begun"):
                await host.match(entry.id)
            with pytest.raises(NotAllowed, match="still empty"):
                await store.start(entry.id)
            entry = await store.sit(entry.id, 0, entry.seats[0], ANA)
            entry = await store.start(entry.id)
            assert (entry.status, entry.position, entry.started) == (Status.RUNNING, 1, True)
            assert await store.start(entry.id) == entry
            # The owner's phrase is frozen before the other's, and everybody has one.
            assert [sitter.frozen for sitter in entry.seats] == [1, 0]
            assert entry.seats[0].phrase == "moss"
            assert entry.seats[1].phrase
            rng = random.Random(1)
            _, match = await host.match(entry.id)
            assert match.seed is None
            while not match.is_over:
                before = match.position
                entry, match = await host.play(
                    entry.id, match.position, match.to_act, [rng.choice([ROLL, HOLD])]
                )
                assert entry.position == match.position > before
                assert match.seed == (entry.seed if match.is_over else None)
            assert entry.status is Status.FINISHED
            with pytest.raises(Closed):
                await host.play(entry.id, match.position, 0, [ROLL])
            with pytest.raises(Closed):
                await store.append(entry.id, match.position, match.events[:1])
            assert verify(match.record()).true
        async with opened(tmp_path) as store:
            again, reloaded = await Host(store).match(entry.id)
            assert again == entry
            assert reloaded.record() == match.record()
            assert import_match(export(reloaded), TEST_GAMES).record() == match.record()

    run(work())


def test_events_keep_their_kind_seat_and_time(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            host = Host(store)
            entry = await started(store)
            _, match = await host.match(entry.id)
            _, match = await host.play(entry.id, 1, match.to_act, [ROLL])
            entry, dated = await store.read(entry.id)
            assert [d.event for d in dated] == list(match.events)
            assert [d.event.kind for d in dated] == [Kind.CHANCE, Kind.MOVE, Kind.CHANCE]
            assert all(entry.created <= d.at <= entry.changed for d in dated)
            _, rest = await store.read(entry.id, 2)
            assert rest == dated[2:]

    run(work())


def test_phrases_are_frozen_at_the_start_and_a_bot_may_take_a_seat_over(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            host = Host(store)
            entry = await store.create(new(PIG, ANA, CYD))
            other = replace(entry.seats[0], phrase="b")
            entry = await store.sit(entry.id, 0, entry.seats[0], other)
            assert entry.seats[0].phrase == "b"
            entry = await store.start(entry.id)
            _, match = await host.match(entry.id)
            _, match = await host.play(entry.id, match.position, match.to_act, [ROLL])
            entry = await store.sit(entry.id, 0, entry.seats[0], BOT)
            assert entry.seats[0].bot == "careful"
            assert (entry.seats[0].phrase, entry.seats[0].frozen) == ("b", 1)
            _, after = await host.match(entry.id)
            assert after.header.seats[0].name == "Careful"
            assert after.header.phrases == match.header.phrases
            assert after.states == match.states
            with pytest.raises(NotAllowed, match="cannot be left empty"):
                await store.sit(entry.id, 0, entry.seats[0], Sitter())

    run(work())


def test_two_people_cannot_take_one_seat(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await store.create(new(PIG, Sitter(), CYD))
            people = [Sitter(SitterKind.PERSON, f"p{i}", f"P{i}") for i in range(20)]
            results = await asyncio.gather(
                *(store.sit(entry.id, 0, Sitter(), p) for p in people),
                return_exceptions=True,
            )
            taken = [r for r in results if isinstance(r, Entry)]
            assert len(taken) == 1
            assert sum(isinstance(r, SeatChanged) for r in results) == 19
            assert (await store.entry(entry.id)).seats[0] == taken[0].seats[0]

    run(work())


@pytest.mark.parametrize(
    "change",
    [
        {"player": "elsewhere", "token_hash": ""},
        {"token_hash": "another link"},
        {"phrase": "other words"},
        {"kind": SitterKind.EMPTY, "player": "", "name": "", "phrase": "", "token_hash": ""},
    ],
)
def test_what_was_decided_on_an_older_look_at_a_seat_is_not_written(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    """Whatever changed since, the older look's own change is refused and undoes nothing."""

    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await store.create(new(PIG, CYD, replace(ANA, token_hash="a link")))
            seen = entry.seats[1]
            entry = await store.sit(entry.id, 1, seen, replace(seen, **change), beside=True)
            assert entry.seats[1] != seen
            for late in (
                Sitter(),
                replace(seen, token_hash="late"),
                replace(seen, phrase="late"),
                replace(seen, player="late", token_hash=""),
            ):
                with pytest.raises(SeatChanged, match="has changed while you decided"):
                    await store.sit(entry.id, 1, seen, late)
            assert await store.entry(entry.id) == entry

    run(work())


def test_a_link_raced_for_carries_its_seat_to_one_device(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await store.create(new(PIG, CYD, replace(ANA, token_hash="a link")))
            seen = entry.seats[1]
            results = await asyncio.gather(
                *(
                    store.sit(entry.id, 1, seen, replace(seen, player=f"p{i}", token_hash=""))
                    for i in range(8)
                ),
                return_exceptions=True,
            )
            assert sum(isinstance(r, SeatChanged) for r in results) == 7
            assert (await store.entry(entry.id)).seats[1].player.startswith("p")

    run(work())


def test_nobody_gets_a_second_seat_or_a_name_in_use(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await store.create(new(PARTNERS, CYD, Sitter(), Sitter(), Sitter()))
            results = await asyncio.gather(
                *(store.sit(entry.id, n, Sitter(), replace(ANA, name=f"Ana {n}")) for n in (1, 2)),
                return_exceptions=True,
            )
            assert sorted(type(r).__name__ for r in results) == ["AlreadySeated", "Entry"]
            await store.sit(entry.id, 3, Sitter(), replace(ANA, name="ANA"), beside=True)
            entry = await store.entry(entry.id)
            empty = next(n for n, s in enumerate(entry.seats) if s.kind is SitterKind.EMPTY)
            for name in ("ana", "CYD"):
                with pytest.raises(NameTaken, match=f"called {name} already"):
                    await store.sit(entry.id, empty, Sitter(), Sitter(SitterKind.PERSON, "p", name))
            with pytest.raises(NameTaken):
                await store.create(new(PIG, CYD, replace(BOT, name="cyd")))

    run(work())


def test_the_table_goes_along_with_the_last_seat_of_its_owner(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await store.create(new(PIG, CYD, replace(CYD, name="Beside")))
            for seat, owner in ((1, "player-cyd"), (0, "phone 0")):
                seen = entry.seats[seat]
                moved = replace(seen, player=f"phone {seat}")
                entry = await store.sit(entry.id, seat, seen, moved)
                assert entry.owner == owner, "in one step with the seat"

    run(work())


def test_the_owners_phrase_is_fixed_and_nobody_chooses_those_of_bots_and_seats_beside(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            beside = Sitter(SitterKind.PERSON, "player-cyd", "Dan", phrase="")
            own = replace(CYD, phrase="opening words")
            seats = (beside, Sitter(), replace(BOT, phrase="chosen"), own)
            entry = await store.create(new(PARTNERS, *seats))

            def derived(seat: int) -> str:
                text = f"{entry.commitment}:{seat + 1}"
                return hashlib.sha256(text.encode()).hexdigest()[:16]

            assert [s.phrase for s in entry.seats] == [derived(0), "", derived(2), "opening words"]
            assert [is_settled(entry, n) for n in range(4)] == [True, False, True, True]
            for seat in (0, 3):
                seen = entry.seats[seat]
                with pytest.raises(PhraseSettled, match="they stay as they are"):
                    await store.sit(entry.id, seat, seen, replace(seen, phrase="mine"))
            # A bot put somewhere later has no other phrase than it would have had at once, and
            # whoever opened the table gets no second choice by getting up and sitting down again.
            for seat, sitter in ((1, replace(BOT, name="Other", phrase="x")), (3, Sitter())):
                entry = await store.sit(entry.id, seat, entry.seats[seat], sitter)
            entry = await store.sit(entry.id, 3, entry.seats[3], own, beside=True)
            assert [s.phrase for s in entry.seats] == [derived(n) for n in range(4)]
            entry = await store.start(entry.id)
            assert [s.frozen for s in entry.seats] == [0, 1, 2, 3]

    run(work())


def test_phrases_are_frozen_in_the_order_in_which_they_could_last_be_chosen(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await store.create(new(PARTNERS, ANA, Sitter(), CYD, BOT))
            assert entry.seats[2].phrase
            sitter = Sitter(SitterKind.PERSON, "p", "Eve")
            entry = await store.sit(entry.id, 1, entry.seats[1], sitter)
            assert entry.seats[1].phrase
            assert [is_settled(entry, n) for n in range(4)] == [False, False, True, True]
            seen = entry.seats[1]
            entry = await store.sit(entry.id, 1, seen, replace(seen, phrase="my own"))
            # At another device it is the same seat: its phrase, and the owner's, go along.
            for seat in (1, 2):
                seen = entry.seats[seat]
                moved = replace(seen, player=f"phone {seat}")
                entry = await store.sit(entry.id, seat, seen, moved)
            phrases = [s.phrase for s in entry.seats]
            entry = await store.start(entry.id)
            assert [s.phrase for s in entry.seats] == phrases
            assert [s.frozen for s in entry.seats] == [2, 3, 0, 1]
            _, match = await Host(store).match(entry.id)
            assert verify(match.given_up().record()).true

    run(work())


def test_a_table_that_waits_since_before_phrases_were_settled_still_starts(tmp_path: Path) -> None:
    """Then owner and bots had random phrases, and no seat was marked."""

    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await store.create(new(PIG, CYD, BOT))

            def age(work: Work) -> None:
                work.connection.exec_driver_sql("UPDATE seat SET frozen=-1, phrase='old '||seat")

            await store.write(age)
            entry = await store.entry(entry.id)
            assert not entry.started
            seen = entry.seats[0]
            with pytest.raises(PhraseSettled):
                await store.sit(entry.id, 0, seen, replace(seen, phrase="new"))
            entry = await store.start(entry.id)
            assert [(s.phrase, s.frozen) for s in entry.seats] == [("old 0", 0), ("old 1", 1)]
            _, match = await Host(store).match(entry.id)
            found = verify(match.given_up().record())
            assert found.true
            assert len(found.remarks) == 1

    run(work())


def test_a_link_carries_a_seat_and_only_its_hash_is_kept(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            token = new_token()
            sitter = Sitter(SitterKind.PERSON, "p", "Ana", token_hash=token_hash(token))
            entry = await store.create(new(PIG, CYD, sitter))
            assert await store.seat_of_link(token_hash(token)) == (entry.id, 1)
            with pytest.raises(NotFound):
                await store.seat_of_link(token_hash(new_token()))
            with pytest.raises(NotFound):
                await store.seat_of_link("")
        assert token.encode() not in (tmp_path / "goldfield.db").read_bytes()

    run(work())


def test_what_does_not_exist_is_not_found(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await store.create(new())
            for wrong in (
                store.entry("nonesuch"),
                store.read("nonesuch"),
                store.start("nonesuch"),
                store.sit("nonesuch", 0, Sitter(), ANA),
                store.sit(entry.id, 2, Sitter(), ANA),
                store.sit(entry.id, -1, Sitter(), ANA),
                store.append("nonesuch", 0, HOLDS),
                store.abandon("nonesuch"),
                store.say("nonesuch", "hello"),
                store.create(new(rematch_of="nonesuch")),
                Host(store).match("nonesuch"),
            ):
                with pytest.raises(NotFound, match="no such table"):
                    await wrong
            with pytest.raises(NotAllowed, match="has not begun"):
                await store.append(entry.id, 0, HOLDS)

    run(work())


def test_bad_openings_are_refused_before_anything_is_kept(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            for wrong in (
                NewMatch("nonesuch", {}, (ANA, CYD), "p"),
                NewMatch(PIG, {"goal": 11}, (ANA, CYD), "p"),
            ):
                with pytest.raises(BadOption):
                    await store.create(wrong)
            with pytest.raises(ValueError, match="1 seats given"):
                await store.create(NewMatch(PIG, {}, (ANA,), "p"))
            for wrong in (
                new(title="x" * 81),
                new(PIG, Sitter(SitterKind.PERSON, "p", "x" * 41), BOT),
                new(PIG, Sitter(SitterKind.PERSON, "p", "A", phrase="x" * 201), BOT),
            ):
                with pytest.raises(NotAllowed, match="too long"):
                    await store.create(wrong)
            assert await store.listing() == ()

    run(work())


def test_opening_and_rematch_are_idempotent(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            made = await asyncio.gather(*(store.create(new(key="form-1")) for _ in range(10)))
            assert len({entry.id for entry in made}) == 1
            assert (await store.create(new(key="form-2"))).id != made[0].id
            first = made[0].id
            again = await asyncio.gather(*(store.create(new(rematch_of=first)) for _ in range(10)))
            assert len({entry.id for entry in again}) == 1
            assert again[0].rematch_of == first
            assert (await store.entry(first)).rematch == again[0].id
            assert len(await store.listing()) == 3

    run(work())


def test_listing_by_status_player_and_publicity(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            a = await store.create(new(PIG, ANA, BOT))
            b = await store.create(NewMatch(PIG, {}, (ANA, BOT), owner="other", public=False))
            c = await started(store)
            c = await store.abandon(c.id)

            async def ids(**by: Any) -> list[str]:
                return [entry.id for entry in await store.listing(**by)]

            assert await ids() == [c.id, b.id, a.id]
            assert await ids(limit=1) == [c.id]
            assert await ids(public_only=True) == [c.id, a.id]
            assert await ids(status=[Status.WAITING]) == [b.id, a.id]
            assert await ids(status=[Status.ABANDONED, Status.FINISHED]) == [c.id]
            assert await ids(player="player-ana") == [b.id, a.id]
            assert await ids(player="player-cyd") == [c.id, a.id]
            assert await ids(player="nobody") == []

    run(work())


def test_an_abandoned_match_takes_no_move_and_reveals_its_seed(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            host = Host(store)
            entry = await started(store)
            _, match = await host.match(entry.id)
            entry = await store.abandon(entry.id)
            assert entry.status is Status.ABANDONED
            assert await store.abandon(entry.id) == entry
            with pytest.raises(Closed, match="given up"):
                await host.play(entry.id, match.position, match.to_act, [ROLL])
            with pytest.raises(Closed, match="given up"):
                await store.append(entry.id, 1, match.plan(1, match.to_act, [HOLD]))
            _, closed = await host.match(entry.id)
            assert closed.seed == entry.seed
            assert verify(closed.record()).true
            waiting = await store.abandon((await store.create(new())).id)
            with pytest.raises(NotAllowed, match="closed before it began"):
                await host.match(waiting.id)

    run(work())


def test_talk_has_its_own_sequence_and_makes_no_move_stale(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            host = Host(store)
            entry = await started(store)
            _, match = await host.match(entry.id)
            said = await asyncio.gather(
                *(store.say(entry.id, f"line {i}", seat=0, name="Cyd") for i in range(30))
            )
            assert sorted(line.seq for line in said) == list(range(1, 31))
            await host.play(entry.id, match.position, match.to_act, [ROLL])
            twice = [await store.say(entry.id, "once", key="k") for _ in range(2)]
            assert twice[0] == twice[1]
            other = await started(store)
            assert (await store.say(other.id, "once", key="k")).seq == 1
            lines = await store.talk(entry.id)
            assert [line.seq for line in lines] == list(range(1, 32))
            assert [line.seq for line in await store.talk(entry.id, since=28)] == [29, 30, 31]
            assert [line.seq for line in await store.talk(entry.id, limit=2)] == [30, 31]
            left = await store.say(entry.id, "<b>left</b>", kind=TalkKind.SEAT)
            assert (await store.talk(entry.id))[-1] == left

    run(work())


def test_a_chat_of_a_megabyte_or_of_nothing_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await store.create(new())
            with pytest.raises(NotAllowed, match=f"1000000 characters, at most {MAX_TALK}"):
                await store.say(entry.id, "x" * 1_000_000)
            with pytest.raises(NotAllowed, match="Say something"):
                await store.say(entry.id, " \n ")
            await store.say(entry.id, "x" * MAX_TALK)
            assert len(await store.talk(entry.id)) == 1

    run(work())


def test_the_same_move_posted_twice_is_made_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            host = Host(store)
            entry = await started(store)
            _, match = await host.match(entry.id)
            seat = match.to_act
            _, after = await host.play(entry.id, 1, seat, [ROLL])
            with pytest.raises(Stale) as caught:
                await host.play(entry.id, 1, seat, [ROLL])
            assert caught.value.position == after.position
            with pytest.raises(Stale) as caught:
                await store.append(entry.id, 1, after.events[1:])
            assert caught.value.position == after.position

    run(work())


def test_of_moves_raced_against_each_other_exactly_one_is_made(tmp_path: Path) -> None:
    """500 races of four, same and different moves, from two stores as two servers would be."""

    async def work() -> None:
        async with opened(tmp_path) as one, opened(tmp_path) as two:
            hosts = [Host(one), Host(two)]
            rng = random.Random(7)
            entry = await started(one)
            for race in range(500):
                entry, match = await hosts[0].match(entry.id)
                if match.is_over:
                    entry = await started(one)
                    _, match = await hosts[0].match(entry.id)
                # Most races within one process; every tenth between two.
                other = hosts[1] if race % 10 == 0 else hosts[0]
                moves = [rng.choice([ROLL, HOLD]) for _ in range(4)]
                results = await asyncio.gather(
                    *(
                        host.play(entry.id, match.position, match.to_act, [move])
                        for host, move in zip([hosts[0], other] * 2, moves, strict=True)
                    ),
                    return_exceptions=True,
                )
                won = [r for r in results if not isinstance(r, BaseException)]
                assert len(won) == 1, results
                _, after = won[0]
                stale = [r for r in results if isinstance(r, Stale)]
                assert len(stale) == 3
                assert {error.position for error in stale} == {after.position}
                assert after.events[: match.position] == match.events
                assert after.events[match.position].move in moves
                _, reread = await Host(two).match(entry.id)
                assert reread.events == after.events

    run(work())


def test_of_taking_back_raced_against_moves_exactly_one_is_done(tmp_path: Path) -> None:
    """200 races of four at one position, from two stores as two servers would be."""

    async def work() -> None:
        async with opened(tmp_path) as one, opened(tmp_path) as two:
            hosts = [Host(one), Host(two)]
            rng = random.Random(8)
            won_by = {Kind.MOVE: 0, Kind.UNDO: 0}
            entry = await started(one, PEBBLES)
            for race in range(200):
                entry, match = await hosts[0].match(entry.id)
                if match.is_over:
                    entry = await started(one, PEBBLES)
                    _, match = await hosts[0].match(entry.id)
                at, seat = match.position, match.to_act
                if not match.can_take_back(seat):
                    move = rng.choice(match.game.moves(match.state))
                    await hosts[0].play(entry.id, at, seat, [move])
                    continue
                other = hosts[1] if race % 5 == 0 else hosts[0]
                tries = [
                    hosts[0].undo(entry.id, at, seat),
                    other.play(entry.id, at, seat, [rng.choice(match.game.moves(match.state))]),
                    other.undo(entry.id, at, seat),
                    hosts[0].play(entry.id, at, seat, [rng.choice(match.game.moves(match.state))]),
                ]
                rng.shuffle(tries)
                results = await asyncio.gather(*tries, return_exceptions=True)
                won = [r for r in results if not isinstance(r, BaseException)]
                stale = [r for r in results if isinstance(r, Stale)]
                assert (len(won), len(stale)) == (1, 3), results
                _, after = won[0]
                assert after.events[:at] == match.events
                won_by[after.events[at].kind] += 1
                assert {error.position for error in stale} == {after.position}
                _, reread = await Host(two).match(entry.id)
                assert (reread.events, reread.states) == (after.events, after.states)
            assert min(won_by.values()) > 10
            for entry in await one.listing():
                _, match = await hosts[1].match(entry.id)
                assert verify(match.given_up().record()).true

    run(work())


def test_a_move_taken_back_is_kept_and_told_as_an_event(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            host = Host(store)
            new_match = NewMatch(PEBBLES, {"dice": False}, (CYD, ANA), owner="player-cyd")
            entry = await store.start((await store.create(new_match)).id)
            before, _ = await host.play(entry.id, 0, 0, ["A1", "B1"])
            async with store.watch([entry.id]) as changes:
                entry, match = await host.undo(entry.id, 3, 0)
                assert await anext(changes) == Change(entry.id, entry.version)
            assert (entry.position, entry.version) == (4, before.version + 1)
            assert match.events[3] == Event(1, Kind.UNDO, 0)
            with pytest.raises(Stale) as caught:
                await host.undo(entry.id, 3, 0)
            assert caught.value.position == 4
            _, match = await host.undo(entry.id, 4, 0)
            with pytest.raises(NothingToTakeBack):
                await host.undo(entry.id, 5, 0)
            assert match.state == match.states[0]
        async with opened(tmp_path) as store:
            _, again = await Host(store).match(entry.id)
            assert (again.events, again.states) == (match.events, match.states)

    run(work())


def test_changes_are_told_after_they_are_durable_and_never_the_last_one_missed(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await started(store)
            other = await started(store)
            async with store.watch([entry.id]) as changes, store.watch() as everything:
                await store.say(other.id, "not for the first")
                for _ in range(5):
                    await store.say(entry.id, "hello")
                now = await store.entry(entry.id)
                assert await anext(changes) == Change(entry.id, now.version)
                heard = {(await anext(everything)).match_id for _ in range(2)}
                assert heard == {entry.id, other.id}
                waiting = asyncio.ensure_future(anext(changes))
                await asyncio.sleep(0)
                assert not waiting.done()
                with pytest.raises(Stale):
                    await store.append(entry.id, 99, HOLDS)
                await store.abandon(entry.id)
                told = await waiting
                # Whoever hears of a version can read it.
                assert (await store.entry(entry.id)).version == told.version == now.version + 1

    run(work())


def test_a_secret_of_the_server_is_made_once(tmp_path: Path) -> None:
    async def work() -> tuple[bytes, bytes]:
        async with opened(tmp_path) as store:
            made = await asyncio.gather(*(store.secret("cookie") for _ in range(5)))
            assert len(set(made)) == 1
            assert len(made[0]) == 32
            return made[0], await store.secret("other")

    first = run(work())
    assert first[0] != first[1]
    assert run(work()) == first


@pytest.mark.parametrize("game", TEST_GAMES)
def test_any_game_is_played_to_its_end_on_the_store(tmp_path: Path, game: str) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            host = Host(store, keep=2)
            rng = random.Random(game)
            seats = tuple(
                Sitter(SitterKind.PERSON, f"p{i}", f"P{i}")
                for i in range(4 if "partners" in game else 2)
            )
            ids = [
                (await store.start((await store.create(new(game, *seats))).id)).id for _ in "abc"
            ]
            for match_id in ids * 300:
                _, match = await host.match(match_id)
                if not match.is_over:
                    move = rng.choice(match.game.moves(match.state))
                    await host.play(match_id, match.position, match.to_act, [move])
            for match_id in ids:
                entry, match = await Host(store).match(match_id)
                assert entry.status is Status.FINISHED
                assert verify(match.record()).true

    run(work())


def test_the_store_brings_nothing_heavy_into_the_process(tmp_path: Path) -> None:
    """Neither compiler nor migrations, once the tables are there."""
    run(_open_and_close(tmp_path))
    code = f"""
import asyncio, sys
from pathlib import Path
from goldfield.store.seating import is_settled
from goldfield.store.sql import open_store
async def main():
    await (await open_store(Path({str(tmp_path / "goldfield.db")!r}))).close()
asyncio.run(main())
print(*sorted({{"numba", "numpy", "alembic", "sqlalchemy.orm"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


async def _open_and_close(folder: Path) -> None:
    async with opened(folder):
        pass


def test_who_begins_may_change_until_the_start(tmp_path: Path) -> None:
    """However close start and choice come together, the options kept are those played by."""

    async def work() -> None:
        async with opened(tmp_path) as store:
            host = Host(store)
            for n in range(8):
                entry = await store.create(new(PIG, CYD, replace(CYD, name="Dan")))
                assert (await store.choose_first(entry.id, n % 2)).options["first"] == n % 2 + 1
                jobs = (store.start(entry.id), store.choose_first(entry.id, 1 - n % 2))
                began, choice = await asyncio.gather(*jobs, return_exceptions=True)
                assert isinstance(began, Entry)
                assert isinstance(choice, Entry | NotAllowed)
                entry, match = await host.match(entry.id)
                assert match.to_act == int(entry.options["first"]) - 1
                with pytest.raises(NotAllowed, match="settled"):
                    await store.choose_first(entry.id, 0)
            with pytest.raises(NotFound):
                await store.choose_first("nonesuch", 0)

    run(work())
