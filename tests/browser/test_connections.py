"""Connections that die, are held back or blocked: the page finds the true position all the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route

from tests.browser.people import ENDED, MY_TURN, Person
from tests.browser.server import Server
from tests.browser.test_live import follows, two
from tests.browser.test_moje_zlato import ACT
from tests.browser.wire import Wire

pytestmark = pytest.mark.browser


@pytest.fixture
def wire(shared_server: Server) -> Iterator[Wire]:
    wire = Wire(shared_server.port)
    yield wire
    wire.close()


def watching(people, wire: Wire, address: str) -> Person:
    """Somebody who watches a table over the wire."""
    eva = people(wire, name="Eva")
    eva.forgiving = True
    eva.page.goto(address.replace(address.partition("/table")[0], wire.url))
    return eva


def moves(mover: Person, other: Person) -> int:
    """One decision by whoever is to act; the position that follows from it."""
    one = mover if mover.page.locator(MY_TURN).count() else other
    before = one.position
    one.move()
    return before + 1


def test_a_stream_that_died_in_silence_is_given_up(
    shared_server: Server, people, wire: Wire
) -> None:
    """As after a change of the network: nobody is told that the old way leads nowhere."""
    mover, other = two(shared_server, people)
    eva = watching(people, wire, mover.page.url)
    live(eva.page)
    streams = wire.streams
    wire.cut()
    # Kept connections are dead as well, and one after the other has to be found so.
    eva.page.set_default_timeout(60_000)
    follows(eva, moves(mover, other))
    eva.page.wait_for_function("() => document.querySelector('[data-live-note]').hidden")
    until(eva.page, lambda: wire.streams > streams)
    live(eva.page)


def test_a_network_that_comes_back_is_used_at_once(
    shared_server: Server, people, wire: Wire
) -> None:
    mover, other = two(shared_server, people)
    eva = watching(people, wire, mover.page.url)
    live(eva.page)
    eva.context.set_offline(True)
    streams = wire.streams
    wire.cut()
    position = moves(mover, other)
    eva.context.set_offline(False)
    follows(eva, position)
    until(eva.page, lambda: wire.streams > streams)


def test_where_streams_are_held_back_the_page_says_so_and_all_can_be_done(
    shared_server: Server, people, wire: Wire
) -> None:
    wire.holds_streams = True
    mover, other = two(shared_server, people)
    eva = watching(people, wire, mover.page.url)
    note = eva.page.locator("[data-live-note]")
    note.get_by_text("Live news is blocked").wait_for()
    follows(eva, moves(mover, other))
    # A press looks sooner; a page that only waits would do so as well.
    with eva.page.expect_response("**/part?since=*"):
        note.get_by_role("button", name="Look now").click()
    eva.page.locator("#chat-text").fill("It works")
    eva.page.locator("#chat-text").press("Enter")
    mover.page.locator("#chat-lines").get_by_text("It works").wait_for()
    note.get_by_role("button", name="All right").click()
    assert note.is_hidden()
    # Once nothing holds them back any more, the page notices by itself.
    wire.holds_streams = False
    live(eva.page)


def test_without_a_stream_a_move_can_be_made(shared_server: Server, people) -> None:
    mover, other = two(shared_server, people)
    mover.forgiving = True
    mover.page.route("**/live?watch=*", lambda route: route.fulfill(status=403))
    mover.page.reload()
    mover.page.locator("[data-live-note]").get_by_text("Live news is blocked").wait_for()
    position = mover.position
    mover.move()
    follows(other, position + 1)


@pytest.mark.parametrize("game", ["gold_nuggets", "moje_zlato"])
def test_a_move_whose_answer_is_lost_is_played_once(
    shared_server: Server, people, game: str
) -> None:
    """The server has it, the page cannot know: it shows nothing as done, and sends it again."""
    mover, other = two(shared_server, people, game)
    page = mover.page
    mover.forgiving = True
    lost: list[str] = []

    def lose(route: Route) -> None:
        if len(lost) < 2:
            lost.append(route.request.post_data or "")
            route.fetch()
            route.abort()
        else:
            lost.append(route.request.post_data or "")
            route.continue_()

    page.route("**/move", lose)
    page.route("**/live?watch=*", lambda route: route.abort())
    page.reload()
    before = mover.position
    key, reading = mover.best()
    mover.choose(key)
    page.locator(f'.acts [name=do][value="{mover.game.wants(reading)}"]').first.click()
    page.locator("[data-live-note]").get_by_text("Your move is kept").wait_for()
    assert mover.position == before, "nothing is shown as done before it is known to be"
    page.wait_for_function(
        "at => document.querySelector('[data-stage=finished]')"
        " || Number(document.querySelector('#board').dataset.at) > at",
        arg=before,
    )
    assert len(set(lost)) == 1
    if not page.locator(ENDED).count():
        follows(other, mover.position)
        assert other.page.locator("#log").inner_text() != ""
    doubles(page)


def test_a_chest_opened_without_a_connection_stays_closed(placed, people) -> None:
    server = placed("moje_zlato", *ACT)
    ivy = people(server, name="Ivy", game="moje_zlato")
    ivy.open_table("bot:random")
    eva = people(server, name="Eva", game="moje_zlato")
    eva.page.goto(ivy.page.url)
    page, before = ivy.page, ivy.position
    treasures = page.locator(".loot use").count()
    page.locator('[data-piece="chest-2"]').first.check(force=True)
    ivy.forgiving = True
    ivy.context.set_offline(True)
    page.locator(".acts .main").click()
    page.locator("[data-live-note]").get_by_text("Your move is kept").wait_for()
    for one in (ivy, eva):
        assert one.position == before
        assert one.page.locator(".loot use").count() == treasures
    ivy.context.set_offline(False)
    for one in (ivy, eva):
        follows(one, before + 1)
        one.page.locator(f".loot use >> nth={treasures}").wait_for(state="attached")
    page.locator("[data-live-note]").wait_for(state="hidden")


def test_fifty_interruptions_tell_nothing_twice(shared_server: Server, people) -> None:
    mover, other = two(shared_server, people)
    eva = people(shared_server)
    eva.page.goto(mover.page.url)
    live(eva.page)
    for _ in range(5):
        eva.page.evaluate(
            """async () => {
                for (let n = 0; n < 10; n += 1) {
                    dispatchEvent(new Event('online'));
                    await new Promise((done) => setTimeout(done, 20 * Math.random()));
                }
            }"""
        )
        if mover.ended or other.ended:
            break
        follows(eva, moves(mover, other))
    doubles(eva.page)
    live(eva.page)


def doubles(page: Page) -> None:
    """No event stands twice in the log."""
    at = page.locator("#log [data-at]").evaluate_all("all => all.map(e => e.dataset.at)")
    assert len(at) == len(set(at))
    assert at == sorted(at, key=int, reverse=True)


def test_tries_are_spread_over_time(shared_server: Server, people) -> None:
    """Pages of a server that was away do not come back all at once."""
    ivy = people(shared_server)
    ivy.play_bots()
    waits = ivy.page.evaluate(
        """async () => {
            const script = document.querySelector('script[src*="table.js"]').src;
            const { pauseAfter } = await import(script.replace('table.js', 'live.js'));
            const many = (failures) => Array.from({ length: 200 }, () => pauseAfter(failures));
            return [1, 3, 50].map(many);
        }"""
    )
    first, third, last = waits
    assert min(first) >= 500
    assert max(first) <= 2000
    assert max(first) - min(first) > 1000
    assert max(third) - min(third) > 3000
    assert max(last) <= 30_000


def live(page: Page) -> None:
    """Until news come by a stream: the page says nothing to the contrary and one is open."""
    page.locator("main[data-news=live]").wait_for(timeout=60_000)


def until(page: Page, condition) -> None:
    """Wait for something outside the page."""
    for _ in range(600):
        if condition():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it never came true")
