"""Static files: read once, addressed by a hash of them all, so that browsers may keep them."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from goldfield.web.refusal import Refusal
from goldfield.words import say

STATIC = Path(__file__).parent / "static"
KINDS = {".css", ".js", ".svg", ".png", ".ico", ".woff2", ".webp", ".json", ".txt", ".webmanifest"}
"""What a face's folder may serve; its templates are not among it."""
FOREVER = "public, max-age=31536000, immutable"

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@dataclass(frozen=True, slots=True)
class Asset:
    """A file, ready to be sent."""

    body: bytes
    packed: bytes
    """Compressed; empty where that gains nothing."""
    kind: str


class Assets:
    """The files of the web's ``static`` folder and, under the game's name, of each face.

    One hash over all of them stands in every address, so that files may name each other.
    """

    def __init__(self, faces: dict[str, Path], *, reload: bool = False) -> None:
        self._faces = faces
        self._reload = reload
        self._read()

    def _read(self) -> None:
        self._files: dict[str, Asset] = {}
        whole = hashlib.sha256()
        for prefix, folder in (("", STATIC), *((f"{n}/", f) for n, f in self._faces.items())):
            for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
                if path.suffix not in KINDS or not path.is_file():
                    continue
                name = prefix + path.relative_to(folder).as_posix()
                body = path.read_bytes()
                whole.update(f"{name}\0{len(body)}\0".encode() + body)
                packed = gzip.compress(body, mtime=0)
                self._files[name] = Asset(
                    body,
                    packed if len(packed) < len(body) * 0.9 else b"",
                    mimetypes.guess_type(path.name)[0] or "application/octet-stream",
                )
        self.hash = whole.hexdigest()[:12]

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return path in self._files

    def address(self, path: str) -> str:
        """Where a file is served: ``/static/HASH/path``."""
        return f"/static/{self.hash}/{path}"

    async def serve(self, request: Request) -> Response:
        """The file of an address; one with an old hash leads to the current one."""
        if self._reload:
            self._read()
        path = request.path_params["path"]
        asset = self._files.get(path)
        if asset is None:
            raise Refusal(404, "not-found", say("There is no such file here."))
        if request.path_params["hash"] != self.hash and not self._reload:
            return RedirectResponse(self.address(path), 302)
        headers = {
            "Cache-Control": "no-store" if self._reload else FOREVER,
            "Vary": "Accept-Encoding",
        }
        body = asset.body
        if asset.packed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = asset.packed
        text = asset.kind.startswith("text/") or asset.kind.endswith(("json", "svg+xml"))
        kind = f"{asset.kind}; charset=utf-8" if text else asset.kind
        headers["Content-Type"] = kind
        return Response(body, headers=headers)
