"""What is looked at in the transaction that writes: who may, how often, and what stays of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from goldfield.match.document import MOST_EVENTS, export, import_match
from goldfield.store import sitting_in, talking
from goldfield.store.host import Host
from goldfield.store.sql import SqlStore
from goldfield.store.store import Entry, NewMatch, NotAllowed, SitterKind, Status, TalkKind
from goldfield.words import say
from tests.games.pig.rules import HOLD
from tests.played import PIG, TEST_GAMES
from tests.test_store_handover import table, turn_of_ana
from tests.test_store_play import ANA, CYD, opened, run


def not_ana(entry: Entry) -> None:
    """Refuse while Ana holds seat 1 at her computer."""
    if entry.seats[0].player == ANA.player:
        raise NotAllowed(say("Not you."))


def test_whoever_may_not_any_more_changes_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            host = Host(store)
            waiting = await store.create(NewMatch(PIG, {}, (ANA, CYD), owner=ANA.player))
            with pytest.raises(NotAllowed, match="Not you"):
                await store.start(waiting.id, not_ana)
            seen = waiting.seats[1]
            with pytest.raises(NotAllowed, match="Not you"):
                await store.sit(waiting.id, 1, seen, replace(seen, name="Dan"), check=not_ana)
            with pytest.raises(NotAllowed, match="Not you"):
                await store.abandon(waiting.id, not_ana)
            assert await store.entry(waiting.id) == waiting
            entry = await turn_of_ana(host, await table(store))
            with pytest.raises(NotAllowed, match="Not you"):
                await host.play(entry.id, entry.position, 0, [HOLD], check=not_ana)
            assert await store.entry(entry.id) == entry
            seat = entry.seats[0]
            await store.sit(entry.id, 0, seat, replace(seat, player="phone"))
            after, _ = await host.play(entry.id, entry.position, 0, [HOLD], check=not_ana)
            assert after.position > entry.position

    run(work())


async def to_and_fro(store: SqlStore, entry: Entry, by: int = -1) -> None:
    at = (await store.entry(entry.id)).position
    await store.let_bot_play(entry.id, at, 0, "careful", by)
    await store.let_person_play(entry.id, 0)


def test_of_one_move_a_bot_is_asked_a_few_times_and_then_again_at_the_next(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            host = Host(store)
            entry = await turn_of_ana(host, await table(store))
            for _ in range(sitting_in.AT_ONE_MOVE):
                await to_and_fro(store, entry)
            with pytest.raises(NotAllowed, match="often enough for one move"):
                await to_and_fro(store, entry)
            # Whoever waited for them is not refused for it, so that the game goes on.
            await to_and_fro(store, entry, by=1)
            await host.play(entry.id, entry.position, 0, [HOLD])
            await to_and_fro(store, entry)

    run(work())


def test_bots_do_not_sit_in_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitting_in, "AT_ONE_MOVE", 1000)
    monkeypatch.setattr(sitting_in, "OF_ONE_SEAT", 5)
    monkeypatch.setattr(sitting_in, "IN_A_MATCH", 8)

    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await table(store)
            for _ in range(5):
                await to_and_fro(store, entry)
            with pytest.raises(NotAllowed, match="to its end"):
                await to_and_fro(store, entry)
            for _ in range(3):
                await to_and_fro(store, entry, by=1)
            with pytest.raises(NotAllowed, match="to its end"):
                await to_and_fro(store, entry, by=1)
            await store.abandon(entry.id)
            _, match = await Host(store).match(entry.id)
            assert len(import_match(export(match), TEST_GAMES).header.stand_ins) == 16

    run(work())


def test_all_that_may_sit_in_can_be_imported() -> None:
    assert 2 * sitting_in.IN_A_MATCH < MOST_EVENTS / 2
    assert sitting_in.OF_ONE_SEAT < sitting_in.IN_A_MATCH


def test_of_a_players_comings_and_goings_the_last_stays(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await table(store)
            said = [await store.say(entry.id, f"line {n}", player="p") for n in range(3)]
            for _ in range(50):
                for word in ("sat", "left"):
                    last = await store.say(entry.id, word, kind=TalkKind.SEAT, player="p")
            assert await store.talk(entry.id, limit=1000) == (*said, last)
            assert last.seq == 103, "no number is used twice"

    run(work())


def test_lines_about_seats_take_no_place_from_what_people_said(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            entry = await table(store)
            for n in range(10):
                await store.say(entry.id, f"line {n}")
            for n in range(40):
                who = f"p{n}"
                await store.say(entry.id, "sat", kind=TalkKind.SEAT, name=who, player=who)
            shown = await store.talk(entry.id, limit=10)
            assert [one.text for one in shown if one.kind is TalkKind.CHAT] == [
                f"line {n}" for n in range(10)
            ]
            assert [one.player for one in shown[10:]] == [f"p{n}" for n in range(30, 40)]
            assert len(await store.talk(entry.id, limit=15)) == 10 + 15
            assert len(await store.talk(entry.id, limit=25)) == 10 + talking.SEAT_LINES
            assert len(await store.talk(entry.id, limit=40)) == 40

    run(work())


def test_running_matches_come_in_pages_that_leave_none_out(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as store:
            ids = {(await table(store)).id for _ in range(7)}
            await store.abandon((await table(store)).id)
            await store.create(NewMatch(PIG, {}, (ANA, CYD), owner=ANA.player))
            found: list[Entry] = []
            while page := await store.running(found[-1].id if found else "", 3):
                assert len(page) <= 3
                found += page
            assert [entry.id for entry in found] == sorted(ids)
            assert {entry.status for entry in found} == {Status.RUNNING}
            assert found[0].seats[0].kind is SitterKind.PERSON

    run(work())
