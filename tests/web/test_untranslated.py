"""No page says a word past the translator, and no English sentence is left on a translated page."""

from __future__ import annotations

import re
from html import unescape

import pytest

import goldfield
from goldfield.texts import LANGUAGES, SOURCE, translator
from goldfield.web.reader import Reader
from goldfield.web.render import TEMPLATES
from goldfield.web.wording import Wording
from tests.played import played
from tests.web import pages_said
from tests.web.pages_said import Said
from tests.web.server import Running
from tests.web.untranslated import Bracketed, untranslated, words

GAMES = goldfield.games()
OTHERS = [language for language in LANGUAGES if language != SOURCE]
BRACKETED = Bracketed()


@pytest.fixture
def brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Czech is English in brackets."""
    monkeypatch.setattr("goldfield.web.visit.translator", lambda *_: BRACKETED)
    monkeypatch.setattr("goldfield.web.catalog.translator", lambda *_: BRACKETED)


def all_bracketed(said: Said) -> None:
    for place, markup in said:
        assert not untranslated(markup), place


def test_the_brackets_are_seen_through() -> None:
    assert words("⟦Take ⟦3 nuggets⟧ now⟧, Žofka: 3") == []
    assert words("⟦Take⟧ two and ⟦three⟧") == ["two", "and"]
    assert untranslated("<p title='⟦a b⟧ said'>⟦one <b>two</b> three⟧ four</p><i lang=cs>pět</i>")
    assert not untranslated("<p title='⟦a b⟧'>⟦one <b>two</b> three⟧ <code>four</code></p>")
    assert len(untranslated("<p>two</p><img alt='of it'><i data-why='so it is'>⟦x⟧</i>")) == 3
    assert untranslated('<script type="application/json">{"why": ["so it is"]}</script>')
    assert not untranslated('<script type="application/json">{"why": "⟦so it is⟧"}</script>')


@pytest.mark.usefixtures("brackets")
def test_pages_around_the_tables(running: Running) -> None:
    all_bracketed(pages_said.around(running, "cs"))


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("game", GAMES)
def test_the_form_of_a_new_table(running: Running, game: str) -> None:
    all_bracketed(pages_said.forms(running, "cs", game))


@pytest.mark.slow
@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("game", GAMES)
def test_a_game_from_its_beginning_to_its_end(running: Running, game: str) -> None:
    all_bracketed(pages_said.whole_game(running, "cs", game))
    all_bracketed(pages_said.one_device(running, "cs", game))
    all_bracketed(pages_said.abandoned(running, "cs", game))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_everything_said_of_a_game_is_a_message(game: str, players: int) -> None:
    wording = Wording([f"N{n}" for n in range(players)], language="cs", translator=BRACKETED)
    for seed in range(3):
        match = played(game, seed, players=players)
        for seat in (-1, 0):
            for line in Reader(match, seat).log(0):
                for sentence in line.sentences:
                    assert not words(wording.plain(sentence)), wording.plain(sentence)
                    assert not words(wording.aloud(sentence)), wording.aloud(sentence)


def test_no_script_speaks_for_itself() -> None:
    """What modules show to people they take from the page."""
    package = TEMPLATES.parent.parent
    scripts = [*package.glob("web/static/*.js"), *package.glob("games/*/face/*.js")]
    assert len(scripts) > 5
    spoken = re.compile(r"[A-Za-z]{2,}[,.!?]? [a-z]{2,}|[a-z]{2,}[.!?…]$")
    for script in scripts:
        code = re.sub(r"/\*.*?\*/|(?m:(^|\s)//.*$)", "", script.read_text(), flags=re.S)
        code = re.sub(r"className = .*|(closest|matches|querySelector(All)?)\(.*", "", code)
        code = re.sub(r"\$\{[^}]*\}", "{}", code)
        for literal in re.findall(r'"([^"\n]*)"|`([^`]*)`', code):
            text = "".join(literal)
            if not re.search(r"[\[\]#>=()<]|^\.|^\W", text):
                assert not spoken.search(text), (script.name, text)


class Noted:
    """A translator that takes note of what it is asked for."""

    def __init__(self, language: str) -> None:
        self._language = language
        self.asked: set[str] = set()

    def of(self, *first: str) -> Noted:
        self._own = translator(self._language, *first)
        return self

    def gettext(self, message: str, /) -> str:
        self.asked.add(message)
        return self._own.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        self.asked |= {msgid1, msgid2}
        return self._own.ngettext(msgid1, msgid2, n)


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_no_english_sentence_is_left(
    running: Running, monkeypatch: pytest.MonkeyPatch, language: str, game: str
) -> None:
    noted = Noted(language)
    monkeypatch.setattr("goldfield.web.visit.translator", lambda _, *first: noted.of(*first))
    told: list[tuple[str, str]] = []
    for said in (
        pages_said.around(running, language),
        pages_said.forms(running, language, game),
        pages_said.whole_game(running, language, game),
    ):
        told += [(place, unescape(re.sub(r"<[^>]*>", " ", markup))) for place, markup in said]
    pieces = {
        piece.strip()
        for sentence in noted.asked
        if translator(language).gettext(sentence) != sentence
        for piece in re.split(r"\{\w*\}|<[^>]*>", sentence)
        if len(re.findall(r"[^\W\d_]{2,}", piece)) > 2
    }
    assert len(pieces) > 50
    rooms = map(running.house.catalog.room, running.house.settings.games)
    ours = [str(room.SUMMARY) for room in rooms]
    """What games of the tests say of themselves, which nobody translates."""
    for place, said in told:
        text = said
        for sentence in ours:
            text = text.replace(sentence, "")
        left = [piece for piece in pieces if piece in text]
        assert not left, (place, left)
