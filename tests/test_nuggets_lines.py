"""Where blockers may stand (NU3, NU4), against a flood fill in a graph."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import cast

import pytest

import goldfield
from goldfield.games.nuggets.state import SECOND, TURN, State
from tests.nuggets_by_hand import LINES, SPACES, areas, free_lines, land_graph
from tests.nuggets_position import Position, around

OWN = "4@a1 4@h5 5@b2 5@c2 6@h1 6@a5 7@d4 8@e5"


def test_NU4_both_sides_keep_four_spaces_the_second_with_the_first_in_place():
    for first, second in (("a3|b3", "a3/a4"), ("a3/a4", "a3|b3")):
        p = Position(fences="a1|b1 a2|b2").do(first)
        assert second not in p.lines
        assert p.refuses(second) == "NU4"
    p = Position(fences="a1|b1 a2|b2").do("a3|b3", "a4|b4", "a4/a5")
    assert sorted(map(len, areas(p.fences))) == [4, 36]


@pytest.mark.parametrize("layout", ["standard", OWN])
@pytest.mark.parametrize(
    "four",
    ["a1 b1 c1 d1", "a1 a2 b1 b2", "h5 h4 h3 g5", "c1 d1 e1 d2", "e1 f1 e2 f2", "c3 d3 e3 f3"],
)
def test_NU4_four_spaces_can_be_closed_off_mines_among_them_in_any_order(four, layout):
    walls = around(*four.split())
    for seed in range(6):
        order = random.Random(seed).sample(walls, len(walls))
        p = Position(layout=layout, fences=order[:-1])
        assert order[-1] in p.lines
        p.do(order[-1])
        assert set(four.split()) in areas(p.fences)


def test_NU4_a_fence_that_ends_in_the_open_closes_nothing():
    p = Position(fences="c1|d1 c2|d2 c3|d3 c4|d4")
    assert len(areas(p.fences)) == 1
    assert "b5|c5" in p.lines
    p.do("c5|d5")
    assert sorted(map(len, areas(p.fences))) == [15, 25]


def test_NU4_eight_spaces_are_parted_in_the_middle_only():
    rows = [line for line in LINES if "/" in line]
    assert Position(fences=rows).lines == [f"d{row}|e{row}" for row in range(1, 6)]


def test_NU3_67_first_lines_and_2207_pairs():
    """2,211 pairs less the four corners, as two steps in either order; by brute force too."""
    p = Position()
    assert p.lines == list(LINES)
    assert len(p.lines) == 67
    pairs: Counter[frozenset[str]] = Counter()
    out = [0] * p.game.info.most_moves
    for first in range(67):
        s = p.game.play(p.game.start(), first)
        n = p.game.room.moves(p.game.setup, s, out)
        assert out[:n] == p.game.moves(s)
        pairs.update(frozenset((list(LINES)[first], p.game.show_move(s, m))) for m in out[:n])
    assert len(pairs) == 2207
    assert set(pairs.values()) == {2}
    closed = [
        pair
        for pair in combinations(LINES, 2)
        if min(len(area) for area in areas(frozenset(pair))) < 4
    ]
    assert len(closed) == 4
    assert set(pairs) == {frozenset(pair) for pair in combinations(LINES, 2)} - {
        frozenset(pair) for pair in closed
    }


# Every way to close off too little ------------------------------------------------------------


def shapes(size: int) -> list[frozenset[str]]:
    """All sets of so many spaces that hang together."""
    graph = land_graph(frozenset())
    found = {frozenset([space]) for space in SPACES}
    for _ in range(size - 1):
        found = {
            shape | {other}
            for shape in found
            for space in shape
            for other in graph[space]
            if other not in shape
        }
    return sorted(found, key=sorted)


@pytest.mark.parametrize(("size", "count"), [(1, 40), (2, 67), (3, 166)])
def test_NU4_no_shape_of_three_spaces_or_fewer_is_closed_off_whichever_line_is_last(size, count):
    """At every place of the land: the last of its lines is refused, and so before its pair."""
    assert len(shapes(size)) == count
    for shape in shapes(size):
        walls = around(*shape)
        refused = 0
        for first, last in zip(walls, walls[1:] + walls[:1], strict=True):
            before = frozenset(walls) - {first, last}
            if min(map(len, areas(before | {first}))) < 4:
                continue  # The land around the shape would be cut up before.
            p = Position(fences=sorted(before))
            assert p.lines == list(free_lines(before))
            p.do(first)
            assert p.state.phase == SECOND
            assert last not in p.lines
            assert p.lines == list(free_lines(before | {first}))
            refused += 1
        pockets = min(map(len, areas(frozenset(walls)))) < size
        assert refused == len(walls) or pockets


def test_NU4_every_shape_of_four_spaces_can_be_closed_off_whichever_line_is_last():
    rng = random.Random(4)
    fours = shapes(4)
    closed = 0
    for shape in rng.sample(fours, 150):
        walls = around(*shape)
        whole = min(map(len, areas(frozenset(walls)))) == 4
        for last in rng.sample(walls, 2):
            before = frozenset(walls) - {last}
            if min(map(len, areas(before))) >= 4:
                assert (last in Position(fences=sorted(before)).lines) == whole
                closed += whole
    assert closed > 200


# Random lands ---------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["any", "beside", "closing"])
def test_all_67_lines_on_thousands_of_lands_are_legal_as_a_flood_fill_finds(style):
    """Walks from the start, some beside fences that stand, some closing areas where they can."""
    game = goldfield.load("nuggets", players=3)
    names = list(LINES)
    seen: set[frozenset[str]] = set()
    phases: Counter[int] = Counter()
    refused = most_areas = 0
    for seed in range(36):
        rng = random.Random(f"{style} {seed}")
        s = cast(State, game.start())
        fences: frozenset[str] = frozenset()
        while True:
            free = free_lines(fences)
            assert [names[move] for move in game.moves(s) if move < len(LINES)] == list(free)
            assert s.stock == 35 - len(fences)
            phases[s.phase] += 1
            seen.add(fences)
            refused += bool(free) * (67 - len(fences) - len(free))
            if not free:
                break
            line = chosen(style, fences, free, rng)
            fences |= {line}
            s = cast(State, game.play(s, names.index(line)))
            assert (s.phase == SECOND) == (len(fences) % 2 == 1 and bool(free_lines(fences)))
        most_areas = max(most_areas, len(areas(fences)))
        assert min(map(len, areas(fences))) >= 4
    assert len(seen) > 1000
    assert min(phases[TURN], phases[SECOND]) > 400
    assert refused > 5000
    assert most_areas >= {"any": 4, "beside": 5, "closing": 7}[style]


def chosen(style: str, fences: frozenset[str], free: tuple[str, ...], rng: random.Random) -> str:
    lines = rng.sample(free, min(len(free), 8))
    if style == "closing":
        now = len(areas(fences))
        return next((line for line in lines if len(areas(fences | {line})) > now), lines[0])
    if style == "beside":
        near = {space for fence in fences for space in LINES[fence]}
        return max(lines, key=lambda line: len(near.intersection(LINES[line])))
    return lines[0]


def test_every_second_line_on_random_lands_with_the_first_in_place():
    """For each first line of a land, all second ones."""
    game = goldfield.load("nuggets", players=4)
    names = list(LINES)
    rng = random.Random(8)
    compared = refused_second = 0
    for fewest in (2, 8, 14, 20, 24, 26, 28, 30, 32) * 2:
        fences: frozenset[str] = frozenset()
        while len(fences) < fewest:
            free = free_lines(fences)
            fences = fences | {chosen("closing", fences, free, rng)} if free else frozenset()
        s = Position(players=4, fences=sorted(fences)).state
        first_lines = free_lines(fences)
        for first in first_lines:
            after = cast(State, game.play(s, names.index(first)))
            second = free_lines(fences | {first})
            assert after.phase == (SECOND if second else TURN)
            assert [names[m] for m in game.moves(after) if m < len(LINES)] == list(second)
            compared += 1
            refused_second += len(first_lines) - 1 - len(second)
    assert compared > 300
    assert refused_second > 300
