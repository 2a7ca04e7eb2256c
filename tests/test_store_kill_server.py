"""The server is killed while people and bots play over HTTP; what it answered stays true."""

from __future__ import annotations

import asyncio
import random
import re
import socket
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

import httpx
import pytest

from goldfield.games.contract import CHANCE
from goldfield.match.document import import_match
from goldfield.match.verify import verify
from goldfield.store.host import Host
from goldfield.store.sql import open_store
from goldfield.store.store import Status
from tests.web.server import GAMES

ROUNDS = 50


@dataclass
class Answered:
    """A move that the server said it had recorded: where, which, and the position after it."""

    table: str
    position: int
    text: str
    after: int


@dataclass
class Guest:
    """Somebody who plays one table after another and remembers every answer."""

    game: str
    form: dict[str, str]
    rng: random.Random
    cookies: dict[str, str] = field(default_factory=dict[str, str])
    token: str = ""
    table: str = ""
    answers: list[Answered] = field(default_factory=list[Answered])

    async def play(self, address: str) -> None:
        """Play until the server is gone."""
        async with httpx.AsyncClient(base_url=address, cookies=self.cookies, verify=False) as http:
            if not self.token:
                # Cookie and token outlive the server that gave them.
                page = await http.get("/")
                found = re.search(r'name="csrf" value="([^"]+)"', page.text)
                assert found
                self.cookies, self.token = dict(http.cookies), found[1]
            csrf = {"csrf": self.token}
            while True:
                if not self.table:
                    who = {"game": self.game, "name": "Jana", "seat-1": "me", "option-first": "0"}
                    answer = await http.post("/new", data=csrf | who | self.form)
                    assert answer.status_code == 303, answer.text
                    self.table = answer.headers["location"].removeprefix("/table/")
                record = await http.get(f"/table/{self.table}/game.json")
                assert record.status_code == 200, record.text
                match = import_match(record.text, GAMES)
                if match.is_over:
                    self.table = ""
                    continue
                if match.header.seats[match.to_act].kind == "bot":
                    await asyncio.sleep(0.05)
                    continue
                text = self.rng.choice(match.game.legal(match.state))
                form = csrf | {"position": str(match.position), "notation": text}
                answer = await http.post(
                    f"/table/{self.table}/move", data=form, headers={"accept": "application/json"}
                )
                assert answer.status_code == 200, answer.text
                after = answer.json()["position"]
                self.answers.append(Answered(self.table, match.position, text, after))


async def life(guests: list[Guest], address: str, wanted: int, kill: asyncio.Event) -> None:
    """Let the guests play for so many answers, then say it is time."""
    before = sum(len(guest.answers) for guest in guests)
    async with httpx.AsyncClient(base_url=address, verify=False) as http:
        for _ in range(3000):
            try:
                assert (await http.get("/healthz")).status_code == 200
                break
            except httpx.TransportError:
                await asyncio.sleep(0.02)
        else:
            raise AssertionError("the server did not start")
    playing = [asyncio.create_task(guest.play(address)) for guest in guests]
    while sum(len(guest.answers) for guest in guests) - before < wanted:
        await asyncio.sleep(0.002)
        for task in playing:
            if task.done():
                task.result()
    kill.set()
    for result in await asyncio.gather(*playing, return_exceptions=True):
        # The connection breaks; anything else is a failure of the test.
        if not isinstance(result, httpx.TransportError):
            assert isinstance(result, BaseException)
            raise result


async def check(path: Path, answers: list[Answered]) -> int:
    """Every answer is still true, every match whole; returns the events seen."""
    store = await open_store(path)
    try:
        host = Host(store)
        matches = {
            entry.id: await host.match(entry.id)
            for entry in await store.listing(limit=100_000)
            if entry.started
        }
        for answer in answers:
            _, match = matches[answer.table]
            state, move = match.states[answer.position], match.events[answer.position].move
            assert match.game.show_move(state, move) == answer.text
            # What followed by itself came with it, and after it somebody decided, or it was over.
            assert match.position >= answer.after
            assert match.game.to_act(match.states[answer.after]) != CHANCE
            between = match.events[answer.position + 1 : answer.after]
            assert all(event.kind == "chance" for event in between)
        for entry, match in matches.values():
            found = verify(match.given_up().record())
            assert found.true, found.summary
            assert match.is_over == (entry.status is Status.FINISHED)
        return sum(match.position for _, match in matches.values())
    finally:
        await store.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.mark.kill
def test_every_move_that_the_server_confirmed_survives_its_death(tmp_path: Path) -> None:
    # Imported here: it builds games' tables once, for all the servers that are to die.
    from tests.killed_server import TABLES, serve

    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.killed_server"])
    rng = random.Random(50)
    path, port = tmp_path / "g.db", free_port()
    guests = [Guest(game, form, random.Random(i)) for i, (game, form) in enumerate(TABLES)]
    seen, answers = 0, list[Answered]()

    async def until_killed(wanted: int, pause: float) -> None:
        kill = asyncio.Event()
        playing = asyncio.create_task(life(guests, f"http://127.0.0.1:{port}", wanted, kill))
        waiting = asyncio.create_task(kill.wait())
        await asyncio.wait([playing, waiting], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(pause)
        process.kill()
        await playing

    for _ in range(ROUNDS):
        process = context.Process(target=serve, args=(path, port), daemon=True)
        process.start()
        try:
            asyncio.run(until_killed(rng.randint(1, 12), rng.uniform(0.0, 0.02)))
        finally:
            process.kill()
            process.join()
        answers = [answer for guest in guests for answer in guest.answers]
        seen = asyncio.run(check(path, answers))
    assert len(answers) >= ROUNDS
    assert seen > len(answers)
