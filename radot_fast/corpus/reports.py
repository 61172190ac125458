"""Distinct reports and their units: what a batch of pairs is reduced to before encoding.

Identical texts are extracted and encoded once; a pair is two row numbers into the list of distinct reports.
"""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import lengths_of, starts_of
from radot_fast.config import REPORTS
from radot_fast.errors import InputError
from radot_fast.io.columns import NOT_TEXT, id_column, missing_column
from radot_fast.units.schema import MODEL_SCHEMA, PARSE_STATUS, UNIT_SCHEMA, check_units

if TYPE_CHECKING:
    from radot_fast.extraction import Lexicon
    from radot_fast.extraction.sentence_memo import ReportCounts
    from radot_fast.extraction.unit_rows import ReportUnits

log = logging.getLogger("radot_fast")

MAX_PAIR_UNITS = 2_000
"""Units of the largest pair that is scored; its alignment has up to the square of them in cells, 0.4 GB. Real reports
have 3 to 12."""


@dataclass(frozen=True)
class Corpus:
    """Units of distinct reports.

    Attributes
    ----------
    report_ids
        String, length n_reports: keys of the reports, in order.
    source
        Where the units come from: a table of unit rows (no null units), by report in that order and then by
        ``unit_index``, or rows of what the extractor remembers.
    offsets
        int64, shape (n_reports + 1,): rows of ``units`` of each report.
    failed
        bool, shape (n_reports,): the units could not be extracted.
    fallback
        int64, shape (n_reports,): units that are whole sentences of a report in which nothing was read.
    rejected
        Values outside a closed list that were set to null, by column.
    unread
        bool, shape (n_reports,): the report has words, and no finding or device was read in it.
    unread_share
        float64, shape (n_reports,), in [0, 1]: share of the sentences that state something and of which nothing was
        read, 1 where the report is unread; NaN where it is unknown.
    context_sentences
        int64, shape (n_reports,): sentences that a heading sets aside; −1 where it is unknown.
    elsewhere
        bool, shape (n_reports,): unread because it is of another examination or language, an unfilled form, or a
        program's message.
    texts
        String, length n_reports: the reports; None where only their units are known.
    lexicon
        The lexicon that read them; None where only their units are known.
    """

    report_ids: pl.Series
    source: pl.DataFrame | ReportUnits
    offsets: NDArray[np.int64]
    failed: NDArray[np.bool_]
    fallback: NDArray[np.int64]
    rejected: dict[str, int]
    unread: NDArray[np.bool_]
    unread_share: NDArray[np.float64]
    context_sentences: NDArray[np.int64]
    elsewhere: NDArray[np.bool_]
    texts: pl.Series | None = None
    lexicon: Lexicon | None = None

    @property
    def units(self) -> pl.DataFrame:
        """Unit rows in ``UNIT_SCHEMA``; made when they are first asked for."""
        return self.source if isinstance(self.source, pl.DataFrame) else self.source.table

    def source_of(self, kept: NDArray[np.bool_]) -> pl.DataFrame | ReportUnits:
        """Units of some of the reports.

        Parameters
        ----------
        kept
            bool, shape (n_reports,): the reports whose units are wanted.
        """
        if isinstance(self.source, pl.DataFrame):
            return self.source.filter(pl.Series(np.repeat(kept, lengths_of(self.offsets))))
        return self.source.of_reports(kept)


@dataclass(frozen=True)
class PairedCorpus:
    """A corpus and the pairs over it.

    Attributes
    ----------
    corpus
        Distinct reports.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    table
        One row a pair: ``row``, ``pair_id``, ``system`` if given, columns the caller keeps.
    """

    corpus: Corpus
    pairs: NDArray[np.int64]
    table: pl.DataFrame


def corpus_from_texts(pairs: pl.DataFrame, lexicon: Lexicon) -> PairedCorpus:
    """Extract the units of all distinct texts of a pair table (see ``radot_fast.io.pairs``)."""
    n, number = pairs.height, dict[str, int]()
    # Pair by pair: the two reports share sentences, which are read once if they are still in the reader's memo.
    texts = [text or "" for pair in zip(*(pairs[side].to_list() for side in REPORTS), strict=True) for text in pair]
    report = np.array([number.setdefault(text, len(number)) for text in texts], np.int64).reshape(n, len(REPORTS))
    ids = [str(k) for k in range(len(number))]
    units, counts, failed = _extracted([*number], ids, lexicon)
    units = units.without_null_rows()
    of_unit = units.report
    corpus = Corpus(
        report_ids=pl.Series("report_id", ids, dtype=pl.String),
        source=units,
        offsets=starts_of(np.bincount(of_unit, minlength=len(ids))),
        failed=failed,
        fallback=np.bincount(of_unit[units.is_fallback], minlength=len(ids)),
        rejected={},
        **counts._asdict(),
        texts=pl.Series("text", [*number], dtype=pl.String),
        lexicon=lexicon,
    )
    table = pairs.clone()  # to drop columns in place takes a tenth of the time of a new table
    for column in {*REPORTS, NOT_TEXT}.intersection(pairs.columns):
        table.drop_in_place(column)
    paired = _without_giants(PairedCorpus(corpus, report, table))
    if NOT_TEXT not in pairs.columns:
        return paired
    broken = pairs[NOT_TEXT].to_numpy()
    log.warning("%d of %d pairs hold half a surrogate pair and are not scored: decode them again", broken.sum(), n)
    return _with_failed(paired, broken)


def _extracted(
    texts: list[str], ids: list[str], lexicon: Lexicon
) -> tuple[ReportUnits, ReportCounts, NDArray[np.bool_]]:
    """Units of all texts, and how much of each was read; a text that the extractor cannot get through fails alone."""
    from radot_fast.extraction.extract import no_report, read_reports
    from radot_fast.extraction.sentence_memo import ReportCounts
    from radot_fast.extraction.unit_rows import stacked

    failed = np.zeros(len(texts), dtype=bool)
    try:
        return *read_reports(texts, ids, lexicon=lexicon), failed
    except Exception:
        # One text stops the batch: go one by one, so that every other row is still scored.
        one_by_one, reasons = [], Counter[str]()
        for i, (text, key) in enumerate(zip(texts, ids, strict=True)):
            try:
                one_by_one.append(read_reports([text], [key], lexicon=lexicon))
            except Exception as error:
                one_by_one.append(no_report(key))
                failed[i] = True
                reasons[type(error).__name__] += 1
        if reasons:
            # The type alone: a message may quote the report.
            named = ", ".join(f"{name} {n}" for name, n in reasons.most_common())
            log.warning("no units from %d of %d distinct reports: %s", failed.sum(), len(texts), named)
        units, counts = zip(*one_by_one, strict=True)
        return stacked(units), ReportCounts(*map(np.concatenate, zip(*counts, strict=True))), failed


def corpus_from_units(
    reference_units: pl.DataFrame, candidate_units: pl.DataFrame, pairs: pl.DataFrame | None = None
) -> PairedCorpus:
    """Pairs over two stored unit tables.

    Parameters
    ----------
    reference_units, candidate_units
        Unit tables (method §1), keyed by ``report_id``.
    pairs
        ``pair_id``, ``reference_id``, ``candidate_id`` and optionally ``system``; without it equal ids are paired.

    Raises
    ------
    InputError
        Something that is no Polars table, no common ids, or a pair that names a report of neither table.
    """
    for name, given in (("reference units", reference_units), ("candidate units", candidate_units), ("pairs", pairs)):
        if not isinstance(given, pl.DataFrame) and not (given is None and name == "pairs"):
            kind = f"{type(given).__module__.partition('.')[0]}.{type(given).__name__}"
            raise InputError(f"{name} are of type {kind}: give a polars.DataFrame, such as read_units(path).table")
    sides, rejected, lost = [], {}, []
    for name, table in (("reference units", reference_units), ("candidate units", candidate_units)):
        check = check_units(table, name=name)
        rejected.update({f"{name}.{c}": k for c, k in check.rejected.items()})
        sides.append(check.table.select(*UNIT_SCHEMA, *(c for c in MODEL_SCHEMA if c in check.table.columns)))
        lost.append(_without_answer(check.table))
    ids = [s["report_id"].unique(maintain_order=True) for s in sides]
    table = _pairs_by_id(ids, pairs)
    # The two tables may use the same ids for different reports, so a side is part of the key.
    stacked = pl.concat([s.with_columns(pl.lit(k).alias("side")) for k, s in enumerate(sides)], how="diagonal_relaxed")
    keys = pl.concat([i.to_frame("report_id").with_columns(pl.lit(k).alias("side")) for k, i in enumerate(ids)])
    keys = keys.with_row_index("report")
    stacked = stacked.join(keys, on=["report_id", "side"], how="left", maintain_order="left")
    stacked = stacked.with_columns(report_id=pl.col("report").cast(pl.String)).drop("report", "side")
    failed = np.concatenate([i.is_in(bad.implode()).to_numpy() for i, bad in zip(ids, lost, strict=True)])
    corpus = _assembled(stacked, keys["report"].cast(pl.String).rename("report_id"), failed, rejected)
    rows = [
        _rows_of(table[c], keys.filter(pl.col("side") == k), c) for k, c in enumerate(("reference_id", "candidate_id"))
    ]
    kept = table.drop("reference_id", "candidate_id")
    return _without_giants(PairedCorpus(corpus, np.stack(rows, axis=1), kept))


def _without_answer(units: pl.DataFrame) -> pl.Series:
    """Ids of the reports that a parser got no answer for: they are failures, not empty reports."""
    if PARSE_STATUS not in units.columns:
        return pl.Series("report_id", [], dtype=pl.String)
    return units.filter(pl.col(PARSE_STATUS) == "extraction_failed")["report_id"]


def _pairs_by_id(ids: list[pl.Series], pairs: pl.DataFrame | None) -> pl.DataFrame:
    """Pair table with ``row``, ``pair_id``, ``system`` if given, ``reference_id`` and ``candidate_id``."""
    if pairs is None:
        both = ids[0].filter(ids[0].is_in(ids[1].implode()))
        if len(both) < max(len(ids[0]), len(ids[1])):
            alone = len(ids[0]) + len(ids[1]) - 2 * len(both)
            raise InputError(
                f"{alone} reports stand in one unit table only ({len(both)} in both): keep a null row for a report "
                "without units, or name the pairs (pair_id, reference_id, candidate_id)"
            )
        pairs = pl.DataFrame({"pair_id": both, "reference_id": both, "candidate_id": both})
    for column in ("reference_id", "candidate_id"):
        if column not in pairs.columns:
            raise missing_column("pairs", column, pairs.columns, "it names the report of a unit table")
    row = pl.int_range(pl.len(), dtype=pl.Int64).alias("row")
    pairs = pairs.with_columns(row, id_column(pairs, "pair_id", "pairs"))
    columns = ["row", "pair_id", *(["system"] if "system" in pairs.columns else [])]
    return pairs.select(*columns, pl.col("reference_id", "candidate_id").cast(pl.String))


def _rows_of(wanted: pl.Series, keys: pl.DataFrame, name: str) -> NDArray[np.int64]:
    """Report rows of ids; ``InputError`` for the first id that no report has."""
    rows = wanted.to_frame("report_id").join(keys, on="report_id", how="left", maintain_order="left")["report"]
    lost = rows.is_null()
    if lost.any():
        row = int(lost.arg_max() or 0)
        raise InputError(f"pairs: row {row}: {name} has no row in its unit table ({int(lost.sum())} such pairs)")
    return rows.to_numpy().astype(np.int64)


def _assembled(units: pl.DataFrame, ids: pl.Series, failed: NDArray[np.bool_], rejected: dict[str, int]) -> Corpus:
    """Corpus from unit rows of numbered reports (``report_id`` is the report's row as text)."""
    rows = units.filter(pl.col("unit_index").is_not_null()).with_columns(report=pl.col("report_id").cast(pl.Int64))
    rows = rows.sort("report", "unit_index", maintain_order=True)
    counts = np.bincount(rows["report"].to_numpy(), minlength=len(ids))
    read = rows.filter(pl.any_horizontal(pl.col("canonical_finding", "device").is_not_null()))["report"]
    unread = (counts > 0) & (np.bincount(read.to_numpy(), minlength=len(ids)) == 0)
    whole = rows.filter(pl.col("source") == "fallback")["report"]
    return Corpus(
        report_ids=ids,
        source=rows.drop("report"),
        offsets=starts_of(counts),
        failed=failed,
        fallback=np.bincount(whole.to_numpy(), minlength=len(ids)),
        rejected=rejected,
        unread=unread,
        unread_share=np.full(len(ids), np.nan),
        context_sentences=np.full(len(ids), -1),
        elsewhere=np.zeros(len(ids), bool),
    )


def _without_giants(paired: PairedCorpus) -> PairedCorpus:
    """Mark pairs whose reports have too many units to align.

    Both reports of such a pair are replaced by failed copies without units, so that other pairs of the same reports are
    still scored. Units that no pair needs any more are dropped: what follows compares units with each other.
    """
    corpus, pairs = paired.corpus, paired.pairs
    units = lengths_of(corpus.offsets)[pairs].sum(axis=1)
    giant = units > MAX_PAIR_UNITS
    if not giant.any():
        return paired
    log.warning(
        "%d of %d pairs have more than %d units (up to %d) and are not scored: score their reports in sections",
        giant.sum(), len(pairs), MAX_PAIR_UNITS, units.max(),
    )  # fmt: skip
    return _with_failed(paired, giant)


def _with_failed(paired: PairedCorpus, failed: NDArray[np.bool_]) -> PairedCorpus:
    """Replace the reports of some pairs by failed copies without units."""
    corpus, pairs = paired.corpus, paired.pairs
    copied, copy = np.unique(pairs[failed], return_inverse=True)
    n = len(corpus.report_ids)
    pairs = pairs.copy()
    pairs[failed] = n + copy.reshape(-1, 2)
    needed = np.isin(np.arange(n), pairs)
    lengths = np.where(needed, lengths_of(corpus.offsets), 0)
    ids = pl.int_range(n, n + len(copied), eager=True).cast(pl.String)
    origin = np.concatenate([np.arange(n), copied])
    grown = Corpus(
        report_ids=pl.concat([corpus.report_ids, ids.rename(corpus.report_ids.name)]),
        source=corpus.source_of(needed),
        offsets=starts_of(np.concatenate([lengths, np.zeros(len(copied), np.int64)])),
        failed=np.concatenate([corpus.failed, np.ones(len(copied), dtype=bool)]),
        fallback=np.concatenate([np.where(needed, corpus.fallback, 0), np.zeros(len(copied), np.int64)]),
        rejected=corpus.rejected,
        unread=corpus.unread[origin],
        unread_share=corpus.unread_share[origin],
        context_sentences=corpus.context_sentences[origin],
        elsewhere=corpus.elsewhere[origin],
        texts=None if corpus.texts is None else corpus.texts.gather(origin),
        lexicon=corpus.lexicon,
    )
    return replace(paired, corpus=grown, pairs=pairs)
