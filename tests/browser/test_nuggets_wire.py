"""What comes over the wire to an opponent, a partner, a spectator and a stranger: no hidden value.

Two tables are played alike but for the values of one seat's chips. Everything that any other
browser receives meanwhile is kept and searched, and what both tables send for the same position
is compared byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route

from tests.browser.nuggets_people import at, follow, passed, sit, space
from tests.browser.people import ENDED, MY_TURN, Person
from tests.browser.server import Server
from tests.web.twins import normal

pytestmark = pytest.mark.browser

WATCH_LAND = """() => {
    window.leaks = [];
    const look = (root) => {
        for (const chip of root.querySelectorAll?.('[data-space] .chip') ?? []) {
            if (chip.textContent.trim() || chip.querySelector('use[href^="#chipface"]')) {
                window.leaks.push(chip.outerHTML);
            }
        }
    };
    new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.addedNodes) look(node);
    }).observe(document, { childList: true, subtree: true });
}"""
ASKED = ("/part", "", "/step/1", "/step/99", "/game.json", "?as=1", "/step/1?as=1", "/part?as=1")
CHIPS = (("4@a1", "2@b1"), ("1@a1", "3@b1"))
"""What the first seat plays at one table and at the other."""


class Wire:
    """All that one browser receives of tables, as text."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.heard: list[str] = []
        person.context.add_init_script(f"({WATCH_LAND})()")
        person.context.route("**/table/**", self._pass_on)
        session = person.context.new_cdp_session(person.page)
        session.send("Network.enable")
        session.on(
            "Network.eventSourceMessageReceived", lambda event: self.heard.append(event["data"])
        )

    def _pass_on(self, route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        self.heard.append(f"{route.request.url} {answer.status} {answer.headers}\n{answer.text()}")
        route.fulfill(response=answer)

    def all(self) -> str:
        """Everything received up to now."""
        return "\n".join(self.heard)

    def asks(self, path: str) -> str:
        """What this browser gets from an address, whoever asks."""
        answer = self.person.context.request.get(path, headers={"X-Part": "1"})
        return f"{answer.status} {answer.text()}"


def same(text: str, address: str) -> str:
    """An answer without what tells one table from another and one moment from the next."""
    text = text.replace(address.rsplit("/", 1)[1], "TABLE")
    text = re.sub(r"[0-9a-f]{64}", "HASH", normal(text))
    text = re.sub(r'"phrase": "[^"]*"', "", text)  # drawn anew by every browser
    text = re.sub(r"<dt>Watching</dt><dd>\d+</dd>", "", text)  # who looks on by now
    return re.sub(r'data-version="[^"]*"', "", text)


def plays(ann: Person, chip: str) -> None:
    """A chip from the tray to a space, on the page."""
    page = ann.page
    page.wait_for_selector(MY_TURN)
    page.locator(f"#chip-{chip[0]}").check(force=True)
    space(page, chip[2:]).check(force=True)
    page.locator(".acts .main").click()


@pytest.mark.slow
def test_no_value_that_is_hidden_comes_over_the_wire(shared_server: Server, people) -> None:
    names = ("Ann", "Ben", "Cid", "Dan", "Eva")
    ann, ben, cid, dan, eva = (people(shared_server, name=name) for name in names)
    stranger = people(shared_server)
    readers = {
        "opponent": ben,
        "partner": cid,
        "spectator": eva,
        "stranger": stranger,
        "owner": ann,
    }
    wires = {name: Wire(person) for name, person in readers.items()}
    seen: list[dict[tuple[str, int, str], str]] = []
    for chips in CHIPS:
        found: dict[tuple[str, int, str], str] = {}
        address = sit(ann, ben, cid, dan)
        eva.page.goto(address)
        stranger.page.goto(address)
        for person in (*readers.values(), dan):  # the page tells who is there
            person.page.locator("main[data-news=live]").wait_for()
        turns: list[Callable[[], Any]] = [
            lambda chips=chips: plays(ann, chips[0]),
            *(lambda one=one: out(one) for one in (ben, cid, dan)),
            lambda chips=chips: plays(ann, chips[1]),
        ]
        for position, turn in enumerate(turns, 1):
            turn()
            for person in (*readers.values(), dan):
                follow(person.page, position)
            for name, wire in wires.items():
                for path in ASKED if position in (1, 5) else ASKED[:1]:
                    found[name, position, path] = same(wire.asks(address + path), address)
        seen.append(found)
        # the page of each reader never held a chip that shows what it hides
        for name, person in readers.items():
            leaks = person.page.evaluate("window.leaks")
            assert bool(leaks) == (name == "owner"), (name, leaks[:2])
        for name, wire in wires.items():
            told = any(
                sign in wire.all()
                for chip in chips
                for sign in (chip, f"worth {chip[0]} on {chip[2:]}", f"{chip[2:]}: a {chip[0]}")
            )
            assert told == (name == "owner"), name
            wire.heard.clear()
    one, other = seen
    assert one.keys() == other.keys()
    differing = {key for key in one if one[key] != other[key]}
    assert {name for name, _, _ in differing} == {"owner"}
    # once everybody is out, it is for everybody to see
    out(ann)
    for person in readers.values():
        person.page.wait_for_selector(ENDED)
        values = person.page.locator("[data-reveal] .chip.up").all_inner_texts()
        assert sorted(values) == sorted(chip[0] for chip in CHIPS[1])


def out(person: Person) -> None:
    person.page.wait_for_selector(MY_TURN)
    passed(person)


def test_who_must_remember_gets_no_value_of_their_own_chips(shared_server: Server, people) -> None:
    """Without looking, one's own chip is a back from the moment it lies."""
    ann, ben = people(shared_server, name="Ann"), people(shared_server, name="Ben")
    wire = Wire(ann)
    sit(ann, ben, preset="memory")
    plays(ann, "4@a1")
    follow(ann.page, 1)
    follow(ben.page, 1)
    out(ben)
    follow(ann.page, 2)
    assert ann.page.evaluate("window.leaks") == []
    assert ann.page.locator("[data-space=a1] .chip").get_attribute("aria-label") == (
        "a1: your chip, face down"
    )
    assert "4@a1" not in wire.all()
    assert "worth 4 on a1" not in wire.all()
    # the tray still tells what is left to play
    left = [chip.get_attribute("value") for chip in ann.page.locator("[name=chip]").all()]
    assert left == ["1", "2", "3", "5"]
    assert at(ann.page) == 2


def test_a_lost_connection_tells_nothing_either(shared_server: Server, people) -> None:
    """A move that was kept and sent again, and the page that follows it."""
    ann, ben = people(shared_server, name="Ann"), people(shared_server, name="Ben")
    wire = Wire(ben)
    sit(ann, ben)
    ann.forgiving = True
    lost: list[Route] = []

    def lose(route: Route) -> None:
        if len(lost) < 1:
            lost.append(route)
            route.abort()
        else:
            route.continue_()

    ann.page.route("**/move", lose)
    plays(ann, "5@c4")
    follow(ann.page, 1)
    follow(ben.page, 1)
    assert lost
    assert ben.page.evaluate("window.leaks") == []
    assert not re.search(r"5@c4|worth 5 on c4|c4: a 5", wire.all())
