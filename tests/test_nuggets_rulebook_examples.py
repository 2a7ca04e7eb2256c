"""The examples in the rules of Nuggets, as each language tells them, are true."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import goldfield
from goldfield.games.contract import IllegalMove
from goldfield.games.game import Game
from goldfield.games.nuggets.board import line_between, line_text, space_named
from goldfield.games.nuggets.layout import VALUES
from goldfield.games.nuggets.losers import losers
from goldfield.games.nuggets.rules import Rules
from goldfield.games.nuggets.state import BLOCKERS, SECOND, TURN, State
from goldfield.games.rulebook import rulebook

PACKAGE = "goldfield.games.nuggets"
EXAMPLES = {"en": "*Example.*", "cs": "*Příklad.*", "es": "*Ejemplo.*"}
AND = {"en": "and", "cs": "a", "es": "y"}

languages = pytest.mark.parametrize("language", EXAMPLES)


def examples(language: str, rules: Rules | None = None) -> list[str]:
    """The examples of the rules, in their order: the paragraph of each on one line."""
    text = rulebook(PACKAGE, rules, language)
    begins = EXAMPLES[language]
    return [" ".join(part.split()) for part in text.split("\n\n") if part.startswith(begins)]


def example(language: str, *named: str, rules: Rules | None = None) -> str:
    """The one example that names all of these."""
    (found,) = (
        text
        for text in examples(language, rules)
        if all(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in named)
    )
    return found


def lines_in(text: str, language: str) -> list[str]:
    """Every two neighbours named together, as the line between them: ``a1|b1``."""
    pairs = re.findall(rf"\b([a-h][1-5]) {AND[language]} ([a-h][1-5])\b", text)
    found = [line_between(space(a), space(b)) for a, b in pairs]
    return [line_text(line) for line in found if line is not None]


def space(name: str) -> int:
    found = space_named(name)
    assert found is not None
    return found


def built(game: Game, s: State, *lines: str) -> State:
    """The position after these blockers."""
    for line in lines:
        s = State(*game.play(s, line))
    return s


@languages
def test_there_are_as_many_as_in_english(language: str) -> None:
    for rules in (None, Rules(), Rules(players=4, layout="random"), Rules(players=3, look=False)):
        assert len(examples(language, rules)) == len(examples("en", rules)) >= 8


@languages
def test_the_example_of_all_mines(language: str) -> None:
    every, enough = map(int, re.findall(r"\d+", example(language, "45")))
    assert every == sum(VALUES)
    assert enough == every // 2 + 1


@languages
def test_the_example_of_the_usual_mines(language: str) -> None:
    game = goldfield.load("nuggets")
    (line,) = lines_in(example(language, "d3", "e3"), language)
    s = State(*game.start())
    assert line in game.legal(s)
    values = [VALUES[s.mines.index(space(name))] for name in line.split("|")]
    assert values == [8, 7] == list(sorted(VALUES)[-1:-3:-1])


@languages
def test_the_example_of_a_draw(language: str) -> None:
    words = {
        "en": ("forty", "thirty-three"),
        "cs": ("čtyřiceti", "třiatřiceti"),
        "es": ("cuarenta", "treinta y tres"),
    }
    for rules in (None, Rules(layout="random")):
        assert example(language, *words[language], rules=rules)
    game = goldfield.load("nuggets", layout="random", first=1)
    s = State(*game.start())
    assert len(game.outcomes(s)) == 40
    for place in ("a1", "a2", "a3", "a4", "a5", "b1", "b2"):
        s = State(*game.play(s, f"{VALUES[s.mines.index(-1)]}@{place}"))
    assert VALUES[s.mines.index(-1)] == 8
    assert len(game.outcomes(s)) == 33


@languages
def test_the_example_of_the_last_blocker(language: str) -> None:
    used, every = map(int, re.findall(r"\d+", example(language, "34", "35")))
    assert every == BLOCKERS
    game = goldfield.load("nuggets")
    s = State(*game.start())
    for turn in range(17):
        assert s.phase == TURN
        assert s.stock == BLOCKERS - 2 * turn
        for _ in range(2):
            s = built(game, s, next(m for m in game.legal(s) if "@" not in m))
    assert BLOCKERS - s.stock == used
    builder = s.seat
    s = built(game, s, next(m for m in game.legal(s) if "@" not in m))
    assert (s.phase, s.stock) == (TURN, 0)
    assert s.seat != builder


@languages
def test_the_example_of_building(language: str) -> None:
    text = example(language, "a1", "b1")
    *stand, refused, within, first, second = lines_in(text, language)
    assert within == "a2/a3"  # two of the spaces that would be closed off
    game = goldfield.load("nuggets")
    s = built(game, State(*game.start()), *stand)
    with pytest.raises(IllegalMove, match=r"a1 a2 a3; an area needs 4. \[NU4\]"):
        game.play(s, refused)
    s = built(game, s, first, second)
    areas = game.present.table(game.rules, game.setup, s, 0)["areas"]
    assert areas[0]["spaces"] == [0, 8, 16, 24]
    assert len(areas) == 2


def fenced_but_a_strip(game: Game) -> State:
    """Nine spaces in a row that can be parted, and areas around them that cannot."""
    lines = [f"{c}1/{c}2" for c in "abcdefg"] + ["g2|h2"] + [f"{c}2/{c}3" for c in "abcdefgh"]
    lines += [f"{side}{row}|{other}{row}" for side, other in ("cd", "fg") for row in (3, 4, 5)]
    for left, middle, right in ("abc", "def"):
        # from the middle four arms go out, each with a corner
        lines += [f"{left}3|{middle}3", f"{left}4/{left}5"]
        lines += [f"{middle}5|{right}5", f"{right}3/{right}4"]
    lines += ["g3|h3", "g4|h4"]
    return built(game, State(*game.start()), *lines)


@languages
def test_the_example_of_a_turn_with_one_blocker(language: str) -> None:
    game = goldfield.load("nuggets")
    s = fenced_but_a_strip(game)
    assert s.phase == TURN
    assert s.stock > 1
    allowed = lines_in(example(language, "d1", "f1"), language)[-2:]
    assert [m for m in game.legal(s) if "@" not in m and m != "pass"] == allowed
    for line in allowed:
        after = built(game, s, line)
        assert after.phase != SECOND
        assert after.seat != s.seat
        assert after.stock > 0
        areas = game.present.table(game.rules, game.setup, after, 0)["areas"]
        assert all(area["closed"] for area in areas)
        assert {4, 5} <= {area["size"] for area in areas}


def shares(players: int, chips: dict[int, str], layout: str, fences: str = "") -> list[Fraction]:
    """Points in a whole game in which these chips, and no others, are put down by each seat.

    They lie on the columns a to d, which are fenced off; nobody has a chip anywhere else.
    """
    game = goldfield.load("nuggets", players=players, layout=layout)
    s = State(*game.start())
    spaces = iter(["a2", "b2", "c1", "c2", "a3", "b3", "c3", "a4"])
    lines = iter(["d1|e1", "d2|e2", "d3|e3", "d4|e4", "d5|e5", *fences.split()])
    left = {seat: list(values) for seat, values in chips.items()}
    while not game.is_over(s):
        seat = game.to_act(s)
        line = next(lines, None) if "pass" not in game.legal(s) or seat == 0 else None
        if line:
            s = State(*game.play(s, line))
        elif "pass" not in game.legal(s):
            s = State(*game.play(s, "h1/h2"))
        elif left.get(seat):
            s = State(*game.play(s, f"{left[seat].pop()}@{next(spaces)}"))
        else:
            s = State(*game.play(s, "pass"))
    return list(game.scores(s))


CORNER = "8@a1 5@b1 4@f1 4@f2 5@f3 6@f4 6@f5 7@g1"
"""The mines 8 and 5 where chips will lie, the others beyond the fences."""


@languages
def test_the_example_of_the_end(language: str) -> None:
    told = example(language, "8", "5", "6½")
    assert shares(2, {0: "31", 1: "211"}, CORNER) == [Fraction(13, 2)] * 2
    assert "4⅓" in told
    assert shares(3, {0: "31", 1: "211", 2: "4"}, CORNER) == [Fraction(13, 3)] * 3


@languages
def test_the_example_of_an_area_without_chips(language: str) -> None:
    assert re.findall(r"\d", example(language, "6", "4", "1")) == list("641146")
    only_six = "6@g1 4@b1 4@f1 5@f2 5@f3 6@f4 7@f5 8@g2"
    assert shares(2, {0: "1"}, only_six) == [4, 0]


@languages
def test_the_example_of_partners(language: str) -> None:
    assert "1233245" in ["".join(re.findall(r"\d", text)) for text in examples(language)]
    assert shares(4, {0: "2", 2: "3", 1: "4"}, CORNER) == [13, 0, 13, 0]


@languages
def test_the_example_of_who_begins(language: str) -> None:
    *points, next_one = map(int, re.findall(r"\d+", example(language, "25")))
    assert sum(points) == sum(VALUES)
    (seat,) = losers(points, (0, 1)).seats
    assert points[seat] == next_one


@languages
def test_the_figures_of_the_summary(language: str) -> None:
    text = " ".join(rulebook(PACKAGE, None, language).split())
    added = next(iter(re.findall(r"\d(?: \+ \d)+", text)))
    assert sorted(map(int, re.findall(r"\d", added))) == sorted(VALUES)
    assert (
        shares(3, {0: "2", 1: "2", 2: "2"}, "7@a1 4@f1 4@f2 5@f3 6@f4 6@f5 8@g1 5@g2")
        == [Fraction(7, 3)] * 3
    )
    assert "2⅓" in text
    assert sum(VALUES) - 5 == 40
    assert re.search(r"\b40\b", text)
