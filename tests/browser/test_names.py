"""Names of every allowed length, several people at one device, and who is asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from goldfield.web.identity import NAME_LENGTH
from tests.browser.people import Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser

LONG = ["W" * NAME_LENGTH, "Maximiliana of Steinberg", "Bartholomew-Alexander II", "Jo", "m" * 24]

OUTSIDE = """() => [...document.querySelectorAll('.acts .btn, .claims .claim, .die, .tray')]
    .filter(e => e.checkVisibility())
    .map(e => [e.className, e.getBoundingClientRect()])
    .filter(([_, box]) => box.left < 0 || box.right > innerWidth)
    .map(([name, box]) => `${name} ${box.left}-${box.right}`)"""


def shared(ivy: Person, names: list[str], title: str = "") -> None:
    """A table of people who share this device."""
    page = ivy.page
    page.goto(ivy.url + "/new?game=gold_nuggets")
    page.locator(f'[name="option-players"][value="{len(names)}"]').check(force=True)
    for number, name in enumerate(names[1:], 2):
        page.locator(f"#seat-{number}").select_option("here")
        page.locator(f"#here-{number}").fill(name)
    page.locator("#name").fill(names[0])
    page.locator("#title").fill(title)
    page.get_by_role("button", name="Open the table").last.click()
    page.wait_for_url("**/table/*")


def may_rob(ivy: Person) -> str:
    """A choice of dice after which somebody may be robbed, if there is one."""
    for faces, entry in ivy.sets().items():
        for reading in entry["readings"]:
            if any(action["seat"] is not None for action in reading["actions"]):
                return faces
    return ""


def seek_lassos(ivy: Person, most: int = 200) -> str:
    """Set lassos aside and roll on until somebody may be robbed; the choice that allows it."""
    for _ in range(most):
        ivy.wait_for_turn()
        assert not ivy.ended
        if not ivy.page.locator("#sets").count():
            ivy.move()
            continue
        if found := may_rob(ivy):
            return found
        faces = max(
            (f for f, entry in ivy.sets().items() if entry["readings"]),
            key=lambda f: (f.count("L"), -len(f)),
        )
        ivy.choose(faces)
        position = ivy.position
        ivy.page.locator(".acts [name=do]").first.click()
        ivy.page.wait_for_function(
            "before => document.querySelector('[data-stage=finished]')"
            " || Number(document.querySelector('#board').dataset.at) > before",
            arg=position,
        )
    raise AssertionError("three lassos did not come up")


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (1280, 900)])
def test_the_longest_names_push_nothing_out_of_the_page(
    shared_server: Server, people, width: int, height: int
) -> None:
    ivy: Person = people(shared_server, width=width, height=height, has_touch=True)
    page = ivy.page
    shared(ivy, LONG, "W" * 60)
    faces = seek_lassos(ivy)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    ivy.choose(faces)
    assert page.locator(".acts [data-acts=seat] .btn").count() == 4
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(OUTSIDE) == []
    for button in page.locator(".acts .btn").all():
        box = button.bounding_box()
        assert box
        assert box["y"] + box["height"] <= height, "every action without scrolling"
    ivy.play_on()
    for path in ("", "/step/0", "/dice"):
        page.goto(page.url.split("/step")[0] + path)
        assert page.evaluate("document.documentElement.scrollWidth") == width, path


def test_who_shares_a_device_is_called_by_name(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server, width=390, height=844)
    shared(ivy, ["Ada", "Ben"])
    seen: set[str] = set()
    for _ in range(12):
        ivy.wait_for_turn()
        seen.add(ivy.page.locator("#headline").inner_text())
        ivy.move()
    assert {f"{name}: which dice do you set aside?" for name in ("Ada", "Ben")} <= seen


def test_who_waits_is_not_asked(shared_server: Server, people) -> None:
    ada, ben = people(shared_server, name="Ada"), people(shared_server, name="Ben")
    ben.sit_down(ada.open_table("person"))
    ada.page.get_by_role("button", name="Begin the game").click()
    for one in (ada, ben):
        one.page.wait_for_selector("#board")
    mover, other = (ada, ben) if ada.page.locator("form#board").count() else (ben, ada)
    assert other.page.locator("#headline").inner_text() == f"{mover.name} sets dice aside"
    assert mover.page.locator("#headline").inner_text().startswith(("Which dice", "Three lassos"))
    assert "watching" not in ada.page.locator(".claims").inner_text()


def test_a_finished_game_can_be_read_on_a_phone(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server, name=LONG[1], width=390, height=844, has_touch=True)
    page = ivy.page
    ivy.open_table("bot:greedy")
    ivy.play_on()
    sizes = page.locator("svg.chart:visible").evaluate(
        "svg => [...svg.querySelectorAll('text')].map(t =>"
        " parseFloat(getComputedStyle(t).fontSize) * svg.getScreenCTM().a)"
    )
    assert len(sizes) > 4
    assert min(sizes) >= 13.5
    names = page.locator(".chart-names li").all_inner_texts()
    assert [name.strip() for name in names] == ["You", "Greedy"]
    assert "your words" in page.locator(".fair .kv").inner_text()
    value = page.locator(".fair .kv dd").first.bounding_box()
    assert value
    assert value["width"] > 300
    assert "The dice are as they should be" in page.locator(".fair").inner_text()
    page.get_by_role("link", name="Step through it").click()
    page.wait_for_url("**/step/0")
    assert page.locator("#headline").inner_text() == "Before the first roll"


def test_the_form_hides_what_means_nothing(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server)
    page = ivy.page
    page.goto(shared_server.url + "/new?game=gold_nuggets")
    assert page.locator("#o-first").evaluate("e => e.selectedOptions[0].text") == "random"
    listed = page.locator("[data-listed]")
    assert listed.is_visible()
    page.locator("#seat-2").select_option("bot:greedy")
    assert not listed.is_visible()
    page.locator('[name="option-players"][value="3"]').check(force=True)
    assert listed.is_visible()


@pytest.mark.parametrize("game", ["moje_zlato", "nuggets", "gold_nuggets"])
def test_a_long_name_that_is_waited_for_pushes_nothing_out_of_the_page(
    shared_server: Server, people, game: str
) -> None:
    ivy: Person = people(shared_server)
    ivy.page.goto(f"{ivy.url}/new?game={game}")
    ivy.page.locator("#seat-2").select_option("here")
    ivy.page.locator("#here-2").fill("w" * NAME_LENGTH)
    ivy.page.locator("#name").fill("W" * NAME_LENGTH)
    ivy.page.get_by_role("button", name="Open the table").last.click()
    ivy.page.wait_for_url("**/table/*")
    for width, height in ((320, 640), (390, 844)):
        watcher: Person = people(shared_server, width=width, height=height, has_touch=True)
        watcher.page.goto(ivy.page.url.split("?")[0])
        assert watcher.page.locator(".acts .waiting").is_visible()
        assert watcher.page.evaluate("document.documentElement.scrollWidth") == width
        words = watcher.page.locator(".acts .waiting p").evaluate(
            "e => [e.scrollWidth <= e.clientWidth, e.getBoundingClientRect().right <= innerWidth]"
        )
        assert words == [True, True]


def test_the_menu_knows_the_name_under_which_somebody_has_just_sat_down(
    shared_server: Server, people
) -> None:
    address = people(shared_server, name="Ivy").open_table("person", "person")
    for name, called in (("Eva", "Eva"), ("", "Owl")):
        person: Person = people(shared_server, name=name)
        person.sit_down(address)
        field = person.page.locator("#own-name")
        expect(field).to_have_value(name)
        expect(field).to_have_attribute("placeholder", called)
        person.page.locator("details[data-menu] > summary").click()
        person.page.get_by_role("link", name="My seat on another device").first.click()
        person.page.wait_for_url("**/links")
