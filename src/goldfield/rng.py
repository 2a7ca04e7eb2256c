"""Random numbers for plain and compiled code alike: sfc32, and an unbiased draw below n.

sfc32 is Chris Doty-Humphrey's "small fast counting" generator (PractRand): only sums, shifts and
exclusive ors of 32-bit words, so no intermediate value leaves a signed 64-bit integer and the
compiled code draws exactly what plain Python draws.
"""

from __future__ import annotations

import os
from typing import NamedTuple, Protocol

from goldfield.rule import rule, two_bodied

MASK32 = 0xFFFFFFFF


class Rng(NamedTuple):
    """The state of an sfc32 generator: three words of 32 bits and a counter of 32 bits."""

    a: int
    b: int
    c: int
    counter: int


class Words(Protocol):
    """Any other source of 32-bit words that :func:`next32` accepts in plain use.

    A match's fair dice are such a source; it must be immutable, as ``Rng`` is.
    """

    def next32(self) -> tuple[int, Words]: ...


@rule
def sfc32(rng: Rng) -> tuple[int, Rng]:
    """The next word of an ``Rng``, 0 to 2**32 - 1, and the generator after it."""
    word = (rng.a + rng.b + rng.counter) & MASK32
    a = rng.b ^ (rng.b >> 9)
    b = (rng.c + (rng.c << 3)) & MASK32
    c = ((((rng.c << 21) & MASK32) | (rng.c >> 11)) + word) & MASK32
    return word, Rng(a, b, c, (rng.counter + 1) & MASK32)


@two_bodied(compiled=sfc32)
def next32(rng: Rng | Words) -> tuple[int, Rng | Words]:
    """The next 32-bit word and the source after it; compiled code knows only ``Rng``."""
    if isinstance(rng, Rng):
        return sfc32(rng)
    return rng.next32()


@rule
def below(rng: Rng | Words, n: int) -> tuple[int, Rng | Words]:
    """A uniform whole number from 0 to n - 1 (1 <= n < 2**31) and the source after it.

    Lemire's method ("Fast Random Integer Generation in an Interval", 2019): the upper half of
    word * n, drawn again while the lower half falls into the 2**32 mod n values that would make
    some results likelier than others.
    """
    while True:
        word, rng = next32(rng)
        product = word * n
        if (product & MASK32) >= n or (product & MASK32) >= 4294967296 % n:
            return product >> 32, rng


@rule
def seeded(seed: int, stream: int) -> Rng:
    """The generator number ``stream`` of a seed; both are at least 0 and below 2**63.

    Streams are independent: give every game of a simulation its own, and the result does not
    depend on which thread plays it.
    """
    rng = Rng(seed & MASK32, seed >> 32, stream & MASK32, (stream >> 32) + 1)
    for _ in range(20):
        _, rng = sfc32(rng)
    return rng


def fresh_seed() -> int:
    """A 63-bit seed from the operating system, never from the clock."""
    return int.from_bytes(os.urandom(8), "big") >> 1
