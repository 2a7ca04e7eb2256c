"""The opponents of Nuggets: greedy against its definition in words, the surveyor by what it does.

The brute force shares no code with the bots: it works on names of spaces, finds areas with a graph,
counts in fractions, tries every pair of lines, and values chips that a seat may not know at the
mean of what their owner has not shown.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, cast

import networkx as nx
import pytest

import goldfield
from goldfield.bots import bots_of, decide
from goldfield.engine.simulate import simulate
from goldfield.games.game import Game
from goldfield.games.nuggets.odds import (
    CERTAIN,
    COUNTS,
    OPENNESS,
    STRENGTHS,
    UNIT,
    odds_of,
    sums_of,
)
from goldfield.games.nuggets.state import CHIP, CHIP_VALUES, ENDED, PASS, SECOND, TURN, State
from goldfield.games.nuggets.walls import closes, line_corners, split, tell_keys
from goldfield.rng import Rng, seeded
from tests.nuggets_by_hand import HANDS, LINES, Land, areas, free_lines, land_graph, random_game
from tests.nuggets_by_hand import read as read_land
from tests.nuggets_by_hand import side_of as side_by_hand
from tests.nuggets_position import BARREN, Position

OWN_LAYOUT = "8@a1 7@b1 6@c1 6@d1 5@e1 5@f1 4@g1 4@h1"
OPTION_SETS: list[dict[str, Any]] = [
    {"players": players, "look": look, "layout": layout, "first": first}
    for (players, layout, first), look in itertools.product(
        ((2, "standard", 1), (3, "random", 0), (4, OWN_LAYOUT, 3)), (True, False)
    )
]
BOTS = ("greedy", "surveyor")


def loaded(options: dict[str, Any]) -> Game:
    return goldfield.load("nuggets", **options)


def positions(game: Game, seed: int, fences: float = 0.5) -> list[State]:
    """The positions of a random game in which somebody decides."""
    line = random_game(game, random.Random(seed), fences)
    return [s for s, _ in line if game.to_act(s) >= 0]


# Greedy, in words ---------------------------------------------------------------------------------


class Eyes:
    """What a seat may know of a position, and what it expects of it."""

    def __init__(self, land: Land, look: bool) -> None:
        self.land = land
        players = len(land.hands)
        self.side = side_by_hand(players, land.seat)
        known = {c for c in land.chips if look and c[1] == land.seat}
        self.chips: list[tuple[str, int, Fraction]] = []
        for space, seat, value in land.chips:
            if (space, seat, value) in known:
                self.chips.append((space, side_by_hand(players, seat), Fraction(value)))
            else:
                unseen = Counter(HANDS[players])
                if seat == land.seat:
                    unseen -= Counter(land.hands[seat]) + Counter(v for _, _, v in known)
                every = list(unseen.elements())
                mean = Fraction(sum(every), len(every))
                self.chips.append((space, side_by_hand(players, seat), mean))

    def expected(self, fences: frozenset[str], extra: tuple[str, int] | None = None) -> Fraction:
        """What its side takes of all areas, with one more chip of its own perhaps."""
        chips = list(self.chips)
        if extra:
            chips.append((extra[0], self.side, Fraction(extra[1])))
        won = Fraction(0)
        for area in found_areas(fences):
            sums: dict[int, Fraction] = {}
            for space, side, worth in chips:
                if space in area:
                    sums[side] = sums.get(side, Fraction(0)) + worth
            best = [side for side in sums if sums[side] == max(sums.values())]
            if self.side in best:
                worth = sum(value for value, space in self.land.mines if space in area)
                won += Fraction(worth, len(best))
        return won

    def builds(self) -> dict[str, tuple[Fraction, Fraction]]:
        """What each line changes with the best second one, and by itself."""
        fences, now = self.land.fences, self.expected(self.land.fences)
        found: dict[str, tuple[Fraction, Fraction]] = {}
        for line in free_lines(fences):
            first = fences | {line}
            alone = self.expected(first) - now
            seconds = free_lines(first) if self.land.phase == "turn" else ()
            both = max((self.expected(first | {other}) - now for other in seconds), default=alone)
            found[line] = both, alone
        return found

    def placements(self) -> dict[tuple[int, str], Fraction]:
        """What each chip in hand changes on each free space."""
        land, now = self.land, self.expected(self.land.fences)
        taken = {space for _, space in land.mines} | {space for space, _, _ in land.chips}
        free = [space for ends in LINES.values() for space in ends if space not in taken]
        return {
            (value, space): self.expected(land.fences, (space, value)) - now
            for value in set(land.hands[land.seat])
            for space in free
        }

    def choices(self) -> set[str]:
        """All moves that greedy may choose, in notation."""
        builds = self.builds()
        lines = {line for line, change in builds.items() if change == max(builds.values())}
        if self.land.phase == "second":
            return lines
        chips = self.placements()
        most = max(chips.values(), default=Fraction(-1))
        gain = max((both for both, _ in builds.values()), default=Fraction(-1000))
        if lines and (not chips or (gain > 0 and gain >= most)):
            return lines
        lowest = min((value for (value, _), change in chips.items() if change == most), default=0)
        same = {
            f"{v}@{space}" for (v, space), change in chips.items() if (v, change) == (lowest, most)
        }
        return same or {"pass"}


@lru_cache(maxsize=50_000)
def found_areas(fences: frozenset[str]) -> list[set[str]]:
    return areas(fences)


@pytest.mark.parametrize("options", OPTION_SETS)
def test_greedy_is_what_it_is_said_to_be(options: dict[str, Any]) -> None:
    game = loaded(options)
    draw = random.Random(str(options))
    kinds: Counter[str] = Counter()
    for seed in range(3):
        # Few open lines are left: every pair of them is tried.
        late = [
            s for fences in (0.5, 0.9, 0.3) for s in positions(game, seed, fences) if s.stock <= 14
        ]
        chosen: list[State] = []
        for wanted, some in (
            (1, [s for s in late if s.phase == TURN and s.stock > 1]),
            (2, [s for s in late if s.phase == SECOND]),
            (4, [s for s in late if s.stock == 0]),
        ):
            chosen += draw.sample(some, wanted)
        for s in chosen:
            seat = game.to_act(s)
            eyes = Eyes(read_land(game.show_state(s)), bool(options["look"]))
            allowed = eyes.choices()
            for i in range(3):
                move, _ = decide(game, "greedy", game.view(s, seat), seat, seeded(seed, i))
                text = game.show_move(s, move)
                kinds["chip" if "@" in text else "line"] += 1
                assert text in allowed, game.show_state(s)
            # Whatever chance picks among equals comes up sooner or later.
            if len(allowed) == 2:
                picked = {
                    decide(game, "greedy", game.view(s, seat), seat, seeded(9, i))[0]
                    for i in range(40)
                }
                assert len(picked) == 2
    assert min(kinds["chip"], kinds["line"]) > 9


def test_greedy_builds_where_that_helps() -> None:
    """A pair that closes off a mine with its only chip is worth more than any chip."""
    fences = "b1/b2 c1|d1 a1/a2"
    here = Position(fences=fences, chips=("1@b1", "5@h5"), layout="8@a1 7@e3 6@b2 6@g4 5@b4 "
                    "5@g2 4@d5 4@e1")  # fmt: skip
    move, _ = decide(here.game, "greedy", here.game.view(here.state, 0), 0, seeded(1, 1))
    eyes = Eyes(read_land(here.game.show_state(here.state)), look=True)
    assert here.game.show_move(here.state, move) in eyes.choices()


# Walls --------------------------------------------------------------------------------------------


def test_keys_tell_what_closes_an_area() -> None:
    """Bridges of the graph of spaces, and pairs of lines that part it only together."""
    game = goldfield.load("nuggets")
    names = list(LINES)
    pairs_seen = 0
    for seed in range(12):
        s = random.Random(seed).choice(positions(game, seed, 0.7))
        keys = [0] * len(names)
        tell_keys(game.setup, line_corners(), s.east, s.north, keys)
        fences = frozenset(names[i] for i, key in enumerate(keys) if key < 0)
        assert fences == read_land(game.show_state(s)).fences
        graph = land_graph(fences)
        bridges = {frozenset(ends) for ends in nx.bridges(graph)}
        for i, line in enumerate(names):
            assert closes(keys[i]) == (frozenset(LINES[line]) in bridges)
        quiet = [i for i, key in enumerate(keys) if key >= 0 and not closes(key)]
        pairs = list(itertools.combinations(quiet, 2))
        for i, j in random.Random(seed).sample(pairs, min(150, len(pairs))):
            graph.remove_edges_from([LINES[names[i]], LINES[names[j]]])
            parted = not nx.has_path(graph, *LINES[names[i]])
            graph.add_edges_from([LINES[names[i]], LINES[names[j]]])
            assert parted == (keys[i] == keys[j])
            pairs_seen += parted
        for i in (i for i, key in enumerate(keys) if closes(key)):
            part, rest = split(game.setup, i, s.east, s.north)
            if s.stock > 0:
                assert (part > 0) == (names[i] in free_lines(fences))
            assert part & rest == 0
    assert pairs_seen > 40


# Odds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pool", [(2, 1, 0, 1), (3, 2), (1, 1, 1, 1, 1)])
def test_sums_of_chips_are_counted_exactly(pool: tuple[int, ...]) -> None:
    chips = [value for value, n in enumerate(pool, start=1) for _ in range(n)]
    for count, sums in enumerate(sums_of(pool)):
        every = Counter(sum(drawn) for drawn in itertools.combinations(chips, count))
        assert sums == {total: Fraction(n, every.total()) for total, n in every.items()}


def test_odds_are_chances_and_grow_with_strength() -> None:
    pool = (11, 2, 1, 1, 1)
    odds = odds_of(pool, 400, 60)
    assert len(odds) == OPENNESS * COUNTS * STRENGTHS
    sums = sums_of(pool)
    for free, count in itertools.product(range(OPENNESS), range(COUNTS)):
        row = odds[(free * COUNTS + count) * STRENGTHS :][:STRENGTHS]
        assert 0 <= row[0] <= row[-1] <= CERTAIN
        assert list(row) == sorted(row)
        if free:
            before = odds[((free - 1) * COUNTS + count) * STRENGTHS :][:STRENGTHS]
            assert max(row) - min(row) <= max(before) - min(before)
    for count, strength in itertools.product(range(1, COUNTS), range(27)):
        won = sum(p for total, p in sums[count].items() if total < strength)
        shared = sums[count].get(strength, 0)
        assert odds[count * STRENGTHS + UNIT * strength] == round(CERTAIN * (won + shared / 2))
    assert odds[0] == 0
    assert odds[UNIT] == CERTAIN


# Both ---------------------------------------------------------------------------------------------


def twin(game: Game, s: State, seat: int, draw: random.Random) -> State:
    """The same position but for the values that a seat may not know, which change places."""
    worth, hands = list(s.worth), list(s.hands)
    look = game.rules.as_dict()["look"]
    for owner in range(game.info.seats):
        if owner == seat and look:
            continue
        lie = [space for space in range(40) if s.chips[owner] >> space & 1]
        values = [next(i for i in range(CHIP_VALUES) if s.worth[i] >> space & 1) for space in lie]
        if owner != seat:
            values += [i for i in range(CHIP_VALUES) for _ in range(hands[owner] >> 5 * i & 31)]
        draw.shuffle(values)
        for space in lie:
            worth = [board & ~(1 << space) for board in worth]
        for space, value in zip(lie, values, strict=False):
            worth[value] |= 1 << space
        if owner != seat:
            hands[owner] = sum(1 << 5 * value for value in values[len(lie) :])
    return s._replace(worth=tuple(worth), hands=tuple(hands))


@pytest.mark.parametrize("options", OPTION_SETS)
def test_bots_play_the_same_in_twins(options: dict[str, Any]) -> None:
    game, draw = loaded(options), random.Random(5)
    different = 0
    for seed in range(3):
        for s in draw.sample(positions(game, seed), 12):
            seat = game.to_act(s)
            other = twin(game, s, seat, draw)
            different += other != s
            assert game.view(other, seat) == game.view(s, seat)
            for bot in BOTS:
                rng = seeded(seed, 3)
                chosen = decide(game, bot, game.view(s, seat), seat, rng)
                assert decide(game, bot, game.view(other, seat), seat, rng) == chosen
    assert different > 20


def game_between(game: Game, bots: list[str], seed: int) -> Iterator[tuple[State, int, int]]:
    """(state, seat, move) of every decision, each checked; plain values all along."""
    s: Any = game.start()
    rng: Rng = seeded(seed, 0)
    while not game.is_over(s):
        seat = game.to_act(s)
        if seat < 0:
            move, rng = game.roll(s, rng)
        else:
            move, rng = decide(game, bots[seat], game.view(s, seat), seat, rng)
            assert type(move) is int
            yield s, seat, move
        s = game.play(s, move)
    assert cast(State, s).phase == ENDED


EVERY_OPTION = [
    {"players": players, "look": look, "layout": layout, "first": first}
    for players, look, layout, first in itertools.product(
        (2, 3, 4), (True, False), ("standard", "random", OWN_LAYOUT), (0, 2)
    )
]


@pytest.mark.parametrize("options", EVERY_OPTION)
def test_bots_play_to_the_end_under_every_option(options: dict[str, Any]) -> None:
    """And pass only when they must, the surveyor also when it could do nothing but harm."""
    game = loaded(options)
    names = ["surveyor", "greedy", "random", "surveyor"]
    for turned in range(2):
        bots = (names[turned:] + names[:turned])[: game.info.seats]
        n = 0
        for s, seat, move in game_between(game, bots, turned + 1):
            n += 1
            if move != PASS or game.moves(s) == [PASS] or bots[seat] == "random":
                continue
            assert bots[seat] == "surveyor"
            assert all(m < CHIP or m == PASS for m in game.moves(s))
        assert n > 20


def test_the_surveyor_passes_rather_than_do_harm() -> None:
    """All fences that are left part its chips from gold that it has; greedy builds all the same."""
    here = Position(fences=BARREN, chips=("1@h2 2@h1", "1@f1 1@g1"), hands=[[], []])
    assert here.lines == ["e1|f1", "f1|g1", "e1/e2"]
    view = here.game.view(here.state, 0)
    for i in range(8):
        assert decide(here.game, "surveyor", view, 0, seeded(i, 0))[0] == PASS
        assert decide(here.game, "greedy", view, 0, seeded(i, 0))[0] < CHIP
    there = Position(fences=BARREN, chips=("2@d2", "1@h2 2@h1"), hands=[[], []])
    assert (
        decide(there.game, "surveyor", there.game.view(there.state, 0), 0, seeded(1, 0))[0] < CHIP
    )


def test_the_surveyor_takes_the_last_word() -> None:
    """Chips against chips, no blockers: the last space of an area with six of gold comes first."""
    corner = "a3/a4 b3/b4 b1|c1 b2|c2 b3|c3"
    here = Position(fences=corner, chips=("1@a1 1@a2", "1@b1 1@a3"))
    view = here.game.view(here.state._replace(stock=0), 0)
    for i in range(8):
        move, _ = decide(here.game, "surveyor", view, 0, seeded(i, 0))
        assert here.game.show_move(view, move).endswith("@b3")


@pytest.mark.slow
def test_the_surveyor_beats_greedy_more_than_seven_times_in_ten() -> None:
    """In both seats; docs/bots.md has what many games brought."""
    game = goldfield.load("nuggets", players=2)
    first = simulate(game, ["surveyor", "greedy"], 300, seed=4).seats[0].share
    second = simulate(game, ["greedy", "surveyor"], 300, seed=4).seats[1].share
    assert min(first, second) > 0.7


def test_the_bots_by_name() -> None:
    bots = bots_of(goldfield.load("nuggets"))
    assert list(bots) == ["random", *BOTS]
    for name, bot in bots.items():
        assert bot.name == name
        assert len(str(bot.character)) < 80
        assert str(bot.character).endswith(".")
