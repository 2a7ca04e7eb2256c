"""The list of functions that compiled code may call, kept without importing a compiler.

``@rule`` only notes a function. In plain use it stays ordinary Python; the engine registers the
list with numba before it compiles a driver. This module, ``rng`` and ``words`` are the ground of
the house: they import nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

RULES: list[Callable[..., Any]] = []
"""Functions whose one body serves plain and compiled use."""

TWO_BODIED: dict[Callable[..., Any], Callable[..., Any]] = {}
"""Functions whose compiled body is another function: plain function -> compiled body."""


def rule(function: F) -> F:
    """Note a function that compiled code may call: ints and tuples of ints, no Python objects."""
    RULES.append(function)
    return function


def two_bodied(compiled: Callable[..., Any]) -> Callable[[F], F]:
    """Note a function whose compiled body is ``compiled``; a test must compare the two."""

    def note(function: F) -> F:
        TWO_BODIED[function] = compiled
        return function

    return note


def _compiled_put(t: Any, i: int, x: int) -> Any:
    """Stands for the body that the engine makes, where numba's own primitive is at hand."""
    raise TypeError("the compiled body of put is made by the engine")


@two_bodied(compiled=_compiled_put)
def put(t: tuple[int, ...], i: int, x: int) -> tuple[int, ...]:
    """The tuple with element ``i`` (0 <= i < len(t)) replaced by ``x``."""
    return (*t[:i], x, *t[i + 1 :])
