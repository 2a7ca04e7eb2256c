"""Reading JSON from outside: every value is checked, and what is wrong is said with its place."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection
from typing import NoReturn, cast

from goldfield.games.options import Scalar
from goldfield.match.refused import Refused
from goldfield.words import Message, say, shortened

MOST_BYTES = 4_000_000
"""A longer text is refused unread."""
MOST_PARTS = 100_000
"""Objects and lists in a text at most: a record has one for each event, and far fewer events."""
MOST_MEMBERS = 100
"""Members of an object at most, whatever it is."""
_FIELD = re.compile(r"\w{0,64}", re.ASCII)


class BadRecord(Refused):
    """A JSON text that is no record: where (``"seats[1].phrase"``), and what is wrong there.

    ``message`` is for people and says the place in words, ``sentence`` leaves it out. ``damaged``:
    the value has not even the form of what belongs there.
    """

    def __init__(self, place: str, message: Message, *, damaged: bool = False) -> None:
        line = with_place(place, message, damaged=damaged)
        if damaged and place:
            super().__init__(say("This record is damaged. {line}", line=line))
        elif line is not message:
            super().__init__(say("This record is false. {line}", line=line))
        else:
            super().__init__(message)
        self.place = place
        self.sentence = message
        self.damaged = damaged


_ENTRY = re.compile(r"(moves|seats)\[(\d+)\]")


def with_place(place: str, message: Message, *, damaged: bool) -> Message:
    """A sentence with its place in words, counted from 1 as people do.

    What is wrong with a whole field, and not with its form, names the field itself.
    """
    entry = _ENTRY.match(place)
    if entry is not None:
        n = int(entry[2]) + 1
        if entry[1] == "moves":
            return say("At move {n}: {message}", n=n, message=message)
        return say("At seat {n}: {message}", n=n, message=message)
    if damaged and place:
        return say("In its field {place}: {message}", place=place[:60], message=message)
    return message


_JOINERS = "\u200c\u200d"
"""Within a word they join or part letters of some scripts, and make one emoji of several."""


def _is_plain(char: str) -> bool:
    """Whether a character may stand in a text: none that controls, turns or hides what is shown.

    Letters that this Python does not know yet may: another one wrote them.
    """
    category = unicodedata.category(char)
    if category == "Cn":
        return ord(char) & 0xFFFE != 0xFFFE and not 0xFDD0 <= ord(char) <= 0xFDEF
    return category[0] != "C" and category not in ("Zl", "Zp")


class Node:
    """A value of a JSON text and its place in it."""

    def __init__(self, value: object, place: str, key: str = "") -> None:
        self.value = value
        self.place = place
        self.key = key

    def wrong(self, message: Message) -> BadRecord:
        """The error to raise for this value."""
        return BadRecord(self.place, message)

    def damaged(self, message: Message) -> BadRecord:
        """The error to raise for a value of a form that does not belong here."""
        return BadRecord(self.place, message, damaged=True)

    def _expected(self, what: Message) -> NoReturn:
        raise self.damaged(
            say("Expected {what}, found {found}.", what=what, found=_sort(self.value))
        )

    @property
    def is_null(self) -> bool:
        """Whether the value is ``null``."""
        return self.value is None

    def _object(self) -> dict[str, object]:
        value = self.value
        if not isinstance(value, dict):
            self._expected(say("an object"))
        return cast("dict[str, object]", value)

    def _under(self, name: str) -> str:
        return f"{self.place}.{name}" if self.place else name

    def field(self, name: str) -> Node:
        """A member of an object that must be there."""
        members = self._object()
        if name not in members:
            raise self.damaged(say("The field {name} is missing.", name=name))
        return Node(members[name], self._under(name), name)

    def has(self, name: str) -> bool:
        """Whether an object has a member that may be left out."""
        return name in self._object()

    def only(self, *names: str) -> None:
        """Refuse members of other names: nobody would check them."""
        for name in self._object():
            if name not in names:
                raise self.damaged(
                    say(
                        "There is no field {name} here; there are: {names}.",
                        name=shortened(name),
                        names=names,
                    )
                )

    def members(self, most: int) -> list[Node]:
        """The members of an object, at most so many."""
        found = self._object()
        if len(found) > most:
            raise self.damaged(say("At most {most} fields are allowed.", most=most))
        return [Node(value, self._under(name), name) for name, value in found.items()]

    def items(self, most: int) -> list[Node]:
        """The items of a list, at most so many."""
        value = self.value
        if not isinstance(value, list):
            self._expected(say("a list"))
        found = cast("list[object]", value)
        if len(found) > most:
            raise self.damaged(
                say("At most {most} entries are allowed, here are {n}.", most=most, n=len(found))
            )
        return [Node(value, f"{self.place}[{i}]") for i, value in enumerate(found)]

    def number(self, least: int, most: int) -> int:
        """A whole number within bounds."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int):
            self._expected(say("a whole number"))
        if not least <= value <= most:
            raise self.damaged(
                say("Expected a number from {least} to {most}.", least=least, most=most)
            )
        return value

    def text(self, most: int, *, empty: bool = False) -> str:
        """A plain text of at most so many characters, on one line. Markup has no meaning in it."""
        value = self.value
        if not isinstance(value, str):
            self._expected(say("a text"))
        if not value and not empty:
            raise self.damaged(say("This text must not be empty."))
        if len(value) > most:
            raise self.damaged(
                say(
                    "This text has {n} characters, at most {most} are allowed.",
                    n=len(value),
                    most=most,
                )
            )
        for before, char in zip(" " + value, value, strict=False):
            if not _is_plain(char) and not (char in _JOINERS and not before.isspace()):
                raise self.damaged(
                    say("The character U+{code} is not allowed in a text.", code=f"{ord(char):04X}")
                )
        return value

    def one_of(self, words: Collection[str]) -> str:
        """One of a few words."""
        if self.value not in words:
            raise self.damaged(say("Expected one of: {words}.", words=tuple(words)))
        return cast(str, self.value)

    def hexadecimal(self, size: int) -> bytes:
        """So many bytes as lower-case hexadecimal digits."""
        value = self.value
        if (
            not isinstance(value, str)
            or len(value) != 2 * size
            or not set(value) <= set("0123456789abcdef")
        ):
            raise self.damaged(say("Expected {n} hexadecimal digits (0-9, a-f).", n=2 * size))
        return bytes.fromhex(value)

    def scalar(self, most: int) -> Scalar:
        """An option's value: a whole number, a yes or no, or a text."""
        if isinstance(self.value, bool):
            return self.value
        if isinstance(self.value, int):
            return self.number(-(2**31), 2**31)
        if not isinstance(self.value, str):
            self._expected(say("a text, a whole number, or a yes or no"))
        return self.text(most, empty=True)


def parsed(text: str | bytes) -> Node:
    """A JSON text as a tree of checked values. Raises BadRecord."""
    if len(text) > MOST_BYTES:
        raise BadRecord(
            "", say("This file is too large for a record: at most {n} bytes.", n=MOST_BYTES)
        )
    try:
        if isinstance(text, bytes):
            text = text.decode()  # json would guess at other encodings
        text = text.removeprefix("\ufeff")  # some editors put it before all that they keep
        if text.count("{") + text.count("[") > MOST_PARTS:
            raise ValueError("so many parts would take long to read, and stop all else meanwhile")
        value = json.loads(text, object_pairs_hook=_members, parse_constant=_no_constant)
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        if isinstance(error, json.JSONDecodeError):
            raise BadRecord(
                "",
                say(
                    "This file is not JSON: line {line}, column {column}.",
                    line=error.lineno,
                    column=error.colno,
                ),
            ) from error
        raise BadRecord("", say("This file is not JSON that a record could be.")) from error
    return Node(value, "")


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose names are all different: two readers must not see two different records."""
    if len(pairs) > MOST_MEMBERS:
        raise ValueError("an object has too many members")
    for name, _ in pairs:
        if not _FIELD.fullmatch(name):
            raise BadRecord(
                "",
                say("The name of a field has at most 64 letters a-z, digits and _."),
                damaged=True,
            )
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice in an object")
    return members


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _sort(value: object) -> Message:
    """What sort of value was found instead."""
    match value:
        case None:
            return say("nothing (null)")
        case bool():
            return say("a yes or no")
        case int() | float():
            return say("the number {number}", number=str(value)[:20])
        case str():
            return say("a text")
        case list():
            return say("a list")
        case _:
            return say("an object")
