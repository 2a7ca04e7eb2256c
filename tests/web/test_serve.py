"""A server started as people start it: its address, its end, its memory, its imports."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from uvicorn.lifespan.off import LifespanOff

from goldfield.web import addresses
from goldfield.web.addresses import PROBES, nearby, shown_hosts
from goldfield.web.serving import Server
from goldfield.web.settings import from_environment

PROGRAM = """
import sys
from pathlib import Path
import goldfield.web
from goldfield.web import CannotServe
try:
    port = int(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] != "any" else None
    host = sys.argv[3] if len(sys.argv) > 3 else "127.0.0.1"
    goldfield.web.serve(host, port, database=Path(sys.argv[1]))
except CannotServe as error:
    sys.exit(str(error))
"""


@contextmanager
def served(database: Path, *where: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server process and its address; ``where`` is a port (or ``any``) and a host."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(database), *where],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "GOLDFIELD_BOT_DELAY": "0"},
    )
    assert process.stdout
    assert process.stderr
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+?(?=/ )", line)
        assert found, line + process.stderr.read()
        yield process, found[0]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def token_of(page: httpx.Response) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', page.text)
    assert found
    return found[1]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_open_pages_do_not_hold_up_the_end(database: Path, how: signal.Signals) -> None:
    with served(database) as (process, address):
        with httpx.Client(base_url=address, verify=False) as http:
            play = {"csrf": token_of(http.get("/")), "game": "gold_nuggets"}
            table = http.post("/play", data=play).headers["location"].removeprefix("/table/")
        host, port = address.removeprefix("http://").split(":")
        streams = [socket.create_connection((host, int(port))) for _ in range(20)]
        for stream in streams:
            stream.sendall(f"GET /live?watch={table} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            assert stream.recv(4)
        process.send_signal(how)
        asked = time.monotonic()
        assert process.wait(20) == 0
        assert process.stderr
        assert process.stderr.read() == ""
        for stream in streams:
            rest = b""
            while part := stream.recv(65536):
                rest += part
            assert b"event: bye" in rest
            stream.close()
        took = time.monotonic() - asked
        print(f"ended in {took:.2f} s")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_asked_twice_it_ends_at_once_and_says_nothing(database: Path, how: signal.Signals) -> None:
    with served(database) as (process, _):
        process.send_signal(how)
        time.sleep(0.02)  # so that the second is not taken for the first
        process.send_signal(how)
        assert process.wait(20) == 0
        assert process.stderr
        assert process.stderr.read() == ""


def test_a_connection_of_the_last_moment_does_not_hold_up_the_end() -> None:
    """One that was accepted just before the end becomes known only after the others were closed."""
    config = uvicorn.Config("none:none", lifespan="off", timeout_graceful_shutdown=3)
    server = Server(config, (), False)
    server.servers, server.lifespan = [], LifespanOff(config)

    class Late:
        def __init__(self) -> None:
            self.transport, self.closed = self, False

        def is_closing(self) -> bool:
            return self.closed

        def shutdown(self) -> None:
            self.closed = True
            server.server_state.connections.discard(self)  # pyright: ignore[reportArgumentType]

    late = Late()

    async def ends() -> None:
        connections: set[object] = server.server_state.connections  # pyright: ignore
        asyncio.get_running_loop().call_soon(connections.add, late)
        await server.shutdown()

    asyncio.run(ends())
    assert late.closed


def test_what_was_played_is_there_after_a_restart(database: Path) -> None:
    with served(database) as (process, address):
        with httpx.Client(base_url=address, verify=False) as http:
            form = {"csrf": token_of(http.get("/")), "game": "gold_nuggets", "title": "Ours"}
            path = http.post("/new", data={**form, "seat-2": "person"}).headers["location"]
            cookies = dict(http.cookies)
        process.send_signal(signal.SIGKILL)
        process.wait()
    with served(database) as (_, address):
        page = httpx.get(address + path, cookies=cookies, verify=False)
        assert page.status_code == 200
        assert "Ours" in page.text


def test_a_server_for_the_house_names_an_address_that_others_can_open(tmp_path: Path) -> None:
    """The page opens there, so its links work for them; forms, cookies and moves do, too."""
    here = nearby(socket.AF_INET)
    with served(tmp_path / "a.sqlite3", "any", "0.0.0.0") as (process, address):
        name = address.removeprefix("http://").rpartition(":")[0]
        assert name == (here or "localhost")
        assert process.stdout
        if here:
            assert ipaddress.ip_address(here).is_loopback is False
            others = [process.stdout.readline() for _ in shown_hosts("0.0.0.0")[1:]]
            assert "localhost" in others[-1]
        with httpx.Client(base_url=address, headers={"origin": address}) as http:
            form = {"csrf": token_of(http.get("/")), "game": "gold_nuggets", "name": "Jana"}
            form |= {"seat-1": "me", "seat-2": "person"}
            answer = http.post("/new", data=form)
            assert answer.status_code == 303
            table = answer.headers["location"]
            assert f"{address}{table}" in http.get(table).text, "the invitation names the address"
        with httpx.Client(base_url=address, headers={"origin": address}) as friend:
            form = {"csrf": token_of(friend.get(table)), "seat": "2", "name": "Petr"}
            assert friend.post(f"{table}/sit", data=form).status_code == 303


def test_a_machine_without_a_network_is_called_localhost(monkeypatch: pytest.MonkeyPatch) -> None:
    for family, targets in PROBES.items():
        monkeypatch.setitem(PROBES, family, ("999.invalid address",) * len(targets))
    monkeypatch.setattr(addresses, "of_interfaces", list)
    assert shown_hosts("0.0.0.0") == ["localhost"]
    assert shown_hosts("::") == ["localhost"]
    assert shown_hosts("::1") == ["[::1]"]


def test_the_next_port_is_taken_unless_one_was_asked_for(tmp_path: Path) -> None:
    with served(tmp_path / "a.sqlite3") as (_, one), served(tmp_path / "b.sqlite3") as (_, two):
        assert one != two
        taken = one.rpartition(":")[2]
        refused = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(tmp_path / "c.sqlite3"), taken],
            capture_output=True,
            text=True,
            check=False,
        )
    assert refused.returncode == 1
    assert refused.stderr == (
        f"Port {taken} is in use. Name another, or none to take the next free one.\n"
    )


def test_a_place_that_is_no_database_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, " * 100)
    (tmp_path / "notes.txt").chmod(0o644)
    refused = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "notes.txt")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert (tmp_path / "notes.txt").stat().st_mode & 0o777 == 0o644, "it is not ours to change"
    assert refused.stderr.rstrip().endswith(".")


@pytest.mark.parametrize("place", ["sqlite:////tmp/gold.sqlite3", "postgresql://here/gold"])
def test_the_address_of_a_database_is_no_path(place: str) -> None:
    with pytest.raises(ValueError, match="named by its path"):
        from_environment(environment={"GOLDFIELD_DATABASE": place})
    with pytest.raises(ValueError, match="named by its path"):
        from_environment(Path(place), {})


def test_the_server_imports_no_compiler() -> None:
    program = (
        "import sys, goldfield.web.serving, goldfield.web.app; from goldfield.web.catalog import *;"
        "from goldfield.web.assets import Assets; from goldfield.web.render import Renderer;"
        "c = Catalog(); a = Assets(c.faces);"
        "c.fill(Renderer(c.faces, str, a.address), a);"
        "from goldfield.bots import decide; game = load_game('gold_nuggets', {});"
        "print([m for m in sys.modules if m.split('.')[0] in ('numba', 'numpy', 'llvmlite')"
        " or m.startswith('goldfield.engine')])"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"
