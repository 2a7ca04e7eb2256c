"""Texts of Kuhn poker: a state is ``first cards line``, such as ``1 JK pb``.

``-`` is no card or no bet, ``?`` is hidden. Moves are ``check``, ``bet``, ``fold`` and ``call``;
outcomes ``J``, ``Q``, ``K`` and ``first 2``.
"""

from __future__ import annotations

import re

from goldfield.games.contract import CHANCE, BadNotation, IllegalMove, Why
from goldfield.words import say
from tests.games.kuhn.rules import (
    DRAW_STARTER,
    HIDDEN_CARD,
    JACK,
    NONE,
    PASSED,
    START,
    UNKNOWN,
    Rules,
    Setup,
    State,
    is_showdown,
    outcomes,
    to_act,
)

CARDS = "-JQK?"
LINES = {"-": START, "p": 0b110, "b": 0b111, "pp": 0b11010, "pb": 0b11011, "bp": 0b11110}
LINES |= {"bb": 0b11111, "pbp": 0b1101110, "pbb": 0b1101111}
WORDS = {"-": "nothing", "p": "a pass", "b": "a bet"}


def show_state(rules: Rules, setup: Setup, s: State) -> str:
    line = next(text for text, line in LINES.items() if line == s.line)
    return f"{s.first + 1 or '?'} {CARDS[s.cards[0]]}{CARDS[s.cards[1]]} {line}"


def parse_state(rules: Rules, setup: Setup, text: str) -> State:
    shape = ("?12", " ", CARDS, CARDS, " ")
    for at, allowed in enumerate(shape):
        if text[at : at + 1] not in tuple(allowed):
            raise BadNotation(say("Expected one of: {allowed}.", allowed=allowed), at)
    if text[5:] not in LINES:
        raise BadNotation(say("Expected the bets: {allowed}.", allowed=tuple(LINES)), 5)
    first, cards = "?12".index(text[0]) - 1, (CARDS.index(text[2]), CARDS.index(text[3]))
    s = State(first, cards, LINES[text[5:]])
    if (first < 0 and (setup.first or cards != (NONE, NONE))) or (
        first >= 0 and setup.first - 1 not in (-1, first)
    ):
        raise BadNotation(say("That seat does not begin here."), 0)
    if cards[1] != NONE and cards[0] == NONE:
        raise BadNotation(say("Seat 1 is dealt its card first."), 2)
    if cards[0] == cards[1] and JACK <= cards[0] < UNKNOWN:
        raise BadNotation(say("There is one card of each kind."), 3)
    if cards[1] == NONE and s.line != START:
        raise BadNotation(say("Nobody bets before the cards are dealt."), 5)
    if is_showdown(s) and UNKNOWN in cards:
        raise BadNotation(say("The cards have been turned over."), 2)
    return s


def show_move(rules: Rules, setup: Setup, s: State, move: int) -> str:
    if to_act(setup, s) == CHANCE:
        if move == HIDDEN_CARD:
            return "?"
        return "JQK"[move] if move < DRAW_STARTER else f"first {move - DRAW_STARTER + 1}"
    if s.line in (START, PASSED):
        return ("check", "bet")[move]
    return ("fold", "call")[move]


def parse_move(rules: Rules, setup: Setup, s: State, text: str) -> int:
    is_chance = to_act(setup, s) == CHANCE
    for move in [o for o, _ in outcomes(setup, s)] if is_chance else range(2):
        if show_move(rules, setup, s, move) == text.strip():
            return move
    if re.fullmatch(r"check|bet|fold|call|[JQK]|first [12]", text.strip()):
        raise IllegalMove(Why.ILLEGAL, say("That is not possible now."), "K1")
    raise IllegalMove(Why.UNPARSABLE, say("Type check, bet, fold or call."))
