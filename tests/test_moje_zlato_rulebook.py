"""The rules of Moje zlato! in words say under every set of options what is played there."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from importlib.resources import files

import pytest

from goldfield.games.moje_zlato.rules import Rules
from goldfield.games.rulebook import about_word, rulebook

PACKAGE = "goldfield.games.moje_zlato"
OWN_DECK = "2x1:c 1x1:d 1x2:cd 1x2:fish 1x3:cdd"
OWN_FACES = "CDDKKK"
SETS = [
    Rules(fish=fish, rerolls=rerolls, commit=commit, **own)
    for fish, (rerolls, commit), own in itertools.product(
        (False, True),
        ((1, False), (1, True), (0, False)),
        ({}, {"deck": OWN_DECK}, {"faces": OWN_FACES}, {"deck": OWN_DECK, "faces": OWN_FACES}),
    )
]


def own_deck(rules: Rules) -> bool:
    return rules.deck != Rules().deck


def bones(rules: Rules) -> bool:
    return rules.fish or own_deck(rules)


SENTENCES: list[tuple[str, Callable[[Rules], bool]]] = [
    # a sentence of the rules, and the options under which it belongs there
    ("Each has two coins, two keys, one diamond and one sabre", lambda r: r.faces == "CCDKKS"),
    ("these faces: 1 × coin, 2 × diamond, 3 × key.", lambda r: r.faces == OWN_FACES),
    ("There are eighteen chests", lambda r: not own_deck(r)),
    ("two with `cc`, two with `cd`, two with `dd`", lambda r: not own_deck(r)),
    ("of its own: 6 chests; 1 lock: 2 × c, 1 × d; 2 locks:", own_deck),
    ("cannot be taken by an attack", own_deck),
    ("fewer than three in all, the middle has fewer", own_deck),
    ("swapped for fish bones: see Fish bones.", lambda r: r.fish),
    ("Once, you may roll any of them again", lambda r: r.rerolls == 1),
    ("nothing is rolled again", lambda r: r.rerolls == 0),
    ("see Laying dice before the second roll", lambda r: r.commit),
    ("## Laying dice before the second roll", lambda r: r.commit),
    ("may they be laid one by one", lambda r: r.commit),
    ("Only one chest at a time may be begun", lambda r: r.commit),
    ("## Fish bones", bones),
    ("They count as opened chests, are worth nothing", bones),
    ("After that it goes to whoever has fewer fish bones", bones),
    ("`reroll CK`", lambda r: r.rerolls == 1),
    ("`stand`", lambda r: r.rerolls == 1),
    ("| `lock 2`", lambda r: r.commit),
    ("| `take 3: cd/c`", lambda r: r.commit),
    ("This page tells the usual game", lambda r: False),
    ("## If ", lambda r: False),
    ("Nobody ever has to attack.", lambda r: True),
    ("`attack 2: c, cd`", lambda r: True),
    ("everybody has exactly one more turn (MZ8)", lambda r: True),
]


def told(rules: Rules | None) -> str:
    """The rules on one line."""
    return " ".join(rulebook(PACKAGE, rules).split())


def test_pictures_are_pieces_that_there_are_and_no_part_of_the_text() -> None:
    text = rulebook(PACKAGE, pictures=True)
    drawn = re.findall(r'!\[\]\(#([\w-]+) "\d+x\d+"\) ?', text)
    assert {"dice-C", "dice-S", "closed-3", "ship"} <= set(drawn)
    pieces = files(PACKAGE).joinpath("face", "pieces.svg").read_text()
    assert all(f'<symbol id="{name}"' in pieces for name in drawn)
    plain = re.sub(r'!\[\]\(#[\w-]+ "\d+x\d+"\)', "", text)
    assert " ".join(plain.split()) == told(None)
    assert "![" not in told(None)


@pytest.mark.parametrize("rules", SETS, ids=str)
def test_the_rules_as_played_say_what_is_played_and_nothing_else(rules: Rules) -> None:
    text = told(rules)
    assert "<!--" not in text
    assert "-->" not in text
    for sentence, belongs in SENTENCES:
        assert text.count(sentence) == belongs(rules), sentence
    assert ("bones" in text) == bones(rules)


def test_the_general_rules_tell_the_usual_game_and_then_each_variant() -> None:
    text = told(None)
    assert "<!--" not in text
    variants = text.index("## If ")
    for sentence, belongs in SENTENCES[:-5]:
        if belongs(Rules()):
            assert text.count(sentence) == 1, sentence
        else:
            assert sentence not in text[:variants], sentence
    for chapter, words in (
        ("If played with fish bones", "goes to whoever has fewer of them"),
        ("If played without a second roll", "used as they fell"),
        ("If dice may be laid before the second roll", "one chest at a time"),
        ("If played with chests of your own", "one to three locks"),
        ("If played with dice of your own", "at least is a key"),
    ):
        _, _, rest = text.partition(f"## {chapter} ")
        assert words in rest.partition(" ## ")[0], chapter


def test_every_rule_is_told_with_its_number() -> None:
    for rules in (None, *SETS):
        assert set(re.findall(r"\(MZ(\d)\)", told(rules))) == set("123456789")


@pytest.mark.parametrize(
    ("word", "chapter"),
    [
        ("sabre", "Sabres"),
        ("attack", "Attacks"),
        ("locks", "The chests"),
        ("mz4", "Dice must be used"),
        ("tie", "The end"),
        ("load", "Open and load"),
        ("reroll", "How we write it down"),
    ],
)
def test_help_finds_the_chapter_of_a_word(word: str, chapter: str) -> None:
    here, elsewhere = about_word(word, rulebook(PACKAGE, Rules()), rulebook(PACKAGE))
    assert f"## {chapter}\n" in here
    assert elsewhere == ""


@pytest.mark.parametrize(
    ("word", "chapter", "played"),
    [
        ("fish", "fish bones", Rules(fish=True)),
        ("board", "laid before the second roll", Rules(commit=True)),
        ("before the second roll", "laid before the second roll", Rules(commit=True)),
        ("without a second", "without a second roll", Rules(rerolls=0)),
    ],
)
def test_help_tells_what_is_not_played_here(word: str, chapter: str, played: Rules) -> None:
    general = rulebook(PACKAGE)
    here, elsewhere = about_word(word, rulebook(PACKAGE, Rules()), general)
    assert here == ""
    assert chapter in elsewhere.partition("\n")[0]
    if played.rerolls:
        here, elsewhere = about_word(word, rulebook(PACKAGE, played), general)
        assert word in here.lower()
        assert elsewhere == ""


@pytest.mark.parametrize(
    ("language", "numbers"),
    [
        ("en", {"one with": 1, "two with": 2, "three with": 3}),
        ("cs", {"jednou": 1, "dvakrát": 2, "třikrát": 3}),
        ("es", {"uno con": 1, "dos con": 2, "tres con": 3}),
    ],
)
def test_the_deck_that_is_told_is_the_deck_that_is_played(
    language: str, numbers: dict[str, int]
) -> None:
    text = rulebook(PACKAGE, language=language)
    rows = re.findall(r"^\| (\d) \| (.*) \|$", text, re.MULTILINE)
    listed = {
        f"{numbers[n]}x{locks}:{content}"
        for locks, row in rows
        for n, content in re.findall(r"([^,`]+\b) `([cd]+)`(?:, )?", row)
    }
    assert listed == set(Rules().deck.split())
    assert sum(int(item[0]) for item in listed) == 18
