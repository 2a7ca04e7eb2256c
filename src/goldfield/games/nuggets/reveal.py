"""The end of the game: what every area brings to whom, when all chips are turned over (NU10)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from goldfield.games.nuggets.areas import areas_of, markers_in, spaces_of
from goldfield.games.nuggets.awarded import award
from goldfield.games.nuggets.rules import SIXTHS, Rules, side_of, side_scores, strength
from goldfield.games.nuggets.state import CHIP_VALUES, Setup, State
from goldfield.words import number_text


def awards(rules: Rules, setup: Setup, s: State) -> list[dict[str, Any]]:
    """Every area with its chips and who takes it, the dearest last.

    ``sums`` are the strengths of all sides, ``takers`` the sides that share its worth,
    ``share`` what each of them gets, in sixths of a point, ``text`` says it, and ``totals`` are
    the points of all sides after it, as people write them.
    """
    found: list[dict[str, Any]] = []
    for area in areas_of(s.east, s.north):
        markers = markers_in(s.mines, area)
        sums = [strength(setup, s, side, area) for side in range(setup.sides)]
        most = max(sums)
        takers = [side for side, has in enumerate(sums) if has == most > 0] if markers else []
        found.append(
            {
                "spaces": spaces_of(area),
                "markers": markers,
                "worth": sum(markers),
                "chips": [chip for space in spaces_of(area) for chip in _chip(setup, s, space)],
                "sums": sums,
                "takers": takers,
                "share": sum(markers) * SIXTHS // len(takers) if takers else 0,
            }
        )
    found.sort(key=lambda one: (one["worth"], len(one["chips"])))
    so_far = [0] * setup.sides
    for one in found:
        one["text"] = award(rules, setup, one)
        for side in one["takers"]:
            so_far[side] += one["share"]
        one["totals"] = [number_text(Fraction(won, SIXTHS)) for won in so_far]
    return found


def _chip(setup: Setup, s: State, space: int) -> list[dict[str, Any]]:
    """The chip on a space, if there is one."""
    for seat, chips in enumerate(s.chips):
        if chips >> space & 1:
            value = next(i + 1 for i in range(CHIP_VALUES) if s.worth[i] >> space & 1)
            side = side_of(setup, seat)
            return [{"space": space, "seat": seat, "side": side, "value": value}]
    return []


def totals(setup: Setup, s: State) -> list[int]:
    """What each side has won, in sixths of a point."""
    return list(side_scores(setup, s))
