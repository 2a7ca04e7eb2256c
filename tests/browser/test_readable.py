"""What is long or large stays readable: events, names, the end of a game; and blows are seen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

import goldfield
from tests.browser.nuggets_people import WRITE, at, follow, passed
from tests.browser.people import ENDED, MY_TURN, Person
from tests.browser.server import Server
from tests.browser.test_names import LONG, shared
from tests.browser.test_pages import fits
from tests.browser.test_still import WATCH
from tests.moje_zlato_position import Position as Sea
from tests.nuggets_position import Position as Land
from tests.nuggets_position import around

pytestmark = pytest.mark.browser

ROB = ({"players": 2, "first": 1}, "keep 2 run=1 aside=LLL,444 roll=G supply=41 piles=24,12")
BUST = ({"players": 2, "first": 1}, "keep 2 run=2 aside=GG,222 roll=GL supply=50 piles=9,18")
FITS = "e => e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth + 1"
PLACES = """() => ['.claims', '.river .hand', '.tray', '.acts', '.rail'].map(
    (part) => JSON.stringify(document.querySelector(part).getBoundingClientRect()))"""


def two(one: Person, other: Person, game: str = "gold_nuggets") -> str:
    """A running table of two people, where both look at it."""
    address = one.open_table("person", preset=game)
    other.sit_down(address)
    one.page.get_by_role("button", name="Begin the game").click()
    for person in (one, other):
        person.page.goto(address)
        person.page.locator("#board").wait_for()
    return address


def plays(person: Person, *moves: str) -> None:
    """Moves in notation."""
    page = person.page
    for move in moves:
        page.wait_for_selector(MY_TURN)
        before = at(page)
        path = page.evaluate("location.pathname")
        status, body = page.evaluate(WRITE, [path, str(before), move])
        assert status == 200, (move, body)
        follow(page, before + 1)


def robbed(one: Person, other: Person) -> None:
    plays(other, "keep G", "rob 1")
    one.page.locator(".news[data-blow=rope]").wait_for()


def bust(one: Person, other: Person) -> bool:
    plays(other, "keep G", "roll")
    follow(one.page, at(other.page))
    return bool(one.page.locator(".news[data-blow=bust]").count())


def test_a_long_last_event_can_be_read_whole_on_a_phone(placed, people) -> None:
    server: Server = placed("gold_nuggets", *ROB)
    one, other = people(server, name=LONG[2]), people(server, name=LONG[1])
    address = two(one, other)
    watching: Person = people(server, width=390, height=844)
    plain: Person = people(server, width=390, height=844, scripts=False)
    robbed(one, other)
    watching.page.goto(address)
    page = watching.page
    words, more = page.locator("[data-news] > span"), page.locator("[data-unfold]")
    expect(more).to_be_visible()
    fits(watching)
    assert not words.evaluate(FITS)
    before = page.evaluate(PLACES)
    more.click()
    expect(more).to_have_attribute("aria-expanded", "true")
    assert words.evaluate(FITS)
    box = words.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert page.evaluate(PLACES) == before, "nothing else moves"
    assert words.inner_text() == f"{LONG[1]} robbed {LONG[2]} of 5 nuggets."
    page.keyboard.press("Escape")
    expect(more).to_have_attribute("aria-expanded", "false")
    assert not words.evaluate(FITS)
    # where there is room for all of it, nothing is offered
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(more).to_be_hidden()
    plain.page.goto(address)
    assert plain.page.locator("[data-news] > span").evaluate(FITS)


@pytest.mark.parametrize("width", [640, 768, 1280])
def test_names_of_five_are_whole(placed, people, width: int) -> None:
    options = {"players": 5, "first": 1}
    server = placed(
        "gold_nuggets", options, "keep 1 run=1 aside=LL,222 roll=GL supply=31 piles=9,14,0,12,11"
    )
    ivy: Person = people(server, width=width, height=900)
    shared(ivy, ["Prospector", *LONG[1:]])
    names = ivy.page.locator(".claim .who b")
    assert names.count() == 5
    assert names.evaluate_all(f"all => all.map({FITS})") == [True] * 5
    boxes = [name.bounding_box() for name in names.all()]
    for left, right in pairwise(boxes):
        assert left
        assert right
        assert left["x"] + left["width"] <= right["x"] + 1


BROKEN = """() => [...document.querySelectorAll('.need')].flatMap((e) => {
    if (!e.checkVisibility()) return [];
    const text = e.firstChild, out = e.closest('.ship').getBoundingClientRect();
    const box = e.getBoundingClientRect();
    const bad = box.top < out.top - 1 || box.left < out.left - 1 || box.right > out.right + 1;
    const broken = [...text.data.matchAll(/\\S+/g)].filter((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
    });
    return [...(bad ? [`outside: ${text.data}`] : []), ...broken.map(String)];
})"""


@pytest.mark.parametrize("letters", ["100%", "150%", "200%"])
def test_what_a_treasure_lacks_stays_beside_its_ship_in_large_letters(
    placed, people, letters: str
) -> None:
    sea = Sea(beside=("c", "", "dd ccd", "d"), chests=(1, 2, 3), top=1, buried=(1, 2, 4),
              unseen=("c d d", "cc cd dd", "ccc ccd cdd cdd ddd"),
              under=("cc", "cd", "", "c"), first=1)  # fmt: skip
    state = sea.fell("CKSS")
    options = state.rules.as_dict()
    shown = goldfield.load("moje_zlato", **options).show_state(state.state)
    ivy: Person = people(placed("moje_zlato", options, shown), name="Ivy", game="moje_zlato")
    ivy.open_table("bot:random", "bot:random", "bot:random", preset="pirates")
    page = ivy.page
    page.locator(".acts [name=do]").last.click()
    page.locator("[data-phase=act]").wait_for()
    page.evaluate(f"document.documentElement.style.fontSize = '{letters}'")
    for width in (720, 1000, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(BROKEN) == [], width
    if letters == "100%":
        assert page.locator(".need:visible").count()


SIDES = """() => {
    const box = (part) => document.querySelector(part).getBoundingClientRect();
    const [frame, awards, beside, course] =
        ['.ng.end > .frame', '.awards', '.cols > aside', '#course'].map(box);
    return { below: beside.top - awards.bottom, left: course.top - frame.bottom,
             under: frame.bottom - beside.top, apart: beside.left - frame.right };
}"""


@pytest.mark.parametrize("width", [1100, 1280, 1440])
def test_the_end_of_nuggets_leaves_no_empty_column_and_names_partners_whole(
    placed, people, width: int
) -> None:
    land = Land(4, 1, around("a1", "b1", "a2", "b2"), ["4@a1", "3@h2", "4@c4", "1@g5"],
                passed="2 3 4", first=1)  # fmt: skip
    server = placed("nuggets", land.game.rules.as_dict(), land.game.show_state(land.state))
    ann: Person = people(server, name=LONG[1], width=width)
    page = ann.page
    page.goto(f"{ann.url}/new?game=nuggets")
    page.locator('[name="option-players"][value="4"]').check(force=True)
    for number, kind in enumerate(("bot:surveyor", "here", "bot:random"), 2):
        page.locator(f"#seat-{number}").select_option(kind)
    page.locator("#here-3").fill(LONG[2])
    page.locator("#name").fill(LONG[1])
    page.get_by_role("button", name="Open the table").last.click()
    page.wait_for_url("**/table/*")
    gate = page.get_by_role("link", name=f"I am {LONG[1]}")
    if gate.count():
        gate.click()
    passed(ann)
    page.locator(ENDED).wait_for()
    gaps = page.evaluate(SIDES)
    assert 0 <= gaps["below"] <= 60, gaps
    assert 0 <= gaps["left"] <= 60, gaps
    assert gaps["under"] > 100, gaps
    assert gaps["apart"] > 0, gaps
    names = page.locator("svg.chart.wide .nm")
    assert names.all_inner_texts() == [LONG[1], LONG[2], "Surveyor", "Random"]
    assert names.evaluate_all(f"all => all.map({FITS})") == [True] * 4
    svg = page.locator("svg.chart.wide").bounding_box()
    assert svg
    lows = []
    for name in names.all():
        box = name.bounding_box()
        assert box
        assert svg["y"] - 1 <= box["y"]
        assert box["y"] + box["height"] <= svg["y"] + svg["height"] + 1
        assert box["x"] + box["width"] <= svg["x"] + svg["width"] + 1
        lows.append(box["y"])
    assert lows == sorted(lows)


RECORD = """() => {
    window.seen = [];
    new MutationObserver((changes) => {
        for (const { target, type, addedNodes } of changes) {
            const names = type === 'attributes' ? [...target.classList] : [];
            for (const name of names)
                if (['struck', 'changed'].includes(name))
                    window.seen.push(`${target.dataset.spot} ${name}`);
            for (const node of addedNodes)
                if (node.classList?.contains('carried')) window.seen.push('carried');
        }
    }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] });
}"""


STRUCK = "e => { e.classList.add('struck'); return getComputedStyle(e).animationName; }"


def seen(page: Page, *wanted: str) -> set[str]:
    """What the page did, once it has done what is wanted."""
    page.wait_for_function("wanted => wanted.every((one) => window.seen.includes(one))", arg=wanted)
    return set(page.evaluate("window.seen"))


@pytest.mark.parametrize("motion", [True, False])
def test_a_robbery_and_a_bust_are_seen_to_happen_and_push_nothing(
    placed, people, motion: bool
) -> None:
    def at_table(place: tuple[dict[str, object], str], happen: Callable[[Person, Person], object]):
        server: Server = placed("gold_nuggets", *place)
        one, other = people(server, name="Ivy", motion=motion), people(server, name="Petr")
        while True:
            two(one, other)
            one.page.evaluate(RECORD)
            one.page.evaluate(WATCH.replace("buffered: true", "buffered: false"))
            if happen(one, other) is not False:
                return one.page

    page = at_table(ROB, robbed)
    if motion:
        assert "holds-2 changed" not in seen(page, "carried", "blow struck")
        assert page.locator(".news .sign").evaluate(STRUCK) == "lasso"
    else:
        assert seen(page, "holds-2 changed", "blow changed") == {"holds-2 changed", "blow changed"}
    assert page.evaluate("window.shifts") == []
    page = at_table(BUST, bust)
    assert seen(page, "blow struck" if motion else "blow changed")
    if motion:
        assert page.locator(".news .sign").evaluate(STRUCK) == "bust"
    assert page.evaluate("window.shifts") == []
