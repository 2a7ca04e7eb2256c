"""The data of the page: every choice of dice is either a legal reading or has its reason."""

from collections import Counter

import pytest

from goldfield import IllegalMove
from goldfield.games.contract import CHANCE, Why
from goldfield.games.game import Game
from goldfield.games.gold_nuggets import present
from goldfield.games.gold_nuggets.rules import KEEP, State
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
        readings = [r["move"] for entry in data["sets"].values() for r in entry["readings"]]
        assert sorted(readings) == game.moves(s)
        for chosen, entry in data["sets"].items():
            form = form_of(data["rolled"], chosen)
            if entry["why"] is not None:
                assert not entry["readings"]
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
