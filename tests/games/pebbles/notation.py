"""Texts of Pebbles: a state is ``turn phase hand left``, then what each seat has.

``1 lay 3 4 A12/B2/1 A/B??/0``: seat 1 lays, three pebbles in hand, four turns left; on its heap A
a 1 and a 2 are up, on B a 2, and it has a point from twigs and shells; hidden pebbles are ``?``.
Moves are ``A1`` (hidden: ``A?``), ``open``, ``stop`` and ``twig``; outcomes ``hand 3``,
``shell 2`` and ``first 1``.
"""

from __future__ import annotations

import re

from goldfield.games.contract import CHANCE, BadNotation, IllegalMove, Why
from goldfield.words import say
from tests.games.pebbles.rules import (
    DRAW,
    DRAWING,
    ENDED,
    HAND,
    HEAPS,
    HIDDEN,
    LAYING,
    OPEN,
    ROLLING,
    SHELL,
    STOP,
    TURNS,
    TWIG,
    VALUES,
    Rules,
    Setup,
    State,
    moves,
    outcomes,
    start,
    to_act,
)

PHASES = ("draw", "roll", "lay", "twig", "open", "over")
HEAD = re.compile(r"([123?]) (draw|roll|lay|twig|open|over) ([0-3]) ([0-6])")
SEAT = re.compile(r" A(1{0,9}2{0,9}|\?{1,9})/B(1{0,9}2{0,9}|\?{1,9})/(0|[1-9][0-9]?)")
WORDS = {OPEN: "open", STOP: "stop", TWIG: "twig"}


def show_state(rules: Rules, setup: Setup, s: State) -> str:
    text = f"{s.seat + 1 or '?'} {PHASES[s.phase]} {s.hand} {s.left}"
    for seat in range(setup.players):
        heaps: list[str] = []
        for heap in range(HEAPS):
            under = seat * HEAPS + heap
            shown = "".join(str(v + 1) * s.laid[under * VALUES + v] for v in range(VALUES))
            heaps.append("AB"[heap] + shown + "?" * s.down[under])
        text += f" {'/'.join(heaps)}/{s.gifts[seat]}"
    return text


def parse_state(rules: Rules, setup: Setup, text: str) -> State:
    head = HEAD.match(text)
    if not head:
        raise BadNotation(say("Expected turn, phase, hand and turns left."), 0)
    phase, hand, left = PHASES.index(head[2]), int(head[3]), int(head[4])
    laid: list[int] = []
    down: list[int] = []
    gifts: list[int] = []
    at = head.end()
    for _ in range(setup.players):
        found = SEAT.match(text, at)
        if not found:
            raise BadNotation(say("Expected A…/B…/points."), at)
        for heap in found.group(1, 2):
            laid += [heap.count("1"), heap.count("2")]
            down.append(heap.count("?"))
        hides = "?" in found[0]
        if hides and (not setup.secret or phase == ENDED or found[0].strip("AB/ ?0123456789")):
            raise BadNotation(say("These pebbles are not hidden."), at)
        gifts.append(int(found[3]))
        at = found.end()
    if at < len(text):
        raise BadNotation(say("Expected the end of the text."), at)
    seat = "?123".index(head[1]) - 1
    s = State(phase, seat, hand, left, tuple(laid), tuple(down), tuple(gifts))
    if seat >= setup.players or (seat < 0) != (phase == DRAWING):
        raise BadNotation(say("This seat cannot have the turn."), 0)
    if phase == DRAWING and s != start(setup):
        raise BadNotation(say("Nobody has anything before the draw."), 0)
    if (phase == ROLLING and not setup.dice) or hand > (HAND if phase == LAYING else HAND - 1):
        raise BadNotation(say("So many pebbles cannot be in hand."), 2)
    if phase in (ROLLING, ENDED) and hand:
        raise BadNotation(say("No pebbles are in hand here."), 2)
    if left > TURNS * setup.players or (left == 0) != (phase == ENDED):
        raise BadNotation(say("So many turns cannot be left."), head.start(4))
    return s


def show_move(rules: Rules, setup: Setup, s: State, move: int) -> str:
    if to_act(setup, s) == CHANCE:
        if move >= DRAW:
            return f"first {move - DRAW + 1}"
        return f"shell {move - SHELL}" if move >= SHELL else f"hand {move + 1}"
    if move >= HIDDEN:
        return "AB"[move - HIDDEN] + "?"
    return WORDS.get(move) or f"{'AB'[move // VALUES]}{move % VALUES + 1}"


def parse_move(rules: Rules, setup: Setup, s: State, text: str) -> int:
    out = [0] * 6
    legal = out[: moves(setup, s, out)]
    if to_act(setup, s) == CHANCE:
        legal = [outcome for outcome, _ in outcomes(setup, s)]
    for move in legal:
        if show_move(rules, setup, s, move) == text.strip():
            return move
    if re.fullmatch(r"[AB][12]|open|stop|twig|hand [123]|shell [012]|first [123]", text.strip()):
        raise IllegalMove(Why.ILLEGAL, say("That is not possible now."), "PE1")
    raise IllegalMove(Why.UNPARSABLE, say("Type A1, A2, B1, B2, open or stop."))
