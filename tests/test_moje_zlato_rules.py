"""The rules MZ1 to MZ9 of Moje zlato!, each test named after its rule."""

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from goldfield.games.contract import CHANCE, OVER, WIN
from goldfield.games.moje_zlato import rules as mz
from goldfield.games.moje_zlato.deck import CONTENTS, FACES
from goldfield.games.moje_zlato.state import (
    ACT,
    CONTENT,
    DEAL,
    ENDED,
    LOCKS,
    OPEN,
    OUTCOME_STARTER,
    REROLL,
    REROLLING,
    REVEAL,
    ROLL,
    STARTER,
    State,
)
from goldfield.games.moje_zlato.turn import LOOTS as EVERY_LOOT
from goldfield.games.moje_zlato.turn import THROWS, throw_text
from goldfield.games.options import BadOption
from goldfield.match.fair import fair_dice
from goldfield.rng import Words, seeded
from tests.moje_zlato_position import Position, hand, pack

# The table before the first turn -------------------------------------------------------------


def test_start_three_chests_in_the_middle_and_the_next_one_in_sight():
    setup = mz.setup_of(mz.Rules())
    s = mz.start(setup)
    for locks in (1, 3, 2, 3):
        assert s.phase == DEAL
        s = mz.play(setup, s, LOCKS + locks - 1)
    assert (s.phase, s.seat, s.chests, s.top) == (ROLL, 0, (1, 3, 2), 3)
    assert s.buried == (5, 5, 4)
    assert s.beside == s.coins == s.gems == s.bones == (0, 0)
    assert mz.to_act(setup, s) == CHANCE


def test_start_the_next_chest_is_any_of_those_in_the_pile():
    setup = mz.setup_of(mz.Rules())
    s = mz.start(setup)
    assert mz.outcomes(setup, s) == [(LOCKS + i, Fraction(1, 3)) for i in range(3)]
    s = mz.play(setup, s, LOCKS)
    assert mz.outcomes(setup, s) == [
        (LOCKS, Fraction(5, 17)),
        (LOCKS + 1, Fraction(6, 17)),
        (LOCKS + 2, Fraction(6, 17)),
    ]


@pytest.mark.parametrize(("deck", "chests"), [("1x2:cd", (2, 0, 0)), ("2x2:cd", (2, 2, 0))])
def test_start_a_deck_of_fewer_than_three_lays_out_what_it_has(deck, chests):
    setup = mz.setup_of(mz.Rules(deck=deck))
    s = mz.start(setup)
    while s.phase == DEAL:
        s = mz.play(setup, s, LOCKS + 1)
    assert (s.phase, s.chests, s.top) == (ROLL, chests, 0)


def test_first_random_is_a_fair_draw_and_given_seats_begin():
    setup = mz.setup_of(mz.Rules(players=3, first=0))
    s = mz.start(setup)
    assert (s.phase, s.seat) == (STARTER, -1)
    assert mz.outcomes(setup, s) == [(OUTCOME_STARTER + i, Fraction(1, 3)) for i in range(3)]
    assert mz.play(setup, s, OUTCOME_STARTER + 2).seat == 2
    assert mz.start(mz.setup_of(mz.Rules(players=3, first=2))).seat == 1
    with pytest.raises(BadOption, match="first=3"):
        mz.Rules(players=2, first=3)


@pytest.mark.parametrize("players", [1, 5, "two", None, True])
def test_players_out_of_range_are_refused(players):
    with pytest.raises(BadOption, match="players"):
        mz.Rules(players=players)


# MZ1 -----------------------------------------------------------------------------------------


def test_MZ1_four_dice_are_rolled():
    p = Position(chests=(1, 1, 1))
    assert {sum(THROWS[throw]) for throw, _ in mz.outcomes(p.setup, p.state)} == {4}
    assert len(mz.outcomes(p.setup, p.state)) == 35


@pytest.mark.parametrize("faces", ["CCDKKS", "KKKKKS", "CDKSSS", "KKCCCD", "SKDCCC"])
@pytest.mark.parametrize("dice", range(1, 5))
def test_MZ1_every_throw_has_its_chance(faces, dice):
    """Counted die by die, for the first roll and for any number of dice thrown again."""
    p = Position(chests=(1, 1, 1), faces=faces)
    s = p.state._replace(phase=REROLLING, hand=hand("C" * (4 - dice)), thrown=dice)
    ways = Counter(hand("".join(fallen)) for fallen in product(faces, repeat=dice))
    chances = {throw: Fraction(n, 6**dice) for throw, n in ways.items()}
    assert dict(mz.outcomes(p.setup, s)) == chances


class Sweep:
    """A source of words whose first draw below ``n`` is ``u``; there is no second one."""

    def __init__(self, u: int, n: int) -> None:
        # One more than the least word that gives u: its lower half is large enough to be taken.
        self.word = (u * 2**32 + n - 1) // n + 1

    def next32(self) -> tuple[int, Words]:
        return self.word, Spent()


class Spent:
    """What is left of a sweep after its only draw."""

    def next32(self) -> tuple[int, Words]:
        raise AssertionError("a roll draws once")


def swept(setup: mz.Setup, s: State, draws: int) -> dict[int, Fraction]:
    """Every result of the one draw behind an outcome, counted."""
    counts = Counter(mz.roll(setup, s, Sweep(u, draws))[0] for u in range(draws))
    return {outcome: Fraction(n, draws) for outcome, n in counts.items()}


@pytest.mark.parametrize("dice", range(1, 5))
def test_MZ1_roll_gives_every_throw_exactly_as_often_as_outcomes_says(dice):
    p = Position(chests=(1, 1, 1))
    s = p.state._replace(phase=REROLLING, hand=hand("C" * (4 - dice)), thrown=dice)
    assert swept(p.setup, s, 6**dice) == dict(mz.outcomes(p.setup, s))


def test_MZ1_the_draw_of_a_throw_is_its_dice_to_the_base_six():
    """Each of the four places of a draw is a die of its own, with the faces of the rules."""
    p = Position(chests=(1, 1, 1))
    for u in range(6**4):
        faces = "".join("CCDKKS"[u // 6**i % 6] for i in range(4))
        assert mz.roll(p.setup, p.state, Sweep(u, 6**4))[0] == hand(faces)


@pytest.mark.parametrize("source", ["fair dice", "sfc32"])
def test_MZ1_faces_come_up_two_two_one_one(source):
    """A million dice: coins, keys, diamonds, sabres within 4 sigma of 2:2:1:1."""
    p = Position(chests=(1, 1, 1))
    rolls = 250_000
    thrown = [0] * len(THROWS)
    rng = seeded(7, 72)
    for k in range(rolls):
        if source == "fair dice":
            rng = fair_dice(b"7" * 32, "match", k, ("one", "two"))
        throw, rng = mz.roll(p.setup, p.state, rng)
        thrown[throw] += 1
    for face, share in enumerate((1 / 3, 1 / 6, 1 / 3, 1 / 6)):
        dice = sum(n * THROWS[throw][face] for throw, n in enumerate(thrown))
        spread = math.sqrt(4 * rolls * share * (1 - share))
        assert abs(dice - 4 * rolls * share) < 4 * spread, FACES[face]
    # Dice of a roll are independent: every throw comes as often as it should.
    for throw, chance in mz.outcomes(p.setup, p.state):
        expected = rolls * float(chance)
        assert abs(thrown[throw] - expected) < 4.5 * math.sqrt(expected), throw_text(throw)


def test_MZ1_all_or_some_dice_may_be_rolled_once_more():
    p = Position(chests=(1, 2, 3)).fell("CCKS")
    assert p.state.phase == REROLL
    assert [throw_text(move) for move in p.legal] == [
        "",
        *("C", "K", "S"),
        *("CC", "CK", "CS", "KS"),
        *("CCK", "CCS", "CKS"),
        "CCKS",
    ]
    p.again("CS")
    assert (p.state.phase, p.dice, p.state.thrown) == (REROLLING, "CK", 2)
    p.fell("DK")
    assert (p.state.phase, p.dice) == (ACT, "CDKK"), "then the result stands"


def test_MZ1_nobody_must_roll_again():
    p = Position(chests=(1, 2, 3)).fell("CCKS").stand()
    assert (p.state.phase, p.dice) == (ACT, "CCKS")


def test_rerolls_0_the_first_roll_stands():
    p = Position(chests=(1, 2, 3), rerolls=0).fell("CCKS")
    assert (p.state.phase, p.dice) == (ACT, "CCKS")
    p = Position(chests=(1, 2, 3), rerolls=0).fell("CCDD")
    assert p.is_turn_of(1)


def test_MZ1_who_has_nothing_in_reach_is_not_asked():
    p = Position(beside=("", ""), last=2).fell("KKSS")
    assert p.is_turn_of(1)


# MZ2 -----------------------------------------------------------------------------------------


def test_MZ2_an_attack_costs_a_sabre_and_all_symbols_and_loads_at_once():
    p = Position(beside=("", "cd", ""), under=("c", "", "")).rolled("CDKS")
    assert p.attacks() == {1: [("cd",)]}
    p.attack(1, "cd")
    assert (p.state.beside, p.state.coins, p.state.gems) == ((0, 0, 0), (2, 0, 0), (1, 0, 0))
    assert p.is_turn_of(1), "a key alone is of no use here"


def test_MZ2_one_sabre_takes_one_or_more_treasures_of_one_ship():
    p = Position(beside=("", "c c d cc", "d")).rolled("CCDS")
    assert p.attacks() == {
        1: [("c",), ("d",), ("cc",), ("c", "c"), ("c", "d"), ("d", "cc"), ("c", "c", "d")],
        2: [("d",)],
    }
    p.attack(1, "c", "c", "d")
    assert (p.state.beside, p.state.coins) == ((0, pack("cc"), pack("d")), (2, 0, 0))


def test_MZ2_as_many_treasures_alike_as_lie_there():
    p = Position(beside=("", "c")).rolled("CCCS")
    assert p.attacks() == {1: [("c",)]}


@pytest.mark.parametrize("victim", [1, 2])
def test_MZ2_a_further_attack_needs_a_further_sabre(victim):
    p = Position(beside=("", "c d", "d")).rolled("CDSS").attack(1, "c")
    assert p.dice == "DS"
    p.attack(victim, "d")
    assert (p.state.coins[0], p.state.gems[0], p.state.seat) == (1, 1, 1)
    p = Position(beside=("", "c d", "d")).rolled("CDKS").attack(1, "c")
    assert p.is_turn_of(1), "the sabre is spent"


def test_MZ2_an_attack_that_takes_nothing_does_not_exist():
    p = Position(beside=("", "ccc"), chests=(3, 0, 0)).rolled("CCKS")
    assert p.is_turn_of(1), "three coins and a sabre for the ship are more than four dice"
    assert all(EVERY_LOOT)


def test_MZ2_no_attack_on_the_own_ship_nor_on_an_empty_one():
    p = Position(beside=("c", "", "d")).rolled("CDSS")
    assert set(p.attacks()) == {2}


def test_MZ2_four_symbols_cannot_be_stolen():
    p = Position(beside=("", "cccc c"), deck="1x3:cccc 3x1:c").rolled("CCSS")
    assert p.attacks() == {1: [("c",)]}
    p = Position(beside=("", "cccc"), deck="1x3:cccc").rolled("SSSS")
    assert p.is_turn_of(1)


def test_MZ2_no_attack_once_a_chest_is_open():
    p = Position(beside=("", "c"), chests=(2, 0, 0)).rolled("CKSS")
    assert p.attacks()
    p.open(0, "cd")
    assert p.loads() == ["cd"]
    assert not p.attacks()


def test_MZ2_no_attack_once_a_treasure_is_loaded():
    p = Position(beside=("c d", "c")).rolled("CCDS")
    assert p.attacks()
    p.load("c")
    assert p.loads() == ["d"]
    assert not p.attacks()
    p.load("d")
    assert p.is_turn_of(1), "although C and S are left and a coin lies beside the other ship"


def test_MZ2_an_attack_is_never_a_duty_and_never_ends_one():
    p = Position(beside=("", "c")).rolled("CCDS")
    assert p.legal == [p.raid(1, "c"), p.setup.end], "only an attack is possible: asked"
    assert p.end().is_turn_of(1)
    p = Position(beside=("", "c"), chests=(1, 0, 0)).rolled("CKDS")
    assert p.legal == [OPEN, p.raid(1, "c")]
    p.attack(1, "c")
    assert p.legal == [OPEN], "the key is left"


def test_MZ2_after_an_attack_the_turn_goes_on_with_what_is_left():
    p = Position(beside=("d", "c"), chests=(1, 0, 0)).rolled("CDKS").attack(1, "c")
    assert (p.opens(), p.loads(), p.may_end) == ([0], ["d"], False)


# MZ3 -----------------------------------------------------------------------------------------


def test_MZ3_an_opened_chest_is_turned_over_beside_the_ship():
    p = Position(chests=(1, 2, 3), seat=1).rolled("CKKC").open(1)
    assert (p.state.phase, p.state.chests, p.dice) == (REVEAL, (1, 0, 3), "CC")
    assert mz.outcomes(p.setup, p.state) == [
        (CONTENT + CONTENTS.index(kind), Fraction(1, 3)) for kind in ("cc", "cd", "dd")
    ]
    p.play(CONTENT + CONTENTS.index("cd"))
    assert p.state.beside == (0, pack("cd"))
    assert p.state.unseen[1] == pack("cc cc cd dd dd")
    assert p.state.seat == 0, "C C loads no cd"


@pytest.mark.parametrize(
    ("locks", "unseen"),
    [(1, ("c c c d", "", "")), (2, ("c", "cd dd dd", "")), (3, ("", "d", "ccd fish cdd cdd"))],
)
def test_MZ3_what_a_chest_hides_is_any_of_those_with_as_many_locks(locks, unseen):
    contents = unseen[locks - 1].split()
    p = Position(chests=(locks, 0, 0), unseen=unseen).rolled("KKKC").open(0)
    expected = {
        CONTENT + kind: Fraction(contents.count(content), len(contents))
        for kind, content in enumerate(CONTENTS)
        if content in contents
    }
    assert dict(mz.outcomes(p.setup, p.state)) == expected
    assert swept(p.setup, p.state, len(contents)) == expected


def test_MZ3_a_chest_opened_this_turn_may_be_loaded_this_turn():
    p = Position(chests=(0, 2, 0)).rolled("CDKK").open(1, "cd").load("cd")
    assert (p.state.coins, p.state.gems, p.state.beside) == ((1, 0), (1, 0), (0, 0))


def test_MZ3_up_to_three_chests_in_a_turn():
    p = Position(chests=(1, 1, 1)).rolled("KKKD")
    p.open(2, "c").open(0, "c").open(1, "d").load("d")
    assert p.state.beside == (pack("c c"), 0)
    assert (p.state.chests, p.state.gems) == ((0, 0, 0), (1, 0))


def test_MZ3_open_and_load_in_any_order():
    for first in ("open", "load"):
        p = Position(beside=("cc", ""), chests=(2, 0, 0)).rolled("CCKK")
        assert (p.opens(), p.loads()) == ([0], ["cc"])
        if first == "open":
            p.open(0, "dd").load("cc")
        else:
            p.load("cc").open(0, "dd")
        assert (p.state.beside, p.state.coins) == ((pack("dd"), 0), (2, 0))


def test_MZ3_only_from_beside_the_own_ship():
    p = Position(beside=("", "c", "d")).rolled("CCDD")
    assert p.is_turn_of(1)


# MZ4 -----------------------------------------------------------------------------------------


def test_MZ4_dice_that_can_open_or_load_must_be_used():
    p = Position(beside=("c", "d"), chests=(2, 0, 0)).rolled("CDKS")
    assert (p.opens(), p.loads(), set(p.attacks()), p.may_end) == ([0], ["c"], {1}, False)


def test_MZ4_the_player_chooses_which_duty():
    """A sabre may go on a lock or on a treasure, but it must go somewhere."""
    p = Position(beside=("d", ""), chests=(1, 0, 0)).rolled("CCCS")
    assert p.legal == [OPEN, p.fill(0, "d")]
    assert p.load("d").is_turn_of(1)


def test_MZ4_dice_that_cannot_be_used_are_lost_and_the_turn_ends_by_itself():
    p = Position(beside=("dd", ""), chests=(2, 0, 0)).rolled("CCDK")
    assert p.is_turn_of(1)
    assert p.state.hand == 0
    p = Position(beside=("c", ""), chests=(2, 0, 0)).rolled("CCDK").load("c")
    assert p.is_turn_of(1)


# MZ5 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "opens"),
    [("KCCC", [0]), ("KKCC", [0, 1]), ("KKKC", [0, 1, 2]), ("KSCC", [0, 1]), ("SSSD", [0, 1, 2])],
)
def test_MZ5_a_chest_takes_dice_only_for_all_its_locks(dice, opens):
    assert Position(chests=(1, 2, 3)).rolled(dice).opens() == opens


@pytest.mark.parametrize(
    ("dice", "loads"),
    [
        ("CCKK", ["c", "cc"]),
        ("CDKK", ["c", "d", "cd"]),
        ("CCDS", ["c", "d", "cc", "cd", "ccd", "cdd", "ccdd"]),
        ("CDSS", ["c", "d", "cc", "cd", "ccd", "cdd", "ccdd"]),
        ("DKSS", ["c", "d", "cc", "cd", "ccd", "cdd"]),
        ("KKKK", []),
    ],
)
def test_MZ5_a_treasure_takes_dice_only_for_all_its_symbols(dice, loads):
    p = Position(beside=("c d cc cd ccd cdd ccdd", ""), chests=(1, 0, 0), deck="1x2:ccdd 3x1:c")
    assert p.rolled(dice).loads() == loads


# MZ6 -----------------------------------------------------------------------------------------


def test_MZ6_sabres_stand_for_coins_diamonds_and_keys_in_attacks_too():
    assert Position(beside=("ccdd", ""), deck="1x1:ccdd").rolled("SSSS").loads() == ["ccdd"]
    p = Position(beside=("", "cdd"), chests=(3, 0, 0)).rolled("SSSS")
    assert (p.opens(), p.attacks()) == ([0], {1: [("cdd",)]})
    assert p.attack(1, "cdd").state.gems == (2, 0)


def test_MZ6_natural_symbols_are_spent_before_sabres():
    assert Position(chests=(2, 0, 0)).rolled("CKKS").open(0).dice == "CS"
    assert Position(chests=(2, 0, 0)).rolled("CKSS").open(0).dice == "CS"
    p = Position(beside=("cd", ""), chests=(1, 0, 0)).rolled("CDSS").load("cd")
    assert p.dice == "SS"
    p = Position(beside=("", "cd"), chests=(1, 0, 0)).rolled("CDSS").attack(1, "cd")
    assert p.dice == "S"
    p = Position(beside=("", "cd"), chests=(1, 0, 0)).rolled("CKSS").attack(1, "cd")
    assert p.dice == "K"


def test_MZ6_is_a_rule_and_decides():
    """K K K S, one closed chest of one lock, a diamond in it: a key opens, the sabre must load."""
    p = Position(chests=(1, 0, 0), unseen=("d", "", "")).rolled("KKKS")
    assert p.legal == [OPEN]
    p.open(0, "d")
    assert p.dice == "KKS"
    assert p.legal == [p.fill(0, "d")]
    p.load("d")
    assert (p.state.gems, p.state.beside) == ((1, 0), (0, 0))
    assert p.is_turn_of(1)
    assert p.state.last == 2


# MZ7 -----------------------------------------------------------------------------------------


def test_MZ7_the_middle_is_filled_up_at_the_end_of_the_turn():
    p = Position(chests=(1, 3, 1), top=2, buried=(1, 0, 2)).rolled("KKCC")
    p.open(2, "d")
    assert (p.state.chests, p.state.top) == ((1, 3, 0), 2), "not before"
    p.open(0, "d")
    assert (p.state.phase, p.state.chests, p.state.top) == (DEAL, (2, 3, 0), 0)
    assert dict(mz.outcomes(p.setup, p.state)) == {LOCKS: Fraction(1, 3), LOCKS + 2: Fraction(2, 3)}
    p.play(LOCKS + 2)
    assert (p.state.phase, p.state.chests, p.state.buried) == (DEAL, (2, 3, 3), (1, 0, 1))
    p.play(LOCKS)
    assert (p.state.phase, p.state.chests, p.state.top) == (ROLL, (2, 3, 3), 1)
    assert p.is_turn_of(1)
    assert p.state.buried == (0, 0, 1)


def test_MZ7_gaps_stay_once_the_pile_is_empty():
    p = Position(chests=(1, 1, 1), top=2).rolled("KKCC").open(0, "d").open(1, "d")
    assert (p.state.chests, p.state.top) == ((2, 0, 1), 0)
    assert p.is_turn_of(1)


@pytest.mark.parametrize("buried", [(3, 2, 1), (0, 0, 4), (0, 1, 0), (12, 0, 7)])
def test_MZ7_the_next_chest_is_drawn_as_outcomes_says(buried):
    p = Position(chests=(1, 0, 0), buried=buried)
    s = p.state._replace(phase=DEAL, thrown=0)
    assert swept(p.setup, s, sum(buried)) == dict(mz.outcomes(p.setup, s))


@pytest.mark.parametrize("chests", [(0, 1, 2), (1, 0, 2), (1, 2, 0)])
def test_MZ7_a_chest_keeps_its_place(chests):
    p = Position(chests=chests, beside=("d", "")).rolled("DCCC").load("d")
    assert p.state.chests == chests


# MZ8 -----------------------------------------------------------------------------------------


def test_MZ8_after_the_last_chest_everybody_has_exactly_one_more_turn_the_opener_last():
    p = Position(beside=("", "c", ""), chests=(0, 1, 0), unseen=("cd", "", ""), seat=1)
    p.rolled("CCKS").open(1, "cd")
    assert p.state.last == -1
    assert p.loads() == ["c", "cd"], "the turn goes on with what is left"
    p.load("c")
    assert p.loads() == ["cd"]
    p.load("cd")
    for seat, left in ((2, 3), (0, 2), (1, 1)):
        assert p.is_turn_of(seat)
        assert p.state.last == left
        p.rolled("KKKK")
    assert (p.state.phase, p.to_act) == (ENDED, OVER)
    assert mz.shares(p.setup, p.state) == (0, WIN, 0)


def test_MZ8_open_treasures_that_nobody_loaded_are_worth_nothing():
    p = Position(beside=("ccc cdd", "d"), under=("", "c"), seat=0, last=1).rolled("KKKK")
    assert p.to_act == OVER
    assert p.state.beside == (pack("ccc cdd"), pack("d"))
    assert mz.scores(p.setup, p.state) == (0, 1)
    assert mz.shares(p.setup, p.state) == (0, WIN)


def test_MZ8_not_before_the_pile_is_empty():
    p = Position(chests=(1, 0, 0), top=1).rolled("CCKC").open(0, "d")
    assert (p.state.last, p.state.chests) == (-1, (1, 0, 0))


def test_MZ8_fish_bones_count_as_opened():
    p = Position(chests=(1, 0, 0), unseen=("fish", "", "")).rolled("CCKC").open(0, "fish")
    assert p.is_turn_of(1)
    assert p.state.last == 2


def test_MZ8_the_last_turn_is_a_whole_one():
    """Second roll, attack and loading: the last turn differs only in what follows it."""
    p = Position(beside=("d", "c"), under=("", "c"), last=1).fell("KKKK").again("KKKK").fell("CDSK")
    p.attack(1, "c").load("d")
    assert p.to_act == OVER
    assert mz.scores(p.setup, p.state) == (2, 1)


# MZ9 -----------------------------------------------------------------------------------------


def finished(*under: str, **options: object) -> Position:
    p = Position(beside=("",) * len(under), under=under, last=1, **options)
    return p.rolled("KKKK")


@pytest.mark.parametrize(
    ("under", "points", "shares"),
    [
        (("ccd", "cd"), (3, 2), (WIN, 0)),
        (("ccc", "cd cc"), (3, 4), (0, WIN)),
        (("ccc", "ccd", "cc"), (3, 3, 2), (0, WIN, 0)),
        (("ccd", "ccd", "ccc"), (3, 3, 3), (WIN // 2, WIN // 2, 0)),
        (("", "", "", ""), (0, 0, 0, 0), (WIN // 4,) * 4),
        (("d", "d", "d", "c"), (1, 1, 1, 1), (WIN // 3, WIN // 3, WIN // 3, 0)),
    ],
)
def test_MZ9_most_points_then_most_diamonds_then_shared(under, points, shares):
    p = finished(*under)
    assert mz.scores(p.setup, p.state) == points
    assert mz.shares(p.setup, p.state) == shares


def test_MZ9_points_come_before_diamonds():
    p = finished("c" * 18, "d" * 17)
    assert mz.shares(p.setup, p.state) == (WIN, 0)


@pytest.mark.parametrize(
    ("under", "shares"),
    [
        (("cd fish", "cd fish fish"), (WIN, 0)),
        (("cd fish", "cd fish"), (WIN // 2, WIN // 2)),
        (("cd fish fish fish", "cc"), (WIN, 0)),
        (("ccd fish fish fish", "cd"), (WIN, 0)),
        (("cd fish", "cd", "cd"), (0, WIN // 2, WIN // 2)),
    ],
)
def test_MZ9_fish_fewest_bones_win_a_tie_of_points_and_diamonds(under, shares):
    p = finished(*under, fish=True)
    assert mz.shares(p.setup, p.state) == shares
