"""``python -m benchmarks``: measure, print tables, write ``benchmarks/results.json``.

Names of parts (``engine plain starts server``) measure only these and leave the file alone.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.measure import Comparison

PARTS = {
    "engine": "Compiled, beside OpenSpiel",
    "plain": "The server's path",
    "starts": "Starts",
    "server": "The server",
}
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


def main(wanted: list[str]) -> int:
    """Measure the wanted parts, or all; 2 for a part that there is not."""
    unknown = [part for part in wanted if part not in PARTS]
    console = Console() if sys.stdout.isatty() else Console(width=130)
    if unknown:
        console.print(f"There is no part {unknown[0]}; there are: {', '.join(PARTS)}.")
        return 2
    every: list[Comparison] = []
    for part in wanted or PARTS:
        with console.status(f"measuring: {part}"):
            found = importlib.import_module(f"benchmarks.{part}").measured()
        console.print(table_of(PARTS[part], found))
        every += found
    if not wanted:
        text = json.dumps([c.as_dict() for c in every], indent=2)
        RESULTS.write_text(text + "\n")
        console.print(f"Written to {RESULTS}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
