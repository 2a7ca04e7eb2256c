"""Fair dice: words of 32 bits from a committed secret seed and every seat's phrase.

Chance event ``k`` (counted from 0) of a match reads the words of
HMAC-SHA-256(seed, u16 len(id) ‖ id ‖ u32 k ‖ u32 block ‖ for each seat u16 len(phrase) ‖ phrase),
all numbers big-endian, all texts UTF-8, lengths in bytes; each block (from 0) gives eight words.
docs/fair-dice.md says in plain words what this promises.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

SEED_BYTES = 32
WORDS_PER_BLOCK = 8


def new_seed() -> bytes:
    """A secret seed of 256 bits from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def new_phrase() -> str:
    """A random phrase of 80 bits for somebody who sends none."""
    digits = "23456789abcdefghjkmnpqrstuvwxyz"
    return "-".join("".join(secrets.choice(digits) for _ in range(4)) for _ in range(4))


def derived_phrase(commitment: str, seat: int) -> str:
    """The phrase, chosen by nobody, of a bot's or the owner's further seat (from 0).

    It follows from the published fingerprint of the seed: the first 16 hexadecimal digits of
    SHA-256 of ``"<commitment>:<seat, counted from 1>"``.
    """
    return hashlib.sha256(f"{commitment}:{seat + 1}".encode()).hexdigest()[:16]


def commitment(seed: bytes) -> str:
    """The fingerprint published at creation: SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def fingerprint(phrase: str) -> str:
    """SHA-256 of a phrase in UTF-8, in hexadecimal: shown when it is frozen, kept in exports."""
    return hashlib.sha256(phrase.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class FairDice:
    """The words (``rng.Words``) of one chance event; immutable: a word comes with the rest.

    ``head`` and ``tail`` are the message's parts before and after the number of the block.
    """

    seed: bytes = field(repr=False)
    head: bytes
    tail: bytes
    drawn: int = 0
    block: tuple[int, ...] = field(default=(), repr=False)

    def next32(self) -> tuple[int, FairDice]:
        """The next word, 0 to 2**32 - 1, and the source after it."""
        number, at = divmod(self.drawn, WORDS_PER_BLOCK)
        block = self.block
        if at == 0:
            message = self.head + struct.pack(">I", number) + self.tail
            block = struct.unpack(">8I", hmac.digest(self.seed, message, "sha256"))
        return block[at], FairDice(self.seed, self.head, self.tail, self.drawn + 1, block)


def fair_dice(seed: bytes, match_id: str, k: int, phrases: Sequence[str]) -> FairDice:
    """The words of chance event ``k`` (from 0) of a match."""
    head = _prefixed(match_id) + struct.pack(">I", k)
    return FairDice(seed, head, b"".join(_prefixed(phrase) for phrase in phrases))


def _prefixed(text: str) -> bytes:
    """A text in UTF-8 after its length in bytes, so that no two lists of texts read the same."""
    data = text.encode()
    return struct.pack(">H", len(data)) + data
