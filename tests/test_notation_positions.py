"""Positions of Gold Nuggets as text: exact, and only what the rules can bring about is read."""

from __future__ import annotations

import random
import re
from itertools import product
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goldfield
from goldfield.games.contract import BadNotation
from goldfield.games.game import Game
from goldfield.games.gold_nuggets import rules as rules_room
from goldfield.games.gold_nuggets import state_text
from goldfield.games.gold_nuggets.rules import (
    AGAIN,
    CHOICE,
    ENDED,
    KEEP,
    ROLL,
    SOURCE,
    STARTER,
    State,
    table_of,
)
from goldfield.games.gold_nuggets.turn import ROLLS, Aside
from goldfield.rng import seeded
from tests.test_notation_moves import OPTIONS
from tests.texts_of_games import DOCS, check_damaged, position_of, walk


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_position_round_trips(options: dict[str, object], players: int) -> None:
    game = goldfield.load("gold_nuggets", players=players, first=0, **options)
    rng = random.Random(str(options))
    for _ in range(8):
        for s, _ in walk(game, rng, 10_000):
            assert game.parse_state(game.show_state(s)) == s


def test_positions_of_the_end_round_trip() -> None:
    game = goldfield.load("gold_nuggets", players=2, rob="several", straights=True, pairs=True)
    rng = random.Random(3)
    late = game.parse_state("roll 1 run=1 aside=GGG,LLL supply=2 piles=70,5")
    seen = set()
    for _ in range(3000):
        s = late
        while not game.is_over(s):
            assert game.parse_state(game.show_state(s)) == s
            seen.add((s.phase, s.supply > 0))
            moves = game.moves(s) or [game.roll(s, seeded(rng.getrandbits(60), 0))[0]]
            s = game.play(s, rng.choice(moves))
        assert game.parse_state(game.show_state(s)) == s
    assert {(AGAIN, False), (ROLL, False), (KEEP, False), (CHOICE, False), (SOURCE, False)} <= seen


POSITIONS = [
    "roll 1 run=1 aside=- supply=77 piles=0,0,0",
    "keep 2 run=2 aside=G,LLL roll=222 supply=0 piles=0,77,0",
    "choice 3 run=1 aside=(345),(345) supply=50 piles=7,10,10",
    "source 1 run=1 aside=G,LLL,444 owed=2 named=supply,3 supply=0 piles=57,20,0",
    "again 1 run=3 supply=70 piles=7,0,0",
    "over 2 run=1 supply=0 piles=27,30,20",
]


@given(data=st.data(), position=st.sampled_from(POSITIONS))
@settings(max_examples=600, deadline=None)
def test_damage_is_found_or_harmless(data: st.DataObject, position: str) -> None:
    game = goldfield.load("gold_nuggets", players=3, straights=True, rob="several")
    check_damaged(game, position, "0123456789GL,=-() supplyké٣", data)


@given(text=st.text(max_size=60))
def test_any_text_is_a_position_or_bad_notation(text: str) -> None:
    game = goldfield.load("gold_nuggets")
    with pytest.raises(BadNotation):
        game.parse_state(text)


MOST_RUNS = 2
TELLING = [
    Aside(lasso=3),
    Aside(lasso=7),
    Aside(gold=1, lasso=3),
    Aside(gold=3, lasso=3),
    Aside(gold=4, lasso=3),
    Aside(lasso=3, n5=4),
    Aside(lasso=4, n2=3),
    Aside(gold=7),
]


def small_game(monkeypatch: pytest.MonkeyPatch, nuggets: int, **options: object) -> Game:
    monkeypatch.setattr(rules_room, "NUGGETS", nuggets)
    monkeypatch.setattr(state_text, "NUGGETS", nuggets)
    return goldfield.load("gold_nuggets", players=2, **options)


def reachable(game: Game) -> set[State]:
    """Every position but the rolled ones, up to ``MOST_RUNS`` + 1 runs, by playing everything."""
    run = table_of(game.rules)
    keeps = [
        sorted({after for roll in rolls_of(game, a) for after in run.keeps(a, roll)})
        for a in range(len(run.asides))
    ]
    bust = [any(not run.keeps(a, r) for r in rolls_of(game, a)) for a in range(len(run.asides))]
    seen = {game.start()}
    front = [game.start()]
    while front:
        s = front.pop()
        if s.phase == ROLL:
            kept = s._replace(phase=KEEP)
            following = [rules_room.kept(game.setup, kept, after) for after in keeps[s.aside]]
            if bust[s.aside]:
                following.append(rules_room.turn_over(game.setup, s))
        elif s.phase == STARTER:
            following = [game.play(s, outcome) for outcome, _ in game.outcomes(s)]
        else:
            following = [game.play(s, move) for move in game.moves(s)]
        for after in following:
            if after not in seen and after.run <= MOST_RUNS + 1:
                seen.add(after)
                front.append(after)
    return {cast(State, s) for s in seen if s.run <= MOST_RUNS}


def rolls_of(game: Game, aside: int) -> list[int]:
    left = game.setup.left[aside]
    return [r for r, counts in enumerate(ROLLS) if left and sum(counts) == left]


@pytest.mark.parametrize("nuggets", [1, 3])
@pytest.mark.parametrize(
    ("edition", "rob", "first"),
    [
        ("my_mine", "one", 0),
        ("my_mine", "several", 2),
        ("gold_nuggets", "one", 2),
        ("gold_nuggets", "several", 0),
    ],
)
def test_exactly_what_the_rules_reach_is_read(
    monkeypatch: pytest.MonkeyPatch, nuggets: int, edition: str, rob: str, first: int
) -> None:
    game = small_game(monkeypatch, nuggets, edition=edition, rob=rob, first=first)
    run = table_of(game.rules)
    # Without and with three lassos, with and without dice in hand; nothing else is told apart.
    asides = {0, *range(1, len(run.asides), 29), *[run.number_of[a] for a in TELLING]}
    reached = {s for s in reachable(game) if s.aside in asides}
    for s in reached:
        assert game.parse_state(game.show_state(s)) == s
    read = {game.start()} if first == 0 else set()
    for phase, seat, aside, n, supply, first_pile in product(
        (ROLL, CHOICE, SOURCE, AGAIN, ENDED),
        range(2),
        asides,
        range(1, MOST_RUNS + 1),
        range(nuggets + 1),
        range(nuggets + 1),
    ):
        if supply + first_pile > nuggets or (aside and phase in (AGAIN, ENDED)):
            continue
        piles = (first_pile, nuggets - supply - first_pile)
        source = phase == SOURCE
        for owed in range(1, run.worth[aside] + 2) if source else (0,):
            for named in range(8) if source else (0,):
                s = State(phase, seat, aside, 0, supply, piles, n, owed, named)
                found = position_of(game, game.show_state(s))
                if not isinstance(found, BadNotation):
                    assert found == s
                    read.add(s)
    assert read == reached


def test_kept_dice_must_be_keepable() -> None:
    """GN3: a bust is no position; every other roll of the dice in hand is one."""
    game = goldfield.load("gold_nuggets")
    run = table_of(game.rules)
    for aside in range(0, len(run.asides), 15):
        for roll in range(len(ROLLS)):
            s = State(KEEP, 0, aside, roll, 77, (0, 0), 1, 0, 0)
            right = run.left[aside] > 0 and sum(ROLLS[roll]) == run.left[aside]
            found = position_of(game, game.show_state(s))
            if isinstance(found, BadNotation):
                assert not (right and run.keeps(aside, roll))
            else:
                assert found == s
                assert right
                assert run.keeps(aside, roll)


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, "a phase"),
        ("kep 1", 0, "a phase"),
        ("keep", 4, "a seat, 1 to 2"),
        ("keep 3 run=1", 5, "a seat, 1 to 2"),
        ("keep 1 run=0 aside=- roll=G supply=77 piles=0,0", 11, "a whole number, 1"),
        ("keep 1 run=1 roll=G", 13, "aside="),
        ("keep 1 run=1 aside=- roll=GGX supply=77 piles=0,0", 26, "dice: G L 2 3 4 5"),
        ("keep 1 run=1 aside=- roll=LGGGGGG supply=77 piles=0,0", 26, "in this order: GGGGGGL"),
        ("keep 1 run=1 aside=- roll=2233445 supply=77 piles=0,0", 26, "can be set aside"),
        ("keep 1 run=1 aside=X roll=G supply=77 piles=0,0", 19, "a group: GG, L, 222"),
        ("keep 1 run=1 aside=G,23 roll=G supply=77 piles=0,0", 21, "a group: GG, L, 222"),
        ("keep 1 run=1 aside=G, roll=G supply=77 piles=0,0", 21, "a group: GG, L, 222"),
        ("keep 1 run=1 aside=(345) roll=G supply=77 piles=0,0", 19, "no straight"),
        ("keep 1 run=1 aside=L,G roll=G supply=77 piles=0,0", 21, "in the order"),
        ("keep 1 run=1 aside=G,33 roll=G supply=77 piles=0,0", 21, "3 dice or more"),
        ("keep 1 run=1 aside=GGGGGGGG roll=G supply=77 piles=0,0", 19, "at most 7 dice"),
        ("roll 1 run=1 aside=GGGGGGG supply=77 piles=0,0", 19, "a die left in hand"),
        ("choice 1 run=1 aside=- supply=77 piles=0,0", 21, "dice aside"),
        ("choice 1 run=1 aside=G supply=78 piles=0,0", 30, "a whole number, 0 to 77"),
        ("choice 1 run=1 aside=G supply=7 piles=0,0", 38, "70 nuggets in all piles"),
        ("choice 1 run=1 aside=G supply=77 piles=0", 39, "2 piles"),
        ("choice 1 run=1 aside=G supply=77 piles=0,x", 41, "a whole number"),
        ("choice 1 run=1 aside=G supply=77 piles=0,0 x", 43, "the end of the text"),
        ("choice 1 run=1 aside=G supply=0 piles=70,7", 30, "nuggets in the supply"),
        ("starter supply=77 piles=0,0", 0, "a phase after the start"),
        ("over 1 run=1 supply=1 piles=70,6", 20, "0: the game ends"),
        ("over 1 run=1 supply=0 piles=0,77", 28, "the seat that emptied the supply"),
        ("source 1 run=1 aside=G owed=1 named=- supply=77 piles=0,0", 21, "three lassos"),
        ("source 1 run=1 aside=G,LLL owed=1 named=- supply=77 piles=0,0", 40, "a source"),
        ("source 1 run=1 aside=LLL,4444 owed=3 named=- supply=77 piles=0,0", 35, "4, what lies"),
        ("source 1 run=1 aside=LLL,4444 owed=3 named=2 supply=77 piles=0,0", 43, "-: this table"),
    ],
)  # fmt: skip
def test_bad_notation_says_where_and_what(text: str, at: int, expected: str) -> None:
    game = goldfield.load("gold_nuggets")
    with pytest.raises(BadNotation, match=re.escape(expected)) as damaged:
        game.parse_state(text)
    assert damaged.value.at == at


def test_the_examples_of_the_docs() -> None:
    section = DOCS.read_text().split("### Positions")[1]
    good = re.findall(r"^\| `\w+` \| [^|]+ \| `([^`]+)` \|$", section, re.MULTILINE)
    assert [text.split()[0] for text in good] == list(state_text.PHASES)
    for text in good:
        first = 0 if text.startswith("starter") else 1
        game = goldfield.load("gold_nuggets", first=first)
        assert game.show_state(game.parse_state(text)) == text
    game = goldfield.load("gold_nuggets")
    bad = re.findall(r"^\| `(\w+ [^`]+)` \| (Expected .+) \|$", section, re.MULTILINE)
    assert len(bad) == 4
    for text, answer in bad:
        with pytest.raises(BadNotation) as damaged:
            game.parse_state(text)
        assert str(damaged.value) == answer
