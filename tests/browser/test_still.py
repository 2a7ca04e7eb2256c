"""The table keeps still: while a game goes on, nothing on the page moves that nobody moved."""

from __future__ import annotations

import pytest

from tests.browser.people import Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser

WATCH = """() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) {
            const moved = shift.sources.map((s) => s.node?.className || s.node?.nodeName);
            window.shifts.push([shift.value, String(moved)]);
        }
    }).observe({ type: 'layout-shift', buffered: true });
}"""


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_nothing_shifts_while_bots_and_oneself_play(
    shared_server: Server, people, width: int, height: int, seats: int
) -> None:
    ivy: Person = people(shared_server, name="Ivy", width=width, height=height)
    bots = ("bot:greedy", "bot:cautious", "bot:random", "bot:prospector")
    ivy.open_table(*bots[: seats - 1])
    ivy.page.evaluate(WATCH)
    moves = 0
    while moves < 10:
        ivy.wait_for_turn()
        if ivy.ended:
            break
        if ivy.page.locator("#sets").count() and moves % 2:
            roll_once(ivy)
        else:
            ivy.move()
        moves += 1
    if not ivy.ended:
        assert ivy.page.evaluate("window.shifts") == []
    assert moves > 3


def roll_once(ivy: Person) -> None:
    """Set the fewest dice aside and roll on, or whatever else is offered first."""
    faces = min((f for f, entry in ivy.sets().items() if entry["readings"]), key=len)
    ivy.choose(faces)
    position = ivy.position
    ivy.page.locator(".acts [name=do]").first.click()
    ivy.page.wait_for_function(
        "before => document.querySelector('[data-stage=finished]')"
        " || Number(document.querySelector('#board').dataset.at) > before",
        arg=position,
    )
