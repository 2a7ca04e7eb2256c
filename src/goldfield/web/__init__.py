"""The server: live pages, forms that work without scripts, and the same answers as JSON."""

from __future__ import annotations

from pathlib import Path

__all__ = ["serve"]


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: Path | None = None,
    open_browser: bool = True,
) -> None:
    """Serve until Ctrl-C; see :func:`goldfield.web.serve.serve`, loaded when it is needed."""
    from goldfield.web.serve import serve as run

    run(host, port, database, open_browser)
