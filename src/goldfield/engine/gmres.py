"""Saad and Schultz' method GMRES: a linear system of which only products are needed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def solved(
    product: Callable[[Floats], Floats],
    nearly: Callable[[Floats], Floats],
    right: Floats,
    exact: float,
    most: int = 250,
) -> Floats:
    """The x with ``product(x) == right``, up to the part ``exact`` of the length of ``right``.

    ``nearly`` solves the system roughly: then few steps are needed. After ``most`` of them what is
    found is returned. Y. Saad and M. H. Schultz, GMRES, SIAM J. Sci. Stat. Comput. 7 (1986); the
    flexible form, in which the rough solutions are kept.
    """
    length = float(np.linalg.norm(right))
    if length == 0:
        return np.zeros_like(right)
    basis = [right / length]
    tries: list[Floats] = []
    columns: list[Floats] = []
    weights = np.zeros(0)
    for k in range(1, most + 1):
        tries.append(nearly(basis[-1]))
        new = product(tries[-1])
        known = np.array(basis)
        parts = np.zeros(k)
        for _ in range(2):
            part = known @ new
            new = new - part @ known
            parts += part
        rest = float(np.linalg.norm(new))
        columns.append(np.append(parts, rest))
        matrix = np.zeros((k + 1, k))
        for c, column in enumerate(columns):
            matrix[: c + 2, c] = column
        goal = np.zeros(k + 1)
        goal[0] = length
        weights = np.linalg.lstsq(matrix, goal)[0]
        if rest == 0 or np.linalg.norm(matrix @ weights - goal) < exact * length:
            break
        basis.append(new / rest)
    return weights @ np.array(tries)
