"""A report cut into pieces at the ends of its spans, so that each piece knows the units and discrepancies it is in."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from radot_fast.audit.printable import printable


class Span(NamedTuple):
    """A stretch of a report that something is about.

    Attributes
    ----------
    start, end
        Character offsets, ``0 <= start < end <= len(text)``.
    unit
        Number of the unit, or None.
    discrepancy
        Number of the discrepancy, counted from 1, or None.
    tone
        Kind of discrepancy, or an empty string.
    aside
        Why a heading keeps it from being read, or an empty string.
    """

    start: int
    end: int
    unit: int | None = None
    discrepancy: int | None = None
    tone: str = ""
    aside: str = ""


class Piece(NamedTuple):
    """A stretch of a report between two ends of spans.

    Attributes
    ----------
    text
        Its characters, safe to print.
    units
        Units that hold it, in order.
    discrepancies
        Discrepancies that it is part of, in order.
    tone
        Kind of the first of these.
    closes
        Discrepancies whose span ends with it: their numbers are shown behind it.
    aside
        Why a heading keeps it from being read, or an empty string.
    """

    text: str
    units: tuple[int, ...]
    discrepancies: tuple[int, ...]
    tone: str
    closes: tuple[int, ...]
    aside: str = ""


def pieces_of(text: str, spans: list[Span]) -> list[Piece]:
    """Cut a text at the ends of its spans; the pieces joined are the whole text, as ``printable`` shows it.

    Raises
    ------
    ValueError
        A span lies outside the text or is empty.
    """
    for span in spans:
        if not 0 <= span.start < span.end <= len(text):
            raise ValueError(f"span {span.start}:{span.end} is not within a text of {len(text)} characters")
    cuts = sorted({0, len(text), *(s.start for s in spans), *(s.end for s in spans)})
    return [_piece(text, a, b, spans) for a, b in pairwise(cuts)]


def _piece(text: str, start: int, end: int, spans: list[Span]) -> Piece:
    """Units and discrepancies that cover one piece of a report."""
    over = [s for s in spans if s.start <= start and end <= s.end]
    wrong = sorted((s for s in over if s.discrepancy is not None), key=lambda s: s.discrepancy or 0)
    return Piece(
        printable(text[start:end], newlines=True),
        tuple(dict.fromkeys(s.unit for s in over if s.unit is not None)),
        tuple(dict.fromkeys(s.discrepancy for s in wrong if s.discrepancy is not None)),
        wrong[0].tone if wrong else "",
        tuple(dict.fromkeys(s.discrepancy for s in wrong if s.discrepancy is not None and s.end == end)),
        next((s.aside for s in over if s.aside), ""),
    )
