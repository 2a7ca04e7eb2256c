"""What a game counts while it is played by the thousand: counters and the figures made of them.

A game that wants more than wins and lengths in its simulations has a room ``statistics`` with
``COUNTERS``, ``FIGURES`` and the ``@rule`` ``observe``; the engine knows nothing else of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from goldfield.words import Message


@dataclass(frozen=True, slots=True)
class Figure:
    """A quotient of two counters of a seat: ``of`` / ``per``, both indices into ``COUNTERS``."""

    name: str
    """For JSON: ``"bust_rate"``."""
    label: Message
    of: int
    per: int
    is_share: bool = False
    """Whether it is a part of a whole, to be shown in per cent."""


class StatisticsRoom(Protocol):
    """``statistics.py`` of a game. Optional."""

    COUNTERS: tuple[tuple[str, Message], ...]
    """Name (for JSON) and label of every counter. The first one counts a seat's turns."""
    FIGURES: tuple[Figure, ...]

    def observe(self, setup: Any, before: Any, move: int, after: Any, out: Any) -> None:
        """Add what one call of ``play`` means to the counters; a ``@rule``.

        ``out`` is flat: counter k of a seat stands at ``seat * len(COUNTERS) + k``.
        """
        ...
