"""Who is there, without sign-up: a name and a random id in a signed cookie."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace

from itsdangerous import BadData, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

NAME_LENGTH = 24
"""Characters of a person's name at most."""
TITLE_LENGTH = 60
"""Characters of a table's title at most."""
PHRASE_LENGTH = 100
"""Characters of a phrase for the dice at most."""
KEPT = 400 * 24 * 3600
"""Seconds a browser keeps the cookie: the most that browsers allow."""
RENEWED = 30 * 24 * 3600
"""Seconds after which a cookie is written anew, so that it lives on."""

MARK = "\u034f"
"""Stands before names that nobody typed: an unseen character, of which typed text is rid."""
_JOINERS = "\u200c\u200d"
_BLANK = "\u2800\u3164\uffa0"
"""Signs and letters that show nothing but room: as good as spaces."""
_UNSEEN = frozenset("\u115f\u1160\u17b4\u17b5\ufffc\U0001d159")
"""Letters and signs that show nothing at all, though they are no control characters."""
_SPACES = re.compile(r"\s+")
_STACKED = re.compile(
    r"([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{3})"
    r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+"
)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody at a browser.

    Attributes:
        id: A random id; whoever has it holds the seats it took, so it is never shown or logged.
        name: The name they gave, or empty.
        since: When the cookie was written, in seconds since 1970.
        known: Whether the id came from the browser (and not just been made).
        damaged: Whether the browser sent a cookie that this server did not sign.
    """

    id: str
    name: str
    since: int
    known: bool = True
    damaged: bool = False


def clean(text: str, most: int) -> str:
    """One line of text without control, direction or invisible characters, ``most`` long.

    Letters of every script, accents (at most three on one letter) and emoji stay, the mark of
    default names does not; it may come out empty.
    """
    kept: list[str] = []
    for char in unicodedata.normalize("NFC", text[: most * 20]):
        category = unicodedata.category(char)
        if char in _JOINERS and kept and not kept[-1].isspace():
            kept.append(char)
        elif category[0] == "Z" or char in "\t\r\n" or char in _BLANK:
            kept.append(" ")
        elif category[0] != "C" and char != MARK and char not in _UNSEEN:
            kept.append(char)
    line = _SPACES.sub(" ", _STACKED.sub(r"\1", "".join(kept)))
    # A mark that stands on nothing may show nothing either.
    alone = (unicodedata.category(c)[0] == "M" or c in " " + _JOINERS for c in line)
    start = next((at for at, leave_out in enumerate(alone) if not leave_out), len(line))
    return line[start : start + most].strip(" " + _JOINERS)


class Identity:
    """Reads and writes the cookie; ``key`` is the secret kept in the store's settings.

    The cookie's name is one of this database alone.
    """

    def __init__(self, key: str) -> None:
        self._signer = URLSafeSerializer(key, salt="goldfield visitor")
        # Browsers send a host's cookies to all its ports: one server must not lose another's.
        mark = hashlib.sha256(b"goldfield cookie\0" + key.encode()).hexdigest()[:8]
        self.cookie = f"goldfield-{mark}"

    def read(self, request: Request) -> Visitor:
        """Who sends this request; a stranger gets a fresh id, as does a forged cookie."""
        cookie = request.cookies.get(self.cookie)
        damaged = False
        if cookie:
            try:
                match self._signer.loads(cookie[:2000]):
                    case {"i": str(id), "n": str(name), "t": int(since)} if id:
                        return Visitor(id, clean(name, NAME_LENGTH), since)
                    case _:
                        damaged = True
            except BadData:
                damaged = True
        return Visitor(secrets.token_urlsafe(18), "", int(time.time()), False, damaged)

    def write(self, visitor: Visitor, response: Response, secure: bool) -> None:
        """Put the cookie onto an answer."""
        value = self._signer.dumps({"i": visitor.id, "n": visitor.name, "t": int(time.time())})
        response.set_cookie(
            self.cookie,
            value if isinstance(value, str) else value.decode(),
            max_age=KEPT,
            path="/",
            httponly=True,
            samesite="lax",
            secure=secure,
        )

    @staticmethod
    def due(visitor: Visitor) -> bool:
        """Whether the cookie should be written with this answer."""
        return not visitor.known or time.time() - visitor.since > RENEWED


_APPS = re.compile(
    r"FBAN|FBAV|FB_IAB|Instagram|Line/|MicroMessenger|Snapchat|Twitter|TikTok|musical_ly|BytedanceWeb"
    r"|Pinterest|LinkedInApp|Telegram|GSA/|; wv\)"
)


def in_other_app(headers: Mapping[str, str]) -> bool:
    """Whether the browser is a part of another app, as those say: such ones forget soon."""
    return bool(_APPS.search(headers.get("user-agent", "")))


def renamed(visitor: Visitor, name: str) -> Visitor:
    """The same person under another name (an empty one keeps the old)."""
    return replace(visitor, name=clean(name, NAME_LENGTH) or visitor.name)
