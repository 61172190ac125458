"""From stored answers to the unit table: spans placed in the report, surface values through the canonicalizer.

Answers are stored as the model gave them, so another lexicon or a better grounding needs no new request. LLM
and rule units go through one canonicalizer (``radot_fast.extraction.canonicalize``).
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl

from parser_client.answers import parse_answer
from parser_client.bodies import Plan
from parser_client.grounding import Grounding, ground_spans
from parser_client.prompt import prompt_hash, version_of
from parser_client.store import Record, Store
from radot_fast.units.schema import CLOSED_LISTS, MODEL_SCHEMA, UNIT_SCHEMA

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
(``radot_fast.extraction.llm_units``), and the values outside the closed lists."""

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
    key_of = plan.key_of()

    def stored(chunk: Sequence[Report]) -> list[Record | None]:
        keys = [key_of(r.text) if has_tokens(r.text) else "" for r in chunk]
        records = store.records([k for k in dict.fromkeys(keys) if k])
        return [records.get(key) for key in keys]

    return _exported(reports, stored, prompt_hash(plan.prompt), lexicon)


def answer_table(reports: Sequence[Report], answers: Mapping[str, Any], prompt: str, lexicon: Any) -> Export:
    """Unit table of reports from answers that are at hand, such as a model's answers kept in a file.

    Parameters
    ----------
    reports
        The reports.
    answers
        The object that a model answered (``{"units": [...]}``), by report id.
    prompt
        Version of the prompt that they answer.
    lexicon
        The lexicon that names the labels.

    Raises
    ------
    AnswerError
        An answer is not a list of units with their spans.
    """
    told = prompt_hash(prompt)

    def given(chunk: Sequence[Report]) -> list[Record | None]:
        known = (answers.get(r.report_id) if has_tokens(r.text) else None for r in chunk)
        return [None if a is None else Record("ok", "", parse_answer(json.dumps(a)), "", told) for a in known]

    return _exported(reports, given, told, lexicon)


def _exported(
    reports: Sequence[Report],
    records_of: Callable[[Sequence[Report]], list[Record | None]],
    prompt: str,
    lexicon: Any,
) -> Export:
    """Unit table of reports and their records; ``prompt`` is the hash for reports without one."""
    from radot_fast.extraction.second_reading import second_readings

    tally: dict[str, Counter[str]] = {kind: Counter() for kind in _TALLIES}
    frames = [pl.DataFrame(schema=TABLE_SCHEMA)]
    for i in range(0, len(reports), _CHUNK):
        chunk = reports[i : i + _CHUNK]
        records = records_of(chunk)
        readings = second_readings([r.text for r, record in zip(chunk, records, strict=True) if record], lexicon)
        rows: list[dict[str, Any]] = []
        for report, record in zip(chunk, records, strict=True):
            common = _report_columns(report, record, prompt, tally)
            units, dropped = _units(report.text, record, readings.get(report.text, ()), lexicon)
            tally["repair"].update(dropped)
            for index, unit in enumerate(units):
                _count(unit, tally)
                row = common | {"unit_index": index} | unit
                rows.append({column: row.get(column) for column in TABLE_SCHEMA})
            if not units:
                rows.append(_blank() | common)
        frames.append(pl.DataFrame(rows, schema=TABLE_SCHEMA))
    return Export(pl.concat(frames), *(dict(sorted(tally[kind].items())) for kind in _TALLIES))


def _report_columns(
    report: Report, record: Record | None, prompt: str, tally: dict[str, Counter[str]]
) -> dict[str, Any]:
    """Columns that all units of a report share; its status is counted."""
    status = record.status if record else ("pending" if has_tokens(report.text) else "empty")
    tally["status"][status] += 1
    if record is not None and record.status != "ok":
        tally["reason"][record.reason.partition(",")[0] or record.status] += 1
    told = record.prompt_hash if record else prompt
    return {
        "report_id": report.report_id,
        "parse_status": status,
        "prompt_hash": told,
        "prompt_version": version_of(told),
    }


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
    text: str, record: Record | None, readings: Sequence[Any], lexicon: Any
) -> tuple[list[dict[str, Any]], Counter[str]]:
    """Canonical units of one report, and the rules by which units were left out."""
    from radot_fast.extraction.canonicalize import fallback_units
    from radot_fast.extraction.llm_units import reconcile_units

    if record is None or record.status == "extraction_failed":
        return [], Counter()
    if record.status == "fallback":
        return fallback_units(text, lexicon), Counter()
    places = ground_spans([unit["span_text"] for unit in record.units], text)
    surfaces = [_surface(unit, place, text) for unit, place in zip(record.units, places, strict=True)]
    settled = reconcile_units(surfaces, text, readings, lexicon)
    if not settled.rows:  # nothing but remarks: a report with words keeps its sentences (method §1)
        return fallback_units(text, lexicon), settled.dropped
    said = [{"span_raw": record.units[k]["span_text"], "grounding": places[k].grade} for k in settled.positions]
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
