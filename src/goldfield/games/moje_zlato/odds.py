"""How likely dice are to pay for one thing, and who will have got a treasure in the end.

Whatever is thrown again, a throw of one turn is kept, thrown again in part, and stands. The chances
here are exact for somebody who wants nothing but the one thing: :func:`chance_of`. Who *gets* an
open treasure is then a race that goes round the table, :func:`race`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldfield.games.moje_zlato import turn
from goldfield.games.moje_zlato.deck import SIDES, TREASURES

THROWS = len(turn.THROWS)
FIRST = [*(turn.SIZES.index(dice) for dice in range(turn.DICE + 1)), THROWS]
"""The first throw of so many dice; the throws of a size follow one another."""


def ways_of(faces: str) -> list[int]:
    """How many of the 6^d results of d dice each throw is."""
    return [turn.ways(throw, faces) for throw in range(THROWS)]


def chance_of(pays: Sequence[bool], faces: str, rerolls: int) -> float:
    """The chance that four dice end as a throw that ``pays``, with the best second roll for it."""
    ways = ways_of(faces)

    def reached(kept: int) -> float:
        dice = turn.DICE - turn.SIZES[kept]
        found = sum(
            ways[fallen]
            for fallen in range(FIRST[dice], FIRST[dice + 1])
            if pays[turn.PLUS[kept * THROWS + fallen]]
        )
        return found / SIDES**dice

    chances = [reached(kept) for kept in range(THROWS)]

    def best(throw: int) -> float:
        if rerolls == 0:
            return float(pays[throw])
        row = turn.MINUS[throw * THROWS : (throw + 1) * THROWS]
        return max(chances[kept] for kept in row if kept >= 0)

    last = range(FIRST[turn.DICE], THROWS)
    return sum(ways[throw] * best(throw) for throw in last) / SIDES**turn.DICE


def chances_of(left: Callable[[int, int], int], faces: str, rerolls: int) -> list[float]:
    """For each kind of treasure the chance that ``left(throw, kind)`` is not negative."""
    return [
        chance_of([left(throw, kind) >= 0 for throw in range(THROWS)], faces, rerolls)
        for kind in range(len(TREASURES))
    ]


def loading(faces: str, rerolls: int) -> list[float]:
    """The chance to load a treasure of each kind in one turn."""
    return chances_of(
        lambda throw, kind: turn.PAY_PART[throw * len(turn.PARTS) + turn.WHOLE[kind]],
        faces,
        rerolls,
    )


def stealing(faces: str, rerolls: int) -> list[float]:
    """The chance to take a treasure of each kind in one turn; none for four symbols."""
    loots = {loot[0]: i for i, loot in enumerate(turn.LOOTS) if len(loot) == 1}

    def left(throw: int, kind: int) -> int:
        return turn.PAY_LOOT[throw * len(turn.LOOTS) + loots[kind]] if kind in loots else -1

    return chances_of(left, faces, rerolls)


def race(players: int, owner: int, load: float, steal: float, turns: int) -> list[float]:
    """The chance of each seat to get a treasure, counted from the seat that has the next turn.

    It lies beside the ship of seat ``owner``, who loads it with chance ``load`` in each own turn;
    everybody else takes it with chance ``steal``. It lasts so many ``turns``; 0: as many as needed.
    """
    chances = [0.0] * players
    there = 1.0
    for step in range(turns or players):
        seat = step % players
        chance = load if seat == owner else steal
        chances[seat] += there * chance
        there *= 1.0 - chance
    if turns == 0 and there < 1.0:
        return [chance / (1.0 - there) for chance in chances]
    return chances
