"""People at tables: what they see of a page, and a simple way of playing Gold Nuggets on it."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Response

ENDED = "[data-stage=finished]"
MY_TURN = "form#board"


class Person:
    """Somebody with a browser profile of their own."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        name: str = "",
        width: int = 1280,
        height: int = 900,
        scripts: bool = True,
        **context: Any,
    ) -> None:
        self.url = url
        self.name = name
        self.complaints: list[str] = []
        self.forgiving = False
        """While a test takes the network away, what the browser says about that is no complaint."""
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=scripts,
            reduced_motion="reduce",
            **context,
        )
        self.context.set_default_timeout(20_000)
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
        self.page.get_by_role("button", name="Play against bots").first.click()
        self.page.wait_for_url("**/table/*")

    def open_table(self, *seats: str, preset: str = "my_mine") -> str:
        """A new table; this person has seat 1, ``seats`` are the others' kinds. Its address."""
        page = self.page
        page.goto(f"{self.url}/new?game=gold_nuggets&preset={preset}")
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
        """What the page shows of the game: rolled dice, dice aside, scores."""
        page = self.page
        return (
            page.locator(".hand use").evaluate_all(
                "uses => uses.map(u => u.getAttribute('href')).filter(h => h.startsWith('#dice-'))"
            ),
            page.locator(".tray .group use").evaluate_all(
                "us => us.map(u => u.getAttribute('href'))"
            ),
            page.locator(".claim .big").all_inner_texts(),
        )

    def sets(self) -> dict[str, Any]:
        """What the page knows about choices of dice."""
        return json.loads(self.page.locator("#sets").text_content() or "{}")

    def choose(self, faces: str) -> None:
        """Choose just these of the rolled dice."""
        left = faces
        for die in self.page.locator("[name=die]:not([aria-disabled])").all():
            face = die.get_attribute("data-piece") or "?"
            die.set_checked(face in left, force=True)
            left = left.replace(face, "", 1)
        assert not left, f"{left} of {faces} could not be chosen"

    def best(self) -> tuple[str, dict[str, Any]]:
        """The choice worth most, then the one with fewest dice left; and its first reading."""
        readings = [(faces, r) for faces, s in self.sets().items() for r in s["readings"]]
        return max(readings, key=lambda one: (one[1]["worth"], -one[1]["in_hand"]))

    def move(self) -> None:
        """One decision: take all there is, collect whatever it is worth, never a second run."""
        page = self.page
        before = self.position
        if page.locator("#sets").count():
            faces, reading = self.best()
            self.choose(faces)
            wanted = "collect" if reading["worth"] else "roll"
        else:
            wanted = "end"
        button = page.locator(f'.acts [name=do][value="{wanted}"]')
        (button if button.count() else page.locator(".acts [name=do]")).first.click()
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
