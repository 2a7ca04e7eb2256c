"""How the server is set up: by the command line, by environment variables, by tests."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

import goldfield
from goldfield.games.options import BadOption
from goldfield.web.addresses import public_url


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set.

    Attributes:
        database: The SQLite file.
        games: Import paths of further games written to the contract.
        bot_delay: Seconds that a bot takes for a decision, about; 0 for tests.
        heartbeat: Seconds between two signs of life on a stream.
        reload: Read templates and static files anew at every request.
        workers: Processes in which bots think.
        url: The address by which people reach the server (``https://play.example.org``), where it
            stands behind a proxy; empty: as each visitor's browser calls it.
        nearby: The address by which others in the network reach it, empty where they cannot or
            where nobody knows.
    """

    database: Path
    games: tuple[str, ...] = ()
    bot_delay: float = 0.8
    heartbeat: float = 4.0
    reload: bool = False
    workers: int = 1
    url: str = ""
    nearby: str = ""


def default_database() -> Path:
    """The SQLite file in the user's data folder."""
    return user_data_path("goldfield", appauthor=False) / "goldfield.sqlite3"


def database_file(place: str) -> Path:
    """The database's file by its path.

    Raises:
        ValueError: for an address (``postgresql://…``, ``sqlite:///…``) instead of a path.
    """
    # pathlib makes one slash of several
    if re.match(r"[a-z][a-z0-9+]+:/", place):
        raise ValueError(f"{place} is no path: the database is a SQLite file, named by its path")
    return Path(place)


def from_environment(
    database: Path | None = None, environment: Mapping[str, str] | None = None
) -> Settings:
    """Settings by GOLDFIELD_DATABASE, _BOT_DELAY, _BOT_WORKERS, _GAMES, _RELOAD and _URL.

    Raises:
        ValueError: for a value that cannot be read; says which.
    """
    env = os.environ if environment is None else environment
    place = str(database or env.get("GOLDFIELD_DATABASE", ""))
    return Settings(
        database=database_file(place) if place else default_database(),
        games=_games(env.get("GOLDFIELD_GAMES", "")),
        bot_delay=_number(env, "GOLDFIELD_BOT_DELAY", 0.8, 60),
        reload=env.get("GOLDFIELD_RELOAD", "") not in ("", "0"),
        workers=max(1, int(_number(env, "GOLDFIELD_BOT_WORKERS", 1, 64))),
        url=public_url(env["GOLDFIELD_URL"]) if env.get("GOLDFIELD_URL") else "",
    )


def _games(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        try:
            goldfield.load(name)
        except BadOption as error:
            why = str(error.message).rstrip(".")
            raise ValueError(f"GOLDFIELD_GAMES={name} is not possible: {why}") from None
    return names


def _number(env: Mapping[str, str], name: str, default: float, most: float) -> float:
    text = env.get(name, "")
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= most:
        raise ValueError(f"{name}={text} is not possible: a number from 0 to {most:g} is needed")
    return value
