"""Streams: news for everybody, no task left behind, nobody shut out, polling beside them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import socket
import struct
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from goldfield.web.live import AGAIN, MOST_OF_ONE
from tests.web.server import Guest, Running, legal, two_at_a_table


def news(stream: httpx.Response) -> Iterator[dict[str, object]]:
    """What a stream tells; when it only says for long that it lives, there is no news to come."""
    ends = time.monotonic() + 60
    for line in stream.iter_lines():
        assert time.monotonic() < ends, "no news came"
        if line.startswith("data: {") and len(line) > 10:
            yield json.loads(line[6:])


def until(condition, seconds: float = 20.0) -> None:
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "it never came true"
        time.sleep(0.02)


def test_every_viewer_hears_of_a_move(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    eva = running.guest("Eva")
    with (
        petr.http.stream("GET", f"/live?watch={table}") as one,
        eva.http.stream("GET", f"/live?watch={table}") as two,
    ):
        ears = [news(one), news(two)]
        first = [next(ear) for ear in ears]
        assert first[0] == first[1]
        assert first[0]["id"] == table
        assert jana.move(table, legal(running, table)[0]).status_code == 200
        for ear in ears:
            told = next(ear)
            assert told["position"] > first[0]["position"]
            assert told["version"] != first[0]["version"]


def test_chat_is_news_and_makes_no_move_stale(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    at = jana.position(table)
    move = legal(running, table)[0]
    with petr.http.stream("GET", f"/live?watch={table}") as stream:
        ear = news(stream)
        first = next(ear)
        jana.ask(f"/table/{table}/chat", {"text": "hello"})
        told = next(ear)
        assert told["version"] != first["version"]
        assert told["position"] == first["position"]
    assert jana.move(table, move, at).status_code == 200


def test_comings_and_goings_of_the_seated_are_news(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldfield.web.live.AWAY", 0.2)
    table, jana, petr = two_at_a_table(running)
    until(lambda: reads(jana, table, "away"))
    with jana.http.stream("GET", f"/live?watch={table}") as stream:
        ear = news(stream)
        heard = [next(ear)["version"]]
        with petr.http.stream("GET", f"/live?watch={table}") as other:
            next(news(other))
            heard.append(next(ear)["version"])
        heard.append(next(ear)["version"])
        assert len(set(heard)) == 3
        # Those who only watch come and go without a word.
        with running.guest("Eva").http.stream("GET", f"/live?watch={table}") as third:
            assert next(news(third))["version"] == heard[-1]


def test_who_went_away_is_shown_as_away_without_a_reload(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often: pages compare versions as numbers, and 9 comings must not beat 10."""
    monkeypatch.setattr("goldfield.web.live.AWAY", 0.15)
    table, jana, petr = two_at_a_table(running)
    entry = running.call(running.house.store.entry(table))
    with jana.http.stream("GET", f"/live?watch={table}") as stream:
        ear = news(stream)
        version = next(ear)["version"]
        shown: list[str] = []
        for _ in range(12):
            with petr.http.stream("GET", f"/live?watch={table}") as other:
                next(news(other))
                while reads(jana, table, "away"):
                    version = _newer(next(ear), version)
                shown.append("here")
            while not reads(jana, table, "away"):
                version = _newer(next(ear), version)
            shown.append("away")
    assert shown == ["here", "away"] * 12
    # None of it was written down.
    assert running.call(running.house.store.entry(table)).version == entry.version


def test_a_page_loaded_and_closed_at_once_does_not_keep_somebody_there(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only streams are signs of life; the last sign counts, whatever it was."""
    monkeypatch.setattr("goldfield.web.live.AWAY", 0.3)
    table, jana, petr = two_at_a_table(running)
    with jana.http.stream("GET", f"/live?watch={table}") as stream:
        ear = news(stream)
        version = next(ear)["version"]
        with petr.http.stream("GET", f"/live?watch={table}") as other:
            next(news(other))
        time.sleep(0.15)
        petr.get(f"/table/{table}")
        while not reads(jana, table, "away"):
            version = _newer(next(ear), version)


def test_a_connection_that_comes_and_goes_is_no_news(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldfield.web.live.AWAY", 30.0)
    table, jana, petr = two_at_a_table(running)
    before = jana.get(f"/table/{table}/part").headers["x-version"]
    for _ in range(20):
        with petr.http.stream("GET", f"/live?watch={table}") as stream:
            next(news(stream))
    assert jana.get(f"/table/{table}/part").headers["x-version"] == before


def reads(guest: Guest, table: str, word: str) -> bool:
    """Whether a fresh part says so of the other seat."""
    part = guest.get(f"/table/{table}/part").text
    players = part.partition('id="claims"')[2].partition("</ol>")[0]
    return word in players


def _newer(told: dict[str, object], version: object) -> object:
    """The version told, which a page must take for newer than the one that it has."""
    assert float(str(told["version"])) > float(str(version))
    return told["version"]


def test_one_stream_follows_many_tables(running: Running) -> None:
    guest = running.guest("Jana")
    tables = [guest.open_table(**{"seat-2": "here"}) for _ in range(3)]
    with guest.http.stream("GET", f"/live?watch={','.join(tables)},nonsense") as stream:
        ear = news(stream)
        assert {next(ear)["id"] for _ in tables} == set(tables)
        guest2 = running.guest()
        guest2.http.cookies = guest.http.cookies
        guest2.get("/")
        guest2.move(tables[1], legal(running, tables[1])[0])
        assert next(ear)["id"] == tables[1]


def test_heartbeats_and_headers(running: Running) -> None:
    guest = running.guest()
    with guest.http.stream("GET", "/live?watch=") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["x-accel-buffering"] == "no"
        assert stream.headers["cache-control"] == "no-store, no-transform"
        lines = stream.iter_lines()
        assert next(lines).startswith("retry: ")
        # signs of life that a page can see, the first one at once
        assert next(lines) == "event: beat"
        assert next(line for line in lines if line == "event: beat")


def test_polling_the_part(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    part = petr.get(f"/table/{table}/part")
    version = part.headers["x-version"]
    assert part.headers["x-phase"] == "running"
    assert petr.get(f"/table/{table}/part?since={version}").status_code == 204
    assert petr.get(f"/table/{table}/part?since=999999").status_code == 200
    jana.move(table, legal(running, table)[0])
    newer = petr.get(f"/table/{table}/part?since={version}")
    assert newer.status_code == 200
    assert newer.headers["x-version"] != version


def test_a_stream_taken_up_again_tells_how_things_stand(running: Running) -> None:
    """Whatever its reader last heard, and wherever: there is no backlog that could come twice."""
    table, jana, petr = two_at_a_table(running)
    other, *_ = two_at_a_table(running)
    stand = jana.get(f"/table/{table}/part").headers
    for last in ("", "0", "999999", other, f"{other}:5", "²", "x" * 500):
        for _ in range(7):
            headers = {"last-event-id": last.encode()}
            with petr.http.stream("GET", f"/live?watch={table}", headers=headers) as stream:
                told = next(news(stream))
            assert told == {
                "id": table,
                "version": stand["x-version"],
                "position": int(stand["x-position"]),
            }


def test_a_page_with_an_impossible_version_gets_a_whole_fresh_part(running: Running) -> None:
    table, jana, petr = two_at_a_table(running)
    other, *_ = two_at_a_table(running)
    jana.move(table, legal(running, table)[0])
    foreign = petr.get(f"/table/{other}/part").headers["x-version"]
    now = petr.get(f"/table/{table}/part")
    for since in ("999999.9", "-1", "", foreign, "nan", "²", now.headers["x-version"] + "0"):
        part = petr.http.get(f"/table/{table}/part", params={"since": since})
        assert part.status_code == 200
        assert part.headers["x-version"] == now.headers["x-version"]
        assert 'data-stage="running"' in part.text


def test_spectators_share_one_part_but_no_token(running: Running) -> None:
    table, _, _ = two_at_a_table(running)
    guests = [running.guest() for _ in range(2)]
    parts = [guest.get(f"/table/{table}/part") for guest in guests]
    assert guests[0].token != guests[1].token
    for guest in guests:
        answer = guest.ask(f"/table/{table}/chat", {"text": "Who leads?", "name": "Eva"})
        assert answer.status_code == 200, answer.text
    assert "\ue001" not in parts[0].text


def test_a_browser_keeps_its_newest_streams(running: Running) -> None:
    """Those of before may be dead without a word, as after a change of the network."""
    table, jana, petr = two_at_a_table(running)
    with contextlib.ExitStack() as stack:
        ears = []
        for _ in range(MOST_OF_ONE + 2):
            stream = petr.http.stream("GET", f"/live?watch={table}")
            ears.append(news(stack.enter_context(stream)))
            assert next(ears[-1])["id"] == table
        for crowded in ears[:2]:
            assert next(crowded)["again"] >= 10 * AGAIN[0], "and not at once, to crowd out others"
        stranger = stack.enter_context(jana.http.stream("GET", f"/live?watch={table}"))
        assert next(news(stranger))["id"] == table
        running.house.hub.touch(table)
        for ear in ears[2:]:
            assert next(ear)["id"] == table
    until(lambda: running.house.hub.streams == 0)
    assert running.house.hub._of == {}


def test_streams_that_end_together_begin_again_one_by_one(database: Path) -> None:
    server = Running(database).start()
    guests = [server.guest() for _ in range(20)]
    waits: list[int] = []

    def listens(guest: Guest) -> None:
        with guest.http.stream("GET", "/live?watch=") as stream:
            waits.append(next(int(str(told["again"])) for told in news(stream)))

    threads = [threading.Thread(target=listens, args=(guest,)) for guest in guests]
    for thread in threads:
        thread.start()
    until(lambda: server.house.hub.streams == 20)
    server.stop()
    for thread in threads:
        thread.join()
    server.see_off()
    assert len(waits) == 20
    assert all(AGAIN[0] <= wait <= AGAIN[1] for wait in waits)
    assert len(set(waits)) > 10
    assert max(waits) - min(waits) > (AGAIN[1] - AGAIN[0]) / 3


class Left:
    """What a server process holds: tasks, open files (connections are some), memory in bytes."""

    def __init__(self, running: Running) -> None:
        async def tasks() -> int:
            return len(asyncio.all_tasks())

        gc.collect()
        self.tasks = running.call(tasks())
        self.files = len(os.listdir("/proc/self/fd"))
        with open("/proc/self/statm") as memory:
            self.memory = int(memory.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def open_and_abort(running: Running, number: int, cookie: str, table: str) -> None:
    """Many streams that are not ended as they should be: half of them by a reset, some unread."""
    host, port = running.url.removeprefix("http://").split(":")
    request = f"GET /live?watch={table} HTTP/1.1\r\nHost: {host}\r\n{cookie}\r\n".encode()
    numbers = iter(range(number))

    def some() -> None:
        for n in numbers:
            with socket.create_connection((host, int(port))) as sock:
                if n % 2:
                    linger = struct.pack("ii", 1, 0)
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                sock.sendall(request)
                if n % 5:
                    sock.recv(20)

    threads = [threading.Thread(target=some) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="counts what Linux shows of it")
@pytest.mark.parametrize("number", [200, pytest.param(5000, marks=pytest.mark.slow)])
def test_aborted_streams_leave_nothing_behind(running: Running, number: int) -> None:
    """Neither those of strangers without a cookie nor those of a browser that is known."""
    jana = running.guest("Jana")
    table = jana.open_table()
    cookies = "; ".join(f"{name}={value}" for name, value in jana.http.cookies.items())
    jana.http.close()
    hub = running.house.hub
    senders = ("", f"Cookie: {cookies}\r\n")
    for cookie in senders:  # what is made once and stays
        open_and_abort(running, 100, cookie, table)
    until(lambda: hub.streams == 0)
    before = Left(running)
    seen = len(hub._seen)
    for cookie in senders:
        open_and_abort(running, number // 2, cookie, table)
    until(lambda: hub.streams == 0, 60)
    until(lambda: Left(running).tasks <= before.tasks, 60)
    until(lambda: Left(running).files <= before.files, 60)
    after = Left(running)
    assert (hub._streams, hub._of, dict(hub._here)) == ({}, {}, {})
    assert len(hub._seen) == seen
    assert after.memory - before.memory < max(0.05 * before.memory, 4e6)


def test_a_reader_who_takes_nothing_is_hung_up_on(
    running: Running, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("goldfield.web.live.STUCK", 0.5)
    table = running.guest("Jana").open_table()
    with deaf_reader(running, table):
        before = Left(running)
        fill(running, table)
        until(lambda: running.house.hub.streams == 0)
        until(lambda: Left(running).files < before.files)
    assert "without completing" not in capfd.readouterr().err


@pytest.mark.parametrize("filled", [False, True])
def test_readers_who_take_nothing_do_not_hold_up_the_end(
    database: Path, filled: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    server = Running(database).start()
    table = server.guest("Jana").open_table()
    with contextlib.ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(deaf_reader(server, table))
        if filled:
            fill(server, table)
        server.stop()
        server.see_off()
    # What had to be ended by force, once its time was up, would have been said.
    said = capfd.readouterr().err
    assert "Cancel" not in said
    assert "Traceback" not in said


@contextlib.contextmanager
def deaf_reader(running: Running, table: str) -> Iterator[None]:
    """A stream of which nothing is read, and not much fits between its ends."""
    host, port = running.url.removeprefix("http://").split(":")
    streams = running.house.hub.streams
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.connect((host, int(port)))
        sock.sendall(f"GET /live?watch={table} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        until(lambda: running.house.hub.streams > streams)
        for connection in list(running.server.server_state.connections):
            theirs = connection.transport.get_extra_info("socket")
            if theirs is not None and theirs.getpeername() == sock.getsockname():
                theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        yield


def fill(running: Running, table: str) -> None:
    """So much news that every stream is stuck if nobody reads it."""

    async def much() -> None:
        for _ in range(20_000):
            running.house.hub.touch(table)
            await asyncio.sleep(0)
            if all(stream.writing for stream in running.house.hub._open):
                return
        raise AssertionError("it all fits somewhere")

    running.call(much())


def test_when_there_are_too_many_streams_pages_are_told(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldfield.web.live.MOST_STREAMS", 0)
    guest: Guest = running.guest()
    answer = guest.get("/live?watch=", accept="application/json")
    assert answer.status_code == 503
    assert answer.json()["code"] == "no-stream"
