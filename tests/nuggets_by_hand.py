"""Nuggets once more, played with names of spaces and a graph: to hold the rules to.

It shares no code with the rules and knows none of their numbers. A space is ``c4``, a line
``d3|e3`` or ``d3/d4``, areas are what networkx finds, points are fractions. :func:`read` takes a
position from its text, :func:`following` says what can be done there and where it leads.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import networkx as nx

from goldfield.games.game import Game

SPACES = [column + row for row in "12345" for column in "abcdefgh"]
"""Row by row from a1 to h5."""
LINES = {
    **{f"{a}|{b}": (a, b) for a in SPACES for b in (chr(ord(a[0]) + 1) + a[1],) if b in SPACES},
    **{f"{a}/{b}": (a, b) for a in SPACES for b in (a[0] + str(int(a[1]) + 1),) if b in SPACES},
}
"""The two spaces that each line parts; first the lines between spaces side by side."""
MARKERS = [4, 4, 5, 5, 6, 6, 7, 8]
HANDS = {
    2: (1,) * 11 + (2, 2, 3, 4, 5),
    3: (1,) * 7 + (2, 2, 3, 4),
    4: (1,) * 5 + (2, 3, 4),
}
"""The chips of each seat, by the number of players."""
BLOCKERS = 35
FEWEST = 4


class Land(NamedTuple):
    """A position."""

    phase: str
    seat: int
    mines: tuple[tuple[int, str], ...]
    """Value and space, ascending; those not drawn yet are missing."""
    fences: frozenset[str]
    chips: frozenset[tuple[str, int, int]]
    """Space, seat and value."""
    hands: tuple[tuple[int, ...], ...]
    passed: frozenset[int]


def land_graph(fences: frozenset[str]) -> nx.Graph:
    """The spaces, joined where no fence parts them."""
    graph = nx.Graph()
    graph.add_nodes_from(SPACES)
    graph.add_edges_from(ends for line, ends in LINES.items() if line not in fences)
    return graph


def areas(fences: frozenset[str]) -> list[set[str]]:
    return list(nx.connected_components(land_graph(fences)))


@lru_cache(maxsize=20_000)
def free_lines(fences: frozenset[str]) -> tuple[str, ...]:
    """NU3, NU4: the lines that can take a blocker, each tried by itself."""
    graph = land_graph(fences)
    found: list[str] = []
    for line, (a, b) in LINES.items():
        if line in fences:
            continue
        graph.remove_edge(a, b)
        side = nx.node_connected_component(graph, a)
        other = side if b in side else nx.node_connected_component(graph, b)
        if min(len(side), len(other)) >= FEWEST:
            found.append(line)
        graph.add_edge(a, b)
    return tuple(found) if len(fences) < BLOCKERS else ()


def following(land: Land) -> dict[str, Land]:
    """Every move or outcome in writing, and the position that it leads to."""
    players = len(land.hands)
    if land.phase == "over":
        return {}
    if land.phase == "starter":
        drawn = len(land.mines) < len(MARKERS)
        phase = "layout" if drawn else "turn"
        return {f"first {i + 1}": land._replace(phase=phase, seat=i) for i in range(players)}
    if land.phase == "layout":
        value = MARKERS[len(land.mines)]
        taken = {space for _, space in land.mines}
        phase = "turn" if len(land.mines) + 1 == len(MARKERS) else "layout"
        return {
            f"{value}@{space}": land._replace(
                phase=phase,
                mines=tuple(
                    sorted([*land.mines, (value, space)], key=lambda m: (m[0], SPACES.index(m[1])))
                ),
            )
            for space in SPACES
            if space not in taken
        }
    found: dict[str, Land] = {}
    for line in free_lines(land.fences):
        built = land._replace(fences=land.fences | {line})
        if land.phase == "turn" and free_lines(built.fences):
            found[line] = built._replace(phase="second")
        else:
            found[line] = _next(built)
    if land.phase == "second":
        return found
    taken = {space for _, space in land.mines} | {space for space, _, _ in land.chips}
    hand = land.hands[land.seat]
    for value in sorted(set(hand)):
        left = list(hand)
        left.remove(value)
        hands = (*land.hands[: land.seat], tuple(left), *land.hands[land.seat + 1 :])
        for space in SPACES:
            if space not in taken:
                chips = land.chips | {(space, land.seat, value)}
                found[f"{value}@{space}"] = _next(land._replace(chips=chips, hands=hands))
    found["pass"] = _next(land._replace(passed=land.passed | {land.seat}))
    return found


def _next(land: Land) -> Land:
    """The turn of the next who is still in, clockwise; the end where nobody is."""
    players = len(land.hands)
    for step in range(1, players + 1):
        seat = (land.seat + step) % players
        if seat not in land.passed:
            return land._replace(phase="turn", seat=seat)
    return land._replace(phase="over")


def side_of(players: int, seat: int) -> int:
    return seat % 2 if players == 4 else seat


def points(land: Land) -> list[Fraction]:
    """NU10: what each side takes once all chips are turned over."""
    players = len(land.hands)
    won = [Fraction(0)] * (2 if players == 4 else players)
    for area in areas(land.fences):
        worth = sum(value for value, space in land.mines if space in area)
        sums: Counter[int] = Counter()
        for space, seat, value in land.chips:
            if space in area:
                sums[side_of(players, seat)] += value
        best = [side for side in sums if sums[side] == max(sums.values())]
        for side in best:
            won[side] += Fraction(worth, len(best))
    return won


def read(text: str) -> Land:
    """The position of a text, written as a full state."""
    words = text.split()
    phase, seat = words[0], -1 if words[0] == "starter" else int(words[1]) - 1
    fields = dict(word.split("=") for word in words if "=" in word)
    lists = {name: [] if value == "-" else value.split(",") for name, value in fields.items()}
    hands = tuple(
        tuple(
            int(value)
            for item in hand.split("+")
            if hand != "-"
            for n, value in (item.split("x"),)
            for _ in range(int(n))
        )
        for hand in fields["hands"].split(",")
    )
    chips = frozenset(
        (item[2:], owner, int(item[0]))
        for owner, own in enumerate(fields.get("chips", "-").split(","))
        if own != "-"
        for item in own.split("+")
    )
    fences = frozenset(lists.get("fences", []))
    assert int(fields.get("stock", BLOCKERS)) == BLOCKERS - len(fences)
    assert fences <= set(LINES)
    passed = frozenset(int(seat) - 1 for seat in lists.get("passed", []))
    return Land(
        phase=phase,
        seat=seat,
        mines=tuple((int(item[0]), item[2:]) for item in lists["mines"]),
        fences=fences,
        chips=chips,
        hands=hands,
        passed=frozenset(range(len(hands))) if phase == "over" else passed,
    )


def random_game(
    game: Game, rng: random.Random, fences: float = 0.5, passes: float = 0.01
) -> Iterator[tuple[Any, int]]:
    """The positions of a random game and the move that follows each; the last one with -1.

    ``fences``: how often a turn goes to blockers where a chip is possible too. ``passes``: how
    often somebody passes who need not.
    """
    s: Any = game.start()
    passing = game.info.forced[0]
    while not game.is_over(s):
        ids = game.moves(s)
        if not ids:
            move = rng.choice(game.outcomes(s))[0]
        elif len(ids) == 1 or (ids[-1] == passing and rng.random() < passes):
            move = ids[-1]
        else:
            lines = [i for i in ids if i < len(LINES)]
            chips = ids[len(lines) :][:-1] if ids[-1] == passing else []
            build = bool(lines) and (not chips or rng.random() < fences)
            move = rng.choice(lines if build else chips)
        yield s, move
        s = game.play(s, move)
    yield s, -1
