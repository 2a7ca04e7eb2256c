"""Games between bots by the thousand: who wins how often, how long it takes, what happens in it."""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from goldfield.bots import bot_of, bots_of, prepared
from goldfield.bots.bot import Bot
from goldfield.engine.compiler import compiling
from goldfield.engine.crew import Progress, spread
from goldfield.engine.drive import NOBODY, compiled_chunk
from goldfield.engine.playouts import LONGEST, EndlessGame, checked_seed
from goldfield.engine.result import Distribution, Result, SeatResult, wilson
from goldfield.engine.tables import compiled_form
from goldfield.games.contract import WIN, State
from goldfield.games.counting import StatisticsRoom
from goldfield.games.game import Game
from goldfield.games.options import BadOption, in_words
from goldfield.words import say

Numbers = npt.NDArray[np.int64]


class IllegalChoice(ValueError):
    """A bot named a move that is not legal; ``message`` says which bot, move and game."""

    def __init__(self, bot: str, seat: int, move: int, game: int, seed: int) -> None:
        self.message = say(
            "Bot {bot} in seat {seat} chose move {move}, which is not legal "
            "(game {game} of seed {seed}).",
            bot=bot,
            seat=seat + 1,
            move=move,
            game=game,
            seed=seed,
        )
        super().__init__(str(self.message))


class _Chunk(NamedTuple):
    """What some games brought: one row per game, and the counters of all."""

    steps: Numbers
    turns: Numbers
    shares: Numbers
    scores: Numbers
    counters: Numbers


def simulate(
    game: Game,
    bots: Sequence[str | Bot],
    games: int,
    *,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    start: State | None = None,
) -> Result:
    """Play ``games`` games between bots: seat i is played by bot i, and nobody changes seats.

    Game k draws from stream k of the seed (default: a fresh one from the operating system), so the
    result does not depend on threads (default: one per core). A ``start`` may be a view: what it
    hides is dealt anew in each game. Ctrl-C ends the run with the result of the games played so
    far; when there is none yet, it is raised.

    Raises:
        BadOption: for an unknown bot, one that lacks something, or not one for each seat.
        IllegalChoice: when a bot names a move that is not legal.
        EndlessGame: when a game does not end.
        CannotCompile: when rules or bots use what compiled code does not know.
        ValueError: for fewer than one game or thread, or a seed out of range.
    """
    seed = checked_seed(seed)
    line_up = _line_up(game, bots)
    every = [bot for bot in bots_of(game).values() if not bot.on_request]
    every += [bot for bot in line_up if bot not in every]
    kinds = np.array([every.index(bot) for bot in line_up], np.int64)
    statistics = statistics_of(game)
    per_seat = len(statistics.COUNTERS) if statistics else 0
    chunk = compiled_chunk(game.package, game.room, tuple(bot.choose for bot in every), statistics)
    setup = compiled_form(game.setup)
    tables = tuple(compiled_form(prepared(bot, game.rules)) for bot in every)
    first_state = game.start() if start is None else start
    reader = None if start is None else game.reader_of(start)
    reader = NOBODY if reader is None else reader
    seats, sides = game.info.seats, game.info.sides

    def work(first: int, count: int) -> _Chunk:
        out = np.empty(game.info.most_moves, np.int64)
        fault = np.zeros(3, np.int64)
        done = _Chunk(
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
            np.zeros((count, sides), np.int64),
            np.zeros((count, seats), np.int64),
            np.zeros(seats * per_seat, np.int64),
        )
        wrong = chunk(
            setup, first_state, reader, tables, kinds, seed, first, count, out, fault, *done
        )
        if wrong:
            seat, move, at = (int(value) for value in fault)
            raise IllegalChoice(line_up[seat].name, seat, move, at, seed)
        return done

    sums = _Sums(seats, sides, per_seat)
    with compiling(game.name):
        work(0, 0)
    began = time.perf_counter()
    spread(work, sums.take, games, threads, progress)
    seconds = time.perf_counter() - began
    if sums.games == 0:
        raise KeyboardInterrupt
    return Result(
        game=game.name,
        title=game.room.TITLE,
        score=game.room.SCORE,
        rules_version=game.room.RULES_VERSION,
        options=game.rules.as_dict(),
        played=in_words(game.rules, brief=True),
        seed=seed,
        games=sums.games,
        asked=games,
        seats=tuple(
            _seat(game, statistics, sums, bot.name, seat) for seat, bot in enumerate(line_up)
        ),
        steps=_distribution(sums.steps),
        turns=_distribution(sums.turns) if per_seat else None,
        counters=statistics.COUNTERS if statistics else (),
        figures=statistics.FIGURES if statistics else (),
        seconds=seconds,
    )


def statistics_of(game: Game) -> StatisticsRoom | None:
    """The game's ``statistics`` room, or None where it has none."""
    name = game.package + ".statistics"
    if importlib.util.find_spec(name) is None:
        return None
    return cast(StatisticsRoom, importlib.import_module(name))


def _line_up(game: Game, bots: Sequence[str | Bot]) -> list[Bot]:
    if len(bots) != game.info.seats:
        raise BadOption(
            "bots",
            say(
                "{n} bots were named for {seats} seats; every seat needs one.",
                n=len(bots),
                seats=game.info.seats,
            ),
        )
    found = [bot_of(game, bot) if isinstance(bot, str) else bot for bot in bots]
    for bot in found:
        why = bot.lacks(game.rules)
        if why is not None:
            raise BadOption("bots", say("{bot} cannot play here. {why}", bot=bot.name, why=why))
    return found


class _Sums:
    """What all chunks so far brought."""

    def __init__(self, seats: int, sides: int, per_seat: int) -> None:
        self.games = 0
        self.steps: Counter[int] = Counter()
        self.turns: Counter[int] = Counter()
        self.shares = [0] * sides
        self.scores: list[Counter[int]] = [Counter() for _ in range(seats)]
        self.counters: Numbers = np.zeros(seats * per_seat, np.int64)

    def take(self, chunk: _Chunk) -> None:
        endless = int((chunk.steps >= LONGEST).sum())
        if endless:
            raise EndlessGame(endless)
        self.games += len(chunk.steps)
        _count(self.steps, chunk.steps)
        _count(self.turns, chunk.turns)
        for side, total in enumerate(chunk.shares.sum(axis=0)):
            self.shares[side] += int(total)
        for seat, counts in enumerate(self.scores):
            _count(counts, chunk.scores[:, seat])
        self.counters = self.counters + chunk.counters


def _count(counts: Counter[int], values: Numbers) -> None:
    for value, n in zip(*np.unique(values, return_counts=True), strict=True):
        counts[int(value)] += int(n)


def _distribution(counts: Counter[int], unit: int = 1) -> Distribution:
    return Distribution(tuple(sorted(counts.items())), unit)


def _seat(
    game: Game, statistics: StatisticsRoom | None, sums: _Sums, bot: str, seat: int
) -> SeatResult:
    side = game.info.side_of[seat]
    share = sums.shares[side] / WIN / sums.games
    names: list[Any] = [name for name, _ in statistics.COUNTERS] if statistics else []
    return SeatResult(
        bot,
        side,
        share,
        wilson(share, sums.games),
        _distribution(sums.scores[seat], game.info.score_unit),
        {name: int(sums.counters[seat * len(names) + at]) for at, name in enumerate(names)},
    )
