"""Rows of a table with a column of then and one of now as a label with what is so now: ``Left effusion:small,smaller``.

``| Left effusion | moderate | small |`` under ``| Finding | Prior | Now |`` tells a change by two degrees or sizes.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.labels import tables_under, with_rows

_THEN = (
    r"(?:prior|previous(?:ly)?|before|yesterday|last|then|old|baseline|admission|earlier)"
    r"(?: (?:film|study|exam|cxr|day|night))?"
)
_NOW = r"(?:now|today|current(?:ly)?|present|this)(?: (?:film|study|exam|cxr))?"
_HEAD = Expression(
    rf"(?im)^[ \t|]{{0,8}}[a-z /]{{0,30}}(\|) {{0,20}}(?:(?P<then>{_THEN}) {{0,20}}\| {{0,20}}{_NOW}"
    rf"|{_NOW} {{0,20}}\| {{0,20}}{_THEN}) {{0,20}}\|?[ \t]*$"
)
_MARK, _CELLS = "|", 3
_RULE = Expression(r"[ \t|:+=-]*")
_DEGREES = (
    ("none", "no", "nil", "absent", "-", "not seen", "not present", "clear", "n"), ("trace", "tiny", "minimal"),
    ("small", "mild", "slight"), ("moderate", "medium", "mod"), ("large", "severe", "massive", "gross"),
)  # fmt: skip
_RANK = {word: rank for rank, words in enumerate(_DEGREES) for word in words}
_SIZE = Expression(r"(\d+(?:\.\d+)?) ?(mm|cm)", re.IGNORECASE)
_THERE = ("present", "yes", "y", "in place", "in situ", "+")


def with_days_in_rows(text: str) -> str:
    """The text with the change in the rows of such a table, and blanks for its head; of the same length.

    A table stays as it is if one of its rows has other cells or no room.
    """
    if _MARK not in text:
        return text
    told: list[tuple[int, int, str]] = []
    for head, lines in tables_under(text, [*_HEAD.finditer(text)]):
        rows = [_row(text[low:high], then_first=head["then"] is not None) for low, high in lines[1:]]
        if None not in rows:
            told += [(*line, row or "") for line, row in zip(lines, ["", *rows], strict=bool(lines))]
    return with_rows(text, told)


def _row(line: str, *, then_first: bool) -> str | None:
    """A row with what is so now, and its change; nothing of a rule, None of one that has other cells or no room."""
    if _RULE.fullmatch(line) is not None:
        return ""
    begin = len(line) - len(line.lstrip("| \t"))
    cells = [cell.strip() for cell in line[begin:].rstrip().removesuffix(_MARK).split(_MARK)]
    if len(cells) != _CELLS or not all(cells):
        return None
    label, then, now = cells if then_first else (cells[0], cells[2], cells[1])
    row = " " * begin + f"{label}:{_told(then.lower(), now)}"
    return row if len(row) <= len(line) else None


def _told(then: str, now: str) -> str:
    """What is so now, and the change by two degrees or sizes, if they are such."""
    before, after = _amount(then), _amount(now.lower())
    if before is None or after is None:
        return now
    if after == 0:
        return "gone" if before else "none"
    if before == 0:
        return f"{now},new"
    if then == now.lower():
        return f"{now},stable"
    if then in _THERE or now.lower() in _THERE:
        return now
    change = "" if before == after else "larger" if after > before else "smaller"
    return f"{now},{change}".rstrip(",")


def _amount(value: str) -> float | None:
    """How much a value tells: the rank of a degree, a size, or that something is there; None of other values."""
    if (size := _SIZE.fullmatch(value)) is not None:
        return float(size[1]) * (10.0 if size[2].lower() == "cm" else 1.0)
    return 1.0 if value in _THERE else _RANK.get(value)
