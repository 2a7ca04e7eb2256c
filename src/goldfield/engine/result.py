"""What many games between bots brought: win shares with their uncertainty, lengths and scores."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldfield.games.counting import Figure
from goldfield.games.options import Scalar
from goldfield.words import Message

SURE = 1.959963984540054
"""Standard deviations that hold 95 % of a normal distribution."""
QUANTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True)
class Distribution:
    """How often each value came up, ascending by value; values are in ``unit``-ths."""

    counts: tuple[tuple[int, int], ...]
    unit: int = 1

    @property
    def total(self) -> int:
        """How many values there were."""
        return sum(n for _, n in self.counts)

    @property
    def mean(self) -> float:
        """The mean of all values."""
        return sum(value * n for value, n in self.counts) / self.total / self.unit

    @property
    def deviation(self) -> float:
        """The standard deviation of one value."""
        mean = self.mean
        squares = sum((value / self.unit - mean) ** 2 * n for value, n in self.counts)
        return math.sqrt(squares / self.total)

    def quantile(self, percent: int) -> float:
        """The smallest value that at least so many per cent of the values do not exceed."""
        needed = percent * self.total
        so_far = 0
        for value, n in self.counts:
            so_far += 100 * n
            if so_far >= needed:
                return value / self.unit
        return self.counts[-1][0] / self.unit

    def as_dict(self) -> dict[str, Any]:
        """Mean, deviation and quantiles."""
        return {
            "mean": self.mean,
            "deviation": self.deviation,
            "quantiles": {str(percent): self.quantile(percent) for percent in QUANTILES},
        }


def wilson(mean: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a win share (Wilson's score interval, 1927).

    Of all variables between 0 and 1 with the same mean, a win-or-lose one varies most, so where
    wins are shared the interval is a little wide, never narrow.
    """
    squared = SURE * SURE / games
    middle = (mean + squared / 2) / (1 + squared)
    half = SURE / (1 + squared) * math.sqrt(mean * (1 - mean) / games + squared / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class SeatResult:
    """One seat's part. A seat's share is its side's."""

    bot: str
    side: int
    share: float
    """Mean win share: 1 for a win, 1/k for a win shared by k sides."""
    interval: tuple[float, float]
    """95 % confidence interval of ``share``."""
    scores: Distribution
    counters: Mapping[str, int]
    """What the game's ``statistics`` room counted, by name."""


@dataclass(frozen=True)
class Result:
    """What a simulation brought. It depends on game, bots, seed and number of games alone."""

    game: str
    title: Message
    """The game's name, for people."""
    score: Message
    """What its scores count: ``nuggets``."""
    rules_version: int
    options: Mapping[str, Scalar]
    played: tuple[Message, ...]
    """The options in words, but for the number of seats."""
    seed: int
    games: int
    asked: int
    """How many games were asked for; more than ``games`` when the run was interrupted."""
    seats: tuple[SeatResult, ...]
    steps: Distribution
    """Calls of ``play`` in a game, decisions and chance."""
    turns: Distribution | None
    """Turns in a game, where the game counts them."""
    counters: tuple[tuple[str, Message], ...]
    figures: tuple[Figure, ...]
    seconds: float
    """How long the games took, without compilation."""

    @property
    def interrupted(self) -> bool:
        """Whether the run ended before all games were played."""
        return self.games < self.asked

    def figure(self, figure: Figure, seat: int | None = None) -> float | None:
        """A figure of a seat, or of the whole table; None where there was nothing to divide by."""
        of, per = self.counters[figure.of][0], self.counters[figure.per][0]
        who = self.seats if seat is None else (self.seats[seat],)
        divisor = sum(s.counters[per] for s in who) * figure.parts
        return sum(s.counters[of] for s in who) / divisor if divisor else None

    def as_dict(self) -> dict[str, Any]:
        """All of it as JSON keeps it, but for the time it took; seats are counted from 1."""
        return {
            "game": self.game,
            "rules_version": self.rules_version,
            "options": dict(self.options),
            "seed": self.seed,
            "games": self.games,
            "asked": self.asked,
            "steps": self.steps.as_dict(),
            "turns": self.turns and self.turns.as_dict(),
            "figures": {f.name: self.figure(f) for f in self.figures},
            "seats": [
                {
                    "seat": number + 1,
                    "bot": seat.bot,
                    "side": seat.side + 1,
                    "share": seat.share,
                    "interval": list(seat.interval),
                    "scores": seat.scores.as_dict(),
                    "counters": dict(seat.counters),
                    "figures": {f.name: self.figure(f, number) for f in self.figures},
                }
                for number, seat in enumerate(self.seats)
            ],
        }

    def plot(self, path: Path) -> None:
        """Draw it into a file; the suffix says how (``.png``, ``.svg``, ``.pdf``).

        Raises:
            MissingExtra: where matplotlib is not installed; says how to install it.
            ValueError: for a suffix that matplotlib does not know.
            OSError: where the file cannot be written.
        """
        from goldfield.engine.plot import draw

        draw(self, path)
