"""Every game passes the suite that is shipped for games, and matches its counts and golden game."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldfield.conformance import conformance, golden, perft

HERE = Path(__file__).parent
PIG, KUHN, PARTNERS = "tests.games.pig", "tests.games.kuhn", "tests.games.partners"

GOLD_NUGGETS = [
    {},
    {"players": 3, "first": 3, "rob": "several", "straights": True},
    {"players": 4, "first": 0, "edition": "gold_nuggets", "pairs": True, "extra": True},
    {"players": 5, "first": 2, "rob": "several", "straights": True, "pairs": True, "extra": True},
]
"""Every combination is played by the thousand in test_conformance_gold_nuggets.py."""

test_pig = conformance(PIG, [{}, {"players": 4, "first": 0, "goal": 10}])
test_kuhn = conformance(KUHN, [{}, {"first": 2}, {"first": 0}])
test_partners = conformance(PARTNERS, [{}, {"first": 0, "look": False}, {"room": 3}])
test_gold_nuggets = conformance("gold_nuggets", GOLD_NUGGETS)

test_pig_counts = perft(PIG, HERE / "perft" / "pig.txt")
test_kuhn_counts = perft(KUHN, HERE / "perft" / "kuhn.txt")
test_partners_counts = perft(PARTNERS, HERE / "perft" / "partners.txt")
test_gold_nuggets_counts = perft("gold_nuggets", HERE / "perft" / "gold_nuggets.txt")

test_pig_golden = golden(PIG, HERE / "golden" / "pig.txt")
test_kuhn_golden = golden(KUHN, HERE / "golden" / "kuhn.txt")
test_partners_golden = golden(PARTNERS, HERE / "golden" / "partners.txt")
test_gold_nuggets_golden = golden("gold_nuggets", HERE / "golden" / "gold_nuggets.txt")


def test_every_game_has_counts_and_a_golden_game() -> None:
    """A new game in Goldfield without its files fails here."""
    import goldfield

    for name in goldfield.games():
        for folder in ("perft", "golden"):
            if not (HERE / folder / f"{name}.txt").is_file():
                pytest.fail(f"tests/{folder}/{name}.txt is missing; see docs/conformance.md")
