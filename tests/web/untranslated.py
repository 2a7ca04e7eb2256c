"""Finds what a page says past the translator: with a translator that puts brackets around all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

OPEN, CLOSE = "⟦", "⟧"
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
SPOKEN = {"aria-label", "aria-description", "title", "alt", "placeholder", "label", "content"}
"""Attributes that are read to people, to the last word."""
SILENT = {"class", "style", "d", "viewbox", "transform", "href", "src", "points", "value", "id"}
SILENT |= {"aria-describedby", "aria-labelledby", "aria-controls", "name", "rel", "for"}
SILENT |= {"data-piece", "data-with", "data-group", "data-at", "data-spot", "headers"}
"""Attributes that nobody reads."""
NAMES = {"Goldfield", "Žofka", "Bořek", "Zdeňka", "Ctirad", "Ema"}
"""What is called the same in every language."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")


class Bracketed:
    """A translator that marks what it was asked to translate."""

    def gettext(self, message: str, /) -> str:
        return f"{OPEN}{message}{CLOSE}"

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        return f"{OPEN}{msgid1 if n == 1 else msgid2}{CLOSE}"


def outside(text: str) -> str:
    """What stands outside of all brackets."""
    depth, kept = 0, ""
    for char in text:
        if char == OPEN:
            depth += 1
            kept += " · "
        elif char == CLOSE:
            depth -= 1
        elif not depth:
            kept += char
    return kept


def words(text: str) -> list[str]:
    """The words outside of brackets that are no names."""
    return [word for word in _WORD.findall(outside(text)) if word not in NAMES]


class Page(HTMLParser):
    """What a page says outside of brackets, each with the place where."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self._stack: list[tuple[str, bool]] = []
        self._depth = 0
        self._data = False
        self.found: list[str] = []
        self.feed(markup)

    @property
    def _quiet(self) -> bool:
        return bool(self._stack) and self._stack[-1][1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = dict(attrs)
        quiet = self._quiet or tag in ("code", "style", "textarea", "bdi", "symbol", "kbd")
        quiet = quiet or (tag != "html" and "lang" in at) or "data-rulebook" in at
        self._data = tag == "script" and at.get("type") == "application/json"
        quiet = quiet or (tag == "script" and not self._data)
        if not quiet:
            self._attributes(tag, at)
        if tag not in VOID:
            self._stack.append((tag, quiet))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._quiet:
            self._attributes(tag, dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        while self._stack and self._stack.pop()[0] != tag:
            pass
        self._data = False

    def _attributes(self, tag: str, at: dict[str, str | None]) -> None:
        for name, value in at.items():
            if not value or name in SILENT or (tag == "meta" and name != "title"):
                continue
            if value.startswith(("{", "[")):
                self._json(f"{tag} {name}", value)
            elif name in SPOKEN or _SENTENCE.search(outside(value)):
                self._note(f"{tag} {name}", words(value), value)
        if tag == "input" and at.get("type") in ("submit", "button"):
            self._note("input value", words(at.get("value") or ""), at.get("value") or "")

    def handle_data(self, data: str) -> None:
        if self._data:
            self._json("script", data)
            return
        here = OPEN * self._depth + data
        self._depth += data.count(OPEN) - data.count(CLOSE)
        if not self._quiet:
            self._note("/".join(tag for tag, _ in self._stack[-3:]), words(here), data)

    def _json(self, where: str, text: str) -> None:
        try:
            data = json.loads(text)
        except ValueError:
            data = text
        for value in _strings(data):
            if _SENTENCE.search(outside(value)):
                self._note(where, words(value), value)

    def _note(self, where: str, said: list[str], whole: str) -> None:
        if said:
            self.found.append(f"{where}: {' '.join(said)!r} in {whole.strip()[:80]!r}")


def _strings(data: Any) -> Iterator[str]:
    match data:
        case str():
            yield data
        case list():
            for part in data:
                yield from _strings(part)
        case dict():
            for key, part in data.items():
                if key not in ("text", "do"):  # a move as it is typed
                    yield from _strings(part)
        case _:
            pass


def untranslated(markup: str) -> list[str]:
    """What a page made with :class:`Bracketed` says past the translator."""
    return Page(markup).found
