"""Measure what the bots of Gold Nuggets lose: the win share that a decision gives away on average.

Two of the same bot play against each other, and every option of every decision is looked up in the
solved game: what the chosen one is worth less than the best is lost. ``--against`` measures the
first bot's loss against another one instead. ``--json`` prints the numbers for a program.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import goldfield
from goldfield.bots import Bot, bot_of, bots_of, prepared
from goldfield.engine.cache import CompiledFolder
from goldfield.engine.compiler import compiled
from goldfield.engine.tables import compiled_form
from goldfield.games.contract import CHANCE, OVER, WIN
from goldfield.games.game import Game
from goldfield.games.gold_nuggets.perfect import ONE, worth_of_options
from goldfield.games.gold_nuggets.rules import play, roll, shares, to_act
from goldfield.rng import seeded


def games_of(chooser: Callable[..., Any], rival: Callable[..., Any]) -> Callable[..., None]:
    """Games with a chooser in the first seat, or with ``turned`` in the second, as a function.

    It adds up, for the chooser's seat alone, decisions, losses, squares of a game's losses, and
    wins, in ``sums``.
    """

    def measured_games(
        setup: Any,
        start: Any,
        exact: Any,
        table: Any,
        other: Any,
        turned: int,
        seed: int,
        games: int,
        sums: Any,
    ) -> None:
        options = [0] * exact.most_moves
        values = [0] * exact.most_moves
        for game in range(games):
            s = start
            rng = seeded(seed, game)
            lost = 0.0
            actor = to_act(setup, s)
            while actor != OVER:
                if actor == CHANCE:
                    outcome, rng = roll(setup, s, rng)
                    move = int(outcome)
                elif actor == turned:
                    move, rng = chooser(setup, table, s, actor, rng)
                    n = worth_of_options(setup, exact, s, options, values)
                    best = values[0]
                    taken = values[0]
                    for i in range(n):
                        best = max(best, values[i])
                        if options[i] == move:
                            taken = values[i]
                    lost += (best - taken) / ONE
                    sums[0] += 1
                else:
                    move, rng = rival(setup, other, s, actor, rng)
                s = play(setup, s, move)
                actor = to_act(setup, s)
            sums[1] += lost
            sums[2] += lost * lost
            sums[3] += shares(setup, s)[turned] / WIN

    return measured_games


def measured(game: Game, bot: Bot, rival: Bot, games: int, seed: int) -> dict[str, float]:
    """What a bot loses, as means over both seats."""
    setup = compiled_form(game.setup)
    exact = compiled_form(prepared(bot_of(game, "perfect"), game.rules))
    run = compiled(games_of(bot.choose, rival.choose), CompiledFolder(("goldfield",)))
    sums = np.zeros(4)
    for turned in (0, 1):
        run(
            setup,
            game.start(),
            exact,
            compiled_form(prepared(bot, game.rules)),
            compiled_form(prepared(rival, game.rules)),
            turned,
            seed,
            games,
            sums,
        )
    decisions, lost, squares, won = sums.tolist()
    played = 2 * games
    return {
        "loss": lost / decisions,
        "error": ((squares / played - (lost / played) ** 2) / played) ** 0.5 * played / decisions,
        "decisions": decisions / played,
        "lost": lost / played,
        "won": won / played,
    }


def main() -> int:
    """Print a table. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, prog="scripts/levels.py")
    parser.add_argument("--games", type=int, default=1000, help="in each seat")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--bots", default="", help="with commas; default: all")
    parser.add_argument("--against", default="", help="a bot; default: each one itself")
    parser.add_argument("--edition", default="my_mine")
    parser.add_argument("--rob", default="one")
    for flag in ("straights", "pairs", "extra", "json"):
        parser.add_argument(f"--{flag}", action="store_true")
    asked = parser.parse_args()
    options = {name: getattr(asked, name) for name in ("edition", "rob")}
    flags = {name: getattr(asked, name) for name in ("straights", "pairs", "extra")}
    game = goldfield.load("gold_nuggets", players=2, **options, **flags)
    names = asked.bots.split(",") if asked.bots else list(bots_of(game))
    found: dict[str, dict[str, float]] = {}
    if not asked.json:
        print(
            f"{'bot':12} {'lost a decision':>18} {'decisions':>10} {'lost a game':>12} {'won':>8}"
        )
    for name in names:
        bot = bot_of(game, name)
        rival = bot_of(game, asked.against) if asked.against else bot
        row = found[name] = measured(game, bot, rival, asked.games, asked.seed)
        if not asked.json:
            print(
                f"{name:12} {row['loss']:9.3%} ± {row['error']:.3%} {row['decisions']:10.1f}"
                f" {row['lost']:12.2%} {row['won']:8.2%}",
                flush=True,
            )
    if asked.json:
        print(json.dumps(found, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
