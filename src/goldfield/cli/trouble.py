"""What goes wrong on the command line, in one sentence."""

from __future__ import annotations

import errno
from typing import Protocol, runtime_checkable

from goldfield.games.contract import BadNotation
from goldfield.words import Message, render, say


class Trouble(Exception):
    """Something that the person who typed can put right; ``message`` says how."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@runtime_checkable
class _Said(Protocol):
    message: Message


@runtime_checkable
class _Usage(Protocol):
    """What typer raises for a wrong use of options."""

    def format_message(self) -> str: ...


def sentence_of(error: Exception) -> str | None:
    """The sentence of an error that is no defect; None for one that is."""
    if isinstance(error, BadNotation):
        return str(error)
    if isinstance(error, _Usage):
        return error.format_message()
    if isinstance(error, _Said) and isinstance(error.message, Message):
        return render(error.message)
    if isinstance(error, OSError):
        return _disk(error)
    return None


def _disk(error: OSError) -> str:
    reasons = {
        errno.ENOENT: say("there is no such file or folder"),
        errno.EISDIR: say("it is a folder"),
        errno.EACCES: say("it may not be opened"),
        errno.ENOSPC: say("the disk is full"),
        errno.ENOTDIR: say("a part of its path is no folder"),
    }
    reason = reasons.get(error.errno or 0, say("{text}", text=error.strerror or str(error)))
    if not error.filename:  # the standard output, as a rule
        return str(say("{text}.", text=str(reason)))
    return str(say("{file}: {reason}.", file=str(error.filename), reason=reason))
