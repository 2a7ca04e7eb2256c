"""The SQLite database: its connections, what they are told at birth, and migrations at start."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from goldfield.match.refused import Refused
from goldfield.store.schema import VERSIONS
from goldfield.store.store import Busy, Full
from goldfield.words import say

BUSY_SECONDS = 10.0
"""How long we wait for another program's lock on the database before we refuse."""

# https://sqlite.org/rescode.html: primary result codes, the low byte of an extended one.
SQLITE_BUSY, SQLITE_LOCKED, SQLITE_READONLY, SQLITE_IOERR = 5, 6, 8, 10
SQLITE_CORRUPT, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_NOTADB = 11, 13, 14, 26


def refusal(error: BaseException) -> Refused | None:
    """What a failure of the database or the disk means to the person who asked; None: a defect."""
    if isinstance(error, DBAPIError):
        code = getattr(error.orig, "sqlite_errorcode", -1)
        match code & 0xFF if isinstance(code, int) and code >= 0 else -1:
            case 13:
                return Full()
            case 8 | 10 | 14:
                return Full(full=False)
            case 5 | 6:
                return Busy()
            case _:
                return None
    if isinstance(error, OSError):
        return Full(full=error.errno in (errno.ENOSPC, errno.EDQUOT))
    return None


def engine(path: Path, *, writer: bool, busy_seconds: float) -> AsyncEngine:
    """An engine on the file: the one connection that writes, or a few that only read."""
    made = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        connect_args={"timeout": busy_seconds},
        pool_size=1 if writer else 3,
        max_overflow=0,
    )

    @event.listens_for(made.sync_engine, "connect")
    def tell(connection: Any, record: object) -> None:
        """We begin transactions ourselves: sqlite3 would begin late, and never for a read."""
        connection.isolation_level = None
        cursor = connection.cursor()
        # WAL: readers do not wait for the writer. FULL: a commit has reached the disk. Temporary
        # data stays in memory, so that rolling back needs no room on a full disk.
        for pragma in (
            ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY")
            if writer
            else ("query_only=ON",)
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(made.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        """A writer takes the lock at once: upgrading a read lock later could fail midway."""
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writer else "BEGIN")

    return made


async def migrate(made: AsyncEngine, path: Path) -> None:
    """Bring the tables up to date, in one transaction.

    Raises Refused with a sentence when the file is something else or of a newer Goldfield.
    """
    async with made.begin() as connection:
        await connection.run_sync(_migrate, path)


def _migrate(connection: Connection, path: Path) -> None:
    there = set(inspect(connection).get_table_names())
    if "alembic_version" in there:
        version = connection.scalar(text("SELECT version_num FROM alembic_version"))
        if version == VERSIONS[-1]:
            return
        if version not in VERSIONS:
            raise Refused(
                say(
                    "The database {path} was written by a newer Goldfield; "
                    "update this one, or name another file.",
                    path=str(path),
                )
            )
    elif there:
        raise Refused(
            say(
                "The file {path} is the database of another program; name another file.",
                path=str(path),
            )
        )
    # Alembic costs a server 11 MB and a fifth of a second: loaded only when there is work for it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "goldfield.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
