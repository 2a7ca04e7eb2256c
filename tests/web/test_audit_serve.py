"""A server that is asked to end waits for nobody who has only half spoken."""

from __future__ import annotations

import asyncio
import signal
import socket
from pathlib import Path

import httpx
import pytest

from goldfield.web import pages_start
from goldfield.web.forms import Arrivals
from tests.web.server import Running
from tests.web.test_serve import served


def test_half_a_form_does_not_hold_up_the_end(database: Path) -> None:
    with served(database) as (process, address):
        with httpx.Client(base_url=address, verify=False) as http:
            http.get("/")
            cookie = "; ".join(f"{k}={v}" for k, v in http.cookies.items())
        host, port = address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as sender:
            head = f"POST /name HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Length: 1000"
            sender.sendall(f"{head}\r\n\r\na".encode())
            # The page comes back only once the server has read so far.
            assert httpx.get(f"{address}/healthz", verify=False).status_code == 200
            process.send_signal(signal.SIGTERM)
            told = b""
            while part := sender.recv(65536):
                told += part
        assert process.wait(20) == 0
        assert process.stderr
        assert process.stderr.read() == ""
        assert told.startswith(b"HTTP/1.1 503")
        assert b"The server is going down" in told


def test_nobody_waits_for_a_body_once_the_server_goes_down() -> None:
    async def run() -> list[bool]:
        arrivals = Arrivals()
        ended: list[bool] = []

        async def wait() -> None:
            try:
                async with arrivals.wait():
                    await asyncio.Event().wait()
            except TimeoutError:
                ended.append(arrivals.stopping)

        waiting = [asyncio.create_task(wait()) for _ in range(3)]
        await asyncio.sleep(0)
        arrivals.stop()
        arrivals.stop()
        await asyncio.gather(*waiting, wait())
        return ended

    assert asyncio.run(run()) == [True] * 4


def test_a_request_that_is_ended_by_force_is_answered(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ended(*args: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(pages_start, "_start_page", ended)
    answer = running.guest().http.get("/", headers={"accept": "application/json"})
    assert answer.status_code == 503
    assert answer.json()["code"] == "going-down"
