"""Every address with made-up names in it, every wrong method and body: a sentence that fits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

import httpx
import pytest
from starlette.routing import Route

from tests.web.server import Guest, Running, two_at_a_table

LANGUAGES = ("en", "cs", "es")
JUNK = {
    "control": "\x01\x02\x7f",
    "null": "\x00",
    "long": "9" * 10_000,
    "long letters": "ž" * 3_000,
    "up": "../../etc/passwd",
    "unicode": "𝕋ábłę",
    "right to left": "\u202etable\u2066",
    "spaces": " \u00a0\u200b",
    "line": "a\r\nSet-Cookie: x=y",
    "format": "%s{0}{{7*7}}",
    "markup": "<script>alert(1)</script>",
    "sql": "' OR 1=1 --",
    "emoji": "👩\u200d👩\u200d👧",
    "half": "\udc80",
}


def quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogateescape"), safe="")


@dataclass(frozen=True)
class Place:
    """A route with a table, and somebody who asks in each language."""

    routes: list[Route]
    table: str
    jana: Guest
    guests: list[Guest]


@pytest.fixture(scope="module")
def place(server: Running) -> Iterator[Place]:
    table, jana, _ = two_at_a_table(server)
    guests = [server.guest("Jana") for _ in LANGUAGES]
    for guest, language in zip(guests, LANGUAGES, strict=True):
        guest.http.headers["accept-language"] = language
        guest.get("/new")
    routes = [route for route in server.app.routes if isinstance(route, Route)]
    yield Place(routes, table, jana, guests)
    server.see_off()


def filled(place: Place, path: str) -> str:
    """An address of the route that leads somewhere."""
    path = path.replace("{id}", place.table).replace("{game}", "nuggets")
    return re.sub(r"{position}", "0", re.sub(r"{\w+(:path)?}", "x", path))


def says(answers: list[httpx.Response], status: int | None = None) -> None:
    """Whether each language's answer has the status and a sentence of its own."""
    found = [answer.json()["sentence"] for answer in answers]
    for answer, sentence in zip(answers, found, strict=True):
        assert status in (None, answer.status_code), (answer.request.url, answer.text[:300])
        assert sentence.endswith((".", "?")), sentence
        assert len(sentence) < 400
    assert len(set(found)) == len(answers), found


JSON = {"accept": "application/json"}


@pytest.mark.parametrize("kind", JUNK)
def test_made_up_names_in_addresses_are_not_found(place: Place, kind: str) -> None:
    junk = quoted(JUNK[kind])
    guests = place.guests if kind in ("markup", "long") else place.guests[1:2]
    for route in place.routes:
        names = re.findall(r"{(\w+)(?::path)?}", route.path)
        for name in names:
            path = re.sub(rf"{{{name}(:path)?}}", lambda _: junk, route.path)
            path = filled(place, path)
            if name == "position" and kind == "long":
                continue  # a number beyond the last leads to the last
            for method in sorted(route.methods or {"GET", "HEAD"}):
                answers = [
                    guest.http.request(
                        method,
                        path,
                        headers=JSON,
                        data={"csrf": guest.token} if method == "POST" else None,
                    )
                    for guest in guests
                ]
                if method == "HEAD":
                    assert {answer.status_code for answer in answers} == {404}
                else:
                    says(answers, 404)
            if guests is not place.guests:
                continue
            page = place.jana.http.request("GET", path)
            assert page.status_code in (404, 405)
            assert "<title>" in page.text
            assert "<script>alert" not in page.text
            assert "set-cookie: x" not in str(page.headers).lower()


def test_names_of_other_tables_and_persons_lead_nowhere(server: Running, place: Place) -> None:
    other, jana, petr = two_at_a_table(server)
    eva = place.guests[0]
    secret = jana.post(f"/table/{other}/links", {"seat": "1"}).text
    token = re.search(r"/seat/([\w-]+)", secret)
    assert token
    for path in (f"/table/{token[1]}", f"/seat/{other}", f"/rules/{other}", f"/static/{other}/x"):
        assert eva.get(path, **JSON).status_code == 404
    for path, form in (
        ("links", {"seat": "1"}),
        ("move", {"position": "1", "seat": "1", "notation": "roll"}),
        ("undo", {"position": "1", "seat": "1"}),
        ("chat", {"seat": "1", "text": "I am Jana"}),
        ("leave", {"seat": "1"}),
        ("phrase", {"seat": "1", "phrase": "x"}),
    ):
        before = petr.get(f"/table/{other}/part").headers["x-version"]
        answer = petr.ask(f"/table/{other}/{path}", form)
        assert answer.status_code in (403, 409), path
        assert petr.get(f"/table/{other}/part").headers["x-version"] == before


def test_wrong_methods(server: Running, place: Place) -> None:
    taken: dict[str, set[str]] = {}
    for route in place.routes:
        taken.setdefault(route.path, set()).update(route.methods or {"GET", "HEAD"})
    for path, methods in taken.items():
        if path.startswith("/static"):
            continue
        for method in {"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "FOO"} - methods:
            answers = [
                guest.http.request(method, filled(place, path), headers=JSON)
                for guest in place.guests
            ]
            says(answers, 405)
            assert set(answers[0].headers["allow"].split(", ")) == methods, path
        page = place.jana.http.request("PUT", filled(place, path))
        assert page.status_code == 405
        assert "<title>" in page.text


BODIES = {
    "json": (b"{}", "application/json", 415),
    "text": (b"name=Ann", "text/plain", 415),
    "odd kind": (b"name=Ann", "\u202ex/y".encode().decode("latin-1"), 415),
    "not utf-8": (b"name=%FF", "application/x-www-form-urlencoded", 400),
    "raw": (b"name=\xff", "application/x-www-form-urlencoded", 400),
    "many": (b"&".join(b"a=%d" % n for n in range(900)), "application/x-www-form-urlencoded", 400),
    "no end": (b"--y\r\nContent-Disp", "multipart/form-data; boundary=y", 400),
    "no boundary": (b"--y--\r\n", "multipart/form-data", 400),
    "large": (b"a=" + b"x" * 600_000, "application/x-www-form-urlencoded", 413),
    "nothing": (b"", "application/x-www-form-urlencoded", 403),
    "no token": (b"name=Ann&seat=1", "application/x-www-form-urlencoded", 403),
    "another's": (b"csrf=" + b"0" * 48, "application/x-www-form-urlencoded", 403),
}


@pytest.mark.parametrize("kind", BODIES)
def test_wrong_bodies(server: Running, place: Place, kind: str) -> None:
    body, content_type, status = BODIES[kind]
    before = place.jana.get(f"/table/{place.table}/part").headers["x-version"]
    for route in place.routes:
        if "POST" not in (route.methods or ()):
            continue
        path = filled(place, route.path)
        headers = {"content-type": content_type.encode("latin-1")}
        answers = [
            guest.http.post(path, content=body, headers={**JSON, **headers})  # pyright: ignore
            for guest in place.guests
        ]
        says(answers, status)
        page = place.jana.http.post(path, content=body, headers=headers)  # pyright: ignore
        assert page.status_code == status, path
        assert "<title>" in page.text
        if route.path.startswith("/table/") and route.name != "links_post":
            assert f'data-table="{place.table}"' in page.text, path  # beside the table
    assert place.jana.get(f"/table/{place.table}/part").headers["x-version"] == before
