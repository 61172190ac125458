"""Where text files are cut: between records, at about equal numbers of them.

A line break inside a quoted CSV field ends no record. Quotes toggle: behind an odd number of them a break is inside
(RFC 4180; a doubled quote toggles twice). This is how Polars finds its own chunks too. The rows of every piece are
counted by the reader that reads it later, so that row numbers cannot go astray.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.errors import InputError
from radot_fast.io.files import SEPARATORS, format_of, table_of_bytes

BLOCK = 1 << 23
"""Bytes that are looked through at a time."""
_NEWLINE, _RETURN, _QUOTE = b'\n\r"'


def text_pieces(path: str, rows: int, delimiter: str | None = None) -> Iterator[tuple[int, int, int]]:
    """Byte ranges of a CSV, TSV or JSONL file with about ``rows`` records, and the rows of each.

    Raises
    ------
    InputError
        The file cannot be read or is empty.
    """
    kind = format_of(path)
    if delimiter is not None and kind not in SEPARATORS:
        raise InputError(f"{path}: a delimiter is given, but {kind} has none: leave it out")
    try:
        size = os.path.getsize(path)
        if not size:
            raise InputError(f"{path}: the file is empty")
        start = header_end(path) if kind in SEPARATORS else 0
        for stop in (*_cuts(path, start, rows, kind in SEPARATORS), size):
            if stop > start:
                if n := _height(path, start, stop, delimiter):
                    yield start, stop, n
                start = stop
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None


def read_piece(
    path: str, start: int, stop: int, strings: tuple[str, ...], delimiter: str | None = None
) -> pl.DataFrame:
    """Rows in some bytes of a text file; ``strings`` are columns that stay text (``io.files.read_table``)."""
    kind = format_of(path)
    with open(path, "rb") as file:
        header = file.read(header_end(path)) if kind in SEPARATORS else b""
        file.seek(start)
        raw = header + file.read(stop - start)
    return table_of_bytes(raw, kind, f"{path} (bytes {start} to {stop})", strings, delimiter)


def header_end(path: str) -> int:
    """Bytes of the first line of a CSV file, with its break; the size of a file of one line."""
    with open(path, "rb") as file:
        start, inside = 0, False
        while block := file.read(1 << 16):
            ends, inside = _record_ends(np.frombuffer(block, np.uint8), inside, quoted=True)
            if len(ends):
                return start + int(ends[0]) + 1
            start += len(block)
    return start


def _cuts(path: str, start: int, rows: int, quoted: bool) -> Iterator[int]:
    """Places behind every ``rows``-th record or a little later: never beside an empty line, whose row would be lost."""
    seen, inside, wanted = 0, False, rows
    before = _NEWLINE
    with open(path, "rb") as file:
        file.seek(start)
        while block := file.read(BLOCK):
            data = np.frombuffer(block, np.uint8)
            ends, inside = _record_ends(data, inside, quoted)
            good = ends[_between_lines(data, ends, before)]
            while seen + len(ends) >= wanted:
                at = np.searchsorted(good, ends[wanted - seen - 1])
                if at == len(good):
                    break  # cut in the next block
                yield start + int(good[at]) + 1
                wanted = seen + int(np.searchsorted(ends, good[at])) + 1 + rows
            seen, start, before = seen + len(ends), start + len(data), int(data[-1])
            wanted = max(wanted, seen + 1)


def _record_ends(data: NDArray[np.uint8], inside: bool, quoted: bool) -> tuple[NDArray[np.int64], bool]:
    """Places of the line breaks that end a record, and whether a quoted field is open at the end."""
    ends = np.flatnonzero(data == _NEWLINE)
    if not quoted:
        return ends, False
    quotes = np.flatnonzero(data == _QUOTE)
    odd = (np.searchsorted(quotes, ends) + inside) % 2
    return ends[odd == 0], bool((len(quotes) + inside) % 2)


def _between_lines(data: NDArray[np.uint8], ends: NDArray[np.int64], before: int) -> NDArray[np.bool_]:
    """Which breaks stand between two lines that are not empty; the last byte of a block is never taken for one."""
    inner = ends + 1 < len(data)
    after = data[np.minimum(ends + 1, len(data) - 1)]
    previous = np.where(ends > 0, data[np.maximum(ends - 1, 0)], before)
    bare = (previous == _NEWLINE) | (after == _NEWLINE) | (after == _RETURN)
    two_back = np.where(ends > 1, data[np.maximum(ends - 2, 0)], before)
    return inner & ~bare & ~((previous == _RETURN) & (two_back == _NEWLINE))


def _height(path: str, start: int, stop: int, delimiter: str | None) -> int:
    """Rows of a piece as the reader counts them."""
    return read_piece(path, start, stop, (), delimiter).height
