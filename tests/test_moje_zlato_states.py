"""Whole games of Moje zlato! with all options: nothing is lost, and states can be stored."""

import copy
import pickle
from collections import Counter

import pytest

from goldfield.games.contract import CHANCE, OVER, WIN
from goldfield.games.moje_zlato import rules as mz
from goldfield.games.moje_zlato.deck import CONTENTS, FISH, TREASURES
from goldfield.games.moje_zlato.state import (
    ENDED,
    SLOTS,
    State,
)
from goldfield.games.moje_zlato.turn import PART_ID, THROWS
from goldfield.rng import below, seeded

OPTION_SETS = [
    {},
    {"fish": True},
    {"rerolls": 0},
    {"commit": True},
    {"commit": True, "fish": True, "first": 0},
    {"deck": "2x1:ccdd 2x2:cccc 1x3:dddd 3x3:cd 1x2:fish", "faces": "CDDKSS"},
    {"deck": "2x1:ccdd 2x2:cccd 1x3:dddd 3x3:cd 1x2:fish", "faces": "CDKKSS", "commit": True},
]


def random_game(rules: mz.Rules, seed: int):
    """Every state of a random game with the move that follows it; the last without one."""
    setup, out = mz.setup_of(rules), [0] * mz.info(rules).most_moves
    s, rng = mz.start(setup), seeded(seed, rules.players)
    while mz.to_act(setup, s) != OVER:
        if mz.to_act(setup, s) == CHANCE:
            move, rng = mz.roll(setup, s, rng)
        else:
            n = mz.moves(setup, s, out)
            assert n > 0, "whoever is asked can do something"
            pick, rng = below(rng, n)
            move = out[pick]
        yield s, move
        s = mz.play(setup, s, move)
    yield s, -1


@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda o: " ".join(map(str, o.values())))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_chest_coin_diamond_or_die_is_lost(options, players):
    """What is closed, open and safe is the deck's after every step; dice are never more than 4."""
    rules = mz.Rules(players=players, **options)
    symbols = [TREASURES[chest.kind] if chest.kind != FISH else "" for chest in rules.chests]
    coins, gems = (
        sum(n * text.count(c) for text, n in zip(symbols, rules.chests.values(), strict=True))
        for c in "cd"
    )
    bones = sum(n for chest, n in rules.chests.items() if chest.kind == FISH)
    for seed in range(12):
        for s, move in random_game(rules, seed):
            assert count(s.beside) + count(s.unseen) + safe(s) == (coins, gems, bones)
            closed = [locks for locks in (*s.chests, s.top, s.opened) if locks]
            for locks in (1, 2, 3):
                cards = sum(contents(s.unseen[locks - 1]).values())
                assert cards == s.buried[locks - 1] + closed.count(locks)
            assert s.thrown + sum(THROWS[s.hand]) + dice_laid(s) <= 4
            assert (move == -1) == (s.phase == ENDED)
        assert s.unseen == (0, 0, 0)
        assert sum(mz.shares(mz.setup_of(rules), s)) == WIN
        assert sum(s.bones) == bones


class Sum(tuple[int, int, int]):
    """Coins, diamonds and fish bones; added up part by part."""

    def __add__(self, other: object) -> "Sum":
        return Sum(a + b for a, b in zip(self, other, strict=True))


def contents(packed: int) -> Counter[str]:
    return Counter({kind: packed >> 4 * i & 15 for i, kind in enumerate(CONTENTS)})


def count(packs: tuple[int, ...]) -> Sum:
    cards = sum((contents(packed) for packed in packs), Counter())
    text = "".join(kind * n for kind, n in cards.items() if kind != "fish")
    return Sum((text.count("c"), text.count("d"), cards["fish"]))


def safe(s: State) -> Sum:
    return Sum((sum(s.coins), sum(s.gems), sum(s.bones)))


def dice_laid(s: State) -> int:
    """The dice that lie on ships and on cards not yet full."""
    laid = s.boarded.bit_count() + sum(s.keys >> 4 * slot & 3 for slot in range(SLOTS))
    for i in range(4):
        entry = s.laid >> 12 * i & 4095
        if entry:
            begun = [one for one, number in PART_ID.items() if number == entry >> 2 & 63]
            laid += begun[0].coins + begun[0].gems
    return laid


@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda o: " ".join(map(str, o.values())))
def test_states_are_equal_after_pickle_and_deepcopy_and_go_on_alike(options):
    rules = pickle.loads(pickle.dumps(mz.Rules(players=3, **options)))
    assert rules == mz.Rules(players=3, **options)
    setup = mz.setup_of(rules)
    states = 0
    for seed in range(40):
        for s, move in random_game(rules, seed):
            states += 1
            for twin in (pickle.loads(pickle.dumps(s)), copy.deepcopy(s), State(*s)):
                assert twin == s
                assert hash(twin) == hash(s)
                if move >= 0:
                    assert mz.play(setup, twin, move) == mz.play(setup, s, move)
        if states >= 2000:
            return
    raise AssertionError("too few states were compared")
