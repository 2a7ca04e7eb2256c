"""The suite as pytest runs it: one test per check and set of options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from goldfield.conformance import (
    chance,
    compiled,
    counts,
    playthrough,
    races,
    rooms,
    secrets,
    states,
    texts,
)
from goldfield.conformance.case import Case
from goldfield.conformance.check import CHECKS, names, run

MODULES = (states, chance, texts, secrets, rooms, races, compiled)
"""Their checks are in ``CHECKS`` because they are imported here."""

Options = Mapping[str, object]


def conformance(
    package: str,
    option_sets: Sequence[Options] = ({},),
    *,
    depth: int = 1,
    leave_out: Sequence[str] = (),
) -> Callable[..., None]:
    """A test that holds a game to the contract; assign it to a name that begins with ``test_``.

    Args:
        package: The import path of the game's package, or the name of one of Goldfield's games.
        option_sets: The options to check it under, each a mapping as for ``goldfield.load``.
        depth: A factor on the number of games, positions and damaged texts; 1 takes seconds.
        leave_out: Names of checks that are not run, to be used while a game is being written.

    Raises:
        KeyError: for a name in ``leave_out`` that is no check.
    """
    for name in leave_out:
        CHECKS[name]
    cases = [tuple(options.items()) for options in option_sets]

    @pytest.mark.parametrize("name", [name for name in names() if name not in leave_out])
    @pytest.mark.parametrize("options", cases, ids=_label)
    def test(options: tuple[tuple[str, Any], ...], name: str) -> None:
        __tracebackhide__ = True
        run(name, _case(package, options, depth))

    return test


def perft(package: str, path: Path) -> Callable[[], None]:
    """A test that counts positions and compares them with a file (see the module ``counts``)."""

    def test() -> None:
        __tracebackhide__ = True
        counts.compare(package, path)

    return test


def golden(package: str, path: Path) -> Callable[[], None]:
    """A test that plays the golden game of a file again (see the module ``playthrough``)."""

    def test() -> None:
        __tracebackhide__ = True
        playthrough.compare(package, path)

    return test


def _label(options: tuple[tuple[str, object], ...]) -> str:
    return ",".join(f"{name}={value}" for name, value in options) or "default"


@lru_cache(maxsize=4)
def _case(package: str, options: tuple[tuple[str, Any], ...], depth: int) -> Case:
    """The case, kept while its checks run one after another, so that they share the sample."""
    return Case(package, dict(options), depth)
