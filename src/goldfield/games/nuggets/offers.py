"""What the page offers to a seat that chooses: every line by itself, and two of them together.

A script on the page puts together what is listed here; it knows no rule. What two lines make is
what each of them makes, but for the pairs that are listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldfield.games.nuggets.areas import board_of, sign_place, taken_spaces
from goldfield.games.nuggets.awarded import listed
from goldfield.games.nuggets.board import FEWEST, line_text, space_text
from goldfield.games.nuggets.happened import area_words
from goldfield.games.nuggets.rules import Rules
from goldfield.games.nuggets.sentences import effect
from goldfield.games.nuggets.state import Setup, State
from goldfield.words import Message, say, say_n


def offered(
    rules: Rules,
    setup: Setup,
    s: State,
    lines: Sequence[Mapping[str, Any]],
    pairs: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """``lines`` and ``pairs`` by their texts: ``why`` not, or what they make.

    ``says`` is that in words (of a line: what it does), ``areas`` the same to be drawn: the spaces
    (``in``), how many they are (``n``), what their mines are worth (``ore``), where a sign stands
    (``at``) and whether the area is too small (``bad``). What would be empty is left out.
    """
    return {
        "lines": {
            line["text"]: _line(rules, setup, s, line) for line in lines if not line["fence"]
        },
        "pairs": {
            " ".join(line_text(line) for line in pair["lines"]): _pair(s, pair) for pair in pairs
        },
    }


def _line(rules: Rules, setup: Setup, s: State, line: Mapping[str, Any]) -> dict[str, Any]:
    says = effect(rules, setup, s, line["id"]) if line["can"] else None
    return _entry(line["why"], says, line["after"], s, alone=line["alone"])


def _pair(s: State, pair: Mapping[str, Any]) -> dict[str, Any]:
    """What two lines make together, as a sentence."""
    if pair["why"]:
        return _entry(pair["why"], None, pair["after"], s)
    made = tuple(area_words(s.mines, board_of(area["spaces"])) for area in pair["after"])
    says = (
        say("Together they make two areas: {a} and {b}.", a=made[0], b=made[1])
        if len(made) == 2
        else say("Together they make {n} areas: {areas}.", n=len(made), areas=listed(made))
    )
    return _entry(None, says, pair["after"], s)


def _entry(
    why: Message | None,
    says: Message | None,
    areas: Sequence[Mapping[str, Any]],
    s: State,
    *,
    alone: bool = False,
) -> dict[str, Any]:
    entry = {"why": why, "says": says, "areas": [_area(s, area) for area in areas], "alone": alone}
    return {name: value for name, value in entry.items() if value}


def _area(s: State, area: Mapping[str, Any]) -> dict[str, Any]:
    spaces = area["spaces"]
    shown: dict[str, Any] = {
        "in": "".join(space_text(space) for space in spaces),
        "n": say_n("{n} space", "{n} spaces", len(spaces)),
        "ore": " ".join(str(value) for value in area["markers"]),
        "at": space_text(sign_place(board_of(spaces), taken_spaces(s))),
    }
    if len(spaces) < FEWEST:
        shown["bad"] = 1
    return shown
