"""Nuggets in the terminal: what is drawn from the table's data, and what can be typed."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import goldfield
from goldfield.cli.boxes import plain_numbers
from goldfield.cli.screen import Speaker
from goldfield.games.contract import SPECTATOR
from goldfield.games.game import Game
from goldfield.games.nuggets.awarded import points_words
from goldfield.games.nuggets.face.terminal import draw
from goldfield.games.nuggets.rules import State
from tests.nuggets_land import LINE, NAMES, Land, land_of, steps
from tests.test_cli_play import Play, play
from tests.test_nuggets_sentences import number

__all__ = ["play"]

ROOT = Path(__file__).resolve().parent.parent
PEOPLE = ["Ann", "Ben", "A very long name indeed", "[red]Dan[/]"]
LETTERS = "ABCDEFGHIJ"
SIGNS = {"utf-8": "●■▲◆", "ascii": "o%^*"}
OPTIONS: list[dict[str, object]] = [
    {"players": 2, "look": False},
    {"players": 3, "layout": "random", "first": 0},
    {"players": 4},
]
Position = tuple[State, Land]


def shown(
    game: Game, data: dict[str, Any], width: int = 80, encoding: str = "utf-8", **colour: Any
) -> list[str]:
    """The lines of a drawing, without colour unless it is asked for."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=file, width=width, **(colour or {"color_system": None}))
    names = PEOPLE[: game.info.seats]
    console.print(draw(data, names, Speaker(names, ascii_only=encoding == "ascii")))
    file.flush()
    return file.buffer.getvalue().decode(encoding).splitlines()


def table(game: Game, s: State, seat: int) -> dict[str, Any]:
    seat = max(SPECTATOR, seat)
    return game.present.table(game.rules, game.setup, game.view(s, seat), seat)


@pytest.fixture(params=OPTIONS, ids=str, scope="module")
def positions(request: pytest.FixtureRequest) -> tuple[Game, list[Position]]:
    """Positions of random games, each with its land of names and walks."""
    game = goldfield.load("nuggets", **request.param)
    found: list[Position] = []
    for seed in range(3):
        land = land_of(game)
        for step in steps(game, seed, builds=(0.2, 0.5, 1)[seed]):
            actor = game.to_act(step.before)
            if actor >= 0:
                found.append((step.before, land))
            before, land = land, Land(game.info.seats, "")
            land.mines, land.fences = dict(before.mines), set(before.fences)
            land.chips, land.out = dict(before.chips), set(before.out)
            land.hands = [list(hand) for hand in before.hands]
            land.do(actor, step.text)
        found.append((step.after, land))
    return game, [*found[::14], found[-1]]


def cell(lines: list[str], space: str) -> str:
    """The three signs that are drawn for a space."""
    head = next(n for n, line in enumerate(lines) if line.split()[:8] == list("abcdefgh"))
    row = lines[head + 2 * (6 - int(space[1]))].ljust(40)
    at = 4 + 4 * "abcdefgh".index(space[0])
    return row[at : at + 3]


def between(lines: list[str], a: str, b: str) -> str:
    """What is drawn between two neighbouring spaces."""
    head = next(n for n, line in enumerate(lines) if line.split()[:8] == list("abcdefgh"))
    at = 4 + 4 * "abcdefgh".index(min(a[0], b[0]))
    if a[0] == b[0]:
        return lines[head + 2 * (6 - int(max(a[1], b[1]))) + 1].ljust(40)[at : at + 3]
    return lines[head + 2 * (6 - int(a[1]))].ljust(40)[at + 3]


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_the_land_is_drawn_as_it_is(positions: tuple[Game, list[Position]], encoding: str) -> None:
    game, found = positions
    signs = SIGNS[encoding]
    look = bool(game.rules.as_dict()["look"])
    for s, land in found:
        over = game.is_over(s)
        open_lines = {frozenset(pair) for pair in land.lines()} if not over else set[Any]()
        for reader in {SPECTATOR, 1, max(SPECTATOR, game.to_act(s))}:
            lines = shown(game, table(game, s, reader), encoding=encoding)
            assert max(map(len, lines)) <= 80
            for space in NAMES:
                drawn = cell(lines, space)
                if space in land.mines:
                    assert drawn == f"[{land.mines[space]}]"
                elif space in land.chips:
                    seat, value = land.chips[space]
                    known = over or (look and seat == reader)
                    assert drawn == (f"{signs[seat]}{value} " if known else f" {signs[seat]} ")
                else:
                    assert re.fullmatch(r"   | [A-J] ", drawn)
            for a, b in LINE:
                drawn = between(lines, a, b)
                fence = drawn in ("┃", "━━━", "#", "###")
                assert fence == (LINE[a, b] in land.fences)
                dotted = drawn in ("┊", "╌╌╌", ":", " - ")
                if drawn.strip() and drawn.strip() in LETTERS:
                    continue
                assert fence or dotted == (LINE[a, b] in open_lines), (a, b, drawn)


def test_hands_areas_and_blockers_are_listed(positions: tuple[Game, list[Position]]) -> None:
    game, found = positions
    for s, land in found:
        if game.is_over(s):
            continue
        for reader in range(SPECTATOR, game.info.seats):
            lines = shown(game, table(game, s, reader))
            text = "\n".join(lines)
            left = 35 - len(land.fences)
            assert f"{left} blocker{'s' * (left != 1)} left" in text
            for seat, hand in enumerate(land.hands):
                row = lines[1 + seat]
                assert row.startswith("▶" if seat == game.to_act(s) else " ")
                assert f" {SIGNS['utf-8'][seat]} {PEOPLE[seat][:9]}" in row
                values = [f"{i} x{n}" for i, n in enumerate(hand, 1) if n]
                known = re.findall(r"\d x\d+", row)
                assert known == (values if seat == reader else [])
                assert re.search(rf"  {sum(hand)}(  |$)", row)
                assert row.endswith("out") == (seat in land.out)
            areas = land.areas()
            rows = [" ".join(line[at:].split()) for line in lines for at in (0, 36)]
            for area in areas if len(areas) > 1 else []:
                seats = [seat for space, (seat, _) in land.chips.items() if space in area]
                chips = (f"{SIGNS['utf-8'][n]}{seats.count(n)}" for n in sorted(set(seats)))
                told = " ".join(map(str, [len(area), *land.worth(area), *chips]))
                assert any(re.fullmatch(rf"[A-J] {told}", row) for row in rows)
            assert ("area" in text) == (len(areas) > 1)


def test_the_letter_of_an_area_stands_in_it(positions: tuple[Game, list[Position]]) -> None:
    """One in each, on a free space or, where there is none, between two spaces of it."""
    game, found = positions
    beside = 0
    for s, land in found:
        lines = shown(game, table(game, s, SPECTATOR))
        rows = [line[at:].split() for line in lines for at in (0, 36)]
        for area in land.areas() if len(land.areas()) > 1 else []:
            pairs = {tuple(sorted(pair)) for pair in LINE if set(pair) <= set(area)}
            on = [text for a in area if (text := cell(lines, a).strip()) and text in LETTERS]
            inside = [between(lines, a, b).strip() for a, b in pairs]
            inside = [text for text in inside if text and text in LETTERS]
            assert len(on) + len(inside) == 1, (on, inside)
            size = next(row[1] for row in rows if row[:1] == [*on, *inside])
            assert int(size) == len(area)
            beside += len(inside)
    assert beside


def test_narrow_and_coloured_drawings_hold_the_same(
    positions: tuple[Game, list[Position]],
) -> None:
    game, found = positions
    for s, _ in found[::3]:
        data = table(game, s, max(0, game.to_act(s)))
        wide = shown(game, data)
        for width in (60, 40):
            lines = shown(game, data, width)
            assert max(map(len, lines)) <= width
            for space in NAMES:
                assert cell(lines, space) == cell(wide, space)
        assert len(shown(game, data, encoding="ascii")) >= len(wide)
        colours = {"color_system": "truecolor", "force_terminal": True}
        coloured = shown(game, data, **colours)
        assert "\x1b[" in "".join(coloured)
        bare = [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in coloured]
        assert bare == [line.rstrip() for line in wide]


def test_what_the_drawing_says_can_be_typed(positions: tuple[Game, list[Position]]) -> None:
    game, found = positions
    kinds: set[tuple[int, int]] = set()
    for s, land in found:
        seat = game.to_act(s)
        text = " ".join(" ".join(shown(game, table(game, s, seat))).split())
        if seat < 0:
            assert "Type" not in text
            continue
        told = re.search(r"Type (.*)\. \? lists", text)
        assert told is not None
        examples = re.findall(r"\(([^)]*)\)", told[1]) + told[1].split()[-1:] * told[1].endswith(
            "pass"
        )
        legal = game.legal(s)
        for example in examples:
            at = s
            for move in example.split("; "):
                at = State(*game.play(at, move))
        assert ("pass" in examples) == ("pass" in legal)
        assert any("@" in example for example in examples) == any("@" in move for move in legal)
        lines = [example for example in examples if example[2:3] in ("|", "/")]
        assert len(lines) == bool(land.lines())
        kinds |= {(line.count(";"), line.count("|")) for line in lines}
    assert kinds >= {(1, 1), (0, 1)}, "a blocker of each direction, where there are two"


def test_the_end_shows_who_takes_what(positions: tuple[Game, list[Position]]) -> None:
    game, found = positions
    signs = SIGNS["utf-8"]
    for s, land in found:
        if not game.is_over(s):
            continue
        lines = shown(game, table(game, s, SPECTATOR))
        text = "\n".join(lines)
        assert "blocker" not in text
        assert "area  spaces  mines" in text
        for seat, points in enumerate(game.scores(s)):
            assert lines[1 + seat].endswith(f" {number(points)}")
        for area in land.areas():
            for side, has in land.sums(area).items():
                seats = [side, side + 2] if land.players == 4 else [side]
                assert "".join(signs[seat] for seat in seats) + str(has) in text
    assert "points" in text


def test_numbers_in_ascii() -> None:
    assert plain_numbers("7½ points, ⅓, 18⅔ and −1⅙") == "7 1/2 points, 1/3, 18 2/3 and -1 1/6"
    assert plain_numbers("a 3\N{FRACTION SLASH}7") == "a 3/7"
    assert "6 1/2 points" in Speaker(["Ann"], ascii_only=True)(points_words(39))
    assert "6½ points" in Speaker(["Ann"])(points_words(39))


DOCUMENTED = """
    e1|f1 e2|f2 4@c3 e3|f3 c2/c3 3@f3 e4|f4 d2/d3 2@h4 c3|d3 a3/a4 1@g3 c4|d4 b3/b4 1@c5 e4/e5 d4/d5
    2@f5 c3/c4 f3/f4 3@a2 1@g1
"""


def test_the_drawing_of_the_documents() -> None:
    game = goldfield.load("nuggets", players=3)
    s = State(*game.start())
    for move in DOCUMENTED.split():
        s = State(*game.play(s, move))
    data = table(game, s, game.to_act(s))
    names = ["Ann", "Ben", "Cid"]
    file = io.StringIO()
    Console(file=file, width=80, color_system=None).print(draw(data, names, Speaker(names)))
    text = "\n".join(line.rstrip() for line in file.getvalue().splitlines())
    assert text in (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8"), text


def test_a_game_is_typed_with_refusals(play: Play) -> None:
    out = play(
        *("--players", "2", "--names", "Ann,Ben", "--seed", "4"),
        typed=[
            *("", "a1|c1", "2@d3", "?@c4", "6@c4", "2", "d3|e3 e3|f3", "end", "undo", "#500"),
            *("A1 B1; a1/a2", "a1|b1;a2|b2", "", "state", "2@c4", "", "a3|b3", "1@c3", "a3/a4"),
            *("pass", "help partners", "a4|b4", "", "pass", "", "#1", "#1", "quit"),
        ],
        game="nuggets",
    )
    text = " ".join(out.split())
    rules = re.findall(r"\((NU\d+)\)", out)
    assert set(rules) >= {"NU3", "NU4", "NU5"}
    for sentence in (
        "would close off 1 space, a1",
        "Ann placed a blocker between a1 and b1.",
        "Ben put a chip on c4, face down.",
        "The second blocker of this turn is due: you cannot pass between the two.",
        "This table is played without partners. Where it is played: If four play: partners",
        "would close off 3 spaces, a1 a2 a3; an area needs 4.",
        "Ben passed, for good, with 15 chips in hand.",
        "Everybody but Ann is out.",
        "The list has the numbers 1 to ",
        "Good-bye.",
    ):
        assert sentence in text, sentence


def test_many_moves_are_listed_by_what_they_bring(play: Play) -> None:
    out = play("--bots", "random", "--seed", "1", typed=["?", "#228", "quit"], game="nuggets")
    listed = out.partition("> ?\n")[2].partition("\n> ")[0]
    rows = re.findall(r"^#(\d+)(?:-(\d+))?", listed, re.MULTILINE)
    assert [row[0] for row in rows] == ["1", "68", "100", "132", "164", "196", "228"]
    assert rows[0] == ("1", "67")
    assert len(listed.splitlines()) < 30
    game = goldfield.load("nuggets")
    typed = re.findall(r"[a-h]\d[|/][a-h]\d|\d@[a-h]\d|pass", listed)
    assert sorted(typed) == sorted(game.legal(game.start()))
    assert "You passed, for good, with 16 chips in hand." in " ".join(out.split())


def test_help_tells_the_rules_of_this_table(play: Play) -> None:
    typed = ["help", "help nu8", "quit"]
    out = play(
        "--players", "4", "--no-look", "--bots", "random,random,random", typed=typed, game="nuggets"
    )
    text = " ".join(out.split())
    assert "seats 1 and 3 against seats 2 and 4" in text
    assert text.count("not looked at again") == 2
    assert "<!--" not in text


def test_partners_win_together(play: Play) -> None:
    bots = ["--players", "4", "--bots", "random,random,random,random"]
    for seed in range(4):
        out = play(*bots, "--seed", str(seed), typed=[], game="nuggets")
        assert re.search(
            r"^random (1 and random 3|2 and random 4) won\.$|share the win\.$", out, re.MULTILINE
        )
