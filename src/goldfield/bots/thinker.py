"""A worker process in which bots think: requests on standard input, answers on standard output.

:mod:`goldfield.bots.worker` starts it and speaks with it. A request is a frame of four bytes of
length and a pickle; only our own parent writes there. An answer is a line of JSON, so the parent
unpickles nothing. The process ends when its parent does: the pipe closes, even in mid-work.

What bots look up is prepared in a thread of its own: nobody waits for another bot's compiler. For
a bot that names a stand-in nobody waits at all: the stand-in chooses until it is prepared. Where
that fails, every answer says so, and after ``AGAIN`` seconds it is tried anew.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import os
import pickle
import queue
import signal
import struct
import sys
import threading
import time
import traceback
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache, partial
from typing import BinaryIO, NamedTuple, TypeAlias

import goldfield
from goldfield.bots import Bot, bot_of, bots_of, decide, playing, prepared
from goldfield.games.contract import State
from goldfield.games.game import Game
from goldfield.games.options import BaseRules, Scalar
from goldfield.rng import seeded

HEAD = struct.Struct(">I")
AGAIN = 600.0
"""Seconds after which a bot that could not be prepared is given another try: memory or a disk may
have been short for a while only."""


class Ask(NamedTuple):
    """One decision to be made, from a view."""

    number: int
    package: str
    options: tuple[tuple[str, Scalar], ...]
    view: State
    seat: int
    bot: str
    seed: int


class Warm(NamedTuple):
    """Games whose bots are to prepare, under the rules of every preset, while nobody asks."""

    number: int
    packages: tuple[str, ...]


class Chosen(NamedTuple):
    """A decision: the move, and the name of the bot that made it."""

    move: int
    by: str
    failed: str = ""
    """Why the bot that was asked for could not be prepared; empty while that is still to come."""


Requests: TypeAlias = "queue.SimpleQueue[Ask | Warm]"

_preparing: defaultdict[Bot, threading.Lock] = defaultdict(threading.Lock)


class Preparation:
    """How far a bot with a stand-in is for some rules."""

    def __init__(self) -> None:
        self.done = False
        self.failed = ""
        """Why the last try failed; stays until one succeeds."""
        self.due = 0.0
        """When it is to be tried (by the monotonic clock); never, while it is."""


_begun: defaultdict[tuple[Bot, BaseRules], Preparation] = defaultdict(Preparation)


@lru_cache(maxsize=64)
def game_of(package: str, options: tuple[tuple[str, Scalar], ...]) -> Game:
    """A game, loaded once per process (the last 64 are kept)."""
    return goldfield.load(package, **dict(options))


def frame(request: Ask | Warm) -> bytes:
    """A request as it goes over the pipe."""
    body = pickle.dumps(request)
    return HEAD.pack(len(body)) + body


def chosen(ask: Ask) -> Chosen:
    """The bot's move, or that of its stand-in as long as it is not prepared or cannot be."""
    game = game_of(ask.package, ask.options)
    bot, _ = playing(game, ask.bot)
    failed = ""
    if bot.stand_in and not (found := preparation(bot, game)).done:
        failed = found.failed
        bot = bot_of(game, bot.stand_in)
    prepare(bot, game)
    move, _ = decide(game, bot.name, ask.view, ask.seat, seeded(ask.seed, 0))
    return Chosen(int(move), bot.name, failed)


def preparation(bot: Bot, game: Game) -> Preparation:
    """How far a bot is for a game's rules; the first question sets it to work."""
    found = _begun[bot, game.rules]
    if not found.done and time.monotonic() >= found.due:
        found.due = math.inf

        def work() -> None:
            try:
                prepare(bot, game)
            except Exception as error:
                traceback.print_exc()
                found.failed = f"{type(error).__name__}: {error}"[:200]
                found.due = time.monotonic() + AGAIN
            else:
                found.done = True

        threading.Thread(target=work, daemon=True).start()
    return found


def prepare(bot: Bot, game: Game) -> None:
    """Prepare a bot for a game's rules; once, whoever needs it meanwhile waits."""
    with _preparing[bot]:
        prepared(bot, game.rules)


def warm_up(packages: tuple[str, ...]) -> None:
    """Prepare all bots for all presets, but for those that others stand in for."""
    for package in packages:
        game = game_of(package, ())
        presets = [tuple(preset.options.items()) for preset in game.room.PRESETS]
        bots = [bot for bot in bots_of(game).values() if not bot.stand_in]
        for options, bot in itertools.product([(), *presets], bots):
            prepare(bot, game_of(package, options))


def resident() -> int:
    """Bytes of memory that this process holds now; 0 where the system does not tell."""
    with contextlib.suppress(OSError), open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def listen(pipe: BinaryIO, requests: Requests) -> None:
    """Pass requests on until the parent is gone, then end the process at once."""
    with contextlib.suppress(OSError):
        while len(head := pipe.read(HEAD.size)) == HEAD.size:
            (size,) = HEAD.unpack(head)
            requests.put(pickle.loads(pipe.read(size)))
    os._exit(0)


def reply(pipe: BinaryIO, number: int, answer: Callable[[], Chosen | None]) -> None:
    """Write what a call answered, or why it failed; end the process when nobody reads."""
    line: dict[str, int | str] = {"number": number}
    try:
        line.update(found._asdict() if (found := answer()) else {})
    except Exception as error:
        line["error"] = f"{type(error).__name__}: {error}"[:200]
    line["resident"] = resident()
    try:
        pipe.write(json.dumps(line).encode() + b"\n")
    except OSError:
        os._exit(0)


def main() -> None:
    """Answer requests one after another; never returns."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)  # where cores are few, whoever clicks comes before a bot that thinks
    # Whatever a bot prints must not get between the answers.
    pipe = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    requests: Requests = queue.SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    while True:
        request = requests.get()
        if isinstance(request, Ask):
            reply(pipe, request.number, partial(chosen, request))
        else:
            warming = pipe, request.number, partial(warm_up, request.packages)
            threading.Thread(target=reply, args=warming, daemon=True).start()
