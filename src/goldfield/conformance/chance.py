"""Checks of chance: exact outcomes, and rolls that follow them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

from goldfield.conformance.case import Case
from goldfield.conformance.check import check
from goldfield.games.contract import State
from goldfield.rng import seeded

ROLLS = 6000
"""Rolls from one distribution at depth 1."""
DISTRIBUTIONS = 10
"""Distributions that are rolled from, the first found."""
FEWEST = 8
"""Outcomes expected less often than this are counted together."""
SURPRISE = 5.0
"""Standard deviations from which a sample is no longer believed; the seeds are fixed."""


@check
def outcomes_are_exact(case: Case) -> None:
    """Chance outcomes are ascending ids with positive Fractions that sum to exactly 1."""
    info = case.game.info
    for spot in case.each("chance"):
        found = case.game.room.outcomes(case.game.setup, spot.state)
        ids = [outcome for outcome, _ in found]
        if any(type(outcome) is not int for outcome in ids) or ids != sorted(set(ids)):
            case.broken(f"outcomes are {ids[:50]}.", "Ids are ints, ascending, each once.")
        if not ids or not 0 <= ids[0] <= ids[-1] < info.outcomes:
            case.broken(f"outcomes are {ids[:50]}; info.outcomes is {info.outcomes}.")
        if len(ids) > info.most_outcomes:
            case.broken(
                f"There are {len(ids)} outcomes; info.most_outcomes is {info.most_outcomes}."
            )
        chances = [chance for _, chance in found]
        if any(type(chance) is not Fraction or chance <= 0 for chance in chances):
            case.broken("A probability is no positive Fraction.", "Leave out what cannot happen.")
        if sum(chances) != 1:
            case.broken(f"The probabilities sum to {sum(chances)}, not 1.")


@check
def rolls_follow_the_outcomes(case: Case) -> None:
    """``roll`` gives every outcome as often as ``outcomes`` says, and nothing else."""
    rolls = ROLLS * case.depth
    for number, (state, chances) in enumerate(_distributions(case)):
        rng = seeded(number, 0)
        counts: Counter[int] = Counter()
        for _ in range(rolls):
            outcome, rng = case.game.roll(state, rng)
            if type(outcome) is not int or outcome not in chances:
                case.broken(
                    f"roll gave {outcome!r}, which outcomes does not list.",
                    "Both must mean the same ids; int(…) around what an array gave.",
                )
            counts[outcome] += 1
        for outcome, chance in chances.items():
            if counts[outcome] == 0 and chance * rolls >= 30:
                case.broken(f"roll never gave outcome {outcome}, of probability {chance}.")
        surprise = _surprise(counts, chances, rolls)
        if surprise > SURPRISE:
            case.broken(
                f"{rolls} rolls differ from outcomes by {surprise:.1f} standard deviations.",
                "Draw with below(rng, n), once, and map each result to an outcome; mind weights.",
            )


@check
def rolls_depend_on_the_generator_alone(case: Case) -> None:
    """The same generator gives the same roll, and the next generator is another one."""
    for spot in case.each("chance", 100 * case.depth):
        rng = seeded(5, spot.length)
        first, second = case.game.roll(spot.state, rng), case.game.roll(spot.state, rng)
        if first != second:
            case.broken("roll gave two results from one generator.", "Draw from rng alone.")
        if len(case.game.outcomes(spot.state)) > 1 and first[1] == rng:
            case.broken("roll gave back the generator unused.", "Return the one after the draw.")


def _distributions(case: Case) -> Iterator[tuple[State, dict[int, Fraction]]]:
    known: set[tuple[tuple[int, Fraction], ...]] = set()
    for spot in case.each("chance"):
        found = tuple(case.game.outcomes(spot.state))
        if found not in known and len(known) < DISTRIBUTIONS * case.depth:
            known.add(found)
            yield spot.state, dict(found)


def _surprise(counts: Counter[int], chances: dict[int, Fraction], rolls: int) -> float:
    """Pearson's chi-square, as standard deviations by Wilson and Hilferty's cube root."""
    bins: list[tuple[int, float]] = []
    seen, expected = 0, 0.0
    for outcome, chance in sorted(chances.items(), key=lambda item: item[1]):
        seen, expected = seen + counts[outcome], expected + float(chance) * rolls
        if expected >= FEWEST:
            bins.append((seen, expected))
            seen, expected = 0, 0.0
    if len(bins) < 2:
        return 0.0
    square = sum((n - expected) ** 2 / expected for n, expected in bins)
    spread = 2 / (9 * (len(bins) - 1))
    return ((square / (len(bins) - 1)) ** (1 / 3) - (1 - spread)) / sqrt(spread)
