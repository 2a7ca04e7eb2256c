"""The rules of Gold Nuggets in every language: what is settled here is told, examples are true."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

import goldfield
from goldfield.games.contract import IllegalMove
from goldfield.games.game import Game
from goldfield.games.gold_nuggets.rules import AGAIN, SOURCE, Rules, State
from goldfield.games.rulebook import rulebook
from goldfield.texts import LANGUAGES
from tests.test_rulebook import PACKAGE, SETS
from tests.test_rulebook_languages import EXAMPLE, HOUSE, PUBLISHED, chapters

AS_WE_PLAY_IT = {"en": "As we play it", "cs": "Jak hrajeme u nás", "es": "Así lo jugamos"}
WHOLE_TURN = {
    "en": "A turn from beginning to end",
    "cs": "Jeden tah od začátku do konce",
    "es": "Un turno de principio a fin",
}
POINTS: list[tuple[str, str, Callable[[Rules], bool]]] = [
    # the number of a rule that is settled here, how it is marked, and where it is played
    ("", "published", lambda r: True),  # two to five players
    ("", "house", lambda r: True),  # who begins the first game
    ("", "house", lambda r: True),  # and who the next
    ("GN3", "house", lambda r: True),
    ("GN7", "house", lambda r: r.rob == "one"),
    ("GN7", "house", lambda r: r.rob == "several"),
    ("GN7", "house", lambda r: True),  # lassos alone
    ("GN-straights", "house", lambda r: r.straights),
    ("GN-pairs", "house", lambda r: r.pairs),
]


def chapter(language: str, rules: Rules | None, title: str, *, pictures: bool = False) -> str:
    """A chapter by its heading, of the rules as played or of the general ones."""
    found = chapters(rulebook(PACKAGE, rules, language, pictures=pictures))
    return next(text for text in found if text.startswith(title + "\n"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_settled_here_is_told_with_its_mark_and_an_example(language: str) -> None:
    marks = {"house": HOUSE[language], "published": PUBLISHED[language]}
    intro = rulebook(PACKAGE, language=language).partition("\n## ")[0]
    assert all(f"**{mark}**" in intro for mark in marks.values()), "the marks are explained"
    assert AS_WE_PLAY_IT[language] in " ".join(intro.split())
    for rules in (None, *SETS):
        told = chapter(language, rules, AS_WE_PLAY_IT[language])
        points = [" ".join(point.split()) for point in told.split("\n- ")[1:]]
        due = [(rule, mark) for rule, mark, where in POINTS if rules is None or where(rules)]
        assert len(points) == len(due)
        for point, (rule, mark) in zip(points, due, strict=True):
            title = point.partition(".**")[0]
            assert title.startswith("**"), point
            assert title.endswith(marks[mark]), point
            assert (f"({rule})" in title) == bool(rule), point
            assert point.count(EXAMPLE[language]) == 1, point


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_settled_here_is_marked_in_its_place_too(language: str) -> None:
    for rules in (None, *SETS):
        whole = rulebook(PACKAGE, rules, language)
        before = whole.partition(f"\n## {AS_WE_PLAY_IT[language]}\n")[0].partition("\n## ")[2]
        marked = 6 if rules is None else 6 + rules.straights + rules.pairs
        assert before.count(HOUSE[language]) >= marked


@pytest.mark.parametrize("language", LANGUAGES)
def test_dice_are_drawn_beside_what_is_said_of_them(language: str) -> None:
    """A row of dice stands before an example; in the table of a turn its letters follow."""
    text = rulebook(PACKAGE, language=language, pictures=True)
    rows = re.findall(r"\n\n((?:!\[\]\(#dice-[GL2345] \"36x37\"\))+)\n\n(.*)", text)
    assert len(rows) >= 9
    assert all(after.startswith(EXAMPLE[language]) for _, after in rows)
    table = chapter(language, None, WHOLE_TURN[language], pictures=True)
    drawn = re.findall(r"^\| ((?:!\[\]\([^)]*\))+) `([GL2345]+)`", table, re.MULTILINE)
    assert len(drawn) == 4
    for pictures, letters in drawn:
        assert re.findall(r"#dice-(\w)", pictures) == list(letters)


# ---- examples ----------------------------------------------------------------------------------


def at(game: Game, aside: str, roll: str = "", *, supply: int = 20, other: int = 9) -> State:
    """Seat 1 of two has these groups aside and these dice before it, or is to go on or collect."""
    words = f"aside={aside or '-'} {f'roll={roll} ' if roll else ''}supply={supply}"
    piles = f"{77 - supply - other},{other}"
    phase = "keep" if roll else "choice"
    return State(*game.parse_state(f"{phase} 1 run=1 {words} piles={piles}"))


def worth(game: Game, s: State) -> int:
    return game.present.table(game.rules, game.setup, s, 0)["worth"]


def load(rules: Rules, **other: object) -> Game:
    return goldfield.load("gold_nuggets", **replace(rules, **other).as_dict())


def moves_of(game: Game, s: State) -> set[str]:
    return set(game.legal(s))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", SETS, ids=str)
def test_the_whole_turn_can_be_played(rules: Rules, language: str) -> None:
    table = chapter(language, rules, WHOLE_TURN[language])
    rows = re.findall(r"^\| (?:`([GL2345]+)`)? *\| (?:`([^`]+)`)? *\|", table, re.MULTILINE)
    assert len(rows) == 8
    game = load(rules)
    s = State(*game.parse_state("roll 1 run=1 aside=- supply=58 piles=10,9"))
    seen: list[tuple[int, int]] = []
    for dice, move in rows:
        for step in filter(None, (dice, move)):
            s = State(*game.play(s, step))
        seen.append((worth(game, s), s.piles[0]))
    assert [pile for _, pile in seen] == [10, 10, 10, 15, 15, 15, 15, 15]
    assert [seen[0][0], seen[5][0]] == [5, 5]
    assert s.piles == (15, 4)
    assert s.seat == 1, "a bust ended the turn"


@pytest.mark.parametrize("rules", SETS, ids=str)
def test_the_examples_of_setting_aside(rules: Rules) -> None:
    game = load(rules)
    s = at(game, "", "GGL3335")
    legal = moves_of(game, s)
    threes = {"333", "33"} if rules.pairs else {"333"}
    straights = {move for move in legal if "(" in move}
    assert not straights
    expected = {
        "keep " + " ".join(filter(None, (gold, lasso, three)))
        for gold in ("", "G", "GG")
        for lasso in ("", "L")
        for three in ("", *threes)
    }
    assert legal == expected - {"keep "}
    s = at(game, "444", "G245")
    assert moves_of(game, s) == {"keep G", "keep 4", "keep G 4"}


@pytest.mark.parametrize("rules", SETS, ids=str)
def test_the_example_of_all_seven(rules: Rules) -> None:
    game = load(rules)
    s = State(*game.play(at(game, "G,LLL", "222", other=9), "keep 222"))
    assert (s.phase, s.owed) == (SOURCE, 3)
    before = s.piles[0]
    for move in ("collect", "rob 2"):
        after = State(*game.play(s, move))
        assert after.piles[0] == before + 3
        assert after.phase == AGAIN
        assert moves_of(game, after) == {"again", "end"}


@pytest.mark.parametrize("rules", SETS, ids=str)
def test_the_table_and_the_example_of_worth(rules: Rules) -> None:
    game = load(rules)
    for aside, value in (
        ("GG", 2),
        ("444", 4),
        ("5555", 6 if rules.extra else 5),
        ("LLL", 0),
    ):
        assert worth(game, at(game, aside)) == value
    s = game.play(at(game, "GG,L", "5555"), "keep 5555")
    assert State(*s).piles[0] == 77 - 20 - 9 + (8 if rules.extra else 7)
    if rules.pairs:
        assert worth(game, at(game, "33")) == 1
    if rules.straights:
        assert worth(game, at(game, "(345)")) == 3
        assert worth(game, at(game, "(2345)")) == 4


@pytest.mark.parametrize("rules", SETS, ids=str)
def test_the_examples_of_sources(rules: Rules) -> None:
    game = load(rules)
    s = at(game, "LLL,444", other=3)
    after = State(*game.play(s, "rob 2"))
    assert after.piles[0] == s.piles[0] + 3
    if rules.rob == "one":
        assert after.seat == 1, "the turn is over"
    else:
        assert moves_of(game, after) == {"collect", "stop"}
        assert State(*game.play(after, "collect")).piles[0] == s.piles[0] + 4
    assert State(*game.play(s, "collect")).piles[0] == s.piles[0] + 4
    s = at(game, "LLL,444", supply=2, other=3)
    gains = {State(*game.play(s, move)).piles[0] - s.piles[0] for move in ("collect", "rob 2")}
    assert gains == {2, 3}
    lasso = at(game, "L")
    after = State(*game.play(lasso, "collect"))
    assert after.piles == lasso.piles
    assert after.seat == 1


@pytest.mark.parametrize("rules", SETS, ids=str)
def test_the_examples_of_the_end(rules: Rules) -> None:
    game = load(rules)
    s = at(game, "GG,333", supply=2)
    after = State(*game.play(s, "collect"))
    assert after.piles[0] == s.piles[0] + 2
    assert game.is_over(after)
    after = State(*game.play(at(game, "GG,LL", "333", supply=2), "keep 333"))
    assert after.supply == 0
    assert game.is_over(after) == (rules.edition == "gold_nuggets")


@pytest.mark.parametrize("rules", [r for r in SETS if r.straights], ids=str)
def test_the_examples_of_straights(rules: Rules) -> None:
    game = load(rules)
    s = State(*game.play(at(game, "(345)", "G223"), "keep (+2)"))
    assert worth(game, s) == 4
    s = at(game, "(345)", "G335")
    three = [move for move in moves_of(game, s) if "3" in move]
    assert bool(three) == rules.pairs
    if rules.pairs:
        assert worth(game, State(*game.play(s, "keep 33"))) == 3 + 1, "a pair, no set of three"
    with pytest.raises(IllegalMove):
        game.play(s, "keep 5")


@pytest.mark.parametrize("rules", [r for r in SETS if r.pairs], ids=str)
def test_the_examples_of_pairs(rules: Rules) -> None:
    game = load(rules)
    assert worth(game, at(game, "222222")) == (5 if rules.extra else 3)
    assert worth(game, at(game, "22222")) == (4 if rules.extra else 2)
    s = at(game, "33", "G2345")
    assert worth(game, s) == 1
    assert worth(game, State(*game.play(s, "keep 3"))) == 3


@pytest.mark.parametrize("rules", [r for r in SETS if r.extra], ids=str)
def test_the_example_of_extra_dice(rules: Rules) -> None:
    game = load(rules)
    s = at(game, "333", "G335")
    assert worth(game, s) == 3
    assert worth(game, State(*game.play(s, "keep 33"))) == 5


def test_players_with_equally_many_share_the_win() -> None:
    game = goldfield.load("gold_nuggets", players=3)
    s = game.parse_state("over 1 run=1 supply=0 piles=30,17,30")
    assert game.shares(s) == (Fraction(1, 2), Fraction(0), Fraction(1, 2))
