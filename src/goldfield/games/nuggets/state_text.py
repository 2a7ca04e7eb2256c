"""Positions of Nuggets as one line of text: ``turn 2 mines=4@e1,… fences=d3|e3,d3/d4 stock=33 …``.

A view reads like a position, with ``?`` for each value that the reader does not know. Reading
checks everything: what it returns is a position that the rules can reach, or what one seat or a
spectator may know of one. ``docs/notation.md`` holds the grammar.
"""

from __future__ import annotations

import re

from goldfield.games.nuggets.board import LINES, SPACES, line_text, space_named, space_text
from goldfield.games.nuggets.layout import VALUES
from goldfield.games.nuggets.reached import put_up, wrong
from goldfield.games.nuggets.rules import Rules, in_hand
from goldfield.games.nuggets.state import (
    BLOCKERS,
    CHIP_VALUES,
    ENDED,
    HAND_BITS,
    LAYOUT,
    MARKERS,
    SECOND,
    STARTER,
    TURN,
    UNKNOWN,
    Setup,
    State,
)
from goldfield.games.reading import Piece, Reader, number, seat_number
from goldfield.words import say

PHASES = ("starter", "layout", "turn", "second", "over")
"""The first word of a position, by phase."""
NONE = "-"
"""What stands for nothing: no fences, no chips, nobody."""
HIDDEN = "?"
"""The value of a chip that the reader does not know."""

_BOARD = ("mines", "fences", "stock", "chips", "hands")
_FIELDS = {
    STARTER: ("mines", "hands"),
    LAYOUT: ("mines", "hands"),
    TURN: (*_BOARD, "passed"),
    SECOND: (*_BOARD, "passed"),
    ENDED: _BOARD,
}
"""The fields of a position, in their order."""


def show_state(rules: Rules, setup: Setup, s: State) -> str:
    """The exact text of a position or a view."""
    seats = range(setup.players)
    values = {
        "mines": ",".join(
            f"{value}@{space_text(mine)}"
            for value, mine in zip(VALUES, s.mines, strict=True)
            if mine >= 0
        ),
        "fences": ",".join(line_text(line) for line in range(LINES) if _stands(s, line)),
        "stock": str(s.stock),
        "chips": ",".join(_chips_text(s, seat) for seat in seats),
        "hands": ",".join(_hand_text(hand) for hand in s.hands),
        "passed": ",".join(str(seat + 1) for seat in seats if s.passed >> seat & 1),
    }
    words = [PHASES[s.phase]]
    if s.phase != STARTER:
        words.append(str(s.seat + 1))
    return " ".join([*words, *(f"{name}={values[name] or NONE}" for name in _FIELDS[s.phase])])


def _stands(s: State, line: int) -> bool:
    """Whether a fence stands on a line."""
    return put_up(s.east, s.north, line) == (s.east, s.north)


def _chips_text(s: State, seat: int) -> str:
    """The chips of a seat on the board: ``2@c4+?@d1``."""
    spaces = (space for space in range(SPACES) if s.chips[seat] >> space & 1)
    return "+".join(f"{_value_text(s, space)}@{space_text(space)}" for space in spaces) or NONE


def _value_text(s: State, space: int) -> str:
    values = (str(i + 1) for i in range(CHIP_VALUES) if s.worth[i] >> space & 1)
    return next(values, HIDDEN)


def _hand_text(hand: int) -> str:
    """The chips in a hand by value: ``7x1+2x2+1x4``; ``9x?`` where they are hidden."""
    names = [*(str(i + 1) for i in range(CHIP_VALUES)), HIDDEN]
    return (
        "+".join(f"{n}x{name}" for i, name in enumerate(names) if (n := in_hand(hand, i))) or NONE
    )


def parse_state(rules: Rules, setup: Setup, text: str) -> State:
    """The position or view of a text. Raises BadNotation: says where and what was expected."""
    reader = Reader(text)
    word = reader.phase(PHASES)
    phase = PHASES.index(word.text)
    who = word if phase == STARTER else reader.word()
    seat = -1 if phase == STARTER else seat_number(who, setup.players)
    fields = {name: reader.field(name) for name in _FIELDS[phase]}
    reader.end()

    players = setup.players
    mines = _mines(fields["mines"])
    east, north = _fences(fields["fences"]) if "fences" in fields else (0, 0)
    chips, worth = (
        _chips(fields["chips"], players, mines)
        if "chips" in fields
        else ((0,) * players, (0,) * CHIP_VALUES)
    )
    everybody = (1 << players) - 1
    s = State(
        phase=phase,
        seat=seat,
        mines=mines,
        east=east,
        north=north,
        stock=number(fields["stock"], 0, BLOCKERS) if "stock" in fields else BLOCKERS,
        chips=chips,
        worth=worth,
        hands=_hands(fields["hands"], players),
        passed=_passed(fields["passed"], players)
        if "passed" in fields
        else everybody * (phase == ENDED),
    )
    if fault := wrong(setup, s):
        name, part, expected = fault
        piece = {**fields, "": word, "seat": who}[name]
        raise (piece.split()[part] if part else piece).wrong(expected)
    return s


def _space(piece: Piece, text: str) -> int:
    space = space_named(text)
    if space is None:
        raise piece.wrong(say("Expected a space, a1 to h5."))
    return space


def _mines(piece: Piece) -> tuple[int, ...]:
    """The spaces of the markers that are laid, in the order in which they are drawn."""
    mines: list[int] = []
    for part in piece.split() if piece.text != NONE else ():
        if len(mines) == MARKERS:
            raise part.wrong(say("Expected at most {n} markers.", n=MARKERS))
        value = VALUES[len(mines)]
        found = re.fullmatch(rf"{value}@([a-h][1-5])", part.text)
        if found is None:
            example = f"{value}@d3"
            raise part.wrong(
                say("Expected a marker of {value}, as in {example}.", value=value, example=example)
            )
        space = _space(part, found[1])
        if space in mines:
            raise part.wrong(say("Expected markers on different spaces."))
        if mines and value == VALUES[len(mines) - 1] and mines[-1] > space:
            raise part.wrong(say("Expected equal markers in the order of their spaces."))
        mines.append(space)
    return (*mines, *(-1,) * (MARKERS - len(mines)))


_LINE_NAMED = {line_text(line): line for line in range(LINES)}


def _fences(piece: Piece) -> tuple[int, int]:
    east = north = 0
    last = -1
    for part in piece.split() if piece.text != NONE else ():
        line = _LINE_NAMED.get(part.text)
        if line is None:
            raise part.wrong(say("Expected a blocker, as in {a} or {b}.", a="d3|e3", b="d3/d4"))
        if line <= last:
            raise part.wrong(
                say("Expected each blocker once, row by row from a1: first those with |, then /.")
            )
        last = line
        east, north = put_up(east, north, line)
    return east, north


def _by_seat(piece: Piece, players: int) -> list[Piece]:
    parts = piece.split()
    if len(parts) != players:
        raise piece.wrong(
            say("Expected chips of {n} seats, parted by commas, - for none.", n=players)
        )
    return parts


def _chips(
    piece: Piece, players: int, mines: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The spaces of each seat's chips, and of all chips of each value."""
    chips: list[int] = []
    worth = [0] * CHIP_VALUES
    for part in _by_seat(piece, players):
        own = 0
        for item in part.split("+") if part.text != NONE else ():
            found = re.fullmatch(r"([1-5?])@([a-h][1-5])", item.text)
            if found is None:
                raise item.wrong(say("Expected a chip on a space, as in {text}.", text="2@c4"))
            space = _space(item, found[2])
            if space in mines:
                raise item.wrong(say("Expected a space without a mine (NU5)."))
            if (sum(chips) | own) >> space & 1:
                raise item.wrong(say("Expected a space without another chip (NU5)."))
            if own >> space:
                raise item.wrong(say("Expected the chips of a seat in the order of their spaces."))
            own |= 1 << space
            if found[1] != HIDDEN:
                worth[int(found[1]) - 1] |= 1 << space
        chips.append(own)
    return tuple(chips), tuple(worth)


def _hands(piece: Piece, players: int) -> tuple[int, ...]:
    return tuple(_hand(part) for part in _by_seat(piece, players))


def _hand(piece: Piece) -> int:
    hand = 0
    last = -1
    for item in piece.split("+") if piece.text != NONE else ():
        found = re.fullmatch(r"([1-9][0-9]?)x([1-5?])", item.text)
        if found is None or int(found[1]) >= 1 << HAND_BITS:
            raise item.wrong(
                say("Expected so many chips of a value, as in {a} or {b}.", a="7x1", b="9x?")
            )
        i = UNKNOWN if found[2] == HIDDEN else int(found[2]) - 1
        if i <= last:
            raise item.wrong(say("Expected each value once, in order, ? last."))
        hand |= int(found[1]) << (HAND_BITS * i)
        last = i
    return hand


def _passed(piece: Piece, players: int) -> int:
    passed = 0
    for part in piece.split() if piece.text != NONE else ():
        bit = 1 << seat_number(part, players)
        if passed >= bit:
            raise part.wrong(say("Expected each seat once, in order."))
        passed |= bit
    return passed
