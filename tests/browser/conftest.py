"""A server of its own process and people in real browsers, whose every complaint fails a test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import Person
from tests.browser.server import Server

ELSEWHERE = "goldfield.test"
"""Another name for this machine: browsers trust plain http there as little as in a network."""
FLAGS = [
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str:
    """The program to drive: GOLDFIELD_CHROMIUM, or what is installed; empty if nothing is."""
    names = (os.environ.get("GOLDFIELD_CHROMIUM", ""), "chromium", "chromium-browser")
    return next((path for name in names if name and (path := shutil.which(name))), "")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser these tests are left out, in so many words; in CI that is a failure."""
    if chromium() or os.environ.get("GOLDFIELD_REQUIRE_BROWSER", "") not in ("", "0"):
        return
    reason = "Chromium is not installed, so the tests in a real browser are left out."
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=reason))


# Not for the session: Playwright's event loop would stay in the way of every test that follows.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = chromium()
    assert path, "Chromium is required here (GOLDFIELD_REQUIRE_BROWSER) and not installed."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests that do not stop it; each opens tables of its own."""
    server = Server(tmp_path_factory.mktemp("server") / "goldfield.sqlite3")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop and start again."""
    server = Server(tmp_path / "goldfield.sqlite3")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="package")
def placed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Servers at which all tables of a game begin at a given position; one for each position."""
    made: dict[str, Server] = {}

    def server(game: str, options: dict[str, object], position: str) -> Server:
        key = f"{game} {options} {position}"
        if key not in made:
            database = tmp_path_factory.mktemp("placed") / "goldfield.sqlite3"
            made[key] = Server(database, positions={game: (options, position)})
            made[key].start()
        return made[key]

    yield server
    for one in made.values():
        one.stop()


@pytest.fixture
def people(browser: Browser) -> Iterator[Callable[..., Person]]:
    """Makes people, each with a browser profile of their own; checks that no page complained."""
    made: list[Person] = []

    def person(server: Server, **options: object) -> Person:
        made.append(Person(browser, server.url, **options))
        return made[-1]

    yield person
    complaints = [complaint for one in made for complaint in one.complaints]
    for one in made:
        one.leave()
    assert not complaints
