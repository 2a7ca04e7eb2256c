"""The living part of a table as all spectators share it, made once per version."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable


class SharedParts:
    """The newest markups, at most ``most`` of them."""

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, str] = OrderedDict()

    def get(self, key: Hashable) -> str | None:
        """The markup of a key, if it is still kept."""
        markup = self._kept.get(key)
        if markup is not None:
            self._kept.move_to_end(key)
        return markup

    def put(self, key: Hashable, markup: str) -> None:
        """Keep a markup."""
        self._kept[key] = markup
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
