"""Moves of Gold Nuggets as text: they round-trip, and each refusal has its own sentence."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goldfield
from goldfield.games.contract import CHANCE, IllegalMove, Why
from goldfield.games.game import Game
from goldfield.games.gold_nuggets.rules import KEEP, State, table_of
from goldfield.games.gold_nuggets.turn import ROLL_BASE, ROLLS, Aside, roll_text
from tests.texts_of_games import DOCS, move_of, walk

OPTIONS = [
    {"edition": edition, "rob": rob, "straights": straights, "pairs": pairs, "extra": extra}
    for edition, rob, straights, pairs, extra in product(
        ("my_mine", "gold_nuggets"), ("one", "several"), *[(False, True)] * 3
    )
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
@pytest.mark.parametrize("players", [2, 5])
def test_every_move_round_trips(options: dict[str, object], players: int) -> None:
    game = goldfield.load("gold_nuggets", players=players, first=0, **options)
    rng = random.Random(str(options))
    for _ in range(2):
        for s, legal in walk(game, rng, 120):
            moves = sorted(rng.sample(legal, min(len(legal), 10)))
            texts = [game.show_move(s, move) for move in moves]
            assert [game.parse_move(s, text) for text in texts] == moves
            assert len(set(texts)) == len(texts)
            spread = [re.sub(r"(?<=\w)(?=\W)|(?<=\W)(?=\w)", " ,", t.lower()) for t in texts]
            assert [game.parse_move(s, text) for text in spread] == moves


def keeping(game: Game, aside: Aside, rolled: str) -> State:
    """The position in which these dice have just fallen beside what lies aside."""
    number = table_of(game.rules).number_of[aside]
    s = game.start()._replace(phase=KEEP, aside=number)
    counts = tuple(rolled.count(face) for face in "GL2345")
    return s._replace(roll=ROLLS.index(counts))


@pytest.mark.parametrize(("straights", "pairs"), [*product([False, True], repeat=2)])
def test_loose_dice_mean_any_reading(straights: bool, pairs: bool) -> None:
    game = goldfield.load("gold_nuggets", straights=straights, pairs=pairs)
    run = table_of(game.rules)
    rng = random.Random(5)
    ambiguous = 0
    for number, aside in enumerate(run.asides):
        first = ROLL_BASE[run.left[number]]
        rolls = [r for r in range(first, len(ROLLS)) if sum(ROLLS[r]) == run.left[number]]
        rolls = [roll for roll in rolls if run.left[number] and run.keeps(number, roll)]
        tested = rng.sample(rolls, min(len(rolls), 5))
        for roll in tested if number else [*tested, ROLLS.index((0, 0, 4, 1, 1, 1))]:
            s = keeping(game, aside, roll_text(roll))
            by_dice: dict[tuple[int, ...], list[int]] = {}
            for move in run.keeps(number, roll):
                taken = tuple(
                    b - a for a, b in zip(aside.counts, run.asides[move].counts, strict=True)
                )
                by_dice.setdefault(taken, []).append(move)
            for taken in product(*(range(n + 1) for n in ROLLS[roll])):
                moves = by_dice.get(taken, [])
                dice = "".join(face * n for face, n in zip("GL2345", taken, strict=True))
                strict = len(set(dice)) < 2 or (straights and dice in ("234", "345", "2345"))
                found = move_of(game, s, f"keep {dice}")
                if isinstance(found, int):
                    assert found in moves
                    assert strict or len(moves) == 1
                elif moves:
                    assert len(moves) > 1, (aside, dice)
                    assert not strict
                    assert found.why is Why.AMBIGUOUS
                    assert [game.parse_move(s, text) for text in found.candidates] == moves
                    ambiguous += 1
                else:
                    assert found.why is Why.ILLEGAL
                    assert found.rule.startswith("GN")
    assert bool(ambiguous) == straights


@pytest.mark.parametrize("straights", [False, True])
@given(text=st.text(max_size=30) | st.from_regex(r"(keep|rob|first)?[ GL0-9(+),]*", fullmatch=True))
@settings(max_examples=300, deadline=None)
def test_a_damaged_move_is_refused_in_a_sentence(straights: bool, text: str) -> None:
    game = goldfield.load("gold_nuggets", first=0, straights=straights, rob="several", players=3)
    for position in (
        "starter supply=77 piles=0,0,0",
        "roll 1 run=1 aside=GG supply=77 piles=0,0,0",
        "keep 1 run=1 aside=- roll=GGL2345 supply=70 piles=7,0,0",
        "choice 1 run=1 aside=G,LLL supply=70 piles=7,0,0",
        "source 1 run=1 aside=GGGG,LLL owed=4 named=- supply=70 piles=7,0,0",
        "again 1 run=1 supply=70 piles=7,0,0",
    ):
        s = game.parse_state(position)
        found = move_of(game, s, text)
        if isinstance(found, int):
            assert game.to_act(s) == CHANCE or found in game.moves(s)
        else:
            assert str(found.message)


START = "keep 1 run=1 aside=- roll=GGL3335 supply=77 piles=0,0"
CHOOSE = "choice 1 run=1 aside=LL,444 supply=77 piles=0,0"
ROPED = "choice 1 run=1 aside=LLL supply=77 piles=0,0"
TAKING = "source 1 run=1 aside=G,LLL owed=1 named=2 supply=77 piles=0,0"
SEVEN = "source 1 run=1 aside=LLL,4444 owed=4 named=- supply=77 piles=0,0"
AFTER = "again 1 run=1 supply=70 piles=7,0"
FALLING = "roll 1 run=1 aside=GG supply=77 piles=0,0"
LONE = "keep 1 run=1 aside=444 roll=GG35 supply=77 piles=0,0"
HIGH = "keep 1 run=1 aside=(345) roll=2235 supply=77 piles=0,0"
REFUSED = [
    ({}, START, "", "", "Type a move. Now you set dice aside, as in keep GG L 333."),
    ({}, START, "kep GG", "", "as in keep GG L 333. Did you mean keep?"),
    ({}, START, "stopp", "", "stopp is no move. Now you set dice aside, as in keep GG L 333."),
    ({"rob": "several"}, START, "stopp", "", "Did you mean stop?"),
    ({}, CHOOSE, "dig", "", "dig is no move. Possible now: roll, collect."),
    ({}, "choice 1 run=1 aside=G,LLL supply=70 piles=7,0", "dig", "",
     "Possible now: roll, collect, rob 2."),
    ({"rob": "several"}, TAKING, "dig", "", "Possible now: collect, stop."),
    ({}, AFTER, "", "", "Type a move. Possible now: again, end."),
    ({}, FALLING, "dig", "", "dig is no move, and chance is to act now."),
    ({}, START, "keep", "GN2", "Say which dice you set aside"),
    ({}, START, "keep ()", "GN2", "Say which dice"),
    ({}, START, "keep 33", "GN2", "33 is too few to begin a set"),
    ({}, START, "keep 5", "GN2", "A single 5 can only join a set"),
    ({}, LONE, "keep 3", "GN2", "A single 3 can only join a set"),
    ({}, START, "keep 2", "GN2", "You rolled no 2"),
    ({}, START, "keep GGG", "GN2", "You rolled only GG, not GGG"),
    ({}, "keep 1 run=1 aside=- roll=GGL3355 supply=77 piles=0,0", "keep 33", "GN2", "33 is a pair"),
    ({}, START, "keep (345)", "GN-straights", "Straights are not played"),
    ({}, "keep 1 run=1 aside=G roll=LL2345 supply=77 piles=0,0", "keep 234", "GN-straights",
     "Straights are not played"),
    ({"pairs": True}, START, "keep 5", "GN-pairs", "A single 5 can only join a set"),
    ({"straights": True}, START, "keep (35)", "GN-straights", "(35) is no straight"),
    ({"straights": True}, START, "keep (+3)", "GN-straights", "grows at its ends"),
    ({"straights": True}, START, "keep (+5)", "GN-straights", "No straight 2-3-4 lies aside"),
    ({"straights": True}, START, "keep (+2)", "GN-straights", "No straight 3-4-5 lies aside"),
    ({"straights": True}, START, "keep 5", "GN-straights", "5 fits no straight here"),
    ({}, START, "keep (3", "", "A parenthesis is missing"),
    ({}, START, "keep me", "", "keep takes dice"),
    ({}, START, "keep G6", "", "keep takes dice"),
    ({}, START, "GGL3335", "GN1", "is a roll, and it has fallen"),
    ({}, START, "16", "", "No die here shows 1 or 6"),
    ({}, START, "roll", "GN2", "before you roll on"),
    ({}, START, "roll 2", "", "roll stands alone"),
    ({}, START, "collect", "GN4", "before you collect"),
    ({}, START, "rob 2", "GN4", "before you rob"),
    ({}, START, "first 2", "GN1", "Who begins is settled"),
    ({}, START, "again", "GN5", "only after all seven dice"),
    ({}, START, "end", "GN4", "The turn cannot end here"),
    ({}, START, "stop", "GN7", "one source at this table"),
    ({"rob": "several"}, START, "stop", "GN7", "nothing is being collected"),
    ({}, CHOOSE, "rob", "GN7", "rob needs the number of a seat"),
    ({}, CHOOSE, "rob 2", "GN7", "takes three lassos aside; 2 lie there"),
    ({}, CHOOSE, "rob 1", "GN7", "You cannot rob yourself"),
    ({}, CHOOSE, "rob 3", "GN7", "There is no seat 3"),
    ({}, CHOOSE, "keep G", "GN4", "set aside from this roll already"),
    ({}, CHOOSE, "again", "GN5", "type roll to go on"),
    ({}, CHOOSE, "end", "GN4", "A turn ends by collecting"),
    ({"rob": "several"}, CHOOSE, "stop", "GN7", "Nothing is being collected yet"),
    ({}, CHOOSE, "GG", "GN1", "No dice are falling now"),
    ({}, ROPED, "rob 2", "GN7", "Lassos alone are worth nothing"),
    ({"rob": "several"}, TAKING, "rob 2", "GN7", "has given all there was"),
    ({"rob": "several"}, TAKING, "roll", "GN7", "The collection has begun"),
    ({}, SEVEN, "roll", "GN5", "No die is left in hand"),
    ({}, SEVEN, "keep L", "GN5", "No die is left in hand"),
    ({}, SEVEN, "end", "GN7", "The collection comes first; the turn"),
    ({}, SEVEN, "again", "GN5", "The collection comes first; a fresh"),
    ({"rob": "several"}, SEVEN, "stop", "GN7", "at least one source"),
    ({}, AFTER, "roll", "GN5", "for a fresh run type again"),
    ({}, AFTER, "keep G", "GN5", "No dice lie in front of you"),
    ({}, AFTER, "collect", "GN5", "You have collected already: type"),
    ({}, AFTER, "rob 2", "GN5", "nothing to rob for"),
    ({"rob": "several"}, AFTER, "stop", "GN5", "The collection is over"),
    ({}, FALLING, "keep G", "GN1", "The dice are falling"),
    ({}, FALLING, "GG", "GN1", "5 dice fall, not 2"),
    ({"first": 0}, "starter supply=77 piles=0,0", "roll", "GN1", "being drawn"),
    ({"first": 0}, "starter supply=77 piles=0,0", "GGL2345", "GN1", "before the first player"),
    ({"first": 0}, "starter supply=77 piles=0,0", "first 3", "", "There is no seat 3"),
    ({}, "over 1 run=1 supply=0 piles=40,37", "roll", "GN8", "The game is over"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "position", "text", "rule", "sentence"), REFUSED)
def test_a_refusal_says_why(
    options: dict[str, object], position: str, text: str, rule: str, sentence: str
) -> None:
    game = goldfield.load("gold_nuggets", **options)
    s = game.parse_state(position)
    with pytest.raises(IllegalMove, match=re.escape(sentence)) as refused:
        game.notation.parse_move(game.rules, game.setup, s, text)
    assert refused.value.rule == rule
    assert (refused.value.why is Why.UNPARSABLE) == (
        text == "rob" or not rule
    ) or "seat" in sentence


def test_supply_gives_only_once() -> None:
    game = goldfield.load("gold_nuggets", rob="several", players=3)
    s = game.parse_state("source 1 run=1 aside=GG,LLL owed=1 named=supply supply=0 piles=37,20,20")
    with pytest.raises(IllegalMove, match="The supply has given all it had"):
        game.parse_move(s, "collect")


def test_eleven_ways_to_set_aside() -> None:
    game = goldfield.load("gold_nuggets")
    legal = game.legal(game.parse_state(START))
    assert len(legal) == 11
    assert {text.removeprefix("keep ") for text in legal} == {
        " ".join(part for part in (gold, lasso, threes) if part)
        for gold, lasso, threes in product(("", "G", "GG"), ("", "L"), ("", "333"))
        if gold or lasso or threes
    }


def test_readings_of_2345222() -> None:
    game = goldfield.load("gold_nuggets", straights=True)
    s = keeping(game, Aside(), "2222345")

    def worth(text: str) -> int:
        return game.setup.worth[game.parse_move(s, text)]

    assert worth("keep 2345 222") == 6
    assert worth("keep 2222 345") == 5
    with pytest.raises(IllegalMove) as refused:
        game.parse_move(s, "keep 2345222")
    assert set(refused.value.candidates) == {"keep 222 (2345)", "keep 2222 (345)"}


def test_a_2_may_join_its_set_or_extend_a_straight() -> None:
    game = goldfield.load("gold_nuggets", straights=True)
    s = keeping(game, Aside(n2=3, high=1), "2")
    joined, extended = game.parse_move(s, "keep 2"), game.parse_move(s, "keep (+2)")
    asides = table_of(game.rules).asides
    assert asides[joined] == Aside(n2=4, high=1)
    assert asides[extended] == Aside(n2=3, long=1)
    assert game.parse_move(keeping(game, Aside(high=1), "2235"), "keep 2") == (
        game.parse_move(keeping(game, Aside(high=1), "2235"), "keep (+2)")
    )


def test_the_examples_of_the_docs() -> None:
    section = DOCS.read_text().split("### Moves")[1].split("### Chance")[0]
    texts = re.findall(r"^\| `([^`]+)`", section, re.MULTILINE)
    assert len(texts) == 11
    game = goldfield.load("gold_nuggets", straights=True, rob="several")
    positions = [
        keeping(game, Aside(), "GGL2223"),
        keeping(game, Aside(n2=3), "2GGG"),
        keeping(game, Aside(), "GGG3455"),
        keeping(game, Aside(high=1), "2GGG"),
        keeping(game, Aside(low=1), "5GGG"),
        *[game.parse_state("choice 1 run=1 aside=G,LLL supply=77 piles=0,0")] * 3,
        game.parse_state("source 1 run=1 aside=G,LLL owed=1 named=2 supply=77 piles=0,0"),
        *[game.parse_state(AFTER)] * 2,
    ]  # fmt: skip
    for s, text in zip(positions, texts, strict=True):
        assert game.show_move(s, game.parse_move(s, text)) == text
