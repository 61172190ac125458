"""From stored answers to the unit table: spans placed in the report, surface values through the canonicalizer.

Answers are stored as the model gave them, so another lexicon or a better grounding needs no new request. LLM
and rule units go through one canonicalizer (``radot_fast.extraction.canonicalize``).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl

from parser_client.bodies import KeyMaker
from parser_client.grounding import ground_spans
from parser_client.prompt import prompt_hash
from parser_client.store import Record, Store
from radot_fast.units import CLOSED_LISTS, UNIT_SCHEMA

TABLE_SCHEMA = pl.Schema(
    {
        **UNIT_SCHEMA,
        "span_raw": pl.String(),
        "grounding": pl.String(),
        "parse_status": pl.String(),
        "prompt_hash": pl.String(),
        **{f"{c}_raw": pl.String() for c in CLOSED_LISTS if c != "source"},
    }
)
"""The unit table of a parse: the schema, then the span as the model gave it, its grade, the status of the
report, the hash of prompt and schema, and the values outside the closed lists."""

STATUSES = ("ok", "salvaged", "fallback", "empty", "extraction_failed", "pending")
_CHUNK = 2000


class Report(NamedTuple):
    """One report of the input."""

    report_id: str
    text: str


class Export(NamedTuple):
    """Unit table and what went into it.

    Attributes
    ----------
    units
        Rows in ``TABLE_SCHEMA``; every report has at least one.
    statuses
        Number of reports by status.
    grounding
        Number of units of the model by grade.
    outside
        Number of values outside the closed lists, by column.
    """

    units: pl.DataFrame
    statuses: dict[str, int]
    grounding: dict[str, int]
    outside: dict[str, int]


def has_tokens(text: str) -> bool:
    """Whether a report says anything: a letter or digit that is no mask (method §2)."""
    level = unicodedata.normalize("NFKC", text).lower().replace("<unk>", " ")
    return any(m.group() != "xxxx" for m in re.finditer(r"[^\W_]+", level))


def unit_table(reports: Sequence[Report], store: Store, key_of: KeyMaker, lexicon: Any) -> Export:
    """Unit table of reports from what the store holds for them, in the order of the reports."""
    tally: dict[str, Counter[str]] = {"status": Counter(), "grounding": Counter(), "outside": Counter()}
    frames = [
        pl.DataFrame(list(_rows(reports[i : i + _CHUNK], store, key_of, lexicon, tally)), schema=TABLE_SCHEMA)
        for i in range(0, len(reports), _CHUNK)
    ]
    units = pl.concat(frames) if frames else pl.DataFrame(schema=TABLE_SCHEMA)
    return Export(units, *(dict(sorted(tally[k].items())) for k in ("status", "grounding", "outside")))


def _rows(
    reports: Sequence[Report], store: Store, key_of: KeyMaker, lexicon: Any, tally: dict[str, Counter[str]]
) -> Iterator[dict[str, Any]]:
    """Rows of a chunk of reports."""
    keys = [key_of(r.text) if has_tokens(r.text) else "" for r in reports]
    records = store.records([k for k in dict.fromkeys(keys) if k])
    for report, key in zip(reports, keys, strict=True):
        record = records.get(key)
        status = record.status if record else ("pending" if key else "empty")
        tally["status"][status] += 1
        common = {"report_id": report.report_id, "parse_status": status}
        common["prompt_hash"] = record.prompt_hash if record else prompt_hash()
        found = _units(report.text, record, lexicon)
        for index, unit in enumerate(found):
            if unit["grounding"] is not None:
                tally["grounding"][unit["grounding"]] += 1
            tally["outside"].update(c for c in CLOSED_LISTS if unit.get(f"{c}_raw") is not None)
            row = common | {"unit_index": index} | unit
            yield {column: row.get(column) for column in TABLE_SCHEMA}
        if not found:
            yield _blank() | common


def _blank() -> dict[str, Any]:
    """Row of a report without units."""
    return {column: [] if isinstance(dtype, pl.List) else None for column, dtype in TABLE_SCHEMA.items()}


def _units(text: str, record: Record | None, lexicon: Any) -> list[dict[str, Any]]:
    """Canonical units of one report."""
    from radot_fast.extraction.canonicalize import canonicalize, fallback_units

    if record is None or record.status == "extraction_failed":
        return []
    if record.status == "fallback":
        return [{**unit, "span_raw": None, "grounding": None} for unit in fallback_units(text, lexicon)]
    places = ground_spans([unit["span_text"] for unit in record.units], text)
    units = []
    for unit, place in zip(record.units, places, strict=True):
        grounded = place.start is not None
        span = text[place.start : place.end] if grounded else unit["span_text"]
        surface = {**unit, "span_text": span, "span_start": place.start, "span_end": place.end, "source": "llm"}
        surface |= {name: _surfaces(unit[name]) for name in ("anatomy", "modifiers")}
        row = canonicalize(surface, lexicon)
        units.append({**row, "span_raw": unit["span_text"], "grounding": place.grade})
    return units


def _surfaces(pairs: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the canonicalizer reads of a label list: the report's words, else the model's label."""
    return [pair["surface"] or pair["label"] for pair in pairs]
