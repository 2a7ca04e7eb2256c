"""A turn's automaton made small, and its values in plain Python.

Nodes from which the same can happen are one node, and rolls of a node that leave the same nodes
to choose from are one branch: a run of Gold Nuggets in the base rules has 206 tables and 5,380
rolls, but 96 nodes and 1,538 branches.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from goldfield.games.racing import BUST, NO_LEAF, Turn

Shares: TypeAlias = tuple[float, ...]
"""Win shares from the seat that has the turn: its own first, then to the left."""


class Reduced(NamedTuple):
    """A turn without its doubles.

    Attributes:
        turn: Its nodes are the kinds of nodes of the game's turn; ``codes`` are the same. Within
            a node no two branches have the same successors, which ascend; a bust comes first.
        node_of: For each node of the game's turn its kind.
    """

    turn: Turn
    node_of: list[int]


def reduced(turn: Turn) -> Reduced:
    """Merge nodes and branches that cannot be told apart by what follows them."""
    kinds: dict[object, int] = {}
    kind_of = [0] * turn.nodes
    branches: list[Counter[tuple[int, ...]]] = []
    leaf, throws = array("q"), array("q")
    for node in range(turn.nodes - 1, -1, -1):
        ways: Counter[tuple[int, ...]] = Counter()
        for b in range(turn.branch_at[node], turn.branch_at[node + 1]):
            chosen_from = {kind_of[x] for x in turn.to[turn.to_at[b] : turn.to_at[b + 1]]}
            ways[tuple(sorted(chosen_from, reverse=True))] += turn.ways[b]
        key = turn.leaf[node], turn.throws[node], frozenset(ways.items()), node == 0
        if key not in kinds:
            kinds[key] = len(kinds)
            branches.append(ways)
            leaf.append(turn.leaf[node])
            throws.append(turn.throws[node])
        kind_of[node] = kinds[key]
    # Kinds were found from the end of a turn backwards; nodes are numbered from its beginning.
    last = len(kinds) - 1
    made = Turn(
        array("q", reversed(leaf)),
        array("q", reversed(throws)),
        array("q", [0]),
        array("q"),
        array("q", [0]),
        array("q"),
        turn.codes,
    )
    for found in reversed(branches):
        for nodes, count in sorted(found.items(), key=lambda item: item[0][::-1]):
            made.ways.append(count)
            made.to.extend([last - kind for kind in nodes])
            made.to_at.append(len(made.to))
        made.branch_at.append(len(made.ways))
    return Reduced(made, [last - kind for kind in kind_of])


class Run(NamedTuple):
    """The values of all nodes of a reduced turn at given piles.

    Attributes:
        rolled: What rolling at a node is worth; None where the dice cannot be rolled.
        chosen: What a node is worth to whoever chooses there between its leaf and rolling.
    """

    rolled: list[Shares | None]
    chosen: list[Shares]


def best(options: Sequence[Shares], width: float = 0.0) -> Shares:
    """What whoever has the turn takes: the largest own share; of equal ones the first.

    With a ``width`` choices are mixed: an option that is worth less than the best by
    ``gap < width`` has the weight (1 - gap / width)^2.
    """
    top = max(options, key=own)
    if width == 0.0 or len(options) == 1:
        return top
    near = [shares for shares in options if top[0] - shares[0] < width]
    weights = [(1 - (top[0] - shares[0]) / width) ** 2 for shares in near]
    total = sum(weights)
    return tuple(
        sum(weight * share for weight, share in zip(weights, column, strict=True)) / total
        for column in zip(*near, strict=True)
    )


def own(shares: Shares) -> float:
    """The share of the seat that has the turn."""
    return shares[0]


def run_of(turn: Turn, leaves: Sequence[Shares], width: float = 0.0) -> Run:
    """The values of a turn whose leaves are worth these; for the width see :func:`best`."""
    rolled: list[Shares | None] = [None] * turn.nodes
    chosen: list[Shares] = [()] * turn.nodes
    seats = len(leaves[BUST])
    for node in range(turn.nodes - 1, -1, -1):
        options: list[Shares] = []
        if turn.leaf[node] != NO_LEAF:
            options.append(leaves[turn.leaf[node]])
        if turn.throws[node]:
            sums = [0.0] * seats
            for b in range(turn.branch_at[node], turn.branch_at[node + 1]):
                after = [chosen[x] for x in turn.to[turn.to_at[b] : turn.to_at[b + 1]]]
                shares = best(after, width) if after else leaves[BUST]
                for seat in range(seats):
                    sums[seat] += turn.ways[b] * shares[seat]
            value = tuple(total / turn.throws[node] for total in sums)
            rolled[node] = value
            options.append(value)
        chosen[node] = best(options, width)
    return Run(rolled, chosen)
