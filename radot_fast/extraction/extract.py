"""Texts to units: sentences are parsed once, and a report's units are rows of a store of sentences' units."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from radot_fast.errors import InputError
from radot_fast.extraction.lexicon.model import Lexicon, load_lexicon
from radot_fast.extraction.sentence_memo import ReportCounts, SentenceMemo, batches, memo_of, reading
from radot_fast.extraction.unit_rows import ReportUnits, RowsOfStore, UnitStore, stacked
from radot_fast.io.columns import listed_ids, listed_texts, without_half_pairs
from radot_fast.runtime.call_stack import with_room_to_call
from radot_fast.runtime.progress import Progress


@with_room_to_call
def extract_units(
    texts: Sequence[str | None], report_ids: Sequence[str] | None = None, *, lexicon: Lexicon | None = None
) -> pl.DataFrame:
    """Clinical units of reports, by the embedded extractor (method §1).

    Parameters
    ----------
    texts
        Reports; None or a text without words has no unit and keeps one row with a null ``unit_index``. U+FFFD is
        read for half a surrogate pair.
    report_ids
        Their ids; the positions "0", "1", … by default.
    lexicon
        The lexicon; the shipped one by default.

    Returns
    -------
    pl.DataFrame
        Unit table in ``UNIT_SCHEMA``: reports in the given order, units in order of their sentences.

    Raises
    ------
    InputError
        The texts are not a list of texts or None; ids and texts differ in number, an id stands twice.
    """
    return read_reports(texts, report_ids, lexicon=lexicon)[0].table


@with_room_to_call
def read_reports(
    texts: Sequence[str | None], report_ids: Sequence[str] | None = None, *, lexicon: Lexicon | None = None
) -> tuple[ReportUnits, ReportCounts]:
    """Units of reports, whose table ``extract_units`` returns, and how much of each report was read.

    Parameters
    ----------
    texts
        Reports; None or blank ones have no units.
    report_ids
        An id a text, none twice; their numbers by default.
    lexicon
        What ships by default.

    Raises
    ------
    InputError
        Something that is no list of texts, more or fewer ids than texts, or an id that stands twice.
    """
    lexicon = lexicon or load_lexicon()
    texts = without_half_pairs(listed_texts(texts, "text"))
    ids = (
        [str(k) for k in range(len(texts))]
        if report_ids is None
        else [i or "" for i in without_half_pairs(listed_ids(report_ids, "report_ids"))]
    )
    if len(ids) != len(texts):
        raise InputError(f"{len(ids)} report ids for {len(texts)} texts: give one id a text")
    if len(set(ids)) < len(ids):
        raise InputError(f"{len(ids) - len(set(ids))} report ids stand twice: a unit table is keyed by them")
    memo = memo_of(lexicon)
    progress = Progress("reading reports", len(texts))
    of_batch = []
    for k in batches(len(texts)):
        of_batch.append(_extract(texts[k], ids[k], memo))
        progress.advance(len(texts[k]))
    if len(of_batch) == 1:
        return of_batch[0]
    units, counts = zip(*of_batch, strict=True)
    return stacked(units), ReportCounts(*map(np.concatenate, zip(*counts, strict=True)))


def no_report(report_id: str) -> tuple[ReportUnits, ReportCounts]:
    """Record of a report that could not be read: no unit, and unknown coverage."""
    no, none = np.zeros(1, bool), np.zeros(0, np.int64)
    unknown = ReportCounts(np.full(1, np.nan), np.full(1, -1), no, no)
    return ReportUnits((RowsOfStore(UnitStore(), none, none, none),), [report_id]), unknown


def _extract(texts: Sequence[str | None], ids: list[str], memo: SentenceMemo) -> tuple[ReportUnits, ReportCounts]:
    """Units of a batch of reports, and how much of each was read."""
    with reading(memo):
        memo.read(texts)
        rows = memo.rows_of(texts)
        return ReportUnits((memo.units_of(rows),), ids), memo.counts_of(rows)
