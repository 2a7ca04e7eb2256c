"""Pig, and beside its options a pile of letters that changes nothing in the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from goldfield.games.options import BadOption, Structure, option
from goldfield.words import Message, say
from tests.games.pig import rules as pig
from tests.games.pig.rules import (
    PRESETS,
    RULES_VERSION,
    SCORE,
    SUMMARY,
    TITLE,
    guess,
    info,
    mask,
    moves,
    outcomes,
    play,
    roll,
    scores,
    setup_of,
    shares,
    start,
    to_act,
    view,
)

__all__ = [
    "PRESETS", "RULES_VERSION", "SCORE", "SUMMARY", "TITLE", "Rules", "guess", "info", "mask",
    "moves", "outcomes", "play", "roll", "scores", "setup_of", "shares", "start", "to_act", "view",
]  # fmt: skip


def read_pile(value: Any) -> str:
    """Up to eight letters, in any order and with blanks between."""
    letters = "".join(value.lower().split()) if isinstance(value, str) else ""
    if not (letters.isascii() and letters.isalpha() and len(letters) <= 8):
        raise BadOption("pile", say("A pile is up to eight letters."))
    return "".join(sorted(letters))


@dataclass(frozen=True)
class Rules(pig.Rules):
    """Those of Pig, and the pile."""

    pile: str = option(
        "abc",
        label=say("Pile"),
        help=say("What lies there."),
        structure=Structure(
            read=read_pile,
            grammar=say("One to eight letters."),
            own=say("Own pile"),
            split=lambda text: {"all": text},
            join=lambda parts: parts.get("all", ""),
        ),
    )

    def warnings(self) -> tuple[Message, ...]:
        return (say("A pile of eight topples."),) if len(self.pile) == 8 else ()
