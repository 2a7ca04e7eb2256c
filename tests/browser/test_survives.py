"""Nothing is lost: reload, second tab, back button, restart, SIGKILL, a network that goes away."""

from __future__ import annotations

import pytest

from tests.browser.people import ENDED, GAMES, MY_TURN, frozen
from tests.browser.server import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", GAMES)
def test_a_reload_and_a_second_tab_show_the_same_dice(
    shared_server: Server, people, game: str
) -> None:
    ivy = people(shared_server, game=game)
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


@pytest.mark.parametrize("game", GAMES)
def test_going_back_in_the_browser_plays_nothing_twice(
    shared_server: Server, people, game: str
) -> None:
    ivy = people(shared_server, game=game, scripts=False)
    ivy.play_bots()
    while not ivy.page.locator(MY_TURN).count():
        ivy.page.reload()
    faces, reading = ivy.best()
    ivy.choose(faces)
    do = ivy.game.plainly(reading["actions"][0]["do"])
    ivy.post(ivy.page.locator(f'.acts [name=do][value="{do}"]').first)
    played = ivy.page.locator("#log li").count()
    ivy.page.go_back()
    ivy.page.go_forward()
    ivy.page.reload()
    rolled = ivy.page.locator("#log li").all_inner_texts()
    assert len(rolled) >= played
    assert len([line for line in rolled if "began" in line]) <= 1


@pytest.mark.parametrize(("how", "game"), [("stop", "gold_nuggets"), *(("kill", g) for g in GAMES)])
def test_a_restart_in_mid_turn_loses_nothing(
    own_server: Server, people, how: str, game: str
) -> None:
    ivy = people(own_server, game=game)
    ivy.play_bots()
    for _ in range(3):
        ivy.wait_for_turn()
        ivy.move()
    ivy.wait_for_turn()
    shown, position = ivy.shown(), ivy.position
    chat = ivy.page.locator("#chat-text")
    chat.fill("half a sent")
    key, _ = ivy.best()
    ivy.choose(key)
    chosen, with_it = ivy.page.locator("[data-piece]:checked").count(), ivy.shown()
    ivy.forgiving = True
    getattr(own_server, how)()
    # the page stays, says that it is not live, and keeps what was chosen and typed
    ivy.page.locator("[data-live-note]").get_by_text("No connection").wait_for()
    assert ivy.shown() == with_it
    own_server.start()
    ivy.page.locator("[data-live-note]").wait_for(state="hidden")
    assert (ivy.shown(), ivy.position) == (with_it, position)
    assert chat.input_value() == "half a sent"
    assert ivy.page.locator("[data-piece]:checked").count() == chosen
    ivy.forgiving = False
    ivy.page.reload()
    assert (ivy.shown(), ivy.position) == (shown, position)
    ivy.move()


@pytest.mark.parametrize("game", GAMES)
def test_a_move_made_while_the_server_is_away_is_sent_once_it_is_back(
    own_server: Server, people, game: str
) -> None:
    ivy = people(own_server, game=game)
    ivy.play_bots()
    ivy.wait_for_turn()
    position = ivy.position
    faces, reading = ivy.best()
    ivy.choose(faces)
    ivy.forgiving = True
    own_server.kill()
    ivy.page.locator(f'.acts [name=do][value="{reading["actions"][0]["do"]}"]').click()
    ivy.page.locator("[data-live-note]").get_by_text("Your move is kept").wait_for()
    own_server.start()
    ivy.page.wait_for_function(
        "before => document.querySelector('[data-stage=finished]')"
        " || Number(document.querySelector('#board').dataset.at) > before",
        arg=position,
    )
    ivy.forgiving = False


@pytest.mark.parametrize("game", GAMES)
def test_a_frozen_tab_finds_the_true_position(shared_server: Server, people, game: str) -> None:
    ivy = people(shared_server, game=game)
    ivy.play_bots()
    ivy.wait_for_turn()
    sleeper = ivy.page
    ivy.page = ivy.new_page()
    ivy.page.goto(sleeper.url)
    with frozen(ivy, sleeper):
        for _ in range(2):
            ivy.wait_for_turn()
            ivy.move()
        ivy.wait_for_turn()
        now = ivy.position
    sleeper.wait_for_function(
        "at => Number(document.querySelector('#board').dataset.at) >= at", arg=now
    )


def test_entries_and_a_step_outlive_a_restart_and_the_way_back(own_server: Server, people) -> None:
    ivy = people(own_server)
    page = ivy.page
    page.goto(own_server.url + "/new?game=gold_nuggets")
    page.locator('[name="option-players"][value="4"]').check(force=True)
    page.locator("#seat-4").select_option("person")
    page.locator("#name").fill("Half a na")
    page.get_by_role("link", name="How the dice are kept fair").click()
    page.wait_for_url("**/fair")
    own_server.stop()
    own_server.start()
    page.go_back()
    assert page.locator("#name").input_value() == "Half a na"
    assert page.locator("#seat-4").input_value() == "person"
    page.locator("#seat-4").wait_for()
    # a form from before a restart is taken
    own_server.stop()
    own_server.start()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    # a finished game, somewhere in the middle
    ivy.play_bots()
    ivy.wait_for_turn()
    ivy.move()
    address = page.url
    page.locator("#about-table > summary").click()
    page.locator("#give-up > summary").click()
    page.locator("#give-up [name=sure]").check()
    page.get_by_role("button", name="Close the table").click()
    page.wait_for_selector(ENDED)
    page.goto(f"{address}/step/1")
    shown = page.locator("main").inner_text()
    own_server.kill()
    own_server.start()
    page.reload()
    assert page.locator("main").inner_text() == shown
    assert page.url.endswith("/step/1")
