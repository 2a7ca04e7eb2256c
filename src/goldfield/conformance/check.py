"""The list of checks, and how one is run: whatever a game throws becomes a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from goldfield.conformance.case import Broken, Case

Check: TypeAlias = Callable[[Case], None]
"""Raises :class:`Broken` where a game does not keep the contract."""

CHECKS: dict[str, Check] = {}
"""Every check by name."""
ORDER = ("states", "chance", "texts", "secrets", "rooms", "races", "compiled")
"""The modules of the checks: what others rest on comes first."""


def check(function: Check) -> Check:
    """Add a function to the suite; its docstring says what a game promises."""
    CHECKS[function.__name__] = function
    return function


def names() -> list[str]:
    """The names of all checks, in the order in which a broken game is best put right."""
    return sorted(CHECKS, key=lambda name: ORDER.index(CHECKS[name].__module__.rpartition(".")[2]))


def run(name: str, case: Case) -> None:
    """Run one check by name.

    Raises:
        Broken: when the game does not keep the contract. An exception of the game's own is named
            in it, with the position, and kept as the cause.
        KeyError: when there is no such check.
    """
    case.here = None
    try:
        CHECKS[name](case)
    except Broken:
        raise
    except Exception as error:
        try:
            case.broken(
                f"{type(error).__name__}: {error}",
                "No function of a game may fail at a position that can be reached; the traceback "
                "above shows the line.",
            )
        except Broken as broken:
            raise broken from error
