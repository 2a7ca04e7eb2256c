"""Write docs/options.md from the options of every game; with ``--check`` only compare."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import goldfield
from goldfield.games.game import Game
from goldfield.games.options import Option, Scalar, options_of

PAGE = Path(__file__).resolve().parent.parent / "docs" / "options.md"
HEAD = """\
# Options of the games

Made from the source by `make docs`; change the options there, not here.

The same names serve everywhere: the form of a new table, `goldfield play` and `goldfield simulate`
(`--players 3 --pairs`), Python (`goldfield.load("gold_nuggets", players=3, pairs=True)`) and the
JSON of a record.
"""


def text(value: Scalar) -> str:
    """A value as a person types it."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def rows(option: Option) -> str:
    """The row of one option in its game's table."""
    allowed = ", ".join(
        f"`{text(choice.value)}`"
        + (f" ({choice.label})" if str(choice.label) != text(choice.value) else "")
        for choice in option.choices
    )
    if option.structure:
        return f"| `{option.name}` | {option.help} | a text, see below | see below |"
    return f"| `{option.name}` | {option.help} | {allowed} | `{text(option.default)}` |"


def chapter(game: Game) -> Iterator[str]:
    """The lines about one game."""
    yield f"\n## {game.room.TITLE} (`{game.name}`)\n"
    yield f"{game.room.SUMMARY}\n"
    yield "| option | meaning | allowed | default |"
    yield "|---|---|---|---|"
    options = options_of(game.room.Rules)
    yield from map(rows, options)
    for option in options:
        if option.structure:
            usual = f"The default is `{option.default}`."
            yield f"\n`{option.name}`: {option.structure.grammar} {usual}"
    if game.room.PRESETS:
        yield "\nPresets, offered first when a table is opened:\n"
        texts = {option.name: option.default for option in options if option.structure}
        for preset in game.room.PRESETS:
            own = {name: v for name, v in preset.options.items() if texts.get(name) != v}
            shown = ", ".join(f"{name}={text(v)}" for name, v in own.items())
            yield f"- **{preset.label}**: {preset.help} (`{shown}`)"


def page() -> str:
    """The whole page."""
    lines = [line for name in goldfield.games() for line in chapter(goldfield.load(name))]
    return HEAD + "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Run from the Makefile; returns the exit code."""
    if arguments == ["--check"]:
        if PAGE.read_text(encoding="utf-8") == page():
            return 0
        print("docs/options.md is out of date; run: make docs", file=sys.stderr)
        return 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
