"""Messages for people: an English sentence with named values, translated late.

Rules, engine and match never build text. They return a :class:`Message`, and whoever shows it
(a page, a terminal, an error answer) renders it in the reader's language with :func:`render`.
The English sentence is the gettext id, so English needs no catalogue.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class SeatName:
    """A seat inside a sentence, counted from 0; shown as the name of whoever sits there."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of a game inside a sentence: pictures on a page, the notation in plain text.

    ``kind`` names the sort of piece (``"dice"``), ``text`` is its notation (``"GGL2"``).
    """

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence to be translated where it is shown.

    ``id`` is the English text with ``{name}`` placeholders and the gettext msgid. ``plural`` is
    the English plural, chosen by ``count``; it is empty where nothing is counted.
    """

    id: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    count: int = 0

    def __str__(self) -> str:
        return render(self)


Value: TypeAlias = "int | str | Message | SeatName | Pieces | tuple[Value, ...]"
"""What a placeholder may hold; a tuple is a list, joined with commas."""


def say(id: str, **values: Value) -> Message:
    """A message; the id is extracted for translation, so it must be a literal."""
    return Message(id, tuple(values.items()))


def say_n(one: str, many: str, n: int, **values: Value) -> Message:
    """A counted message; ``{n}`` holds the count. Both texts are literals, for extraction."""
    return Message(one, (("n", n), *values.items()), many, n)


def shortened(text: str, most: int = 40) -> str:
    """A text that somebody typed, for use in a sentence: in one line, its end as an ellipsis.

    Signs that show nothing are left out, such as those that turn the direction of writing; of a
    text of nothing else the ellipsis is left.
    """
    line = " ".join("".join(map(_shown, text[: 4 * most])).split())
    if not line and text.strip():
        return "…"
    return line if len(line) <= most and len(text) <= 4 * most else line[: most - 1] + "…"


def _shown(char: str) -> str:
    """A character as it may stand in a sentence: none that would change how the rest reads."""
    if char == "\u034f":  # unseen as well, and in kept names a mark with a meaning
        return ""
    if char.isspace() or char in "\u200c\u200d" or unicodedata.category(char)[0] != "C":
        return char
    return " " if unicodedata.category(char) == "Cc" else ""


def apart(text: str) -> str:
    """Typed text as it stands inside a sentence.

    If some of it is written from right to left it is marked off (U+2068, U+2069), so that it cannot
    carry along what stands beside it.
    """
    if text.isascii() or all(
        unicodedata.bidirectional(char) not in ("R", "AL", "AN") for char in text
    ):
        return text
    return f"\u2068{text}\u2069"


class Translator(Protocol):
    """The two methods of :class:`gettext.NullTranslations` that rendering needs."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str: ...


class English:
    """The translator that leaves English as it is."""

    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        return msgid1 if n == 1 else msgid2


ENGLISH = English()


_FRACTIONS = {
    Fraction(1, 6): "⅙",
    Fraction(1, 4): "¼",
    Fraction(1, 3): "⅓",
    Fraction(1, 2): "½",
    Fraction(2, 3): "⅔",
    Fraction(3, 4): "¾",
    Fraction(5, 6): "⅚",
}


def number_text(value: int | Fraction) -> str:
    """A number as people write it: ``3``, ``3½``, ``⅓``."""
    if value < 0:
        return f"−{number_text(-value)}"
    whole, rest = divmod(Fraction(value), 1)
    if not rest:
        return str(whole)
    part = _FRACTIONS.get(rest, f"{rest.numerator}\N{FRACTION SLASH}{rest.denominator}")
    if part.isnumeric() or not whole:
        return f"{whole or ''}{part}"
    return f"{whole} {part}"


def counted(number: int | Fraction) -> int:
    """The whole number whose plural form fits a number: its own, and that of 2 for parts."""
    return int(number) if number == int(number) else 2


def seat_words(seat: int) -> Message:
    """A seat by its number, where nobody's name is known: ``seat 2``."""
    return say("seat {n}", n=seat + 1)


def plain(value: SeatName | Pieces, translator: Translator = ENGLISH) -> str:
    """A seat or pieces as plain text: ``seat 2``, ``G G L 2``."""
    if isinstance(value, SeatName):
        return render(seat_words(value.seat), translator)
    return value.text


def render(
    message: Message,
    translator: Translator = ENGLISH,
    show: Callable[[SeatName | Pieces], str] | None = None,
    text: Callable[[str], str] = str,
) -> str:
    """The sentence in the translator's language.

    ``show`` turns seats and pieces into text, :func:`plain` if it is not given. ``text`` wraps
    every literal sentence before its values are put in; pass ``markupsafe.Markup`` to get HTML in
    which values are escaped.
    """
    if message.plural:
        sentence = translator.ngettext(message.id, message.plural, message.count)
    else:
        sentence = translator.gettext(message.id)

    def shown(value: Value) -> int | str:
        if isinstance(value, Message):
            return render(value, translator, show, text)
        if isinstance(value, SeatName | Pieces):
            return show(value) if show else plain(value, translator)
        if isinstance(value, tuple):
            parts = [shown(part) for part in value]
            return text(", ").join(str(p) if isinstance(p, int) else p for p in parts)
        return apart(value) if isinstance(value, str) else value

    return text(sentence).format(**{name: shown(value) for name, value in message.values})
