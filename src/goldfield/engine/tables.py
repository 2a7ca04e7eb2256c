"""Turns a plain setup, or a bot's table, into the form that compiled code reads.

Ints stay ints, lists and arrays become contiguous, read-only NumPy arrays, and nested tuples keep
their type. Unsigned elements are widened to the next signed type: numba's arithmetic would turn
them into floats. A value read from a compact table (``array("h")``) has that width in compiled
code, so a rule passes it through ``int()`` before it enters a state.
"""

from __future__ import annotations

from array import array
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.signedinteger[Any]]
T = TypeVar("T", bound=tuple[Any, ...])

SIGNED = {1: np.int8, 2: np.int16, 4: np.int32, 8: np.int64}


def compiled_form(plain: T) -> T:
    """The same NamedTuple (or tuple) with lists and arrays as NumPy arrays.

    Raises:
        TypeError: for anything else than ints, flat tables of ints, and tuples of these.
        OverflowError: for a number that does not fit into a signed 64-bit integer.
    """
    parts = [_part(value) for value in plain]
    if type(plain) is tuple:
        return cast(T, tuple(parts))
    return cast(T, type(plain)(*parts))


def _part(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise OverflowError(f"{value} does not fit into a signed 64-bit integer")
        return value
    if isinstance(value, tuple):
        return compiled_form(cast("tuple[object, ...]", value))
    if isinstance(value, list):
        return _frozen(_int64(cast("list[int]", value)))
    if isinstance(value, array):
        return _frozen(_array(cast("array[int]", value)))
    raise TypeError(
        f"a setup or table holds ints, lists, array.array and tuples of these, not {value!r:.60}"
    )


def _int64(values: list[int]) -> Ints:
    for value in values:
        if type(value) is not int and type(value) is not bool:
            raise TypeError(f"a table is a flat list of ints, not of {value!r:.60}")
    return np.array(values, dtype=np.int64)


def _array(values: array[int]) -> Ints:
    if values.typecode in "fdu":
        raise TypeError(f"a table holds ints, not array({values.typecode!r})")
    width = values.itemsize
    if values.typecode.isupper():
        if width == 8 and any(value >= 2**63 for value in values):
            raise OverflowError("a number in a table does not fit into a signed 64-bit integer")
        width = min(8, 2 * width)
    return np.array(values, dtype=SIGNED[width])


def _frozen(table: Ints) -> Ints:
    table.flags.writeable = False
    return table
