"""Starting and stopping a server: a free port, a browser that opens, a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

import structlog
import uvicorn
from starlette.types import Scope

from goldfield.match.refused import Refused
from goldfield.store.sql import open_store
from goldfield.web import CannotServe
from goldfield.web.addresses import ANYWHERE, is_here_only, shown_hosts
from goldfield.web.app import create_app
from goldfield.web.connections import BACKLOG, Connection, room_for_connections
from goldfield.web.house import House
from goldfield.web.settings import Settings, from_environment

PORT = 8000
"""The port that is tried first."""
TRIED = 20
"""How many ports from there on are tried."""
LAST_SECONDS = 3
"""Seconds that requests under way are given once the server is asked to stop."""
UNREAD_SECONDS = 1.0
"""Seconds that a closed connection is then given to take what was written to it."""
PACE = 0.05
"""Seconds between two looks at the connections that are left then."""


class Server(uvicorn.Server):
    """Ends streams first, so that open pages never hold up the end."""

    def __init__(self, config: uvicorn.Config, addresses: tuple[str, ...], browser: bool) -> None:
        super().__init__(config)
        self._addresses = addresses
        self._browser = browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Say where the server is as soon as it listens."""
        await super().startup(sockets)
        if self.started:
            if house := self._house:
                house.hub.hang_up = self._hang_up
            address, *others = self._addresses
            lines = [f"Goldfield is at {address} (Ctrl-C stops it)"]
            lines += [f"and at {other} {_where(other)}" for other in others]
            print("\n".join(lines), flush=True)
            if self._browser:
                # Some browsers' launchers do not return before the browser is closed.
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let every stream say good-bye, then end as usual."""
        if house := self._house:
            house.stop()
        late = asyncio.create_task(self._dismiss())
        try:
            await super().shutdown(sockets)
        finally:
            late.cancel()
        if self.force_exit:
            # Nobody is waited for, but what is under way in the store ends properly all the same.
            await self.lifespan.shutdown()

    async def _dismiss(self) -> None:
        """Close what was accepted in the last moment: uvicorn closes only what is there when the
        end begins, and would wait for the others until its time is up. Nor is a reader waited for
        who takes nothing."""
        closing: dict[asyncio.Transport, int] = {}
        while True:
            for connection in list(self.server_state.connections):
                transport = connection.transport
                if not transport.is_closing():
                    connection.shutdown()
                    continue
                closing[transport] = closing.get(transport, 0) + 1
                if closing[transport] * PACE > UNREAD_SECONDS:
                    transport.abort()
            await asyncio.sleep(PACE)

    @property
    def _house(self) -> House | None:
        return getattr(getattr(self.config.app, "state", None), "house", None)

    def _hang_up(self, scope: Scope) -> None:
        """Drop the connection of a request, and what was written to it and not taken."""
        for connection in list(self.server_state.connections):
            if getattr(connection, "scope", None) is scope:
                connection.transport.abort()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C and SIGTERM ask for the end; a second one does not wait for anybody."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def ask(number: int, frame: FrameType | None) -> None:
            if self.should_exit:
                self.force_exit = True
            self.should_exit = True

        before = {n: signal.signal(n, ask) for n in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: Path | None = None,
    open_browser: bool = True,
) -> None:
    """Serve until Ctrl-C or SIGTERM.

    Args:
        host: The address to listen at; ``0.0.0.0`` lets others in the network come, and the page
            opens at an address that they can use as well. Links made on a page of this computer
            alone name that address, too.
        port: The port; by default the first free one from 8000 on.
        database: The SQLite file; by default one in the user's data folder.
        open_browser: Whether to open the page, where there is somebody to see it.

    Raises:
        CannotServe: when the port is taken or the database cannot be opened; says why.
    """
    try:
        settings = from_environment(database)
    except ValueError as error:
        raise CannotServe(str(error)) from None
    _set_up_log()
    with _listening(host, port) as listener:
        number = listener.getsockname()[1]
        addresses = tuple(f"http://{shown}:{number}/" for shown in shown_hosts(host))
        if host in ANYWHERE and len(addresses) == 1:
            print("No network was found here, so nobody else can come in yet.", flush=True)
        if settings.url:
            addresses = (f"{settings.url}/", *addresses)
        elif len(addresses) > 1:
            settings = replace(settings, nearby=addresses[0].rstrip("/"))
        asyncio.run(_run(settings, listener, addresses, open_browser and _somebody_looks()))


async def _run(
    settings: Settings, listener: socket.socket, addresses: tuple[str, ...], browser: bool
) -> None:
    try:
        store = await open_store(settings.database)
    except Refused as refused:
        raise CannotServe(str(refused.message)) from None
    # Requests do not wait long for a thread that replays a record or takes a form apart.
    sys.setswitchinterval(0.001)
    Connection.most = room_for_connections()
    config = uvicorn.Config(
        create_app(settings, store=store),
        http=Connection,
        backlog=BACKLOG,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=LAST_SECONDS,
        timeout_keep_alive=65,
    )
    await Server(config, addresses, browser).serve(sockets=[listener])


@contextlib.contextmanager
def _listening(host: str, port: int | None) -> Iterator[socket.socket]:
    """A listening socket, on the port asked for or on the first free one."""
    wanted = range(PORT, PORT + TRIED) if port is None else (port,)
    for number in wanted:
        try:
            listener = _bound(host, number)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and number != wanted[-1]:
                continue
            raise CannotServe(_why_not(host, number, port, error)) from None
        with listener:
            yield listener
        return


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
        listener.setblocking(False)
    except BaseException:
        listener.close()
        raise
    return listener


def _why_not(host: str, number: int, port: int | None, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE and port is None:
        return f"Ports {PORT} to {PORT + TRIED - 1} are all in use. Name another with --port."
    if error.errno == errno.EADDRINUSE:
        return f"Port {number} is in use. Name another, or none to take the next free one."
    if error.errno == errno.EACCES:
        return f"Port {number} may not be used by you. Take one from 1024 on."
    return f"{host}:{number} cannot be listened at: {error.strerror}."


def _where(address: str) -> str:
    """What an address is good for that is not the one to open."""
    host = (urlsplit(address).hostname or "").lower()
    return "for this computer alone" if is_here_only(host) else "in another network of yours"


def _somebody_looks() -> bool:
    """Whether a person with a screen started this."""
    if not sys.stdout.isatty():
        return False
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def _set_up_log() -> None:
    """Warnings and errors to standard error, without the values of variables: no seed, no token."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    # What a sender did wrong is said to the sender.
    logging.getLogger("python_multipart").setLevel(logging.ERROR)
