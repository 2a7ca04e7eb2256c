"""Random playouts: compiled as plain, move for move; the same for any threads; clean on Ctrl-C."""

from __future__ import annotations

import os
import signal
import threading

import numpy as np
import pytest

import goldfield
from goldfield.engine import crew, playouts
from goldfield.engine.playouts import chunk_of, trace_of
from goldfield.games.contract import CHANCE, OVER, WIN
from goldfield.games.game import Game

GAMES: list[tuple[str, dict[str, object]]] = [
    ("tests.games.pig", {"players": 2}),
    ("tests.games.pig", {"players": 3, "first": 0, "goal": 10}),
    ("tests.games.kuhn", {}),
    ("tests.games.partners", {}),
    ("gold_nuggets", {"players": 2}),
    ("gold_nuggets", {"players": 2, "edition": "gold_nuggets", "straights": True, "first": 0}),
    ("gold_nuggets", {"players": 2, "rob": "several", "pairs": True, "extra": True}),
    ("gold_nuggets", {"players": 3, "rob": "several", "straights": True, "pairs": True}),
    ("gold_nuggets", {"players": 4, "first": 4}),
    ("gold_nuggets", {"players": 5, "rob": "several", "straights": True, "extra": True}),
]


@pytest.fixture(
    params=GAMES, ids=lambda param: f"{param[0]}-{'-'.join(map(str, param[1].values()))}"
)
def game(request: pytest.FixtureRequest) -> Game:
    name, options = request.param
    return goldfield.load(name, **options)


def test_compiled_as_plain_move_for_move(game: Game) -> None:
    for stream in range(30):
        plain, last_plain = trace_of(game, 2026, stream, plain=True)
        fast, last_fast = trace_of(game, 2026, stream)
        assert fast == plain
        assert tuple(last_fast) == tuple(last_plain)
        assert type(last_fast) is type(last_plain)


def test_every_move_of_a_playout_passes_the_checked_door(game: Game) -> None:
    for stream in range(5):
        moves, last = trace_of(game, 5, stream)
        state = game.start()
        for move in moves:
            state = game.play(state, move)
        assert state == last
        assert game.is_over(state)


def test_a_trace_that_is_cut_off_is_the_beginning_of_the_whole() -> None:
    game = goldfield.load("tests.games.pig")
    whole, _ = trace_of(game, 1, 1)
    begun, state = trace_of(game, 1, 1, most=10)
    assert begun == whole[:10]
    assert game.to_act(state) != OVER


def test_sums_are_those_of_plain_games(game: Game) -> None:
    games = 40
    sums = np.zeros(3 + game.info.sides + game.info.seats, np.int64)
    out = [0] * game.info.most_moves
    chunk_of(game.room)(game.setup, game.start(), 9, 0, games, 10**6, out, [], sums)
    fast = playouts.playouts(game, games, seed=9, threads=1)
    assert fast.games == games
    assert fast.steps == sums[0]
    assert fast.decisions == sums[1]
    assert sums[2] == 0
    assert fast.shares == pytest.approx(sums[3 : 3 + game.info.sides] / WIN / games)
    assert fast.scores == pytest.approx(sums[3 + game.info.sides :] / game.info.score_unit / games)
    assert sum(fast.shares) == pytest.approx(1)


def same(a: playouts.Playouts, b: playouts.Playouts) -> bool:
    return (a.games, a.steps, a.decisions, a.shares, a.scores) == (
        b.games,
        b.steps,
        b.decisions,
        b.shares,
        b.scores,
    )


@pytest.mark.parametrize(("first", "largest"), [(1, 1), (7, 64), (16, 100_000)])
def test_threads_and_chunks_do_not_matter(
    monkeypatch: pytest.MonkeyPatch, first: int, largest: int
) -> None:
    game = goldfield.load("gold_nuggets", players=3)
    expected = playouts.playouts(game, 1000, seed=4, threads=1)
    monkeypatch.setattr(crew, "FIRST_CHUNK", first)
    monkeypatch.setattr(crew, "LARGEST_CHUNK", largest)
    for threads in (1, 2, 8):
        assert same(playouts.playouts(game, 1000, seed=4, threads=threads), expected)


def test_seeds_matter_and_fresh_ones_differ() -> None:
    game = goldfield.load("tests.games.pig")
    assert same(playouts.playouts(game, 100, seed=1), playouts.playouts(game, 100, seed=1))
    assert not same(playouts.playouts(game, 100, seed=1), playouts.playouts(game, 100, seed=2))
    fresh = {playouts.playouts(game, 1000).steps for _ in range(5)}
    assert len(fresh) > 1


def test_from_any_state() -> None:
    game = goldfield.load("tests.games.pig", players=2)
    nearly = game.start()._replace(scores=(99, 0))
    run = playouts.playouts(game, 1000, seed=1, start=nearly)
    assert run.shares[0] > 0.8
    over = game.start()._replace(scores=(100, 0))
    assert playouts.playouts(game, 10, seed=1, start=over).steps == 0


def test_progress_is_told_in_order_up_to_the_total() -> None:
    game = goldfield.load("tests.games.pig")
    told: list[tuple[int, int]] = []
    playouts.playouts(
        game, 5000, seed=1, threads=2, progress=lambda done, total: told.append((done, total))
    )
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert told[-1] == (5000, 5000)


def test_ctrl_c_gives_the_result_of_the_games_played() -> None:
    game = goldfield.load("tests.games.pig")

    def stop(done: int, total: int) -> None:
        if done > 500:
            signal.raise_signal(signal.SIGINT)

    run = playouts.playouts(game, 10**9, seed=3, threads=2, progress=stop)
    assert run.interrupted
    assert 500 < run.games < 10**9
    whole = playouts.playouts(game, run.games, seed=3, threads=1)
    assert not whole.interrupted
    assert same(run, whole)


def test_ctrl_c_while_waiting_for_a_chunk() -> None:
    game = goldfield.load("tests.games.pig")
    playouts.playouts(game, 1, seed=1)
    began = threading.Event()

    def press() -> None:
        began.wait()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    run = playouts.playouts(
        game, 10**9, seed=3, threads=2, progress=lambda done, total: began.set()
    )
    assert run.interrupted
    assert 0 < run.games < 10**9


def test_ctrl_c_never_strikes_while_a_result_is_added_up() -> None:
    taken: list[int] = []

    def take(count: int) -> None:
        if sum(taken) > 200:
            if not stopped:
                signal.raise_signal(signal.SIGINT)
            stopped.append(True)
        taken.append(count)

    stopped: list[bool] = []
    before = signal.getsignal(signal.SIGINT)
    assert not crew.spread(lambda first, count: count, take, 10**9, 2)
    assert stopped
    assert 200 < sum(taken) < 10**9
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_ends_it_at_once() -> None:
    def take(count: int) -> None:
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        crew.spread(lambda first, count: count, take, 10**9, 1)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(
    ("games", "seed", "threads", "name"),
    [
        (0, 1, 1, "games"),
        (-5, 1, 1, "games"),
        (1, -1, 1, "seed"),
        (1, 2**63, 1, "seed"),
        (1, 1, 0, "threads"),
    ],
)
def test_bad_numbers_are_named(games: int, seed: int, threads: int, name: str) -> None:
    game = goldfield.load("tests.games.pig")
    with pytest.raises(ValueError, match=rf"{name}=.* is not possible"):
        playouts.playouts(game, games, seed=seed, threads=threads)


def test_an_error_in_a_chunk_comes_out() -> None:
    def work(first: int, count: int) -> int:
        if first > 100:
            raise ArithmeticError("broken")
        return count

    with pytest.raises(ArithmeticError, match="broken"):
        crew.spread(work, lambda count: None, 10_000, 2)


def test_random_playouts_agree_with_the_exact_value_of_a_small_game() -> None:
    """Kuhn poker, all moves equally likely: the tree is small enough to add up."""
    game = goldfield.load("tests.games.kuhn")

    def value(state: tuple[int, ...]) -> float:
        if game.is_over(state):
            return float(game.scores(state)[0])
        if game.to_act(state) == CHANCE:
            return sum(
                float(chance) * value(game.room.play(game.setup, state, outcome))
                for outcome, chance in game.outcomes(state)
            )
        moves = game.moves(state)
        return sum(value(game.room.play(game.setup, state, move)) for move in moves) / len(moves)

    exact = value(game.start())
    run = playouts.playouts(game, 400_000, seed=8)
    assert run.scores[0] == pytest.approx(exact, abs=4 * 2 / 400_000**0.5)
