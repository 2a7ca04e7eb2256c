"""The games of this server as pages show them: cards, presets, characters, faces."""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import goldfield
from goldfield.bots import bots_of
from goldfield.games.contract import RulesRoom
from goldfield.games.game import Game
from goldfield.games.options import BaseRules, Scalar, options_of
from goldfield.games.rulebook import rulebook
from goldfield.match.rolled import drawn_of
from goldfield.texts import SOURCE, translator
from goldfield.web.assets import Assets
from goldfield.web.context import Character, GameCard, PresetCard
from goldfield.web.refusal import Refusal
from goldfield.web.render import Renderer
from goldfield.words import Message, say, shortened

PLAIN_TABLE = "plain_table.html"
"""Stands in for the table of a game that brings no template: a list of its legal moves."""


@functools.lru_cache(maxsize=128)
def _loaded(name: str, options: tuple[tuple[str, Scalar], ...]) -> Game:
    return goldfield.load(name, **dict(options))


def load_game(name: str, options: Mapping[str, Scalar]) -> Game:
    """A game under options, loaded once for all tables that share them."""
    return _loaded(name, tuple(sorted(options.items())))


@functools.cache
def piece_names(game: str) -> Mapping[str, Message]:
    """How a game's pieces are called aloud, by their letter; empty where it does not say."""
    return getattr(_present(game), "PIECES", {})


def draws_seats(game: str) -> bool:
    """Whether a game's table shows names, turn and scores by itself."""
    return getattr(_present(game), "DRAWS_SEATS", False)


def _present(game: str) -> ModuleType:
    package = f"goldfield.games.{game}" if game in goldfield.games() else game
    return importlib.import_module(f"{package}.present")


class Catalog:
    """All games that can be played here, by the name that a match keeps."""

    def __init__(self, further: tuple[str, ...] = ()) -> None:
        self.packages = {name: f"goldfield.games.{name}" for name in goldfield.games()}
        self.packages.update({name: name for name in further})
        self.faces = {
            name: face
            for name, package in self.packages.items()
            if (face := _folder(package) / "face").is_dir()
        }
        self._cards: dict[str, GameCard] = {}

    def room(self, name: str) -> RulesRoom:
        """The rules of a game.

        Raises:
            Refusal: 404 when there is no such game.
        """
        if name not in self.packages:
            raise Refusal(
                404,
                "no-game",
                say(
                    "There is no game {name}; there are: {known}.",
                    name=shortened(name),
                    known=tuple(card.title for card in self._cards.values()),
                ),
            )
        return importlib.import_module(f"{self.packages[name]}.rules")  # pyright: ignore

    def fill(self, renderer: Renderer, assets: Assets) -> None:
        """Make the cards, now that it is known which templates and files there are."""
        self._cards = {name: self._card(name, renderer, assets) for name in self.packages}

    def card(self, name: str) -> GameCard:
        """A game's card. Raises Refusal (404)."""
        self.room(name)
        return self._cards[name]

    @property
    def cards(self) -> tuple[GameCard, ...]:
        """Every game's card."""
        return tuple(self._cards.values())

    def rules_text(
        self, name: str, rules: BaseRules | None = None, language: str = SOURCE
    ) -> tuple[str, str]:
        """The rules in Markdown, general or as played, and the code of their language.

        A game that has them in English alone tells them in English; both are empty when it brings
        none.
        """
        self.room(name)
        package = self.packages[name]
        for code in dict.fromkeys((language, SOURCE)):
            try:
                words = translator(code, package)
                return rulebook(package, rules, code, pictures=True, translator=words), code
            except FileNotFoundError:
                pass
        return "", ""

    def _card(self, name: str, renderer: Renderer, assets: Assets) -> GameCard:
        room = self.room(name)
        seats = [int(c.value) for c in options_of(room.Rules)[0].choices]

        def template(file: str, otherwise: str = "") -> str:
            return f"{name}/{file}" if renderer.has(f"{name}/{file}") else otherwise

        def file(path: str) -> tuple[str, ...]:
            return (f"{name}/{path}",) if assets.has(f"{name}/{path}") else ()

        return GameCard(
            name=name,
            title=room.TITLE,
            summary=room.SUMMARY,
            score=room.SCORE,
            fewest=min(seats),
            most=max(seats),
            presets=tuple(PresetCard(p.name, p.label, p.help, p.options) for p in room.PRESETS),
            characters=_characters(name),
            table_template=template("table.html", PLAIN_TABLE),
            pieces_template=template("pieces.svg"),
            styles=file("style.css"),
            scripts=file("table.js"),
            poster_template=template("poster.svg"),
            dice=drawn_of(load_game(name, {})) is None,
            draws_seats=draws_seats(name),
            form_styles=file("form.css"),
            form_scripts=file("form.js"),
        )


def option_template(renderer: Renderer, game: str, option: str) -> str:
    """The fragment of a structured option, empty when there is none."""
    name = f"{game}/option_{option}.html"
    return name if renderer.has(name) else ""


def edition_of(game: Game) -> Message:
    """What tells this table from others of its game, in short: ``My Mine, Straights``.

    A preset by its name; else the edition (the first option in words), the flags that are on, and
    what else differs from the usual. A structured option of the table's own is only said to be one.
    """
    rules = type(game.rules)
    options = [o for o in options_of(rules) if o.name not in ("players", "first")]
    values = {o.name: getattr(game.rules, o.name) for o in options}
    own = tuple(o.structure.own for o in options if o.structure and values[o.name] != o.default)
    plain = [o for o in options if not o.structure]
    for whole in (options, plain):
        for preset in game.room.PRESETS:
            if all(values[o.name] == preset.options.get(o.name, o.default) for o in whole):
                parts = (preset.label, *own) if whole is plain else (preset.label,)
                return say("{parts}", parts=parts)
    parts: tuple[Message, ...] = ()
    has_edition = False
    for o in plain:
        value = values[o.name]
        label = next((c.label for c in o.choices if c.value == value), None)
        if isinstance(value, str) and label is not None and not has_edition:
            has_edition = True
            parts += (label,)
        elif value != o.default:
            named = say("{option}: {value}", option=o.label, value=label or "")
            parts += (o.label if o.is_flag or label is None else named,)
    return say("{parts}", parts=parts + own)


def rules_of(game: Game) -> tuple[tuple[Message, Message], ...]:
    """Every option's label and value; structured ones only where they are not the usual."""
    found: list[tuple[Message, Message]] = []
    for o in options_of(type(game.rules)):
        value = getattr(game.rules, o.name)
        label = next((c.label for c in o.choices if c.value == value), None)
        if o.structure is None:
            found.append((o.label, label or say("{value}", value=str(value))))
        elif value != o.default:
            found.append((o.label, o.structure.words(value)))
    return tuple(found)


def _folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ValueError(f"there is no package {package}")
    return Path(spec.origin).parent


def _characters(name: str) -> tuple[Character, ...]:
    """The bots that know a game, strongest first; those of a ladder from easy to hard."""
    known = list(bots_of(load_game(name, {})).values())[::-1]
    known.sort(key=lambda bot: bot.level)
    return tuple(
        Character(bot.name, bot.title, bot.character, bot.level, not bot.on_request)
        for bot in known
    )
