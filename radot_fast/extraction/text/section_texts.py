"""One section of a report, for users who score findings and impression apart."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from radot_fast.extraction.text.headings import headings
from radot_fast.extraction.text.sections import plain_form

IMPRESSION = frozenset(
    (
        "impression", "impressions", "conclusion", "conclusions", "summary", "opinion", "diagnosis", "interpretation",
        "imp", "impr",
    )
)  # fmt: skip
"""Headings of an impression. A heading that names findings too ("FINDINGS AND IMPRESSION") opens both sections."""


def section_of(text: str, section: str, sections: Mapping[str, str]) -> str:
    """One section of a report.

    Parameters
    ----------
    text
        The report.
    section
        One of ``config.SECTIONS``. ``impression`` is what stands behind a heading of an impression, ``findings`` is the
        report without it (``"FINDINGS: Small effusion. IMPRESSION: Effusion."`` → ``"FINDINGS: Small effusion."``).
        A report without a heading of either is taken whole.
    sections
        Headings and what they open, as the lexicon has them.
    """
    plain, *_ = plain_form(text, sections)
    heads = headings(plain, sections) if ":" in plain else []
    kinds = [None if h.context else _kind(plain[h.start : h.end]) for h in heads]
    if section == "all" or not any(kinds):
        return text
    ends = [*(h.start for h in heads[1:]), len(text)]
    spans = [(h.start, end) for h, end in zip(heads, ends, strict=True)]
    if section == "impression":
        kept = [span for span, kind in zip(spans, kinds, strict=True) if kind in ("impression", "both")]
    else:
        kept = [(0, heads[0].start)]
        kept += [span for span, kind in zip(spans, kinds, strict=True) if kind != "impression"]
    return "\n".join(text[a:b].rstrip() for a, b in kept if text[a:b].strip())


def _kind(heading: str) -> str:
    """Section that a heading about the images opens: ``findings``, ``impression`` or ``both``."""
    words = set(heading.lower().replace("/", " ").replace(":", " ").replace("*", " ").replace("#", " ").split())
    if not words & IMPRESSION:
        return "findings"
    return "both" if words & {"findings", "finding"} else "impression"


def section_column(texts: pl.Series, section: str, sections: Mapping[str, str]) -> pl.Series:
    """One section of each report of a column; null stays null."""
    distinct = texts.drop_nulls().unique().to_list()
    cut = {text: section_of(text, section, sections) for text in distinct}
    return pl.Series(texts.name, [None if t is None else cut[t] for t in texts], dtype=pl.String)
