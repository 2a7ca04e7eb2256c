"""The examples of docs/engine.md run, one after another, as they stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

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
