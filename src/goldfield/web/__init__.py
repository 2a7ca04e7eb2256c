"""The server: live pages, forms that work without scripts, and the same answers as JSON."""

from __future__ import annotations

from pathlib import Path

__all__ = ["CannotServe", "serve"]


class CannotServe(Exception):
    """The server cannot start; the text says why in a sentence."""


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: Path | None = None,
    open_browser: bool = True,
) -> None:
    """Serve until Ctrl-C; see :func:`goldfield.web.serving.serve`, loaded when it is needed.

    Raises:
        CannotServe: when the port is taken or the database cannot be opened; says why.
    """
    from goldfield.web.serving import serve as run

    run(host, port, database, open_browser)
