"""The table keeps still: while a game goes on, nothing on the page moves that nobody moved."""

from __future__ import annotations

import pytest

from tests.browser.people import GAMES, Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser

WATCH = """() => {
    window.shifts = [];
    // While a page loads, what is painted of it so far may settle by a hair.
    const loaded = performance.now();
    new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) {
            // less than one small picture by three pixels, the least that counts: nobody sees it
            if (shift.value < (shift.startTime < loaded ? 2e-3 : 5e-6)) continue;
            const box = (b) => [b.x, b.y, b.width, b.height].map(Math.round).join(' ');
            const moved = shift.sources.map((s) => {
                const what = s.node?.className?.baseVal ?? s.node?.className ?? s.node?.nodeName;
                return `${what ?? 'gone'}: ${box(s.previousRect)} to ${box(s.currentRect)}`;
            });
            window.shifts.push([shift.value, Math.round(shift.startTime), moved.join('; ')]);
        }
    }).observe({ type: 'layout-shift', buffered: true });
}"""


@pytest.mark.parametrize(
    ("game", "seats"),
    [(name, seats) for name, game in GAMES.items() for seats in (2, game.most)],
)
@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_nothing_shifts_while_bots_and_oneself_play(
    shared_server: Server, people, width: int, height: int, game: str, seats: int
) -> None:
    ivy: Person = people(shared_server, name="Ivy", game=game, width=width, height=height)
    bots = ("bot:greedy", "bot:random", "bot:random", "bot:greedy")
    ivy.open_table(*bots[: seats - 1])
    ivy.page.evaluate(WATCH)
    moves = 0
    while moves < 14:
        ivy.wait_for_turn()
        if ivy.ended:
            break
        if game == "gold_nuggets" and ivy.page.locator("#sets").count() and moves % 2:
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
    ivy.press(ivy.page.locator(".acts [name=do]").first)
    ivy.page.wait_for_function(
        "before => document.querySelector('[data-stage=finished]')"
        " || Number(document.querySelector('#board').dataset.at) > before",
        arg=position,
    )
