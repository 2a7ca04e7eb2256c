"""Whole games of Nuggets through the real page: with a finger, with keys, without scripts."""

from __future__ import annotations

from fractions import Fraction

import pytest
from playwright.sync_api import Page

from tests import nuggets_by_hand as by_hand
from tests.browser.nuggets_people import (
    at,
    follow,
    keyed,
    open_table,
    passed,
    sit,
    tapped,
)
from tests.browser.people import ENDED, MY_TURN, Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def points(text: str) -> Fraction:
    """A score as a page writes it."""
    parts = {"½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3)}
    number = text.split()[0]
    return int(number.rstrip("".join(parts)) or 0) + parts.get(number[-1], Fraction(0))


def ranked(page: Page) -> dict[str, Fraction]:
    """The end of a game by the names of the sides."""
    return {
        row.locator(".who b").inner_text(): points(row.locator(".big").inner_text())
        for row in page.locator(".rank li").all()
    }


def true_points(page: Page) -> list[Fraction]:
    """What the last position of a finished game is worth, counted by hand."""
    page.get_by_role("link", name="Step through it").click()
    page.wait_for_url("**/step/0")
    last = page.locator("#to-step").get_attribute("max")
    page.goto(page.url.removesuffix("0") + str(last))
    return by_hand.points(by_hand.read(page.locator("aside code").text_content() or ""))


def test_a_finger_and_keys_play_a_whole_game(shared_server: Server, people) -> None:
    ann: Person = people(shared_server, name="Ann", width=390, height=844, has_touch=True)
    ben: Person = people(shared_server, name="Ben")
    sit(ann, ben)
    turns = 5
    for turn in range(turns + 1):
        for one, other, play in ((ann, ben, tapped), (ben, ann, keyed)):
            one.page.wait_for_selector(MY_TURN)
            before = at(one.page)
            passed(one) if turn == turns else play(one, turn)
            follow(one.page, before + 1)
            follow(other.page, before + 1)
    for one in (ann, ben):
        one.page.wait_for_selector(ENDED)
    rank = ranked(ann.page)
    assert {name.replace("You", "Ann") for name in rank} == {"Ann", "Ben"}
    assert ranked(ben.page) == {
        {"You": "Ann", "Ben": "You"}[name]: score for name, score in rank.items()
    }
    assert true_points(ann.page) == [rank["You"], rank["Ben"]]


def test_a_whole_game_without_scripts(shared_server: Server, people) -> None:
    """Lines and spaces are boxes to tick; one blocker is asked for after another if need be."""
    ann: Person = people(shared_server, name="Ann", scripts=False)
    open_table(ann, "here")
    page = ann.page

    def mine() -> None:
        curtain = page.get_by_role("link", name="I am")
        if curtain.count():
            ann.post(curtain)

    def send(do: str) -> None:
        ann.post(page.locator(f".acts [name=do][value={do}]"))

    for turn in range(6):
        mine()
        lines = page.locator("[name=line]:not([aria-disabled])")
        if turn % 3 == 0:
            lines.nth(turn).check(force=True)
            lines.nth(20 + turn).check(force=True)
            send("build")
        elif turn % 3 == 1:
            page.locator("[name=chip]").last.check(force=True)
            page.locator("[name=space]").nth(turn).check(force=True)
            send("play")
        else:
            lines.nth(turn).check(force=True)
            send("build")
            mine()
            assert "one more blocker" in page.locator("#headline").inner_text()
            assert not page.locator("[name=chip], #pass").count()
            page.locator("[name=line]:not([aria-disabled])").last.check(force=True)
            send("build")
    # what cannot be is refused in a sentence, and nothing that was ticked is lost
    mine()
    page.locator("[name=chip]").first.check(force=True)
    ann.forgiving = True  # the browser notes the refusal itself
    send("play")
    assert "Choose the space" in page.locator("#notice").inner_text()
    mine()
    assert page.locator("[name=chip]").first.is_checked()
    for _ in range(2):
        mine()
        page.locator("#pass > summary").click()
        send("pass")
    assert page.locator(ENDED).count()
    rank = ranked(page)
    assert len(rank) == 2
    assert sorted(true_points(page)) == sorted(rank.values())


def test_partners_win_as_one_side(shared_server: Server, people) -> None:
    """Four at one device: whoever looks at the end sees two sides, in ranks, chart and headline."""
    ann: Person = people(shared_server, name="Ann")
    open_table(ann, "here", "here", "here")
    page = ann.page
    for text in ("4@d4", "1@d2", "3@c3", "1@e4", "pass", "pass", "pass", "pass"):
        page.get_by_role("link", name="I am").click()
        page.wait_for_selector(MY_TURN)
        assert page.locator(".team").count() == 2
        seats = (
            page.locator(".team")
            .first.locator(".claim use")
            .evaluate_all("all => [...new Set(all.map(u => u.getAttribute('href')))]")
        )
        assert {"#seat-fox", "#seat-owl"} <= set(seats)
        assert not {"#seat-bear", "#seat-hare"} & set(seats)
        before = at(page)
        if text == "pass":
            passed(ann)
        else:
            page.locator(f"#chip-{text[0]}").check(force=True)
            page.locator(f'[name=space][value="{text[2:]}"]').check(force=True)
            page.locator(".acts .main").click()
        follow(page, before + 1)
    page.wait_for_selector(ENDED)
    rank = ranked(page)
    assert list(rank.values()) == [45, 0]
    first, second = rank
    assert first.startswith("Ann and ")
    assert " and " in second
    assert page.locator("h1").inner_text() == f"{first} win by 45"
    lines = page.locator(".chart.wide .line")
    assert lines.count() == 2
    assert page.locator(".chart-names li").count() == 2
    assert page.locator(".awards > li").inner_text().split("\n")[0] == f"{first} took 45 points."
