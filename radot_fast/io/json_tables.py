"""JSON and JSON lines where Polars reads something else than they say: half a surrogate pair, a key twice."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.",
    re.DOTALL,
)


def whole_escapes(raw: bytes) -> tuple[bytes, int]:
    r"""Bytes of a JSON text in which ``\ufffd`` stands for each half of a surrogate pair, and how many there were.

    Polars reads such a half as U+0000.
    """
    if _SURROGATE.search(raw) is None:
        return raw, 0
    n = 0

    def whole(match: re.Match[bytes]) -> bytes:
        nonlocal n
        if match["half"] is None:
            return match[0]
        n += 1
        return rb"\ufffd"

    return _ESCAPE.sub(whole, raw), n


def key_twice(raw: bytes, kind: str, columns: Iterable[str], height: int) -> int | None:
    """Line (from 1) of the first object in which a key stands twice, of which Polars takes the first value; or None.

    Parameters
    ----------
    raw
        Bytes of the text, of ``kind`` json or jsonl.
    columns, height
        Columns and rows that were read. A name that stands no more often than there are rows stands nowhere twice.
    """
    names = (json.dumps(c, ensure_ascii=False).encode("utf-8", "replace") for c in columns)
    if all(len(re.findall(re.escape(name) + rb"\s*:", raw)) <= height for name in names):
        return None
    texts = enumerate(raw.splitlines(), start=1) if kind == "jsonl" else [(1, raw)]
    for line, text in texts:
        try:
            json.loads(text, object_pairs_hook=_unique) if text.strip() else None
        except _TwiceError:
            return line
        except (ValueError, RecursionError):
            return None
    return None


class _TwiceError(Exception):
    """A key stands twice in one object."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _TwiceError
    return members
