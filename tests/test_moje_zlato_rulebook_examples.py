"""The examples in the rules of Moje zlato!, as each language tells them, are true."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

import pytest

import goldfield
from goldfield.games.game import Game
from goldfield.games.moje_zlato.cards import count
from goldfield.games.moje_zlato.deck import CONTENTS, TREASURES, chests_of
from goldfield.games.moje_zlato.rules import Rules, State, rank
from goldfield.games.moje_zlato.state import ACT, REROLL, REVEAL, ROLL
from goldfield.games.moje_zlato.turn import THROWS, throw_text
from goldfield.texts import LANGUAGES, SOURCE
from tests.test_moje_zlato_rulebook import OWN_DECK
from tests.test_moje_zlato_rulebook_points import AS_WE_PLAY_IT, BONES, book, chapter
from tests.test_rulebook_languages import EXAMPLE

WHOLE_TURN = {
    "en": "A turn from beginning to end",
    "cs": "Jeden tah od začátku do konce",
    "es": "Un turno de principio a fin",
}
languages = pytest.mark.parametrize("language", LANGUAGES)


class Told(NamedTuple):
    """What an example names: dice, what stands in the typed hand, and numbers."""

    dice: list[str]
    typed: list[str]
    seats: list[int]


def examples(language: str) -> list[Told]:
    """The examples of the general rules, in their order."""
    found: list[Told] = []
    for part in re.split(r"\n\n|\n- ", book(language)):
        _, mark, text = " ".join(part.split()).partition(EXAMPLE[language])
        if not mark:
            continue
        typed = re.findall(r"`([^`]+)`", text)
        text = re.sub(r"`[^`]+`", "", text)
        dice = re.findall(r"\b[CDKS](?: [CDKS])*\b", text)
        found.append(
            Told(
                [d.replace(" ", "") for d in dice], typed, [*map(int, re.findall(r"\b\d\b", text))]
            )
        )
    return found


def example(language: str, *dice: str, typed: tuple[str, ...] = ()) -> Told:
    """The one example that names just these dice or, without any, just these treasures."""
    (found,) = (
        told
        for told in examples(language)
        if tuple(told.dice) == dice and (dice or tuple(told.typed) == typed)
    )
    return found


@languages
def test_examples_name_the_same_dice_treasures_and_seats(language: str) -> None:
    assert len(examples(language)) > 25
    assert examples(language) == examples(SOURCE)


def throw(dice: str) -> int:
    return next(i for i in range(len(THROWS)) if throw_text(i) == dice)


def table(game: Game, phase: int, dice: str, **parts: object) -> State:
    """A turn of seat 1 with these dice in hand."""
    turn = {"phase": phase, "hand": throw(dice), "final": int(phase == ACT), **parts}
    return State(*{**State(*game.start())._asdict(), **turn}.values())


def beside(*contents: str) -> int:
    """A pack of treasures."""
    return sum(1 << 4 * TREASURES.index(content) for content in contents)


def contents(*found: str) -> int:
    return sum(1 << 4 * CONTENTS.index(content) for content in found)


def in_hand(s: State) -> str:
    return throw_text(s.hand)


def played(game: Game, s: State, *moves: str) -> State:
    for move in moves:
        s = State(*game.play(s, move))
    return s


@languages
def test_the_example_of_places_that_are_not_filled(language: str) -> None:
    told = example(language, "CDDK")
    game = goldfield.load("moje_zlato")
    s = table(game, ACT, told.dice[0], chests=(2, 3, 0), beside=(beside(*told.typed), 0))
    assert game.legal(s) == ["load cd"]
    s = played(game, s, "load cd")
    assert s.seat == 1  # nothing more was possible
    assert (s.coins[0], s.gems[0]) == (1, 1)


@languages
def test_the_example_of_an_attack(language: str) -> None:
    told = example(language, "CCDS", "C", "D", "C")
    game = goldfield.load("moje_zlato")
    s = table(game, ACT, told.dice[0], chests=(3, 3, 3), beside=(0, beside(*told.typed)))
    after = played(game, s, f"attack {told.seats[0]}: {', '.join(told.typed)}")
    assert (after.coins[0], after.gems[0]) == (2, 1)
    assert after.beside == (0, 0)


@languages
def test_the_example_of_two_attacks(language: str) -> None:
    told = example(language, "CDSS")
    game = goldfield.load("moje_zlato", players=3)
    first, second = told.typed[:2]
    s = table(game, ACT, told.dice[0], beside=(0, beside(first), beside(second)))
    after = played(game, s, *(f"attack {n}: {t}" for n, t in zip((2, 3), told.typed, strict=True)))
    assert told.seats == [2, 3, 2, 3]
    assert (after.coins[0], after.gems[0], after.beside) == (1, 1, (0, 0, 0))


@languages
def test_the_example_of_opening_and_loading(language: str) -> None:
    told = example(language, "CDKK")
    game = goldfield.load("moje_zlato")
    s = table(game, ACT, told.dice[0], chests=(1, 1, 3), unseen=(contents("d") * 2, 0, 0))
    first, second = told.typed
    before = played(game, s, "open 1", first, f"load {first}", "open 2")
    assert in_hand(before) == "C"
    s = played(game, before, second)
    assert s.seat == 1  # the turn has ended by itself
    assert s.beside == (beside(second), 0)
    assert s.gems == (1, 0)


@languages
def test_the_example_of_dice_that_must_be_used(language: str) -> None:
    told = example(language, "CS")
    own, other = told.typed[:2]
    game = goldfield.load("moje_zlato")
    s = table(game, ACT, told.dice[0], chests=(2, 3, 0), beside=(beside(own), beside(other)))
    assert sorted(game.legal(s)) == [f"attack {told.seats[0]}: {other}", f"load {own}"]
    for move in game.legal(s):
        assert played(game, s, move).seat == 1


@languages
def test_the_example_of_sabres(language: str) -> None:
    told = example(language, "KKKS", "K")
    game = goldfield.load("moje_zlato")
    (hidden,) = told.typed
    unseen = (contents(hidden), 0, 0)
    s = table(game, ACT, told.dice[0], chests=(1, 0, 0), unseen=unseen, last=2)
    s = played(game, s, "open 1")
    assert in_hand(s) == "KKS"
    s = played(game, s, hidden)
    assert game.legal(s) == [f"load {hidden}"]


@languages
def test_the_examples_of_the_end(language: str) -> None:
    told = next(t for t in examples(language) if t.seats == [2, 3, 1, 2])
    game = goldfield.load("moje_zlato", players=3)
    parts = {"chests": (1, 0, 0), "top": 0, "buried": (0, 0, 0), "beside": (beside("cc"), 0, 0)}
    s = table(game, ACT, "K", seat=1, unseen=(contents("d"), 0, 0), **parts)
    s = played(game, s, "open 1", "d")
    order: list[int] = []
    while not game.is_over(s):
        order.append(s.seat + 1)
        s = played(game, s, "KKKK", "stand")
    assert order == told.seats[1:]

    told = next(t for t in examples(language) if t.seats == [1, 2, 1, 2, 1])
    s = s._replace(coins=(5, 6, 0), gems=(4, 3, 0))
    assert told.seats[-1] == 1 + max(range(3), key=lambda seat: rank(s, seat))
    told = next(t for t in examples(language) if t.seats == [1, 2, 1, 2, 2])
    s = s._replace(coins=(5, 5, 0), gems=(4, 4, 0), bones=(2, 1, 0))
    assert told.seats[-1] == 1 + max(range(3), key=lambda seat: rank(s, seat))


@languages
def test_a_whole_turn(language: str) -> None:
    for rules in (Rules(), Rules(commit=True), Rules(rerolls=0)):
        told = chapter(language, rules, WHOLE_TURN[language])
        rows = re.findall(r"^\| `([CDKS ]+)` \| `([^`]+)` \|", told, re.MULTILINE)
        assert len(rows) == 2 + rules.rerolls
        game = goldfield.load("moje_zlato", **rules.as_dict())
        s = State(*game.start())
        unseen = (s.unseen[0], contents("cd"), s.unseen[2])
        packs = beside("cc"), beside("d")
        s = s._replace(phase=ROLL, thrown=4, chests=(1, 2, 3), top=3, unseen=unseen, beside=packs)
        s = played(game, s, rows[0][0])
        for dice, move in rows:
            assert in_hand(s) == dice.replace(" ", "")
            if game.to_act(s) == 0 and s.phase == REROLL and not move.startswith("reroll"):
                s = played(game, s, "stand")
            s = played(game, s, move)
            if move.startswith("reroll"):
                s = played(game, s, "D")
                assert s.phase == ACT
        assert s.phase == REVEAL
        s = played(game, s, "cd")
        assert s.seat == 1  # the turn has ended by itself
        assert (s.gems, s.beside) == ((1, 0), (beside("cc", "cd"), 0))
        assert s.chests == (1, 3, 3)  # the pile's next chest lies in the gap


# ---- as we play it -----------------------------------------------------------------------------


@languages
def test_the_example_of_who_begins_next(language: str) -> None:
    first, _, next_one = next(t.seats for t in examples(language) if t.seats[:2] == [4, 2])
    assert next_one == first % 4 + 1  # at a table of four


@languages
def test_the_examples_of_chests_and_dice(language: str) -> None:
    hides = chests_of(Rules().deck)
    assert sum(hides.values()) == 18
    of_two = {CONTENTS[c.kind]: n for c, n in hides.items() if c.locks == 2}
    (told,) = (t for t in examples(language) if t.typed == ["cc", "cc"])
    assert Fraction(of_two[told.typed[0]], sum(of_two.values())) == Fraction(1, 3)

    own = next(t for t in examples(language) if t.typed and "x" in t.typed[0])
    deck = goldfield.load("moje_zlato", deck=own.typed[0])
    assert [(c.locks, CONTENTS[c.kind], n) for c, n in chests_of(own.typed[0]).items()] == [
        (1, "c", 2),
        (3, "dddd", 1),
    ]
    assert deck.rules.warnings()

    told = example(language, typed=("cc", "dd"))
    game = goldfield.load("moje_zlato")
    s = table(game, ACT, "KK", chests=(2, 2, 0), unseen=(0, contents(*told.typed), 0))
    s = played(game, s, "open 1")
    assert [chance for _, chance in game.outcomes(s)] == [Fraction(1, 2)] * 2

    needed = {"D": 2, "K": 3, "C": 3}
    faces = Rules().faces
    assert {f: sum(face in (f, "S") for face in faces) for f in needed} == needed
    told = example(language, typed=("CCDDKK",))
    assert "S" not in goldfield.load("moje_zlato", faces=told.typed[0]).rules.as_dict()["faces"]


@languages
def test_the_example_of_nothing_in_reach(language: str) -> None:
    told = example(language, "CDKS")
    game = goldfield.load("moje_zlato")
    parts = {"chests": (0, 0, 0), "unseen": (0, 0, 0), "buried": (0, 0, 0), "last": 2}
    s = table(game, ROLL, "", thrown=4, **parts)
    assert played(game, s, told.dice[0]).seat == 1


@languages
def test_the_example_of_two_like_chests(language: str) -> None:
    assert chapter(language, None, AS_WE_PLAY_IT[language]).count("(MZ3)") == 1
    game = goldfield.load("moje_zlato")
    s = table(game, ACT, "K", chests=(1, 2, 1))
    assert game.legal(s) == ["open 1", "open 3"]
    assert played(game, s, "open 3").chests == (1, 2, 0)


@languages
def test_the_example_of_the_sabre_that_is_left(language: str) -> None:
    told = example(language, "CSS")
    game = goldfield.load("moje_zlato")
    s = table(game, ACT, told.dice[0], chests=(1, 3, 0), beside=(0, beside(told.typed[0])))
    s = played(game, s, f"attack {told.seats[0]}: {told.typed[0]}")
    assert in_hand(s) == "S"
    assert "open 1" in game.legal(s)


@languages
def test_the_examples_of_fish_bones(language: str) -> None:
    text = chapter(language, Rules(deck=OWN_DECK), AS_WE_PLAY_IT[language])
    assert re.search(BONES[language], text)
    for locks in (1, 2):
        game = goldfield.load("moje_zlato", fish=True)
        chests, unseen = [0, 0, 0], [0, 0, 0]
        chests[0], unseen[locks - 1] = locks, contents("fish")
        s = table(game, ACT, "K" * locks, chests=tuple(chests), unseen=tuple(unseen))
        s = played(
            game, s._replace(top=0, buried=(0, 0, 0), beside=(0, beside("c"))), "open 1", "fish"
        )
        assert (s.bones, s.coins, s.gems, s.last) == ((1, 0), (0, 0), (0, 0), 2)


@languages
def test_the_example_of_a_single_roll(language: str) -> None:
    told = example(language, "CCDS")
    game = goldfield.load("moje_zlato", rerolls=0)
    s = table(game, ROLL, "", thrown=4, chests=(2, 2, 3))
    assert played(game, s, told.dice[0]).seat == 1


# ---- dice laid before the second roll ----------------------------------------------------------


@languages
def test_the_example_of_laying_dice(language: str) -> None:
    told = example(language, "CKKS", "D")
    game = goldfield.load("moje_zlato", commit=True)
    (hidden,) = told.typed
    s = table(game, REROLL, told.dice[0], chests=(2, 3, 3), unseen=(0, contents(hidden), 0))
    s = played(game, s, "lock 1", "lock 1", hidden, "reroll C", told.dice[1])
    assert in_hand(s) == "DS"
    assert played(game, s, f"load {hidden}").gems == (2, 0)


@languages
def test_the_example_of_dice_laid_early(language: str) -> None:
    told = example(language, "KKDS", "D", "S")
    game = goldfield.load("moje_zlato", commit=True)
    s = table(game, REROLL, "DKKS", chests=(3, 2, 2))
    assert sorted(told.dice[0]) == sorted("DKKS")
    s = played(game, s, "lock 1", "lock 1", f"reroll {''.join(told.dice[1:3])}")
    for fell in ("CK", "DS"):
        assert "open 1" in game.legal(played(game, s, fell))
    assert played(game, s, "CC").seat == 1  # nothing fits


@languages
def test_the_example_of_an_attack_that_waits(language: str) -> None:
    told = example(language, "DKKS", "CK")
    game = goldfield.load("moje_zlato", commit=True)
    (treasure, *_) = told.typed
    seat = told.seats[0]
    s = table(game, REROLL, told.dice[0], chests=(3, 3, 3), beside=(0, beside(treasure)))
    s = played(game, s, f"board {seat}", f"lay D {treasure} from {seat}", "reroll KK")
    s = played(game, s, told.dice[1], f"take {seat}: {treasure}/d")
    assert (s.coins[0], s.gems[0]) == (1, 1)


@languages
def test_the_example_of_attacks_first(language: str) -> None:
    assert chapter(language, None, AS_WE_PLAY_IT[language]).count("(MZ2)") == 2
    game = goldfield.load("moje_zlato", commit=True)
    s = table(game, REROLL, "DKSS", chests=(2, 3, 3), beside=(0, beside("d")))
    assert "board 2" in game.legal(s)
    assert "board 2" not in game.legal(played(game, s, "lock 1"))


@languages
def test_the_example_of_one_chest_at_a_time(language: str) -> None:
    told = example(language, "CKKS")
    game = goldfield.load("moje_zlato", commit=True)
    s = table(game, REROLL, told.dice[0], chests=(2, 2, 3))
    assert {"lock 1", "lock 2", "lock 3"} <= set(game.legal(s))
    locks = [move for move in game.legal(played(game, s, "lock 1")) if move.startswith("lock")]
    assert locks == ["lock 1"]


@languages
def test_the_example_of_half_a_card(language: str) -> None:
    told = example(language, "CCD")
    game = goldfield.load("moje_zlato", commit=True)
    s = table(game, REROLL, "CCDK", chests=(2, 3, 3))
    s = played(game, s, "lock 1", "reroll CCD", told.dice[0])
    assert (s.seat, s.chests, s.keys) == (1, (2, 3, 3), 0)
    s = table(game, REROLL, "CCKS", chests=(3, 3, 3), beside=(0, beside("dd")))
    s = played(game, s, "board 2", "reroll CCK", told.dice[0])
    assert (s.seat, s.boarded, count(s.beside[1], TREASURES.index("dd"))) == (1, 0, 1)
