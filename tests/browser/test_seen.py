"""Seen without colour, with a reader's own colours, without motion, and with a finger alone."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Locator, Page

import goldfield
from tests.browser import nuggets_people as land
from tests.browser.people import MY_TURN, Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser

SIGHTS = ("achromatopsia", "deuteranopia", "protanopia", "tritanopia")


def see(page: Page, deficiency: str) -> None:
    """Show a page as somebody with this sight sees it."""
    wire = page.context.new_cdp_session(page)
    wire.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})


def picture(of: Locator) -> Image.Image:
    """A small grey picture of an element."""
    return Image.open(io.BytesIO(of.screenshot())).convert("L").resize((32, 32))


def clear(difference: Image.Image) -> float:
    """The part of a picture that is clearly lighter or darker than in the other."""
    return sum(difference.histogram()[64:]) / (difference.width * difference.height)


def alike(pictures: dict[str, Image.Image]) -> list[str]:
    """Pairs of pictures that differ too little to be told apart."""
    return [
        f"{a} {b}"
        for a, b in combinations(pictures, 2)
        if clear(ImageChops.difference(pictures[a], pictures[b])) < 0.02
    ]


def begun(people, placed, game: str, position: str, seats: int, **options: object) -> Person:
    """Somebody to act at a position, with bots."""
    server = placed(game, {"players": seats, "first": 1, **options}, position)
    ivy: Person = people(server, name="Ivy", game=game, has_touch=True)
    ivy.open_table(*["bot:random"] * (seats - 1))
    ivy.page.wait_for_selector(MY_TURN)
    return ivy


FIVE = "keep 1 run=1 aside=- roll=GGL2345 supply=31 piles=9,14,1,12,10"
TWO = "keep 1 run=1 aside=LL,333 roll=L5 supply=21 piles=26,30"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_seats_and_faces_are_told_apart_without_colour(people, placed, scheme: str) -> None:
    ivy = begun(people, placed, "gold_nuggets", FIVE, 5)
    page = ivy.page
    page.emulate_media(color_scheme=scheme)
    for sight in SIGHTS:
        see(page, sight)
        badges = page.locator(".claim > .seat").all()
        assert len(badges) == 5
        assert not alike({str(seat): picture(badge) for seat, badge in enumerate(badges)}), sight
        faces = {
            face: picture(page.locator(f'label.die:has([data-piece="{face}"]) svg.f').first)
            for face in "GL2345"
        }
        assert not alike(faces), sight


def test_lines_and_partners_are_told_apart_without_colour(shared_server: Server, people) -> None:
    ivy: Person = people(shared_server, name="Ivy")
    land.open_table(ivy, "bot:random", "bot:random", "bot:random")
    page = ivy.page
    page.wait_for_selector(MY_TURN)
    dashes = "e => getComputedStyle(e, '::before').backgroundImage"
    legal = page.locator(".ln:not(.no, .up)").first.evaluate(dashes)
    first = page.locator(".ln:has(#l-a1-b1)")
    land.line(page, "a1/a2").check(force=True)
    assert "no" in (first.get_attribute("class") or "").split(), "a1 alone would be cut off"
    assert first.evaluate(dashes) != legal
    sides = page.locator(".team").all()
    assert len(sides) == 2
    for side in sides:
        style = "e => getComputedStyle(e, '::before').borderTopStyle"
        assert side.evaluate(style) == "solid", "a bracket holds partners together"
    assert page.locator(".claim .place").count() == 4, "numbers tell who follows whom"


@pytest.mark.parametrize("game", goldfield.games())
def test_chosen_colours_keep_choices_and_focus_in_sight(
    shared_server: Server, people, game: str
) -> None:
    ivy: Person = people(shared_server, name="Ivy", forced_colors="active")
    page = ivy.page
    page.goto(shared_server.url)
    form = page.locator(f'form:has(input[name="game"][value="{game}"])')
    form.get_by_role("button", name="Play against bots").click()
    page.wait_for_selector(MY_TURN)
    kinds = ("die", "card", "line")
    kind = next(kind for kind in kinds if page.locator(f"#board [name={kind}]").count())
    piece = page.locator(f"#board [name={kind}]:not([aria-disabled])").first
    piece.check(force=True)
    marked = page.evaluate(
        """() => {
            const holder = document.querySelector('#board [data-piece]:checked').parentElement;
            return [null, '::before', '::after'].some((part) => {
                const style = getComputedStyle(holder, part);
                return style.outlineStyle !== 'none' && part === null
                    || part && style.content !== 'none' && style.borderTopStyle !== 'none';
            }) || Boolean(holder.querySelector('.pick, .fence'));
        }"""
    )
    assert marked
    # text in the reader's colours, whatever block it stands on
    colours = page.evaluate(
        """() => {
            const all = [...document.querySelectorAll('h1, .btn:not([aria-disabled]), #verdict')];
            return [...new Set(all.map((e) => getComputedStyle(e).color))];
        }"""
    )
    assert len(colours) <= 2, colours


def test_without_motion_nothing_travels(people, placed) -> None:
    ivy = begun(people, placed, "gold_nuggets", TWO, 2)
    page = ivy.page
    page.evaluate(
        """() => {
            window.moving = new Set();
            const travel = ['translate', 'rotate', 'scale', 'opacity', 'transform'];
            const watch = () => {
                for (const one of document.getAnimations()) {
                    for (const frame of one.effect.getKeyframes()) {
                        for (const name of travel) if (name in frame) window.moving.add(name);
                    }
                }
                requestAnimationFrame(watch);
            };
            watch();
        }"""
    )
    for _ in range(3):
        ivy.wait_for_turn()
        if ivy.ended:
            break
        ivy.move()
    assert page.evaluate("[...window.moving]") == []


# ---- a finger -----------------------------------------------------------------------------------


def tap(page: Page, of: Locator) -> None:
    """A real touch in the middle of an element."""
    box = of.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_tap_tells_all_that_a_pointer_would(people, placed, shared_server: Server) -> None:
    ivy = begun(people, placed, "gold_nuggets", TWO, 2)
    page, before = ivy.page, ivy.position
    page.set_viewport_size({"width": 390, "height": 844})
    verdict = page.locator("#verdict")
    tap(page, page.locator("label.die.no"))
    assert verdict.get_attribute("data-state") == "no"
    assert "5" in verdict.inner_text(), "why this die cannot be set aside"
    tap(page, page.locator("label.die:not(.no)"))
    assert "worth 3" in verdict.inner_text(), "what the dice are worth"
    assert ivy.position == before
    ann: Person = people(shared_server, name="Ann", has_touch=True, width=390, height=844)
    land.open_table(ann, "bot:random")
    page = ann.page
    page.wait_for_selector(MY_TURN)
    before = land.at(page)
    tap(page, land.line(page, "a1/a2"))
    tap(page, land.line(page, "a1|b1"))
    assert "space" in land.verdict(page), "why this line cannot be fenced"
    assert land.at(page) == before
    assert not page.locator("[title]:not(iframe)").filter(visible=True).count()


def test_a_second_tap_is_not_lost_when_the_page_changes_in_between(
    shared_server: Server, people
) -> None:
    ivy: Person = people(shared_server, name="Ivy", has_touch=True, width=390, height=844)
    petr: Person = people(shared_server, name="Petr")
    address = ivy.open_table("person", "bot:random")
    petr.sit_down(address)
    ivy.page.get_by_role("button", name="Begin the game").click()
    page = ivy.page
    ivy.page.wait_for_selector("#board")
    petr.page.goto(address)
    for _ in range(30):
        if page.locator(MY_TURN).count() and page.locator("[name=die]").count():
            break
        if petr.page.locator(MY_TURN).count():
            petr.move()
        page.wait_for_timeout(200)
    die = page.locator("label.die:not(.no)").first
    said = 0

    def something_happens() -> None:
        nonlocal said
        said += 1
        chat = petr.page.locator(".chat [name=text]")
        chat.click()  # two lines as fast as a double click would be one
        chat.fill(f"Line {said}")
        chat.press("Enter")
        petr.page.wait_for_function("() => !document.querySelector('.chat [name=text]').value")
        page.locator("#chat-lines").get_by_text(f"Line {said}").wait_for()

    before = ivy.position
    for checked in (1, 0, 1):
        tap(page, die)
        assert page.locator("[name=die]:checked").count() == checked
        something_happens()
        assert page.locator("[name=die]:checked").count() == checked
    faces, reading = ivy.best()
    ivy.choose(faces)
    something_happens()
    tap(page, page.locator(f'.acts [name=do][value="{ivy.game.wants(reading)}"]'))
    land.follow(page, before + 1)
