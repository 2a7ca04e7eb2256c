"""Moves and chance outcomes of Gold Nuggets as text: ``keep GG L 222``, ``rob 2``, ``GGL2345``.

``docs/notation.md`` holds the grammar. What a text may not mean is said by :mod:`refusals`.
"""

from __future__ import annotations

import re

from goldfield.games.contract import IllegalMove, Why
from goldfield.games.gold_nuggets import refusals
from goldfield.games.gold_nuggets.rules import (
    ENDED,
    KEEP,
    OUTCOME_STARTER,
    ROB,
    ROLL,
    STARTER,
    Rules,
    Setup,
    State,
    moves,
    table_of,
)
from goldfield.games.gold_nuggets.state_text import groups
from goldfield.games.gold_nuggets.turn import FACES, Aside, Counts, roll_id, roll_text
from goldfield.words import say

VERBS = ("roll", "collect", "again", "end", "stop", "rob")
"""The words of the moves beyond the keeps, in the order of their ids."""
PIECE = re.compile(rf"\(\s*\+?[{FACES}\s]*\)|[{FACES}]+")
"""A part of a set-aside: a straight, an extension, or dice."""
STRAIGHTS = {"234": Aside(low=1), "345": Aside(high=1), "2345": Aside(long=1)}
EXTENSIONS = {"5": Aside(low=-1, long=1), "2": Aside(high=-1, long=1)}
"""What the die that extends a straight of three does to the table."""


def show_move(rules: Rules, setup: Setup, s: State, move: int) -> str:
    """The canonical text of a legal move or a possible outcome."""
    if s.phase == STARTER:
        return f"first {move - OUTCOME_STARTER + 1}"
    if s.phase == ROLL:
        return roll_text(move)
    if s.phase == KEEP:
        return "keep " + " ".join(_steps(rules, s.aside, move))
    verb = move - setup.asides
    return VERBS[verb] if verb < ROB else f"rob {verb - ROB + 1}"


def _steps(rules: Rules, before: int, after: int) -> list[str]:
    """What leads from one table to another, with as few extensions as possible."""
    asides = table_of(rules).asides
    change = _minus(asides[after], asides[before])
    by_five, by_two = max(0, -change.low), max(0, -change.high)
    new = change._replace(
        low=change.low + by_five,
        high=change.high + by_two,
        long=change.long - by_five - by_two,
    )
    return [*groups(new), *["(+5)"] * by_five, *["(+2)"] * by_two]


def parse_move(rules: Rules, setup: Setup, s: State, text: str) -> int:
    """The legal move, or the outcome, that a text means. Raises IllegalMove."""
    if s.phase == ENDED:
        raise refusals.over()
    words = text.strip().lower().replace(",", " ")
    found = re.fullmatch(r"([a-z]*)\s*(.*)", words, re.DOTALL)
    verb, rest = (found[1], found[2]) if found else ("", words)
    dice = re.sub(r"\s", "", words).upper()
    if dice and not dice.strip(FACES + "16"):
        return _dice(setup, s, dice)
    if words.startswith("keep"):
        return _keep(rules, setup, s, words[4:].upper())
    if verb not in (*VERBS, "first"):
        raise refusals.no_move(rules, s, text, _possible(rules, setup, s))
    if s.phase == STARTER and verb == "first":
        return OUTCOME_STARTER + _seat(setup, verb, rest)
    if s.phase in (STARTER, ROLL) or verb == "first":
        raise refusals.chance(s, verb)
    if verb == "rob":
        seat = _seat(setup, verb, rest)
        move = setup.asides + ROB + seat
    elif rest:
        raise IllegalMove(
            Why.UNPARSABLE, say("{verb} stands alone, without {rest}.", verb=verb, rest=rest[:20])
        )
    else:
        seat = -1
        move = setup.asides + VERBS.index(verb)
    if s.phase != KEEP and move in _legal(rules, setup, s):
        return move
    raise refusals.not_now(rules, setup, s, verb, seat)


def _possible(rules: Rules, setup: Setup, s: State) -> list[str]:
    """The moves that may be typed now; of the set-asides the one of the most dice."""
    if s.phase in (STARTER, ROLL):
        return []
    if s.phase == KEEP:
        most = min(_legal_keeps(rules, s), key=lambda aside: setup.left[aside])
        return [show_move(rules, setup, s, most)]
    return [show_move(rules, setup, s, move) for move in _legal(rules, setup, s)]


def _legal(rules: Rules, setup: Setup, s: State) -> list[int]:
    out = [0] * (3 + rules.players)
    return out[: moves(setup, s, out)]


def _seat(setup: Setup, verb: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise IllegalMove(
            Why.UNPARSABLE,
            say("{verb} needs the number of a seat, as in {verb} 2.", verb=verb),
            "GN7" if verb == "rob" else "",
        )
    if not 1 <= int(text) <= setup.players:
        raise IllegalMove(
            Why.ILLEGAL,
            say("There is no seat {seat}; seats are 1 to {n}.", seat=int(text), n=setup.players),
            "GN7" if verb == "rob" else "",
        )
    return int(text) - 1


def _dice(setup: Setup, s: State, dice: str) -> int:
    """The outcome of a text of dice alone."""
    if dice.strip(FACES):
        raise refusals.no_face()
    if s.phase != ROLL:
        raise refusals.dice_now(s, dice)
    if len(dice) != setup.left[s.aside]:
        raise refusals.wrong_number(setup.left[s.aside], len(dice))
    return roll_id(_counts(dice))


def _keep(rules: Rules, setup: Setup, s: State, text: str) -> int:
    if s.phase in (STARTER, ROLL):
        raise refusals.chance(s, "keep")
    if s.phase != KEEP:
        raise refusals.not_now(rules, setup, s, "keep", -1)
    pieces = PIECE.findall(text)
    if re.sub(r"\s", "", PIECE.sub("", text)):
        raise refusals.no_dice(text)
    marked = [re.sub(r"\s", "", piece) for piece in pieces if piece.startswith("(")]
    plain = [piece for piece in pieces if not piece.startswith("(")]
    dice = "".join([*plain, *(piece.strip("(+)") for piece in marked)])
    if not dice:
        raise refusals.nothing(show_move(rules, setup, s, _legal_keeps(rules, s)[0]))
    refusals.check_marks(rules, s, marked)
    refusals.check_rolled(s, _counts(dice))

    given = Aside()
    loose = ""
    for piece in marked:
        step = EXTENSIONS if "+" in piece else STRAIGHTS
        given = _plus(given, step[piece.strip("(+)")])
    fixed = given
    for piece in plain:
        if piece == piece[0] * len(piece):
            fixed = _plus(fixed, _in_sets(_counts(piece)))
        elif rules.straights and piece in STRAIGHTS:
            fixed = _plus(fixed, STRAIGHTS[piece])
        else:
            loose += piece
    # Dice without parentheses mean what their groups say; where that is no move, and for groups
    # of unlike dice, any reading that is one.
    found = _readings(rules, s, fixed, _counts(loose))
    if not found:
        found = _readings(rules, s, given, _counts("".join(plain)))
    if len(found) == 1:
        return found[0]
    if found:
        texts = [show_move(rules, setup, s, move) for move in found]
        raise refusals.ambiguous(texts)
    raise refusals.no_keep(rules, s, plain, _counts("".join(plain)))


def _legal_keeps(rules: Rules, s: State) -> list[int]:
    return list(table_of(rules).keeps(s.aside, s.roll))


def _readings(rules: Rules, s: State, given: Aside, loose: Counts) -> list[int]:
    """The legal keeps that add ``given`` and read the loose dice in any way."""
    run = table_of(rules)
    base = _plus(run.asides[s.aside], given)
    legal = _legal_keeps(rules, s)
    if not any(loose):
        table = run.number_of.get(base, 0)
        return [table] if table in legal else []
    return [move for move in legal if _is_reading(_minus(run.asides[move], base), loose)]


def _is_reading(change: Aside, dice: Counts) -> bool:
    """Whether a change of the table is these dice as sets, new straights and extensions."""
    extended = max(0, -change.low) + max(0, -change.high)
    return change.counts == dice and min(change[:6]) >= 0 and change.long >= extended


def _in_sets(dice: Counts) -> Aside:
    return Aside(*dice)


def _counts(dice: str) -> Counts:
    g, l, n2, n3, n4, n5 = (dice.count(face) for face in FACES)  # noqa: E741
    return g, l, n2, n3, n4, n5


def _plus(a: Aside, b: Aside) -> Aside:
    return Aside(*(x + y for x, y in zip(a, b, strict=True)))


def _minus(a: Aside, b: Aside) -> Aside:
    return Aside(*(x - y for x, y in zip(a, b, strict=True)))
