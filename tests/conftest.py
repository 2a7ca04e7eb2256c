"""The order of the tests: quick ones first, those that kill servers or drive browsers last."""

from __future__ import annotations

import pytest

LAST = ("slow", "kill", "browser")
"""Marks, the heaviest last."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: max((LAST.index(m.name) + 1 for m in marks(item)), default=0))


def marks(item: pytest.Item) -> list[pytest.Mark]:
    """The marks of a test that move it towards the end."""
    return [mark for mark in item.iter_markers() if mark.name in LAST]
