"""Reports by the million to unit tables: ``radot extract REPORTS -o FOLDER``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.errors import InputError
from radot_fast.extraction import Lexicon, extract_units, load_lexicon, measure_coverage
from radot_fast.extraction.coverage import Coverage
from radot_fast.io.columns import keyed_reports
from radot_fast.runtime.extras import require
from radot_fast.streaming.jobs import Batch
from radot_fast.streaming.reading import tables
from radot_fast.streaming.repeated import repeated_ids
from radot_fast.streaming.resumable_run import Done, Run, run_job
from radot_fast.streaming.sources import Shard, Source, shards_of
from radot_fast.units.makers import rules_maker
from radot_fast.units.schema import FORMAT_KEY, UNIT_FORMAT

COUNTS = ("rows", "units", "fallback", "empty", "sentences", "unlabelled", "boilerplate")
"""What is counted: reports, units, units that are whole sentences, reports without units, and ``Coverage``."""


@lru_cache(maxsize=4)
def _lexicon(path: str | None) -> Lexicon:
    """Lexicon of this process; loaded once."""
    return load_lexicon(path)


@dataclass(frozen=True)
class ExtractJob:
    """Reports to units by the embedded extractor.

    Attributes
    ----------
    lexicon
        Path or name of the lexicon; None for the shipped one.
    report_id, text
        Names of the columns.
    """

    lexicon: str | None = None
    report_id: str = "report_id"
    text: str = "text"

    name = "units"

    def settings(self) -> dict[str, Any]:
        """Columns, and who makes the units."""
        return {"columns": [self.report_id, self.text], **self.notes()}

    def notes(self) -> dict[str, Any]:
        """Metadata that is written with a unit table."""
        return {**rules_maker(_lexicon(self.lexicon).identity).metadata(), FORMAT_KEY: UNIT_FORMAT}

    def cut(self, files: Sequence[str], rows: int) -> list[Shard]:
        """Shards of about ``rows`` reports."""
        return shards_of(files, rows)

    def batches(self, shard: Shard, shards: Sequence[Shard]) -> Iterator[Batch]:
        """Units of a shard, in parts."""
        lexicon = _lexicon(self.lexicon)
        for reports in keyed_tables(shard, self.report_id, self.text):
            ids, texts = reports["report_id"].to_list(), reports["text"].to_list()
            units = extract_units(texts, ids, lexicon=lexicon)
            yield Batch({self.name: units}, _counts(units, measure_coverage(texts, lexicon=lexicon), len(ids)))

    def merged(self, summaries: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Sums of the counts."""
        total = Counter[str]()
        for summary in summaries:
            total.update({name: summary[name] for name in COUNTS})
        return {name: total[name] for name in COUNTS}

    def check(self, shards: Sequence[Shard]) -> None:
        """Raise ``InputError`` where a report id stands twice."""
        require_unique_ids(shards, self.report_id)


def keyed_tables(shard: Shard, report_id: str, text: str) -> Iterator[pl.DataFrame]:
    """Reports of a shard in parts: ``row, report_id, text``; without ids the rows of the whole input are the ids."""
    first = shard.first
    for piece in shard.pieces:
        for raw in tables(piece, (report_id, text)):
            reports = keyed_reports(raw, piece.path, report_id, text)
            row = pl.Series("row", np.arange(first, first + reports.height))
            if report_id not in raw.columns:
                reports = reports.with_columns(row.cast(pl.String).alias("report_id"))
            first += reports.height
            yield reports.select(row, "report_id", "text")


def require_unique_ids(shards: Sequence[Shard], report_id: str) -> None:
    """Raise ``InputError`` where a report id stands twice; ids are compared by 64-bit hashes."""

    def hashes() -> Iterator[NDArray[np.uint64]]:
        for shard in shards:
            for piece in shard.pieces:
                for raw in tables(piece, (report_id,)):
                    if report_id in raw.columns:
                        yield raw[report_id].cast(pl.String).drop_nulls().hash(seed=0).to_numpy()

    if twice := repeated_ids(hashes, shards[-1].first + shards[-1].rows):
        raise InputError(f"{twice} reports share their {report_id!r}: results are keyed by it, make it unique")


def _counts(units: pl.DataFrame, coverage: Coverage, reports: int) -> dict[str, int]:
    """Counts of a batch."""
    with_units = units.filter(units["unit_index"].is_not_null())["report_id"].n_unique()
    values = (reports, units["unit_index"].count(), int((units["source"] == "fallback").sum()), reports - with_units)
    return dict(zip(COUNTS, (*values, *coverage), strict=True))


def extract_dataset(source: Source, folder: str, job: ExtractJob, run: Run) -> Done:
    """Units of reports in a folder of shards ``units-*.parquet``; they hold report text.

    Raises
    ------
    InputError
        The reports cannot be read, an id is missing or stands twice, or the folder holds another run.
    """
    require("pyarrow", "archive", "extracting into a folder")
    return run_job(job, source, {job.name: folder}, run)


def last_line(done: Done) -> str:
    """Counts of a run, as ``radot extract`` tells them."""
    counts = done.summary
    coverage = Coverage(counts["sentences"], counts["unlabelled"], counts["boilerplate"])
    return (
        f"{counts['rows']} reports · {counts['units']} units · {counts['fallback']} fallback units · "
        f"{counts['empty']} reports without units · {coverage}"
    )
