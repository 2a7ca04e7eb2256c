"""The check of a match: commitment, every chance event and every move, recomputed from the seed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from goldfield.match.record import Record
from goldfield.words import Message


@dataclass(frozen=True, slots=True)
class CheckedRoll:
    """A chance event and its check.

    ``number`` counts chance events from 1 and ``position`` events from 0; ``recorded`` and
    ``expected`` are notations (``"GGL2"``); ``expected`` is empty where the seed is not known.
    """

    number: int
    position: int
    recorded: str
    expected: str

    @property
    def true(self) -> bool:
        """Whether the record has what the seed gives."""
        return self.recorded == self.expected


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong: where (``"moves[42]"``), and what in a sentence."""

    place: str
    message: Message


@dataclass(frozen=True, slots=True)
class Verification:
    """What ``verify`` found; without ``seed_known`` (the match runs) dice cannot be checked."""

    seed_known: bool
    rolls: tuple[CheckedRoll, ...]
    findings: tuple[Finding, ...]

    @property
    def true(self) -> bool:
        """Whether all is as it should be."""
        return not self.findings

    @property
    def summary(self) -> Message:
        """The result in one sentence."""
        raise NotImplementedError


def verify(record: Record) -> Verification:
    """Check a record; the first finding is the first false thing in the order of the record."""
    raise NotImplementedError


def verify_text(text: str | bytes, packages: Collection[str] = ()) -> Verification:
    """Check a downloaded JSON file; one that is no record at all is a finding, too."""
    raise NotImplementedError
