"""A way past every page and state that a person can see, for tests and for pictures.

:func:`sights` leads one browser page from sight to sight; whoever asked for it looks at each as
long as they like, by day and by night, wide and narrow.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

import goldfield
from goldfield.match.document import export
from tests.browser import nuggets_people as land
from tests.browser.people import ENDED, MY_TURN, Person
from tests.browser.server import Server
from tests.moje_zlato_position import Position as Sea
from tests.nuggets_position import Position as Land
from tests.nuggets_position import around
from tests.played import played

Sight = tuple[str, Person]
"""A name for files and messages, and somebody whose page shows it."""


def sights(browser: Browser, folder: Path, only: str = "") -> Iterator[Sight]:
    """Every sight whose name contains ``only``, on a server of its own in a folder."""
    server = Server(folder / "goldfield.sqlite3")
    server.start()
    tour = Tour(browser, server)
    parts = {
        "start": tour.start,
        "pages": tour.pages,
        "waiting": tour.waiting,
        "gold_nuggets": tour.gold_nuggets,
        "moje_zlato": tour.moje_zlato,
        "nuggets": tour.nuggets,
        "steps": tour.steps,
    }
    try:
        wanted = [name for name in parts if name.startswith(only) or only.startswith(name)]
        for name in wanted or ("start", "pages", "waiting"):
            yield from (sight for sight in parts[name]() if only == name or only in sight[0])
    finally:
        server.stop()
        tour.leave()


class Tour:
    """Ivy, who looks at everything, and Petr, who sits opposite."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.server = server
        self.ivy = Person(browser, server.url, name="Ivy", has_touch=True)
        self.petr = Person(browser, server.url, name="Petr")
        for person in (self.ivy, self.petr):
            person.forgiving = True  # the browser notes each 404 and 422 itself
        self.page = self.ivy.page

    def leave(self) -> None:
        """Close both browsers. Complaints fail."""
        self.ivy.leave()
        self.petr.leave()
        assert not self.ivy.complaints, self.ivy.complaints
        assert not self.petr.complaints, self.petr.complaints

    def at(self, name: str) -> Sight:
        """What Ivy sees now."""
        return name, self.ivy

    def goto(self, path: str) -> None:
        self.page.goto(self.server.url + path)

    def unfold(self) -> None:
        """Open all folds of the page."""
        self.page.evaluate("document.querySelectorAll('details.fold').forEach(e => e.open = true)")

    def stage(self, game: str, position: str, **options: object) -> None:
        """Tables begin here from now on."""
        goldfield.load(game, **options).parse_state(position)
        self.server.begin_at({game: (options, position)})

    # ---- pages ----------------------------------------------------------------------------------

    def start(self) -> Iterator[Sight]:
        """The start page, while nobody has played here and once there are tables."""
        self.goto("/")
        yield self.at("start-empty")
        self.page.locator("[data-menu] > summary").first.click()
        yield self.at("start-menu")
        self.page.keyboard.press("Escape")
        self.petr.open_table("person", "bot:greedy")
        self.petr.play_bots()
        self.ivy.open_table("person")
        self.ivy.play_bots()
        self.ivy.wait_for_turn()
        self.goto("/")
        yield self.at("start-tables")

    def pages(self) -> Iterator[Sight]:
        """What is to be read or filled in, and what cannot be had."""
        for game in goldfield.games():
            self.goto(f"/new?game={game}")
            yield self.at(f"new-{game}")
            self.unfold()
            yield self.at(f"new-{game}-unfolded")
            self.goto(f"/rules/{game}")
            yield self.at(f"rules-{game}")
        self.goto("/new?game=moje_zlato")
        self.page.locator("#o-deck").evaluate("e => { e.value = '9x9:q'; }")
        self.page.get_by_role("button", name="Open the table").click()
        self.page.locator(".toast.bad").first.wait_for()
        yield self.at("new-refused")
        self.goto("/fair")
        yield self.at("fair")
        self.goto("/import")
        yield self.at("import")
        self.page.locator("textarea[name=record]").fill("{}")
        self.page.get_by_role("button", name="Check it").click()
        self.page.locator(".toast.bad").wait_for()
        yield self.at("import-refused")
        for name, path in {
            "error-page": "/nothing",
            "error-table": "/table/nothing",
            "error-code": "/join?code=nothing",
            "error-seat": "/seat/nothing",
        }.items():
            self.goto(path)
            yield self.at(name)

    def waiting(self) -> Iterator[Sight]:
        """A table that waits, for its owner and a guest; a seat that moves to another device."""
        address = self.ivy.open_table("person", "person")
        yield self.at("waiting-owner")
        self.unfold()
        yield self.at("waiting-owner-unfolded")
        self.page.goto(address + "/links")
        yield self.at("links-none")
        self.page.get_by_role("button", name="Make a link").click()
        self.page.locator("#link-0").wait_for()
        yield self.at("links")
        link = self.page.locator("#link-0").input_value()
        self.page.goto(link)
        yield self.at("seat-mine")
        other = self.petr.open_table("person", "bot:greedy")
        self.page.goto(other)
        yield self.at("waiting-guest")
        self.petr.page.goto(other + "/links")
        self.petr.page.get_by_role("button", name="Make a link").click()
        self.page.goto(self.petr.page.locator("#link-0").input_value())
        yield self.at("seat-offered")
        self.page.goto(address)
        self.petr.sit_down(address)
        self.ivy.page.locator("#give-fold-2 summary").click()
        self.page.get_by_role("button", name="Give the seat").click()
        self.page.get_by_text("Everybody is here.").wait_for()
        self.talk()
        yield self.at("waiting-ready")

    def talk(self) -> None:
        """A word in the chat."""
        chat = self.page.locator("form[data-clears] [name=text]")
        chat.fill("Shall we begin?")
        chat.press("Enter")
        self.page.locator("#chat-lines [data-chat]").first.wait_for()

    # ---- two at a table --------------------------------------------------------------------------

    def sit(self, game: str, *bots: str, preset: str = "") -> None:
        """A running table of Ivy, Petr and bots."""
        self.ivy.game = self.petr.game = _Plain(game, preset or game)
        address = self.ivy.open_table("person", *bots)
        self.petr.sit_down(address)
        self.page.get_by_role("button", name="Begin the game").click()
        self.page.locator("#board").wait_for()
        self.petr.page.goto(address)
        self.petr.page.locator("#board").wait_for()

    def petr_plays(self, *moves: str) -> None:
        """Petr's moves in notation; Ivy's page follows."""
        page = self.petr.page
        for move in moves:
            page.reload()
            before = land.at(page)
            path = page.evaluate("location.pathname")
            status, body = page.evaluate(land.WRITE, [path, str(before), move])
            assert status == 200, (move, body)
            land.follow(self.page, before + 1)

    # ---- games -----------------------------------------------------------------------------------

    def gold_nuggets(self) -> Iterator[Sight]:
        """Gold Nuggets: every decision, a bust, a robbery, the last nuggets, the end."""
        game = "gold_nuggets"
        five = {"players": 5, "pairs": True, "straights": True, "first": 1}
        self.stage(game, "keep 1 run=1 aside=L roll=GGL345 supply=31 piles=9,14,0,12,11", **five)
        self.sit(game, "bot:greedy", "bot:cautious", "bot:random", preset="family")
        yield self.at(f"{game}-five-keep")
        choose(self.ivy, "GGL")
        yield self.at(f"{game}-five-chosen")
        two = {"players": 2, "first": 1}
        self.stage(game, "keep 1 run=1 aside=LL,333 roll=L5 supply=21 piles=26,30", **two)
        self.sit(game)
        self.page.locator("[name=die][aria-disabled]").first.click(force=True)
        yield self.at(f"{game}-refused-die")
        choose(self.ivy, "L")
        yield self.at(f"{game}-robbery-offered")
        self.page.locator('.acts [name=do][value="rob-2"]').click()
        self.page.locator(".waiting").wait_for()
        yield self.at(f"{game}-waiting")
        several = {"players": 3, "first": 1, "rob": "several"}
        self.stage(
            game, "source 1 run=1 aside=LLL,4444 owed=4 named=- supply=2 piles=38,36,1", **several
        )
        self.ivy.game = _Plain(game, "gold_nuggets")
        self.opened(several, "person", "bot:greedy")
        yield self.at(f"{game}-source")
        self.stage(game, "again 1 run=1 supply=50 piles=9,18", **two)
        self.sit(game)
        yield self.at(f"{game}-again")
        for _ in range(20):
            self.stage(game, "keep 2 run=1 aside=GG,222 roll=GL supply=50 piles=9,18", **two)
            self.sit(game)
            self.petr_plays("keep G", "roll")
            if "bust" in self.page.locator("#log").inner_text():
                break
        yield self.at(f"{game}-bust")
        self.stage(game, "keep 2 run=1 aside=LLL,444 roll=G supply=41 piles=24,12", **two)
        self.sit(game)
        self.petr_plays("keep G", "rob 1")
        yield self.at(f"{game}-robbed")
        self.page.context.set_offline(True)
        self.petr.page.reload()
        self.ivy.page.evaluate("window.dispatchEvent(new Event('focus'))")
        self.page.locator("[data-live-note].bad").wait_for()
        yield self.at(f"{game}-offline")
        self.page.context.set_offline(False)
        self.stage(game, "keep 1 run=1 aside=- roll=2223445 supply=77 piles=0,0", **two)
        self.page.goto(f"{self.server.url}/new?game={game}")
        self.page.locator("#seat-2").select_option("here")
        self.page.locator("#here-2").fill("Grandpa")
        self.page.get_by_role("button", name="Open the table").click()
        self.page.locator("#board").wait_for()
        yield self.at(f"{game}-one-device")
        self.stage(game, "keep 1 run=1 aside=GGG,555 roll=G supply=3 piles=38,36", **two)
        self.sit(game)
        yield self.at(f"{game}-last-nuggets")
        choose(self.ivy, "G")
        self.page.locator(".acts [name=do]").first.click()
        if not self.ended():
            self.page.locator('.acts [name=do][value="end"]').click()
            self.page.locator(ENDED).wait_for()
        self.unfold()
        yield self.at(f"{game}-finished")

    def ended(self) -> bool:
        """Whether the game is over or goes on with somebody's next decision."""
        self.page.locator(f"{ENDED}, [data-phase=again], .waiting").first.wait_for()
        return self.page.locator(ENDED).count() > 0

    def moje_zlato(self) -> Iterator[Sight]:
        """Moje zlato!: both rolls, an attack, chests, the last turns, the end."""
        game = "moje_zlato"
        beside = ("c cd", "dd ccd", "d")
        sea = Sea(beside=beside, chests=(1, 2, 3), top=2, buried=(1, 1, 4), under=("cc d", "c", ""),
                  unseen=("c d", "cc cd dd", "ccc ccd cdd cdd ddd"), first=1)  # fmt: skip
        self.sea(sea.fell("CKSS"))
        self.sit(game, "bot:greedy", preset="pirates")
        yield self.at(f"{game}-second-roll")
        self.page.locator(".acts [name=do]").last.click()
        self.page.locator("[data-phase=act]").wait_for()
        yield self.at(f"{game}-act")
        self.page.locator(
            '[data-piece="open-1"], [data-group="card"]:not([aria-disabled])'
        ).first.check(force=True)
        yield self.at(f"{game}-card-chosen")
        self.page.locator("#pile > summary").click()
        yield self.at(f"{game}-pile")
        self.page.keyboard.press("Escape")
        last = Sea(beside=beside, unseen=("", "", ""), last=3, seat=1, first=1,
                   under=("c cc cd ddd", "c d cc dd", "d ccc ccd cdd cdd"))  # fmt: skip
        self.sea(last.rolled("CDSS"))
        self.sit(game, "bot:greedy", preset="pirates")
        yield self.at(f"{game}-last-turns-waiting")
        four = Sea(beside=("c", "", "dd ccd", "d"), chests=(1, 2, 3), top=1, buried=(1, 2, 4),
                   unseen=("c d d", "cc cd dd", "ccc ccd cdd cdd ddd"),
                   under=("cc", "cd", "", "c"), first=1)  # fmt: skip
        self.sea(four.rolled("CKSS"))
        self.sit(game, "bot:greedy", "bot:corsair", preset="pirates")
        yield self.at(f"{game}-four")
        end = Sea(beside=("c", ""), unseen=("", "", ""), last=1, first=1,
                  under=("c d cc cd dd ddd ccc", "c d d cc cd dd ccd ccd cdd cdd"))  # fmt: skip
        self.sea(end.rolled("CDDD"))
        self.sit(game, preset="pirates")
        yield self.at(f"{game}-last-turn")
        self.page.locator("[data-group=card]:not([aria-disabled])").first.check(force=True)
        self.page.locator(".acts .main").click()
        self.page.locator(ENDED).wait_for()
        yield self.at(f"{game}-finished")

    def sea(self, at: Sea) -> None:
        """Tables of Moje zlato! begin here."""
        options = at.rules.as_dict()
        shown = goldfield.load("moje_zlato", **options).show_state(at.state)
        self.stage("moje_zlato", shown, **options)

    def nuggets(self) -> Iterator[Sight]:
        """Nuggets: lines, chips, the second line, passing, partners, and chips turned over."""
        game = "nuggets"
        self.server.begin_at({})
        self.land(Land(3, 1, around("a1", "b1", "a2", "b2"),
                       ["4@a1 2@f4", "3@h2", "4@c4"], first=1))  # fmt: skip
        self.ivy.game = self.petr.game = _Plain(game, game)
        self.sit(game, "bot:greedy")
        yield self.at(f"{game}-turn")
        first = land.free(self.page)[20]
        land.line(self.page, first).check(force=True)
        yield self.at(f"{game}-line-tried")
        self.page.keyboard.press("Escape")
        self.page.locator("[name=chip]").first.check(force=True)
        self.page.locator("[name=space]").first.check(force=True)
        yield self.at(f"{game}-chip-tried")
        self.page.locator("#pass > summary").click()
        yield self.at(f"{game}-pass")
        self.land(Land(4, 2, ["d3|e3", "f1/f2"], ["4@a1", "3@h2", "4@c4", "1@g5"], first=1))
        self.sit(game, "bot:greedy", "bot:random")
        yield self.at(f"{game}-partners-waiting")
        self.petr_plays("1@d1")
        yield self.at(f"{game}-chip-laid")
        self.land(Land(2, 1, around("a1", "b1", "a2", "b2"), ["5@a1 2@f4", "3@h2 4@c4"],
                       passed="2", first=1))  # fmt: skip
        self.sit(game)
        self.page.locator("#pass > summary").click()
        self.page.get_by_role("button", name="Pass for good").click()
        self.page.locator(ENDED).wait_for()
        self.page.locator(".ng.end:not(.turning)").wait_for()
        self.unfold()
        yield self.at(f"{game}-finished")

    def land(self, at: Land) -> None:
        """Tables of Nuggets begin here."""
        options = at.game.rules.as_dict()
        self.stage("nuggets", at.game.show_state(at.state), **options)

    def opened(self, options: dict[str, object], *seats: str) -> None:
        """A table with options set in the form, Petr on the first free seat."""
        self.goto("/new?game=gold_nuggets&preset=gold_nuggets")
        page = self.page
        for name, value in options.items():
            field = page.locator(f"select[name=option-{name}]")
            if field.count():
                field.evaluate("(e, v) => { e.value = v; }", str(value))
        page.locator(f'[name="option-players"][value="{len(seats) + 1}"]').check(force=True)
        for number, kind in enumerate(("me", *seats), 1):
            page.locator(f"#seat-{number}").select_option(kind)
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/table/*")
        self.petr.sit_down(page.url)
        page.get_by_role("button", name="Begin the game").click()
        page.wait_for_selector(MY_TURN)

    # ---- games that are over -------------------------------------------------------------------

    def steps(self) -> Iterator[Sight]:
        """Games that were kept elsewhere, step by step, and dice that are false."""
        self.server.begin_at({})
        for game in goldfield.games():
            self.goto("/import")
            record = export(played(game))
            self.page.locator("textarea[name=record]").fill(record)
            self.page.get_by_role("button", name="Check it and step through").click()
            self.page.locator(".stepper").wait_for()
            yield self.at(f"steps-{game}-last")
            with self.page.expect_navigation():
                self.page.locator("#to-step").evaluate(
                    "e => { e.value = Math.floor(e.max / 2); e.form.requestSubmit(); }"
                )
            yield self.at(f"steps-{game}-middle")
        self.goto("/import")
        false = json.loads(export(played("gold_nuggets")))
        false["seed"] = "00" * 32
        self.page.locator("textarea[name=record]").fill(json.dumps(false))
        self.page.get_by_role("button", name="Check it and step through").click()
        self.page.locator(".stepper, .toast.bad").first.wait_for()
        yield self.at("steps-false-dice")


class _Plain:
    """A game of which only the name and the preset are needed."""

    quick: dict[str, str] = {}  # noqa: RUF012

    def __init__(self, name: str, preset: str) -> None:
        self.name = name
        self.preset = preset


def choose(person: Person, faces: str) -> None:
    """Choose dice by their faces."""
    for face in faces:
        free = person.page.locator(f'[name=die][data-piece="{face}"]:not(:checked)').first
        free.check(force=True)
