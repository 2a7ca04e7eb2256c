"""Tables whose pages are to be made anew at a later time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarms:
    """Makes a table's pages anew at a later time; one alarm for each table."""

    def __init__(self, touch: Callable[[str], None]) -> None:
        """``touch`` is called with a table's id when its time has come."""
        self._touch = touch
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def set(self, match_id: str, seconds: float) -> None:
        """Touch a table in so many seconds, instead of when it was to be touched before."""
        loop = asyncio.get_running_loop()
        if known := self._timers.get(match_id):
            known.cancel()
        # A little later, so that the time is surely over when the pages are made.
        self._timers[match_id] = loop.call_later(seconds + 0.1, self._ring, match_id)

    def stop(self) -> None:
        """Forget all alarms."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _ring(self, match_id: str) -> None:
        del self._timers[match_id]
        self._touch(match_id)
