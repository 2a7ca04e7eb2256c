"""What a screen reader gets: each event once, and whole games by roles and names alone."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as Timeout

import goldfield
from tests.browser import nuggets_people as land
from tests.browser.people import ENDED, GAMES, MY_TURN, Person
from tests.browser.server import Server
from tests.nuggets_position import Position

pytestmark = pytest.mark.browser

LISTEN = """() => {
    window.told = [];
    window.regions = [...document.querySelectorAll('[aria-live=polite], [role=log], [role=status]')]
        .filter((e) => e.getAttribute('aria-live') !== 'off');
    for (const region of window.regions) {
        new MutationObserver((changes) => {
            for (const change of changes) {
                for (const one of change.addedNodes) window.told.push(one.textContent.trim());
            }
        }).observe(region, { childList: true, subtree: true });
    }
}"""


@pytest.fixture
def follower(placed, people) -> Callable[[], tuple[Person, Person]]:
    """Ivy, who has passed, and Petr, who plays on alone."""

    def two() -> tuple[Person, Person]:
        at = Position(2, 2, passed="1", first=1)
        options = at.game.rules.as_dict()
        server = placed("nuggets", options, at.game.show_state(at.state))
        ivy, petr = people(server, name="Ivy"), people(server, name="Petr")
        address = land.open_table(ivy, "person")
        petr.sit_down(address)
        ivy.page.get_by_role("button", name="Begin the game").click()
        ivy.page.locator("#board").wait_for()
        petr.page.goto(address)
        petr.page.wait_for_selector(MY_TURN)
        return ivy, petr

    return two


@pytest.mark.parametrize("focus", ["#headline", ".chat [name=text]", ".chat button.tool"])
def test_five_moves_of_others_are_told_once_each(follower, focus: str) -> None:
    ivy, petr = follower()
    page = ivy.page
    page.locator(focus).focus()
    page.evaluate(LISTEN)
    for count, space in enumerate(("a1", "c2", "d1", "f1", "h5"), 1):
        before = land.at(page)
        path = petr.page.evaluate("location.pathname")
        posted = [path, str(before), f"1@{space}"]
        status, body = petr.page.evaluate(land.WRITE, posted)
        assert status == 200, body
        page.wait_for_function("n => window.told.length >= n", arg=count)
        land.follow(page, before + 1)
    told = page.evaluate("window.told")
    assert len(told) == len(set(told)) == 5, told
    turn = page.locator("#turn").text_content()
    assert turn == "Petr is to act."
    for space, sentence in zip(("a1", "c2", "d1", "f1", "h5"), told, strict=True):
        assert "Petr" in sentence
        assert sentence.count(space) == 1
        assert turn not in sentence, "it is Petr's turn as before"
    assert page.evaluate("s => document.activeElement.matches(s)", focus), "the focus moved"


def test_the_own_move_is_confirmed(follower) -> None:
    _ivy, petr = follower()
    page = petr.page
    page.evaluate(LISTEN)
    page.locator("[name=chip]").first.check(force=True)
    page.locator("[name=space]").first.check(force=True)
    space = page.locator("[name=space]:checked").input_value()
    page.locator(".acts .main").click()
    page.wait_for_function("() => window.told.some((one) => one.startsWith('You'))")
    told = [one for one in page.evaluate("window.told") if one.startswith("You")]
    assert len(told) == 1
    assert space in told[0]


def test_whose_turn_it_is_is_told_when_that_changes(shared_server: Server, people) -> None:
    ivy, petr = people(shared_server, name="Ivy"), people(shared_server, name="Petr")
    address = land.open_table(ivy, "person")
    petr.sit_down(address)
    ivy.page.get_by_role("button", name="Begin the game").click()
    pages = {"Ivy": ivy.page, "Petr": petr.page}
    for page in pages.values():
        page.wait_for_selector("#board")
        page.wait_for_selector("main[data-news=live]")
    for _turn in range(2):
        for name, other in (("Ivy", "Petr"), ("Petr", "Ivy")):
            mover, waits = pages[name], pages[other]
            mover.wait_for_selector(MY_TURN)
            before = land.at(mover)
            for page in pages.values():
                page.evaluate(LISTEN)
            mover.locator("[name=chip]").first.check(force=True)
            mover.locator("[name=space]").first.check(force=True)
            mover.locator(".acts .main").click()
            for page in pages.values():
                land.follow(page, before + 1)
                page.wait_for_function("() => window.told.length")
            assert "It is your turn." in " ".join(waits.evaluate("window.told"))
            assert f"{other} is to act." in " ".join(mover.evaluate("window.told"))


@pytest.mark.parametrize("game", GAMES)
def test_a_die_is_called_by_its_name_once(shared_server: Server, people, game: str) -> None:
    ivy: Person = people(shared_server, name="Ivy", game=game)
    ivy.open_table("bot:random", quick=True)
    ivy.wait_for_turn()
    dice = names(ivy.page.locator(".dice").get_by_role("checkbox"))
    assert dice
    for name in dice:
        words = re.findall(r"[a-z]+", name.lower())
        assert len(words) == len(set(words)), name


# ---- games by roles and names ------------------------------------------------------------------


def names(boxes: Locator) -> list[str]:
    """What a screen reader calls these controls."""
    return [
        re.sub(r"\s+", " ", one.removeprefix("- "))
        for box in boxes.all()
        for one in box.aria_snapshot().splitlines()[:1]
    ]


def act(locator: Locator) -> None:
    """What a screen reader does with a control that was chosen."""
    locator.evaluate("e => { e.focus(); e.click(); }")


def ready(page: Page, words: str) -> Locator:
    """The buttons of that name that can be pressed."""
    return page.get_by_role("button", name=re.compile(words), disabled=False)


def gold_nuggets(page: Page) -> None:
    """The first dice that may be set aside, then the supply rather than more dice."""
    dice = page.get_by_role("group", name="The dice you rolled").get_by_role(
        "checkbox", disabled=False, checked=False
    )
    if dice.count():
        kind = names(dice)[0]
        for die in dice.all():
            if names(die) == [kind]:
                die.evaluate("e => { e.dataset.same = ''; }")
        for die in page.locator("[data-same]").all():
            act(die)
    for words in ("^Collect [1-9]", "^Set all", "^End the turn", "^Collect", "^Roll", "^Rob"):
        if ready(page, words).count():
            return act(ready(page, words).first)
    raise AssertionError("no button can be pressed")


def moje_zlato(page: Page) -> None:
    """A chest or a treasure that the dice fill, else what the buttons say."""
    board = page.locator("form#board")
    sure = "^(Keep|Open|Load|Take|Do what)"
    if not ready(page, "^Keep").count():
        places = board.get_by_role("listitem").get_by_role("checkbox", disabled=False)
        for place in places.element_handles():
            place.evaluate("e => { e.focus(); e.click(); }")
            if ready(page, sure).count():
                break
            place.evaluate("e => e.click()")
    buttons = board.get_by_role("button", name=re.compile(sure), disabled=False)
    act(buttons.or_(board.get_by_role("button", name=re.compile("^Leave it"))).first)


def decide(page: Page, player: Callable[[Page], None], before: int) -> None:
    """One decision; a press that came as fast as a double click is none and is made again."""
    for _ in range(8):
        player(page)
        with contextlib.suppress(Timeout):
            page.wait_for_function(
                "at => document.querySelector('[data-stage=finished]')"
                " || Number(document.querySelector('#board').dataset.at) > at",
                arg=before,
                timeout=4_000,
            )
            return
    raise AssertionError("nothing came of it")


PLAYERS = {"gold_nuggets": gold_nuggets, "moje_zlato": moje_zlato}


@pytest.mark.parametrize("game", GAMES)
def test_roles_and_names_are_enough_for_a_whole_game(
    shared_server: Server, people, game: str
) -> None:
    ivy: Person = people(shared_server, name="Ivy", game=game)
    ivy.open_table("bot:random", quick=True)
    page = ivy.page
    for _ in range(400):
        ivy.wait_for_turn()
        if ivy.ended:
            break
        before = ivy.position
        decide(page, PLAYERS[game], before)
    page.get_by_role("heading", name=re.compile("win|share")).first.wait_for()
    ivy.game.check(ivy.scores())


def test_roles_and_names_are_enough_for_nuggets(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server, name="Ivy")
    land.open_table(ivy, "bot:random")
    page = ivy.page
    for turn in range(4):
        page.wait_for_selector(f"{MY_TURN}, {ENDED}")
        before = land.at(page)
        board = page.get_by_role("group", name=re.compile("^The land"))
        if turn % 2:
            act(page.get_by_role("radiogroup", name="Your chips").get_by_role("radio").first)
            act(board.get_by_role("radio", name="c2").or_(board.get_by_role("radio")).first)
            act(ready(page, "^Play the").first)
        else:
            for _ in range(2):
                lines = board.get_by_role("checkbox", disabled=False, checked=False)
                act(lines.nth(lines.count() // 2))
            act(ready(page, "^Build").first)
        land.follow(page, before + 1)
    page.wait_for_selector(f"{MY_TURN}, {ENDED}")
    if not page.locator(ENDED).count():
        act(page.locator("summary").get_by_text("Pass"))
        act(page.get_by_role("button", name="Pass for good"))
    page.get_by_role("heading", name=re.compile("win|share")).first.wait_for(timeout=60_000)


@pytest.mark.parametrize("game", goldfield.games())
def test_every_control_of_a_table_has_a_name(shared_server: Server, people, game: str) -> None:
    ivy: Person = people(shared_server, name="Ivy")
    ivy.page.goto(shared_server.url)
    form = ivy.page.locator(f'form:has(input[name="game"][value="{game}"])')
    form.get_by_role("button", name="Play against bots").click()
    ivy.page.wait_for_selector(MY_TURN)
    tree = ivy.page.locator("body").aria_snapshot()
    nameless = [
        line
        for line in tree.splitlines()
        if re.match(r"\s*- (button|checkbox|radio|link|textbox|combobox)(:| \[|$)", line)
    ]
    assert not nameless
