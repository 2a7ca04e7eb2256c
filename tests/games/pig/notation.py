"""Texts of Pig: a state is ``seat rolling turn score,score``; moves are ``roll`` and ``hold``.

``2 0 11 40,37`` is seat 2 to decide with 11 points in this turn; ``1`` in place of ``0`` is the die
about to fall, and ``? 1 0 0,0`` the draw of the seat that begins.
"""

from __future__ import annotations

import re

from goldfield.games.contract import CHANCE, BadNotation, IllegalMove, Why
from goldfield.words import say
from tests.games.pig.rules import FIRST, HOLD, ROLL, Rules, Setup, State, to_act

NUMBER = "(?:0|[1-9][0-9]{0,5})"
STATE = re.compile(rf"([?1-4]) ([01]) ({NUMBER}) ({NUMBER}(?:,{NUMBER})*)")


def show_state(rules: Rules, setup: Setup, s: State) -> str:
    return f"{s.seat + 1 or '?'} {s.rolling} {s.turn} {','.join(map(str, s.scores))}"


def parse_state(rules: Rules, setup: Setup, text: str) -> State:
    found = STATE.match(text)
    if not found:
        raise BadNotation(say("Expected: seat rolling turn score,score."), 0)
    if found.end() != len(text):
        raise BadNotation(say("Expected the end of the text."), found.end())
    seat = "?1234".index(found[1]) - 1
    rolling, turn = int(found[2]), int(found[3])
    scores = tuple(map(int, found[4].split(",")))
    if len(scores) != setup.players:
        raise BadNotation(say("Expected {n} scores.", n=setup.players), found.start(4))
    if seat >= setup.players:
        raise BadNotation(say("Expected a seat from 1 to {n}.", n=setup.players), 0)
    if seat < 0 and (setup.first or not rolling or turn or any(scores)):
        raise BadNotation(say("The draw comes before everything else."), 0)
    won = [score >= setup.goal for score in scores]
    if sum(won) > 1 or (any(won) and (rolling or turn or not won[seat - 1])):
        raise BadNotation(say("The game ends with the first {n} points.", n=setup.goal), 2)
    return State(seat, rolling, turn, scores)


def show_move(rules: Rules, setup: Setup, s: State, move: int) -> str:
    if to_act(setup, s) == CHANCE:
        return str(move + 1) if s.seat >= 0 else f"first {move - FIRST + 1}"
    return {ROLL: "roll", HOLD: "hold"}[move]


def parse_move(rules: Rules, setup: Setup, s: State, text: str) -> int:
    text = text.strip()
    if to_act(setup, s) == CHANCE:
        legal = range(FIRST, FIRST + setup.players) if s.seat < 0 else range(FIRST)
    else:
        legal = range(2)
    for move in legal:
        if show_move(rules, setup, s, move) == text:
            return move
    if re.fullmatch(r"roll|hold|[1-6]|first [1-9]", text):
        raise IllegalMove(Why.ILLEGAL, say("That is not possible now."), "P1")
    raise IllegalMove(Why.UNPARSABLE, say("Type roll or hold."))
