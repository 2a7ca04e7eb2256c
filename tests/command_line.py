"""A command of ``goldfield`` in the process of a test, and what it said."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from goldfield.cli import main


class Said(NamedTuple):
    """What a command printed and returned."""

    status: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Said]
"""``run("play", "pig", typed="roll\\n")``."""


def runner(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in this process, with given lines on standard input."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def command(*arguments: str | Path, typed: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        status = main([str(argument) for argument in arguments])
        return Said(status, *capsys.readouterr())

    return command
