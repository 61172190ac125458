"""Files in and out: formats by ending, one clear line for what cannot be read, nothing written half.

A file is written beside its destination and renamed over it, so a reader sees the old file or the new one.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from radot_fast.errors import InputError
from radot_fast.unreadable import what_it_looks_like, why_unreadable

FORMATS = {
    ".parquet": "parquet",
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
}
LIST_DELIMITER = "|"


def format_of(path: str | os.PathLike[str]) -> str:
    """Format that a path's ending names; ``InputError`` for another ending."""
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise InputError(f"{path}: ending {ending!r} is not one of {', '.join(FORMATS)}")
    return FORMATS[ending]


@contextlib.contextmanager
def written_beside(path: str | os.PathLike[str], mode: int = 0o666) -> Iterator[Path]:
    """Path to write to; renamed to ``path`` on success, removed on any failure (Ctrl-C, full disk).

    Raises
    ------
    InputError
        When the folder is missing, read-only or full, or the path is a folder or a device.
    """
    target = Path(path)
    if target.exists() and not target.is_file():
        raise InputError(f"{target}: cannot be written (not a regular file); choose another name")
    temporary = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
        os.close(handle)
        temporary = Path(name)
        yield temporary
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(mode & ~umask)
        temporary.replace(target)
        temporary = None
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror or error}); choose another folder") from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


def write_table(table: pl.DataFrame, path: str | os.PathLike[str], signature: dict[str, Any] | None = None) -> None:
    """Write a table in the format that the ending names, with its signature.

    Parquet keeps the signature in its metadata (key ``radot``), CSV, TSV and JSONL in ``FILE.meta.json``.
    List columns are joined by ``|`` in CSV and TSV.
    """
    kind = format_of(path)
    note = {"radot": json.dumps(signature, sort_keys=True)} if signature is not None else None
    try:
        with written_beside(path) as part:
            if kind == "parquet":
                table.write_parquet(part, metadata=note)
            elif kind in ("csv", "tsv"):
                _joined_lists(table).write_csv(part, separator="\t" if kind == "tsv" else ",")
            elif kind == "jsonl":
                table.write_ndjson(part)
            else:
                table.write_json(part)
    except pl.exceptions.PolarsError as error:
        raise InputError(f"{path}: cannot be written ({_one_line(error)}); choose another folder or format") from None
    if kind == "parquet":
        return
    meta = f"{path}.meta.json"
    if signature is None:
        Path(meta).unlink(missing_ok=True)  # an older table's signature would speak for this one
        return
    with written_beside(meta) as part:
        part.write_text(json.dumps(signature, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _joined_lists(table: pl.DataFrame) -> pl.DataFrame:
    """Lists of strings as one string; a closing delimiter marks a single item that holds a comma or semicolon."""
    joined = pl.col(pl.List(pl.String)).list.join(LIST_DELIMITER)
    ambiguous = joined.str.contains("[;,]") & ~joined.str.contains(LIST_DELIMITER, literal=True)
    return table.with_columns(pl.when(ambiguous).then(joined + LIST_DELIMITER).otherwise(joined))


def read_signature(path: str | os.PathLike[str]) -> dict[str, Any] | None:
    """Signature that ``write_table`` kept with a table, or None; ``InputError`` where it cannot be read."""
    try:
        if format_of(path) == "parquet":
            kept = pl.read_parquet_metadata(Path(path)).get("radot")
            return json.loads(kept) if kept else None
        meta = Path(f"{path}.meta.json")
        return json.loads(meta.read_text(encoding="utf-8")) if meta.exists() else None
    except (pl.exceptions.PolarsError, OSError, ValueError) as error:
        raise InputError(f"{path}: its signature cannot be read ({_one_line(error)}); write the table again") from None


def _one_line(error: BaseException) -> str:
    """Return the system's reason where there is one, else the kind of the error: its message may quote report text."""
    system = re.search(r"\(os error (\d+)\)", str(error))
    return os.strerror(int(system[1])) if system else type(error).__name__


def read_table(path: str | os.PathLike[str], strings: tuple[str, ...] = ()) -> pl.DataFrame:
    """Read a table in the format that the ending names.

    Parameters
    ----------
    path
        Parquet, CSV, TSV, JSONL or JSON (an array of objects); ``-`` is standard input, its format is recognized.
    strings
        Columns that stay text even where a text format would read numbers (``007`` is an id).

    Raises
    ------
    InputError
        The file is missing, empty, not UTF-8 or not of the format that its ending names.
    """
    if str(path) == "-":
        return _read_stdin(strings)
    kind = format_of(path)
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
    if not raw.strip():
        raise InputError(f"{path}: the file is empty")
    return _parsed(raw, kind, str(path), strings)


def _read_stdin(strings: tuple[str, ...]) -> pl.DataFrame:
    """Table from standard input: Parquet, JSON array, JSONL, TSV or CSV, by its first bytes."""
    raw = sys.stdin.buffer.read() if sys.stdin is not None else b""
    start = raw.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start:
        raise InputError("stdin: no input")
    line = start.split(b"\n", 1)[0]
    marks = ((b"PAR1", "parquet"), (b"[", "json"), (b"{", "jsonl"))
    kind = next((k for mark, k in marks if start.startswith(mark)), "tsv" if b"\t" in line else "csv")
    return _parsed(raw, kind, "stdin", strings)


def _parsed(raw: bytes, kind: str, name: str, strings: tuple[str, ...]) -> pl.DataFrame:
    """Table from the bytes of a file of a known format."""
    if kind != "parquet":
        raw = _utf8(raw, name)
    readers = {
        "parquet": lambda: pl.read_parquet(raw),
        "csv": lambda: _read_delimited(raw, ",", strings),
        "tsv": lambda: _read_delimited(raw, "\t", strings),
        "jsonl": lambda: pl.read_ndjson(raw, infer_schema_length=None),
        "json": lambda: pl.read_json(raw, infer_schema_length=None),
    }
    try:
        return readers[kind]()
    except (pl.exceptions.PolarsError, OSError, RuntimeError, ValueError) as error:
        hint = why_unreadable(raw, kind)
        raise InputError(f"{name}: not a readable {kind} file ({_one_line(error)}){hint}") from None


def _read_delimited(raw: bytes, separator: str, strings: tuple[str, ...]) -> pl.DataFrame:
    """CSV or TSV; every column named in ``strings`` stays text."""
    header = pl.read_csv(raw, separator=separator, n_rows=0, infer_schema=False).columns
    overrides = {c: pl.String for c in strings if c in header}
    return pl.read_csv(raw, separator=separator, schema_overrides=overrides, infer_schema_length=None)


def _utf8(raw: bytes, name: str) -> bytes:
    """Bytes without a byte order mark; ``InputError`` with the offset where they are not UTF-8."""
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        hint = what_it_looks_like(raw) or "; convert the file to UTF-8"
        raise InputError(f"{name}: line {line} is not UTF-8 (byte {error.start}){hint}") from None
    if hint := what_it_looks_like(raw):
        raise InputError(f"{name}: not text{hint}")
    return raw if b"\n" in raw else raw.replace(b"\r", b"\n")  # lines may end as on a Macintosh of old


def read_text(path: str | os.PathLike[str]) -> str:
    """Content of a UTF-8 text file, its lines ended by newlines."""
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
    return _utf8(raw, str(path)).decode("utf-8").replace("\r\n", "\n")


def read_lines(path: str | os.PathLike[str]) -> list[str]:
    """Lines of a UTF-8 text file, without their ends; only newlines end a line (not the other Unicode ones)."""
    text = read_text(path)
    if not text:
        raise InputError(f"{path}: the file is empty")
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines
