"""Scoring (NU10, NU11), against areas that networkx finds and fractions."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import cast

import pytest

import goldfield
from goldfield.games.contract import WIN
from goldfield.games.nuggets.state import ENDED, PASS, TURN, State
from tests.nuggets_by_hand import LINES, Land, areas, points, random_game, read, side_of
from tests.nuggets_position import Position, around

LEFT = [line for line in LINES if line.startswith("d") and "|" in line]
"""Two halves: b2, b4, d3, d5 (23 points) and e1, e3, g2, g4 (22)."""


@pytest.mark.parametrize(
    ("players", "fences", "chips", "points"),
    [
        # The undivided land: one area.
        (2, [], ["5@a1", "1@b1 1@c1 1@d1 1@f1"], [45, 0]),
        (3, [], ["2@a1", "3@b1", "4@c1"], [0, 0, 45]),
        (4, [], ["2@a1", "3@b1", "2@c1", "1@d1"], ["45/2", "45/2", "45/2", "45/2"]),
        (4, [], ["2@a1", "4@b1", "3@c1", ""], [45, 0, 45, 0]),
        # Halves and thirds; who has less, or no chip, is not among the tied.
        (2, [], ["3@a1", "2@b1 1@c1"], ["45/2", "45/2"]),
        (3, [], ["3@a1", "2@b1 1@c1", "1@d1"], ["45/2", "45/2", 0]),
        (3, [], ["3@a1", "2@b1 1@c1", "3@d1"], [15, 15, 15]),
        (3, LEFT, ["3@a1 1@h1", "3@b1 1@h2", "3@c1 1@h3"], [15, 15, 15]),
        (3, LEFT, ["1@h1", "1@h2", "1@h3"], ["22/3", "22/3", "22/3"]),
        (3, LEFT, ["1@h1 1@a1", "1@h2", "1@h3"], ["91/3", "22/3", "22/3"]),
        (4, LEFT, ["1@h1", "1@h2", "1@h3", "1@h4"], [11, 11, 11, 11]),
        # Two areas; nobody there: nothing.
        (2, LEFT, ["1@a1", "1@h1"], [23, 22]),
        (2, LEFT, ["1@a1", "2@b1"], [0, 23]),
        (2, LEFT, ["", ""], [0, 0]),
        (3, [], ["", "", ""], [0, 0, 0]),
        # No mine in the area: nothing, however many chips lie there.
        (2, around("h1", "g1", "f1", "h2"), ["5@h1 4@g1", "1@a1"], [0, 45]),
        # Partners' chips count together, in each area by itself.
        (4, LEFT, ["2@a1", "3@b1 1@h1", "2@c1", ""], [23, 22, 23, 22]),
        (4, LEFT, ["2@a1", "3@b1", "1@c1", "1@h1"], ["23/2", "67/2", "23/2", "67/2"]),
    ],
)
def test_NU10_who_has_the_most_takes_the_mines(players, fences, chips, points):
    p = Position(players, fences=fences, chips=chips)
    assert p.game.scores(p.state) == (0,) * players, "nothing is told before the end"
    assert p.scores() == [Fraction(point) for point in points]


@pytest.mark.parametrize(
    ("players", "chips", "shares"),
    [
        (2, ["2@a1", "1@b1"], [1, 0]),
        (2, ["2@a1", "2@b1"], ["1/2", "1/2"]),
        (2, ["", ""], ["1/2", "1/2"]),
        (3, ["2@a1", "2@b1", "1@c1"], ["1/2", "1/2", 0]),
        (3, ["1@a1", "1@b1", "1@c1"], ["1/3", "1/3", "1/3"]),
        (4, ["1@a1", "1@b1", "1@c1", ""], [1, 0, 1, 0]),
        (4, ["1@a1", "2@b1", "1@c1", ""], ["1/2", "1/2", "1/2", "1/2"]),
    ],
)
def test_NU11_most_points_win_and_a_tie_is_shared(players, chips, shares):
    assert Position(players, chips=chips).shares() == [Fraction(share) for share in shares]


def test_NU10_chips_left_in_hand_count_nothing():
    p = Position(hands=[[5] * 1, [1]], chips=["", "1@a1"])
    assert p.scores() == [0, 45]


# Random lands ---------------------------------------------------------------------------------


def ended(game: goldfield.Game, s: State) -> State:
    """The same once everybody who is still in has passed."""
    while not game.is_over(s):
        s = cast(State, game.play(s, PASS))
    return s


def counted(land: Land) -> Counter[str]:
    """What there is to be seen in the areas of a finished game."""
    players = len(land.hands)
    found: Counter[str] = Counter()
    for area in areas(land.fences):
        sums: Counter[int] = Counter()
        for space, seat, value in land.chips:
            if space in area:
                sums[side_of(players, seat)] += value
        tied = sum(has == max(sums.values()) for has in sums.values())
        marked = any(space in area for _, space in land.mines)
        found["undivided"] += len(area) == 40
        found["no mine"] += not marked and bool(sums)
        found["nobody"] += marked and not sums
        found[f"{tied} tied"] += marked and tied > 1
        found["partners"] += players == 4 and len({s for p, s, _ in land.chips if p in area}) > 2
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_NU10_thousands_of_finished_games_are_scored_as_areas_and_fractions_say(players):
    """At every turn of random games, had everybody passed then; random and standard layouts."""
    found: Counter[str] = Counter()
    finished = 0
    parts: Counter[int] = Counter()
    for seed in range(60):
        layout = "standard" if seed % 3 == 0 else "random"
        game = goldfield.load("nuggets", players=players, layout=layout, look=seed % 2 == 0)
        rng = random.Random(f"{players} {seed}")
        for s, _ in random_game(game, rng, fences=rng.choice((0.2, 0.5, 0.8)), passes=0.02):
            if s.phase not in (TURN, ENDED):
                continue
            assert set(game.room.scores(game.setup, s)) == {0} or s.phase == ENDED
            end = ended(game, s)
            land = read(game.show_state(end))
            won = points(land)
            finished += 1
            found += counted(land)
            assert list(game.scores(end)) == [won[side_of(players, i)] for i in range(players)]
            assert list(game.room.scores(game.setup, end)) == [
                6 * won[side_of(players, i)] for i in range(players)
            ]
            best = won.count(max(won))
            shares = [Fraction(has == max(won), best) for has in won]
            assert list(game.room.shares(game.setup, end)) == [WIN * share for share in shares]
            assert list(game.shares(end)) == [shares[side_of(players, i)] for i in range(players)]
            parts.update(point.denominator for point in won)
            assert sum(won) <= 45
    assert finished > 1500
    ties = {2: ["2 tied"], 3: ["2 tied", "3 tied"], 4: ["2 tied", "partners"]}[players]
    for what in ("undivided", "no mine", "nobody", *ties):
        assert found[what] > 50, (what, found)
    assert set(parts) >= ({1, 2, 3} if players == 3 else {1, 2})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_NU10_seats_and_a_mirrored_land_change_nothing_but_places(players):
    """Turned over from left to right, or with the sides' chips exchanged, points follow."""
    game = goldfield.load("nuggets", players=players, layout="random")
    for seed in range(40):
        *_, (s, _) = random_game(game, random.Random(seed), fences=0.7)
        won = game.scores(s)
        order = random.Random(seed).sample(range(game.info.sides), game.info.sides)
        seats = [order[i % 2] + i // 2 * 2 if players == 4 else order[i] for i in range(players)]
        turned = s._replace(chips=tuple(s.chips[seat] for seat in seats))
        assert game.scores(turned) == tuple(won[seat] for seat in seats)
        mirrored = s._replace(
            mines=tuple(mine // 8 * 8 + 7 - mine % 8 for mine in s.mines),
            east=mirror(s.east << 1),
            north=mirror(s.north),
            chips=tuple(map(mirror, s.chips)),
            worth=tuple(map(mirror, s.worth)),
        )
        assert game.scores(mirrored) == won


def mirror(board: int) -> int:
    """A board turned over from left to right."""
    return sum(1 << (i // 8 * 8 + 7 - i % 8) for i in range(40) if board >> i & 1)
