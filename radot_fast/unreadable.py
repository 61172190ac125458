"""Why a file cannot be read: a hint that names line and remedy and quotes nothing of it."""

from __future__ import annotations

import csv
import io
import json

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


def why_unreadable(raw: bytes, kind: str) -> str:
    """Hint for a file whose content contradicts its ending, or the first line that breaks its format."""
    if kind == "parquet":
        return "; check that it is complete" if raw[:4] == b"PAR1" else "; it is not Parquet: give it its own ending"
    if kind in ("csv", "tsv"):
        return _delimited_hint(raw, "\t" if kind == "tsv" else ",")
    array = raw.lstrip()[:1] == b"["
    if kind == "json" and not array and raw.lstrip()[:1] == b"{":
        return "; it does not start with '[': rename it to .jsonl if it holds one object a line"
    if kind == "jsonl" and array:
        return "; it looks like a JSON array: rename it to .json"
    return _json_hint(raw, kind)


def _delimited_hint(raw: bytes, separator: str) -> str:
    """First row that has more fields than the header, or quotes that do not match."""
    rows = csv.reader(io.StringIO(raw.decode("utf-8"), newline=""), delimiter=separator, strict=True)
    between = "tab" if separator == "\t" else "comma"
    start = 1
    try:
        width = len(next(rows))
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
    try:
        if kind == "json":
            json.loads(raw, parse_constant=_no_json)
            return "; it must be an array of objects"
        for line, text in enumerate(raw.splitlines(), start=1):
            if text.strip() and not isinstance(json.loads(text, parse_constant=_no_json), dict):
                return f"; line {line} is not an object"
    except json.JSONDecodeError as error:
        return f"; line {error.lineno if kind == 'json' else line} is not JSON"
    except _NotJsonError:
        return "; it holds NaN or Infinity, which JSON does not have: write null"
    except RecursionError:
        return "; it is nested too deeply"
    return "; its values do not fit one type a column"


class _NotJsonError(Exception):
    """A constant that Python reads and JSON does not have."""


def _no_json(name: str) -> None:
    """Refuse NaN and the infinities."""
    raise _NotJsonError(name)
