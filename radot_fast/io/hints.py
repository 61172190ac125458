"""Why a file cannot be read: a hint that names line and remedy and quotes nothing of it."""

from __future__ import annotations

import csv
import io
import json
import math
from typing import Any

START = 256
"""Bytes that a file's encoding is recognized by."""


def what_it_looks_like(raw: bytes) -> str:
    """Hint for bytes that are not UTF-8 text, or empty: Parquet, a compressed file, UTF-16."""
    if raw[:4] == b"PAR1":
        return "; it looks like Parquet: rename it to .parquet"
    if raw[:2] == b"\x1f\x8b" or raw[:4] == b"PK\x03\x04":
        return "; it looks compressed: unpack it first"
    start = raw[:START]
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff") or start.count(0) * 3 > len(start):
        return "; it looks like UTF-16: save it as UTF-8"
    return ""


def why_unreadable(raw: bytes, kind: str, separator: str = "") -> str:
    """Hint for a file whose content contradicts its ending, or the first line that breaks its format.

    ``separator`` stands between the fields of CSV and TSV.
    """
    if kind == "parquet":
        return "; check that it is complete" if raw[:4] == b"PAR1" else "; it is not Parquet: give it its own ending"
    if kind in ("csv", "tsv"):
        return _delimited_hint(raw, separator)
    array = raw.lstrip()[:1] == b"["
    if kind == "json" and not array and raw.lstrip()[:1] == b"{":
        return "; it does not start with '[': rename it to .jsonl if it holds one object a line"
    if kind == "jsonl" and array:
        return "; it looks like a JSON array: rename it to .json"
    return _json_hint(raw, kind)


def _delimited_hint(raw: bytes, separator: str) -> str:
    """First row that has more fields than the header, or quotes that do not match."""
    rows = csv.reader(io.StringIO(raw.decode("utf-8"), newline=""), delimiter=separator, strict=True)
    between = {"\t": "tab", ",": "comma"}.get(separator, repr(separator))
    start = 1
    try:
        header = next(rows)
        other = next((m for m in (";", "\t", "|") if len(header) == 1 and m in header[0]), None)
        if other is not None:
            return f"; its columns seem to be separated by {other!r}: write it with commas, or give --delimiter"
        width = len(header)
        start = rows.line_num + 1
        for row in rows:
            if len(row) > width:
                return (
                    f"; the row of line {start} has {len(row)} fields, the header {width}: quote texts with a {between}"
                )
            start = rows.line_num + 1
    except csv.Error:
        return f'; the quotes of the row that starts at line {start} do not match: write " within a text as ""'
    except StopIteration:
        pass
    return "; check that its content is what its ending says"


def _json_hint(raw: bytes, kind: str) -> str:
    """First line that is not JSON, or not an object."""
    line = 1
    lines = [(1, raw)] if kind == "json" else enumerate(raw.splitlines(), start=1)
    try:
        for line, text in lines:
            value = json.loads(text, **_STRICT) if text.strip() else {}
            if kind == "json" and not (isinstance(value, list) and all(isinstance(v, dict) for v in value)):
                return "; it must be an array of objects"
            if kind == "jsonl" and not isinstance(value, dict):
                return f"; line {line} is not an object"
    except json.JSONDecodeError as error:
        cut = kind == "jsonl" and text.lstrip()[:1] == b"{" and not text.rstrip().endswith(b"}")
        whole = ": an object stands on one line" if cut else ""
        return f"; line {error.lineno if kind == 'json' else line} is not JSON{whole}"
    except _NotJsonError as error:
        where = "" if kind == "json" else f"line {line}: "
        return f"; {where}{error}"
    except RecursionError:
        return "; it is nested too deeply"
    except ValueError:
        return f"; line {line} holds a number of too many digits: write it as a string"
    return "; its values do not fit one type a column"


class _NotJsonError(Exception):
    """A constant that Python reads and JSON does not have."""


def _no_json(name: str) -> None:
    """Refuse NaN and the infinities."""
    raise _NotJsonError("it holds NaN or Infinity, which JSON does not have: write null")


def _a_double(text: str) -> float:
    """Number of a JSON text; one that is too large for a column is refused."""
    number = float(text)
    if not math.isfinite(number):
        raise _NotJsonError("it holds a number beyond those of a double: write null")
    return number


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Object of a JSON text; one with a key twice is refused."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _NotJsonError("an object has a key twice: leave one")
    return members


_STRICT: dict[str, Any] = {
    "parse_constant": _no_json,
    "parse_float": _a_double,
    "object_pairs_hook": _once,
}
