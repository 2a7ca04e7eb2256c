"""The rules GN1 to GN9 and the variants, each test named after its rule."""

from fractions import Fraction
from itertools import product

import pytest

from goldfield import BadOption
from goldfield.games.contract import CHANCE, OVER
from goldfield.games.game import Game
from goldfield.games.gold_nuggets import rules as gn
from goldfield.games.gold_nuggets.rules import (
    AGAIN,
    AGAIN_MOVE,
    CHOICE,
    COLLECT,
    END,
    ENDED,
    KEEP,
    OUTCOME_STARTER,
    ROB,
    ROLL,
    ROLL_ON,
    SOURCE,
    STARTER,
    STOP,
    State,
)
from goldfield.games.gold_nuggets.turn import FACES, Aside, roll_id
from goldfield.rng import below, seeded

OPTION_SETS = [
    {"edition": edition, "rob": rob, "straights": s, "pairs": p, "extra": e}
    for edition, rob, s, p, e in product(
        ("my_mine", "gold_nuggets"), ("one", "several"), *[(False, True)] * 3
    )
]


class Position:
    """A game and a state to play on from, in the words of the rules."""

    def __init__(self, supply: int, piles: tuple[int, ...], seat: int = 0, **options: object):
        self.game = Game("goldfield.games.gold_nuggets", players=len(piles), **options)
        self.run = gn.table_of(self.game.rules)
        self.state = State(ROLL, seat, 0, 0, supply, piles, 1, 0, 0)
        assert supply + sum(piles) == 77

    def aside(self, **dice: int) -> "Position":
        """Put dice aside as an earlier roll of the run left them, the choice still to come."""
        a = self.run.number_of[Aside(**dice)]
        self.state = self.state._replace(phase=CHOICE, aside=a)
        return self

    def rolled(self, faces: str) -> "Position":
        counts = [faces.count(face) for face in FACES]
        roll = roll_id((counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]))
        self.state = self.game.play(self.state, roll)
        return self

    def keep(self, **after: int) -> "Position":
        """Set aside so that exactly these dice lie aside."""
        return self.play(self.run.number_of[Aside(**after)])

    def do(self, verb: int, seat: int = 0) -> "Position":
        return self.play(self.game.setup.asides + verb + seat)

    def play(self, move: int) -> "Position":
        self.state = self.game.play(self.state, move)
        return self

    @property
    def verbs(self) -> list[int]:
        return [move - self.game.setup.asides for move in self.game.moves(self.state)]


def test_start_77_nuggets_in_the_supply():
    game = Game("goldfield.games.gold_nuggets", players=5)
    s = game.start()
    assert (s.supply, s.piles, s.seat) == (77, (0,) * 5, 0)
    assert game.to_act(s) == CHANCE
    assert sum(p for _, p in game.outcomes(s)) == 1


def test_first_random_is_a_fair_draw_and_given_seats_begin():
    game = Game("goldfield.games.gold_nuggets", players=3, first=0)
    s = game.start()
    assert s.phase == STARTER
    assert game.outcomes(s) == [(OUTCOME_STARTER + i, Fraction(1, 3)) for i in range(3)]
    assert game.play(s, OUTCOME_STARTER + 2).seat == 2
    assert Game("goldfield.games.gold_nuggets", players=3, first=2).start().seat == 1
    with pytest.raises(BadOption, match="first=3"):
        Game("goldfield.games.gold_nuggets", players=2, first=3)


@pytest.mark.parametrize("players", [1, 6, "two", None, True])
def test_players_out_of_range_are_refused(players):
    with pytest.raises(BadOption, match="players"):
        Game("goldfield.games.gold_nuggets", players=players)


def test_GN1_all_dice_in_hand_are_rolled():
    p = Position(77, (0, 0)).rolled("GG22345").keep(gold=2).do(ROLL_ON)
    assert all(sum(gn.ROLLS[o]) == 5 for o, _ in p.game.outcomes(p.state))


def test_GN2_dice_of_earlier_rolls_stay_and_lassos_of_two_rolls_combine():
    p = Position(77, (0, 0)).rolled("GL23445").keep(gold=1, lasso=1).do(ROLL_ON)
    p.rolled("LL234").keep(gold=1, lasso=3)
    assert ROB + 1 in p.verbs, "three lassos: robbing is offered"
    assert p.game.setup.worth[p.state.aside] == 1


def test_GN2_a_number_aside_takes_single_dice_another_number_does_not():
    p = Position(77, (0, 0)).aside(n4=3).do(ROLL_ON).rolled("2334")
    tables = [p.run.asides[move] for move in p.game.moves(p.state)]
    assert tables == [Aside(n4=4)]


def test_GN2_nobody_must_take_more_than_one_combination():
    p = Position(77, (0, 0)).rolled("GG555LL")
    assert p.run.number_of[Aside(gold=1)] in p.game.moves(p.state)


def test_GN3_bust_brings_nothing_and_passes_the_turn():
    p = Position(70, (3, 4)).aside(gold=3).do(ROLL_ON).rolled("2345")
    assert (p.state.phase, p.state.seat, p.state.piles) == (ROLL, 1, (3, 4))


def test_GN3_earlier_runs_of_the_turn_are_kept():
    p = Position(77, (0, 0)).rolled("GGGGGGG").keep(gold=7)
    assert (p.state.phase, p.state.piles) == (AGAIN, (7, 0))
    p.do(AGAIN_MOVE).rolled("2233445")
    assert (p.state.seat, p.state.piles, p.state.supply) == (1, (7, 0), 70)


@pytest.mark.parametrize("variant", ["pairs", "straights"])
def test_GN3_the_same_roll_is_no_bust_with_variants(variant):
    p = Position(77, (0, 0), **{variant: True}).rolled("2233445")
    assert p.state.phase == KEEP


def test_GN4_roll_on_or_collect():
    p = Position(77, (0, 0)).rolled("GG22345").keep(gold=2)
    assert p.verbs == [ROLL_ON, COLLECT]
    p.do(COLLECT)
    assert (p.state.seat, p.state.piles, p.state.supply) == (1, (2, 0), 75)


def test_GN5_all_seven_collect_at_once_then_fresh_run_or_end():
    p = Position(77, (0, 0)).aside(gold=2, n5=3).do(ROLL_ON).rolled("5G")
    p.keep(gold=3, n5=4)
    assert (p.state.phase, p.state.piles) == (AGAIN, (8, 0))
    assert p.verbs == [AGAIN_MOVE, END]
    again = p.game.play(p.state, p.game.setup.asides + AGAIN_MOVE)
    assert (again.phase, again.seat, again.aside, again.run) == (ROLL, 0, 0, 2)
    assert p.do(END).state.seat == 1


def test_GN5_all_seven_with_three_lassos_may_rob():
    p = Position(70, (0, 7)).aside(lasso=3, n5=3).do(ROLL_ON).rolled("G")
    p.keep(lasso=3, n5=3, gold=1)
    assert p.state.phase == SOURCE
    assert p.verbs == [COLLECT, ROB + 1]
    p.do(ROB, 1)
    assert (p.state.phase, p.state.piles, p.state.supply) == (AGAIN, (6, 1), 70)


def test_GN6_more_than_three_of_a_number_add_nothing():
    p = Position(77, (0, 0)).rolled("4444GL2").keep(n4=4, gold=1, lasso=1).do(COLLECT)
    assert p.state.piles == (5, 0)


def test_GN7_without_three_lassos_only_the_supply():
    p = Position(70, (0, 7)).rolled("LL55523").keep(lasso=2, n5=3)
    assert p.verbs == [ROLL_ON, COLLECT]


def test_GN7_three_lassos_one_other_player_instead():
    p = Position(57, (0, 12, 8), seat=1).rolled("LLL5552").keep(lasso=3, n5=3)
    assert p.verbs == [ROLL_ON, COLLECT, ROB + 0, ROB + 2], "never oneself"
    p.do(ROB, 2)
    assert (p.state.piles, p.state.supply, p.state.seat) == ((0, 17, 3), 57, 2)


def test_GN7_a_source_gives_what_it_has():
    p = Position(20, (52, 2, 3)).rolled("LLL555G").keep(lasso=3, n5=3, gold=1).do(ROB, 1)
    assert (p.state.piles, p.state.supply) == ((54, 0, 3), 20)
    p = Position(2, (40, 35)).rolled("5552233").keep(n5=3).do(COLLECT)
    assert p.state.piles == (42, 35)


def test_GN7_robbing_who_has_nothing_is_legal_and_brings_nothing():
    p = Position(70, (7, 0)).rolled("LLLG223").keep(lasso=3, gold=1).do(ROB, 1)
    assert (p.state.piles, p.state.supply, p.state.seat) == ((7, 0), 70, 1)


def test_GN7_lassos_alone_may_be_collected_and_name_no_source():
    p = Position(70, (0, 7)).rolled("LLL2345").keep(lasso=3)
    assert p.verbs == [ROLL_ON, COLLECT]
    assert p.do(COLLECT).state.seat == 1
    p = Position(70, (0, 7)).rolled("LLLLLLL").keep(lasso=7)
    assert (p.state.phase, p.state.piles) == (AGAIN, (0, 7))


def test_GN7_several_sources_one_after_another():
    p = Position(20, (52, 2, 3), rob="several").rolled("LLL555G")
    p.keep(lasso=3, n5=3, gold=1)
    assert p.verbs == [COLLECT, ROB + 1, ROB + 2]
    p.do(ROB, 1)
    assert (p.state.piles, p.state.owed) == ((54, 0, 3), 4)
    assert p.verbs == [COLLECT, STOP, ROB + 2], "who was named is not named again"
    p.do(ROB, 2)
    assert (p.state.piles, p.state.owed) == ((57, 0, 0), 1)
    stopped = p.game.play(p.state, p.game.setup.asides + STOP)
    assert (stopped.phase, stopped.supply) == (AGAIN, 20)
    p.do(COLLECT)
    assert (p.state.phase, p.state.piles, p.state.supply) == (AGAIN, (58, 0, 0), 19)


def test_GN7_several_stops_by_itself_once_nothing_is_owed_or_nobody_is_left():
    p = Position(62, (0, 15), rob="several").rolled("LLL5552").keep(lasso=3, n5=3).do(ROB, 1)
    assert (p.state.phase, p.state.seat) == (ROLL, 1)
    p = Position(2, (74, 1), rob="several").rolled("LLL5552").keep(lasso=3, n5=3)
    p.do(COLLECT).do(ROB, 1)
    assert (p.state.phase, p.state.piles) == (ENDED, (77, 0))


def test_GN7_several_finishes_the_collection_before_the_end_is_tested():
    p = Position(2, (40, 35), rob="several", edition="gold_nuggets")
    p.rolled("LLL5552").keep(lasso=3, n5=3).do(COLLECT)
    assert (p.state.phase, p.state.supply, p.state.owed) == (SOURCE, 0, 3)
    p.do(ROB, 1)
    assert (p.state.phase, p.state.piles) == (ENDED, (45, 32))


@pytest.mark.parametrize("edition", ["my_mine", "gold_nuggets"])
def test_GN8_the_empty_supply_ends_the_game(edition):
    p = Position(2, (40, 35), edition=edition).rolled("GG22345").keep(gold=2).do(COLLECT)
    assert p.game.to_act(p.state) == OVER
    assert p.game.shares(p.state) == (1, 0)


def test_GN8_gold_nuggets_ends_at_once_even_after_all_seven():
    p = Position(5, (40, 32), edition="gold_nuggets").rolled("GGGGGGG").keep(gold=7)
    assert p.game.is_over(p.state)


def test_GN8_my_mine_gives_another_run_after_all_seven():
    p = Position(5, (40, 32)).rolled("GGGGGGG").keep(gold=7)
    assert (p.state.phase, p.state.supply) == (AGAIN, 0)
    declined = p.game.play(p.state, p.game.setup.asides + END)
    assert p.game.is_over(declined)
    p.do(AGAIN_MOVE).rolled("LLLGGGG").keep(lasso=3, gold=4)
    assert p.verbs == [COLLECT, ROB + 1], "an empty supply can be named too"
    p.do(ROB, 1)
    assert (p.state.phase, p.state.piles) == (AGAIN, (49, 28)), "all seven again: to another"
    p.do(AGAIN_MOVE).rolled("2233445")
    assert p.game.is_over(p.state), "a bust ends the game"


def test_GN8_my_mine_an_extra_run_that_stops_early_ends_the_game():
    p = Position(5, (40, 32)).rolled("GGGGGGG").keep(gold=7).do(AGAIN_MOVE)
    p.rolled("LLLG223").keep(lasso=3, gold=1).do(ROB, 1)
    assert p.game.is_over(p.state)
    assert p.state.piles == (46, 31)


def test_GN9_most_nuggets_win_and_a_tie_is_shared():
    p = Position(1, (25, 26, 25)).rolled("G223344").keep(gold=1).do(COLLECT)
    assert p.state.piles == (26, 26, 25)
    assert p.game.shares(p.state) == (Fraction(1, 2), Fraction(1, 2), 0)
    assert p.game.scores(p.state) == (26, 26, 25)


def test_GN_straights_are_worth_three_and_four_and_can_be_extended_later():
    p = Position(77, (0, 0), straights=True).rolled("2345335").keep(low=1)
    assert p.game.setup.worth[p.state.aside] == 3
    p.do(ROLL_ON).rolled("2555").keep(long=1)
    assert p.game.setup.worth[p.state.aside] == 4


def test_GN_straights_two_in_one_run():
    p = Position(77, (0, 0), straights=True).rolled("2334455").keep(low=1, high=1)
    assert p.game.setup.worth[p.state.aside] == 6
    p.do(ROLL_ON).rolled("2").keep(low=1, long=1)
    assert p.state.piles == (7, 0)


def test_GN_pairs_open_a_number():
    p = Position(77, (0, 0), pairs=True).rolled("2234GL5").keep(n2=2)
    assert p.game.setup.worth[p.state.aside] == 1
    p.do(ROLL_ON).rolled("23GL5").keep(n2=3)
    assert p.game.setup.worth[p.state.aside] == 2


def test_GN_extra_counts_dice_beyond_three():
    p = Position(77, (0, 0), extra=True).rolled("3333GL5").keep(n3=4).do(COLLECT)
    assert p.state.piles == (4, 0)


@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda o: "-".join(map(str, o.values())))
def test_random_games_of_every_option_set_keep_77_nuggets_and_end(options):
    for players in range(2, 6):
        game = Game("goldfield.games.gold_nuggets", players=players, first=0, **options)
        for seed in range(6):
            s, rng = game.start(), seeded(seed, players)
            while not game.is_over(s):
                if game.to_act(s) == CHANCE:
                    move, rng = game.roll(s, rng)
                else:
                    legal = game.moves(s)
                    pick, rng = below(rng, len(legal))
                    move = legal[pick]
                s = game.play(s, move)
                assert s.supply + sum(s.piles) == 77
                assert min(s.piles) >= 0
            assert s.supply == 0
            assert sum(game.shares(s)) == 1
