"""A real server in a thread, and guests who visit it with a cookie jar of their own."""

from __future__ import annotations

import asyncio
import html
import re
import socket
import threading
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn
from starlette.applications import Starlette

from goldfield.bots import decide, playing
from goldfield.bots.thinker import Chosen
from goldfield.games.contract import State
from goldfield.games.options import Scalar
from goldfield.match.refused import Stale
from goldfield.rng import fresh_seed, seeded
from goldfield.web.app import create_app
from goldfield.web.catalog import load_game
from goldfield.web.house import House
from goldfield.web.serving import Server
from goldfield.web.settings import Settings

T = TypeVar("T")

GAMES = ("tests.games.pig", "tests.games.kuhn", "tests.games.pebbles")


class Minds:
    """Stands in for the worker processes: the same bots, thinking here."""

    asked = 0

    async def choose(
        self,
        package: str,
        options: Mapping[str, Scalar],
        view: State,
        seat: int,
        bot: str,
        seed: int | None = None,
    ) -> Chosen:
        self.asked += 1
        name = package.removeprefix("goldfield.games.")
        game = load_game(name, options)
        who, _ = playing(game, bot)
        return Chosen(decide(game, bot, view, seat, seeded(fresh_seed(), 0))[0], who.name)


class Running:
    """The application on a real port, its event loop in another thread."""

    def __init__(self, database: Path, **settings: Any) -> None:
        options: dict[str, Any] = {"bot_delay": 0.0, "games": GAMES, "heartbeat": 0.2, **settings}
        self.minds = Minds()
        self.app: Starlette = create_app(Settings(database, **options), thinker=self.minds)
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        config = uvicorn.Config(
            self.app, lifespan="on", log_level="warning", timeout_graceful_shutdown=3
        )
        self.server = Server(config, (self.url + "/",), False)
        self._thread = threading.Thread(target=self._run)
        self._ready = threading.Event()
        self._guests: list[Guest] = []
        self.loop: asyncio.AbstractEventLoop

    def _run(self) -> None:
        async def main() -> None:
            self.loop = asyncio.get_running_loop()
            serving = asyncio.create_task(self.server.serve(sockets=[self._socket]))
            while not self.server.started and not serving.done():
                await asyncio.sleep(0.01)
            self._ready.set()
            await serving

        asyncio.run(main())

    def start(self) -> Running:
        self._thread.start()
        self._ready.wait()
        assert self.server.started
        return self

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join()

    @property
    def house(self) -> House:
        return self.app.state.house

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def guest(self, name: str = "") -> Guest:
        guest = Guest(self, name)
        self._guests.append(guest)
        return guest

    def see_off(self) -> None:
        """Close the browsers of all guests."""
        for guest in self._guests:
            guest.http.close()
        self._guests.clear()


class Guest:
    """Somebody with a browser: keeps cookies and the last page's form token."""

    def __init__(self, running: Running, name: str = "") -> None:
        self.running = running
        self.name = name
        self.http = httpx.Client(base_url=running.url, timeout=60, verify=False)
        self.page = self.get("/")

    def get(self, path: str, **headers: str) -> httpx.Response:
        answer = self.http.get(path, headers=headers)
        if 'name="csrf"' in answer.text:
            self.page = answer
        return answer

    @property
    def token(self) -> str:
        found = re.search(r'name="csrf" value="([^"]+)"', self.page.text)
        assert found
        return found[1]

    def post(
        self, path: str, fields: Mapping[str, str | Sequence[str]] | None = None, **headers: str
    ) -> httpx.Response:
        """A form, with the token of the page seen last."""
        return self.http.post(path, data={"csrf": self.token, **(fields or {})}, headers=headers)

    def ask(
        self, path: str, fields: Mapping[str, str | Sequence[str]] | None = None
    ) -> httpx.Response:
        """The same as a program that wants JSON."""
        return self.post(path, fields, accept="application/json")

    def open_table(self, game: str = "gold_nuggets", **fields: str) -> str:
        """A new table with this guest on seat 1 and an open seat 2; its id."""
        form = {
            "game": game,
            "name": self.name or "Jana",
            "seat-1": "me",
            "seat-2": "person",
            "listed": "yes",
            "option-first": "1",
            **fields,
        }
        answer = self.post("/new", form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/table/")

    def sit(self, table: str, seat: int = 2) -> httpx.Response:
        self.get(f"/table/{table}")
        return self.post(f"/table/{table}/sit", {"seat": str(seat), "name": self.name or "Petr"})

    def start(self, table: str) -> httpx.Response:
        self.get(f"/table/{table}")
        return self.post(f"/table/{table}/start")

    def position(self, table: str) -> int:
        return int(self.get(f"/table/{table}/part").headers["x-position"])

    def move(self, table: str, notation: str, position: int | None = None) -> httpx.Response:
        """A move in writing, at the current position unless another is given."""
        at = self.position(table) if position is None else position
        return self.ask(f"/table/{table}/move", {"position": str(at), "notation": notation})

    def read(self, path: str) -> str:
        """The text of a page, as a person reads it."""
        return html.unescape(re.sub(r"<[^>]*>", "", self.get(path).text))


def two_at_a_table(running: Running, game: str = "gold_nuggets", **fields: str):
    """Jana (seat 1, owner) and Petr (seat 2) at a running table."""
    jana, petr = running.guest("Jana"), running.guest("Petr")
    while True:
        table = jana.open_table(game, **fields)
        assert petr.sit(table).status_code == 303
        assert jana.start(table).status_code == 303
        _, match = running.call(running.house.host.match(table))
        if match.to_act == 0:  # the very first roll may bust
            return table, jana, petr


def legal(running: Running, table: str) -> list[str]:
    """The legal moves at a table, in writing."""
    _, match = running.call(running.house.host.match(table))
    return match.game.legal(match.state)


def finish(running: Running, table: str) -> None:
    """Play a table to its end with random moves, recorded all at once."""

    async def play() -> bool:
        house = running.house
        _, match = await house.host.match(table)
        start = match.position
        while not match.is_closed:
            seat, game = match.to_act, match.game
            move, _ = decide(game, "random", match.state, seat, seeded(fresh_seed(), 0))
            match = match.extended(match.plan(match.position, seat, [move]))
        try:
            await house.store.append(table, start, match.events[start:], finished=True)
        except Stale:  # a bot of the table was faster
            return False
        return True

    while not running.call(play()):
        pass
