"""After a start: every table whose bot is to act is taken up, and nobody waits for that."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from goldfield.store.sql import open_store
from goldfield.store.store import NewMatch, Sitter, SitterKind
from goldfield.web import bots
from goldfield.web.bots import BotRunner, following
from tests.played import PIG
from tests.web.server import Minds, Running
from tests.web.test_bots_at_table import against_bots

BOTS = tuple(Sitter(SitterKind.BOT, name=name, bot="careful") for name in ("One", "Two"))
PEOPLE = tuple(Sitter(SitterKind.PERSON, name, name) for name in ("Ana", "Cyd"))


class Looking(BotRunner):
    """Notes where it looks instead of moving."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.seen: list[str] = []

    def look(self, match_id: str) -> None:
        self.seen.append(match_id)


def test_all_tables_are_taken_up_however_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "PAGE", 2, raising=False)

    async def work() -> None:
        store = await open_store(tmp_path / "goldfield.sqlite3")
        try:
            due: set[str] = set()
            for n in range(9):
                seats = PEOPLE if n % 3 == 0 else BOTS
                entry = await store.create(NewMatch(PIG, {}, seats, owner="Ana"))
                await store.start(entry.id)
                if seats is BOTS:
                    due.add(entry.id)
            runner = Looking(store, bots.Host(store), Minds(), 0.0)
            read = store.running
            fails = iter((True, False, True))

            async def stumbling(after: str, limit: int) -> object:
                if next(fails, False):
                    raise OSError
                return await read(after, limit)

            monkeypatch.setattr(store, "running", stumbling)
            monkeypatch.setattr(runner, "_retry", 0.0)
            await runner.resume()
            assert sorted(runner.seen) == sorted(due), "each once"
        finally:
            await store.close()

    asyncio.run(work())


def test_the_server_answers_before_all_tables_were_looked_through(tmp_path: Path) -> None:
    class Endless(Looking):
        async def resume(self) -> None:
            await asyncio.Event().wait()

    async def work() -> None:
        store = await open_store(tmp_path / "goldfield.sqlite3")
        try:
            runner = Endless(store, bots.Host(store), Minds(), 0.0)
            async with asyncio.timeout(30), following(store, runner, lambda entry: None):
                pass
        finally:
            await store.close()

    asyncio.run(work())


def test_whoever_opens_a_table_wakes_its_bot(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = running.guest("Jana")
    with monkeypatch.context() as patch:
        patch.setattr(running.house.bots, "look", lambda match_id: None)  # as before it was found
        while True:
            table = against_bots(guest, "greedy", "greedy", "greedy", "greedy")
            _, match = running.call(running.house.host.match(table))
            if match.to_act != 0:
                break
    before = match.position
    guest.get(f"/table/{table}")
    ends = time.monotonic() + 60
    while running.call(running.house.store.entry(table)).position == before:
        assert time.monotonic() < ends
        time.sleep(0.01)
