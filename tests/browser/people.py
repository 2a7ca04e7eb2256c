"""People at tables: what they see of a page, and a simple way of playing each game on it."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Response

ENDED = "[data-stage=finished]"
MY_TURN = "form#board"
TWICE = 0.45
"""Seconds in which the page takes a second press at the same place for a double click, and more."""


Sets = dict[str, dict[str, Any]]
"""What a page knows about choices of pieces, by the pieces chosen."""


class GoldNuggets:
    """How a person of these tests plays Gold Nuggets: all there is, whatever it is worth."""

    name = "gold_nuggets"
    preset = "my_mine"
    quick: dict[str, str] = {}  # noqa: RUF012
    join = ""
    most = 5

    def best(self, sets: Sets) -> tuple[str, dict[str, Any]]:
        """The choice worth most, then the one with fewest dice left; and its first reading."""
        readings = [(faces, r) for faces, s in sets.items() for r in s["readings"]]
        return max(readings, key=lambda one: (one[1]["worth"], -one[1]["in_hand"]))

    def wants(self, reading: dict[str, Any]) -> str:
        """The button to press then."""
        return "collect" if reading["worth"] else "roll"

    def plainly(self, do: str) -> str:
        """The button for the same on a page without scripts."""
        return do

    def check(self, scores: list[int]) -> None:
        """The final scores are possible."""
        assert sum(scores) == 77


class MojeZlato:
    """How a person of these tests plays Moje zlato!: with as many dice as one card takes."""

    name = "moje_zlato"
    preset = "pirates"
    quick = {"deck": "3x1:c 2x1:d 2x2:cd 1x3:ccd"}  # noqa: RUF012
    """A deck for a game that is soon over."""
    join = " "
    most = 4

    def best(self, sets: Sets) -> tuple[str, dict[str, Any]]:
        """What pays for most with fewest dice left; before the second roll a coin goes again."""
        readings = [(key, r) for key, s in sets.items() for r in s["readings"]]
        cards = [one for one in readings if "pay" in one[1]]
        if cards:
            return max(cards, key=lambda one: (len(one[1]["pay"]), one[0] < "c"))
        return next((one for one in readings if one[0] == "C"), readings[0])

    def wants(self, reading: dict[str, Any]) -> str:
        """The button to press then."""
        return reading["actions"][-1]["do"]

    def plainly(self, do: str) -> str:
        """The button for the same on a page without scripts."""
        if do.startswith("reroll"):  # all the dice: the page's own button, made from what is chosen
            return "keep"
        return do if do in ("again", "keep", "end") else "cards"

    def check(self, scores: list[int]) -> None:
        """The final scores are possible: of the quick deck, or of the usual one."""
        assert sum(scores) <= 36


GAMES = {game.name: game for game in (GoldNuggets(), MojeZlato())}
"""The games of these tests, by name."""


class Person:
    """Somebody with a browser profile of their own."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        name: str = "",
        game: str = "gold_nuggets",
        width: int = 1280,
        height: int = 900,
        scripts: bool = True,
        motion: bool = False,
        **context: Any,
    ) -> None:
        self.url = url
        self.name = name
        self.game = GAMES[game]
        self.complaints: list[str] = []
        self.forgiving = False
        """While a test takes the network away, what the browser says about that is no complaint."""
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=scripts,
            reduced_motion="no-preference" if motion else "reduce",
            **context,
        )
        self.context.set_default_timeout(20_000)
        self._pressed = 0.0
        self.page = self.new_page()

    def new_page(self) -> Page:
        """Another tab."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("response", self._answered)
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self.forgiving:
            self.complaints.append(f"{message.location}: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.complaints.append(f"{response.status} {response.url}")

    def leave(self) -> None:
        """Close everything."""
        self.context.close()

    # ---- tables -------------------------------------------------------------------------------

    def play_bots(self) -> None:
        """From the start page to a running table, by the one button."""
        self.page.goto(self.url)
        form = self.page.locator(f'form:has(input[name="game"][value="{self.game.name}"])')
        form.get_by_role("button", name="Play against bots").click()
        self.page.wait_for_url("**/table/*")

    def open_table(self, *seats: str, preset: str = "", quick: bool = False) -> str:
        """A new table; this person has seat 1, ``seats`` are the others' kinds. Its address.

        ``quick``: with the options of a game that is soon over.
        """
        page = self.page
        preset = preset or self.game.preset
        page.goto(f"{self.url}/new?game={self.game.name}&preset={preset}")
        for option, text in (self.game.quick if quick else {}).items():
            page.locator(f"#o-{option}").evaluate("(e, text) => { e.value = text; }", text)
        page.locator(f'[name="option-players"][value="{len(seats) + 1}"]').check(force=True)
        for number, kind in enumerate(("me", *seats), 1):
            page.locator(f"#seat-{number}").select_option(kind)
        page.locator("#name").fill(self.name)
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/table/*")
        return page.url

    def sit_down(self, address: str) -> None:
        """Take the first free seat of a waiting table."""
        self.page.goto(address)
        self.page.locator('input[name="name"][id^="sit-name"]').first.fill(self.name)
        self.page.get_by_role("button", name="Sit down here").first.click()
        self.page.get_by_role("button", name="Get up").wait_for()

    # ---- moves --------------------------------------------------------------------------------

    @property
    def position(self) -> int:
        """The position that the page shows."""
        return int(self.page.locator("#board").get_attribute("data-at") or "-1")

    def shown(self) -> tuple[list[str], list[str], list[str]]:
        """What the page shows of the game: dice in hand, dice aside or open treasures, scores."""
        page = self.page
        return (
            page.locator(".hand use").evaluate_all(
                "uses => uses.map(u => u.getAttribute('href')).filter(h => h.startsWith('#dice-'))"
            ),
            page.locator(".tray .group use, .loot use").evaluate_all(
                "us => us.map(u => u.getAttribute('href'))"
            ),
            page.locator(".claim .big, .ship .big").all_inner_texts(),
        )

    def sets(self) -> dict[str, Any]:
        """What the page knows about choices of dice."""
        return json.loads(self.page.locator("#sets").text_content() or "{}")

    def choose(self, key: str) -> None:
        """Choose just these pieces: dice by their faces, cards by name."""
        chosen = self.page.locator("[data-piece]:checked")
        while chosen.count():
            chosen.first.set_checked(False, force=True)
        for name in key.split() if self.game.join else key:
            free = self.page.locator(f'[data-piece="{name}"]:not([aria-disabled], :checked)')
            assert free.count(), f"{name} of {key} cannot be chosen"
            free.first.set_checked(True, force=True)

    def press(self, button: Locator) -> None:
        """Press a button as somebody who means it: not as the second click of a double click."""
        self.rest()
        button.click()
        self._pressed = time.monotonic()

    def post(self, button: Locator) -> None:
        """Press a button of a page without scripts: until the page that answers is there."""
        with self.page.expect_navigation():
            button.click()

    def enter(self) -> None:
        """Press the button that has the focus, by its key, as somebody who means it."""
        self.rest()
        self.page.keyboard.press("Enter")
        self._pressed = time.monotonic()

    def rest(self) -> None:
        """Wait until another press counts as one of its own."""
        left = self._pressed + TWICE - time.monotonic()
        if left > 0:
            self.page.wait_for_timeout(1000 * left)

    def best(self) -> tuple[str, dict[str, Any]]:
        """The choice to make, and its first reading."""
        return self.game.best(self.sets())

    def move(self) -> None:
        """One decision, as the game is played here."""
        page = self.page
        before = self.position
        if page.locator("#sets").count():
            key, reading = self.best()
            self.choose(key)
            wanted = self.game.wants(reading)
        else:
            wanted = "end"
        button = page.locator(f'.acts [name=do][value="{wanted}"]')
        self.press((button if button.count() else page.locator(".acts [name=do]")).first)
        page.wait_for_function(
            "before => document.querySelector('[data-stage=finished]')"
            " || document.querySelector('#board').dataset.at !== before",
            arg=str(before),
        )

    @property
    def ended(self) -> bool:
        """Whether the page shows the end of the game."""
        return bool(self.page.locator(ENDED).count())

    def wait_for_turn(self) -> None:
        """Until it is this person's turn or the game is over."""
        self.page.wait_for_selector(f"{MY_TURN}, {ENDED}", state="attached")

    def play_on(self, most: int = 400) -> None:
        """Play every own turn until the game ends."""
        for _ in range(most):
            self.wait_for_turn()
            if self.ended:
                return
            self.move()
        raise AssertionError("the game did not end")

    def scores(self) -> list[int]:
        """The final scores, best first."""
        return [int(t.split()[0]) for t in self.page.locator(".rank .big").all_inner_texts()]


@contextlib.contextmanager
def frozen(person: Person, page: Page) -> Iterator[None]:
    """A tab in which nothing runs: browsers that show nothing freeze none that could be seen."""
    session: Any = person.context.new_cdp_session(page)
    session.send("Debugger.enable")
    session.send("Debugger.pause")
    yield
    session.send("Debugger.resume")
    session.detach()
