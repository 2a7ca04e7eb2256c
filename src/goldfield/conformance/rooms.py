"""Checks of the other rooms: options, sentences, the page's data, forms and bots."""

from __future__ import annotations

import dataclasses
import importlib
import json
from collections.abc import Iterable
from typing import Any

from goldfield.bots.bot import Bot
from goldfield.conformance.case import Case, Spot
from goldfield.conformance.check import check
from goldfield.games.contract import SPECTATOR, IllegalMove, State
from goldfield.games.options import (
    BadOption,
    BaseRules,
    options_of,
    read_options,
)
from goldfield.rng import seeded
from goldfield.words import Message, Pieces, SeatName, render

ABSURD: tuple[Any, ...] = (
    None,
    -1,
    10**30,
    10**5000,
    1.5,
    "",
    "<b>x</b>",
    "9" * 5000,
    [1],
    {"a": 1},
    b"x",
)


@check
def the_game_introduces_itself(case: Case) -> None:
    """Title, summary and the word for the score are messages; the rules have a version."""
    room = case.game.room
    for name in ("TITLE", "SUMMARY", "SCORE"):
        _rendered(case, getattr(room, name), name)
    if type(room.RULES_VERSION) is not int or room.RULES_VERSION < 1:
        case.broken(f"RULES_VERSION is {room.RULES_VERSION!r}.", "It is an int of at least 1.")
    if not issubclass(room.Rules, BaseRules) or not (room.Rules.__doc__ or "").strip():
        case.broken("Rules is no documented subclass of BaseRules.")


@check
def options_are_described(case: Case) -> None:
    """Every option has a label, a help and the allowed values, its default among them."""
    options = options_of(case.game.room.Rules)
    if len(options) != len(dataclasses.fields(case.game.room.Rules)):
        case.broken("A field of Rules is no option.", "Make every field with option(…).")
    if {"players", "first"} - {o.name for o in options}:
        case.broken("The options players and first are missing.")
    for o in options:
        for text in (o.label, o.help, *(c.label for c in o.choices)):
            _rendered(case, text, f"A text of option {o.name}")
        values = [c.value for c in o.choices]
        if not values and o.structure is None:
            case.broken(f"Option {o.name} has neither choices nor a structure.")
        if values and (o.default not in values or len(set(map(str, values))) < len(values)):
            case.broken(f"Option {o.name} allows {values}, its default is {o.default!r}.")


@check
def structured_options_have_one_form(case: Case) -> None:
    """A structured option's value is held in one text, which the parts of its form mean too."""
    for o in options_of(case.game.room.Rules):
        if o.structure is None:
            continue
        structure, value = o.structure, getattr(case.game.rules, o.name)
        for text in (o.default, value):
            if structure.read(text) != text:
                case.broken(f"{o.name}={text!r} is held, but read as {structure.read(text)!r}.")
        for text in (structure.grammar, structure.own, structure.words(value)):
            _rendered(case, text, f"A text of option {o.name}")
        if (structure.split is None) != (structure.join is None):
            case.broken(f"Option {o.name} has one of split and join.", "They come together.")
        if structure.split is None or structure.join is None:
            continue
        parts = structure.split(value)
        if set(parts) != set(structure.split(str(o.default))):
            case.broken(f"The parts of {o.name} are not the same for every value.")
        again = structure.read(structure.join(parts))
        if again != value:
            case.broken(f"{o.name}={value!r} came back from its parts as {again!r}.")


@check
def options_can_be_stored(case: Case) -> None:
    """Rules are frozen and hashable, and the same after JSON and after a form's texts."""
    rules = case.game.rules
    kind = type(rules)
    again = read_options(kind, json.loads(json.dumps(rules.as_dict())))
    typed = read_options(kind, {name: str(value) for name, value in rules.as_dict().items()})
    if again != rules or typed != rules or hash(again) != hash(rules):
        case.broken(f"{rules!r} came back as {again!r} and {typed!r}.")
    try:
        type(rules).__setattr__(rules, "players", 3)
    except dataclasses.FrozenInstanceError:
        return
    case.broken("Rules can be changed.", "Write @dataclass(frozen=True).")


@check
def bad_options_are_refused(case: Case) -> None:
    """An unknown option or a value that is not allowed is refused by name, with what is."""
    kind = type(case.game.rules)
    for o in options_of(kind):
        for value in ABSURD:
            try:
                read_options(kind, {o.name: value})
            except BadOption as refusal:
                text = str(refusal)
                if refusal.option != o.name or o.name not in text or len(text) > 600:
                    case.broken(f"{o.name} was refused with: {text[:600]}")
                if o.choices and not all(str(c.value) in text for c in o.choices if not o.is_flag):
                    case.broken(f"The refusal of {o.name} does not say what is allowed: {text}")
            else:
                if o.choices:
                    case.broken(f"{o.name}={value!r} was taken.")
    try:
        read_options(kind, {"no_such_option": 1})
    except BadOption as refusal:
        if "players" not in str(refusal):
            case.broken(f"The refusal of an unknown option does not name the known: {refusal}")
    else:
        case.broken("An unknown option was taken.")


@check
def presets_are_valid(case: Case) -> None:
    """Every preset gives rules, and has a name, a label and a help of its own."""
    presets = case.game.room.PRESETS
    for preset in presets:
        try:
            rules = read_options(type(case.game.rules), preset.options)
        except BadOption as error:
            case.broken(f"Preset {preset.name} is refused: {error}")
        if not preset.options.items() <= rules.as_dict().items():
            case.broken(f"Preset {preset.name} holds a value that is not canonical.")
        _rendered(case, preset.label, f"The label of preset {preset.name}")
        _rendered(case, preset.help, f"The help of preset {preset.name}")
    if len({preset.name for preset in presets}) < len(presets):
        case.broken("Two presets share a name.")


@check
def choices_are_the_legal_moves(case: Case) -> None:
    """``present.choices`` lists exactly the legal moves, with their notation and their effect."""
    if "present" not in case.rooms:
        return
    game = case.game
    for spot in case.each("seat", 200 * case.depth):
        seat = game.to_act(spot.state)
        view = game.view(spot.state, seat)
        found = game.present.choices(game.rules, game.setup, view, seat)
        if sorted(choice.move for choice in found) != game.moves(spot.state):
            case.broken(
                f"choices lists {[choice.move for choice in found]}; legal are "
                f"{game.moves(spot.state)}."
            )
        for choice in found[:60]:
            if game.parse_move(view, choice.text) != choice.move:
                case.broken(f"The choice {choice.text!r} is read as another move.")
            _rendered(case, choice.effect, f"The effect of {choice.text!r}")


@check
def the_log_is_in_words(case: Case) -> None:
    """``present.describe`` puts every move into sentences for every reader, from masked data."""
    if "present" not in case.rooms:
        return
    game = case.game
    for spot, move, after in _steps(case):
        for seat in range(SPECTATOR, game.info.seats):
            before_seen, after_seen = game.view(spot.state, seat), game.view(after, seat)
            masked = game.mask(spot.state, move, seat)
            said = game.present.describe(game.rules, game.setup, before_seen, masked, after_seen)
            if type(said) is not list:
                case.broken(f"describe gave a {type(said).__name__}.", "A list of Messages.")
            for message in said:
                _rendered(case, message, f"What describe says of move {move}")
                for named in _seats_in(message):
                    if not 0 <= named < game.info.seats:
                        case.broken(f"describe names seat {named}, which does not exist.")


@check
def the_table_is_plain_data(case: Case) -> None:
    """``present.table`` gives JSON scalars, lists, dicts and Messages, the same each time."""
    if "present" not in case.rooms:
        return
    game = case.game
    for spot in case.each(most=200 * case.depth):
        for seat in range(SPECTATOR, game.info.seats):
            view = game.view(spot.state, seat)
            data = game.present.table(game.rules, game.setup, view, seat)
            if type(data) is not dict:
                case.broken(f"table gave a {type(data).__name__}.", "A dict.")
            _plain_data(case, data, "table")
            if game.present.table(game.rules, game.setup, view, seat) != data:
                case.broken("table gave something else when asked again.", "It must be pure.")


@check
def what_moved_is_plain_data(case: Case) -> None:
    """``present.moved``, where there is one, gives such data for every reader, from masked data."""
    game = case.game
    moved = getattr(game.present, "moved", None) if "present" in case.rooms else None
    if moved is None:
        return
    for spot, move, after in _steps(case):
        for seat in range(SPECTATOR, game.info.seats):
            before_seen, after_seen = game.view(spot.state, seat), game.view(after, seat)
            masked = game.mask(spot.state, move, seat)
            found = moved(game.rules, game.setup, before_seen, masked, after_seen)
            if type(found) is not list:
                case.broken(f"moved gave a {type(found).__name__}.", "A list of dicts.")
            _plain_data(case, found, "moved")


@check
def forms_are_read_or_refused(case: Case) -> None:
    """``present.read_form`` gives moves that can be played, all it was sent, or raises IllegalMove.

    A text too long, or sent twice, is refused: nothing is cut off and played.
    """
    if "present" not in case.rooms:
        return
    game = case.game
    for spot in case.each("seat", 60 * case.depth):
        seat = game.to_act(spot.state)
        view = game.view(spot.state, seat)
        fields = _fields(game.present.table(game.rules, game.setup, view, seat))
        words = ["", "x", "0", "-1", "999", "9" * 5000, "²", "<b>", "\x00", *fields]
        forms: list[dict[str, list[str]]] = [{}, {"do": []}, {"nonsense": ["1"]}]
        forms += [{"do": [word]} for word in words]
        forms += [{"do": words, "die": words, "reading": words}]
        forms += [{"do": [word], "die": words[i : i + 2]} for i, word in enumerate(words)]
        for form in forms:
            try:
                moves = game.present.read_form(game.rules, game.setup, view, seat, form)
            except IllegalMove as refusal:
                _rendered(case, refusal.message, f"The refusal of the form {form}")
                continue
            state = spot.state
            for move in moves:
                if game.to_act(state) != seat:
                    case.broken(f"The form {form} was read as {moves}, beyond the seat's turn.")
                state = game.play(state, move)
            if not moves:
                case.broken(f"The form {form} was read as no move at all.", "Raise IllegalMove.")
            _read_whole(case, view, seat, form)


def _read_whole(case: Case, view: State, seat: int, form: dict[str, list[str]]) -> None:
    """Complain if a form that means moves still does with something behind its only word."""
    game = case.game
    words = form.get("do", [])
    if len(form) > 1 or len(words) != 1:
        return
    for damaged in ([words[0] + " " * 300 + "x"], [words[0], "x"], ["x", words[0]]):
        try:
            game.present.read_form(game.rules, game.setup, view, seat, {"do": damaged})
        except IllegalMove:
            continue
        case.broken(
            f"The form {form} is played even where do is {damaged}.",
            "Read fields with goldfield.games.fields.",
        )


@check
def bots_play_from_their_view(case: Case) -> None:
    """Every bot that lacks nothing chooses a legal move from its view, the same one in a twin."""
    if "bots" not in case.rooms:
        return
    game = case.game
    bots: dict[str, Bot] = importlib.import_module(f"{game.package}.bots").BOTS
    for name, bot in bots.items():
        if bot.name != name:
            case.broken(f"The bot {name} calls itself {bot.name}.")
        _rendered(case, bot.character, f"The character of bot {name}")
        lacks = bot.lacks(game.rules)
        if lacks is not None:
            _rendered(case, lacks, f"What bot {name} lacks")
            continue
        table = bot.prepare(game.rules)
        for i, spot in enumerate(case.each("seat", 120 * case.depth)):
            seat = game.to_act(spot.state)
            view = game.view(spot.state, seat)
            move, rng = bot.choose(game.setup, table, view, seat, seeded(6, i))
            if type(move) is not int or move not in game.moves(view):
                case.broken(f"Bot {name} chose {move!r}; legal are {game.moves(view)}.")
            twin = game.view(game.guess(view, seat, seeded(7, i))[0], seat)
            if bot.choose(game.setup, table, twin, seat, seeded(6, i)) != (move, rng):
                case.broken(f"Bot {name} chose otherwise in a twin.", "Use view and rng alone.")


def _steps(case: Case) -> Iterable[tuple[Spot, int, State]]:
    """Moves out of the sample's positions, and the last moves of its games."""
    game = case.game
    for spot in case.each(most=200 * case.depth):
        ids = case.next_ids(spot.state)
        for move in ids[:: max(1, len(ids) // 8)]:
            yield spot, move, game.room.play(game.setup, spot.state, move)
    for record in case.walks:
        state = game.start()
        for i, move in enumerate(record):
            after = game.room.play(game.setup, state, move)
            if i >= len(record) - 5:
                case.here = Spot(state, record, i)
                yield case.here, move, after
            state = after


def _rendered(case: Case, message: object, what: str) -> None:
    """Complain unless the message can be rendered: all values given and of the right kinds."""
    if not isinstance(message, Message):
        case.broken(f"{what} is {message!r}, no Message.", "Use say(…) or say_n(…).")
    try:
        text = render(message)
    except (KeyError, IndexError, ValueError, AttributeError) as error:
        case.broken(f"{what} cannot be rendered: {message.id!r} ({type(error).__name__} {error}).")
    if not text.strip():
        case.broken(f"{what} is empty.")
    _values(case, message, what)


def _values(case: Case, message: Message, what: str) -> None:
    stack: list[object] = [value for _, value in message.values]
    while stack:
        value = stack.pop()
        if isinstance(value, Message):
            stack += [inner for _, inner in value.values]
        elif isinstance(value, tuple):
            stack += value
        elif type(value) not in (int, str, SeatName, Pieces):
            case.broken(f"{what} holds {value!r}, which no reader's language can show.")


def _seats_in(message: Message) -> Iterable[int]:
    for _, value in message.values:
        if isinstance(value, SeatName):
            yield value.seat
        elif isinstance(value, Message):
            yield from _seats_in(value)


def _plain_data(case: Case, data: object, path: str) -> None:
    if isinstance(data, Message):
        _rendered(case, data, path)
    elif type(data) is dict:
        for key, value in data.items():
            if type(key) is not str:
                case.broken(f"{path} has the key {key!r}.", "Keys are strings.")
            _plain_data(case, value, f"{path}[{key!r}]")
    elif type(data) is list:
        for i, value in enumerate(data):
            _plain_data(case, value, f"{path}[{i}]")
    elif data is not None and type(data) not in (int, str, bool, float):
        case.broken(f"{path} is {data!r}.", "Only JSON scalars, lists, dicts and Messages.")


def _fields(data: object) -> list[str]:
    """The texts in a table that a form could send back."""
    if isinstance(data, dict):
        return [text for value in data.values() for text in _fields(value)]
    if isinstance(data, list):
        return [text for value in data for text in _fields(value)][:60]
    return [data] if isinstance(data, str) else []
