"""What any game must pass to be a game of Goldfield; shipped, so that you can run it on your own.

In a test file of your game::

    from pathlib import Path
    from goldfield.conformance import conformance, golden, perft

    test_my_game = conformance("my_package.my_game", [{"players": 2}, {"players": 4}])
    test_counts = perft("my_package.my_game", Path("tests/perft/my_game.txt"))
    test_golden = golden("my_package.my_game", Path("tests/golden/my_game.txt"))

It needs the extra ``conformance`` (pytest and hypothesis). ``docs/conformance.md`` explains it.
"""

from __future__ import annotations

try:
    import hypothesis  # noqa: F401
    import pytest  # noqa: F401
except ImportError as error:
    raise ImportError(
        'the conformance suite needs pytest and hypothesis: pip install "goldfield[conformance]"'
    ) from error

from goldfield.conformance.case import Broken, Case
from goldfield.conformance.check import CHECKS, names, run
from goldfield.conformance.suite import conformance, golden, perft

__all__ = ["CHECKS", "Broken", "Case", "conformance", "golden", "names", "perft", "run"]
