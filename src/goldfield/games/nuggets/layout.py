"""Where the mines lie, as data: the standard layout, and the text of one's own.

A layout is eight markers on eight spaces, ``8@d3 7@e3 6@b2 …``; ``standard`` and ``random`` are
words for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from goldfield.games.nuggets.board import space_named, space_text
from goldfield.games.options import BadOption, Structure
from goldfield.words import Message, say

VALUES = (4, 4, 5, 5, 6, 6, 7, 8)
"""The markers there are, in the order in which a random layout draws their spaces (NU1)."""
STANDARD, RANDOM = "standard", "random"
_SPACES = {STANDARD: "4@e1 4@d5 5@g2 5@b4 6@b2 6@g4 7@e3 8@d3"}
_ITEM = re.compile(r"(\d{1,3})@([a-z]\d{1,3})", re.ASCII)


def mines_of(text: str) -> tuple[int, ...]:
    """The space of each marker in the order of ``VALUES``; empty for a random layout.

    Markers of one value are in the order of their spaces, so that equal layouts are equal.

    Raises:
        BadOption: when the text is no layout; says what is wrong and what is allowed.
    """
    text = text.strip().lower()
    if text == RANDOM:
        return ()
    if not text.strip(" ,;\t\r\n"):
        raise _bad(
            say(
                "No marker is laid: a layout is {standard}, {random}, or eight markers as in "
                "{example}.",
                standard=STANDARD,
                random=RANDOM,
                example=_SPACES[STANDARD],
            )
        )
    placed: list[tuple[int, int]] = []
    for item in re.split(r"[\s,;]+", _SPACES.get(text, text)):
        match = _ITEM.fullmatch(item)
        space = space_named(match[2]) if match else None
        if match is None or space is None:
            raise _bad(
                say(
                    "{item} is no marker on a space; a layout has its markers on a1 to h5, as in "
                    "{example}.",
                    item=item[:20] or "–",
                    example="8@d3",
                )
            )
        if any(other == space for _, other in placed):
            raise _bad(say("Two markers lie on {space}.", space=space_text(space)))
        placed.append((int(match[1]), space))
    if sorted(value for value, _ in placed) != list(VALUES):
        raise _bad(
            say(
                "A layout has the eight markers {values}, each once.",
                values=tuple(str(value) for value in VALUES),
            )
        )
    return tuple(space for _, space in sorted(placed))


def layout_text(mines: tuple[int, ...]) -> str:
    """The canonical text of a layout."""
    if not mines:
        return RANDOM
    text = " ".join(
        f"{value}@{space_text(space)}" for value, space in zip(VALUES, mines, strict=True)
    )
    return STANDARD if text == _SPACES[STANDARD] else text


def read_layout(value: object) -> str:
    """The canonical text of a layout. Raises BadOption for what is none."""
    if not isinstance(value, str) or len(value) > 200:
        raise _bad(
            say(
                "A layout is {standard}, {random}, or eight markers as in {example}.",
                standard=STANDARD,
                random=RANDOM,
                example=_SPACES[STANDARD],
            )
        )
    return layout_text(mines_of(value))


def layout_words(text: str) -> Message:
    """A canonical layout as people read it."""
    if text == STANDARD:
        return say("as usual")
    if text == RANDOM:
        return say("drawn at random")
    return say("{layout}", layout=text)


PARTS = tuple(f"{value}{'ab'[VALUES[:i].count(value)]}" for i, value in enumerate(VALUES))
"""The fields of a form by marker: ``4a`` and ``4b`` are the two of value 4, ``7a`` the 7."""
KIND = "kind"
OWN = "own"


def split_layout(text: str) -> dict[str, str]:
    """A canonical layout as the parts of a form; a random one shows the usual spaces."""
    kind = text if text in (STANDARD, RANDOM) else OWN
    mines = mines_of(text) or mines_of(STANDARD)
    spaces = {part: space_text(space) for part, space in zip(PARTS, mines, strict=True)}
    return {KIND: kind, **spaces}


def join_layout(parts: Mapping[str, str]) -> str:
    """The text that the parts of a form mean."""
    kind = parts.get(KIND, OWN)
    if kind != OWN:
        return kind
    return " ".join(f"{part[0]}@{parts.get(part, '').strip() or '–'}" for part in PARTS)


def _bad(message: Message) -> BadOption:
    return BadOption("layout", message)


LAYOUT_OF_MINES = Structure(
    read=read_layout,
    grammar=say(
        "{standard}, {random}, or the eight markers 4, 4, 5, 5, 6, 6, 7, 8, each with its space, "
        "as in {example}.",
        standard=STANDARD,
        random=RANDOM,
        example=_SPACES[STANDARD],
    ),
    own=say("Own mines"),
    words=layout_words,
    split=split_layout,
    join=join_layout,
)
