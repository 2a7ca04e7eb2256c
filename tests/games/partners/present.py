"""Partners as data and sentences for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldfield.games.contract import Choice, IllegalMove, Why
from goldfield.words import Message, SeatName, say
from tests.games.partners.notation import parse_move, show_move
from tests.games.partners.rules import (
    HEAPS,
    HIDDEN_CARD,
    PASS,
    SEATS,
    VALUES,
    Rules,
    Setup,
    State,
    count,
    moves,
    on_heap,
    to_act,
)


def choices(rules: Rules, setup: Setup, view: State, seat: int) -> list[Choice]:
    out = [0] * (PASS + 1)
    found: list[Choice] = []
    for move in out[: moves(setup, view, out)]:
        effect = say("You are out.")
        if move != PASS:
            effect = say("You lay a card on heap {heap}.", heap="AB"[move // VALUES])
        found.append(Choice(move, show_move(rules, setup, view, move), effect))
    return found


def describe(rules: Rules, setup: Setup, before: State, move: int, after: State) -> list[Message]:
    if before.seat < 0:
        return [say("{seat} begins.", seat=SeatName(move))]
    who = SeatName(before.seat)
    if move == PASS:
        return [say("{seat} passed.", seat=who)]
    if move >= HIDDEN_CARD:
        return [say("{seat} laid a card on {heap}.", seat=who, heap="AB"[move - HIDDEN_CARD])]
    card, heap = move % VALUES + 1, "AB"[move // VALUES]
    return [say("{seat} laid a {card} on {heap}.", seat=who, card=card, heap=heap)]


def table(rules: Rules, setup: Setup, view: State, seat: int) -> dict[str, Any]:
    actor = to_act(setup, view)
    return {
        "to_act": actor,
        "heaps": [on_heap(view, heap) for heap in range(HEAPS)],
        "hands": [count(view.hands[owner]) for owner in range(SEATS)],
        "actions": [c.text for c in choices(rules, setup, view, seat)]
        if actor == seat >= 0
        else [],
        "title": say("{seat} has the turn.", seat=SeatName(actor)) if actor >= 0 else say("Wait."),
    }


def read_form(
    rules: Rules, setup: Setup, view: State, seat: int, form: Mapping[str, Sequence[str]]
) -> list[int]:
    typed = form.get("do", ())
    if len(typed) != 1:
        raise IllegalMove(Why.UNPARSABLE, say("Choose one move."))
    return [parse_move(rules, setup, view, typed[0])]
