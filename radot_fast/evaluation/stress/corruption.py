"""Corruption stress test: seeded errors of the twelve ReXErr types in the text of clean reports (method §7).

Errors are injected at the clinical units of a report, so that the corrupted text is extracted again like any other.
What was injected where is kept as ground truth. The draws depend on the seed and the report's text alone: the same
report gets the same errors in any batch. The types and their names are ReXErr-v1's; how each is made is ours.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from radot_fast.datasets.rexerr import INJECTION_SCHEMA
from radot_fast.errors import ConfigError, InputError
from radot_fast.evaluation.stress.error_types import OPERATORS, Replacement, ReportText, Unit
from radot_fast.io.columns import twice

ERROR_TYPES = tuple(OPERATORS)
"""The twelve types of ReXErr-v1."""

SURFACE_TYPES = ("add typo", "change to homophone")
"""Types that change words but no clinical statement: robustness rows, where no rise of the risk is right."""

CLINICAL_TYPES = tuple(t for t in ERROR_TYPES if t not in SURFACE_TYPES)
"""The other ten."""

UNIT_COLUMNS = ("span_start", "span_end", "canonical_finding", "surface_finding", "polarity", "device")


@dataclass(frozen=True)
class Corruption:
    """Clean reports, their corrupted counterparts and what was injected.

    Attributes
    ----------
    reports
        ``source_id, clean, corrupted, n_injected``: one row a report that could be corrupted; holds report text.
    injections
        ``source_id, error_type, start, end`` (characters of the corrupted text, half-open), ``clean_start,
        clean_end`` (characters of the clean text that they stand for; empty for an insertion).
    n_untouched
        Reports that offered no place for any of the types.
    """

    reports: pl.DataFrame
    injections: pl.DataFrame
    n_untouched: int


def corrupt_reports(
    reports: pl.DataFrame,
    units: pl.DataFrame,
    *,
    n_errors: int = 1,
    types: Sequence[str] = CLINICAL_TYPES,
    seed: int = 0,
) -> Corruption:
    """Inject errors into reports.

    Parameters
    ----------
    reports
        ``report_id, text``; ids are unique.
    units
        Unit table of these texts, with offsets (method §1).
    n_errors
        Errors a report; fewer where a report does not offer as many places.
    types
        Types to draw from, evenly among those for which the report offers a place.
    seed
        Seed of the draws.

    Raises
    ------
    ConfigError
        A type that is not known, or fewer than one error a report.
    InputError
        A column is missing or a report id stands twice.
    """
    unknown = [t for t in types if t not in OPERATORS]
    if unknown or not types:
        raise ConfigError(f"error type {unknown[0] if unknown else ''!r} is not one of {', '.join(ERROR_TYPES)}")
    if n_errors < 1:
        raise ConfigError(f"n_errors {n_errors} is below 1")
    for column in ("report_id", "text"):
        if column not in reports.columns:
            raise InputError(f"reports: column {column!r} is missing (found: {', '.join(reports.columns)})")
    return corrupt_views(report_views(reports, units), n_errors, types, seed)


def report_views(reports: pl.DataFrame, units: pl.DataFrame) -> dict[str, ReportText]:
    """Reports with their sentences and units, by id: what every set of a stress test is made from."""
    if (rows := twice(reports["report_id"])) is not None:
        raise InputError(f"reports: rows {rows} have one report_id; make the ids unique")
    units_of = _units_by_report(units)
    return {
        key: ReportText(text or "", units_of.get(key, []))
        for key, text in reports.select("report_id", "text").iter_rows()
    }


def corrupt_views(views: Mapping[str, ReportText], n_errors: int, types: Sequence[str], seed: int) -> Corruption:
    """``corrupt_reports`` of prepared reports."""
    rows: list[tuple[str, str, str, int]] = []
    injected: list[tuple[str, str, int, int, int, int]] = []
    for report_id, report in views.items():
        edits = draw_edits(report, n_errors, types, seed)
        if edits:
            corrupted, places = apply_edits(report.text, [edit for _, edit in edits])
            rows.append((report_id, report.text, corrupted, len(edits)))
            injected.extend(
                (report_id, kind, *place, e.start, e.end) for (kind, e), place in zip(edits, places, strict=True)
            )
    names = {"source_id": pl.String, "clean": pl.String, "corrupted": pl.String, "n_injected": pl.Int64}
    table = pl.DataFrame(rows, schema=names, orient="row")
    injections = pl.DataFrame(injected, schema=INJECTION_SCHEMA, orient="row")
    return Corruption(table, injections, len(views) - table.height)


def _units_by_report(units: pl.DataFrame) -> dict[str, list[Unit]]:
    """Units with offsets, by report."""
    by_report: dict[str, list[Unit]] = {}
    placed = units.drop_nulls(["span_start", "span_end"]).select("report_id", *UNIT_COLUMNS)
    for report_id, *values in placed.iter_rows():
        by_report.setdefault(report_id, []).append(Unit(*values))
    return by_report


def draw_edits(report: ReportText, n_errors: int, types: Sequence[str], seed: int) -> list[tuple[str, Replacement]]:
    """Types and edits of one report, in the order of the text; they do not touch each other.

    A type is drawn once a report, so three errors are of three types.
    """
    rng = np.random.default_rng([seed, zlib.crc32(report.text.encode())])
    drawn: list[tuple[str, Replacement]] = []
    left = list(types)
    while left and len(drawn) < n_errors:
        kind = left.pop(int(rng.integers(len(left))))
        edit = OPERATORS[kind](report, rng)
        if edit is None or report.text[edit.start : edit.end] == edit.text:
            continue
        if all(edit.end < other.start or edit.start > other.end for _, other in drawn):
            drawn.append((kind, edit))
    return sorted(drawn, key=lambda pair: pair[1].start)


def apply_edits(text: str, edits: Sequence[Replacement]) -> tuple[str, list[tuple[int, int]]]:
    """Text after the edits (ascending, apart), and where each replacement stands in it."""
    parts: list[str] = []
    places: list[tuple[int, int]] = []
    done = length = 0
    for edit in edits:
        kept = text[done : edit.start]
        start = length + len(kept)
        parts += [kept, edit.text]
        length = start + len(edit.text)
        places.append((start, length))
        done = edit.end
    return "".join([*parts, text[done:]]), places
