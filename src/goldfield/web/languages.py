"""Which language somebody reads: what they chose here, else what their browser asks for."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response

from goldfield.texts import LANGUAGES, SOURCE
from goldfield.web.identity import KEPT

COOKIE = "goldfield-language"
"""Holds the code of the language that was chosen; it says nothing about who chose it."""
_WANTED = re.compile(
    r"\s*([a-z]{1,8}|\*)(?:-[a-z0-9-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?"
)


def language_of(request: Request) -> str:
    """The language in which a request is answered."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return accepted(request.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The language that an ``Accept-Language`` header likes best among those there are.

    Among equals the one named first; where none is wanted, or nothing can be read, English.
    """
    best, found = 0.0, SOURCE
    for wanted in header[:1000].lower().split(","):
        read = _WANTED.fullmatch(wanted)
        if read is None:
            continue
        language = SOURCE if read[1] == "*" else read[1]
        weight = 1.0 if read[2] is None else min(float(read[2]), 1.0)
        if language in LANGUAGES and weight > best:
            best, found = weight, language
    return found


def remember(language: str, response: Response, secure: bool) -> None:
    """Let the browser remember a chosen language."""
    response.set_cookie(
        COOKIE, language, max_age=KEPT, path="/", httponly=True, samesite="lax", secure=secure
    )
