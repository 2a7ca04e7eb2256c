"""A page's form as a browser without scripts would send it."""

from __future__ import annotations

from collections.abc import Mapping
from html.parser import HTMLParser


class Fields(HTMLParser):
    """The fields of the form that posts to a path, with what they hold."""

    def __init__(self, page: str, action: str = "/new") -> None:
        super().__init__()
        self._action = action
        self._inside = False
        self._select = ""
        self._text = ""
        self._first = False
        self.values: dict[str, list[str]] = {}
        self.offered: dict[str, list[str]] = {}
        """What radio buttons, check boxes and selects could hold."""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = dict(attrs)
        name, value = at.get("name") or "", at.get("value") or ""
        if tag == "form":
            self._inside = at.get("action") == self._action
        if not self._inside:
            return
        if tag == "input" and at.get("type") in ("radio", "checkbox"):
            self.offered.setdefault(name, []).append(value)
            if "checked" in at:
                self.values.setdefault(name, []).append(value)
        elif tag == "input" and name:
            self.values.setdefault(name, []).append(value)
        elif tag == "textarea":
            self._text = name
            self.values[name] = [""]
        elif tag == "select":
            self._select, self._first = name, True
        elif tag == "option":
            self.offered.setdefault(self._select, []).append(value)
            if self._first or "selected" in at:
                self.values[self._select] = [value]
            self._first = False

    def handle_data(self, data: str) -> None:
        if self._inside and self._text:
            self.values[self._text][0] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._text = ""
        if tag == "form":
            self._inside = False

    def __getitem__(self, name: str) -> str:
        return self.values[name][-1]

    def filled(self, changes: Mapping[str, str]) -> dict[str, list[str]]:
        """What is sent once some fields are filled in."""
        unknown = changes.keys() - self.values.keys() - self.offered.keys()
        assert not unknown, f"the form has no {unknown}"
        return {**self.values, **{name: [value] for name, value in changes.items()}}
