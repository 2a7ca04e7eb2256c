"""Options of a game: validated fields that carry their own label, help and allowed values.

A game's ``Rules`` is a frozen dataclass whose fields are made by :func:`option`. The table form,
the command line, the documentation and the JSON of a record are all generated from them.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Callable, Mapping, Sequence
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
class Option:
    """An option as forms, command line and documentation see it.

    ``choices`` lists every allowed value of a plain option. A structured option (a deck, a
    layout) has none: its value is text that ``check`` refuses with ``BadOption``, and its game's
    ``face`` brings a form fragment named after the option.
    """

    name: str
    default: Scalar
    label: Message
    help: Message
    choices: tuple[Choice, ...]
    check: Callable[[Any], None] | None = None

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
    check: Callable[[Any], None] | None = None,
) -> Any:
    """A field of a ``Rules`` dataclass; a bool is a flag and needs no choices."""
    if isinstance(default, bool):
        choices = YES_NO
    return dataclasses.field(
        default=default,
        metadata={"label": label, "help": help, "choices": tuple(choices), "check": check},
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


def first_option(most: int) -> Any:
    """The field ``first`` that every game has: who begins; 0 leaves it to chance."""

    def word(n: int) -> Message:
        return say("seat {number}", number=n) if n else say("random")

    return option(
        1,
        label=say("Who begins"),
        help=say("The seat that begins, or random: a fair draw before the first turn."),
        choices=numbers(*range(most + 1), label=word),
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
            _check(o, getattr(self, o.name))
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
            field.metadata["check"],
        )
        for field in dataclasses.fields(rules)
        if "label" in field.metadata
    )


def in_words(rules: BaseRules) -> tuple[Message, ...]:
    """What is played, but for the number of seats: labels and values, flags only where set."""
    found: list[Message] = []
    for o in options_of(type(rules)):
        value = getattr(rules, o.name)
        label = next((choice.label for choice in o.choices if choice.value == value), None)
        if o.is_flag and value:
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
            near = difflib.get_close_matches(name, known, 1)
            hint: Value = say(" Did you mean {near}?", near=near[0]) if near else ""
            raise BadOption(
                name,
                say(
                    "There is no option {name}; there are: {known}.{hint}",
                    name=_short(name),
                    known=tuple(known),
                    hint=hint,
                ),
            )
        found[name] = _coerced(known[name], value)
    return rules(**found)


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
    if o.check:
        o.check(value)
    elif not any(type(value) is type(c.value) and value == c.value for c in o.choices):
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
