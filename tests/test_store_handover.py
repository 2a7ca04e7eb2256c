"""Seats that change hands while a match runs: kept beside the moves, and in the record."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from goldfield.match.document import export, import_match
from goldfield.match.form import BadRecord
from goldfield.match.record import Event, Kind, StandIn
from goldfield.match.refused import Stale
from goldfield.match.verify import verify_text
from goldfield.store import sitting_in
from goldfield.store.adopt import adopt
from goldfield.store.host import Host
from goldfield.store.sql import SqlStore, open_store
from goldfield.store.store import (
    Entry,
    HandoverKind,
    NewMatch,
    NotAllowed,
    SeatChanged,
    Sitter,
    SitterKind,
    TalkKind,
)
from tests.games.pig.rules import HOLD
from tests.played import PIG
from tests.test_store_play import ANA, CYD, opened, run


async def table(store: SqlStore) -> Entry:
    """A running match of two people."""
    entry = await store.create(NewMatch(PIG, {}, (ANA, CYD), owner=ANA.player))
    return await store.start(entry.id)


async def turn_of_ana(host: Host, entry: Entry) -> Entry:
    """The match at a position at which Ana is to act."""
    while True:
        entry, match = await host.match(entry.id)
        if match.to_act == 0:
            return entry
        entry, match = await host.play(entry.id, match.position, match.to_act, [HOLD])


def test_a_bot_sits_in_and_makes_no_move_stale(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            host = Host(store)
            entry = await turn_of_ana(host, await table(store))
            at = entry.position
            with pytest.raises(Stale):
                await store.let_bot_play(entry.id, at + 1, 0, "careful")
            sat = await store.let_bot_play(entry.id, at, 0, "careful", by=1)
            assert (sat.position, sat.stand_in(0), sat.bot_at(0)) == (at, "careful", "careful")
            assert sat.version > entry.version
            assert sat.seats[0].name == "Ana", "the seat stays theirs"
            assert sat.stand_in(1) == ""
            again = await store.let_bot_play(entry.id, at, 0, "careful", by=1)
            assert again.version == sat.version, "asked twice it happens once"
            # The move that the bot was asked for fits the position of before.
            after, _ = await host.play(entry.id, at, 0, [HOLD], stands_in=True)
            assert after.position > at
            back = await store.let_person_play(entry.id, 0)
            assert back.stand_in(0) == ""
            assert (await store.let_person_play(entry.id, 0)).version == back.version
            kinds = [one.kind for one in back.handovers]
            assert kinds == [HandoverKind.BOT, HandoverKind.BACK]

    run(work())


def test_what_a_bot_thought_up_is_not_recorded_once_the_person_is_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            host = Host(store)
            entry = await turn_of_ana(host, await table(store))
            await store.let_bot_play(entry.id, entry.position, 0, "careful", by=1)
            await store.let_person_play(entry.id, 0)
            with pytest.raises(SeatChanged):
                await host.play(entry.id, entry.position, 0, [HOLD], stands_in=True)
            assert (await store.entry(entry.id)).position == entry.position
            await host.play(entry.id, entry.position, 0, [HOLD])

    run(work())


def test_bots_and_waiting_tables_have_nobody_to_sit_in_for(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            bot = Sitter(SitterKind.BOT, name="Careful", bot="careful")
            waiting = await store.create(NewMatch(PIG, {}, (ANA, Sitter()), owner=ANA.player))
            with pytest.raises(NotAllowed):
                await store.let_bot_play(waiting.id, 0, 0, "careful")
            entry = await store.create(NewMatch(PIG, {}, (ANA, bot), owner=ANA.player))
            entry = await store.start(entry.id)
            with pytest.raises(SeatChanged):
                await store.let_bot_play(entry.id, entry.position, 1, "careful")
            await store.let_bot_play(entry.id, entry.position, 0, "careful")
            await store.abandon(entry.id)
            with pytest.raises(NotAllowed):
                await store.let_person_play(entry.id, 0)

    run(work())


def test_a_seat_that_went_to_another_device_is_back_and_says_so_to_the_old_one(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await table(store)
            await store.let_bot_play(entry.id, entry.position, 0, "careful", by=1)
            seat = (await store.entry(entry.id)).seats[0]
            moved = await store.sit(entry.id, 0, seat, replace(seat, player="phone"), beside=True)
            assert moved.stand_in(0) == ""
            assert moved.lost_by(ANA.player) == (0,)
            assert moved.lost_by("phone") == moved.lost_by(CYD.player) == ()
            home = await store.sit(
                entry.id, 0, moved.seats[0], replace(seat, player=ANA.player), beside=True
            )
            assert home.lost_by(ANA.player) == ()
            assert home.lost_by("phone") == (0,)
        store = await open_store(tmp_path / "goldfield.db")
        assert (await store.entry(entry.id)).handovers == home.handovers
        await store.close()

    run(work())


def test_a_seat_that_goes_from_device_to_device_does_not_fill_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sitting_in, "DEVICES", 3)

    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await table(store)

            async def go_to(player: str) -> Entry:
                seat = (await store.entry(entry.id)).seats[0]
                moved = replace(seat, player=player)
                there = await store.sit(entry.id, 0, seat, moved, beside=True)
                await store.say(entry.id, "moved", kind=TalkKind.SEAT, seat=0, name="Ana")
                return there

            await store.say(entry.id, "sat", kind=TalkKind.SEAT, seat=1, name="Cyd")
            await store.say(entry.id, "moved", kind=TalkKind.SEAT, seat=1, name="Cyd")
            for n in range(20):  # to and fro between two
                there = await go_to(("phone", ANA.player)[n % 2])
                assert len(there.handovers) <= 2
            assert there.lost_by("phone") == (0,)
            assert there.lost_by(ANA.player) == ()
            lines = await store.talk(entry.id)
            assert [(one.seat, one.text) for one in lines] == [
                (1, "sat"),
                (1, "moved"),
                (0, "moved"),
            ]
            there = await go_to("tablet")
            assert there.lost_by(ANA.player) == (0,)
            there = await go_to("desk")
            assert len(there.handovers) == 3
            with pytest.raises(NotAllowed, match="so many devices"):
                await go_to("one more")
            assert (await store.entry(entry.id)).seats[0].player == "desk"

    run(work())


async def closed_match(store: SqlStore) -> str:
    """The record of a match in which a bot sat in for a while."""
    host = Host(store)
    entry = await turn_of_ana(host, await table(store))
    await store.let_bot_play(entry.id, entry.position, 0, "careful", by=1)
    entry, _ = await host.play(entry.id, entry.position, 0, [HOLD], stands_in=True)
    await store.let_person_play(entry.id, 0)
    await store.abandon(entry.id)
    _, match = await host.match(entry.id)
    return export(match)


def test_a_record_names_who_played_and_comes_back_the_same(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            text = await closed_match(store)
        rows = json.loads(text)["stand_ins"]
        assert [(row["seat"], row["bot"]) for row in rows] == [(1, "careful"), (1, "")]
        packages = (PIG,)
        match = import_match(text, packages)
        assert match.header.stand_ins == tuple(
            StandIn(row["after"], row["seat"] - 1, row["bot"]) for row in rows
        )
        assert export(match) == text
        assert verify_text(text, packages).true
        async with opened(tmp_path / "other") as store:
            (entry,) = await adopt(store, match)
            _, kept = await Host(store).match(entry.id)
            assert export(kept) == text

    (tmp_path / "other").mkdir()
    run(work())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda rows: rows[0].update(seat=3),
        lambda rows: rows[0].update(bot=""),
        lambda rows: rows[1].update(bot="greedy"),
        lambda rows: rows[0].update(bot="A bot"),
        lambda rows: rows[0].update(after=-1),
        lambda rows: rows[1].update(after=10_000),
        lambda rows: rows.reverse(),
        lambda rows: rows[0].update(more=1),
        lambda rows: rows[0].pop("after"),
    ],
)
def test_a_record_that_cannot_be_is_refused(
    tmp_path: Path, spoil: Callable[[list[dict[str, Any]]], Any]
) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            record = json.loads(await closed_match(store))
        import_match(json.dumps(record), (PIG,))
        spoil(record["stand_ins"])
        with pytest.raises(BadRecord) as refused:
            import_match(json.dumps(record), (PIG,))
        assert "stand_ins" in refused.value.place

    run(work())


def test_an_event_is_dated_for_whoever_waits(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            waiting = await store.create(NewMatch(PIG, {}, (ANA, CYD), owner=ANA.player))
            assert waiting.moved == ""
            entry = await store.start(waiting.id)
            _, events = await store.read(entry.id)
            assert entry.moved == (events[-1].at if events else "")
            _, match = await Host(store).match(entry.id)
            event = Event(HOLD, Kind.MOVE, match.to_act)
            after = await store.append(entry.id, match.position, [event])
            _, events = await store.read(entry.id)
            assert after.moved == events[-1].at

    run(work())
