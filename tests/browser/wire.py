"""A way to a server on which things go wrong: connections die in silence, streams are held back."""

from __future__ import annotations

import contextlib
import socket
import threading

STREAM = b"GET /live?"


class Wire:
    """Passes everything on to a server, for as long as it is well."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.holds_streams = False
        """Nothing that is said on a stream arrives."""
        self.streams = 0
        """How many streams were asked for."""
        self._dead: set[int] = set()
        self._pairs: dict[int, tuple[socket.socket, socket.socket]] = {}
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """From now on nothing passes on any connection there is, and neither end is told."""
        self._dead |= set(self._pairs)

    def close(self) -> None:
        """Take it down."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for pair in list(self._pairs.values()):
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()

    def _accept(self) -> None:
        number = 0
        with contextlib.suppress(OSError):
            while True:
                number += 1
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._port))
                self._pairs[number] = near, far
                for source, goal in ((near, far), (far, near)):
                    threading.Thread(
                        target=self._pass, args=(number, source, goal), daemon=True
                    ).start()

    def _pass(self, number: int, source: socket.socket, goal: socket.socket) -> None:
        near, _ = self._pairs[number]
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if source is near and data.startswith(STREAM):
                    self.streams += 1
                    if self.holds_streams:
                        self._dead.add(number)
                if number not in self._dead:
                    goal.sendall(data)
            if number not in self._dead:
                goal.shutdown(socket.SHUT_WR)
