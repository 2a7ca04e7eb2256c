"""Reading a position that is one line of text: its pieces, each with the place where it stands.

A text is a few words and then ``name=value``, parted by blanks. Whatever is wrong is a
:class:`BadNotation` that points at the first character which is not as expected.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from goldfield.games.contract import BadNotation
from goldfield.words import Message, say


class Piece(NamedTuple):
    """A part of the text and its offset."""

    text: str
    at: int

    def split(self, mark: str = ",") -> list[Piece]:
        """The parts between marks; a piece without any is its only part."""
        parts: list[Piece] = []
        at = self.at
        for text in self.text.split(mark):
            parts.append(Piece(text, at))
            at += len(text) + len(mark)
        return parts

    def wrong(self, expected: Message) -> BadNotation:
        """The refusal of this piece."""
        return BadNotation(expected, self.at)


class Reader:
    """Takes a text apart at its blanks, remembering offsets."""

    def __init__(self, text: str) -> None:
        self._pieces = [Piece(m[0], m.start()) for m in re.finditer(r"\S+", text)]
        self._length = len(text)
        self._next = 0

    def word(self) -> Piece:
        """The next piece; at the end of the text an empty one."""
        if self._next == len(self._pieces):
            return Piece("", self._length)
        self._next += 1
        return self._pieces[self._next - 1]

    def phase(self, phases: tuple[str, ...]) -> Piece:
        """The next piece, which must be one of these words."""
        word = self.word()
        if word.text not in phases:
            raise word.wrong(say("Expected a phase: {phases}.", phases=phases))
        return word

    def field(self, name: str) -> Piece:
        """The value of the next piece, which must be ``name=value``."""
        piece = self.word()
        if not piece.text.startswith(f"{name}="):
            raise piece.wrong(say("Expected {name}=.", name=name))
        return Piece(piece.text[len(name) + 1 :], piece.at + len(name) + 1)

    def end(self) -> None:
        """Refuses anything that is left."""
        piece = self.word()
        if piece.text:
            raise piece.wrong(say("Expected the end of the text."))


def number(piece: Piece, least: int, most: int) -> int:
    """A whole number within bounds, written without a sign or zeros in front."""
    if re.fullmatch(r"0|[1-9][0-9]{0,9}", piece.text) and least <= int(piece.text) <= most:
        return int(piece.text)
    raise piece.wrong(
        say("Expected a whole number, {least} to {most}.", least=least, most=most)
        if least < most
        else say("Expected {n}.", n=least)
    )


def seat_number(piece: Piece, players: int) -> int:
    """A seat, written from 1 and returned from 0."""
    if re.fullmatch(r"[1-9]", piece.text) and int(piece.text) <= players:
        return int(piece.text) - 1
    raise piece.wrong(say("Expected a seat, 1 to {n}.", n=players))
