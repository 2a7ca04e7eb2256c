"""A reduced turn in the form that solving for many players reads: each set of choices once.

The same nodes may be chosen from after rolls at several nodes, and most sets of choices hold a
smaller one: with what is best of that, only the rest must be looked through. Of Gold Nuggets in
the base rules 1,538 branches have 1,159 sets, and 6,239 choices become 3,738 comparisons.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple, TypeAlias

from goldfield.games.racing import Turn

Ints: TypeAlias = "array[int]"


class TurnForm(NamedTuple):
    """The nodes are those of the reduced turn, and are to be gone through from the last to the 0th.

    A set holds the choices of its ``base`` set (-1: none) and ``item[item_at[k]:item_at[k + 1]]``;
    ``whole[whole_at[k]:whole_at[k + 1]]`` are all of them. Sets ``set_at[a + 1]`` to
    ``set_at[a] - 1`` are new at node ``a`` and to be looked through before it. Rolling at ``a``
    leads to the set ``branch[i]`` in ``ways[i]`` of ``throws[a]`` throws, for i in
    ``branch_at[a]`` to ``branch_at[a + 1] - 1``, and in ``busts[a]`` throws to a bust.
    """

    leaf: Ints
    throws: Ints
    busts: Ints
    branch_at: Ints
    branch: Ints
    ways: Ints
    set_at: Ints
    base: Ints
    item_at: Ints
    item: Ints
    whole_at: Ints
    whole: Ints
    codes: Ints


def turn_form(turn: Turn) -> TurnForm:
    """The form of a reduced turn."""
    number: dict[tuple[int, ...], int] = {}
    by_size: list[list[tuple[int, int]]] = []
    """For each size of sets: their bits and numbers."""
    busts = array("q", [0] * turn.nodes)
    branches: list[list[tuple[int, int]]] = [[] for _ in range(turn.nodes)]
    set_at = array("q", [0] * (turn.nodes + 1))
    base, item_at, item = array("q"), array("q", [0]), array("q")
    whole_at, whole = array("q", [0]), array("q")
    for node in reversed(range(turn.nodes)):
        chosen_from: list[tuple[tuple[int, ...], int]] = []
        for b in range(turn.branch_at[node], turn.branch_at[node + 1]):
            nodes = tuple(sorted(turn.to[turn.to_at[b] : turn.to_at[b + 1]]))
            if nodes:
                chosen_from.append((nodes, turn.ways[b]))
            else:
                busts[node] += turn.ways[b]
        for nodes, ways in sorted(chosen_from, key=lambda pair: (len(pair[0]), pair[0])):
            if nodes not in number:
                bits = sum(1 << x for x in nodes)
                found, rest = _largest_within(bits, len(nodes), by_size)
                number[nodes] = len(number)
                by_size += [[] for _ in range(len(nodes) + 1 - len(by_size))]
                by_size[len(nodes)].append((bits, number[nodes]))
                base.append(found)
                item.extend([x for x in nodes if (rest >> x) & 1])
                item_at.append(len(item))
                whole.extend(nodes)
                whole_at.append(len(whole))
            branches[node].append((number[nodes], ways))
        set_at[node] = len(number)
    branch_at = array("q", [0])
    for row in branches:
        branch_at.append(branch_at[-1] + len(row))
    return TurnForm(
        turn.leaf,
        turn.throws,
        busts,
        branch_at,
        array("q", [branch for row in branches for branch, _ in row]),
        array("q", [ways for row in branches for _, ways in row]),
        set_at,
        base,
        item_at,
        item,
        whole_at,
        whole,
        turn.codes,
    )


def _largest_within(bits: int, size: int, by_size: list[list[tuple[int, int]]]) -> tuple[int, int]:
    """The largest known set of two or more within a set, -1 for none; and the bits of the rest."""
    for smaller in range(min(size, len(by_size)) - 1, 1, -1):
        for other, number in by_size[smaller]:
            if other & ~bits == 0:
                return number, bits & ~other
    return -1, bits
