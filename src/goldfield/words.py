"""Messages for people: an English sentence with named values, translated late.

Rules, engine and match never build text. They return a :class:`Message`, and whoever shows it
(a page, a terminal, an error answer) renders it in the reader's language with :func:`render`.
The English sentence is the gettext id, so English needs no catalogue.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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


def plain(value: SeatName | Pieces) -> str:
    """A seat or pieces as plain text: ``seat 2``, ``G G L 2``."""
    if isinstance(value, SeatName):
        return f"seat {value.seat + 1}"
    return value.text


def render(
    message: Message,
    translator: Translator = ENGLISH,
    show: Callable[[SeatName | Pieces], str] = plain,
    text: Callable[[str], str] = str,
) -> str:
    """The sentence in the translator's language.

    ``show`` turns seats and pieces into text. ``text`` wraps every literal sentence before its
    values are put in; pass ``markupsafe.Markup`` to get HTML in which values are escaped.
    """
    if message.plural:
        sentence = translator.ngettext(message.id, message.plural, message.count)
    else:
        sentence = translator.gettext(message.id)

    def shown(value: Value) -> int | str:
        if isinstance(value, Message):
            return render(value, translator, show, text)
        if isinstance(value, SeatName | Pieces):
            return show(value)
        if isinstance(value, tuple):
            parts = [shown(part) for part in value]
            return text(", ").join(str(p) if isinstance(p, int) else p for p in parts)
        return value

    return text(sentence).format(**{name: shown(value) for name, value in message.values})
