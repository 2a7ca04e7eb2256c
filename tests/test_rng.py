"""The generator: the published algorithm, the same plain and compiled, unbiased, independent."""

from __future__ import annotations

import subprocess
import sys

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldfield.engine.cache import CompiledFolder
from goldfield.engine.compiler import compiled
from goldfield.rng import Rng, below, fresh_seed, seeded, sfc32
from goldfield.rule import put

FOLDER = CompiledFolder(("goldfield", "tests"))
DRAWS = 1_000_000


def published_sfc32(words: tuple[int, int, int, int], n: int) -> list[int]:
    """sfc32 as its author writes it in C (PractRand, sfc.cpp), on unsigned 32-bit words."""
    a, b, c, counter = (np.uint32(word) for word in words)
    one = np.uint32(1)
    out: list[int] = []
    with np.errstate(over="ignore"):
        for _ in range(n):
            tmp = a + b + counter
            counter = counter + one
            a = b ^ (b >> np.uint32(9))
            b = c + (c << np.uint32(3))
            c = ((c << np.uint32(21)) | (c >> np.uint32(11))) + tmp
            out.append(int(tmp))
    return out


@numba.njit
def numba_words(rng, out):
    """Fill ``out`` with words, on numba's own unsigned 32-bit arithmetic."""
    a, b, c, counter = (
        np.uint32(rng[0]),
        np.uint32(rng[1]),
        np.uint32(rng[2]),
        np.uint32(rng[3]),
    )
    for i in range(len(out)):
        tmp = np.uint32(np.uint32(a + b) + counter)
        counter = np.uint32(counter + np.uint32(1))
        a = np.uint32(b ^ (b >> np.uint32(9)))
        b = np.uint32(c + np.uint32(c << np.uint32(3)))
        c = np.uint32(np.uint32(np.uint32(c << np.uint32(21)) | (c >> np.uint32(11))) + tmp)
        out[i] = tmp


def draw_words(rng, out):
    for i in range(len(out)):
        out[i], rng = sfc32(rng)
    return rng


def draw_below(rng, bounds, out):
    for i in range(len(out)):
        out[i], rng = below(rng, bounds[i])
    return rng


def replaced(t, i, x):
    return put(t, i, x)


fast_words = compiled(draw_words, FOLDER)
fast_below = compiled(draw_below, FOLDER)
fast_put = compiled(replaced, FOLDER)


@pytest.mark.parametrize("seed", [0, 7, 2**63 - 1])
def test_the_published_algorithm(seed: int) -> None:
    start = seeded(seed, 1)
    out = [0] * 2000
    draw_words(start, out)
    assert out == published_sfc32(start, 2000)


def test_a_million_words_plain_and_compiled() -> None:
    start = seeded(20261130, 3)
    plain = [0] * DRAWS
    after_plain = draw_words(start, plain)
    fast = np.zeros(DRAWS, np.int64)
    after_fast = fast_words(start, fast)
    assert np.array_equal(fast, plain)
    assert after_fast == after_plain
    independent = np.zeros(DRAWS, np.int64)
    numba_words(start, independent)
    assert np.array_equal(fast, independent)


def test_a_million_draws_below_plain_and_compiled() -> None:
    # From the smallest bound to the largest, those with a high chance of a second draw included.
    cycle = [1, 2, 6, 6**7, 1715, 2**31 - 1, 2**30 + 1, 3 * 2**29, 10**9, 77]
    bounds = np.array((cycle * (DRAWS // len(cycle)))[:DRAWS])
    plain = [0] * DRAWS
    after_plain = draw_below(seeded(1, 2), [int(n) for n in bounds], plain)
    fast = np.zeros(DRAWS, np.int64)
    after_fast = fast_below(seeded(1, 2), bounds, fast)
    assert np.array_equal(fast, plain)
    assert after_fast == after_plain
    assert fast.min() == 0
    assert (fast < bounds).all()


def chi_square(counts: np.ndarray, expected: float) -> float:
    return float(((counts - expected) ** 2 / expected).sum())


def limit(freedom: int) -> float:
    """Above it a chi-square lies with a chance below one in 30 000 (4 sigma, Wilson-Hilferty)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 4 * spread**0.5) ** 3


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 52, 77, 1000])
def test_below_is_unbiased(n: int) -> None:
    out = np.zeros(DRAWS, np.int64)
    fast_below(seeded(99, n), np.full(DRAWS, n), out)
    counts = np.bincount(out, minlength=n)
    assert len(counts) == n
    assert chi_square(counts, DRAWS / n) < limit(n - 1)


def test_below_rejects_where_a_remainder_would_favour() -> None:
    """3 * 2**30 does not divide 2**32: a third of it would come up twice as often."""
    n = 3 * 2**29
    out = np.zeros(DRAWS, np.int64)
    fast_below(seeded(5, 5), np.full(DRAWS, n), out)
    thirds = np.bincount(out // 2**29, minlength=3)
    assert chi_square(thirds, DRAWS / 3) < limit(2)
    remainders = np.bincount(out % 3, minlength=3)
    assert chi_square(remainders, DRAWS / 3) < limit(2)


def test_the_seven_places_of_a_throw_are_alike_and_neighbours_independent() -> None:
    throws = DRAWS // 7
    out = np.zeros(throws, np.int64)
    fast_below(seeded(11, 0), np.full(throws, 6**7), out)
    dice = np.stack([out // 6**place % 6 for place in range(7)])
    for place in range(7):
        assert chi_square(np.bincount(dice[place], minlength=6), throws / 6) < limit(5)
        beside = dice[place] * 6 + dice[(place + 1) % 7]
        assert chi_square(np.bincount(beside, minlength=36), throws / 36) < limit(35)
    after = dice[0][:-1] * 6 + dice[0][1:]
    assert chi_square(np.bincount(after, minlength=36), (throws - 1) / 36) < limit(35)


def first_faces(seeds: np.ndarray, streams: np.ndarray) -> np.ndarray:
    return np.array(
        [
            below(seeded(int(seed), int(stream)), 6)[0]
            for seed, stream in zip(seeds, streams, strict=True)
        ]
    )


@pytest.mark.parametrize("which", ["streams of one seed", "one stream of many seeds"])
def test_streams_and_seeds_are_independent(which: str) -> None:
    """The first face of neighbouring streams, or seeds: all alike, and none tells the next."""
    n = 60_000
    numbers, same = np.arange(n), np.full(n, 7)
    faces = (
        first_faces(same, numbers) if which.startswith("streams") else first_faces(numbers, same)
    )
    assert chi_square(np.bincount(faces, minlength=6), n / 6) < limit(5)
    pairs = faces[:-1] * 6 + faces[1:]
    assert chi_square(np.bincount(pairs, minlength=36), (n - 1) / 36) < limit(35)


def test_streams_do_not_overlap() -> None:
    """A million words of each of ten streams: no run of three words occurs in two of them."""
    seen: set[bytes] = set()
    for stream in range(10):
        out = np.zeros(100_000, np.int64)
        fast_words(seeded(3, stream), out)
        runs = {out[i : i + 3].tobytes() for i in range(len(out) - 2)}
        assert len(runs) == len(out) - 2
        assert seen.isdisjoint(runs)
        seen |= runs


@settings(deadline=None)  # the first call of each length compiles
@given(
    st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=6).map(tuple),
    st.data(),
)
def test_put_plain_and_compiled(t: tuple[int, ...], data: st.DataObject) -> None:
    i = data.draw(st.integers(0, len(t) - 1))
    x = data.draw(st.integers(-(2**63), 2**63 - 1))
    plain = put(t, i, x)
    assert plain == fast_put(t, i, x)
    assert [plain[j] for j in range(len(t)) if j != i] == [t[j] for j in range(len(t)) if j != i]
    assert plain[i] == x


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1))
def test_seeding_stays_within_words(seed: int, stream: int) -> None:
    rng = seeded(seed, stream)
    assert isinstance(rng, Rng)
    assert all(0 <= word < 2**32 for word in rng)


def test_fresh_seeds_differ_in_twenty_parallel_processes() -> None:
    command = [sys.executable, "-c", "from goldfield.rng import fresh_seed; print(fresh_seed())"]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(20)]
    seeds = {process.communicate()[0].strip() for process in running}
    assert len(seeds) == 20
    assert all(0 <= int(seed) < 2**63 for seed in seeds)


def test_fresh_seeds_use_all_63_bits() -> None:
    either = 0
    both = 2**63 - 1
    for _ in range(200):
        seed = fresh_seed()
        either |= seed
        both &= seed
    assert either == 2**63 - 1
    assert both == 0
