"""The corruption stress test on any number of reports: ``radot stress REPORTS -o FOLDER``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.corpus.stored_units import maker_for
from radot_fast.corpus.warm_up_pairs import REFERENCES
from radot_fast.errors import InputError
from radot_fast.evaluation.protocol.measurements import Roles
from radot_fast.evaluation.stress.corruption import ERROR_TYPES
from radot_fast.evaluation.stress.localization import LOCALIZED, localization
from radot_fast.evaluation.stress.stress import (
    CLEAN,
    StressScores,
    injected_sets,
    labelled,
    measured_sets,
    stress_table,
)
from radot_fast.runtime.extras import require
from radot_fast.statistics.bootstrap import Resampling
from radot_fast.streaming.jobs import Batch, Settings, scorer_of
from radot_fast.streaming.repeated import first_times
from radot_fast.streaming.resumable_run import Done, Run, run_job
from radot_fast.streaming.sources import Shard, Source, shards_of
from radot_fast.streaming.units import keyed_tables, require_unique_ids

REPORTS_AT_A_TIME = 250
"""Reports that are corrupted at a time: each gives up to fifteen pairs, which is what memory is for."""
SYSTEM = "RadOT"
TABLES = {"corrupted": "reports", "injections": "injections"}
"""Further tables, by the part of a ``StressSet`` that they hold."""
COUNTS = ("rows", "corrupted", "without_risk")


@dataclass(frozen=True)
class StressJob:
    """Reports to the risks of their corrupted versions; equal texts are taken once, as in one piece.

    Attributes
    ----------
    scorer
        Settings of the scorer.
    seed
        Seed of the errors.
    report_id, text
        Names of the columns.
    """

    scorer: Settings
    seed: int = 0
    report_id: str = "report_id"
    text: str = "text"

    name = "predictions"

    def settings(self) -> dict[str, Any]:
        """Columns, seed and signature."""
        return {"columns": [self.report_id, self.text], "seed": self.seed, **self.notes()}

    def notes(self) -> dict[str, Any]:
        """Signature of the scores."""
        scorer = scorer_of(self.scorer)
        return scorer.signature_for(maker_for(scorer.lexicon, None)).metadata()

    def cut(self, files: Sequence[str], rows: int) -> list[Shard]:
        """Shards of about ``rows`` reports."""
        return shards_of(files, rows)

    def check(self, shards: Sequence[Shard]) -> None:
        """Raise ``InputError`` where a report id stands twice."""
        require_unique_ids(shards, self.report_id)

    def batches(self, shard: Shard, shards: Sequence[Shard]) -> Iterator[Batch]:
        """Risks of a shard's reports, in parts; the first, of no reports, gives a shard without any its columns."""
        new = _first_of(self, tuple(shards))
        example = pl.DataFrame({"report_id": ["0"], "text": REFERENCES[:1]})
        empty = {name: table.clear() for name, table in self._tables(example).items()}
        yield Batch(empty, dict.fromkeys(COUNTS, 0))
        for reports in keyed_tables(shard, self.report_id, self.text):
            yield Batch(empty, {**dict.fromkeys(COUNTS, 0), "rows": reports.height})
            fresh = reports.filter(new[reports["row"].to_numpy()]).select("report_id", "text")
            for part in fresh.iter_slices(REPORTS_AT_A_TIME):
                if tables := self._tables(part):
                    yield Batch(tables, _counts(tables[self.name]))

    def _tables(self, reports: pl.DataFrame) -> dict[str, pl.DataFrame]:
        """Tables of some reports; none where no error fits in any of them."""
        scorer = scorer_of(self.scorer)
        sets = injected_sets(reports, scorer.lexicon, seed=self.seed)
        if not sets:
            return {}
        scores, places = measured_sets(sets, {SYSTEM: scorer})
        predictions = scores.predictions.with_row_index("row").join(
            places[SYSTEM].select("row", *LOCALIZED), on="row", how="left", maintain_order="left"
        )
        parts = {name: pl.concat(labelled(s, part) for s in sets) for name, part in TABLES.items()}
        return {self.name: predictions.drop("row"), **parts}

    def merged(self, summaries: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Sums of the counts."""
        total = Counter[str]()
        for summary in summaries:
            total.update({name: summary[name] for name in COUNTS})
        return {name: total[name] for name in COUNTS}


def _counts(predictions: pl.DataFrame) -> dict[str, int]:
    """Counts of a part; its rows were counted already."""
    risk = next(c for c in predictions.columns if c.startswith(f"{SYSTEM} ("))
    clean = int((predictions["errors"] == CLEAN).sum())
    return dict(zip(COUNTS, (0, clean, predictions[risk].null_count()), strict=True))


_known: dict[tuple[object, ...], NDArray[np.bool_]] = {}


def _first_of(job: StressJob, shards: tuple[Shard, ...]) -> NDArray[np.bool_]:
    """Whether each report's text stands in the input for the first time; kept for the shards to come."""
    key = (job.report_id, job.text, shards)
    if key not in _known:
        _known.clear()

        def hashes() -> Iterator[NDArray[np.uint64]]:
            for shard in shards:
                for reports in keyed_tables(shard, job.report_id, job.text):
                    yield reports["text"].hash(seed=0).to_numpy()

        _known[key] = first_times(hashes, shards[-1].first + shards[-1].rows)
    return _known[key]


def stress_dataset(source: Source, folders: dict[str, str], job: StressJob, run: Run) -> Done:
    """Stress test of reports in folders of shards.

    Parameters
    ----------
    source
        Reports.
    folders
        Folder of ``predictions`` (``errors, source_id, version``, the risks, ``localized``, ``localized_by_chance``),
        and of ``corrupted`` and ``injections`` where they are wanted; the former holds report text.
    job, run
        What is done, and how.

    Raises
    ------
    InputError
        The reports cannot be read, or the folder holds another run.
    """
    require("pyarrow", "archive", "a stress test into a folder")
    return run_job(job, source, folders, run)


def table_of(folder: str, resampling: Resampling | None) -> pl.DataFrame:
    """``StressResult.table`` of the predictions in a folder, one set at a time: some 200 bytes a report.

    Raises
    ------
    InputError
        No report could be corrupted.
    """
    every = pl.scan_parquet(sorted(Path(folder).glob(f"{StressJob.name}-*.parquet")))
    present = set(every.select(pl.col("errors").unique()).collect()["errors"].to_list()) - {CLEAN}
    if not present:
        raise InputError("no report could be corrupted: the stress test needs reports with clinical units")
    ordered = sorted(
        present, key=lambda name: (name in ERROR_TYPES, ERROR_TYPES.index(name) if name in ERROR_TYPES else 0, name)
    )
    rows = (every.filter(pl.col("errors").is_in([CLEAN, name])).collect() for name in ordered)
    return pl.concat((stress_table(_scores(part), resampling) for part in rows), how="vertical_relaxed")


def _scores(part: pl.DataFrame) -> StressScores:
    """Scores of one set beside the clean reports."""
    names = [c for c in part.columns if c not in ("errors", "source_id", "version", *LOCALIZED)]
    risks = {name: part[name].fill_null(np.nan).to_numpy() for name in names}
    ours = [name for name in names if name.startswith(f"{SYSTEM} (")]
    shares = localization(part.drop_nulls(LOCALIZED[0]))
    located = {(name, errors): row for name in ours for errors, row in shares.items()}
    pairs = part.select("errors", "source_id", "version").with_row_index("row")
    lost = int(part[ours[0]].null_count())
    return StressScores(pairs, risks, located, lost, Roles(0, 0, 0, 0))
