"""Nothing is lost: reload, second tab, back button, restart, SIGKILL, a network that goes away."""

from __future__ import annotations

import pytest

from tests.browser.people import MY_TURN
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def test_a_reload_and_a_second_tab_show_the_same_dice(shared_server: Server, people) -> None:
    ivy = people(shared_server)
    ivy.play_bots()
    ivy.wait_for_turn()
    shown, position = ivy.shown(), ivy.position
    ivy.page.reload()
    assert (ivy.shown(), ivy.position) == (shown, position)
    first, second = ivy.page, ivy.new_page()
    second.goto(first.url)
    ivy.page = second
    assert (ivy.shown(), ivy.position) == (shown, position)
    ivy.move()
    after = ivy.shown(), ivy.position
    # the first tab follows without being touched
    ivy.page = first
    first.wait_for_function(
        "before => Number(document.querySelector('#board').dataset.at) > before", arg=position
    )
    ivy.wait_for_turn()
    assert ivy.position >= after[1]


def test_going_back_in_the_browser_plays_nothing_twice(shared_server: Server, people) -> None:
    ivy = people(shared_server, scripts=False)
    ivy.play_bots()
    while not ivy.page.locator(MY_TURN).count():
        ivy.page.reload()
    faces, reading = ivy.best()
    ivy.choose(faces)
    ivy.page.locator(f".acts [name=do][value={reading['actions'][0]['do']}]").first.click()
    ivy.page.wait_for_load_state()
    played = ivy.page.locator("#log li").count()
    ivy.page.go_back()
    ivy.page.go_forward()
    ivy.page.reload()
    rolled = ivy.page.locator("#log li").all_inner_texts()
    assert len(rolled) >= played
    assert len([line for line in rolled if "began" in line]) <= 1


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_a_restart_in_mid_turn_loses_nothing(own_server: Server, people, how: str) -> None:
    ivy = people(own_server)
    ivy.play_bots()
    for _ in range(3):
        ivy.wait_for_turn()
        ivy.move()
    ivy.wait_for_turn()
    shown, position = ivy.shown(), ivy.position
    chat = ivy.page.locator("#chat-text")
    chat.fill("half a sent")
    faces, _ = ivy.best()
    ivy.choose(faces)
    ivy.forgiving = True
    getattr(own_server, how)()
    # the page stays, says that it is not live, and keeps what was chosen and typed
    ivy.page.locator("[data-live-note]").get_by_text("No connection").wait_for()
    assert ivy.shown()[0] == shown[0]
    own_server.start()
    ivy.page.locator("[data-live-note]").wait_for(state="hidden")
    assert (ivy.shown(), ivy.position) == (shown, position)
    assert chat.input_value() == "half a sent"
    assert ivy.page.locator("[name=die]:checked").count() == len(faces)
    ivy.forgiving = False
    ivy.page.reload()
    assert (ivy.shown(), ivy.position) == (shown, position)
    ivy.move()


def test_a_move_made_while_the_server_is_away_is_sent_once_it_is_back(
    own_server: Server, people
) -> None:
    ivy = people(own_server)
    ivy.play_bots()
    ivy.wait_for_turn()
    position = ivy.position
    faces, reading = ivy.best()
    ivy.choose(faces)
    ivy.forgiving = True
    own_server.kill()
    ivy.page.locator(f".acts [name=do][value={reading['actions'][0]['do']}]").click()
    ivy.page.locator("[data-live-note]").get_by_text("Your move is kept").wait_for()
    own_server.start()
    ivy.page.wait_for_function(
        "before => document.querySelector('[data-stage=finished]')"
        " || Number(document.querySelector('#board').dataset.at) > before",
        arg=position,
    )
    ivy.forgiving = False


def test_a_frozen_tab_finds_the_true_position(shared_server: Server, people) -> None:
    ivy = people(shared_server)
    ivy.play_bots()
    ivy.wait_for_turn()
    sleeper = ivy.page
    session = ivy.context.new_cdp_session(sleeper)
    ivy.page = ivy.new_page()
    ivy.page.goto(sleeper.url)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    for _ in range(2):
        ivy.wait_for_turn()
        ivy.move()
    ivy.wait_for_turn()
    now = ivy.position
    session.send("Page.setWebLifecycleState", {"state": "active"})
    sleeper.wait_for_function(
        "at => Number(document.querySelector('#board').dataset.at) >= at", arg=now
    )
