"""Kuhn poker as data and sentences for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldfield.games.contract import CHANCE, Choice, IllegalMove, Why
from goldfield.words import Message, SeatName, say
from tests.games.kuhn.notation import CARDS, parse_move, show_move
from tests.games.kuhn.rules import (
    BET,
    HIDDEN_CARD,
    NONE,
    PASSED,
    START,
    Rules,
    Setup,
    State,
    to_act,
)


def choices(rules: Rules, setup: Setup, view: State, seat: int) -> list[Choice]:
    effects = {
        "check": say("Nobody puts in a chip."),
        "bet": say("You put in one chip."),
        "fold": say("You lose what you put in."),
        "call": say("You put in one chip, and the cards are turned over."),
    }
    texts = [show_move(rules, setup, view, move) for move in (0, 1)]
    return [Choice(move, text, effects[text]) for move, text in enumerate(texts)]


def describe(rules: Rules, setup: Setup, before: State, move: int, after: State) -> list[Message]:
    actor = to_act(setup, before)
    if actor == CHANCE:
        if before.first < 0:
            return [say("{seat} begins.", seat=SeatName(after.first))]
        owner = SeatName(0 if before.cards[0] == NONE else 1)
        if move == HIDDEN_CARD:
            return [say("{seat} was dealt a card.", seat=owner)]
        return [say("{seat} was dealt {card}.", seat=owner, card="JQK"[move])]
    if move == BET:
        return [say("{seat} put in a chip.", seat=SeatName(actor))]
    if before.line in (START, PASSED):
        return [say("{seat} checked.", seat=SeatName(actor))]
    return [say("{seat} folded.", seat=SeatName(actor))]


def table(rules: Rules, setup: Setup, view: State, seat: int) -> dict[str, Any]:
    actor = to_act(setup, view)
    return {
        "to_act": actor,
        "cards": [CARDS[card] for card in view.cards],
        "choices": [c.text for c in choices(rules, setup, view, seat)]
        if actor == seat >= 0
        else [],
        "title": say("{seat} is to bet.", seat=SeatName(actor)) if actor >= 0 else say("Wait."),
    }


def read_form(
    rules: Rules, setup: Setup, view: State, seat: int, form: Mapping[str, Sequence[str]]
) -> list[int]:
    typed = form.get("do", ())
    if len(typed) != 1:
        raise IllegalMove(Why.UNPARSABLE, say("Choose one move."))
    return [parse_move(rules, setup, view, typed[0])]
