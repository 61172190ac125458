"""ReXErr-v1: reports with injected synthetic errors, for the stress test only (method §7 and §8)."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

import polars as pl

from radot_fast.datasets.annotated import data_file, require_columns, sha256
from radot_fast.errors import ConfigError, InputError
from radot_fast.files import read_table

SPLITS = ("train", "val", "test")
REPORT_COLUMNS = ("dicom_id", "study_id", "subject_id", "original_report", "error_report", "errors_sampled")
SENTENCE_COLUMNS = ("original_sentence", "error_sentence", "error_present", "error_type")


@dataclass(frozen=True)
class CorruptedReports:
    """Clean reports with a corrupted counterpart.

    Attributes
    ----------
    name
        Name of the data set.
    reports
        ``source_id`` (unique), ``group`` (patient or study), ``clean``, ``corrupted`` (texts), ``error_types``
        (list of names).
    sentences
        ReXErr's sentence level, as published, or no rows: ``study_id``, ``original_sentence``, ``error_sentence``,
        ``error_present`` (0 unchanged, 1 corrupted, 2 added), ``error_type``.
    inputs
        SHA-256 of each file that was read, by file name.
    """

    name: str
    reports: pl.DataFrame
    sentences: pl.DataFrame = field(default_factory=pl.DataFrame)
    inputs: dict[str, str] = field(default_factory=dict)


def load_rexerr(folder: str | os.PathLike[str], *, split: str = "test") -> CorruptedReports:
    """ReXErr-v1 from the folder that holds its published CSV files.

    Parameters
    ----------
    folder
        Folder with ``ReXErr-report-level_{split}.csv`` and, optionally, ``ReXErr-sentence-level_{split}.csv``.
    split
        ``train``, ``val`` or ``test``.

    Raises
    ------
    InputError
        A file or a column is missing, or a report is blank.
    """
    if split not in SPLITS:
        raise ConfigError(f"split {split!r} is not one of {', '.join(SPLITS)}")
    path = data_file(folder, f"ReXErr-report-level_{split}.csv")
    raw = read_table(path, strings=REPORT_COLUMNS)
    require_columns(raw, REPORT_COLUMNS, path)
    for column in ("original_report", "error_report"):
        blank = raw[column].is_null() | (raw[column].str.strip_chars() == "").fill_null(True)
        if blank.any():
            row = int(blank.arg_max() or 0)
            raise InputError(f"{path}: row {row}, column {column!r} is blank; restore the published file")
    names = pl.col("errors_sampled").fill_null("").str.replace_all(r"[\[\]'\"]", "").str.split(",")
    reports = raw.with_row_index("row").select(
        source_id=pl.format("{}-{}", "study_id", "row"),
        group=pl.col("subject_id"),
        clean=pl.col("original_report"),
        corrupted=pl.col("error_report"),
        error_types=names.list.eval(pl.element().str.strip_chars().filter(pl.element().str.strip_chars() != "")),
    )
    inputs = {path.name: sha256(path)}
    try:
        sentence_path = data_file(folder, f"ReXErr-sentence-level_{split}.csv")
    except InputError:
        return CorruptedReports(f"ReXErr-v1 {split}", reports, inputs=inputs)
    sentences = read_table(sentence_path, strings=("dicom_id", "study_id", "subject_id", *SENTENCE_COLUMNS))
    require_columns(sentences, ("study_id", *SENTENCE_COLUMNS), sentence_path)
    inputs[sentence_path.name] = sha256(sentence_path)
    return CorruptedReports(f"ReXErr-v1 {split}", reports, sentences, inputs)
