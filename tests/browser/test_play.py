"""Whole games through the real page: two people, one against bots, without scripts, one device."""

from __future__ import annotations

import pytest

from tests.browser.people import ENDED, GAMES, MY_TURN, Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", GAMES)
def test_two_people_in_two_browsers_play_a_whole_game(
    shared_server: Server, people, game: str
) -> None:
    jana = people(shared_server, name="Jana", game=game)
    petr = people(shared_server, name="Petr", game=game, width=390, height=844, has_touch=True)
    address = jana.open_table("person", quick=True)
    petr.sit_down(address)
    jana.page.get_by_text("Everybody is here.").wait_for()
    jana.page.get_by_role("button", name="Begin the game").click()
    moves = 0
    while not (jana.ended and petr.ended):
        jana.page.wait_for_function(
            f"document.querySelector('{MY_TURN}, {ENDED}') || !document.querySelector('.waiting')"
            " || document.querySelector('.waiting')"
        )
        for one, other in ((jana, petr), (petr, jana)):
            if one.page.locator(MY_TURN).count():
                one.move()
                moves += 1
                at = one.page.locator("#board").get_attribute("data-at") if not one.ended else ""
                # the other page follows by itself
                other.page.wait_for_function(
                    "at => document.querySelector('[data-stage=finished]')"
                    " || (at && Number(document.querySelector('#board').dataset.at) >= Number(at))",
                    arg=at,
                )
    assert moves > 10
    for one in (jana, petr):
        one.game.check(one.scores())
        assert "Dice checked" in one.page.locator(".stamp").inner_text().capitalize()
    assert (
        "You" in jana.page.locator("h1").inner_text()
        or "Petr" in jana.page.locator("h1").inner_text()
    )


@pytest.mark.parametrize("game", GAMES)
def test_one_person_against_three_bots(shared_server: Server, people, game: str) -> None:
    ivy = people(shared_server, name="Ivy", game=game)
    ivy.open_table("bot:random", "bot:greedy", "bot:random", quick=True)
    ivy.play_on()
    assert len(ivy.scores()) == 4
    ivy.game.check(ivy.scores())
    ivy.page.get_by_role("link", name="Step through it").click()
    ivy.page.wait_for_url("**/step/0")
    ivy.page.get_by_role("link", name="Next step").click()
    ivy.page.wait_for_url("**/step/1")
    ivy.page.keyboard.press("ArrowRight")
    ivy.page.wait_for_url("**/step/2")
    ivy.page.get_by_role("link", name="Back to the table").click()
    ivy.page.get_by_role("button", name="Play again").click()
    ivy.page.wait_for_selector(MY_TURN + ", .waiting")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_without_scripts(shared_server: Server, people, game: str) -> None:
    ivy = people(shared_server, name="Ivy", game=game, scripts=False)
    ivy.open_table("bot:random", quick=True)
    page = ivy.page
    for _ in range(900):
        if ivy.ended:
            break
        if not page.locator(MY_TURN).count():
            page.reload()
            continue
        if not page.locator("#sets").count():
            ivy.post(page.locator(".acts [name=do]").last)
            continue
        key, reading = ivy.best()
        ivy.choose(key)
        do = ivy.game.plainly(ivy.game.wants(reading))
        press = page.locator(f'.acts [name=do][value="{do}"]')
        ivy.post((press if press.count() else page.locator(".acts [name=do]")).first)
        if page.locator("#board .toast, #notice .toast").count():
            # all of them together may be too much, or make all seven: what the page says helps
            _, reading = ivy.best()
            wanted = reading["actions"][0]["do"]
            ivy.post(page.locator(f'.acts [name=do][value="{wanted}"]').first)
        if page.locator('[name="reading"]').count():
            ivy.post(page.locator('[name="reading"]').first)
    assert ivy.ended
    ivy.game.check(ivy.scores())


@pytest.mark.parametrize("game", GAMES)
def test_two_people_at_one_device(shared_server: Server, people, game: str) -> None:
    ivy = people(shared_server, name="Ivy", game=game)
    ivy.page.goto(f"{shared_server.url}/new?game={game}")
    ivy.page.locator("#seat-2").select_option("here")
    ivy.page.locator("#here-2").fill("Grandpa")
    ivy.page.get_by_role("button", name="Open the table").click()
    ivy.page.wait_for_url("**/table/*")
    seen: set[str] = set()
    while not {"Grandpa"} < seen:
        ivy.wait_for_turn()
        seen.add(ivy.page.locator("[aria-current=true] .who b").first.inner_text())
        ivy.move()
    ivy.play_on()
    assert {"Grandpa"} < seen
    ivy.game.check(ivy.scores())
    assert isinstance(ivy, Person)
