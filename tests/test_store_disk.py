"""The store and its disk: full, failing, locked, of another program, migrated, shared writes."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event

from goldfield.match.refused import Refused
from goldfield.match.verify import verify
from goldfield.store.host import Host
from goldfield.store.schema import METADATA, VERSIONS
from goldfield.store.sql import SqlStore, open_store
from goldfield.store.store import (
    Busy,
    Entry,
    Full,
    NewMatch,
    Sitter,
    SitterKind,
    Talk,
)
from goldfield.store.writer import Work
from tests.games.pig.rules import ROLL
from tests.played import PIG

SEATS = (Sitter(SitterKind.PERSON, "p1", "Ana"), Sitter(SitterKind.PERSON, "p2", "Cyd"))


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def started(store: SqlStore) -> Entry:
    return await store.start((await store.create(NewMatch(PIG, {}, SEATS, "p1"))).id)


async def roll_on(host: Host, match_id: str) -> None:
    """One more roll of whoever is to act."""
    _, match = await host.match(match_id)
    await host.play(match_id, match.position, match.to_act, [ROLL])


def test_a_full_database_refuses_with_a_sentence_and_plays_on_when_space_returns(
    tmp_path: Path,
) -> None:
    """SQLite's own page limit stands for the disk here; the next tests use real limits."""

    def limit(pages: int) -> Any:
        def set_limit(work: Work) -> int:
            pragma = f"PRAGMA max_page_count={pages}"
            return work.connection.exec_driver_sql(pragma).scalar_one()

        return set_limit

    async def work() -> None:
        store = await open_store(tmp_path / "g.db")
        host = Host(store)
        entry = await started(store)
        await store.write(limit(1))  # the least there can be: the pages there are
        kept, refused = 0, None
        while refused is None:
            try:
                await store.say(entry.id, "x" * 400)
                kept += 1
            except Full as full:
                refused = full
        assert refused.full
        assert "The server's disk is full: nothing was recorded" in str(refused)
        _, match = await host.match(entry.id)
        # Several at once: a small one may still find room, and none is half recorded.
        results = await asyncio.gather(
            *(store.say(entry.id, "y" * 400) for _ in range(20)),
            return_exceptions=True,
        )
        kept += sum(isinstance(r, Talk) for r in results)
        assert all(isinstance(r, Talk | Full) for r in results)
        assert sum(isinstance(r, Full) for r in results) > 0
        assert len(await store.talk(entry.id, limit=5000)) == kept
        await store.write(limit(2**30))
        for _ in range(20):
            await roll_on(host, entry.id)
        _, match = await host.match(entry.id)
        assert verify(match.given_up().record()).true
        await store.close()

    run(work())


FILL = """
import asyncio, os, resource, sys
from pathlib import Path
from goldfield.match.verify import verify
from goldfield.store.host import Host
from goldfield.store.sql import open_store
from goldfield.store.store import Full
from tests.test_store_disk import SEATS, roll_on, started

folder = Path(sys.argv[1])

def fill():
    if sys.argv[2] == "limit":
        size = max(f.stat().st_size for f in folder.iterdir()) + 50_000
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    else:
        ballast = os.open(folder / "ballast", os.O_WRONLY | os.O_CREAT)
        try:
            while True:
                os.write(ballast, bytes(4096))
        except OSError:
            os.close(ballast)

def empty():
    if sys.argv[2] == "limit":
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    else:
        (folder / "ballast").unlink()

async def main():
    store = await open_store(folder / "g.db")
    host = Host(store)
    entry = await started(store)
    for _ in range(5):
        await roll_on(host, entry.id)
    for time in range(3):
        fill()
        refused = None
        while refused is None:
            _, match = await host.match(entry.id)
            try:
                await roll_on(host, entry.id)
                await store.say(entry.id, "x" * 400)
            except Full as full:
                refused = full
        print(refused.message)
        stands = [event for event in match.events]
        for _ in range(3):
            # Reading goes on, and what was refused has not happened.
            _, match = await Host(store).match(entry.id)
            assert list(match.events[: len(stands)]) == stands
            try:
                await roll_on(host, entry.id)
            except Full:
                pass
        empty()
        for _ in range(3):
            await roll_on(host, entry.id)
    _, match = await Host(store).match(entry.id)
    await store.close()
    store = await open_store(folder / "g.db")
    _, again = await Host(store).match(entry.id)
    assert again.record() == match.record()
    assert verify(again.given_up().record()).true
    await store.close()
    print("played on")

asyncio.run(main())
"""


def test_a_disk_that_takes_no_more_bytes_is_survived(tmp_path: Path) -> None:
    """The operating system refuses every byte beyond a limit of the file's size."""
    done = subprocess.run(
        [sys.executable, "-c", FILL, str(tmp_path), "limit"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    *refusals, last = done.stdout.splitlines()
    assert last == "played on"
    assert len(refusals) == 3
    assert all("nothing was recorded" in line for line in refusals)


def test_a_file_system_that_is_full_is_survived(tmp_path: Path) -> None:
    """A small file system in memory, filled to the last byte, where one may be mounted."""
    mount = f"mount -t tmpfs -o size=2m tmpfs {tmp_path}"
    if subprocess.run(["unshare", "-rm", "sh", "-c", mount], capture_output=True).returncode:
        # Mounting is forbidden here: the limit of the test above is all that can be had.
        return
    inside = ["unshare", "-rm", "sh", "-c", f'{mount} && exec "$@"', "sh"]
    done = subprocess.run(
        [*inside, sys.executable, "-c", FILL, str(tmp_path), "disk"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    *refusals, last = done.stdout.splitlines()
    assert last == "played on"
    assert len(refusals) == 3
    assert all(line.startswith("The server's disk is full") for line in refusals)


def test_a_lock_of_three_seconds_is_waited_for(tmp_path: Path) -> None:
    async def work() -> None:
        store = await open_store(tmp_path / "g.db")
        host = Host(store)
        entry = await started(store)
        other = sqlite3.connect(tmp_path / "g.db", isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        release = threading.Timer(3.0, other.execute, ["COMMIT"])
        release.start()
        move = asyncio.ensure_future(roll_on(host, entry.id))
        await asyncio.sleep(0.2)
        assert not move.done()
        # Readers do not wait for the lock.
        assert (await store.entry(entry.id)).position == 0
        assert not move.done()
        await move
        assert (await store.entry(entry.id)).position == 2
        release.join()
        other.close()
        await store.close()

    run(work())


def test_a_lock_that_stays_is_a_busy_server_and_nothing_is_recorded(tmp_path: Path) -> None:
    async def work() -> None:
        store = await open_store(tmp_path / "g.db", busy_seconds=0.2)
        host = Host(store)
        entry = await started(store)
        other = sqlite3.connect(tmp_path / "g.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        results = await asyncio.gather(
            roll_on(host, entry.id), store.say(entry.id, "hello"), return_exceptions=True
        )
        assert [type(result) for result in results] == [Busy, Busy]
        assert "busy: nothing was recorded" in str(results[0])
        other.execute("COMMIT")
        other.close()
        assert (await store.entry(entry.id)).position == 0
        assert await store.talk(entry.id) == ()
        await roll_on(host, entry.id)
        await store.close()

    run(work())


def test_who_waited_for_a_lock_in_the_queue_does_not_wait_all_over_again(tmp_path: Path) -> None:
    async def work() -> None:
        store = await open_store(tmp_path / "g.db", busy_seconds=2.0)
        entry = await started(store)
        waits: list[int] = []

        @event.listens_for(store._writing, "before_cursor_execute")  # what SQLite is told
        def note(*said: Any) -> None:
            if "busy_timeout" in said[2]:
                waits.append(int(said[2].partition("=")[2]))

        other = sqlite3.connect(tmp_path / "g.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        first = asyncio.ensure_future(store.say(entry.id, "first"))
        await asyncio.sleep(0.1)
        later = [asyncio.ensure_future(store.say(entry.id, "later")) for _ in range(2)]
        await asyncio.sleep(1.0)
        latest = asyncio.ensure_future(store.say(entry.id, "latest"))
        for refused in (first, *later):
            with pytest.raises(Busy):
                await refused
        # Whoever came last has some patience left when the others' is at its end.
        other.execute("COMMIT")
        other.close()
        assert (await latest).text == "latest"
        assert 1000 < waits[0] <= 2000
        assert all(wait <= 1100 for wait in waits[1:])
        await store.say(entry.id, "next")
        assert waits[-1] > 1100
        await store.close()

    run(work())


def test_what_waits_is_committed_together_and_one_failure_harms_no_other(tmp_path: Path) -> None:
    async def work() -> None:
        store = await open_store(tmp_path / "g.db")
        entry = await started(store)
        begun: list[str] = []
        engine = store._writing  # the writer's own connection is the thing measured

        @event.listens_for(engine, "commit")
        def count(connection: object) -> None:
            begun.append("commit")

        def fail(work: Work) -> None:
            work.connection.exec_driver_sql("UPDATE match SET title = 'spoilt'")
            raise ValueError("a defect")

        def break_sql(work: Work) -> None:
            work.connection.exec_driver_sql("UPDATE match SET title = 'spoilt'")
            work.connection.exec_driver_sql("SELECT nonsense FROM nowhere")

        gate = threading.Event()
        first = asyncio.ensure_future(store.write(lambda work: gate.wait(5)))
        await asyncio.sleep(0.05)
        waiting = [asyncio.ensure_future(store.say(entry.id, f"{i}")) for i in range(20)]
        bad = asyncio.ensure_future(store.write(fail))
        gone = asyncio.ensure_future(store.say(entry.id, "never mind"))
        late = asyncio.ensure_future(store.say(entry.id, "late"))
        await asyncio.sleep(0.05)
        gone.cancel()
        gate.set()
        assert await first
        lines = await asyncio.gather(*waiting, late)
        with pytest.raises(ValueError, match="a defect"):
            await bad
        assert len(begun) == 2
        assert [line.text for line in lines] == [line.text for line in await store.talk(entry.id)]
        assert (await store.entry(entry.id)).title == ""
        # A statement that SQLite refuses spoils the batch: it is repeated one by one.
        results = await asyncio.gather(
            *(store.say(entry.id, "again") for _ in range(3)),
            store.write(break_sql),
            *(store.say(entry.id, "again") for _ in range(3)),
            return_exceptions=True,
        )
        assert [isinstance(r, Talk) for r in results] == [True] * 3 + [False] + [True] * 3
        assert len(await store.talk(entry.id)) == 27
        assert (await store.entry(entry.id)).title == ""
        await store.close()
        with pytest.raises(RuntimeError, match="closed"):
            await store.say(entry.id, "too late")

    run(work())


def test_closing_finishes_what_waits(tmp_path: Path) -> None:
    async def work() -> None:
        store = await open_store(tmp_path / "g.db")
        entry = await started(store)
        waiting = [asyncio.ensure_future(store.say(entry.id, f"{i}")) for i in range(100)]
        await asyncio.sleep(0)
        await store.close()
        assert len(await asyncio.gather(*waiting)) == 100

    run(work())


def test_migrations_make_the_tables_of_the_schema(tmp_path: Path) -> None:
    async def work() -> None:
        await (await open_store(tmp_path / "g.db")).close()

    run(work())
    config = Config()
    config.set_main_option("script_location", "goldfield.store:migrations")
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    assert tuple(s.revision for s in reversed(list(scripts.walk_revisions()))) == VERSIONS
    engine = create_engine(f"sqlite:///{tmp_path / 'g.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        made = {
            name: sql
            for name, sql in connection.exec_driver_sql("SELECT name, sql FROM sqlite_master")
            if sql and name != "alembic_version"
        }
        pragma = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
    assert pragma == "wal"
    engine.dispose()
    # Also what Alembic does not compare: checks and the names of constraints.
    plain = create_engine("sqlite://")
    METADATA.create_all(plain)
    with plain.connect() as connection:
        found = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql <> ''")
        wanted = {row.name: row.sql for row in found}
    plain.dispose()
    assert {n: parts(s) for n, s in made.items()} == {n: parts(s) for n, s in wanted.items()}


def test_a_database_of_before_moves_could_be_taken_back_is_brought_up_to_date(
    tmp_path: Path,
) -> None:
    path = tmp_path / "g.db"
    config = Config()
    config.set_main_option("script_location", "goldfield.store:migrations")
    config.set_main_option("path_separator", "os")

    def tables() -> dict[str, list[tuple[Any, ...]]]:
        with sqlite3.connect(path) as connection:
            names = ("match", "seat", "event", "talk", "setting")
            rows = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}
        connection.close()
        return rows

    async def play() -> None:
        store = await open_store(path)
        entry = await started(store)
        host = Host(store)
        for _ in range(3):
            await roll_on(host, entry.id)
        await store.say(entry.id, "hello")
        await store.close()

    run(play())
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
    engine.dispose()
    before = tables()
    with sqlite3.connect(path) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("UPDATE event SET kind = 'undo'")
    connection.close()

    async def go_on() -> None:
        store = await open_store(path)
        # Columns that came since stand behind those of before.
        after = {
            name: [row[: len(old)] for row, old in zip(rows, before[name], strict=True)]
            for name, rows in tables().items()
        }
        assert after == before
        host = Host(store)
        (entry,) = await store.listing()
        await roll_on(host, entry.id)
        _, match = await host.match(entry.id)
        assert verify(match.given_up().record()).true
        await store.close()

    run(go_on())
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE event SET kind = 'undo' WHERE position = 0")
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("UPDATE event SET kind = 'redo'")
    connection.close()


def parts(sql: str) -> list[str]:
    """The parts of a CREATE statement in some order, without what differs in layout only."""
    head, _, body = " ".join(sql.replace('"', "").split()).partition("(")
    return [head.strip(), *sorted(part.strip() for part in body.rpartition(")")[0].split(", "))]


def test_connections_are_told_to_be_durable(tmp_path: Path) -> None:
    async def work() -> None:
        store = await open_store(tmp_path / "g.db")

        def ask(name: str) -> Any:
            return lambda work: work.connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()

        assert await store.write(ask("synchronous")) == 2
        assert await store.write(ask("foreign_keys")) == 1
        assert await store.write(ask("journal_mode")) == "wal"
        assert await store.query(lambda c: c.exec_driver_sql("PRAGMA query_only").scalar_one()) == 1
        await store.close()

    run(work())


def test_only_the_servers_user_can_read_the_database(tmp_path: Path) -> None:
    async def work() -> None:
        store = await open_store(tmp_path / "g.db")
        await started(store)
        files = sorted(tmp_path.iterdir())
        assert [file.name for file in files] == ["g.db", "g.db-shm", "g.db-wal"]
        assert all(file.stat().st_mode & 0o077 == 0 for file in files)
        await store.close()

    run(work())


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o666])
def test_a_copy_that_others_could_read_is_taken_from_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, mode: int
) -> None:
    """As after putting a backup back; companions of a served one too. Ours alone is touched."""
    kept, stays = tmp_path / "g.db", tmp_path / "letter.txt"

    async def play(store: SqlStore) -> None:
        await started(store)

    async def work() -> None:
        store = await open_store(kept)
        await play(store)
        stays.write_text("dear diary")
        stays.chmod(mode)
        files = [file for file in tmp_path.iterdir() if file != stays]
        assert len(files) == 3
        for file in files:
            file.chmod(mode)
        second = await open_store(kept)
        assert all(file.stat().st_mode & 0o777 == 0o600 for file in files)
        assert stays.stat().st_mode & 0o777 == mode
        await play(second)
        await second.close()
        await store.close()

    run(work())
    assert caplog.text.count("which holds seeds and keys") == 3
    assert str(kept) in caplog.text
    caplog.clear()

    async def again() -> None:
        await (await open_store(kept)).close()

    run(again())
    assert caplog.text == ""


def test_a_new_folder_is_for_the_servers_user_alone(tmp_path: Path) -> None:
    async def work() -> None:
        await (await open_store(tmp_path / "new" / "g.db")).close()

    run(work())
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_several_servers_may_open_a_new_database_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        stores = await asyncio.gather(*(open_store(tmp_path / "new" / "g.db") for _ in range(4)))
        ids = [(await started(store)).id for store in stores]
        for store in stores:
            assert {entry.id for entry in await store.listing()} == set(ids)
            await store.close()

    run(work())


def test_a_database_of_another_program_or_of_a_newer_one_is_left_alone(tmp_path: Path) -> None:
    newer, other, text = tmp_path / "newer.db", tmp_path / "other.db", tmp_path / "text.db"
    with sqlite3.connect(newer) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    text.write_text("dear diary\n" * 200)
    for path, words in (
        (newer, "was written by a newer Goldfield"),
        (other, "is the database of another program"),
        (text, "cannot be opened: file is not a database"),
        (text / "below" / "g.db", "cannot be opened: Not a directory"),
        (tmp_path, "cannot be opened: Is a directory"),
    ):
        before = path.read_bytes() if path.is_file() else b""

        async def work(path: Path = path, words: str = words) -> None:
            with pytest.raises(Refused, match=words):
                await open_store(path)

        run(work())
        after = path.read_bytes() if path.is_file() else b""
        assert after[100:] == before[100:]


def test_what_the_database_cannot_hold_is_refused_not_stored(tmp_path: Path) -> None:
    """The key (match, position) holds even against a program that writes past the store."""

    async def work() -> None:
        store = await open_store(tmp_path / "g.db")
        host = Host(store)
        entry = await started(store)
        await roll_on(host, entry.id)
        await store.close()
        with sqlite3.connect(tmp_path / "g.db") as connection:
            copy = "INSERT INTO event SELECT * FROM event WHERE position = 0"
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute(copy)
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute("UPDATE event SET kind = 'magic'")
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute("UPDATE match SET status = 'lost'")
        connection.close()

    run(work())
