"""Choosing dice to set aside: what a choice still needs, and why it is refused (GN2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from goldfield.games.gold_nuggets.rules import Rules, State, table_of
from goldfield.games.gold_nuggets.turn import (
    FACES,
    NUMBERS,
    ROLLS,
    Aside,
    Counts,
    worth_of_number,
)
from goldfield.words import Message, Pieces, say, say_n

STRAIGHTS = (("234", "low"), ("345", "high"), ("2345", "long"))
"""The dice of each straight, and the field of :class:`turn.Aside` that counts it."""


class Choices:
    """Every choice of the dice that were just rolled, and the legal moves that take it."""

    def __init__(self, rules: Rules, s: State) -> None:
        self._rules = rules
        run = table_of(rules)
        self._before = run.asides[s.aside]
        self._rolled = ROLLS[s.roll]
        self._takes: dict[Counts, list[int]] = {}
        for move in run.keeps(s.aside, s.roll):
            counts = _less(run.asides[move].counts, self._before.counts)
            self._takes.setdefault(counts, []).append(move)

    def __iter__(self) -> Iterator[str]:
        """Every choice, as faces in order; the empty one too."""
        for counts in product(*(range(n + 1) for n in self._rolled)):
            yield faces_of(counts)

    @property
    def usable(self) -> set[str]:
        """The faces that some legal move takes."""
        return {face for counts in self._takes for face in faces_of(counts)}

    def readings(self, chosen: str) -> list[int]:
        """The moves that take exactly these dice.

        Where they all set the last die aside for the same worth, nothing follows that tells them
        apart, so only the first is given and nobody is asked.
        """
        run = table_of(self._rules)
        moves = self._takes.get(_counts(chosen), [])
        if all(run.left[a] == 0 for a in moves) and len({run.worth[a] for a in moves}) == 1:
            return moves[:1]
        return moves

    def is_near(self, chosen: str) -> bool:
        """Whether these dice and some more of those rolled can be set aside."""
        return self._is_near(_counts(chosen))

    def why_not(self, chosen: str) -> Message:
        """Why these dice cannot be set aside together, or what they still need."""
        if not chosen:
            return say("Choose at least one die.")
        counts = _counts(chosen)
        if self._is_near(counts):
            return self._what_is_missing(counts)
        return self._what_is_wrong(counts)

    def _is_near(self, counts: Sequence[int]) -> bool:
        return any(_within(counts, legal) for legal in self._takes)

    def _what_is_missing(self, counts: Counts) -> Message:
        larger = [legal for legal in self._takes if _within(counts, legal)]
        # the fewest dice more; of these rather a set, which is the commoner thing
        legal = min(larger, key=lambda one: (sum(one), sum(map(bool, _less(one, counts)))))
        missing = faces_of(_less(legal, counts))
        face = missing[0]
        alike = _counts(face * len(missing)) == _less(legal, counts)
        if alike and face.isdigit() and counts[FACES.index(face)] + len(missing) >= self._needed:
            if self._needed == 2:
                return say("One more {number} makes a pair.", number=face)
            return say_n(
                "One more {number} makes a set.",
                "{n} more {number}s make a set.",
                len(missing),
                number=face,
            )
        if not self._straight_in(legal):
            return say("{dice} more make sets of them.", dice=_dice(missing))
        return say_n(
            "{dice} is missing for a straight.",
            "{dice} are missing for a straight.",
            len(missing),
            dice=_dice(missing),
        )

    def _what_is_wrong(self, counts: Counts) -> Message:
        smaller = product(*(range(n + 1) for n in counts))
        hopeful = _counts(faces_of(max(filter(self._is_near, smaller), key=sum)))
        left = faces_of(_less(counts, hopeful))
        straight = self._straight_in(hopeful)
        if straight and all(face in straight for face in left):
            return say_n(
                "{straight} is a straight; the other {dice} is left over.",
                "{straight} is a straight; {dice} are left over.",
                len(left),
                straight="-".join(straight),
                dice=_dice(left),
            )
        if self._rules.straights:
            alike = say("no pair") if self._needed == 2 else say("no set")
            return say(
                "{dice} cannot go: that makes {alike} and no straight.",
                dice=_dice(left),
                alike=alike,
            )
        number = left[0]
        rolled = self._rolled[FACES.index(number)]
        if left != number * len(left) or rolled >= self._needed:
            return say(
                "{dice} cannot go: a new number needs {needed} dice alike.",
                dice=_dice(left),
                needed=self._needed,
            )
        return say_n(
            "{dice} cannot go: a new number needs {needed} dice alike, and only {n} fell.",
            "{dice} cannot go: a new number needs {needed} dice alike, and only {n} fell.",
            rolled,
            dice=_dice(left),
            needed=self._needed,
        )

    def _straight_in(self, counts: Counts) -> str:
        """The longest straight that these dice make, as its dice; empty if none."""
        run = table_of(self._rules)
        for faces, field in reversed(STRAIGHTS):
            for move in self._takes.get(counts, ()):
                if getattr(run.asides[move], field) > getattr(self._before, field):
                    return faces
        return ""

    @property
    def _needed(self) -> int:
        return needed(self._rules)


def needed(rules: Rules) -> int:
    """How many dice alike open a number (GN2, GN-pairs)."""
    return 2 if rules.pairs else 3


def tag(rules: Rules, s: State, face: str, usable: set[str]) -> Message:
    """What all the rolled dice of a face bring, or what they lack, in a few words."""
    if face == "G":
        return say("1 nugget")
    if face == "L":
        return say("lasso")
    number = int(face)
    lying = table_of(rules).asides[s.aside].numbers[number - 2]
    rolled = ROLLS[s.roll][number]

    def worth(count: int) -> int:
        return worth_of_number(number, count, rules.pairs, rules.extra)

    if lying:
        more = worth(lying + rolled) - worth(lying)
        return say("set: {n} more", n=more) if more else say("joins its set")
    if rolled >= needed(rules):
        if rolled < 3:
            return say_n("pair: {n} nugget", "pair: {n} nuggets", worth(rolled))
        return say_n("set: {n} nugget", "set: {n} nuggets", worth(rolled))
    if face in usable:
        return say("in a straight")
    return say_n("needs {n} more", "needs {n} more", needed(rules) - rolled)


def reading_label(before: Aside, after: Aside, worth: int) -> Message:
    """How a choice of dice is read and what then lies aside, where it can be read in two ways."""
    parts: list[Message] = []
    for number, a, b in zip(NUMBERS, before.numbers, after.numbers, strict=True):
        if b > a:
            dice = _dice(str(number) * (b - a))
            if a:
                parts.append(say("{dice} to its set", dice=dice))
            elif b >= 3:
                parts.append(say("{dice} as a set", dice=dice))
            else:
                parts.append(say("{dice} as a pair", dice=dice))
    grown = {faces: getattr(after, f) - getattr(before, f) for faces, f in STRAIGHTS}
    for short, die in (("234", "5"), ("345", "2")):
        # a straight of three that became one of four got one die, not four
        for _ in range(min(-grown[short], grown["2345"])):
            grown[short] += 1
            grown["2345"] -= 1
            parts.append(say("{die} to the straight {dice}", die=die, dice="-".join(short)))
    for faces, count in grown.items():
        dice = "-".join(faces)
        if count == 1:
            parts.append(say("the straight {dice}", dice=dice))
        elif count == 2:
            parts.append(say("two straights {dice}", dice=dice))
    label = parts[0] if parts else say("gold and lassos")
    for part in parts[1:]:
        label = say("{part} and {more}", part=label, more=part)
    return say_n("{label}: worth {n} nugget", "{label}: worth {n} nuggets", worth, label=label)


def taken(before: Aside, after: Aside) -> str:
    """The dice that left the hand between two tables, as faces in order."""
    return faces_of(_less(after.counts, before.counts))


def faces_of(counts: Sequence[int]) -> str:
    """Counts of dice as their faces in order."""
    return "".join(face * n for face, n in zip(FACES, counts, strict=True))


def _counts(chosen: str) -> Counts:
    g, lasso, n2, n3, n4, n5 = (chosen.count(face) for face in FACES)
    return g, lasso, n2, n3, n4, n5


def _less(more: Sequence[int], fewer: Sequence[int]) -> Counts:
    g, lasso, n2, n3, n4, n5 = (a - b for a, b in zip(more, fewer, strict=True))
    return g, lasso, n2, n3, n4, n5


def _within(part: Sequence[int], whole: Sequence[int]) -> bool:
    return all(a <= b for a, b in zip(part, whole, strict=True))


def _dice(faces: str) -> Pieces:
    """Dice one by one: pictures, or letters with spaces between them."""
    return Pieces("dice", " ".join(faces))
