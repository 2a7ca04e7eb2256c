"""Texts of Partners: a state is its turn, then each seat's hand and what it laid on A and B.

``1 123/A/B 13/A2/B ??/A?/B 1/A/B23-`` is seat 1 to move; a hidden card is ``?`` and a seat that
passed ends with ``-``. The turn is ``?`` before the draw and ``=`` after the end. Moves are
``2 A`` (hidden: ``? A``) and ``pass``; outcomes ``first 3``.
"""

from __future__ import annotations

import re

from goldfield.games.contract import CHANCE, BadNotation, IllegalMove, Why
from goldfield.words import say
from tests.games.partners.rules import (
    HEAPS,
    HIDDEN_CARD,
    PASS,
    SEATS,
    UNKNOWN,
    VALUES,
    Rules,
    Setup,
    State,
    count,
    on_heap,
    to_act,
)

SEAT = re.compile(r"(1?2?3?|\?{1,3})/A(1?2?3?\?{0,3})/B(1?2?3?\?{0,3})(-?)")
TURNS = "=?1234"


def show_state(rules: Rules, setup: Setup, s: State) -> str:
    words = [TURNS[s.seat + 2]]
    for seat, hand in enumerate(s.hands):
        if hand >= UNKNOWN:
            word = "?" * count(hand)
        else:
            word = "".join(str(v + 1) for v in range(VALUES) if hand >> v & 1)
        for heap in range(HEAPS):
            at = seat * PASS + heap * VALUES
            word += "/" + "AB"[heap]
            word += "".join(str(v + 1) * s.laid[at + v] for v in range(VALUES))
            word += "?" * s.down[seat * HEAPS + heap]
        words.append(word + "-" * (s.out >> seat & 1))
    return " ".join(words)


def parse_state(rules: Rules, setup: Setup, text: str) -> State:
    if text[:1] not in tuple(TURNS):
        raise BadNotation(say("Expected one of: {allowed}.", allowed=TURNS), 0)
    turn, at, out = TURNS.index(text[0]) - 2, 1, 0
    hands: list[int] = []
    laid: list[int] = []
    down: list[int] = []
    for seat in range(SEATS):
        if text[at : at + 1] != " ":
            raise BadNotation(say("Expected a space."), at)
        found = SEAT.match(text, at + 1)
        if not found:
            raise BadNotation(say("Expected hand/A…/B…, cards in ascending order."), at + 1)
        hand, *heaps = found.group(1, 2, 3)
        shown = [card for part in (hand, *heaps) for card in part if card != "?"]
        if len(set(shown)) < len(shown) or sum(map(len, (hand, *heaps))) != VALUES:
            raise BadNotation(say("A seat has one card each of 1, 2 and 3."), at + 1)
        if ("?" in hand and shown and "?" not in "".join(heaps)) or (
            turn == -2 and "?" in found[0]
        ):
            raise BadNotation(say("These cards are not hidden."), at + 1)
        hidden = UNKNOWN + len(hand) if "?" in hand else sum(1 << int(c) - 1 for c in hand)
        hands.append(hidden)
        for heap in heaps:
            laid += [heap.count(str(v + 1)) for v in range(VALUES)]
            down.append(heap.count("?"))
        out |= len(found[4]) << seat
        at = found.end()
    if at < len(text):
        raise BadNotation(say("Expected the end of the text."), at)
    s = State(turn, out, (hands[0], hands[1], hands[2], hands[3]), tuple(laid), tuple(down))
    if any(on_heap(s, heap) > setup.room for heap in range(HEAPS)):
        raise BadNotation(say("A heap takes {n} cards.", n=setup.room), 2)
    if (turn >= 0 and out >> turn & 1) or (turn == -2) != (out == (1 << SEATS) - 1):
        raise BadNotation(say("A seat that passed has no turn; the end is when all have."), 0)
    if turn == -1 and (setup.first or out or sum(map(count, hands)) < SEATS * VALUES):
        raise BadNotation(say("The draw comes before the first turn."), 0)
    return s


def show_move(rules: Rules, setup: Setup, s: State, move: int) -> str:
    if to_act(setup, s) == CHANCE:
        return f"first {move + 1}"
    if move == PASS:
        return "pass"
    if move >= HIDDEN_CARD:
        return "? " + "AB"[move - HIDDEN_CARD]
    return f"{move % VALUES + 1} {'AB'[move // VALUES]}"


def parse_move(rules: Rules, setup: Setup, s: State, text: str) -> int:
    text = text.strip()
    if to_act(setup, s) == CHANCE:
        if re.fullmatch("first [1-4]", text):
            return int(text[6:]) - 1
    elif text == "pass":
        return PASS
    elif re.fullmatch("[123] [AB]", text):
        value, heap = int(text[0]), "AB".index(text[2])
        if not s.hands[s.seat] >> value - 1 & 1:
            raise IllegalMove(Why.ILLEGAL, say("You do not hold {card}.", card=value), "PA1")
        if on_heap(s, heap) >= setup.room:
            raise IllegalMove(Why.ILLEGAL, say("There is no room on that heap."), "PA2")
        return heap * VALUES + value - 1
    raise IllegalMove(Why.UNPARSABLE, say("Type a card and a heap, 2 A, or pass."))
