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

from parser_client.bodies import Plan
from parser_client.grounding import Grounding, ground_spans
from parser_client.prompt import prompt_hash, version_of
from parser_client.store import Record, Store
from radot_fast.units import CLOSED_LISTS, MODEL_SCHEMA, UNIT_SCHEMA

TABLE_SCHEMA = pl.Schema(
    {
        **UNIT_SCHEMA,
        "span_raw": pl.String(),
        "grounding": pl.String(),
        "parse_status": pl.String(),
        "prompt_hash": pl.String(),
        "prompt_version": pl.String(),
        **MODEL_SCHEMA,
        **{f"{c}_raw": pl.String() for c in CLOSED_LISTS if c != "source"},
    }
)
"""The repaired unit table of a parse: the schema, then the span as the model gave it, its grade, the status of the
report, hash and version of the prompt, the model's own words with the rules that changed the row
(``radot_fast.extraction.settling``), and the values outside the closed lists."""

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
    conflicts
        Number of units whose polarity contradicted their name or their span, by what contradicted it; each is settled.
    repairs
        Number of units that a rule changed or left out, by rule.
    reasons
        Number of reports that have no answer of their own, by reason.
    """

    units: pl.DataFrame
    statuses: dict[str, int]
    grounding: dict[str, int]
    outside: dict[str, int]
    conflicts: dict[str, int]
    repairs: dict[str, int]
    reasons: dict[str, int]


_TALLIES = ("status", "grounding", "outside", "conflict", "repair", "reason")
"""Kinds of counts in the order of ``Export``."""


def has_tokens(text: str) -> bool:
    """Whether a report says anything: a letter or digit that is no mask (method §2)."""
    level = unicodedata.normalize("NFKC", text).lower().replace("<unk>", " ")
    return any(m.group() != "xxxx" for m in re.finditer(r"[^\W_]+", level))


def unit_table(reports: Sequence[Report], store: Store, plan: Plan, lexicon: Any) -> Export:
    """Unit table of reports from what the store holds for them, in the order of the reports."""
    tally: dict[str, Counter[str]] = {kind: Counter() for kind in _TALLIES}
    frames = [
        pl.DataFrame(list(_rows(reports[i : i + _CHUNK], store, plan, lexicon, tally)), schema=TABLE_SCHEMA)
        for i in range(0, len(reports), _CHUNK)
    ]
    units = pl.concat(frames) if frames else pl.DataFrame(schema=TABLE_SCHEMA)
    return Export(units, *(dict(sorted(tally[kind].items())) for kind in _TALLIES))


def _rows(
    reports: Sequence[Report], store: Store, plan: Plan, lexicon: Any, tally: dict[str, Counter[str]]
) -> Iterator[dict[str, Any]]:
    """Rows of a chunk of reports."""
    from radot_fast.extraction.views import views_by_text

    key_of = plan.key_of()
    keys = [key_of(r.text) if has_tokens(r.text) else "" for r in reports]
    records = store.records([k for k in dict.fromkeys(keys) if k])
    views = views_by_text([r.text for r, k in zip(reports, keys, strict=True) if k in records], lexicon)
    for report, key in zip(reports, keys, strict=True):
        record = records.get(key)
        status = record.status if record else ("pending" if key else "empty")
        tally["status"][status] += 1
        prompt = record.prompt_hash if record else prompt_hash(plan.prompt)
        common: dict[str, Any] = {"report_id": report.report_id, "parse_status": status}
        common |= {"prompt_hash": prompt, "prompt_version": version_of(prompt)}
        if record is not None and record.status != "ok":
            tally["reason"][record.reason.partition(",")[0] or record.status] += 1
        units, dropped = _units(report.text, record, views.get(report.text, []), lexicon)
        tally["repair"].update(dropped)
        for index, unit in enumerate(units):
            _count(unit, tally)
            row = common | {"unit_index": index} | unit
            yield {column: row.get(column) for column in TABLE_SCHEMA}
        if not units:
            yield _blank() | common


def _count(unit: Mapping[str, Any], tally: dict[str, Counter[str]]) -> None:
    """Count what is told of one unit."""
    for kind in ("grounding", "conflict"):
        if unit.get(kind) is not None:
            tally[kind][unit[kind]] += 1
    tally["repair"].update(unit.get("repairs") or ())
    tally["outside"].update(c for c in CLOSED_LISTS if unit.get(f"{c}_raw") is not None)


def _blank() -> dict[str, Any]:
    """Row of a report without units."""
    return {column: [] if isinstance(dtype, pl.List) else None for column, dtype in TABLE_SCHEMA.items()}


def _units(
    text: str, record: Record | None, views: Sequence[Any], lexicon: Any
) -> tuple[list[dict[str, Any]], Counter[str]]:
    """Canonical units of one report, and the rules by which units were left out."""
    from radot_fast.extraction.canonicalize import fallback_units
    from radot_fast.extraction.settling import settle

    if record is None or record.status == "extraction_failed":
        return [], Counter()
    if record.status == "fallback":
        return fallback_units(text, lexicon), Counter()
    places = ground_spans([unit["span_text"] for unit in record.units], text)
    surfaces = [_surface(unit, place, text) for unit, place in zip(record.units, places, strict=True)]
    settled = settle(surfaces, text, views, lexicon)
    said = [{"span_raw": record.units[k]["span_text"], "grounding": places[k].grade} for k in settled.kept]
    return [row | words for row, words in zip(settled.rows, said, strict=True)], settled.dropped


def _surface(unit: Mapping[str, Any], place: Grounding, text: str) -> dict[str, Any]:
    """A unit of an answer with its span as the report has it."""
    span = unit["span_text"] if place.start is None else text[place.start : place.end]
    return {
        **unit,
        "span_text": span,
        "span_start": place.start,
        "span_end": place.end,
        "source": "llm",
        **{name: _surfaces(unit[name]) for name in ("anatomy", "modifiers")},
    }


def _surfaces(pairs: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the canonicalizer reads of a label list: the report's words, else the model's label."""
    return [pair["surface"] or pair["label"] for pair in pairs]
