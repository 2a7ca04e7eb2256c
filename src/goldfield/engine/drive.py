"""The loop that plays bots against each other: plain Python as it stands, and compiled by numba.

One compilation serves every line-up of a game at a number of seats: all its bots are compiled
into one chain, and each seat carries the number of its bot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, cast

from goldfield.engine.cache import CompiledFolder
from goldfield.engine.compiler import compiled
from goldfield.engine.playouts import LONGEST
from goldfield.games.contract import CHANCE, OVER, RulesRoom
from goldfield.games.counting import StatisticsRoom
from goldfield.rng import seeded
from goldfield.rule import rule

Choose = Callable[..., Any]
NOBODY = -2
"""The reader of a state that is nobody's view."""


@rule
def observe_nothing(setup: Any, before: Any, move: int, after: Any, out: Any) -> None:
    """What a game without a ``statistics`` room observes."""


def chain_of(choosers: Sequence[Choose]) -> Choose:
    """``choose(kind, setup, tables, view, seat, rng)`` asks chooser number ``kind``.

    The tables are of different types, so each link of the chain reads its own at a fixed place.
    The last chooser is the first that is looked for: it is the strongest and the longest, and every
    link around a chooser compiles it once more.
    """
    chain: Choose | None = None
    for at in range(len(choosers)):
        chain = _link(at, choosers[at], chain)
    return cast(Choose, chain)


def _link(at: int, choose: Choose, rest: Choose | None) -> Choose:
    if rest is None:

        @rule
        def ask_last(kind: int, setup: Any, tables: Any, view: Any, seat: int, rng: Any) -> Any:
            move, rng = choose(setup, tables[at], view, seat, rng)
            return int(move), rng

        return ask_last

    @rule
    def ask(kind: int, setup: Any, tables: Any, view: Any, seat: int, rng: Any) -> Any:
        if kind == at:
            move, rng = choose(setup, tables[at], view, seat, rng)
            return int(move), rng
        return rest(kind, setup, tables, view, seat, rng)

    return ask


def chunk_of(
    room: RulesRoom, choosers: tuple[Choose, ...], statistics: StatisticsRoom | None
) -> Callable[..., int]:
    """Games ``first`` to ``first + count - 1`` between bots, as a function to call or compile.

    It writes per game the steps, the turns (the first counter, summed over seats), the shares and
    the scores, adds to the counters, and returns 0. A bot that names a move which is not legal
    ends it: it returns 1 and leaves seat, move and game in ``fault``.

    ``reader`` is the seat, or SPECTATOR, whose view the start is: what it hides is guessed anew in
    every game. It is NOBODY where the start is a whole state.
    """
    to_act, moves, play, roll = room.to_act, room.moves, room.play, room.roll
    view, shares_of, scores_of, guess = room.view, room.shares, room.scores, room.guess
    ask = chain_of(choosers)
    observe = observe_nothing if statistics is None else statistics.observe
    per_seat = 0 if statistics is None else len(statistics.COUNTERS)

    def bots_chunk(
        setup: Any,
        start: Any,
        reader: int,
        tables: Any,
        kinds: Any,
        seed: int,
        first: int,
        count: int,
        out: Any,
        fault: Any,
        steps: Any,
        turns: Any,
        shares: Any,
        scores: Any,
        counters: Any,
    ) -> int:
        for game in range(count):
            s = start
            rng = seeded(seed, first + game)
            if reader != NOBODY:
                s, rng = guess(setup, start, reader, rng)
            actor = to_act(setup, s)
            played = 0
            before = 0
            if per_seat > 0:
                for seat in range(len(kinds)):
                    before += counters[seat * per_seat]
            while actor != OVER and played < LONGEST:
                if actor == CHANCE:
                    outcome, rng = roll(setup, s, rng)
                    move = int(outcome)
                else:
                    move, rng = ask(kinds[actor], setup, tables, view(setup, s, actor), actor, rng)
                    legal = False
                    for i in range(moves(setup, s, out)):
                        if out[i] == move:
                            legal = True
                    if not legal:
                        fault[0] = actor
                        fault[1] = move
                        fault[2] = first + game
                        return 1
                after = play(setup, s, move)
                observe(setup, s, move, after, counters)
                s = after
                played += 1
                actor = to_act(setup, s)
            steps[game] = played
            if per_seat > 0:
                now = 0
                for seat in range(len(kinds)):
                    now += counters[seat * per_seat]
                turns[game] = now - before
            for at, share in enumerate(shares_of(setup, s)):
                shares[game, at] = share
            for at, score in enumerate(scores_of(setup, s)):
                scores[game, at] = score
        return 0

    return bots_chunk


@lru_cache(maxsize=32)
def compiled_chunk(
    package: str,
    room: RulesRoom,
    choosers: tuple[Choose, ...],
    statistics: StatisticsRoom | None,
) -> Callable[..., int]:
    """``chunk_of`` compiled; kept for as long as the same functions are asked for."""
    packages = {"goldfield", package, *(choose.__module__ for choose in choosers)}
    return compiled(chunk_of(room, choosers, statistics), CompiledFolder(packages))
