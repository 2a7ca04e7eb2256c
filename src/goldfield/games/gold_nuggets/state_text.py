"""Positions of Gold Nuggets as one line of text: ``keep 1 run=1 aside=GG,222 roll=L3 …``.

Reading checks everything: what it returns is a position that the rules can reach in that phase,
and nothing else is accepted. ``docs/notation.md`` holds the grammar.
"""

from __future__ import annotations

import re

from goldfield.games.contract import BadNotation
from goldfield.games.gold_nuggets.rules import (
    AGAIN,
    CHOICE,
    ENDED,
    KEEP,
    NUGGETS,
    ROLL,
    SOURCE,
    STARTER,
    Rules,
    Setup,
    State,
    can_rob,
    table_of,
)
from goldfield.games.gold_nuggets.turn import DICE, FACES, Aside, Counts, roll_id, roll_text
from goldfield.games.reading import Piece, Reader, number, seat_number
from goldfield.words import Message, say

PHASES = ("starter", "roll", "keep", "choice", "source", "again", "over")
"""The first word of a position, by phase."""
STRAIGHTS = ("(234)", "(345)", "(2345)")
MOST_RUNS = 10**9
"""The largest number of a run that a text may hold; a real turn stays far below."""

_FIELDS = {
    STARTER: (),
    ROLL: ("run", "aside"),
    KEEP: ("run", "aside", "roll"),
    CHOICE: ("run", "aside"),
    SOURCE: ("run", "aside", "owed", "named"),
    AGAIN: ("run",),
    ENDED: ("run",),
}


def groups(aside: Aside) -> list[str]:
    """What lies aside in groups, each a set or a straight: ``["GG", "222", "(345)"]``."""
    found = [face * n for face, n in zip(FACES, aside[:6], strict=True) if n]
    for text, n in zip(STRAIGHTS, (aside.low, aside.high, aside.long), strict=True):
        found += [text] * n
    return found


def show_state(rules: Rules, setup: Setup, s: State) -> str:
    """The exact text of a position."""
    values = {
        "run": str(s.run),
        "aside": ",".join(groups(table_of(rules).asides[s.aside])) or "-",
        "roll": roll_text(s.roll),
        "owed": str(s.owed),
        "named": ",".join(_sources(setup, s.named)) or "-",
    }
    words = [PHASES[s.phase]]
    if s.phase != STARTER:
        words.append(str(s.seat + 1))
    words += [f"{name}={values[name]}" for name in _FIELDS[s.phase]]
    return " ".join([*words, f"supply={s.supply}", f"piles={','.join(map(str, s.piles))}"])


def _sources(setup: Setup, named: int) -> list[str]:
    texts = ["supply", *(str(seat + 1) for seat in range(setup.players))]
    return [text for bit, text in enumerate(texts) if named >> bit & 1]


def parse_state(rules: Rules, setup: Setup, text: str) -> State:
    """The position of a text. Raises BadNotation: says where and what was expected."""
    reader = Reader(text)
    word = reader.phase(PHASES)
    phase = PHASES.index(word.text)
    seat = -1 if phase == STARTER else seat_number(reader.word(), setup.players)
    fields = {name: reader.field(name) for name in (*_FIELDS[phase], "supply", "piles")}
    reader.end()

    run = number(fields["run"], 1, MOST_RUNS) if "run" in fields else 1
    aside = _aside(fields["aside"], rules) if "aside" in fields else 0
    rolled = 0
    if phase == KEEP:
        rolled = _roll(fields["roll"], setup.left[aside])
        if not table_of(rules).keeps(aside, rolled):
            raise BadNotation(
                say("Expected a roll of which something can be set aside (GN3)."),
                fields["roll"].at,
            )
    supply = number(fields["supply"], 0, NUGGETS)
    piles = _piles(fields["piles"], setup, supply)
    owed = number(fields["owed"], 1, max(setup.worth)) if phase == SOURCE else 0
    named = _named(fields["named"], setup, seat) if phase == SOURCE else 0
    s = State(phase, seat, aside, rolled, supply, piles, run, owed, named)
    for name, expected in (*_wrong_with_dice(setup, s), *_wrong_with_nuggets(setup, s)):
        raise BadNotation(expected, fields[name].at if name in fields else word.at)
    return s


def _wrong_with_dice(setup: Setup, s: State) -> list[tuple[str, Message]]:
    """What the phase does not allow to lie aside: (field, what was expected)."""
    left = setup.left[s.aside]
    if s.phase == STARTER and setup.first != 0:
        return [("", say("Expected a phase after the start: the starter of this table is set."))]
    if s.phase in (ROLL, KEEP, CHOICE) and left == 0:
        return [("aside", say("Expected a die left in hand: with all seven aside it is GN5."))]
    if s.phase == CHOICE and s.aside == 0:
        return [("aside", say("Expected dice aside: a choice follows a set-aside (GN4)."))]
    if s.phase != SOURCE:
        return []
    if not can_rob(setup, s.aside):
        return [("aside", say("Expected three lassos and something of worth aside (GN7)."))]
    if s.named == 0 and left > 0:
        return [("named", say("Expected a source: before the first, only with all seven aside."))]
    if s.named and not setup.several:
        return [("named", say("Expected -: this table takes nuggets from one source."))]
    if s.named == (2 << setup.players) - 1 - (2 << s.seat):
        return [("named", say("Expected a source that is not named yet."))]
    worth = setup.worth[s.aside]
    if s.named == 0 and s.owed != worth:
        return [("owed", say("Expected {worth}, what lies aside is worth.", worth=worth))]
    if s.owed > worth:
        return [("owed", say("Expected at most {worth}, what lies aside is worth.", worth=worth))]
    return []


def _wrong_with_nuggets(setup: Setup, s: State) -> list[tuple[str, Message]]:
    """What the rules cannot have brought about: (field, what was expected)."""
    if s.phase == STARTER:
        if s.supply != NUGGETS:
            return [("supply", say("Expected {all} nuggets before the start.", all=NUGGETS))]
        return []
    if s.phase == ENDED and s.supply > 0:
        return [("supply", say("Expected 0: the game ends when the supply is empty (GN8)."))]
    for bit, stock in enumerate((s.supply, *s.piles)):
        if s.named >> bit & 1 and stock > 0:
            return [("named", say("Expected sources that are empty: nuggets are still owed."))]
    paid = setup.worth[s.aside] - s.owed if s.phase == SOURCE else 0
    before = s.piles[s.seat] - paid
    if before < 0:
        return [("owed", say("Expected a pile that holds what has been paid already."))]
    if s.supply == 0 and not _may_be_empty(setup, s, paid):
        if s.phase in (AGAIN, ENDED) and (s.phase == ENDED or setup.my_mine):
            return [("piles", say("Expected nuggets at the seat that emptied the supply."))]
        return [("supply", say("Expected nuggets in the supply: the game ends without (GN8)."))]
    return []


def _may_be_empty(setup: Setup, s: State, paid: int) -> bool:
    """Whether an empty supply is possible (GN8): whoever has the turn has emptied it.

    Either just now, or with all seven dice in an earlier run of this turn, which only My Mine
    lets go on. ``paid`` is what a collection under way has brought so far.
    """
    before = s.piles[s.seat] - paid
    if s.phase == ENDED:
        return before > 0
    if s.phase == AGAIN:
        return setup.my_mine == 1 and before > 0
    just_now = s.named & 1 == 1 and paid > 0
    payer = paid == 0 or s.named & ~1 > 0
    return just_now or (setup.my_mine == 1 and s.run > 1 and before > 0 and payer)


def _piles(piece: Piece, setup: Setup, supply: int) -> tuple[int, ...]:
    parts = piece.split()
    piles = tuple(number(part, 0, NUGGETS) for part in parts)
    if len(piles) != setup.players:
        raise BadNotation(say("Expected {n} piles.", n=setup.players), piece.at)
    if supply + sum(piles) != NUGGETS:
        raise BadNotation(
            say(
                "Expected {rest} nuggets in all piles: with the supply they are {all}.",
                rest=NUGGETS - supply,
                all=NUGGETS,
            ),
            piece.at,
        )
    return piles


def _named(piece: Piece, setup: Setup, seat: int) -> int:
    if piece.text == "-":
        return 0
    named = 0
    for part in piece.split():
        bit = 1 if part.text == "supply" else 2 << seat_number(part, setup.players)
        if named >= bit:
            raise BadNotation(
                say("Expected each source once, in order, the supply first."), part.at
            )
        if bit == 2 << seat:
            raise BadNotation(say("Expected another seat: nobody robs itself (GN7)."), part.at)
        named |= bit
    return named


def _roll(piece: Piece, dice: int) -> int:
    if not re.fullmatch(f"[{FACES}]+", piece.text):
        raise BadNotation(say("Expected dice: {faces}.", faces=" ".join(FACES)), piece.at)
    if len(piece.text) != dice:
        raise BadNotation(say("Expected {n} dice, all that are not aside.", n=dice), piece.at)
    counts = _counts(piece.text)
    if roll_text(roll_id(counts)) != piece.text:
        raise BadNotation(
            say("Expected the dice in this order: {dice}.", dice=roll_text(roll_id(counts))),
            piece.at,
        )
    return roll_id(counts)


def _counts(text: str) -> Counts:
    g, l, n2, n3, n4, n5 = (text.count(face) for face in FACES)  # noqa: E741
    return g, l, n2, n3, n4, n5


def _aside(piece: Piece, rules: Rules) -> int:
    """The table that lies aside; groups stand in the order that :func:`groups` gives them."""
    if piece.text == "-":
        return 0
    kinds = (*FACES, *STRAIGHTS)
    found = [0] * len(kinds)
    last = -1
    opening = 2 if rules.pairs else 3
    for part in piece.split():
        kind = kinds.index(part.text) if part.text in STRAIGHTS else FACES.find(part.text[:1])
        same = kind >= len(FACES) or part.text == FACES[kind] * len(part.text)
        if kind < 0 or not part.text or not same:
            examples = ("GG", "L", "222", *(STRAIGHTS if rules.straights else ()))
            raise BadNotation(say("Expected a group: {examples}.", examples=examples), part.at)
        if kind >= len(FACES) and not rules.straights:
            raise BadNotation(say("Expected no straight: this table plays without."), part.at)
        if kind < last or (kind == last and kind < len(FACES)):
            raise BadNotation(
                say("Expected each group once, in the order G L 2 3 4 5, then straights."), part.at
            )
        if 2 <= kind < len(FACES) and len(part.text) < opening:
            raise BadNotation(
                say("Expected {n} dice or more of a number (GN2).", n=opening), part.at
            )
        found[kind] += 1 if kind >= len(FACES) else len(part.text)
        last = kind
    aside = Aside(*found)
    if aside.dice > DICE:
        raise BadNotation(say("Expected at most {n} dice aside.", n=DICE), piece.at)
    return table_of(rules).number_of[aside]
