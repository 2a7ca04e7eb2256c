"""The one bot that can play any game: every legal move equally likely."""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import Any, NamedTuple, cast

from goldfield.bots.bot import Bot
from goldfield.games.contract import RulesRoom
from goldfield.rng import below
from goldfield.rule import rule
from goldfield.words import say


class RandomTable(NamedTuple):
    """How much room the list of legal moves needs."""

    most_moves: int


@lru_cache(maxsize=32)
def random_bot(package: str) -> Bot:
    """The random player of a game's package."""
    room = cast(RulesRoom, importlib.import_module(package + ".rules"))
    legal = room.moves

    def prepare(rules: Any) -> RandomTable:
        return RandomTable(room.info(rules).most_moves)

    @rule
    def choose_any(setup: Any, table: RandomTable, view: Any, seat: int, rng: Any) -> Any:
        out = [0] * table.most_moves
        n = legal(setup, view, out)
        if n == 1:
            return out[0], rng
        pick, rng = below(rng, n)
        return out[pick], rng

    return Bot(
        "random",
        say("Plays whatever comes to mind: every legal move is equally likely."),
        choose_any,
        prepare,
        say("Random"),
    )
