"""Kuhn poker by exact enumeration: what Kuhn published in 1950 comes out of our contract."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import goldfield
from goldfield.games.contract import CHANCE, OVER
from goldfield.rng import seeded
from tests.games.kuhn import rules as kuhn

GAME = goldfield.load("tests.games.kuhn")
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)

Strategy = dict[tuple[int, int], Fraction]
"""The probability of a bet by (own card, moves made before)."""

J, Q, K = kuhn.JACK, kuhn.QUEEN, kuhn.KING


def first_seat(alpha: Fraction) -> Strategy:
    """Kuhn's family of best strategies for who begins, 0 <= alpha <= 1/3."""
    return {
        (J, kuhn.START): alpha,
        (Q, kuhn.START): Fraction(0),
        (K, kuhn.START): 3 * alpha,
        (J, kuhn.PASS_BET): Fraction(0),
        (Q, kuhn.PASS_BET): alpha + THIRD,
        (K, kuhn.PASS_BET): Fraction(1),
    }


SECOND_SEAT: Strategy = {
    (J, kuhn.PASSED): THIRD,
    (Q, kuhn.PASSED): Fraction(0),
    (K, kuhn.PASSED): Fraction(1),
    (J, kuhn.RAISED): Fraction(0),
    (Q, kuhn.RAISED): THIRD,
    (K, kuhn.RAISED): Fraction(1),
}


def value(state: Any, strategies: tuple[Strategy, Strategy]) -> Fraction:
    """The chips that seat 0 wins on average; each strategy is asked with its seat's view alone."""
    actor = GAME.to_act(state)
    if actor == OVER:
        return GAME.scores(state)[0]
    if actor == CHANCE:
        return sum(
            (chance * value(GAME.play(state, o), strategies) for o, chance in GAME.outcomes(state)),
            Fraction(0),
        )
    view: Any = GAME.view(state, actor)
    bet = strategies[actor][view.cards[actor], view.line]
    return bet * value(GAME.play(state, kuhn.BET), strategies) + (1 - bet) * value(
        GAME.play(state, kuhn.PASS), strategies
    )


def pure_strategies(keys: list[tuple[int, int]]) -> list[Strategy]:
    return [
        {key: Fraction(bits >> i & 1) for i, key in enumerate(keys)}
        for bits in range(2 ** len(keys))
    ]


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 7), Fraction(1, 4), THIRD])
def test_the_known_equilibrium_loses_an_eighteenth(alpha: Fraction) -> None:
    assert value(GAME.start(), (first_seat(alpha), SECOND_SEAT)) == Fraction(-1, 18)


def test_nobody_gains_by_leaving_the_equilibrium() -> None:
    """No pure strategy, of 64 each, does better against it: -1/18 is the value of the game."""
    begins = first_seat(Fraction(1, 5))
    best = max(value(GAME.start(), (s, SECOND_SEAT)) for s in pure_strategies(list(begins)))
    worst = min(value(GAME.start(), (begins, s)) for s in pure_strategies(list(SECOND_SEAT)))
    assert best == worst == Fraction(-1, 18)


def test_always_betting_is_no_equilibrium() -> None:
    """The enumeration does not give -1/18 for just anything."""
    bold = dict.fromkeys(first_seat(THIRD), Fraction(1))
    assert value(GAME.start(), (bold, SECOND_SEAT)) < Fraction(-1, 18)


def test_a_guess_gives_every_card_that_may_be_there() -> None:
    view = GAME.parse_state("1 J? b")
    guesses = {GAME.show_state(GAME.guess(view, 0, seeded(1, k))[0]) for k in range(40)}
    assert guesses == {"1 JQ b", "1 JK b"}
    public = GAME.parse_state("1 ?? -")
    guesses = {GAME.show_state(GAME.guess(public, -1, seeded(1, k))[0]) for k in range(200)}
    assert guesses == {f"1 {a}{b} -" for a in "JQK" for b in "JQK" if a != b}


def test_a_fold_shows_no_cards_and_a_call_shows_both() -> None:
    state = GAME.start()
    for move in ("K", "Q", "bet"):
        state = GAME.play(state, move)
    folded, called = GAME.play(state, "fold"), GAME.play(state, "call")
    assert [GAME.show(folded, seat) for seat in (-1, 0, 1)] == ["1 ?? bp", "1 K? bp", "1 ?Q bp"]
    assert {GAME.show(called, seat) for seat in (-1, 0, 1)} == {"1 KQ bb"}
    assert GAME.scores(folded) == (1, -1)
    assert GAME.scores(called) == (2, -2)
