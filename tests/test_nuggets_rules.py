"""The rules NU1 to NU11, each test named after its rule."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, cast

import pytest

import goldfield
from goldfield import BadOption
from goldfield.games.contract import CHANCE, IllegalMove
from goldfield.games.game import Game
from goldfield.games.nuggets.state import CHIP, ENDED, PASS, SECOND, TURN, State
from goldfield.match.record import Event, Kind
from goldfield.match.refused import NotYourTurn
from goldfield.match.table import Match
from goldfield.match.verify import verify
from goldfield.rng import seeded
from tests.nuggets_by_hand import (
    HANDS,
    LINES,
    MARKERS,
    SPACES,
    areas,
    free_lines,
    points,
    random_game,
    read,
    side_of,
)
from tests.nuggets_position import BARREN, Position, around, bits, lines_in_order
from tests.played import begun

OWN = "4@a1 4@h5 5@b2 5@c2 6@h1 6@a5 7@d4 8@e5"


# NU1, NU2: the start --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "chips"),
    [(2, (11, 2, 1, 1, 1)), (3, (7, 2, 1, 1, 0)), (4, (5, 1, 1, 1, 0))],
)
def test_NU1_the_start_for_2_3_and_4(players, chips):
    p = Position(players)
    s = p.game.start()
    assert sum(chips) == {2: 16, 3: 11, 4: 8}[players]
    for hand in s.hands:
        assert [hand >> 5 * i & 31 for i in range(6)] == [*chips, 0]
    assert len(s.hands) == players
    assert (s.phase, s.seat, s.stock, s.east, s.north) == (TURN, 0, 35, 0, 0)
    assert s.chips == (0,) * players
    assert s.worth == (0,) * 5
    land = read(p.game.show_state(s))
    assert {f"{value} on {space}" for value, space in land.mines} == {
        *("8 on d3", "7 on e3", "6 on b2", "6 on g4"),
        *("5 on b4", "5 on g2", "4 on d5", "4 on e1"),
    }
    assert land.hands == (HANDS[players],) * players
    assert areas(land.fences) == [set(SPACES)]


def test_NU1_a_random_layout_is_eight_draws_one_marker_each():
    game = goldfield.load("nuggets", layout="random")
    s = game.start()
    for i, space in enumerate(["h5", "a1", "c2", "d3", "e4", "b1", "g1", "f5"]):
        assert game.to_act(s) == CHANCE
        assert game.moves(s) == []
        assert game.outcomes(s) == [
            (at, Fraction(1, 40 - i))
            for at in range(40)
            if SPACES[at] not in ["h5", "a1", "c2", "d3", "e4", "b1", "g1"][:i]
        ]
        s = game.play(s, f"{MARKERS[i]}@{space}")
    assert (game.to_act(s), s.phase) == (0, TURN)
    assert "mines=4@a1,4@h5,5@c2,5@d3,6@b1,6@e4,7@g1,8@f5" in game.show_state(s)


def test_NU1_equal_markers_are_the_same_land_in_either_order():
    game = goldfield.load("nuggets", layout="random", first=0)
    ends = set()
    for swaps in product((1, -1), repeat=3):
        s = game.play(game.start(), "first 2")
        for pair, order in zip((("a1", "h5"), ("c2", "d3"), ("e4", "b1")), swaps, strict=True):
            for space in pair[::order]:
                s = game.play(s, SPACES.index(space))
        for space in ("g1", "f5"):
            s = game.play(s, SPACES.index(space))
        ends.add(s)
    assert len(ends) == 1
    assert game.to_act(ends.pop()) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_NU1_every_own_layout_of_eight_spaces_is_played(players):
    rng = random.Random(players)
    for _ in range(50):
        spaces = rng.sample(SPACES, 8)
        text = " ".join(f"{v}@{space}" for v, space in zip(MARKERS, spaces, strict=True))
        game = goldfield.load("nuggets", players=players, layout=text)
        land = read(game.show_state(game.start()))
        assert sorted(land.mines) == sorted(zip(MARKERS, spaces, strict=True))
        chips = [move for move in game.moves(game.start()) if CHIP <= move < PASS]
        assert len(chips) == 32 * len(set(HANDS[players]))
        assert goldfield.load("nuggets", **game.rules.as_dict()).start() == game.start()


def test_NU1_mines_may_touch_and_lie_in_corners():
    touching = "4@a1 4@a2 5@a3 5@b1 6@b2 6@b3 7@h5 8@h4"
    game = goldfield.load("nuggets", layout=touching)
    assert game.rules.layout == "4@a1 4@a2 5@b1 5@a3 6@b2 6@b3 7@h5 8@h4"


@pytest.mark.parametrize(
    ("layout", "says"),
    [
        (OWN.replace("4@h5", "4@a1"), "Two markers lie on a1."),
        (OWN.replace(" 8@e5", ""), "the eight markers 4, 4, 5, 5, 6, 6, 7, 8, each once."),
        (OWN + " 8@f5", "the eight markers"),
        (OWN.replace("8@e5", "9@e5"), "the eight markers"),
        (OWN.replace("8@e5", "7@e5"), "the eight markers"),
        (
            OWN.replace("e5", "i5"),
            "8@i5 is no marker on a space; a layout has its markers on a1 to h5, as in 8@d3.",
        ),
        (OWN.replace("e5", "e6"), "8@e6 is no marker on a space"),
        (OWN.replace("e5", "e0"), "8@e0 is no marker on a space"),
        (OWN.replace("8@e5", "e5"), "e5 is no marker on a space"),
        ("", "No marker is laid: a layout is standard"),
        (" ; , ", "No marker is laid: a layout is standard"),
        ("usual", "usual is no marker on a space"),
        (None, "A layout is standard, random, or eight markers"),
        (8, "A layout is standard, random, or eight markers"),
        ("8@d3 " * 100, "A layout is standard, random, or eight markers"),
    ],
)
def test_NU1_what_is_no_layout_is_refused_with_a_sentence(layout, says):
    with pytest.raises(BadOption) as refusal:
        goldfield.load("nuggets", layout=layout)
    assert refusal.value.option == "layout"
    assert says in str(refusal.value)


LAYOUTS = 1000


def test_NU1_random_layouts_are_fair_come_again_from_their_seed_and_are_verified():
    """Over 1,000 layouts every space has each marker equally often, by the dice of matches."""
    any_marker: Counter[str] = Counter()
    highest: Counter[str] = Counter()
    for seed in range(LAYOUTS):
        match = begun("nuggets", seed, layout="random", first=1)
        mines = read(match.game.show_state(match.state)).mines
        spaces = [space for _, space in mines]
        assert len(set(spaces)) == 8
        assert [value for value, _ in mines] == MARKERS
        assert [event.kind for event in match.events] == [Kind.CHANCE] * 8
        any_marker.update(spaces)
        highest[spaces[-1]] += 1
        if seed % 50 == 0:
            assert begun("nuggets", seed, layout="random", first=1).events == match.events
            checked = verify(match.given_up().record())
            assert checked.true
            assert len(checked.rolls) == 8
            free = next(space for space in range(40) if SPACES[space] not in spaces)
            true = match.given_up().record()
            forged = replace(true, events=(*true.events[:7], Event(free, Kind.CHANCE, -1)))
            assert not verify(forged).true
    # A space has one of 8 markers with chance 1/5, and these do not lie on one space: the sum of
    # squares is that of 39 degrees of freedom, times 4/5.
    for counts, chance, part in ((any_marker, 8 / 40, 32 / 39), (highest, 1 / 40, 1)):
        mean = LAYOUTS * chance
        sigma = (mean * (1 - chance)) ** 0.5
        assert all(abs(counts[space] - mean) < 4 * sigma for space in SPACES)
        chi_square = sum((counts[space] - mean) ** 2 / mean for space in SPACES) / part
        assert abs(chi_square - 39) < 4 * (2 * 39) ** 0.5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_NU2_the_given_seat_begins_or_a_fair_draw(players):
    for first in range(1, players + 1):
        assert Game("goldfield.games.nuggets", players=players, first=first).start().seat == (
            first - 1
        )
    game = Game("goldfield.games.nuggets", players=players, first=0)
    drawn = game.outcomes(game.start())
    assert [chance for _, chance in drawn] == [Fraction(1, players)] * players
    starts = [game.play(game.start(), outcome) for outcome, _ in drawn]
    assert [game.to_act(s) for s in starts] == list(range(players))
    assert [game.show_move(game.start(), outcome) for outcome, _ in drawn] == [
        f"first {seat + 1}" for seat in range(players)
    ]
    with pytest.raises(BadOption, match="first"):
        Game("goldfield.games.nuggets", players=players, first=players + 1)


@pytest.mark.parametrize(
    ("players", "chips", "seats"),
    [
        (2, ["1@a1", ""], (1,)),
        (2, ["", "1@a1"], (0,)),
        (2, ["", ""], (0, 1)),
        (3, ["1@a1", "", ""], (1, 2)),
        (3, ["1@a1", "1@b1", ""], (2,)),
        (4, ["1@a1", "", "", ""], (1, 3)),
        (4, ["1@a1", "1@b1", "", ""], (0, 1, 2, 3)),
    ],
)
def test_NU2_who_lost_begins_the_next_game(players, chips, seats):
    p = Position(players, chips=chips)
    p.scores()
    room = cast(Any, p.game.room)
    assert room.next_starters(p.game.rules, p.game.setup, p.state, 0).seats == seats


# NU3: two blockers ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_NU3_two_blockers_anywhere_then_the_next_seat(players):
    p = Position(players).do("a1|b1")
    assert (p.seat, p.state.phase, p.state.stock) == (1, SECOND, 34)
    p.do("g4/g5")
    assert (p.seat, p.state.phase, p.state.stock) == (2, TURN, 33)
    assert p.fences == {"a1|b1", "g4/g5"}
    for seat in range(2, players + 1):
        assert p.seat == seat
        p.do("1@a1" if seat == 2 else f"1@a{seat}")
    assert p.seat == 1


def test_NU3_between_the_two_there_is_no_chip_and_no_pass():
    p = Position().do("a1|b1")
    assert p.legal == p.lines
    assert len(p.lines) == 66 - 1, "one line is taken, and a1/a2 would close off a1"
    assert p.refuses("1@a3") == "NU3"
    assert p.refuses("pass") == "NU3"
    assert p.refuses("a1|b1") == "NU3"


def test_NU3_both_orders_lead_to_the_same_land():
    orders = [Position().do(*order).state for order in (("c3|d3", "h1/h2"), ("h1/h2", "c3|d3"))]
    assert orders[0] == orders[1]


def test_NU3_no_line_takes_two_blockers():
    p = Position(fences="d3|e3 a1|b1")
    assert "d3|e3" not in p.lines
    assert p.refuses("e3|d3") == "NU3"


@pytest.mark.parametrize("seed", range(5))
def test_NU3_the_last_blocker_is_a_turn_by_itself(seed):
    fences = lines_in_order(seed)
    p = Position(fences=fences[:34])
    assert p.lines == list(free_lines(frozenset(fences[:34])))
    p.do(fences[34])
    assert (p.state.phase, p.seat, p.state.stock, p.lines) == (TURN, 2, 0, [])
    free = [line for line in LINES if line not in fences]
    assert [p.refuses(line) for line in free] == ["NU3"] * len(free)


@pytest.mark.parametrize("first", ["e1|f1", "f1|g1", "e1/e2"])
def test_NU3_where_no_second_line_is_left_the_turn_is_one_blocker(first):
    p = Position(fences=BARREN)
    assert p.lines == ["e1|f1", "f1|g1", "e1/e2"]
    p.do(first)
    assert (p.seat, p.state.phase, p.state.stock, p.lines) == (2, TURN, 2, [])
    assert p.refuses("e1|f1" if first != "e1|f1" else "f1|g1") == ("NU4")


# NU5: one chip --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_NU5_a_chip_of_the_hand_on_a_space_without_chip_or_mine(players):
    p = Position(players)
    mines = {space for _, space in read(p.game.show_state(p.state)).mines}
    free = [space for space in SPACES if space not in mines]
    values = sorted(set(HANDS[players]))
    assert p.chips == [f"{value}@{space}" for value in values for space in free]
    p.do("3@c4")
    assert p.seat == 2
    before = Position(players).state
    assert p.state.hands == (before.hands[0] - (1 << 10), *before.hands[1:])
    assert p.state.chips == (bits(["c4"]), *before.chips[1:])
    assert p.state.worth == (0, 0, bits(["c4"]), 0, 0)
    assert p.refuses("1@c4") == "NU5"
    assert p.refuses("1@d3") == "NU5"
    assert p.chips == [f"{value}@{space}" for value in values for space in free if space != "c4"]


def test_NU5_no_value_that_the_hand_does_not_have():
    p = Position(chips=("5@a1", "1@b1"))
    assert p.refuses("5@c1") == "NU5"
    p = Position(hands=[[2, 4], [1]])
    assert {text[0] for text in p.chips} == {"2", "4"}
    assert Position(3).refuses("5@c1") == "NU5"


def test_NU5_a_chip_may_lie_in_any_area_and_beside_any_other():
    p = Position(fences=around("a1", "a2", "b1", "c1"), chips=("", "1@a2"))
    assert {"1@a1", "1@h5"} <= set(p.chips)


# NU6, NU7: passing, and what is left without ---------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_NU6_a_pass_on_the_first_move_is_final_and_the_others_go_on(players):
    p = Position(players).do("pass")
    order = []
    for _ in range(3 * (players - 1)):
        order.append(p.seat)
        p.do(p.chips[0])
    assert order == [*range(2, players + 1)] * 3


def test_NU6_the_last_one_in_goes_on_alone_and_ends_the_game():
    p = Position(3).do("pass", "1@a1", "pass")
    for text in ("c1|d1", "c2|d2", "4@a2", "1@a3"):
        assert p.seat == 2
        p.do(text)
    assert p.seat == 2
    p.do("pass")
    assert p.state.phase == ENDED
    assert p.game.is_over(p.state)
    assert p.legal == []
    with pytest.raises(IllegalMove, match="The game is over"):
        p.do("pass")


def test_NU6_the_turn_skips_those_who_are_out():
    p = Position(4, seat=4, passed="1 3")
    p.do("1@a1")
    assert p.seat == 2
    p.do("a1|b1", "b1|c1")
    assert p.seat == 4


def test_NU6_passing_is_legal_at_the_start_of_every_turn_and_last_in_order():
    for players in (2, 3, 4):
        game = goldfield.load("nuggets", players=players)
        for s, _ in random_game(game, random.Random(players)):
            legal = game.moves(s)
            assert (PASS in legal) == (s.phase == TURN)
            assert legal == sorted(set(legal))


def test_NU7_without_chips_one_may_build():
    p = Position(hands=[[], [1]])
    assert p.chips == []
    assert p.legal == [*LINES, "pass"]
    p.do("a1|b1", "c1|d1")
    assert p.seat == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_NU7_without_blockers_one_may_play_chips(players):
    p = Position(players, fences=lines_in_order(players))
    assert (p.lines, p.state.stock) == ([], 0)
    assert len(p.chips) == 32 * len(set(HANDS[players]))
    p.do("1@a1")
    assert p.seat == 2


def test_NU6_who_can_do_nothing_has_only_the_pass():
    fences = [*BARREN.split(), "e1|f1"]
    nothing = Position(fences=fences, hands=[[], [1]])
    assert nothing.legal == ["pass"]
    free = [text[2:] for text in Position().chips if text.startswith("1@")]
    chips = [" ".join(f"1@{space}" for space in half) for half in (free[:16], free[16:])]
    no_space = Position(fences=fences, chips=chips, hands=[[1, 5], []])
    assert no_space.legal == ["pass"]


# Forced passes in a match ---------------------------------------------------------------------


def decided(match: Match, *texts: str) -> Match:
    return match.extended(match.plan(match.position, match.to_act, texts))


def said(match: Match, since: int, reader: int) -> list[str]:
    """The log from an event on, as a reader is told it."""
    game = match.game
    return [
        str(message)
        for before in match.seen(reader, since)
        for message in game.present.describe(
            game.rules, game.setup, before.before, before.event.move, before.after
        )
    ]


def test_NU6_two_seats_forced_out_in_one_go_are_each_told():
    """Seats 1 and 2 build, 3 and 4 lay all their chips: with the last blocker 3 and 4 are out."""
    match = begun("nuggets", 5, players=4)
    lines = lines_in_order(5)
    free = [text[2:] for text in match.game.legal(match.state) if text.startswith("1@")]
    for _ in range(8):
        for _ in (1, 2):
            match = decided(match, lines.pop(0), lines.pop(0))
        for _ in (3, 4):
            hand = [t for t in match.game.legal(match.state) if t.endswith("@" + free[0])]
            match = decided(match, hand[-1])
            free.pop(0)
    match = decided(match, lines.pop(0), lines.pop(0))
    since = match.position
    match = decided(match, lines.pop(0))
    assert lines == []
    assert [(event.kind, event.seat) for event in match.events[since:]] == [
        (Kind.MOVE, 1),
        (Kind.FORCED, 2),
        (Kind.FORCED, 3),
    ]
    assert match.to_act == 0, "whoever still has chips goes on"
    for reader in (-1, 0, 2):
        told = said(match, since + 1, reader)
        assert len(told) == 2
        for text, name in zip(told, ("seat 3", "seat 4"), strict=True):
            assert text.startswith(f"{name} had to pass: there is no blocker left, and ")
    with pytest.raises(NotYourTurn):
        match.plan(match.position, 2, ["pass"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_NU6_NU7_when_nobody_can_do_anything_the_match_ends_by_itself(players):
    """All blockers and all spaces are used up: every seat passes, one event each."""
    match = begun("nuggets", players, players=players)
    rng = random.Random(players)
    while not match.is_over:
        ids = [move for move in match.game.moves(match.state) if move != PASS]
        match = match.extended(match.plan(match.position, match.to_act, [rng.choice(ids)]))
    passes = [event for event in match.events if event.move == PASS]
    assert sorted(event.seat for event in passes) == list(range(players))
    assert {event.kind for event in passes} == {Kind.FORCED}
    assert match.events[-1] is passes[-1]
    left = sum(map(len, read(match.game.show_state(match.state)).hands))
    assert left == {2: 0, 3: 1, 4: 0}[players], "33 chips do not fit on 32 spaces"
    assert verify(match.record()).true


def test_NU6_who_passed_in_a_match_is_refused_ever_after():
    match = decided(begun("nuggets", 1, players=3), "pass")
    for _ in range(6):
        assert match.to_act != 0
        with pytest.raises(NotYourTurn) as refusal:
            match.plan(match.position, 0, ["1@a1"])
        assert str(refusal.value)
        match = decided(match, match.game.legal(match.state)[-2])


# NU8, NU9: who sees what ----------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("look", [True, False])
def test_NU8_NU9_only_the_owner_sees_values_and_only_with_look_on_the_board(players, look):
    p = Position(players, look=look).do("4@c4", "1@a1")
    for reader in range(-1, players):
        text = p.game.show(p.state, reader)
        fields = dict(word.split("=") for word in text.split() if "=" in word)
        hands, chips = fields["hands"].split(","), fields["chips"].split(",")
        for seat in range(players):
            own = seat == reader
            held = len(HANDS[players]) - (seat < 2)
            assert hands[seat] == (full_hand(p, seat) if own else f"{held}x?")
            lies = {0: "4@c4", 1: "1@a1"}.get(seat, "-")
            assert chips[seat] == (
                lies if own and look else lies.replace(lies[0], "?", 1) if "@" in lies else "-"
            )
        move = p.game.parse_move(Position(players, look=look).state, "4@c4")
        shown = p.game.show_move(p.state, p.game.mask(Position(players).state, move, reader))
        assert shown == ("4@c4" if reader == 0 and look else "?@c4")


def full_hand(p: Position, seat: int) -> str:
    land = read(p.game.show_state(p.state))
    held = Counter(land.hands[seat])
    return "+".join(f"{held[value]}x{value}" for value in sorted(held))


def test_NU9_partners_see_no_more_than_opponents():
    p = Position(4).do("4@c4")
    assert p.game.show(p.state, 1) != p.game.show(p.state, 2), "each sees the own hand"
    hidden = [
        dict(word.split("=") for word in p.game.show(p.state, seat).split()[2:]) for seat in (1, 2)
    ]
    assert [fields["chips"] for fields in hidden] == ["?@c4,-,-,-"] * 2
    assert hidden[0]["hands"].split(",")[0] == hidden[1]["hands"].split(",")[0] == "7x?"


@pytest.mark.parametrize("look", [True, False])
def test_NU8_all_is_open_after_the_end(look):
    p = Position(look=look).do("5@c4", "1@a1", "pass", "pass")
    for reader in (-1, 0, 1):
        assert p.game.view(p.state, reader) == p.state


# Over whole games -----------------------------------------------------------------------------

OPTION_SETS = [
    {"players": players, "look": look, "layout": layout, "first": first}
    for players, (look, layout, first) in product(
        (2, 3, 4), ((True, "standard", 1), (False, "random", 0), (True, OWN, 2))
    )
]


@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda o: " ".join(map(str, o.values())))
def test_no_chip_is_lost_and_nobody_is_stuck(options):
    """Chips and blockers are accounted for after every step; masks and moves are never stale."""
    game = goldfield.load("nuggets", **options)
    start = Counter(HANDS[options["players"]])
    for seed in range(8):
        rng = random.Random(seed)
        style = random.Random(seed + 100)
        for s, move in random_game(
            game, rng, style.choice((0.2, 0.5, 0.9)), style.choice((0, 0.1))
        ):
            land = read(game.show_state(s))
            for seat, hand in enumerate(land.hands):
                lie = Counter(value for _, owner, value in land.chips if owner == seat)
                assert lie + Counter(hand) == start
            spaces = [space for space, _, _ in land.chips] + [space for _, space in land.mines]
            assert len(set(spaces)) == len(spaces)
            assert min(map(len, areas(land.fences))) >= 4
            if move < 0:
                assert s.phase == ENDED
                assert game.legal(s) == []
                sides = points(land)
                players = len(land.hands)
                assert list(game.scores(s)) == [sides[side_of(players, i)] for i in range(players)]
                continue
            assert set(game.scores(s)) == {0}
            if game.to_act(s) >= 0:
                assert s.seat not in land.passed
                assert move in game.moves(s)


@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda o: " ".join(map(str, o.values())))
def test_states_are_equal_after_pickle_and_deepcopy_and_go_on_alike(options):
    game = goldfield.load("nuggets", **options)
    rules = pickle.loads(pickle.dumps(game.rules))
    assert rules == game.rules
    assert copy.deepcopy(rules) == rules
    assert goldfield.load("nuggets", **rules.as_dict()).setup == game.setup
    states = 0
    for seed in range(40):
        for s, move in random_game(game, random.Random(seed), 0.7):
            states += 1
            rng = seeded(seed, states)
            for twin in (
                pickle.loads(pickle.dumps(s)),
                copy.deepcopy(s),
                State(*s),
                *([game.parse_state(game.show_state(s))] if states % 5 == 0 else []),
            ):
                assert twin == s
                assert hash(twin) == hash(s)
                if move >= 0:
                    assert game.room.play(game.setup, twin, move) == game.room.play(
                        game.setup, s, move
                    )
                    if game.to_act(s) == CHANCE:
                        assert game.roll(twin, rng) == game.roll(s, rng)
                    elif states % 5 == 0:
                        assert game.moves(twin) == game.moves(s)
        if states >= 2000:
            return
    raise AssertionError("too few states were compared")
