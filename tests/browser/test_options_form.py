"""The form of a new table with structured options, in a real browser: chests, dice, presets."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.people import Person
from tests.browser.server import Server
from tests.browser.test_pages import fits

pytestmark = pytest.mark.browser

TOTAL = 'output[data-sum="option-deck."]'
OWN = "2x1:c 1x2:cccc 1x3:fish"


def open_folds(page: Page, within: str) -> None:
    """Open every fold, those inside others too."""
    while page.locator(f"{within} details:not([open]) > summary:visible").count():
        page.locator(f"{within} details:not([open]) > summary:visible").first.click()


def part(page: Page, name: str) -> Locator:
    return page.locator(f'[name="option-{name}"]')


def chosen(page: Page) -> list[str]:
    return page.locator("[name=preset]:checked").evaluate_all("es => es.map(e => e.value)")


def form(ivy: Person) -> Page:
    """The form for Moje zlato! with everything unfolded."""
    ivy.page.goto(ivy.url + "/new?game=moje_zlato")
    open_folds(ivy.page, "form")
    return ivy.page


def test_presets_fill_in_chests_and_dice(shared_server: Server, people) -> None:
    page = form(people(shared_server, name="Ivy"))
    assert page.locator(TOTAL).inner_text() == "18"
    assert chosen(page) == ["pirates"]
    part(page, "deck.1:c").fill("7")
    assert page.locator(TOTAL).inner_text() == "22"
    part(page, "deck.1:c").blur()
    assert chosen(page) == []
    part(page, "faces.1").select_option("S")
    assert page.locator(".chances").inner_text().split("\n") == [
        "coin: 1 in 6", "diamond: 1 in 6", "key: 2 in 6", "sabre: 2 in 6",
    ]  # fmt: skip
    part(page, "deck").fill("1x1:c")
    assert page.locator(".overruled").is_visible()
    page.get_by_text("Old hands", exact=True).click()
    assert chosen(page) == ["old_hands"]
    assert page.locator(TOTAL).inner_text() == "18"
    assert part(page, "deck").input_value() == ""
    assert part(page, "deck.1:c").input_value() == "3"
    assert part(page, "faces.1").input_value() == "C"
    assert page.locator(".chances").inner_text().startswith("coin: 2 in 6")
    assert not page.locator(".overruled").is_visible()


def test_the_usual_numbers_by_hand_are_the_preset_again(shared_server: Server, people) -> None:
    page = form(people(shared_server, name="Ivy"))
    for name, value in (("deck.1:c", "5"), ("deck.2:fish", "1")):
        part(page, name).fill(value)
    part(page, "deck.2:fish").blur()
    assert chosen(page) == []
    for name, value in (("deck.1:c", " 3"), ("deck.2:fish", "0")):
        part(page, name).fill(value)
    part(page, "deck.2:fish").blur()
    assert chosen(page) == ["pirates"]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_deck_is_pasted_turned_into_numbers_and_played(
    shared_server: Server, people, scripts: bool
) -> None:
    page = form(people(shared_server, name="Ivy", scripts=scripts))
    part(page, "deck").fill(OWN)
    page.get_by_role("button", name="Turn it into numbers").click()
    page.locator(f"{TOTAL}:text-is('4')").wait_for()
    assert part(page, "deck").input_value() == ""
    assert part(page, "deck.2:cccc").input_value() == "1"
    assert part(page, "deck.2:cccc").is_visible()
    assert "cannot be stolen" in page.locator("form > fieldset .toast").inner_text()
    page.get_by_role("button", name="Open the table").last.click()
    page.wait_for_url("**/table/*")
    assert "Pirates, Own chests" in page.locator("#gate").inner_text()
    assert "cannot be stolen" in page.locator("#gate").inner_text()
    page.get_by_text("Rules of this table").click()
    facts = page.locator("#about-table .kv")
    assert "4 chests" in facts.inner_text()
    assert facts.locator('use[href="#treasure-c"]').count() == 5


def test_a_refused_deck_stays_and_the_sentence_is_beside_it(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server, name="Ivy")
    ivy.forgiving = True
    page = form(ivy)
    part(page, "deck.3:ddd").fill("20")
    part(page, "faces.4").select_option("C")
    page.get_by_role("button", name="Open the table").last.click()
    page.locator("#o-deck-refused").wait_for()
    assert page.locator("#o-deck-refused").is_visible()
    assert "20 of this deck hold ddd" in page.locator("#o-deck-refused").inner_text()
    assert part(page, "deck.3:ddd").input_value() == "20"
    assert part(page, "faces.4").input_value() == "C"
    fits(ivy)


def test_without_scripts_another_game_shows_its_form(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server, name="Ivy", scripts=False)
    page = ivy.page
    page.goto(ivy.url + "/new")
    page.get_by_text("Moje zlato!", exact=True).first.click()
    ivy.post(page.get_by_role("button", name="Show this game's form"))
    assert page.locator("[name=preset][value=pirates]").is_checked()
    page.get_by_text("Gold Nuggets", exact=True).first.click()
    ivy.post(page.get_by_role("button", name="Open the table").last)
    assert page.locator("[name=game][value=gold_nuggets]").is_checked()
    assert page.locator("[name=preset][value=my_mine]").is_checked()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_unfolded_form_fits(shared_server: Server, people, width: int, scheme: str) -> None:
    ivy: Person = people(shared_server, name="Ivy", width=width, height=844, color_scheme=scheme)
    page = form(ivy)
    fits(ivy)
    over = page.locator(".numbers").evaluate_all(
        "es => es.filter(e => [...e.querySelectorAll('.sort > *')].some("
        "c => c.getBoundingClientRect().right > e.getBoundingClientRect().right + 1)).length"
    )
    assert over == 0
