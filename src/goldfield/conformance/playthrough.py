"""A golden playthrough: one recorded game as text, so that no change of a game goes unseen."""

from __future__ import annotations

import random
from pathlib import Path

from goldfield.conformance.case import Broken, Case, uniform
from goldfield.conformance.counts import options_from
from goldfield.games.contract import SPECTATOR, State

MOST_STEPS = 30
"""Steps shown from the start of the game, and again before its end, to keep the file small."""


def playthrough(package: str, options: str = "", seed: int = 1) -> str:
    """One random game as text: positions, what seats see, legal moves, moves, log and result."""
    case = Case(package, options_from(options))
    game = case.game
    record = case.random_game(random.Random(seed), uniform)
    lines = [f"# One random game of {game.room.TITLE}, seed {seed}; see docs/conformance.md"]
    lines += [f"options {options}".rstrip(), f"rules {game.room.RULES_VERSION}"]
    lines += [f"info {game.info}", ""]
    state = game.start()
    for i, move in enumerate(record):
        after = game.room.play(game.setup, state, move)
        if i < MOST_STEPS or i >= len(record) - MOST_STEPS // 4:
            lines += _step(case, i, state, move, after)
        elif i == MOST_STEPS:
            lines.append("…")
        state = after
    lines.append(f"{len(record)} = {game.show_state(state)}")
    lines.append("scores " + " ".join(map(str, game.scores(state))))
    lines.append("shares " + " ".join(map(str, game.shares(state))))
    return "\n".join(lines) + "\n"


def _step(case: Case, number: int, state: State, move: int, after: State) -> list[str]:
    game = case.game
    lines = [f"{number} {game.show_state(state)}"]
    for seat in range(SPECTATOR, game.info.seats):
        seen = game.view(state, seat)
        if seen != state:
            lines.append(f"  {'all' if seat < 0 else seat + 1} see {game.show_state(seen)}")
    if case.kind(state) == "chance":
        lines.append(f"  chance {len(game.outcomes(state))}")
    else:
        legal = game.legal(state)
        shown = ", ".join(legal[:6]) + (", …" if len(legal) > 6 else "")
        lines.append(f"  legal {len(legal)}: {shown}")
    public = game.mask(state, move)
    texts = [game.show_move(state, move)]
    if public != move:
        texts.append(f"(all see {game.show_move(game.view(state), public)})")
    lines.append("  move " + " ".join([str(move), *texts]))
    said = game.present.describe(game.rules, game.setup, game.view(state), public, game.view(after))
    return lines + [f"  log {message}" for message in said]


def compare(package: str, path: Path, options: str = "") -> None:
    """Play the golden game again.

    Raises:
        Broken: when the file is missing or the game is another one, with the first difference.
    """

    def command(options: str) -> str:
        words = ["python -m goldfield.conformance golden", package, options, ">", str(path)]
        return " ".join(filter(None, words))

    if not path.is_file():
        raise Broken(f"{path} is missing. To make it: {command(options)}")
    old = path.read_text(encoding="utf-8").splitlines()
    kept = next((line.removeprefix("options") for line in old if line.startswith("options")), "")
    kept = kept.strip()
    new = playthrough(package, kept).splitlines()
    if old != new:
        pairs = zip(old, new, strict=False)
        at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(old), len(new)))
        raise Broken(
            f"{path}:{at + 1}: the game is another one.\n- {_line(old, at)}\n+ {_line(new, at)}\n"
            "Where the rules were meant to change, raise RULES_VERSION and write the file anew: "
            + command(kept)
        )


def _line(lines: list[str], at: int) -> str:
    return lines[at] if at < len(lines) else "(end)"
