"""The server that a test kills again and again; importing this builds its games' tables."""

from __future__ import annotations

from pathlib import Path

import uvicorn

from goldfield.web.app import create_app
from goldfield.web.catalog import load_game
from goldfield.web.settings import Settings
from tests.web.server import GAMES, Minds

TABLES: tuple[tuple[str, dict[str, str]], ...] = (
    ("gold_nuggets", {"option-players": "3", "seat-2": "here", "seat-3": "bot:cautious"}),
    ("gold_nuggets", {"seat-2": "here", "option-straights": "yes"}),
    ("gold_nuggets", {"seat-2": "bot:random"}),
    ("tests.games.pig", {"seat-2": "here"}),
)
"""What is played, as fields of the form for a new table."""

for _game, _form in TABLES:
    load_game(
        _game, {k.removeprefix("option-"): v for k, v in _form.items() if k.startswith("option-")}
    )


def serve(path: Path, port: int) -> None:
    """Serve until killed, the bots thinking in this process."""
    app = create_app(Settings(path, games=GAMES, bot_delay=0.0), thinker=Minds())
    uvicorn.run(app, port=port, log_level="critical")
