"""The repository keeps its word: documents, version, licence and what is packed."""

from __future__ import annotations

import doctest
import hashlib
import re
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import goldfield
from goldfield.cli.app import command

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "goldfield"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
APACHE = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"


def page_id(page: Path) -> str:
    return str(page.relative_to(ROOT))


def without_code(text: str) -> str:
    return re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The names of a page's headings, as links use them."""
    headings = re.findall(r"^#+ +(.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.replace("`", "")).strip().lower().replace(" ", "-")
        for heading in headings
    }


def code(page: Path) -> Iterator[str]:
    """Everything on a page that is set as code."""
    text = page.read_text(encoding="utf-8")
    for fenced in re.findall(r"```\w*\n(.*?)```", text, flags=re.DOTALL):
        yield from fenced.splitlines()
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_every_link_leads_somewhere(page: Path) -> None:
    text = without_code(page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"src=\"([^\"]+)\"", text):
        if re.match(r"\w+:", target):
            continue
        name, _, anchor = target.partition("#")
        found = (page.parent / name).resolve() if name else page
        assert found.exists(), f"{page_id(page)} links to {target}, which is not there"
        if anchor:
            assert anchor in anchors(found), f"{page_id(page)}: no heading for {target}"


def test_every_page_is_reached_from_the_readme() -> None:
    reached: set[Path] = set()
    open_ = [ROOT / "README.md"]
    while open_:
        page = open_.pop()
        if page in reached:
            continue
        reached.add(page)
        links = re.findall(r"\]\(([^)#\s]+\.md)", page.read_text(encoding="utf-8"))
        open_.extend((page.parent / link).resolve() for link in links)
    assert set(PAGES) <= reached


def test_every_make_target_in_the_documents_exists_and_is_described() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    described = set(re.findall(r"^([a-z]+):.*## ", makefile, flags=re.MULTILINE))
    targets = set(re.findall(r"^([a-z]+):", makefile, flags=re.MULTILINE))
    assert targets == described
    for page in PAGES:
        for line in code(page):
            for target in re.findall(r"^make ([a-z]+)", line):
                assert target in targets, f"{page_id(page)}: there is no make {target}"


def test_every_command_in_the_documents_exists_with_its_options() -> None:
    lines = [
        (page, line.partition("goldfield ")[2].split("#")[0])
        for page in PAGES
        for line in code(page)
        if re.match(r"(\$ )?(\S*/bin/)?goldfield \w", line)
    ]
    assert len(lines) > 5
    for page, line in lines:
        here: Any = command()
        words = shlex.split(line)
        while words and hasattr(here, "get_command"):
            name = words.pop(0)
            found = here.get_command(here.context_class(here), name)
            assert found, f"{page_id(page)}: goldfield {line}: there is no {name}"
            here = found
        known = {n for option in here.params for n in (*option.opts, *option.secondary_opts)}
        known.add("--help")
        known |= set(here.get_help_option_names(here.context_class(here)))
        for word in words:
            name = word.partition("=")[0]
            assert not name.startswith("--") or name in known, f"{page_id(page)}: {line}: {name}"


def test_variables_of_the_environment_are_documented_and_nothing_else_is() -> None:
    pattern = re.compile(r"\bGOLDFIELD_[A-Z_]+\b")
    read = {
        name
        for path in SOURCE.rglob("*.py")
        for name in pattern.findall(path.read_text(encoding="utf-8"))
    }
    table = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `(GOLDFIELD_[A-Z_]+)`", table, flags=re.MULTILINE))
    assert documented == read


def test_version_is_the_newest_in_the_changelog() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\S+)", text, flags=re.MULTILINE)
    assert versions[0] == goldfield.__version__


def test_the_options_page_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "options.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", [p for p in PAGES if ">>> " in p.read_text()], ids=page_id)
def test_examples_in_documents_do_what_is_shown(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried
    assert not failed


def test_the_licence_is_whole() -> None:
    assert hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest() == APACHE


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    packed = {
        name.removeprefix("goldfield/")
        for name in zipfile.ZipFile(wheel).namelist()
        if name.startswith("goldfield/")
    }
    here = {
        str(path.relative_to(SOURCE)).removesuffix(".po") + (".mo" if path.suffix == ".po" else "")
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == here
    assert any(name.endswith(".mo") for name in packed), "catalogues are compiled"
