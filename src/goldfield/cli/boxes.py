"""Boxes side by side and the signs around them: what drawings in ``face/terminal.py`` are made of.

Without colour nothing is lost: what cannot be used has a broken rim, whoever is to act an arrow.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rich.text import Text

from goldfield.words import Message


class Rim(NamedTuple):
    """The characters around a box; ``line`` is repeated above and below."""

    top_left: str
    top_right: str
    side: str
    bottom_left: str
    bottom_right: str
    line: str


class Signs(NamedTuple):
    """The characters of a drawing: in full, and where a terminal knows ASCII only."""

    arrow: str
    more: str
    solid: Rim
    broken: Rim


UNICODE = Signs("▶", "…", Rim("╭", "╮", "│", "╰", "╯", "─"), Rim("┌", "┐", "╎", "└", "┘", "╌ "))
ASCII = Signs(">", "~", Rim(".", ".", "|", "'", "'", "-"), Rim(".", ".", ":", "'", "'", " -"))
INDENT = 2
"""So far from the left edge stands what is not a seat."""
LONGEST_NAME = 20


class Drawing:
    """A table as something rich prints; ``draw`` of a game's ``face/terminal.py`` makes one.

    Args:
        data: What ``present.table`` returned.
        names: How each seat is called.
        words: Renders a message as markup for rich.
    """

    def __init__(
        self, data: dict[str, Any], names: Sequence[str], words: Callable[[Message], str]
    ) -> None:
        self._data = data
        self._names = names
        self._words = words

    def _text(self, message: Message, style: str = "") -> Text:
        return Text.from_markup(self._words(message), style=style)


def signs_for(ascii_only: bool) -> Signs:
    """The characters that a terminal knows."""
    return ASCII if ascii_only else UNICODE


def column(names: Sequence[str], signs: Signs, most: int = LONGEST_NAME) -> list[str]:
    """Names as wide as the longest, the longest of all shortened."""
    width = min(most, max(map(len, names)))
    shown = (name if len(name) <= width else name[: width - 1] + signs.more for name in names)
    return [name.ljust(width) for name in shown]


def plain_numbers(text: str) -> str:
    """Fractions in ASCII: ``7½`` is ``7 1/2``."""

    def spelt(found: re.Match[str]) -> str:
        part = Fraction(unicodedata.numeric(found[2])).limit_denominator(100)
        return f"{found[1]}{' ' * bool(found[1])}{part}"

    text = re.sub("([0-9]?)([¼-¾⅐-⅞])", spelt, text)
    return text.replace("\N{FRACTION SLASH}", "/").replace("\N{MINUS SIGN}", "-")


class Block:
    """Boxes side by side: a caption, three lines of boxes and a line of labels."""

    def __init__(self, caption: str) -> None:
        """``caption``: markup for rich."""
        self._caption = Text.from_markup(caption, style="dim")
        self._rows = [Text() for _ in range(4)]

    @property
    def width(self) -> int:
        """How many columns the boxes take so far."""
        return len(self._rows[0])

    def box(self, signs: Signs, content: str, style: str, *, can: bool) -> None:
        """Add a box; what cannot be used has a broken rim and no colour."""
        rim, tone = (signs.solid, "") if can else (signs.broken, "dim")
        inside = len(content) + 2
        line = (rim.line * inside)[:inside]
        self._rows[0].append(rim.top_left + line + rim.top_right, tone)
        self._rows[1].append(rim.side + " ", tone).append(content, style if can else "dim")
        self._rows[1].append(" " + rim.side, tone)
        self._rows[2].append(rim.bottom_left + line + rim.bottom_right, tone)

    def label(self, start: int, text: str, style: str) -> None:
        """Write under the boxes from a column on."""
        middle = start + max(0, (self.width - start - len(text)) // 2)
        row = self._rows[3]
        row.append(" " * max(0, middle - len(row))).append(text, style)

    def gap(self) -> None:
        """Leave room before the next group."""
        for row in self._rows[:3]:
            row.append(" ")

    def lines(self) -> list[Text]:
        """Caption, boxes and labels, all as wide as the widest."""
        lines = [self._caption.copy(), *(row.copy() for row in self._rows)]
        width = max(len(line) for line in lines)
        for line in lines:
            line.pad_right(width - len(line))
        return lines


def side_by_side(blocks: Sequence[Block], width: int) -> Iterator[Text]:
    """The lines of blocks, as many in a row as fit into ``width``; empty blocks take no room."""
    row: list[list[Text]] = []
    taken = INDENT
    for lines in (block.lines() for block in blocks):
        if not lines[0].plain:
            continue
        room = len(lines[0]) + 3 * bool(row)
        if row and taken + room > width:
            yield from _joined(row)
            row, taken, room = [], INDENT, len(lines[0])
        row.append(lines)
        taken += room
    yield from _joined(row)


def _joined(row: Sequence[Sequence[Text]]) -> Iterator[Text]:
    for parts in zip(*row, strict=True):
        line = Text(" " * INDENT, no_wrap=True, overflow="crop")
        line.append_text(Text("   ").join(parts))
        line.rstrip()
        if line.plain:
            yield line
