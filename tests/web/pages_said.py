"""Every page and state that people can come to, for tests of what is said there."""

from __future__ import annotations

import contextlib
import json
import random
import re
from collections.abc import Iterator

from goldfield.match.refused import Stale
from tests.web.server import Guest, Running

NAMES = ("Žofka", "Bořek", "Zdeňka", "Ctirad")
Said = Iterator[tuple[str, str]]
"""A place, and the markup or sentence that is there."""


def people(running: Running, language: str) -> tuple[Guest, Guest, Guest]:
    """Two who play and one who looks, all reading a language."""
    found = tuple(running.guest(name) for name in NAMES[:3])
    for guest in found:
        guest.http.headers["accept-language"] = language
        guest.get("/")
    return found  # pyright: ignore[reportReturnType]


def seen(guest: Guest, *paths: str, status: int = 200) -> Said:
    """Some pages of one guest."""
    for path in paths:
        answer = guest.get(path)
        assert answer.status_code == status, (path, answer.text[:300])
        yield f"{guest.name} {path}", answer.text


def around(running: Running, language: str) -> Said:
    """The pages around the tables, and errors."""
    zofka, _, zdenka = people(running, language)
    zofka.open_table()
    paths = ("/", "/new", "/fair", "/import", "/rules/nuggets", "/rules/gold_nuggets?preset=family")
    yield from seen(zofka, *paths)
    yield from seen(zdenka, "/")
    for path in ("/nowhere", "/table/nowhere", "/rules/chess", "/join?code=nowhere", "/seat/none"):
        yield from seen(zofka, path, status=404)
    yield from seen(zofka, "/play", status=405)
    for path, fields in (
        ("/name", {"name": ""}),
        ("/language", {"language": "xx"}),
        ("/import", {"record": "{"}),
        ("/import", {"record": ""}),
        ("/play", {"game": "nuggets", "bot": "nobody"}),
        ("/new", {"game": "nuggets", "seat-1": "nobody"}),
        ("/name", {"name": "Ema", "csrf": "another"}),
    ):
        answer = zofka.post(path, fields)
        assert answer.status_code in (400, 403, 422)
        yield f"POST {path} {fields}", answer.text
        yield f"JSON {path} {fields}", zofka.ask(path, fields).json()["sentence"]


def forms(running: Running, language: str, game: str) -> Said:
    """The form of a new table, with each preset, and refused."""
    zofka, *_ = people(running, language)
    yield from seen(zofka, f"/new?game={game}", f"/rules/{game}")
    card = running.house.catalog.card(game)
    for preset in card.presets:
        yield from seen(zofka, f"/new?game={game}&preset={preset.name}")
    for name in ("deck", "layout", "players", "faces"):
        answer = zofka.post("/new", {"game": game, f"option-{name}": "what", "do": "read"})
        yield f"{name} refused", answer.text


def step(running: Running, table: str, rng: random.Random) -> bool:
    """One move of whoever is to act, at random; False once the game is over."""

    async def play() -> bool:
        house = running.house
        _, match = await house.host.match(table)
        if match.is_closed:
            return False
        start = match.position
        move = rng.choice(match.game.moves(match.state))
        match = match.extended(match.plan(start, match.to_act, [move]))
        with contextlib.suppress(Stale):  # a bot of the table was faster
            await house.store.append(table, start, match.events[start:], finished=match.is_closed)
        return True

    return running.call(play())


def whole_game(running: Running, language: str, game: str) -> Said:
    """A table from its opening to the rematch, as three people see it."""
    rng = random.Random(game)
    zofka, borek, zdenka = people(running, language)
    table = zofka.open_table(game, **{"option-players": "3", "seat-3": "bot:random"})
    at = f"/table/{table}"
    yield from seen(zofka, at, f"{at}/links")
    yield from seen(zdenka, at)
    assert borek.sit(table).status_code == 303
    yield from seen(zofka, at)
    yield from seen(borek, at)
    assert zofka.start(table).status_code == 303
    everybody = (zofka, borek, zdenka)
    for guest in everybody:
        yield from seen(guest, at, f"{at}/rules", f"{at}/dice")
        for path, fields in (
            ("move", {"position": "0", "notation": "what"}),
            ("move", {"position": "9999", "notation": "pass"}),
            ("chat", {"text": ""}),
            ("sit", {"seat": "9"}),
            ("abandon", {}),
            ("undo", {"position": "0"}),
        ):
            yield f"POST {path}", guest.post(f"{at}/{path}", fields).text
    for guest in (zofka, zdenka):
        assert guest.post(f"{at}/chat", {"text": "Ema"}).status_code == 303
    assert borek.post(f"{at}/stand-in", {"seat": "2"}).status_code == 303
    for guest in everybody:
        yield from seen(guest, at)
    borek.post(f"{at}/back")
    steps = 0
    while step(running, table, rng):
        steps += 1
        if steps < 20 or steps % 10 == 0:
            for guest in everybody:
                yield f"{guest.name} at {steps}", guest.get(f"{at}/part").text
    steps = zofka.position(table)
    yield from seen(zofka, at, f"{at}/dice", f"{at}/links", f"{at}/step/0", f"{at}/step/{steps}")
    yield from seen(zdenka, at, f"{at}/dice", f"{at}/step/1", f"{at}/step/{steps // 2}")
    yield from seen(zdenka, f"{at}/links", status=403)
    link = zofka.post(f"{at}/links", {"seat": "1"}).text
    yield "links", link
    found = re.search(r"/seat/[\w-]+", link)
    assert found
    yield from seen(zdenka, found[0])
    yield from imported(zdenka, zofka.get(f"{at}/game.json").text, steps)
    assert zofka.post(f"{at}/rematch").status_code == 303
    yield from seen(zofka, at)
    yield from seen(borek, at)


def abandoned(running: Running, language: str, game: str) -> Said:
    """A table that nobody plays to its end."""
    zofka, borek, _ = people(running, language)
    table = zofka.open_table(game)
    assert borek.sit(table).status_code == 303
    assert zofka.start(table).status_code == 303
    assert zofka.post(f"/table/{table}/abandon", {"sure": "yes"}).status_code == 303
    for guest in (zofka, borek):
        yield from seen(guest, f"/table/{table}", f"/table/{table}/dice")


def imported(guest: Guest, record: str, steps: int) -> Said:
    """A record from outside, true and false."""
    guest.get("/import")
    answer = guest.post("/import", {"record": record, "step": str(steps // 3)})
    assert answer.status_code == 200
    yield "imported", answer.text
    false = json.loads(record)
    false["moves"][0]["text"] = "what"
    yield "false", guest.post("/import", {"record": json.dumps(false)}).text


def one_device(running: Running, language: str, game: str) -> Said:
    """Two at one device, and a curtain where there are secrets."""
    zofka, *_ = people(running, language)
    table = zofka.open_table(game, **{"seat-2": "here", "here-2": "Ctirad"})
    rng = random.Random(1)
    for _ in range(4):
        page = zofka.get(f"/table/{table}").text
        yield "one device", page
        for way in re.findall(r'href="([^"]*\?as=[^"]*)"', page):
            yield way, zofka.get(way.replace("&amp;", "&")).text
        step(running, table, rng)
