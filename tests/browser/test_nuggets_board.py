"""The land of Nuggets under a pointer, a finger and keys: tried, changed, confirmed together."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page

import goldfield
from tests.browser.nuggets_people import (
    at,
    button,
    chosen,
    follow,
    line,
    offers,
    open_table,
    painted,
    sit,
    space,
    told,
    verdict,
    written,
)
from tests.browser.people import MY_TURN, Person
from tests.browser.server import Server
from tests.nuggets_by_hand import random_game

pytestmark = pytest.mark.browser

# a corner of one space is almost closed, and nine spaces lack one fence; each line is a round
CORNER = "a1|b1 c1|d1 1@h1  c2|d2 c3|d3 1@h2  b3/b4 c3/c4 1@h3"


@pytest.fixture
def ann(shared_server: Server, people):
    """Somebody whose turn it is, after moves in writing; how their browser is."""

    def make(moves: str = "", **how: object) -> Person:
        person = people(shared_server, name="Ann", **how)
        open_table(person, "here")
        written(person, moves)
        return person

    return make


@pytest.fixture
def pair(shared_server: Server, people):
    """Two people at a table, the first to act."""

    def make() -> tuple[Person, Person]:
        two = people(shared_server, name="Ann"), people(shared_server, name="Ben")
        sit(*two)
        return two

    return make


def posts(page: Page) -> list[str]:
    """The bodies of the moves that a page sends from now on."""
    sent: list[str] = []
    page.on(
        "request",
        lambda r: sent.append(r.post_data or "") if r.url.endswith("/move") else None,
    )
    return sent


def test_two_blockers_are_chosen_changed_and_built_by_one_post(pair) -> None:
    ann, ben = pair()
    page, sent, before = ann.page, posts(ann.page), at(ann.page)
    assert not button(page)
    line(page, "d3|e3").click()
    assert chosen(page) == ["d3|e3"]
    said = "A blocker between d3 and e3 parts nothing by itself. Now choose a second line."
    assert verdict(page) == said
    assert not button(page)
    line(page, "e3|f3").click()
    assert button(page).split("\n") == ["Build both", "d3–e3 and e3–f3"]
    # a third one takes the place of the second, a press on the first one puts it back
    line(page, "b2/b3").click()
    assert chosen(page) == ["d3|e3", "b2/b3"]
    line(page, "d3|e3").click()
    assert chosen(page) == ["b2/b3"]
    assert not button(page)
    line(page, "c2/c3").click()
    assert at(page) == before
    assert not sent
    page.locator(".acts .main").click()
    follow(page, before + 2)
    assert len(sent) == 1
    follow(ben.page, before + 2)
    for one in (page, ben.page):
        fences = one.locator(".ln.up").evaluate_all("all => all.map(e => e.dataset.spot)")
        assert sorted(fences) == ["b2/b3", "c2/c3"]
    # what the other one sees as new
    assert ben.page.locator(".ln.up.new").count() == 2


def test_hovering_focusing_and_tapping_a_line_shows_the_areas_it_would_make(ann) -> None:
    page = ann(CORNER.replace("a1|b1", "g4|h4")).page
    closing = next(t for t, entry in offers(page)["lines"].items() if len(entry.get("areas", ())))
    areas = [told(area) for area in offers(page)["lines"][closing]["areas"]]
    assert closing == "a3/a4"
    assert painted(page) == {}
    line(page, closing).hover()
    assert sorted(painted(page).values(), key=len) == sorted(areas, key=len)
    flags = page.locator(".flag:not([hidden])").all_inner_texts()
    assert flags == ["9 spaces\n6", "31 spaces\n8 7 6 5 5 4 4"]
    page.locator("#headline").hover()
    assert painted(page) == {}
    line(page, closing).focus()
    assert sorted(painted(page).values(), key=len) == sorted(areas, key=len)
    line(page, closing).blur()
    assert painted(page) == {}
    line(page, closing).click()
    page.locator("#headline").hover()
    line(page, closing).blur()
    assert sorted(painted(page).values(), key=len) == sorted(areas, key=len)
    assert verdict(page).startswith(
        "A blocker between a3 and a4 makes two areas: 9 spaces (mine: 6) and 31 spaces"
    )
    # and what a second line would make of it
    line(page, "f3|g3").hover()
    assert sorted(painted(page).values(), key=len) == sorted(areas, key=len)


def test_an_illegal_line_says_why_and_is_not_chosen(ann) -> None:
    page = ann(CORNER).page
    why = "A blocker between a1 and a2 would close off 1 space, a1; an area needs 4."
    line(page, "a1/a2").click(force=True)
    assert chosen(page) == []
    assert verdict(page) == why
    assert painted(page) == {"bad": {"a1"}}
    assert page.locator(".flag:not([hidden])").inner_text() == "1 space\ntoo small"
    reason = line(page, "a1/a2").get_attribute("aria-describedby")
    assert page.locator(f"#{reason}").text_content() == why
    # one that only the first blocker of the turn forbids
    line(page, "h4/h5").click()
    assert line(page, "g5|h5").get_attribute("aria-disabled") == "true"
    assert "close off 1 space, h5" in (line(page, "g5|h5").get_attribute("aria-label") or "")
    line(page, "g5|h5").click(force=True)
    assert chosen(page) == ["h4/h5"]
    assert "close off 1 space, h5" in verdict(page)
    assert painted(page) == {"bad": {"h5"}}
    page.keyboard.press("Escape")
    assert chosen(page) == []
    assert line(page, "g5|h5").get_attribute("aria-disabled") is None


def test_a_chip_is_picked_put_down_and_picked_up_again(pair) -> None:
    ann, ben = pair()
    page, before = ann.page, at(ann.page)
    line(page, "d3|e3").click()
    page.locator("#chip-4").click(force=True)
    assert chosen(page) == ["4"]  # the board is the spaces' now
    assert "space" in verdict(page)
    assert not button(page)
    space(page, "c3").click()
    space(page, "c4").click()
    assert chosen(page) == ["c4", "4"]
    assert button(page).split("\n") == ["Play the 4", "face down on c4"]
    page.locator("#chip-5").click(force=True)
    assert button(page).split("\n") == ["Play the 5", "face down on c4"]
    page.locator("#chip-5").click(force=True)  # once more: back in the tray
    assert chosen(page) == []
    line(page, "d3|e3").click()
    assert chosen(page) == ["d3|e3"]
    start, end = (page.locator(s).bounding_box() for s in ("#chip-4", "[data-space=c4]"))
    assert start
    assert end
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 30, end["y"] + 30, steps=4)
    assert chosen(page) == ["d3|e3"]
    page.mouse.up()
    assert button(page).split("\n") == ["Play the 4", "face down on c4"]
    assert at(page) == before
    page.locator(".acts .main").click()
    follow(page, before + 1)
    own = page.locator("[data-space=c4] .chip")
    assert own.inner_text() == "4"
    assert own.get_attribute("aria-label") == "c4: your 4"
    follow(ben.page, before + 1)
    other = ben.page.locator("[data-space=c4] .chip")
    assert other.inner_text() == ""
    assert other.get_attribute("aria-label") == "c4: a chip of Ann, face down"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_where_no_line_is_left_the_button_waits_for_a_chip(placed, people, scripts: bool) -> None:
    options = {"players": 2, "first": 1}
    game = goldfield.load("nuggets", **options)
    s = next(
        s
        for s, _ in random_game(game, random.Random(3), fences=1, passes=0)
        if game.to_act(s) == 0 and "@" in game.legal(s)[0]
    )
    server = placed("nuggets", options, game.show_state(s))
    person = people(server, name="Ann", width=390, height=844, scripts=scripts)
    open_table(person, "here")
    page = person.page
    page.get_by_role("link", name="I am Ann").click()
    page.wait_for_selector(MY_TURN)
    buttons = page.locator(".acts .slots button")
    effect = "choose a chip and a space" if scripts else "chosen space"
    assert [text.split("\n") for text in buttons.all_inner_texts()] == [["Play the chip", effect]]
    page.locator("#chip-5").check(force=True)
    if scripts:
        free = page.locator("[name=space]").first
        free.check(force=True)
        assert button(page).split("\n") == ["Play the 5", f"face down on {free.input_value()}"]


def test_passing_asks_once_more_and_says_that_it_is_final(pair) -> None:
    ann, ben = pair()
    page, before = ann.page, at(ann.page)
    line(page, "d3|e3").click()
    page.locator("#pass > summary").click()
    sheet = page.locator("#pass .sheet")
    assert "Passing is final." in sheet.inner_text()
    assert "16 chips" in sheet.inner_text()
    page.locator("#headline").click()
    assert not sheet.is_visible()
    assert at(page) == before
    page.locator("#pass > summary").press("Enter")
    sheet.get_by_role("link", name="No, play on").click()
    assert not sheet.is_visible()
    assert page.evaluate("document.activeElement.matches('#pass > summary')")
    assert page.locator("[name=line]:checked").count() == 1, "what was chosen stays"
    page.locator("#pass > summary").press("Enter")
    sheet.get_by_role("button", name="Pass for good").press("Enter")
    follow(page, before + 1)
    assert "has passed" in page.locator(".claim").first.inner_text()
    follow(ben.page, before + 1)
    assert "go on alone" in verdict(ben.page)
    assert page.locator(".acts .waiting").inner_text().strip() == "Ben is choosing."


def test_passing_can_be_thought_better_of_without_scripts(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server, name="Ivy", scripts=False)
    open_table(ivy, "bot:random")
    page = ivy.page
    page.goto(page.url)
    before = at(page)
    page.locator("#pass > summary").click()
    ivy.post(page.get_by_role("link", name="No, play on"))
    assert not page.locator("#pass[open]").count()
    assert at(page) == before


def test_arrow_keys_step_from_line_to_line_and_enter_tries(ann) -> None:
    page = ann().page
    before = at(page)
    assert page.locator('[name=line][tabindex="0"]').count() == 1
    line(page, "d3|e3").focus()
    walked = []
    for key in ("Up", "Up", "Right", "Right", "Down", "Left"):
        page.keyboard.press(f"Arrow{key}")
        walked.append(page.evaluate("document.activeElement.value"))
    assert walked == ["d3/d4", "d4/d5", "d4|e4", "e4|f4", "e3/e4", "d4|e4"]
    assert page.locator('[name=line][tabindex="0"]').get_attribute("value") == walked[-1]
    page.keyboard.press("Enter")
    assert chosen(page) == [walked[-1]]
    page.keyboard.press("Enter")
    assert chosen(page) == []
    page.keyboard.press("Space")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert len(chosen(page)) == 2
    assert at(page) == before  # keys that try build nothing
    while page.evaluate("document.activeElement.dataset.do") != "build":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    follow(page, before + 2)


def test_a_chip_picked_with_a_key_leads_on_to_the_spaces(ann) -> None:
    page = ann().page
    before = at(page)
    page.locator("#chip-1").focus()
    page.keyboard.press("Space")
    assert page.evaluate("document.activeElement.name") == "space"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    here = page.evaluate("document.activeElement.value")
    page.keyboard.press("Enter")
    assert chosen(page) == [here, "1"]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "chip-1"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    follow(page, before + 1)
    assert f"put a chip on {here}, face down" in page.locator("#log").inner_text()


@pytest.mark.parametrize("width", [1280, 390])
def test_arrow_keys_lead_to_every_free_space_wherever_it_lies(ann, width: int) -> None:
    page = ann(width=width).page
    page.locator("#chip-1").focus()
    page.keyboard.press("Space")
    # one space is alone in its row and its column: nothing leads straight to it
    corners = {"a1", "h1", "a5", "h5"}
    lone = next(n for n in ("d3", "e3", "d4", "e4") if space(page, n).count())
    page.evaluate(
        "free => { for (const e of document.querySelectorAll('[name=space]'))"
        " if (!free.includes(e.value)) e.remove(); }",
        [*corners, lone],
    )
    page.locator("[name=space][value=a1]").focus()

    def walked(key: str) -> list[str]:
        found = []
        for _ in range(5):
            page.keyboard.press(key)
            found.append(page.evaluate("document.activeElement.value"))
        return found

    right, left = walked("ArrowRight"), walked("ArrowLeft")
    assert set(right) == set(left) == corners | {lone}
    assert right[-1] == left[-1] == "a1"
    down, up = walked("ArrowDown"), walked("ArrowUp")
    assert down[-1] == down[-2] != up[-1] == up[-2]


def test_on_the_phone_the_land_turns_and_the_arrows_with_it(ann) -> None:
    page = ann(width=390, height=844).page
    boxes = {n: page.locator(f"[data-space={n}]").bounding_box() for n in ("a1", "h1", "a5")}
    assert all(boxes.values())
    assert boxes["h1"]["y"] > boxes["a1"]["y"] + 300
    assert boxes["h1"]["x"] == boxes["a1"]["x"]
    assert boxes["a5"]["x"] > boxes["a1"]["x"] + 200
    line(page, "c3|d3").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.value") in ("c3/c4", "d3/d4")
    line(page, "c3/c4").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.value") == "c3|d3"


@pytest.mark.parametrize("text", ["a1|b1", "d3|e3", "h4/h5", "c2/c3", "g5|h5"])
def test_a_finger_anywhere_near_a_line_tries_that_line(ann, text: str) -> None:
    """The diamond around a line is 44 px and more from side to side, and belongs to it alone."""
    page = ann(width=390, height=844, has_touch=True).page
    box = line(page, text).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    reach = 44 / 2 / 2**0.5  # the sides of the diamond lie slanting
    for dx, dy in ((0, 0), (2 * reach - 1, 0), (0, 1 - 2 * reach), (reach, reach), (-reach, reach)):
        found = page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).value", [x + dx * 0.96, y + dy * 0.96]
        )
        assert found == text, (dx, dy, found)
    line(page, text).tap()
    assert chosen(page) == [text]
