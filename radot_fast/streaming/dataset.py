"""``score_dataset``: pairs by the million, from files to folders of shards."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from radot_fast.config import TARGETS
from radot_fast.errors import ConfigError
from radot_fast.io.joining import Layout
from radot_fast.result.denominators import Denominators
from radot_fast.result.summary_line import last_line, mean_table
from radot_fast.runtime.extras import require
from radot_fast.runtime.process import check_fork
from radot_fast.statistics.mean_interval import RESAMPLED_ROWS, mean_interval
from radot_fast.streaming.jobs import ScoreJob, Scores, Settings
from radot_fast.streaming.reading import Columns
from radot_fast.streaming.repeated import repeated_rows
from radot_fast.streaming.resumable_run import Done, Run, run_job
from radot_fast.streaming.sources import Source
from radot_fast.streaming.summary import Summary
from radot_fast.streaming.unit_cuts import unit_files
from radot_fast.streaming.unit_pairs import UnitScoreJob, maker_of_files

EVIDENCE = ("edges", "discrepancies", "features", "contributions")
"""Tables beside the scores, each in a folder of its own."""


@dataclass(frozen=True)
class ScoredDataset:
    """Scores of a data set: a folder of shards, and what they add up to.

    Attributes
    ----------
    folder
        Folder of the shards ``scores-*.parquet``.
    done
        Rows, shards and how many of them an earlier run had written.
    summary
        Counts and moments of all pairs.
    signature
        Everything that changes the numbers, as it is kept with every shard.
    repeated
        Rows that share their ``pair_id`` (and system) with an earlier row.
    """

    folder: Path
    done: Done
    summary: Summary
    signature: dict[str, str]
    repeated: int

    def scan(self) -> pl.LazyFrame:
        """Scores as a lazy table, in the order of the input; nothing is read yet."""
        return pl.scan_parquet(sorted(self.folder.glob("scores-*.parquet")))

    def means(self) -> pl.DataFrame:
        """Mean of each risk, as ``Result.summary`` has it: ``target, mean, low, high, n``; higher is worse.

        The interval comes from moments that are added up, so that its last digits may differ from those of one batch.
        """
        few = {t: m for t, m in self.summary.risks.items() if m.n <= RESAMPLED_ROWS}
        risks = self.scan().select(f"risk_{t}" for t in few).collect() if few else pl.DataFrame()
        rows = []
        for target in TARGETS:
            moments = self.summary.risks[target]
            resampled = mean_interval(risks[f"risk_{target}"].drop_nulls().to_numpy()) if target in few else None
            rows.append((target, resampled or moments.interval(), moments.n))
        return mean_table(rows)

    @property
    def denominators(self) -> Denominators:
        """Figures to read the means with: recall, precision, denials addressed, shares unread."""
        return self.summary.denominators()

    def __str__(self) -> str:
        return last_line(self.means(), self.summary.statuses, self.denominators)


def score_dataset(
    src: Source | None, dst: str | os.PathLike[str], *, engine: str = "local", resume: bool = True, **options: Any
) -> ScoredDataset:
    """Score pairs that do not fit into memory; higher is worse.

    Memory does not grow with the input. The numbers are those of ``Scorer``, bit for bit, whatever the engine.

    Parameters
    ----------
    src
        Pairs: a Parquet, CSV, TSV or JSONL file, a folder of them, a glob pattern, or a list of files, with the columns
        ``reference``, ``candidate`` and optionally ``pair_id`` and ``system``. Files are taken in the order of their
        names, lists as they are. None where ``reference_units`` and ``candidate_units`` are given.
    dst
        Folder of the scores: shards ``scores-00000.parquet`` … in the order of the input, each whole or absent, and
        ``manifest.json``. Columns and rows are those of ``Result.scores``; ``row`` counts through all files.
    engine
        ``local``, or ``ray`` (Ray Data; extra ``ray``).
    resume
        Keep the shards that an interrupted run left. They must be of the same input and settings; False starts anew.
    **options
        ``edges``, ``discrepancies``, ``features``, ``contributions``: folders for these tables of ``Result`` (the first
        two hold report text). ``reference_units``, ``candidate_units``: stored unit tables in place of ``src``, Parquet
        files, folders or patterns (``radot extract -o FOLDER``) that hold the same reports in the same order.
        ``counts``: add the number of discrepancies of each kind to the scores.
        ``reference_column``, ``candidate_column``, ``id_column``, ``delimiter``, ``keep`` (columns to carry along).
        ``profile``, ``readout``, ``lexicon``, ``significance`` (paths), ``section`` and ``threads`` of ``Scorer``.
        ``workers``: processes of the local engine; each needs the memory of one. ``shard_rows``; ``progress``, called
        with the rows done and the rows in all after every shard.

    Raises
    ------
    InputError
        The input cannot be read, or the folder holds a run of another input or with other settings.
    ConfigError
        An option is unknown or out of its range; Ray is not installed.

    Examples
    --------
    >>> import radot_fast as ro
    >>> done = ro.score_dataset("archive/*.parquet", "scores/", edges="edges/")  # doctest: +SKIP
    >>> done.scan().filter(pl.col("risk_significant") > 2).collect()  # doctest: +SKIP
    """
    check_fork()
    require("pyarrow", "archive", "scoring into a folder")
    given = dict(options)
    run = Run(engine, resume=resume, **_taken(given, ("workers", "shard_rows", "progress")))
    folders = {"scores": os.fspath(dst), **{k: os.fspath(v) for k, v in _taken(given, EVIDENCE).items()}}
    stored = _taken(given, ("reference_units", "candidate_units"))
    columns = _columns(given)
    counts = bool(given.pop("counts", False))
    unknown = given.keys() - set(Settings._fields)
    if unknown:
        raise ConfigError(f"option {min(unknown)!r} is unknown: see help(radot_fast.score_dataset)")
    settings = Settings(**{k: os.fspath(v) if isinstance(v, os.PathLike) else v for k, v in given.items()})
    scores = Scores(settings, tuple(name for name in folders if name != "scores"), counts)
    job: ScoreJob | UnitScoreJob
    if stored:
        job, files = _unit_job(scores, src, stored, columns)
    else:
        job, files = _text_job(scores, src, columns)
    done = run_job(job, files, folders, run)
    return ScoredDataset(
        Path(dst), done, Summary.from_json(done.summary), job.notes(), repeated_rows(Path(dst), job.name)
    )


def _columns(given: dict[str, Any]) -> Columns:
    """Columns that are read, taken out of the options."""
    names = {"reference_column": "reference", "candidate_column": "candidate", "id_column": "pair_id"}
    given_names = _taken(given, (*names, "delimiter"))
    layout = Layout(**{names.get(option, option): value for option, value in given_names.items()})
    return Columns(layout, tuple(given.pop("keep", ())))


def _values(scores: Scores) -> tuple[Settings, tuple[str, ...], bool]:
    """Fields that all jobs have."""
    return scores.scorer, scores.evidence, scores.counts


def _text_job(scores: Scores, src: Source | None, columns: Columns) -> tuple[ScoreJob, Source]:
    """Job of pairs of texts, and what it reads."""
    if src is None:
        raise ConfigError("no pairs are given: name their files, or reference_units and candidate_units")
    return ScoreJob(*_values(scores), columns=columns), src


def _unit_job(
    scores: Scores, src: Source | None, stored: dict[str, Any], columns: Columns
) -> tuple[UnitScoreJob, Source]:
    """Job of stored unit tables, and all their files."""
    if src is not None or len(stored) < 2:
        raise ConfigError("reference_units and candidate_units go together, without pairs: equal ids are paired")
    if scores.scorer.section != "all" or columns != Columns(Layout()):
        raise ConfigError("unit tables have no columns of texts and no sections: leave these options out")
    sides = [unit_files(stored[name]) for name in ("reference_units", "candidate_units")]
    job = UnitScoreJob(*_values(scores), references=len(sides[0]), maker=maker_of_files(sides))
    return job, [*sides[0], *sides[1]]


def _taken(options: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Options of these names that are given, taken out of all."""
    return {name: value for name in names if (value := options.pop(name, None)) is not None}
