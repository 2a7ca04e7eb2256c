"""Nuggets in a terminal: hands, the land with its fences, the areas, and what to type.

Drawn from the data of ``present.table`` alone. Fences and the rim are solid, lines on which a
blocker may be placed are dotted; where a line is not drawn, none may. Every seat's chips have a
sign of their own, and show a value only where the data has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any, NamedTuple

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from goldfield.cli.boxes import (
    INDENT,
    LONGEST_NAME,
    Drawing,
    Signs,
    column,
    plain_numbers,
    signs_for,
)
from goldfield.games.nuggets.board import COLUMNS, ROWS
from goldfield.games.nuggets.rules import SIXTHS
from goldfield.games.nuggets.sentences import CHOICES
from goldfield.words import Message, Pieces, SeatName, number_text, say, say_n


class Land(NamedTuple):
    """The signs of the land: what stands where fences meet, by whether they come from four sides.

    ``corners`` is indexed by bits: from above 1, from the right 2, from below 4, from the left 8.
    """

    corners: str
    beside: str
    above: str
    may_beside: str
    may_above: str
    rim: str
    chips: str


UNICODE = Land(" ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋", "┃", "━━━", "┊", "╌╌╌", "", "●■▲◆")
ASCII = Land(" " + 15 * "#", "#", "###", ":", " - ", "|-+", "o%^*")
"""Where a terminal knows ASCII only, the rim is drawn with signs of its own."""
SEAT_STYLES = ("cyan", "magenta", "green", "blue")
FENCE, MINE = "bold", "bold yellow"
WIDTH = 4 * COLUMNS + 4
"""Columns that the land takes."""
GAP = 2
LETTERS = "ABCDEFGHIJ"


class Table(Drawing):
    """The table as something rich prints, drawn when it is printed."""

    def __init__(
        self, data: dict[str, Any], names: Sequence[str], words: Callable[[Message], str]
    ) -> None:
        super().__init__(data, names, words)
        self._signs = UNICODE
        self._lines = {tuple(line["ends"]): line for line in data["lines"]}
        self._letters = dict(self._places())

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines: who holds what, the land and its areas, and what is asked."""
        signs = signs_for(options.ascii_only)
        self._signs = ASCII if options.ascii_only else UNICODE
        yield from self._hands(signs, options.max_width)
        yield Text()
        yield from beside(list(self._land()), list(self._areas()), options.max_width)
        yield Text()
        yield from self._asked()

    @property
    def _is_over(self) -> bool:
        return self._data["phase"] == "over"

    def _points(self, sixths: int) -> str:
        text = number_text(Fraction(sixths, SIXTHS))
        return plain_numbers(text) if self._signs is ASCII else text

    def _sign(self, seats: Sequence[int]) -> Text:
        """The signs of a seat's chips, or of those of two partners."""
        text = Text()
        for seat in seats:
            text.append(self._signs.chips[seat], SEAT_STYLES[seat])
        return text

    # ---- hands

    def _hands(self, signs: Signs, width: int) -> Iterator[Text]:
        """A line for each seat: points at the end, before that how many chips, and which."""
        data = self._data
        names = column(self._names, signs, min(LONGEST_NAME, width // 4))
        head = self._words(say("points") if self._is_over else say("chips"))
        yield Text(f"{' ' * (INDENT + 2)}{' ' * len(names[0])}  {head}", "dim")
        wide = max(2, len(head))
        for hand, name in zip(data["hands"], names, strict=True):
            seat = hand["seat"]
            acting = seat == data["to_act"]
            line = Text(f"{signs.arrow if acting else ' '} ", no_wrap=True, overflow="crop")
            line.append_text(self._sign([seat])).append(" ")
            line.append(name, "bold" if acting else "").append("  ")
            if self._is_over:
                side = next(n for n, seats in enumerate(data["sides"]) if seat in seats)
                line.append(f"{self._points(data['totals'][side]):>{wide}}", "bold")
            else:
                line.append(f"{hand['left']:{wide}}", "bold").append_text(self._held(hand))
            yield line
        if any(len(side) > 1 for side in data["sides"]):
            yield Text(" " * INDENT).append_text(self._text(self._partners(), "dim"))

    def _held(self, hand: Mapping[str, Any]) -> Text:
        """Which chips these are, where the reader knows; whether that seat has passed."""
        text = Text()
        for chip in hand["chips"]:
            if chip["n"]:
                text.append("  ").append(str(chip["value"]), "bold").append(f" x{chip['n']}", "dim")
        if hand["out"]:
            text.append("  ").append_text(self._text(say("out"), "dim"))
        return text

    def _partners(self) -> Message:
        (a, b), (c, d) = (map(SeatName, side) for side in self._data["sides"])
        return say("Partners: {a} and {b} against {c} and {d}.", a=a, b=b, c=c, d=d)

    # ---- the land

    def _land(self) -> Iterator[Text]:
        """Thirteen lines: the letters of the columns, and rows with the lines between them."""
        letters = Text("   " + "".join(f"  {letter} " for letter in "abcdefgh").rstrip(), "dim")
        yield letters
        for row in range(ROWS, -1, -1):
            yield self._above(row)
            if row:
                yield self._row(row - 1)
        yield letters

    def _row(self, row: int) -> Text:
        """The spaces of a row, and what stands between them."""
        text = Text(f" {row + 1} ", "dim", no_wrap=True, overflow="crop")
        for x in range(COLUMNS):
            text.append_text(self._upright(x, row))
            text.append_text(self._space(row * COLUMNS + x))
        return text.append_text(self._upright(COLUMNS, row))

    def _above(self, y: int) -> Text:
        """What stands above so many rows."""
        text = Text("   ", no_wrap=True, overflow="crop")
        for x in range(COLUMNS):
            text.append(self._corner(x, y), FENCE).append_text(self._level(x, y))
        return text.append(self._corner(COLUMNS, y), FENCE)

    def _upright(self, x: int, row: int) -> Text:
        """What stands to the left of a column's space."""
        signs = self._signs
        if x in (0, COLUMNS):
            return Text(signs.rim[:1] or signs.beside, FENCE)
        space = row * COLUMNS + x
        return self._drawn(self._lines[space - 1, space], signs.beside, signs.may_beside)

    def _level(self, x: int, y: int) -> Text:
        """What stands above so many rows of a column."""
        signs = self._signs
        if y in (0, ROWS):
            return Text(3 * signs.rim[1:2] or signs.above, FENCE)
        space = y * COLUMNS + x
        return self._drawn(self._lines[space - COLUMNS, space], signs.above, signs.may_above)

    def _places(self) -> Iterator[tuple[int | tuple[int, ...], str]]:
        """Where the letter of each area stands: on a free space, else between two of its own."""
        areas: Sequence[Mapping[str, Any]] = self._data["areas"]
        for letter, area in zip(LETTERS, areas if len(areas) > 1 else (), strict=False):
            sign = self._data["spaces"][area["sign"]]
            if not sign["mine"] and not sign["chip"]:
                yield area["sign"], letter
                continue
            inside = [
                line
                for line in self._data["lines"]
                if not line["fence"] and set(line["ends"]) <= set(area["spaces"])
            ]
            yield (
                tuple(min(inside, key=lambda line: (line["can"], "|" in line["text"]))["ends"]),
                letter,
            )

    def _drawn(self, line: Mapping[str, Any], fence: str, may: str) -> Text:
        if line["fence"]:
            return Text(fence, FENCE)
        if letter := self._letters.get(tuple(line["ends"])):
            return Text(letter.center(len(may)), "italic")
        return Text(may if line["can"] else " " * len(may), "dim")

    def _corner(self, x: int, y: int) -> str:
        """The sign where up to four fences, or the rim, meet."""
        signs = self._signs
        if signs.rim and (x in (0, COLUMNS) or y in (0, ROWS)):
            return signs.rim[2]
        above = y < ROWS and self._upright(x, y).style == FENCE
        below = y > 0 and self._upright(x, y - 1).style == FENCE
        right = x < COLUMNS and self._level(x, y).style == FENCE
        left = x > 0 and self._level(x - 1, y).style == FENCE
        return signs.corners[above + 2 * right + 4 * below + 8 * left]

    def _space(self, number: int) -> Text:
        """Three columns: a mine, a chip, the letter of an area, or nothing."""
        space = self._data["spaces"][number]
        if space["mine"]:
            return Text(f"[{space['mine']}]", MINE)
        chip: dict[str, int] | None = space["chip"]
        if chip:
            seat, value = chip["seat"], chip["value"]
            sign, style = self._signs.chips[seat], SEAT_STYLES[seat]
            return Text(f"{sign}{value} ", f"bold {style}") if value else Text(f" {sign} ", style)
        return Text(self._letters.get(number, "").center(3), "italic")

    # ---- areas

    def _areas(self) -> Iterator[Text]:
        """How many blockers are left, and every area: how large, its mines, whose chips."""
        areas: Sequence[Mapping[str, Any]] = self._data["areas"]
        if not self._is_over:
            left = say_n("{n} blocker left", "{n} blockers left", self._data["stock"])
            yield self._text(left, "bold" if self._data["stock"] else "dim")
            if len(areas) == 1:
                return
            yield Text()
        rows = [self._area(n, area) for n, area in enumerate(areas)]
        heads = [say("area"), say("spaces"), say("mines"), say("chips")]
        if self._is_over:
            heads.append(say("points"))
        table = [[Text(self._words(head), "dim") for head in heads], *rows]
        wide = [max(map(len, cells)) for cells in zip(*table, strict=True)]
        for row in table:
            line = Text()
            for n, (cell, width) in enumerate(zip(row, wide, strict=True)):
                pad = " " * (width - len(cell))
                line.append_text(Text(pad) + cell if n == 1 else cell + Text(pad)).append("  ")
            line.rstrip()
            yield line

    def _area(self, number: int, area: Mapping[str, Any]) -> list[Text]:
        """The letter of an area, as it stands on the land, and what everybody may know."""
        cells = [
            Text(LETTERS[number]),
            Text(str(len(area["spaces"]))),
            Text(" ".join(map(str, area["markers"])), MINE),
        ]
        if not self._is_over:
            chips = [self._sign([seat]).append(str(n)) for seat, n in enumerate(area["chips"]) if n]
            return [*cells, Text(" ").join(chips)]
        award = next(found for found in self._data["final"] if found["spaces"] == area["spaces"])
        sides: list[list[int]] = self._data["sides"]
        sums = [self._sign(sides[n]).append(str(has)) for n, has in enumerate(award["sums"]) if has]
        share = self._points(award["share"])
        won: list[int] = award["takers"]
        takers = [self._sign(sides[side]).append(share) for side in won]
        return [*cells, Text(" ").join(sums), Text(" ").join(takers)]

    # ---- what is asked

    def _asked(self) -> Iterator[Text]:
        data = self._data
        yield self._text(data["title"], "bold")
        if not data["mine"] or data["hint"] not in CHOICES:
            yield self._text(data["hint"], "dim")
        if data["mine"]:
            *some, last = self._examples()
            told = say("{some} or {last}", some=tuple(some), last=last) if some else last
            told = say("Type {examples}. ? lists all moves with what they bring.", examples=told)
            yield self._text(told, "dim")

    def _examples(self) -> Iterator[Message]:
        """What is possible, with an example of each; both blockers of a turn in one line."""
        data = self._data
        blockers = self._blockers()
        if len(blockers) == 2:
            yield say("two blockers ({example})", example=_typed("; ".join(blockers)))
        elif blockers:
            yield say("a blocker ({example})", example=_typed(blockers[0]))
        chips = [chip["value"] for chip in data["hands"][data["seat"]]["chips"] if chip["n"]]
        space = next((space["name"] for space in data["spaces"] if space["can"]), None)
        if chips and space:
            yield say("a chip ({example})", example=_typed(f"{chips[-1]}@{space}"))
        if data["phase"] == "turn":
            yield say("{example}", example=_typed("pass"))

    def _blockers(self) -> list[str]:
        """A line and, where a second blocker can follow, another one: of the other direction."""
        lines = [line for line in self._data["lines"] if line["can"]]
        lines.sort(key=lambda line: not line["after"])
        if not lines:
            return []
        first, *others = lines
        upright = "|" in first["text"]
        others.sort(key=lambda line: ("|" in line["text"]) == upright)
        bad = {frozenset(pair["lines"]) for pair in self._data["pairs"] if pair["why"]}
        if self._data["phase"] == "turn" and not first["alone"]:
            for second in others:
                if frozenset((first["id"], second["id"])) not in bad:
                    return [first["text"], second["text"]]
        return [first["text"]]


def _typed(text: str) -> Pieces:
    return Pieces("move", text)


def beside(left: Sequence[Text], right: Sequence[Text], width: int) -> Iterator[Text]:
    """Lines side by side, or one after the other where they are too wide for that."""
    if WIDTH + GAP + max(map(len, right), default=0) > width:
        yield from left
        yield Text()
        yield from (Text(" " * INDENT) + line for line in right)
        return
    for one, other in zip_longest(left, right, fillvalue=Text()):
        line = Text(no_wrap=True, overflow="crop").append_text(one)
        line.append(" " * (WIDTH + GAP - len(one))).append_text(other)
        line.rstrip()
        yield line


draw = Table
