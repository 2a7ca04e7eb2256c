"""Every game passes the suite that is shipped for games, and matches its counts and golden game."""

from __future__ import annotations

from pathlib import Path

import pytest

import goldfield
from goldfield.conformance import CHECKS, Broken, conformance, golden, names, perft
from goldfield.conformance.__main__ import main

HERE = Path(__file__).parent
PIG, KUHN, PARTNERS = "tests.games.pig", "tests.games.kuhn", "tests.games.partners"
PEBBLES = "tests.games.pebbles"

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
test_pebbles = conformance(
    PEBBLES, [{}, {"players": 3, "first": 0, "secret": True}, {"dice": False, "secret": True}]
)
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
    for name in goldfield.games():
        for folder in ("perft", "golden"):
            if not (HERE / folder / f"{name}.txt").is_file():
                pytest.fail(f"tests/{folder}/{name}.txt is missing; see docs/conformance.md")


def test_the_documents_list_every_check_with_its_promise() -> None:
    """``docs/conformance.md`` holds the first line of every check's docstring, in order."""
    page = (HERE.parent / "docs" / "conformance.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    promises = {name: (CHECKS[name].__doc__ or "").strip().splitlines()[0] for name in names()}
    assert rows == [f"| `{n}` | {p.replace('``', '`')} |" for n, p in promises.items()]


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("check tests.games.kuhn first=2", 0, f"{len(CHECKS)} of {len(CHECKS)} checks passed"),
        ("perft tests.games.kuhn --depth 2", 0, "2 6"),
        ("golden tests.games.kuhn", 0, "shares"),
        ("perft tests.games.kuhn --position nonsense", 2, "Expected"),
        ("check tests.games.kuhn first=9", 2, "first=9 is not allowed"),
        ("check tests.games.kuhn first", 2, "name=value"),
        ("check no_such_game", 2, "There is no game no_such_game"),
        ("perft gold_nuggets --depth 40", 2, "count to a smaller depth"),
    ],
)
def test_the_command_line(
    line: str, code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == code
    shown = capsys.readouterr()
    assert says in (shown.err if code else shown.out)


def test_a_changed_count_and_a_changed_game_are_shown(tmp_path: Path) -> None:
    counts, game = tmp_path / "counts.txt", tmp_path / "golden.txt"
    for missing in (perft(KUHN, counts), golden(KUHN, game)):
        with pytest.raises(
            Broken, match=r"is missing\. To make it: python -m goldfield.conformance"
        ):
            missing()
    counts.write_text("options first=1\nposition 1 -- -\n0 1\n2 7\n", encoding="utf-8")
    with pytest.raises(Broken, match="6 positions in 2 steps; the file says 7") as found:
        perft(KUHN, counts)()
    assert "J: 2" in str(found.value)
    counts.write_text("options first=1\n", encoding="utf-8")
    with pytest.raises(Broken, match="holds no counts"):
        perft(KUHN, counts)()
    counts.write_text("position 1 -- -\n0 one\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"counts\.txt:2: expected options, position"):
        perft(KUHN, counts)()
    lines = (HERE / "golden" / "kuhn.txt").read_text(encoding="utf-8").splitlines()
    game.write_text("\n".join([*lines[:6], "something else", *lines[7:]]), encoding="utf-8")
    with pytest.raises(Broken, match=r"golden\.txt:7: the game is another one") as found:
        golden(KUHN, game)()
    assert f"+ {lines[6]}" in str(found.value)
    game.write_text("options first=2\nrules 1\n", encoding="utf-8")
    with pytest.raises(Broken, match=r"golden tests\.games\.kuhn first=2 > "):
        golden(KUHN, game)()
