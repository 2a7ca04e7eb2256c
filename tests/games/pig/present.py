"""Pig as data and sentences for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldfield.games.contract import CHANCE, Choice, IllegalMove, Why
from goldfield.words import Message, SeatName, say, say_n
from tests.games.pig.notation import parse_move
from tests.games.pig.rules import HOLD, ROLL, Rules, Setup, State, to_act


def choices(rules: Rules, setup: Setup, view: State, seat: int) -> list[Choice]:
    return [
        Choice(ROLL, "roll", say("You roll, and lose all of this turn with a 1.")),
        Choice(HOLD, "hold", say_n("You keep {n} point.", "You keep {n} points.", view.turn)),
    ]


def describe(rules: Rules, setup: Setup, before: State, move: int, after: State) -> list[Message]:
    actor = to_act(setup, before)
    if actor == CHANCE:
        if before.seat < 0:
            return [say("{seat} begins.", seat=SeatName(after.seat))]
        return [say("{seat} rolled {face}.", seat=SeatName(before.seat), face=move + 1)]
    if move == ROLL:
        return []
    return [
        say_n(
            "{seat} kept {n} point.", "{seat} kept {n} points.", before.turn, seat=SeatName(actor)
        )
    ]


def table(rules: Rules, setup: Setup, view: State, seat: int) -> dict[str, Any]:
    actor = to_act(setup, view)
    return {
        "to_act": actor,
        "turn": view.turn,
        "scores": list(view.scores),
        "actions": ["roll", "hold"] if actor == seat >= 0 else [],
        "title": say("{seat} has the turn.", seat=SeatName(actor)) if actor >= 0 else say("Wait."),
    }


def read_form(
    rules: Rules, setup: Setup, view: State, seat: int, form: Mapping[str, Sequence[str]]
) -> list[int]:
    typed = form.get("do", ())
    if len(typed) != 1:
        raise IllegalMove(Why.UNPARSABLE, say("Choose one move."))
    return [parse_move(rules, setup, view, typed[0])]
