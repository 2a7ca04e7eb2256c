"""The server's path: legal moves and play through the checked door, in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import goldfield
from benchmarks import peers
from benchmarks.measure import Comparison, against, beside
from goldfield.games.contract import CHANCE, OVER
from goldfield.games.game import Game
from goldfield.rng import below, seeded

PROMISED = 20_000
STEPS = 6_000


def moves_of(game: Game, steps: int = STEPS) -> Callable[[], float]:
    """A piece of work: random games by the methods the server calls; returns the steps."""

    def work() -> float:
        rng: Any = seeded(3, 0)
        done = 0
        state = game.start()
        while done < steps:
            actor = game.to_act(state)
            if actor == OVER:
                state = game.start()
                continue
            if actor == CHANCE:
                outcome, rng = game.roll(state, rng)
                state = game.room.play(game.setup, state, outcome)
            else:
                legal = game.moves(state)
                pick, rng = below(rng, len(legal))
                state = game.play(state, legal[pick])
            done += 1
        return float(done)

    return work


def measured() -> list[Comparison]:
    """Gold Nuggets in plain Python beside OpenSpiel's Pig called from Python, and the promise."""
    game = goldfield.load("gold_nuggets", players=2)
    found = beside(
        "Gold Nuggets, legal moves and play, plain Python",
        moves_of(game),
        peers.through_python(STEPS),
        f"{peers.PIG.name}, called from Python",
        "moves/s",
    )
    return [found, against(found.name, found.ours, PROMISED, "moves/s", at_least=True)]
