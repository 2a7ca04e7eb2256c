"""Pebbles as data and sentences for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldfield.games.contract import Choice, IllegalMove, Why
from goldfield.words import Message, SeatName, say
from tests.games.pebbles.notation import parse_move, show_move, show_state
from tests.games.pebbles.rules import (
    DRAW,
    HIDDEN,
    OPEN,
    OPENING,
    SHELL,
    STOP,
    TWIG,
    VALUES,
    Rules,
    Setup,
    State,
    moves,
    to_act,
)


def choices(rules: Rules, setup: Setup, view: State, seat: int) -> list[Choice]:
    out = [0] * 6
    effects = {
        OPEN: say("You open a shell."),
        STOP: say("Your turn ends."),
        TWIG: say("You take a twig."),
    }
    lay = say("You lay a pebble.")
    return [
        Choice(move, show_move(rules, setup, view, move), effects.get(move, lay))
        for move in out[: moves(setup, view, out)]
    ]


def describe(rules: Rules, setup: Setup, before: State, move: int, after: State) -> list[Message]:
    who = SeatName(before.seat)
    if to_act(setup, before) < 0:
        if before.seat < 0:
            return [say("{seat} begins.", seat=SeatName(move - DRAW))]
        if before.phase == OPENING:
            return [say("{seat} found {n} in a shell.", seat=who, n=move - SHELL)]
        return [say("{seat} has {n} pebbles.", seat=who, n=move + 1)]
    if move == OPEN:
        return []
    if move == STOP:
        return [say("{seat} stopped.", seat=who)]
    if move == TWIG:
        return [say("{seat} took a twig.", seat=who)]
    if move >= HIDDEN:
        return [say("{seat} laid a pebble on {heap}.", seat=who, heap="AB"[move - HIDDEN])]
    value, heap = move % VALUES + 1, "AB"[move // VALUES]
    return [say("{seat} laid a {value} on {heap}.", seat=who, value=value, heap=heap)]


def table(rules: Rules, setup: Setup, view: State, seat: int) -> dict[str, Any]:
    actor = to_act(setup, view)
    return {
        "to_act": actor,
        "text": show_state(rules, setup, view),
        "choices": [c.text for c in choices(rules, setup, view, seat)]
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
