"""The order of the tests, quick ones first, and the signals that they can count on."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.command_line import Run, runner

LAST = ("slow", "kill", "browser")
"""Marks, the heaviest last."""

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would every program
# that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def data_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What tests solve is kept for the session, not beside what is yours."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in this process, with given lines on standard input."""
    return runner(capsys, monkeypatch)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: max((LAST.index(m.name) + 1 for m in marks(item)), default=0))


def marks(item: pytest.Item) -> list[pytest.Mark]:
    """The marks of a test that move it towards the end."""
    return [mark for mark in item.iter_markers() if mark.name in LAST]
