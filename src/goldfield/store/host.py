"""Playing on a store: load, plan, append; with the matches in use kept folded in memory."""

from __future__ import annotations

from collections.abc import Sequence

from goldfield.match.table import Match
from goldfield.store.store import Entry, Store


class Host:
    """Moves and matches for a server or a terminal.

    Keeps no truth: only folded matches, brought up to date from the store whenever asked.
    """

    def __init__(self, store: Store, keep: int = 256) -> None:
        """``keep`` is how many folded matches stay in memory, last used."""
        self.store = store
        raise NotImplementedError

    async def match(self, match_id: str) -> tuple[Entry, Match]:
        """A started match as it stands. Raises NotFound, NotAllowed (not started)."""
        raise NotImplementedError

    async def play(
        self, match_id: str, position: int, seat: int, moves: Sequence[int | str]
    ) -> tuple[Entry, Match]:
        """Make moves together for a seat and return the match after them, durable.

        Raises Stale, NotYourTurn, Closed, IllegalMove (see ``Match.plan``), Full, Busy, NotFound.
        """
        raise NotImplementedError
