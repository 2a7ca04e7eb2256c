"""Options of a game: validated fields that carry their own label, help and allowed values.

A game's ``Rules`` is a frozen dataclass whose fields are made by :func:`option`. The table form,
the command line, the documentation and the JSON of a record are all generated from them.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, cast

from goldfield.words import Message, Value, say

Scalar: TypeAlias = int | str | bool
"""What an option holds, and what JSON keeps of it."""


class BadOption(ValueError):
    """An option that does not exist or a value that is not allowed; ``message`` says which."""

    def __init__(self, option: str, message: Message) -> None:
        super().__init__(str(message))
        self.option = option
        self.message = message


@dataclass(frozen=True, slots=True)
class Choice:
    """One allowed value of an option and how it is called."""

    value: Scalar
    label: Message


@dataclass(frozen=True, slots=True)
class Structure:
    """What a game gives with a structured option (a deck, a layout): its value is a text.

    Rules hold it in its canonical form, so that values which mean the same are equal, wherever
    they were typed. A form may ask for it in parts, small fields of their own (``split`` and
    ``join``, both or neither); the game's ``face`` brings the fragment ``option_NAME.html``.
    """

    read: Callable[[Any], str]
    """The canonical text of any value; raises :class:`BadOption` for what is none."""
    grammar: Message
    """How the text is written, and what is allowed."""
    own: Message
    """What a table with another value than the usual is called: ``Own chests``."""
    words: Callable[[str], Message] = lambda text: say("{value}", value=text)
    """A canonical text as people read it."""
    split: Callable[[str], Mapping[str, str]] | None = None
    """A canonical text as the texts of a form's parts: every part, the empty ones too."""
    join: Callable[[Mapping[str, str]], str] | None = None
    """The text that parts as somebody typed them mean; may raise :class:`BadOption`."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option as forms, command line and documentation see it.

    ``choices`` lists every allowed value of a plain option; a structured one has none.
    """

    name: str
    default: Scalar
    label: Message
    help: Message
    choices: tuple[Choice, ...]
    structure: Structure | None = None
    at_seats: Message | None = None
    """For an option that names a seat, or 0 for none: what a form says of that seat where it is
    marked, instead of asking for a number: ``the youngest``."""

    @property
    def is_flag(self) -> bool:
        """Whether the option is a yes or no."""
        return isinstance(self.default, bool)


YES_NO = (Choice(False, say("no")), Choice(True, say("yes")))


def option(
    default: Scalar,
    *,
    label: Message,
    help: Message,
    choices: Sequence[Choice] = (),
    structure: Structure | None = None,
    at_seats: Message | None = None,
) -> Any:
    """A field of a ``Rules`` dataclass; a bool is a flag and needs no choices."""
    if isinstance(default, bool):
        choices = YES_NO
    return dataclasses.field(
        default=default,
        metadata={
            "label": label,
            "help": help,
            "choices": tuple(choices),
            "structure": structure,
            "at_seats": at_seats,
        },
    )


def numbers(*values: int, label: Callable[[int], Message] | None = None) -> tuple[Choice, ...]:
    """Choices that are numbers, shown as such unless ``label`` words them."""
    return tuple(Choice(v, label(v) if label else say("{number}", number=v)) for v in values)


def players_option(fewest: int, most: int) -> Any:
    """The field ``players`` that every game has."""
    return option(
        fewest,
        label=say("Players"),
        help=say("How many seats the table has."),
        choices=numbers(*range(fewest, most + 1)),
    )


def first_option(most: int, *, help: Message | None = None, at_seats: Message | None = None) -> Any:
    """The field ``first`` that every game has: who begins; 0 leaves it to chance.

    ``at_seats``: who that is by the rules of the game (``the youngest``), see :class:`Option`.
    """

    def word(n: int) -> Message:
        return say("seat {number}", number=n) if n else say("random")

    return option(
        1,
        label=say("Who begins"),
        help=help or say("The seat that begins, or random: a fair draw before the first turn."),
        choices=numbers(*range(most + 1), label=word),
        at_seats=at_seats,
    )


@dataclass(frozen=True)
class BaseRules:
    """What the ``Rules`` of all games share; subclasses are frozen dataclasses of options.

    Raises :class:`BadOption` (a ``ValueError``) when a value is not allowed.
    """

    players: int = dataclasses.field(default=2, kw_only=True)
    first: int = dataclasses.field(default=1, kw_only=True)

    def __post_init__(self) -> None:
        for o in options_of(type(self)):
            value = getattr(self, o.name)
            if o.structure:
                object.__setattr__(self, o.name, o.structure.read(value))
            else:
                _check(o, value)
        if self.first > self.players:
            raise BadOption(
                "first",
                say(
                    "first={value} is not possible: there are {players} seats.",
                    value=self.first,
                    players=self.players,
                ),
            )

    def as_dict(self) -> dict[str, Scalar]:
        """All options by name, as JSON keeps them."""
        return {o.name: getattr(self, o.name) for o in options_of(type(self))}

    def warnings(self) -> tuple[Message, ...]:
        """What is legal under these options and yet may surprise; none by default."""
        return ()


R = TypeVar("R", bound=BaseRules)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options that the table form offers first."""

    name: str
    label: Message
    help: Message
    options: Mapping[str, Scalar]


def options_of(rules: type[BaseRules]) -> tuple[Option, ...]:
    """The options of a ``Rules`` class, in the order of its fields."""
    return tuple(
        Option(
            field.name,
            cast(Scalar, field.default),
            field.metadata["label"],
            field.metadata["help"],
            field.metadata["choices"],
            field.metadata["structure"],
            field.metadata["at_seats"],
        )
        for field in dataclasses.fields(rules)
        if "label" in field.metadata
    )


def in_words(rules: BaseRules, *, brief: bool = False) -> tuple[Message, ...]:
    """What is played, but for the number of seats: labels and values.

    Flags only where they are set, structured options where they are not the usual; ``brief`` says
    of these only that they are not.
    """
    found: list[Message] = []
    for o in options_of(type(rules)):
        value = getattr(rules, o.name)
        label = next((choice.label for choice in o.choices if choice.value == value), None)
        if o.structure and value != o.default:
            words = say("{option}: {value}", option=o.label, value=o.structure.words(value))
            found.append(o.structure.own if brief else words)
        elif o.is_flag and value:
            found.append(o.label)
        elif not o.is_flag and o.name != "players" and label is not None:
            found.append(say("{option}: {value}", option=o.label, value=label))
    return tuple(found)


def read_options(rules: type[R], values: Mapping[str, object]) -> R:
    """Rules from loose values: Python's, JSON's, or the text of a form or a command line.

    Raises:
        BadOption: for an unknown option, or a value that is not allowed; says what is.
    """
    known = {o.name: o for o in options_of(rules)}
    found: dict[str, Any] = {}
    for name, value in values.items():
        if name not in known:
            raise unknown(name, known)
        found[name] = _coerced(known[name], value)
    return rules(**found)


def unknown(name: str, known: Iterable[str]) -> BadOption:
    """The refusal of an option that a game does not have; ``known`` are those it has."""
    near = difflib.get_close_matches(name[:40], list(known), 1)
    hint: Value = say(" Did you mean {near}?", near=near[0]) if near else ""
    return BadOption(
        name,
        say(
            "There is no option {name}; there are: {known}.{hint}",
            name=_short(name),
            known=tuple(known),
            hint=hint,
        ),
    )


def _coerced(o: Option, value: object) -> object:
    """The value as the option's own type where a text clearly means it, else unchanged."""
    if isinstance(value, str):
        text = value.strip().lower()
        if o.is_flag and text in {"yes", "true", "on", "1", "no", "false", "off", "0"}:
            return text in {"yes", "true", "on", "1"}
        for choice in o.choices:
            words = {str(choice.value).lower()}
            if isinstance(choice.value, int):
                words.add(str(choice.label).lower())
            if text in words:
                return choice.value
    return value


def _check(o: Option, value: object) -> None:
    if not any(type(value) is type(c.value) and value == c.value for c in o.choices):
        allowed = tuple(
            (("no", "yes")[c.value] if isinstance(c.value, bool) else str(c.value))
            for c in o.choices
        )
        raise BadOption(
            o.name,
            say(
                "{name}={value} is not allowed; allowed: {allowed}.",
                name=o.name,
                value=_shown(value),
                allowed=allowed,
            ),
        )


def _shown(value: object) -> str:
    """Any value for use in a sentence; Python does not write out thousands of digits."""
    try:
        return _short(str(value))
    except ValueError:
        return "…"


def _short(text: str) -> str:
    """At most 40 characters of a text that somebody typed, for use in a sentence."""
    return text if len(text) <= 40 else text[:39] + "…"
