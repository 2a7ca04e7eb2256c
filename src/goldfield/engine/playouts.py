"""Random playouts of any game: every legal move equally likely, on one core or on all."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from goldfield.engine.cache import CompiledFolder
from goldfield.engine.compiler import compiled, compiling
from goldfield.engine.crew import Progress, spread
from goldfield.engine.tables import compiled_form
from goldfield.games.contract import CHANCE, OVER, WIN, RulesRoom, State
from goldfield.games.game import Game
from goldfield.rng import below, fresh_seed, seeded
from goldfield.rule import rule
from goldfield.words import say_n

Counts = npt.NDArray[np.int64]

LONGEST = 1_000_000
"""Steps after which a game is given up, so that no rule and no bot can hang a run for good."""


class EndlessGame(RuntimeError):
    """Games that did not end within LONGEST steps; ``message`` says how many."""

    def __init__(self, games: int) -> None:
        self.message = say_n(
            "One game did not end within {limit} steps.",
            "{n} games did not end within {limit} steps.",
            games,
            limit=LONGEST,
        )
        super().__init__(str(self.message))


@dataclass(frozen=True)
class Playouts:
    """What a run of random games brought."""

    games: int
    steps: int
    """Calls of ``play``, decisions and chance."""
    decisions: int
    shares: tuple[float, ...]
    """Mean win share of each side."""
    scores: tuple[float, ...]
    """Mean score of each seat, in points."""
    seconds: float
    """Without compilation."""
    interrupted: bool = False

    @property
    def steps_per_second(self) -> float:
        """Calls of ``play`` per second, without compilation."""
        return self.steps / self.seconds

    @property
    def games_per_second(self) -> float:
        """Whole games per second, without compilation."""
        return self.games / self.seconds


def playout_of(room: RulesRoom) -> Callable[..., Any]:
    """One random game as a function: plain Python as it is, and inlined where it is compiled.

    It writes the first ``len(trace)`` moves and outcomes into ``trace``, stops after ``limit``
    steps, and returns the last state, the steps and the decisions.
    """
    to_act, moves, play, roll = room.to_act, room.moves, room.play, room.roll

    @rule
    def playout(setup: Any, s: Any, rng: Any, out: Any, trace: Any, limit: int) -> Any:
        steps = 0
        decisions = 0
        actor = to_act(setup, s)
        while actor != OVER and steps < limit:
            if actor == CHANCE:
                move, rng = roll(setup, s, rng)
            else:
                n = moves(setup, s, out)
                pick = 0
                if n > 1:
                    pick, rng = below(rng, n)
                move = out[pick]
                decisions += 1
            if steps < len(trace):
                trace[steps] = move
            s = play(setup, s, int(move))
            steps += 1
            actor = to_act(setup, s)
        return s, steps, decisions

    return playout


def chunk_of(room: RulesRoom) -> Callable[..., State]:
    """Many random games as a function that returns the last state of the last one.

    It adds to ``sums``: steps, decisions, games that did not end within ``limit`` steps, and of
    those that ended the shares and scores.
    """
    playout, to_act, shares, scores = playout_of(room), room.to_act, room.shares, room.scores

    def playouts_chunk(
        setup: Any,
        start: Any,
        seed: int,
        first: int,
        count: int,
        limit: int,
        out: Any,
        trace: Any,
        sums: Any,
    ) -> Any:
        s = start
        for game in range(first, first + count):
            s, steps, decisions = playout(setup, start, seeded(seed, game), out, trace, limit)
            sums[0] += steps
            sums[1] += decisions
            if to_act(setup, s) != OVER:
                sums[2] += 1
                continue
            at = 3
            for share in shares(setup, s):
                sums[at] += share
                at += 1
            for score in scores(setup, s):
                sums[at] += score
                at += 1
        return s

    return playouts_chunk


@lru_cache(maxsize=32)
def _compiled_chunk(package: str, room: RulesRoom) -> Callable[..., State]:
    return compiled(chunk_of(room), CompiledFolder(("goldfield", package)))


def _sums_of(game: Game) -> Counts:
    return np.zeros(3 + game.info.sides + game.info.seats, np.int64)


def playouts(
    game: Game,
    games: int,
    *,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    start: State | None = None,
) -> Playouts:
    """Play ``games`` random games from the start, or from any state.

    Game k draws from stream k of the seed (default: a fresh one), so the result does not depend
    on threads. Ctrl-C ends the run early with the games played so far; if none was, it is raised.

    Raises:
        EndlessGame: when a game does not end.
        CannotCompile: when rules or bots use what compiled code does not know.
        ValueError: for fewer than one game or thread, or a seed out of range.
    """
    seed = checked_seed(seed)
    chunk = _compiled_chunk(game.package, game.room)
    setup = compiled_form(game.setup)
    first_state = game.start() if start is None else start
    total = _sums_of(game)
    played = 0

    def work(first: int, count: int) -> tuple[int, Counts]:
        out = np.empty(game.info.most_moves, np.int64)
        trace = np.empty(0, np.int64)
        sums = _sums_of(game)
        chunk(setup, first_state, seed, first, count, LONGEST, out, trace, sums)
        return count, sums

    def take(result: tuple[int, Counts]) -> None:
        nonlocal played, total
        played += result[0]
        total = total + result[1]

    with compiling(game.name):
        work(0, 0)
    began = time.perf_counter()
    whole = spread(work, take, games, threads, progress)
    seconds = time.perf_counter() - began
    if played == 0:
        raise KeyboardInterrupt
    if total[2]:
        raise EndlessGame(int(total[2]))
    means = [float(value) / played for value in total]
    sides = game.info.sides
    return Playouts(
        played,
        int(total[0]),
        int(total[1]),
        tuple(mean / WIN for mean in means[3 : 3 + sides]),
        tuple(mean / game.info.score_unit for mean in means[3 + sides :]),
        seconds,
        not whole,
    )


def trace_of(
    game: Game, seed: int, stream: int, most: int = 100_000, *, plain: bool = False
) -> tuple[tuple[int, ...], State]:
    """The first ``most`` moves and outcomes of one random game, and the state after them.

    Compiled, or in plain Python: the two must be equal, and that is how the engine is tested.
    """
    trace = np.zeros(most, np.int64)
    sums = _sums_of(game)
    if plain:
        room = [0] * game.info.most_moves
        last = chunk_of(game.room)(
            game.setup, game.start(), seed, stream, 1, most, room, trace, sums
        )
    else:
        out = np.zeros(game.info.most_moves, np.int64)
        last = _compiled_chunk(game.package, game.room)(
            compiled_form(game.setup), game.start(), seed, stream, 1, most, out, trace, sums
        )
    return tuple(int(move) for move in trace[: int(sums[0])]), last


def checked_seed(seed: int | None) -> int:
    """The seed, or a fresh one from the operating system.

    Raises:
        ValueError: when it is not 0 to 2**63 - 1.
    """
    if seed is None:
        return fresh_seed()
    if not 0 <= seed < 2**63:
        raise ValueError(f"seed={seed} is not possible; a whole number from 0 to 2**63 - 1")
    return seed
