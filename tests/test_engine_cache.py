"""The folder of compiled code: never stale, never in the way, whatever is wrong with the disk."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from goldfield.engine import cache
from goldfield.engine.cache import FORMAT, CompiledFolder, prune, source_files, source_hash
from goldfield.engine.compiler import compiled, fingerprint

ROOT = Path(__file__).parents[1]

RUN = textwrap.dedent("""
    import json, sys
    import goldfield
    from goldfield.engine import playouts
    game = goldfield.load("mygames.smallgame")
    run = playouts.playouts(game, 200, seed=1, threads=1)
    chunk = playouts._compiled_chunk(game.package, game.room)
    print(json.dumps({
        "steps": run.steps,
        "reused": sum(chunk._cache_hits.values()),
        "compiled": sum(chunk._cache_misses.values()),
    }))
""")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A copy of Goldfield, and outside it a small game with its goal in a module of its own."""
    sources = ROOT / "src/goldfield"
    for path in sources.rglob("*.py"):
        copy = tmp_path / "goldfield" / path.relative_to(sources)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    copy_game(tmp_path / "one")
    return tmp_path


def copy_game(place: Path) -> None:
    package = place / "mygames/smallgame"
    package.mkdir(parents=True)
    (place / "mygames/__init__.py").write_text('"""Games of one\'s own."""\n')
    (package / "__init__.py").write_text('"""A small game."""\n')
    for room in ("rules", "notation"):
        text = (ROOT / "tests/games/pig" / f"{room}.py").read_text()
        text = text.replace("tests.games.pig", "mygames.smallgame")
        (package / f"{room}.py").write_text(text)
    rules = package / "rules.py"
    text = rules.read_text()
    assert "max(s.scores) >= setup.goal" in text
    text = text.replace("max(s.scores) >= setup.goal", "max(s.scores) >= GOAL")
    rules.write_text(
        text.replace(
            "from goldfield.words", "from mygames.smallgame.goal import GOAL\nfrom goldfield.words"
        )
    )
    (package / "goal.py").write_text("GOAL = 50\n")


def play(home: Path, version: str = "one", root: Path | None = None) -> dict[str, int]:
    environment = {
        **os.environ,
        "XDG_CACHE_HOME": str(root or home / "cache"),
        "PYTHONPATH": os.pathsep.join((str(home), str(home / version))),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", RUN], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    found: dict[str, int] = json.loads(done.stdout)
    return found


def test_a_changed_constant_in_another_module_counts_at_once(home: Path) -> None:
    first = play(home)
    assert (first["compiled"], first["reused"]) == (1, 0)
    again = play(home)
    assert (again["compiled"], again["reused"]) == (0, 1)
    assert again["steps"] == first["steps"]

    goal = home / "one/mygames/smallgame/goal.py"
    before = goal.stat()
    goal.write_text("GOAL = 90\n")
    # Same size and same time stamp: what a cache that looks at these would miss.
    os.utime(goal, ns=(before.st_atime_ns, before.st_mtime_ns))
    changed = play(home)
    assert changed["reused"] == 0
    assert changed["steps"] > first["steps"] * 1.4

    goal.write_text("GOAL = 50\n")
    assert play(home) == again


def test_two_versions_side_by_side_do_not_disturb_each_other(home: Path) -> None:
    copy_game(home / "two")
    (home / "two/mygames/smallgame/goal.py").write_text("GOAL = 90\n")
    first, second = play(home, "one"), play(home, "two")
    assert first["steps"] != second["steps"]
    for _ in range(2):
        for version, expected in (("one", first), ("two", second)):
            again = play(home, version)
            assert (again["steps"], again["reused"]) == (expected["steps"], 1)


def spoil_everything(path: Path) -> None:
    path.write_bytes(os.urandom(path.stat().st_size))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def flip_a_bit(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def whole_but_nonsense(path: Path) -> None:
    body = b"not what numba stored"
    path.write_bytes(FORMAT + hashlib.sha256(body).digest() + body)


def a_folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    "damage", [spoil_everything, cut, flip_a_bit, empty, whole_but_nonsense, a_folder_instead]
)
def test_damaged_files_are_compiled_again(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    def tripled(x):
        return 3 * x

    folder = CompiledFolder(("tests",), tmp_path)
    for hits in (0, 1):
        fast = compiled(tripled, folder)
        assert fast(14) == 42
        assert sum(fast._cache_hits.values()) == hits
    assert folder.path is not None
    (file,) = folder.path.iterdir()
    damage(file)
    fast = compiled(tripled, folder)
    assert fast(14) == 42
    assert sum(fast._cache_hits.values()) == 0


@pytest.mark.parametrize("root", ["/dev/null", "/proc/nowhere", "a file"])
def test_an_unusable_cache_only_costs_a_compilation(tmp_path: Path, root: str) -> None:
    place = Path(root)
    if root == "a file":
        place = tmp_path / "file"
        place.write_text("where the folder should be")

    def tripled(x):
        return 3 * x

    folder = CompiledFolder(("tests",), place)
    assert folder.path is None
    assert compiled(tripled, folder)(14) == 42
    assert [path.name for path in tmp_path.iterdir()] == ["file"] * (root == "a file")


def test_a_whole_program_with_a_folder_that_may_not_be_written(home: Path) -> None:
    """For an ordinary person; root may write everywhere, so for root it is a file."""
    root = home / "cache"
    if os.geteuid() == 0:
        root.write_text("")
    else:
        root.mkdir(mode=0o555)
    first = play(home, root=root)
    assert (first["compiled"], first["reused"]) == (1, 0)
    assert play(home, root=root) == first


def test_a_full_disk_keeps_nothing_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = CompiledFolder(("goldfield",), tmp_path)
    folder.store("whole", b"body")
    assert folder.path is not None

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    folder.store("half", b"body")
    assert folder.load("half") is None
    assert folder.load("whole") == b"body"
    assert [path.name for path in folder.path.iterdir()] == ["whole"]


def test_a_folder_removed_while_in_use_is_made_again(tmp_path: Path) -> None:
    folder = CompiledFolder(("goldfield",), tmp_path)
    assert folder.path is not None
    shutil.rmtree(folder.path)
    assert folder.load("code") is None
    folder.store("code", b"body")
    assert folder.load("code") == b"body"


def test_old_folders_are_pruned(tmp_path: Path) -> None:
    now = time.time()
    for age in range(20):
        folder = tmp_path / f"{age:02}"
        folder.mkdir()
        (folder / "code").write_bytes(b"x")
        os.utime(folder, (now - 3600 * age, now - 3600 * age))
    kept = tmp_path / "19"
    prune(tmp_path, keep=kept)
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == [f"{age:02}" for age in range(cache.KEPT_FOLDERS - 1)] + ["19"]
    month_ago = now - cache.KEPT_SECONDS - 60
    os.utime(tmp_path / "03", (month_ago, month_ago))
    prune(tmp_path, keep=kept)
    assert not (tmp_path / "03").exists()
    assert len(list(tmp_path.iterdir())) == len(left) - 1


def test_using_a_folder_keeps_it_young(tmp_path: Path) -> None:
    folder = CompiledFolder(("goldfield",), tmp_path)
    assert folder.path is not None
    os.utime(folder.path, (0, 0))
    CompiledFolder(("goldfield",), tmp_path)
    assert folder.path.stat().st_mtime > 10**9


def test_the_folder_depends_on_every_compiled_source(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {path.name for path in source_files("goldfield")}
    assert {"rng.py", "rule.py", "rules.py", "compiler.py", "bots.py"} <= names
    monkeypatch.syspath_prepend(str(home / "one"))
    assert {path.name for path in source_files("mygames.smallgame")} == {
        "__init__.py",
        "goal.py",
        "notation.py",
        "rules.py",
    }
    assert source_hash(["goldfield"]) != source_hash(["goldfield", "mygames.smallgame"])
    before = source_hash(["mygames.smallgame"])
    (home / "one/mygames/smallgame/new.py").write_text("")
    assert source_hash(["mygames.smallgame"]) != before


STEP = 3
TABLE = (1, 2, 3)


def helper(x: int) -> int:
    return x + STEP


def driver(x: int) -> int:
    return helper(x) * TABLE[1]


def test_the_fingerprint_sees_what_sources_cannot_show(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(driver)
    assert fingerprint(driver) == before
    monkeypatch.setattr(sys.modules[__name__], "STEP", 4)
    after = fingerprint(driver)
    assert after != before
    monkeypatch.setattr(sys.modules[__name__], "TABLE", (1, 5, 3))
    assert fingerprint(driver) not in (before, after)
    monkeypatch.setattr(sys.modules[__name__], "helper", lambda x: x - STEP)
    assert len({before, after, fingerprint(driver)}) == 3


def test_a_constant_replaced_at_run_time_is_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make() -> Callable[[int], int]:
        def shifted(x):
            return x + STEP

        return shifted

    folder = CompiledFolder(("tests",), tmp_path)
    assert compiled(make(), folder)(1) == 4
    monkeypatch.setattr(sys.modules[__name__], "STEP", 10)
    assert compiled(make(), folder)(1) == 11


def test_the_server_side_of_a_game_imports_no_compiler() -> None:
    code = (
        "import sys, goldfield, goldfield.bots, goldfield.games.gold_nuggets.statistics;"
        "import goldfield.games.gold_nuggets.bots, goldfield.engine;"
        "assert not {'numba', 'numpy', 'llvmlite'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
