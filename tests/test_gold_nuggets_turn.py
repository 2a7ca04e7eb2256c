"""The automaton of a run against an independent brute force over explicit dice."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from goldfield.games.gold_nuggets.turn import (
    DICE,
    FACES,
    ROLLS,
    Aside,
    automaton,
    bust_chance,
    roll_id,
    roll_text,
    throws,
    worth,
)

VARIANTS = list(product((False, True), repeat=3))

# A table of the brute force: the loose dice that lie aside as a sorted text, and the straights.
Table = tuple[str, tuple[str, ...]]


def single_steps(table: Table, hand: str, straights: bool, pairs: bool) -> set[tuple[Table, str]]:
    """GN2: what taking exactly one permitted combination out of the hand leaves, dice in words."""
    loose, runs = table
    found: set[tuple[Table, str]] = set()

    def take(dice: str, to_loose: str, to_runs: tuple[str, ...]) -> None:
        rest = hand
        for die in dice:
            if die not in rest:
                return
            rest = rest.replace(die, "", 1)
        after = ("".join(sorted(loose + to_loose)), tuple(sorted(to_runs)))
        found.add((after, rest))

    for die in set(hand):
        if die in "GL" or die in loose:
            take(die, die, runs)
        if die in "2345":
            take(die * 3, die * 3, runs)
            if pairs:
                take(die * 2, die * 2, runs)
    if straights:
        for run in ("234", "345", "2345"):
            take(run, "", (*runs, run))
        for i, run in enumerate(runs):
            if len(run) == 3:
                missing = ({"2", "3", "4", "5"} - set(run)).pop()
                take(missing, "", (*runs[:i], "2345", *runs[i + 1 :]))
    return found


def brute_force(table: Table, hand: str, straights: bool, pairs: bool) -> set[Table]:
    """Everything that one or more permitted combinations can leave."""
    seen: set[tuple[Table, str]] = set()
    front = [(table, hand)]
    while front:
        for step in single_steps(*front.pop(), straights, pairs):
            if step not in seen:
                seen.add(step)
                front.append(step)
    return {after for after, _ in seen}


def as_table(aside: Aside) -> Table:
    loose = "2" * aside.n2 + "3" * aside.n3 + "4" * aside.n4 + "5" * aside.n5
    runs = ["234"] * aside.low + ["345"] * aside.high + ["2345"] * aside.long
    return loose + "G" * aside.gold + "L" * aside.lasso, tuple(sorted(runs))


@pytest.mark.parametrize(("straights", "pairs"), list(product((False, True), repeat=2)))
def test_GN2_every_set_aside_of_every_roll_agrees_with_brute_force(straights, pairs):
    run = automaton(straights, pairs, False)
    rolls_of = {d: [i for i, c in enumerate(ROLLS) if sum(c) == d] for d in range(1, DICE + 1)}
    reached = {0}
    for a, aside in enumerate(run.asides):
        for roll in rolls_of.get(run.left[a], []):
            keeps = run.keeps(a, roll)
            assert list(keeps) == sorted(set(keeps))
            expected = brute_force(as_table(aside), roll_text(roll), straights, pairs)
            assert {as_table(run.asides[k]) for k in keeps} == expected
            assert len(expected) == len(keeps)
            reached.update(keeps)
    assert reached == set(range(len(run.asides)))


@pytest.mark.parametrize(
    ("straights", "pairs", "tables"),
    [(False, False, 206), (False, True, 494), (True, False, 293), (True, True, 653)],
)
def test_number_of_tables(straights, pairs, tables):
    """206 is the count that a first trial of the base rules found independently."""
    assert len(automaton(straights, pairs, False).asides) == tables


def explicit_worth(table: Table, pairs: bool, extra: bool) -> int:
    """GN6 and the variants, told once more and with other means."""
    loose, runs = table
    total = 0
    for die, n in Counter(loose).items():
        if die == "G":
            total += n
        elif die != "L":
            readings = [0]
            if n >= 3:
                readings.append(int(die) + (n - 3) * extra)
            if pairs:
                readings.append(n // 2)
            total += max(readings)
    return total + sum(len(run) for run in runs)


@pytest.mark.parametrize(("straights", "pairs", "extra"), VARIANTS)
def test_GN6_worth_of_every_table(straights, pairs, extra):
    run = automaton(straights, pairs, extra)
    for a, aside in enumerate(run.asides):
        assert run.worth[a] == explicit_worth(as_table(aside), pairs, extra)
        assert run.left[a] == DICE - aside.dice
        assert run.rope[a] == (aside.lasso >= 3)


@pytest.mark.parametrize(
    ("dice", "base", "pairs", "extra", "both"),
    [
        ("2222", 2, 2, 3, 3),
        ("222222", 2, 3, 5, 5),
        ("3333", 3, 3, 4, 4),
        ("22222", 2, 2, 4, 4),
        ("444", 4, 4, 4, 4),
        ("4444", 4, 4, 5, 5),
        ("4444444", 4, 4, 8, 8),
        ("33333", 3, 3, 5, 5),
    ],
)
def test_GN6_GN_pairs_GN_extra_examples(dice, base, pairs, extra, both):
    """Six 2s are three pairs, five 2s a set: read wholly one way, whichever pays more."""
    n = len(dice)
    aside = Aside(**{f"n{dice[0]}": n})
    assert worth(aside, False, False) == base
    assert worth(aside, True, False) == pairs
    assert worth(aside, False, True) == extra
    assert worth(aside, True, True) == both


def keeps_of(text: str, **variants: bool) -> set[Table]:
    run = automaton(
        variants.get("straights", False), variants.get("pairs", False), variants.get("extra", False)
    )
    counts = [text.count(face) for face in FACES]
    roll = roll_id((counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]))
    return {as_table(run.asides[k]) for k in run.keeps(0, roll)}


def test_GN2_example_with_exactly_eleven_set_asides():
    """G G L 3 3 3 5: 0 to 2 gold, 0 or 1 lasso, none or three 3s, not nothing."""
    assert len(keeps_of("GGL3335")) == 11


def test_GN3_a_roll_that_busts_only_without_variants():
    assert keeps_of("2233445") == set()
    assert keeps_of("2233445", pairs=True)
    assert keeps_of("2233445", straights=True)


def test_GN_straights_same_dice_two_readings():
    """2345 222: a straight of four beside a set of three 2s, or 345 beside a set of four."""
    found = keeps_of("2222345", straights=True)
    assert ("222", ("2345",)) in found
    assert ("2222", ("345",)) in found


def test_GN_straights_dice_in_a_straight_open_no_set():
    run = automaton(True, False, False)
    low = run.number_of[Aside(low=1)]
    roll = roll_id((0, 0, 1, 1, 1, 1))
    after = {as_table(run.asides[k]) for k in run.keeps(low, roll)}
    assert ("", ("2345",)) in after, "the 5 extends 2-3-4"
    assert not any("2" in loose or "3" in loose for loose, _ in after)


@pytest.mark.parametrize("dice", range(DICE + 1))
def test_GN1_every_throw_is_the_roll_of_its_digits(dice):
    """The base-6 digits of a throw, most significant first, are the faces of the dice."""
    for u in range(0, 6**dice, 1 if dice < 6 else 7):
        digits, rest = [], u
        for _ in range(dice):
            rest, digit = divmod(rest, 6)
            digits.append(FACES[digit])
        assert Counter(digits) == Counter(roll_text(throws().roll(dice, u)))


@pytest.mark.parametrize(("straights", "pairs"), list(product((False, True), repeat=2)))
def test_GN3_bust_chance_counts_throws(straights, pairs):
    run = automaton(straights, pairs, False)
    for a, left in enumerate(run.left):
        if 0 < left <= 4:
            thrown = [throws().roll(left, u) for u in range(6**left)]
            busts = sum(1 for roll in thrown if not run.keeps(a, roll))
            assert bust_chance(straights, pairs, a) == Fraction(busts, 6**left)


def test_bust_chance_of_a_first_roll():
    """Seven dice: no gold, no lasso, and no number three times; counted dice by dice."""
    ways = sum(
        1
        for dice in product("GL2345", repeat=7)
        if "G" not in dice and "L" not in dice and max(Counter(dice).values()) < 3
    )
    assert bust_chance(False, False, 0) == Fraction(ways, 6**7)
