"""Several people at one device: what one saw is gone before the next one looks."""

from __future__ import annotations

import pytest

from tests.browser.nuggets_people import open_table
from tests.browser.people import MY_TURN, Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser

SEND = """([notation]) => {
    const form = document.querySelector('form#board');
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name: 'notation', value: notation });
    form.append(field);
    form.requestSubmit();
}"""


def send(person: Person, notation: str) -> None:
    """A move by the form of the page, whatever is chosen in it."""
    person.page.evaluate(SEND, [notation])


def hands_over(person: Person, name: str) -> None:
    """The device is to go to somebody, who says that they have it."""
    page = person.page
    page.get_by_role("heading", name=f"Hand the device to {name}").wait_for()
    assert not page.locator(".ng").count()
    page.get_by_role("link", name=f"I am {name}").click()
    page.wait_for_selector(MY_TURN)


def test_the_curtain_falls_before_the_next_one_looks(shared_server: Server, people) -> None:
    person: Person = people(shared_server, name="Ann")
    open_table(person, "here")
    page = person.page
    hands_over(person, "Ann")
    hers = page.url
    send(person, "a1|b1")
    page.wait_for_function("() => document.querySelector('#board').dataset.at === '1'")
    assert page.locator(MY_TURN).count()
    send(person, "c1|d1")
    page.get_by_role("heading", name="Hand the device to").wait_for()
    # In place, without loading anything: nothing of Ann's is left in the page.
    assert page.url == hers
    assert not page.locator(".ng, form#board, #offers").count()
    name = page.locator(".gate h1").inner_text().removeprefix("Hand the device to ")
    hands_over(person, name)
    send(person, "5@a1")
    page.get_by_role("heading", name="Hand the device to Ann").wait_for()
    # Back to where the other one's chips lay: the curtain again, and nothing behind it.
    page.go_back()
    page.get_by_role("heading", name="Hand the device to Ann").wait_for()
    assert not page.locator(".ng, form#board, #offers").count()


def test_nothing_that_was_read_to_one_is_heard_behind_the_curtain(
    shared_server: Server, people
) -> None:
    person: Person = people(shared_server, name="Ann")
    open_table(person, "here")
    page = person.page
    hands_over(person, "Ann")
    page.locator("#chip-5").check(force=True)
    page.locator('[name=space][value="a1"]').check(force=True)
    page.locator("#herald", has_text="a1").wait_for(state="attached")
    person.press(page.locator(".acts .main"))
    page.get_by_role("heading", name="Hand the device to").wait_for()
    page.locator("#herald", has_text="put a chip on a1").wait_for(state="attached")
    assert "5" not in page.locator("#herald").inner_text()


def test_talk_brings_no_curtain(shared_server: Server, people) -> None:
    person: Person = people(shared_server, name="Ann")
    open_table(person, "here")
    page = person.page
    hands_over(person, "Ann")
    other: Person = people(shared_server, name="Eva")
    other.page.goto(page.url.partition("?")[0])
    other.page.locator("#chat-text").fill("Good luck")
    other.page.locator("#chat-form button").click()
    page.locator("#chat-lines", has_text="Good luck").wait_for()
    assert page.locator(MY_TURN).count()
    page.locator("#chat-text").fill("Thanks")
    page.locator("#chat-form button").click()
    page.locator("#chat-lines", has_text="Thanks").wait_for()
    assert page.locator(MY_TURN).count()
