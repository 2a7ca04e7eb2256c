"""The options of Moje zlato!: fish bones, dice laid before the second roll, own chests and dice."""

from fractions import Fraction

import pytest

from goldfield.games.moje_zlato import rules as mz
from goldfield.games.moje_zlato.deck import CONTENTS, FISH, TREASURES
from goldfield.games.moje_zlato.state import (
    CONTENT,
    LOCKS,
    OPEN,
    REROLL,
    REVEAL,
    ROLL,
    SLOTS,
)
from goldfield.games.moje_zlato.turn import throw_text
from goldfield.games.options import BadOption
from tests.moje_zlato_position import Position, hand, pack

# Fish bones ----------------------------------------------------------------------------------


def test_fish_one_chest_of_each_size_hides_bones():
    deck = dict(mz.Rules(fish=True).chests)
    hidden = {chest.text: n for chest, n in deck.items()}
    assert [hidden[f"{locks}:fish"] for locks in (1, 2, 3)] == [1, 1, 1]
    assert (hidden["1:c"], hidden["2:cd"], hidden["3:cdd"]) == (2, 1, 1)
    assert sum(hidden.values()) == 18


def test_fish_off_18_coins_18_diamonds_and_no_bones():
    deck = mz.Rules().chests
    assert sum(deck.values()) == 18
    assert not any(chest.kind == FISH for chest in deck)
    for symbol in "cd":
        assert sum(n * TREASURES[chest.kind].count(symbol) for chest, n in deck.items()) == 18


def test_fish_bones_go_straight_under_the_ship_and_are_worth_nothing():
    p = Position(chests=(2, 2, 0), unseen=("", "fish cd", ""), fish=True).rolled("KKKK")
    p.open(0, "fish")
    assert (p.state.bones, p.state.beside) == ((1, 0), (0, 0))
    assert p.legal == [OPEN + 1], "the turn goes on"
    assert mz.scores(p.setup, p.state) == (0, 0)


def test_fish_bones_cannot_be_stolen():
    p = Position(beside=("", ""), under=("", "fish"), chests=(3, 0, 0), fish=True).rolled("SSCC")
    assert p.is_turn_of(1)


# Dice laid before the second roll ------------------------------------------------------------


def test_commit_needs_a_second_roll():
    with pytest.raises(BadOption, match="needs one"):
        mz.Rules(commit=True, rerolls=0)


@pytest.mark.parametrize("fallen", "KCS")
def test_commit_dice_laid_before_the_second_roll_stay(fallen):
    """S on a ship, D D on its coin and two diamonds, one die again: K, or C or S."""
    p = Position(beside=("", "cdd"), chests=(1, 0, 0), commit=True).fell("CDDS")
    p.board(1).lay("D", "cdd", owner=1).lay("D", "cdd", "d", owner=1)
    assert p.dice == "C"
    p.again("C").fell(fallen)
    if fallen == "K":
        assert p.legal == [OPEN], "nothing is taken; the key is still of use"
        p.open(0, "d")
        assert (p.state.coins, p.state.gems) == ((0, 0), (0, 0))
        assert p.state.beside == (pack("d"), pack("cdd"))
    else:
        # The coin would complete the treasure at once, but a sabre may open the chest instead.
        p.take(1, "cdd", "dd")
        assert (p.state.coins, p.state.gems, p.state.beside) == ((1, 0), (2, 0), (0, 0))
    assert p.is_turn_of(1)
    assert (p.state.boarded, p.state.keys, p.state.laid) == (0, 0, 0)


def test_commit_completing_a_begun_attack_is_no_duty():
    p = Position(beside=("", "cdd"), chests=(2, 0, 0), commit=True).fell("CDDS")
    p.board(1).lay("D", "cdd", owner=1).lay("D", "cdd", "d", owner=1).stand()
    assert p.legal == [p.fill(1, "cdd", "dd"), p.setup.end]


def test_commit_a_full_chest_is_turned_over_at_once_and_dice_may_still_be_rolled():
    p = Position(chests=(2, 0, 0), commit=True).fell("CCKK").lock(0)
    assert (p.state.phase, p.dice, p.state.chests) == (REROLL, "CCK", (2, 0, 0))
    p.lock(0)
    assert (p.state.phase, p.state.chests) == (REVEAL, (0, 0, 0))
    p.play(CONTENT + CONTENTS.index("cd"))
    assert (p.state.phase, p.dice) == (REROLL, "CC")
    p.lay("C", "cd").again("C").fell("D")
    assert p.legal == [p.fill(0, "cd", "c")]
    p.load("cd", "c")
    assert (p.state.coins, p.state.gems) == ((1, 0), (1, 0))


def test_commit_a_full_treasure_is_loaded_at_once():
    p = Position(beside=("cd", ""), chests=(1, 0, 0), commit=True).fell("CDKK")
    p.lay("D", "cd").lay("C", "cd", "d")
    assert (p.state.phase, p.state.coins, p.state.gems) == (REROLL, (1, 0), (1, 0))
    assert p.dice == "KK"


@pytest.mark.parametrize("begun", ["chest", "own treasure"])
def test_commit_no_attack_begins_once_a_die_lies_on_a_chest_or_an_own_treasure(begun):
    p = Position(beside=("cc", "d"), chests=(2, 0, 0), commit=True).fell("CKDS")
    assert p.setup.end + 1 + SLOTS + 1 in p.legal
    if begun == "chest":
        p.lock(0)
    else:
        p.lay("C", "cc")
    assert p.setup.end + 1 + SLOTS + 1 not in p.legal
    p.stand()
    assert not p.attacks()


def test_commit_an_attack_begun_before_may_be_completed_after_a_chest():
    p = Position(beside=("", "d"), chests=(1, 0, 0), commit=True).fell("CKDS").board(1).lock(0)
    p.play(CONTENT + CONTENTS.index("d")).lay("D", "d", owner=1)
    assert (p.state.gems, p.state.beside) == ((1, 0), (pack("d"), 0))


def test_commit_no_second_sabre_on_a_ship_already_under_attack():
    p = Position(beside=("", "d d", "d"), commit=True).fell("DDSS").board(1)
    boards = [move for move in p.legal if 0 <= move - p.setup.end - 1 - SLOTS < 3]
    assert boards == [p.setup.end + 1 + SLOTS + 2]
    p.stand()
    assert p.attacks() == {2: [("d",)]}
    assert p.fill(1, "d") in p.legal


def test_commit_one_sabre_may_still_take_several_treasures():
    p = Position(beside=("", "c d"), commit=True).fell("CDKS").board(1)
    p.lay("C", "c", owner=1).lay("D", "d", owner=1)
    assert (p.state.coins, p.state.gems, p.state.beside) == ((1, 0), (1, 0), (0, 0))


def test_commit_no_sabre_on_a_ship_without_anything_to_steal():
    p = Position(beside=("c", "", "cccd"), deck="1x3:cccd", commit=True).fell("CDSS")
    assert not any(0 <= move - p.setup.end - 1 - SLOTS < 3 for move in p.legal)


def test_commit_treasures_of_a_ship_not_boarded_take_no_die():
    p = Position(beside=("c", "d"), commit=True).fell("CDSS")
    assert p.place("C", "c", "", 0) in p.legal
    assert p.place("D", "d", "", 1) not in p.legal


def test_commit_natural_symbols_come_first_on_every_single_place():
    p = Position(beside=("ccd", ""), chests=(3, 0, 0), commit=True).fell("CKSS")
    assert p.lay("C", "ccd").dice == "KSS"
    assert p.lay("C", "ccd", "c").dice == "KS"
    assert p.lock(0).dice == "S"


def test_commit_one_begun_chest_at_a_time():
    p = Position(chests=(2, 2, 1), commit=True).fell("KKKK").lock(0)
    locks = [move - p.setup.end - 1 for move in p.legal if move > p.setup.end]
    assert locks == [0], "the next is begun once this one is open"
    p.lock(0).play(CONTENT + CONTENTS.index("dd")).lock(2)
    assert p.state.phase == REVEAL


def test_commit_cards_left_incomplete_give_nothing_and_their_dice_are_lost():
    p = Position(beside=("ccd", ""), chests=(3, 3, 0), commit=True).fell("CCKD")
    p.lay("C", "ccd").lock(1).again("CD").fell("DK")
    assert p.is_turn_of(1)
    assert (p.state.coins, p.state.beside, p.state.chests) == ((0, 0), (pack("ccd"), 0), (3, 3, 0))
    assert (p.state.keys, p.state.laid) == (0, 0)


def test_commit_the_turn_ends_when_all_dice_lie():
    p = Position(beside=("ccc", ""), chests=(3, 0, 0), commit=True).fell("CCKK")
    p.lay("C", "ccc").lay("C", "ccc", "c").lock(0).lock(0)
    assert p.is_turn_of(1)


def test_commit_what_is_laid_is_not_rolled_again():
    p = Position(chests=(3, 0, 0), commit=True).fell("CKKS").lock(0)
    assert [throw_text(move) for move in p.legal if move < OPEN][-1] == "CKS"
    p.again("CS").fell("KS")
    assert p.dice == "KKS"
    assert p.open(0).dice == "S"


def test_commit_duties_hold_after_the_second_roll():
    p = Position(beside=("c", "d"), chests=(2, 0, 0), commit=True).fell("CKDS").lock(0).stand()
    assert p.legal == [OPEN, p.fill(0, "c")]
    p.open(0, "dd")
    assert (p.dice, p.loads()) == ("CD", ["c"]), "the begun lock needed one die more"


# Own dice and chests -------------------------------------------------------------------------


def test_deck_and_faces_are_data_of_the_rules():
    rules = mz.Rules(deck="1x1:d 2x3:cccd 1x2:fish", faces="KDCCCC")
    setup = mz.setup_of(rules)
    s = mz.start(setup)
    assert (s.buried, s.unseen) == ((1, 1, 2), (pack("d"), pack("fish"), pack("cccd cccd")))
    for locks in (3, 3, 2, 1):
        s = mz.play(setup, s, LOCKS + locks - 1)
    assert (s.chests, s.top, s.phase) == ((3, 3, 2), 1, ROLL)
    chances = dict(mz.outcomes(setup, s))
    assert chances[hand("CCCC")] == Fraction(4, 6) ** 4
    assert chances[hand("CCCK")] == 4 * Fraction(4, 6) ** 3 * Fraction(1, 6)
    assert not any("S" in throw_text(throw) for throw in chances)
