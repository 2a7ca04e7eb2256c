"""Random playouts and games between bots, compiled, beside OpenSpiel's Pig in C++."""

from __future__ import annotations

from collections.abc import Callable

import goldfield
from benchmarks import peers
from benchmarks.measure import Comparison, beside
from goldfield.engine.crew import cores
from goldfield.engine.playouts import playouts
from goldfield.engine.simulate import simulate
from goldfield.games.game import Game

ONE_ROUND = 40_000
"""Games in a round of ours: some tenths of a second."""
PEER_ROUND = 20_000


def steps_of(game: Game, games: int = ONE_ROUND, threads: int = 1) -> Callable[[], float]:
    """A piece of work: random games; returns the steps."""

    def work() -> float:
        return float(playouts(game, games, seed=1, threads=threads).steps)

    return work


def games_of(work: Callable[[], float], games: int) -> Callable[[], float]:
    """The same work counted in games."""

    def counted() -> float:
        work()
        return float(games)

    return counted


def measured() -> list[Comparison]:
    """The playouts of both games, per step and per game, and games between bots."""
    pig = goldfield.load("tests.games.pig", players=2)
    nuggets = goldfield.load("gold_nuggets", players=2)
    length = peers.mean_length(pig)
    peer_games = peers.rollouts(PEER_ROUND)

    def peer_steps() -> float:
        return peer_games() * length

    found = [
        beside("Pig, random playouts, one core", steps_of(pig), peer_steps, peers.NAME, "steps/s"),
        beside(
            "Gold Nuggets, random playouts, one core",
            steps_of(nuggets),
            peer_steps,
            peers.NAME,
            "steps/s",
        ),
        beside(
            "Pig, random playouts, one core",
            games_of(steps_of(pig), ONE_ROUND),
            peer_games,
            peers.NAME,
            "games/s",
        ),
        beside(
            "Gold Nuggets, random playouts, one core",
            games_of(steps_of(nuggets), ONE_ROUND),
            peer_games,
            peers.NAME,
            "games/s",
        ),
        beside(
            f"Gold Nuggets, random playouts, {cores()} cores",
            steps_of(nuggets, 2 * ONE_ROUND, cores()),
            steps_of(nuggets),
            "the same on one core",
            "steps/s",
        ),
    ]
    every_flag = goldfield.load(
        "gold_nuggets", players=5, rob="several", straights=True, pairs=True, extra=True
    )
    found.append(
        beside(
            "Gold Nuggets, 5 players, all variants, one core",
            steps_of(every_flag),
            peer_steps,
            peers.NAME,
            "steps/s",
        )
    )
    for line_up in (["cautious", "greedy"], ["prospector", "cautious"]):
        found.append(
            beside(
                f"Gold Nuggets, {' against '.join(line_up)}, one core",
                between(nuggets, line_up),
                peer_games,
                f"{peers.NAME} at random",
                "games/s",
            )
        )
    return found


def between(game: Game, line_up: list[str]) -> Callable[[], float]:
    """A piece of work: games between bots; returns how many."""

    def work() -> float:
        return float(simulate(game, line_up, ONE_ROUND, seed=1, threads=1).games)

    return work
