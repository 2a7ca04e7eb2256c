"""What a solver hands over to be kept."""

from __future__ import annotations

from typing import NamedTuple

from goldfield.solutions.table import Numbers


class Found(NamedTuple):
    """Shares of every score state, and how exact they are; :class:`Facts` says what that means.

    ``numbers`` are unsigned 32-bit parts of ``PARTS``, laid out as in a :class:`Table`.
    """

    numbers: Numbers
    residual: float
    epsilon: float
    width: float = 0.0
