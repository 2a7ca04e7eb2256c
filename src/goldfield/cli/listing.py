"""The games there are, and one game's options, opponents and presets."""

from __future__ import annotations

import shlex

from rich.table import Table
from rich.text import Text

import goldfield
from goldfield.bots import bots_of, listed
from goldfield.cli.screen import screen
from goldfield.games.game import Game
from goldfield.games.options import Option, Scalar, options_of
from goldfield.words import say


def show_games() -> None:
    """A line for each game."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in (say("Game"), say("Name"), say("Seats"), say("About")):
        table.add_column(str(heading), no_wrap=heading.id != "About")
    for name in goldfield.games():
        game = goldfield.load(name)
        seats = [c.value for o in _options(game) if o.name == "players" for c in o.choices]
        span = f"{seats[0]}-{seats[-1]}" if len(seats) > 1 else str(game.info.seats)
        table.add_row(name, str(game.room.TITLE), span, str(game.room.SUMMARY))
    out = screen()
    out.print(table)
    out.print()
    out.print(Text(str(say("goldfield games NAME shows a game's options, bots and presets."))))


def show_game(game: Game) -> None:
    """All that can be set in a game, and who plays it."""
    out = screen()
    out.print(Text(str(game.room.TITLE), "bold"))
    out.print(Text(str(game.room.SUMMARY)))
    out.print()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in (say("Option"), say("Allowed"), say("Meaning")):
        table.add_column(str(heading), no_wrap=heading.id == "Option")
    for option in _options(game):
        allowed = Text()
        for i, choice in enumerate(option.choices):
            style = "bold" if choice.value == option.default else ""
            allowed.append(" " if i else "").append(_text(choice.value), style)
        if option.structure:
            allowed.append(str(say("see below")), "italic")
        table.add_row(_switch(option), allowed, str(option.help))
    out.print(table)
    out.print(Text(str(say("Defaults are the first or bold values.")), "dim"))
    for option in _options(game):
        if option.structure:
            out.print()
            out.print(
                Text(f"{_switch(option)} ").append(shlex.quote(_text(option.default)), "bold")
            )
            out.print(Text(str(option.structure.grammar)))
    if game.room.PRESETS:
        out.print()
        presets = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        presets.add_column(str(say("Preset")), no_wrap=True)
        presets.add_column(str(say("Meaning")))
        for preset in game.room.PRESETS:
            presets.add_row(preset.name, str(preset.help))
        out.print(presets)
    for warning in game.rules.warnings():
        out.print()
        out.print(Text(str(say("Note: {warning}", warning=warning))))
    out.print()
    bots = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    bots.add_column(str(say("Bot")), no_wrap=True)
    bots.add_column(str(say("Character")))
    known = bots_of(game)
    for name in listed(known.values()):
        alone = known.get(name)
        told = alone.character if alone else say("From easy to hard, for everybody a match.")
        bots.add_row(name, str(told))
    out.print(bots)


def _options(game: Game) -> tuple[Option, ...]:
    return options_of(game.room.Rules)


def _switch(option: Option) -> str:
    name = option.name.replace("_", "-")
    return f"--{name} / --no-{name}" if option.is_flag else f"--{name}"


def _text(value: Scalar) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
