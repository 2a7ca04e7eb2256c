"""Messages: rendered late, in any language, with values that can never become text or markup."""

from __future__ import annotations

import gettext
import html
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from goldfield.words import (
    ENGLISH,
    Message,
    Pieces,
    SeatName,
    Value,
    apart,
    plain,
    render,
    say,
    say_n,
    shortened,
)

TEXT = st.text(max_size=30)
LEAVES: st.SearchStrategy[Value] = st.one_of(
    st.integers(),
    TEXT,
    st.builds(SeatName, st.integers(0, 4)),
    st.builds(Pieces, st.just("dice"), st.text("GL2345 <", max_size=7)),
)
VALUES: st.SearchStrategy[Value] = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple),
        st.builds(lambda value: say("a {value} b", value=value), inner),
    ),
    max_leaves=8,
)


def test_a_sentence_is_its_own_english() -> None:
    assert str(say("You rolled {dice}.", dice=Pieces("dice", "GGL2"))) == "You rolled GGL2."
    assert str(say("No values, {{braces}} and 100 %.")) == "No values, {braces} and 100 %."


@pytest.mark.parametrize(
    ("n", "text"), [(0, "0 dice"), (1, "1 die"), (2, "2 dice"), (-1, "-1 dice")]
)
def test_a_counted_message_takes_the_right_form(n: int, text: str) -> None:
    assert str(say_n("{n} die", "{n} dice", n)) == text


def test_seats_are_counted_from_one_for_people() -> None:
    assert str(say("{seat} begins.", seat=SeatName(0))) == "seat 1 begins."
    assert plain(SeatName(4)) == "seat 5"


def test_lists_are_joined_and_messages_nest() -> None:
    inner = say("{n} of {of}", n=1, of=say_n("{n} pile", "{n} piles", 2))
    message = say("{all}!", all=(1, "x", inner, (SeatName(1), Pieces("dice", "L"))))
    assert str(message) == "1, x, 1 of 2 piles, seat 2, L!"
    assert str(say("({all})", all=())) == "()"


class Czech(gettext.NullTranslations):
    """Three plural forms, another word order."""

    def gettext(self, message: str) -> str:
        return {"{who} has {what}.": "{what} má {who}."}.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{{n}} {'kostka' if n == 1 else 'kostky' if 2 <= n <= 4 else 'kostek'}"


@pytest.mark.parametrize(
    ("n", "text"), [(1, "1 kostka má Eva."), (3, "3 kostky má Eva."), (7, "7 kostek má Eva.")]
)
def test_a_translation_reorders_and_counts_in_its_own_way(n: int, text: str) -> None:
    message = say("{who} has {what}.", who="Eva", what=say_n("{n} die", "{n} dice", n))
    assert render(message, Czech()) == text
    assert render(message, ENGLISH) == f"Eva has {n} di{'e' if n == 1 else 'ce'}."


def test_who_shows_a_message_decides_how_seats_and_pieces_look() -> None:
    names = {0: "Eva", 1: "<Jan>"}

    def show(value: SeatName | Pieces) -> str:
        return names[value.seat] if isinstance(value, SeatName) else f"[{value.text}]"

    message = say("{a}, {b}: {dice}", a=SeatName(0), b=SeatName(1), dice=Pieces("dice", "GG"))
    assert render(message, show=show) == "Eva, <Jan>: [GG]"


@given(st.dictionaries(st.sampled_from("abc"), VALUES))
def test_values_never_become_markup(values: dict[str, Value]) -> None:
    """Whatever a person typed is escaped, however deep it stands; the sentence itself is not."""
    sentence = "<b>" + " ".join(f"{{{name}}}" for name in values) + "</b>"
    message = Message(sentence, tuple(values.items()))
    shown = render(message, show=lambda value: plain(value), text=Markup)
    assert isinstance(shown, Markup)
    assert shown.startswith("<b>")
    assert "<" not in shown[3:-4]
    assert html.unescape(shown) == html.unescape(Markup.escape(render(message)).unescape())


@given(TEXT, TEXT)
def test_braces_in_a_value_are_no_placeholders(name: str, other: str) -> None:
    name = "{other}" + name + "{0.__class__}"
    assert render(say("{name} {other}", name=name, other=other)) == f"{apart(name)} {apart(other)}"


@given(VALUES)
def test_messages_are_values(value: Value) -> None:
    """They can be compared, hashed, stored and sent to another process."""
    message = say("a {value}", value=value)
    assert pickle.loads(pickle.dumps(message)) == message
    assert hash(message) == hash(say("a {value}", value=value))
    assert render(message) == str(message)


def test_a_missing_value_is_the_authors_mistake() -> None:
    with pytest.raises(KeyError):
        render(say("{dice}"))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (" two\n words ", "two words"),
        ("x" * 41, "x" * 39 + "…"),
        ("pay\u202eload", "payload"),
        ("\x1b", "…"),
        ("  ", ""),
    ],
)
def test_typed_text_is_one_short_line_of_what_can_be_seen(typed: str, shown: str) -> None:
    assert shortened(typed) == shown
