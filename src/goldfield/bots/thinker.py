"""A worker process in which bots think: requests on standard input, answers on standard output.

:mod:`goldfield.bots.worker` starts it and speaks with it. A request is a frame of four bytes of
length and a pickle; only our own parent writes there. An answer is a line of JSON, so the parent
unpickles nothing. The process ends when its parent does: the pipe closes, even in mid-work.

What bots look up is prepared in a thread of its own: nobody waits for another bot's compiler.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import pickle
import queue
import signal
import struct
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache, partial
from typing import BinaryIO, NamedTuple, TypeAlias

import goldfield
from goldfield.bots import Bot, bot_of, bots_of, decide, prepared
from goldfield.games.contract import State
from goldfield.games.game import Game
from goldfield.games.options import Scalar
from goldfield.rng import seeded

HEAD = struct.Struct(">I")


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


Requests: TypeAlias = "queue.SimpleQueue[Ask | Warm]"

_preparing: defaultdict[Bot, threading.Lock] = defaultdict(threading.Lock)


@lru_cache(maxsize=64)
def game_of(package: str, options: tuple[tuple[str, Scalar], ...]) -> Game:
    """A game, loaded once per process (the last 64 are kept)."""
    return goldfield.load(package, **dict(options))


def frame(request: Ask | Warm) -> bytes:
    """A request as it goes over the pipe."""
    body = pickle.dumps(request)
    return HEAD.pack(len(body)) + body


def chosen(ask: Ask) -> int:
    """The bot's move."""
    game = game_of(ask.package, ask.options)
    prepare(bot_of(game, ask.bot), game)
    move, _ = decide(game, ask.bot, ask.view, ask.seat, seeded(ask.seed, 0))
    return int(move)


def prepare(bot: Bot, game: Game) -> None:
    """Prepare a bot for a game's rules; once, whoever needs it meanwhile waits."""
    with _preparing[bot]:
        prepared(bot, game.rules)


def warm_up(packages: tuple[str, ...]) -> int:
    """Prepare all bots for all presets."""
    for package in packages:
        game = game_of(package, ())
        presets = [tuple(preset.options.items()) for preset in game.room.PRESETS]
        for options, bot in itertools.product([(), *presets], bots_of(game).values()):
            prepare(bot, game_of(package, options))
    return 0


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


def reply(pipe: BinaryIO, number: int, answer: Callable[[], int]) -> None:
    """Write what a call answered, or why it failed; end the process when nobody reads."""
    line: dict[str, int | str] = {"number": number}
    try:
        line["move"] = answer()
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
