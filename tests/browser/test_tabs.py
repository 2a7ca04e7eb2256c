"""Many tabs of one person share one stream, whatever becomes of each of them: here on plain http,
where there are no locks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request

from tests.browser.conftest import ELSEWHERE
from tests.browser.people import Person, frozen
from tests.browser.server import Server

pytestmark = pytest.mark.browser


AT_LEAST = """at => document.querySelector('[data-stage=finished]')
    || Number(document.querySelector('#board').dataset.at) >= at"""


def position_of(page: Page) -> int:
    """The position that a page shows; none where the game is over there."""
    board = page.locator("#board")
    return int(board.get_attribute("data-at") or "-1") if board.count() else -1


class Tabs:
    """The tabs of somebody at a table, and which of them has a stream open."""

    def __init__(self, person: Person, number: int) -> None:
        self.person = person
        self.asked: list[Request] = []
        person.context.on("request", self._begins)
        for event in ("requestfinished", "requestfailed"):
            person.context.on(event, self._ends)
        self.pages = [person.page]
        person.page.reload()
        for _ in range(number - 1):
            self.pages.append(person.new_page())
            self.pages[-1].goto(person.page.url)

    def _begins(self, request: Request) -> None:
        if "/live?" in request.url:
            self.asked.append(request)

    def _ends(self, request: Request) -> None:
        if request in self.asked:
            self.asked.remove(request)

    @property
    def open(self) -> list[Request]:
        """The streams that are open."""
        return [request for request in self.asked if request.frame.page in self.pages]

    def leader(self) -> Page:
        """The one tab with a stream, once it is clear which it is."""
        for page in self.pages:
            page.locator("main[data-news=live]").wait_for()
        for _ in range(200):
            if len(self.open) == 1:
                return self.open[0].frame.page
            self.pages[0].wait_for_timeout(50)
        raise AssertionError(f"{len(self.open)} streams are open")

    def another(self, than: Page) -> None:
        """Wait until another tab has a stream."""
        for _ in range(400):
            if any(request.frame.page is not than for request in self.open):
                return
            next(page for page in self.pages if page is not than).wait_for_timeout(50)
        raise AssertionError("no tab took over")

    def all_follow(self, by: Page) -> None:
        """A move that is made in one tab is seen in all."""
        self.person.page = by
        shown = max(position_of(page) for page in self.pages)
        by.wait_for_function(AT_LEAST, arg=shown)  # a move is made where the table is seen as it is
        self.person.wait_for_turn()
        if self.person.ended:
            return
        position = self.person.position
        self.person.move()
        for page in self.pages:
            page.wait_for_function(AT_LEAST, arg=position + 1)


@pytest.fixture
def ivy(shared_server: Server, people) -> Person:
    """Somebody at a table with bots, who came by plain http from elsewhere."""

    class Named:
        url = shared_server.url.replace("127.0.0.1", ELSEWHERE)

    person: Person = people(Named)
    person.forgiving = True  # browsers note that some headers mean nothing on plain http
    person.play_bots()
    assert not person.page.evaluate("isSecureContext")
    return person


def test_eight_tabs_share_a_stream_and_in_each_a_move_can_be_made(ivy: Person) -> None:
    tabs = Tabs(ivy, 8)
    tabs.leader()
    for page in tabs.pages[::3]:
        tabs.all_follow(page)
    tabs.leader()


def test_another_tab_takes_over(ivy: Person) -> None:
    tabs = Tabs(ivy, 3)
    # from one that was closed
    first = tabs.leader()
    tabs.pages.remove(first)
    first.close()
    # from one that says nothing any more, frozen or killed, and does not get it back when it thaws
    second = tabs.leader()
    others = tabs.pages = [page for page in tabs.pages if page is not second]
    with frozen(ivy, second):
        tabs.another(second)
        tabs.all_follow(others[0])
    tabs.pages = [*others, second]
    third = tabs.leader()
    tabs.all_follow(second)
    # from one that one went away from and came back to
    third.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    tabs.another(third)
    third.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    tabs.leader()
    tabs.all_follow(third)
