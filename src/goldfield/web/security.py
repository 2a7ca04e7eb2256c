"""What keeps strangers' pages and oversized bodies out: headers, form tokens, limits."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from goldfield import words
from goldfield.texts import translator
from goldfield.web.addresses import answers_to, is_host_header
from goldfield.web.languages import accepted
from goldfield.web.refusal import forbidden
from goldfield.words import render, say, shortened

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
TOKEN = "csrf"
"""The name of the hidden field."""


class SecurityHeaders:
    """Adds the headers to every answer, and ``no-store`` where nothing else was said."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)


class OwnAddress:
    """Refuses requests for no proper host, and holds the server to its ``GOLDFIELD_URL``, if set.

    A request under another site's name is refused: such a name was made to lead here. One under the
    own name came by the scheme of that address, whatever the proxy says of it.
    """

    def __init__(self, app: ASGIApp, url: str) -> None:
        self.app = app
        self._url = url
        self._scheme, _, self._place = url.partition("://")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if host and not is_host_header(host):
            await self._refuse(
                say("The request names no host properly: {host}.", host=shortened(host)),
                400,
                headers,
            )(scope, receive, send)
            return
        if self._url:
            if not answers_to(self._url, host):
                sentence = say(
                    "This server is at {url} and answers to no other name.", url=self._url
                )
                await self._refuse(sentence, 421, headers)(scope, receive, send)
                return
            if host == self._place:
                scope["scheme"] = self._scheme
        await self.app(scope, receive, send)

    @staticmethod
    def _refuse(sentence: words.Message, status: int, headers: Headers) -> PlainTextResponse:
        own = translator(accepted(headers.get("accept-language", "")))
        return PlainTextResponse(render(sentence, own), status)


class FormTokens:
    """Makes and checks the token that ties a form to the browser that was shown it."""

    def __init__(self, key: str) -> None:
        self._key = hashlib.sha256(b"goldfield forms\0" + key.encode()).digest()

    def make(self, visitor: str) -> str:
        """A token for a visitor's id. Each differs, so that compression gives nothing away."""
        nonce = secrets.token_hex(8)
        return nonce + self._mac(visitor, nonce)

    def is_good(self, visitor: str, token: str) -> bool:
        """Whether ``make`` made the token for this visitor."""
        return hmac.compare_digest(self._mac(visitor, token[:16]).encode(), token[16:].encode())

    def _mac(self, visitor: str, nonce: str) -> str:
        text = f"{nonce}\0{visitor}".encode()
        return hmac.new(self._key, text, hashlib.sha256).hexdigest()[:32]


def check_origin(request: Request, url: str = "") -> None:
    """Refuse a post that another site's page sent; ``url`` is the address set for this server.

    Browsers say where a form came from in ``Sec-Fetch-Site`` (over https and on localhost) or in
    ``Origin``; a program that sends neither still needs the form's token.

    Raises:
        Refusal: 403.
    """
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    foreign = site not in (None, "same-origin", "none")
    if site is None and origin is not None:
        sender = origin.partition("://")[2].lower()
        own = (request.headers.get("host", "").lower(), url.partition("://")[2])
        foreign = not sender or sender not in own
    if foreign:
        raise forbidden(say("This was sent from another site, so nothing was done."))


def wants_json(headers: Headers) -> bool:
    """Whether the client asked for JSON rather than for a page."""
    accept = headers.get("accept", "")
    return "application/json" in accept and "text/html" not in accept
