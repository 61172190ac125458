"""What is read: files of one or several formats, and how they are cut into shards.

A shard is a run of consecutive rows of the input. It consists of pieces: row ranges of Parquet files, byte ranges of
text files. Shards depend on nothing but the files and the number of rows a shard, so that a run that goes on elsewhere,
or with more workers, finds the same ones.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from radot_fast.errors import InputError
from radot_fast.io.files import FORMATS, format_of
from radot_fast.streaming.cuts import text_pieces

Source = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
"""A file, a folder, a glob pattern, or a list of files."""

STREAMED = ("parquet", "csv", "tsv", "jsonl")
"""Formats that are read in parts; a JSON array has no places to cut it at."""

MANIFEST = "manifest.json"
"""Says what a folder of shards is of (``manifest``)."""
NOTES = (".meta.json", MANIFEST)
"""Ends of the names of files that stand beside tables."""


class Piece(NamedTuple):
    """Consecutive rows of one file.

    Attributes
    ----------
    path
        The file.
    start, stop
        Rows of a Parquet file; bytes of a text file, behind its header.
    rows
        Number of rows.
    """

    path: str
    start: int
    stop: int
    rows: int


class Shard(NamedTuple):
    """Rows that are scored and written together.

    Attributes
    ----------
    number
        Place among all shards, from 0.
    first
        Number of its first row in the whole input.
    pieces
        What is read, in order.
    candidates
        Pieces of the candidates' unit tables, where ``pieces`` are those of the references'; else none.
    """

    number: int
    first: int
    pieces: tuple[Piece, ...]
    candidates: tuple[Piece, ...] = ()

    @property
    def rows(self) -> int:
        """Number of rows."""
        return sum(piece.rows for piece in self.pieces)


def files_of(source: Source) -> list[str]:
    """Files of a source, those of a folder or pattern in the order of their names.

    Raises
    ------
    InputError
        Nothing is there, or a file has a format that cannot be read in parts.
    """
    if isinstance(source, (str, os.PathLike)):
        files = _named(os.fspath(source))
    else:
        files = [os.fspath(path) for path in source]
    if not files:
        raise InputError(f"{source}: no file of the formats {', '.join(STREAMED)} is there")
    for path in files:
        if (kind := format_of(path)) not in STREAMED:
            raise InputError(f"{path}: {kind} cannot be read in parts: write it as JSONL or Parquet")
        if not os.path.isfile(path):
            raise InputError(f"{path}: cannot be read (no such file)")
    if len(set(map(os.path.realpath, files))) < len(files):
        raise InputError(f"{len(files)} files, and one of them stands twice: name each once")
    return files


def _named(name: str) -> list[str]:
    """Files of a folder, a pattern or a single name, but for our notes and what begins with a dot or an underscore."""
    if os.path.isdir(name):
        paths: Iterator[str] = (str(p) for p in Path(name).iterdir() if p.suffix.lower() in FORMATS)
    elif not os.path.exists(name) and glob.has_magic(name):
        paths = (p for p in glob.glob(name, recursive=True) if os.path.isfile(p))
    else:
        return [name]
    kept = (p for p in paths if not os.path.basename(p).startswith((".", "_")) and not p.endswith(NOTES))
    return sorted(kept)


def shards_of(files: Sequence[str], rows: int, delimiter: str | None = None) -> list[Shard]:
    """Shards of ``rows`` rows or a little more or less; a file with many more is cut, small ones stand together.

    Raises
    ------
    InputError
        A file cannot be read, or there is no row at all.
    """
    shards: list[Shard] = []
    waiting: list[Piece] = []
    first = 0

    def close() -> None:
        nonlocal first
        if waiting:
            shards.append(Shard(len(shards), first, tuple(waiting)))
            first += shards[-1].rows
            waiting.clear()

    for path in files:
        for piece in _pieces(path, rows, delimiter):
            if waiting and sum(p.rows for p in waiting) + piece.rows > rows:
                close()
            waiting.append(piece)
    close()
    if not shards:
        raise InputError(f"{files[0]}: the table has no rows")
    return shards


def _pieces(path: str, rows: int, delimiter: str | None) -> Iterator[Piece]:
    """Pieces of a file that have rows."""
    if format_of(path) != "parquet":
        yield from (Piece(path, *piece) for piece in text_pieces(path, rows, delimiter))
        return
    if delimiter is not None:
        raise InputError(f"{path}: a delimiter is given, but parquet has none: leave it out")
    n = parquet_rows(path)
    for start in range(0, n, rows):
        stop = min(n, start + rows)
        yield Piece(path, start, stop, stop - start)


def parquet_rows(path: str) -> int:
    """Number of rows of a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        n: int = pq.read_metadata(path).num_rows
        return n
    except (pa.ArrowException, OSError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise InputError(f"{path}: not a readable parquet file ({reason})") from None
