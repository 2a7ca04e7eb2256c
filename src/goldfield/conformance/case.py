"""One game under one set of options, a sample of its positions, and the word for what is broken."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NoReturn, TypeAlias

import goldfield
from goldfield.games.contract import CHANCE, OVER, State
from goldfield.games.game import Game
from goldfield.rng import Rng, seeded

Kind: TypeAlias = Literal["any", "seat", "chance", "over"]

BREADTH = 150
"""Positions taken from the start of the game on, nearest first, at depth 1."""
BRANCHES = 12
"""Moves or outcomes followed from one position while the nearest are taken."""
WALKS = 12
"""Random games at depth 1."""
PER_WALK = 40
"""Positions kept of one random game."""
ENDLESS = 200_000
"""A random game without a bound that is still going on after so many steps is called endless."""


INT64 = 2**63
"""One more than the largest int that compiled code can hold."""


class Broken(AssertionError):
    """A game does not keep the contract: what is wrong, how to put it right, and where."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A position of the sample: ``line[:length]`` are the moves that lead to it."""

    state: State
    line: Sequence[int]
    length: int

    @property
    def record(self) -> list[int]:
        """The moves and outcomes from the start of the game."""
        return list(self.line[: self.length])


class Case:
    """A game under given options, with what the checks share.

    Attributes:
        package: The import path of the game, or its name in Goldfield.
        options: The options under which it is checked.
        depth: How thorough to be: a factor on the number of games, positions and damaged texts.
        game: The game itself.
        here: The position that a check is looking at, named when something breaks.
    """

    def __init__(
        self, package: str, options: Mapping[str, object] | None = None, depth: int = 1
    ) -> None:
        self.package = package
        self.options = dict(options or {})
        self.depth = depth
        self.game: Game = goldfield.load(package, **self.options)
        self.here: Spot | None = None

    def __str__(self) -> str:
        shown = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game.name} ({shown or 'default options'})"

    @cached_property
    def rooms(self) -> frozenset[str]:
        """Which of the rooms that a game may leave out it has."""
        package = self.game.package
        found = (
            r for r in ("present", "bots", "race") if importlib.util.find_spec(f"{package}.{r}")
        )
        return frozenset(found)

    @cached_property
    def walks(self) -> tuple[tuple[int, ...], ...]:
        """Records of random games played to the end, some with a bent, so that corners come up."""
        bents = (uniform, uniform, eager, lazy)
        return tuple(
            self.random_game(random.Random(f"walk {i}"), bents[i % len(bents)])
            for i in range(WALKS * self.depth)
        )

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The sample: all positions near the start, then some of every random game.

        The nearest come first, so that what breaks is shown at an early position.
        """
        found: dict[State, Spot] = {}
        for spot in self._nearest():
            found.setdefault(spot.state, spot)
        for record in self.walks:
            step = max(1, len(record) // PER_WALK)
            state = self.game.start()
            for i, move in enumerate(record, 1):
                state = self.game.room.play(self.game.setup, state, move)
                if i % step == 0 or i > len(record) - 4:
                    found.setdefault(state, Spot(state, record, i))
        return tuple(found.values())

    def each(self, kind: Kind = "any", most: int | None = None) -> Iterator[Spot]:
        """The positions of a kind, at most ``most`` of them, evenly chosen."""
        spots = [s for s in self.spots if kind == "any" or self.kind(s.state) == kind]
        if most is not None and len(spots) > most:
            spots = [spots[i * len(spots) // most] for i in range(most)]
        for spot in spots:
            self.here = spot
            yield spot
        self.here = None

    def kind(self, state: State) -> Kind:
        """Whether a seat, chance or nobody is to act."""
        actor = self.game.to_act(state)
        return "over" if actor == OVER else "chance" if actor == CHANCE else "seat"

    def next_ids(self, state: State) -> list[int]:
        """The legal moves, or the possible outcomes."""
        if self.kind(state) == "chance":
            return [outcome for outcome, _ in self.game.outcomes(state)]
        return self.game.moves(state)

    def random_game(self, dice: random.Random, choose: Chooser | None = None) -> tuple[int, ...]:
        """The record of a random game from the start."""
        return self.finish(self.game.start(), dice, choose or uniform)

    def finish(self, state: State, dice: random.Random, choose: Chooser) -> tuple[int, ...]:
        """The moves of a random game from ``state`` to the end.

        Raises:
            Broken: when the game does not end.
        """
        game, begun = self.game, state
        rng = seeded(dice.getrandbits(62), 0)
        record: list[int] = []
        limit = game.info.longest if game.info.longest is not None else ENDLESS
        while (kind := self.kind(state)) != "over":
            if len(record) >= limit:
                self.here = Spot(state, record, len(record)) if begun == game.start() else None
                self.broken(
                    f"A random game was not over after {limit} steps.",
                    "to_act must return OVER in the end, and info.longest must be the length of "
                    "the longest game, or None where there is no bound.",
                )
            move, rng = choose(self, state, kind, dice, rng)
            record.append(move)
            state = game.room.play(game.setup, state, move)
        return tuple(record)

    def broken(self, what: str, remedy: str = "") -> NoReturn:
        """Raise Broken with the game, what is wrong, how to put it right and the position."""
        lines = [f"{self}: {what}"]
        if remedy:
            lines.append(f"To put it right: {remedy}")
        if self.here is not None:
            record = self.here.record
            shown = str(record) if len(record) <= 200 else f"[… {len(record)} moves …]"
            lines += [f"Position: {self.text(self.here.state)}", f"Reached by: {shown}"]
        raise Broken("\n".join(lines))

    def text(self, state: State) -> str:
        """A state as a failure names it, even where the notation is what fails."""
        try:
            return f"{self.game.show_state(state)!r} = {state!r}"
        except Exception:
            return repr(state)

    def _nearest(self) -> Iterator[Spot]:
        game = self.game
        queue = [Spot(game.start(), (), 0)]
        known = {queue[0].state}
        for spot in queue:
            yield spot
            ids = self.next_ids(spot.state)
            step = max(1, len(ids) // BRANCHES)
            for move in ids[::step]:
                if len(queue) >= BREADTH * self.depth:
                    break
                after = game.room.play(game.setup, spot.state, move)
                if after not in known:
                    known.add(after)
                    queue.append(Spot(after, (*spot.record, move), spot.length + 1))


Chooser: TypeAlias = Callable[[Case, State, Kind, random.Random, Rng], tuple[int, Rng]]
"""How a random game is played: (case, state, whose turn, dice, rng) -> (move, rng)."""


def uniform(case: Case, state: State, kind: Kind, dice: random.Random, rng: Rng) -> tuple[int, Rng]:
    """Every move as likely as any other, and chance as the rules roll it."""
    if kind == "chance":
        return case.game.roll(state, rng)
    return dice.choice(case.game.moves(state)), rng


def eager(case: Case, state: State, kind: Kind, dice: random.Random, rng: Rng) -> tuple[int, Rng]:
    """Mostly the last move of the list; every outcome as likely as any other."""
    ids = case.next_ids(state)
    return (ids[-1] if kind == "seat" and dice.random() < 0.6 else dice.choice(ids)), rng


def lazy(case: Case, state: State, kind: Kind, dice: random.Random, rng: Rng) -> tuple[int, Rng]:
    """Mostly the first move of the list; every outcome as likely as any other."""
    ids = case.next_ids(state)
    return (ids[0] if kind == "seat" and dice.random() < 0.6 else dice.choice(ids)), rng
