"""Games of OpenSpiel, played at random by its own C++ code.

Its random rollouts are reached through an MCTS bot of one simulation: the bot looks at the root
once, by an evaluator that plays as many random games from there as it is told. All the time is
spent in C++. OpenSpiel counts no steps, so they are the number of games times their mean length,
decisions and chance, which is measured through its Python binding.

Pig is the same game as ours: as many players, the same goal, no limit on the length. One rule
differs: whoever has enough to win must hold there, while ours may roll on, so OpenSpiel's games are
a little shorter. With that rule added, games of ours must be as long as OpenSpiel's, or nothing is
measured.

Backgammon is the nearest to Moje zlato!: dice first, then whatever they allow. It begins with a
throw, from which no bot can begin, so its games are played, and counted, from after a first throw.

Dots and boxes is the nearest to Nuggets: on 4 by 7 boxes it has 67 lines, as many as the land has.
Nuggets has chips and secrets besides, and tells an enclosed area by a search.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyspiel
from tests.games.pig.rules import HOLD

from goldfield.games.contract import CHANCE, OVER
from goldfield.games.game import Game
from goldfield.rng import below, seeded

SAMPLE = 4000


@dataclass(frozen=True)
class Peer:
    """A game of OpenSpiel's."""

    name: str
    text: str
    """How OpenSpiel calls it."""
    games: int
    """Games in a round of some tenths of a second."""
    sample: int
    """Games that are played to measure their mean length."""

    @cached_property
    def game(self) -> Any:
        """The game itself."""
        return pyspiel.load_game(self.text)

    def begin(self) -> Any:
        """The first state in which somebody decides."""
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        return state

    @cached_property
    def length(self) -> tuple[float, float]:
        """Steps in a random game, decisions and chance: their mean and its standard error."""
        draw = random.Random(1)
        return _mean(self._length(draw) for _ in range(self.sample))

    def _length(self, draw: random.Random) -> int:
        state = self.begin()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(outcomes, chances)[0])
            else:
                state.apply_action(draw.choice(state.legal_actions()))
            steps += 1
        return steps

    def rollouts(self, seed: int = 1) -> Callable[[], float]:
        """A piece of work: a round of random games; returns how many."""
        evaluator = pyspiel.RandomRolloutEvaluator(self.games, seed)
        begin = self.begin()

        def work() -> float:
            bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 1, 100, False, seed, False)
            bot.step(begin)
            return float(self.games)

        return work

    def steps(self) -> Callable[[], float]:
        """The same work counted in steps."""
        work = self.rollouts()
        length, _ = self.length
        return lambda: work() * length


PIG = Peer("OpenSpiel's C++ pig", "pig(players=2,winscore=100,horizon=1000000)", 20_000, SAMPLE)
BACKGAMMON = Peer("OpenSpiel's C++ backgammon", "backgammon", 600, 1500)
DOTS = Peer("OpenSpiel's C++ dots and boxes", "dots_and_boxes(num_rows=4,num_cols=7)", 4_000, 20)


def check_pig(ours: Game) -> None:
    """Compare the lengths of both Pigs.

    Raises:
        AssertionError: when games of ours, with the rule that differs, are not as long.
    """
    theirs, error = PIG.length
    own, own_error = _mean(_length_of(ours, number) for number in range(SAMPLE))
    if abs(own - theirs) > 5 * math.hypot(error, own_error):
        raise AssertionError(
            f"the two Pigs differ: {own:.1f} steps a game here, {theirs:.1f} there"
        )


def _mean(values: Iterable[int]) -> tuple[float, float]:
    """The mean and its standard error."""
    every = list(values)
    return statistics.mean(every), statistics.stdev(every) / math.sqrt(len(every))


def _length_of(game: Game, number: int) -> int:
    """A game of ours in plain Python in which who has enough must hold."""
    room, setup = game.room, game.setup
    rng, state = seeded(1, number), game.start()
    steps = 0
    while (actor := room.to_act(setup, state)) != OVER:
        if actor == CHANCE:
            move, rng = room.roll(setup, state, rng)
        else:
            move, rng = below(rng, 2)
            held = room.play(setup, state, HOLD)
            if room.to_act(setup, held) == OVER:
                move = HOLD
        state = room.play(setup, state, move)
        steps += 1
    return steps


def through_python(steps: int) -> Callable[[], float]:
    """A piece of work: Pig's legal moves and play, one game after another, called from Python."""
    game = PIG.game
    draw = random.Random(7)

    def work() -> float:
        done = 0
        while done < steps:
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(draw.random() * len(legal))])
                done += 1
        return float(done)

    return work
