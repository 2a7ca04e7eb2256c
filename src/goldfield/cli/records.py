"""Records of matches: checked, and carried between files and the database."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

from rich.table import Table
from rich.text import Text

from goldfield.cli.screen import screen
from goldfield.cli.trouble import Trouble
from goldfield.match.form import MOST_BYTES
from goldfield.match.verify import Verification, verify_text
from goldfield.words import Message, say, shortened

TRUE, FALSE, UNREADABLE = 0, 1, 2
NO_RECORD = ("", "format", "schema", "game", "rules_version")
"""Places at which a finding means that nothing can be checked at all."""
T = TypeVar("T")


def check(file: str, rolls: bool) -> int:
    """Verify a record and say what was found: 0 true, 1 false, 2 unreadable."""
    found = verify_text(_text_of(file))
    status = _status(found)
    if status == UNREADABLE:
        raise Trouble(found.findings[0].line)
    out = screen()
    if rolls:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for heading in (say("Roll"), say("Position"), say("Record"), say("Seed"), say("True")):
            table.add_column(str(heading))
        for roll in found.rolls:
            true = say("yes") if roll.true else say("NO")
            table.add_row(
                str(roll.number), str(roll.position), roll.recorded, roll.expected, str(true)
            )
        out.print(table)
    out.print(Text(str(found.summary)), soft_wrap=True)
    for finding in found.findings[1:]:
        out.print(Text(str(finding.line)), soft_wrap=True)
    for line in _sat_in(found):
        out.print(Text(str(line)), soft_wrap=True)
    return status


def _sat_in(found: Verification) -> list[Message]:
    """Who sat in for whom, a line each, below a line that says on whose word."""
    lines = [
        say(
            "seat {seat} ({name}): {bots} made {n} of {all} moves",
            seat=one.seat + 1,
            name=shortened(found.names[one.seat]),
            bots=one.bots,
            n=one.moves,
            all=one.of,
        )
        for one in found.played_for
    ]
    if lines:
        told = say("Bots sat in, as the record tells and nothing can confirm:")
        return [told, *lines]
    return []


def _status(found: Verification) -> int:
    if found.true:
        return TRUE
    return UNREADABLE if found.findings[0].place in NO_RECORD else FALSE


def _text_of(file: str) -> bytes:
    """What a file, or standard input, holds; no more than a record may have."""
    if file == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(file).open("rb") as stream:
        try:
            return stream.read(MOST_BYTES + 1)
        except OSError as error:  # where reading fails, nobody says what was read
            raise OSError(error.errno, error.strerror, file) from None


def _with_store(database: Path | None, use: Callable[..., Awaitable[T]], create: bool) -> T:
    """Open the database, use it, close it; only an import may create one."""
    import asyncio

    from goldfield.store.sql import open_store
    from goldfield.web.settings import from_environment

    try:
        path = from_environment(database).database
    except ValueError as error:
        raise Trouble(say("{text}.", text=str(error))) from None
    if not create and not path.exists():
        raise Trouble(say("There is no database {file} yet.", file=str(path)))

    async def run() -> T:
        store = await open_store(path)
        try:
            return await use(store)
        finally:
            await store.close()

    return asyncio.run(run())


def export_from_store(match_id: str, file: Path | None, database: Path | None) -> None:
    """Write a match as JSON, as everybody may know it."""
    from goldfield.match.document import export
    from goldfield.store.host import Host
    from goldfield.store.store import Store

    if file is not None and file.exists():
        raise Trouble(say("{file} exists already; name another file.", file=str(file)))

    async def use(store: Store) -> str:
        _, match = await Host(store).match(match_id)
        return export(match)

    text = _with_store(database, use, create=False)
    if file is None:
        sys.stdout.write(text)
    else:
        file.write_text(text, encoding="utf-8")


def list_store(database: Path | None) -> None:
    """The matches in the database, last changed first."""
    from goldfield.store.store import Entry, Store

    async def use(store: Store) -> tuple[Entry, ...]:
        return await store.listing(limit=1000)

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in (say("Match"), say("Game"), say("State"), say("Changed"), say("Seats")):
        table.add_column(str(heading), no_wrap=heading.id != "Seats")
    for entry in _with_store(database, use, create=False):
        names = ", ".join(sitter.name or sitter.bot or "-" for sitter in entry.seats)
        table.add_row(entry.id, entry.game, entry.status.value, entry.changed[:16], Text(names))
    screen().print(table)


def import_to_store(files: Sequence[Path], database: Path | None) -> int:
    """Check records and keep all of them or none; 1 when one of them is false."""
    from goldfield.match.document import import_match
    from goldfield.store.adopt import adopt
    from goldfield.store.sql import SqlStore

    matches = []
    out = screen()
    for file in files:
        text = _text_of(str(file))
        found = verify_text(text)
        if not found.true:
            if _status(found) == UNREADABLE:
                raise Trouble(say("{file}: {line}", file=str(file), line=found.findings[0].line))
            message = say("{file}: {summary}", file=str(file), summary=found.summary)
            out.print(Text(str(message)), soft_wrap=True)
            return FALSE
        if not found.seed_known:
            raise Trouble(
                say(
                    "{file}: this match was not over yet, and only closed ones can be imported.",
                    file=str(file),
                )
            )
        matches.append(import_match(text))

    async def use(store: SqlStore) -> None:
        for entry in await adopt(store, *matches):
            out.print(
                Text(str(say("{match} is in the database: /table/{match}", match=entry.id))),
                soft_wrap=True,
            )

    _with_store(database, use, create=True)
    return TRUE
