"""Every game ends; and chests drawn when they come to light are a shuffled pile.

That a game ends with probability 1, whatever all players together may plan, is shown in two ways:
for tiny decks every position is visited, and the greatest set of positions is worked out that the
players could stay in, whatever falls; it is empty. For every deck, any turn in which all dice show
keys opens a chest, whatever the player does.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

import pytest

from goldfield.games.contract import CHANCE, OVER
from goldfield.games.moje_zlato import rules as mz
from goldfield.games.moje_zlato.deck import CONTENTS, DEFAULT_DECK, TREASURES, Chest
from goldfield.games.moje_zlato.placing import die_for
from goldfield.games.moje_zlato.state import (
    ACT,
    CONTENT,
    DEAL,
    KEY,
    LOCKS,
    REROLL,
    REROLLING,
    REVEAL,
    ROLL,
    SLOTS,
    State,
)
from goldfield.games.moje_zlato.turn import THROW_ID, Throw
from goldfield.rng import below, seeded

Moves = Callable[[mz.Setup, State], list[int]]
KEYS = [THROW_ID[Throw(0, 0, dice, 0)] for dice in range(5)]


def legal(setup: mz.Setup, s: State) -> list[int]:
    out = [0] * 500
    return out[: mz.moves(setup, s, out)]


def may_end(setup: mz.Setup, s: State) -> list[int]:
    """The moves if MZ4 were no rule: whoever could do something may end the turn all the same."""
    found = legal(setup, s)
    return sorted({*found, setup.end}) if s.phase == ACT else found


def several_chests(setup: mz.Setup, s: State) -> list[int]:
    """The moves if more than one chest could be begun at a time (``commit``)."""
    found = set(legal(setup, s))
    if s.phase == REROLL and die_for(setup, s.hand, KEY) >= 0:
        found |= {setup.end + 1 + slot for slot in range(SLOTS) if s.chests[slot]}
    return sorted(found)


class Graph(NamedTuple):
    """Every position that can be reached, and what follows each."""

    states: list[State]
    actors: list[int]
    after: list[list[int]]


def graph_of(setup: mz.Setup, moves: Moves = legal) -> Graph:
    states = [mz.start(setup)]
    number = {states[0]: 0}
    actors: list[int] = []
    after: list[list[int]] = []
    for s in states:
        actor = mz.to_act(setup, s)
        ids: list[int] = []
        if actor == CHANCE:
            ids = [outcome for outcome, _ in mz.outcomes(setup, s)]
        elif actor != OVER:
            ids = moves(setup, s)
        row: list[int] = []
        for i in ids:
            following = mz.play(setup, s, i)
            if following not in number:
                number[following] = len(states)
                states.append(following)
            row.append(number[following])
        actors.append(actor)
        after.append(row)
    return Graph(states, actors, after)


def without_end(graph: Graph) -> set[int]:
    """The positions in which all players together could keep the game for ever.

    The greatest set without a finished game in which every outcome of chance stays, and whoever is
    asked has a move that stays. Outside it the game ends with probability 1: from every position
    there is a way out that no player can close, and there are finitely many.
    """
    before: list[list[int]] = [[] for _ in graph.states]
    for i, row in enumerate(graph.after):
        for j in row:
            before[j].append(i)
    ways = [
        len(set(row)) if actor >= 0 else 1
        for actor, row in zip(graph.actors, graph.after, strict=True)
    ]
    out = [i for i, actor in enumerate(graph.actors) if actor == OVER]
    left = set(range(len(graph.states))).difference(out)
    while out:
        for i in set(before[out.pop()]):
            if i in left:
                ways[i] -= 1
                if ways[i] == 0:
                    left.remove(i)
                    out.append(i)
    return left


ONE_CHEST = [Chest(locks, kind).text for locks in (1, 2, 3) for kind in range(len(CONTENTS))]
SEVERAL = [
    {"deck": "3x3:fish"},
    {"deck": "1x1:c 1x2:d"},
    {"deck": "1x3:ccdd 1x1:fish"},
    {"deck": "2x1:c", "first": 0},
    {"deck": "1x1:cd", "players": 3},
    {"deck": "1x3:d", "players": 4},
    {"deck": "1x1:c 1x1:d 1x2:cd", "rerolls": 0},
    {"deck": "2x3:fish 1x3:c", "commit": True},
    {"deck": "3x3:fish", "commit": True},
    {"deck": "1x2:c 1x3:fish", "commit": True},
    {"deck": "1x1:cc", "commit": True, "players": 3},
    {"deck": "1x2:cd 1x1:c", "faces": "CCCDDK"},
]


@pytest.mark.parametrize("options", [{}, {"rerolls": 0}, {"commit": True}], ids=str)
def test_every_game_with_one_chest_ends(options: dict[str, object]) -> None:
    for deck in ONE_CHEST:
        graph = graph_of(mz.setup_of(mz.Rules(deck=deck, **options)))
        assert OVER in graph.actors
        assert not without_end(graph), deck


@pytest.mark.parametrize("options", SEVERAL, ids=str)
def test_every_game_with_a_tiny_deck_ends(options: dict[str, object]) -> None:
    graph = graph_of(mz.setup_of(mz.Rules(**options)))
    assert not without_end(graph)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"deck": "1x1:c 1x2:cd 1x3:fish"},
        {"deck": "1x1:c 1x3:cdd", "commit": True},
        {"deck": "1x1:c 1x2:cd 1x3:cdd", "fish": True, "players": 3},
    ],
    ids=str,
)
def test_every_game_with_a_small_deck_ends(options: dict[str, object]) -> None:
    graph = graph_of(mz.setup_of(mz.Rules(**options)))
    assert not without_end(graph)


@pytest.mark.parametrize(
    ("moves", "options"),
    [
        (may_end, {"deck": "1x1:c"}),
        (may_end, {"deck": "1x1:c", "rerolls": 0}),
        (several_chests, {"deck": "2x3:fish", "commit": True}),
    ],
)
def test_without_these_rules_players_could_go_on_for_ever(
    moves: Moves, options: dict[str, object]
) -> None:
    """MZ4, and one begun chest at a time: the argument finds out where a game need not end."""
    graph = graph_of(mz.setup_of(mz.Rules(**options)), moves)
    endless = without_end(graph)
    assert any(graph.states[i].chests[0] for i in endless)
    assert all(graph.states[i].last < 0 for i in endless)


def ends_unopened(setup: mz.Setup, s: State, moves: Moves) -> Iterator[State]:
    """The turns after ``s`` in which all dice show keys and yet no chest is opened."""
    front, seen = [s], {s}
    while front:
        s = front.pop()
        if s.phase == REVEAL:
            continue
        if s.phase in (ROLL, REROLLING) and s.hand + s.thrown > 0:
            following = [mz.play(setup, s, KEYS[s.thrown])]
        elif s.phase in (REROLL, ACT):
            following = [mz.play(setup, s, move) for move in moves(setup, s)]
        else:
            raise AssertionError("no other phase comes before the end of a turn")
        for after in following:
            if after.seat != s.seat:
                yield after
            elif after not in seen:
                seen.add(after)
                front.append(after)


def turn_with(setup: mz.Setup, chests: tuple[int, ...], beside: tuple[int, ...]) -> State:
    return mz.start(setup)._replace(
        phase=ROLL,
        thrown=4,
        chests=chests,
        buried=(0, 0, 0),
        beside=beside,
    )


MIDDLES = [chests for chests in product(range(4), repeat=SLOTS) if any(chests)]
ALL_OPEN = sum(1 << 4 * kind for kind in range(len(TREASURES)))


@pytest.mark.parametrize("options", [{}, {"rerolls": 0}, {"commit": True}], ids=str)
def test_a_turn_of_keys_opens_a_chest_whatever_the_player_does(options: dict[str, object]) -> None:
    """Every legal deck: each turn opens a chest with a chance of at least (1/6)^8.

    Keys can go nowhere but on chests, so this holds whatever lies beside the ships; and once no
    chest is left, the turns that remain are counted.
    """
    setup = mz.setup_of(mz.Rules(players=2, **options))
    for chests in MIDDLES:
        for beside in ((0, 0), (ALL_OPEN, 0), (0, ALL_OPEN), (ALL_OPEN, ALL_OPEN)):
            assert not any(ends_unopened(setup, turn_with(setup, chests, beside), legal)), chests


def test_the_turn_of_keys_finds_rules_under_which_keys_can_be_wasted() -> None:
    setup = mz.setup_of(mz.Rules())
    turns = ends_unopened(setup, turn_with(setup, (1, 2, 3), (0, 0)), may_end)
    assert any(turns)
    setup = mz.setup_of(mz.Rules(commit=True))
    wasted = [
        chests
        for chests in MIDDLES
        if any(ends_unopened(setup, turn_with(setup, chests, (0, 0)), several_chests))
    ]
    # Four keys can lie on locks, and on no chest on all of them.
    assert wasted == [chests for chests in MIDDLES if sum(max(n - 1, 0) for n in chests) >= 4]


# The pile ------------------------------------------------------------------------------------

Outcomes = Callable[[mz.Setup, State], list[tuple[int, Fraction]]]
MOST_THROWS = 14
"""So many times dice fall in one of the compared games; what is seen until then is compared."""


class Plan(NamedTuple):
    """Dice and moves of a game, fixed but for what the chests show."""

    seed: int

    def dice(self, setup: mz.Setup, s: State, throw: int) -> int:
        return mz.roll(setup, s, seeded(self.seed, throw))[0]

    def move(self, setup: mz.Setup, s: State) -> int:
        """Any legal move, always the same one in the same position."""
        moves = legal(setup, s)
        return moves[below(seeded(self.seed, hash(s) & 0xFFFFFF), len(moves))[0]]


def drawn_lazily(
    setup: mz.Setup, plan: Plan, outcomes: Outcomes = mz.outcomes
) -> dict[tuple[int, ...], Fraction]:
    """What comes to light, in order, with the probabilities that the rules give."""
    found: dict[tuple[int, ...], Fraction] = {}

    def go(s: State, seen: tuple[int, ...], chance: Fraction, throws: int) -> None:
        while s.phase not in (DEAL, REVEAL):
            actor = mz.to_act(setup, s)
            if actor == OVER or throws == MOST_THROWS:
                found[seen] = found.get(seen, Fraction(0)) + chance
                return
            if actor == CHANCE:
                move, throws = plan.dice(setup, s, throws), throws + 1
            else:
                move = plan.move(setup, s)
            s = mz.play(setup, s, move)
        for outcome, p in outcomes(setup, s):
            go(mz.play(setup, s, outcome), (*seen, outcome), chance * p, throws)

    go(mz.start(setup), (), Fraction(1), 0)
    return found


def from_a_pile(setup: mz.Setup, plan: Plan, pile: tuple[Chest, ...]) -> tuple[int, ...]:
    """What comes to light, in order, where the chests lie in a shuffled pile from the start."""
    s = mz.start(setup)
    cards = list(pile)
    middle: list[Chest | None] = [None] * SLOTS
    top: Chest | None = None
    opened: Chest | None = None
    seen: list[int] = []
    throws = 0
    while True:
        actor = mz.to_act(setup, s)
        if actor == OVER or (throws == MOST_THROWS and s.phase not in (DEAL, REVEAL)):
            return tuple(seen)
        if s.phase == DEAL:
            top = cards.pop(0)
            move = LOCKS + top.locks - 1
            seen.append(move)
        elif s.phase == REVEAL:
            assert opened is not None
            move = CONTENT + opened.kind
            seen.append(move)
        elif actor == CHANCE:
            move, throws = plan.dice(setup, s, throws), throws + 1
        else:
            move = plan.move(setup, s)
        if s.phase in (DEAL, REVEAL):
            assert move in [outcome for outcome, _ in mz.outcomes(setup, s)]
        s = mz.play(setup, s, move)
        for slot in range(SLOTS):
            card = middle[slot]
            if s.phase == REVEAL and card is not None and s.chests[slot] == 0:
                opened, middle[slot] = card, None
            elif s.chests[slot] > 0 and card is None:
                middle[slot], top = top, None
        in_sight = [card.locks if card else 0 for card in (*middle, top)]
        assert in_sight == [*s.chests, s.top]


def shuffled(setup: mz.Setup, plan: Plan, deck: list[Chest]) -> dict[tuple[int, ...], Fraction]:
    """The same where each order of the pile is equally likely."""
    piles = Counter(permutations(deck))
    seen: Counter[tuple[int, ...]] = Counter()
    for pile, n in piles.items():
        seen[from_a_pile(setup, plan, pile)] += n
    return {shown: Fraction(n, math.factorial(len(deck))) for shown, n in seen.items()}


PILES = [
    {"deck": "1x1:c 1x1:d 2x2:cd 1x1:fish"},
    {"deck": "2x1:c 1x1:d 1x3:fish 1x3:c", "first": 2},
    {"deck": "1x1:c 1x2:c 1x3:c 1x1:d 1x2:d", "commit": True},
    {"deck": "1x1:fish 1x1:c 1x1:cc 1x1:ccc 1x1:cccc", "rerolls": 0, "players": 4},
    {"deck": "1x1:c 1x2:cd 1x3:cdd 1x2:dd 1x1:d 1x2:cc", "fish": True, "players": 3},
]


def comparison(options: dict[str, object], seed: int) -> tuple[mz.Setup, Plan, list[Chest]]:
    # Sabres and keys alone: chests are opened fast, and what they hold can be taken.
    rules = mz.Rules(faces="KKKKSS", **options)
    deck = [chest for chest, n in rules.chests.items() for _ in range(n)]
    return mz.setup_of(rules), Plan(seed), deck


@pytest.mark.parametrize("options", PILES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_chests_drawn_when_they_come_to_light_are_a_shuffled_pile(
    options: dict[str, object], seed: int
) -> None:
    """Locks and treasures in the order in which they are seen: exactly the same distribution."""
    setup, plan, deck = comparison(options, seed)
    lazily = drawn_lazily(setup, plan)
    assert lazily == shuffled(setup, plan, deck)
    assert len(lazily) > 5


def sorts_alike(setup: mz.Setup, s: State) -> list[tuple[int, Fraction]]:
    """A wrong draw: every sort that is left is as likely as any other."""
    found = mz.outcomes(setup, s)
    return [(outcome, Fraction(1, len(found))) for outcome, _ in found]


def test_a_wrong_draw_is_found() -> None:
    setup, plan, deck = comparison(PILES[0], 1)
    assert drawn_lazily(setup, plan, sorts_alike) != shuffled(setup, plan, deck)


def chi_square_is_fair(counts: list[int], shares: list[float]) -> bool:
    """Whether counts lie within 4 sigma of what chi-square expects of these shares."""
    total = sum(counts)
    chi = sum((n - total * p) ** 2 / (total * p) for n, p in zip(counts, shares, strict=True))
    freedom = len(counts) - 1
    return chi - freedom < 4 * math.sqrt(2 * freedom)


def test_whole_piles_of_the_usual_deck_are_fair() -> None:
    """All 18 chests dealt and opened again and again: at every place of the pile every chest."""
    setup = mz.setup_of(mz.Rules())
    assert mz.Rules().deck == DEFAULT_DECK
    piles = 3000
    locks = [[0] * 3 for _ in range(18)]
    pairs: Counter[tuple[int, int]] = Counter()
    held = {row: Counter[int]() for row in range(3)}
    for seed in range(piles):
        s, rng = mz.start(setup), seeded(seed, 18)
        before = -1
        for place in range(18):
            outcome, rng = mz.roll(setup, s, rng)
            row = outcome - LOCKS
            locks[place][row] += 1
            if place % 2:
                pairs[before, row] += 1
            before = row
            # The chest is opened at once; what it hides is drawn from those with as many locks.
            turned = s._replace(phase=REVEAL, seat=0, opened=row + 1)
            content, rng = mz.roll(setup, turned, rng)
            held[row][content - CONTENT] += 1
            left = list(s.buried)
            left[row] -= 1
            s = s._replace(buried=tuple(left))
    assert all(chi_square_is_fair(counts, [1 / 3] * 3) for counts in locks)
    two = [6 * 5 if a == b else 6 * 6 for a in range(3) for b in range(3)]
    seen = [pairs[a, b] for a in range(3) for b in range(3)]
    assert chi_square_is_fair(seen, [n / (18 * 17) for n in two])
    for row, contents in held.items():
        sorts = {chest.kind: n for chest, n in mz.Rules().chests.items() if chest.locks == row + 1}
        assert set(contents) == set(sorts)
        counts = [contents[kind] for kind in sorts]
        assert chi_square_is_fair(counts, [n / 6 for n in sorts.values()])
