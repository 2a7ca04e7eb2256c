"""One server for the tests of a module; each test opens tables of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from tests.web.server import Running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(tmp_path_factory.mktemp("server") / "goldfield.sqlite3").start()
    yield server
    server.stop()


@pytest.fixture
def running(server: Running) -> Iterator[Running]:
    yield server
    server.see_off()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "goldfield.sqlite3"


@pytest.fixture(scope="session", autouse=True)
def plain_log() -> None:
    """Logged errors without the values of all variables around them."""
    structlog.configure(
        processors=[
            structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        ]
    )
