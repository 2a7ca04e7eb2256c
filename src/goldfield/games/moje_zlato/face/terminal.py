"""Moje zlato! in a terminal: ships with what is safe and what is not, chests, dice, what to type.

Drawn from the data of ``present.table`` alone. What the dice in hand fill stands in a whole box or
in brackets; what they do not fill has a broken rim, or none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from goldfield.cli.boxes import (
    INDENT,
    LONGEST_NAME,
    Block,
    Drawing,
    Signs,
    column,
    side_by_side,
    signs_for,
)
from goldfield.games.moje_zlato.sentences import CHOICES
from goldfield.words import Message, Pieces, say, say_n

LOCKS = {False: "○", True: "o"}
"""A lock without a die on it; the second sign where a terminal knows ASCII only."""
MOST_LOCKS = 3
FACE_STYLES = {"C": "bold yellow", "D": "bold cyan", "K": "bold", "S": "bold reverse"}
SYMBOL_STYLES = {"c": "yellow", "d": "cyan"}


class Table(Drawing):
    """The table as something rich prints, drawn when it is printed."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines: ships, dice and chests, what chests may hide, and what is asked."""
        signs = signs_for(options.ascii_only)
        yield from self._ships(signs, options.max_width)
        if self._data["phase"] != "over":
            yield Text()
            blocks = [self._dice(signs), self._chests(signs, LOCKS[options.ascii_only])]
            yield from side_by_side(blocks, options.max_width)
            yield from self._hidden()
            yield from self._legend(LOCKS[options.ascii_only])
        yield Text()
        yield from self._asked()

    # ---- ships

    def _ships(self, signs: Signs, width: int) -> Iterator[Text]:
        """A line for each ship: points, what is safe under it, what lies open beside it."""
        ships = self._data["ships"]
        numbered = [f"{i} {name}" for i, name in enumerate(self._names, 1)]
        names = column(numbered, signs, min(LONGEST_NAME, width // 4))
        points = self._words(say("points"))
        under = self._words(say("under the ship"))
        heads = (points, under, self._words(say("open, beside it")))
        cargo = [self._cargo(ship) for ship in ships]
        wide = max(len(heads[1]), *map(len, cargo))
        narrow = INDENT + len(names[0]) + len(points) + wide + 2 * 3 + len(heads[2]) > width
        if narrow:
            heads, wide = ("", "", ""), max(map(len, cargo))
        else:
            line = Text(" " * (INDENT + len(names[0])), style="dim", no_wrap=True, overflow="crop")
            yield line.append(f"  {heads[0]}  {heads[1].ljust(wide)}  {heads[2]}")
        for name, ship, held in zip(names, ships, cargo, strict=True):
            acting = ship["seat"] == self._data["to_act"]
            line = Text(f"{signs.arrow if acting else ' '} ", no_wrap=True, overflow="crop")
            line.append(name, "bold" if acting else "")
            line.append(f"  {ship['points']:{max(2, len(heads[0]))}}  ", "bold")
            line.append(held.ljust(wide) + "  ")
            yield from _filled(line, self._beside(ship), width)

    def _cargo(self, ship: dict[str, Any]) -> str:
        """What lies under a ship."""
        held = [
            f"{ship[key]}{letter}" for key, letter in (("coins", "c"), ("gems", "d")) if ship[key]
        ]
        if ship["bones"]:
            bones = say_n("{n} fish bone", "{n} fish bones", ship["bones"])
            held.append(self._words(bones))
        return " ".join(held)

    def _beside(self, ship: dict[str, Any]) -> Iterator[Text]:
        """What lies beside a ship; brackets around what the dice in hand fill."""
        if ship["boarded"]:
            yield Text("S", FACE_STYLES["S"])
        for treasure in ship["treasures"]:
            can = self._can(treasure)
            text = Text("[" if can else " ", "bold")
            for at, letter in enumerate(treasure["key"]):
                laid = at > len(treasure["content"])
                text.append(letter, "bold" if laid else SYMBOL_STYLES.get(letter, ""))
            yield text.append("]" if can else " ", "bold")

    def _can(self, card: dict[str, Any]) -> bool:
        """Whether the dice in hand fill a card: before the second roll, if they stood."""
        return card["can"] if self._data["mine"] and self._data["phase"] == "act" else card["fits"]

    # ---- dice and chests

    def _dice(self, signs: Signs) -> Block:
        """The dice in hand, and how many are spent."""
        dice, spent = self._data["dice"], self._data["spent"]
        caption = say("dice")
        if spent:
            caption = say_n("dice; {n} is spent", "dice; {n} are spent", spent)
        block = Block(self._words(caption) if dice else "")
        for die in dice:
            block.box(signs, die["face"], FACE_STYLES[die["face"]], can=die["can"])
        return block

    def _chests(self, signs: Signs, lock: str) -> Block:
        """The chests of the middle by their places, and the pile's next."""
        pile = self._data["pile"]
        if not any(self._data["chests"]):
            return Block("")
        caption = say("chests; the pile is empty")
        if pile["buried"]:
            caption = say_n("chests; {n} in the pile", "chests; {n} in the pile", pile["buried"])
        block = Block(self._words(caption))
        for slot, chest in enumerate(self._data["chests"], 1):
            start = block.width
            if chest is None:
                block.box(signs, " " * MOST_LOCKS, "", can=False)
            else:
                shut = chest["filled"] + lock * (chest["locks"] - len(chest["filled"]))
                block.box(signs, _spread(shut), "bold", can=self._can(chest))
            block.label(start, str(slot), "bold" if chest else "dim")
            block.gap()
        if pile["top"]:
            start = block.width
            block.box(signs, _spread(lock * pile["top"]), "", can=False)
            block.label(start, self._words(say("next")), "dim")
        return block

    def _hidden(self) -> Iterator[Text]:
        """What the chests of the middle may hide, by their locks: what nobody has seen yet."""
        by_locks: dict[int, list[dict[str, Any]]] = {
            chest["locks"]: chest["hides"] for chest in self._data["chests"] if chest
        }
        for locks, hides in sorted(by_locks.items()):
            line = say_n(
                "{n} lock hides one of: {hidden}",
                "{n} locks hide one of: {hidden}",
                locks,
                hidden=tuple(map(_counted, hides)),
            )
            yield Text(" " * INDENT).append_text(self._text(line, "dim"))

    def _legend(self, lock: str) -> Iterator[Text]:
        """What the signs mean, for somebody to act who has nothing yet."""
        own = self._data["ships"][self._data["to_act"]]
        if not self._data["mine"] or own["points"] or own["bones"] or own["treasures"]:
            return
        signs = say(
            "C coin, D diamond, K key, S sabre (any of these); c, d treasures; {lock} a lock.",
            lock=lock,
        )
        fits = say("Your dice fit what has a whole box or [ ]; a broken rim says that they do not.")
        for line in (signs, fits):
            yield Text(" " * INDENT).append_text(self._text(line, "dim"))

    # ---- what is asked

    def _asked(self) -> Iterator[Text]:
        data = self._data
        if data["last"] > 0:
            left = say_n(
                "The last chest is open: this is the last turn.",
                "The last chest is open: {n} turns are left, with this one.",
                data["last"],
            )
            yield self._text(left, "bold yellow")
        yield self._text(data["title"], "bold")
        for hint in self._hints():
            yield self._text(hint, "dim")

    def _hints(self) -> Iterator[Message]:
        """What to know, and what can be typed: a move of each kind that is possible."""
        data = self._data
        if not data["mine"] or data["hint"] not in CHOICES:
            yield data["hint"]
        if data["mine"]:
            texts = tuple(Pieces("move", text) for text in self._examples())
            yield say("Type {examples}. ? lists all moves with what they bring.", examples=texts)

    def _examples(self) -> Iterator[str]:
        """A move of each kind that is possible."""
        data = self._data
        if data["phase"] == "reroll":
            yield "stand"
            some: list[str] = [faces for faces in data["again"] if faces]
            yield f"reroll {min(some, key=_regret)}"
        cards: list[dict[str, Any]] = [chest for chest in data["chests"] if chest]
        for ship in data["ships"]:
            cards += ship["treasures"]
        for loots in data["attacks"]:
            cards += loots.values()
        kinds: dict[str, str] = {}
        for card in cards:
            if card["can"]:
                text = card["text"].partition(";")[0]
                kinds.setdefault(text.partition(" ")[0], text)
        yield from kinds.values()
        yield from (f"board {s['seat'] + 1}" for s in data["ships"] if s["can_board"])
        yield from (action["do"] for action in data["actions"] if action["do"] == "end")


def _regret(faces: str) -> tuple[int, int, int]:
    """How odd it would look to roll these dice again: keys and sabres open most."""
    return sum(face in "KS" for face in faces), abs(len(faces) - 2), -len(set(faces))


def _counted(hidden: dict[str, Any]) -> Message:
    """How many unseen chests hide this."""
    if hidden["content"] == "fish":
        return say("{n}x {content}", n=hidden["n"], content=say("fish bones"))
    return say("{n}x {content}", n=hidden["n"], content=hidden["content"])


def _spread(locks: str) -> str:
    """The locks of a chest, as wide as those of the largest."""
    return (" ".join(locks) if len(locks) < MOST_LOCKS else locks).center(MOST_LOCKS)


def _filled(line: Text, parts: Iterator[Text], width: int) -> Iterator[Text]:
    """A line with what follows, broken between the parts and indented where it is too long."""
    indent = len(line) if len(line) <= 2 * width // 3 else width // 3
    for part in parts:
        if len(line) + len(part) > width and len(line) > indent:
            line.rstrip()
            yield line
            line = Text(" " * indent, no_wrap=True, overflow="crop")
        line.append_text(part).append(" ")
    line.rstrip()
    yield line


draw = Table
