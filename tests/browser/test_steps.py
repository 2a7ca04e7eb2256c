"""Stepping through a game: the way on stands still, in reach, and leaves the reader in place."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from goldfield.match.document import export
from tests.browser.people import Person
from tests.browser.server import Server
from tests.played import played

pytestmark = pytest.mark.browser

WINDOWS = ((390, 844), (844, 390), (1280, 800))
BUTTONS = """() => [...document.querySelectorAll('.stepper .ends .btn')].map((b) => {
    const { x, y, width, height } = b.getBoundingClientRect();
    const on_top = document.elementFromPoint(x + width / 2, y + height / 2);
    return [x, y, width >= 44 && height >= 44 && y + height <= innerHeight && b.contains(on_top)];
})"""
FITS = "(e) => e.scrollHeight <= e.clientHeight + 1"


def brought(person: Person, game: str) -> Page:
    """The last position of a game that was played elsewhere."""
    page = person.page
    page.goto(f"{person.url}/import")
    page.locator("textarea[name=record]").fill(export(played(game)))
    page.get_by_role("button", name="Check it and step through").click()
    page.locator(".stepper").wait_for()
    return page


@pytest.mark.parametrize("game", ["gold_nuggets", "moje_zlato", "nuggets"])
def test_the_buttons_of_the_steps_are_in_reach_and_stand_still(
    shared_server: Server, people, game: str
) -> None:
    page = brought(people(shared_server), game)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        places = []
        for _ in range(4):
            places.append(page.evaluate(BUTTONS))
            with page.expect_navigation():
                page.keyboard.press("ArrowLeft")
        assert len(places[0]) == 4
        assert all(in_reach for place in places for *_, in_reach in place), (width, height)
        assert all(place == places[0] for place in places), (width, height)


def test_the_page_stays_where_it_was_from_step_to_step(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server, name="Ivy", game="moje_zlato", width=390, height=844)
    table = ivy.open_table("bot:random")
    ivy.wait_for_turn()
    ivy.move()
    page = ivy.page
    page.goto(f"{table}/step/1")
    page.evaluate("scrollTo(0, 60)")
    page.get_by_role("link", name="Next step").click()
    page.wait_for_url("**/step/2")
    page.wait_for_function("scrollY === 60")
    # whoever uses the keyboard goes on with the same control
    page.get_by_role("link", name="Next step").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/step/3")
    page.wait_for_function("document.activeElement.dataset.key === 'ArrowRight'")
    # another way to the page begins at its top
    page.goto(f"{table}/step/2")
    assert page.evaluate("scrollY") == 0


def test_a_position_stands_in_a_fold_and_the_headline_tells_what_comes(
    shared_server: Server, people
) -> None:
    ivy: Person = people(shared_server, name="Ivy", game="moje_zlato")
    table = ivy.open_table("bot:random")
    ivy.wait_for_turn()
    page = ivy.page
    page.goto(f"{table}/step/0")
    position = page.get_by_text("unseen=")
    assert position.is_hidden()
    page.get_by_text("The position as text").click()
    assert position.is_visible()


def test_a_long_event_of_a_step_can_be_read_whole_on_a_phone(shared_server: Server, people) -> None:
    page = brought(people(shared_server, width=390, height=844), "moje_zlato")
    words, more = page.locator("[data-news] > span"), page.locator("[data-unfold]")
    assert not words.evaluate(FITS)
    more.click()
    expect(more).to_have_attribute("aria-expanded", "true")
    assert words.evaluate(FITS)
