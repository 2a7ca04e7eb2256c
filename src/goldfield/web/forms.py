"""Posted forms: read within limits, checked for their token, turned into plain text fields."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TypeAlias
from urllib.parse import parse_qsl

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from goldfield.web.refusal import Refusal, bad_form, too_large
from goldfield.web.security import TOKEN
from goldfield.words import say

Form: TypeAlias = Mapping[str, Sequence[str]]
"""Fields by name; a name may come several times."""

BODY = 64 * 1024
"""Bytes of an ordinary form at most."""
RECORD_BODY = 4 * 1024 * 1024
"""Bytes of a posted record at most."""
DRAINED = 16 * 1024 * 1024
"""Bytes of an oversized body that are read and thrown away, so that the browser gets to read the
refusal instead of a broken connection."""
FIELDS = 400
"""Fields of a form at most."""


async def read(request: Request, limit: int = BODY) -> Form:
    """The fields of a posted form, urlencoded or multipart (a file counts as its text).

    Raises:
        Refusal: 400 for what is no form, 413 for one that is too long.
    """
    body = await _body(request, limit)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        pairs = await _multipart(request, body, limit)
    elif kind in ("application/x-www-form-urlencoded", ""):
        try:
            pairs = parse_qsl(
                body.decode("ascii"), True, encoding="utf-8", errors="strict", max_num_fields=FIELDS
            )
        except ValueError:
            raise bad_form(say("The form could not be read; send it again.")) from None
    else:
        raise Refusal(
            415, "not-a-form", say("Only forms are accepted here, not {kind}.", kind=kind[:40])
        )
    form: dict[str, list[str]] = {}
    for name, value in pairs:
        form.setdefault(name, []).append(value)
    return form


def one(form: Form, name: str, default: str = "") -> str:
    """The last value of a field, or the default."""
    values = form.get(name)
    return values[-1] if values else default


def number(form: Form, name: str, fewest: int, most: int) -> int:
    """A whole number in a field.

    Raises:
        Refusal: 400 when it is none, or out of range.
    """
    text = one(form, name)
    if text.isascii() and text.isdigit() and len(text) < 10 and fewest <= int(text) <= most:
        return int(text)
    raise bad_form(
        say(
            "The field {name} must be a number from {fewest} to {most}.",
            name=name,
            fewest=fewest,
            most=most,
        )
    )


def plain_fields(form: Form, *leave_out: str) -> tuple[tuple[str, str], ...]:
    """The fields as pairs, without the token and those left out."""
    return tuple(
        (name, value)
        for name, values in form.items()
        if name != TOKEN and name not in leave_out
        for value in values
    )


async def _body(request: Request, limit: int) -> bytes:
    declared = request.headers.get("content-length", "0")
    if declared.isascii() and declared.isdigit() and int(declared) > DRAINED:
        raise too_large(limit)
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(30):
            async for part in request.stream():
                size += len(part)
                if size <= limit:
                    parts.append(part)
                elif size > DRAINED:
                    break
    except (ClientDisconnect, TimeoutError):
        raise bad_form(say("The form did not arrive whole; send it again.")) from None
    if size > limit:
        raise too_large(limit)
    return b"".join(parts)


async def _multipart(request: Request, body: bytes, limit: int) -> list[tuple[str, str]]:
    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": body, "more_body": False}

    again = Request(request.scope, receive)
    pairs: list[tuple[str, str]] = []
    try:
        async with again.form(max_files=1, max_fields=FIELDS, max_part_size=limit) as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    pairs.append((name, (await value.read()).decode("utf-8")))
                else:
                    pairs.append((name, value))
    except (HTTPException, UnicodeDecodeError):
        raise bad_form(say("The form could not be read; send it again.")) from None
    return pairs
