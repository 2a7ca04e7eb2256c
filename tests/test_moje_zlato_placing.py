"""MZ2 to MZ6 and ``commit`` against a brute force that lays single dice on single places."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from goldfield.games.moje_zlato import rules as mz
from goldfield.games.moje_zlato.deck import Chest as Sort
from goldfield.games.moje_zlato.deck import deck_text
from tests import moje_zlato_by_hand
from tests.moje_zlato_by_hand import (
    BONES,
    CONTENTS,
    HANDS,
    Card,
    Chest,
    House,
    Table,
    acts,
    beginning,
    chances,
    moves,
    opened,
    raids,
    single_dice,
    written,
)

FOUR = [hand for hand in HANDS if len(hand) == 4]
WITH_SABRE = [hand for hand in FOUR if "S" in hand]


class Compared:
    """The rules beside the cards on the table: what was compared, and what came up."""

    def __init__(self, house: House, deck: list[tuple[int, str]], first: int = 1) -> None:
        sorts = Counter(Sort(locks, CONTENTS.index(content)) for locks, content in deck)
        self.house = house
        self.rules = mz.Rules(
            players=house.players,
            first=first,
            rerolls=house.rerolls,
            commit=house.commit,
            faces=house.faces,
            deck=deck_text(sorts),
        )
        self.setup = mz.setup_of(self.rules)
        self.info = mz.info(self.rules)
        self.out = [0] * self.info.most_moves
        self.seen: set[mz.State] = set()
        self.moves: Counter[str] = Counter()

    def agree(self, t: Table) -> list[Table]:
        """Compare a table's moves or outcomes and where each leads; return where, as tables."""
        s = written(t)
        self.seen.add(s)
        if mz.to_act(self.setup, s) < 0:
            by_chance = chances(self.house, t) if t.phase != "over" else {}
            found = mz.outcomes(self.setup, s) if by_chance else []
            assert found == [(number, p) for number, (p, _) in by_chance.items()], t
            assert len(found) <= self.info.most_outcomes
            return [
                self.same({after}, mz.play(self.setup, s, number), t, number)
                for number, (_, after) in by_chance.items()
            ]
        expected = moves(self.house, t)
        legal = self.out[: mz.moves(self.setup, s, self.out)]
        assert legal == sorted(expected), (t, [n for n in legal if n not in expected])
        assert max(legal) < self.info.moves
        for number in legal:
            self.moves[self.sort_of(number)] += 1
        return [
            self.same(expected[number], mz.play(self.setup, s, number), t, number)
            for number in legal
        ]

    def same(self, tables: set[Table], s: mz.State, before: Table, number: int) -> Table:
        found = [t for t in tables if written(t) == s]
        assert found, f"{before}\n{number} led to\n{s}, not to\n{list(map(written, tables))}"
        return found[0]

    def turn(self, t: Table, follow: Callable[[Table], bool] = lambda t: True) -> None:
        """Compare everything that can come of a table until the turn ends."""
        front = [t]
        while front:
            t = front.pop()
            if written(t) not in self.seen:
                for after in self.agree(t):
                    if after.phase in ("reroll", "rerolling", "act", "reveal") and follow(after):
                        front.append(after)

    def sort_of(self, number: int) -> str:
        """The kind of a move, for the counts that show what was compared."""
        for name, first in (
            ("lay", self.setup.end + 1 + 3 + self.house.players),
            ("board", self.setup.end + 1 + 3),
            ("lock", self.setup.end + 1),
            ("end", self.setup.end),
            ("attack", self.setup.attack),
            ("fill", mz.FILL),
            ("open", mz.OPEN),
        ):
            if number >= first:
                return name
        return "again"


def dealt_out(rng: random.Random, house: House, alike: int, big: int) -> Table:
    """A random table between turns: chests in the pile, in the middle, beside and under ships.

    ``alike`` says how many sorts of chests there are at most; ``big``, the most symbols.
    """
    small = [content for content in CONTENTS[:-1] if len(content) <= big]
    sorts = [
        (rng.randint(1, 3), BONES if rng.random() < 0.1 else rng.choice(small))
        for _ in range(alike)
    ]
    deck = [rng.choice(sorts) for _ in range(rng.randint(1, 14))]
    closed = rng.choice((0, 1, 1, 2, 3, 5, 9))
    unseen, seen = deck[:closed], deck[closed:]
    middle: list[Chest | None] = [None, None, None]
    top = 0
    for slot, (locks, _) in zip(rng.sample(range(3), 3), unseen, strict=False):
        middle[slot] = Chest("-" * locks)
    if len(unseen) > 3:
        top = unseen[3][0]
    beside: list[list[Card]] = [[] for _ in range(house.players)]
    under: list[list[str]] = [[] for _ in range(house.players)]
    for _, content in seen:
        seat = rng.randrange(house.players)
        if content == BONES or rng.random() < 0.2:
            under[seat].append(content)
        else:
            beside[seat].append(Card(content, "-" * len(content)))
    return Table(
        phase="roll",
        seat=rng.randrange(house.players),
        hand="",
        thrown=4,
        final=False,
        closed=False,
        opened=0,
        middle=tuple(middle),
        top=top,
        unseen=tuple(sorted(unseen)),
        beside=tuple(tuple(sorted(cards)) for cards in beside),
        under=tuple(tuple(sorted(contents)) for contents in under),
        last=-1 if any(middle) or rng.random() < 0.5 else rng.randint(1, house.players),
        boarded=frozenset(),
    )


def compared(t: Table, house: House) -> Compared:
    """A comparison for one table; the locks of chests that were opened long ago do not matter."""
    opened = [card.content for cards in t.beside for card in cards]
    opened += [content for contents in t.under for content in contents]
    return Compared(house, [*t.unseen, *((1, content) for content in opened)])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_MZ2_to_MZ6_every_hand_on_random_tables(players: int) -> None:
    """Chests, treasures and attacks for every hand of one to four dice, and the hands they leave.

    From each the turn is played on in every way, treasures that come to light included.
    """
    rng = random.Random(players)
    house = House(players)
    seen: Counter[str] = Counter()
    for alike in (1, 2, 3, 8) * 10:
        t = dealt_out(rng, house, alike, 4)
        found = compared(t, house)
        for hand in HANDS[1:]:
            ready = t._replace(phase="act", hand=hand, thrown=0, final=True)
            if acts(house, ready):
                found.turn(ready)
        seen += found.moves
    assert min(seen[sort] for sort in ("open", "fill", "attack")) > 100, seen
    assert seen["end"] > 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_MZ2_every_loot_of_small_treasures(players: int) -> None:
    """Treasures of one to three symbols beside every ship: each loot that there is comes up."""
    rng = random.Random(players)
    house = House(players)
    cards = [Card(kind, "-" * len(kind)) for kind in [*CONTENTS[:9], "C", "D", "C", "D"]]
    t = dealt_out(rng, house, 8, 3)
    found = compared(t, house)
    first, end = found.setup.attack, found.setup.end
    loots: set[int] = set()
    for hand in FOUR:
        seat = rng.randrange(players)
        beside = tuple(tuple(sorted(cards)) for _ in range(players))
        t = t._replace(phase="act", seat=seat, hand=hand, thrown=0, final=True, beside=beside)
        if acts(house, t):
            loots |= {(n - first) % 22 for n in moves(house, t) if first <= n < end}
            found.agree(t)
    assert loots == set(range(22))


@pytest.mark.parametrize("rerolls", [0, 1])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_MZ1_whole_turns_from_every_roll(players: int, rerolls: int) -> None:
    """All 35 results of four dice, everything thrown again and all that may come of it."""
    rng = random.Random(f"{players} {rerolls}")
    house = House(players, rerolls)
    for _ in range(4 if rerolls else 20):
        t = dealt_out(rng, house, 4, 4)
        found = compared(t, house)
        for after in found.agree(t):
            if after.phase != "roll":
                found.turn(after)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("big", [3, 4], ids=["three symbols", "four symbols"])
def test_commit_every_sequence_of_single_dice(players: int, big: int) -> None:
    """Begun cards, boarded ships, closed attacks: all dice laid singly in every order.

    Then everything that may be thrown again, whatever falls, and whole cards with what is left.
    """
    rng = random.Random(f"{players} {big}")
    house = House(players, commit=True)
    seen: Counter[str] = Counter()
    for _ in range(12):
        t = dealt_out(rng, house, 4, big)
        found = compared(t, house)
        for hand in (rng.choice(FOUR), rng.choice(WITH_SABRE)):
            found.turn(t._replace(phase="reroll", hand=hand, thrown=0))
        seen += found.moves
    sorts = ("again", "lock", "board", "lay", "open", "fill", "attack", "end")
    assert min(seen[sort] for sort in sorts) > 5, seen


@pytest.mark.parametrize("commit", [False, True], ids=["usual", "commit"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_with_cards_in_hand(players: int, commit: bool) -> None:
    """From the first chest to the last turn: random ways through both, compared at every step."""
    rng = random.Random(f"{players} {commit}")
    for faces in ("CCDKKS", "CDKSSS", "CDDKKK"):
        house = House(players, commit=commit, faces=faces)
        for first in range(players + 1):
            sorts = [(rng.randint(1, 3), rng.choice(CONTENTS)) for _ in range(4)]
            deck = [rng.choice(sorts) for _ in range(rng.randint(1, 7))]
            found = Compared(house, deck, first)
            t = beginning(house, deck, first)
            assert written(t) == mz.start(found.setup)
            while t.phase != "over":
                t = rng.choice(found.agree(t))
            found.agree(t)


# That the comparison can fail ----------------------------------------------------------------


def sabres_first(hand: str, symbol: str) -> list[tuple[str, str]]:
    return [(die, hand.replace(die, "", 1)) for die in ("S", symbol) if die in hand][:1]


def attack_later(t: Table, slot: int, left: str) -> Table:
    return opened(t, slot, left)._replace(closed=False)


def pay_two_sabres(hand: str, cards: tuple[Card, ...]) -> set[tuple[tuple[str, ...], str]]:
    found = raids(hand, cards)
    return {(loot, left.replace("S", "", 1)) for loot, left in found}


def without_the_first(house: House, t: Table) -> list[tuple[int, Table]]:
    return single_dice(house, t)[1:]


MISTAKES = {
    "laid": sabres_first,
    "opened": attack_later,
    "raids": pay_two_sabres,
    "single_dice": without_the_first,
}


@pytest.fixture
def forgetful() -> Iterator[None]:
    """What was worked out with a mistake is not used again."""
    moje_zlato_by_hand.filled.cache_clear()
    yield
    moje_zlato_by_hand.filled.cache_clear()


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabres first, attacks after opening, two sabres for a ship, a place forgotten."""
    monkeypatch.setattr(moje_zlato_by_hand, name, MISTAKES[name])
    compare = test_MZ2_to_MZ6_every_hand_on_random_tables
    if name == "single_dice":
        compare = partial(test_commit_every_sequence_of_single_dice, big=3)
    with pytest.raises(AssertionError):
        compare(3)
