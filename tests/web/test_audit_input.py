"""Whatever is typed, posted or asked for gets one sentence and a status that fits, never a 500."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from goldfield.match.document import import_match
from goldfield.store.adopt import adopt
from goldfield.store.sql import SqlStore
from goldfield.web import pages_record
from goldfield.web.visit import Visit
from tests.web.server import Guest, Running, finish, two_at_a_table

LONG = "9" * 5000


@pytest.fixture(scope="module")
def record(server: Running) -> str:
    table, jana, _ = two_at_a_table(server)
    finish(server, table)
    return jana.get(f"/table/{table}/game.json").text


def met(answer: httpx.Response, *status: int) -> None:
    """Whether the answer says what is wrong, in the form that was asked for."""
    assert answer.status_code in status, answer.text[-300:]
    if "application/json" in answer.request.headers.get("accept", ""):
        assert answer.json()["sentence"].endswith((".", "?"))
    else:
        assert "<title>" in answer.text


@pytest.mark.parametrize("where", ["record", "options", "seat", "move"])
@pytest.mark.parametrize("name", ["\ud800", "name", "self", "package", "setup", "x\u202ey", ""])
def test_odd_names_in_a_record(running: Running, record: str, where: str, name: str) -> None:
    found = json.loads(record)
    places = {
        "record": found,
        "options": found["options"],
        "seat": found["seats"][0],
        "move": found["moves"][0],
    }
    # A number is no name of a seat either.
    places[where][name] = 1
    guest = running.guest()
    guest.get("/import")
    text = json.dumps(found)
    met(guest.post("/import", {"record": text}), 400)
    met(guest.ask("/import", {"record": text}), 400)


def test_numbers_that_are_too_long_or_none(running: Running, record: str) -> None:
    table, jana, _ = two_at_a_table(running)
    last = jana.position(table)
    later = jana.get(f"/table/{table}/step/{LONG}")
    assert later.headers["location"] == f"/table/{table}/step/{last}"
    assert jana.get(f"/table/{table}/step/{last}").status_code == 200
    for text in ("²", "-1", "+1", "1.0", "x", "٣"):
        met(jana.get(f"/table/{table}/step/{quote(text)}"), 404)
    for text in ("²", LONG, "-1", "٣"):
        met(jana.post("/new", {"option-players": text}), 400)
        met(jana.ask("/new", {"option-players": text}), 400)
        met(jana.post("/new", {"option-players": text, "do": "fill"}), 200)
        met(jana.get(f"/table/{table}?as={quote(text)}"), 200)
        met(jana.ask(f"/table/{table}/move", {"position": text}), 400)
        met(jana.ask("/import", {"record": record, "step": text}), 400)


@pytest.mark.parametrize("origin", ["http://[::1", "http://", "null", "", "x", "http://evil"])
def test_origins_that_are_none_or_foreign(running: Running, origin: str) -> None:
    guest = running.guest()
    met(guest.post("/name", {"name": "Jana"}, origin=origin), 403)
    met(guest.post("/name", {"name": "Jana"}, origin=origin, accept="application/json"), 403)
    own = guest.post("/name", {"name": "Jana"}, origin=running.url)
    assert own.is_redirect


def test_a_way_on_with_letters_of_every_script(running: Running) -> None:
    guest = running.guest()
    fields = {"name": "Jana", "next": "/ž世?a=b"}
    answer = guest.post("/name", fields, **{"x-part": "1"})
    assert answer.status_code == 200
    assert answer.headers["x-location"] == quote("/ž世", safe="/") + "?a=b"
    assert guest.post("/name", fields).headers["location"] == answer.headers["x-location"]


def multipart(guest: Guest, kind: str, fields: dict[str, bytes]) -> httpx.Response:
    parts = b"".join(
        b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), value)
        for name, value in fields.items()
    )
    headers = {"content-type": f"multipart/form-data; boundary=x{kind}"}
    return guest.http.post("/name", content=parts + b"--x--\r\n", headers=headers)


def test_forms_in_other_character_sets(running: Running) -> None:
    guest = running.guest()
    good = {"csrf": guest.token.encode(), "name": "Žofie".encode()}
    assert multipart(guest, "", good).is_redirect
    assert multipart(guest, "; charset=UTF-8", good).is_redirect
    for name in ("utf-7", "unicode_escape", "undefined", "idna", "zlib_codec", "utf-16", "none"):
        for token in (b"+2AA-" * 20, b"\\ud800" * 20, good["csrf"]):
            met(multipart(guest, f"; charset={name}", {**good, "csrf": token}), 415)
    assert "Žofie" in guest.get("/").text


def test_a_long_content_length(running: Running) -> None:
    connection = http.client.HTTPConnection(running.url.removeprefix("http://"))
    connection.putrequest("POST", "/name")
    connection.putheader("Content-Length", "9" * 18)
    connection.endheaders()
    answer = connection.getresponse()
    assert answer.status == 413
    connection.close()


def test_a_failure_while_a_refusal_is_shown_still_gets_an_answer(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = running.guest()
    guest.get("/import")

    def fail(*args: object, **values: object) -> None:
        raise OSError("\ud800")

    monkeypatch.setattr(pages_record, "ImportPage", fail)
    page = guest.post("/import", {"record": "{}"})
    assert page.status_code == 500
    assert "<title>" in page.text
    monkeypatch.setattr(Visit, "page", fail)
    page = guest.post("/import", {"record": "{}"})
    assert page.status_code == 500
    assert page.text.startswith("Something went wrong here")


def test_a_match_brought_along_is_found_by_its_own_name(running: Running, record: str) -> None:
    table, jana, _ = two_at_a_table(running)
    store = running.house.store
    assert isinstance(store, SqlStore)
    for name in ("Ex-am_ple", "UPPER", table.upper()):
        match = import_match(json.dumps({**json.loads(record), "match": name}))
        running.call(adopt(store, match))
        assert name in jana.get(f"/table/{name}").text
        assert jana.get(f"/table/{name}/game.json").json()["match"] == name
        for typed in (name, f" {name}", f"{running.url}/table/{name}"):
            answer = jana.http.get("/join", params={"code": typed})
            assert answer.headers["location"] == f"/table/{name}"
    # A code made here is still the same however it is typed.
    assert jana.get(f"/table/{table[:4].upper()}-{table[4:]}").status_code == 200


def test_servers_on_one_host_keep_their_own_guests(running: Running, database: Path) -> None:
    other = Running(database).start()
    try:
        guest = running.guest("Jana")
        guest.post("/name", {"name": "Jana"})
        # A browser sends the cookies of a host to all of its ports.
        there = other.guest()
        there.http.cookies.update(guest.http.cookies)
        there.post("/name", {"name": "Petr"})
        guest.http.cookies.update(there.http.cookies)
        assert len(dict(guest.http.cookies)) == 2
        for here, name in ((guest, "Jana"), (there, "Petr")):
            page = here.get("/")
            assert name in page.text
            assert "set-cookie" not in page.headers
    finally:
        other.see_off()
        other.stop()


def test_the_stream_says_what_it_is_and_takes_nothing(running: Running) -> None:
    guest = running.guest()
    head = guest.http.head("/live?watch=x")
    assert head.status_code == 200
    assert head.headers["content-type"].startswith("text/event-stream")
    met(guest.http.post("/live"), 405)
