"""Named opponents: who there is for a game, and one decision of one of them in plain use.

>>> import goldfield
>>> from goldfield.bots import bots_of, decide, listed
>>> from goldfield.rng import seeded
>>> game = goldfield.load("gold_nuggets", players=2)
>>> listed(bots_of(game).values())
('random', 'digger-1 … digger-9', 'greedy', 'cautious', 'prospector', 'perfect')

``decide`` takes a view, and nothing here takes a state: a bot knows what its seat may know. No
module of this package imports a compiler; a bot that needs one imports it when it prepares.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Protocol

from goldfield.bots.anyone import random_bot
from goldfield.bots.bot import Bot
from goldfield.games.contract import State
from goldfield.games.game import Game
from goldfield.games.options import BadOption
from goldfield.rng import Rng
from goldfield.words import Message, say, shortened

__all__ = [
    "Bot",
    "bot_of",
    "bots_of",
    "called",
    "decide",
    "listed",
    "playing",
    "prepared",
    "strongest",
]


def bots_of(game: Game) -> dict[str, Bot]:
    """The opponents that know a game, weakest first: ``random`` and those of its ``bots`` room."""
    return {"random": random_bot(game.package), **_own(game.package)}


@lru_cache(maxsize=32)
def _own(package: str) -> dict[str, Bot]:
    if importlib.util.find_spec(package + ".bots") is None:
        return {}
    own: dict[str, Bot] = importlib.import_module(package + ".bots").BOTS
    return own


def bot_of(game: Game, name: str) -> Bot:
    """The opponent of that name.

    Raises:
        BadOption: when there is none; the sentence lists those there are.
    """
    known = bots_of(game)
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, 1)
    hint = say(" Did you mean {near}?", near=near[0]) if near else ""
    raise BadOption(
        "bot",
        say(
            "There is no bot {name}; there are: {known}.{hint}",
            name=shortened(name),
            known=listed(known.values()),
            hint=hint,
        ),
    )


class Named(Protocol):
    """What has a bot's name and level."""

    @property
    def name(self) -> str: ...
    @property
    def level(self) -> int: ...


def listed(bots: Iterable[Named]) -> tuple[str, ...]:
    """The names of bots in a list for people: all levels of a ladder are one entry."""
    names: dict[str, list[str]] = {}
    for bot in bots:
        ladder = bot.name.removesuffix(f"-{bot.level}") if bot.level else bot.name
        names.setdefault(ladder, []).append(bot.name)
    return tuple(
        found[0] if len(found) == 1 else f"{found[0]} … {found[-1]}" for found in names.values()
    )


def playing(game: Game, name: str) -> tuple[Bot, Message | None]:
    """Who plays where a bot is asked for: itself, or its stand-in and what it lacks.

    Raises:
        BadOption: when there is no such bot.
    """
    bot = bot_of(game, name)
    why = bot.lacks(game.rules)
    return (bot_of(game, bot.stand_in), why) if why and bot.stand_in else (bot, None)


def strongest(game: Game) -> Bot:
    """The strongest opponent that lacks nothing under these rules."""
    able = [bot for bot in bots_of(game).values() if bot.lacks(game.rules) is None]
    return able[-1]


def called(game: Game, name: str) -> Message | str:
    """What an opponent is called at a table; its bare name where it is not known here."""
    bot = bots_of(game).get(name)
    return bot.title if bot else name


@lru_cache(maxsize=8)
def prepared(bot: Bot, rules: Any) -> tuple[Any, ...]:
    """What a bot looks up under these rules, prepared once per process (the last few are kept)."""
    return bot.prepare(rules)


def decide(game: Game, bot: str, view: State, seat: int, rng: Rng) -> tuple[int, Rng]:
    """The move that a bot chooses at ``seat``, who is to act, and the generator after it.

    Where the bot lacks something, its stand-in chooses.

    Raises:
        BadOption: when there is no such bot.
        ValueError: when that seat is not to act.
    """
    who, _ = playing(game, bot)
    if game.to_act(view) != seat:
        raise ValueError(f"seat {seat} is not to act")
    return who.choose(game.setup, prepared(who, game.rules), view, seat, rng)
