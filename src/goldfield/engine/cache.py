"""The folder of compiled code: one per version of the sources, checked files, old ones pruned.

numba's own disk cache looks only at the file of the function it compiles, so a change in another
module would go unnoticed. Here the folder is named after a hash of everything that could matter:
the source of Goldfield and of the game's package, and the versions of Python, NumPy and numba.
Two versions that run side by side use two folders. Whatever is wrong with the disk (read-only,
full, damaged) only costs a compilation.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import platformdirs

FORMAT = b"goldfield compiled 1\n"
OWN_ROOMS = ("games", "solutions", "engine", "bots")
"""The rooms of Goldfield, beside its own modules, whose functions are compiled."""
KEPT_FOLDERS = 12
KEPT_SECONDS = 30 * 24 * 3600


def cache_root() -> Path:
    """Where the folders lie: the user's cache, ``~/.cache/goldfield/compiled`` on Linux."""
    return Path(platformdirs.user_cache_dir("goldfield", appauthor=False)) / "compiled"


def source_files(package: str) -> list[Path]:
    """The Python files of the top-level package that ``package`` lies in, in a fixed order.

    Of Goldfield itself only the rooms that can be compiled: a change in the server costs nothing.
    """
    top = package.partition(".")[0]
    spec = importlib.util.find_spec(top)
    if spec is None:
        return []
    if not spec.submodule_search_locations:
        return [Path(spec.origin)] if spec.origin else []
    files: list[Path] = []
    for folder in map(Path, spec.submodule_search_locations):
        if top == "goldfield":
            files += folder.glob("*.py")
            files += (path for room in OWN_ROOMS for path in (folder / room).rglob("*.py"))
        else:
            files += folder.rglob("*.py")
    return sorted(files)


def source_hash(packages: Iterable[str]) -> str:
    """A hash of the packages' sources and of the versions that shape compiled code."""
    digest = hashlib.sha256(FORMAT)
    versions = (sys.version, platform.machine(), version("numba"), version("numpy"))
    digest.update(repr((*versions, version("llvmlite"))).encode())
    for top in sorted({package.partition(".")[0] for package in packages}):
        for path in source_files(top):
            data = path.read_bytes()
            digest.update(f"{top} {path.name} {len(data)}\n".encode())
            digest.update(data)
    return digest.hexdigest()[:32]


class CompiledFolder:
    """The compiled code of one version of the sources. No method raises for a bad disk.

    Attributes:
        path: The folder, or None where there is no usable place; then nothing is kept.
    """

    def __init__(self, packages: Iterable[str], root: Path | None = None) -> None:
        self.path: Path | None = None
        with contextlib.suppress(OSError, RuntimeError):
            root = root or cache_root()
            folder = root / source_hash(packages)
            if folder.is_dir():
                self.path = folder
                os.utime(folder)
            else:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                self.path = folder
                prune(root, keep=folder)

    def load(self, name: str) -> bytes | None:
        """What was stored under a name, or None where it is missing or damaged."""
        if self.path is None:
            return None
        try:
            data = (self.path / name).read_bytes()
        except OSError:
            return None
        head = len(FORMAT) + 32
        body = data[head:]
        if data[:head] != FORMAT + hashlib.sha256(body).digest():
            return None
        return body

    def store(self, name: str, body: bytes) -> None:
        """Keep bytes under a name: whole, or not at all."""
        if self.path is None:
            return
        temporary = None
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.NamedTemporaryFile(dir=self.path, delete=False) as file:
                temporary = Path(file.name)
                file.write(FORMAT + hashlib.sha256(body).digest() + body)
            temporary.replace(self.path / name)
        except OSError:
            if temporary is not None:
                with contextlib.suppress(OSError):
                    temporary.unlink(missing_ok=True)


def prune(root: Path, keep: Path) -> None:
    """Remove folders that were not used for a month, and all but the dozen used last."""
    used: list[tuple[float, Path]] = []
    with contextlib.suppress(OSError):
        for folder in root.iterdir():
            if folder != keep:
                with contextlib.suppress(OSError):
                    used.append((folder.stat().st_mtime, folder))
    used.sort(reverse=True)
    oldest = time.time() - KEPT_SECONDS
    for rank, (last_use, folder) in enumerate(used):
        if rank >= KEPT_FOLDERS - 1 or last_use < oldest:
            shutil.rmtree(folder, ignore_errors=True)
