"""Commands that every game has, with options made from the fields of its ``Rules``.

``goldfield play gold_nuggets --edition gold_nuggets --pairs``: the group ``play`` has one command
per game, built when it is asked for. Nothing here knows a game.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import typer
from typer.core import TyperGroup

import goldfield
from goldfield.games.options import Option, Preset, Scalar, options_of
from goldfield.words import say, shortened

Run: TypeAlias = Callable[..., int]
"""``run(game, **own)``: what a command does with a game and the values of its own options."""
Fill: TypeAlias = Callable[[Mapping[str, Any], dict[str, object]], None]
"""``fill(own, options)`` may add game options that the command's own ones imply."""


def group_of(name: str, run: Run, fill: Fill) -> type[TyperGroup]:
    """The ``cls`` of a typer group that has a command per game.

    ``run`` takes the game and, as keywords with typer's annotations, the command's own options.
    """

    class Games(TyperGroup):
        """Looks a command up among the games."""

        def list_commands(self, ctx: Any) -> list[str]:
            return list(goldfield.games())

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            return _command(cmd_name, run, fill)

    Games.__name__ = f"Games{name.title()}"
    return Games


def _command(name: str, run: Run, fill: Fill) -> Any:
    room = goldfield.load(name).room
    options = options_of(room.Rules)
    own = [
        parameter
        for parameter in inspect.signature(run, eval_str=True).parameters.values()
        if parameter.name != "game"
    ]

    def call(**values: Any) -> int:
        chosen: dict[str, object] = {}
        preset = values.pop("preset", None)
        if preset is not None:
            chosen |= _preset(room.PRESETS, preset)
        given = {o.name: values.pop(_parameter(o.name)) for o in options}
        chosen |= {option: value for option, value in given.items() if value is not None}
        fill(values, chosen)
        game = goldfield.load(name, **chosen)
        for warning in game.rules.warnings():
            print(say("Note: {warning}", warning=warning), file=sys.stderr)
        return run(game, **values)

    parameters = [*own, *(_of_option(o) for o in options)]
    if room.PRESETS:
        parameters.append(_of_presets(room.PRESETS))
    vars(call)["__signature__"] = inspect.Signature(parameters)
    call.__annotations__ = {p.name: p.annotation for p in parameters}
    app = typer.Typer(add_completion=False, rich_markup_mode="rich")
    app.command(name=name, help=str(room.SUMMARY))(call)
    return typer.main.get_command(app)


def _parameter(option: str) -> str:
    """A game's option may be called as one of the command's own; inside it has a longer name."""
    return f"rule_{option}"


def _of_option(option: Option) -> inspect.Parameter:
    flag = "--" + option.name.replace("_", "-")
    spelled = f"{flag}/--no-{option.name.replace('_', '-')}" if option.is_flag else flag
    allowed = "|".join(_text(choice.value) for choice in option.choices)
    meaning = f"{option.help} {option.structure.grammar}" if option.structure else str(option.help)
    info = typer.Option(
        spelled,
        help=f"{meaning} ({say('default')}: {_text(option.default)})",
        metavar=None if option.is_flag else allowed or option.name.upper(),
        rich_help_panel=str(say("Rules of the game")),
        show_default=False,
    )
    kind: Any = bool | None if option.is_flag else str | None
    return inspect.Parameter(
        _parameter(option.name),
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[kind, info],
    )


def _of_presets(presets: Sequence[Preset]) -> inspect.Parameter:
    info = typer.Option(
        "--preset",
        help=str(say("A named set of options: goldfield games NAME lists them.")),
        metavar="|".join(preset.name for preset in presets),
        show_default=False,
    )
    return inspect.Parameter(
        "preset",
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[str | None, info],
    )


def _preset(presets: Sequence[Preset], name: str) -> dict[str, object]:
    for preset in presets:
        if preset.name == name:
            return dict(preset.options)
    raise typer.BadParameter(
        str(
            say(
                "there is no preset {name}; there are: {known}.",
                name=shortened(name),
                known=tuple(preset.name for preset in presets),
            )
        ),
        param_hint="--preset",
    )


def _text(value: Scalar) -> str:
    """A value as a person types it."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
