"""What a page of Nuggets is drawn from, held to a graph of named spaces that shares no code."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import goldfield
from goldfield.games.contract import SPECTATOR, IllegalMove
from goldfield.games.game import Game
from goldfield.games.nuggets import present
from goldfield.games.nuggets.areas import HATCHES
from goldfield.web.wording import Wording
from goldfield.words import Message
from tests import nuggets_by_hand as by_hand

PLAYERS = (2, 3, 4)
NAMES = ("Ann", "Ben", "Cid", "Dan")


def table(game: Game, s: Any, seat: int) -> dict[str, Any]:
    return present.table(game.rules, game.setup, game.view(s, seat), seat)


def positions(
    players: int, seed: int, every: int = 3, **options: Any
) -> Iterator[tuple[Game, Any]]:
    """Some positions of a random game."""
    game = goldfield.load("nuggets", players=players, first=1, **options)
    states = by_hand.random_game(game, random.Random(seed), fences=0.7)
    for n, (s, _) in enumerate(states):
        if n % every == 0 or game.is_over(s):
            yield game, s


def names(areas: list[dict[str, Any]]) -> set[frozenset[str]]:
    """Areas by the names of their spaces."""
    return {frozenset(by_hand.SPACES[space] for space in area["spaces"]) for area in areas}


def made(fences: frozenset[str], *lines: str) -> set[frozenset[str]]:
    """What blockers on lines part the land into that was not there before."""
    before = {frozenset(area) for area in by_hand.areas(fences)}
    return {frozenset(area) for area in by_hand.areas(fences | set(lines))} - before


@pytest.mark.parametrize("players", PLAYERS)
def test_every_line_tells_whether_it_may_be_fenced_and_what_that_makes(players: int) -> None:
    told = 0
    for game, s in positions(players, players, every=6):
        if game.is_over(s):
            continue
        fences = by_hand.read(game.show_state(s)).fences
        free = by_hand.free_lines(fences)
        for line in table(game, s, SPECTATOR)["lines"]:
            text = line["text"]
            assert line["fence"] == (text in fences)
            assert line["can"] == (text in free)
            assert (line["why"] is None) == line["can"]
            assert {by_hand.SPACES[end] for end in line["ends"]} == set(by_hand.LINES[text])
            if not line["fence"]:
                assert names(line["after"]) == made(fences, text)
                told += len(line["after"])
            if line["can"]:
                following = by_hand.free_lines(fences | {text})
                second = s.phase == 3
                assert line["alone"] == (second or not following or s.stock < 2)
    assert told > 60


@pytest.mark.parametrize("seed", range(3))
def test_two_lines_make_what_the_page_puts_together_from_what_it_was_told(seed: int) -> None:
    """By the rule of the script: the pair where it is listed, else what each line makes."""
    told = refused = 0
    for game, s in positions(2, seed, every=7):
        seat = game.to_act(s)
        if seat < 0 or s.phase != 2 or s.stock < 2:
            continue
        board = table(game, s, seat)
        fences = by_hand.read(game.show_state(s)).fences
        lines = {line["text"]: line for line in board["lines"]}
        pairs = {
            tuple(board["lines"][line]["text"] for line in pair["lines"]): pair
            for pair in board["pairs"]
        }
        free = [text for text, line in lines.items() if line["can"]]
        for first, second in combinations(free, 2):
            pair = pairs.get((first, second))
            legal = second in by_hand.free_lines(fences | {first})
            assert legal == (first in by_hand.free_lines(fences | {second}))
            assert legal == (pair is None or pair["why"] is None)
            refused += not legal
            shown = pair["after"] if pair else lines[first]["after"] + lines[second]["after"]
            assert names(shown) == made(fences, first, second)
            told += bool(pair)
    assert told > 40
    assert refused > 5


def test_pairs_are_told_only_to_the_seat_that_may_place_both() -> None:
    for game, s in positions(3, 5):
        acting = game.to_act(s)
        for seat in (*range(3), SPECTATOR):
            board = table(game, s, seat)
            both = seat == acting and s.phase == 2 and s.stock > 1
            assert not board["pairs"] or both
            assert bool(board["offers"]) == (seat == acting)
            assert bool(board["moves"]) == (seat == acting)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_moves_told_are_the_legal_ones(players: int) -> None:
    for game, s in positions(players, 20 + players, every=5):
        acting = game.to_act(s)
        if acting < 0:
            continue
        board = table(game, s, acting)
        legal = set(game.legal(s))
        assert set(board["moves"]) == legal
        free = {x["name"] for x in board["spaces"] if x["can"]}
        assert free == {text[2:] for text in legal if "@" in text}
        assert {line["text"] for line in board["lines"] if line["can"]} == {
            text for text in legal if "|" in text or "/" in text
        }
        held = {chip["value"] for chip in board["hands"][acting]["chips"] if chip["n"]}
        assert s.phase == 3 or not free or held == {int(t[0]) for t in legal if "@" in t}


def test_areas_are_what_the_fences_leave_and_neighbours_are_hatched_otherwise() -> None:
    many = 0
    for game, s in positions(2, 8):
        fences = by_hand.read(game.show_state(s)).fences
        board = table(game, s, SPECTATOR)
        areas = board["areas"]
        assert names(areas) == {frozenset(area) for area in by_hand.areas(fences)}
        hatch = {by_hand.SPACES[space]: a["hatch"] for a in areas for space in a["spaces"]}
        assert sum(a["hatch"] == 0 for a in areas) == 1
        assert max(a["hatch"] for a in areas) < HATCHES
        for line in fences:
            a, b = by_hand.LINES[line]
            apart = not any({a, b} <= area for area in by_hand.areas(fences))
            assert not apart or hatch[a] != hatch[b]
        for area in areas:
            assert area["sign"] in area["spaces"]
            assert area["size"] == len(area["spaces"])
            assert sum(area["chips"]) + len(area["markers"]) + area["free"] == area["size"]
        many += len(areas) > 4
    assert many > 5


def test_before_the_first_turn_nothing_is_closed() -> None:
    game = goldfield.load("nuggets", players=2, first=0, layout="random")
    for s, _ in by_hand.random_game(game, random.Random(1)):
        board = table(game, s, SPECTATOR)
        assert not board["areas"][0]["closed"]
        if board["phase"] == "turn":
            return
        assert board["phase"] in ("starter", "layout")
        assert not any(line["can"] or line["why"] for line in board["lines"])
        assert not any(x["can"] for x in board["spaces"])


def test_an_area_is_called_closed_only_where_it_can_never_be_parted_again() -> None:
    """Followed to the end of the game: a closed area is still there."""
    game = goldfield.load("nuggets", players=2, first=1)
    closed: set[frozenset[str]] = set()
    for seed in range(4):
        closed.clear()
        for s, _ in by_hand.random_game(game, random.Random(seed), fences=0.9):
            board = table(game, s, SPECTATOR)
            now = names(board["areas"])
            assert closed <= now
            closed |= names([area for area in board["areas"] if area["closed"]])
        assert len(closed) > 2


@pytest.mark.parametrize("players", PLAYERS)
def test_the_end_tells_area_by_area_what_adds_up_to_the_scores(players: int) -> None:
    shared = 0
    for seed in range(12):
        game = goldfield.load("nuggets", players=players, first=1)
        *_, (s, _) = by_hand.random_game(game, random.Random(seed), fences=0.6)
        board = table(game, s, SPECTATOR)
        won = [Fraction(0)] * len(board["sides"])
        for area in board["final"]:
            for side in area["takers"]:
                won[side] += Fraction(area["share"], 6)
            shared += len(area["takers"]) > 1
            assert area["worth"] == sum(area["markers"])
            sums = [0] * len(won)
            for chip in area["chips"]:
                sums[chip["side"]] += chip["value"]
            assert area["sums"] == sums
            assert isinstance(area["text"], Message)
        assert won == by_hand.points(by_hand.read(game.show_state(s)))
        assert [Fraction(total, 6) for total in board["totals"]] == won
        worths = [area["worth"] for area in board["final"]]
        assert worths == sorted(worths)
        standing = present.standing(game.rules, game.setup, s)
        assert [Fraction(points, 6) for points in standing] == [
            won[by_hand.side_of(players, seat)] for seat in range(players)
        ]
    assert shared > 2


def test_totals_along_the_way_are_written_with_halves_and_thirds() -> None:
    written: set[str] = set()
    for seed in range(40):
        game = goldfield.load("nuggets", players=3, first=1)
        *_, (s, _) = by_hand.random_game(game, random.Random(seed), fences=0.6)
        board = table(game, s, SPECTATOR)
        if board["final"]:
            last = board["final"][-1]["totals"]
            assert [_read(text) for text in last] == [Fraction(n, 6) for n in board["totals"]]
            written.update(text for area in board["final"] for text in area["totals"])
    assert any(text.endswith("½") for text in written)
    assert any(text.endswith(("⅓", "⅔")) for text in written)


def _read(text: str) -> Fraction:
    """A number with a fraction at its end."""
    parts = {"½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3)}
    parts |= {"⅙": Fraction(1, 6), "⅚": Fraction(5, 6)}
    return int(text.rstrip("".join(parts)) or 0) + parts.get(text[-1], Fraction(0))


@pytest.mark.parametrize("look", [True, False])
def test_nothing_that_is_drawn_depends_on_what_its_reader_may_not_know(look: bool) -> None:
    """Chips whose values are swapped leave every other reader's data the same, byte for byte."""
    changed = 0
    for game, s in positions(4, 31, every=9, look=look):
        if game.is_over(s):
            continue
        for twin, owner in _twins(game, s):
            for seat in (*range(4), SPECTATOR):
                one, other = (_bytes(table(game, state, seat)) for state in (s, twin))
                may_know = seat == owner and look
                assert one == other or may_know
                changed += one != other
    assert bool(changed) == look


def _twins(game: Game, s: Any) -> Iterator[tuple[Any, int]]:
    """Positions in which one seat's chips on the land lie the other way round."""
    for owner, chips in enumerate(s.chips):
        spaces = [n for n in range(40) if chips >> n & 1]
        worth = {n: next(i for i in range(5) if s.worth[i] >> n & 1) for n in spaces}
        for a, b in combinations(spaces, 2):
            if worth[a] != worth[b]:
                swap = 1 << a | 1 << b
                boards = list(s.worth)
                boards[worth[a]] ^= swap
                boards[worth[b]] ^= swap
                yield s._replace(worth=tuple(boards)), owner
                break


def _bytes(board: dict[str, Any]) -> str:
    return Wording(NAMES).data(board)


def test_with_the_rule_to_remember_a_seat_sees_only_the_backs_of_its_own_chips() -> None:
    for look in (True, False):
        game = goldfield.load("nuggets", players=2, first=1, look=look)
        s = game.play(game.play(game.start(), "5@a1"), "4@b1")
        own, other = (table(game, s, 0)["spaces"][n]["chip"] for n in (0, 1))
        assert own == {"seat": 0, "value": 5 if look else 0}
        assert other == {"seat": 1, "value": 0}
        hands = table(game, s, 0)["hands"]
        assert [chip["n"] for chip in hands[0]["chips"]] == [11, 2, 1, 1, 0]
        assert hands[1] == {"seat": 1, "left": 15, "of": 16, "out": False, "chips": []}


def test_what_is_told_of_lines_is_plain_and_small() -> None:
    most = 0
    for game, s in positions(2, 3):
        acting = game.to_act(s)
        if acting < 0:
            continue
        text = Wording(NAMES).data(table(game, s, acting)["offers"])
        offers = json.loads(text)
        most = max(most, len(text))
        for entry in (*offers["lines"].values(), *offers["pairs"].values()):
            assert set(entry) <= {"why", "says", "areas", "alone"}
            small = [area for area in entry.get("areas", ()) if area.get("bad")]
            assert not small or entry["why"]
            for area in entry.get("areas", ()):
                assert area["at"] in [area["in"][i : i + 2] for i in range(0, len(area["in"]), 2)]
    assert 5_000 < most < 80_000


@pytest.mark.parametrize(
    ("form", "moves"),
    [
        ({"do": ["build"], "line": ["d3|e3", "b1/b2"]}, ["d3|e3", "b1/b2"]),
        ({"line": ["d3|e3"]}, ["d3|e3"]),
        ({"do": ["play"], "chip": ["2"], "space": ["c4"]}, ["2@c4"]),
        ({"chip": ["5"], "space": ["h5"]}, ["5@h5"]),
        ({"do": ["pass"], "line": ["d3|e3"]}, ["pass"]),
        # lines that are still chosen do not stand in the way of a chip, nor a chip of lines
        ({"do": ["play"], "line": ["d3|e3"], "chip": ["1"], "space": ["a1"]}, ["1@a1"]),
        ({"do": ["build"], "line": ["d3|e3"], "chip": ["1"]}, ["d3|e3"]),
    ],
)
def test_a_posted_form_means_its_moves(form: dict[str, list[str]], moves: list[str]) -> None:
    game = goldfield.load("nuggets", players=2, first=1)
    s = game.start()
    found = present.read_form(game.rules, game.setup, game.view(s, 0), 0, form)
    for move, text in zip(found, moves, strict=True):
        assert game.show_move(s, move) == text
        s = game.play(s, move)


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "Choose a line for the blocker."),
        ({"do": ["build"]}, "Choose a line for the blocker."),
        ({"do": ["play"]}, "Choose one of your chips, then a space for it."),
        ({"do": ["play"], "space": ["a1"]}, "Choose one of your chips, then a space for it."),
        ({"do": ["play"], "chip": ["1"]}, "Choose the space on which the chip is to lie."),
        ({"line": ["a1|b1", "c1|d1", "e1|f1"]}, "A turn is two blockers: you chose 3."),
        (
            {"line": ["a1|b1", "a1/a2"]},
            "A blocker between a1 and a2 would close off 1 space, a1; an area needs 4.",
        ),
        (
            {"do": ["play"], "chip": ["1"], "space": ["d3"]},
            "A mine lies on d3: no chip goes there.",
        ),
    ],
)
def test_a_posted_form_that_means_no_move_is_refused_in_a_sentence(
    form: dict[str, list[str]], sentence: str
) -> None:
    game = goldfield.load("nuggets", players=2, first=1)
    view = game.view(game.start(), 0)
    with pytest.raises(IllegalMove) as refused:
        present.read_form(game.rules, game.setup, view, 0, form)
    assert str(refused.value.message) == sentence


def test_the_second_blocker_of_a_turn_comes_alone() -> None:
    game = goldfield.load("nuggets", players=2, first=1)
    s = game.play(game.start(), "d3|e3")
    view = game.view(s, 0)
    with pytest.raises(IllegalMove) as refused:
        present.read_form(
            game.rules, game.setup, view, 0, {"line": ["c1|d1", "e1|f1"], "do": ["build"]}
        )
    assert "Only the second blocker" in str(refused.value.message)
    found = present.read_form(game.rules, game.setup, view, 0, {"line": ["c1|d1"]})
    assert [game.show_move(s, move) for move in found] == ["c1|d1"]


def test_two_blockers_are_refused_where_no_second_can_follow() -> None:
    """The last but one in stock may be followed, the last one not."""
    game = goldfield.load("nuggets", players=2, first=1)
    for seed in range(200):
        for s, _ in by_hand.random_game(game, random.Random(seed), fences=1):
            if s.phase == 2 and s.stock == 1:
                seat = game.to_act(s)
                board = table(game, s, seat)
                first, *more = [line["text"] for line in board["lines"] if line["can"]]
                assert all(line["alone"] for line in board["lines"] if line["can"])
                form = {"line": [first, *more[:1]]}
                if more:
                    with pytest.raises(IllegalMove):
                        present.read_form(game.rules, game.setup, game.view(s, seat), seat, form)
                return
    raise AssertionError("no last blocker was met")


def test_what_moves_over_the_page_is_told_without_values() -> None:
    game = goldfield.load("nuggets", players=2, first=1)
    s = game.start()
    rules, setup = game.rules, game.setup
    steps = []
    for text in ("d3|e3", "c1|d1", "4@c4", "pass"):
        move = game.parse_move(s, text)
        for seat in (0, 1, SPECTATOR):
            shown = game.room.mask(setup, s, move, seat)
            after = game.play(s, move)
            told = present.moved(rules, setup, game.view(s, seat), shown, game.view(after, seat))
            steps.append((text, told))
        s = game.play(s, move)
    told = {text: [t for named, t in steps if named == text] for text, _ in steps}
    assert told["d3|e3"] == [[{"to": "d3|e3"}]] * 3
    assert told["4@c4"] == [[{"from": "hand-2", "to": "c4", "what": ["chip-bear"]}]] * 3
    assert told["pass"] == [[]] * 3
