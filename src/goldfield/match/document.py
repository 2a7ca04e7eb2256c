"""A record as JSON, in and out; docs/records.md describes the form."""

from __future__ import annotations

from collections.abc import Collection

from goldfield.games.contract import SPECTATOR
from goldfield.match.record import Record
from goldfield.match.refused import Refused
from goldfield.match.table import Match
from goldfield.words import Message


class BadRecord(Refused):
    """A JSON text that is no record; ``place`` says where (``"seats[1].phrase"``)."""

    def __init__(self, place: str, message: Message) -> None:
        super().__init__(message)
        self.place = place


def export(match: Match, reader: int = SPECTATOR) -> str:
    """The match as JSON, as a seat or SPECTATOR may know it; everything once it is closed."""
    raise NotImplementedError


def read(text: str | bytes, packages: Collection[str] = ()) -> Record:
    """The record of a JSON text, its form checked but its moves not yet replayed.

    ``packages``: games outside Goldfield (dotted names) that may be loaded. Raises BadRecord.
    """
    raise NotImplementedError


def replayed(record: Record) -> Match:
    """The match of a record from outside, every move through the checked door. Raises BadRecord."""
    raise NotImplementedError
