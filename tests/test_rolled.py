"""Rolled against expected: exact for one roll, and right on average over many games."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

import goldfield
from goldfield.bots import decide
from goldfield.match.record import Kind
from goldfield.match.rolled import Tally, drawn_of, expected, faces_of, rolled
from goldfield.match.table import Match, Transition
from goldfield.rng import seeded
from tests.played import begun, played, wavered


def test_the_first_roll_of_gold_nuggets_is_worked_out_by_hand() -> None:
    """Seven dice: each face 7/6 times, give or take 35/36; a bust is counted die by die."""
    game = goldfield.load("gold_nuggets", players=2)
    found = expected(game, game.start())
    assert len(found) == len("GL2345") + 1
    for face in found[:-1]:
        assert face == Tally(0, Fraction(7, 6), Fraction(35, 36))
    busts = sum(
        all(face > 1 for face in dice) and all(dice.count(face) < 3 for face in dice)
        for dice in product(range(6), repeat=7)
    )
    chance = Fraction(busts, 6**7)
    assert found[-1] == Tally(0, chance, chance * (1 - chance))


def test_a_roll_of_two_dice_beside_a_set_is_worked_out_by_hand() -> None:
    """GG 444 aside: a bust is two dice that are neither gold, lasso nor 4."""
    game = goldfield.load("gold_nuggets", players=2)
    state = game.play(game.play(game.start(), "GG44423"), "keep GG 444")
    found = expected(game, game.play(state, "roll"))
    assert found[0] == Tally(0, Fraction(2, 6), Fraction(2 * 5, 36))
    assert found[-1].expected == Fraction(3 * 3, 36)


def expected_of(match: Match, step: Transition) -> tuple[Tally, ...]:
    """What was to be expected of a roll; nothing where a step is none."""
    return expected(match.game, step.before) if step.event.kind is Kind.CHANCE else ()


def test_the_dice_of_moje_zlato_may_be_of_ones_own() -> None:
    usual = goldfield.load("moje_zlato", players=2)
    match = begun("moje_zlato")
    state = next(step.before for step in match.transitions() if expected_of(match, step))
    assert [tally.expected for tally in expected(usual, state)] == [
        Fraction(4 * n, 6) for n in (2, 1, 2, 1)
    ]  # CCDKKS
    own = goldfield.load("moje_zlato", players=2, faces="CDDDKS")
    assert [tally.expected for tally in expected(own, state)] == [
        Fraction(4 * n, 6) for n in (1, 3, 1, 1)
    ]


@pytest.mark.parametrize("game", ["gold_nuggets", "moje_zlato"])
def test_every_die_of_a_match_is_counted_once(game: str) -> None:
    for match in (played(game, 3), wavered(game, 4)):
        seats = rolled(match)
        letters = faces_of(match.game)
        texts: list[list[str]] = [[] for _ in seats]
        for step in match.transitions():
            if step.event.kind is not Kind.CHANCE:
                continue
            text = match.game.show_move(step.before, step.event.move)
            if set(text) <= set(letters):
                texts[match.game.turn_of(step.before)].append(text)
        for seat, throws in zip(seats, texts, strict=True):
            assert seat.rolls == len(throws)
            assert seat.dice == sum(map(len, throws))
            fell = [sum(text.count(face) for text in throws) for face in letters]
            assert [tally.happened for tally in seat.faces] == fell
            # Of as many dice as fell as many faces were to be expected.
            assert sum(tally.expected for tally in seat.faces) == seat.dice


def test_games_without_dice_say_what_was_drawn() -> None:
    for options, words in (
        ({"first": 0, "layout": "random"}, "Where the mines lie and who begins was drawn"),
        ({"first": 1, "layout": "random"}, "Where the mines lie was drawn"),
        ({"first": 0}, "Who begins was drawn"),
        ({"first": 1}, "Nothing was rolled or drawn"),
    ):
        game = goldfield.load("nuggets", players=2, **options)
        assert words in str(drawn_of(game))
        assert faces_of(game) == ""
    assert rolled(played("nuggets", 1)) == ()
    assert drawn_of(goldfield.load("gold_nuggets")) is None


def test_a_game_that_tells_nothing_has_no_rolls() -> None:
    match = begun("tests.games.pig")
    assert rolled(match) == ()
    assert drawn_of(match.game) is None


def bots_play(name: str, bot: str, number: int) -> Match:
    """A whole match between bots of a kind."""
    match = begun(name, number, players=2)
    rng = seeded(number, 0)
    while not match.is_over:
        seat = match.to_act
        move, rng = decide(match.game, bot, match.game.view(match.state, seat), seat, rng)
        match = match.extended(match.plan(match.position, seat, [move]))
    return match


@pytest.mark.slow
@pytest.mark.parametrize(("name", "bot"), [("gold_nuggets", "cautious"), ("moje_zlato", "random")])
def test_over_a_thousand_games_between_bots_the_sums_agree(name: str, bot: str) -> None:
    """For every seat, face and for busts: within four of what chance strays by."""
    sums: dict[tuple[int, int], Tally] = {}
    for number in range(1000):
        for n, seat in enumerate(rolled(bots_play(name, bot, number))):
            for k, tally in enumerate((*seat.faces, *((seat.busts,) if seat.busts else ()))):
                sums[n, k] = sums.get((n, k), Tally()).plus(tally.happened, tally)
    assert len(sums) == 2 * (len(faces_of(goldfield.load(name))) + (name == "gold_nuggets"))
    for (seat, kind), tally in sums.items():
        off = float(tally.happened - tally.expected) / sqrt(tally.variance)
        print(f"{name}, seat {seat + 1}, {kind}: {tally.happened}, {off:+.2f} deviations off")
        assert abs(off) < 4
