"""Levels of a solution that is not finished, on disk: who interrupts a long solve loses one level.

Each level is a file of its own: ``MAGIC``, SHA-256 of the rest, and the rest, the level's numbers.
The folder bears the name of the file that the solution will be, and goes when that is written.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from goldfield.solutions.table import Damaged
from goldfield.words import Message, say

MAGIC = b"goldfield level 1\n"


class Levels:
    """The levels that are done. What is wrong with the disk is told, and costs only time.

    Args:
        path: The folder; it is made when the first level is kept.
        warn: Told of a damaged file, which is solved anew, and of a level that cannot be kept.
    """

    def __init__(self, path: Path, warn: Callable[[Message], None]) -> None:
        self.path = path
        self._warn = warn

    def load(self, supply: int, size: int) -> bytes | None:
        """The numbers of a level, so many bytes; None where they are not kept, or damaged."""
        path = self._file(supply)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        head = len(MAGIC) + 32
        body = data[head:]
        if data[:head] != MAGIC + hashlib.sha256(body).digest() or len(body) != size:
            self._warn(Damaged(path, say("what it holds does not match its checksum")).message)
            return None
        return body

    def store(self, supply: int, body: bytes) -> None:
        """Keep the numbers of a level: whole, or not at all."""
        temporary = None
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self.path, delete=False) as file:
                temporary = Path(file.name)
                file.write(MAGIC + hashlib.sha256(body).digest() + body)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(self._file(supply))
        except OSError as error:
            reason = say("{text}", text=error.strerror or str(error))
            self._warn(say("What is solved so far cannot be kept: {reason}.", reason=reason))
            if temporary is not None:
                with contextlib.suppress(OSError):
                    temporary.unlink(missing_ok=True)

    def remove(self) -> None:
        """Forget all levels: the solution is kept as a whole."""
        shutil.rmtree(self.path, ignore_errors=True)

    def _file(self, supply: int) -> Path:
        return self.path / f"supply-{supply:03}"
