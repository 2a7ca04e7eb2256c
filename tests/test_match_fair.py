"""Fair dice: words by the documented formula, no bias, no position used twice."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldfield.match.fair import (
    commitment,
    fair_dice,
    fingerprint,
    new_phrase,
    new_seed,
)
from goldfield.rng import below
from tests.played import PIG, played

SEED = bytes(range(32))


def words(seed: bytes, match_id: str, k: int, phrases: tuple[str, ...], n: int) -> list[int]:
    """The first words of a chance event, drawn one by one."""
    dice = fair_dice(seed, match_id, k, phrases)
    found: list[int] = []
    for _ in range(n):
        word, dice = dice.next32()
        found.append(word)
    return found


def formula(seed: bytes, match_id: str, k: int, phrases: tuple[str, ...], n: int) -> list[int]:
    """The same by the formula of docs/fair-dice.md, written another way."""
    out = b""
    block = 0
    while len(out) < 4 * n:
        message = len(match_id.encode()).to_bytes(2, "big") + match_id.encode()
        message += k.to_bytes(4, "big") + block.to_bytes(4, "big")
        for phrase in phrases:
            message += len(phrase.encode()).to_bytes(2, "big") + phrase.encode()
        out += hmac.new(seed, message, hashlib.sha256).digest()
        block += 1
    return [int.from_bytes(out[i : i + 4], "big") for i in range(0, 4 * n, 4)]


@given(
    st.binary(min_size=32, max_size=32),
    st.text(max_size=20),
    st.integers(0, 2**32 - 1),
    st.lists(st.text(max_size=20), max_size=5).map(tuple),
    st.integers(1, 40),
)
def test_the_words_are_those_of_the_formula(
    seed: bytes, match_id: str, k: int, phrases: tuple[str, ...], n: int
) -> None:
    assert words(seed, match_id, k, phrases, n) == formula(seed, match_id, k, phrases, n)


def test_a_source_is_immutable_and_repeats_itself() -> None:
    dice = fair_dice(SEED, "m", 3, ("a", "b"))
    first, after = dice.next32()
    assert dice.next32() == (first, after)
    assert after.next32()[0] != first
    assert SEED.hex() not in repr(dice)
    assert repr(SEED) not in repr(dice)


def test_every_part_of_the_message_counts_and_lengths_keep_texts_apart() -> None:
    base = (SEED, "match", 7, ("one", "two"))
    others = [
        (bytes([1]) + SEED[1:], "match", 7, ("one", "two")),
        (SEED, "matcH", 7, ("one", "two")),
        (SEED, "match", 8, ("one", "two")),
        (SEED, "match", 7, ("two", "one")),
        (SEED, "match", 7, ("onet", "wo")),
        (SEED, "match", 7, ("one", "two", "")),
        (SEED, "match", 7, ("onetwo",)),
    ]
    seen = {
        tuple(words(seed, match_id, k, phrases, 8))
        for seed, match_id, k, phrases in [base, *others]
    }
    assert len(seen) == len(others) + 1


def test_seeds_and_phrases_are_long_and_never_the_same() -> None:
    assert len({new_seed() for _ in range(1000)}) == 1000
    assert all(len(new_seed()) == 32 for _ in range(10))
    phrases = {new_phrase() for _ in range(1000)}
    assert len(phrases) == 1000
    assert all(re.fullmatch(r"([2-9a-hjkmnp-z]{4}-){3}[2-9a-hjkmnp-z]{4}", p) for p in phrases)


def test_fingerprints_are_sha256() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert fingerprint("žluť") == hashlib.sha256("žluť".encode()).hexdigest()


def chi_square_is_fair(counts: list[int]) -> bool:
    """Whether counts of equally likely results lie within 4 sigma of what chi-square expects."""
    expected = sum(counts) / len(counts)
    chi = sum((count - expected) ** 2 for count in counts) / expected
    freedom = len(counts) - 1
    return abs(chi - freedom) < 4 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("n", [2, 5, 6, 7, 6**3])
def test_dice_of_many_events_are_uniform(n: int) -> None:
    counts = [0] * n
    for k in range(100_000):
        counts[below(fair_dice(SEED, "uniform", k, ("p", "q")), n)[0]] += 1
    assert chi_square_is_fair(counts)


def test_seven_dice_of_a_roll_are_uniform_each_and_in_pairs() -> None:
    each = [[0] * 6 for _ in range(7)]
    pairs = [0] * 36
    for k in range(100_000):
        u = below(fair_dice(SEED, "seven", k, ("p", "q")), 6**7)[0]
        dice = [u // 6 ** (6 - i) % 6 for i in range(7)]
        for counts, die in zip(each, dice, strict=True):
            counts[die] += 1
        for a, b in itertools.pairwise(dice):
            pairs[6 * a + b] += 1
    assert all(chi_square_is_fair(counts) for counts in each)
    assert chi_square_is_fair(pairs)


def test_one_event_may_draw_as_much_as_it_likes() -> None:
    counts = [0] * 6
    dice = fair_dice(SEED, "long", 0, ("p",))
    for _ in range(100_000):
        die, dice = below(dice, 6)
        counts[die] += 1
    assert chi_square_is_fair(counts)


def test_the_check_of_uniformity_can_fail() -> None:
    assert not chi_square_is_fair([17_000, 16_000, 16_700, 16_700, 16_800, 16_800])
    assert chi_square_is_fair([16_667] * 6)


def test_no_chance_position_is_used_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def noted(seed: bytes, match_id: str, k: int, phrases: tuple[str, ...]) -> object:
        asked.append(k)
        return fair_dice(seed, match_id, k, phrases)

    monkeypatch.setattr("goldfield.match.table.fair_dice", noted)
    match = played(PIG, seed=5, first=0)
    assert match.is_over
    assert asked == list(range(len(asked)))
    assert len(asked) > 20
