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
    parts: int = 1
    """Where ``of`` counts parts of what is shown: how many make one (points in sixths: 6)."""


class StatisticsRoom(Protocol):
    """``statistics.py`` of a game. Optional.

    A game with dice may also tell what they showed, for the page of a finished match
    (:mod:`goldfield.match.rolled`): ``SYMBOLS``, the letters of the faces as in ``PIECES``;
    ``faces(setup, before, outcome)``, how many dice of each face fell, None where an outcome is no
    roll; where there is such a thing ``busts(setup, before, outcome)``, whether the roll ended a
    run with nothing; and ``same_roll(setup, before)``, what the chances of a roll depend on, so
    that they are worked out once. A game without dice may have ``drawn(rules)`` instead: what is
    drawn under these options, in a sentence.
    """

    COUNTERS: tuple[tuple[str, Message], ...]
    """Name (for JSON) and label of every counter. The first one counts a seat's turns."""
    FIGURES: tuple[Figure, ...]

    def observe(self, setup: Any, before: Any, move: int, after: Any, out: Any) -> None:
        """Add what one call of ``play`` means to the counters; a ``@rule``.

        ``out`` is flat: counter k of a seat stands at ``seat * len(COUNTERS) + k``.
        """
        ...
