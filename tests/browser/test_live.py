"""Pages that follow: what is typed stays, news are told once, blocked streams are no obstacle."""

from __future__ import annotations

import pytest

from tests.browser.people import ENDED, GAMES, MY_TURN
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def two(server: Server, people, game: str = "gold_nuggets", **how: object):
    """Jana to move, Petr waiting, at a running table; how their browsers are."""
    jana, petr = (people(server, name=name, game=game, **how) for name in ("Jana", "Petr"))
    petr.sit_down(jana.open_table("person"))
    jana.page.get_by_text("Everybody is here.").wait_for()
    jana.page.get_by_role("button", name="Begin the game").click()
    for one in (jana, petr):
        one.page.wait_for_selector(f"{MY_TURN}, .waiting")
    mover, other = (jana, petr) if jana.page.locator(MY_TURN).count() else (petr, jana)
    return mover, other


def chosen(person) -> int:
    """Choose some pieces; how many."""
    key, _ = max(
        ((key, r) for key, entry in person.sets().items() for r in entry["readings"]),
        key=lambda one: len(one[0]),
    )
    person.choose(key)
    return person.page.locator("[data-piece]:checked").count()


def follows(person, position: int) -> None:
    """Wait until a page shows a position or a later one."""
    person.page.wait_for_function(
        "at => document.querySelector('[data-stage=finished]')"
        " || Number(document.querySelector('#board').dataset.at) >= at",
        arg=position,
    )


def test_news_leave_half_typed_talk_alone(shared_server: Server, people) -> None:
    mover, other = two(shared_server, people)
    box = other.page.locator("#chat-text")
    box.click()
    other.page.keyboard.type("not my g1234 ")
    box.evaluate("e => e.setSelectionRange(3, 6)")
    before = mover.position
    mover.move()
    follows(other, before + 1)
    assert box.input_value() == "not my g1234 "
    assert box.evaluate(
        "e => [document.activeElement === e, e.selectionStart, e.selectionEnd]"
    ) == [
        True,
        3,
        6,
    ]
    other.page.keyboard.press("End")
    other.page.keyboard.type("old")
    other.page.keyboard.press("Enter")
    line = mover.page.locator("#chat-lines").get_by_text("not my g1234 old")
    line.wait_for()
    assert box.input_value() == ""
    assert other.page.locator("#chat-lines").get_by_text("not my g1234 old").count() == 1
    # talk makes no move stale and closes nothing that is open
    assert mover.page.locator("#notice .toast").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_talk_that_arrives_keeps_the_dice_one_has_chosen(
    shared_server: Server, people, game: str
) -> None:
    mover, other = two(shared_server, people, game)
    key = chosen(mover)
    other.page.locator("#chat-text").fill("<img src=x onerror=alert(1)>{{7*7}}%s")
    other.page.get_by_role("button", name="Send").click()
    mover.page.locator("#chat-lines").get_by_text("onerror=alert(1)>{{7*7}}%s").wait_for()
    assert mover.page.locator("[data-piece]:checked").count() == key
    assert mover.page.locator("#verdict").get_attribute("data-state") == "yes"


@pytest.mark.parametrize("game", GAMES)
def test_each_event_is_told_once(shared_server: Server, people, game: str) -> None:
    mover, other = two(shared_server, people, game)
    other.page.evaluate(
        """() => {
            window.told = [];
            new MutationObserver((changes) => {
                for (const change of changes) {
                    for (const line of change.addedNodes) window.told.push(line.textContent);
                }
            }).observe(document.getElementById('herald'), { childList: true });
        }"""
    )
    seen = set(other.page.locator("#log [data-at]").evaluate_all("ls => ls.map(l => l.dataset.at)"))
    for _ in range(2):
        if not mover.page.locator(MY_TURN).count():
            break
        position = mover.position
        mover.move()
        follows(other, position + 1)
    other.page.wait_for_timeout(500)
    new = other.page.locator("#log [data-at]").evaluate_all(
        "ls => ls.map(l => [l.dataset.at, l.dataset.say.trim()])"
    )
    told = " ".join(other.page.evaluate("window.told"))
    happened = [sentence for at, sentence in new if at not in seen]
    assert happened
    for sentence in set(happened):
        assert told.count(sentence) == happened.count(sentence)
    assert "L" not in [word.strip(",.") for word in told.split()], "dice are spoken by name"
    assert (
        other.page.locator("#turn").text_content() in told
        or not other.page.locator(MY_TURN).count()
    ), "whose turn it is is told"


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_stays_until_it_is_closed(shared_server: Server, people, game: str) -> None:
    jana, petr = two(shared_server, people, game)
    old = jana.page
    jana.forgiving = True  # the browser notes the 409 itself
    faces, reading = jana.best()
    jana.choose(faces)
    for path in ("**/live?watch=*", "**/part?since=*"):
        old.route(path, lambda route: route.abort())
    jana.page = jana.new_page()
    jana.page.goto(old.url)
    jana.move()
    old.locator(f'.acts [name=do][value="{reading["actions"][0]["do"]}"]').click()
    refusal = old.locator("#notice .toast.bad")
    refusal.wait_for()
    said = refusal.inner_text()
    jana.page = old
    assert len(said) > 20
    for path in ("**/live?watch=*", "**/part?since=*"):
        old.unroute(path)
    position = jana.position
    mover = petr if petr.page.locator(MY_TURN).count() else jana
    if mover is petr:
        mover.move()
        follows(jana, position + 1)
    assert refusal.inner_text() == said
    old.get_by_role("button", name="Close").click()
    assert not refusal.count()


def test_who_plays_for_a_bot_is_told_once(shared_server: Server, people) -> None:
    """It goes with one's first move; whoever has closed it sees it no more, whatever happens."""
    jana, petr = (people(shared_server, name=name) for name in ("Jana", "Petr"))
    petr.sit_down(jana.open_table("person", "bot:perfect"))
    jana.page.get_by_text("Everybody is here.").wait_for()
    jana.page.get_by_role("button", name="Begin the game").click()
    sentence = "Perfect cannot play at this table, so Prospector plays for it."
    for one in (jana, petr):
        one.page.locator("#bots .toast").get_by_text(sentence).wait_for()
    jana.page.locator("#bots [data-close]").click()
    for one in (jana, petr):
        one.page.wait_for_selector(f"{MY_TURN}, .waiting")
    while not any(one.page.locator(MY_TURN).count() for one in (jana, petr)):
        jana.page.wait_for_timeout(50)  # the bot may begin
    mover, other = (jana, petr) if jana.page.locator(MY_TURN).count() else (petr, jana)
    position = mover.position
    mover.move()
    for one in (mover, other):
        follows(one, position + 1)
    assert mover.page.locator("#bots .toast").count() == 0
    assert other.page.locator("#bots .toast").count() == (1 if other is petr else 0)


@pytest.mark.parametrize("game", GAMES)
def test_the_place_of_the_buttons_does_not_jump(shared_server: Server, people, game: str) -> None:
    mover, other = two(shared_server, people, game)
    places = set()
    for _ in range(4):
        acts = other.page.locator(".acts").bounding_box()
        assert acts
        places.add((round(acts["y"]), round(acts["height"])))
        if not mover.page.locator(MY_TURN).count():
            break
        position = mover.position
        mover.move()
        follows(other, position + 1)
    assert len(places) == 1
    shift = other.page.evaluate(
        """() => new Promise((done) => {
            const sum = (list) => list.getEntries().reduce((s, e) => s + e.value, 0);
            new PerformanceObserver((list) => done(sum(list)))
                .observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => done(0), 500);
        })"""
    )
    assert shift < 0.05


def test_eight_tabs_share_one_stream(shared_server: Server, people) -> None:
    ivy = people(shared_server)
    ivy.play_bots()
    tabs = [ivy.page]
    for _ in range(7):
        tab = ivy.new_page()
        tab.goto(ivy.page.url, timeout=10_000)
        tabs.append(tab)
    streams = sum(
        tab.evaluate(
            "performance.getEntriesByType('resource').filter(e => e.name.includes('/live?')).length"
        )
        for tab in tabs
    )
    ivy.page = tabs[-1]
    ivy.wait_for_turn()
    position = ivy.position
    ivy.move()
    for tab in tabs:
        tab.wait_for_function(
            "at => document.querySelector('[data-stage=finished]')"
            " || Number(document.querySelector('#board').dataset.at) > at",
            arg=position,
            timeout=8_000,
        )
    assert streams <= 2


def test_where_the_stream_is_blocked_the_page_looks_by_itself(
    shared_server: Server, people
) -> None:
    mover, other = two(shared_server, people)
    other.forgiving = True
    other.page.route("**/live?watch=*", lambda route: route.fulfill(status=403))
    other.page.reload()
    other.page.locator("[data-live-note]").get_by_text("every few seconds").wait_for()
    position = mover.position
    mover.move()
    follows(other, position + 1)
    other.page.get_by_role("button", name="All right").click()
    assert other.page.locator("[data-live-note]").is_hidden()
    assert other.page.locator(f"{MY_TURN}, .waiting, {ENDED}").count()
