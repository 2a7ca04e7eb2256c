"""The catalogues: whole, in step with the source, and their plural forms."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry

from goldfield import texts
from goldfield.texts import LANGUAGES, SOURCE, packages, translator
from goldfield.words import ENGLISH, Message, SeatName, render, say, say_n

ROOT = Path(__file__).resolve().parent.parent
OTHERS = [language for language in LANGUAGES if language != SOURCE]
COUNTS = (0, 1, 2, 4, 5, 11, 21, 22, 77)


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("texts_script", ROOT / "scripts" / "texts.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = script()


def entries(package: str, language: str) -> Iterator[Entry]:
    return (entry for entry in SCRIPT.read(package, language) if entry.id)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", packages())
def test_every_text_is_translated(package: str, language: str) -> None:
    assert list(SCRIPT.due(package, language)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_is_translated_alike_wherever_it_stands(language: str) -> None:
    assert list(SCRIPT.unlike(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_counted_texts_with_many_numbers(language: str) -> None:
    for package in packages():
        own = translator(language, package)
        for entry in entries(package, OTHERS[0]):
            if isinstance(entry.id, str):
                continue
            one, many = entry.id
            names = {name for text in entry.id for _, name, _, _ in Formatter().parse(text) if name}
            values = {name: f"<{name}>" for name in names - {"n"}}
            for n in COUNTS:
                said = render(Message(one, (("n", n), *values.items()), many, n), own)
                assert not re.search(r"[{}%]", said), said
                assert str(n) in said or str(n) not in many.format(n=n, **values) or n == 1, said


def test_nuggets_are_counted_as_people_do() -> None:
    def counted(language: str, n: int) -> str:
        own = translator(language, "goldfield.games.gold_nuggets")
        return render(say_n("{n} nugget", "{n} nuggets", n), own)

    assert [counted("en", n) for n in (0, 1, 2)] == ["0 nuggets", "1 nugget", "2 nuggets"]
    for n in COUNTS:
        form = "hrudka" if n == 1 else "hrudky" if 2 <= n <= 4 else "hrudek"
        assert counted("cs", n) == f"{n} {form}"
        assert counted("es", n) == f"{n} {'pepita' if n == 1 else 'pepitas'}"


def test_what_no_catalogue_holds_stays_in_english() -> None:
    strange = say("No catalogue holds {this}.", this=SeatName(2))
    for language in OTHERS:
        said = render(strange, translator(language))
        assert said.startswith("No catalogue holds ")
        assert "seat 3" not in said, "the seat inside is translated"
        assert render(say_n("{n} zork", "{n} zorks", 5), translator(language)) == "5 zorks"
    assert translator(SOURCE) is ENGLISH


def test_a_game_has_its_own_words_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(package: str, language: str) -> bytes | None:
        catalog = Catalog(locale=language)
        catalog.add("Players", package)
        return texts.compiled(catalog)

    monkeypatch.setattr(texts, "_compiled", made)
    fresh = translator.__wrapped__
    assert fresh("cs", "goldfield.games.nuggets").gettext("Players") == "goldfield.games.nuggets"
    assert fresh("cs").gettext("Players") == "goldfield"


@pytest.mark.parametrize(
    ("one", "other", "fault"),
    [
        ("{a} of {b}", "{a} a {c}", "placeholders"),
        ("{a} of {b}", "{b} {a} {a}", "placeholders"),
        ("{a}", "{a", "broken"),
        ("<b>{a}</b>", "{a}", "markup"),
        (" and ", "a", "space"),
        (("{n} dog", "{n} dogs"), ("{n} pes", "{n} psi"), "forms"),
        (("{n} dog", "{n} dogs"), ("{n} pes", "psi", "{n} psů"), "placeholders"),
        (("one dog", "{n} dogs"), ("jeden pes", "{n} psi", "{n} psů"), ""),
        ("{a} of {b}", "{b}: {a}", ""),
    ],
)
def test_faults_of_a_translation_are_found(
    one: str | tuple[str, str], other: str | tuple[str, ...], fault: str
) -> None:
    found = list(SCRIPT.faults(Entry(one, other), "cs"))
    assert bool(found) == bool(fault)
    assert fault in " ".join(found)


def test_updating_loses_no_translation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(SCRIPT, "path", lambda package, language: tmp_path / f"{language}.po")
    source = Catalog()
    source.add("Stays", locations=[("a.py", 1)])
    source.add("New", locations=[("a.py", 2)])
    source.add("Known elsewhere", locations=[("b.py", 1)])
    monkeypatch.setattr(SCRIPT, "extracted", lambda package: source)
    before = Catalog(locale="cs")
    before.add("Stays", "Zůstává", user_comments=["as it is"])
    before.add("Gone", "Pryč")
    before.add("Never done")
    SCRIPT.write("goldfield", "cs", before)
    known = {"Known elsewhere": Entry("Known elsewhere", "Odjinud")}
    SCRIPT.write("goldfield", "cs", SCRIPT.updated("goldfield", "cs", known, False))
    after = SCRIPT.read("goldfield", "cs")
    assert {e.id: e.string for e in after if e.id} == {
        "Stays": "Zůstává",
        "New": "",
        "Known elsewhere": "Odjinud",
    }
    assert [e.string for e in after.obsolete.values()] == ["Pryč"]
    assert "as it is" in (tmp_path / "cs.po").read_text()
    assert any("not translated: 'New'" in line for line in SCRIPT.due("goldfield", "cs"))
    SCRIPT.write("goldfield", "cs", SCRIPT.updated("goldfield", "cs", known, True))
    assert not SCRIPT.read("goldfield", "cs").obsolete


def test_catalogues_are_kept_in_one_form() -> None:
    """So that a change of one text is a change of one line."""
    for package, language in SCRIPT.catalogues():
        text = SCRIPT.path(package, language).read_text()
        assert text.startswith(
            SCRIPT.HEADER.format(language=language, plurals=SCRIPT.PLURALS[language])
        )
        assert not re.search(r"^#:.*:\d+$", text, re.M), "no line numbers"


def test_english_starts_without_any_catalogue() -> None:
    code = "import sys, goldfield.web.app; print('babel.messages' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
