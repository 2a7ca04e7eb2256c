"""Texts of Pig: a state is ``seat rolling turn score,score``; moves are ``roll`` and ``hold``."""

from __future__ import annotations

import re

from goldfield.games.contract import CHANCE, BadNotation, IllegalMove, Why
from goldfield.words import say
from tests.games.pig.rules import HOLD, ROLL, Rules, Setup, State, to_act

STATE = re.compile(r"(-1|\d+) ([01]) (\d+) (\d+(?:,\d+)*)")


def show_state(rules: Rules, setup: Setup, s: State) -> str:
    return f"{s.seat} {s.rolling} {s.turn} {','.join(map(str, s.scores))}"


def parse_state(rules: Rules, setup: Setup, text: str) -> State:
    found = STATE.match(text)
    if not found:
        raise BadNotation(say("Expected: seat rolling turn score,score."), 0)
    if found.end() != len(text):
        raise BadNotation(say("Expected the end of the text."), found.end())
    seat, rolling, turn = map(int, found.group(1, 2, 3))
    scores = tuple(map(int, found[4].split(",")))
    if len(scores) != setup.players:
        raise BadNotation(say("Expected {n} scores.", n=setup.players), found.start(4))
    if not -1 <= seat < setup.players or (seat == -1 and not rolling):
        raise BadNotation(say("Expected a seat of the table."), 0)
    return State(seat, rolling, turn, scores)


def show_move(rules: Rules, setup: Setup, s: State, move: int) -> str:
    if to_act(setup, s) == CHANCE:
        return str(move + 1) if s.seat >= 0 else f"first {move - 5}"
    return {ROLL: "roll", HOLD: "hold"}[move]


def parse_move(rules: Rules, setup: Setup, s: State, text: str) -> int:
    text = text.strip()
    if to_act(setup, s) == CHANCE:
        legal = range(6, 6 + setup.players) if s.seat < 0 else range(6)
    else:
        legal = range(2)
    for move in legal:
        if show_move(rules, setup, s, move) == text:
            return move
    if re.fullmatch(r"roll|hold|[1-6]|first [1-9]", text):
        raise IllegalMove(Why.ILLEGAL, say("That is not possible now."), "P1")
    raise IllegalMove(Why.UNPARSABLE, say("Type roll or hold."))
