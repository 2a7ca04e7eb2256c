"""The rules in words: under every set of options they say what is played, and nothing else."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

import goldfield
from goldfield.games.gold_nuggets.rules import Rules
from goldfield.games.rulebook import about_word, rulebook

PACKAGE = "goldfield.games.gold_nuggets"
SETS = [
    Rules(edition=edition, rob=rob, straights=straights, pairs=pairs, extra=extra)
    for edition, rob, straights, pairs, extra in itertools.product(
        ("my_mine", "gold_nuggets"), ("one", "several"), *[(False, True)] * 3
    )
]
SENTENCES: list[tuple[str, Callable[[Rules], bool]]] = [
    # a sentence of the rules, and the options under which it belongs there
    ("it must come as three or more in *one* roll", lambda r: not r.pairs),
    ("it must come as two or more in *one* roll", lambda r: r.pairs),
    ("**three or more** dice of a number you have not set aside", lambda r: not r.pairs),
    ("**two or more** dice of a number you have not set aside", lambda r: r.pairs),
    ("the lasso, all three 3s, or any mixture", lambda r: not r.pairs),
    ("the lasso, two or all three of the 3s, or any mixture", lambda r: r.pairs),
    ("## Pairs", lambda r: r.pairs),
    ("Two dice of a number are worth 1: see Pairs.", lambda r: r.pairs),
    ("`keep 22`", lambda r: r.pairs),
    ("six 2s pay 3, as three pairs; five 2s pay 2", lambda r: r.pairs and not r.extra),
    ("six 2s pay 5, as a set of 2 with three more", lambda r: r.pairs and r.extra),
    ("Only six or seven 2s bring more", lambda r: r.pairs and not r.extra),
    ("More than three dice of a number add nothing", lambda r: not r.extra),
    ("Each die of a number beyond three adds 1: see Extra dice.", lambda r: r.extra),
    ("5 for the fives make 7.", lambda r: not r.extra),
    ("5 for the fives make 7, and 1 for the fourth five: 8.", lambda r: r.extra),
    ("## Extra dice", lambda r: r.extra),
    ("## Straights", lambda r: r.straights),
    ("a **straight** of three or four consecutive numbers", lambda r: r.straights),
    ("dice in a straight do not count here", lambda r: r.straights),
    ("A run may hold two straights, and either may grow.", lambda r: r.straights),
    ("`keep (345)`", lambda r: r.straights),
    ("`keep (+2)`", lambda r: r.straights),
    ("A source with too little gives what it has; the rest is lost.", lambda r: r.rob == "one"),
    ("the supply *or* one player, never both", lambda r: r.rob == "one"),
    ("name sources one after another, at least one", lambda r: r.rob == "several"),
    ("sources you name have too little together", lambda r: r.rob == "several"),
    ("`stop`", lambda r: r.rob == "several"),
    ("the same player may first play one more run", lambda r: r.edition == "my_mine"),
    ("Then you choose: a fresh run", lambda r: r.edition == "my_mine"),
    ("the game ends at once", lambda r: r.edition == "gold_nuggets"),
    ("Then, unless that has emptied the supply, you choose", lambda r: r.edition != "my_mine"),
    ("golds or lassos.", lambda r: r.extra and not r.straights),
    ("golds, lassos or straights.", lambda r: r.extra and r.straights),
    ("This page tells the game", lambda r: False),
    ("## If ", lambda r: False),
    ("| `rob 2` | with three lassos", lambda r: True),
    ("Each **gold** is worth 1.", lambda r: True),
]


def told(rules: Rules | None) -> str:
    """The rules on one line."""
    return " ".join(rulebook(PACKAGE, rules).split())


@pytest.mark.parametrize("rules", SETS, ids=str)
def test_the_rules_as_played_say_what_is_played_and_nothing_else(rules: Rules) -> None:
    text = told(rules)
    assert "<!--" not in text
    assert "-->" not in text
    for sentence, belongs in SENTENCES:
        assert text.count(sentence) == belongs(rules), sentence
    for word, played in (("pair", rules.pairs), ("straight", rules.straights)):
        assert (word in text.lower()) == played


def test_the_general_rules_tell_the_usual_game_and_then_each_variant() -> None:
    text = told(None)
    assert "<!--" not in text
    variants = text.index("## If ")
    usual = Rules()
    for sentence, belongs in SENTENCES[:-4]:
        if belongs(usual):
            assert text.index(sentence) < variants, sentence
        else:
            assert sentence not in text[:variants], sentence
    for chapter, words in (
        ("If played in the edition Gold Nuggets", "the game ends at once"),
        ("If you may rob several", "name sources one after another"),
        ("If played with straights", "2-3-4 or 3-4-5 is worth 3"),
        ("If played with pairs", "six 2s pay 3, as three pairs"),
        ("If played with extra dice", "four 3s are worth 4"),
    ):
        _, _, rest = text.partition(f"## {chapter} ")
        assert words in rest.partition(" ## ")[0], chapter


def test_a_word_is_told_as_played_here_or_else_as_played_elsewhere() -> None:
    general = rulebook(PACKAGE)
    for option, word in (("pairs", "Pairs"), ("straights", "STRAIGHTS"), ("extra", "extra dice")):
        for rules in SETS:
            here, elsewhere = about_word(word, rulebook(PACKAGE, rules), general)
            if getattr(rules, option):
                assert f"## {word.capitalize()}" in here
                assert elsewhere == ""
            else:
                assert f"## {word.capitalize()}" not in here
                assert elsewhere.startswith(f"## If played with {word.lower()}\n")
                assert elsewhere.count("## ") == 1
    assert about_word("zebra", rulebook(PACKAGE, Rules()), general) == ("", "")
    here, elsewhere = about_word("gn7", rulebook(PACKAGE, Rules()), general)
    assert here.startswith("## Where the nuggets come from")
    assert elsewhere == ""


@pytest.mark.parametrize("game", goldfield.games())
def test_every_preset_of_every_game_has_its_rules(game: str) -> None:
    room = goldfield.load(game).room
    texts = [rulebook(f"goldfield.games.{game}", room.Rules(**p.options)) for p in room.PRESETS]
    assert len(set(texts)) == len(texts)
    for text in texts:
        assert text.startswith("# ")
        assert "<!--" not in text
