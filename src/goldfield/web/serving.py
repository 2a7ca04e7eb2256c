"""Starting and stopping a server: a free port, a browser that opens, a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import structlog
import uvicorn

from goldfield.match.refused import Refused
from goldfield.store.sql import open_store
from goldfield.web import CannotServe
from goldfield.web.app import create_app
from goldfield.web.house import House
from goldfield.web.settings import Settings, from_environment

PORT = 8000
"""The port that is tried first."""
TRIED = 20
"""How many ports from there on are tried."""
LAST_SECONDS = 3
"""Seconds that requests under way are given once the server is asked to stop."""


PROBES = {
    socket.AF_INET: ("198.51.100.1", "224.0.0.251"),
    socket.AF_INET6: ("2001:db8::1", "ff02::fb"),
}
"""Addresses for documentation and for everybody nearby: asking for the way there sends nothing."""


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
            address, *others = self._addresses
            lines = [f"Goldfield is at {address} (Ctrl-C stops it)"]
            lines += [f"and at {other} for this computer alone" for other in others]
            print("\n".join(lines), flush=True)
            if self._browser:
                # Some browsers' launchers do not return before the browser is closed.
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let every stream say good-bye, then end as usual."""
        app = self.config.app
        house: House | None = getattr(getattr(app, "state", None), "house", None)
        if house is not None:
            house.stop()
        await super().shutdown(sockets)

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
            opens at an address that they can use as well.
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
        addresses = tuple(f"http://{shown}:{number}/" for shown in _shown_hosts(host))
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
    config = uvicorn.Config(
        create_app(settings, store=store),
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
        listener.listen(2048)
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


def _shown_hosts(host: str) -> list[str]:
    """What to call this machine, first as others can: the page makes its links of that."""
    if host not in ("0.0.0.0", "::", ""):
        return [f"[{host}]" if ":" in host else host]
    found = _nearby(socket.AF_INET)
    if not found and host == "::":
        found = _nearby(socket.AF_INET6)
    if not found:
        return ["localhost"]
    return [f"[{found}]" if ":" in found else found, "localhost"]


def _nearby(family: socket.AddressFamily) -> str:
    """The address of this machine in the network around it, empty where there is none."""
    for target in PROBES[family]:
        with (
            contextlib.suppress(OSError),
            socket.socket(family, socket.SOCK_DGRAM) as probe,
        ):
            probe.connect((target, 9))
            address = str(probe.getsockname()[0])
            if not ipaddress.ip_address(address.partition("%")[0]).is_loopback:
                return address
    return ""


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
