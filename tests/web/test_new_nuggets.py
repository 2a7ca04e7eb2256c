"""The form of a table of Nuggets: where the mines lie, and who is the youngest."""

from __future__ import annotations

import html
import re

import pytest

from goldfield.games.nuggets.layout import PARTS, STANDARD, split_layout
from tests.web.server import Guest, Running

OWN = "4@a1 4@b2 5@c3 5@d4 6@f4 6@e5 7@g3 8@h2"
FORM = {"game": "nuggets", "shown-game": "nuggets", "seat-1": "me", "seat-2": "person"}


def parts(layout: str, **changed: str) -> dict[str, str]:
    """The fields of the fragment for a layout."""
    return {
        f"option-layout.{name}": text for name, text in {**split_layout(layout), **changed}.items()
    }


def fields(page: str) -> dict[str, str]:
    """What the fields of the fragment hold on a page."""
    found = dict(re.findall(r'name="option-layout\.(\w+)" value="([^"]*)" placeholder', page))
    kind = re.search(r'name="option-layout.kind" value="(\w+)" checked', page)
    return {**found, "kind": kind[1] if kind else ""}


def options_of(running: Running, guest: Guest, form: dict[str, str]) -> dict[str, object]:
    """The options of the table that a form opens."""
    answer = guest.post("/new", {**FORM, **form})
    assert answer.status_code == 303, html.unescape(answer.text)
    table = answer.headers["location"].removeprefix("/table/")
    return dict(running.call(running.house.store.entry(table)).options)


@pytest.mark.parametrize("layout", [STANDARD, "random", OWN])
def test_mines_are_laid_by_their_fields(running: Running, layout: str) -> None:
    guest = running.guest("Ann")
    assert fields(guest.get("/new?game=nuggets").text) == split_layout(STANDARD)
    assert options_of(running, guest, parts(layout))["layout"] == layout


def test_a_text_counts_and_can_be_shown(running: Running) -> None:
    guest = running.guest("Ann")
    guest.get("/new?game=nuggets")
    typed = {**parts(STANDARD), "option-layout": OWN.replace(" ", ", ").upper()}
    page = guest.post("/new", {**FORM, **typed, "do": "read"}).text
    assert fields(page) == split_layout(OWN)
    assert options_of(running, guest, typed)["layout"] == OWN


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"8a": "a1"}, "Two markers lie on a1."),
        ({"8a": ""}, "is no marker on a space"),
        ({"7a": "i9"}, "7@i9 is no marker on a space"),
        ({"7a": "<b>x</b>"}, "is no marker on a space"),
        ({"kind": "upside-down"}, "is no marker on a space"),
    ],
)
def test_what_is_no_layout_is_refused_beside_it(
    running: Running, changed: dict[str, str], words: str
) -> None:
    guest = running.guest("Ann")
    guest.get("/new?game=nuggets")
    answer = guest.post("/new", {**FORM, **parts(OWN, **changed)})
    assert answer.status_code == 400
    fragment = answer.text.partition("data-layout")[2].partition("</fieldset>")[0]
    assert words in html.unescape(re.sub(r"<[^>]*>", "", fragment))
    shown = {name: html.unescape(text) for name, text in fields(answer.text).items()}
    kept = {**split_layout(OWN), **changed}
    assert {name: shown[name] for name in PARTS} == {name: kept[name] for name in PARTS}


def test_presets_lay_the_mines(running: Running) -> None:
    guest = running.guest("Ann")
    page = guest.get("/new?game=nuggets&preset=new_land").text
    assert fields(page)["kind"] == "random"
    form = {**parts("random"), "preset": "new_land", "shown-preset": "new_land"}
    assert options_of(running, guest, form)["layout"] == "random"
    # Chosen without scripts after the form showed another: the preset counts.
    form = {**parts(OWN), "preset": "new_land", "shown-preset": ""}
    assert options_of(running, guest, form)["layout"] == "random"


def test_the_youngest_is_marked_beside_a_seat(running: Running) -> None:
    guest = running.guest("Ann")
    page = guest.get("/new?game=nuggets").text
    assert "the youngest" in page
    assert re.search(r'name="option-first" value="0" checked', page)
    assert len(re.findall(r'name="option-first" value="[1-4]"', page)) == 4
    assert options_of(running, guest, {**parts(STANDARD), "option-first": "0"})["first"] == 0
    assert options_of(running, guest, {**parts(STANDARD), "option-first": "2"})["first"] == 2
    answer = guest.post("/new", {**FORM, "option-players": "2", "option-first": "4"})
    assert answer.status_code == 400
    assert "there are 2 seats" in answer.text
    assert re.search(r'name="option-first" value="4" checked', answer.text)


def test_other_games_ask_who_begins_as_before(running: Running) -> None:
    page = running.guest().get("/new?game=gold_nuggets").text
    assert 'name="option-first"' in page.partition("<select")[2]
    assert "the youngest" not in page


@pytest.mark.parametrize(
    ("first", "layout", "asked"),
    [("1", "", ""), ("0", "", "words for the draw"), ("1", "random", "words for the draw")],
)
def test_words_are_asked_for_only_where_something_is_drawn(
    running: Running, first: str, layout: str, asked: str
) -> None:
    jana, petr = running.guest("Jana"), running.guest("Petr")
    options = {"option-first": first} | ({"option-layout": layout} if layout else {})
    table = jana.open_table("nuggets", **options)
    free = petr.get(f"/table/{table}").text
    assert petr.sit(table).is_redirect
    for page in (free, petr.get(f"/table/{table}").text):
        assert ("fingerprint" in page) is bool(asked)
        assert ('id="sit-phrase-2"' in page or 'id="phrase-2"' in page) is bool(asked)
        assert asked in page
        assert "words for the dice" not in page
        assert "into every roll" not in page
    assert jana.start(table).is_redirect
    running_page = jana.read(f"/table/{table}")
    assert ("Fingerprint of the draw:" in running_page) is bool(asked)
    assert "the dice are shown" not in running_page
    dice = jana.open_table()
    assert "words for the dice" in petr.get(f"/table/{dice}").text
