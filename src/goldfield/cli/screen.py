"""The terminal: sentences with names and dice as text that rich can colour."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from goldfield.cli.boxes import plain_numbers
from goldfield.words import Message, Pieces, SeatName, render


def screen() -> Console:
    """Standard output; colours and width as the terminal has them (NO_COLOR is respected)."""
    return Console(highlight=False, emoji=False)


def progress_bar() -> Progress:
    """A bar on standard error that counts what is done of a total; nothing where nobody sees it."""
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TextColumn("{task.completed:,.0f} / {task.total:,.0f}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def wipe(out: Console) -> None:
    """Empty a terminal's screen, and what could be scrolled back to; nothing where there is none.

    What is on the screen is pushed out of it by some terminals, so the lines above go last.
    """
    if not out.is_terminal:
        return
    if out.is_dumb_terminal:
        out.print("\n" * out.height)
    else:
        out.file.write("\x1b[H\x1b[2J\x1b[3J")
        out.file.flush()


class Markup(str):
    """Text for rich in which values are escaped as they are put in."""

    __slots__ = ()

    def format(self, *args: object, **values: object) -> Markup:
        """As ``str.format``; what is not markup already is shown as it is."""
        safe = {
            name: value if isinstance(value, Markup) else escape(str(value))
            for name, value in values.items()
        }
        return Markup(str.format(self, *args, **safe))

    def join(self, parts: Iterable[str]) -> Markup:
        """As ``str.join``, escaping parts that are not markup."""
        return Markup(str.join(self, [p if isinstance(p, Markup) else escape(p) for p in parts]))


class Speaker:
    """Renders messages for a table: seats by name, pieces in bold."""

    def __init__(self, names: Sequence[str], you: int = -1, ascii_only: bool = False) -> None:
        """``names``: how each seat is called; ``you``: the seat that is called "You", if any."""
        self.names = tuple(names)
        self._you = you
        self._ascii_only = ascii_only

    def __call__(self, message: Message) -> str:
        """A message as markup for rich."""
        text = render(message, show=self._show, text=_literal)
        if self._ascii_only:
            text = plain_numbers(text)
        if self._you < 0:
            return text
        name = _bold(self.names[self._you])
        return re.sub(rf"(?<=.)(?<![.!?] ){re.escape(name)}", name.lower(), text)

    def _show(self, piece: SeatName | Pieces) -> str:
        return _bold(self.names[piece.seat] if isinstance(piece, SeatName) else piece.text)


def about(message: Message) -> int | None:
    """The seat that a message names first."""
    return next((v.seat for _, v in message.values if isinstance(v, SeatName)), None)


def _bold(text: str) -> Markup:
    return Markup(f"[bold]{escape(text)}[/bold]")


def _literal(sentence: str) -> Markup:
    return Markup(escape(sentence))
