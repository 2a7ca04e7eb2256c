"""The server under watch: ten tables of bots, twenty viewers, and the memory it takes."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from benchmarks.measure import Comparison, against

TABLES = 10
VIEWERS = 20
WATCHED_SECONDS = 20.0
PROMISED_MB = 150.0
PROMISED_START = 3.0
BOT_SECONDS = "0.3"
"""Faster than people would like it, so that much happens in the time of the measurement."""


def measured() -> list[Comparison]:
    """Resident memory of the web process, and how long the second start takes."""
    with tempfile.TemporaryDirectory() as folder:
        with running(Path(folder)):
            pass
        began = time.perf_counter()
        with running(Path(folder)) as (process, address):
            start = time.perf_counter() - began
            peak, parts, tables = watched(process.pid, address)
    return [
        against(
            f"Server, {tables} tables of bots, {VIEWERS} viewers, {parts} updates read",
            peak,
            PROMISED_MB,
            "MB",
            at_least=False,
        ),
        against("Server, second start to the first page", start, PROMISED_START, "s", False),
    ]


@contextlib.contextmanager
def running(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """``goldfield serve`` on a free port, with its page answering."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    program = str(Path(sys.executable).with_name("goldfield"))
    command = [program, "serve", "--no-open", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--database", str(folder / "bench.sqlite3")],
        env={**os.environ, "GOLDFIELD_BOT_DELAY": BOT_SECONDS},
        stdout=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        while True:
            if process.poll() is not None:
                raise RuntimeError("the server did not start")
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(address).status_code == 200:
                    break
            time.sleep(0.02)
        yield process, address
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)


class Visitor:
    """A browser of sorts: a cookie jar, the token of its last page, and a stream to read."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=30)
        page = self.http.get("/")
        found = re.search(r'name="csrf" value="([^"]+)"', page.text)
        self.token = found[1] if found else ""
        self.parts = 0

    def opens_table(self) -> str:
        """A table at which only bots sit; its id."""
        form = {"csrf": self.token, "game": "gold_nuggets", "name": "Bench", "listed": "yes"}
        form |= {"option-players": "3", "option-first": "1"}
        form |= {"seat-1": "bot:prospector", "seat-2": "bot:cautious", "seat-3": "bot:greedy"}
        answer = self.http.post("/new", data=form)
        if answer.status_code != 303:
            raise RuntimeError(f"no table was opened: {answer.status_code} {answer.text[:500]}")
        return answer.headers["location"].rpartition("/")[2]

    def watches(self, tables: list[str], over: threading.Event) -> None:
        """Follow all tables, and fetch whatever part has changed, as the page does."""
        versions: dict[str, str] = {}
        address = f"/live?watch={','.join(tables)}"
        with contextlib.suppress(httpx.HTTPError), self.http.stream("GET", address) as stream:
            for line in stream.iter_lines():
                if over.is_set():
                    return
                found = re.search(r'"id": "([^"]+)"', line)
                if found is None:
                    continue
                table = found[1]
                since = versions.get(table, "")
                part = self.http.get(f"/table/{table}/part?since={since}")
                versions[table] = part.headers.get("x-version", since)
                self.parts += 1


def watched(pid: int, address: str) -> tuple[float, int, int]:
    """The peak of resident memory in MB while bots play and viewers read, and what they read."""
    owners = [Visitor(address) for _ in range(TABLES)]
    tables = [owner.opens_table() for owner in owners]
    viewers = [Visitor(address) for _ in range(VIEWERS)]
    over = threading.Event()
    threads = [
        threading.Thread(target=viewer.watches, args=(tables, over), daemon=True)
        for viewer in viewers
    ]
    for thread in threads:
        thread.start()
    ends = time.monotonic() + WATCHED_SECONDS
    peak = 0.0
    while time.monotonic() < ends:
        peak = max(peak, resident(pid))
        time.sleep(0.1)
    over.set()
    parts = sum(viewer.parts for viewer in viewers)
    if parts < VIEWERS * len(tables):
        raise RuntimeError(f"the viewers read only {parts} updates")
    return peak, parts, len(tables)


def resident(pid: int) -> float:
    """Resident memory of one process in MB; its workers are processes of their own."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0
