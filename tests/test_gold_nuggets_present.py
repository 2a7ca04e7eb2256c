"""The data of the page: every choice of dice is either a legal reading or has its reason."""

from collections import Counter

import pytest

from goldfield import IllegalMove
from goldfield.games.contract import CHANCE, Why
from goldfield.games.game import Game
from goldfield.games.gold_nuggets import present
from goldfield.games.gold_nuggets.choosing import taken
from goldfield.games.gold_nuggets.rules import KEEP, State, table_of
from goldfield.games.gold_nuggets.sentences import BLOWS
from goldfield.games.gold_nuggets.turn import Aside, roll_id
from goldfield.rng import below, seeded
from goldfield.words import render

OPTIONS = [
    {"players": 2},
    {"players": 3, "straights": True},
    {"players": 4, "rob": "several", "pairs": True, "extra": True},
    {"players": 5, "straights": True, "pairs": True, "edition": "gold_nuggets"},
]


def game_of(**options: object) -> Game:
    return Game("goldfield.games.gold_nuggets", **options)


def walk(game: Game, seed: int, steps: int = 400):
    """States of a random game in which a seat is to act."""
    s, rng = game.start(), seeded(seed, 5)
    for _ in range(steps):
        if game.is_over(s):
            return
        if game.to_act(s) == CHANCE:
            move, rng = game.roll(s, rng)
        else:
            yield s
            legal = game.moves(s)
            pick, rng = below(rng, len(legal))
            move = legal[pick]
        s = game.play(s, move)


def table(game: Game, s: State, seat: int | None = None):
    return present.table(game.rules, game.setup, s, s.seat if seat is None else seat)


def before(game: Game, s: State) -> Aside:
    """What lies aside."""
    return table_of(game.rules).asides[s.aside]


def after(game: Game, move: int) -> Aside:
    """What lies aside once a set-aside was made."""
    return table_of(game.rules).asides[move]


def thrown(game: Game, faces: str, *, aside: str = "", piles: tuple[int, int] = (3, 4)) -> State:
    """Seat 0 chooses among these dice, with nothing or some gold and lassos aside."""
    lies = table_of(game.rules).asides.index(Aside(aside.count("G"), aside.count("L")))
    counts = tuple(faces.count(face) for face in "GL2345")
    return State(KEEP, 0, lies, roll_id(counts), 70 - sum(piles), piles, 1, 0, 0)


def form_of(rolled: str, chosen: str, do: str = "keep") -> dict[str, list[str]]:
    """Tick the last dice that show the chosen faces, as somebody might."""
    want = Counter(chosen)
    ticked = []
    for i in range(len(rolled) - 1, -1, -1):
        if want[rolled[i]]:
            want[rolled[i]] -= 1
            ticked.append(str(i))
    return {"die": ticked, "do": [do]}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_choice_of_dice_is_a_reading_or_has_a_reason(options):
    game = game_of(**options)
    for s in walk(game, 1):
        if s.phase != KEEP:
            continue
        data = table(game, s)
        readings = {r["move"] for entry in data["sets"].values() for r in entry["readings"]}
        by_dice: dict[str, list[int]] = {}
        for move in game.moves(s):
            by_dice.setdefault(taken(before(game, s), after(game, move)), []).append(move)
        for chosen, moves in by_dice.items():
            ends = {(game.setup.left[move], game.setup.worth[move]) for move in moves}
            # nobody is asked where all seven lie aside for the same worth, whatever is meant
            same = len(ends) == 1 and min(ends)[0] == 0
            assert len(readings & set(moves)) == (1 if same else len(moves)), chosen
        for chosen, entry in data["sets"].items():
            form = form_of(data["rolled"], chosen)
            may_grow = any(not Counter(chosen) - Counter(legal) for legal in by_dice)
            assert entry["near"] == may_grow
            if entry["why"] is not None:
                assert not entry["readings"]
                assert ("cannot go" in render(entry["why"])) <= (not may_grow)
                with pytest.raises(IllegalMove) as refused:
                    present.read_form(game.rules, game.setup, s, s.seat, form)
                assert refused.value.message == entry["why"]
                assert render(entry["why"]).endswith(".")
            elif len(entry["readings"]) > 1:
                with pytest.raises(IllegalMove) as refused:
                    present.read_form(game.rules, game.setup, s, s.seat, form)
                assert refused.value.why is Why.AMBIGUOUS
                assert list(refused.value.candidates) == [r["text"] for r in entry["readings"]]
                labels = {render(r["label"]) for r in entry["readings"]}
                assert len(labels) == len(entry["readings"])
                for r in entry["readings"]:
                    form["reading"] = [r["text"]]
                    assert present.read_form(game.rules, game.setup, s, s.seat, form) == [r["move"]]
            else:
                move = entry["readings"][0]["move"]
                assert present.read_form(game.rules, game.setup, s, s.seat, form) == [move]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_a_button_says_is_what_its_post_brings(options):
    game = game_of(**options)
    for s in walk(game, 2, 250):
        data = table(game, s)
        entries = (
            [(key, r) for key, e in data["sets"].items() for r in e["readings"]]
            if s.phase == KEEP
            else [("", {"actions": data["actions"]})]
        )
        for chosen, reading in entries:
            for action in reading["actions"]:
                form = form_of(data["rolled"], chosen, action["do"])
                form["reading"] = [reading["text"]] if "text" in reading else []
                after = s
                for move in present.read_form(game.rules, game.setup, s, s.seat, form):
                    after = game.play(after, move)
                gain = after.piles[s.seat] - s.piles[s.seat]
                label = render(action["label"])
                effect = render(action["effect"])
                if action["do"] == "collect" and "nothing" not in label:
                    assert label == f"Collect {gain}"
                elif action["do"].startswith("rob") and not action["warn"]:
                    assert effect == f"{gain} of {s.piles[action['seat']]}"
                elif action["warn"]:
                    assert gain == 0
                elif action["do"] == "keep":
                    assert effect.startswith(f"brings {gain} ")
        if s.phase != KEEP:
            assert len(data["actions"]) == len(game.moves(s))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_choices_list_the_legal_moves_and_others_get_no_controls(options):
    game = game_of(**options)
    for s in walk(game, 3, 200):
        listed = present.choices(game.rules, game.setup, s, s.seat)
        assert [c.move for c in listed] == game.moves(s)
        assert all(game.parse_move(s, c.text) == c.move for c in listed)
        other = table(game, s, (s.seat + 1) % game.info.seats)
        assert not other["mine"]
        assert not other["actions"]
        assert not other["sets"]


def test_read_form_refuses_dice_that_are_not_on_the_table():
    game = game_of(players=2)
    s = next(s for s in walk(game, 4) if s.phase == KEEP)
    for die in ("9", "77"):
        with pytest.raises(IllegalMove) as refused:
            present.read_form(game.rules, game.setup, s, s.seat, {"die": [die]})
        assert refused.value.why is Why.UNPARSABLE
    with pytest.raises(IllegalMove, match="at least one die"):
        present.read_form(game.rules, game.setup, s, s.seat, {"do": ["roll"]})
    with pytest.raises(IllegalMove):
        present.read_form(game.rules, game.setup, s, s.seat, {"die": ["-1", "x", "٣"]})


def test_the_log_tells_what_happened_in_the_past_tense():
    game = game_of(players=2, first=0)
    s, rng = game.start(), seeded(11, 1)
    said: list[str] = []
    while not game.is_over(s):
        if game.to_act(s) == CHANCE:
            move, rng = game.roll(s, rng)
        else:
            legal = game.moves(s)
            pick, rng = below(rng, len(legal))
            move = legal[pick]
        after = game.play(s, move)
        said += map(render, present.describe(game.rules, game.setup, s, move, after))
        s = after
    assert said[0].startswith("The draw fell on seat")
    assert said[-1] == "The supply is empty: the game has ended."
    assert any("went bust" in line for line in said)
    assert any("collected" in line for line in said)
    assert all(line[0].isupper() or line.startswith("seat") for line in said)
    assert all(line.endswith(".") for line in said)


BOTH = {"straights": True, "pairs": True}


@pytest.mark.parametrize(
    ("options", "rolled", "chosen", "near", "words"),
    [
        ({}, "GLL2225", "22", True, "One more 2 makes a set."),
        ({}, "GLL2225", "2", True, "2 more 2s make a set."),
        ({}, "GLL2225", "GL2", True, "2 more 2s make a set."),
        ({}, "LLL2225", "25", False, "5 cannot go: a new number needs 3 dice alike, and only 1"),
        ({}, "2225554", "25", True, "2 2 5 5 more make sets of them."),
        ({"pairs": True}, "2234GGG", "2", True, "One more 2 makes a pair."),
        (BOTH, "GGG3345", "34", True, "5 is missing for a straight."),
        (BOTH, "GGG3345", "3", True, "One more 3 makes a pair."),
        (BOTH, "GGG3345", "GGG3345", False, "3-4-5 is a straight; the other 3 is left over."),
        (BOTH, "GGG2255", "25", True, "2 5 more make sets of them."),
        ({"straights": True}, "GGG2255", "5", False, "5 cannot go: that makes no set and no"),
    ],
)
def test_an_unfinished_choice_is_told_what_it_lacks(options, rolled, chosen, near, words):
    game = game_of(players=2, **options)
    entry = table(game, thrown(game, rolled))["sets"][chosen]
    assert entry["near"] is near
    assert render(entry["why"]).startswith(words)


def test_a_die_says_what_its_kind_brings_or_why_it_cannot_go():
    game = game_of(players=2, extra=True)
    dice = table(game, thrown(game, "GL2333345"[:7]))["dice"]
    tags = {die["face"]: render(die["tag"]) for die in dice}
    assert tags == {
        "G": "1 nugget",
        "L": "lasso",
        "2": "needs 2 more",
        "3": "set: 4 nuggets",
    }
    for die in dice:
        assert die["can"] == (die["why"] is None)


def test_readings_are_told_in_words_with_their_worth():
    game = game_of(players=2, **BOTH)
    sets = table(game, thrown(game, "2233455"))["sets"]
    labels = {render(r["label"]) for r in sets["22345"]["readings"]}
    assert labels == {"2 2 as a pair and the straight 3-4-5: worth 4 nuggets"}
    sets = table(game, thrown(game, "2334455"))["sets"]
    assert [render(r["label"]) for r in sets["334455"]["readings"]] == [
        "two straights 3-4-5: worth 6 nuggets",
        "3 3 as a pair and 4 4 as a pair and 5 5 as a pair: worth 3 nuggets",
    ]
    long = State(KEEP, 0, 0, 0, 70, (3, 4), 1, 0, 0)
    low = table_of(game.rules).asides.index(Aside(low=1, n2=0))
    rolled = roll_id((2, 0, 0, 0, 0, 2))
    sets = table(game, long._replace(aside=low, roll=rolled))["sets"]
    assert [render(r["label"]) for r in sets["5"]["readings"]] == [
        "5 to the straight 2-3-4: worth 4 nuggets"
    ]


def test_the_headline_asks_only_who_is_asked():
    game = game_of(players=2)
    for s in walk(game, 6):
        mine, other = table(game, s), table(game, s, 1 - s.seat)
        assert render(mine["asked"]).startswith(f"seat {s.seat + 1}: ")
        assert render(other["title"]).startswith(f"seat {s.seat + 1}")
        assert not render(mine["title"]).startswith("seat")


def test_three_lassos_are_cheered_only_where_there_is_something_to_rob():
    game = game_of(players=2)

    def title(*args: str, **more: object) -> str:
        return render(table(game, thrown(game, *args, **more))["title"])

    cheer = "Three lassos! Take them and rob?"
    assert title("GLLL225") == cheer
    assert title("L22", aside="GGLL") == cheer
    assert title("LLL2255") != cheer, "worth nothing, whatever is kept"
    assert title("GLLL225", piles=(7, 0)) != cheer, "nobody has anything"
    assert title("L5", aside="GGLLL") != cheer, "they lie aside already"


def test_a_bust_and_a_robbery_have_signs() -> None:
    """The signs go by sentences of the log; each of them is one that is said."""
    game = game_of(players=2)
    said: set[str] = set()
    for position, move in (
        ("roll 1 run=1 aside=GGG,222 supply=50 piles=9,18", "5"),
        ("roll 1 run=2 aside=GGG,222 supply=50 piles=9,18", "5"),
        ("choice 1 run=1 aside=LLL,444 supply=50 piles=9,18", "rob 2"),
        ("choice 1 run=1 aside=LLL,444 supply=59 piles=18,0", "rob 2"),
    ):
        before = game.parse_state(position)
        number = game.parse_move(before, move)
        after = game.play(before, number)
        told = present.describe(game.rules, game.setup, before, number, after)
        said |= {one.id for one in told}
    assert said == set(BLOWS)


def test_nuggets_travel_from_where_they_lay_and_blows_are_struck() -> None:
    game = game_of(players=3)
    blow = {"to": "blow"}

    def moved(position: str, move: str):
        before = game.parse_state(position)
        number = game.parse_move(before, move)
        after = game.play(before, number)
        return present.moved(game.rules, game.setup, before, number, after)

    at = "supply=47 piles=9,18,3"
    assert moved(f"roll 1 run=1 aside=GGG,222 {at}", "5") == [blow]
    assert moved(f"roll 1 run=1 aside=GGG,222 {at}", "G") == []
    assert moved(f"choice 1 run=1 aside=LLL,444 {at}", "collect") == [
        {"from": "supply", "to": "holds-1", "what": ["pile-4"]}
    ]
    assert moved(f"choice 1 run=1 aside=LLL,444 {at}", "rob 3") == [
        {"from": "holds-3", "to": "holds-1", "what": ["pile-3"]},
        blow,
    ]
    at = "supply=50 piles=9,18,0"
    assert moved(f"choice 1 run=1 aside=LLL,444 {at}", "rob 3") == [blow]
    assert moved(f"choice 1 run=1 aside=LLL,444 {at}", "roll") == []
    # with all seven aside the collection follows at once
    assert moved(f"keep 1 run=1 aside=GG,2222 roll=G {at}", "keep G") == [
        {"from": "supply", "to": "holds-1", "what": ["pile-5"]}
    ]
