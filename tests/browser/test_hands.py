"""News that arrive while somebody is at something take nothing out of their hands."""

from __future__ import annotations

import contextlib

import pytest
from playwright.sync_api import Error, Page, Route

import goldfield
from tests.browser.nuggets_people import follow, sit
from tests.browser.people import MY_TURN
from tests.browser.server import Server
from tests.browser.test_choosing import straights_and_pairs
from tests.browser.test_live import two

pytestmark = pytest.mark.browser

CONFIRMS = ".acts [name=do]:not([aria-disabled])"


class Again:
    """Makes all regions of a table's page arrive anew, as if each of them had changed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.number = 0
        page.route("**/part?since=*", self._changed)

    def _changed(self, route: Route) -> None:
        with contextlib.suppress(Error):  # the page is gone
            self._answer(route)

    def _answer(self, route: Route) -> None:
        address = route.request.url
        answer = route.fetch(url=address.partition("?")[0] + "?since=none")
        mark = f'data-region data-again="{self.number}"'
        headers = {**answer.headers, "x-version": f"{answer.headers['x-version']}{self.number:03}"}
        body = answer.text().replace("data-region", mark)
        route.fulfill(status=answer.status, headers=headers, body=body)

    def comes(self) -> None:
        """It has arrived, though it may not be shown yet."""
        self.number += 1
        with self.page.expect_response("**/part?since=*"):
            self.page.evaluate("dispatchEvent(new Event('focus'))")

    def is_shown(self) -> None:
        """Until it is."""
        self.page.locator(f'#board[data-again="{self.number}"]').wait_for()

    def __call__(self) -> None:
        self.comes()
        self.page.locator(f'[data-again="{self.number}"]').first.wait_for(state="attached")


def chosen(page: Page) -> list[str]:
    return page.locator("[data-piece]:checked").evaluate_all("all => all.map(e => e.dataset.piece)")


def middle(page: Page, target: str) -> tuple[float, float]:
    """The middle of an element that can be pressed."""
    element = page.locator(target).first
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def the_first_die(page: Page) -> str:
    """A die that can be set aside."""
    dice = page.locator("[name=die][data-piece]:not([aria-disabled])")
    name = dice.first.get_attribute("id")
    return f'label:has([id="{name}"])'


def test_a_press_that_news_come_into_still_counts(shared_server: Server, people) -> None:
    mover, _ = two(shared_server, people)
    page, again = mover.page, Again(mover.page)
    die = the_first_die(page)
    page.mouse.move(*middle(page, die))
    page.mouse.down()
    again.comes()
    assert not page.locator('#board[data-again="1"]').count(), "the die is being pressed"
    page.mouse.up()
    again.is_shown()
    assert len(chosen(page)) == 1
    # let go of in the same way
    page.mouse.down()
    again.comes()
    page.mouse.up()
    again.is_shown()
    assert not chosen(page)


@pytest.mark.parametrize("game", ["gold_nuggets", "moje_zlato"])
def test_taps_with_news_between_them_are_not_lost(shared_server: Server, people, game: str) -> None:
    """Choose a die, put it back, choose it again, confirm."""
    mover, _ = two(shared_server, people, game, has_touch=True)
    page, again, before = mover.page, Again(mover.page), mover.position
    die = the_first_die(page)
    for number in (1, 0, 1):
        page.touchscreen.tap(*middle(page, die))
        again()
        assert len(chosen(page)) == number
    if not page.locator(CONFIRMS).count():  # others have to go with it
        mover.choose(mover.best()[0])
        again()
    page.touchscreen.tap(*middle(page, CONFIRMS))
    follow(page, before + 1)


def test_blockers_with_news_between_them_are_not_lost(shared_server: Server, people) -> None:
    ann, ben = (people(shared_server, name=name, has_touch=True) for name in ("Ann", "Ben"))
    sit(ann, ben)
    page, again = ann.page, Again(ann.page)
    before = ann.position
    for number, text in enumerate(("b2/b3", "d3|e3"), 1):
        page.touchscreen.tap(*middle(page, f'.ln:has([value="{text}"])'))
        again()
        assert len(chosen(page)) == number
    # a third one takes the place of the one tried last, whatever the page's order is
    page.touchscreen.tap(*middle(page, '.ln:has([value="f2|g2"])'))
    assert sorted(chosen(page)) == ["b2/b3", "f2|g2"]
    again()
    page.touchscreen.tap(*middle(page, CONFIRMS))
    follow(page, before + 2)
    follow(ben.page, before + 2)


def test_which_reading_was_chosen_stays(placed, people) -> None:
    options = {"players": 2, "first": 1, "pairs": True, "straights": True}
    game = goldfield.load("gold_nuggets", **options)
    server = placed("gold_nuggets", options, game.show_state(game.play(game.start(), "2233445")))
    ivy = people(server, name="Ivy")
    page = ivy.page
    straights_and_pairs(ivy)
    ivy.choose(next(key for key, one in ivy.sets().items() if len(one["readings"]) > 1))
    second = page.locator("[data-readings] [type=radio]").nth(1)
    second.check()
    said = page.locator("#verdict").inner_text()
    Again(page)()
    assert second.is_checked()
    assert page.locator("#verdict").inner_text() == said


CARET = "e => [document.activeElement === e, e.selectionStart, e.selectionEnd, e.value]"


def test_a_waiting_room_keeps_names_words_and_what_is_open(shared_server: Server, people) -> None:
    jana, petr = (people(shared_server, name=name) for name in ("Jana", "Petr"))
    address = jana.open_table("person", "person")
    # whoever has opened it gives a seat to somebody beside them
    owner, again = jana.page, Again(jana.page)
    owner.locator("#give-fold-1 > summary").click()
    owner.locator("#give-2").select_option("here")
    typing(owner, again, "#give-name-2")
    assert owner.locator("#give-2").input_value() == "here"
    assert owner.locator("#give-fold-1").get_attribute("open") is not None
    # a guest fills in the form to sit down
    petr.page.goto(address)
    guest, again = petr.page, Again(petr.page)
    guest.locator("#sit-fold-3 > summary").click()
    guest.locator("#sit-phrase-3").fill("my own words")
    typing(guest, again, "#sit-name-3")
    assert guest.locator("#sit-phrase-3").input_value() == "my own words"
    assert guest.locator("#sit-fold-3").get_attribute("open") is not None
    # and once they sit, they find better words for the dice
    petr.sit_down(address)
    guest.locator("#words-1 > summary").click()
    typing(guest, again, "#phrase-2")
    assert guest.locator("#words-1").get_attribute("open") is not None


def typing(page: Page, again: Again, field: str) -> None:
    """Type, select, look elsewhere on the page: all that stays when news come, and one types on."""
    box = page.locator(field)
    box.click()
    box.fill("")
    page.keyboard.type("half a na")
    box.evaluate("e => e.setSelectionRange(5, 6)")
    height = page.evaluate("scrollY")
    again()
    assert box.evaluate(CARET) == [True, 5, 6, "half a na"]
    assert page.evaluate("scrollY") == height
    page.keyboard.type("the")
    assert box.input_value() == "half the na"


def test_a_running_game_keeps_what_is_open_and_where_one_reads(
    shared_server: Server, people
) -> None:
    mover, other = two(shared_server, people)
    one = mover
    for _ in range(4):
        one = mover if mover.page.locator(MY_TURN).count() else other
        before = one.position
        one.move()
        for each in (mover, other):
            follow(each.page, before + 1)
    page = other.page
    page.set_viewport_size({"width": 1280, "height": 500})
    page.evaluate("document.styleSheets[0].insertRule('#log { max-height: 60px !important }')")
    page.locator("#about-table > summary").click()
    page.locator("#log").evaluate("e => { e.scrollTop = 50; }")
    page.locator("#chat-text").scroll_into_view_if_needed()
    before = page.evaluate("[document.getElementById('log').scrollTop, scrollY]")
    assert before[0] > 0
    Again(page)()
    assert page.evaluate("[document.getElementById('log').scrollTop, scrollY]") == before
    assert page.locator("#about-table").get_attribute("open") is not None


def test_whoever_types_when_the_game_begins_types_on(shared_server: Server, people) -> None:
    jana, petr = (people(shared_server, name=name) for name in ("Jana", "Petr"))
    petr.sit_down(jana.open_table("person"))
    box = petr.page.locator("#chat-text")
    box.click()
    petr.page.keyboard.type("good lu")
    jana.page.get_by_role("button", name="Begin the game").click()
    petr.page.locator("[data-stage=running]").wait_for()
    petr.page.keyboard.type("ck")
    assert box.input_value() == "good luck"
    assert box.evaluate("e => e === document.activeElement")
