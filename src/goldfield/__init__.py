"""Goldfield: three gold-digging tabletop games to play, study and host.

>>> import goldfield
>>> game = goldfield.load("gold_nuggets", players=2, pairs=True)
>>> state = game.start()
"""

from __future__ import annotations

import difflib
import importlib.util
import pkgutil

from goldfield.games import __path__ as _games_path
from goldfield.games.contract import BadNotation, IllegalMove
from goldfield.games.game import Game
from goldfield.games.options import BadOption
from goldfield.words import say, shortened

__version__ = "0.1.0"
__all__ = ["BadNotation", "BadOption", "Game", "IllegalMove", "games", "load"]


def games() -> tuple[str, ...]:
    """The names of the games there are: every package in ``goldfield.games``."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(_games_path) if m.ispkg))


def load(name: str, /, **options: object) -> Game:
    """A game by name, under the given options (``players=3, edition="my_mine"``, …).

    A name with a dot is the import path of a package written to the same contract, so that a game
    of one's own needs no place inside Goldfield.

    Raises:
        BadOption: (a ``ValueError``) for an unknown game or option, or a value not allowed.
    """
    if "." in name:
        if not _is_package(name):
            raise BadOption("game", say("There is no package {name}.", name=name[:80]))
        return Game(name, **options)
    if name not in games():
        near = difflib.get_close_matches(name, games(), 1)
        hint = say(" Did you mean {near}?", near=near[0]) if near else ""
        raise BadOption(
            "game",
            say(
                "There is no game {name}; there are: {known}.{hint}",
                name=shortened(name),
                known=games(),
                hint=hint,
            ),
        )
    return Game(f"goldfield.games.{name}", **options)


def _is_package(name: str) -> bool:
    if not all(part.isidentifier() for part in name.split(".")):
        return False
    try:
        return importlib.util.find_spec(name + ".rules") is not None
    except ModuleNotFoundError:
        return False
