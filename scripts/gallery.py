"""Take a picture of every page and state, by day and by night, wide and narrow, for looking at.

``make gallery``; pictures go to ``build/gallery`` (or where ``--to`` says), which git leaves out.
``--only nuggets`` takes those whose name contains a word.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import FLAGS, chromium  # noqa: E402
from tests.browser.sights import sights  # noqa: E402

SIZES = {"phone": (390, 844), "desk": (1280, 900)}
SCHEMES: dict[str, Literal["light", "dark"]] = {"day": "light", "night": "dark"}


def main() -> int:
    """Take all pictures. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, prog="make gallery")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "gallery")
    parser.add_argument("--only", default="", help="a part of a sight's name")
    parser.add_argument("--part", action="store_true", help="the window only, not the whole page")
    asked = parser.parse_args()
    program = chromium()
    if not program:
        print("Chromium is needed to take pictures; install the package chromium.", file=sys.stderr)
        return 2
    asked.to.mkdir(parents=True, exist_ok=True)
    taken = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        for name, person in sights(browser, Path(folder), asked.only):
            for scheme, wanted in SCHEMES.items():
                person.page.emulate_media(color_scheme=wanted)
                for size, (width, height) in SIZES.items():
                    person.page.set_viewport_size({"width": width, "height": height})
                    path = asked.to / f"{name}-{size}-{scheme}.png"
                    person.page.screenshot(
                        path=path, full_page=not asked.part, animations="disabled"
                    )
                    taken += 1
            print(name, flush=True)
        browser.close()
    print(f"{taken} pictures in {asked.to}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
