"""Names that cannot be guessed, safe in addresses and easy to read out."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""31 letters and digits without those that look alike (0 o, 1 i l)."""
ID_LENGTH = 14
"""69 bits."""
TOKEN_LENGTH = 26
"""128 bits."""


def new_id() -> str:
    """A name for a match: 14 of ``LETTERS``, 69 random bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def new_token() -> str:
    """A secret for a link: 26 of ``LETTERS``, 128 random bits. Store only its ``token_hash``."""
    return "".join(secrets.choice(LETTERS) for _ in range(TOKEN_LENGTH))


def token_hash(token: str) -> str:
    """What is stored of a link's secret: its SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode()).hexdigest()
