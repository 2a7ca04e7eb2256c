"""The addresses at which this server can be reached: in the networks around it, or by a name."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
import struct
import sys
from urllib.parse import urlsplit

PROBES = {
    socket.AF_INET: ("198.51.100.1", "224.0.0.251"),
    socket.AF_INET6: ("2001:db8::1", "ff02::fb"),
}
"""Addresses for documentation and for everybody nearby: asking for the way there sends nothing."""

ANYWHERE = ("0.0.0.0", "::", "")
"""What to listen at so that every network of this machine gets in."""

_INSIDE = re.compile(r"(lo|docker|br-|veth|virbr|vnet|cni|flannel|podman)")
"""Beginnings of the names of interfaces behind which there is nothing but this machine."""
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.?")

_HEADER = re.compile(r"(?:\[[0-9a-fA-F:.]+(?:%[\w.-]+)?\]|[\w.-]+)(?::[0-9]{1,5})?", re.ASCII)
_LONGEST = 253 + len(":65535")


def public_url(text: str) -> str:
    """The address by which people reach this server, in one form: ``https://play.example.org``.

    Raises:
        ValueError: when it is no such address; the text says why in a sentence.
    """
    try:
        parts = urlsplit(text.strip())
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        raise _no_url(text, "it is no address") from None
    if parts.scheme not in ("http", "https"):
        raise _no_url(text, "it must begin with https:// or http://")
    if not host or parts.username is not None or parts.password is not None:
        raise _no_url(text, "it must name a host and nobody's password")
    if not (_HOST.fullmatch(host) or is_number(host)):
        raise _no_url(text, "a host is written in letters, digits, points and hyphens")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise _no_url(text, "Goldfield needs a host of its own, so nothing may follow the host")
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{bracketed(host)}{f':{port}' if port not in (None, usual) else ''}"


def _no_url(text: str, why: str) -> ValueError:
    shown = text if len(text) <= 80 else text[:79] + "…"
    return ValueError(
        f"GOLDFIELD_URL={shown} is not possible: {why}. "
        "Something like https://play.example.org is needed"
    )


def is_number(host: str) -> bool:
    """Whether a host is an address in numbers, which no other site's name can stand for."""
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def is_here_only(host: str) -> bool:
    """Whether an address means each computer itself, so that nobody else's can open it."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def bracketed(host: str) -> str:
    """A host as it stands in an address: numbers with colons in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def is_host_header(text: str) -> bool:
    """Whether a header ``Host`` is one: a name or number as long as they are, perhaps a port."""
    return len(text) <= _LONGEST and _HEADER.fullmatch(text) is not None


def answers_to(url: str, host: str) -> bool:
    """Whether a server whose ``url`` is set may be called as the header ``Host`` has it.

    That name, numbers, and names of this machine alone: whatever else comes here is another site's
    name that was made to lead here.
    """
    try:
        called = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    own = (urlsplit(url).hostname or "").rstrip(".")
    return called == own or is_number(called) or is_here_only(called)


def shown_hosts(host: str) -> list[str]:
    """What to call this machine, first as others can; ``localhost`` stands last.

    One for every network around it: the one by which it reaches the others first.
    """
    if host not in ANYWHERE:
        return [bracketed(host)]
    found = list(dict.fromkeys((nearby(socket.AF_INET), *of_interfaces())))
    found = [address for address in found if address]
    if not found and host == "::":
        found = [address for address in (nearby(socket.AF_INET6),) if address]
    return [*map(bracketed, found), "localhost"]


def nearby(family: socket.AddressFamily) -> str:
    """The address of this machine in the network around it, empty where there is none."""
    for target in PROBES[family]:
        with (
            contextlib.suppress(OSError),
            socket.socket(family, socket.SOCK_DGRAM) as probe,
        ):
            probe.connect((target, 9))
            address = str(probe.getsockname()[0])
            if not ipaddress.ip_address(address.partition("%")[0]).is_loopback:
                return address
    return ""


def of_interfaces() -> list[str]:
    """The address (IPv4) of every interface that leads out of this machine; asks the system only.

    Empty where the system cannot be asked this way.
    """
    try:
        import fcntl  # not on Windows
    except ImportError:
        return []
    ask = 0x8915 if sys.platform.startswith("linux") else 0xC0206921  # SIOCGIFADDR
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as some:
        for _, name in socket.if_nameindex():
            if _INSIDE.match(name):
                continue
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(some.fileno(), ask, struct.pack("256s", name.encode()[:15]))
                address = ipaddress.ip_address(answer[20:24])
                if not (address.is_loopback or address.is_link_local or address.is_unspecified):
                    found.append(str(address))
    return found
