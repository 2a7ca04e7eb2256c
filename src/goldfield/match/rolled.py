"""What the dice of a match showed, beside what was to be expected of as many rolls: exactly.

Every chance event has known outcomes with exact probabilities. What is expected of it is the sum
over them, given the position in which the dice fell; over a match these sums add up, as do the
variances, since no roll knows of another.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from types import ModuleType

from goldfield.games.contract import CHANCE, State
from goldfield.games.game import Game
from goldfield.match.record import Kind
from goldfield.match.table import Match
from goldfield.words import Message

NONE = Fraction(0)


@dataclass(frozen=True, slots=True)
class Tally:
    """How often something happened, how often it was to be expected, and how far that strays."""

    happened: int = 0
    expected: Fraction = NONE
    variance: Fraction = NONE

    def plus(self, happened: int, other: Tally) -> Tally:
        """With one more roll, of which ``other`` was to be expected."""
        return Tally(
            self.happened + happened,
            self.expected + other.expected,
            self.variance + other.variance,
        )


@dataclass(frozen=True, slots=True)
class SeatRolls:
    """The dice of a seat: in how many rolls, how many fell, and by face."""

    rolls: int
    dice: int
    faces: tuple[Tally, ...]
    """In the order of ``SYMBOLS``."""
    busts: Tally | None
    """Rolls that ended a turn's run with nothing; None where a game knows no such thing."""


def faces_of(game: Game) -> str:
    """The letters of the faces of a game's dice, in order; empty where there are no dice."""
    return getattr(_room(game), "SYMBOLS", "")


def drawn_of(game: Game) -> Message | None:
    """What a game without dice draws under its options, in a sentence; None where it has dice."""
    tell = getattr(_room(game), "drawn", None)
    return tell(game.rules) if tell is not None else None


def is_drawn(game: Game) -> bool:
    """Whether chance decides anything in a game under its options.

    A game without dice draws before its first move or not at all (``drawn`` of its statistics).
    """
    return drawn_of(game) is None or game.to_act(game.start()) == CHANCE


def rolled(match: Match) -> tuple[SeatRolls, ...]:
    """What every seat rolled in a match; empty for a game without dice."""
    game = match.game
    room, faces = _room(game), faces_of(game)
    if not faces:
        return ()
    has_busts = hasattr(room, "busts")
    seats = [
        SeatRolls(0, 0, (Tally(),) * len(faces), Tally() if has_busts else None)
        for _ in range(game.info.seats)
    ]
    known: dict[Hashable, tuple[Tally, ...]] = {}
    for step in match.transitions():
        if step.event.kind is not Kind.CHANCE:
            continue
        fell = _counted(game, room, step.before, step.event.move)
        whose = game.turn_of(step.before)
        if fell is None or whose < 0:
            continue
        same = getattr(room, "same_roll", None)
        key = same(game.setup, step.before) if same else step.before
        if key not in known:
            known[key] = expected(game, step.before)
        before = seats[whose]
        tallies = [
            tally.plus(n, more)
            for tally, n, more in zip(
                (*before.faces, *((before.busts,) if before.busts else ())),
                fell,
                known[key],
                strict=True,
            )
        ]
        seats[whose] = SeatRolls(
            before.rolls + 1,
            before.dice + sum(fell[: len(faces)]),
            tuple(tallies[: len(faces)]),
            tallies[-1] if has_busts else None,
        )
    return tuple(seats)


def expected(game: Game, state: State) -> tuple[Tally, ...]:
    """What one roll in ``state`` brings by face, and last whether it busts where a game knows that.

    The sum over its outcomes, weighed by their probabilities; nothing has happened yet.
    """
    room = _room(game)
    if game.to_act(state) != CHANCE:
        raise ValueError("no dice are about to fall in this state")
    outcomes = game.outcomes(state)
    # Whole numbers of the smallest part that all the probabilities share: exact, and fast.
    parts = lcm(*(chance.denominator for _, chance in outcomes))
    sums: list[int] = []
    squares: list[int] = []
    for outcome, chance in outcomes:
        counts = _counted(game, room, state, outcome) or ()
        sums = sums or [0] * len(counts)
        squares = squares or [0] * len(counts)
        weight = chance.numerator * (parts // chance.denominator)
        for i, n in enumerate(counts):
            if n:
                sums[i] += weight * n
                squares[i] += weight * n * n
    means = [Fraction(total, parts) for total in sums]
    return tuple(
        Tally(0, mean, Fraction(square, parts) - mean * mean)
        for mean, square in zip(means, squares, strict=True)
    )


def _counted(
    game: Game, room: ModuleType | None, before: State, outcome: int
) -> Sequence[int] | None:
    """Dice by face, and whether the roll busts; None for an outcome that is no roll."""
    if room is None:
        return None
    faces: Sequence[int] | None = room.faces(game.setup, before, outcome)
    if faces is None or not hasattr(room, "busts"):
        return faces
    return (*faces, int(room.busts(game.setup, before, outcome)))


def _room(game: Game) -> ModuleType | None:
    """The statistics of a game, where it has some."""
    name = f"{game.package}.statistics"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None
