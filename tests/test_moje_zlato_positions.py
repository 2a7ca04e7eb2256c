"""Positions of Moje zlato! as text: exact, and only what the rules can bring about is read."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goldfield
from goldfield.games.contract import BadNotation
from goldfield.games.game import Game
from goldfield.games.moje_zlato import state_text
from goldfield.games.moje_zlato.state import State
from goldfield.games.moje_zlato.turn import THROWS
from tests.test_moje_zlato_moves import OF_COMMIT, OPTIONS, POSITIONS, named
from tests.texts_of_games import DOCS, check_damaged, position_of, walk


@pytest.mark.parametrize("options", OPTIONS, ids=named)
def test_every_position_round_trips(options: dict[str, object]) -> None:
    game = goldfield.load("moje_zlato", first=0, **options)
    rng = random.Random(named(options))
    seen: set[int] = set()
    for _ in range(4):
        for s, _ in walk(game, rng, 10_000):
            assert game.parse_state(game.show_state(s)) == s
            seen.add(s.phase)
    assert len(seen) == (7 if game.rules.as_dict()["rerolls"] else 5)


# ---- nothing but what the rules reach


def reachable(game: Game) -> set[State]:
    """Every position, by playing everything."""
    seen = {game.start()}
    front = [game.start()]
    while front:
        s = front.pop()
        for move in game.moves(s) or [outcome for outcome, _ in game.outcomes(s)]:
            after = game.room.play(game.setup, s, move)
            if after not in seen:
                seen.add(after)
                front.append(after)
    return {cast(State, s) for s in seen}


def near(s: State, other: State, rng: random.Random) -> State:
    """A position of which some fields, or single numbers in them, come from another one."""
    changed: dict[str, object] = {}
    for field in rng.sample(State._fields[1:], rng.choice([1, 1, 2, 3])):
        value = getattr(other, field)
        if isinstance(value, tuple) and rng.random() < 0.5:
            i = rng.randrange(len(value))
            value = (*getattr(s, field)[:i], value[i], *getattr(s, field)[i + 1 :])
        changed[field] = value
    return s._replace(**changed)


# Dice of which some are good for nothing: whoever wants to can leave anything where it is, so MZ4
# rules out no table that could be told by nothing else.
SMALL: list[dict[str, object]] = [
    {"deck": "1x1:c"},
    {"deck": "1x1:c 1x2:cd", "first": 0},
    {"deck": "1x1:c 1x2:cd", "commit": True, "faces": "CDKKKS"},
    {"deck": "4x1:c", "faces": "CDDDKS", "rerolls": 0},
    {"deck": "1x1:c 1x2:fish 1x3:d", "faces": "CDKKSS", "rerolls": 0},
]


@pytest.mark.parametrize("options", SMALL, ids=named)
def test_exactly_what_the_rules_reach_is_read(options: dict[str, object]) -> None:
    """All positions of tiny decks; then texts near them, which are positions or refused."""
    game = goldfield.load("moje_zlato", **options)
    reached = reachable(game)
    rng = random.Random(named(options))
    for s in rng.sample(sorted(reached), min(1000, len(reached))):
        assert game.parse_state(game.show_state(s)) == s
    by_phase: dict[int, list[State]] = defaultdict(list)
    for s in sorted(reached):
        by_phase[s.phase].append(s)
    tried = refused = 0
    while tried < 2000:
        s = rng.choice(by_phase[rng.choice(list(by_phase))])
        strange = near(s, rng.choice(by_phase[rng.choice([s.phase, *by_phase])]), rng)
        tried += 1
        found = position_of(game, game.show_state(strange))
        if isinstance(found, BadNotation):
            refused += 1
        else:
            assert found in reached, game.show_state(found)
    assert refused > 400


def test_loaded_coins_and_diamonds_come_in_whole_treasures() -> None:
    """Against a brute force that gives each treasure to each ship."""
    game = goldfield.load("moje_zlato", players=2, deck="1x1:ccc 1x1:cd 1x2:dd 1x2:ccd 1x3:c")
    cards = ((3, 0), (1, 1), (0, 2), (2, 1))
    possible: set[tuple[int, int]] = set()
    for owners in range(2 ** len(cards)):
        mine = [card for i, card in enumerate(cards) if owners >> i & 1]
        possible.add((sum(c for c, _ in mine), sum(d for _, d in mine)))
    for coins in range(7):
        for gems in range(5):
            text = (
                "roll 1 last=- chests=-,3,- top=- buried=0,0,0 unseen=1x3:c beside=-,- "
                f"coins={coins},{6 - coins} gems={gems},{4 - gems}"
            )
            assert isinstance(position_of(game, text), State) == ((coins, gems) in possible), text


def test_act_takes_dice_that_can_do_something() -> None:
    """MZ4: with any others the turn would be over; for all 34 throws of one to three dice."""
    game = goldfield.load("moje_zlato", players=2)
    for dice in (throw for throw in THROWS if sum(throw) == 2):
        hand = "".join(face * n for face, n in zip("CDKS", dice, strict=True))
        # Two dice opened a chest with two locks, which held a treasure of two coins.
        text = (
            f"act 1 hand={hand} attack=no last=- chests=-,3,3 top=3 buried=6,5,3 "
            "unseen=3x1:c,3x1:d,1x2:cc,2x2:cd,2x2:dd,1x3:ccc,2x3:ccd,2x3:cdd,1x3:ddd "
            "beside=cc,- coins=0,0 gems=0,0"
        )
        assert isinstance(position_of(game, text), State) == (dice.coins + dice.sabres == 2), hand


# ---- damage


@given(data=st.data(), position=st.sampled_from([*POSITIONS, *OF_COMMIT]))
@settings(max_examples=300, deadline=None)
def test_damage_is_found_or_harmless(data: st.DataObject, position: str) -> None:
    commit = position in OF_COMMIT
    first = 0 if position.startswith("starter") else 1
    game = goldfield.load("moje_zlato", players=3, commit=commit, first=first)
    check_damaged(game, position, "0123456789CDKScd,=-+:/*x yesnohandé٣", data)


@given(text=st.text(max_size=60) | st.sampled_from(POSITIONS).map(lambda text: text[:-1]))
def test_any_text_is_a_position_or_bad_notation(text: str) -> None:
    game = goldfield.load("moje_zlato")
    with pytest.raises(BadNotation):
        game.parse_state(text)


FULL = "unseen=3x1:c,3x1:d,2x2:cc,2x2:cd,2x2:dd,1x3:ccc,2x3:ccd,2x3:cdd,1x3:ddd"
NEW = f"chests=1,2,3 top=1 buried=4,5,5 {FULL} beside=-,- coins=0,0 gems=0,0"
ROLLED = f"act 1 hand=CDKS attack=yes last=- {NEW}"
OPENED = f"act 1 hand=CDS attack=no last=- {NEW}".replace("1,2,3 top", "-,2,3 top")
OPENED = OPENED.replace("3x1:c", "2x1:c").replace("beside=-", "beside=c")
ALL_OPEN = "chests=-,-,- top=- buried=0,0,0 unseen=- beside=dd,ccc coins=7,8 gems=9,7"
BEGUN = f"reroll 1 hand=CS attack=no last=- boarded=- laid=1:ccd/c {NEW}".replace(
    "1,2,3", "1,2/K,3"
)
BEGUN = BEGUN.replace("2x3:ccd", "1x3:ccd").replace("beside=-", "beside=ccd")
BEGUN = BEGUN.replace("buried=4,5,5", "buried=4,5,4")
SAILED = BEGUN.replace("boarded=-", "boarded=2").replace("beside=ccd,-", "beside=ccd,cd")
SAILED = SAILED.replace("2x2:cd", "1x2:cd").replace("buried=4,5", "buried=4,4")
SAILED = SAILED.replace("hand=CS", "hand=C")
COMMIT = {"commit": True}
BONES = {"deck": "1x1:c 1x1:fish"}
WRONG = [
    # the form
    ({}, "", "", "a phase: starter, deal, roll"),
    ({}, "ac 1", "ac", "a phase"),
    ({}, "act", "", "a seat, 1 to 2"),
    ({}, "act 3 hand=C", "3", "a seat, 1 to 2"),
    ({}, "act 1 attack=yes", "attack", "hand="),
    ({}, f"{ROLLED} x", "x", "the end of the text"),
    ({}, ROLLED.replace("CDKS", "CDKX"), "CDKX", "dice: C D K S"),
    ({}, ROLLED.replace("CDKS", "CDKSS"), "CDKSS", "at most 4 dice"),
    ({}, ROLLED.replace("CDKS", "SDKC"), "SDKC", "the dice in this order: CDKS"),
    ({}, ROLLED.replace("=yes", "=ja"), "ja", "yes or no"),
    ({}, ROLLED.replace("last=-", "last=3"), "3 ch", "a whole number, 1 to 2"),
    ({}, ROLLED.replace("1,2,3", "1,2"), "1,2 t", "3 places"),
    ({}, ROLLED.replace("1,2,3", "1,2,4"), "4 t", "- or the locks of a chest"),
    ({}, ROLLED.replace("top=1", "top=0"), "0 b", "a whole number, 1 to 3"),
    ({}, ROLLED.replace("4,5,5", "4,5"), "4,5 ", "3 numbers"),
    ({}, ROLLED.replace("4,5,5", "4,x,5"), "x,5", "a whole number, 0 to 60"),
    ({}, ROLLED.replace("3x1:d", "3x1:e"), "3x1:e", "chests, as in 2x1:c"),
    ({}, ROLLED.replace("3x1:d", "0x1:d"), "0x1:d", "chests, as in"),
    ({}, ROLLED.replace("3x1:c,3x1:d", "3x1:d,3x1:c"), "3x1:c", "in the order of the deck"),
    ({}, ROLLED.replace("3x1:d", "4x1:d"), "4x1:d", "at most 3 of 1:d: the deck has no more"),
    ({}, ROLLED.replace("3x1:d", "3x1:dd"), "3x1:dd", "at most 0 of 1:dd"),
    ({}, ROLLED.replace("beside=-,-", "beside=-"), "- c", "the treasures beside 2 ships"),
    ({}, ROLLED.replace("beside=-,-", "beside=dc,-"), "dc,-", "a treasure, as in ccd"),
    ({}, ROLLED.replace("beside=-,-", "beside=cc+c,-"), "c,-", "the smaller treasures first"),
    ({}, ROLLED.replace("coins=0,0", "coins=0,00"), "00 g", "a whole number"),
    (BONES, "roll 1 last=- chests=1,1,- top=- buried=0,0,0 unseen=1x1:c,1x1:fish beside=-,- "
     "coins=0,0 gems=0,0", "", "bones="),
    (COMMIT, BEGUN.replace("boarded=-", "boarded=2,2"), "2 l", "each ship once, in order"),
    (COMMIT, BEGUN.replace("2/K", "2/KK"), "2/KK", "dice on some of its locks, not on all"),
    (COMMIT, BEGUN.replace("2/K", "2/"), "2/", "dice on some of its locks"),
    (COMMIT, BEGUN.replace("ccd/c", "ccd"), "1:ccd ", "a ship and a treasure with dice"),
    (COMMIT, BEGUN.replace("ccd/c", "ccd/ccd"), "1:ccd/ccd", "on some of its places, not on all"),
    (COMMIT, BEGUN.replace("ccd/c", "ccd/dd"), "1:ccd/dd", "on some of its places"),
    (COMMIT, BEGUN.replace("1:ccd/c", "2:cd/c,1:ccd/c"), "1:ccd/c", "the ships in order"),
    (COMMIT, BEGUN.replace("1:ccd/c", "3:ccd/c"), "3:ccd", "a seat, 1 to 2"),
    # phases
    ({}, NEW.join(["starter ", ""]), "starter", "a phase after the start"),
    ({"first": 0}, f"starter {NEW}".replace("3x1:c,", "2x1:c,"), "2x1:c", "the whole deck"),
    ({"first": 0}, f"starter {NEW}", "1,2,3", "no chest: they come to light after the start"),
    ({"rerolls": 0}, f"reroll 1 hand=CDKS last=- {NEW}", "reroll", "the dice are rolled once"),
    ({}, f"deal 1 {NEW}", "1 bur", "-: the pile's next chest has not come to light"),
    ({"first": 2}, f"deal 1 {NEW}".replace("top=1 buried=4", "top=- buried=5"), "1 ch",
     "seat 2: it begins"),
    ({}, f"deal 2 {NEW}".replace("top=1 buried=4,5,5", "top=- buried=5,6,5")
     .replace("1,2,3", "1,-,3"), "1,-,3", "fill, from the left, the gaps"),
    ({}, f"over 1 {NEW}", "1,2,3", "no chest left: the game ends once all are open"),
    # dice
    ({"faces": "CCDKKK"}, ROLLED, "CDKS", "dice that this table's die can show"),
    ({}, f"reroll 1 hand=CDK last=- {NEW}", "CDK", "4 dice: none is used before the second roll"),
    ({}, f"rerolling 1 hand=CDK falling=2 last=- {NEW}", "CDK", "4 dice in all"),
    ({}, ROLLED.replace("CDKS", "-"), "- at", "dice in hand: without any the turn is over"),
    ({}, ROLLED.replace("=yes", "=no"), "no", "yes: nothing has been opened or loaded (MZ2)"),
    ({}, ROLLED.replace("CDKS", "CDK"), "CDK", "1 is spent, and nothing it can have paid for"),
    ({}, ROLLED.replace("CDKS", "CCDD"), "CCDD", "dice that can do something"),
    ({}, OPENED.replace("attack=no", "attack=yes"), "CDS", "1 is spent, and nothing"),
    ({}, ROLLED.replace("1,2,3", "1,2/K,3"), "1,2/K", "no dice on chests"),
    (COMMIT, BEGUN.replace("attack=no", "attack=yes"), "yes", "no: dice lie on a chest or"),
    (COMMIT, BEGUN.replace("=CS", "=CKS"), "CKS", "4 dice in all, those on cards included"),
    (COMMIT, BEGUN.replace("2/K,3", "2/K,3/K").replace("=CS", "=C"), "1,2/K", "one at a time"),
    (COMMIT, BEGUN.replace("2/K", "2/S").replace("=CS", "=CK"), "CK", "no K: it is laid before"),
    (COMMIT, BEGUN.replace("ccd/c", "ccd/c*"), "CS", "no C: it is laid before a sabre is (MZ6)"),
    (COMMIT, BEGUN.replace("1:ccd/c", "1:cdd/c"), "1:cdd/c", "treasures that lie beside that ship"),
    (COMMIT, BEGUN.replace("1:ccd/c", "2:ccd/c"), "2:ccd/c", "and on those of boarded ships"),
    (COMMIT, SAILED.replace("boarded=2", "boarded=1"), "1 l", "nobody attacks the own one"),
    (COMMIT, BEGUN.replace("boarded=-", "boarded=2").replace("=CS", "=C").replace("2/K", "2")
     .replace("laid=1:ccd/c", "laid=-").replace("=C ", "=CCC ").replace("=no", "=yes"), "2 l",
     "ships beside which there is something to take"),
    # counts
    ({}, ROLLED.replace("buried=4", "buried=5"), "5,5,5", "4 with 1 lock: 6 are unseen, 2 of"),
    ({}, ROLLED.replace(FULL, "unseen=1x1:c,2x2:cc,1x3:ccc"), "1x1:c,2x2", "at least 2 chests"),
    ({}, ROLLED.replace("beside=-", "beside=c"), "c,-", "at most 0 of c: no more have been"),
    ({}, ROLLED.replace("coins=0", "coins=1"), "1,0", "0 in all: so many have been loaded"),
    ({}, ROLLED.replace("gems=0", "gems=1"), "1,0", "0 in all: so many have been loaded"),
    (BONES, "roll 1 last=- chests=1,-,- top=- buried=0,0,0 unseen=1x1:c beside=-,- coins=0,0 "
     "gems=0,0 bones=0,0", "0,0", "1 in all: so many have been found"),
    ({}, f"roll 1 last=- {NEW}".replace("1,2,3 top", "-,2,3 top").replace("=4,5", "=5,5"),
     "-,2,3", "three chests: gaps are filled"),
    ({}, f"roll 1 last=- {NEW}".replace("top=1 buried=4", "top=- buried=5"), "- bur",
     "the locks of the pile's next chest"),
    (BONES, "roll 1 last=- chests=1,-,1 top=- buried=0,0,0 unseen=1x1:c,1x1:fish beside=-,- "
     "coins=0,0 gems=0,0 bones=0,0", "1,-,1", "no more places in use: the deck has 2 chests"),
    ({}, f"over 1 {ALL_OPEN}".replace("gems=9,7", "gems=16,0"), "7,8", "whole treasures"),
    ({}, f"roll 1 last=1 {NEW}", "1 ch", "-: there are chests to be opened"),
    ({}, f"roll 1 last=- {ALL_OPEN}", "- ch", "the turns left, 1 to 2 (MZ8)"),
    ({}, f"roll 1 last=2 {ALL_OPEN}".replace("dd,ccc coins=7,8 gems=9,7", "dd+ccc,- coins=15,0 "
     "gems=16,0"), "2 ch", "fewer: the last chest was not opened just now"),
    ({"deck": "1x1:c"}, "over 1 chests=-,-,- top=- buried=0,0,0 unseen=- beside=-,c coins=0,0 "
     "gems=0,0", "-,c", "something that seat 1 found"),
    ({"deck": "1x1:c"}, "reroll 1 hand=CDKS last=1 chests=-,-,- top=- buried=0,0,0 unseen=- "
     "beside=-,- coins=1,0 gems=0,0", "reroll", "nothing is in reach"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "text", "where", "expected"), WRONG)
def test_bad_notation_says_where_and_what(
    options: dict[str, object], text: str, where: str, expected: str
) -> None:
    game = goldfield.load("moje_zlato", **options)
    with pytest.raises(BadNotation, match=re.escape(expected)) as damaged:
        game.parse_state(text)
    assert text[damaged.value.at :].startswith(where)
    assert where or damaged.value.at == len(text)


@pytest.mark.parametrize(
    "text", [ROLLED, OPENED, f"over 2 {ALL_OPEN}", f"roll 1 last=1 {ALL_OPEN}"]
)
def test_what_is_damaged_above_was_whole(text: str) -> None:
    game = goldfield.load("moje_zlato")
    assert game.show_state(game.parse_state(text)) == text


@pytest.mark.parametrize("text", [BEGUN, SAILED])
def test_what_is_damaged_above_was_whole_with_single_dice(text: str) -> None:
    game = goldfield.load("moje_zlato", commit=True)
    assert game.show_state(game.parse_state(text)) == text


def test_the_examples_of_the_docs() -> None:
    section = DOCS.read_text().partition("## Moje zlato!")[2].partition("### Positions")[2]
    unseen = re.search(r"`(unseen=3x1[^`]+)`", section)
    assert unseen
    assert unseen[1] == FULL
    good = re.findall(r"^\| `\w+` \| [^|]+ \| `([^`]+)` \|$", section, re.MULTILINE)
    assert [text.split()[0] for text in good] == list(state_text.PHASES)
    for text in (text.replace("…", FULL) for text in good):
        game = goldfield.load("moje_zlato", first=0 if text.startswith("starter") else 1)
        assert game.show_state(game.parse_state(text)) == text
    game = goldfield.load("moje_zlato")
    bad = re.findall(r"^\| `(\w+ [^`]+)` \| (Expected .+) \|$", section, re.MULTILINE)
    assert len(bad) == 4
    for text, reason in bad:
        with pytest.raises(BadNotation) as damaged:
            game.parse_state(text.replace("…", FULL))
        assert str(damaged.value) == reason
