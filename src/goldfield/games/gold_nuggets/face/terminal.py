"""Gold Nuggets in a terminal: piles one can count, dice in boxes, what lies aside and its worth.

Drawn from the data of ``present.table`` alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from goldfield.cli.boxes import Block, Drawing, Signs, column, side_by_side, signs_for
from goldfield.games.gold_nuggets.sentences import CHOOSE
from goldfield.words import Message, say, say_n

HEAPS = {False: ("▲", "●"), True: ("A", "o")}
"""The signs for ten nuggets and for one; the second pair where a terminal knows ASCII only."""
GOLD = "yellow"
ROPE = 3
"""So many lassos rob (GN7)."""
FACE_STYLES = {"G": "bold yellow", "L": "bold reverse"}


class Table(Drawing):
    """The table as something rich prints, drawn when it is printed."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines: supply and piles, dice, and what they ask."""
        signs = signs_for(options.ascii_only)
        yield from self._stocks(signs, HEAPS[options.ascii_only])
        if self._data["dice"] or self._data["aside"]:
            yield Text()
            yield from side_by_side(self._dice(signs), options.max_width)
        yield Text()
        yield self._text(self._data["title"], "bold")
        yield self._text(self._hint(), "dim")

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

    def _stocks(self, signs: Signs, heaps: tuple[str, str]) -> Iterator[Text]:
        """The supply and every seat's pile: one sign for ten nuggets, one for each more."""
        supply = self._words(say("supply"))
        stocks = [(supply, self._data["supply"], -1)]
        stocks += [(name, pile, i) for i, (name, pile) in enumerate(self._piles())]
        shown = column([name for name, _, _ in stocks], signs)
        for name, (_, stock, seat) in zip(shown, stocks, strict=True):
            acting = seat >= 0 and seat == self._data["to_act"]
            line = Text(f"{signs.arrow if acting else ' '} ", no_wrap=True, overflow="crop")
            line.append(name, "bold" if acting else "dim" if seat < 0 else "")
            line.append(f"  {stock:2}  ")
            tens, ones = heaps[0] * (stock // 10), heaps[1] * (stock % 10)
            line.append(f"{tens} {ones}".strip(), GOLD)
            yield line

    def _piles(self) -> list[tuple[str, int]]:
        return list(zip(self._names, self._data["piles"], strict=True))

    def _dice(self, signs: Signs) -> list[Block]:
        """The rolled dice, or those in hand, left; what lies aside, with its worth, right."""
        rolled = [(d["face"], d["can"]) for d in self._data["dice"]]
        hand = self._data["in_hand"]
        caption = say("rolled")
        if not rolled:
            rolled = [(" ", False)] * hand
            caption = say_n("{n} die in hand", "{n} dice in hand", hand)
        left = Block(self._words(caption) if rolled else "")
        for face, can in rolled:
            left.box(signs, face, FACE_STYLES.get(face, "bold"), can=can)
        right = Block("")
        if self._data["aside"]:
            worth = self._data["worth"]
            right = Block(
                self._words(
                    say_n("set aside, worth {n} nugget", "set aside, worth {n} nuggets", worth)
                )
            )
        for group in self._data["aside"]:
            start = right.width
            for face in group["faces"]:
                right.box(signs, face, FACE_STYLES.get(face, "bold"), can=True)
            if group["kind"] == "lasso":
                n = len(group["faces"])
                right.label(start, self._words(say("robs")) if n >= ROPE else f"{n}/{ROPE}", "bold")
            else:
                right.label(start, f"={group['worth']}", GOLD)
            right.gap()
        return [left, right]


draw = Table
