"""Which seats a visitor holds at a table, and who decides there."""

from __future__ import annotations

from goldfield.store.store import Entry, SitterKind, Status
from goldfield.web.house import House


def mine_of(entry: Entry, visitor: str) -> tuple[int, ...]:
    """The seats that a visitor holds."""
    return tuple(
        n
        for n, sitter in enumerate(entry.seats)
        if sitter.kind is SitterKind.PERSON and sitter.player == visitor
    )


def kept_for(entry: Entry, visitor: str) -> tuple[int, ...]:
    """The seats that are kept for a visitor who has not sat down yet."""
    if entry.status is not Status.WAITING:
        return ()
    return tuple(n for n, s in enumerate(entry.seats) if s.is_kept and s.player == visitor)


def acts_as_owner(house: House, entry: Entry, visitor: str) -> bool:
    """Whether a visitor may decide for the table.

    The owner may; anybody seated may as well once the owner has gone for five minutes, so that
    nobody is left with a table that cannot go on.
    """
    if visitor == entry.owner:
        return True
    return bool(mine_of(entry, visitor)) and house.hub.is_gone(entry.owner)
