"""Posted forms: read within limits, checked for their token, turned into plain text fields."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import TypeAlias
from urllib.parse import parse_qsl

from python_multipart.multipart import parse_options_header
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from goldfield.web.refusal import Refusal, bad_form, contradictory, going_down, too_large
from goldfield.web.security import TOKEN
from goldfield.words import say, shortened

Form: TypeAlias = Mapping[str, Sequence[str]]
"""Fields by name; a name may come several times."""

BODY = 64 * 1024
"""Bytes of an ordinary form at most."""
RECORD_BODY = 4 * 1024 * 1024
"""Bytes of a posted record at most."""
PLAIN_BODY = 512 * 1024
"""Bytes of a urlencoded form at most, whatever its kind may have: to take one apart is slow. Our
own form for records is a multipart one."""
DRAINED = 16 * 1024 * 1024
"""Bytes of an oversized body that are read and thrown away, so that the browser gets to read the
refusal instead of a broken connection."""
FIELDS = 400
"""Fields of a form at most."""
PATIENCE = 30.0
"""Seconds that a body may take to arrive."""


class Arrivals:
    """Bodies on their way here. Once the server goes down nobody waits for the rest of one."""

    def __init__(self) -> None:
        self._waits: set[asyncio.Timeout] = set()
        self.stopping = False

    @contextlib.asynccontextmanager
    async def wait(self) -> AsyncIterator[None]:
        """Wait for a body inside this. Raises TimeoutError when it takes too long."""
        async with asyncio.timeout(0 if self.stopping else PATIENCE) as wait:
            self._waits.add(wait)
            try:
                yield
            finally:
                self._waits.discard(wait)

    def stop(self) -> None:
        """End every wait, now."""
        self.stopping = True
        for wait in self._waits:
            if not wait.expired():
                wait.reschedule(0.0)


async def read(request: Request, arrivals: Arrivals, limit: int = BODY) -> Form:
    """The fields of a posted form, urlencoded or multipart (a file counts as its text).

    Raises:
        Refusal: 400 or 415 for what is no form, 413 for one that is too long.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "multipart/form-data":
        limit = min(limit, PLAIN_BODY)
    body = await _body(request, arrivals, limit)
    if kind == "multipart/form-data":
        pairs = await _multipart(request, body, limit)
    elif kind in ("application/x-www-form-urlencoded", ""):
        try:
            # A long one takes a while: nobody else's click shall wait for it.
            pairs = _plain(body) if len(body) <= BODY else await asyncio.to_thread(_plain, body)
        except ValueError:
            raise _unreadable() from None
    else:
        raise Refusal(
            415,
            "not-a-form",
            say("Only forms are accepted here, not {kind}.", kind=shortened(kind)),
        )
    form: dict[str, list[str]] = {}
    for name, value in pairs:
        if not (_is_text(name) and _is_text(value)):
            raise _unreadable()
        form.setdefault(name, []).append(value)
    return form


def _is_text(text: str) -> bool:
    """Whether a text can be written down: half a surrogate pair cannot, whoever let it in."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _unreadable() -> Refusal:
    return bad_form(say("The form could not be read; send it again."))


def one(form: Form, name: str, default: str = "") -> str:
    """The only value of a field, or the default.

    Raises:
        Refusal: 422 when it came more than once: nobody can know which value was meant.
    """
    values = form.get(name) or (default,)
    if len(values) > 1:
        raise contradictory(
            say("The field {name} came more than once; send one value.", name=shortened(name))
        )
    return values[0]


def last(form: Form, name: str, default: str = "") -> str:
    """The last value of a field: a ticked box beats its no, and a button the slider beside it."""
    return (form.get(name) or (default,))[-1]


def whole(text: str) -> int | None:
    """A whole number of up to nine digits; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def number(form: Form, name: str, fewest: int, most: int) -> int:
    """A whole number in a field.

    Raises:
        Refusal: 400 when it is none, or out of range.
    """
    found = whole(one(form, name))
    if found is not None and fewest <= found <= most:
        return found
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


async def _body(request: Request, arrivals: Arrivals, limit: int) -> bytes:
    declared = whole(request.headers.get("content-length", "0"))
    if declared is None or declared > DRAINED:
        raise too_large(limit)
    parts: list[bytes] = []
    size = 0
    try:
        async with arrivals.wait():
            async for part in request.stream():
                size += len(part)
                if size <= limit:
                    parts.append(part)
                elif size > DRAINED:
                    break
    except (ClientDisconnect, TimeoutError):
        if arrivals.stopping:
            raise going_down() from None
        raise bad_form(say("The form did not arrive whole; send it again.")) from None
    if size > limit:
        raise too_large(limit)
    return b"".join(parts)


def _plain(body: bytes) -> list[tuple[str, str]]:
    """The pairs of an urlencoded form. Raises ValueError."""
    return parse_qsl(
        body.decode("ascii"), True, encoding="utf-8", errors="strict", max_num_fields=FIELDS
    )


async def _multipart(request: Request, body: bytes, limit: int) -> list[tuple[str, str]]:
    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": body, "more_body": False}

    _, options = parse_options_header(request.headers["content-type"])
    if options.get(b"charset", b"utf-8").lower() not in (b"utf-8", b"utf8"):
        raise Refusal(
            415, "not-utf-8", say("The text of a form must be UTF-8, no other character set.")
        )
    if b"--" + options.get(b"boundary", b"") + b"--" not in body:
        raise _unreadable()  # cut short on its way, and what came of it must not count as the whole
    again = Request(request.scope, receive)
    pairs: list[tuple[str, str]] = []
    try:
        async with again.form(max_files=1, max_fields=FIELDS, max_part_size=limit) as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    pairs.append((name, (await value.read()).decode("utf-8")))
                else:
                    pairs.append((name, value))
    except (HTTPException, ValueError):
        raise _unreadable() from None
    return pairs
