"""The command as a process: exit statuses, Ctrl-C, broken pipes, a keyboard, a quick start."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import goldfield

COMMAND = [sys.executable, "-c", "import sys; from goldfield.cli import main; sys.exit(main())"]
PATIENCE = 120.0
"""Seconds that a loaded machine may take for anything here."""


class Terminal:
    """A command with a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self._keys, theirs = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "50"}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)
        self.shown = ""
        self.raw = ""

    def type(self, line: str) -> None:
        os.write(self._keys, line.encode())

    def read_until(self, pattern: str) -> str:
        """What appeared up to a match of the pattern, without colours."""
        begin = len(self.shown)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if re.search(pattern, self.shown[begin:]):
                return self.shown[begin:]
            if not select.select([self._keys], [], [], 0.2)[0]:
                continue
            try:
                read = os.read(self._keys, 65536).decode(errors="replace")
            except OSError:  # the other end is closed
                break
            self.raw += read
            self.shown += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", read).replace("\r", "")
        self.process.kill()
        self.process.wait()
        raise AssertionError(f"{pattern!r} did not appear in: {self.shown[begin:]!r}")

    @property
    def in_reach(self) -> str:
        """What is on the screen or can be scrolled back to: all since both were last emptied."""
        return self.raw.rpartition("\x1b[2J\x1b[3J")[2]

    def end(self) -> int:
        """Wait for the end; the exit status."""
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            os.close(self._keys)


def test_a_whole_game_at_a_keyboard(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = Terminal("play", "gold_nuggets", "--bots", "cautious", "--preset", "family")
    shown = terminal.read_until(r"\n> ")
    assert "Fair dice" in shown
    while "leaves: " not in shown:
        collect = re.search(r"(#\d+) +(collect|end) ", shown)
        keeps = re.findall(r"(#\d+) +keep ", shown)
        if collect:
            terminal.type(f"{collect[1]}\n")
        elif keeps:
            terminal.type(f"{keeps[-1]}\n")
        else:
            terminal.type("?\n" if "Which dice" in shown or "Three lassos!" in shown else "#1\n")
        shown = terminal.read_until(r"\n> |leaves: ")
    assert re.search(r"won\.|share the win\.", shown)
    terminal.type(f"save {file}\n")
    terminal.read_until(r"The record is in (.|\n)*leaves: ")
    terminal.type("\n")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.shown
    checked = subprocess.run([*COMMAND, "verify", file], capture_output=True, text=True)
    assert checked.returncode == 0
    assert checked.stdout.startswith("True: ")
    told = json.loads(file.read_text())
    assert told["options"]["pairs"] is True
    told["moves"][0]["text"] = "GGGGGGG"
    file.write_text(json.dumps(told))
    checked = subprocess.run([*COMMAND, "verify", file], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (1, "")


def test_pirates_share_a_keyboard(tmp_path: Path) -> None:
    """A whole game of two people, with a move taken back and one that is refused on the way."""
    file = tmp_path / "game.json"
    deck = ["--deck", "1x1:c 1x1:d 1x2:cd 1x2:fish", "--commit"]
    terminal = Terminal(
        "play", "moje_zlato", "--names", "Ann,Ben", "--record", str(file), "--seed", "1", *deck
    )
    shown = terminal.read_until(r"(Ann|Ben)> ")
    terminal.type("load ddd\n")
    assert "(MZ" in terminal.read_until("Ann> ")
    terminal.type("help bones\n")
    shown = terminal.read_until(r"nobody can take them(.|\n)*Ann> ")
    taken_back = False
    while "leaves: " not in shown:
        terminal.type("?\n")
        listed = terminal.read_until(r"(Ann|Ben)> ")
        moves = re.findall(r"^#\d+ +([a-z].*?)(?:  .*)?$", listed, re.MULTILINE)
        assert moves, listed
        laid = next((move for move in moves if move.startswith("lock")), "")
        if laid and not taken_back:
            terminal.type(f"{laid}\n")
            terminal.read_until(r"(laid|opened)(.|\n)*(Ann|Ben)> ")
            terminal.type("undo\n")
            taken_back = "Taken back" in terminal.read_until(r"(Ann|Ben)> ")
        if moves[0] == "stand" and len(moves) > 1 and not moves[1].startswith("lock"):
            terminal.type(f"{moves[1]}\n")
        else:
            terminal.type(f"{moves[0]}\n")
        shown = terminal.read_until(r"\n(Ann|Ben)> |leaves: ")
    assert re.search(r"won\.|share the win\.", shown)
    assert "this is the last turn" in terminal.shown
    terminal.type("\n")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.shown
    assert taken_back
    checked = subprocess.run([*COMMAND, "verify", file], capture_output=True, text=True)
    assert checked.stdout.startswith("True: ")


def test_passing_for_good_is_asked_about_at_a_keyboard() -> None:
    """Once more, with what it means; moves that are piped in are made as they come."""
    terminal = Terminal("play", "nuggets", "--bots", "random", "--seed", "4", "--first", "1")
    terminal.read_until(r"\n> ")
    for answer in ("n", "", "1@a1"):
        terminal.type("pass\n")
        assert "is final" in terminal.read_until("Type it again")
        terminal.type(f"{answer}\n")
        shown = terminal.read_until(r"Nothing was done\.(.|\n)*\n> ")
        assert ("put a chip worth 1 on a1" in shown) == (answer == "1@a1")
    terminal.type("pass\n")
    assert "with 15 chips in hand" in " ".join(terminal.read_until("Type it again").split())
    terminal.type("pass\n")
    terminal.read_until(r"You passed, for good, with 15 chips")
    terminal.process.kill()
    terminal.end()
    piped = subprocess.run(
        [*COMMAND, "play", "nuggets", "--bots", "random", "--seed", "4", "--first", "1"],
        input="pass\n",
        capture_output=True,
        text=True,
    )
    assert "is final" not in piped.stdout
    assert "You passed, for good, with 16 chips" in piped.stdout


@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 0)])
def test_ctrl_c_and_ctrl_d_leave_the_table(tmp_path: Path, key: str, status: int) -> None:
    file = tmp_path / "game.json"
    terminal = Terminal("play", "gold_nuggets", "--bots", "random", "--record", str(file))
    terminal.read_until(r"\n> ")
    if key == "\x03":
        # A signal between the prompt and the wait for a key is only noticed with the next one.
        time.sleep(0.5)
        terminal.process.send_signal(signal.SIGINT)
    else:
        terminal.type(key)
    terminal.read_until("Good-bye")
    assert terminal.end() == status
    assert "Traceback" not in terminal.shown
    assert json.loads(file.read_text())["seed"]


def test_the_tab_key_completes_moves() -> None:
    terminal = Terminal("play", "gold_nuggets", "--bots", "random")
    terminal.read_until(r"\n> ")
    terminal.type("sta\t\n")
    assert "keep 1 run=1" in terminal.read_until(r"supply=77 piles=0,0\n")
    terminal.type("quit\n")
    assert terminal.end() == 0


def test_simulate_prints_clean_json() -> None:
    arguments = ["simulate", "gold_nuggets", "--players", "3", "--games", "300", "--seed", "7"]
    bots = ["--bots", "cautious,greedy,random"]
    told = [
        subprocess.run([*COMMAND, *arguments, *bots, *more, "--json"], capture_output=True)
        for more in ([], ["--threads", "1"])
    ]
    assert [run.returncode for run in told] == [0, 0]
    assert [run.stderr for run in told] == [b"", b""]
    assert told[0].stdout == told[1].stdout
    result = json.loads(told[0].stdout)
    assert result["games"] == 300
    assert [seat["bot"] for seat in result["seats"]] == ["cautious", "greedy", "random"]
    assert sum(seat["share"] for seat in result["seats"]) == pytest.approx(1)
    shown = subprocess.run([*COMMAND, *arguments, *bots], capture_output=True, text=True)
    assert shown.returncode == 0
    assert f"{result['seats'][0]['share']:.2%}" in shown.stdout
    assert f"{result['figures']['bust_rate']:.2%}" in shown.stdout
    assert "300 games with seed 7" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_simulate_draws_a_plot(tmp_path: Path) -> None:
    file = tmp_path / "out.svg"
    run = subprocess.run(
        [*COMMAND, "simulate", "gold_nuggets", "--games", "50", "--plot", file],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0
    assert file.read_text().startswith("<?xml")
    assert run.stderr == f"Drawn into {file}.\n"


def test_ctrl_c_gives_the_result_so_far() -> None:
    terminal = Terminal(
        "simulate", "gold_nuggets", "--games", "1000000000", "--bots", "random", "--seed", "7"
    )
    terminal.read_until(r"Compiling, kept for next time .* 0 / 1,000,000,000 +0:\d\d:\d\d")
    terminal.read_until(r"[1-9][0-9,]* / 1,000,000,000")
    terminal.process.send_signal(signal.SIGINT)
    shown = terminal.read_until(r"were asked for\.")
    assert "Interrupted: 1,000,000,000 games were asked for." in shown
    assert re.search(r"Wins +\d+\.\d\d% +\d+\.\d\d%", shown)
    assert terminal.end() == 130
    assert "Traceback" not in terminal.shown


@pytest.mark.parametrize(
    "arguments", [["games"], ["play", "gold_nuggets", "--help"], ["play", "gold_nuggets"]]
)
def test_a_broken_pipe_is_no_complaint(arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    run = subprocess.run(
        [*COMMAND, *arguments], stdin=subprocess.DEVNULL, stdout=write, stderr=subprocess.PIPE
    )
    os.close(write)
    assert run.stderr == b""
    assert run.returncode in (0, 1)


def test_rules_longer_than_the_screen_are_read_in_a_pager(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "sed s/^/PAGED/")
    terminal = Terminal("play", "gold_nuggets", "--bots", "random")
    terminal.read_until("> ")
    terminal.type("help\n")
    assert "PAGEDWhat it is about" in terminal.read_until("after all seven: end the turn(.|\n)*> ")
    terminal.type("help who begins\n")
    assert "PAGED" not in terminal.read_until("Play goes clockwise(.|\n)*> ")
    terminal.type("quit\n")
    assert terminal.end() == 0


@pytest.mark.parametrize("game", goldfield.games())
def test_a_terminal_without_unicode(game: str) -> None:
    run = subprocess.run(
        [*COMMAND, "play", game, "--names", "Žofie"],
        input=b"?\nhelp\nquit\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert run.returncode == 0
    assert run.stderr == b""
    assert run.stdout.isascii()
    assert re.search(rb"[.+]---[.+]", run.stdout)


def test_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "soon-gone"
    folder.mkdir()
    terminal = Terminal("play", "gold_nuggets", "--record", str(folder / "game.json"))
    terminal.read_until("> ")
    folder.rmdir()
    terminal.type("quit\n")
    terminal.read_until(r"goldfield: [^:]*/game.json: there is no such file or folder\.")
    assert terminal.end() == 2
    assert "Traceback" not in terminal.shown


HEAVY = ("numba", "numpy", "sqlalchemy", "starlette", "matplotlib", "uvicorn", "asyncio")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["games"],
        ["play", "gold_nuggets", "--bots", "greedy"],
        ["verify", "nothing.json"],
    ],
)
def test_a_command_loads_only_what_it_needs(arguments: list[str]) -> None:
    program = (
        "import sys; from goldfield.cli import main; status = main(); "
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert run.stdout.splitlines()[-1] == "[]"


def test_python_m_goldfield_is_the_command() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "goldfield", "--version"], capture_output=True, text=True
    )
    assert (run.returncode, run.stdout) == (0, f"goldfield {goldfield.__version__}\n")
