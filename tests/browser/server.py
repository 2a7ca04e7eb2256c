"""A Goldfield server in a process of its own, to be stopped politely or not at all politely."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path

SERVE = """
import json
import sys
from pathlib import Path
import goldfield
from goldfield.web import serve
stage = Path(sys.argv[2]).with_name("stage.json")
def beginning(name, usual):
    def start(setup):
        staged = json.loads(stage.read_text()) if stage.exists() else {}
        if name not in staged:
            return usual(setup)
        options, position = staged[name]
        return goldfield.load(name, **options).parse_state(position)
    return start
for name in goldfield.games():
    room = goldfield.load(name).room
    room.start = beginning(name, room.start)
if __name__ == "__main__":
    serve(port=int(sys.argv[1]), database=Path(sys.argv[2]), open_browser=False)
"""

Positions = Mapping[str, tuple[Mapping[str, object], str]]
"""By a game's name: options, and the position (as text) at which all tables begin."""


class Server:
    """A server on one port and one database, over any number of lives."""

    def __init__(
        self, database: Path, *, bot_delay: float = 0.0, positions: Positions | None = None
    ) -> None:
        self.database = database
        self.begin_at(positions or {})
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._script = database.with_name("serve.py")
        self._script.write_text(SERVE)
        self._environment = {**os.environ, "GOLDFIELD_BOT_DELAY": str(bot_delay)}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self._script.with_name("server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, str(self._script)),
                    *(str(self.port), str(self.database)),
                ],
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        for _ in range(600):
            try:
                with urllib.request.urlopen(self.url + "/healthz", timeout=5):
                    return
            except OSError:
                assert self._process.poll() is None, self.log()
                time.sleep(0.1)
        raise AssertionError("the server did not start:\n" + self.log())

    def begin_at(self, positions: Positions) -> None:
        """Where tables begin from now on; what was begun goes on as long as the server lives."""
        fresh = self.database.with_name("stage.tmp")
        fresh.write_text(json.dumps(positions))
        fresh.replace(self.database.with_name("stage.json"))

    def stop(self) -> None:
        """Ask it to end, as Ctrl-C does."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it and its workers with no warning at all."""
        self._end(signal.SIGKILL)

    def log(self) -> str:
        """What it said."""
        return self._script.with_name("server.log").read_text(errors="replace")

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        if how is signal.SIGKILL:
            os.killpg(self._process.pid, how)
        elif self._process.poll() is None:
            self._process.send_signal(how)
        self._process.wait(30)
        self._process = None


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
