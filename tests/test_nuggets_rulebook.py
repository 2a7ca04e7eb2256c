"""The rules of Nuggets in words: each language says what is played, and all say the same."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from importlib.resources import files
from typing import NamedTuple

import pytest
from markdown_it import MarkdownIt

from goldfield.games.nuggets.layout import layout_text, mines_of
from goldfield.games.nuggets.rules import CHIPS, Rules
from goldfield.games.rulebook import about_word, rulebook

PACKAGE = "goldfield.games.nuggets"
LANGUAGES = ("en", "cs", "es")
OWN = "4@a1 4@a2 5@a3 5@a4 6@a5 6@b1 7@b2 8@b3"
SETS = [
    Rules(players=players, look=look, layout=layout)
    for players, look, layout in itertools.product(
        (2, 3, 4), (True, False), ("standard", "random", OWN)
    )
]


class Marks(NamedTuple):
    """How a language says which points are its own, and how its examples begin."""

    house: str
    published: str
    example: str
    variant: str
    none: str
    partner: str
    summary: str


MARKS = {
    "en": Marks(
        "[house]", "[published]", "*Example.*", "## If ", "none", "artner", "As we play it"
    ),
    "cs": Marks(
        "[u nás]",
        "[vydáno]",
        "*Příklad.*",
        "## Hraje-li se ",
        "žádný",
        "dvojic",
        "Jak hrajeme u nás",
    ),
    "es": Marks(
        "[casa]", "[publicado]", "*Ejemplo.*", "## Si ", "ninguna", "pareja", "Así lo jugamos"
    ),
}
Told = tuple[str, str, str]
"""The same in English, Czech and Spanish."""


def same(text: str) -> Told:
    """What is written alike in all languages, but for the word that stands for none."""
    en, cs, es = (text.replace("{none}", MARKS[language].none) for language in LANGUAGES)
    return en, cs, es


SENTENCES: list[tuple[Told, Callable[[Rules], bool]]] = [
    # a sentence of the rules, and the options under which it belongs there
    (
        (
            "The usual place of the mines",
            "Obvyklé rozložení dolů",
            "El lugar habitual de las minas",
        ),
        lambda r: r.layout == "standard",
    ),
    (
        (
            "the mines are drawn before the game",
            "U tohoto stolu se doly před hrou losují",
            "las minas se sortean antes de la partida",
        ),
        lambda r: r.layout == "random",
    ),
    (
        (f"they lie so: {OWN}.", f"leží doly takto: {OWN}.", f"las minas están así: {OWN}."),
        lambda r: r.layout == OWN,
    ),
    (same("| 2 | 16 | 11 | 2 | 1 | 1 | 1 |"), lambda r: r.players == 2),
    (same("| 3 | 11 | 7 | 2 | 1 | 1 | {none} |"), lambda r: r.players == 3),
    (same("| 4 | 8 | 5 | 1 | 1 | 1 | {none} |"), lambda r: r.players == 4),
    (
        (
            "look at your own chips on the land as often as you like",
            "Pod vlastní žetony v krajině se smíš podívat, kdykoli chceš",
            "Puedes mirar tus propias fichas del terreno siempre que quieras",
        ),
        lambda r: r.look,
    ),
    (
        (
            "not looked at again, not even by whoever put it there",
            "už nikdo nepodívá, ani pod svůj vlastní",
            "vuelve a mirar una ficha que está en el terreno, ni siquiera una propia",
        ),
        lambda r: not r.look,
    ),
    (("## Partners", "## Dvojice", "## Parejas"), lambda r: r.players == 4),
    (
        (
            "the chat of a table is always public",
            "chat stolu vidí vždy všichni",
            "el chat de una mesa es siempre público",
        ),
        lambda r: r.players == 4,
    ),
    (
        ("(or each pair of partners)", "(nebo pro každou dvojici)", "(o cada pareja)"),
        lambda r: r.players == 4,
    ),
    (
        (
            "Partners who lost choose between themselves",
            "Poražená dvojice se dohodne mezi sebou",
            "La pareja que perdió lo decide entre sí",
        ),
        lambda r: r.players == 4,
    ),
    (("into thirds", "na třetiny", "en tercios"), lambda r: r.players == 3),
    (
        ("into halves if need be", "případně na poloviny", "en mitades si hace falta"),
        lambda r: r.players != 3,
    ),
    (
        ("each would take 4⅓", "získalo by každé 4⅓", "cada uno se llevaría 4⅓"),
        lambda r: r.players == 3,
    ),
    (
        (
            "This page tells the usual game",
            "Na této stránce je obvyklá hra",
            "Esta página explica la partida habitual",
        ),
        lambda r: False,
    ),
    (("## If ", "## Hraje-li se ", "## Si "), lambda r: False),
    (
        (
            "at least four spaces must hang together",
            "musí spolu souviset aspoň čtyři pole",
            "tienen que quedar unidas al menos cuatro casillas",
        ),
        lambda r: True,
    ),
    (
        (
            "so each of the two takes 6½ points",
            "každé z obou míst získá 6½ bodu",
            "cada uno de los dos se lleva 6½ puntos",
        ),
        lambda r: True,
    ),
    (
        ("whoever lost the one before", "začíná poražené místo", "quien perdió la anterior"),
        lambda r: True,
    ),
    (same("`2@c4`"), lambda r: True),
]


class Point(NamedTuple):
    """A point that the rules of departure leave open, or that is told elsewhere."""

    rule: str
    mark: str
    told: Told


POINTS = [
    Point("NU1", "published", ("worth 4 to 8", "hodnotu 4 až 8", "valen de 4 a 8")),
    Point("NU1", "house", ("one 7 and one 8", "za 7 a za 8 po jednom", "una de 7 y una de 8")),
    Point(
        "NU1",
        "house",
        (
            "The usual place of the mines",
            "Obvyklé rozložení dolů",
            "El lugar habitual de las minas",
        ),
    ),
    Point(
        "NU1",
        "house",
        ("on any space that has none yet", "kde ještě žádný není", "que aún no tenga ninguna"),
    ),
    Point(
        "NU2",
        "house",
        ("the same chance for every seat", "každé místo stejnou šanci", "la misma probabilidad"),
    ),
    Point(
        "NU3",
        "house",
        (
            "is your turn over after the first",
            "končí tah po první zábraně",
            "termina tu turno tras la primera",
        ),
    ),
    Point("NU10", "house", ("into thirds", "na třetiny", "en tercios")),
    Point("NU10", "house", ("go to nobody", "nezíská nikdo", "no son para nadie")),
]
"""Each with its mark behind it and an example further down in its chapter; all are summed up."""


def told(rules: Rules | None, language: str = "en") -> str:
    """The rules on one line."""
    return " ".join(rulebook(PACKAGE, rules, language).split())


def written(language: str) -> str:
    """The rules as they are written, with what holds under some options only."""
    return files(PACKAGE).joinpath("texts", f"rules.{language}.md").read_text("utf-8")


def bones(language: str) -> list[str]:
    """What rules have in common in all languages, in its order.

    Conditions, pictures, headings, list items, rows of tables with what is typed, numbers of
    rules, marks, examples, and every space and figure named.
    """
    marks = MARKS[language]
    text = written(language)
    for name in ("house", "published", "example"):
        text = text.replace(getattr(marks, name), f" {name}@ ")
    text = text.replace(f"| {marks.none} |", "| none@ |")
    found = re.findall(
        r"<!-- .*? -->|^#+ |^- |^\||\|$|\w+@ |`[^`]+`|NU\d+|\b[a-h][1-5]\b|\d+[½⅓]?",
        text,
        re.MULTILINE,
    )
    return [part.strip() for part in found]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_all_languages_have_the_same_bones(language: str) -> None:
    english, other = bones("en"), bones(language)
    # told in its place, once more as a variant, in the summary, and twice where marks are explained
    assert english.count("house@") == 2 * len([p for p in POINTS if p.mark == "house"]) + 3
    for at, (one, two) in enumerate(itertools.zip_longest(english, other)):
        assert one == two, (english[max(at - 8, 0) : at + 3], other[max(at - 8, 0) : at + 3])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("point", POINTS, ids=lambda p: f"{p.rule}-{p.told[0]}")
def test_what_is_ours_or_told_elsewhere_is_marked_and_has_an_example(
    point: Point, language: str
) -> None:
    marks = MARKS[language]
    words = point.told[LANGUAGES.index(language)]
    chapters = re.split(r"(?= ## )", told(None, language))
    at_this_table = re.split(r"(?= ## )", told(Rules(layout="random"), language))
    found = [chapter for chapter in (*chapters, *at_this_table) if words in chapter]
    assert found
    for chapter in found:
        assert point.rule in chapter or chapter.startswith(f" {marks.variant}"), point
        behind = chapter.partition(words)[2]
        sentence, mark, rest = behind.partition(f"**{getattr(marks, point.mark)}**")
        assert mark, point
        assert not re.search(r"[.!?] ", sentence), sentence
        assert marks.example in rest, point


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chapter_sums_up_all_of_them_with_an_example_each(language: str) -> None:
    marks = MARKS[language]
    names = {marks.house: "house", marks.published: "published"}
    summary = " ".join(written(language).partition(f"## {marks.summary}\n")[2].split())
    found = re.findall(r"- \*\*[^*]+ \((NU\d+)\) (\[[^]]+\])\.\*\* ([^*]+ \*\w+\.\*)", summary)
    assert [(rule, names[mark]) for rule, mark, _ in found] == [(p.rule, p.mark) for p in POINTS]
    assert all(words.endswith(marks.example) for _, _, words in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_are_explained_before_they_are_used(language: str) -> None:
    marks = MARKS[language]
    intro = told(None, language).partition(" ## ")[0]
    assert f"**{marks.house}**" in intro
    assert f"**{marks.published}**" in intro


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_pieces_that_there_are_and_no_part_of_the_text(language: str) -> None:
    text = rulebook(PACKAGE, None, language, pictures=True)
    drawn = re.findall(r'!\[\]\(#([\w-]+) "\d+x\d+"\) ?', text)
    boards = {f"rule-{name}" for name in ("land", "close", "strip", "tie", "poor")}
    assert boards | {"mine-8", "fence", "chip-fox"} == set(drawn)
    pieces = files(PACKAGE).joinpath("face", "pieces.svg").read_text("utf-8")
    assert all(f'<symbol id="{name}"' in pieces for name in drawn)
    plain = re.sub(r'!\[\]\(#[\w-]+ "\d+x\d+"\)', "", text)
    assert " ".join(plain.split()) == told(None, language)
    assert "![" not in told(None, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", SETS, ids=str)
def test_the_rules_as_played_say_what_is_played_and_nothing_else(
    rules: Rules, language: str
) -> None:
    text = told(rules, language)
    assert "<!--" not in text
    assert "-->" not in text
    for sentences, belongs in SENTENCES:
        sentence = sentences[LANGUAGES.index(language)]
        count = text.count(sentence)
        assert bool(count) == belongs(rules), sentence
        assert count <= 2 * (sentence == "`2@c4`") or count == 1, sentence
    assert (MARKS[language].partner in text.lower()) == (rules.players == 4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_general_rules_tell_the_usual_game_and_then_each_variant(language: str) -> None:
    text = told(None, language)
    which = LANGUAGES.index(language)
    assert "<!--" not in text
    for players in (2, 3, 4):
        row = next(told[which] for told, _ in SENTENCES if told[0].startswith(f"| {players} |"))
        assert row in text
    chapters: tuple[tuple[Told, Told], ...] = (
        (
            (
                "If four play: partners",
                "Hraje-li se ve čtyřech: dvojice",
                "Si juegan cuatro: parejas",
            ),
            (
                "seats 1 and 3 against seats 2 and 4",
                "místa 1 a 3 proti místům 2 a 4",
                "el 1 y el 3 contra el 2 y el 4",
            ),
        ),
        (
            ("If chips are played by heart", "Hraje-li se zpaměti", "Si se juega de memoria"),
            (
                "not even by whoever put it there",
                "ani pod svůj vlastní",
                "ni siquiera una propia",
            ),
        ),
        (
            (
                "If the mines lie elsewhere",
                "Hraje-li se s doly jinde",
                "Si las minas están en otro sitio",
            ),
            ("drawn before the game", "před hrou losovat", "sortear las minas"),
        ),
    )
    before = text.partition(MARKS[language].variant)[0]
    for chapter, words in chapters:
        _, _, rest = text.partition(f"## {chapter[which]} ")
        assert words[which] in rest.partition(" ## ")[0], chapter
        assert words[which] not in before
    assert ("into thirds", "na třetiny", "en tercios")[which] in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_told_with_its_number(language: str) -> None:
    for rules in (None, *SETS):
        numbers = set(map(int, re.findall(r"NU(\d+)", told(rules, language))))
        partners = rules is None or rules.players == 4
        assert numbers == set(range(1, 12)) - (set[int]() if partners else {9})


@pytest.mark.parametrize(
    ("word", "chapter"),
    [
        ("blocker", "Build"),
        ("nu4", "Build"),
        ("face down", "Play"),
        ("final", "Pass"),
        ("tied", "The end"),
        ("youngest", "Who begins"),
        ("clockwise", "Who begins"),
        ("stock", "The land"),
        ("zábran", "Stavba"),
        ("lícem dolů", "Žeton"),
        ("nejmladší", "Kdo začíná"),
        ("okraj", "Krajina"),
        ("valla", "Construir"),
        ("boca abajo", "Jugar"),
        ("joven", "Quién empieza"),
        ("borde", "El terreno"),
    ],
)
def test_help_finds_the_chapter_of_a_word(word: str, chapter: str) -> None:
    language = next(language for language in LANGUAGES if f"\n## {chapter}\n" in written(language))
    general = rulebook(PACKAGE, None, language)
    here, elsewhere = about_word(word, rulebook(PACKAGE, Rules(players=3), language), general)
    assert f"## {chapter}\n" in here
    assert elsewhere == ""


@pytest.mark.parametrize(
    ("word", "chapter", "played"),
    [
        ("partners", "If four play: partners", Rules(players=4)),
        ("by heart", "If chips are played by heart", Rules(look=False)),
        ("elsewhere", "If the mines lie elsewhere", Rules(layout="random")),
    ],
)
def test_help_tells_what_is_not_played_here(word: str, chapter: str, played: Rules) -> None:
    here, elsewhere = about_word(word, rulebook(PACKAGE, Rules()), rulebook(PACKAGE))
    assert here == ""
    assert elsewhere.startswith(f"## {chapter}\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_chips_and_mines_that_are_told_are_those_that_are_played(language: str) -> None:
    text = rulebook(PACKAGE, None, language)
    rows = {
        int(row[0]): [int(cell) for cell in row[1:] if cell != MARKS[language].none]
        for row in re.findall(r"^\| (\d) \| (\d+) \|" + r" (\w+) \|" * 5 + "$", text, re.MULTILINE)
    }
    for players, chips in CHIPS.items():
        assert rows[players] == [sum(chips), *filter(None, chips)]
    places = re.findall(r"^\| (\d) \| ([a-h]\d(?:, [a-h]\d)*) \|$", text, re.MULTILINE)
    layout = [f"{value}@{space}" for value, spaces in places for space in spaces.split(", ")]
    assert layout_text(mines_of(" ".join(layout))) == "standard"


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_in_the_table_of_moves_are_shown_as_they_are_typed(language: str) -> None:
    html = MarkdownIt().enable("table").render(rulebook(PACKAGE, None, language))
    for typed in ("d3|e3", "d3/d4", "2@c4", "pass"):
        assert f"<td><code>{typed}</code></td>" in html
