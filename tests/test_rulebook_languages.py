"""The rules in words are one book in every language: parts, numbers, examples, pictures, marks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files

import pytest

import goldfield
from goldfield.games.rulebook import rulebook
from goldfield.texts import LANGUAGES, SOURCE, translator

OTHERS = [language for language in LANGUAGES if language != SOURCE]
BOOKS = [(game, language) for game in goldfield.games() for language in OTHERS]
HOUSE = {"en": "[house]", "cs": "[u nás]", "es": "[casa]"}
PUBLISHED = {"en": "[published]", "cs": "[vydáno]", "es": "[publicado]"}
EXAMPLE = {"en": "*Example.*", "cs": "*Příklad.*", "es": "*Ejemplo.*"}


def written(game: str, language: str) -> str:
    """A rulebook as it is written, conditions and all."""
    book = files(f"goldfield.games.{game}").joinpath("texts", f"rules.{language}.md")
    return book.read_text(encoding="utf-8")


def chapters(text: str) -> list[str]:
    """The parts of a book between its headings, what stands before the first among them."""
    return re.split(r"^#+ ", text, flags=re.MULTILINE)


def features(text: str, language: str) -> dict[str, object]:
    """What a chapter has that no translation may change."""

    def all_of(pattern: str) -> list[str]:
        return re.findall(pattern, text, re.MULTILINE)

    def counts(found: Iterable[str]) -> Counter[str]:
        return Counter(found)

    return {
        "conditions": all_of(r"^ *<!-- (?:if|unless|end)\b.*$"),
        "said": all_of(r"<!-- say \w+ -->"),
        "pictures": all_of(r"<!-- draw [^>]*-->"),
        "numbers of rules": counts(all_of(r"\b(?:GN|MZ|NU)-?\w+")),
        "typed": counts(all_of(r"`[^`\n]+`")),
        "rows": len(all_of(r"^ *\|")),
        "items": len(all_of(r"^ *- ")),
        "steps": all_of(r"^ *\d+\. "),
        "examples": text.count(EXAMPLE[language]),
        "house": text.count(HOUSE[language]),
        "published": text.count(PUBLISHED[language]),
    }


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_a_book_has_the_same_parts_in_every_language(game: str, language: str) -> None:
    source, other = written(game, SOURCE), written(game, language)
    levels = re.compile(r"^#+(?= )", re.MULTILINE)
    assert levels.findall(other) == levels.findall(source)
    for ours, theirs in zip(chapters(source), chapters(other), strict=True):
        told = features(theirs, language)
        for name, feature in features(ours, SOURCE).items():
            assert told[name] == feature, f"{name} of: {theirs.splitlines()[0]}"


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_a_book_is_another_text_in_every_language(game: str, language: str) -> None:
    """What stands in two languages word for word was not translated."""
    source = {
        line for line in written(game, SOURCE).splitlines() if re.search(r"\w+ \w+ \w+", line)
    }
    same = [line for line in written(game, language).splitlines() if line in source]
    assert [line for line in same if not re.match(r" *<!--|\|", line)] == []


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_every_preset_is_told_in_every_language(game: str, language: str) -> None:
    room = goldfield.load(game).room
    package = f"goldfield.games.{game}"
    for rules in (None, *(room.Rules(**preset.options) for preset in room.PRESETS)):
        text = rulebook(package, rules, language, translator=translator(language, package))
        assert text.startswith("# ")
        assert "<!--" not in text
        assert HOUSE[language] in text
        assert HOUSE[SOURCE] not in text
