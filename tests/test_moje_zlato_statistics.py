"""What simulations of Moje zlato! count, against an independent count, turn by turn.

That compiled code counts the same as plain code is a test of the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import goldfield
from goldfield.bots import bots_of, prepared
from goldfield.games.contract import CHANCE
from goldfield.games.game import Game
from goldfield.games.moje_zlato.rules import CONTENTS, FISH, State
from goldfield.games.moje_zlato.statistics import COUNTERS, FIGURES, observe
from goldfield.rng import seeded

TINY = "2x1:c 2x1:fish 2x2:cd 1x2:dd 1x3:cdd"
OPTIONS: list[dict[str, object]] = [
    {"players": 3, "fish": True},
    {"players": 2, "commit": True, "deck": TINY, "first": 0},
    {"players": 4, "rerolls": 0, "deck": TINY},
    {"players": 3, "commit": True, "deck": "1x1:c 4x3:cdd 1x3:fish"},
]
Step = tuple[State, str, State]


def steps(game: Game, seed: int, number: int) -> Iterator[tuple[State, int, State]]:
    """A game between random bots."""
    rng = seeded(seed, number)
    bot = bots_of(game)["random"]
    table = prepared(bot, game.rules)
    state = State(*game.start())
    while not game.is_over(state):
        actor = game.to_act(state)
        if actor == CHANCE:
            move, rng = game.roll(state, rng)
        else:
            move, rng = bot.choose(game.setup, table, game.view(state, actor), actor, rng)
        after = State(*game.play(state, int(move)))
        yield state, int(move), after
        state = after


def turns(game: Game, seed: int, number: int) -> Iterator[list[Step]]:
    """The turns of such a game, each as its steps in notation."""
    turn: list[Step] = []
    for state, move, after in steps(game, seed, number):
        text = game.show_move(state, move)
        if text.split()[0] not in ("locks", "first"):
            turn.append((state, text, after))
        if turn and (after.seat != state.seat or game.is_over(after)):
            yield turn
            turn = []


def points(state: State) -> list[int]:
    return [coins + gems for coins, gems in zip(state.coins, state.gems, strict=True)]


def worth(pack: int) -> int:
    """The points of the treasures in a pack."""
    return sum(len(CONTENTS[kind]) * (pack >> 4 * kind & 15) for kind in range(FISH))


def counted(game: Game, seed: int, games: int) -> list[Counter[str]]:
    """The counters of each seat, by what a turn changed and by the words of its moves."""
    found = [Counter[str]() for _ in range(game.info.seats)]
    for number in range(games):
        for turn in turns(game, seed, number):
            first, last = turn[0][0], turn[-1][2]
            mover = first.seat
            me = found[mover]
            words = [text.split() for _, text, _ in turn]
            me["turns"] += 1
            me["again"] += sum(len(w[1]) for w in words if w[0] == "reroll")
            me["attacks"] += sum(w[0] in ("attack", "board") for w in words)
            chests = sum(first.unseen) != sum(last.unseen) and sum(
                before.unseen != after.unseen for before, _, after in turn
            )
            me["chests"] += chests
            me["bones"] += last.bones[mover] - first.bones[mover]
            gained = points(last)[mover] - points(first)[mover]
            me["gained"] += gained
            for victim in range(game.info.seats):
                if victim != mover:
                    taken = worth(first.beside[victim]) - worth(last.beside[victim])
                    me["stolen"] += taken
                    found[victim]["lost"] += taken
            me["idle"] += not gained and not chests
    return found


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_counters_are_those_of_an_independent_count(options: dict[str, object]) -> None:
    game = goldfield.load("moje_zlato", **options)
    games = 25
    expected = counted(game, 23, games)
    out = [0] * (game.info.seats * len(COUNTERS))
    for number in range(games):
        for before, move, after in steps(game, 23, number):
            observe(game.setup, before, move, after, out)
    for seat, counters in enumerate(expected):
        mine = out[seat * len(COUNTERS) : (seat + 1) * len(COUNTERS)]
        names = [name for name, _ in COUNTERS]
        assert dict(zip(names, mine, strict=True)) == {name: counters[name] for name in names}
    everything = sum(expected, Counter[str]())
    for name in ("stolen", "attacks", "idle", "bones", "chests", "lost"):
        assert everything[name] > 0, name


def test_figures_are_quotients_of_these_counters() -> None:
    names = {name: i for i, (name, _) in enumerate(COUNTERS)}
    of = {figure.name: (figure.of, figure.per, figure.is_share) for figure in FIGURES}
    assert of["points_per_turn"] == (names["gained"], names["turns"], False)
    assert of["stolen_share"] == (names["stolen"], names["gained"], True)
    assert of["idle_rate"] == (names["idle"], names["turns"], True)
    assert COUNTERS[0][0] == "turns"
