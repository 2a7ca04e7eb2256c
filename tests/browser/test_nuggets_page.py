"""The table of Nuggets as a whole: it fits, can be read, keeps still, and ends area by area."""

from __future__ import annotations

import pytest

from tests.browser.nuggets_people import (
    at,
    follow,
    free,
    line,
    open_table,
    passed,
    second_line,
    sit,
    space,
    verdict,
    written,
)
from tests.browser.people import ENDED, MY_TURN, Person
from tests.browser.server import Server
from tests.browser.test_pages import LEAST_CONTRAST, fits
from tests.browser.test_still import WATCH

pytestmark = pytest.mark.browser

LAND = {
    2: "a3/a4 b3/b4 1@a1 2@h5 c3/c4 d3/d4 1@c1 3@h4 d1|e1 d2|e2 2@d4 1@h3 d3|e3 e4|f4",
    3: "a3/a4 b3/b4 1@a1 2@h5 c3/c4 d3/d4 1@c1 3@h4 d1|e1 d2|e2 1@d4 1@e5 d3|e3 e4|f4 1@g1 1@g3 "
    "2@d1 1@f1 1@f2",
    4: "a3/a4 b3/b4 1@a1 2@h5 1@h4 c3/c4 d3/d4 1@c1 3@g5 1@d4 d1|e1 d2|e2 1@e4 1@e5 1@g1 "
    "d3|e3 e4|f4 1@g3 1@h1 2@h2 2@d1 1@f1 1@f2 1@f3",
}
"""Twelve spaces are fenced off, with two or three chips."""


def at_land(person: Person, players: int, end: bool = False) -> None:
    """A table with that land, everybody at this device; this person's turn, or all is over."""
    open_table(person, *["here"] * (players - 1))
    written(person, LAND[players] + " pass" * (players if end else 0))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_turn_fits_the_screen_and_can_be_read(
    shared_server: Server, people, players: int, width: int, height: int, scheme: str
) -> None:
    ann: Person = people(shared_server, name="Ann", width=width, height=height, color_scheme=scheme)
    at_land(ann, players)
    page = ann.page
    fits(ann)
    assert page.evaluate(LEAST_CONTRAST)[0] >= 4.5, page.evaluate(LEAST_CONTRAST)
    places = [page.locator(part).bounding_box() for part in (".claims", ".frame", ".acts")]
    claims, frame, acts = places
    assert claims
    assert frame
    assert acts
    assert claims["y"] >= 0
    assert frame["y"] + frame["height"] <= acts["y"] + 1
    assert acts["y"] + acts["height"] <= height
    # nor does anything move when something is chosen
    first = free(page)[0]
    line(page, first).click()
    line(page, second_line(page, first)).click()
    assert [page.locator(p).bounding_box() for p in (".claims", ".frame", ".acts")] == places
    assert page.evaluate(LEAST_CONTRAST)[0] >= 4.5, page.evaluate(LEAST_CONTRAST)
    page.locator("[name=chip]").first.check(force=True)
    page.locator("[name=space]").first.check(force=True)
    assert [page.locator(p).bounding_box() for p in (".claims", ".frame", ".acts")] == places
    page.locator("#pass > summary").click()
    fits(ann)
    sheet = page.locator("#pass .sheet").bounding_box()
    assert sheet
    assert sheet["y"] >= 0
    assert sheet["x"] >= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_end_and_its_steps_fit_and_can_be_read(
    shared_server: Server, people, width: int, scheme: str
) -> None:
    ann: Person = people(shared_server, name="Ann", width=width, height=844, color_scheme=scheme)
    at_land(ann, 3, end=True)
    page, address = ann.page, ann.page.url
    for path in ("", "/step/0", "/step/9", "/step/99"):
        page.goto(address.split("?")[0] + path)
        fits(ann)
        assert page.evaluate(LEAST_CONTRAST)[0] >= 4.5, (path, page.evaluate(LEAST_CONTRAST))


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_nothing_shifts_when_a_move_arrives(
    shared_server: Server, people, width: int, height: int
) -> None:
    ann: Person = people(shared_server, name="Ann", width=width, height=height)
    ben: Person = people(shared_server, name="Ben", width=width, height=height)
    sit(ann, ben)
    for one in (ann, ben):
        one.page.reload()
        one.page.evaluate(WATCH)
    for turn in range(4):
        for one, other in ((ann, ben), (ben, ann)):
            page = one.page
            page.wait_for_selector(MY_TURN)
            before = at(page)
            if turn % 2:
                page.locator("[name=chip]").first.check(force=True)
                page.locator("[name=space]").first.check(force=True)
            else:
                first = free(page)[turn * 9]
                line(page, first).click()
                line(page, second_line(page, first)).click()
            page.locator(".acts .main").click()
            follow(other.page, before + 1)
    for one in (ann, ben):
        assert one.page.evaluate("window.shifts") == []


WATCH_THE_CHIPS = """
window.seen = [];
const every = (selector) => [...document.querySelectorAll(selector)];
new MutationObserver(() => {
  if (!document.querySelector("[data-reveal].turning")) return;
  const totals = every("[data-total]").map((e) => e.innerText).join(" ");
  seen.push([every("[data-reveal] .lid").length, every("[data-award].told").length, totals]);
}).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
"""
"""Writes down how many backs, rows and points there are whenever something changes."""


def test_the_chips_turn_over_one_by_one_area_by_area(shared_server: Server, people) -> None:
    ann: Person = people(shared_server, name="Ann")
    at_land(ann, 2)
    page = ann.page
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(WATCH_THE_CHIPS)
    page.reload()
    for _ in range(2):
        if page.get_by_role("link", name="I am").count():
            page.get_by_role("link", name="I am").click()
            page.wait_for_selector(MY_TURN)
        before = at(page)
        passed(ann)
        follow(page, before + 1)
    page.wait_for_selector("[data-reveal].turning")
    box = page.locator("[data-reveal] .map").bounding_box()
    assert box
    assert box["y"] < page.evaluate("innerHeight")
    assert page.locator(".cols").is_visible()
    hurry = page.get_by_role("button", name="Tap or press a key to see all at once")
    assert hurry.is_visible()
    scrolled = page.evaluate("scrollY")
    page.wait_for_selector("[data-reveal]:not(.turning)", timeout=60_000)
    seen = page.evaluate("seen")
    # all backs at first, and nothing of who takes what
    assert seen[0] == [page.locator("[data-reveal] .chip").count(), 0, "0 0"]
    left = [backs for backs, _, _ in seen]
    assert left == sorted(left, reverse=True)
    assert len(set(left)) > 3
    assert page.locator("[data-reveal] .lid").count() == 0
    assert not hurry.is_visible()
    assert page.evaluate("scrollY") == scrolled
    totals = page.locator("[data-total]").all_inner_texts()
    assert totals == page.locator("[data-total]").evaluate_all(
        "all => all.map(e => e.dataset.total)"
    )
    # once more, and cut short by a key
    page.locator("[data-again]").click()
    page.wait_for_selector("[data-reveal].turning")
    hurry.click()
    assert page.locator("[data-reveal].turning").count() == 0
    page.locator("[data-again]").click()
    page.wait_for_selector("[data-reveal].turning")
    page.keyboard.press("Escape")
    assert page.locator("[data-reveal].turning").count() == 0
    assert page.locator("[data-reveal] .lid").count() == 0
    assert page.locator("[data-award]").first.is_visible()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 800)])
def test_whoever_chooses_reads_what_others_did(
    shared_server: Server, people, width: int, height: int
) -> None:
    ann: Person = people(shared_server, name="Ann")
    ben: Person = people(shared_server, name="Ben", width=width, height=height)
    sit(ann, ben)
    assert not ann.page.locator(".news").count(), "nobody did anything yet"
    assert "You are next." in ben.page.locator(".acts .waiting").inner_text()
    line(ann.page, "d3|e3").click()
    line(ann.page, "e3|f3").click()
    ann.page.locator(".acts .main").click()
    page = ben.page
    page.wait_for_selector(MY_TURN)
    news = page.locator(".heading .news")
    assert news.inner_text() == "Ann placed the second blocker between e3 and f3."
    # on a phone until something is chosen: then what that brings is told there
    page.locator("#chip-1").check(force=True)
    assert news.is_visible() == (width == 1280)
    assert verdict(page) == "Choose a space for the 1."
    page.keyboard.press("Escape")
    assert news.is_visible()


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_a_phone_on_its_side_all_is_in_reach(
    shared_server: Server, people, players: int, width: int, height: int
) -> None:
    ann: Person = people(shared_server, name="Ann", width=width, height=height, has_touch=True)
    at_land(ann, players)
    page = ann.page
    fits(ann)
    for part in (".claims", ".heading", ".map", ".tray", ".do .btn", "#pass > summary"):
        box = page.locator(part).first.bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height, part
        assert box["x"] + box["width"] <= width, part
    first = free(page)[0]
    line(page, first).tap()
    line(page, second_line(page, first)).tap()
    before = at(page)
    page.locator(".acts .main").tap()
    follow(page, before + 2)


def test_a_phone_shows_whole_names_and_says_what_the_numbers_are(
    shared_server: Server, people
) -> None:
    ann: Person = people(shared_server, name="Surveyor", width=390, height=844)
    open_table(ann, "here", "here")
    written(ann, "1@a1 pass 1@a2")
    page = ann.page
    cut = "all => all.filter(e => e.scrollWidth > e.clientWidth).length"
    assert page.locator(".claim .who b").evaluate_all(cut) == 0
    told = [" ".join(text.split()) for text in page.locator(".claim .n").all_inner_texts()]
    assert told == ["10 chips left", "passed", "10 chips left"]


def test_who_wants_no_motion_sees_the_end_at_once(shared_server: Server, people) -> None:
    ann: Person = people(shared_server, name="Ann")
    at_land(ann, 2, end=True)
    page = ann.page
    page.wait_for_selector(ENDED)
    assert page.locator("[data-reveal].turning, [data-reveal] .lid").count() == 0
    assert not page.locator("[data-again]").is_visible()
    values = page.locator("[data-reveal] .chip.up").all_inner_texts()
    assert sorted(values) == sorted(t[0] for t in LAND[2].split() if "@" in t)
    # the log tells it a line for each area
    told = page.locator("#log li").first.inner_text().split("\n")
    assert told[0].startswith("Bear passed")
    assert [line.split()[0] for line in told[-3:]] == ["Mines", "Mines", "In"]
    # who takes what and why, for every area with a mine
    awards = page.locator("[data-award]:not(.poor)")
    assert awards.count() == page.locator(".awards > li:has(.sums)").count() == 2
    for award in awards.all():
        assert "took" in award.inner_text() or "tie" in award.inner_text()


def test_a_chip_comes_flying_and_a_fence_is_struck(shared_server: Server, people) -> None:
    """Once each, on the page of who waited; input waits for neither."""
    ann: Person = people(shared_server, name="Ann")
    ben: Person = people(shared_server, name="Ben")
    sit(ann, ben)
    ben.page.emulate_media(reduced_motion="no-preference")
    ben.page.evaluate(
        """() => {
            window.seen = [];
            new MutationObserver((changes) => {
                for (const change of changes) {
                    for (const node of change.addedNodes) {
                        if (node.classList?.contains('carried')) window.seen.push('carried');
                    }
                    if (change.target.classList?.contains('struck')) {
                        window.seen.push(change.target.dataset.spot);
                    }
                }
            }).observe(document.body, {
                childList: true, subtree: true, attributes: true, attributeFilter: ['class'],
            });
        }"""
    )
    line(ann.page, "d3|e3").click()
    line(ann.page, "e3|f3").click()
    ann.page.locator(".acts .main").click()
    follow(ben.page, 2)
    ben.page.wait_for_function("() => window.seen.length === 2")
    assert ben.page.evaluate("window.seen") == ["d3|e3", "e3|f3"]
    ben.page.wait_for_selector(MY_TURN)
    ben.page.locator("#chip-1").check(force=True)
    space(ben.page, "a1").check(force=True)
    ben.page.locator(".acts .main").click()
    follow(ann.page, 3)
    ann.page.locator("#chip-1").check(force=True)
    space(ann.page, "b1").check(force=True)
    ann.page.locator(".acts .main").click()
    ben.page.wait_for_function("() => window.seen.includes('carried')")


def test_the_end_of_a_phone_shows_every_mine_that_was_won_below_its_winner(
    shared_server: Server, people
) -> None:
    ann: Person = people(shared_server, name="Ann", width=390, height=844)
    at_land(ann, 2, end=True)
    page = ann.page
    page.wait_for_selector(ENDED)
    assert page.locator(".rank li:first-child .ore-part").count() == 8
    assert (
        page.evaluate(
            """() => {
                const box = (e) => e.getBoundingClientRect();
                const rows = [...document.querySelectorAll('.rank .who, .rank .ores')].map(box);
                return rows.slice(1).filter((row, i) => row.top < rows[i].bottom - 1).length;
            }"""
        )
        == 0
    )


def test_chips_of_another_are_called_so_when_one_steps_as_that_seat(
    shared_server: Server, people
) -> None:
    ann: Person = people(shared_server, name="Ann", width=390, height=844)
    ben: Person = people(shared_server, name="Ben")
    address = sit(ann, ben)
    passed(ann)
    ben.page.wait_for_selector(MY_TURN)
    passed(ben)
    page = ann.page
    page.wait_for_selector(ENDED)
    for seat, called in (("1", "Your chips"), ("2", "Chips of Ben")):
        page.goto(f"{address.split('?')[0]}/step/1?as={seat}")
        tray = page.locator(".tray")
        assert tray.get_attribute("aria-label") == called
        # nor do the steps cover them
        steps = page.locator(".stepper").bounding_box()
        chips = tray.bounding_box()
        assert steps
        assert chips
        assert chips["y"] + chips["height"] <= steps["y"] + 1


def test_whoever_waits_reads_the_whole_headline_on_a_phone(shared_server: Server, people) -> None:
    ann: Person = people(shared_server, name="Alexandrina Bartholomew")
    ben: Person = people(shared_server, name="Ben", width=390, height=844)
    sit(ann, ben)
    assert ben.page.locator("#headline").inner_text().endswith(": build, play, or pass?")
    assert ben.page.locator("#headline").evaluate("e => e.scrollWidth <= e.clientWidth")
