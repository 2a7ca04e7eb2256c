"""A bot sits in and hands back, as everybody's page shows it by itself; a browser that forgets."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.server import Server
from tests.browser.test_live import two

pytestmark = pytest.mark.browser


@pytest.fixture
def slow_server(tmp_path_factory: pytest.TempPathFactory):
    """Bots take their time, so that there is time to be back."""
    server = Server(tmp_path_factory.mktemp("slow") / "goldfield.sqlite3", bot_delay=60.0)
    server.start()
    yield server
    server.stop()


def test_a_bot_sits_in_and_one_press_is_back(
    slow_server: Server, people: Callable[..., Person]
) -> None:
    jana, petr = two(slow_server, people)  # Jana, or whoever is to act
    jana.page.locator("#about-table summary").first.click()
    jana.page.get_by_role("button", name="Let a bot play for me").click()
    told = jana.page.get_by_text("A bot plays for you. The seat stays yours")
    expect(told).to_be_visible()
    expect(jana.page.locator("form#board")).to_have_count(0)
    expect(petr.page.locator("#log-region")).to_contain_text("plays from here on")
    expect(petr.page.get_by_role("button", name="I am back")).to_have_count(0)
    jana.page.get_by_role("button", name="I am back").click()
    expect(told).to_have_count(0)
    expect(petr.page.locator("#log-region")).to_contain_text("back, and playing again")


def test_a_browser_that_keeps_nothing_is_told_and_offered_the_link(
    shared_server: Server, people: Callable[..., Person]
) -> None:
    jana = people(shared_server, name="Jana")
    note = jana.page.get_by_text("This browser may forget who you are")
    address = jana.open_table("person")
    expect(jana.page.locator("#table-waiting")).to_be_visible()
    expect(note).to_be_hidden()
    jana.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('forbidden') }})"
    )
    jana.page.goto(address)
    expect(note).to_be_visible()
    jana.page.get_by_role("link", name="Link to my seat").click()
    jana.page.get_by_role("button", name="Make a link").click()
    link = jana.page.get_by_label("Link to the seat of Jana")
    expect(link).to_have_value(re.compile(r".+/seat/\w+"))
