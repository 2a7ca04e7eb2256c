"""Pressed twice, sent again, gone back, stopped, tampered with: mostly without scripts."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.people import ENDED, MY_TURN, Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def to_act(person: Person) -> None:
    """Look until it is this person's turn."""
    while not person.page.locator(f"{MY_TURN}, {ENDED}").count():
        person.page.reload()


def log(person: Person, words: str) -> int:
    """How many lines of the log hold these words."""
    lines = person.page.locator("#log li").all_inner_texts()
    return sum(words in line for line in lines)


def fewest(person: Person) -> str:
    """The choice of fewest dice, after which some are left to be rolled."""
    return min((key for key, one in person.sets().items() if one["readings"]), key=len)


@pytest.mark.parametrize("apart", [0, 40, 120])
@pytest.mark.parametrize("do", ["roll", "collect"])
def test_a_double_click_without_scripts_counts_once(
    shared_server: Server, people, do: str, apart: int
) -> None:
    ivy: Person = people(shared_server, scripts=False)
    ivy.forgiving = True  # a second post that came too late is refused, and the browser notes it
    ivy.play_bots()
    to_act(ivy)
    address = ivy.page.url
    ivy.choose(fewest(ivy))
    ivy.page.locator(f'.acts [name=do][value="{do}"]').first.click(click_count=2, delay=apart)
    ivy.page.wait_for_load_state()
    ivy.page.goto(address)
    assert log(ivy, "You set aside") == 1
    assert log(ivy, "You collected") == int(do == "collect")
    to_act(ivy)  # and the table plays on


def test_what_was_said_is_said_once_however_often_the_page_is_loaded_again(
    shared_server: Server, people
) -> None:
    ivy: Person = people(shared_server, scripts=False)
    ivy.play_bots()
    page = ivy.page
    said = page.locator("#chat-lines")
    for words, twice in (("said once", 1), ("pressed twice", 2)):
        page.locator("#chat-text").fill(words)
        page.locator("form[data-clears] button").first.click(click_count=twice)
        said.get_by_text(words).wait_for()
        for step in ("reload", "reload", "go_back", "reload", "go_forward", "reload"):
            getattr(page, step)()
        assert said.get_by_text(words).count() == 1


def test_the_same_dice_whatever_is_asked_again(own_server: Server, people) -> None:
    """Reload, another tab, an old page whose button is pressed again, a killed server."""
    ivy: Person = people(own_server, scripts=False)
    ivy.forgiving = True
    ivy.play_bots()
    while True:
        to_act(ivy)
        assert not ivy.ended
        before = ivy.position
        if ivy.page.locator("#sets").count():
            ivy.choose(fewest(ivy))
            ivy.page.locator('.acts [name=do][value="roll"]').first.click()
        else:
            ivy.page.locator(".acts [name=do]").first.click()
        ivy.page.wait_for_load_state()
        if ivy.page.locator("#sets").count() and ivy.position > before:
            break
    address, page = ivy.page.url, ivy.page
    rolled = ivy.shown(), ivy.position
    page.reload()
    assert (ivy.shown(), ivy.position) == rolled
    ivy.page = ivy.new_page()
    ivy.page.goto(address)
    assert (ivy.shown(), ivy.position) == rolled
    ivy.page = page
    page.go_back()
    old = page.locator('.acts [name=do][value="roll"]')
    if old.count() and ivy.position < rolled[1]:  # as it was kept: for an earlier position
        old.first.click()
        page.wait_for_load_state()
    page.goto(address)
    assert (ivy.shown(), ivy.position) == rolled
    own_server.kill()
    own_server.start()
    page.goto(address)
    assert (ivy.shown(), ivy.position) == rolled


@contextmanager
def stopped(pids: set[int]) -> Iterator[None]:
    """Processes of this browser that are given no time at all, as on a phone that sleeps."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def renderers(browser: Browser) -> set[int]:
    """The processes that show pages."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return {int(one["id"]) for one in found if one["type"] == "renderer"}


TICKS = """() => {
    let last = performance.now();
    window.stood = 0;
    setInterval(() => {
        window.stood = Math.max(window.stood, performance.now() - last);
        last = performance.now();
    }, 20);
}"""
"""How long a page stood still at most."""


def test_a_page_whose_process_stood_still_finds_the_true_position(
    shared_server: Server, people, browser: Browser
) -> None:
    ivy: Person = people(shared_server)
    ivy.play_bots()
    ivy.wait_for_turn()
    others = renderers(browser)
    eva: Person = people(shared_server)
    eva.page.goto(ivy.page.url)
    eva.page.locator("main[data-news=live]").wait_for()
    eva.page.evaluate(TICKS)
    with stopped(renderers(browser) - others):
        moves = 0
        while moves < 5 and not ivy.ended:
            ivy.move()
            ivy.wait_for_turn()
            moves += 1
        ended, now = ivy.ended, -1 if ivy.ended else ivy.position
        ivy.page.wait_for_timeout(1100)
    eva.page.wait_for_function("() => window.stood > 1000")
    if ended:
        eva.page.locator(ENDED).wait_for()
    else:
        eva.page.wait_for_function(
            "at => Number(document.querySelector('#board').dataset.at) >= at", arg=now
        )


KEPT = """() => [document.documentElement.outerHTML, JSON.stringify({ ...localStorage }),
    JSON.stringify({ ...sessionStorage }), document.cookie].join(' ')"""
STREAM = """async (address) => {
    const reader = (await fetch(address)).body.getReader();
    const { value } = await reader.read();
    reader.cancel();
    return new TextDecoder().decode(value);
}"""


def rolls(entry: dict[str, Any] | None) -> bool:
    """Whether the dice of a choice can be set aside and the others rolled."""
    readings = entry["readings"] if entry else []
    return any(action["do"] == "roll" for one in readings for action in one["actions"])


def test_no_later_dice_lie_ready_and_pictures_of_dice_decide_nothing(
    own_server: Server, people
) -> None:
    ivy: Person = people(own_server)
    ivy.play_bots()
    page = ivy.page
    table = page.url.rsplit("/", 1)[1]
    with sqlite3.connect(own_server.database) as database:
        (seed,) = database.execute("select seed from match where id = ?", (table,)).fetchone()
    told: list[str] = []
    page.on("response", lambda answer: told.append(str(answer.headers)))
    for _ in range(4):
        ivy.wait_for_turn()
        if ivy.ended:
            break
        told.append(page.evaluate(KEPT))
        told.append(page.evaluate(f"() => fetch('{page.url}/part').then((a) => a.text())"))
        told.append(page.evaluate(STREAM, f"/live?watch={table}"))
        ivy.move()
    assert not [text for text in told if bytes(seed).hex() in text.lower()]
    # whoever paints another face on a die keeps the die that it is
    while True:
        ivy.wait_for_turn()
        assert not ivy.ended
        real = page.locator("[name=die]").evaluate_all("all => all.map((e) => e.dataset.piece)")
        legal = ivy.sets()
        alone = [i for i, face in enumerate(real) if rolls(legal.get(face))]
        if alone:
            break
        ivy.move()
    one = alone[0]
    page.evaluate("""() => { for (const die of document.querySelectorAll('.hand .die')) {
        die.querySelector('use').setAttribute('href', '#dice-G');
        die.querySelector('input').dataset.piece = 'G';
    } }""")
    status = page.evaluate(
        """async ([die]) => {
        const form = new FormData(document.querySelector('form#board'));
        form.delete('die'); form.set('die', die); form.set('do', 'roll');
        const answer = await fetch(document.querySelector('form#board').action,
            { method: 'POST', headers: { 'X-Part': '1' }, body: new URLSearchParams(form) });
        return answer.status;
    }""",
        [str(one)],
    )
    assert status == 200
    page.reload()
    kept = page.locator("#log li", has_text="You set aside").first.locator("use[href^='#dice-']")
    assert kept.first.get_attribute("href") == f"#dice-{real[one]}"
