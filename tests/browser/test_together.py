"""People beside each other: who is here, who speaks, who plays again."""

from __future__ import annotations

import pytest

from tests.browser.people import ENDED
from tests.browser.server import Server
from tests.browser.test_live import two

pytestmark = pytest.mark.browser


def test_a_closed_browser_is_seen_by_the_others(shared_server: Server, people) -> None:
    mover, other = two(shared_server, people)
    here = other.page.locator(".claim", has_text=mover.name)
    for _ in range(2):
        assert "away" not in here.inner_text()
        address = mover.page.url
        mover.page.close()
        here.get_by_text("away").wait_for(timeout=60_000)
        mover.page = mover.new_page()
        mover.page.goto(address)
        here.get_by_text("away").wait_for(state="detached")


def test_a_guest_speaks_and_nothing_else_moves(shared_server: Server, people) -> None:
    mover, _ = two(shared_server, people)
    eva = people(shared_server)
    eva.page.goto(mover.page.url)
    board = eva.page.locator("#board").bounding_box()
    name, text = eva.page.locator("#chat-name"), eva.page.locator("#chat-text")
    name.fill("Eva")
    text.fill("Good evening")
    text.press("Enter")
    mover.page.locator("#chat-lines").get_by_text("Good evening").wait_for()
    name.wait_for(state="detached")
    eva.forgiving = True  # browsers complain of every refusal
    refused = eva.page.locator("#chat-notice .toast")
    text.evaluate("e => e.removeAttribute('maxlength')")
    text.fill("on " * 200)
    text.press("Enter")
    refused.wait_for()
    assert "at most 500 characters" in refused.inner_text()
    assert text.input_value() == "on " * 200
    assert eva.page.locator("#notice .toast").count() == 0
    assert eva.page.locator("#board").bounding_box() == board
    # The refusal goes with the next line that is accepted.
    text.fill("In short: on and on")
    text.press("Enter")
    refused.wait_for(state="detached")
    assert text.input_value() == ""


def test_two_people_play_again_with_one_press_each(shared_server: Server, people) -> None:
    mover, other = two(shared_server, people)
    owner = mover if mover.name == "Jana" else other
    owner.page.locator("#about-table > summary").click()
    owner.page.locator("#give-up > summary").click()
    owner.page.locator("#give-up [name=sure]").check()
    owner.page.get_by_role("button", name="Close the table").click()
    for one in (mover, other):
        one.page.wait_for_selector(ENDED)
    last = mover.page.url
    mover.page.get_by_role("button", name="Play again").click()
    mover.page.get_by_text(f"Kept for {other.name}").wait_for()
    offer = other.page.locator("#next")
    offer.get_by_text(f"{mover.name} would like to play again").wait_for()
    # In sight also at the end of a long page.
    other.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    press = offer.get_by_role("button", name="Sit down and play")
    box = press.bounding_box()
    assert box
    assert 0 <= box["y"] < other.page.viewport_size["height"]
    press.click()
    for one in (mover, other):
        one.page.wait_for_selector("[data-stage=running]")
        assert one.page.url != last
    assert mover.page.url == other.page.url


def test_whoever_is_muted_is_not_heard_until_asked_for(shared_server: Server, people) -> None:
    mover, other = two(shared_server, people)
    eva = people(shared_server)
    eva.page.goto(mover.page.url)
    eva.page.locator("#chat-name").fill("Eva")

    def speak(person, words: str) -> None:
        person.page.locator("#chat-text").fill(words)
        person.page.locator("#chat-form:not([aria-busy]) #chat-text").press("Enter")
        other.page.locator("#chat-lines").get_by_text(words).wait_for()

    speak(eva, "What a move")
    page = mover.page
    lines = page.locator("#chat-lines")
    lines.get_by_text("What a move").wait_for()
    page.locator("#manners-fold > summary").click()
    page.locator("#mute-who").select_option(label="Eva, watching: What a move")
    page.locator("#mute button").click()
    page.locator("#muted").get_by_text("You have muted Eva.").wait_for()
    page.evaluate(
        "() => { window.heard = ''; new MutationObserver(() => window.heard +="
        " document.querySelector('main').textContent + document.querySelector('#herald').innerText)"
        ".observe(document.body, {subtree: true, childList: true, characterData: true}); }"
    )
    speak(eva, "Such a silly move")
    speak(other, "Never mind")
    lines.get_by_text("Never mind").wait_for()
    page.wait_for_function("window.heard.includes('Never mind')")
    assert "silly" not in page.evaluate("window.heard")
    page.reload()
    assert lines.get_by_text("Never mind").count() == 1
    assert lines.get_by_text("move").count() == 0
    page.locator("#muted button").click()
    lines.get_by_text("Such a silly move").wait_for()
    page.locator("#muted li").wait_for(state="detached")
