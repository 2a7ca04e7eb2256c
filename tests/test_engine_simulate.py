"""Games between bots: compiled as plain, the same for any threads, honest about uncertainty."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.text import Text

import goldfield
from goldfield.bots import Bot, bots_of, prepared
from goldfield.engine import crew
from goldfield.engine.compiler import CannotCompile
from goldfield.engine.drive import NOBODY, chunk_of
from goldfield.engine.playouts import EndlessGame
from goldfield.engine.plot import MissingExtra, picture
from goldfield.engine.result import Distribution, wilson
from goldfield.engine.simulate import IllegalChoice, simulate, statistics_of
from goldfield.games.contract import CHANCE, WIN
from goldfield.games.game import Game
from goldfield.games.gold_nuggets.rules import KEEP, ROLL, State
from goldfield.games.options import BadOption, in_words
from goldfield.rng import seeded
from goldfield.rule import rule
from goldfield.words import say

FAST = ("random", "greedy", "cautious")


class Nothing(NamedTuple):
    """An empty table is no type of its own to numba, so there is one number."""

    zero: int


def bot(name: str, choose: Callable[..., Any]) -> Bot:
    return Bot(name, say("Does one thing."), choose, lambda rules: Nothing(0))


@rule
def always_first(setup, table, view, seat, rng):
    return 0, rng


@rule
def nonsense(setup, table, view, seat, rng):
    return 12345, rng


def plain_run(game: Game, names: tuple[str, ...], games: int, seed: int) -> dict[str, Any]:
    """The engine's loop in plain Python, on plain tables."""
    every = {name: bot for name, bot in bots_of(game).items() if not bot.on_request}
    every.update({name: bots_of(game)[name] for name in names})
    statistics = statistics_of(game)
    columns = len(statistics.COUNTERS) if statistics else 0
    arrays = {
        "steps": np.zeros(games, np.int64),
        "turns": np.zeros(games, np.int64),
        "shares": np.zeros((games, game.info.sides), np.int64),
        "scores": np.zeros((games, game.info.seats), np.int64),
        "counters": np.zeros(game.info.seats * columns, np.int64),
    }
    chunk = chunk_of(game.room, tuple(b.choose for b in every.values()), statistics)
    kinds = [list(every).index(name) for name in names]
    tables = tuple(prepared(b, game.rules) for b in every.values())
    out = [0] * game.info.most_moves
    fault = [0, 0, 0]
    args = (game.setup, game.start(), NOBODY, tables, kinds, seed, 0, games, out, fault)
    assert chunk(*args, *arrays.values()) == 0
    return arrays


@pytest.mark.parametrize(
    ("name", "options", "names"),
    [
        ("tests.games.pig", {}, ("random", "random")),
        ("tests.games.kuhn", {}, ("random", "random")),
        ("gold_nuggets", {"players": 2}, ("prospector", "cautious")),
        ("gold_nuggets", {"players": 2, "rob": "several", "pairs": True}, ("greedy", "prospector")),
        ("gold_nuggets", {"players": 3, "first": 0, "straights": True}, FAST),
        ("gold_nuggets", {"players": 2, "pairs": True, "extra": True}, ("perfect", "digger-4")),
    ],
)
def test_compiled_as_plain(name: str, options: dict[str, Any], names: tuple[str, ...]) -> None:
    game = goldfield.load(name, **options)
    games = 60
    plain = plain_run(game, names, games, 17)
    fast = simulate(game, names, games, seed=17)
    assert fast.steps.mean == plain["steps"].mean()
    assert dict(fast.steps.counts) == dict(
        zip(*(part.tolist() for part in np.unique(plain["steps"], return_counts=True)), strict=True)
    )
    for seat, result in enumerate(fast.seats):
        side = game.info.side_of[seat]
        assert result.bot == names[seat]
        assert result.share == pytest.approx(plain["shares"][:, side].sum() / WIN / games)
        assert result.scores.mean == pytest.approx(
            plain["scores"][:, seat].mean() / game.info.score_unit
        )
        columns = len(fast.counters)
        assert list(result.counters.values()) == list(
            plain["counters"][seat * columns : (seat + 1) * columns]
        )
    if fast.turns is not None:
        assert fast.turns.mean == plain["turns"].mean()


@pytest.mark.parametrize("largest", [1, 50, 100_000])
def test_threads_and_chunks_do_not_matter(monkeypatch: pytest.MonkeyPatch, largest: int) -> None:
    game = goldfield.load("gold_nuggets", players=3)
    expected = simulate(game, FAST, 1000, seed=5, threads=1).as_dict()
    monkeypatch.setattr(crew, "LARGEST_CHUNK", largest)
    for threads in (1, 2, 8):
        assert simulate(game, FAST, 1000, seed=5, threads=threads).as_dict() == expected


@pytest.mark.parametrize(
    ("position", "wins"),
    [
        ("1 J? pb", 0),
        ("1 Q? pb", 1 / 4),
        ("1 K? pb", 1 / 2),
        ("1 ?? pb", 1 / 4),
        ("1 QJ pb", 1 / 2),
    ],
)
def test_what_a_start_hides_is_dealt_anew_in_each_game(position: str, wins: float) -> None:
    """Of what somebody knows of a hand of poker, after a bet that is called half of the time."""
    game = goldfield.load("tests.games.kuhn")
    names = ("random", "random")
    result = simulate(game, names, 4000, seed=3, start=game.parse_state(position))
    assert result.seats[0].share == pytest.approx(wins, abs=0.03)


def test_every_line_up_uses_the_same_compilation() -> None:
    from goldfield.engine.drive import compiled_chunk

    game = goldfield.load("gold_nuggets", players=2)
    simulate(game, ("random", "greedy"), 1, seed=1)
    before = compiled_chunk.cache_info().misses
    for names in (("greedy", "random"), ("cautious", "cautious")):
        simulate(game, names, 1, seed=1)
    other = goldfield.load("gold_nuggets", players=2, rob="several", straights=True)
    simulate(other, ("random", "greedy"), 1, seed=1)
    chunk = compiled_chunk(
        game.package,
        game.room,
        tuple(b.choose for b in bots_of(game).values() if not b.on_request),
        statistics_of(game),
    )
    assert compiled_chunk.cache_info().misses == before
    two_seats = [types for types in chunk.signatures if "int64 x 2" in str(types[1])]
    assert len(two_seats) == 1


def test_counters_of_gold_nuggets_are_those_of_an_independent_count() -> None:
    game = goldfield.load("gold_nuggets", players=3, rob="several", pairs=True)
    names = ("random", "greedy", "cautious")
    games = 40
    counted = [
        dict.fromkeys(("turns", "busts", "sevens", "gained", "robbed", "lost"), 0) for _ in names
    ]
    every = bots_of(game)
    for number in range(games):
        rng = seeded(23, number)
        state = State(*game.start())
        counted[state.seat]["turns"] += 1
        while not game.is_over(state):
            actor = game.to_act(state)
            if actor == CHANCE:
                move, rng = game.roll(state, rng)
            else:
                one = every[names[actor]]
                move, rng = one.choose(
                    game.setup, prepared(one, game.rules), game.view(state, actor), actor, rng
                )
            after = State(*game.play(state, int(move)))
            me = counted[state.seat]
            if state.phase == ROLL and after.phase != KEEP:
                me["busts"] += 1
            if state.phase == KEEP and game.setup.left[move] == 0:
                me["sevens"] += 1
            for seat in range(3):
                change = after.piles[seat] - state.piles[seat]
                counted[seat]["gained" if change > 0 else "lost"] += abs(change)
                if change < 0:
                    me["robbed"] -= change
            if after.seat != state.seat:
                counted[after.seat]["turns"] += 1
            state = after
    result = simulate(game, names, games, seed=23)
    for seat, expected in zip(result.seats, counted, strict=True):
        assert {name: seat.counters[name] for name in expected} == expected
        assert seat.scores.mean == pytest.approx(
            (seat.counters["gained"] - seat.counters["lost"]) / games
        )
    assert result.turns is not None
    assert result.turns.mean == sum(count["turns"] for count in counted) / games
    bust_rate = next(f for f in result.figures if f.name == "bust_rate")
    assert result.figure(bust_rate, 1) == counted[1]["busts"] / counted[1]["turns"]
    assert result.figure(bust_rate) == sum(c["busts"] for c in counted) / sum(
        c["turns"] for c in counted
    )


def test_all_77_nuggets_are_somewhere() -> None:
    game = goldfield.load("gold_nuggets", players=3)
    result = simulate(game, ("greedy",) * 3, 500, seed=2)
    assert sum(seat.scores.mean for seat in result.seats) == pytest.approx(77)
    assert sum(seat.share for seat in result.seats) == pytest.approx(1)


def test_ctrl_c_gives_the_result_of_the_games_played() -> None:
    game = goldfield.load("gold_nuggets", players=2)

    def stop(done: int, total: int) -> None:
        if done > 300:
            signal.raise_signal(signal.SIGINT)

    result = simulate(game, ("greedy", "random"), 10**8, seed=3, threads=2, progress=stop)
    assert result.interrupted
    assert result.asked == 10**8
    whole = simulate(game, ("greedy", "random"), result.games, seed=3, threads=1)
    assert not whole.interrupted
    assert {**whole.as_dict(), "asked": 10**8} == result.as_dict()


def test_ctrl_c_before_the_first_game_is_passed_on() -> None:
    game = goldfield.load("tests.games.pig")
    simulate(game, ("random", "random"), 1, seed=1)

    def broken(*args: Any) -> bool:
        return False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("goldfield.engine.simulate.spread", broken)
        with pytest.raises(KeyboardInterrupt):
            simulate(game, ("random", "random"), 10, seed=1)


def test_json_is_plain_and_reproducible_across_processes() -> None:
    code = (
        "import json, goldfield; from goldfield.engine.simulate import simulate;"
        "game = goldfield.load('tests.games.kuhn');"
        "print(json.dumps(simulate(game, ['random'] * 2, 2000, seed=7).as_dict()))"
    )
    here = simulate(goldfield.load("tests.games.kuhn"), ["random"] * 2, 2000, seed=7, threads=2)
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(there.stdout) == json.loads(json.dumps(here.as_dict()))


def test_without_a_seed_results_differ() -> None:
    game = goldfield.load("tests.games.pig")
    results = [simulate(game, ["random"] * 2, 500) for _ in range(4)]
    assert len({result.seed for result in results}) == 4
    assert len({result.steps.mean for result in results}) > 1
    again = simulate(game, ["random"] * 2, 500, seed=results[0].seed)
    assert again.as_dict() == results[0].as_dict()


def test_a_bot_of_ones_own() -> None:
    """Pig's move 0 is to roll: who always rolls never scores, and never ends."""
    game = goldfield.load("tests.games.pig")
    result = simulate(game, (bot("roller", always_first), "random"), 200, seed=1)
    assert result.seats[0].share == 0
    assert result.seats[0].interval[0] == 0
    assert result.seats[1].interval[1] == 1
    assert result.seats[0].scores.counts == ((0, 200),)


def test_games_without_end_are_given_up() -> None:
    game = goldfield.load("tests.games.pig")
    with pytest.raises(EndlessGame, match="did not end"):
        simulate(game, [bot("roller", always_first)] * 2, 1, seed=1)


@rule
def talks(setup, table, view, seat, rng):
    return view.thoughts, rng


def test_a_bot_that_cannot_be_compiled_is_told_where() -> None:
    game = goldfield.load("tests.games.pig")
    with pytest.raises(
        CannotCompile,
        match=r"pig cannot be compiled: Unknown.*'thoughts'.*test_engine_simulate.py, line \d+\)",
    ) as e:
        simulate(game, (bot("talker", talks), "random"), 1, seed=1)
    assert e.value.__cause__ is not None


@pytest.mark.parametrize("seats", [("nonsense", "random"), ("random", "nonsense")])
def test_an_illegal_move_of_a_bot_is_named(seats: tuple[str, str]) -> None:
    game = goldfield.load("tests.games.pig")
    line_up = [bot("nonsense", nonsense) if name == "nonsense" else name for name in seats]
    with pytest.raises(IllegalChoice, match=r"nonsense in seat .* 12345, which is not legal") as e:
        simulate(game, line_up, 10, seed=1)
    assert f"seat {seats.index('nonsense') + 1}" in str(e.value)


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        (("greedy",), "1 bots were named for 2 seats"),
        (("greedy",) * 3, "3 bots were named for 2 seats"),
        (("greedy", "gready"), "There is no bot gready.*Did you mean greedy"),
    ],
)
def test_a_wrong_line_up_is_refused(bots: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        simulate(goldfield.load("gold_nuggets", players=2), bots, 10)


def test_wilson_against_published_values() -> None:
    """Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    for (wins, n), (low, high) in {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }.items():
        found = wilson(wins / n, n)
        assert found == pytest.approx((low, high), abs=5e-5)


def test_intervals_hold_the_truth_in_about_95_of_100_cases() -> None:
    """Exactly, over all outcomes of 200 games with a true share of 0.3."""
    n, p = 200, 0.3
    covered = sum(
        math.comb(n, wins) * p**wins * (1 - p) ** (n - wins)
        for wins in range(n + 1)
        if wilson(wins / n, n)[0] <= p <= wilson(wins / n, n)[1]
    )
    assert 0.93 < covered < 0.97


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=40), st.integers(1, 6))
def test_distributions(values: list[int], unit: int) -> None:
    counts = tuple(sorted((value, values.count(value)) for value in set(values)))
    found = Distribution(counts, unit)
    assert found.total == len(values)
    assert found.mean == pytest.approx(np.mean(values) / unit)
    assert found.deviation == pytest.approx(np.std(values) / unit)
    for percent in (5, 25, 50, 75, 95):
        expected = np.percentile(values, percent, method="inverted_cdf")
        assert found.quantile(percent) == pytest.approx(expected / unit)


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
@pytest.mark.parametrize("name", ["tests.games.pig", "gold_nuggets"])
def test_plots(tmp_path: Path, suffix: str, name: str) -> None:
    result = simulate(goldfield.load(name, players=2), ["random"] * 2, 50, seed=1)
    path = tmp_path / f"out.{suffix}"
    result.plot(path)
    assert path.stat().st_size > 5000


def test_a_plot_names_what_it_shows(tmp_path: Path) -> None:
    """Title, rules, seats and units; nothing lies over the curves, and bars hold whole rounds."""
    game = goldfield.load("gold_nuggets", players=3, pairs=True, rob="several")
    result = simulate(game, ["random", "greedy", "random"], 300, seed=1)
    canvas = picture(result)
    canvas.draw_without_rendering()
    wins, scores, lengths = canvas.axes
    words = [text.get_text() for text in canvas.findobj(Text)]
    assert "Gold Nuggets: 300 games, seed 1\n" in words
    assert " · ".join(["3 players", *map(str, in_words(game.rules))]) in words
    assert [str(word) for word in in_words(game.rules)][-2:] == [
        "Robbing: from several places",
        "Pairs",
    ]
    for name in ("seat 1: random", "seat 2: greedy", "seat 3: random"):
        assert name in words
    assert all(part.get_legend() is None for part in canvas.axes)
    for part, unit in ((wins, "games won"), (scores, "nuggets"), (lengths, "turns")):
        assert part.get_xlabel() == unit
    assert {bar.get_width() for bar in wins.patches} == {seat.share for seat in result.seats}
    turns = dict(result.turns.counts) if result.turns else {}
    for bar in lengths.patches:
        middle = bar.get_x() + bar.get_width() / 2
        held = [n for turn, n in turns.items() if abs(turn - middle) < 1.5]
        assert bar.get_height() == pytest.approx(sum(held) / 300), "three turns in each bar"
    assert sum(bar.get_height() for bar in lengths.patches) == pytest.approx(1)
    result.plot(tmp_path / "a.svg")
    result.plot(tmp_path / "b.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_an_unknown_kind_of_picture_is_refused(tmp_path: Path) -> None:
    result = simulate(goldfield.load("tests.games.pig"), ["random"] * 2, 5, seed=1)
    with pytest.raises(ValueError, match="nope"):
        result.plot(tmp_path / "out.nope")


def test_a_plot_without_matplotlib_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = simulate(goldfield.load("tests.games.pig"), ["random"] * 2, 5, seed=1)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"pip install 'goldfield\[plots\]'") as caught:
        result.plot(tmp_path / "out.png")
    assert f"{sys.executable} -m pip" in str(caught.value), "for the Python that runs"
    assert str(caught.value.message) == str(caught.value)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)  # as uv makes environments
    told = str(MissingExtra())
    assert f"uv pip install --python {sys.executable} 'goldfield[plots]'" in told
