"""Nuggets as people keep it on a table, from the notation of its moves alone: no rule is shared.

A :class:`Land` knows names of spaces, fences between two of them and chips; areas are found by
walking. Tests compare with it what is told and counted.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from goldfield.games.game import Game
from goldfield.games.nuggets.rules import State
from goldfield.rng import seeded

NAMES = [column + row for row in "12345" for column in "abcdefgh"]
USUAL = "8@d3 7@e3 6@b2 6@g4 5@b4 5@g2 4@d5 4@e1"
CHIPS = {2: "11 2 1 1 1", 3: "7 2 1 1 0", 4: "5 1 1 1 0"}


class Step(NamedTuple):
    """One transition of a game, with its move as everybody's owner would write it."""

    before: State
    move: int
    text: str
    after: State


def neighbours(space: str) -> Iterator[str]:
    """The spaces beside a space."""
    column, row = ord(space[0]), int(space[1])
    for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
        if f"{chr(x)}{y}" in NAMES:
            yield f"{chr(x)}{y}"


NEXT_TO = {here: tuple(neighbours(here)) for here in NAMES}
LINE = {(a, b): frozenset((a, b)) for a in NAMES for b in NEXT_TO[a]}
PAIRS = [(a, b) for a, b in LINE if NAMES.index(a) < NAMES.index(b)]


class Land:
    """The board of one game, and what everybody holds."""

    def __init__(self, players: int, layout: str = USUAL) -> None:
        """``layout``: the mines, as ``8@d3 …``; empty where they are drawn."""
        self.players = players
        self.mines = {item[2:]: int(item[0]) for item in layout.split()}
        self.fences: set[frozenset[str]] = set()
        self.chips: dict[str, tuple[int, int]] = {}
        self.hands = [[int(n) for n in CHIPS[players].split()] for _ in range(players)]
        self.out: set[int] = set()

    def do(self, seat: int, text: str) -> None:
        """What a move in notation changes; ``seat`` is -1 for what was drawn."""
        value, _, space = text.partition("@")
        if text == "pass":
            self.out.add(seat)
        elif space and seat < 0:
            self.mines[space] = int(value)
        elif space:
            self.chips[space] = (seat, int(value))
            self.hands[seat][int(value) - 1] -= 1
        elif seat >= 0:
            self.fences.add(frozenset((text[:2], text[3:])))

    def area(self, space: str, enough: int = 40) -> set[str]:
        """All that one can walk to from a space, or as much of it as is enough."""
        found, reached = {space}, [space]
        while reached and len(found) < enough:
            here = reached.pop()
            for there in NEXT_TO[here]:
                if there not in found and LINE[here, there] not in self.fences:
                    found.add(there)
                    reached.append(there)
        return found

    def areas(self) -> list[set[str]]:
        """Every area, by its first space."""
        found: list[set[str]] = []
        done: set[str] = set()
        for space in NAMES:
            if space not in done:
                found.append(self.area(space))
                done |= found[-1]
        return found

    def worth(self, area: set[str]) -> list[int]:
        """The mines in an area, the dearest first."""
        return sorted((self.mines[space] for space in area & self.mines.keys()), reverse=True)

    def side(self, seat: int) -> int:
        """Opposite seats of four are partners."""
        return seat % 2 if self.players == 4 else seat

    def sums(self, area: set[str]) -> dict[int, int]:
        """The chips of each side that has any in an area, added up."""
        found: dict[int, int] = {}
        for space, (seat, value) in self.chips.items():
            if space in area:
                found[self.side(seat)] = found.get(self.side(seat), 0) + value
        return found

    def takers(self, area: set[str]) -> dict[int, Fraction]:
        """What each side gets of an area; nothing where there is no mine or no chip."""
        sums, worth = self.sums(area), sum(self.worth(area))
        most = [side for side, has in sums.items() if has == max(sums.values())]
        return {side: Fraction(worth, len(most)) for side in most} if worth else {}

    def may_fence(self, a: str, b: str) -> bool:
        """Whether a blocker may stand between two spaces, the stock apart."""
        line = LINE[a, b]
        if line in self.fences:
            return False
        self.fences.add(line)
        large = len(self.area(a, 4)) >= 4 and len(self.area(b, 4)) >= 4
        self.fences.remove(line)
        return large

    def lines(self) -> list[tuple[str, str]]:
        """All lines on which a blocker may be placed."""
        if len(self.fences) == 35:
            return []
        return [pair for pair in PAIRS if self.may_fence(*pair)]

    def free(self) -> list[str]:
        """The spaces for chips."""
        return [space for space in NAMES if space not in self.mines and space not in self.chips]


def land_of(game: Game) -> Land:
    """The land before the first move."""
    options = game.rules.as_dict()
    layout = str(options["layout"]).replace("standard", USUAL).replace("random", "")
    return Land(game.info.seats, layout)


def steps(game: Game, seed: int, builds: float = 0.5, passes: float = 0.02) -> Iterator[Step]:
    """A game of random moves: a blocker ever so often, a pass now and then."""
    rng, choice = seeded(seed, 7), random.Random(seed)
    state = State(*game.start())
    while not game.is_over(state):
        if game.to_act(state) < 0:
            move, rng = game.roll(state, rng)
        else:
            moves = game.moves(state)
            texts = {m: game.show_move(state, m) for m in moves}
            lines = [m for m in moves if "@" not in texts[m] and texts[m] != "pass"]
            chips = [m for m in moves if "@" in texts[m]]
            kinds = [lines, chips] if choice.random() < builds else [chips, lines]
            kinds = [kind for kind in kinds if kind] or [moves]
            move = choice.choice(kinds[0])
            if texts[moves[-1]] == "pass" and choice.random() < passes:
                move = moves[-1]
        after = State(*game.play(state, move))
        yield Step(state, move, game.show_move(state, move), after)
        state = after
