"""The picture of a solved game: true numbers, and words that say the same."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

import goldfield
from goldfield.engine import pictured
from goldfield.engine.pictured import Picture, picture_of, told
from goldfield.engine.plot import MissingExtra
from goldfield.engine.solution_plot import draw
from goldfield.engine.solve import solve
from goldfield.games.gold_nuggets.pictured import pictured as shown
from goldfield.solutions import table as tables

GAME = goldfield.load("gold_nuggets", players=2)
ASIDES = ("GGGG", "GG444", "LLL333")


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Picture:
    """Few scores, and only the rules that were asked for: it is about the numbers.

    In a folder of its own, for others may have been solved by other tests.
    """
    folder = tmp_path_factory.mktemp("solutions")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "default_folder", lambda: folder)
        patch.setattr(pictured, "STEP", 11)
        patch.setattr(pictured, "ALWAYS", 0)
        return picture_of(solve(GAME))


def test_the_gains_are_those_of_positions_that_are_called_so(picture: Picture) -> None:
    solution = picture.solution
    for field, stop, aside in zip(picture.fields, shown(GAME.rules).stops, ASIDES, strict=True):
        assert str(field.label).replace(" ", "").startswith(aside)
        assert len(field.gain) == 28
        for piles, gain in field.gain.items():
            state = stop.at(piles)
            assert GAME.scores(state) == piles
            assert f"aside={aside} " in GAME.show_state(state).replace(",", "", 1)
            shares = {option.text: option.shares[0] for option in solution.options(state)}
            rolling = shares.pop("roll")
            assert gain == pytest.approx(rolling - max(shares.values()), abs=1e-12)


def test_the_field_shows_what_players_know(picture: Picture) -> None:
    """Far behind near the end nobody stops with GG 444; far ahead everybody does."""
    field = picture.fields[1]
    assert field.gain[22, 44] > 0
    assert field.gain[44, 22] < 0


def test_what_a_lasso_is_worth(picture: Picture) -> None:
    trades = shown(GAME.rules).trades
    assert len(picture.lines) == 3
    for number, (line, trade) in enumerate(zip(picture.lines, trades, strict=True), 1):
        for supply, gain in line.points:
            piles = ((77 - supply) // 2,) * 2
            one, other = trade.one(piles), trade.other(piles)
            assert GAME.show_state(one).count("L") == GAME.show_state(other).count("L") + 1
            assert GAME.show_state(one).count("L") == number
            shares = [picture.solution.value(state)[0] for state in (one, other)]
            assert gain == pytest.approx(shares[0] - shares[1], abs=1e-12)


def test_for_two_every_variant_is_compared_and_for_three_what_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pictured, "STEP", 40)
    found = picture_of(solve(GAME))
    assert len(found.firsts) == 16
    assert [first.asked for first in found.firsts] == [True] + [False] * 15
    shares = [f"{first.share:.3%}" for first in found.firsts]
    assert shares[0] == "53.148%"
    assert shares[8] == "53.211%"
    assert len(set(shares)) == 16


def test_the_words_say_what_the_picture_shows(picture: Picture) -> None:
    lines = [str(line) for line in told(picture)]
    assert len(lines) == 3 + 1 + 3
    for line, aside in zip(lines, ("GGGG", "GG 444", "LLL 333"), strict=False):
        assert line.startswith(f"{aside} aside")
    assert lines[3] == "My Mine, no variants: whoever begins wins 53.15%."
    assert "the third, beside GG LL: now you may rob" in lines[-1]


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_it_is_drawn_and_carries_its_words(picture: Picture, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"out.{suffix}"
    draw(picture, path)
    assert path.stat().st_size > 20_000
    if suffix == "svg":
        drawn = path.read_text(encoding="utf-8")
        for words in ("whoever begins wins 53.15%", "in points", "nuggets of the other"):
            assert words in drawn
        draw(picture, tmp_path / "again.svg")
        assert (tmp_path / "again.svg").read_bytes() == path.read_bytes()


def test_a_game_with_nothing_more_to_show_and_a_command_without_the_extra(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plot = tmp_path / "pig.png"
    said = run("solve", "tests.games.pig", "--goal", "10", "--plot", str(plot))
    assert said.status == 0
    assert "whoever begins wins" in said.out
    assert plot.exists()
    refused = run("solve", "tests.games.pig", "--plot", "pig.gif")
    assert refused.status == 2
    assert "allowed: .png, .svg, .pdf" in refused.err
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    found = picture_of(solve(goldfield.load("tests.games.pig", goal=10)))
    with pytest.raises(MissingExtra, match="Plots need matplotlib"):
        draw(found, tmp_path / "out.png")
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name == "matplotlib" else find(name)
    )
    refused = run("solve", "tests.games.pig", "--goal", "10", "--plot", str(tmp_path / "b.png"))
    assert refused.status == 2
    assert "Plots need matplotlib" in refused.err
