"""The land in the form of a new table: mines are picked up and put down."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from goldfield.games.nuggets.layout import PARTS, STANDARD, split_layout
from tests.browser.people import Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def form(shared_server: Server, people):
    """The open form of a table of Nuggets."""

    def make(**how: object) -> Page:
        person: Person = people(shared_server, name="Ann", **how)
        person.page.goto(f"{shared_server.url}/new?game=nuggets")
        person.page.locator("[data-fold=options] > summary").click()
        return person.page

    return make


def laid(page: Page) -> dict[str, str]:
    """Where the land shows each marker, by space."""
    shown = "all => all.map(e => [e.dataset.space, e.dataset.lies])"
    return {space: part for space, part in page.locator("[data-space]").evaluate_all(shown) if part}


def typed(page: Page) -> dict[str, str]:
    """What the fields hold."""
    named = {part: page.locator(f'[name="option-layout.{part}"]').input_value() for part in PARTS}
    return {"kind": kind(page), **named}


def kind(page: Page) -> str:
    return page.locator('[name="option-layout.kind"]:checked').input_value()


def cell(page: Page, name: str):
    return page.locator(f'[data-space="{name}"]')


@pytest.mark.parametrize("width", [1280, 390])
def test_a_mine_is_moved_by_tap(form, width: int) -> None:
    page = form(width=width, has_touch=True)
    usual = split_layout(STANDARD)
    assert typed(page) == usual
    assert laid(page) == {usual[part]: part for part in PARTS}
    assert page.evaluate("document.documentElement.scrollWidth") == width
    box = cell(page, "c4").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    cell(page, "d3").tap()
    assert cell(page, "d3").get_attribute("aria-pressed") == "true"
    assert "Mine 8 picked up" in page.locator("[data-said]").inner_text()
    cell(page, "c4").tap()
    own = {**usual, "kind": "own", "8a": "c4"}
    assert typed(page) == own
    assert laid(page)["c4"] == "8a"
    assert "d3" not in laid(page)
    assert cell(page, "c4").get_attribute("aria-label") == "c4, mine 8"
    assert page.locator("[name=preset]:checked").count() == 0
    # Two change places; picked up again is put back.
    cell(page, "c4").tap()
    cell(page, "e3").tap()
    assert (typed(page)["8a"], typed(page)["7a"]) == ("e3", "c4")
    cell(page, "e3").tap()
    cell(page, "e3").tap()
    assert page.locator('[data-space][aria-pressed="true"]').count() == 0
    # The usual is shown and the own one not forgotten; a preset lays as it says.
    page.locator('[name="option-layout.kind"][value="standard"]').check(force=True)
    assert laid(page) == {usual[part]: part for part in PARTS}
    page.locator('[name="option-layout.kind"][value="own"]').check(force=True)
    assert typed(page)["8a"] == "e3"
    page.locator('[name=preset][value="new_land"]').check(force=True)
    assert kind(page) == "random"
    assert not page.locator("[data-land]").is_visible()


def test_a_mine_is_moved_by_keys_alone(form) -> None:
    page = form()
    cell(page, "a5").focus()
    for key in ("ArrowRight",) * 3:
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.space") == "d5"
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.locator('[data-space][aria-pressed="true"]').count() == 0
    page.keyboard.press("Space")
    for key in ("ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.space") == "c5"
    page.keyboard.press("Enter")
    assert typed(page)["4b"] == "c5"
    assert laid(page)["c5"] == "4b"


def test_what_is_typed_shows_on_the_land(form) -> None:
    page = form()
    page.locator('[name="option-layout.kind"][value="own"]').check(force=True)
    page.locator('[name="option-layout.8a"]').fill("E1")  # one lies there already
    tray = page.locator("[data-tray] button:visible")
    assert tray.count() == 1
    tray.click()
    cell(page, "h5").click()
    assert typed(page)["8a"] == "h5"
    assert not page.locator("[data-tray]").is_visible()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    assert page.locator("text=8@h5").count()


def test_without_scripts_the_spaces_are_typed(form) -> None:
    page = form(scripts=False)
    assert not page.locator("[data-land]").is_visible()
    page.locator('[name="option-layout.kind"][value="own"]').check(force=True)
    page.locator('[name="option-layout.8a"]').fill("h5")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    assert page.locator("text=8@h5").count()
