"""Options of a game: typed values, texts of forms and command lines, and what is refused."""

from __future__ import annotations

import dataclasses
import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldfield
from goldfield.games.gold_nuggets.rules import PRESETS, Rules
from goldfield.games.options import (
    BadOption,
    BaseRules,
    Scalar,
    Structure,
    in_words,
    numbers,
    option,
    options_of,
    players_option,
    read_options,
)
from goldfield.words import say

OPTIONS = {o.name: o for o in options_of(Rules)}
VALID = st.fixed_dictionaries(
    {},
    optional={name: st.sampled_from([c.value for c in o.choices]) for name, o in OPTIONS.items()},
).filter(lambda values: int(values.get("first", 1)) <= int(values.get("players", 2)))


@given(VALID)
def test_options_survive_json_and_forms(values: dict[str, Scalar]) -> None:
    rules = read_options(Rules, values)
    assert read_options(Rules, rules.as_dict()) == rules
    assert read_options(Rules, json.loads(json.dumps(rules.as_dict()))) == rules
    assert read_options(Rules, {k: f" {v} ".upper() for k, v in rules.as_dict().items()}) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert {type(v) for v in rules.as_dict().values()} <= {int, str, bool}


@pytest.mark.parametrize("text", ["yes", "YES", " true ", "on", "1", "True"])
def test_words_that_mean_yes(text: str) -> None:
    assert read_options(Rules, {"pairs": text}).pairs is True


@pytest.mark.parametrize("text", ["no", "No", "false", "off", "0"])
def test_words_that_mean_no(text: str) -> None:
    assert read_options(Rules, {"pairs": text}).pairs is False


def test_a_number_may_be_called_by_its_word() -> None:
    assert read_options(Rules, {"first": "random"}).first == 0
    assert read_options(Rules, {"first": "seat 2"}).first == 2
    assert read_options(Rules, {"first": "2"}).first == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", 1),
        ("players", 6),
        ("players", "six"),
        ("players", ""),
        ("players", True),
        ("players", 2.0),
        ("players", None),
        ("players", "2.0"),
        ("players", "٣"),
        ("players", "+3"),
        ("players", 10**30),
        ("players", [2]),
        ("first", -1),
        ("pairs", 1),
        ("pairs", "maybe"),
        ("pairs", "2"),
        ("pairs", ""),
        ("pairs", None),
        ("edition", ""),
        ("edition", " "),
        ("edition", "my mine"),
        ("edition", "<script>alert(1)</script>"),
        ("edition", True),
        ("rob", ["one"]),
        ("rob", b"one"),
        ("rob", "x" * 1_000_000),
    ],
)
def test_a_value_that_is_not_allowed_is_named_with_what_is(name: str, value: object) -> None:
    with pytest.raises(BadOption) as refused:
        read_options(Rules, {name: value})
    text = str(refused.value)
    assert refused.value.option == name
    assert name in text
    assert "allowed: " in text
    assert len(text) < 200
    allowed = [c.value for c in OPTIONS[name].choices]
    words = ["no", "yes"] if OPTIONS[name].is_flag else list(map(str, allowed))
    assert text.endswith(", ".join(words) + ".")


def test_a_huge_number_is_refused_like_any_other() -> None:
    with pytest.raises(BadOption, match="players"):
        read_options(Rules, {"players": 10**5000})


@pytest.mark.parametrize(
    ("name", "hint"),
    [("pair", "Did you mean pairs?"), ("Players", "Did you mean players?"), ("zzz", "")],
)
def test_an_unknown_option_is_told_what_there_is(name: str, hint: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_options(Rules, {name: 1})
    assert refused.value.option == name
    assert all(known in str(refused.value) for known in OPTIONS)
    assert hint in str(refused.value)


def test_an_absurd_name_is_not_echoed_at_length() -> None:
    with pytest.raises(BadOption) as refused:
        read_options(Rules, {"<b>" + "x" * 1_000_000: 1})
    assert len(str(refused.value)) < 250


def test_nobody_begins_at_a_seat_that_is_not_there() -> None:
    with pytest.raises(BadOption, match="first=3 is not possible: there are 2 seats") as refused:
        read_options(Rules, {"players": 2, "first": 3})
    assert refused.value.option == "first"


def test_bad_options_are_value_errors_of_load() -> None:
    with pytest.raises(ValueError, match="players=9 is not allowed; allowed: 2, 3, 4, 5"):
        goldfield.load("gold_nuggets", players=9)
    with pytest.raises(ValueError, match="Did you mean gold_nuggets"):
        goldfield.load("gold_nugget")


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a.b", "os.path", ".x", "x" * 10_000, "é.ü", "a b.c"]
)
def test_a_name_that_is_no_game_is_refused(name: str) -> None:
    with pytest.raises(BadOption) as refused:
        goldfield.load(name)
    assert len(str(refused.value)) < 200


def test_rules_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules().players = 3  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_presets_are_read(preset: Any) -> None:
    rules = read_options(Rules, preset.options)
    assert preset.options.items() <= rules.as_dict().items()


@dataclasses.dataclass(frozen=True)
class WithDeck(BaseRules):
    """A structured option beside a plain one: text that its own check refuses."""

    players: int = players_option(2, 3)
    deck: str = option(
        "a,b",
        label=say("Deck"),
        help=say("Cards, parted by commas."),
        structure=Structure(
            read=lambda text: _two_cards(text),
            grammar=say("Two cards with a comma between."),
            own=say("Own deck"),
        ),
    )
    goal: int = option(10, label=say("Goal"), help=say("Points."), choices=numbers(10, 20))


def _two_cards(text: Any) -> str:
    if not isinstance(text, str) or text.count(",") != 1:
        raise BadOption("deck", say("deck holds two cards."))
    return ",".join(sorted(card.strip().lower() for card in text.split(",")))


def test_a_structured_option_is_checked_by_its_game() -> None:
    assert read_options(WithDeck, {"deck": "x,y", "goal": "20"}).deck == "x,y"
    for bad in ("x", None, 3, "a,b,c"):
        with pytest.raises(BadOption, match="two cards"):
            read_options(WithDeck, {"deck": bad})


def test_values_that_mean_the_same_are_the_same_rules() -> None:
    usual = WithDeck()
    for text in ("b,a", " A , b", "a,b"):
        for rules in (WithDeck(deck=text), read_options(WithDeck, {"deck": text})):
            assert rules == usual
            assert hash(rules) == hash(usual)
            assert rules.as_dict() == usual.as_dict()
            assert pickle.loads(pickle.dumps(rules)) == usual
    assert dataclasses.replace(usual, deck="Y,x").deck == "x,y"


def test_only_a_value_of_its_own_is_put_into_words() -> None:
    assert not any("Deck" in str(said) for said in in_words(WithDeck(deck="b,a")))
    own = WithDeck(deck="y,x")
    assert "Deck: x,y" in map(str, in_words(own))
    assert "Own deck" in map(str, in_words(own, brief=True))
    assert not any("x,y" in str(said) for said in in_words(own, brief=True))


def test_options_describe_themselves_in_order() -> None:
    assert [o.name for o in options_of(WithDeck)] == ["players", "deck", "goal"]
    assert [o.name for o in options_of(WithDeck) if o.choices] == ["players", "goal"]
    assert not any(o.is_flag for o in options_of(WithDeck))
    assert [o.name for o in OPTIONS.values() if o.is_flag] == ["straights", "pairs", "extra"]
