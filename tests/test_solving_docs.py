"""The examples of docs/solving.md run, and its numbers are those that come out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import goldfield
from goldfield.engine.solve import solve
from goldfield.solutions import Solution
from goldfield.solutions import table as tables

DOCUMENT = Path(__file__).parents[1] / "docs/solving.md"
FLAGS = ("straights", "pairs", "extra")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Solutions of tests are not kept in anybody's data folder."""
    monkeypatch.setattr(tables, "default_folder", lambda: tmp_path)
    return tmp_path


def test_the_examples_run(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    names: dict[str, Any] = {"__name__": "docs"}
    for block in blocks:
        exec(compile(block, str(DOCUMENT), "exec"), names)
    printed = capsys.readouterr().out
    # what the comments say, as far as they say it
    said = re.findall(r"0\.\d+(?=…)", "".join(blocks))
    assert len(said) == 6
    assert [number for number in said if number not in printed] == []
    assert "keep G (" in printed
    assert "Nuggets cannot be solved: that needs a " in printed
    assert isinstance(names["known"], Solution)
    assert names["known"].facts.residual < 2.3e-10
    assert [path.suffix for path in folder.iterdir()] == [".shares"]


def test_the_table_of_shares_is_what_comes_out(folder: Path) -> None:
    """Of each column and each row one entry that the two do not share."""
    rows = [
        [cell.strip(" –*") for cell in line.strip("|").split("|")]
        for line in DOCUMENT.read_text().splitlines()
        if line.startswith("| ")
    ]
    head, *rows = rows
    assert head[1] == "usual"
    assert len(rows) == 4
    for at in range(1, 9):
        number = at % 4
        flags = FLAGS if head[at] == "all three" else head[at].split(", ")
        game = goldfield.load(
            "gold_nuggets",
            players=2,
            edition="my_mine" if number < 2 else "gold_nuggets",
            rob="several" if number % 2 else "one",
            **{flag: flag in flags for flag in FLAGS},
        )
        share = solve(game, folder=folder).value(game.start())[0]
        assert rows[number][at] == f"{share * 100:.3f} %"
