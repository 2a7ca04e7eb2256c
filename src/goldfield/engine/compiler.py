# pyright: basic, reportCallIssue=false
# numba ships hardly any types, its intrinsics are called without their first parameter, and what
# follows stands in for its dispatcher's cache. Everything typed is in the modules around this one.
"""Compiles drivers with numba: rules registered first, finished code kept in a checked folder."""

from __future__ import annotations

import contextlib
import hashlib
import operator
import os
import pickle
import re
import threading
from collections.abc import Callable, Generator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba.core import types
from numba.core.compiler import CompileResult
from numba.core.errors import NumbaError
from numba.core.serialize import dumps
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import (
    NativeValue,
    intrinsic,
    models,
    overload,
    register_jitable,
    register_model,
    typeof_impl,
    unbox,
)

from goldfield.engine.cache import CompiledFolder
from goldfield.engine.crew import heard_ctrl_c
from goldfield.engine.tables import HEADER, Table
from goldfield.rule import RULES, TWO_BODIED, put
from goldfield.words import say

F = TypeVar("F", bound=Callable[..., Any])

_registered: set[Callable[..., Any]] = set()
_lock = threading.Lock()


def register_rules() -> None:
    """Tell numba every noted function it does not know yet."""
    with _lock:
        for function in list(RULES):
            if function not in _registered:
                _registered.add(function)
                register_jitable(forceinline=True)(function)
        for function, compiled in list(TWO_BODIED.items()):
            if function not in _registered:
                _registered.add(function)
                body = _put_body if function is put else compiled
                overload(function, strict=False)(_always(body))


def _put_body(t: Any, i: Any, x: Any) -> Any:
    return tuple_setitem(t, i, x)


def _always(body: Callable[..., Any]) -> Callable[..., Any]:
    """An overload that picks the same body for all types."""

    def pick(*args: Any, **kwargs: Any) -> Callable[..., Any]:
        return body

    return pick


def compiled(function: F, folder: CompiledFolder) -> F:
    """The function compiled when first called with new types; it releases Python's lock.

    Division by zero and indices out of range are not checked: rules must not do either, and the
    tests run them in plain Python, where both raise.
    """
    register_rules()
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy")(function)
    dispatcher._cache = _CheckedCache(function, folder)
    return dispatcher


class CannotCompile(TypeError):
    """Rules or a bot use what compiled code cannot; ``message`` says what and where."""

    def __init__(self, what: str, cause: NumbaError) -> None:
        text = str(cause)
        # The innermost of numba's nested complaints: its reason stands last, its place first.
        reasons = re.findall(r"\(step: [\w ]+\)\n\s*(.+)$", text, re.MULTILINE)
        places = re.findall(r"^\s*During: .* at (\S+) \((\d+)\)$", text, re.MULTILINE)
        self.message = say(
            "{what} cannot be compiled: {reason} ({place}).",
            what=what,
            reason=reasons[-1] if reasons else text.partition("\n")[0],
            place=f"{places[0][0]}, line {places[0][1]}" if places else "place unknown",
        )
        super().__init__(str(self.message))


@contextlib.contextmanager
def compiling(what: str) -> Generator[None, None, None]:
    """Turn numba's error of several pages into :class:`CannotCompile`, which keeps it as cause.

    Ctrl-C ends it.
    """
    try:
        with heard_ctrl_c():
            yield
    except NumbaError as error:
        raise CannotCompile(what, error) from error


class TableType(types.Type):
    """The type of a ``Table`` in compiled code: one pointer."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(f"Table({dtype})")


class _TableModel(models.PrimitiveModel):
    def __init__(self, manager: Any, table: Any) -> None:
        super().__init__(manager, table, ir.IntType(8).as_pointer())


register_model(TableType)(_TableModel)


@typeof_impl.register(Table)
def _typeof_table(value: Table, _: Any) -> TableType:
    return TableType(getattr(types, value.dtype))


@unbox(TableType)
def _unbox_table(table: Any, value: Any, c: Any) -> NativeValue:
    number = c.pyapi.object_getattr_string(value, "address")
    address = c.pyapi.long_as_longlong(number)
    c.pyapi.decref(number)
    pointer = c.builder.inttoptr(address, c.context.get_value_type(table))
    return NativeValue(pointer, is_error=c.pyapi.c_api_error())


@intrinsic
def _read(_: Any, table: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        element = context.get_value_type(table.dtype)
        pointer = builder.bitcast(args[0], element.as_pointer())
        loaded = builder.load(builder.gep(pointer, [args[1]], inbounds=True))
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return context.cast(builder, loaded, table.dtype, types.int64)

    return types.int64(table, types.int64), generate


@intrinsic
def _length(_: Any, table: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = builder.bitcast(args[0], ir.IntType(64).as_pointer())
        header = builder.gep(words, [ir.Constant(ir.IntType(64), -HEADER // 8)])
        return builder.load(header)

    return types.int64(table), generate


@overload(operator.getitem)
def _table_getitem(table, index):
    if isinstance(table, TableType) and isinstance(index, types.Integer):
        return lambda table, index: _read(table, index)
    return None


@overload(len)
def _table_len(table):
    if isinstance(table, TableType):
        return lambda table: _length(table)
    return None


class _CheckedCache:
    """What a numba dispatcher asks for code that was compiled before."""

    cache_path = None

    def __init__(self, function: Callable[..., Any], folder: CompiledFolder) -> None:
        self._function = function
        self._folder = folder
        self._print = fingerprint(function)

    def _name(self, sig: Any, codegen: Any) -> str:
        key = repr((sig, codegen.magic_tuple(), self._print))
        return f"{self._function.__name__}-{hashlib.sha256(key.encode()).hexdigest()[:32]}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        body = self._folder.load(self._name(sig, target_context.codegen()))
        if body is None:
            return None
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(body))
        except Exception:
            # Whole, checked code that numba cannot read all the same is compiled again.
            return None

    def save_overload(self, sig: Any, result: Any) -> None:
        if result.lifted or result.library.has_dynamic_globals:
            return
        self._folder.store(self._name(sig, result.codegen), dumps(result._reduce()))

    def flush(self) -> None:
        """Nothing to do; part of numba's protocol."""


def fingerprint(function: Callable[..., Any]) -> str:
    """A hash of a function, of all it calls and of every constant these take from their modules.

    The folder's name covers the sources; this covers what sources cannot show: constants that
    were computed or replaced while the program runs, and helpers from any other package.
    """
    digest = hashlib.sha256()
    seen: set[int] = set()

    def feed(*parts: object) -> None:
        digest.update(repr(parts).encode())

    def visit(value: object) -> None:
        if isinstance(value, FunctionType):
            feed("function", value.__module__, value.__qualname__)
            if id(value) in seen or (value.__module__ or "").startswith("numba."):
                return
            seen.add(id(value))
            visit_code(value.__code__, value.__globals__)
            for cell in value.__closure__ or ():
                visit(cell.cell_contents)
            if value in TWO_BODIED:
                visit(TWO_BODIED[value])
        elif isinstance(value, tuple | list):
            feed(type(value).__name__, len(value))
            for item in value:
                visit(item)
        elif isinstance(value, type):
            feed("type", value.__module__, value.__qualname__, getattr(value, "_fields", ()))
        elif isinstance(value, ModuleType):
            feed("module", value.__name__)
        elif isinstance(value, BuiltinFunctionType):
            feed("builtin", value.__name__)
        elif isinstance(value, int | float | str | bytes | type(None)):
            feed(type(value).__name__, value)
        elif isinstance(value, frozenset):
            feed("frozenset", sorted(map(repr, value)))
        else:
            feed(type(value).__name__, _content(value))

    def visit_code(code: CodeType, names: dict[str, Any]) -> None:
        feed(code.co_code, code.co_varnames, code.co_names)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                visit_code(constant, names)
            else:
                visit(constant)
        for name in code.co_names:
            if name not in names:
                continue
            value = names[name]
            visit(value)
            if isinstance(value, ModuleType) and not value.__name__.startswith(("numpy", "numba")):
                for attribute in code.co_names:
                    if hasattr(value, attribute):
                        visit(getattr(value, attribute))

    visit(function)
    return digest.hexdigest()


def _content(value: object) -> bytes:
    """The content of a rarer constant; random where it cannot be told: never reused."""
    try:
        return pickle.dumps(value)
    except Exception:
        return os.urandom(16)
