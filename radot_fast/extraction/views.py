"""What the embedded reader finds in the words that another reader's unit stands on.

A language model's unit names a span of the report. Its *view* is the embedded reader's unit for the same words: the
second opinion with which ``settling`` decides where name, polarity and span contradict each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from radot_fast.extraction.lexicon.model import Lexicon
from radot_fast.extraction.lexicon.validate import SIDES

Span = tuple[int, int]
Label = tuple[str | None, str | None]


class View(NamedTuple):
    """A unit of the embedded reader.

    ``start:end`` are its characters in the text, ``low:high`` those of the finding's own words.
    """

    unit: Mapping[str, Any]
    start: int
    end: int
    low: int
    high: int


def views_by_text(texts: Sequence[str], lexicon: Lexicon) -> dict[str, list[View]]:
    """Units of the embedded reader that have a label, by text, with the characters of their findings."""
    from radot_fast.extraction.table import extract_units

    distinct = list(dict.fromkeys(texts))
    views: dict[str, list[View]] = {text: [] for text in distinct}
    for unit in extract_units(distinct, lexicon=lexicon).iter_rows(named=True):
        start, end, words = unit["span_start"], unit["span_end"], unit["surface_finding"] or ""
        if start is not None and unit["canonical_finding"] is not None:
            text = distinct[int(unit["report_id"])]
            low = max(start, text.find(words, start, end))
            views[text].append(View(unit, start, end, low, low + len(words)))
    return views


def mention(unit: Mapping[str, Any], text: str, span: Span) -> Span:
    """Characters of the finding's own words in a text; the whole span where they are not found."""
    for column in ("surface_finding", "canonical_finding", "device"):
        words = unit.get(column)
        if words:
            low = text.lower().find(words.lower(), *span)
            if low >= 0:
                return low, low + len(words)
    return span


def view_of(label: Label, places: Sequence[str], near: Sequence[View], words: Span, vague: bool) -> View | None:
    """Find the embedded reader's unit for the same words; None where there is none.

    The same label counts first, then how far the findings' words overlap, then that the sides do not differ.

    Parameters
    ----------
    label, places
        Finding and device, and the anatomy labels, of the other reader's unit.
    near
        Views that share words with the unit's span.
    words
        Characters of the unit's own finding.
    vague
        ``words`` is the whole span: the place tells a view only where there is but one.
    """
    mine = set(SIDES).intersection(places)
    best, most = None, 0.0
    for view in near:
        score = 4.0 * (label == (view.unit["canonical_finding"], view.unit["device"]))
        if not vague or len(near) == 1:
            shared = max(0, min(words[1], view.high) - max(words[0], view.low))
            score += 2.0 * shared / max(1, min(words[1] - words[0], view.high - view.low))
        its = set(SIDES).intersection(view.unit["anatomy"])
        score -= 1.0 if mine and its and mine != its else 0.0
        if score > most:
            best, most = view, score
    return best
