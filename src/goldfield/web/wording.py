"""Messages as HTML or plain text for one viewer: names of seats, pictures of pieces."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from goldfield.texts import SOURCE
from goldfield.web.default_names import as_read
from goldfield.words import ENGLISH, Message, Pieces, SeatName, Translator, apart, plain, render

YOU = f"\ue000{secrets.token_hex(8)}"
"""Stands for the viewer until the sentence is whole; no typed text can hold it by chance or aim."""
_YOU_FIRST = re.compile(f"(^|[.!?:] ){YOU}")


class Wording:
    """How one viewer reads the messages of one table.

    ``names`` are those of the seats; seats in ``mine`` are "You" where that is clear, that is, if
    there is only one, and in English: in other languages a verb tells who does something, so a
    sentence about a seat names it, whoever reads it. ``pieces`` says how a piece is called aloud,
    by its letter. ``translator`` puts everything into ``language``.
    """

    def __init__(
        self,
        names: Sequence[str] = (),
        mine: Sequence[int] = (),
        pieces: Mapping[str, Message] | None = None,
        *,
        language: str = SOURCE,
        translator: Translator = ENGLISH,
    ) -> None:
        self.language = language
        self.translator = translator
        self.says_you = language == SOURCE
        """Whether a sentence about the viewer's own seat says "You" instead of the name."""
        self._names = tuple(names)
        self._you = mine[0] if len(mine) == 1 and self.says_you else None
        self._pieces = pieces or {}

    def name(self, seat: int) -> str:
        """The name shown for a seat."""
        if 0 <= seat < len(self._names):
            return as_read(self._names[seat], self.translator)
        return plain(SeatName(seat), self.translator)

    def html(self, value: object) -> Markup:
        """A message, or any value, as safe HTML."""
        match value:
            case Message():
                sentence = render(value, self.translator, self._show_html, Markup)
                return Markup(_with_you(str(sentence)))
            case SeatName() | Pieces():
                return Markup(_with_you(self._show_html(value)))
            case _:
                return escape("" if value is None else value)

    def plain(self, value: object) -> str:
        """The same as plain text."""
        match value:
            case Message():
                sentence = render(value, self.translator, self._show_plain)
                return as_read(_with_you(sentence), self.translator)
            case SeatName() | Pieces():
                return _with_you(self._show_plain(value))
            case _:
                return "" if value is None else str(value)

    def aloud(self, value: object) -> str:
        """A message as it is spoken: pieces by their names instead of their letters."""
        if isinstance(value, Message):
            return _with_you(render(value, self.translator, self._show_aloud))
        return self.plain(value)

    def data(self, value: object) -> str:
        """Nested data as JSON, every message in it as plain text."""
        return json.dumps(self._worded(value), ensure_ascii=False, separators=(",", ":"))

    def _worded(self, value: Any) -> Any:
        match value:
            case Message() | SeatName() | Pieces():
                return self.plain(value)
            case Mapping():
                return {str(key): self._worded(v) for key, v in value.items()}
            case tuple() | list():
                return [self._worded(v) for v in value]
            case _:
                return value

    def _show_plain(self, value: SeatName | Pieces) -> str:
        if isinstance(value, SeatName):
            return YOU if value.seat == self._you else apart(self.name(value.seat))
        return value.text

    def _show_aloud(self, value: SeatName | Pieces) -> str:
        if isinstance(value, SeatName):
            return self._show_plain(value)
        names = (self._pieces.get(piece, piece) for piece in _single(value))
        return ", ".join(self.plain(name) for name in names)

    def _show_html(self, value: SeatName | Pieces) -> Markup:
        if isinstance(value, SeatName):
            if value.seat == self._you:
                return Markup(YOU)
            return Markup('<span class="who">{}</span>').format(apart(self.name(value.seat)))
        pieces = _single(value)
        pictures = Markup("").join(
            Markup('<svg class="piece" aria-hidden="true"><use href="#{}-{}"/></svg>').format(
                value.kind, piece
            )
            for piece in pieces
        )
        return Markup('<span class="pieces" role="img" aria-label="{}">{}</span>').format(
            self._show_aloud(value), pictures
        )


def _single(pieces: Pieces) -> list[str]:
    """The pieces one by one."""
    return pieces.text.split() if " " in pieces.text.strip() else list(pieces.text)


def _with_you(sentence: str) -> str:
    """ "You" at the start of a sentence, "you" inside."""
    return _YOU_FIRST.sub(r"\1You", sentence).replace(YOU, "you")
