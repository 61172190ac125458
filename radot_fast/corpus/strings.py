"""String columns as kernels see them: the memory of Polars, not copied, by Arrow's C stream interface.

Polars keeps strings in Arrow's layout of views: 16 bytes a string, which hold its length and either the string itself,
if it has at most 12 bytes, or where in which buffer it lies. The interface is two function pointers and one structure
a column.

Why by ``ctypes``: Polars 2 has no other way to its memory, and a copy costs more than it looks. Measured on one core:

=============================================  ==============  ==============
a column as the kernels need it                1 label         10⁵ reports
=============================================  ==============  ==============
this interface                                 26 µs           0.2 ms
joined by Polars, offsets from the lengths     277 µs          233 ms
``to_list`` and ``bytes.join``                 9 µs            786 ms
=============================================  ==============  ==============

A pair has eight such columns and takes 2 ms in all; PyArrow would hold the same structures, after an import of 75 ms.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import Strings
from radot_fast.kernels.text.strings import Numbered, number_strings


class _Schema(ctypes.Structure):
    """``ArrowSchema`` of the C data interface."""


class _Array(ctypes.Structure):
    """``ArrowArray`` of the C data interface."""


class _Stream(ctypes.Structure):
    """``ArrowArrayStream`` of the C stream interface; its capsule releases it."""


_RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_POINTER_OF = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]
_Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]
_Stream._fields_ = [(name, ctypes.c_void_p) for name in ("schema", "next", "error", "release", "private_data")]


_NO_TEXT = np.zeros(16, np.uint8)


class _Exported:
    """An exported column, released when no array of ours looks into its buffers any more."""

    def __init__(self) -> None:
        self.array = _Array()

    def __del__(self) -> None:
        if self.array.release:
            _RELEASE(self.array.release)(ctypes.addressof(self.array))


@dataclass(frozen=True)
class _Memory:
    """Memory of an exported column. A NumPy array made from it keeps the column alive."""

    owner: _Exported
    address: int
    shape: tuple[int, ...]
    kind: str
    strides: tuple[int, ...] | None = None

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return {
            "version": 3,
            "data": (self.address, False),
            "shape": self.shape,
            "typestr": self.kind,
            "strides": self.strides,
        }


def strings_of(column: pl.Series) -> Strings:
    """Strings of a column, of any type that casts to one, for kernels to read; they must not write.

    The arrays look into the memory of the column and keep it.
    """
    column = column.cast(pl.String).rechunk()
    exported = _exported(column, [b"vu"])
    return _empty_strings() if exported is None else _strings(exported.array, exported)


def lists_of(column: pl.Series) -> tuple[NDArray[np.int64], NDArray[np.int64], Strings]:
    """Lists of strings as where each begins and ends in a column of strings, and that column; a null is empty."""
    column = column.cast(pl.List(pl.String)).rechunk()
    exported = _exported(column, [b"+L", b"vu"])
    if exported is None or not len(column):
        return np.empty(0, np.int64), np.empty(0, np.int64), _empty_strings()
    array = exported.array
    offsets = _view(exported, array.buffers[1], (array.offset + array.length + 1,), "<i8")[array.offset :]
    end = offsets[1:]
    if column.null_count():
        end = np.where(column.is_null().to_numpy(), offsets[:-1], end)
    return offsets[:-1], end, _strings(array.children[0].contents, exported)


def _exported(column: pl.Series, formats: list[bytes]) -> _Exported | None:
    """Export a column of one chunk; None if it has no chunk. ``formats``: the Arrow types expected, outermost first."""
    capsule = column.__arrow_c_stream__()
    address = _POINTER_OF(capsule, b"arrow_array_stream")
    stream, schema, exported = _Stream.from_address(address), _Schema(), _Exported()
    failed = _NEXT(stream.schema)(address, ctypes.addressof(schema))
    types = [] if failed else _formats(schema)
    if schema.release:
        _RELEASE(schema.release)(ctypes.addressof(schema))
    if types != formats or _NEXT(stream.next)(address, ctypes.addressof(exported.array)):
        raise RuntimeError(f"Polars {pl.__version__} exports {column.dtype} as {types}, not as {formats}")
    return exported if exported.array.release else None


def _formats(schema: _Schema) -> list[bytes]:
    """Arrow's short names of a type and of its only child, and so on."""
    inner = _formats(schema.children[0].contents) if schema.n_children else []
    return [schema.format, *inner]


def _view(owner: _Exported, address: int | None, shape: tuple[int, ...], kind: str) -> NDArray[Any]:
    """Array over memory of the column."""
    if not address or not shape[0]:
        return np.empty((0, *shape[1:]), kind)
    return np.asarray(_Memory(owner, address, shape, kind))


def _eights(owner: _Exported, address: int, n: int) -> NDArray[np.uint64]:
    """Eight bytes from each of n places in memory."""
    return np.asarray(_Memory(owner, address, (n,), "<u8", (1,)))


def _empty_strings() -> Strings:
    """No strings."""
    nothing = _eights(_Exported(), _NO_TEXT.ctypes.data, 2)
    no_views, no_bits, no_buffers = np.empty((0, 2), np.uint64), np.empty(0, np.uint8), np.empty(0, np.uint64)
    return Strings(no_views, no_bits, np.uint64(0), nothing, np.uint64(0), no_buffers)


def _strings(array: _Array, owner: _Exported) -> Strings:
    """Strings of an exported column of views: validity, views, text buffers and the buffers' sizes."""
    n, first, n_buffers = array.length, array.offset, array.n_buffers - 3
    if n == 0:
        return _empty_strings()
    valid = _view(owner, array.buffers[0] if array.null_count else None, ((first + n + 7) // 8,), "|u1")
    at = array.buffers[1] or 0
    views = _view(owner, at, (first + n, 2), "<u8")[first:]
    sizes = _view(owner, array.buffers[2 + n_buffers], (n_buffers,), "<i8").tolist()
    begins = [array.buffers[2 + k] or at for k in range(n_buffers)]
    ends = [begin + size for begin, size in zip(begins, sizes, strict=True)]
    # One array from the first to the last byte of all, so that a string is a place in it wherever it lies. What lies
    # between the buffers is never looked at.
    low, high = min([at, *begins]), max([at + 16 * (first + n), *ends])
    memory = _eights(owner, low, high - low - 7)
    places = np.array([begin - low for begin in begins], np.uint64)
    return Strings(views, valid, np.uint64(first), memory, np.uint64(at + 16 * first - low), places)


SMALLEST = 1 << 12
"""Entries of the first table: it lies in the nearest cache, where few labels rarely collide."""


def numbered(strings: Strings, rows: NDArray[np.uint64] | None = None) -> Numbered:
    """Number the strings of these rows, by default of all; equal strings share a number.

    Parameters
    ----------
    strings
        The column.
    rows
        uint64, shape (n_rows,), below the number of strings.
    """
    rows = np.arange(len(strings.views), dtype=np.uint64) if rows is None else rows
    size, reached, n = SMALLEST, np.uint64(0), np.uint64(0)
    out = Numbered(np.empty(len(rows), np.int32), np.empty(len(rows), np.uint64), np.empty(len(rows), bool))
    while True:
        table = np.zeros(size, np.uint64)
        if n:  # enter the known ones anew: they get the same numbers
            zero, known = np.uint64(0), out.first[:n]
            number_strings(strings, known, zero, zero, table, out._replace(codes=np.empty(n, np.int32)))
        reached, n = map(np.uint64, number_strings(strings, rows, reached, n, table, out))
        if reached == len(rows):
            return Numbered(out.codes, out.first[:n], out.plain[:n])
        size *= 4
