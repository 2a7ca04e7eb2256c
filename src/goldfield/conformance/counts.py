"""Counts of distinct positions by depth, kept in small text files: any engine can be held to them.

A file holds blocks like this; the options come first, then positions, each with its counts::

    # Kuhn poker
    options players=2 first=1
    position 1 -- -
    0 1
    1 3
    2 6

``2 6`` says that two calls of ``play`` from the position, decisions and chance alike, lead to six
distinct positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import goldfield
from goldfield.conformance.case import Broken, Case
from goldfield.games.contract import CHANCE, State
from goldfield.games.game import Game

MOST = 300_000
"""Positions that one count may visit."""


@dataclass(frozen=True)
class Counted:
    """A position of a file: the options as text, its notation, and (depth, count) pairs."""

    options: str
    position: str
    counts: tuple[tuple[int, int], ...]
    line: int


def positions_by_depth(game: Game, state: State, depth: int, most: int = MOST) -> Iterator[int]:
    """The number of distinct positions after 0, 1, … ``depth`` calls of ``play``.

    Raises:
        ValueError: when more than ``most`` positions would have to be visited.
    """
    level = {state}
    yield 1
    visited = 0
    for _ in range(depth):
        after: set[State] = set()
        for s in level:
            after.update(next_states(game, s).values())
            if visited + len(after) > most:
                raise ValueError(f"more than {most} positions; count to a smaller depth")
        visited += len(after)
        level = after
        yield len(level)


def next_states(game: Game, state: State) -> dict[int, State]:
    """Every position one call of ``play`` away, by move or outcome."""
    if game.to_act(state) == CHANCE:
        ids = [outcome for outcome, _ in game.outcomes(state)]
    else:
        ids = game.moves(state)
    return {move: game.room.play(game.setup, state, move) for move in ids}


def per_move(game: Game, state: State, depth: int) -> str:
    """The counts of ``depth`` split by the first move, to be compared with another engine's."""
    lines: list[str] = []
    for move, after in next_states(game, state).items():
        *_, count = positions_by_depth(game, after, depth - 1)
        lines.append(f"  {game.show_move(state, move)}: {count}")
    return "\n".join(lines)


def read(path: Path) -> list[Counted]:
    """The positions of a file.

    Raises:
        ValueError: for a line that is none of options, position, a pair of numbers, a comment.
    """
    found: list[Counted] = []
    options = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        word, _, rest = line.strip().partition(" ")
        if not word or word.startswith("#"):
            continue
        if word == "options":
            options = rest
        elif word == "position":
            found.append(Counted(options, rest, (), number))
        elif word.isdecimal() and rest.isdecimal() and found:
            last = found.pop()
            pair = (int(word), int(rest))
            found.append(Counted(last.options, last.position, (*last.counts, pair), last.line))
        else:
            raise ValueError(f"{path}:{number}: expected options, position or depth and count")
    return found


def options_from(text: str) -> dict[str, object]:
    """Options from ``name=value name=value``, as a command line or a file has them.

    Raises:
        ValueError: for a word without ``=``.
    """
    words = [word.partition("=") for word in text.split()]
    if any(not equals for _, equals, _ in words):
        raise ValueError(f"expected name=value name=value …, not {text!r}")
    return {name: value for name, _, value in words}


def printed(game: Game, options: str, state: State, depth: int) -> str:
    """A block for the file of a game."""
    lines = [f"# {game.room.TITLE}", f"options {options}".rstrip()]
    lines.append(f"position {game.show_state(state)}")
    lines += [f"{d} {n}" for d, n in enumerate(positions_by_depth(game, state, depth))]
    return "\n".join(lines) + "\n"


def compare(package: str, path: Path) -> None:
    """Count the positions of a file again.

    Raises:
        Broken: when a count differs, with the counts per move, or the file is missing or empty.
    """
    command = f"python -m goldfield.conformance perft {package} --depth 3 > {path}"
    if not path.is_file():
        raise Broken(f"{path} is missing. To make it: {command}")
    found = read(path)
    if not any(counted.counts for counted in found):
        raise Broken(f"{path} holds no counts. To make some: {command}")
    for counted in found:
        case = Case(package, options_from(counted.options))
        state = case.game.parse_state(counted.position)
        deepest = max((depth for depth, _ in counted.counts), default=0)
        counts = list(positions_by_depth(case.game, state, deepest))
        for depth, count in counted.counts:
            if counts[depth] != count:
                raise Broken(
                    f"{path}:{counted.line}: {counted.position!r} leads to {counts[depth]} "
                    f"positions in {depth} steps; the file says {count}. By first move:\n"
                    f"{per_move(case.game, state, depth)}\n"
                    "Where the rules were meant to change, raise RULES_VERSION and write the file "
                    f"anew: {command}"
                )


def game_with(package: str, options: str) -> Game:
    """A game by package or name, with options as text."""
    return goldfield.load(package, **options_from(options))
