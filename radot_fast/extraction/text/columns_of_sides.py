"""Rows of a table with a column a side as a label with what is told of either: ``Effusion:R none;L small``.

``| Effusion | none | small |`` under ``| | Right | Left |`` is of two sides, which stand in its head alone.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.labels import heads_of_sides, tables_under, with_rows

_MARK = "|"
_RULE = Expression(r"[ \t|:+=-]*")
_YES = Expression(r"\(?\+{1,3}\)?|[xX\u2713\u2714\u2611\u2705]|\[[xX]\]")
_NO = Expression(r"[-\u2013\u2014\u2212]{1,2}|\([-\u2212]\)|\[ ?\]|0|\u2610|\u2717|\u2718|\u274c")
_COUNT = Expression(r"(?:one|an?|single|a single|1|solitary), ", re.IGNORECASE)
"""A number of what the label names: "Nodule | none | one, 7 mm"."""
_CELLS = 3
"""Cells of a row: its label and one a side."""


def with_sides_in_rows(text: str) -> str:
    """The text with the sides of such a table in its rows, and blanks for its head; of the same length.

    A table stays as it is, and unread, if one of its rows has other cells or no room for the sides.
    """
    if _MARK not in text:
        return text
    told: list[tuple[int, int, str]] = []
    for head, lines in tables_under(text, heads_of_sides(text)):
        if head[1] != _MARK:
            continue
        first, second = (cell.strip()[0].upper() for cell in head.group().strip("| \t").split(_MARK)[-2:])
        rows = [_row(text[low:high], first, second) for low, high in lines[1:]]
        if first != second and None not in rows:
            told += [(*line, row or "") for line, row in zip(lines, ["", *rows], strict=bool(lines))]
    return with_rows(text, told)


def _row(line: str, first: str, second: str) -> str | None:
    """A row with its sides; nothing of a rule, None of one that has other cells or no room for them."""
    if _RULE.fullmatch(line) is not None:
        return ""
    begin = len(line) - len(line.lstrip("| \t"))
    cells = [cell.strip() for cell in line[begin:].rstrip().removesuffix(_MARK).split(_MARK)]
    if len(cells) != _CELLS or not cells[0]:
        return None
    label, *values = cells
    told = [f"{side} {_value(value)}" for side, value in zip((first, second), values, strict=True) if value]
    row = " " * begin + f"{label}:{';'.join(told)}"
    return row if told and len(row) <= len(line) else None


def _value(cell: str) -> str:
    """What a cell says, with a letter for a sign and without a number of what the label names."""
    if _YES.fullmatch(cell) is not None:
        return "y"
    return "n" if _NO.fullmatch(cell) is not None else _COUNT.sub("", cell)
