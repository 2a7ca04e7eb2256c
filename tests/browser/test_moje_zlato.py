"""The table of Moje zlato!: dice go on cards by tap, drag and key, and come back in time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

import goldfield
from tests.browser.people import ENDED, MY_TURN, Person
from tests.browser.server import Server
from tests.browser.test_pages import LEAST_CONTRAST, fits
from tests.moje_zlato_position import Position

pytestmark = pytest.mark.browser

OPTIONS = {"players": 2, "first": 1}
LAID_OUT = ("locks 1", "locks 2", "locks 2", "locks 1")
TREASURES = (
    # each opens two chests and leaves what they held beside the ship
    *("KKKK", "stand", "open 1", "c", "open 2", "cd", "locks 3", "locks 2"),
    *("KKKK", "stand", "open 1", "c", "open 3", "dd", "locks 2", "locks 1"),
)
"""Seat 1 has a coin and a coin with a diamond beside its ship, seat 2 a coin and two diamonds.

The chests in the middle have two locks, three and two.
"""


def position(*texts: str, **options: object) -> tuple[dict[str, object], str]:
    """Options, and the position that some moves and outcomes lead to."""
    game = goldfield.load("moje_zlato", **{**OPTIONS, **options})
    s = game.start()
    for text in texts:
        s = game.play(s, text)
    return {**OPTIONS, **options}, game.show_state(s)


ACT = position(*LAID_OUT, *TREASURES, "CKKS", "stand")
"""A coin, two keys and a sabre, with the whole table to use them on."""
SECOND_ROLL = position(*LAID_OUT, *TREASURES, "CKKS")
COMMIT = position(*LAID_OUT, *TREASURES, "CKKS", commit=True)


@pytest.fixture
def at(placed, people) -> Callable[..., Person]:
    """Somebody to act at a position, against a bot."""

    def person(place: tuple[dict[str, object], str], preset: str = "", **how: object) -> Person:
        server = placed("moje_zlato", *place)
        ivy = people(server, name="Ivy", game="moje_zlato", **how)
        ivy.open_table("bot:random", preset=preset)
        return ivy

    return person


def card(page: Page, piece: str):
    """The control of a card."""
    return page.locator(f'[data-piece="{piece}"]').first


def verdict(page: Page) -> str:
    return page.locator("#verdict").inner_text()


def laid(page: Page) -> list[str]:
    """The dice that lie on places, as a choice would lay them."""
    return page.locator("[data-place][data-laid] use").evaluate_all(
        "all => all.map(u => u.getAttribute('href').slice(-1))"
    )


def outlines(page: Page) -> int:
    """The dice of the hand that a choice has taken."""
    return page.locator("[data-hand][data-gone]").count()


def labels(page: Page) -> list[str]:
    return page.locator(".acts [data-at=label]").all_inner_texts()


def still_at(ivy: Person, before: int) -> None:
    """The page has not moved on."""
    ivy.page.wait_for_timeout(150)
    assert ivy.position == before


def moves_on(page: Page, before: int) -> None:
    page.wait_for_function(
        "before => document.querySelector('[data-stage=finished]')"
        " || Number(document.querySelector('#board').dataset.at) > before",
        arg=before,
    )


def drag(ivy: Person, face: str, target: str, touch: bool = False) -> None:
    """Carry a die of the hand to the middle of an element, with a mouse or a finger."""
    page = ivy.page
    start = page.locator(f'[data-hand][data-face="{face}"]').first.bounding_box()
    end = page.locator(target).first.bounding_box()
    assert start
    assert end
    points = [
        (start["x"] + start["width"] / 2, start["y"] + start["height"] / 2),
        (start["x"] + start["width"] / 2, start["y"] - 30),
        (end["x"] + end["width"] / 2, end["y"] + end["height"] / 2),
    ]
    if not touch:
        page.mouse.move(*points[0])
        page.mouse.down()
        for point in points[1:]:
            page.mouse.move(*point, steps=4)
        page.mouse.up()
        return
    session = ivy.context.new_cdp_session(page)
    for kind, (x, y) in zip(("touchStart", "touchMove", "touchMove"), points, strict=True):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_tap_shows_what_it_would_do_and_can_be_called_off(at) -> None:
    ivy = at(ACT)
    page, before = ivy.page, ivy.position
    card(page, "chest-2").check(force=True)
    assert laid(page) == ["K", "K", "S"]
    assert outlines(page) == 3
    assert labels(page) == ["Open it"]
    assert verdict(page) == "Then you still have a coin to use."
    page.get_by_role("button", name="Call it off").click()
    assert laid(page) == []
    assert outlines(page) == 0
    assert not page.locator("[data-piece]:checked").count()
    # another card puts the dice of the first one back
    card(page, "chest-1").check(force=True)
    card(page, "1-c").check(force=True)
    assert laid(page) == ["C"]
    assert page.locator("[data-piece]:checked").count() == 1
    still_at(ivy, before)
    page.locator(".acts .main").click()
    moves_on(page, before)
    assert page.locator("#ship-1 .big").inner_text().endswith("1")


def test_only_cards_that_can_be_filled_light_up_and_others_say_why(at) -> None:
    ivy = at(ACT)
    page = ivy.page
    assert page.locator("#ship-2 .mast.can").count() == 1, "a ship that can be attacked"
    assert labels(page) == ["Choose a chest or a treasure"]
    assert verdict(page).endswith("What can be opened or loaded must be.")
    sets = ivy.sets()
    lit = {p for key, entry in sets.items() if entry["readings"] for p in key.split()}
    for control in page.locator("[name=card]").all():
        piece = control.get_attribute("data-piece")
        can = control.get_attribute("aria-disabled") is None
        assert can == (piece in lit) or piece.startswith("ship-")
        if not can:
            control.click(force=True)
            why = page.locator(f"#{control.get_attribute('aria-describedby')}").text_content()
            assert why
            assert verdict(page) == why
            assert not control.is_checked()
    assert page.locator('[data-piece="2-dd"][aria-disabled]').count() == 1
    assert laid(page) == []


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_a_die_is_dragged_on_a_card(at, touch: bool) -> None:
    how = {"width": 390, "height": 844, "has_touch": True} if touch else {}
    ivy = at(ACT, **how)
    page, before = ivy.page, ivy.position
    drag(ivy, "K", ".chest:has([data-piece='chest-1'])", touch)
    assert labels(page) == ["Open it"]
    assert laid(page) == ["K", "K"]
    assert not page.locator(".ghost").count()
    # a die that the card does not take changes nothing
    page.get_by_role("button", name="Call it off").click()
    drag(ivy, "C", ".chest:has([data-piece='chest-1'])", touch)
    assert verdict(page) == "No place there takes this die."
    assert laid(page) == []
    # nor one that is dropped beside everything
    drag(ivy, "K", "#headline", touch)
    assert laid(page) == []
    assert not page.locator("[data-piece]:checked").count()
    # the sabre on a ship: there is one treasure to take
    drag(ivy, "S", "#ship-2 .sail", touch)
    assert sorted(laid(page)) == ["C", "S"]
    assert page.locator("#ship-2 .btag").inner_text() == "boarded by you"
    still_at(ivy, before)
    page.locator(".acts .main").click()
    moves_on(page, before)
    assert page.locator("#ship-1 .big").inner_text().endswith("1")


def test_an_attack_by_a_sabre_and_then_treasures_and_taking_it_back(at, people) -> None:
    ivy = at(ACT)
    page, before = ivy.page, ivy.position
    eva = people_watching(people, ivy)
    page.locator('[data-hand] [data-piece="S"]').check(force=True)
    lit = page.locator("[data-lit]").evaluate_all("all => all.map(e => e.dataset.piece)")
    assert "2-c" in lit
    assert "2-dd" not in lit
    assert "ship-2" in lit
    assert "Board a ship" in verdict(page)
    assert page.locator(".acts [name=do]").first.get_attribute("aria-disabled") == "true"
    card(page, "2-c").check(force=True)
    assert sorted(laid(page)) == ["C", "S"]
    assert not page.locator('[data-hand] [data-piece="S"]').is_checked()
    assert page.locator("#ship-2 .btag").is_visible()
    assert not eva.page.locator("#ship-2 .btag").is_visible()
    assert labels(page) == ["Take it"]
    page.locator(".acts .main").click()
    moves_on(page, before)
    moves_on(eva.page, before)
    for one in (ivy, eva):
        assert one.page.locator("#ship-1 .big").inner_text().endswith("1")
        assert one.page.locator("#ship-2 .loot").count() == 1
    # nothing was revealed: it can be taken back, and everybody sees that
    after = ivy.position
    page.get_by_role("button", name="Take back").click()
    moves_on(page, after)
    moves_on(eva.page, after)
    for one in (ivy, eva):
        assert one.page.locator("#ship-1 .big").inner_text().endswith("0")
        assert one.page.locator("#ship-2 .loot").count() == 2
    assert page.locator(".hand [data-hand]").count() == 4
    assert not page.get_by_role("button", name="Take back").count()


EMPTY_PLACE = "#ship-2 .flag"
DRAWN = "e => getComputedStyle(e, '::before').content !== 'none'"


def test_a_mast_is_a_target_once_a_sabre_is_chosen_and_takes_it_first(at) -> None:
    ivy = at(ACT, motion=True)
    page = ivy.page
    flag = page.locator(EMPTY_PLACE)
    assert not flag.evaluate(DRAWN)
    page.locator('[data-hand] [data-piece="K"]').first.check(force=True)
    assert not flag.evaluate(DRAWN)
    page.locator('[data-hand] [data-piece="S"]').check(force=True)
    assert flag.evaluate(DRAWN)
    card(page, "ship-2").check(force=True)
    assert page.evaluate("document.querySelector('#ship-2 .flag .f').getAnimations().length") == 1
    assert laid(page) == ["S"]
    assert verdict(page) == "The sabre boards this ship. Now choose what you take beside it."
    assert labels(page) == ["Choose a treasure"]
    assert not flag.evaluate(DRAWN)
    card(page, "2-c").check(force=True)
    assert sorted(laid(page)) == ["C", "S"]
    assert labels(page) == ["Take it"]


def people_watching(people, ivy: Person) -> Person:
    """Somebody without a seat who looks on."""
    eva = people_at(people, ivy)
    eva.page.goto(ivy.page.url)
    return eva


def people_at(people, ivy: Person) -> Person:
    class Elsewhere:
        url = ivy.url

    return people(Elsewhere(), name="Eva", game="moje_zlato", motion=True)


def test_after_a_chest_is_open_nothing_is_taken_back(at) -> None:
    ivy = at(ACT)
    page, before = ivy.page, ivy.position
    card(page, "1-c").check(force=True)
    page.locator(".acts .main").click()
    moves_on(page, before)
    undo = page.get_by_role("button", name="Take back")
    undo.wait_for()
    # the same post is made again once something has come to light
    card(page, "chest-2").check(force=True)
    here = ivy.position
    page.locator(".acts .main").click()
    moves_on(page, here)
    assert not undo.count()
    if not page.locator(MY_TURN).count():
        return
    ivy.forgiving = True  # browsers complain of every refusal
    page.evaluate(
        """() => {
            const form = document.querySelector('form#board');
            const button = document.createElement('button');
            button.setAttribute('formaction', form.action.replace(/move$/, 'undo'));
            form.append(button);
            form.requestSubmit(button);
        }"""
    )
    refused = page.locator("#notice .toast.bad")
    refused.wait_for()
    assert refused.inner_text().strip()


def test_the_keyboard_alone_plays_and_never_loses_the_focus(at) -> None:
    ivy = at(SECOND_ROLL)
    page, before = ivy.page, ivy.position

    def focused() -> str:
        return page.evaluate("document.activeElement.id || document.activeElement.tagName")

    page.locator("#headline").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if focused().startswith("die-"):
            break
    # cards are not in the way while only dice can be chosen
    assert focused() == "die-0"
    page.keyboard.press("Space")
    assert labels(page) == ["Roll 1 die again"]
    page.keyboard.press("Escape")
    assert labels(page) == ["Roll all four again", "Keep all four"]
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value === 'keep'"):
            break
    page.keyboard.press("Enter")
    moves_on(page, before)
    before = ivy.position
    # the first card that can be filled: press once to see, twice to do
    assert page.evaluate("document.activeElement.matches('[name=card]:not([aria-disabled])')")
    order = page.locator("[name=card], [name=die]").evaluate_all(
        "all => all.map(e => e.dataset.piece)"
    )
    assert order.index("2-c") < order.index("chest-1") < order.index("K")
    card(page, "1-c").focus()
    page.keyboard.press("Enter")
    assert labels(page) == ["Load it"]
    still_at(ivy, before)
    page.keyboard.press("Enter")
    moves_on(page, before)
    assert focused() not in ("BODY", "HTML")
    assert "You loaded" in page.locator("#log").inner_text()
    # a card that cannot be filled is reached as well, and says why
    card(page, "2-dd").focus()
    page.keyboard.press("Enter")
    assert verdict(page).startswith("Attacks come first")


def test_each_group_of_pieces_is_one_stop_and_arrows_go_on_inside_it(at) -> None:
    page = at(ACT).page

    def focused() -> str:
        return page.evaluate("document.activeElement.dataset.piece ?? ''")

    def stops() -> list[str]:
        """The pieces at which the tabulator stops, from the headline on to the buttons."""
        page.locator("#headline").focus()
        found: list[str] = []
        while not page.evaluate("document.activeElement.matches('.acts button')"):
            page.keyboard.press("Tab")
            found += [focused()] if focused() else []
        return found

    assert stops() == ["ship-2", "chest-1", "C"]
    page.locator("[data-hand] [data-piece]").first.focus()
    for key, face in (("Right", "K"), ("Down", "K"), ("Right", "S"), ("Right", "C"), ("Left", "S")):
        page.keyboard.press(f"Arrow{key}")
        assert focused() == face
    page.keyboard.press("Home")
    assert focused() == "C"
    page.keyboard.press("End")
    page.keyboard.press("Space")
    assert "Board a ship" in verdict(page)
    # where one was is where the tabulator comes back to; what cannot be chosen is there as well
    card(page, "ship-2").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert focused() == "2-dd"
    page.keyboard.press("Enter")
    assert verdict(page)
    assert stops() == ["2-dd", "chest-1", "S"]


OBSERVE = """() => {
    window.added = [];
    new MutationObserver((list) => {
        for (const change of list) for (const node of change.addedNodes) {
            for (const use of node.querySelectorAll?.('use') ?? []) {
                window.added.push(use.getAttribute('href'));
            }
        }
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""Keep every picture that is put into the page, if only for one frame."""


def test_what_a_chest_holds_is_nowhere_before_it_is_open(at, people) -> None:
    """Not while the network fails at that moment, and not for one frame in another's page."""
    ivy = at(ACT, motion=True)
    eva = people_watching(people, ivy)
    page, before = ivy.page, ivy.position
    for one in (ivy, eva):
        one.page.evaluate(OBSERVE)
    there = page.locator(".loot").count()
    # chests with as many locks are alike but for their place
    chests = page.locator(".chest:not(.none)").evaluate_all(
        """all => all.map(e => [
            e.querySelectorAll('[data-place]').length,
            e.outerHTML
                .replace(/(id|value|piece|spot|describedby)="(why-)?(chest|slot)-./g, '$1')
                .replace(/ tabindex="-?\\d"/, ''),
        ])"""
    )
    by_locks: dict[int, list[str]] = {}
    for locks, markup in chests:
        by_locks.setdefault(locks, []).append(markup)
    assert [len(alike) for alike in by_locks.values()] == [2, 1]
    assert all(len(set(alike)) == 1 for alike in by_locks.values())
    card(page, "chest-2").check(force=True)
    ivy.forgiving = True
    ivy.context.set_offline(True)
    page.locator(".acts .main").click()
    page.locator("[data-live-note]").get_by_text("Your move is kept").wait_for()
    page.wait_for_timeout(600)
    for one in (ivy, eva):
        assert one.page.locator(".loot").count() == there
        # in the opener's page the dice lie on the locks, and nothing else is new
        added = one.page.evaluate("window.added.filter(h => !h.startsWith('#dice-'))")
        assert set(added) <= {"#act-open", "#padlock"}
        assert one.position == before
    ivy.context.set_offline(False)
    for one in (ivy, eva):
        moves_on(one.page, before)
    assert "You opened a chest" in page.locator("#log").inner_text()
    for one in (ivy, eva):
        one.page.wait_for_function("() => !document.querySelector('.ghost')")
        # open for everybody, and the same
        assert one.page.evaluate("window.added.some(h => /^#treasure/.test(h))")
    if page.locator(MY_TURN).count():
        shown = [
            one.page.locator("#ship-1 .loot use, #ship-2 .loot use").evaluate_all(
                "all => all.map(u => u.getAttribute('href')).sort()"
            )
            for one in (ivy, eva)
        ]
        assert shown[0] == shown[1]
    ivy.forgiving = False


def test_dice_are_laid_one_by_one_before_the_second_roll(at) -> None:
    ivy = at(COMMIT, "old_hands")
    page, before = ivy.page, ivy.position
    # a die, then the card: exactly that die
    page.locator('[data-hand] [data-piece="K"]').first.check(force=True)
    assert labels(page) == ["Roll 1 die again"]
    card(page, "chest-1").check(force=True)
    assert laid(page) == ["K"]
    assert labels(page) == ["Lay one die on it"]
    # the card alone: as many as go there, or one
    page.get_by_role("button", name="Call it off").click()
    card(page, "chest-1").check(force=True)
    assert page.locator("[data-readings] input").count() >= 2
    assert len(laid(page)) > 1
    page.locator("[data-readings] input").last.check(force=True)
    assert laid(page) == ["K"]
    page.locator(".acts .main").click()
    moves_on(page, before)
    # the chest is begun, what it needs is said, and it can be taken back
    assert page.locator(".chest .full").count() == 1
    assert page.locator(".hand [data-hand]").count() == 3
    here = ivy.position
    page.get_by_role("button", name="Take back").click()
    moves_on(page, here)
    assert page.locator(".hand [data-hand]").count() == 4


def test_a_ship_is_boarded_before_the_second_roll(at) -> None:
    ivy = at(COMMIT, "old_hands")
    page, before = ivy.page, ivy.position
    drag(ivy, "S", "#ship-2 .sail")
    assert labels(page) == ["Board it"]
    page.locator(".acts .main").click()
    moves_on(page, before)
    assert page.locator("#ship-2 .btag").is_visible()
    assert page.locator("#ship-2 .flag.full").count() == 1
    card(page, "2-c").check(force=True)
    assert labels(page) == ["Take it"]
    # the table can be shown once no sabre is left for another mast
    page.get_by_role("button", name="Call it off").click()
    before = ivy.position
    page.get_by_role("button", name="Keep all three").click()
    moves_on(page, before)
    assert not page.locator("label.mast").count()
    card(page, "2-c").check(force=True)
    assert labels(page) == ["Take it"]


def test_the_last_round_is_counted_down_and_spoken(at, placed, people) -> None:
    place = position("locks 1", "KKKK", "stand", "open 1", "c", deck="1x1:c")
    ivy = people(placed("moje_zlato", *place), name="Ivy", game="moje_zlato")
    ivy.page.goto(f"{ivy.url}/new?game=moje_zlato")
    ivy.page.locator("#o-deck").evaluate("e => { e.value = '1x1:c'; }")
    ivy.page.locator("#seat-2").select_option("here")
    ivy.page.locator("#here-2").fill("Grandpa")
    ivy.page.get_by_role("button", name="Open the table").click()
    ivy.page.wait_for_url("**/table/*")
    page = ivy.page
    ivy.page.evaluate(
        """() => {
            window.told = [];
            new MutationObserver(() => window.told.push(
                document.getElementById('herald').textContent)
            ).observe(document.getElementById('herald'), { childList: true });
        }"""
    )
    counted: list[str] = []
    for _ in range(30):
        ivy.wait_for_turn()
        if ivy.ended:
            break
        text = page.locator(".count b").inner_text()
        if text not in counted:
            counted.append(text)
            sails = page.locator(".count li").count()
            assert sails == {"Last round: 2 turns to go": 2, "The very last turn": 1}[text]
        ivy.move()
    page.wait_for_selector(ENDED)
    assert counted[-1] in ("The very last turn", "Last round: 2 turns to go")
    told = " ".join(page.evaluate("window.told"))
    assert "The very last turn" in told or len(counted) == 1


def test_opened_chests_turn_over_on_their_way(at) -> None:
    """With motion: pictures travel over the page, are gone after it, and take no click."""
    ivy = at(ACT, motion=True)
    page, before = ivy.page, ivy.position
    page.evaluate(
        """() => {
            window.carried = [];
            new MutationObserver((list) => {
                for (const change of list) for (const node of change.addedNodes) {
                    if (!node.classList?.contains('carried')) continue;
                    window.carried.push([...node.querySelectorAll('use')].map(
                        (use) => use.getAttribute('href')).join(' '));
                }
            }).observe(document.body, { childList: true });
        }"""
    )
    card(page, "chest-2").check(force=True)
    page.locator(".acts .main").click()
    moves_on(page, before)
    page.wait_for_function("() => window.carried.length > 1")
    page.wait_for_function("() => !document.querySelector('.ghost')")
    carried = page.evaluate("window.carried")
    assert carried[0].startswith("#closed-")
    assert carried[1].startswith(("#treasure-", "#fish"))


@pytest.mark.parametrize(
    ("width", "scheme"), [(320, "light"), (390, "dark"), (720, "light"), (1280, "dark")]
)
def test_every_state_of_the_table_fits_and_can_be_read(
    at, people, shared_server: Server, width: int, scheme: str
) -> None:
    how = {"width": width, "height": 844, "color_scheme": scheme, "has_touch": True}
    ivy = at(ACT, **how)
    page = ivy.page

    def holds() -> None:
        page.mouse.move(0, 0)  # what is under it has other colours
        fits(ivy)
        worst = page.evaluate(LEAST_CONTRAST)
        assert worst[0] >= 4.5, worst

    holds()
    for piece in ("chest-2", "1-cd", "2-c"):
        card(page, piece).check(force=True)
        holds()
    page.get_by_role("button", name="Call it off").click()
    page.locator('[data-hand] [data-piece="S"]').check(force=True)
    holds()
    page.locator("#pile > summary").click()
    holds()
    ivy = at(COMMIT, "old_hands", **how)
    page = ivy.page
    card(page, "chest-2").check(force=True)
    holds()
    ivy = people(shared_server, name="Ivy", game="moje_zlato", **how)
    page = ivy.page
    address = ivy.open_table("bot:greedy", "bot:random", "bot:greedy", quick=True)
    ivy.wait_for_turn()
    holds()
    ivy.play_on()
    holds()
    for path in ("/step/0", "/step/9", "/step/30"):
        page.goto(address + path)
        holds()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_whole_table_fits_a_phone(shared_server: Server, people, seats: int) -> None:
    ivy = people(shared_server, name="Ivy", game="moje_zlato", width=390, height=844)
    ivy.open_table(*["bot:greedy"] * (seats - 1))
    for _ in range(12):
        ivy.wait_for_turn()
        if ivy.ended:
            break
        sizes = ivy.page.evaluate(
            """() => ({
                bottom: document.querySelector('.deck').getBoundingClientRect().bottom,
                top: document.querySelector('#headline').getBoundingClientRect().top,
                wide: document.documentElement.scrollWidth,
                covered: [...document.querySelectorAll('.ship, .chest, .die')].filter((e) => {
                    const box = e.getBoundingClientRect();
                    return box.left < 0 || box.right > innerWidth || box.top < 0;
                }).map((e) => e.className),
            })"""
        )
        assert sizes["bottom"] <= 844
        assert sizes["top"] >= 0
        assert sizes["wide"] <= 390
        assert sizes["covered"] == []
        ivy.move()


def test_a_win_by_a_tie_break_says_what_decided(placed, people) -> None:
    tied = ("locks 1", "locks 1", "CDDK", "stand", "open 1", "c", "load c")
    place = position(*tied, "CCDK", "stand", "open 2", "d", first=2, deck="1x1:c 1x1:d")
    ivy = people(placed("moje_zlato", *place), name="Ivy", game="moje_zlato")
    ivy.page.goto(f"{ivy.url}/new?game=moje_zlato")
    ivy.page.locator("#o-deck").evaluate("e => { e.value = '1x1:c 1x1:d'; }")
    ivy.page.locator("#seat-2").select_option("bot:random")
    ivy.page.get_by_role("button", name="Open the table").click()
    ivy.page.wait_for_url("**/table/*")
    ivy.wait_for_turn()
    card(ivy.page, "1-d").check(force=True)
    ivy.page.locator(".acts .main").click()
    ivy.page.wait_for_selector(ENDED)
    assert ivy.page.locator("h1").inner_text() == "You win the tie-break"
    assert "1 diamond to 0 decides it" in ivy.page.locator("#podium").inner_text()
    assert ivy.page.locator(".rank .who").first.inner_text().startswith("You")
    assert ivy.page.locator(".rank .haul").count() == 2
    # the rays start at the winner's badge, however long the headline
    for size in ({"width": 390, "height": 844}, {"width": 1280, "height": 800}):
        ivy.page.set_viewport_size(size)
        rays, badge = (
            ivy.page.locator(f".rank .win {part}").bounding_box() for part in (".rays", ".seat")
        )
        assert rays
        assert badge
        assert abs(rays["x"] + rays["width"] / 2 - badge["x"] - badge["width"] / 2) < 3
        assert abs(rays["y"] + rays["height"] / 2 - badge["y"] - badge["height"] / 2) < 3


ALL_OPEN = "c c c d d d cc cc cd cd dd dd ccc ccd ccd cdd cdd ddd"
"""Every chest of the usual deck."""


@pytest.mark.parametrize(
    "beside",
    [
        ("ccd cdd ddd", "d dd ccd", "d cc dd ccc", "cd"),
        ("", "", "", ALL_OPEN),
        ("", ALL_OPEN),
        ("c c c d d d", "", "ccc ccd ccd cdd cdd ddd"),
    ],
)
def test_however_much_floats_beside_a_ship_it_covers_nothing(
    placed, people, beside: tuple[str, ...]
) -> None:
    loaded = Counter(ALL_OPEN.split()) - Counter(" ".join(beside).split())
    seats = len(beside)
    t = Position(
        beside=beside,
        under=(" ".join(loaded.elements()), *[""] * (seats - 1)),
        unseen=("", "", ""),
        last=seats,
        first=1,
    )
    game = goldfield.load("moje_zlato", players=seats, first=1)
    place = game.show_state(t.rolled("CDSS").state)
    server = placed("moje_zlato", {"players": seats, "first": 1}, place)
    ivy = people(server, name="Ivy", game="moje_zlato")
    ivy.open_table(*["bot:random"] * (seats - 1))
    for width, height in (
        (390, 844),
        (320, 568),
        (1280, 800),
        (800, 1000),
        (844, 390),
        (1280, 700),
    ):
        ivy.page.set_viewport_size({"width": width, "height": height})
        outside = ivy.page.evaluate(
            """() => [...document.querySelectorAll('.ship')].flatMap((ship) => {
                const box = (e) => e.getBoundingClientRect();
                const own = box(ship);
                return [...ship.querySelectorAll('.loot, .loot [data-place] svg')].filter((e) => {
                    const at = box(e);
                    const on = (b) => at.left < b.right - 1 && at.right > b.left + 1
                        && at.top < b.bottom - 1 && at.bottom > b.top + 1;
                    return !at.width || at.left < own.left || at.right > own.right + 1
                        || at.top < own.top || at.bottom > own.bottom
                        || [...ship.querySelectorAll('.who, .craft')].map(box).some(on);
                }).map((e) => `${ship.id} ${e.getAttribute('class')}`);
            })"""
        )
        assert outside == [], (width, height)


@pytest.mark.parametrize("how", [{"width": 390, "height": 844}, {"width": 1280, "height": 800}])
def test_taking_back_finds_room_beside_the_buttons_and_moves_nothing(at, how: dict) -> None:
    ivy = at(COMMIT, "old_hands", **how)
    page = ivy.page
    before = page.locator(".deck").bounding_box()
    coin = page.locator(".loot input:not([aria-disabled])").first
    # what can be chosen is large enough for a finger
    box = page.locator(".loot:has(input:not([aria-disabled]))").first.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    coin.check(force=True)
    page.locator(".acts [name=do]").first.click()
    page.locator(".undo").wait_for()
    assert page.locator(".deck").bounding_box() == before
    heights = page.locator(".acts .btn:visible b").evaluate_all(
        "all => all.map((b) => b.getClientRects().length && b.offsetHeight / parseFloat("
        "getComputedStyle(b).fontSize))"
    )
    assert heights
    assert all(height < 2.6 for height in heights), "no label has more than two lines"
