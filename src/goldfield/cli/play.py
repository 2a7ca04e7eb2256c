"""``goldfield play``: a game at one terminal, people and bots, moves typed in the notation."""

from __future__ import annotations

import sys
from pathlib import Path

from goldfield.bots import bot_of, playing, prepared
from goldfield.cli.keyboard import Keyboard
from goldfield.cli.screen import screen
from goldfield.cli.sitting import FromPosition, FromStart, Sitting
from goldfield.cli.trouble import Trouble
from goldfield.games.game import Game
from goldfield.words import say

MAX_NAME = 40
MAX_PHRASE = 200


def play(
    game: Game,
    bots: str,
    names: str,
    phrase: str,
    seed: int | None,
    state: str | None,
    record: Path | None,
) -> int:
    """Play to the end, or until whoever sits here leaves; returns the exit status."""
    sitters = _seat_bots(game, bots)
    if sitters.count("") == 1 and names.strip(", ").casefold() == str(say("You")).casefold():
        names = ""  # which is how whoever plays alone is called anyway
    called = _called(sitters, names)
    if len(phrase) > MAX_PHRASE or not phrase.isprintable():
        raise Trouble(
            say("A phrase has at most {n} characters, all of them printable.", n=MAX_PHRASE)
        )
    if record is not None:
        _check_new_file(record)
    sitting: Sitting
    if state is not None:
        if record is not None:
            raise Trouble(say("A game begun from a position has no record."))
        sitting = FromPosition(game, game.parse_state(state), seed)
    else:
        sitting = FromStart(game, called, sitters, phrase, seed)
    you = sitters.index("") if sitters.count("") == 1 and not names.strip(", ") else -1
    keyboard = Keyboard(sitting, called, sitters, you, seed, sys.stdin)
    _wait_for(keyboard, game, sitters)
    try:
        return keyboard.run()
    finally:
        if record is not None:
            record.write_text(sitting.record(close=True), encoding="utf-8")
            keyboard.say(say("The record is in {file}.", file=str(record)))


def _seat_bots(game: Game, bots: str) -> list[str]:
    """A bot's name per seat, empty for a person; bots take the last seats."""
    named = [name.strip() for name in bots.split(",") if name.strip()]
    for name in named:
        bot_of(game, name)
    seats = game.info.seats
    if len(named) > seats:
        raise Trouble(say("{n} bots were named for {seats} seats.", n=len(named), seats=seats))
    return [""] * (seats - len(named)) + named


def _wait_for(keyboard: Keyboard, game: Game, sitters: list[str]) -> None:
    """Prepare the bots that take long, and tell of those that others play for."""
    for name in dict.fromkeys(name for name in sitters if name):
        bot, why = playing(game, name)
        if why is not None:
            keyboard.say(
                say("{why} {other} plays for {bot}.", why=why, other=bot.title, bot=name), "dim"
            )
        elif bot.stand_in:
            told = say("{bot} works out this game first, once; then it is kept.", bot=bot.title)
            with screen().status(str(told)):
                prepared(bot, game.rules)


def _called(sitters: list[str], names: str) -> list[str]:
    """How each seat is called; names are told apart."""
    given = [name.strip() for name in names.split(",") if name.strip()]
    people = sitters.count("")
    if len(given) > people:
        raise Trouble(say("{n} names were given for {people} people.", n=len(given), people=people))
    for name in given:
        if len(name) > MAX_NAME or not name.isprintable():
            raise Trouble(
                say("A name has at most {n} characters, all of them printable.", n=MAX_NAME)
            )
    # Nobody else may be called as the program calls whoever sits here.
    taken = {str(say("You")).casefold()} if given else set[str]()
    if not given and people == 1:
        given = [str(say("You"))]
    given += [str(say("Player {n}", n=n + 1)) for n in range(len(given), people)]
    called: list[str] = []
    for seat, bot in enumerate(sitters):
        name = wanted = bot or given.pop(0)
        if bot and sitters.count(bot) > 1:
            name = f"{wanted} {seat + 1}"
        number = max(seat + 1, 2)
        while name.casefold() in taken:
            name, number = f"{wanted} {number}", number + 1
        taken.add(name.casefold())
        called.append(name)
    return called


def _check_new_file(file: Path) -> None:
    """Refuse early what cannot be written, or would write over something."""
    if file.exists():
        raise Trouble(say("{file} exists already; name another file.", file=str(file)))
    if not file.absolute().parent.is_dir():
        raise Trouble(say("There is no folder {folder}.", folder=str(file.parent)))
