"""Solutions on disk: kept whole, checked when read, found by the rules; and read by no compiler."""

from __future__ import annotations

import subprocess
import sys
from array import array
from dataclasses import replace
from pathlib import Path

import pytest

import goldfield
from goldfield.engine import solve as solving
from goldfield.engine.solve import CannotSolve, solve
from goldfield.games.game import Game
from goldfield.games.racing import Race
from goldfield.solutions import Damaged, Facts, load, race_of, race_room
from goldfield.solutions import table as tables
from goldfield.solutions.scores import scores_of
from goldfield.solutions.table import MAGIC, PARTS, Table, file_of, read, write
from goldfield.words import Message

FACTS = Facts(residual=2e-10, epsilon=1e-10, seconds=0.5)


@pytest.fixture
def game() -> Game:
    return goldfield.load("tests.games.pig", players=2, goal=10)


def race(game: Game) -> Race:
    room = race_room(game)
    assert room is not None
    return race_of(room, game.rules)[0]


def numbers(game: Game) -> array[int]:
    of = race(game)
    states = scores_of(game.info.seats, of.total, of.most).states
    return array("I", [(i * 40_000_003) % (PARTS + 1) for i in range(states)])


def test_a_table_comes_back_as_it_was_kept(game: Game, tmp_path: Path) -> None:
    assert read(game, race(game), tmp_path) is None
    write(game, race(game), FACTS, numbers(game), tmp_path / "new")
    table = read(game, race(game), tmp_path / "new")
    assert table is not None
    assert table.facts == FACTS
    assert list(table.numbers) == list(numbers(game))
    for supply in range(race(game).total + 1):
        for piles in table.scores.level(supply):
            first, second = table.shares(piles)
            assert first == numbers(game)[table.scores.rank(piles)] / PARTS
            assert first + second == pytest.approx(1, abs=1e-15)
    names = {path.name for path in (tmp_path / "new").iterdir()}
    assert names == {file_of(game, race(game)).name}
    size = file_of(game, race(game), tmp_path / "new").stat().st_size
    assert size < 4 * len(numbers(game)) + 1000


def test_shares_of_three_sum_to_one() -> None:
    scores = scores_of(3, 4, 4)
    kept = array("I", [PARTS // 3, PARTS // 2] * scores.states)
    shares = Table(scores, FACTS, kept).shares((1, 2, 1))
    assert shares == (PARTS // 3 / PARTS, PARTS // 2 / PARTS, pytest.approx(1 / 6, abs=1e-9))


def test_every_change_of_a_file_is_noticed(game: Game, tmp_path: Path) -> None:
    write(game, race(game), FACTS, numbers(game), tmp_path)
    path = file_of(game, race(game), tmp_path)
    whole = path.read_bytes()
    for at in (0, len(MAGIC) - 1, len(MAGIC), len(MAGIC) + 32, len(MAGIC) + 40, len(whole) - 1):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(Damaged, match=path.name):
            read(game, race(game), tmp_path)
    for size in (0, 5, len(MAGIC) + 32, len(MAGIC) + 36, len(whole) - 4):
        path.write_bytes(whole[:size])
        with pytest.raises(Damaged, match="damaged"):
            read(game, race(game), tmp_path)
        assert load(game, tmp_path) is None
    path.write_bytes(whole)
    assert read(game, race(game), tmp_path) is not None


def test_a_file_of_other_rules_is_noticed(game: Game, tmp_path: Path) -> None:
    other = goldfield.load("tests.games.pig", players=2, goal=100)
    write(game, race(game), FACTS, numbers(game), tmp_path)
    file_of(game, race(game), tmp_path).rename(file_of(other, race(other), tmp_path))
    with pytest.raises(Damaged, match="other rules"):
        read(other, race(other), tmp_path)


def test_who_begins_changes_no_table_and_all_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def name(**options: object) -> str:
        game = goldfield.load("gold_nuggets", **options)
        return file_of(game, race(game)).name

    base = name(players=2)
    assert name(players=2, first="2") == name(players=2, first="random") == base
    changes = (
        {"players": 3},
        {"edition": "gold_nuggets"},
        {"rob": "several"},
        {"pairs": True},
        {"extra": True},
        {"straights": True},
    )
    assert len({base, *(name(**{"players": 2, **change}) for change in changes)}) == 7
    monkeypatch.setattr(tables, "SOLVER", tables.SOLVER + 1)
    assert name(players=2) != base


def test_a_damaged_file_is_said_and_solved_anew(game: Game, tmp_path: Path) -> None:
    said: list[Message] = []
    first = solve(game, folder=tmp_path, warn=said.append)
    assert said == []
    path = file_of(game, race(game), tmp_path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.warns(RuntimeWarning, match="damaged: what it holds does not match its checksum"):
        second = solve(game, folder=tmp_path)
    assert list(second.table.numbers) == list(first.table.numbers)
    kept = load(game, tmp_path)
    assert kept is not None
    assert kept.value(game.start()) == first.value(game.start())


def test_what_was_kept_is_not_solved_again(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[tuple[int, int]] = []
    solve(game, folder=tmp_path, progress=lambda done, total: counted.append((done, total)))
    states = scores_of(2, race(game).total, race(game).most).states
    assert counted[-1] == (states, states)
    assert counted == sorted(counted)
    monkeypatch.setattr(solving, "_found", lambda *_: pytest.fail("solved again"))
    assert solve(game, folder=tmp_path).value(game.start()) != (0.5, 0.5)


def test_a_folder_that_cannot_be_written_stops_nothing(game: Game, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    said: list[Message] = []
    solution = solve(game, folder=tmp_path / "file", warn=said.append)
    assert 0.5 < solution.value(game.start())[0] < 1
    (message,) = said
    assert str(message).startswith("The solution cannot be kept in ")
    assert load(game, tmp_path / "file") is None


def test_a_game_that_is_no_race_cannot_be_solved(tmp_path: Path) -> None:
    game = goldfield.load("nuggets")
    assert load(game, tmp_path) is None
    with pytest.raises(CannotSolve) as refused:
        game.solution()
    assert str(refused.value) == str(refused.value.message)
    assert str(refused.value) == (
        "Nuggets cannot be solved: that needs a game in which only the scores carry over from turn "
        "to turn. What can be solved here: gold_nuggets."
    )


def test_facts_are_kept_exactly(game: Game, tmp_path: Path) -> None:
    facts = replace(FACTS, residual=1.2345678901234567e-10, width=0.1)
    write(game, race(game), facts, numbers(game), tmp_path)
    table = read(game, race(game), tmp_path)
    assert table is not None
    assert table.facts == facts


def test_a_kept_solution_is_read_without_a_compiler(tmp_path: Path) -> None:
    game = goldfield.load("gold_nuggets", players=2)
    expected = solve(game, folder=tmp_path).value(game.start())
    code = f"""
import sys, goldfield
from pathlib import Path
from goldfield.solutions import load
game = goldfield.load("gold_nuggets", players=2)
solution = load(game, Path({str(tmp_path)!r}))
state = game.play(game.start(), "GGLL235")
assert len(solution.options(state)) == len(game.moves(state))
print(repr(solution.value(game.start())))
assert not {{"numba", "numpy"}} & set(sys.modules), "a compiler was imported"
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == repr(expected)
