"""Gold Nuggets in a terminal: piles one can count, dice in boxes, what lies aside and its worth.

Drawn from the data of ``present.table`` alone. Without colour nothing is lost: a die that cannot be
set aside has a broken rim, and whoever is to act has an arrow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from goldfield.games.gold_nuggets.sentences import CHOOSE
from goldfield.words import Message, say, say_n


class _Signs(NamedTuple):
    """The characters of a drawing: in full, and where a terminal knows ASCII only."""

    ten: str
    one: str
    arrow: str
    more: str
    solid: tuple[str, str, str]
    broken: tuple[str, str, str]


UNICODE = _Signs("▲", "●", "▶", "…", ("╭───╮", "│ {} │", "╰───╯"), ("┌╌ ╌┐", "╎ {} ╎", "└╌ ╌┘"))
ASCII = _Signs("A", "o", ">", "~", (".---.", "| {} |", "'---'"), (". - .", ": {} :", "' - '"))
GOLD = "yellow"
ROPE = 3
"""So many lassos rob (GN7)."""
FACE_STYLES = {"G": "bold yellow", "L": "bold reverse"}


def draw(data: dict[str, Any], names: Sequence[str], words: Callable[[Message], str]) -> Table:
    """The table as something rich prints.

    Args:
        data: What ``present.table`` returned.
        names: How each seat is called.
        words: Renders a message as markup for rich.
    """
    return Table(data, names, words)


class Table:
    """A drawing of the table, made when it is printed."""

    def __init__(
        self, data: dict[str, Any], names: Sequence[str], words: Callable[[Message], str]
    ) -> None:
        self._data = data
        self._names = names
        self._words = words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines: supply and piles, dice, and what they ask."""
        signs = ASCII if options.ascii_only else UNICODE
        yield from self._stocks(signs)
        if self._data["dice"] or self._data["aside"]:
            yield Text()
            yield from self._dice(signs)
        yield Text()
        yield Text.from_markup(f"[bold]{self._words(self._data['title'])}[/bold]")
        yield Text.from_markup(f"[dim]{self._words(self._hint())}[/dim]")

    def _hint(self) -> Message:
        """The line under the headline; how dice are set aside is typed here, not chosen."""
        data = self._data
        if data["hint"] != CHOOSE:
            return data["hint"]
        texts = [r["text"] for chosen in data["sets"].values() for r in chosen.get("readings", ())]
        return say(
            "Type keep and the dice, as in {example}. ? lists all that may be kept.",
            example=max(texts, key=len),
        )

    def _stocks(self, signs: _Signs) -> Iterator[Text]:
        """The supply and every seat's pile: one sign for ten nuggets, one for each more."""
        supply = self._words(say("supply"))
        stocks = [(supply, self._data["supply"], -1)]
        stocks += [(name, pile, i) for i, (name, pile) in enumerate(self._piles())]
        width = min(20, max(len(name) for name, _, _ in stocks))
        for name, stock, seat in stocks:
            acting = seat >= 0 and seat == self._data["to_act"]
            line = Text(f"{signs.arrow if acting else ' '} ", no_wrap=True, overflow="crop")
            shown = name if len(name) <= width else name[: width - 1] + signs.more
            line.append(shown.ljust(width), "bold" if acting else "dim" if seat < 0 else "")
            line.append(f"  {stock:2}  ")
            heaps = [signs.ten * (stock // 10), signs.one * (stock % 10)]
            line.append(" ".join(heap for heap in heaps if heap), GOLD)
            yield line

    def _piles(self) -> list[tuple[str, int]]:
        return list(zip(self._names, self._data["piles"], strict=True))

    def _dice(self, signs: _Signs) -> Iterator[Text]:
        """The rolled dice, or those in hand, left; what lies aside, with its worth, right."""
        rolled = [(d["face"], d["can"]) for d in self._data["dice"]]
        hand = self._data["in_hand"]
        caption = say("rolled")
        if not rolled:
            rolled = [(" ", False)] * hand
            caption = say_n("{n} die in hand", "{n} dice in hand", hand)
        left = _Block(self._words(caption) if rolled else "")
        for face, can in rolled:
            left.die(signs, face, can)
        right = _Block("")
        if self._data["aside"]:
            worth = self._data["worth"]
            right = _Block(
                self._words(
                    say_n("set aside, worth {n} nugget", "set aside, worth {n} nuggets", worth)
                )
            )
        for group in self._data["aside"]:
            start = right.width
            for face in group["faces"]:
                right.die(signs, face, True)
            if group["kind"] == "lasso":
                n = len(group["faces"])
                right.label(start, self._words(say("robs")) if n >= ROPE else f"{n}/{ROPE}", "bold")
            else:
                right.label(start, f"={group['worth']}", GOLD)
            right.gap()
        for a, b in zip(left.lines(), right.lines(), strict=True):
            line = Text("  ", no_wrap=True, overflow="crop").append_text(a)
            if b.plain.strip():
                line.append("   " if a.plain else "").append_text(b)
            line.rstrip()
            if line.plain:
                yield line


class _Block:
    """Dice side by side: a caption, three lines of boxes and a line of labels."""

    def __init__(self, caption: str) -> None:
        self._caption = Text.from_markup(caption, style="dim")
        self._rows = [Text() for _ in range(4)]

    @property
    def width(self) -> int:
        """How many columns the boxes take so far."""
        return len(self._rows[0])

    def die(self, signs: _Signs, face: str, can: bool) -> None:
        """Add a die; one that cannot be set aside has a broken rim."""
        box = signs.solid if can else signs.broken
        rim = "" if can else "dim"
        before, after = box[1].split("{}")
        style = FACE_STYLES.get(face, "bold") if can else "dim"
        self._rows[0].append(box[0], rim)
        self._rows[1].append(before, rim).append(face, style).append(after, rim)
        self._rows[2].append(box[2], rim)

    def label(self, start: int, text: str, style: str) -> None:
        """Write under the dice from a column on."""
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
