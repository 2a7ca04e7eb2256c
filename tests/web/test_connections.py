"""Connections that would hold up the others: no request, half a request, too many of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from goldfield.web import connections
from goldfield.web.addresses import is_host_header
from goldfield.web.connections import Connection, room_for_connections
from tests.web.server import Running


async def told(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


@contextlib.asynccontextmanager
async def serving(protocol: type[Connection]) -> AsyncIterator[int]:
    """A server with these connections; its port."""
    app = Starlette(routes=[Route("/", told, methods=["GET", "POST"])])
    config = uvicorn.Config(app, port=0, http=protocol, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign, assignment]
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await running


class Hasty(Connection):
    head_seconds = 0.3
    body_seconds = 0.6


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTT",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
    ],
    ids=["nothing", "half a head", "half of a second one", "half a body"],
)
def test_whoever_sends_no_whole_request_is_not_waited_for(sent: bytes) -> None:
    async def scene() -> None:
        async with serving(Hasty) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            with contextlib.suppress(ConnectionError):
                while await asyncio.wait_for(reader.read(1000), 30):
                    pass
            writer.close()

    asyncio.run(scene())


def test_a_body_may_come_in_pieces() -> None:
    class Patient(Connection):
        head_seconds = 0.3
        body_seconds = 60.0

    async def scene() -> bytes:
        async with serving(Patient) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n")
            for piece in (b"ab", b"cd", b"ef"):
                await asyncio.sleep(0.3)
                writer.write(piece)
            answer = await reader.readuntil(b"\r\n\r\n6")
            writer.close()
            return answer

    assert asyncio.run(scene()).startswith(b"HTTP/1.1 200")


def test_one_connection_too_many_is_told_so_and_the_others_go_on() -> None:
    class Few(Connection):
        most = 3

    async def scene() -> None:
        async with serving(Few) as port:
            held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 503")
            assert b"try again in a minute" in answer
            writer.close()
            held[0][1].write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert (await held[0][0].read()).startswith(b"HTTP/1.1 200")
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert (await reader.read()).startswith(b"HTTP/1.1 200")
            for _, one in (*held, (reader, writer)):
                one.close()

    asyncio.run(scene())


def test_room_is_made_for_connections_within_what_the_system_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resource = pytest.importorskip("resource")
    for soft, hard, most in [
        (1024, 1_000_000, connections.MOST_CONNECTIONS),
        (1024, resource.RLIM_INFINITY, connections.MOST_CONNECTIONS),
        (1024, 1024, 1024 - connections.BACKLOG - connections.OTHER_FILES),
        (100_000, 100_000, connections.MOST_CONNECTIONS),
    ]:
        now = [soft, hard]
        monkeypatch.setattr(resource, "getrlimit", lambda _which, now=now: tuple(now))
        monkeypatch.setattr(
            resource, "setrlimit", lambda _which, to, now=now: now.__setitem__(0, to[0])
        )
        assert room_for_connections() == most


@pytest.mark.parametrize(
    ("host", "good"),
    [
        ("localhost:8000", True),
        ("my_pi.local", True),
        ("[fe80::1%eth0]:8000", True),
        ("192.168.1.7", True),
        ("x" * 5000, False),
        ("evil.com@play.example.org", False),
        ("play.example.org:evil", False),
        ("a b", False),
        ("ž.example", False),
    ],
)
def test_what_is_a_host(host: str, good: bool) -> None:
    assert is_host_header(host) is good


@pytest.mark.parametrize("path", ["/", "/rules/nuggets", "/healthz"])
def test_a_request_for_no_host_is_refused_in_a_sentence(server: Running, path: str) -> None:
    headers = {"Host": "x" * 5000, "Accept-Language": "cs"}
    answer = httpx.get(server.url + path, headers=headers)
    assert answer.status_code == 400
    assert answer.text.startswith("Požadavek neuvádí")
    assert len(answer.text) < 200
