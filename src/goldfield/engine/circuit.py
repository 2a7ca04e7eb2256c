"""A turn as a circuit of maxima and sums, which serves many score states at once.

The choices that a roll leaves overlap: whoever may keep ``GG3`` may keep ``GG`` as well. So the
maximum over a set of nodes is made from maxima over smaller sets that are needed anyway. That takes
a fraction of the steps of comparing every choice of every roll, and every step is the same for all
score states, so that they can be handled side by side, as many as a processor adds at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goldfield.games.racing import BUST, NO_LEAF, Turn
from goldfield.rule import rule

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Circuit(NamedTuple):
    """Steps over a table with a row for each value and a column for each score state.

    Rows 0 to ``leaves`` - 1 are what the leaves are worth and are filled beforehand. Then come the
    sums, each after the maxima that it needs: row ``to[k]`` is the larger of rows ``left[k]`` and
    ``right[k]``, ``pair_at[i] <= k < pair_at[i + 1]``, and row ``sum_to[i]`` the sum of the rows
    ``term[j]`` times ``weight[j]``, ``term_at[i] <= j < term_at[i + 1]``. Maxima after the last sum
    come at the end. Then row ``begin`` is what node 0 is worth. A row whose value is no longer
    needed is used again.
    """

    leaves: int
    rows: int
    begin: int
    pair_at: Ints
    to: Ints
    left: Ints
    right: Ints
    term_at: Ints
    term: Ints
    weight: Floats
    sum_to: Ints


def circuit_of(turn: Turn) -> Circuit:
    """The circuit of a reduced turn."""
    made = _Making(len(turn.codes), turn.nodes)
    for node in range(turn.nodes - 1, -1, -1):
        leaf = turn.leaf[node]
        if not turn.throws[node]:
            made.row_of[node] = leaf
            continue
        branches = range(turn.branch_at[node], turn.branch_at[node + 1])
        sets = [sum(1 << x for x in turn.to[turn.to_at[b] : turn.to_at[b + 1]]) for b in branches]
        for nodes in sorted(sets, key=int.bit_count):
            made.maximum(nodes)
        ways: defaultdict[int, int] = defaultdict(int)
        for b, nodes in zip(branches, sets, strict=True):
            ways[made.maximum(nodes)] += turn.ways[b]
        row = made.sum(ways, turn.throws[node])
        made.row_of[node] = row if leaf == NO_LEAF else made.pair(row, leaf)
    return made.circuit()


class _Making:
    """A circuit while it grows, every value in a row of its own."""

    def __init__(self, leaves: int, nodes: int) -> None:
        self.leaves = leaves
        self.rows = leaves
        self.row_of = [0] * nodes
        """The row of each node, as far as they are known."""
        self.pairs: list[tuple[int, int, int]] = []
        self.pair_at = [0]
        self.sums: list[tuple[int, dict[int, float]]] = []
        self.known = {0: BUST}
        """The row of each set of nodes; a set is a whole number with a bit for each node."""
        self.by_lowest: defaultdict[int, list[int]] = defaultdict(list)

    def maximum(self, nodes: int) -> int:
        """The row with the largest value of these nodes; that of a bust where there are none."""
        row = self.known.get(nodes)
        if row is None:
            row, *others = self.cover(nodes)
            for other in others:
                row = self.pair(row, other)
            self.known[nodes] = row
            if nodes.bit_count() > 1:
                self.by_lowest[nodes & -nodes].append(nodes)
        return row

    def cover(self, nodes: int) -> list[int]:
        """Few rows whose maximum is that of a set: always the one that adds most."""
        inside: list[int] = []
        left = nodes
        while left:
            lowest = left & -left
            inside += [known for known in self.by_lowest[lowest] if known & nodes == known]
            left ^= lowest
        rows: list[int] = []
        left = nodes
        while left:
            adds = [(known & left).bit_count() for known in inside]
            most = max(adds, default=0)
            if most > 1:
                best = inside[adds.index(most)]
                rows.append(self.known[best])
                left &= ~best
            else:
                lowest = left & -left
                rows.append(self.row_of[lowest.bit_length() - 1])
                left ^= lowest
        return rows

    def pair(self, left: int, right: int) -> int:
        """The row with the larger of two."""
        self.pairs.append((self.rows, left, right))
        self.rows += 1
        return self.rows - 1

    def sum(self, ways: dict[int, int], throws: int) -> int:
        """The row with the expectation over rows that come up in so many ways."""
        self.sums.append((self.rows, {row: n / throws for row, n in sorted(ways.items())}))
        self.pair_at.append(len(self.pairs))
        self.rows += 1
        return self.rows - 1

    def circuit(self) -> Circuit:
        """What was made, with rows used again."""
        self.pair_at.append(len(self.pairs))
        steps: list[tuple[int, Sequence[int]]] = []
        for i in range(len(self.pair_at) - 1):
            pairs = self.pairs[self.pair_at[i] : self.pair_at[i + 1]]
            steps += [(to, (left, right)) for to, left, right in pairs]
            steps += [(row, list(weights)) for row, weights in self.sums[i : i + 1]]
        place = self.places(steps)
        terms = [(place[row], weight) for _, sums in self.sums for row, weight in sums.items()]
        return Circuit(
            self.leaves,
            max(place) + 1,
            place[self.row_of[0]],
            _ints(self.pair_at),
            _ints(place[to] for to, _, _ in self.pairs),
            _ints(place[left] for _, left, _ in self.pairs),
            _ints(place[right] for _, _, right in self.pairs),
            _ints(accumulate((len(sums) for _, sums in self.sums), initial=0)),
            _ints(row for row, _ in terms),
            np.array([weight for _, weight in terms]),
            _ints(place[row] for row, _ in self.sums),
        )

    def places(self, steps: list[tuple[int, Sequence[int]]]) -> list[int]:
        """Where each row lies if every place is given away again after its last use."""
        last_use = {self.row_of[0]: len(steps)}
        for at, (_, used) in enumerate(steps):
            last_use |= dict.fromkeys(used, at)
        place = [*range(self.leaves), *[0] * (self.rows - self.leaves)]
        free: list[int] = []
        most = self.leaves
        for at, (row, used) in enumerate(steps):
            if not free:
                free.append(most)
                most += 1
            place[row] = free.pop()
            free += [place[x] for x in used if x >= self.leaves and last_use[x] == at]
        return place


def _ints(values: Iterable[int]) -> Ints:
    return np.array(list(values), np.int64)


@rule
def flow(circuit: Circuit, values: Floats, wide: int) -> None:
    """Fill the rows of ``values`` from those of the leaves, in the first ``wide`` columns."""
    for i in range(len(circuit.pair_at) - 1):
        for k in range(circuit.pair_at[i], circuit.pair_at[i + 1]):
            to, a, b = circuit.to[k], circuit.left[k], circuit.right[k]
            for x in range(wide):
                left, right = values[a, x], values[b, x]
                values[to, x] = left if left > right else right
        if i < len(circuit.sum_to):
            add_up(circuit, i, values, wide)


@rule
def add_up(circuit: Circuit, i: int, values: Floats, wide: int) -> None:
    """Fill the row of sum ``i``, four terms at a time."""
    to = circuit.sum_to[i]
    j, end = circuit.term_at[i], circuit.term_at[i + 1]
    a, s = circuit.term[j], circuit.weight[j]
    for x in range(wide):
        values[to, x] = s * values[a, x]
    j += 1
    while j + 4 <= end:
        a, b = circuit.term[j], circuit.term[j + 1]
        c, d = circuit.term[j + 2], circuit.term[j + 3]
        s, t = circuit.weight[j], circuit.weight[j + 1]
        u, v = circuit.weight[j + 2], circuit.weight[j + 3]
        for x in range(wide):
            first = s * values[a, x] + t * values[b, x]
            values[to, x] += first + (u * values[c, x] + v * values[d, x])
        j += 4
    while j < end:
        a, s = circuit.term[j], circuit.weight[j]
        for x in range(wide):
            values[to, x] += s * values[a, x]
        j += 1
