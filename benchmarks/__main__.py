"""``python -m benchmarks``: measure, print tables, write ``results.json`` and ``docs/engine.md``.

Names of parts (``nuggets server``) measure only these; what was measured of the others is kept.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.measure import Comparison, machine
from benchmarks.report import PAGE, written

PARTS = {
    "gold_nuggets": ("Gold Nuggets, compiled, beside OpenSpiel", "engine.gold_nuggets"),
    "moje_zlato": ("Moje zlato!, compiled, beside OpenSpiel", "engine.moje_zlato"),
    "nuggets": ("Nuggets, compiled, beside OpenSpiel", "engine.nuggets"),
    "solving": ("Perfect play, beside plain sweeps", "sweep.measured"),
    "plain": ("The server's path", "plain.measured"),
    "starts": ("Starts", "starts.measured"),
    "server": ("The server", "server.measured"),
}
"""The title of each part, and the module and function that measure it."""
RESULTS = Path(__file__).parent / "results.json"


def shown(number: float) -> str:
    """Three digits that count."""
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


def table_of(title: str, found: list[Comparison]) -> Table:
    """One part's measurements."""
    table = Table(title=title, title_justify="left", title_style="bold")
    table.add_column("what", overflow="fold")
    for heading in ("ours", "peer", "unit", "ratio"):
        table.add_column(heading, justify="left" if heading == "unit" else "right", no_wrap=True)
    table.add_column("peer is", overflow="fold")
    for c in found:
        table.add_row(c.name, shown(c.ours), shown(c.peer), c.unit, f"{c.ratio:.2f}", c.peer_name)
    return table


def measured(part: str) -> list[Comparison]:
    """Measure one part."""
    module, _, function = PARTS[part][1].partition(".")
    return getattr(importlib.import_module(f"benchmarks.{module}"), function)()


def main(wanted: list[str]) -> int:
    """Measure the wanted parts, or all; 2 for a part that there is not."""
    unknown = [part for part in wanted if part not in PARTS]
    console = Console() if sys.stdout.isatty() else Console(width=130)
    if unknown:
        console.print(f"There is no part {unknown[0]}; there are: {', '.join(PARTS)}.")
        return 2
    before = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    results = {part: before[part] for part in PARTS if part in before}
    for part in wanted or PARTS:
        with console.status(f"measuring: {part}"):
            found = measured(part)
        console.print(table_of(PARTS[part][0], found))
        results[part] = {"machine": machine(), "found": [c.as_dict() for c in found]}
        # Whoever is interrupted keeps what there is.
        ordered = {part: results[part] for part in PARTS if part in results}
        RESULTS.write_text(json.dumps(ordered, indent=2) + "\n")
        PAGE.write_text(written(PAGE.read_text(), ordered))
    console.print(f"Written to {RESULTS} and {PAGE}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
