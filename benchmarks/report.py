"""The tables of ``docs/engine.md``, made from what was measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent.parent / "docs" / "engine.md"
BEGIN, END = "<!-- measured by make bench -->", "<!-- end of what was measured -->"


def written(page: str, results: Mapping[str, Any]) -> str:
    """The page with the tables of these results in their place."""
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{tables(results)}\n{END}{tail}"


def tables(results: Mapping[str, Any]) -> str:
    """For each machine a table of all that was measured beside a peer, and one of promises."""
    lines: list[str] = []
    for machine in dict.fromkeys(part["machine"] for part in results.values()):
        lines += ["", f"Measured on {machine}:", ""]
        parts = [part["found"] for part in results.values() if part["machine"] == machine]
        found = [entry for part in parts for entry in part]
        promised = [entry for entry in found if entry["peer_name"].startswith("promised")]
        beside = [entry for entry in found if entry not in promised]
        if beside:
            lines += ["| what | ours | peer | | ratio | peer is |", "|---|---:|---:|---|---:|---|"]
            lines += rows(beside)
        if beside and promised:
            lines += [""]
        if promised:
            lines += ["| what | measured | promised | |", "|---|---:|---:|---|"]
        for entry in promised:
            bound = f"{entry['peer_name'][9:]} {digits(entry['peer'])}"
            lines += [f"| {entry['name']} | {digits(entry['ours'])} | {bound} | {entry['unit']} |"]
    return "\n".join([*lines, ""])


def rows(found: list[dict[str, Any]]) -> Iterator[str]:
    """A row for each comparison."""
    for entry in found:
        yield (
            f"| {entry['name']} | {digits(entry['ours'])} | {digits(entry['peer'])} "
            f"| {entry['unit']} | {entry['ratio']:.2f} | {entry['peer_name']} |"
        )


def digits(number: float) -> str:
    """Three digits that count, millions as such."""
    if number >= 1e6:
        return f"{number / 1e6:.3g} million"
    return f"{float(f'{number:.3g}'):,.0f}" if number >= 1000 else f"{number:.3g}"
