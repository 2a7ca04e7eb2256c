"""The scripts that set up ``.venv`` and choose the tests: what they believe and what they say."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"


def load(folder: Path) -> ModuleType:
    """``scripts/environment.py`` as it stands in a folder."""
    path = folder / "scripts" / "environment.py"
    spec = importlib.util.spec_from_file_location("environment_under_test", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """``scripts/environment.py`` in a folder of its own, where an installation is a line in a list.

    The environments are real ones, the packages are not: ``installed`` notes what was asked for.
    """
    folder = tmp_path / "a folder"
    (folder / "scripts").mkdir(parents=True)
    (folder / "pyproject.toml").write_text("one")
    shutil.copy(SCRIPTS / "environment.py", folder / "scripts")
    module = load(folder)
    installed: list[str] = []

    def make(_uv: str | None, _lock: int) -> None:
        shutil.rmtree(module.VENV, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", module.VENV], check=True)

    def install(group: str, _uv: str | None, _lock: int) -> None:
        installed.append(group)
        found = next(module.VENV.glob("lib/python*/site-packages"))
        (found / "goldfield.py").touch()

    monkeypatch.setattr(module.shutil, "which", lambda _name: "uv")
    monkeypatch.setattr(module, "make", make)
    monkeypatch.setattr(module, "install", install)
    monkeypatch.setattr(module, "fetch_axe", lambda _lock: None)
    vars(module)["installed"] = installed
    monkeypatch.chdir(folder)
    return module


def test_axe_is_taken_only_from_the_package_that_is_meant(
    setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "axe.tgz"
    script = tmp_path / "axe.min.js"
    script.write_text("axe = {}")
    with tarfile.open(packed, "w:gz") as archive:
        archive.add(script, "package/axe.min.js")
    setup.VENV.mkdir()
    with pytest.raises(setup.Failed, match=r"expected sha512-\S+, got sha512-"):
        setup.unpack_axe(packed)
    assert not list(setup.VENV.rglob("axe.min.js"))
    digest = hashlib.sha512(packed.read_bytes()).digest()
    meant = "sha512-" + base64.b64encode(digest).decode()
    monkeypatch.setattr(setup, "AXE_INTEGRITY", meant)
    setup.unpack_axe(packed)
    assert (setup.VENV / "axe" / "axe.min.js").read_text() == "axe = {}"


def test_the_second_run_installs_nothing(setup: ModuleType) -> None:
    assert setup.main(["play"]) == 0
    assert setup.main(["play"]) == 0
    assert setup.installed == ["play"]


def test_an_installation_tells_what_it_is_at_and_the_next_run_nothing(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def install(_group: str, _uv: str | None, lock: int) -> None:
        found = next(setup.VENV.glob("lib/python*/site-packages"))
        (found / "goldfield.py").touch()
        said = "Collecting numpy>=2\nDownloading it\nInstalling collected packages: numpy, rich\n"
        assert setup._run_pip([sys.executable, "-c", f"print({said!r})"], lock) == 0

    monkeypatch.setattr(setup, "install", install)
    assert setup.main(["play"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-4:-1] == [
        "  looking for packages",
        "  fetching numpy",
        "  unpacking 2 packages",
    ]
    assert lines[-1].startswith("Installed in ")
    assert setup.main(["play"]) == 0
    assert capsys.readouterr().out == ""


def test_what_is_for_developers_serves_players_too(setup: ModuleType) -> None:
    for group in ("play", "dev", "play", "bench", "dev", "play"):
        assert setup.main([group]) == 0
    assert setup.installed == ["play", "dev", "bench"]


def test_changed_dependencies_are_installed(setup: ModuleType) -> None:
    setup.main(["dev"])
    (setup.ROOT / "pyproject.toml").write_text("two")
    setup.main(["play"])
    setup.main(["dev"])
    setup.main(["dev"])
    assert setup.installed == ["dev", "play", "dev"]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_a_broken_installation_is_not_believed(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    install = setup.install

    def breaks(*arguments: object) -> None:
        install(*arguments)
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(setup, "install", breaks)
        assert setup.main(["play"]) != 0
    (setup.VENV / "half").touch()
    assert setup.main(["play"]) == 0
    assert setup.installed == ["play", "play"]
    assert not (setup.VENV / "half").exists(), "the half made environment was kept"


def test_an_environment_whose_python_is_gone_is_made_anew(setup: ModuleType) -> None:
    setup.main(["play"])
    setup.PYTHON.unlink()
    setup.PYTHON.symlink_to(setup.ROOT / "no python")
    assert setup.main(["play"]) == 0
    assert setup.installed == ["play", "play"]


def test_a_moved_folder_is_installed_anew(setup: ModuleType, tmp_path: Path) -> None:
    setup.main(["play"])
    assert setup.ready("play")
    setup.ROOT.rename(tmp_path / "moved")
    assert not load(tmp_path / "moved").ready("play"), "its scripts point to the old place"


def test_one_sentence_where_nothing_can_be_written(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(setup, "bring_up", refuse)
    assert setup.main(["play"]) == 1
    assert capsys.readouterr().err == f"Cannot make {setup.VENV}: Permission denied.\n"


def copy_with_tools(tmp_path: Path, script: str, *tools: str) -> tuple[Path, dict[str, str]]:
    """A copy of a script in an empty project, and an environment in which only these exist."""
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    for tool in ("sh", "dirname", *tools):
        found = shutil.which(tool)
        assert found
        (bin_ / tool).symlink_to(found)
    (tmp_path / "scripts").mkdir()
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "ran $*"\nexit 3\n')
    python.chmod(0o755)
    return Path(shutil.copy(SCRIPTS / script, tmp_path / "scripts")), {"PATH": str(bin_)}


def run(path: Path, environment: dict[str, str], *arguments: str) -> tuple[int, str]:
    """The exit code and everything that a script says."""
    done = subprocess.run(
        ["sh", path, *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_without_chromium_the_tests_say_what_they_leave_out(tmp_path: Path) -> None:
    path, environment = copy_with_tools(tmp_path, "test")
    code, said = run(path, environment, "-x")
    assert code == 3, "the exit code is pytest's"
    assert "ran -m pytest -m not browser -x" in said
    assert said.count("Left out: the browser tests") == 2, "said before and after"


def test_where_chromium_is_required_its_absence_is_a_failure(tmp_path: Path) -> None:
    path, environment = copy_with_tools(tmp_path, "test")
    code, said = run(path, {**environment, "GOLDFIELD_REQUIRE_BROWSER": "1"})
    assert code == 2
    assert "no Chromium" in said
    assert "ran" not in said


def test_with_chromium_nothing_is_left_out(tmp_path: Path) -> None:
    path, environment = copy_with_tools(tmp_path, "test")
    (tmp_path / "bin" / "chromium-browser").symlink_to("/bin/sh")
    assert run(path, environment, "-x") == (3, "ran -m pytest -x\n")
    # without arguments in two parts, one being what the other is not
    code, said = run(path, environment)
    first, second = said.splitlines()
    assert code == 3
    assert first == "ran -m pytest -n auto -m not (browser or kill)"
    assert second == "ran -m pytest -m browser or kill"


def test_no_python_is_met_with_a_sentence(tmp_path: Path) -> None:
    path, environment = copy_with_tools(tmp_path, "setup")
    code, said = run(path, environment, "play")
    assert code == 2
    assert said.startswith("Goldfield needs Python 3.11 or newer, and there is none here.")


def test_an_old_python_is_passed_over_for_a_newer_one(tmp_path: Path) -> None:
    path, environment = copy_with_tools(tmp_path, "setup")
    for name, code in (("python3", 1), ("python3.12", 0)):
        fake = tmp_path / "bin" / name
        fake.write_text(f'#!/bin/sh\n[ "$1" = -I ] && echo {name} "$@"\nexit {code}\n')
        fake.chmod(0o755)
    assert run(path, environment, "dev") == (0, "python3.12 -I scripts/environment.py dev\n")
    code, said = run(path, {**environment, "PYTHON": str(tmp_path / "bin" / "python3")}, "dev")
    assert code == 2
    assert "is no Python 3.11" in said


@pytest.mark.parametrize("name", ["setup", "test", "check"])
def test_scripts_can_be_run(name: str) -> None:
    assert os.access(SCRIPTS / name, os.X_OK)
