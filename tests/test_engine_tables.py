"""Setups in compiled form: what compiled code reads is what plain Python reads."""

from __future__ import annotations

from array import array
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldfield.engine.cache import CompiledFolder
from goldfield.engine.compiler import compiled
from goldfield.engine.tables import Table, compiled_form
from goldfield.games.gold_nuggets import rules as gold_nuggets

CODES = "bBhHiIlLqQ"


class Inner(NamedTuple):
    limit: int


class Outer(NamedTuple):
    players: int
    table: list[int] | array[int]
    inner: Inner
    pair: tuple[int, int]


def read_all(setup, out):
    for i in range(len(setup.table)):
        out[i] = setup.table[i]
    return len(setup.table) + setup.players + setup.inner.limit + setup.pair[1]


def product_of_neighbours(setup, i):
    """Unsigned ints would become floats here."""
    return setup.table[i] * setup.table[i + 1] - setup.players


fast_read_all = compiled(read_all, CompiledFolder(("goldfield", "tests")))
fast_product = compiled(product_of_neighbours, CompiledFolder(("goldfield", "tests")))


def bounds(code: str) -> tuple[int, int]:
    bits = 8 * array(code).itemsize
    if code.isupper():
        return 0, min(2**bits, 2**63) - 1
    return -(2 ** (bits - 1)), 2 ** (bits - 1) - 1


@st.composite
def tables(draw: st.DrawFn) -> list[int] | array[int]:
    code = draw(st.sampled_from(["list", *CODES]))
    low, high = bounds("q" if code == "list" else code)
    values = draw(st.lists(st.integers(low, high) | st.sampled_from([low, high]), max_size=9))
    return values if code == "list" else array(code, values)


@settings(deadline=None)  # the first table of each type compiles
@given(tables())
def test_compiled_code_reads_every_table_as_python_does(table: list[int] | array[int]) -> None:
    plain = Outer(3, table, Inner(5), (1, 2))
    out = np.zeros(len(table), np.int64)
    assert fast_read_all(compiled_form(plain), out) == len(table) + 3 + 5 + 2
    assert list(out) == list(table)


@pytest.mark.parametrize("code", CODES)
def test_products_of_elements_stay_whole_numbers(code: str) -> None:
    setup = Outer(2, array(code, [100, 100]), Inner(0), (0, 0))
    value = fast_product(compiled_form(setup), 0)
    assert value == 9998
    assert type(value) is int


def test_types_and_compactness_are_kept() -> None:
    form = compiled_form(Outer(3, array("H", [1, 2**16 - 1]), Inner(5), (1, 2)))
    assert type(form) is Outer
    assert type(form.inner) is Inner
    assert isinstance(form.table, Table)
    assert form.table.dtype == "uint16"
    assert [form.table[i] for i in range(len(form.table))] == [1, 2**16 - 1]


@pytest.mark.parametrize(
    "wrong", [1.5, "text", None, [1, 2.0], [[1]], array("d", [1.0]), {"a": 1}, np.zeros(2)]
)
def test_anything_else_is_refused(wrong: object) -> None:
    with pytest.raises(TypeError, match="ints"):
        compiled_form((1, wrong))


@pytest.mark.parametrize("wrong", [2**63, -(2**63) - 1, [2**63], array("Q", [2**63])])
def test_numbers_beyond_64_bits_are_refused(wrong: object) -> None:
    with pytest.raises(OverflowError, match="64-bit"):
        compiled_form((wrong,))


def test_a_table_cannot_be_written_by_compiled_code() -> None:
    def write(setup):
        setup.table[0] = 1

    fast = compiled(write, CompiledFolder(("goldfield", "tests")))
    with pytest.raises(Exception, match="Table"):
        fast(compiled_form(Outer(1, [0], Inner(0), (0, 0))))


def test_one_type_serves_every_variant_of_gold_nuggets() -> None:
    """So one compilation serves them: only the contents differ."""
    forms = [
        compiled_form(gold_nuggets.setup_of(gold_nuggets.Rules(straights=s, pairs=p, extra=e)))
        for s in (False, True)
        for p in (False, True)
        for e in (False, True)
    ]
    types = {
        tuple(part.dtype if isinstance(part, Table) else type(part) for part in form)
        for form in forms
    }
    assert len(types) == 1
