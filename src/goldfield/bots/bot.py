"""What a bot is: a name, a character, and a ``@rule`` that chooses a move from a view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from goldfield.words import Message, say


def nothing(rules: Any) -> None:
    """What a bot lacks that can play under all rules."""


@dataclass(frozen=True)
class Bot:
    """An opponent of one game. A game's ``bots.py`` lists its own as ``BOTS: dict[str, Bot]``.

    ``prepare(rules)`` is plain Python and builds what the bot looks up: a NamedTuple of ints,
    lists or ``array.array`` (converted for compiled use as a setup is), of one type for all rules
    with the same number of seats. ``choose`` is a ``@rule``; it sees a view, never the state,
    and draws from ``rng`` alone. It must not write into its table: games share it.
    """

    name: str
    character: Message
    """One sentence for the table form."""
    choose: Callable[[Any, Any, Any, int, Any], tuple[int, Any]]
    """``choose(setup, table, view, seat, rng) -> (move, rng)``."""
    prepare: Callable[[Any], tuple[Any, ...]]
    """``prepare(rules) -> table``."""
    called: Message | None = None
    """What it is called at a table; without it, its name with a capital letter."""
    level: int = 0
    """Where it stands on a ladder from easy (1) to hard, ``NAME-1``, ``NAME-2``, …; 0: on none."""
    on_request: bool = False
    """Whether it sits only where somebody names it: no page and no simulation proposes it."""
    stand_in: str = ""
    """Who of the same game plays at a table for a bot that takes long to prepare, or lacks
    something; empty for one that is waited for."""
    lacks: Callable[[Any], Message | None] = nothing
    """``lacks(rules)``: a sentence that says what is missing here to play under these rules, or
    None. Asked often, so it must be quick; what it misses may turn up at any time."""

    @property
    def title(self) -> Message:
        """What it is called at a table."""
        return self.called or say("{name}", name=self.name.capitalize())
