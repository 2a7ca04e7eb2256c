"""Turns a plain setup, or a bot's table, into the form that compiled code reads.

Ints stay ints, nested tuples keep their type, and lists and arrays become :class:`Table`: to
compiled code one pointer (a NumPy array would be seven values, handed to every function for every
table, and counted in and out), of whose elements it reads signed 64-bit ints, however compactly
they are stored.
"""

from __future__ import annotations

from array import array
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

T = TypeVar("T", bound=tuple[Any, ...])

HEADER = 8
"""Bytes before the first element, which hold the length."""


class Table:
    """A flat, immutable table of ints for compiled code.

    Compiled code reads ``table[i]`` (0 <= i < len, unchecked) and ``len(table)``.

    Attributes:
        dtype: How the elements are stored: ``int8`` to ``int64``, ``uint8`` to ``uint32``.
        address: Where the first element lies in memory; valid as long as the Table lives.
    """

    def __init__(self, values: npt.NDArray[np.integer[Any]]) -> None:
        self.dtype: str = values.dtype.name
        self._memory = np.zeros(HEADER + values.nbytes, np.uint8)
        self._memory[:HEADER].view(np.int64)[0] = len(values)
        self._values = self._memory[HEADER:].view(values.dtype)
        self._values[:] = values
        self._memory.flags.writeable = False
        self.address: int = self._memory.ctypes.data + HEADER

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, i: int) -> int:
        return int(self._values[i])


def compiled_form(plain: T) -> T:
    """The same NamedTuple (or tuple) with every list and array as a ``Table``.

    Raises:
        TypeError: for anything else than ints, flat tables of ints, and tuples of these.
        OverflowError: for a number that does not fit into a signed 64-bit integer.
    """
    parts = tuple(_part(value) for value in plain)
    make = getattr(plain, "_make", tuple)
    return cast(T, make(parts))


def _part(value: object) -> object:
    if isinstance(value, int):
        return _checked(value)
    if isinstance(value, tuple):
        return compiled_form(cast("tuple[object, ...]", value))
    if isinstance(value, list):
        return Table(np.array([_checked(item) for item in cast("list[object]", value)], np.int64))
    if isinstance(value, array):
        return _table(cast("array[int]", value))
    raise TypeError(
        f"a setup or table holds ints, lists, array.array and tuples of these, not {value!r:.60}"
    )


def _checked(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"a table is a flat list of ints, not of {value!r:.60}")
    if not -(2**63) <= value < 2**63:
        raise OverflowError(f"{value} does not fit into a signed 64-bit integer")
    return int(value)


def _table(values: array[int]) -> Table:
    if values.typecode in "fduw":
        raise TypeError(f"a table holds ints, not array({values.typecode!r})")
    if values.typecode in "LQ" and values.itemsize == 8:
        return Table(np.array([_checked(value) for value in values], np.int64))
    return Table(np.frombuffer(values, dtype=values.typecode))
