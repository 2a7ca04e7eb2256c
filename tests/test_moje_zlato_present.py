"""The data of the page: every choice of dice and cards can be confirmed or has its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from goldfield import IllegalMove
from goldfield.games.contract import CHANCE, Why
from goldfield.games.game import Game
from goldfield.games.moje_zlato import present
from goldfield.games.moje_zlato.deck import CONTENTS
from goldfield.games.moje_zlato.state import ACT, REROLL, REVEAL, State
from goldfield.games.moje_zlato.turn import throw_text
from goldfield.rng import below, seeded
from goldfield.words import Message, render
from tests.moje_zlato_position import Position

OPTIONS = [
    {"players": 2},
    {"players": 3, "fish": True},
    {"players": 4, "rerolls": 0},
    {"players": 2, "commit": True},
    {"players": 3, "commit": True, "deck": "3x1:c 2x2:cdd 2x3:dddd 1x1:fish"},
]


def game_of(**options: Any) -> Game:
    return Game("goldfield.games.moje_zlato", **options)


def walk(game: Game, seed: int, steps: int = 260) -> Iterator[State]:
    """States of a random game in which a seat is to act."""
    for s, _, _ in steps_of(game, seed, steps):
        if game.to_act(s) != CHANCE:
            yield s


def steps_of(game: Game, seed: int, steps: int = 260) -> Iterator[tuple[Any, int, Any]]:
    """The steps of a random game: before, move or outcome, after."""
    s, rng = game.start(), seeded(seed, 5)
    for _ in range(steps):
        if game.is_over(s):
            return
        if game.to_act(s) == CHANCE:
            move, rng = game.roll(s, rng)
        else:
            legal = game.moves(s)
            pick, rng = below(rng, len(legal))
            move = legal[pick]
        after = game.play(s, move)
        yield s, move, after
        s = after


def table(game: Game, s: Any, seat: int | None = None) -> dict[str, Any]:
    return present.table(game.rules, game.setup, s, s.seat if seat is None else seat)


def read(game: Game, s: Any, form: dict[str, list[str]]) -> list[int]:
    return present.read_form(game.rules, game.setup, s, s.seat, form)


def played(game: Game, s: Any, moves: list[int]) -> Any:
    """The position after moves of one seat; each must be legal."""
    for move in moves:
        assert move in game.moves(s)
        s = game.play(s, move)
    return s


def form_of(data: dict[str, Any], key: str, do: str) -> dict[str, list[str]]:
    """What the page posts once the pieces of a choice are chosen: the last of several alike."""
    hand = [die["face"] for die in data["dice"]]
    form: dict[str, list[str]] = {"do": [do], "die": [], "card": []}
    for piece in key.split():
        if piece in "CDKS":
            number = len(hand) - 1 - hand[::-1].index(piece)
            hand[number] = ""
            form["die"].append(str(number))
        else:
            form["card"].append(piece)
    return form


def hand_of(s: Any) -> str:
    return throw_text(s.hand)


def less(faces: str, part: str) -> str:
    left = Counter(faces)
    left.subtract(part)
    assert min(left.values(), default=0) >= 0
    return "".join(face * left[face] for face in "CDKS")


def test_a_ship_boarded_before_the_second_roll_is_not_boarded_again() -> None:
    """Its treasures are taken without a further sabre, and the table needs none in hand."""
    t = Position(beside=("", "c"), chests=(1, 0, 0), commit=True).fell("CCKS").board(1).stand()
    data = present.table(t.rules, t.setup, t.state, 0)
    assert data["ships"][1]["boarded"]
    assert not data["ships"][1]["can_attack"]
    assert "ship-2" not in data["sets"]
    assert [r["text"] for r in data["sets"]["2-c"]["readings"]] == ["take 2: c"]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_legal_move_can_be_posted_from_the_page(options: dict[str, Any]) -> None:
    """By its own button, and by what a page without scripts sends."""
    game = game_of(**options)
    for s in walk(game, 1):
        data = table(game, s)
        by_button: set[int] = set()
        plainly: set[int] = set()
        for key, entry in data["sets"].items():
            assert (entry["why"] is None) == bool(entry["readings"])
            for reading in entry["readings"]:
                for action in reading["actions"]:
                    moves = read(game, s, form_of(data, key, action["do"]))
                    played(game, s, moves)
                    by_button.add(moves[0])
                if action["do"] in ("again", "keep", "end"):
                    plainly.add(moves[0])
                    continue
                form = form_of(data, key, "cards")
                assert moves == reading["moves"]
                if len(entry["readings"]) > 1:
                    with pytest.raises(IllegalMove) as refused:
                        read(game, s, form)
                    assert refused.value.why is Why.AMBIGUOUS
                    assert reading["text"] in refused.value.candidates
                    form["reading"] = [reading["text"]]
                assert read(game, s, form) == moves
                plainly.add(moves[0])
        assert by_button == plainly == set(game.moves(s))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_lit_cards_are_those_that_some_legal_move_fills(options: dict[str, Any]) -> None:
    game = game_of(**options)
    for s in walk(game, 2):
        data = table(game, s)
        lit = {c["piece"] for c in data["chests"] if c and c["can"]}
        for ship in data["ships"]:
            lit |= {t["piece"] for t in ship["treasures"] if t["can"]}
            if ship["can_board"]:
                lit.add(ship["piece"])
        touched = {
            piece
            for key, entry in data["sets"].items()
            if entry["readings"]
            for piece in key.split()
            if piece not in "CDKS"
        }
        assert lit == touched
        for card in (*filter(None, data["chests"]), *treasures_of(data)):
            assert card["can"] == (card["why"] is None)
            if card["can"]:
                assert card["move"] in game.moves(s)
                assert card["text"].split("; ")[0] == game.show_move(s, card["move"])
            else:
                assert sentence(card["why"])


def treasures_of(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [t for ship in data["ships"] for t in ship["treasures"]]


def sentence(message: Message) -> str:
    said = render(message)
    assert said
    assert said[0].isupper() or said[0].isdigit(), said
    assert said[-1] in ".?"
    return said


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_a_choice_pays_and_leaves_agrees_with_play(options: dict[str, Any]) -> None:
    game = game_of(**options)
    seen = decided = 0
    for s in walk(game, 3):
        data = table(game, s)
        for key, entry in data["sets"].items():
            for reading in entry["readings"]:
                if "pay" not in reading:
                    continue
                seen += 1
                assert reading["leaves"] == less(hand_of(s), reading["pay"])
                after = played(game, s, reading["moves"])
                if after.phase in (ACT, REROLL) and after.seat == s.seat:
                    assert hand_of(after) == reading["leaves"]
                told = sentence(reading["verdict"])
                goes_on = {later.phase in (ACT, REROLL) for later in once_open(game, after)}
                assert ("the turn ends" in told) == (not reading["leaves"] or goes_on == {False})
                if reading["leaves"] and "you would lose" not in told:
                    assert ("still have" in told) == (goes_on == {True})
                    assert ("hides decides" in told) == (len(goes_on) == 2)
                    decided += len(goes_on) - 1
                check_places(data, key, reading)
    assert seen > 50
    assert decided > 0 or game.setup.commit


def once_open(game: Game, s: Any) -> list[Any]:
    """What a position may be once the chest that was opened, if one was, is turned over."""
    if s.phase != REVEAL:
        return [s]
    return [game.play(s, outcome) for outcome, _ in game.outcomes(s)]


def check_places(data: dict[str, Any], key: str, reading: dict[str, Any]) -> None:
    """Every die that is paid lies on a free place of its own that takes it."""
    hand = [die["face"] for die in data["dice"]]
    chosen = [piece for piece in key.split() if piece not in "CDKS"]
    numbers = [lay["die"] for lay in reading["lays"]]
    assert sorted(hand[n] for n in numbers) == sorted(reading["pay"])
    assert len(set(numbers)) == len(numbers)
    places: set[tuple[str, int, int]] = set()
    for lay in reading["lays"]:
        piece = chosen[lay["card"]] if isinstance(lay["card"], int) else lay["card"]
        place = (piece, lay["card"] if isinstance(lay["card"], int) else -1, lay["place"])
        assert place not in places
        places.add(place)
        needs = free_places(data, piece)[lay["place"]]
        face = hand[lay["die"]]
        assert face in (needs, "S")
        if face == "S" and needs != "S":
            # MZ6: no natural symbol stays in hand while a sabre stands for it
            assert needs not in reading["leaves"]


def free_places(data: dict[str, Any], piece: str) -> dict[int, str]:
    """The places of a card on which no die lies, and the face each asks for."""
    if piece.startswith("ship-"):
        return {0: "S"}
    for chest in filter(None, data["chests"]):
        if chest["piece"] == piece:
            return dict.fromkeys(range(len(chest["filled"]), chest["locks"]), "K")
    card = next(t for t in treasures_of(data) if t["piece"] == piece)
    return {i: p["symbol"].upper() for i, p in enumerate(card["places"]) if not p["die"]}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_refused_choice_says_why_and_the_post_says_the_same(options: dict[str, Any]) -> None:
    game = game_of(**options)
    refused_choices = 0
    for s in walk(game, 4):
        data = table(game, s)
        for card in (*filter(None, data["chests"]), *treasures_of(data)):
            if not card["can"]:
                refused_choices += 1
                with pytest.raises(IllegalMove) as refused:
                    read(game, s, form_of(data, card["piece"], "cards"))
                assert refused.value.message == card["why"]
        for key, entry in data["sets"].items():
            if entry["why"] and key and key not in "CDKS":
                refused_choices += 1
                with pytest.raises(IllegalMove) as refused:
                    read(game, s, form_of(data, key, "cards"))
                assert sentence(refused.value.message)
    assert refused_choices > 40


SMALL = {"deck": "12x1:c 12x1:d 4x2:cd", "faces": "CDKKKS"}
"""Small treasures, and few dice to load them with: often several lie beside a ship."""


@pytest.mark.parametrize("options", [{**o, **SMALL} for o in OPTIONS[:3:2]], ids=str)
def test_whatever_an_attack_cannot_take_together_has_a_reason(options: dict[str, Any]) -> None:
    """All choices of up to three treasures beside one ship: an attack, or a sentence."""
    game = game_of(**options)
    together = 0
    for seed in (5, 6):
        for s in walk(game, seed):
            if s.phase != ACT:
                continue
            data = table(game, s)
            for ship in data["ships"]:
                if ship["seat"] == s.seat:
                    continue
                pieces = [t["piece"] for t in ship["treasures"]]
                for n in (1, 2, 3):
                    for chosen in combinations(pieces, n):
                        form = form_of(data, " ".join(chosen), "cards")
                        attack = f"attack {ship['seat'] + 1}: " + ", ".join(
                            piece.split("-")[1] for piece in chosen
                        )
                        if attack in game.legal(s):
                            assert read(game, s, form) == [game.parse_move(s, attack)]
                            together += n > 1
                        else:
                            with pytest.raises(IllegalMove):
                                read(game, s, form)
    assert together


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_die_chosen_first_lights_the_cards_that_it_can_be_laid_on(
    options: dict[str, Any],
) -> None:
    game = game_of(**options)
    for s in walk(game, 7):
        if s.phase != ACT:
            continue
        data = table(game, s)
        for die in data["dice"]:
            entry = data["sets"][die["face"]]
            takes = {
                piece
                for key, other in data["sets"].items()
                for r in other["readings"]
                if die["face"] in r.get("pay", "")
                for piece in key.split()
            }
            masts = {
                key
                for key, other in data["sets"].items()
                for lay in other.get("lays", ())
                if data["dice"][lay["die"]]["face"] == die["face"]
            }
            assert set(entry["lights"] or ()) == takes | masts
            assert die["can"] == bool(takes)
            assert takes or not masts
            assert not entry["readings"]
            assert sentence(entry["why"])
            assert (die["why"] is None) == die["can"]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_choices_list_the_legal_moves_and_others_get_no_controls(options: dict[str, Any]) -> None:
    game = game_of(**options)
    for s in walk(game, 8):
        listed = present.choices(game.rules, game.setup, s, s.seat)
        assert [c.move for c in listed] == game.moves(s)
        assert all(game.parse_move(s, c.text) == c.move for c in listed)
        for seat in (-1, (s.seat + 1) % game.info.seats):
            other = table(game, s, seat)
            assert not other["mine"]
            assert not other["actions"]
            assert not other["sets"]
            assert not any(c["can"] for c in (*filter(None, other["chests"]), *treasures_of(other)))
            assert not any(die["can"] for die in other["dice"])


def test_the_second_roll_is_offered_for_every_choice_of_dice() -> None:
    game = game_of(players=2)
    for s in walk(game, 9):
        if s.phase != REROLL:
            continue
        data = table(game, s)
        hand = hand_of(s)
        wanted = {
            "".join(sorted(part, key="CDKS".index))
            for n in range(len(hand) + 1)
            for part in combinations(hand, n)
        }
        assert set(data["again"]) == wanted
        assert {key.replace(" ", "") for key in data["sets"]} == wanted
        for faces, entry in data["again"].items():
            assert entry["leaves"] == less(hand, faces) or not faces
            (move,) = read(game, s, form_of(data, " ".join(faces), "again" if faces else "keep"))
            assert move == entry["move"]
        with pytest.raises(IllegalMove, match="Choose the dice to roll again"):
            read(game, s, {"do": ["again"]})


def test_read_form_refuses_what_is_not_on_the_table() -> None:
    game = game_of(players=2)
    s = next(s for s in walk(game, 10) if s.phase == REROLL)
    for die in ("9", "77"):
        with pytest.raises(IllegalMove) as refused:
            read(game, s, {"do": ["again"], "die": [die]})
        assert refused.value.why is Why.UNPARSABLE
    for form in ({}, {"do": ["cards"], "card": ["chest-9", "5-c", ""]}, {"do": ["x" * 9999]}):
        with pytest.raises(IllegalMove):
            read(game, s, form)  # pyright: ignore[reportArgumentType]
    with pytest.raises(IllegalMove):
        read(game, s, {"do": ["again"], "die": ["-1", "x", "٣"]})
    with pytest.raises(IllegalMove):
        read(game, s, {"do": [";".join(["stand"] * 400)]})


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_table_shows_what_is_there(options: dict[str, Any]) -> None:
    game = game_of(**options)
    for before, _, after in steps_of(game, 11):
        for s in (before, after):
            data = table(game, s, 0)
            assert [ship["points"] for ship in data["ships"]] == [
                int(score) for score in game.scores(s)
            ]
            assert [c["locks"] if c else 0 for c in data["chests"]] == list(s.chests)
            assert data["pile"]["buried"] == sum(s.buried) + (s.top > 0)
            assert sum(data["pile"]["by_locks"]) == data["pile"]["buried"]
            for ship, pack in zip(data["ships"], s.beside, strict=True):
                shown = Counter(t["content"] for t in ship["treasures"])
                assert shown == {
                    content: n for k, content in enumerate(CONTENTS) if (n := (pack >> 4 * k) & 15)
                }
            if s.phase in (REROLL, ACT):
                on_cards = sum(
                    bool(place["die"]) for t in treasures_of(data) for place in t["places"]
                )
                on_cards += sum(len(c["filled"]) for c in data["chests"] if c)
                on_cards += sum(ship["boarded"] for ship in data["ships"])
                assert len(data["dice"]) + data["spent"] + on_cards == 4
                assert len(data["laid"]) == on_cards


def test_nothing_tells_unopened_chests_apart_but_their_locks() -> None:
    """Chests with as many locks differ in their slot alone, whatever they will turn out to hold."""
    game = game_of(players=2, fish=True)
    same = 0
    for s in walk(game, 12):
        data = table(game, s)
        for one, other in combinations(filter(None, data["chests"]), 2):
            if one["locks"] != other["locks"] or one["filled"] or other["filled"]:
                continue
            same += 1
            slots = {"slot", "piece", "move", "text"}
            assert {k: v for k, v in one.items() if k not in slots} == {
                k: v for k, v in other.items() if k not in slots
            }
            assert sum(h["n"] for h in one["hides"]) == one["hides"][0]["of"]
    assert same > 20


def test_the_last_round_counts_down_to_the_very_last_turn() -> None:
    game = game_of(players=3, deck="2x1:c 1x2:cd 1x1:d")
    for seed in range(8):
        turns: list[int] = []
        said: list[str] = []
        for s, _, _ in steps_of(game, seed, 2000):
            data = table(game, s)
            if data["countdown"] is None:
                assert s.last < 0
                assert not data["to_come"]
                continue
            assert len(data["to_come"]) == s.last
            assert data["to_come"][0] == s.seat
            if not turns or turns[-1] != s.last:
                turns.append(s.last)
                said.append(render(data["countdown"]))
        assert turns == [3, 2, 1]
        assert said == [
            "Last round: 3 turns to go",
            "Last round: 2 turns to go",
            "The very last turn",
        ]


@pytest.mark.parametrize("options", [{}, {"commit": True}])
def test_nobody_is_told_to_choose_what_no_die_fills(options: dict[str, Any]) -> None:
    asked: set[tuple[bool, bool]] = set()
    for seed in range(6):
        game = game_of(players=2, **options)
        for s in walk(game, seed):
            if s.phase != ACT:
                continue
            data = table(game, s)
            hint = render(data["hint"])
            if not hint.startswith("Choose"):
                continue
            told = ("chest" in hint, "treasure" in hint)
            cards = [x for ship in data["ships"] for x in ship["treasures"]]
            assert told == (
                any(c and c["can"] for c in data["chests"]),
                any(x["can"] for x in cards),
            )
            asked.add(told)
    assert asked == {(True, True), (True, False), (False, True)}


def test_sabres_are_named_where_they_open_a_chest_and_the_button_says_chest_or_treasure() -> None:
    seen: set[tuple[bool, bool]] = set()
    for seed in range(6):
        game = game_of(players=2)
        for s in walk(game, seed):
            data = table(game, s)
            ends = any(action["do"] == "end" for action in data["actions"])
            assert bool(data["duty"]) == (s.phase == ACT and not ends)
            if not data["duty"]:
                continue
            (waits,) = data["sets"][""]["waits"]
            label, hint = render(waits["label"]), render(data["hint"])
            chests = [c for c in data["chests"] if c and c["can"]]
            treasures = any(x["can"] for x in treasures_of(data))
            assert ("chest" in label, "treasure" in label) == (bool(chests), treasures)
            if hint.startswith("Choose a chest"):
                sabres = any("S" in chest["pay"] for chest in chests)
                keys = "K" in hand_of(s)
                assert ("sabres" in hint) == sabres
                assert ("keys" in hint) == (keys or not sabres)
                seen.add((keys, sabres))
    assert seen == {(True, False), (True, True), (False, True)}


def test_dice_that_nothing_takes_are_lost_in_the_right_number() -> None:
    game = game_of(players=2)
    said = {
        sentence(reading["verdict"])
        for seed in range(4)
        for s in walk(game, seed)
        for one in table(game, s).get("sets", {}).values()
        for reading in one["readings"]
        if "pay" in reading
    }
    lost = [text for text in said if text.startswith("You would lose")]
    assert {"two" in text for text in lost} == {False, True}
    for text in lost:
        many = text.endswith("nothing takes them, the turn ends.")
        assert many or text.endswith("nothing takes it, the turn ends.")
        assert many == any(word in text for word in (" and ", " two ", " three "))


def test_who_won_a_tie_is_told_with_what_decided_it() -> None:
    game = game_of(players=3, fish=True)
    end = next(after for _, _, after in steps_of(game, 13, 5000) if game.is_over(after))

    def decided(coins: tuple[int, ...], gems: tuple[int, ...], bones: tuple[int, ...]) -> str:
        found = table(game, end._replace(coins=coins, gems=gems, bones=bones), 0)["decided"]
        return render(found) if found else ""

    assert decided((5, 3, 1), (1, 2, 0), (0, 0, 0)) == ""
    assert decided((4, 3, 1), (1, 2, 0), (0, 0, 0)) == (
        "Tied at 5 points; 2 diamonds to 1 decide it."
    )
    assert decided((4, 4, 1), (1, 1, 0), (1, 0, 0)) == (
        "Tied at 5 points, diamonds too; the fish bones, 0 to 1, decide it."
    )
    assert decided((4, 4, 1), (1, 1, 0), (1, 1, 0)) == ""
    assert decided((0, 1, 0), (1, 0, 0), (0, 0, 0)) == (
        "Tied at 1 point; 1 diamond to 0 decides it."
    )
    # who is far behind decides nothing
    assert decided((4, 3, 1), (1, 0, 0), (0, 0, 2)) == ""


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_moved_is_what_play_moved(options: dict[str, Any]) -> None:
    """Replayed from the steps alone, chests and treasures are where the positions have them."""
    game = game_of(**options)
    taken_up = ""
    for before, move, after in steps_of(game, 14):
        moved = present.moved(game.rules, game.setup, before, move, after)
        beside = [Counter(t["content"] for t in ship["treasures"]) for ship in ships(game, before)]
        for step in moved:
            if "roll" in step:
                assert len(step["roll"]) == before.thrown
                continue
            if "to" not in step:
                assert before.chests[int(step["from"][-1]) - 1] > after.chests[
                    int(step["from"][-1]) - 1
                ] or after.phase in (ACT, REROLL)
                taken_up = step["from"]
                continue
            if step.get("turn"):
                assert taken_up
                taken_up = ""
            for place, sign in ((step.get("from", ""), -1), (step["to"], 1)):
                if place.startswith("beside-"):
                    _, seat, content = place.split("-")
                    beside[int(seat) - 1][content] += sign
        assert [+counts for counts in beside] == [
            Counter(t["content"] for t in ship["treasures"]) for ship in ships(game, after)
        ]


def ships(game: Game, s: Any) -> list[dict[str, Any]]:
    return table(game, s, -1)["ships"]


def test_before_the_second_roll_no_single_tap_throws_the_turn_away() -> None:
    """Rolling all dice again and keeping them stand side by side; where keeping ends the turn it
    is not the main button, and has a warning."""
    ends = 0
    for options in OPTIONS:
        game = game_of(**options)
        for s in walk(game, 15, 700):
            if s.phase != REROLL:
                continue
            again, keep = table(game, s)["sets"][""]["readings"][0]["actions"]
            assert read(game, s, {"do": [again["do"]]}) == [s.hand]
            assert not keep["main"]
            throws_away = played(game, s, read(game, s, {"do": ["keep"]})).phase != ACT
            assert again["main"] == throws_away
            assert (keep["icon"] == "warn") == throws_away
            ends += throws_away
    assert ends > 10


@pytest.mark.parametrize("options", OPTIONS[3:], ids=str)
def test_cards_that_cannot_be_filled_any_more_do_not_light_up(options: dict[str, Any]) -> None:
    """A card lights up before the second roll if some dice can still fill it in this turn."""
    game = game_of(**options)
    seen: Counter[bool] = Counter()
    for s in (s for seed in range(16, 24) for s in walk(game, seed, 400)):
        if s.phase != REROLL:
            continue
        data = table(game, s)
        free = {c["piece"]: c["locks"] - len(c["filled"]) for c in data["chests"] if c}
        for ship in data["ships"]:
            places = [sum(not p["die"] for p in t["places"]) for t in ship["treasures"]]
            free |= dict(zip([t["piece"] for t in ship["treasures"]], places, strict=True))
            free[ship["piece"]] = 1 + min(places, default=0)
        lights = {piece for e in data["sets"].values() for piece in e["lights"] or ()}
        for card in (*filter(None, data["chests"]), *treasures_of(data)):
            fills = free[card["piece"]] <= len(data["dice"])
            seen[fills] += card["can"]
            assert card["lit"] == (card["can"] and fills)
            assert card["piece"] not in lights or fills
        for key, entry in data["sets"].items():
            for reading in entry["readings"]:
                (card_chosen,) = [p for p in key.split() if p not in "CDKS"] or [""]
                if card_chosen:
                    fills = free[card_chosen] <= len(data["dice"])
                    (action,) = reading["actions"]
                    assert action["main"] == fills
                    seen[fills] += 1
                    assert ("you would lose" in sentence(reading["verdict"])) == (not fills)
    assert min(seen[True], seen[False]) > 0


def test_a_second_chest_is_refused_for_the_true_reason() -> None:
    game = game_of(players=2, commit=True)
    seen = 0
    for s in walk(game, 17, 3000):
        data = table(game, s)
        begun = [c for c in data["chests"] if c and c["filled"]]
        if s.phase != REROLL or not begun:
            continue
        for c in data["chests"]:
            if c and not c["filled"]:
                seen += 1
                assert render(c["need"]) == "one chest at a time"
    assert seen


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_cards_need_is_told_to_who_is_to_act_alone(options: dict[str, Any]) -> None:
    game = game_of(**options)
    for s in walk(game, 18, 120):
        for seat in (-1, *range(game.info.seats)):
            data = table(game, s, seat)
            cards = [*filter(None, data["chests"]), *treasures_of(data)]
            assert seat == s.seat or not any(card["need"] for card in cards)
        assert all(c["need"] for c in table(game, s)["chests"] if c)


@pytest.mark.parametrize("options", OPTIONS[:3], ids=str)
def test_a_ship_chosen_first_shows_the_sabre_on_its_mast(options: dict[str, Any]) -> None:
    game = game_of(**options)
    boarded = 0
    for s in walk(game, 19, 700):
        data = table(game, s)
        for key, entry in data["sets"].items():
            if key.startswith("ship-") and s.phase == ACT:
                boarded += 1
                (lay,) = entry["lays"]
                assert data["dice"][lay["die"]]["face"] == "S"
                assert (lay["card"], lay["place"]) == (key, 0)
    assert boarded
