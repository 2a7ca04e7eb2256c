"""Choosing dice: only what the rules allow can be confirmed, and the page says why not."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import goldfield
from tests.browser.people import GAMES, TWICE, Person
from tests.browser.server import Server

pytestmark = pytest.mark.browser


def refused_choice(ivy: Person) -> str:
    """A choice of dice that can be made with a mouse and is not allowed, else an empty text."""
    usable = {
        die.get_attribute("data-piece")
        for die in ivy.page.locator("[name=die]:not([aria-disabled])").all()
    }
    for faces, entry in ivy.sets().items():
        if faces and not entry["readings"] and set(faces) <= usable:
            return faces
    return ""


def roll_on(ivy: Person) -> None:
    """Set as few dice aside as possible, numbers first, and roll: many different positions."""
    _, faces = min(
        (-any(f.isdigit() for f in faces) * 10 + len(faces), faces)
        for faces, entry in ivy.sets().items()
        if entry["readings"]
    )
    ivy.choose(faces)
    position = ivy.position
    ivy.press(ivy.page.locator(".acts [name=do]").first)
    ivy.page.wait_for_function(
        "before => document.querySelector('[data-stage=finished]')"
        " || Number(document.querySelector('#board').dataset.at) > before",
        arg=position,
    )


def until(ivy: Person, found: Any, most: int = 60, move: Any = Person.move) -> Any:
    """Play until ``found`` finds something at one's own choice of dice; None if it never does."""
    for _ in range(most):
        ivy.wait_for_turn()
        if ivy.ended:
            break
        if ivy.page.locator("#sets").count() and (result := found(ivy)):
            return result
        move(ivy) if ivy.page.locator("#sets").count() else ivy.move()
    return None


def test_an_illegal_choice_cannot_be_confirmed_and_the_page_says_why(
    shared_server: Server, people
) -> None:
    ivy = people(shared_server, name="Ivy")
    ivy.open_table("bot:random", preset="family")
    faces = until(ivy, refused_choice)
    assert faces, "the position looked for did not come up"
    position = ivy.position
    ivy.choose(faces)
    reason = ivy.page.locator("#verdict").inner_text()
    assert reason == ivy.sets()[faces]["why"]
    for button in ivy.page.locator(".acts [name=do]").all():
        assert button.get_attribute("aria-disabled") == "true"
        assert button.get_attribute("aria-describedby") == "verdict"
        if button.is_visible():
            button.click(force=True)
    ivy.page.keyboard.press("Enter")
    assert ivy.position == position
    assert not ivy.page.locator("#notice .toast").count()
    # another choice is possible at once
    ivy.choose(ivy.best()[0])
    assert ivy.page.locator("#verdict").get_attribute("data-state") == "yes"


def test_the_server_refuses_what_a_page_without_scripts_confirms(
    shared_server: Server, people
) -> None:
    ivy = people(shared_server, scripts=False)
    ivy.play_bots()
    while not ivy.page.locator("#sets").count():
        ivy.page.reload()
    ivy.forgiving = True  # the browser notes the 422 itself
    why = ivy.sets()[""]["why"]
    ivy.post(ivy.page.locator(".acts [name=do]").first)
    assert ivy.page.locator("#notice .toast.bad").inner_text().startswith(why)


def test_every_choice_shows_what_it_brings(shared_server: Server, people) -> None:
    ivy = people(shared_server)
    ivy.play_bots()
    ivy.wait_for_turn()
    page = ivy.page
    shown = 0
    for faces, entry in itertools.islice(ivy.sets().items(), 60):
        usable = [
            d.get_attribute("data-piece")
            for d in page.locator("[name=die]:not([aria-disabled])").all()
        ]
        if any(faces.count(f) > usable.count(f) for f in faces) or len(entry["readings"]) != 1:
            continue
        (reading,) = entry["readings"]
        ivy.choose(faces)
        assert page.locator("[data-out=worth]").inner_text() == str(reading["worth"])
        labels = [a["label"] for a in reading["actions"]]
        assert page.locator(".acts [data-at=label]").all_inner_texts() == labels
        effects = [a["effect"] for a in reading["actions"]]
        assert page.locator(".acts [data-at=effect]").all_inner_texts() == effects
        lying = page.locator("[data-slot]").count() - page.locator("[data-slot=next]").count()
        assert lying == reading["in_hand"]
        shown += 1
    assert shown


def several_readings(ivy: Person) -> tuple[str, Any] | None:
    """A choice of dice with more than one reading, if there is one."""
    for faces, entry in ivy.sets().items():
        if len(entry["readings"]) > 1:
            return faces, entry["readings"]
    return None


def straights_and_pairs(ivy: Person) -> None:
    """A table at which dice can often be read in two ways."""
    page = ivy.page
    page.goto(ivy.url + "/new?game=gold_nuggets")
    page.get_by_text("Every rule, one by one").click()
    for flag in ("straights", "pairs"):
        page.locator(f'[type=checkbox][name="option-{flag}"]').check()
    assert not page.locator("[name=preset]:checked").count()
    page.locator("#seat-2").select_option("bot:random")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")


def test_dice_with_two_readings_ask_which(shared_server: Server, people) -> None:
    ivy = people(shared_server, name="Ivy")
    page = ivy.page
    found = None
    for _ in range(12):
        straights_and_pairs(ivy)
        found = until(ivy, several_readings, 300, roll_on)
        if found:
            break
    assert found, "the position looked for did not come up"
    faces, readings = found
    ivy.choose(faces)
    radios = page.locator("[data-readings] [type=radio]")
    assert radios.count() == len(readings)
    for number, reading in enumerate(readings):
        radios.nth(number).check()
        assert page.locator("[data-out=worth]").inner_text() == str(reading["worth"])
    position = ivy.position
    page.locator(".acts [name=do]").first.click()
    page.wait_for_function(
        "before => document.querySelector('[data-stage=finished]')"
        " || Number(document.querySelector('#board').dataset.at) > before",
        arg=position,
    )
    assert not page.locator("#notice .toast").count()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spacing", [0, 20, 60, 150])
def test_a_double_click_is_one_move(shared_server: Server, people, spacing: int, game: str) -> None:
    ivy = people(shared_server, game=game)
    ivy.play_bots()
    for _ in range(3):
        ivy.wait_for_turn()
        if ivy.ended:
            return
        faces, _ = ivy.best()
        ivy.choose(faces)
        sent: list[str] = []
        ivy.page.on("request", lambda r, sent=sent: r.method == "POST" and sent.append(r.url))
        before = ivy.position
        box = ivy.page.locator(".acts [name=do]").first.bounding_box()
        assert box
        ivy.page.wait_for_timeout(1000 * TWICE)  # the last press is no part of this one
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        ivy.page.mouse.click(x, y, click_count=2, delay=5) if not spacing else None
        if spacing:
            ivy.page.mouse.click(x, y)
            ivy.page.wait_for_timeout(spacing)
            ivy.page.mouse.click(x, y)
        ivy.page.wait_for_function(
            "before => document.querySelector('[data-stage=finished]')"
            " || Number(document.querySelector('#board').dataset.at) > before",
            arg=before,
        )
        ivy.page.wait_for_timeout(200)
        assert len(sent) == 1, "the second click found new buttons or was sent as well"
        if ivy.page.locator("#sets").count() == 0 and not ivy.ended:
            ivy.wait_for_turn()
            if not ivy.ended and not ivy.page.locator("#sets").count():
                ivy.move()


def test_the_keyboard_alone_plays_a_turn(shared_server: Server, people) -> None:
    ivy = people(shared_server)
    ivy.play_bots()
    ivy.wait_for_turn()
    page = ivy.page
    position = ivy.position
    page.locator("#headline").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "die":
            break
    page.keyboard.press("Space")
    assert page.locator("[name=die]:checked").count() == 1
    outlined = page.evaluate(
        "getComputedStyle(document.activeElement.closest('.die'), '::after').borderStyle"
    )
    assert outlined == "dashed"
    ivy.choose(ivy.best()[0])
    page.locator("[name=die]:not([aria-disabled])").last.focus()
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "do":
            break
    page.keyboard.press("Enter")
    page.wait_for_function(
        "before => document.querySelector('[data-stage=finished]')"
        " || Number(document.querySelector('#board').dataset.at) > before",
        arg=position,
    )
    # the focus is still on the table, not lost at the top of the page
    assert page.evaluate("document.activeElement !== document.body")


def die_that_cannot_go(ivy: Person) -> str:
    """The id of a die that may not be set aside, if one was rolled."""
    dice = ivy.page.locator("[name=die][aria-disabled]")
    return dice.first.get_attribute("id") or "" if dice.count() else ""


def test_a_die_that_cannot_go_can_be_reached_and_says_why(shared_server: Server, people) -> None:
    ivy = people(shared_server)
    ivy.play_bots()
    name = until(ivy, die_that_cannot_go)
    assert name, "the position looked for did not come up"
    die = ivy.page.locator(f"#{name}")
    why = ivy.page.locator(f"#{die.get_attribute('aria-describedby')}").text_content()
    assert why
    assert "cannot go" in why
    die.focus()
    ivy.page.keyboard.press("Space")
    assert not die.is_checked()
    verdict = ivy.page.locator("#verdict")
    assert (verdict.inner_text(), verdict.get_attribute("data-state")) == (why, "no")
    # it is said aloud, once, after a moment
    ivy.page.wait_for_function(
        "why => document.getElementById('herald').lastChild?.textContent.trim() === why",
        arg=why,
    )
    die.click(force=True)
    assert not die.is_checked()


def test_without_scripts_the_server_says_why_a_die_cannot_go(shared_server: Server, people) -> None:
    ivy = people(shared_server, scripts=False)
    ivy.forgiving = True  # the browser notes the 422 itself
    for _ in range(20):
        ivy.play_bots()
        while not ivy.page.locator("#sets").count():
            ivy.page.reload()
        if name := die_that_cannot_go(ivy):
            break
    ivy.page.locator(f"#{name}").check(force=True)
    why = ivy.sets()[ivy.page.locator(f"#{name}").get_attribute("data-piece") or ""]["why"]
    ivy.post(ivy.page.locator(".acts [name=do]").first)
    # the same sentence; dice are pictures in it
    said = ivy.page.locator("#notice .toast.bad").inner_text()
    assert said.strip().startswith(why[2:].strip())


def unfinished(ivy: Person) -> str:
    """A choice that lacks some of the rolled dice, if there is one."""
    return next((f for f, e in ivy.sets().items() if f and e["near"] and not e["readings"]), "")


def test_a_choice_on_its_way_is_not_scolded(shared_server: Server, people) -> None:
    ivy = people(shared_server)
    ivy.play_bots()
    faces = until(ivy, unfinished)
    assert faces, "the position looked for did not come up"
    ivy.choose(faces)
    verdict = ivy.page.locator("#verdict")
    assert verdict.get_attribute("data-state") == "near"
    assert "cannot go" not in verdict.inner_text()
    alarm, ink = ivy.page.evaluate(
        """() => {
            const colour = (e, name) => {
                e.style.setProperty('color', `var(${name})`);
                const seen = getComputedStyle(e).color;
                e.style.removeProperty('color');
                return seen;
            };
            const place = document.querySelector('.verdict');
            return [colour(place, '--alarm'), colour(place, '--ink')];
        }"""
    )
    assert verdict.evaluate("e => getComputedStyle(e).color") == ink != alarm


def test_chosen_dice_are_seen_where_they_will_lie(shared_server: Server, people) -> None:
    ivy = people(shared_server)
    ivy.play_bots()
    ivy.wait_for_turn()
    faces, reading = ivy.best()
    ivy.choose(faces)
    shown = ivy.page.locator("[data-slot] use").evaluate_all(
        "uses => uses.map(u => u.getAttribute('href'))"
    )
    assert shown == [f"#dice-{face}" for face in faces]
    assert ivy.page.locator("[data-slot]:empty").count() == reading["in_hand"]


def press(ivy: Person, key: str) -> None:
    """Press the first action with a key and wait for the new board."""
    position = ivy.position
    ivy.page.locator(".acts [name=do]").first.focus()
    ivy.page.keyboard.press(key)
    ivy.page.wait_for_function(
        "before => document.querySelector('[data-stage=finished]')"
        " || Number(document.querySelector('#board').dataset.at) > before",
        arg=position,
    )


def test_after_a_key_the_focus_is_where_the_turn_goes_on(shared_server: Server, people) -> None:
    ivy = people(shared_server)
    ivy.play_bots()
    page = ivy.page
    places: set[str] = set()
    for _ in range(30):
        ivy.wait_for_turn()
        if ivy.ended:
            break
        if page.locator("#sets").count():
            faces = min((f for f, e in ivy.sets().items() if e["readings"]), key=len)
            ivy.choose(faces)
        press(ivy, "Enter")
        if ivy.ended:
            break
        page.wait_for_timeout(50)
        first = page.evaluate(
            """() => {
                const board = document.getElementById('board');
                const die = board.querySelector('[name=die]:not([aria-disabled])');
                return document.activeElement === (die ?? document.getElementById('headline'))
                    && (die ? 'die' : 'headline');
            }"""
        )
        assert first, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        places.add(first)
        if places == {"die", "headline"}:
            return
    raise AssertionError(f"only {places} were seen")


@pytest.mark.parametrize("game", GAMES)
def test_after_a_click_the_focus_is_not_led_about(shared_server: Server, people, game: str) -> None:
    ivy = people(shared_server, game=game)
    ivy.play_bots()
    for _ in range(4):
        ivy.wait_for_turn()
        if ivy.ended:
            return
        ivy.move()
        assert ivy.page.evaluate("document.activeElement.name") not in ("die", "card")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_a_collection_can_be_taken_back(placed, people, scripts: bool) -> None:
    options = {"players": 2, "first": 1}
    game = goldfield.load("gold_nuggets", **options)
    s = game.start()
    for text in ("GGGLLL2", "keep GGG LLL", "roll", "G"):
        s = game.play(s, text)
    server = placed("gold_nuggets", options, game.show_state(s))
    ivy = people(server, name="Ivy", width=390, height=844, scripts=scripts)
    page = ivy.page
    ivy.open_table("bot:random")
    back = page.get_by_role("button", name="Take back")
    assert not back.count(), "a roll stands"
    page.locator("[name=die]").first.check(force=True)
    page.locator('.acts [name=do][value="collect"]').click()
    page.get_by_role("heading", name="All seven! Another run?").wait_for()
    for headline in ("Take 4 nuggets: from where?", "Which dice do you set aside?"):
        page.wait_for_timeout(500)  # sooner it would be one double click
        back.click()
        page.get_by_role("heading", name=headline).wait_for()
    assert page.locator("[name=die]").count() == 1
    assert not back.count()
