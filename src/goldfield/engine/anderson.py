"""Anderson's method: where repeated steps lead, concluded from the last few of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

LEAST = 1e-10
"""Directions in which the last steps hardly differ are left out, relative to the largest."""


class Memory:
    """The last steps of an iteration ``then = f(now)`` whose fixed point is sought.

    Where a few directions swing or creep while all others settle, steps alone need for ever;
    the combination of former steps that would have moved least is close to the fixed point.
    D. G. Anderson, Iterative procedures for nonlinear integral equations, J. ACM 12 (1965).
    """

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._moves: list[Floats] = []
        self._thens: list[Floats] = []

    def forget(self) -> None:
        """Begin anew, because f has changed."""
        self._moves.clear()
        self._thens.clear()

    def next(self, now: Floats, then: Floats) -> Floats:
        """Where to step from next, given the last step."""
        self._moves.append((then - now).ravel())
        self._thens.append(then.ravel().copy())
        if len(self._moves) > self._kept + 1:
            del self._moves[0], self._thens[0]
        if len(self._moves) == 1:
            return then
        move, last = self._moves[-1], self._thens[-1]
        moves = np.array([move - other for other in self._moves[:-1]])
        thens = np.array([last - other for other in self._thens[:-1]])
        parts = np.linalg.lstsq(moves @ moves.T, moves @ move, rcond=LEAST)[0]
        return (last - parts @ thens).reshape(then.shape)
