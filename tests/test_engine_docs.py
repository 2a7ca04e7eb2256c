"""The examples of docs/engine.md run, one after another, as they stand there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from benchmarks.__main__ import RESULTS
from benchmarks.report import BEGIN, END, written

DOCUMENT = Path(__file__).parents[1] / "docs/engine.md"


def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert len(blocks) == 3
    names: dict[str, Any] = {"__name__": "docs"}
    for block in blocks:
        exec(compile(block, str(DOCUMENT), "exec"), names)
    printed = capsys.readouterr().out
    assert "with 95 % certainty between" in printed
    from goldfield.engine.simulate import simulate

    result = simulate(names["game"], [names["third"], "random"], 100, seed=1)
    assert result.seats[0].bot == "third"


def test_the_tables_are_what_was_measured() -> None:
    page = DOCUMENT.read_text()
    assert page.count(BEGIN) == page.count(END) == 1
    assert written(page, json.loads(RESULTS.read_text())) == page
