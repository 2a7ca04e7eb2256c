"""Whole games by keys alone; the focus is never lost, and typing fires no key of the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser import nuggets_people as land
from tests.browser.people import ENDED, GAMES, MY_TURN, Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser

REACHED = """([selector, inside]) => {
    const at = document.activeElement;
    const group = inside && at.closest('[data-rove]');
    return group ? group.querySelector(selector) !== null : at.matches(selector);
}"""


def tab_to(page: Page, selector: str, *, group: bool = False) -> None:
    """Press the tabulator until something is reached, or a group that holds it."""
    for _ in range(80):
        if page.evaluate(REACHED, [selector, group]):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tabulator does not lead to {selector}")


def pick(page: Page, piece: str) -> None:
    """Choose a piece of a group: the tabulator to the group, arrows to the piece."""
    free = f'[data-piece="{piece}"]:not([aria-disabled], :checked)'
    tab_to(page, free, group=True)
    for _ in range(12):
        if page.evaluate(REACHED, [free, False]):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")


def press(ivy: Person, do: str) -> None:
    """Go on to a button and press it."""
    tab_to(ivy.page, f'.acts button[value="{do}"]:not([aria-disabled])')
    ivy.enter()


def holds_focus(page: Page) -> None:
    """The focus is on something, so that the next key means something."""
    assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"


def turn(ivy: Person) -> None:
    """One decision with keys alone."""
    page, before = ivy.page, ivy.position
    if page.locator("#sets").count():
        key, reading = ivy.best()
        for piece in key.split() if ivy.game.join else key:
            pick(page, piece)
        wanted = ivy.game.wants(reading)
        offered = [action["do"] for action in reading["actions"]]
        press(ivy, wanted if wanted in offered else offered[0])
    else:
        choices = page.locator(".acts [name=do]").evaluate_all("all => all.map(e => e.value)")
        press(ivy, "end" if "end" in choices else choices[0])
    page.wait_for_function(
        "before => document.querySelector('[data-stage=finished]')"
        " || document.querySelector('#board').dataset.at !== before",
        arg=str(before),
    )


@pytest.mark.parametrize("game", GAMES)
def test_keys_play_a_whole_game(shared_server: Server, people, game: str) -> None:
    ivy: Person = people(shared_server, name="Ivy", game=game)
    ivy.open_table("bot:random", quick=True)
    for _ in range(300):
        ivy.wait_for_turn()
        if ivy.ended:
            break
        turn(ivy)
        holds_focus(ivy.page)
    assert ivy.ended
    holds_focus(ivy.page)
    ivy.game.check(ivy.scores())
    tab_to(ivy.page, "#podium button.main")
    ivy.enter()
    ivy.page.wait_for_selector(f"{MY_TURN}, .waiting")


def test_keys_play_a_whole_game_of_nuggets(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server, name="Ivy")
    land.open_table(ivy, "bot:random")
    page = ivy.page
    for number in range(4):
        page.wait_for_selector(f"{MY_TURN}, {ENDED}")
        before = land.at(page)
        one, other = land.wanted(page, number)
        if len(one) > 1:
            for line in filter(None, (one, other)):
                tab_to(page, "[name=line]")
                land.walk(page, "line", line)
                page.keyboard.press("Space")
            press(ivy, "build")
        else:
            tab_to(page, "[name=chip]")
            page.keyboard.press("Space")
            while page.evaluate("document.querySelector('[name=chip]:checked')?.value") != one:
                tab_to(page, "[name=chip]")
                page.keyboard.press("ArrowRight")
            tab_to(page, "[name=space]")
            land.walk(page, "space", other)
            page.keyboard.press("Space")
            press(ivy, "play")
        land.follow(page, before + 1)
        holds_focus(page)
    page.wait_for_selector(f"{MY_TURN}, {ENDED}")
    if not page.locator(ENDED).count():
        tab_to(page, "#pass > summary")
        ivy.enter()
        tab_to(page, "#pass button")
        ivy.enter()
    page.wait_for_selector(ENDED)
    holds_focus(page)
    assert len(page.locator(".rank .big").all()) == 2


@pytest.mark.parametrize("game", [*GAMES, "nuggets"])
def test_the_tabulator_stops_once_at_each_group_of_pieces(
    shared_server: Server, people, game: str
) -> None:
    ivy: Person = people(shared_server, name="Ivy", game=game if game in GAMES else "gold_nuggets")
    if game == "nuggets":
        land.open_table(ivy, "bot:random")
    else:
        ivy.open_table("bot:random")
    ivy.wait_for_turn()
    page = ivy.page
    stops = page.locator("#board [data-piece]").evaluate_all(
        """all => {
            const groups = new Map();
            for (const e of all.filter((e) => e.tabIndex >= 0)) {
                const group = e.closest('[data-rove], .tray') ?? e.name;
                // radio buttons of one name are one stop
                const key = e.type === 'radio' ? e.name : e;
                groups.set(group, (groups.get(group) ?? new Set()).add(key));
            }
            return [...groups.values()].map((stops) => stops.size);
        }"""
    )
    assert stops
    assert set(stops) == {1}


def test_enter_on_a_die_chooses_it_and_rolls_nothing(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server, name="Ivy")
    ivy.play_bots()
    ivy.wait_for_turn()
    page, before = ivy.page, ivy.position
    tab_to(page, "[name=die]")
    page.keyboard.press("Enter")
    assert page.locator("[name=die]:checked").count() == 1
    page.keyboard.press("Enter")
    assert not page.locator("[name=die]:checked").count()
    assert ivy.position == before


def test_keys_are_listed_by_key_and_by_link(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server, name="Ivy", width=390, height=844)
    ivy.play_bots()
    ivy.wait_for_turn()
    page = ivy.page
    keys = page.get_by_role("dialog", name="Keys")
    page.keyboard.press("?")
    keys.wait_for()
    page.keyboard.press("Escape")
    keys.wait_for(state="hidden")
    page.locator("[data-menu] > summary").first.click()
    page.locator(".menu").get_by_role("link", name="Keys").click()
    keys.wait_for()
    # whoever has other uses for that key switches it off
    keys.get_by_role("checkbox").uncheck()
    keys.get_by_role("button", name="Close").click()
    page.keyboard.press("?")
    assert keys.is_hidden()
    page.reload()
    page.keyboard.press("?")
    assert keys.is_hidden()


def test_without_scripts_the_keys_are_a_page(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server, scripts=False)
    ivy.page.goto(shared_server.url)
    ivy.page.locator(".foot").get_by_role("link", name="Keys").click()
    ivy.page.get_by_role("heading", name="Keys", level=1).wait_for()
    assert ivy.page.locator("kbd").count() > 8


def test_what_is_typed_into_the_chat_is_text_only(shared_server: Server, people) -> None:
    """Every key of the list, with a move of somebody else in the middle of a word."""
    ivy: Person = people(shared_server, name="Ivy")
    petr: Person = people(shared_server, name="Petr")
    petr.sit_down(ivy.open_table("person"))
    ivy.page.get_by_role("button", name="Begin the game").click()
    ivy.page.locator("#board").wait_for()
    petr.page.locator("#board").wait_for()
    mover, typist = (ivy, petr) if ivy.page.locator(MY_TURN).count() else (petr, ivy)
    page = typist.page
    field = page.locator(".chat [name=text]")
    field.focus()
    page.keyboard.type("wh?")
    before = typist.position
    mover.move()
    land.follow(page, before + 1)
    for key in ("ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight", "Home", "End", "Space", "?"):
        page.keyboard.press(key)
    page.keyboard.type("y")
    assert field.input_value() == "wh? ?y"
    assert page.get_by_role("dialog").is_hidden()
    assert not page.locator("[data-piece]:checked").count()
    assert typist.position == mover.position
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.name") != "text"
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
