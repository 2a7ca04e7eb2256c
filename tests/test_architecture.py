"""The house keeps its order: imports run one way, and what knows one game stands in its folder."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import grimp
import pytest

import goldfield
from goldfield.games.options import options_of

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "goldfield"
MODULES = sorted(SOURCE.rglob("*.py"))
GAMES = goldfield.games()

GROUND = {"rule", "rng", "words"}
LOAD = "goldfield"
"""The package itself, for ``goldfield.load``."""
ROOMS = {
    "rule": set[str](),
    "words": set[str](),
    "rng": {"rule"},
    "games": GROUND,
    LOAD: {"games", "words"},
    "texts": {"words", LOAD},
    "solutions": {"games", *GROUND, LOAD},
    "bots": {"solutions", "games", *GROUND, LOAD},
    "engine": {"solutions", "bots", "games", *GROUND, LOAD},
    "match": {"games", *GROUND, LOAD},
    "store": {"match", "games", *GROUND, LOAD},
    "web": {"texts", "store", "match", "solutions", "bots", "games", *GROUND, LOAD},
    "cli": {
        *("web", "texts", "store", "match", "engine", "solutions", "bots", "games", LOAD),
        *GROUND,
    },
    "conformance": {"engine", "solutions", "bots", "games", *GROUND, LOAD},
    "__main__": {"cli"},
}
"""Each room with those that it may import from; ``docs/architecture.md`` shows the same."""

NO_CLOCKS = {"asyncio", "os", "pathlib", "shutil", "socket", "sqlite3", "subprocess", "tempfile"}
NO_CLOCKS |= {"threading", "multiprocessing", "concurrent", "time", "datetime", "io"}
"""Modules of disk, web, threads and clocks; the rules and a match know nothing of these."""
SEARCHING = {"bots", "planes"}
"""Rooms of a game that may use the engine, and whatever stands in the folder for them alone."""


@lru_cache(maxsize=1)
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("goldfield", include_external_packages=True, cache_dir=None)


def imports(module: str) -> set[str]:
    return graph().find_modules_directly_imported_by(module)


def modules() -> list[str]:
    return sorted(m for m in graph().modules if m.partition(".")[0] == "goldfield")


def room_of(module: str) -> str:
    """The room that a module of Goldfield stands in."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else LOAD


def game_of(module: str) -> str:
    """The game that a module belongs to, or nothing."""
    found = re.match(r"goldfield\.games\.(\w+)", module)
    return found[1] if found and found[1] in GAMES else ""


def ours(module: str) -> bool:
    return module.partition(".")[0] == "goldfield"


def rules_side(game: str) -> set[str]:
    """A game's rules and all of its modules that they, or what people see, are made with."""
    package = f"goldfield.games.{game}"
    found: set[str] = set()
    waiting = [
        m
        for m in (
            f"{package}.{room}"
            for room in ("rules", "notation", "present", "statistics", "race", "pictured")
        )
        if m in graph().modules
    ]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += [m for m in imports(module) if m.startswith(package + ".")]
    return found


def test_every_room_has_its_place() -> None:
    assert {room_of(module) for module in modules()} == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_from_the_rooms_below_it(room: str) -> None:
    for module in modules():
        game = game_of(module)
        if room_of(module) != room or (game and module not in rules_side(game)):
            continue
        for imported in filter(ours, imports(module)):
            assert room_of(imported) in ROOMS[room] | {room}, f"{module} imports {imported}"


def test_the_rooms_form_no_circle() -> None:
    """Each room stands only on rooms listed before it."""
    built: set[str] = set()
    for room, below in ROOMS.items():
        assert below <= built, f"{room} stands on {below - built}"
        built.add(room)


@pytest.mark.parametrize("game", GAMES)
def test_a_games_rules_stand_on_the_contract_alone(game: str) -> None:
    """Rules, texts and sentences import the contract, the ground and one another."""
    side = rules_side(game)
    shared = ("contract", "options", "counting", "fields", "reading", "racing")
    contract = {f"goldfield.games.{m}" for m in shared}
    ground = {f"goldfield.{m}" for m in GROUND}
    for module in side:
        for imported in imports(module):
            if ours(imported):
                assert imported in side | contract | ground, f"{module} imports {imported}"
            else:
                assert imported in sys.stdlib_module_names - NO_CLOCKS, f"{module}: {imported}"


@pytest.mark.parametrize("game", GAMES)
def test_only_the_searching_side_of_a_game_uses_the_engine(game: str) -> None:
    package = f"goldfield.games.{game}"
    side = rules_side(game)
    for module in modules():
        if not module.startswith(package + ".") or module in side:
            continue
        for imported in filter(ours, imports(module)):
            allowed = {"games", "engine", "solutions", "bots", *GROUND}
            assert room_of(imported) in allowed, f"{module} imports {imported}"
            assert game_of(imported) in ("", game), f"{module} imports {imported}"
        users = {m for m in modules() if module in imports(m)}
        inside = {m for m in users if m.startswith(package + ".") and m not in side}
        name = module.rpartition(".")[2]
        assert name in SEARCHING or inside == users != set(), f"{module} is used by {users}"


def test_nothing_imports_a_game() -> None:
    """Games are found by name; no room is written for one of them."""
    for module in modules():
        for imported in filter(ours, imports(module)):
            assert game_of(imported) in ("", game_of(module)), f"{module} imports {imported}"


@pytest.mark.parametrize("room", ["games", "match"])
def test_rules_and_matches_know_nothing_of_disk_web_threads_and_clocks(room: str) -> None:
    for module in modules():
        game = game_of(module)
        if room_of(module) == room and (not game or module in rules_side(game)):
            strange = {m for m in imports(module) if not ours(m)} - sys.stdlib_module_names
            assert not strange, f"{module} imports {strange}"
            assert not imports(module) & NO_CLOCKS, f"{module}: {imports(module) & NO_CLOCKS}"


def test_no_room_imports_what_is_private_to_another() -> None:
    """A name with an underscore belongs to its module."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("goldfield"):
                private = [a.name for a in node.names if re.match("_[a-z]", a.name)]
                assert not private, f"{path.relative_to(ROOT)} imports {private}"


def test_the_process_that_serves_pages_imports_no_compiler() -> None:
    """Every module of web, store and match, and all that pages show of every game."""
    code = """
import importlib, pkgutil, sys
import goldfield, goldfield.match, goldfield.store, goldfield.web
for room in (goldfield.match, goldfield.store, goldfield.web):
    for found in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
        if ".migrations." not in found.name:
            importlib.import_module(found.name)
for name in goldfield.games():
    game = goldfield.load(name)
    state = game.start()
    game.show(state), game.present.table(game.rules, game.setup, state, 0)
from goldfield.bots import bots_of
for name in goldfield.games():
    assert len(bots_of(goldfield.load(name))) > 1
print(*sorted({"numba", "numpy", "llvmlite", "matplotlib"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """The string constants of a module with their lines, docstrings left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        value = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
        if isinstance(value, str) and id(node) not in documents:
            yield getattr(node, "lineno", 0), value


EVERYDAY = {"look", "layout", "nuggets", "Nuggets", "perfect"}
"""Names of a game, its options or its bots that are words of every day, too."""


def own_words(game: str) -> set[str]:
    """What only one game's folder may say: its name, its options and its bots."""
    from goldfield.bots import bots_of

    loaded = goldfield.load(game)
    options = {o.name for o in options_of(loaded.room.Rules)} - {"players", "first", "extra"}
    return {game, str(loaded.room.TITLE), *options, *(set(bots_of(loaded)) - {"random"})}


@pytest.mark.parametrize("game", GAMES)
def test_what_knows_a_game_stands_in_its_folder(game: str) -> None:
    """No other room names the game, one of its options or one of its bots in its code.

    Another game may have options and bots that are called alike, and the pieces of its own. A word
    of every day counts only where it is all that a string holds, and means nothing to other games.
    """
    names = {game, str(goldfield.load(game).room.TITLE)}
    words = own_words(game)
    homes = {SOURCE / "games" / other for other in GAMES}

    def tells(path: Path, text: str) -> bool:
        if homes & set(path.parents):
            return bool(names - EVERYDAY) and bool(any_of(names - EVERYDAY).search(text))
        return text in words or bool(any_of(words - EVERYDAY).search(text))

    found = [
        f"{path.relative_to(ROOT)}:{line}: {text[:60]!r}"
        for path in MODULES
        if SOURCE / "games" / game not in path.parents
        for line, text in strings(path)
        if tells(path, text)
    ]
    assert found == []


def any_of(words: set[str]) -> re.Pattern[str]:
    """Finds any of these as a whole word."""
    return re.compile(r"\b(" + "|".join(map(re.escape, sorted(words))) + r")\b", re.I)


@pytest.mark.parametrize("game", GAMES)
def test_pages_and_styles_name_no_game(game: str) -> None:
    for path in (SOURCE / "web").rglob("*"):
        if path.suffix in {".html", ".css", ".js", ".svg", ".xml", ".json", ".webmanifest"}:
            text = path.read_text(encoding="utf-8")
            assert game not in text, f"{path.relative_to(ROOT)} names {game}"


def tracked() -> list[Path]:
    """The files of the repository, or of the source tree where there is no git."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode == 0:
        return [
            ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()
        ]
    return [
        p for folder in ("src", "tests", "docs") for p in (ROOT / folder).rglob("*") if p.is_file()
    ]


def test_no_file_names_a_place_outside_the_repository() -> None:
    """Neither a machine's folders nor anybody's home."""
    outside = re.compile(rb"\.\./" + rb"shared|(?<![\w/.])/(?:work|home/\w+|Users/\w+|root)/")
    for path in tracked():
        found = outside.search(path.read_bytes())
        assert not found, f"{path.relative_to(ROOT)} names {found[0].decode()}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_module_says_what_it_is_for_and_stays_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    purpose = ast.get_docstring(tree)
    assert purpose, f"{path.name} begins with no docstring"
    assert len(purpose.splitlines()[0]) > 15
    assert len(text.splitlines()) <= 600, "Split it by what its parts are for."
    assert path.stem not in {"utils", "util", "helpers", "manager", "misc", "common"}


Function = ast.FunctionDef | ast.AsyncFunctionDef


def undocumented(path: Path) -> Iterator[str]:
    """Public functions, classes and methods of a module without a docstring.

    What a protocol declares (the contract of a game, the store's interface) is documented there,
    once for all who keep to it; a command's help is its documentation.
    """
    shared = declared() if SOURCE / "games" in path.parents else set[str]()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(node, Function | ast.ClassDef) or node.name.startswith("_"):
            continue
        if not (ast.get_docstring(node) or node.name in shared or has_help(node)):
            yield node.name
        for part in node.body if isinstance(node, ast.ClassDef) else ():
            if not isinstance(part, Function) or part.name.startswith("_"):
                continue
            if not (ast.get_docstring(part) or part.name in declared()):
                yield f"{node.name}.{part.name}"


def has_help(node: ast.AST) -> bool:
    """Whether a decorator gives the function's help: a command of the command line."""
    calls = [d for d in getattr(node, "decorator_list", ()) if isinstance(d, ast.Call)]
    return any(keyword.arg == "help" for call in calls for keyword in call.keywords)


@lru_cache(maxsize=1)
def declared() -> set[str]:
    """The functions that a protocol declares: the contract of a game, the store's interface."""
    return {
        part.name
        for path in MODULES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
        if any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases)
        for part in node.body
        if isinstance(part, Function)
    }


def test_everything_public_is_documented() -> None:
    missing = [
        f"{path.relative_to(SOURCE)}: {name}" for path in MODULES for name in undocumented(path)
    ]
    assert missing == []
