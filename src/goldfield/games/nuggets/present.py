"""Nuggets for people: a view and its legal moves as sentences and plain data. Pure.

The page's template and the terminal draw what :func:`table` returns. For every line it holds
either what a blocker there would make or the reason why none may stand there, so that a script on
the page needs no rule. Values of chips are only where the view has them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldfield.games.contract import Choice, IllegalMove, Why
from goldfield.games.fields import single, written
from goldfield.games.nuggets.areas import (
    areas_of,
    hatches,
    is_whole,
    markers_in,
    sign_place,
    spaces_of,
    taken_spaces,
)
from goldfield.games.nuggets.board import LINES, SPACES, line_text, popcount, space_text
from goldfield.games.nuggets.fencing import lines_shown, one_more, open_lines, pairs_shown
from goldfield.games.nuggets.layout import VALUES
from goldfield.games.nuggets.notation import parse_move, show_move
from goldfield.games.nuggets.offers import offered
from goldfield.games.nuggets.reveal import awards, totals
from goldfield.games.nuggets.rules import (
    Rules,
    free_spaces,
    hand_size,
    in_hand,
    info,
    moves,
    side_of,
    side_scores,
    to_act,
)
from goldfield.games.nuggets.sentences import asked, describe, effect, hint, title, warning
from goldfield.games.nuggets.state import (
    CHIP,
    CHIP_VALUES,
    ENDED,
    PASS,
    SECOND,
    STARTER,
    TURN,
    UNKNOWN,
    UNKNOWN_CHIP,
    Setup,
    State,
)
from goldfield.words import Message, say

__all__ = [
    "DRAWS_SEATS",
    "PIECES",
    "STANDING",
    "choices",
    "describe",
    "moved",
    "read_form",
    "standing",
    "table",
    "warning",
]

PIECES: Mapping[str, Message] = {
    **{str(value): say("{value}", value=value) for value in range(1, 9)},
    "?": say("a chip, face down"),
}
"""How chips and mines are called aloud."""
DRAWS_SEATS = True
"""The table shows whose turn it is and how many chips each seat has; points come at the end."""
STANDING = say("Points, had all chips been turned over after that turn")
"""What the chart of a finished game shows: the scores themselves come at the end only."""
ANIMALS = ("fox", "bear", "owl", "hare")
"""What is on the back of each seat's chips."""
PHASES = ("starter", "layout", "turn", "second", "over")


def choices(rules: Rules, setup: Setup, view: State, seat: int) -> list[Choice]:
    """Every legal move of ``seat`` with what it brings."""
    return [
        Choice(move, show_move(rules, setup, view, move), effect(rules, setup, view, move))
        for move in _legal(rules, setup, view)
    ]


def table(rules: Rules, setup: Setup, view: State, seat: int) -> dict[str, Any]:
    """All that the template draws; Messages where a person reads.

    Keys: ``phase``, ``to_act``, ``seat`` (whose turn it is), ``mine`` (``seat`` is to act),
    ``title``, ``asked`` (the title with the name of who is asked), ``hint``, ``passing`` (what to
    know before passing), ``stock`` (blockers left), ``passed`` (seats), ``sides`` (the seats of
    each), ``hands``, ``spaces``, ``lines``, ``pairs`` (of lines that may be fenced in one turn:
    what both make together, where that is not what each makes alone), ``offers`` (the same for a
    script), ``areas``, ``final`` (who takes what; only once the game is over), ``totals`` and
    ``moves`` (in notation, where ``mine``).
    """
    acting = to_act(setup, view)
    mine = seat >= 0 and acting == seat
    land = _land(setup, view, mine)
    pairs = pairs_shown(view) if mine else []
    return {
        "phase": PHASES[view.phase],
        "to_act": acting,
        "seat": view.seat,
        "mine": mine,
        "title": title(rules, setup, view, mine),
        "asked": asked(rules, setup, view),
        "hint": hint(rules, setup, view, mine),
        "passing": warning(rules, setup, view, PASS) if mine and view.phase == TURN else None,
        "stock": view.stock,
        "passed": [n for n in range(setup.players) if view.passed >> n & 1],
        "sides": [
            [n for n in range(setup.players) if side_of(setup, n) == side]
            for side in range(setup.sides)
        ],
        "hands": [_hand(setup, view, owner) for owner in range(setup.players)],
        **land,
        "pairs": pairs,
        "offers": offered(rules, setup, view, land["lines"], pairs) if mine else {},
        "final": awards(rules, setup, view) if view.phase == ENDED else [],
        "totals": totals(setup, view) if view.phase == ENDED else [],
        "moves": [show_move(rules, setup, view, m) for m in _legal(rules, setup, view)]
        if mine
        else [],
    }


def _legal(rules: Rules, setup: Setup, s: State) -> list[int]:
    out = [0] * info(rules).most_moves
    return out[: moves(setup, s, out)]


def _hand(setup: Setup, s: State, owner: int) -> dict[str, Any]:
    """What everybody sees of a hand, and its values where the reader knows them."""
    hand = s.hands[owner]
    return {
        "seat": owner,
        "left": hand_size(hand),
        "of": hand_size(setup.hand),
        "out": bool(s.passed >> owner & 1),
        "chips": []
        if in_hand(hand, UNKNOWN)
        else [
            {"value": i + 1, "n": in_hand(hand, i), "of": in_hand(setup.hand, i)}
            for i in range(CHIP_VALUES)
            if in_hand(setup.hand, i)
        ],
    }


def _land(setup: Setup, s: State, mine: bool) -> dict[str, Any]:
    """Spaces, lines and areas."""
    areas = areas_of(s.east, s.north)
    lines = lines_shown(setup, s)
    return {
        "spaces": _spaces(s, areas, mine),
        "lines": lines,
        "areas": [
            _area(setup, s, area, hatch, lines)
            for area, hatch in zip(areas, hatches(areas), strict=True)
        ],
    }


def _spaces(s: State, areas: Sequence[int], mine: bool) -> list[dict[str, Any]]:
    """The forty spaces, a1 to h5. ``can``: a chip may be played there now."""
    asking = mine and s.phase == TURN and hand_size(s.hands[s.seat]) > 0
    free = free_spaces(s) if asking else 0
    found: list[dict[str, Any]] = []
    for space in range(SPACES):
        owner = next((n for n, chips in enumerate(s.chips) if chips >> space & 1), -1)
        value = next((i + 1 for i, board in enumerate(s.worth) if board >> space & 1), 0)
        marker = VALUES[s.mines.index(space)] if space in s.mines else 0
        found.append(
            {
                "id": space,
                "name": space_text(space),
                "mine": marker,
                "chip": {"seat": owner, "value": value} if owner >= 0 else None,
                "area": next(n for n, area in enumerate(areas) if area >> space & 1),
                "can": bool(free >> space & 1),
            }
        )
    return found


def _area(
    setup: Setup, s: State, area: int, hatch: int, lines: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """What everybody may know of an area. ``closed``: it can never be parted again."""
    inside = any(line["can"] and area >> line["ends"][0] & 1 for line in lines)
    taken = taken_spaces(s)
    markers = markers_in(s.mines, area)
    return {
        "spaces": spaces_of(area),
        "size": popcount(area),
        "markers": markers,
        "worth": sum(markers),
        "chips": [popcount(chips & area) for chips in s.chips],
        "free": popcount(area & ~taken),
        "hatch": hatch,
        "closed": is_whole(area) or (s.mines[-1] >= 0 and s.phase != STARTER and not inside),
        "sign": sign_place(area, taken),
    }


def moved(
    rules: Rules, setup: Setup, before: State, move: int, after: State
) -> list[dict[str, Any]]:
    """What a move puts on the land: by names of the page's places, chips with their backs only."""
    if move < LINES and before.phase in (TURN, SECOND):
        return [{"to": line_text(move)}]
    if before.phase == TURN and (CHIP <= move < PASS or move >= UNKNOWN_CHIP):
        space = (move - UNKNOWN_CHIP if move >= UNKNOWN_CHIP else move - CHIP) % SPACES
        back = f"chip-{ANIMALS[before.seat]}"
        return [{"from": f"hand-{before.seat + 1}", "to": space_text(space), "what": [back]}]
    return []


def standing(rules: Rules, setup: Setup, s: State) -> list[int]:
    """What every seat's side would have won, had all chips been turned over then; in sixths."""
    won = side_scores(setup, s) if s.mines[-1] >= 0 else setup.nothing
    return [won[side_of(setup, seat)] for seat in range(setup.players)]


def read_form(
    rules: Rules, setup: Setup, view: State, seat: int, form: Mapping[str, Sequence[str]]
) -> list[int]:
    """The moves that a posted form means: both blockers of a turn together, or one move.

    Fields: ``do`` (``build``, ``play``, ``pass``, or none: what the choice means), ``line`` (in
    notation; one or two), ``chip`` (a value), ``space`` (its name).
    """
    do, chip, space = (single(form, name) for name in ("do", "chip", "space"))
    lines = [written(text) for text in form.get("line") or [] if text]
    if do == "pass":
        return [parse_move(rules, setup, view, "pass")]
    if do == "play" or (not do and not lines and (chip or space)):
        return [_chip(rules, setup, view, chip, space)]
    if do not in ("", "build") or (not do and (chip or space)):
        raise IllegalMove(
            Why.UNPARSABLE, say("Build, play a chip or pass: press the button of one of them.")
        )
    return _blockers(rules, setup, view, lines)


def _chip(rules: Rules, setup: Setup, view: State, chip: str, space: str) -> int:
    if not chip:
        raise IllegalMove(Why.ILLEGAL, say("Choose one of your chips, then a space for it."), "NU5")
    if not space:
        raise IllegalMove(Why.ILLEGAL, say("Choose the space on which the chip is to lie."), "NU5")
    return parse_move(rules, setup, view, f"{chip}@{space}")


def _blockers(rules: Rules, setup: Setup, view: State, lines: Sequence[str]) -> list[int]:
    if not lines:
        raise IllegalMove(Why.ILLEGAL, say("Choose a line for the blocker."), "NU3")
    most = 2 if view.phase == TURN else 1
    if len(lines) > most:
        raise IllegalMove(
            Why.ILLEGAL,
            say("A turn is two blockers: you chose {n}.", n=len(lines))
            if most == 2
            else say("Only the second blocker of this turn is due: choose one line."),
            "NU3",
        )
    first = _line(rules, setup, view, lines[0])
    if len(lines) == 1:
        return [first]
    after = one_more(view, first)
    if not open_lines(after):
        raise IllegalMove(
            Why.ILLEGAL, say("No second blocker can follow the first: choose one line."), "NU3"
        )
    return [first, _line(rules, setup, after, lines[1])]


def _line(rules: Rules, setup: Setup, view: State, text: str) -> int:
    move = parse_move(rules, setup, view, text)
    if move >= LINES:
        raise IllegalMove(Why.UNPARSABLE, say("Choose a line for the blocker."), "NU3")
    return move
