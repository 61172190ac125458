"""Tables in and out: formats by ending, one clear line for what cannot be read, nothing written half.

Parquet keeps a table's signature within. Beside CSV, TSV, JSONL and JSON lies ``FILE.meta.json``: the signature, with
the SHA-256 of the table that it belongs to. The two cannot be renamed at once. So a new ``FILE.meta.json`` comes first
and holds the old signature too (``previous``), then the table, then ``FILE.meta.json`` without the old one: whenever
the process ends, a table has its own signature or none, never another one's.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import re
import sys
from pathlib import Path
from typing import Any

import polars as pl

from radot_fast.errors import InputError
from radot_fast.io.hints import what_it_looks_like, why_unreadable
from radot_fast.io.json_tables import key_twice, whole_escapes
from radot_fast.io.whole_files import bring_to_disk, written_beside
from radot_fast.runtime.process import check_fork

log = logging.getLogger("radot_fast")

FORMATS = {
    ".parquet": "parquet",
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
}
SEPARATORS = {"csv": ",", "tsv": "\t"}
"""What stands between the fields of a format."""
LIST_DELIMITER = "|"
SHA256, PREVIOUS = "table_sha256", "previous"
"""Keys of a side file beside those of the signature: the table it belongs to, and what held before it."""


def format_of(path: str | os.PathLike[str]) -> str:
    """Format that a path's ending names; ``InputError`` for another ending."""
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise InputError(f"{path}: ending {ending!r} is not one of {', '.join(FORMATS)}")
    return FORMATS[ending]


def write_table(table: pl.DataFrame, path: str | os.PathLike[str], signature: dict[str, Any] | None = None) -> None:
    """Write a table in the format that the ending names, with its signature.

    Parquet keeps the signature in its metadata (key ``radot``), the others in ``FILE.meta.json``. The table and its
    signature change together or not at all. List columns are joined by ``|`` in CSV and TSV.

    Raises
    ------
    InputError
        The ending names no format, the folder cannot be written to, or a column has no place in the format.
    """
    check_fork()
    kind = format_of(path)
    note = {"radot": json.dumps(signature, sort_keys=True)} if signature is not None else None
    try:
        with written_beside(path) as part:
            _write(table, part, kind, note)
            if kind == "parquet":
                return
            bring_to_disk(part)
            meta = _announce(path, part, signature)
    except pl.exceptions.PolarsError as error:
        raise InputError(f"{path}: cannot be written ({_one_line(error)}); choose another folder or format") from None
    if signature is None:
        side_file(path).unlink(missing_ok=True)
    elif PREVIOUS in meta:
        with contextlib.suppress(InputError):  # a full disk: what stands there is true as well
            _write_meta(path, {k: v for k, v in meta.items() if k != PREVIOUS})


def _write(table: pl.DataFrame, part: Path, kind: str, note: dict[str, str] | None) -> None:
    """Write a table in a format."""
    if kind == "parquet":
        table.write_parquet(part, metadata=note)
    elif kind in ("csv", "tsv"):
        _joined_lists(table).write_csv(part, separator="\t" if kind == "tsv" else ",")
    elif kind == "jsonl":
        table.write_ndjson(part)
    else:
        table.write_json(part)


def side_file(path: str | os.PathLike[str]) -> Path:
    """File beside a table that is no Parquet, with its signature."""
    return Path(f"{path}.meta.json")


def _announce(path: str | os.PathLike[str], part: Path, signature: dict[str, Any] | None) -> dict[str, Any]:
    """Write the side file of a table that is still a part file; it says what holds for the table in its place too."""
    if signature is None and not os.path.exists(side_file(path)):
        return {}
    content: dict[str, Any] = {**(signature or {}), SHA256: _sha256(part)}
    with contextlib.suppress(OSError):  # no table yet, or one that cannot be read
        content[PREVIOUS] = {**(_signature_beside(path) or {}), SHA256: _sha256(path)}
    _write_meta(path, content)
    return content


def _write_meta(path: str | os.PathLike[str], content: dict[str, Any]) -> None:
    with written_beside(side_file(path)) as part:
        part.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _sha256(path: str | os.PathLike[str]) -> str:
    """SHA-256 (hex) of a file's bytes."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _joined_lists(table: pl.DataFrame) -> pl.DataFrame:
    """Lists of strings as one string; a closing delimiter marks a single item that holds a comma or semicolon."""
    joined = pl.col(pl.List(pl.String)).list.join(LIST_DELIMITER)
    ambiguous = joined.str.contains("[;,]") & ~joined.str.contains(LIST_DELIMITER, literal=True)
    return table.with_columns(pl.when(ambiguous).then(joined + LIST_DELIMITER).otherwise(joined))


def read_signature(path: str | os.PathLike[str]) -> dict[str, Any] | None:
    """Signature that ``write_table`` kept with a table, or None.

    Raises
    ------
    InputError
        It cannot be read, or belongs to a table with another content.
    """
    try:
        if format_of(path) == "parquet":
            kept = pl.read_parquet_metadata(Path(path)).get("radot")
            return _object(json.loads(kept)) if kept else None
        return _signature_of(path)
    except (pl.exceptions.PolarsError, OSError, ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path}: its signature cannot be read ({_one_line(error)}); write the table again") from None


def _signature_of(path: str | os.PathLike[str]) -> dict[str, Any] | None:
    """Signature in the side file of a table, the one that belongs to its bytes; None where there is no side file."""
    meta = side_file(path)
    if not os.path.exists(meta):
        return None
    newest = _object(json.loads(meta.read_text(encoding="utf-8")))
    previous = _object(newest.pop(PREVIOUS, {}))
    if SHA256 not in newest:
        raise InputError(f"{meta}: does not say which table it belongs to: write the table again, or remove this file")
    digest = _sha256(path)
    for signature in (newest, previous):
        if signature.pop(SHA256, None) == digest:
            return signature or None
    raise InputError(
        f"{meta}: is of a table with another content than {path}: write the table again, or remove this file if the "
        "table was changed on purpose"
    )


def _signature_beside(path: str | os.PathLike[str]) -> dict[str, Any] | None:
    """Signature of a table that is about to be replaced; None where it has none that belongs to it."""
    try:
        return _signature_of(path)
    except (OSError, ValueError, RecursionError):
        return None


def _object(value: Any) -> dict[str, Any]:
    """A JSON object; ``ValueError`` for anything else."""
    if not isinstance(value, dict):
        raise ValueError(f"a {type(value).__name__} in place of an object")
    return value


def _one_line(error: BaseException) -> str:
    """Return the system's reason where there is one, else the kind of the error: its message may quote report text."""
    system = re.search(r"\(os error (\d+)\)", str(error))
    return os.strerror(int(system[1])) if system else type(error).__name__


def read_table(
    path: str | os.PathLike[str], strings: tuple[str, ...] = (), delimiter: str | None = None
) -> pl.DataFrame:
    """Read a table in the format that the ending names.

    Parameters
    ----------
    path
        Parquet, CSV, TSV, JSONL or JSON (an array of objects); ``-`` is standard input, its format is recognized.
    strings
        Columns that stay text even where a text format would read numbers (``007`` is an id).
    delimiter
        One character between the fields of a CSV or TSV file, where it is another than the ending says.

    Raises
    ------
    InputError
        The file is missing, empty, not UTF-8 or not of the format that its ending names; a delimiter for another
        format.
    """
    check_fork()
    if str(path) == "-":
        return _read_stdin(strings, delimiter)
    kind = format_of(path)
    if delimiter is not None and kind not in SEPARATORS:
        raise InputError(f"{path}: a delimiter is given, but {kind} has none: leave it out")
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
    if not raw.strip():
        raise InputError(f"{path}: the file is empty")
    return table_of_bytes(raw, kind, str(path), strings, delimiter)


def _read_stdin(strings: tuple[str, ...], delimiter: str | None) -> pl.DataFrame:
    """Table from standard input: Parquet, JSON array, JSONL, TSV or CSV, by its first bytes."""
    raw = sys.stdin.buffer.read() if sys.stdin is not None else b""
    start = raw.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start:
        raise InputError("stdin: no input")
    line = start.split(b"\n", 1)[0]
    marks = ((b"PAR1", "parquet"), (b"[", "json"), (b"{", "jsonl"))
    kind = next((k for mark, k in marks if start.startswith(mark)), "tsv" if b"\t" in line else "csv")
    return table_of_bytes(raw, "csv" if delimiter is not None else kind, "stdin", strings, delimiter)


def table_of_bytes(
    raw: bytes, kind: str, name: str, strings: tuple[str, ...] = (), delimiter: str | None = None
) -> pl.DataFrame:
    """Table from the bytes of a file, or of some lines of one, of a known format; ``name`` stands in errors.

    Raises
    ------
    InputError
        The bytes are not UTF-8 or not of the format, or an object of JSON has a key twice.
    """
    if kind != "parquet":
        raw = _utf8(raw, name)
    if kind in ("json", "jsonl"):
        raw, halves = whole_escapes(raw)
        if halves:
            log.warning("%s: %d halves of surrogate pairs are read as U+FFFD: decode the texts again", name, halves)
    separator = delimiter or SEPARATORS.get(kind, "")
    readers = {
        "parquet": lambda: pl.read_parquet(raw),
        "csv": lambda: _read_delimited(raw, separator, strings),
        "tsv": lambda: _read_delimited(raw, separator, strings),
        "jsonl": lambda: pl.read_ndjson(raw, infer_schema_length=None),
        "json": lambda: pl.read_json(raw, infer_schema_length=None),
    }
    try:
        table = readers[kind]()
    except (pl.exceptions.PolarsError, OSError, RuntimeError, ValueError) as error:
        hint = why_unreadable(raw, kind, separator)
        raise InputError(f"{name}: not a readable {kind} file ({_one_line(error)}){hint}") from None
    if kind in ("json", "jsonl") and (line := key_twice(raw, kind, table.columns, table.height)) is not None:
        where = f"line {line}" if kind == "jsonl" else "the array"
        raise InputError(
            f"{name}: an object of {where} has a key twice: leave one, which value counts would be a guess"
        )
    return table


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
