"""A command whose surroundings are odd: streams that are closed or full, files that are none."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from goldfield.match.verify import verify_text
from goldfield.store.database import make_private
from goldfield.web.settings import from_environment

COMMAND = [sys.executable, "-c", "import sys; from goldfield.cli import main; sys.exit(main())"]


def started_without(numbers: Sequence[int], *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command that was started with some of its standard streams closed."""
    closed = " ".join({0: "<&-", 1: ">&-", 2: "2>&-"}[number] for number in numbers)
    line = ["sh", "-c", f'exec "$@" {closed}', "sh", *COMMAND, *arguments]
    return subprocess.run(line, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("numbers", [(0,), (1,), (2,), (0, 1, 2)])
def test_closed_streams_are_no_defect(numbers: tuple[int, ...]) -> None:
    done = started_without(numbers, "games")
    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == (1 not in numbers)


def test_nothing_comes_from_a_closed_keyboard() -> None:
    assert started_without((0,), "play", "gold_nuggets", "--bots", "cautious").returncode == 0
    done = started_without((0,), "verify", "-")
    assert (done.returncode, done.stdout) == (2, "")
    assert "not JSON" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_full_output_is_a_sentence_without_a_file() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, "games"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (2, "goldfield: the disk is full.\n")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no such file here")
def test_a_file_that_cannot_be_read_is_named() -> None:
    done = started_without((), "verify", "/proc/self/mem")
    assert done.returncode == 2
    assert done.stderr.startswith("goldfield: /proc/self/mem: ")


def test_a_record_that_an_editor_has_marked_is_read() -> None:
    """Some write a byte order mark before all that they keep."""
    for text in (b"\xef\xbb\xbf{}", "\ufeff{}"):
        assert "The field format is missing." in str(verify_text(text).summary)


@pytest.mark.parametrize("games", ["os", "os.path", "nuggets,no.such.game", "goldfield.cli", "a b"])
def test_games_that_are_none_are_named_at_the_start(games: str) -> None:
    with pytest.raises(ValueError, match=r"GOLDFIELD_GAMES=.* is not possible: There is no "):
        from_environment(Path("x"), {"GOLDFIELD_GAMES": games})


def test_blanks_between_games_are_nothing() -> None:
    found = from_environment(Path("x"), {"GOLDFIELD_GAMES": "tests.games.pig, tests.games.kuhn,"})
    assert found.games == ("tests.games.pig", "tests.games.kuhn")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_what_is_no_regular_file_keeps_its_rights(tmp_path: Path) -> None:
    """A device above all: whoever names one must not lock everybody out of it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pipe.chmod(0o644)
    held = os.open(pipe, os.O_RDWR)  # so that nobody waits for a reader or a writer
    os.write(held, b"SQLite format 3\0")
    try:
        with pytest.raises(OSError, match="no regular file"):
            make_private(pipe)
        assert pipe.stat().st_mode & 0o777 == 0o644
    finally:
        os.close(held)
