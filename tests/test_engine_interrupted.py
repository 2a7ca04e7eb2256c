"""Ctrl-C ends what is being compiled, also where it strikes in something that loses exceptions."""

from __future__ import annotations

import signal
import time
import weakref
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from goldfield.cli import main
from goldfield.engine import simulate
from goldfield.engine.compiler import compiling
from goldfield.engine.crew import heard_ctrl_c

PATIENCE = 60.0
"""Seconds that a loaded machine may take here."""


class Thing:
    """Something whose end somebody wants to hear of."""


def press_where_exceptions_are_lost() -> None:
    """Ctrl-C while an object ends, and then a long time in which it should be noticed."""
    thing = Thing()
    ear = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
    del thing
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        time.sleep(0.01)
    assert ear() is None


@pytest.mark.parametrize("inside", [heard_ctrl_c, lambda: compiling("pig")])
def test_ctrl_c_is_not_lost(inside: Callable[[], AbstractContextManager[None]]) -> None:
    with pytest.raises(KeyboardInterrupt), inside():
        press_where_exceptions_are_lost()


def test_ctrl_c_before_the_first_game_ends_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def compiles_long(*_: object, **__: object) -> None:
        press_where_exceptions_are_lost()

    monkeypatch.setattr(simulate, "simulate", compiles_long)
    assert main(["simulate", "tests.games.pig", "--games", "10", "--bots", "random"]) == 130
    assert capsys.readouterr().err == ""


def test_other_exceptions_are_reported_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", lambda lost: heard.append(lost.exc_type))

    def stumble(_: object) -> None:
        raise ValueError

    thing = Thing()
    ear = weakref.ref(thing, stumble)
    with heard_ctrl_c():
        del thing
    assert heard == [ValueError]
    assert ear() is None
