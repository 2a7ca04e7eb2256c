"""Compiles the catalogues of texts into the wheel; the source tree stays as it is."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledTexts(BuildHookInterface):
    """``src/goldfield/…/texts/cs.po`` becomes ``goldfield/…/texts/cs.mo`` in the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every catalogue; an editable installation reads them as they are written."""
        if self.target_name != "wheel" or version == "editable":
            return
        source = Path(self.root) / "src"
        self._folder = tempfile.TemporaryDirectory(prefix="goldfield-texts-")
        for written in sorted(source.rglob("texts/*.po")):
            place = written.relative_to(source).with_suffix(".mo")
            made = Path(self._folder.name) / place
            made.parent.mkdir(parents=True, exist_ok=True)
            with written.open("rb") as before, made.open("wb") as after:
                write_mo(after, read_po(before))
            build_data["force_include"][str(made)] = place.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was made on the way."""
        if folder := getattr(self, "_folder", None):
            folder.cleanup()
