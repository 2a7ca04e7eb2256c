"""Bots that sleep, crash, cheat, fail or print, and one that tells what it was given."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from goldfield.bots.bot import Bot, nothing
from goldfield.rng import below
from goldfield.words import Message, say
from tests.games.pig.rules import HOLD, ROLL

MARK = "GOLDFIELD_TEST_MARK"
"""The environment names a file here; ``dies_once`` dies only where it does not exist yet."""
WAIT = "GOLDFIELD_TEST_WAIT"
"""The environment may name a file here; ``slow`` is prepared once it exists."""


class Nothing(NamedTuple):
    """A table needs at least one field."""

    unused: int = 0


def _wait(rules: Any) -> Nothing:
    while (file := os.environ.get(WAIT)) and not Path(file).exists():
        time.sleep(0.01)
    return Nothing()


def _fail_to_prepare(rules: Any) -> Nothing:
    """Fails unless the file that is waited for exists."""
    if not Path(os.environ[WAIT]).exists():
        raise MemoryError("no room")
    return Nothing()


def _die_preparing(rules: Any) -> Nothing:
    """Takes the worker along, as the kernel does where memory is short; by and by."""
    if not Path(os.environ[WAIT]).exists():
        time.sleep(0.1)
        os.kill(os.getpid(), 9)
    return Nothing()


def _bot(name: str, act: Callable[[Any, int, Any], tuple[int, Any]]) -> Bot:
    def choose(setup: Any, table: Any, view: Any, seat: int, rng: Any) -> tuple[int, Any]:
        return act(view, seat, rng)

    return Bot(name, say("Only for tests."), choose, lambda rules: Nothing())


def _prepared(
    name: str,
    prepare: Callable[[Any], Nothing],
    stand_in: str = "",
    lacks: Callable[[Any], Message | None] = nothing,
) -> Bot:
    """Holds, once it is prepared."""
    return Bot(
        name,
        say("Only for tests."),
        lambda *given: (HOLD, given[-1]),
        prepare,
        stand_in=stand_in,
        lacks=lacks,
    )


def _sleep(view: Any, seat: int, rng: Any) -> tuple[int, Any]:
    time.sleep(600)
    return HOLD, rng


def _crash(view: Any, seat: int, rng: Any) -> tuple[int, Any]:
    os._exit(3)


def _die_once(view: Any, seat: int, rng: Any) -> tuple[int, Any]:
    mark = Path(os.environ[MARK])
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), 9)
    return HOLD, rng


def _fail(view: Any, seat: int, rng: Any) -> tuple[int, Any]:
    raise LookupError("nothing prepared")


def _print(view: Any, seat: int, rng: Any) -> tuple[int, Any]:
    print('{"number": 1, "move": 7}', flush=True)
    os.write(1, b"noise\n")
    return HOLD, rng


def _draw(view: Any, seat: int, rng: Any) -> tuple[int, Any]:
    return below(rng, 2)


BOTS = {
    bot.name: bot
    for bot in (
        _bot("sleeps", _sleep),
        _bot("crashes", _crash),
        _bot("dies_once", _die_once),
        _bot("cheats", lambda view, seat, rng: (99, rng)),
        _bot("fails", _fail),
        _bot("prints", _print),
        _bot("draws", _draw),
        _prepared("slow", _wait),
        _prepared("ponders", _wait, stand_in="rolls"),
        _prepared("lacks", _wait, "rolls", lambda rules: say("Nothing is there.")),
        _prepared("despairs", _fail_to_prepare, stand_in="rolls"),
        _prepared("kills", _die_preparing, stand_in="rolls"),
        _bot("rolls", lambda view, seat, rng: (ROLL, rng)),
    )
}
