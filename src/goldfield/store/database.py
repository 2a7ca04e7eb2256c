"""The SQLite database: its connections, what they are told at birth, and migrations at start."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import stat
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from goldfield.match.refused import Refused
from goldfield.store.schema import VERSIONS
from goldfield.store.store import Busy, Full
from goldfield.words import say

log = logging.getLogger(__name__)

MAGIC = b"SQLite format 3\0"
"""How every database of SQLite begins."""
BUSY_SECONDS = 10.0
"""How long we wait for another program's lock on the database before we refuse."""
WAIT = "goldfield_wait"
"""An execution option: for how many seconds a writer's transaction waits for that lock."""
READERS = 3
"""Connections, and threads, that read."""


def refusal(error: BaseException) -> Refused | None:
    """What a failure of the database or the disk means to the person who asked; None: a defect."""
    if isinstance(error, DBAPIError):
        # The low byte of an extended result code is the primary one.
        match getattr(error.orig, "sqlite_errorcode", 0) & 0xFF:
            case sqlite3.SQLITE_FULL:
                return Full()
            case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN:
                return Full(full=False)
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return Busy()
            case _:
                return None
    if isinstance(error, OSError):
        return Full(full=error.errno in (errno.ENOSPC, errno.EDQUOT))
    return None


def engine(path: Path, *, writer: bool, busy_seconds: float) -> Engine:
    """An engine on the file: the one connection that writes, or a few that only read."""
    made = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": busy_seconds, "check_same_thread": False},
        pool_size=1 if writer else READERS,
        max_overflow=0,
        hide_parameters=True,  # a seed must not reach a log by way of an error text
    )

    @event.listens_for(made, "connect")
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

    @event.listens_for(made, "begin")
    def begin(connection: Connection) -> None:
        """A writer takes the lock at once: upgrading a read lock later could fail midway."""
        wait = connection.get_execution_options().get(WAIT)
        if wait is not None:
            connection.exec_driver_sql(f"PRAGMA busy_timeout={round(wait * 1000)}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writer else "BEGIN")

    return made


def make_private(path: Path) -> None:
    """Make the file, if there is none, for its user alone, and take others' rights to one away.

    Seeds and the key of cookies are in it. A copy put back from a backup may have brought such
    rights along. SQLite gives new companion files the rights of the file itself.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    there = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(there).st_mode):
            raise OSError(errno.EINVAL, "It is no regular file")  # rights of a device stay
    finally:
        os.close(there)
    if sys.platform == "win32":
        return
    with path.open("rb") as stream:
        if stream.read(len(MAGIC)) not in (b"", MAGIC):
            return  # Somebody's file that is no database; opening it says so.
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        try:
            found = file.stat()
        except FileNotFoundError:
            continue
        if found.st_uid == os.geteuid() and stat.S_IMODE(found.st_mode) & 0o077:
            file.chmod(0o600)
            log.warning(
                "%s",
                say(
                    "Other users of this computer could read {file}, which holds seeds and keys. "
                    "Its rights were taken away from them.",
                    file=str(file),
                ),
            )


def migrate(connection: Connection, path: Path) -> None:
    """Bring the tables up to date, in the connection's transaction.

    Raises Refused with a sentence when the file is something else or of a newer Goldfield.
    """
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
