"""The living part of a table as spectators share it, made once per version.

Whoever spoke is not offered to mute or report themselves, so theirs is another.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable


class SharedParts:
    """The newest markups, at most ``most`` of them, and whose lines stand in each."""

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[str, Collection[str]]] = OrderedDict()

    def get(self, key: Hashable, visitor: str) -> str | None:
        """The markup of a key, if it is still kept and nobody's own who wants to see it."""
        kept = self._kept.get(key)
        if kept is None or visitor in kept[1]:
            return None
        self._kept.move_to_end(key)
        return kept[0]

    def put(self, key: Hashable, markup: str, visitor: str, speakers: Collection[str]) -> None:
        """Keep a markup made for a visitor, unless it is their own since they are a speaker."""
        if visitor in speakers:
            return
        self._kept[key] = (markup, speakers)
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
