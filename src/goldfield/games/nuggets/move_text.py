"""Moves and chance outcomes of Nuggets as text: ``d3|e3``, ``d3/d4``, ``2@c4``, ``pass``.

``docs/notation.md`` holds the grammar. What a text may not mean is said by :mod:`refusals`.
"""

from __future__ import annotations

import re

from goldfield.games.nuggets import refusals
from goldfield.games.nuggets.board import (
    LINES,
    SPACES,
    line_between,
    line_text,
    space_named,
    space_text,
)
from goldfield.games.nuggets.layout import VALUES
from goldfield.games.nuggets.rules import Rules, in_hand, info, moves
from goldfield.games.nuggets.state import (
    CHIP,
    CHIP_VALUES,
    ENDED,
    LAYOUT,
    OUTCOME_STARTER,
    PASS,
    SECOND,
    STARTER,
    UNKNOWN_CHIP,
    Setup,
    State,
)

_SPACE = r"([a-z](?:0|[1-9][0-9]?))"
_BETWEEN = r"\s?[|¦│/\\:,;._–—-]?\s?"
LINE = re.compile(_SPACE + _BETWEEN + _SPACE)
"""Two spaces, whatever stands between them."""
TWO_LINES = re.compile(rf"({LINE.pattern})(?:\s?[,;&+]\s?| and | then | )({LINE.pattern})")
CHIP_FIRST = re.compile(rf"([0-9]{{1,2}}|\?)\s?(?:@|=|:|on|at)?\s?{_SPACE}")
SPACE_FIRST = re.compile(rf"{_SPACE}\s?(?:@|=|:| )\s?([0-9]{{1,2}}|\?)")
SPACE = re.compile(rf"@?\s?{_SPACE}")
HALF_LINE = re.compile(rf"{_SPACE}\s?[|¦│/\\]|[|¦│/\\]\s?{_SPACE}")
VALUE = re.compile(r"([1-5])\s?@?")
FIRST = re.compile(r"first ?([0-9]{1,9})?")


def show_move(rules: Rules, setup: Setup, s: State, move: int) -> str:
    """The canonical text of a legal move, a masked one or a possible outcome."""
    if s.phase == STARTER:
        return f"first {move - OUTCOME_STARTER + 1}"
    if s.phase == LAYOUT:
        return f"{refusals.next_marker(s)}@{space_text(move)}"
    if move < CHIP:
        return line_text(move)
    if move == PASS:
        return "pass"
    if move >= UNKNOWN_CHIP:
        return f"?@{space_text(move - UNKNOWN_CHIP)}"
    value, space = divmod(move - CHIP, SPACES)
    return f"{value + 1}@{space_text(space)}"


def parse_move(rules: Rules, setup: Setup, s: State, text: str) -> int:
    """The legal move, or the outcome, that a text means. Raises IllegalMove."""
    if s.phase == ENDED:
        raise refusals.over()
    words = " ".join(text.lower().split()).strip(" .,;!")
    if s.phase == STARTER:
        return _starter(setup, s, words, text)
    if s.phase == LAYOUT:
        return _marker(s, words, text)
    if words == "pass":
        move = PASS
    elif found := LINE.fullmatch(words):
        move = _line(found[1], found[2])
    elif found := CHIP_FIRST.fullmatch(words):
        move = _chip(rules, setup, s, found[1], found[2])
    elif found := SPACE_FIRST.fullmatch(words):
        move = _chip(rules, setup, s, found[2], found[1])
    elif found := SPACE.fullmatch(words):
        move = _any_chip(rules, setup, s, found[1])
    elif found := HALF_LINE.fullmatch(words):
        raise refusals.half_a_line(s, _on_board(found[1] or found[2], "NU3"))
    elif (found := VALUE.fullmatch(words)) and s.phase != SECOND:
        raise refusals.where(found[1], _examples(rules, setup, s)[1])
    elif found := TWO_LINES.fullmatch(words):
        raise refusals.two_lines(found[1], found[4])
    elif FIRST.fullmatch(words):
        raise refusals.begun()
    else:
        raise refusals.no_move(s, words, text, _examples(rules, setup, s))
    if move in _legal(rules, setup, s):
        return move
    raise refusals.not_here(setup, s, move)


def _legal(rules: Rules, setup: Setup, s: State) -> list[int]:
    out = [0] * info(rules).most_moves
    return out[: moves(setup, s, out)]


def _examples(rules: Rules, setup: Setup, s: State) -> tuple[str, str]:
    """A blocker and a chip that can be played now; empty where there is none."""
    legal = _legal(rules, setup, s)
    line = next((line_text(move) for move in legal if move < LINES), "")
    chip = next((show_move(rules, setup, s, move) for move in legal if CHIP <= move < PASS), "")
    return line, chip


def _on_board(name: str, rule: str) -> int:
    space = space_named(name)
    if space is None:
        raise refusals.off_board(name, rule)
    return space


def _line(a: str, b: str) -> int:
    spaces = space_named(a), space_named(b)
    if spaces[0] is None or spaces[1] is None:
        raise refusals.off_board_line(a, b)
    line = line_between(spaces[0], spaces[1])
    if line is None:
        raise refusals.no_neighbours(a, b)
    return line


def _chip(rules: Rules, setup: Setup, s: State, value: str, name: str) -> int:
    if s.phase == SECOND:
        raise refusals.second_due()
    space = _on_board(name, "NU5")
    if value == "?":
        raise refusals.which_chip(_examples(rules, setup, s)[1])
    if not 1 <= int(value) <= refusals.highest(setup):
        raise refusals.no_such_chip(setup, int(value))
    return CHIP + (int(value) - 1) * SPACES + space


def _any_chip(rules: Rules, setup: Setup, s: State, name: str) -> int:
    """A space alone: the chip that can be played there, if all are alike."""
    space = _on_board(name, "NU3" if s.phase == SECOND else "NU5")
    if s.phase == SECOND:
        raise refusals.half_a_line(s, space)
    found = [CHIP + i * SPACES + space for i in range(CHIP_VALUES) if in_hand(s.hands[s.seat], i)]
    legal = _legal(rules, setup, s)
    if len(found) > 1 and found[0] in legal:
        raise refusals.which_value([show_move(rules, setup, s, move) for move in found])
    return found[0] if found else CHIP + space


def _starter(setup: Setup, s: State, words: str, text: str) -> int:
    found = re.fullmatch(r"(?:first )?([0-9]{1,9})", words)
    if found is None:
        raise refusals.no_outcome(s, _is_a_move(words), words, text)
    if not 1 <= int(found[1]) <= setup.players:
        raise refusals.no_seat(int(found[1]), setup.players)
    return OUTCOME_STARTER + int(found[1]) - 1


def _marker(s: State, words: str, text: str) -> int:
    """The space of the next marker of a layout that is being drawn."""
    if FIRST.fullmatch(words):
        raise refusals.begun()
    value, name = "", ""
    if found := CHIP_FIRST.fullmatch(words):
        value, name = found[1], found[2]
    elif found := SPACE_FIRST.fullmatch(words):
        value, name = found[2], found[1]
    elif found := SPACE.fullmatch(words):
        name = found[1]
    if not name or value == "?":
        raise refusals.no_outcome(s, _is_a_move(words), words, text)
    space = _on_board(name, "NU1")
    if value and int(value) != refusals.next_marker(s):
        raise refusals.other_marker(s, int(value))
    if space in s.mines:
        raise refusals.marker_lies(space, VALUES[s.mines.index(space)])
    return space


def _is_a_move(words: str) -> bool:
    """Whether a text reads as something that a player does."""
    forms = (LINE, CHIP_FIRST, SPACE_FIRST, SPACE, TWO_LINES)
    return words == "pass" or any(form.fullmatch(words) for form in forms)
