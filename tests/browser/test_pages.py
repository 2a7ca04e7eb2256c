"""Every page: no complaint, nothing wider than the screen, nothing too small to touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

import goldfield
from tests.browser.people import Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser

SMALL = """() => {
    const small = [];
    for (const e of document.querySelectorAll('a, button, input, select, textarea, summary')) {
        if (e.type === 'hidden' || e.disabled) continue;
        if (!e.checkVisibility({ visibilityProperty: true })) continue;
        // links inside a sentence are as tall as its line
        if (e.closest('.vh, .skip, .prose p, p.small, noscript')) continue;
        const target = e.matches('[type=checkbox], [type=radio]') && e.closest('label') || e;
        const { width, height } = target.getBoundingClientRect();
        if (width < 43.5 || height < 43.5) {
            small.push(`${e.outerHTML.slice(0, 90)} ${width}x${height}`);
        }
    }
    return small;
}"""

UNLABELLED = """() => [...document.querySelectorAll('input:not([type=hidden]), select, textarea')]
    .filter(e => !e.hidden && !e.labels?.length && !e.getAttribute('aria-label'))
    .map(e => e.outerHTML)"""

LEAST_CONTRAST = """() => {
    const light = (colour) => {
        const [r, g, b] = colour.match(/[\\d.]+/g).map((v) => v / 255)
            .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (e) => {
        for (let n = e; n; n = n.parentElement) {
            const colour = getComputedStyle(n).backgroundColor;
            if (/^rgb\\(/.test(colour)) return colour;
        }
        return 'rgb(255, 255, 255)';
    };
    let least = [99, ''];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const e = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !e.checkVisibility()) continue;
        if (e.closest('.vh, .skip, script, template')) continue;
        const [a, b] = [light(getComputedStyle(e).color), light(ground(e))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < least[0]) least = [ratio, e.outerHTML.slice(0, 120)];
    }
    return least;
}"""


def fits(person: Person) -> None:
    """What must hold of every page."""
    page = person.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    assert page.evaluate(SMALL) == [], page.url
    assert page.locator("h1").count() >= 1
    assert page.title().endswith("Goldfield")
    assert page.locator("main#main").count() == 1
    assert page.locator("[style]").count() == 0
    assert page.locator("script:not([src]):not([type='application/json'])").count() == 0
    ids = page.locator("[id]").evaluate_all("es => es.map(e => e.id)")
    assert len(ids) == len(set(ids)), sorted(i for i in ids if ids.count(i) > 1)
    unlabelled = page.evaluate(UNLABELLED)
    assert unlabelled == []


@pytest.fixture(scope="module")
def finished(browser: Browser, shared_server: Server) -> str:
    """The address of a table at which a game was played to its end."""
    ivy = Person(browser, shared_server.url, name="Ivy")
    ivy.open_table("bot:greedy", "bot:cautious", "bot:random", "bot:random")
    ivy.play_on()
    address = ivy.page.url
    ivy.leave()
    return address


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 720, 1280])
def test_every_page_fits(
    shared_server: Server, people, finished: str, width: int, scheme: str
) -> None:
    ivy: Person = people(
        shared_server, name="Ivy", width=width, height=844, color_scheme=scheme, has_touch=True
    )
    page = ivy.page
    games = (f"{path}{game}" for game in goldfield.games() for path in ("/new?game=", "/rules/"))
    for path in ("/", "/new", *games, "/import", "/fair"):
        page.goto(shared_server.url + path)
        fits(ivy)
        for fold in page.locator("details:not([open]) > summary").all():
            if fold.is_visible():
                fold.click()
        fits(ivy)
    address = ivy.open_table("person", "bot:greedy", "person", "person")
    for fold in page.locator("details.fold:not([open]) > summary").all():
        if fold.is_visible():
            fold.click()
    fits(ivy)
    page.goto(address + "/links")
    page.get_by_role("button", name="Make a link").click()
    page.locator("#link-0").wait_for()
    fits(ivy)
    guest: Person = people(shared_server, name="Guest", width=width, height=844)
    guest.page.goto(address)
    fits(guest)
    guest.page.goto(page.locator("#link-0").input_value())
    fits(guest)
    ivy.open_table("bot:greedy", "bot:cautious", "bot:random", "bot:random")
    ivy.wait_for_turn()
    fits(ivy)
    guest.page.goto(page.url)
    fits(guest)
    for path in ("", "/step/0", "/step/7", "/dice"):
        page.goto(finished + path)
        fits(ivy)


@pytest.mark.parametrize(
    "path", ["/nothing", "/table/nothing", "/join?code=nothing", "/rules/chess"]
)
def test_refusals_are_pages_too(shared_server: Server, people, path: str) -> None:
    ivy: Person = people(shared_server, width=390, height=844)
    ivy.forgiving = True  # the browser notes the 404 itself
    ivy.page.goto(shared_server.url + path)
    fits(ivy)
    assert ivy.page.locator("#main").inner_text()


def test_five_seats_and_seven_dice_fit_a_phone(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server, name="Ivy", width=390, height=844, has_touch=True)
    ivy.open_table("bot:greedy", "bot:cautious", "bot:random", "bot:random")
    ivy.wait_for_turn()
    assert ivy.page.locator("[name=die]").count() == 7
    for part in (".claims", ".river", ".acts"):
        box = ivy.page.locator(part).bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844, part
    # the sticky buttons hide nothing of the block
    block, acts = (ivy.page.locator(s).bounding_box() for s in (".river", ".acts"))
    assert block
    assert acts
    assert block["y"] + block["height"] <= acts["y"] + 1


def test_the_rules_are_one_tap_from_the_table_of_a_phone_and_it_is_one_tap_back(
    shared_server: Server, people
) -> None:
    ivy: Person = people(shared_server, width=390, height=844)
    ivy.open_table("bot:random")
    page = ivy.page
    page.locator("header").get_by_role("link", name="Rules", exact=True).click()
    page.locator("[data-rulebook]").wait_for()
    back = page.get_by_role("link", name="Back to the table").first
    box = back.bounding_box()
    assert box
    assert box["y"] + box["height"] < 844, "it is in sight"
    back.click()
    page.locator("#board").wait_for()


def test_night_and_day_can_be_chosen(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server)
    page = ivy.page
    page.goto(shared_server.url + "/fair")

    def paper() -> str:
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    day = paper()
    page.locator("[data-menu] > summary").click()
    page.get_by_role("button", name="Night").click()
    night = paper()
    assert night != day
    page.goto(shared_server.url + "/import")
    assert paper() == night
    page.locator("[data-menu] > summary").click()
    page.get_by_role("button", name="As device").click()
    assert paper() == day


def test_colours_can_be_read(shared_server: Server, people) -> None:
    """Text on paper, sheet and block has a contrast of 4.5 at least, by day and by night."""
    for scheme in ("light", "dark"):
        ivy: Person = people(shared_server, color_scheme=scheme)
        ivy.play_bots()
        ivy.wait_for_turn()
        worst = ivy.page.evaluate(LEAST_CONTRAST)
        assert worst[0] >= 4.5, worst
