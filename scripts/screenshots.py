"""Take the pictures of the README and the documents anew: a server, a browser, a few real games.

Run by ``make screenshots``; needs Chromium. The pictures go to ``docs/images``.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser import nuggets_people as land  # noqa: E402
from tests.browser.conftest import FLAGS, chromium  # noqa: E402
from tests.browser.people import ENDED, MY_TURN, Person  # noqa: E402
from tests.browser.server import Server  # noqa: E402

IMAGES = ROOT / "docs" / "images"
MOST = 200_000
"""Bytes that a picture may have."""


def main() -> int:
    """Take all pictures. Returns the exit code."""
    program = chromium()
    if not program:
        print("Chromium is needed to take pictures; install the package chromium.", file=sys.stderr)
        return 2
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "goldfield.sqlite3")
        server.start()
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            take(browser, server)
        finally:
            browser.close()
            server.stop()
    return 0


def take(browser: Browser, server: Server) -> None:
    """A start page, tables by day, on phones and at night, and how a game ended."""
    jana = Person(browser, server.url, name="Jana")
    jana.open_table("person", "bot:cautious")
    desk = Person(browser, server.url, name="Ivy", height=800)
    desk.open_table("bot:prospector", "bot:greedy")
    played(desk, lambda: desk.position > 40)
    keep(desk, "table")
    desk.page.goto(server.url)
    keep(desk, "start")
    ships = Person(browser, server.url, name="Ivy", game="moje_zlato", height=800)
    ships.open_table("bot:greedy", "bot:corsair", preset="fish_bones")
    played(ships, lambda: ships.position > 30 and has_cards(ships))
    keep(ships, "ships")
    small = Person(
        browser, server.url, name="Ivy", game="moje_zlato", width=390, height=844, has_touch=True
    )
    small.open_table("bot:greedy", "bot:corsair", "bot:greedy")
    played(small, lambda: small.position > 30 and has_cards(small))
    keep(small, "ships-phone")
    digger = Person(browser, server.url, name="Ivy", height=800)
    land.open_table(digger, "bot:surveyor", "bot:greedy")
    dig(digger)
    keep(digger, "land")
    turned = Person(
        browser, server.url, name="Ivy", width=390, height=844, color_scheme="dark", has_touch=True
    )
    land.open_table(turned, "bot:surveyor", "bot:greedy", "bot:surveyor")
    dig(turned)
    keep(turned, "land-phone")
    phone = Person(
        browser, server.url, name="Ivy", width=390, height=844, color_scheme="dark", has_touch=True
    )
    phone.open_table("bot:prospector", "bot:greedy", "bot:cautious", "bot:random")
    played(phone, lambda: phone.position > 60)
    keep(phone, "phone")
    over = Person(browser, server.url, name="Ivy", color_scheme="dark")
    over.open_table("bot:prospector", "bot:greedy")
    over.play_on()
    keep(over, "over", whole=True)


def dig(person: Person, turns: int = 5) -> None:
    """Play chips and blockers by turns, then try a line."""
    page = person.page
    for turn in range(turns):
        page.wait_for_selector(f"{MY_TURN}, {ENDED}")
        lines = land.free(page)
        if turn % 2:
            first = lines[len(lines) // 2]
            moves = [first, land.second_line(page, first)]
        else:
            spaces = [
                page.locator(f'[name=space][value="{name}"]') for name in ["c3", "f2", "d4", "e4"]
            ]
            moves = ["1@" + next(one.input_value() for one in spaces if one.count())]
        for move in moves:
            posted = [page.evaluate("location.pathname"), str(land.at(page)), move]
            page.evaluate(land.WRITE, posted)
            land.follow(page, int(posted[1]) + 1)
    page.wait_for_selector(MY_TURN)
    lines = land.free(page)
    wished = [name for name in ("c2|d2", "c4|d4", "e4|f4", "c3|d3", "d2|e2") if name in lines]
    land.line(page, (wished or lines)[0]).click(force=True)
    page.mouse.move(0, 0)


def has_cards(person: Person) -> bool:
    """Whether dice can be laid on a card now."""
    return any("pay" in reading for s in person.sets().values() for reading in s["readings"])


def played(person: Person, enough: Callable[[], bool]) -> None:
    """Play until it is enough and the person has dice to choose; the best choice is made."""
    while True:
        person.wait_for_turn()
        if person.ended:
            raise SystemExit("The game ended before the picture was taken; try again.")
        if enough() and person.page.locator("#sets").count():
            break
        person.move()
    person.choose(person.best()[0])
    person.page.mouse.move(0, 0)


def keep(person: Person, name: str, *, whole: bool = False) -> None:
    """Save what a person sees as a small PNG of at most 256 colours."""
    person.page.evaluate("document.activeElement.blur()")
    person.page.wait_for_timeout(1700)
    shot = Image.open(io.BytesIO(person.page.screenshot(full_page=whole)))
    path = IMAGES / f"{name}.png"
    small = shot.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}: {size // 1000} kB")
    if size > MOST:
        raise SystemExit(f"{path} is too large: {size} bytes, allowed are {MOST}.")


if __name__ == "__main__":
    raise SystemExit(main())
