"""What perfect play looks like, as numbers for pictures and as sentences that say the same."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import cast

import goldfield
from goldfield.engine.crew import Progress
from goldfield.engine.solve import solve
from goldfield.games.game import Game
from goldfield.games.options import Option, Scalar, options_of
from goldfield.games.racing import PicturedRoom, Stop
from goldfield.solutions import Solution, load
from goldfield.words import Message, say

STEP = 2
"""Scores that are so far apart are looked at."""
ALWAYS = 2
"""For so many players other variants are solved too, for comparison."""


@dataclass(frozen=True)
class Field:
    """Where rolling on is better than stopping, over scores; all others have the same score."""

    label: Message
    own: tuple[int, ...]
    others: tuple[int, ...]
    gain: dict[tuple[int, int], float]
    """By own score and that of each other: the win share of rolling on less that of stopping."""


@dataclass(frozen=True)
class First:
    """What it is worth to begin under some rules."""

    edition: Message
    variants: Message
    share: float
    asked: bool
    """Whether these are the rules that were asked for."""


@dataclass(frozen=True)
class Line:
    """What one place in a turn is worth more than another, while all have the same score."""

    label: Message
    points: tuple[tuple[int, float], ...]
    """The supply, and the difference of win shares."""


@dataclass(frozen=True)
class Picture:
    """All that is drawn of a solved game."""

    solution: Solution
    fields: tuple[Field, ...]
    firsts: tuple[First, ...]
    trade: Message | None
    lines: tuple[Line, ...]


def picture_of(solution: Solution, progress: Progress | None = None) -> Picture:
    """Look up all that is to be drawn. For two players other variants are solved where needed."""
    game = solution.game
    name = game.package + ".pictured"
    if importlib.util.find_spec(name) is None:
        return Picture(solution, (), _firsts(game, solution), None, ())
    shown = cast(PicturedRoom, importlib.import_module(name)).pictured(game.rules)
    places = _places(solution)
    found: list[dict[tuple[int, int], float]] = [{} for _ in shown.stops]
    for done, (own, other) in enumerate(places):
        piles = (own, *[other] * (game.info.seats - 1))
        for gain, stop in zip(found, shown.stops, strict=True):
            gain[own, other] = _gain(solution, stop, piles)
        if progress is not None:
            progress(done + 1, len(places))
    axes = tuple(sorted({own for own, _ in places})), tuple(sorted({other for _, other in places}))
    fields = [Field(stop.label, *axes, gain) for stop, gain in zip(shown.stops, found, strict=True)]
    lines = [
        Line(
            trade.label,
            tuple(
                (
                    solution.race.total - sum(piles),
                    solution.value(trade.one(piles))[0] - solution.value(trade.other(piles))[0],
                )
                for piles in _level_scores(solution)
            ),
        )
        for trade in shown.trades
    ]
    return Picture(solution, tuple(fields), _firsts(game, solution), shown.trade, tuple(lines))


def _places(solution: Solution) -> list[tuple[int, int]]:
    """Own scores and those of each other, with something left in the supply."""
    total, rivals = solution.race.total, solution.game.info.seats - 1
    return [
        (own, other)
        for own in range(0, total, STEP)
        for other in range(0, total, STEP)
        if own + rivals * other < total
    ]


def _level_scores(solution: Solution) -> list[tuple[int, ...]]:
    """Everybody has the same, from nothing to nearly all."""
    total, seats = solution.race.total, solution.game.info.seats
    return [(pile,) * seats for pile in range((total - 1) // seats + 1)]


def _gain(solution: Solution, stop: Stop, piles: tuple[int, ...]) -> float:
    """What rolling on is worth more than the best way to stop."""
    shares = {o.move: o.shares[0] for o in solution.options(stop.at(piles))}
    return shares.pop(stop.roll) - max(shares.values())


def _firsts(game: Game, solution: Solution) -> tuple[First, ...]:
    """Every edition with every combination of flags, as far as it is solved or quickly can be."""
    options = [o for o in options_of(type(game.rules)) if o.name not in ("players", "first")]
    flags = [o for o in options if o.is_flag]
    edition = next((o for o in options if isinstance(o.default, str) and o.choices), None)
    own = {**game.rules.as_dict(), "first": 1}
    found: list[First] = []
    for label, values in _editions(game, edition):
        for on in product((False, True), repeat=len(flags)):
            wanted = {**own, **values, **{o.name: flag for o, flag in zip(flags, on, strict=True)}}
            other = goldfield.load(game.package, **wanted)
            known = solution if wanted == own else _known(other)
            if known is not None:
                variants = tuple(o.label for o, flag in zip(flags, on, strict=True) if flag)
                said = say("{parts}", parts=variants) if variants else say("no variants")
                share = known.value(other.start())[0]
                found.append(First(label, said, share, wanted == own))
    return tuple(found)


def _editions(game: Game, edition: Option | None) -> Sequence[tuple[Message, dict[str, Scalar]]]:
    if edition is None:
        return [(game.room.TITLE, {})]
    return [(choice.label, {edition.name: choice.value}) for choice in edition.choices]


def _known(game: Game) -> Solution | None:
    """The solution of a game for comparison, where it was solved or quickly is."""
    return solve(game) if game.info.seats <= ALWAYS else load(game)


def told(picture: Picture) -> list[Message]:
    """The picture in sentences, for whoever cannot see it."""
    lines: list[Message] = []
    for field in picture.fields:
        rolls = sum(gain > 0 for gain in field.gain.values()) / len(field.gain)
        behind, level, ahead = (_nearest(field, *at) for at in ((10, 30), (20, 20), (30, 10)))
        lines.append(
            say(
                "{where}: rolling on is better at {part} of the scores. With {level} it changes "
                "the share by {a} points, behind with {behind} by {b}, ahead with {ahead} by {c}.",
                where=field.label,
                part=f"{rolls:.0%}",
                level=_score(level),
                a=_points(field.gain[level]),
                behind=_score(behind),
                b=_points(field.gain[behind]),
                ahead=_score(ahead),
                c=_points(field.gain[ahead]),
            )
        )
    for first in picture.firsts:
        lines.append(
            say(
                "{rules}, {variants}: whoever begins wins {share}.",
                rules=first.edition,
                variants=first.variants,
                share=f"{first.share:.2%}",
            )
        )
    for line in picture.lines:
        start, middle, late = (line.points[len(line.points) * i // 8] for i in (0, 4, 7))
        lines.append(
            say(
                "{trade}, {what}: {a} points at first, {b} with {n} left in the supply, "
                "{c} with {m} left.",
                trade=picture.trade or "",
                what=line.label,
                a=_points(start[1]),
                b=_points(middle[1]),
                n=middle[0],
                c=_points(late[1]),
                m=late[0],
            )
        )
    return lines


def _nearest(field: Field, own: int, other: int) -> tuple[int, int]:
    """The score that was looked at which is nearest to another."""
    return min(field.gain, key=lambda at: abs(at[0] - own) + abs(at[1] - other))


def _score(at: tuple[int, int]) -> str:
    return f"{at[0]}:{at[1]}"


def _points(share: float) -> str:
    """A difference of shares in points of a percent, with its sign: ``+2.5``, ``−0.3``."""
    return f"{100 * share:+.1f}".replace("-", "\N{MINUS SIGN}")
