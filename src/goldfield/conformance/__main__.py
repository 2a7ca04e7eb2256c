"""``python -m goldfield.conformance``: check a game, print new counts or a new golden game."""

from __future__ import annotations

import argparse
import sys

from goldfield.conformance import CHECKS, Broken, Case, names, run
from goldfield.conformance.counts import game_with, options_from, printed
from goldfield.conformance.playthrough import playthrough
from goldfield.games.contract import BadNotation
from goldfield.games.options import BadOption


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit code is 0, 1 where a check failed, 2 for a wrong command line."""
    parser = argparse.ArgumentParser("python -m goldfield.conformance", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (
        ("check", "run every check and say what is broken"),
        ("perft", "print counts of positions by depth for a file of tests/perft"),
        ("golden", "print a golden playthrough for a file of tests/golden"),
    ):
        command = commands.add_parser(name, help=text, description=text)
        command.add_argument("game", help="a game's name, or the import path of its package")
        command.add_argument("options", nargs="*", help="options as name=value")
        if name == "perft":
            command.add_argument("--position", help="its notation; the start by default")
        if name != "golden":
            command.add_argument("--depth", type=int, default=3 if name == "perft" else 1)
    asked = parser.parse_args(arguments)
    options = " ".join(asked.options)
    try:
        if asked.command == "check":
            return _check(Case(asked.game, options_from(options), max(1, asked.depth)))
        if asked.command == "golden":
            sys.stdout.write(playthrough(asked.game, options))
            return 0
        game = game_with(asked.game, options)
        state = game.parse_state(asked.position) if asked.position else game.start()
        sys.stdout.write(printed(game, options, state, asked.depth))
    except (BadOption, BadNotation, ValueError, ModuleNotFoundError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _check(case: Case) -> int:
    failed = 0
    for name in names():
        try:
            run(name, case)
        except Broken as broken:
            failed += 1
            print(f"{name}: {broken}\n")
    print(f"{case}: {len(CHECKS) - failed} of {len(CHECKS)} checks passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
