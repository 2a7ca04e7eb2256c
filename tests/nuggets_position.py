"""Positions of Nuggets to play on from, made from the words of the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import cast

import pytest

from goldfield.games.contract import IllegalMove
from goldfield.games.game import Game
from goldfield.games.nuggets.state import TURN, State
from tests.nuggets_by_hand import HANDS, LINES, SPACES, free_lines, read

BARREN = (
    "b1|c1 c1|d1 d1|e1 a2|b2 c2|d2 e2|f2 f2|g2 g2|h2 b3|c3 d3|e3 g3|h3 c4|d4 d4|e4 b5|c5 e5|f5 "
    "f5|g5 a2/a3 b2/b3 c2/c3 d2/d3 f2/f3 g2/g3 a3/a4 c3/c4 e3/e4 f3/f4 g3/g4 h3/h4 a4/a5 c4/c5 "
    "e4/e5 h4/h5"
)
"""32 fences that leave three lines, e1|f1, f1|g1 and e1/e2; after any of them there is none."""


def bits(spaces: Sequence[str]) -> int:
    return sum(1 << SPACES.index(space) for space in spaces)


def packed(hand: Sequence[int]) -> int:
    return sum(1 << 5 * (value - 1) for value in hand)


def around(*spaces: str) -> list[str]:
    """The lines that part these spaces from all others."""
    return [line for line, (a, b) in LINES.items() if (a in spaces) != (b in spaces)]


class Position:
    """A game to play on from, in the words of the rules; seats are counted from 1 as in texts.

    ``chips`` are those of each seat on the board (``1@c4 2@d1``), ``hands`` what they hold; by
    default what is left of the start.
    """

    def __init__(
        self,
        players: int = 2,
        seat: int = 1,
        fences: str | Sequence[str] = "",
        chips: Sequence[str] = (),
        hands: Sequence[Sequence[int]] | None = None,
        passed: str = "",
        phase: int = TURN,
        **options: object,
    ) -> None:
        self.game = Game("goldfield.games.nuggets", players=players, **options)
        lines = fences.split() if isinstance(fences, str) else fences
        lie = [[(int(c[0]), c[2:]) for c in own.split()] for own in chips]
        lie += [[] for _ in range(players - len(lie))]
        if hands is None:
            left = [Counter(HANDS[players]) - Counter(v for v, _ in own) for own in lie]
            hands = [list(hand.elements()) for hand in left]
        self.state = cast(State, self.game.start())._replace(
            phase=phase,
            seat=seat - 1,
            east=bits([LINES[line][0] for line in lines if "|" in line]),
            north=bits([LINES[line][0] for line in lines if "/" in line]),
            stock=35 - len(lines),
            chips=tuple(bits([space for _, space in own]) for own in lie),
            worth=tuple(
                bits([space for own in lie for value, space in own if value == worth])
                for worth in range(1, 6)
            ),
            hands=tuple(packed(hand) for hand in hands),
            passed=sum(1 << int(seat) - 1 for seat in passed.split()),
        )

    def do(self, *texts: str) -> Position:
        for text in texts:
            self.state = cast(State, self.game.play(self.state, text))
        return self

    def refuses(self, text: str) -> str:
        """The number of the rule for which a move is refused."""
        with pytest.raises(IllegalMove) as refusal:
            self.game.play(self.state, text)
        assert str(refusal.value.message).endswith(".")
        return refusal.value.rule

    @property
    def legal(self) -> list[str]:
        return self.game.legal(self.state)

    @property
    def lines(self) -> list[str]:
        moves = self.game.moves(self.state)
        return [self.game.show_move(self.state, move) for move in moves if move < len(LINES)]

    @property
    def chips(self) -> list[str]:
        return [text for text in self.legal if "@" in text]

    @property
    def seat(self) -> int:
        return self.game.to_act(self.state) + 1

    @property
    def fences(self) -> frozenset[str]:
        return read(self.game.show_state(self.state)).fences

    def scores(self) -> list[Fraction]:
        """What every seat has once everybody has passed from here on."""
        while not self.game.is_over(self.state):
            self.do("pass")
        return list(self.game.scores(self.state))

    def shares(self) -> list[Fraction]:
        self.scores()
        return list(self.game.shares(self.state))


def lines_in_order(seed: int) -> list[str]:
    """35 lines that can be fenced one after another."""
    rng = random.Random(seed)
    while True:
        fences: list[str] = []
        while free := free_lines(frozenset(fences)):
            fences.append(rng.choice(free))
        if len(fences) == 35:
            return fences
