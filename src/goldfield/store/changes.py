"""Who wants to hear of changes in this process, and what each has not yet heard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager

from goldfield.store.store import Change


class _Ear:
    """One listener: the newest version of each match that changed since it last looked."""

    def __init__(self, match_ids: Collection[str]) -> None:
        self.match_ids = frozenset(match_ids)
        self.unheard: dict[str, int] = {}
        self.wake = asyncio.Event()

    async def changes(self) -> AsyncIterator[Change]:
        while True:
            await self.wake.wait()
            self.wake.clear()
            heard, self.unheard = self.unheard, {}
            for match_id, version in heard.items():
                yield Change(match_id, version)


class Changes:
    """Hands changes to everybody in this process who watches.

    Another process's changes would be fed into ``tell`` by whoever listens for them (PostgreSQL's
    NOTIFY carries just such pairs of id and version).
    """

    def __init__(self) -> None:
        self._ears: set[_Ear] = set()

    def tell(self, changes: Iterable[Change]) -> None:
        """Changes that are durable now. A version older than one already told is left out."""
        for change in changes:
            for ear in self._ears:
                if not ear.match_ids or change.match_id in ear.match_ids:
                    known = ear.unheard.get(change.match_id, 0)
                    ear.unheard[change.match_id] = max(known, change.version)
                    ear.wake.set()

    @asynccontextmanager
    async def watch(self, match_ids: Collection[str] = ()) -> AsyncIterator[AsyncIterator[Change]]:
        """The changes of these matches, or of all, from now on; see ``Store.watch``."""
        ear = _Ear(match_ids)
        self._ears.add(ear)
        try:
            yield ear.changes()
        finally:
            self._ears.discard(ear)
