"""The perfect bot of Gold Nuggets: never a share lost, and honest where nothing is solved."""

from __future__ import annotations

import random
from array import array
from pathlib import Path
from typing import Any

import pytest

import goldfield
from goldfield.bots import decide, playing, prepared, strongest
from goldfield.engine.simulate import simulate
from goldfield.engine.solve import solve
from goldfield.games.game import Game
from goldfield.games.gold_nuggets.bots import BOTS
from goldfield.games.gold_nuggets.perfect import ONE, Perfect, worth_of_options
from goldfield.games.gold_nuggets.rules import AGAIN, CHOICE, KEEP, SOURCE
from goldfield.rng import Rng, seeded
from goldfield.solutions import Facts, Solution, Table, race_of, race_room
from goldfield.solutions.scores import scores_of
from goldfield.solutions.table import PARTS, write

PERFECT = BOTS["perfect"]


def made_up(game: Game, seed: int) -> Solution:
    """A solution of nothing: shares at random, so that whatever mixes seats up is noticed."""
    draw = random.Random(seed)
    scores = scores_of(game.info.seats, 77, 77)
    numbers = array("I")
    for _ in range(scores.states):
        cuts = [draw.random() for _ in range(game.info.seats)]
        numbers.extend([int(PARTS * cut / sum(cuts)) for cut in cuts[:-1]])
    return Solution(game, Table(scores, Facts(0.0, 0.0, 0.0), numbers))


def table_of(solution: Solution) -> Perfect:
    """What the bot looks up, from a solution that is nowhere kept."""
    numbers = solution.table.numbers
    assert isinstance(numbers, array)
    return Perfect(
        numbers,
        solution.table.scores,
        solution.turn.turn,
        solution.turn.node_of,
        solution.game.info.most_moves,
        solution.race.most_ends,
    )


def decisions(game: Game, most: int, seed: int) -> list[Any]:
    """States in which somebody is to act, of games in which anybody does anything."""
    found: list[Any] = []
    rng = seeded(seed, 0)
    state = game.start()
    while len(found) < most:
        if game.is_over(state):
            state = game.start()
        seat = game.to_act(state)
        if seat < 0:
            move, rng = game.roll(state, rng)
        else:
            found.append(state)
            bot = "prospector" if len(found) % 3 else "random"
            move, rng = decide(game, bot, state, seat, rng)
        state = game.play(state, int(move))
    return found


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 3, "rob": "several", "edition": "gold_nuggets"},
        {"players": 4, "straights": True, "extra": True},
    ],
)
def test_every_option_is_worth_what_the_solution_says(options: dict[str, Any]) -> None:
    game = goldfield.load("gold_nuggets", **options)
    solution = made_up(game, 1)
    table = table_of(solution)
    phases: set[int] = set()
    moves, values = [0] * game.info.most_moves, [0] * game.info.most_moves
    for state in decisions(game, 250, 5):
        phases.add(state.phase)
        seat = game.to_act(state)
        expected = solution.options(state)
        n = worth_of_options(game.setup, table, state, moves, values)
        assert moves[:n] == [option.move for option in expected]
        for option, value in zip(expected, values, strict=False):
            assert value / ONE == pytest.approx(option.shares[seat], abs=1e-10), option.text
    assert phases == {KEEP, CHOICE, SOURCE, AGAIN}


@pytest.mark.parametrize(
    "options", [{}, {"rob": "several", "edition": "gold_nuggets", "straights": True}]
)
def test_against_one_other_it_never_loses_a_share(options: dict[str, Any]) -> None:
    game = goldfield.load("gold_nuggets", players=2, **options)
    solution = solve(game)
    for i, state in enumerate(decisions(game, 300, 8)):
        seat = game.to_act(state)
        move, rng = decide(game, "perfect", game.view(state, seat), seat, seeded(3, i))
        assert rng == seeded(3, i)
        shares = {option.move: option.shares[seat] for option in solution.options(state)}
        assert shares[move] >= max(shares.values()) - 1e-9


def test_it_wins_more_than_the_prospector() -> None:
    """2,000 games leave a standard error of 1.1 %; it wins 59 %."""
    game = goldfield.load("gold_nuggets", players=2)
    first = simulate(game, ["perfect", "prospector"], 1000, seed=11).seats[0].share
    second = simulate(game, ["prospector", "perfect"], 1000, seed=12).seats[1].share
    assert (first + second) / 2 > 0.53


def test_where_nobody_has_solved_the_game_the_prospector_plays_and_it_is_said() -> None:
    game = goldfield.load("gold_nuggets", players=3, rob="several")
    who, why = playing(game, "perfect")
    assert who.name == "prospector"
    assert str(why) == (
        "For 3 players under these rules the game is not solved here; whoever runs this server "
        "can do so with goldfield solve."
    )
    assert strongest(game).name == "prospector"
    assert strongest(goldfield.load("gold_nuggets")).name == "perfect"
    for i, state in enumerate(decisions(game, 30, 2)):
        seat, rng = game.to_act(state), seeded(4, i)
        assert decide(game, "perfect", state, seat, rng) == decide(
            game, "prospector", state, seat, rng
        )
    with pytest.raises(goldfield.BadOption, match="perfect cannot play here"):
        simulate(game, ["perfect", "greedy", "greedy"], 1)
    with pytest.raises(LookupError):
        PERFECT.prepare(game.rules)


def test_what_an_operator_solves_is_played_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = goldfield.load("gold_nuggets", players=3, first=2)
    assert PERFECT.lacks(game.rules) is not None
    solution = made_up(game, 4)
    room = race_room(game)
    assert room is not None
    write(game, race_of(room, game.rules)[0], solution.facts, solution.table.numbers)
    assert playing(game, "perfect") == (PERFECT, None)
    assert strongest(game) is PERFECT
    state = game.play(game.start(), "GGLL235")
    best = max(solution.options(state), key=lambda option: option.shares[1])
    rng: Rng = seeded(1, 1)
    assert decide(game, "perfect", state, 1, rng) == (best.move, rng)
    prepared.cache_clear()  # others must not find what was made up
    (file,) = (tmp_path / "goldfield" / "solutions").iterdir()
    file.write_bytes(file.read_bytes()[:-1] + b"!")
    assert playing(game, "perfect")[0].name == "prospector", "a damaged file is none"
