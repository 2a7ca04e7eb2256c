"""Moves of Moje zlato! as text: they round-trip, and each refusal has its own sentence."""

from __future__ import annotations

import random
import re
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goldfield
from goldfield.games.contract import IllegalMove, Why
from goldfield.games.moje_zlato import refusals
from goldfield.games.moje_zlato.state import State
from goldfield.words import Message
from tests.texts_of_games import DOCS, move_of, walk

FOUR_SYMBOLS = {"deck": "4x2:cccd 3x1:dddd 5x3:cd 2x1:fish 2x1:c", "faces": "CDKSSK"}
OPTIONS: list[dict[str, object]] = [
    {"players": 2},
    {"players": 3, "commit": True},
    {"players": 4, "fish": True, "rerolls": 0},
    {"players": 2, "commit": True, "fish": True},
    {"players": 3, "commit": True, **FOUR_SYMBOLS},
    {"players": 4, "deck": "9x1:c 9x1:d 9x1:cd", "faces": "CDKSSS"},
]
RULES = {"", *(f"MZ{n}" for n in range(1, 10))}


def named(options: dict[str, object]) -> str:
    """A set of options as the name of a test."""
    return "-".join(f"{k}={v}".replace(" ", "+") for k, v in options.items())


def loosened(text: str, rng: random.Random) -> str:
    """The same move as somebody may type it: other case, marks and orders of letters."""

    def mixed(match: re.Match[str]) -> str:
        return "".join(rng.sample(match[0], len(match[0])))

    # Treasures and dice, but for the single letter that names a place.
    text = re.sub(r"(?<=[ /,])[cd]+\b|(?<=reroll )[CDKS]+|^[CDKS]+$|^[cd]+$", mixed, text)
    verb, colon, loot = text.partition(": ")
    if colon:
        text = f"{verb}: {', '.join(rng.sample(loot.split(', '), loot.count(',') + 1))}"
    text = rng.choice([str, str.upper, str.lower, str.title])(text)
    mark = rng.choice([" ", ",", "  ", " ; ", "\t"])
    text = re.sub(r"[ :,]+", mark, text).replace("/", rng.choice(["/", " / ", " /"]))
    return rng.choice(["", " ", "\n"]) + text + rng.choice(["", "  ", ".", ","])


@pytest.mark.parametrize("options", OPTIONS, ids=named)
def test_every_move_round_trips_however_it_is_typed(options: dict[str, object]) -> None:
    game = goldfield.load("moje_zlato", first=0, **options)
    rng = random.Random(named(options))
    for _ in range(2):
        for s, legal in walk(game, rng, 200):
            moves = sorted(rng.sample(legal, min(len(legal), 8)))
            texts = [game.show_move(s, move) for move in moves]
            assert [game.parse_move(s, text) for text in texts] == moves
            for move, text in zip(moves, texts, strict=True):
                typed = loosened(text, rng)
                assert game.parse_move(s, typed) == move, (text, typed)
            every = [game.show_move(s, move) for move in legal]
            assert len(set(every)) == len(every)


UNSEEN = "unseen=3x1:c,2x1:d,2x2:cc,1x2:cd,2x2:dd,1x3:ccc,1x3:ccd,1x3:cdd,1x3:ddd"
MIDDLE = f"chests=1,2,3 top=1 buried=3,4,3 {UNSEEN}"
HERE = f"last=- {MIDDLE}"
BESIDE = "beside=d+cd,cdd,ccd"
REST = "coins=0,0,0 gems=0,0,0"
TABLE = f"{HERE} {BESIDE} {REST}"
NOTHING = (
    "last=- chests=1,2,3 top=1 buried=4,5,5 "
    "unseen=3x1:c,3x1:d,2x2:cc,2x2:cd,2x2:dd,1x3:ccc,2x3:ccd,2x3:cdd,1x3:ddd "
    f"beside=-,-,- {REST}"
)
POSITIONS = [
    f"starter {NOTHING}".replace("last=- ", "")
    .replace("chests=1,2,3 top=1 buried=4,5,5", "chests=-,-,- top=- buried=6,6,6"),
    f"deal 1 {TABLE}".replace("last=- ", "").replace("top=1 buried=3", "top=- buried=4")
    .replace(BESIDE, "beside=cdd,ccd,d+cd"),
    f"roll 1 {TABLE}",
    f"reroll 1 hand=CDKS {TABLE}",
    f"rerolling 1 hand=KS falling=2 {TABLE}",
    f"act 1 hand=CDSS attack=yes {TABLE}",
    f"reveal 1 hand=SS opening=2 {TABLE}".replace("last=- chests=1,2,3", "chests=1,-,3"),
]  # fmt: skip
OF_COMMIT = [
    f"reroll 1 hand=CDSS attack=yes last=- boarded=- laid=- {TABLE[7:]}",
    f"reroll 1 hand=CS attack=yes last=- boarded=2 laid=2:cdd/d {TABLE[7:]}",
    f"act 1 hand=DS attack=no last=- boarded=2 laid=1:cd/c {TABLE[7:]}",
]
PARTS = [
    *("stand", "reroll", "open", "load", "attack", "end", "lock", "board", "lay", "take", "first"),
    *("locks", "fish", "c", "d", "cd", "dc", "ccd", "cdd/d", "C", "D", "K", "S", "CK"),
    *("1", "2", "3", "4", "0", "from", ",", ":", "/"),
]
TYPED = (
    st.text(max_size=30)
    | st.from_regex(r"(reroll|attack|load|lay|take|lock|open)?[ CDKScdfrom0-9:,/]*", fullmatch=True)
    | st.lists(st.sampled_from(PARTS), max_size=6).map(" ".join)
)


@pytest.mark.parametrize("commit", [False, True])
@given(text=TYPED)
@settings(max_examples=150, deadline=None)
def test_any_text_is_a_legal_move_or_refused_in_a_sentence(commit: bool, text: str) -> None:
    game = goldfield.load("moje_zlato", first=0, players=3, commit=commit)
    for position in OF_COMMIT if commit else POSITIONS:
        s = cast(State, game.parse_state(position))
        found = move_of(game, s, text)
        possible = game.moves(s) or [outcome for outcome, _ in game.outcomes(s)]
        if isinstance(found, int):
            assert found in possible
            continue
        assert isinstance(found.message, Message)
        assert 5 < len(str(found)) < 600
        assert found.rule in RULES
        assert (found.why is Why.UNPARSABLE) <= (found.rule == "")
        assert (found.why is Why.AMBIGUOUS) == (len(found.candidates) > 1)
        meant = [game.parse_move(s, text) for text in found.candidates]
        assert len(set(meant)) == len(meant)
        assert set(meant) <= set(possible)


ACT = f"act 1 hand=CDSS attack=yes {TABLE}"
FEW = f"act 1 hand=DKK attack=no {HERE.replace('1,2,3', '-,2,3')} {BESIDE} {REST}".replace(
    "buried=3", "buried=4"
)
PLAIN = f"act 1 hand=CCDK attack=yes {TABLE}"
ONLY = f"act 1 hand=CDKS attack=yes {HERE} beside=-,cd+cdd,d+ccd {REST}"
LONE = (
    "act 2 hand=CKSS attack=yes last=- chests=-,3,- top=- buried=0,0,0 unseen=1x3:ddd "
    "beside=c,- coins=17,0 gems=8,7"
)
STAND = f"reroll 1 hand=CDKS {TABLE}"
FALLING = f"roll 1 {TABLE}"
AGAIN = f"rerolling 1 hand=KS falling=2 {TABLE}"
DRAW, DEALT, *_, TURNED = POSITIONS
OVER = "over 2 chests=-,-,- top=- buried=0,0,0 unseen=- beside=dd,ccc coins=7,8 gems=9,7"
LAY, BOARDED, AFTER = OF_COMMIT
KEYS = f"reroll 1 hand=CC attack=no last=- boarded=- laid=- {TABLE[7:]}".replace("1,2", "1,2/K", 1)
KEYS = KEYS.replace("hand=CC", "hand=CCS")
FOUR = (
    "act 1 hand=CDSS attack=yes last=- chests=2,2,2 top=- buried=0,0,0 unseen=3x2:ddd "
    "beside=d,cccd coins=0,0 gems=0,0"
)
FOURS = {"deck": "1x1:d 1x1:cccd 3x2:ddd"}
THREE = {"players": 3}
COMMIT = {"players": 3, "commit": True}
REFUSED = [
    # chance is to act
    ({**THREE, "first": 0}, DRAW, "stand", "MZ1", "The first player is being drawn: nobody can"),
    ({**THREE, "first": 0}, DRAW, "first 4", "MZ2", "There is no seat 4; seats are 1 to 3."),
    ({**THREE, "first": 0}, DRAW, "hm", "", "chance is to act now: it draws who begins"),
    (THREE, DEALT, "open 1", "MZ7", "The pile's next chest comes to light: nobody can open now."),
    (THREE, DEALT, "locks 4", "MZ7", "A chest has 1 to 3 locks, not 4."),
    (THREE, DEALT, "CKKS", "", "the next chest comes to light, as in locks 2"),
    (THREE, FALLING, "attack 2: c", "MZ1", "The dice are falling: nobody can attack now."),
    (THREE, FALLING, "CKK", "MZ1", "4 dice fall, not 3."),
    (THREE, FALLING, "CKKX", "", "4 dice fall, as in CDKS"),
    (THREE, AGAIN, "C", "MZ1", "2 dice fall, not 1."),
    ({**THREE, "faces": "CCDKKK"}, FALLING, "CCDS", "MZ1", "its faces are CCDKKK"),
    (THREE, TURNED, "end", "MZ3", "A chest is being turned over: nobody can end now."),
    (THREE, TURNED, "ccc", "MZ3", "none hides ccc; they hide cc, cd, dd."),
    (THREE, TURNED, "fish", "MZ3", "none hides fish"),
    (THREE, TURNED, "open it", "MZ3", "nobody can open now"),
    (THREE, TURNED, "ck", "", "a chest is turned over, as in cd / fish"),
    ({}, OVER, "stand", "MZ8", "The game is over."),
    # no word of a player
    (THREE, STAND, "", "", "Type a move. Possible now: stand / reroll C"),
    (THREE, STAND, "keep", "", "keep is no move. Possible now: stand / reroll C"),
    (THREE, STAND, "rerol C", "", "Did you mean reroll?"),
    (THREE, STAND, "CK", "MZ1", "CK alone is a roll, and it has fallen"),
    (THREE, ACT, "cd", "MZ3", "CD alone does not say what to do. Possible now: open 1 / open 2"),
    (THREE, ACT, "lck 1", "", "lck 1 is no move. Possible now: open 1"),
    (THREE, ACT, "first 2", "MZ1", "That is chance's to say, and a player is to choose."),
    (COMMIT, LAY, "bord 2", "", "Did you mean board?"),
    # the dice
    (THREE, STAND, "stand 2", "", "stand stands alone, without 2."),
    (THREE, STAND, "reroll", "MZ1", "Say which dice are rolled again: reroll CDKS for all"),
    (THREE, STAND, "reroll dice", "", "reroll takes dice, C D K S, as in reroll CK; dice is"),
    (THREE, STAND, "reroll CC", "MZ1", "You have only C in hand, not CC: your dice are CDKS."),
    (COMMIT, BOARDED, "reroll D", "MZ1", "You have no D in hand: your dice are CS."),
    (THREE, ACT, "stand", "MZ1", "The dice stand already. Possible now: open 1"),
    (THREE, ACT, "reroll C", "MZ1", "The dice stand and are not rolled again. Possible now"),
    ({**THREE, "rerolls": 0}, ACT, "reroll C", "MZ1", "At this table dice are rolled only once."),
    # too early
    (THREE, STAND, "open 1", "MZ1", "First the dice: type stand, or reroll some."),
    (THREE, STAND, "load d", "MZ1", "First the dice"),
    (THREE, STAND, "attack 2: cdd", "MZ2", "An attack comes once the dice stand"),
    (THREE, STAND, "end", "MZ4", "The turn goes on: to keep the dice as they are, type stand."),
    (THREE, STAND, "lock 1", "MZ1", "At this table no dice are laid before the second roll"),
    (COMMIT, LAY, "open 1", "MZ5", "they are laid one at a time: lock 1 / lock 2 / lock 3;"),
    (COMMIT, LAY, "attack 2: cdd", "MZ5", "one at a time: board 2 / board 3; or type stand."),
    (COMMIT, LAY, "load d", "MZ5", "one at a time: lay D d / lay C cd / lay D cd; or type stand."),
    (COMMIT, BOARDED, "attack 3: ccd", "MZ5", "one at a time: board 3"),
    # chests
    (THREE, ACT, "open", "", "This can mean 2 moves: open 1 / open 2."),
    (THREE, ACT, "open x", "", "open takes the place of a chest, 1 to 3 from left to right"),
    (THREE, ACT, "open 0", "MZ3", "The middle has places 1 to 3, from left to right; 0 is none"),
    (THREE, ACT, "open 4", "MZ3", "The middle has places 1 to 3"),
    (THREE, ACT, "open 3", "MZ5", "Every place must be filled: this chest needs three keys, and "
     "you have two sabres; a sabre counts as a key."),
    (THREE, PLAIN, "open 2", "MZ5", "this chest needs two keys, and you have a key"),
    (THREE, FEW, "open 1", "MZ3", "No chest lies in place 1; there are some in places 2, 3."),
    ({}, LONE, "open 1", "MZ3", "No chest lies in place 1; there is one in place 2."),
    # own treasures
    (THREE, ACT, "load ccc", "MZ3", "No ccc lies beside your ship: there lie d, cd."),
    (THREE, ACT, "load ccd", "MZ3", "ccd lies beside seat 3, not beside your ship: only an attack"),
    (THREE, ONLY, "load", "MZ3", "Nothing lies beside your ship: open a chest first."),
    (THREE, FEW, "load cd", "MZ5", "Every place must be filled: cd needs a coin and a diamond, and "
     "your dice are DKK; a sabre counts as either."),
    (THREE, ACT, "load d, cd", "MZ3", "load takes one treasure at a time."),
    (THREE, ACT, "load fish", "MZ3", "Fish bones lie under the ship already"),
    (THREE, ACT, "load ccccc", "", "A treasure is written in coins c and diamonds d, as in load"),
    (THREE, ACT, "load 2", "", "2 is something else"),
    (THREE, ACT, "load cd/c", "MZ5", "No cd has dice on just these places: there lies cd."),
    (THREE, ACT, "end", "MZ4", "must do so: open 1 / open 2 / load d / load cd."),
    (THREE, ACT, "end now", "", "end stands alone, without now."),
    # attacks
    (THREE, ACT, "attack 1: cd", "MZ2", "Your own ship is not attacked: load takes"),
    (THREE, ACT, "attack 4: cd", "MZ2", "There is no seat 4; seats are 1 to 3."),
    (THREE, ACT, "attack", "", "This can mean 2 moves: attack 2: cdd / attack 3: ccd."),
    (THREE, ACT, "attack 2: ccd", "MZ2", "No ccd lies beside the ship of seat 2: there lies cdd."),
    (THREE, ACT, "attack ccc", "MZ2", "No ccc lies beside any other ship."),
    (THREE, ACT, "attack 2: cdd cdd", "MZ2", "there are not so many cdd: there lies cdd."),
    (THREE, ACT, "attack cdd, cdd", "MZ2", "No other ship has 2 × cdd beside it."),
    (THREE, ACT, "attack 2: cdd/d", "MZ2", "An attack fills whole treasures"),
    (THREE, ACT, "attack two", "", "as in attack 2: c, cd; two is something else."),
    (THREE, PLAIN, "attack 2: cdd", "MZ2", "An attack needs a sabre, and you have none in hand"),
    (THREE, FEW, "attack 2: cdd", "MZ2", "Attacks come first: none once a chest is opened"),
    (THREE, ONLY, "attack 2: cdd", "MZ5", "besides the sabre on the ship this needs a coin and "
     "two diamonds, and you have a coin, a diamond and a key."),
    (THREE, ONLY, "take 2: cd", "MZ2", "taken by an attack at once, as in attack 2: cd."),
    (THREE, f"act 2 hand=CDSS attack=yes {HERE} beside=d+cd,ccd+cdd,- {REST}", "attack 3 c", "MZ2",
     "Nothing lies beside the ship of seat 3, so there is nothing to take."),
    (THREE, f"act 1 hand=CDSS attack=yes {HERE} beside=d+cd+ccd+cdd,-,- {REST}", "attack", "MZ2",
     "Nothing lies beside any other ship"),
    (FOURS, FOUR, "attack 2: cccd", "MZ2", "Four symbols and a sabre are five dice"),
    (FOURS, FOUR, "attack", "MZ5", "besides the sabre on the ship you have a coin, a diamond and a "
     "sabre, and that fills no treasure there."),
    # single dice before the second roll
    (THREE, ACT, "lock 1", "MZ5", "only if all its places are filled at once. Possible now"),
    (COMMIT, AFTER, "board 3", "MZ5", "Single dice are laid before the second roll; now every"),
    (COMMIT, LAY, "lock", "", "This can mean 3 moves: lock 1 / lock 2 / lock 3."),
    (COMMIT, KEYS, "lock 1", "MZ5", "One chest at a time: first the one in place 2"),
    (COMMIT, KEYS.replace("CCS", "CCD"), "lock 2", "MZ3", "A lock takes a key or a sabre"),
    (COMMIT, LAY, "board 1", "MZ2", "Your own ship is not boarded."),
    (COMMIT, LAY, "board x", "", "board takes the number of a seat"),
    (COMMIT, BOARDED, "board 2", "MZ2", "Your sabre lies on that ship already, and a second one"),
    (COMMIT, KEYS, "board 2", "MZ2", "Attacks come first: a die lies, or has lain, on a chest"),
    (COMMIT, LAY.replace("CDSS", "CDKK"), "board 2", "MZ2", "Boarding takes a sabre"),
    (COMMIT, LAY.replace(BESIDE, "beside=d+cd+cdd,-,ccd"), "board 2", "MZ2", "Nothing that can be"),
    (COMMIT, LAY.replace(BESIDE, "beside=d+cd+ccd+cdd,-,-"), "board", "MZ2", "No ship has"),
    (COMMIT, LAY, "lay cd", "", "lay takes a coin's place, C, or a diamond's, D, and then"),
    (COMMIT, LAY, "lay C cd from x", "", "x is something else"),
    (COMMIT, LAY, "lay C cdd from 2", "MZ2", "First a sabre lies on the ship of seat 2: board 2."),
    (COMMIT, LAY, "lay C d", "MZ5", "It has no place left for C."),
    (COMMIT, LAY, "lay C d cd", "MZ3", "lay takes one treasure at a time."),
    (COMMIT, LAY, "lay C ccc", "MZ3", "No ccc lies beside your ship"),
    (COMMIT, LAY, "lay C cd/d", "MZ5", "No cd has dice on just these places: there lies cd."),
    (COMMIT, LAY, "lay D", "", "This can mean 2 moves: lay D d / lay D cd."),
    (COMMIT, LAY.replace("CDSS", "CKKK"), "lay D d", "MZ6", "That place takes D or a sabre"),
    # what a boarded ship has
    (COMMIT, AFTER, "take 3: ccd", "MZ2", "No sabre of yours lies on the ship of seat 3: attack"),
    (COMMIT, AFTER, "take 1: cd", "MZ3", "What lies beside your own ship is loaded, not taken"),
    (COMMIT, AFTER, "take 2: cd", "MZ2", "No cd lies beside the ship of seat 2: there lies cdd."),
    (COMMIT, AFTER, "take 2: cdd", "MZ5", "cdd needs a coin and two diamonds, and your dice"),
    (COMMIT, ACT.replace("last=-", "last=- boarded=- laid=-"), "take cd", "MZ2",
     "No sabre of yours lies on a ship: attack"),
    (COMMIT, f"act 1 hand=CSS attack=yes last=- boarded=2 laid=- {TABLE[7:]}", "attack 2: cdd",
     "MZ2", "Your sabre lies on that ship already, and a second one may not: type take"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "position", "text", "rule", "sentence"), REFUSED)
def test_a_refusal_says_why(
    options: dict[str, object], position: str, text: str, rule: str, sentence: str
) -> None:
    game = goldfield.load("moje_zlato", **options)
    s = game.parse_state(position)
    with pytest.raises(IllegalMove, match=re.escape(sentence)) as refused:
        game.notation.parse_move(game.rules, game.setup, s, text)
    assert refused.value.rule == rule
    ambiguous = sentence.startswith("This can mean")
    why = Why.AMBIGUOUS if ambiguous else Why.ILLEGAL if rule else Why.UNPARSABLE
    assert refused.value.why is why
    if ambiguous:
        assert str(len(refused.value.candidates)) in sentence
    assert text not in game.legal(s)


MEANT = [
    (THREE, ONLY, "load", None),
    (THREE, PLAIN, "open", "open 1"),
    (THREE, ACT, "attack 2", "attack 2: cdd"),
    (THREE, ACT, "attack cdd", "attack 2: cdd"),
    (THREE, ACT, "attack dcd", "attack 2: cdd"),
    (THREE, ACT, "attack 2 d, c, d", "attack 2: cdd"),
    (THREE, ACT, "load c d", None),
    (THREE, ACT, "load c, d", None),
    (THREE, ONLY.replace("CDKS", "CDSS"), "attack 2: ccddd", None),
    (COMMIT, BOARDED, "lay D cdd from 2", "lay D cdd/d from 2"),
    (COMMIT, BOARDED, "lay D cdd", "lay D cdd/d from 2"),
    (COMMIT, BOARDED, "lay C cd", "lay C cd"),
    (COMMIT, AFTER, "load cd", "load cd/c"),
    (COMMIT, AFTER, "load", None),
    (COMMIT, AFTER, "load d", "load d"),
    (THREE, FALLING, "s k k c", "CKKS"),
    (THREE, DEALT, "2", "locks 2"),
    (THREE, DEALT, "2 locks", "locks 2"),
    (THREE, TURNED, "D C", "cd"),
    ({"players": 3, "fish": True}, "", "fish bones", "fish"),
    ({**THREE, "first": 0}, DRAW, "2", "first 2"),
]


@pytest.mark.parametrize(("options", "position", "text", "meant"), MEANT)
def test_what_is_typed_in_short_is_understood_or_asked_about(
    options: dict[str, object], position: str, text: str, meant: str | None
) -> None:
    game = goldfield.load("moje_zlato", **options)
    if not position:
        position = "reveal 1 hand=KSS opening=1 " + (
            "chests=-,2,3 top=1 buried=4,5,5 unseen=2x1:c,3x1:d,1x1:fish,2x2:cc,1x2:cd,2x2:dd,"
            "1x2:fish,1x3:ccc,2x3:ccd,1x3:cdd,1x3:ddd,1x3:fish "
            "beside=-,-,- coins=0,0,0 gems=0,0,0 bones=0,0,0"
        )
    s = cast(State, game.parse_state(position))
    found = move_of(game, s, text)
    if meant is None:
        assert isinstance(found, IllegalMove)
    else:
        assert isinstance(found, int)
        assert game.show_move(s, found) == meant


def test_treasures_named_one_after_another_are_asked_about() -> None:
    """``load c d`` is one treasure where nothing else can be meant; else the player is asked."""
    game = goldfield.load("moje_zlato", players=2)
    position = (
        "act 1 hand=CDKK attack=yes last=- chests=1,2,3 top=1 buried=1,4,4 "
        "unseen=1x1:c,2x1:d,2x2:cc,1x2:cd,2x2:dd,1x3:ccc,2x3:ccd,1x3:cdd,1x3:ddd "
        "beside={},- coins=1,{} gems={},2"
    )
    several = cast(State, game.parse_state(position.format("c+d+cd", 1, 0)))
    found = move_of(game, several, "load c d")
    assert isinstance(found, IllegalMove)
    assert found.candidates == ("load c", "load d", "load cd")
    alone = cast(State, game.parse_state(position.format("cd", 2, 1)))
    assert game.show_move(alone, game.parse_move(alone, "load c d")) == "load cd"


def test_the_examples_of_the_docs() -> None:
    section = DOCS.read_text().partition("## Moje zlato!")[2]
    section = section.partition("### Moves")[2].partition("### Chance")[0]
    texts = re.findall(r"^\| `([^`]+)`", section, re.MULTILINE)
    assert len(texts) == 13
    verbs = {text.split()[0] for text in texts}
    assert verbs == set(refusals.WORDS)
    exact = re.compile(
        r"stand|end|(reroll [CDKS]+|open [1-3]|lock [1-3]|board [1-4]|load [cd/]+|"
        r"attack [1-4]: [cd]+(, [cd]+)*|take [1-4]: [cd/]+|lay [CD] [cd/]+( from [1-4])?)"
    )
    assert all(exact.fullmatch(text) for text in texts)
