"""The store on an SQL database: SQLite by a file's path."""

from __future__ import annotations

from pathlib import Path

from goldfield.store.store import Store


async def open_store(path: Path) -> Store:
    """Open, or create, the database and bring its tables up to date (migrations).

    Raises ``Refused`` with a sentence when the place cannot be written or holds something else.
    """
    raise NotImplementedError
