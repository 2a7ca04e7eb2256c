"""People at a table of Nuggets: how they come there, and how they play on its page."""

from __future__ import annotations

import json
import random
from typing import Any

from playwright.sync_api import Page

from tests.browser.people import ENDED, MY_TURN, Person

WRITE = """async ([path, position, notation]) => {
    const csrf = document.querySelector('[name=csrf]').value;
    const answer = await fetch(path + '/move', {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams({ csrf, position, notation }),
    });
    return [answer.status, await answer.text()];
}"""


def open_table(person: Person, *seats: str, preset: str = "nuggets") -> str:
    """A new table that this person begins on seat 1; ``seats`` are the others' kinds."""
    page = person.page
    page.goto(f"{person.url}/new?game=nuggets&preset={preset}")
    page.locator(f'[name="option-players"][value="{len(seats) + 1}"]').check(force=True)
    for number, kind in enumerate(("me", *seats), 1):
        page.locator(f"#seat-{number}").select_option(kind)
    page.locator('[name="option-first"][value="1"]').check(force=True)
    page.locator("#name").fill(person.name)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    return page.url


def sit(owner: Person, *others: Person, preset: str = "nuggets") -> str:
    """A running table with these people, the owner to act."""
    address = open_table(owner, *["person"] * len(others), preset=preset)
    for other in others:
        other.sit_down(address)
    page = owner.page
    if page.locator("[data-stage=waiting]").count():
        page.goto(address)
        page.get_by_role("button", name="Begin the game").click()
    page.wait_for_selector(MY_TURN)
    for other in others:
        other.page.goto(address)
        other.page.wait_for_selector(".ng")
    return address


def written(person: Person, text: str) -> None:
    """Moves in notation, sent by somebody who holds every seat, up to the own seat's next turn."""
    page = person.page
    for move in text.split():
        path = page.evaluate("location.pathname")
        before = at(page)
        status, body = page.evaluate(WRITE, [path, str(before), move])
        assert status == 200, (move, body)
        follow(page, before + 1)
    curtain = page.get_by_role("link", name=f"I am {person.name}")
    if curtain.count():
        curtain.click()
    page.wait_for_selector(f"{MY_TURN}, {ENDED}")


def at(page: Page) -> int:
    """The position that a page shows."""
    return int(page.locator("#board").get_attribute("data-at") or "-1")


def follow(page: Page, position: int) -> None:
    """Until a page shows a position or a later one."""
    page.wait_for_function(
        "at => document.querySelector('[data-stage=finished]')"
        " || Number(document.querySelector('#board').dataset.at) >= at",
        arg=position,
    )


def line(page: Page, text: str):
    """The control of a line."""
    return page.locator(f'[name=line][value="{text}"]')


def space(page: Page, name: str):
    """The control of a free space."""
    return page.locator(f'[name=space][value="{name}"]')


def chosen(page: Page) -> list[str]:
    """What is chosen on a page, in its order."""
    return page.locator(".ng [data-piece]:checked").evaluate_all("all => all.map(e => e.value)")


def verdict(page: Page) -> str:
    return page.locator("#verdict").inner_text()


def button(page: Page) -> str:
    """The words of the one button that builds or plays, empty while it cannot be pressed."""
    ready = page.locator(".acts [data-acts] button:not([aria-disabled])")
    return ready.inner_text() if ready.count() else ""


def offers(page: Page) -> dict[str, Any]:
    """What the page knows of lines."""
    return json.loads(page.locator("#offers").text_content() or "{}")


def free(page: Page) -> list[str]:
    """The lines on which a blocker may be placed first."""
    return [text for text, entry in offers(page)["lines"].items() if "why" not in entry]


def painted(page: Page) -> dict[str, set[str]]:
    """The areas that are painted on the land, by their mark."""
    found: dict[str, set[str]] = {}
    for mark, name in page.locator("[data-try]").evaluate_all(
        "all => all.map(e => [e.dataset.try, e.dataset.space])"
    ):
        found.setdefault(mark, set()).add(name)
    return found


def told(area: dict[str, str]) -> set[str]:
    """The spaces of an area in the page's data."""
    return {area["in"][i : i + 2] for i in range(0, len(area["in"]), 2)}


def second_line(page: Page, first: str) -> str:
    """A line that may be fenced together with a first one; empty where there is none."""
    known = offers(page)
    pairs = known["pairs"]
    for other in free(page):
        listed = pairs.get(f"{first} {other}") or pairs.get(f"{other} {first}") or {}
        if other != first and "why" not in listed:
            return other
    return ""


def wanted(page: Page, turn: int) -> list[str]:
    """What to play: two lines, or a chip and a space, by turns."""
    spaces = page.locator("[name=space]").evaluate_all("all => all.map(e => e.value)")
    chips = page.locator("[name=chip]").evaluate_all("all => all.map(e => e.value)")
    lines = free(page)
    if lines and (turn % 2 == 0 or not spaces or not chips):
        first = lines[(turn * 17) % len(lines)]
        return [first, second_line(page, first)]
    return [chips[turn % len(chips)], spaces[(turn * 7) % len(spaces)]]


def tapped(person: Person, turn: int) -> None:
    """A turn with a finger."""
    page = person.page
    one, other = wanted(page, turn)
    if len(one) > 1:
        line(page, one).tap()
        line(page, other).tap()
    else:
        page.locator(f"#chip-{one}").tap(force=True)
        space(page, other).tap()
    page.locator(".acts .main").tap()


def keyed(person: Person, turn: int) -> None:
    """A turn with keys alone, after the tabulator has come to the board."""
    page = person.page
    one, other = wanted(page, turn)
    if len(one) > 1:
        for text in (one, other):
            walk(page, "line", text)
            page.keyboard.press("Enter")
    else:
        page.locator("[name=chip]").first.focus()
        while page.evaluate("document.activeElement.value") != one:
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        if not page.locator(f"#chip-{one}:checked").count():
            page.keyboard.press("Space")
        page.locator('[name=space][tabindex="0"]').focus()
        walk(page, "space", other)
        page.keyboard.press("Enter")
    while page.evaluate("document.activeElement.name") != "do":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def walk(page: Page, kind: str, goal: str) -> None:
    """With arrow keys, to a line or space from wherever the tabulator stops among them."""
    page.locator(f'[name={kind}][tabindex="0"]').focus()
    tried: set[tuple[str, str, str]] = set()
    for _ in range(120):
        focused = here = page.evaluate("document.activeElement.value")
        if focused == goal:
            return
        if kind == "line":
            here = page.locator("[data-here]").get_attribute("data-space") or ""
        arrow = _towards(here, goal)
        if (focused, here, arrow) in tried:  # something lies in between: through all, or around it
            arrow = "Right" if kind == "space" else random.choice(("Left", "Right", "Up", "Down"))
        tried.add((focused, here, arrow))
        page.keyboard.press(f"Arrow{arrow}")
    raise AssertionError(f"arrow keys do not lead to {goal}")


def _towards(here: str, goal: str) -> str:
    """The arrow from a space to another one, or to a side of it that is a line."""
    ends = [goal[:2], goal[-2:]]
    if here in ends and len(goal) > 2:
        ends.remove(here)
    columns = ord(ends[0][0]) - ord(here[0])
    rows = ord(ends[0][1]) - ord(here[1])
    if columns:
        return "Right" if columns > 0 else "Left"
    return "Up" if rows > 0 else "Down"


def passed(person: Person) -> None:
    """Out for good, in two steps."""
    person.page.locator("#pass > summary").click()
    person.page.locator("#pass button").click()
