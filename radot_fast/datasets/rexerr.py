"""ReXErr-v1: reports with injected synthetic errors, for the stress test only (method §7 and §8)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from radot_fast.datasets.annotated import count_column, data_file, require_columns, require_filled, sha256
from radot_fast.errors import ConfigError, InputError
from radot_fast.io.files import read_table

SPLITS = ("train", "val", "test")
KEYS = ("dicom_id", "study_id")
REPORT_COLUMNS = (*KEYS, "subject_id", "original_report", "error_report", "errors_sampled")
SENTENCE_COLUMNS = ("original_sentence", "error_sentence", "error_present", "error_type")
ERROR = 1
"""``error_present`` of a sentence with an error; 0 is an unchanged sentence, 2 a neutral one (no finding)."""

INJECTION_SCHEMA = pl.Schema(
    {
        "source_id": pl.String(),
        "error_type": pl.String(),
        "start": pl.Int64(),
        "end": pl.Int64(),
        "clean_start": pl.Int64(),
        "clean_end": pl.Int64(),
    }
)
"""Where an error stands: characters of the corrupted text, half-open, and the clean text's that they stand for."""


@dataclass(frozen=True)
class CorruptedReports:
    """Clean reports with a corrupted counterpart.

    Attributes
    ----------
    name
        Name of the data set.
    reports
        ``source_id`` (unique), ``group`` (patient), ``clean``, ``corrupted`` (texts), ``error_types`` (names of the
        errors that were sampled, in lower case).
    injections
        ``INJECTION_SCHEMA``: the sentences with an error, found in the reports; no rows without the sentence level.
    inputs
        SHA-256 of each file that was read, by file name.
    notes
        What the loader had to decide.
    """

    name: str
    reports: pl.DataFrame
    injections: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=INJECTION_SCHEMA))
    inputs: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def load_rexerr(folder: str | os.PathLike[str], *, split: str = "test") -> CorruptedReports:
    """ReXErr-v1 from the folder that holds its published CSV files.

    Parameters
    ----------
    folder
        Folder with ``ReXErr-report-level_{split}.csv`` and, optionally, ``ReXErr-sentence-level_{split}.csv``, each
        in it or in the published subfolder (``ReXErr-report-level``, ``ReXErr-sentence-level``).
    split
        ``train``, ``val`` or ``test``.

    Raises
    ------
    InputError
        A file or a column is missing, a report is blank, or ``error_present`` is not 0, 1 or 2.
    ConfigError
        ``split`` is not one of ``SPLITS``.
    """
    if split not in SPLITS:
        raise ConfigError(f"split {split!r} is not one of {', '.join(SPLITS)}")
    path = _level(folder, "report", split)
    raw = read_table(path, strings=REPORT_COLUMNS)
    require_columns(raw, REPORT_COLUMNS, path)
    for column in ("study_id", "original_report", "error_report"):
        require_filled(raw, column, path)
    names = pl.col("errors_sampled").fill_null("").str.to_lowercase().str.replace_all(r"[\[\]'\"]", "").str.split(",")
    raw = raw.with_row_index("row").with_columns(source_id=pl.format("{}-{}", "study_id", "row"))
    reports = raw.select(
        "source_id",
        group=pl.col("subject_id"),
        clean=pl.col("original_report"),
        corrupted=pl.col("error_report"),
        error_types=names.list.eval(pl.element().str.strip_chars().filter(pl.element().str.strip_chars() != "")),
    )
    inputs = {path.name: sha256(path)}
    try:
        sentence_path = _level(folder, "sentence", split)
    except InputError:
        return CorruptedReports(f"ReXErr-v1 {split}", reports, inputs=inputs)
    inputs[sentence_path.name] = sha256(sentence_path)
    injections, note = _injections(raw, _sentences(sentence_path))
    return CorruptedReports(f"ReXErr-v1 {split}", reports, injections, inputs, (note,))


def _level(folder: str | os.PathLike[str], level: str, split: str) -> Path:
    """File of a level, in the folder or in the published subfolder."""
    name = f"ReXErr-{level}-level_{split}.csv"
    return data_file(folder, name, f"ReXErr-{level}-level/{name}")


def _sentences(path: Path) -> pl.DataFrame:
    """Sentence level as published: ``dicom_id, study_id`` and ``SENTENCE_COLUMNS``, in the order of the file."""
    table = read_table(path, strings=(*KEYS, "original_sentence", "error_sentence", "error_type"))
    require_columns(table, (*KEYS, *SENTENCE_COLUMNS), path)
    present = count_column(table, "error_present", path)
    unknown = ~present.fill_null(0.0).is_in([0.0, 1.0, 2.0])
    if unknown.any():
        row = int(unknown.arg_max() or 0)
        raise InputError(
            f"{path}: row {row}, column 'error_present': {present[row]:g} is not 0, 1 or 2; restore the published file"
        )
    return table.select(*KEYS, *SENTENCE_COLUMNS).with_columns(present)


def _injections(reports: pl.DataFrame, sentences: pl.DataFrame) -> tuple[pl.DataFrame, str]:
    """Places of the sentences with an error, and a note on sentences that were not found.

    A sentence is looked for after the one before it, whatever the blanks between its words.
    """
    by_report = sentences.group_by(*KEYS, maintain_order=True).agg(*SENTENCE_COLUMNS)
    columns = ("source_id", "original_report", "error_report", *SENTENCE_COLUMNS)
    rows: list[tuple[str, str, int, int, int, int]] = []
    n_errors = 0
    for source_id, clean, corrupted, *lists in (
        reports.join(by_report, on=KEYS, how="inner", maintain_order="left").select(columns).iter_rows()
    ):
        originals, changed, present, types = lists
        places = zip(_places(clean, originals), _places(corrupted, changed), present, types, strict=True)
        for before, after, flag, kind in places:
            if flag != ERROR:
                continue
            n_errors += 1
            if after is not None:
                rows.append((source_id, (kind or "").strip().lower(), *after, *(before or (0, 0))))
    table = pl.DataFrame(rows, schema=INJECTION_SCHEMA, orient="row")
    return table, f"{table.height} of {n_errors} sentences with an error were found in their reports"


def _places(text: str, sentences: Iterable[str | None]) -> list[tuple[int, int] | None]:
    """Range of each sentence in a text, in order; None for one that is blank or not there."""
    words = [m.span() for m in re.finditer(r"\S+", text)]
    joined = " ".join(text[a:b] for a, b in words)
    offsets: list[int] = []  # of each character of ``joined`` in ``text``
    for a, b in words:
        offsets += [*range(a, b), b]
    places: list[tuple[int, int] | None] = []
    done = 0
    for sentence in sentences:
        wanted = " ".join((sentence or "").split())
        at = joined.find(wanted, done) if wanted else -1
        if at < 0:
            places.append(None)
            continue
        done = at + len(wanted)
        places.append((offsets[at], offsets[done - 1] + 1))
    return places
