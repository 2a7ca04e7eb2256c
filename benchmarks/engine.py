"""Random playouts and games between bots, compiled, beside OpenSpiel's games in C++."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import goldfield
from benchmarks import peers
from benchmarks.measure import Comparison, beside
from benchmarks.peers import Peer
from goldfield.engine.crew import cores
from goldfield.engine.playouts import playouts
from goldfield.engine.simulate import simulate
from goldfield.games.game import Game
from goldfield.games.options import Scalar


@dataclass(frozen=True)
class Ours:
    """A game of ours as it is measured: how it is called, its options, and the games of a round.

    A round takes some tenths of a second.
    """

    title: str
    package: str
    options: dict[str, Scalar] = field(default_factory=lambda: {"players": 2})
    games: int = 40_000

    def load(self) -> Game:
        """The game."""
        return goldfield.load(self.package, **self.options)


PIG = Ours("Pig", "tests.games.pig")
GOLD_NUGGETS = Ours("Gold Nuggets", "gold_nuggets")
EVERY_FLAG = Ours(
    "Gold Nuggets, 5 players, all variants",
    "gold_nuggets",
    {"players": 5, "rob": "several", "straights": True, "pairs": True, "extra": True},
)
MOJE_ZLATO = Ours("Moje zlato!", "moje_zlato")
MOJE_ZLATO_4 = Ours("Moje zlato!, 4 players", "moje_zlato", {"players": 4})
LAID_EARLY = Ours("Moje zlato!, dice laid early", "moje_zlato", {"players": 2, "commit": True})
NUGGETS = Ours("Nuggets", "nuggets", games=20_000)
NUGGETS_4 = Ours("Nuggets, 4 players", "nuggets", {"players": 4}, games=20_000)


def gold_nuggets() -> list[Comparison]:
    """Gold Nuggets, and Pig by the same engine, beside Pig."""
    peers.check_pig(PIG.load())
    game, games = GOLD_NUGGETS.load(), GOLD_NUGGETS.games
    return [
        *both((PIG, GOLD_NUGGETS, EVERY_FLAG), peers.PIG),
        beside(
            f"Gold Nuggets, random playouts, {cores()} cores",
            steps_of(game, 2 * games, cores()),
            steps_of(game, games),
            "the same on one core",
            "steps/s",
        ),
        between(GOLD_NUGGETS, ["cautious", "greedy"], 40_000, peers.PIG),
        between(GOLD_NUGGETS, ["prospector", "cautious"], 40_000, peers.PIG),
    ]


def moje_zlato() -> list[Comparison]:
    """Moje zlato! beside backgammon."""
    return [
        *both((MOJE_ZLATO, MOJE_ZLATO_4, LAID_EARLY), peers.BACKGAMMON),
        between(MOJE_ZLATO, ["greedy", "greedy"], 4_000, peers.BACKGAMMON),
        between(MOJE_ZLATO, ["corsair", "greedy"], 500, peers.BACKGAMMON),
    ]


def nuggets() -> list[Comparison]:
    """Nuggets beside dots and boxes."""
    return [
        *both((NUGGETS, NUGGETS_4), peers.DOTS),
        between(NUGGETS, ["greedy", "greedy"], 100, peers.DOTS),
        between(NUGGETS, ["surveyor", "greedy"], 50, peers.DOTS),
    ]


def both(every: tuple[Ours, ...], peer: Peer) -> list[Comparison]:
    """Random playouts of games beside a peer's, per step and per game."""
    found: list[Comparison] = []
    for ours in every:
        name = f"{ours.title}, random playouts, one core"
        steps = steps_of(ours.load(), ours.games)
        found.append(beside(name, steps, peer.steps(), peer.name, "steps/s"))
        counted = games_of(steps, ours.games)
        found.append(beside(name, counted, peer.rollouts(), peer.name, "games/s"))
    return found


def between(ours: Ours, line_up: list[str], games: int, peer: Peer) -> Comparison:
    """Games between bots beside random ones of a peer."""
    game = ours.load()

    def work() -> float:
        return float(simulate(game, line_up, games, seed=1, threads=1).games)

    name = f"{ours.title}, {' against '.join(line_up)}, one core"
    return beside(name, work, peer.rollouts(), f"{peer.name} at random", "games/s")


def steps_of(game: Game, games: int, threads: int = 1) -> Callable[[], float]:
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
