"""The second reading: what the embedded reader finds in the words that another reader's unit stands on.

A language model's unit names a span of the report. Where its name, polarity and span contradict each other,
``llm_units`` decides by the embedded reader's unit for the same words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from radot_fast.extraction.lexicon.model import Lexicon
from radot_fast.units.schema import SIDES

Span = tuple[int, int]
Label = tuple[str | None, str | None]


class SecondReading(NamedTuple):
    """A unit of the embedded reader, with its place in the text."""

    unit: Mapping[str, Any]
    """A row of the unit table."""
    start: int
    """First character of the unit's span."""
    end: int
    """Character behind it."""
    low: int
    """First character of the finding's own words."""
    high: int
    """Character behind them."""


def second_readings(texts: Sequence[str], lexicon: Lexicon) -> dict[str, list[SecondReading]]:
    """Units of the embedded reader that have a label, by text, with the characters of their findings."""
    from radot_fast.extraction.extract import extract_units

    distinct = list(dict.fromkeys(texts))
    readings: dict[str, list[SecondReading]] = {text: [] for text in distinct}
    for unit in extract_units(distinct, lexicon=lexicon).iter_rows(named=True):
        start, end, words = unit["span_start"], unit["span_end"], unit["surface_finding"] or ""
        if start is not None and unit["canonical_finding"] is not None:
            text = distinct[int(unit["report_id"])]
            low = max(start, text.find(words, start, end))
            readings[text].append(SecondReading(unit, start, end, low, low + len(words)))
    return readings


def mention(unit: Mapping[str, Any], text: str, span: Span) -> Span:
    """Characters of the finding's own words in a text; the whole span where they are not found."""
    for column in ("surface_finding", "canonical_finding", "device"):
        words = unit.get(column)
        if words:
            low = text.lower().find(words.lower(), *span)
            if low >= 0:
                return low, low + len(words)
    return span


def second_reading_of(
    label: Label, places: Sequence[str], near: Sequence[SecondReading], words: Span, vague: bool
) -> SecondReading | None:
    """Find the embedded reader's unit for the same words; None where there is none.

    The same label counts first, then how far the findings' words overlap, then that the sides do not differ.

    Parameters
    ----------
    label, places
        Finding and device, and the anatomy labels, of the other reader's unit.
    near
        Second readings that share words with the unit's span.
    words
        Characters of the unit's own finding.
    vague
        ``words`` is the whole span: its place tells a second reading only where there is but one.
    """
    mine = set(SIDES).intersection(places)
    best, most = None, 0.0
    for second in near:
        score = 4.0 * (label == (second.unit["canonical_finding"], second.unit["device"]))
        if not vague or len(near) == 1:
            shared = max(0, min(words[1], second.high) - max(words[0], second.low))
            score += 2.0 * shared / max(1, min(words[1] - words[0], second.high - second.low))
        its = set(SIDES).intersection(second.unit["anatomy"])
        score -= 1.0 if mine and its and mine != its else 0.0
        if score > most:
            best, most = second, score
    return best
