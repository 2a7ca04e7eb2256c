"""The rules of Moje zlato! tell in every language what is settled here, marked, with examples."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from goldfield.games.moje_zlato.rules import Rules
from goldfield.games.rulebook import rulebook
from goldfield.texts import LANGUAGES, translator
from tests.test_moje_zlato_rulebook import PACKAGE, SETS, bones, own_deck
from tests.test_rulebook_languages import EXAMPLE, HOUSE, PUBLISHED, chapters

AS_WE_PLAY_IT = {"en": "As we play it", "cs": "Jak hrajeme u nás", "es": "Así lo jugamos"}
BONES = {"en": "bones", "cs": r"\bkost(?:i|í|mi)\b", "es": "raspas?"}


def always(rules: Rules) -> bool:
    return True


def own_faces(rules: Rules) -> bool:
    return rules.faces != Rules().faces


POINTS: list[tuple[str, str, Callable[[Rules], bool], bool]] = [
    # the rule that is settled here, its mark, where it is played, and whether it is the usual game
    ("", "published", always, True),  # two to four players
    ("", "house", always, True),  # who begins the first game
    ("", "house", always, True),  # and who the next
    ("", "published", lambda r: not own_deck(r), True),  # eighteen chests
    ("", "house", lambda r: not own_deck(r), True),  # what they hide
    ("", "house", own_deck, False),
    ("", "house", always, True),  # a chest is drawn when it is seen
    ("", "house", lambda r: not own_faces(r), True),  # the faces of a die
    ("", "house", own_faces, False),
    ("MZ1", "house", always, True),  # nothing in reach
    ("MZ3", "house", always, True),  # which of two like chests
    ("MZ6", "house", always, True),  # a sabre is spent last
    ("", "published", bones, False),
    ("MZ9", "published", bones, False),  # a tie goes to fewer fish bones
    ("MZ1", "published", lambda r: r.rerolls == 0, False),
    ("", "published", lambda r: r.commit, False),  # dice laid before the second roll
    ("MZ2", "house", lambda r: r.commit, False),  # an attack is completed later
    ("MZ2", "house", lambda r: r.commit, False),  # no attack once a die lies on a chest
    ("MZ5", "house", lambda r: r.commit, False),  # one chest at a time
    ("MZ5", "house", lambda r: r.commit, False),  # what is not full in the end
]
IN_PLACE: list[tuple[str, Callable[[Rules], int]]] = [
    # how often the text before that chapter has a mark
    ("published", lambda r: 1 + (not own_deck(r)) + 2 * bones(r) + (r.rerolls == 0) + r.commit),
    ("house", lambda r: 8 + 2 * r.commit),
]

languages = pytest.mark.parametrize("language", LANGUAGES)


def book(language: str, rules: Rules | None = None) -> str:
    """The rulebook as a reader of a language has it."""
    return rulebook(PACKAGE, rules, language, translator=translator(language, PACKAGE))


def chapter(language: str, rules: Rules | None, title: str) -> str:
    """A chapter by its heading."""
    return next(t for t in chapters(book(language, rules)) if t.startswith(title + "\n"))


@languages
def test_what_is_settled_here_is_told_with_its_mark_and_an_example(language: str) -> None:
    marks = {"house": HOUSE[language], "published": PUBLISHED[language]}
    intro = " ".join(book(language).partition("\n## ")[0].split())
    assert all(f"**{mark}**" in intro for mark in marks.values()), "the marks are explained"
    assert AS_WE_PLAY_IT[language] in intro
    for rules in (None, *SETS):
        told = chapter(language, rules, AS_WE_PLAY_IT[language])
        points = [" ".join(point.split()) for point in told.split("\n- ")[1:]]
        due = [(rule, mark) for rule, mark, where, _ in POINTS if rules is None or where(rules)]
        assert len(points) == len(due)
        for point, (rule, mark) in zip(points, due, strict=True):
            title = point.partition(".**")[0]
            assert title.startswith("**"), point
            assert title.endswith(marks[mark]), point
            assert re.findall(r"\((MZ\d)\)", title) == [rule] * bool(rule), point
            assert len(point.partition(EXAMPLE[language])[2]) > 20, point


@languages
def test_what_is_settled_here_has_its_mark_in_place_too(language: str) -> None:
    marks = {"house": HOUSE[language], "published": PUBLISHED[language]}
    for rules in SETS:
        text = book(language, rules)
        body = text[text.index("\n## ") : text.index(f"\n## {AS_WE_PLAY_IT[language]}\n")]
        for mark, times in IN_PLACE:
            written = times(rules) - (mark == "published")  # the players stand in the introduction
            assert body.count(f"**{marks[mark]}**") == written, (rules, mark)


@languages
def test_a_table_reads_of_its_own_chests_and_of_bones_in_its_language(language: str) -> None:
    words = translator(language, PACKAGE)
    coin = words.gettext("coin")
    deck = words.ngettext("{n} chest", "{n} chests", 6).format(n=6)
    for rules in SETS:
        text = " ".join(book(language, rules).split())
        assert "<!--" not in text
        assert bool(re.search(BONES[language], text)) == bones(rules)
        assert (f": {deck}; " in text) == own_deck(rules)
        assert (f"1 × {coin}, 2 × " in text) == own_faces(rules)
        assert set(re.findall(r"\(MZ(\d)\)", text)) == set("123456789")
