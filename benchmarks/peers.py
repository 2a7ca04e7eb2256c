"""OpenSpiel's Pig, played at random by its own C++ code.

Its random rollouts are reached through an MCTS bot of one simulation: the bot looks at the root
once, by an evaluator that plays as many random games from there as it is told. All the time is
spent in C++. OpenSpiel counts no steps, so they are the number of games times their mean length,
which is measured through its Python binding.

Same number of players, same goal, no limit on the length. One rule differs: whoever has enough to
win must hold there, while ours may roll on, so OpenSpiel's games are a little shorter. With that
rule added, games of ours must be as long as OpenSpiel's, or nothing is measured.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Iterable

import pyspiel
from tests.games.pig.rules import HOLD

from goldfield.games.contract import CHANCE, OVER
from goldfield.games.game import Game
from goldfield.rng import below, seeded

NAME = "OpenSpiel's C++ pig"
GAME = "pig(players=2,winscore=100,horizon=1000000)"
SAMPLE = 4000


def rollouts(games: int, seed: int = 1) -> Callable[[], float]:
    """A piece of work: that many random games; returns how many."""
    game = pyspiel.load_game(GAME)
    evaluator = pyspiel.RandomRolloutEvaluator(games, seed)
    state = game.new_initial_state()

    def work() -> float:
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False)
        bot.step(state)
        return float(games)

    return work


def mean_length(ours: Game) -> float:
    """Steps in one of OpenSpiel's random games, decisions and chance.

    Raises:
        AssertionError: when games of ours, with the rule that differs, are not as long.
    """
    draw = random.Random(1)
    theirs, error = _mean(_length(draw) for _ in range(SAMPLE))
    own, own_error = _mean(_length_of(ours, number) for number in range(SAMPLE))
    if abs(own - theirs) > 5 * math.hypot(error, own_error):
        raise AssertionError(
            f"the two Pigs differ: {own:.1f} steps a game here, {theirs:.1f} there"
        )
    return theirs


def _mean(values: Iterable[int]) -> tuple[float, float]:
    """The mean and its standard error."""
    every = list(values)
    return statistics.mean(every), statistics.stdev(every) / math.sqrt(len(every))


def _length(draw: random.Random) -> int:
    state = pyspiel.load_game(GAME).new_initial_state()
    steps = 0
    while not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
        steps += 1
    return steps


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
    """A piece of work: legal moves and play of one game after another, called from Python."""
    game = pyspiel.load_game(GAME)
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
