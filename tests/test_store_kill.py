"""A process is killed under play, again and again: what it acknowledged is there, once, whole."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from goldfield import load
from goldfield.games.contract import CHANCE
from goldfield.match.record import Event, Kind
from goldfield.match.verify import verify
from goldfield.store.host import Host
from goldfield.store.sql import SqlStore, open_store
from goldfield.store.store import NewMatch, Sitter, SitterKind, Status

GAMES = {
    "gold_nuggets": {"players": 3, "first": 0, "straights": True},
    "tests.games.pig": {"first": 0},
    "tests.games.kuhn": {"first": 0},
    "tests.games.partners": {"first": 0, "room": 3},
    "tests.games.pebbles": {"first": 0},
}
ROUNDS = 30
FRESH = 8
"""Rounds that begin with no database, so that tables are being made when death comes."""


def play(path: Path, seed: int, tell: Connection) -> None:
    """In the process to be killed: play several matches at once, tell what is acknowledged."""
    asyncio.run(_play(path, random.Random(seed), tell))


async def _play(path: Path, rng: random.Random, tell: Connection) -> None:
    def acknowledged(*what: object) -> None:
        tell.send_bytes(json.dumps(what).encode())

    store = await open_store(path)
    host = Host(store)
    acknowledged("open")
    running = await store.listing(status=[Status.RUNNING])

    async def table(match_id: str, game: str) -> None:
        """Play one match after another, going on with ``match_id`` if there is one."""
        while True:
            if not match_id:
                players = load(game, **GAMES[game]).info.seats
                seats = tuple(Sitter(SitterKind.PERSON, f"p{i}", f"P{i}") for i in range(players))
                entry = await store.create(NewMatch(game, GAMES[game], seats, "p0"))
                match_id = entry.id
                acknowledged("made", match_id)
                await store.start(match_id)
                _, match = await host.match(match_id)
                acknowledged("moved", match_id, 0, match.record().moves)
            _, match = await host.match(match_id)
            while not match.is_over:
                before = match.position
                if match.can_take_back(match.to_act) and rng.random() < 0.4:
                    _, match = await host.undo(match_id, before, match.to_act)
                else:
                    moves = [rng.choice(match.game.moves(match.state))]
                    _, match = await host.play(match_id, before, match.to_act, moves)
                acknowledged("moved", match_id, before, match.record().moves[before:])
                if rng.random() < 0.2:
                    line = await store.say(match_id, f"after {before}", key=f"{before}")
                    acknowledged("said", match_id, line.seq, line.text)
            match_id = ""

    going_on = [table(entry.id, entry.game) for entry in running]
    begun = [table("", game) for game in (list(GAMES) * 2)[len(running) :]]
    await asyncio.gather(*going_on, *begun)


@dataclass
class Promised:
    """What a database has acknowledged over all its lives."""

    moves: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    talk: dict[str, dict[int, str]] = field(default_factory=dict[str, dict[int, str]])

    def note(self, said: bytes) -> None:
        match json.loads(said):
            case ["made", match_id]:
                self.moves[match_id] = []
                self.talk[match_id] = {}
            case ["moved", match_id, position, moves]:
                assert position == len(self.moves[match_id])
                self.moves[match_id] += moves
            case ["said", match_id, seq, text]:
                self.talk[match_id][seq] = text
            case other:
                assert other == ["open"]


def heard(ears: Connection) -> Iterator[bytes]:
    """Whatever the dead process managed to say."""
    with suppress(EOFError):
        while ears.poll():
            yield ears.recv_bytes()


async def check(store: SqlStore, promised: Promised) -> int:
    """Everything acknowledged is there, and every match is whole; returns the events seen."""
    seen = 0
    for match_id, moves in promised.moves.items():
        entry, dated = await store.read(match_id)
        events = [d.event for d in dated]
        assert entry.position == len(events) >= len(moves)
        for promise, event in zip(moves, events, strict=False):
            assert promise == event.move
        lines = {line.seq: line.text for line in await store.talk(match_id, limit=10_000)}
        assert sorted(lines) == list(range(1, len(lines) + 1))
        assert promised.talk[match_id].items() <= lines.items()
        assert len(set(lines.values())) == len(lines)
        if not entry.started:
            assert not events
            continue
        assert_one_plan(events[len(moves) :])
        _, match = await Host(store).match(match_id)
        # Through the checked door, dice recomputed; a half turn would be a finding.
        found = verify(match.given_up().record())
        assert found.true, found.summary
        assert found.moves == len(events)
        assert match.to_act != CHANCE
        assert match.is_over == (entry.status is Status.FINISHED)
        # What was on its way and is there now has to stay, and the next life adds to it.
        promised.moves[match_id] = [event.move for event in events]
        seen += len(events)
    everything = await store.listing(limit=100_000)
    assert {entry.id for entry in everything} >= set(promised.moves)
    integrity = await store.query(
        lambda c: c.exec_driver_sql("PRAGMA integrity_check").scalar_one()
    )
    assert integrity == "ok"
    return seen


def assert_one_plan(surplus: list[Event]) -> None:
    """Beyond what was acknowledged there may be one move that was on its way, with its sequel."""
    assert sum(event.kind in (Kind.MOVE, Kind.UNDO) for event in surplus) <= 1, surplus


@pytest.mark.kill
def test_no_acknowledged_move_is_lost_doubled_or_halved_by_a_kill(tmp_path: Path) -> None:
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    rng = random.Random(20261130)
    promised = Promised()
    path = tmp_path / "g.db"
    acknowledged = seen = 0
    for life in range(ROUNDS):
        if life < FRESH:
            promised, path = Promised(), tmp_path / f"fresh{life}" / "g.db"
        elif life == FRESH:
            promised, path = Promised(), tmp_path / "g.db"
        ears, tell = context.Pipe(duplex=False)
        process = context.Process(target=play, args=(path, life, tell), daemon=True)
        process.start()
        tell.close()
        # After so many acknowledgements, and then at any moment; a fresh one also before the first.
        for _ in range(0 if life < FRESH else rng.randint(1, 30)):
            assert ears.poll(60), "the process says nothing"
            promised.note(ears.recv_bytes())
            acknowledged += 1
        time.sleep(rng.uniform(0.0, 0.3 if life < FRESH else 0.03))
        process.kill()
        process.join()
        assert process.exitcode == -9
        for said in heard(ears):
            promised.note(said)
            acknowledged += 1
        ears.close()
        if path.exists():
            seen = asyncio.run(reopened(path, promised))
    assert acknowledged > 10 * (ROUNDS - FRESH)
    assert seen > 300


async def reopened(path: Path, promised: Promised) -> int:
    store = await open_store(path)
    try:
        return await check(store, promised)
    finally:
        await store.close()


def test_the_check_notices_what_it_is_there_for(tmp_path: Path) -> None:
    """A lost, an altered and a half recorded move each fail the check of the test above."""

    async def work() -> None:
        store = await open_store(tmp_path / "g.db")
        seats = (Sitter(SitterKind.PERSON, "p0", "A"), Sitter(SitterKind.PERSON, "p1", "B"))
        entry = await store.create(NewMatch("tests.games.pig", {}, seats, "p0"))
        await store.start(entry.id)
        host = Host(store)
        _, match = await host.play(entry.id, 0, 0, ["roll"])
        moves = match.record().moves
        promised = Promised({entry.id: list(moves)}, {entry.id: {}})
        assert await check(store, promised) == 2
        for spoilt in (
            Promised({entry.id: [*moves, 1]}, {entry.id: {}}),
            Promised({entry.id: [1 - moves[0], moves[1]]}, {entry.id: {}}),
            Promised(promised.moves, {entry.id: {1: "lost"}}),
        ):
            with pytest.raises(AssertionError):
                await check(store, spoilt)
        half = "DELETE FROM event WHERE position = 1"
        await store.write(lambda work: work.connection.exec_driver_sql(half))
        with pytest.raises(AssertionError):
            await check(store, Promised({entry.id: [moves[0]]}, {entry.id: {}}))
        await store.close()

    asyncio.run(work())
