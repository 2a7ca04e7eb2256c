"""Moje zlato! against the suite for games, its counts and golden game, and by the thousand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import goldfield
from goldfield.conformance import conformance, golden, perft
from goldfield.conformance.counts import options_from, read
from goldfield.engine.cache import CompiledFolder
from goldfield.engine.compiler import compiled
from goldfield.engine.playouts import trace_of
from goldfield.engine.tables import compiled_form
from goldfield.games.contract import CHANCE, OVER
from goldfield.games.game import Game
from goldfield.games.moje_zlato import rules as mz
from goldfield.games.moje_zlato.cards import count
from goldfield.games.moje_zlato.deck import FISH, TREASURES
from goldfield.games.moje_zlato.state import REROLL, REROLLING
from goldfield.rng import below, seeded
from tests.moje_zlato_by_hand import (
    BONES,
    Card,
    Chest,
    House,
    Table,
    beginning,
    chances,
    moves,
    written,
)

HERE = Path(__file__).parent
PERFT = HERE / "perft" / "moje_zlato.txt"

OWN_DECK = "2x1:cccd 1x2:ddd 2x2:fish 2x3:ccdd 1x3:c 1x1:cd"
OPTION_SETS = [
    {},
    {"players": 3, "first": 0, "fish": True},
    {"players": 4, "rerolls": 0, "first": 3},
    {"players": 3, "commit": True, "first": 2, "deck": OWN_DECK},
    {"commit": True, "fish": True, "deck": "2x1:c 1x2:cd 1x3:cdd 1x2:dd", "faces": "CDDKSS"},
]

test_moje_zlato = conformance("moje_zlato", OPTION_SETS)
test_counts = perft("moje_zlato", PERFT)
test_golden = golden("moje_zlato", HERE / "golden" / "moje_zlato.txt")


# Counts, worked out once more with cards on a table -------------------------------------------


def card(content: str, dice: str = "") -> Card:
    return Card(content, dice or "-" * len(content))


def position(house: House, phase: str, **what: Any) -> Table:
    """A table in the middle of a game; what is not said is empty."""
    nobody: tuple[tuple[Any, ...], ...] = ((),) * house.players
    t = beginning(house, [], 1)._replace(beside=nobody, under=nobody)
    return t._replace(phase=phase, thrown=4 if phase == "roll" else 0, **what)


def unseen(*sorts: str) -> tuple[tuple[int, str], ...]:
    """Chests that nobody has opened: ``2 CD``, the locks and what they hide."""
    found: list[tuple[int, str]] = []
    for sort in sorts:
        locks, content = sort.split()
        found.append((int(locks), content))
    return tuple(sorted(found))


TWO, THREE, FOUR = House(2), House(3), House(4)
YOUNG = House(4, rerolls=0)
OLD = House(3, commit=True)
USUAL = [
    *[(1, "C"), (1, "D")] * 3,
    *[(2, "CC"), (2, "CD"), (2, "DD")] * 2,
    *[(3, "CCC"), (3, "CCD"), (3, "CCD"), (3, "CDD"), (3, "CDD"), (3, "DDD")],
]
TABLES: list[tuple[House, Table]] = [
    (TWO, beginning(TWO, USUAL, 1)),
    (FOUR, beginning(FOUR, [(1, "CD"), (3, "CCDD"), (2, BONES)], 0)),
    (
        THREE,
        position(
            THREE,
            "roll",
            middle=(Chest("--"), Chest("-"), Chest("---")),
            top=1,
            unseen=unseen("2 CD", "1 D", "1 C", "3 CDD", "3 CCC", "2 DD"),
            beside=((card("CC"),), (card("C"), card("CD"), card("D")), (card("CCC"),)),
        ),
    ),
    (
        YOUNG,
        position(
            YOUNG,
            "roll",
            seat=2,
            middle=(None, Chest("-"), None),
            unseen=unseen("1 CCDD"),
            beside=((card("C"), card("C")), (card("DDDD"),), (card("CDD"),), ()),
            under=((), ("CC", BONES), (), ("D",)),
        ),
    ),
    (
        OLD,
        position(
            OLD,
            "reroll",
            hand="CDKS",
            middle=(Chest("---"), Chest("--"), None),
            unseen=unseen("3 CCD", "2 D"),
            beside=((card("CD"),), (card("C"), card("DD")), (card("CDDD"),)),
        ),
    ),
    (
        OLD,
        position(
            OLD,
            "reroll",
            seat=1,
            hand="DS",
            middle=(Chest("---"), Chest("--"), None),
            unseen=unseen("2 CCDD", "3 C"),
            beside=((card("CDD", "-D-"), card("D")), (card("CD"),), (card("C"),)),
            boarded=frozenset({0}),
        ),
    ),
    (
        OLD,
        position(
            OLD,
            "reroll",
            hand="S",
            closed=True,
            middle=(Chest("---"), Chest("-S"), None),
            unseen=unseen("2 CCDD", "3 C"),
            beside=((card("DD"),), (card("CDD", "-D-"), card("D")), (card("C"),)),
            boarded=frozenset({1}),
        ),
    ),
    (
        TWO,
        position(
            TWO,
            "act",
            seat=1,
            hand="CDSS",
            final=True,
            last=2,
            beside=((card("C"), card("D"), card("CD")), (card("CCD"),)),
            under=(("DD",), ()),
        ),
    ),
]


def counted(house: House, t: Table, depth: int) -> list[int]:
    """How many tables there are after so many steps, of all moves and outcomes."""
    level = {written(t): t}
    found = [1]
    for _ in range(depth):
        after: dict[Any, Table] = {}
        for t in level.values():
            if t.phase in ("act", "reroll"):
                tables = [table for ways in moves(house, t).values() for table in ways]
            else:
                tables = [table for _, table in chances(house, t).values()] * (t.phase != "over")
            after.update((written(table), table) for table in tables)
        level = after
        found.append(len(level))
    return found


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_all_counts_are_those_of_the_cards(number: int) -> None:
    """Every position of the file is one of the tables here, with counts worked out from cards."""
    block = read(PERFT)[number]
    house, t = TABLES[number]
    game = goldfield.load("moje_zlato", **options_from(block.options))
    assert game.show_state(written(t)) == block.position
    assert game.parse_state(block.position) == written(t)
    depth = max(depth for depth, _ in block.counts)
    assert list(block.counts) == list(enumerate(counted(house, t, depth)))
    assert len(read(PERFT)) == len(TABLES)


# By the thousand ------------------------------------------------------------------------------

GAMES = 3000
"""Compiled random games at each table; all tables together make 100,000."""
PLAIN_GAMES = 4
"""Of these, played in plain Python too and compared move for move."""
LONGEST = 2_000
"""More steps than any of the compared games has."""

DECKS = [
    {},
    {"fish": True},
    {"deck": OWN_DECK, "faces": "CDDKSS"},
    {"deck": "3x3:fish 2x3:dddd 1x1:c", "faces": "CCDDKK"},
]
TURNS = [{}, {"rerolls": 0}, {"commit": True}]
TABLES_OF_GAMES = list(product((2, 3, 4), TURNS, DECKS))


def counted_games(
    setup: Any,
    start: Any,
    whole: Any,
    seed: int,
    games: int,
    out: Any,
    tops: Any,
    phases: Any,
    wrong: Any,
    traces: Any,
) -> None:
    """Random games: how often each phase came up, and what was wrong with a state.

    ``whole`` are the chests, coins, diamonds and fish bones of the deck, then the coins and the
    diamonds of each kind; ``tops`` keeps the most moves that a state had. The moves of the first
    games go into the rows of ``traces``, which end in -1.
    """
    for number in range(games):
        rng = seeded(seed, number)
        s = start
        steps = 0
        actor = mz.to_act(setup, s)
        while actor != OVER:
            if actor == CHANCE:
                move, rng = mz.roll(setup, s, rng)
            else:
                n = mz.moves(setup, s, out)
                if n < 1:
                    wrong[0] += 1
                    break
                tops[0] = max(tops[0], n)
                pick = 0
                if n > 1:
                    pick, rng = below(rng, n)
                move = out[pick]
            if number < traces.shape[0] and steps < traces.shape[1]:
                traces[number, steps] = move
            s = mz.play(setup, s, int(move))
            steps += 1
            phases[s.phase] += 1
            closed = s.buried[0] + s.buried[1] + s.buried[2]
            for locks in s.chests:
                if locks > 0:
                    closed += 1
            if s.top > 0:
                closed += 1
            if s.opened > 0:
                closed += 1
            coins = 0
            gems = 0
            bones = 0
            hidden = 0
            for seat in range(setup.players):
                coins += s.coins[seat]
                gems += s.gems[seat]
                bones += s.bones[seat]
                for kind in range(14):
                    coins += count(s.beside[seat], kind) * whole[4 + kind]
                    gems += count(s.beside[seat], kind) * whole[18 + kind]
            for pack in s.unseen:
                for kind in range(14):
                    hidden += count(pack, kind)
                    coins += count(pack, kind) * whole[4 + kind]
                    gems += count(pack, kind) * whole[18 + kind]
                hidden += count(pack, 14)
                bones += count(pack, 14)
            if hidden != closed or coins != whole[1] or gems != whole[2] or bones != whole[3]:
                wrong[1] += 1
            actor = mz.to_act(setup, s)
        if s.unseen[0] + s.unseen[1] + s.unseen[2] > 0:
            wrong[2] += 1
        tops[1] = max(tops[1], steps)


@lru_cache(maxsize=1)
def driver() -> Any:
    return compiled(counted_games, CompiledFolder(("goldfield",)))


@cache
def loaded(number: int) -> Game:
    players, turns, deck = TABLES_OF_GAMES[number]
    return goldfield.load("moje_zlato", players=players, first=0, **turns, **deck)


def whole_of(rules: mz.Rules) -> npt.NDArray[np.int64]:
    """The deck in numbers, as ``counted_games`` takes it."""
    texts = [*TREASURES, ""]
    found = [sum(rules.chests.values())]
    for symbol in "cd":
        found.append(sum(n * texts[chest.kind].count(symbol) for chest, n in rules.chests.items()))
    found.append(sum(n for chest, n in rules.chests.items() if chest.kind == FISH))
    found += [text.count("c") for text in TREASURES] + [text.count("d") for text in TREASURES]
    return np.array(found, np.int64)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(TABLES_OF_GAMES)))
def test_nothing_is_lost_and_nobody_stuck_in_thousands_of_games(number: int) -> None:
    """Chests, coins, diamonds, bones are the deck's after every step; plain games are the same."""
    game = loaded(number)
    phases, wrong, tops = np.zeros(8, np.int64), np.zeros(3, np.int64), np.zeros(2, np.int64)
    out = np.zeros(game.info.most_moves, np.int64)
    trace = np.full((PLAIN_GAMES, LONGEST), -1, np.int32)
    driver()(
        compiled_form(game.setup),
        game.start(),
        whole_of(game.rules),
        number,
        GAMES,
        out,
        tops,
        phases,
        wrong,
        trace,
    )
    assert wrong.tolist() == [0, 0, 0], "stuck, lost, ended early"
    assert tops[0] <= game.info.most_moves
    missing = {i for i in range(1, 8) if phases[i] == 0}
    assert missing == ({REROLL, REROLLING} if game.rules.rerolls == 0 else set())
    for stream in range(PLAIN_GAMES):
        plain, end = trace_of(game, number, stream, LONGEST, plain=True)
        assert game.is_over(end)
        assert [*plain, -1] == trace[stream, : len(plain) + 1].tolist()


@pytest.mark.parametrize("number", range(len(TABLES_OF_GAMES)))
def test_MZ8_MZ9_the_engine_ends_games_as_the_rules_say(number: int) -> None:
    """From last turns on: the engine's last state is the one reached step by step, shares too."""
    game = loaded(number)
    late = 0
    for stream in range(14):
        s, rng = game.start(), seeded(number, 1000 + stream)
        after: list[Any] = []
        while not game.is_over(s):
            if game.to_act(s) == CHANCE:
                move, rng = game.roll(s, rng)
            else:
                legal = game.moves(s)
                pick = 0
                if len(legal) > 1:
                    pick, rng = below(rng, len(legal))
                move = legal[pick]
            s = game.play(s, move)
            if s.last >= 0:
                after.append(s)
        late += len(after)
        turns = [(t.last, t.seat) for t in after if t.phase == mz.ROLL]
        players = game.info.seats
        opener = (turns[0][1] - 1) % players
        assert turns == [(players - i, (opener + 1 + i) % players) for i in range(players)], (
            "everybody once, the opener last"
        )
        _, end = trace_of(game, number, 1000 + stream, LONGEST)
        assert end == s
        points = [coins + gems for coins, gems in zip(s.coins, s.gems, strict=True)]
        best = max(zip(points, s.gems, [-n for n in s.bones], strict=True))
        won = [(points[i], s.gems[i], -s.bones[i]) == best for i in range(players)]
        assert game.scores(s) == tuple(points)
        assert game.shares(s) == tuple(Fraction(w, sum(won)) for w in won)
    assert late > 28
