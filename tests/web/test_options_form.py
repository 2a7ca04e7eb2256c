"""Structured options in the form of a new table: in parts, as text, kept when refused, no scripts.

The chests and the die of Moje zlato! are the example, Pile the game that brings no fragment.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from goldfield.games.moje_zlato.deck import (
    DEFAULT_DECK,
    DEFAULT_FACES,
    join_deck,
    split_deck,
)
from goldfield.games.moje_zlato.rules import PRESETS
from goldfield.web.catalog import edition_of, load_game, rules_of
from tests.web.fields import Fields
from tests.web.server import GAMES, Guest, Running, finish

FOUR = "A treasure of four symbols cannot be stolen"
PILE = "tests.games.pile"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    database = tmp_path_factory.mktemp("server") / "goldfield.sqlite3"
    server = Running(database, games=(*GAMES, PILE)).start()
    yield server
    server.stop()


@pytest.fixture
def jana(running: Running) -> Guest:
    return running.guest("Jana")


def form_of(guest: Guest, query: str = "game=moje_zlato") -> Fields:
    return Fields(guest.get(f"/new?{query}").text)


def send(guest: Guest, fields: dict[str, list[str]], do: str = "open") -> httpx.Response:
    answer = guest.http.post("/new", data={"do": do, **fields})
    if answer.status_code == 200:
        guest.page = answer
    return answer


def options_at(running: Running, answer: httpx.Response) -> dict[str, Any]:
    """The options of the table that a post has opened."""
    assert answer.status_code == 303, said(answer)
    table = answer.headers["location"].removeprefix("/table/")
    return dict(running.call(running.house.store.entry(table)).options)


def said(answer: httpx.Response) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", answer.text)))


def deck_in(fields: Fields) -> str:
    """The deck that the numbers of a form mean."""
    prefix = "option-deck."
    parts = {n.removeprefix(prefix): v[-1] for n, v in fields.values.items() if prefix in n}
    assert parts.keys() == split_deck(DEFAULT_DECK).keys()
    return join_deck(parts)


# In parts


def test_an_untouched_form_opens_the_usual_game(running: Running, jana: Guest) -> None:
    fields = form_of(jana)
    assert deck_in(fields) == DEFAULT_DECK
    assert fields["option-deck"] == ""
    assert [fields[f"option-faces.{n}"] for n in range(1, 7)] == list(DEFAULT_FACES)
    assert fields["preset"] == "pirates"
    answer = send(jana, fields.values)
    options = options_at(running, answer)
    assert options == {**dict(PRESETS[0].options), "players": 2, "first": 0}
    page = jana.read(answer.headers["location"])
    assert "Pirates" in page
    assert "Chests" not in page
    assert "Own" not in page


def test_numbers_and_faces_make_a_deck_and_a_die_of_ones_own(running: Running, jana: Guest) -> None:
    changed = {
        "option-deck.1:c": "",
        "option-deck.3:fish": "2",
        "option-deck.2:cccc": " 1 ",
        "option-deck.1:d": "0",
        "option-faces.1": "S",
    }
    answer = send(jana, form_of(jana).filled(changed))
    options = options_at(running, answer)
    assert options["deck"] == (
        "2x2:cc 2x2:cd 2x2:dd 1x2:cccc 1x3:ccc 2x3:ccd 2x3:cdd 1x3:ddd 2x3:fish"
    )
    assert options["faces"] == "CDKKSS"
    page = jana.read(answer.headers["location"])
    assert "Pirates, Own chests, Own dice" in page
    assert FOUR in page
    assert "1 × coin, 1 × diamond, 2 × key, 2 × sabre" in page
    assert "15 chests; 2 locks: 2 ×" in page
    assert "2 × fish bones" in page


def test_the_usual_deck_typed_otherwise_is_the_usual_deck(running: Running, jana: Guest) -> None:
    """In another order, with other signs and dice; the preset is recognised at the table."""
    text = "  ".join(reversed(DEFAULT_DECK.upper().replace("X", "×").split()))
    fields = form_of(jana).filled({"option-deck": text, "preset": ""})
    faces = {f"option-faces.{n}": [face] for n, face in enumerate("SKDCCK", 1)}
    answer = send(jana, {**fields, **faces})
    options = options_at(running, answer)
    assert (options["deck"], options["faces"]) == (DEFAULT_DECK, DEFAULT_FACES)
    assert "Pirates" in jana.read(answer.headers["location"])
    assert str(edition_of(load_game("moje_zlato", options))) == "Pirates"


def test_a_structured_option_that_is_not_posted_is_the_usual_one(
    running: Running, jana: Guest
) -> None:
    table = jana.open_table("moje_zlato")
    options = dict(running.call(running.house.store.entry(table)).options)
    assert (options["deck"], options["faces"]) == (DEFAULT_DECK, DEFAULT_FACES)


# As text


def test_a_pasted_deck_counts_and_the_numbers_do_not(running: Running, jana: Guest) -> None:
    fields = form_of(jana).filled({"option-deck": "1x3:ddd, 2x1:c\n1:c"})
    assert options_at(running, send(jana, fields))["deck"] == "3x1:c 1x3:ddd"


def test_a_pasted_deck_is_turned_into_numbers(running: Running, jana: Guest) -> None:
    fields = form_of(jana).filled(
        {"option-deck": "2x1:cccc 1x2:fish", "title": "Ours", "seat-2": "bot:random"}
    )
    answer = send(jana, fields, "read")
    assert answer.status_code == 200
    again = Fields(answer.text)
    assert deck_in(again) == "2x1:cccc 1x2:fish"
    assert again["option-deck"] == ""
    assert (again["title"], again["seat-2"], again["preset"]) == ("Ours", "bot:random", "pirates")
    assert "3 in all" in said(answer)
    assert FOUR in said(answer)
    assert options_at(running, send(jana, again.values))["deck"] == "2x1:cccc 1x2:fish"


def test_turning_into_numbers_leaves_a_preset_not_filled_in_for_later(jana: Guest) -> None:
    fields = form_of(jana).filled({"option-deck": "2x1:c", "preset": "fish_bones"})
    again = Fields(send(jana, fields, "read").text)
    assert deck_in(again) == "2x1:c"
    assert again["preset"] == again["shown-preset"] == "pirates"


def test_the_longest_deck_there_is_can_be_played(running: Running, jana: Guest) -> None:
    longest = " ".join(f"1x{part}" for part in split_deck(DEFAULT_DECK))
    assert len(longest) > 300
    padded = longest.replace(" ", ", ").ljust(1000)
    answer = send(jana, form_of(jana).filled({"option-deck": padded}))
    assert options_at(running, answer)["deck"] == longest
    refused = send(jana, form_of(jana).filled({"option-deck": padded + " "}))
    assert refused.status_code == 400
    assert "at most 1000 characters" in said(refused)


# Refused


REFUSED = [
    ({"option-deck.1:c": "16"}, "deck", "At most 15 chests may hold the same; 16 of this deck"),
    ({"option-deck.1:c": "many"}, "deck", "The number of chests with 1 lock hiding"),
    ({"option-deck.2:cd": "-1"}, "deck", "is 0 to 15, not -1."),
    ({"option-deck.2:cd": "1.5"}, "deck", "is 0 to 15, not 1.5."),
    ({"option-deck": "1x4:c"}, "deck", "A chest has 1 to 3 locks, not 4."),
    ({"option-deck": "1x3:ccccc"}, "deck", "A chest hides 1 to 4 coins"),
    ({"option-deck": "three chests"}, "deck", "three is no chest of a deck"),
    ({"option-deck": "<b>1x1:c</b>"}, "deck", "<b>1x1:c</b> is no chest of a deck"),
    ({"option-deck": ",;"}, "deck", "A deck has 1 to 60 chests; this one has 0."),
    ({"option-deck": "15x1:c 15x1:d 15x2:cc 15x2:dd 1x3:fish"}, "deck", "this one has 61"),
    ({"option-faces.4": "C", "option-faces.5": "C"}, "faces", "One of the faces must be a key"),
    ({"option-faces.3": "C", "option-faces.6": "C"}, "faces", "it shows neither D nor S"),
    ({"option-deck": "1x1:c", "option-fish": "yes"}, "fish", "Fish bones replace a chest with"),
    ({"option-commit": "yes", "option-rerolls": "0"}, "commit", "Laying dice before the second"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "option", "says"), REFUSED)
def test_a_refused_form_keeps_what_was_typed_and_says_why_at_the_option(
    running: Running, jana: Guest, typed: dict[str, str], option: str, says: str
) -> None:
    more = {"title": "Ours", "option-deck.3:dddd": "1", "seat-2": "bot:random", "preset": ""}
    sent = form_of(jana).filled({**typed, **more, "shown-preset": ""})
    tables = len(running.call(running.house.store.listing(limit=200)))
    answer = send(jana, sent)
    assert answer.status_code == 400
    at_option = re.search(rf'id="o-{option}-refused">(.*?)</p>', answer.text, re.DOTALL)
    assert at_option
    assert says in html.unescape(re.sub("<[^>]*>", "", at_option[1]))
    assert len(re.findall(r' id="[^"]*-refused"', answer.text)) == 1
    # the notice at the top leads there, the page opens there, and its fields are marked
    assert f'href="#o-{option}-refused"' in answer.text
    assert answer.text.count(" autofocus") == 1
    assert 'aria-invalid="true"' in answer.text
    again = Fields(answer.text)
    left_out = {"csrf", "once"}
    for name in sent.keys() - left_out:
        assert again.values.get(name, [""])[-1] == sent[name][-1], name
    assert len(running.call(running.house.store.listing(limit=200))) == tables


def test_programs_get_the_same_sentence(jana: Guest) -> None:
    answer = jana.ask("/new", {"game": "moje_zlato", "option-deck": "1x4:c"})
    assert answer.status_code == 400
    assert answer.json()["sentence"] == "A chest has 1 to 3 locks, not 4."
    answer = jana.ask("/new", {"game": "moje_zlato", "option-deck.1:c": "x"})
    assert answer.status_code == 400
    assert "1 lock hiding c" in answer.json()["sentence"]


@pytest.mark.parametrize(
    "fields",
    [
        {"option-deck.": "3"},
        {"option-deck.4:c": "3"},
        {"option-deck.1:c 9x": "3"},
        {"option-deck.1:c": "٣"},
        {"option-deck.1:c": "9" * 5000},
        {"option-deck." + "x" * 5000: "3"},
        {"option-deck.1:c": ["1", "no"]},
        {"option-deck": "x" * 60_000},
        {"option-faces.1": "C"},
        {"option-faces.1": "CCDKKSS"},
        {"option-faces.9": "K", "option-faces": ""},
    ],
)
def test_fields_that_no_form_has_are_refused_in_a_sentence(
    jana: Guest, fields: dict[str, Any]
) -> None:
    answer = jana.ask("/new", {"game": "moje_zlato", **fields})
    assert answer.status_code in (400, 422)
    assert len(answer.json()["sentence"]) < 300
    page = jana.post("/new", {"game": "moje_zlato", **fields})
    assert page.status_code == answer.status_code


# Presets without scripts


def test_another_preset_replaces_ones_own_deck(running: Running, jana: Guest) -> None:
    own = {"option-deck.1:c": "9", "preset": "fish_bones"}
    options = options_at(running, send(jana, form_of(jana).filled(own)))
    assert options == {**dict(PRESETS[1].options), "players": 2, "first": 0}


def test_a_deck_that_is_replaced_anyway_is_not_refused(running: Running, jana: Guest) -> None:
    for own in ({"option-deck.1:c": "x"}, {"option-deck": "nonsense"}):
        fields = form_of(jana).filled({**own, "preset": "old_hands"})
        assert options_at(running, send(jana, fields))["commit"] is True
        filled = send(jana, fields, "fill")
        assert filled.status_code == 200
        assert deck_in(Fields(filled.text)) == DEFAULT_DECK
        assert Fields(filled.text)["option-deck"] == ""


def test_a_preset_filled_in_is_shown_and_can_be_changed(running: Running, jana: Guest) -> None:
    filled = send(jana, form_of(jana).filled({"preset": "fish_bones"}), "fill")
    again = Fields(filled.text)
    assert again["preset"] == again["shown-preset"] == "fish_bones"
    assert again["option-fish"] == "yes"
    answer = send(jana, again.filled({"option-deck.1:c": "5"}))
    options = options_at(running, answer)
    assert options["fish"] is True
    assert options["deck"].startswith("5x1:c")
    assert "Fish bones, Own chests" in jana.read(answer.headers["location"])


def test_a_preset_that_was_chosen_is_still_there_after_a_refusal(
    running: Running, jana: Guest
) -> None:
    fields = form_of(jana).filled(
        {"preset": "fish_bones", "option-first": "4", "option-deck.1:c": "x"}
    )
    answer = send(jana, fields)
    assert answer.status_code == 400
    again = Fields(answer.text)
    assert again["preset"] == again["shown-preset"] == "fish_bones"
    assert deck_in(again) == DEFAULT_DECK
    options = options_at(running, send(jana, again.filled({"option-first": "1"})))
    assert options["fish"] is True


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_the_form_of_a_preset_means_the_preset(running: Running, jana: Guest, preset: Any) -> None:
    answer = send(jana, form_of(jana, f"game=moje_zlato&preset={preset.name}").values)
    options = options_at(running, answer)
    assert preset.options.items() <= options.items()
    assert str(preset.label) in jana.read(answer.headers["location"])


def test_what_scripts_fill_in_is_what_the_server_shows(jana: Guest) -> None:
    """``data-sets`` of each preset names fields of the form, with what they hold for it."""
    page = jana.get("/new?game=moje_zlato").text
    found = re.findall(r"""value="(\w+)"[^>]*data-sets='([^']*)'""", page)
    assert [name for name, _ in found] == [preset.name for preset in PRESETS]
    for name, sets in found:
        shown = form_of(jana, f"game=moje_zlato&preset={name}")
        for flag in ("fish", "commit"):
            shown.values[f"option-{flag}"] = [shown[f"option-{flag}"]]
        for field, value in json.loads(html.unescape(sets)).items():
            text = ("no", "yes")[value] if isinstance(value, bool) else str(value)
            assert shown.values.get(f"option-{field}", [""]) == [text], (name, field)


# Two games


def test_another_game_shows_its_form_before_a_table_opens(running: Running, jana: Guest) -> None:
    fields = form_of(jana, "game=gold_nuggets")
    assert set(fields.offered["game"]) >= {"gold_nuggets", "moje_zlato"}
    for do in ("fill", "open"):
        sent = fields.filled(
            {
                "game": "moje_zlato",
                "option-players": "3",
                "option-first": "2",
                "seat-2": "bot:prospector",
                "seat-3": "bot:random",
                "title": "Ours",
            }
        )
        answer = send(jana, sent, do)
        assert answer.status_code == 200
        again = Fields(answer.text)
        assert again["game"] == again["shown-game"] == "moje_zlato"
        assert (again["title"], again["option-players"]) == ("Ours", "3")
        assert again["preset"] == again["shown-preset"] == "pirates"
        assert again["option-first"] == "0"
        assert again["seat-2"] in again.offered["seat-2"]
        assert again["seat-2"].startswith("bot:")
        assert again["seat-3"] == "bot:random"
        assert deck_in(again) == DEFAULT_DECK
        options = options_at(running, send(jana, again.values))
        assert options["players"] == 3


def test_more_seats_than_the_other_game_has_are_fewer(jana: Guest) -> None:
    fields = form_of(jana, "game=gold_nuggets").filled(
        {"game": "moje_zlato", "option-players": "5"}
    )
    again = Fields(send(jana, fields, "fill").text)
    assert set(again.offered["option-players"]) == {"2", "3", "4"}


def test_both_games_have_a_poster_and_rules(jana: Guest) -> None:
    page = jana.get("/").text
    for game in ("gold_nuggets", "moje_zlato"):
        assert re.search(rf'<img class="art" src="[^"]*{game}/poster.svg"', page)
        assert f"/new?game={game}" in page
        assert f'href="/rules/{game}"' in page
        assert jana.get(f"/rules/{game}").status_code == 200
    assert page.count("called after the animal") <= 1


# Kept with a match


def test_own_chests_stay_through_record_import_and_rematch(running: Running, jana: Guest) -> None:
    own = {"option-deck": "2x1:C 1x2:fish 1x3:cccd", "option-faces.1": "S"}
    answer = send(jana, form_of(jana).filled({**own, "seat-2": "bot:random"}))
    table = answer.headers["location"].removeprefix("/table/")
    entry = running.call(running.house.store.entry(table))
    assert entry.options["deck"] == "2x1:c 1x2:fish 1x3:cccd"
    assert entry.options["faces"] == "CDKKSS"
    playing = jana.read(f"/table/{table}")
    assert "4 chests; 1 lock: 2 ×" in playing
    assert FOUR in playing
    finish(running, table)
    jana.get(f"/table/{table}")
    record = jana.get(f"/table/{table}/game.json").text
    assert json.loads(record)["options"] == dict(entry.options)
    shown = jana.post("/import", {"record": record})
    assert shown.status_code == 200
    assert "Pirates, Own chests, Own dice" in said(shown)
    jana.get(f"/table/{table}")
    again = jana.post(f"/table/{table}/rematch").headers["location"].removeprefix("/table/")
    options = running.call(running.house.store.entry(again)).options
    assert {**options, "first": 0} == {**entry.options, "first": 0}


def test_a_record_with_a_deck_written_otherwise_is_the_same_game(
    running: Running, jana: Guest
) -> None:
    answer = send(
        jana, form_of(jana).filled({"option-deck": "2x1:c 1x2:dd", "seat-2": "bot:random"})
    )
    table = answer.headers["location"].removeprefix("/table/")
    finish(running, table)
    jana.get(f"/table/{table}")
    record = json.loads(jana.get(f"/table/{table}/game.json").text)
    record["options"] |= {"deck": "2:dd,2×1:C", "faces": "kscckd"}
    shown = jana.post("/import", {"record": json.dumps(record)})
    assert shown.status_code == 200, said(shown)
    assert "Own chests" in said(shown)
    for bad, says in (("1x4:c", "1 to 3 locks"), ("", "1 to 60 chests"), ("x" * 5000, "")):
        record["options"]["deck"] = bad
        refused = jana.post("/import", {"record": json.dumps(record)})
        assert refused.status_code == 400
        assert says in said(refused)


# In words


def test_only_what_is_not_usual_is_among_the_rules_of_a_table() -> None:
    usual = load_game("moje_zlato", {})
    assert {str(label) for label, _ in rules_of(usual)}.isdisjoint({"Chests", "Faces of a die"})
    own = load_game("moje_zlato", {"deck": "15x1:c", "faces": "KKKKKC"})
    shown = {str(label): str(value) for label, value in rules_of(own)}
    assert shown["Chests"] == "15 chests; 1 lock: 15 × c"
    assert shown["Faces of a die"] == "1 × coin, 5 × key"


@pytest.mark.parametrize(
    ("options", "edition"),
    [
        ({}, "Pirates"),
        ({"deck": "1x1:c"}, "Pirates, Own chests"),
        ({"faces": "KKKSSS"}, "Pirates, Own dice"),
        ({"deck": "1x1:c", "faces": "KKKSSS"}, "Pirates, Own chests, Own dice"),
        ({"fish": True}, "Fish bones"),
        ({"rerolls": 0, "deck": "1x1:c"}, "Cabin boys, Own chests"),
        ({"rerolls": 0, "fish": True}, "Fish bones, Second roll: none: the first roll stands"),
        (
            {"commit": True, "fish": True, "faces": "KKKSSS"},
            "Fish bones, Lay dice before the second roll, Own dice",
        ),
    ],
)
def test_the_edition_says_that_chests_are_ones_own(options: dict[str, Any], edition: str) -> None:
    assert str(edition_of(load_game("moje_zlato", options))) == edition


# A game that brings no fragment


def test_without_a_fragment_the_text_is_asked_for(running: Running, jana: Guest) -> None:
    fields = form_of(jana, f"game={PILE}")
    assert fields["option-pile"] == "abc"
    assert not [name for name in fields.values if name.startswith("option-pile.")]
    sent = fields.filled({"option-pile": "h g f E d c b a"})
    again = send(jana, sent, "read")
    assert Fields(again.text)["option-pile"] == "abcdefgh"
    assert "A pile of eight topples." in said(again)
    assert "One to eight letters." in said(again)
    assert options_at(running, send(jana, sent))["pile"] == "abcdefgh"
    refused = send(jana, fields.filled({"option-pile": "<1>"}))
    assert refused.status_code == 400
    assert Fields(refused.text)["option-pile"] == "<1>"
    assert 'id="o-pile-refused"' in refused.text


def test_parts_are_understood_without_a_fragment_too(running: Running, jana: Guest) -> None:
    answer = jana.post("/new", {"game": PILE, "option-pile.all": "ba", "seat-2": "person"})
    assert options_at(running, answer)["pile"] == "ab"
