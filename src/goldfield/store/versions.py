"""Every change of a match raises its version, in the same transaction, and is made known."""

from __future__ import annotations

from sqlalchemy import bindparam, update

from goldfield.store import rows
from goldfield.store.schema import MATCH
from goldfield.store.store import Change, Entry, NotFound, Status
from goldfield.store.writer import Work

_RAISE_VERSION = (
    update(MATCH)
    .where(MATCH.c.id == bindparam("id_"))
    .values(version=MATCH.c.version + 1, changed=bindparam("now"))
    .returning(MATCH.c.version)
)
_SET_STATUS = _RAISE_VERSION.values(status=bindparam("to"))


def touch(work: Work, match_id: str, status: Status | None = None) -> None:
    """Raise a match's version, set its status if given, and make that known. Raises NotFound."""
    values = {"id_": match_id, "now": rows.stamp()}
    if status is None:
        version = work.connection.scalar(_RAISE_VERSION, values)
    else:
        version = work.connection.scalar(_SET_STATUS, {**values, "to": status.value})
    if version is None:
        raise NotFound
    work.changes.append(Change(match_id, version))


def changed(work: Work, match_id: str, status: Status | None = None) -> Entry:
    """Note a change of a match and read it as it is now."""
    touch(work, match_id, status)
    return rows.entry(work.connection, match_id)
