"""RadEvalExpertDataset: three generated candidates for each of 208 report sections, error counts by radiologists.

Published by the makers of the RadEval package (``IAMJB/RadEvalExpertDataset`` on the Hugging Face hub) under MIT by its
card; its reports are of MIMIC-CXR and CheXpert and stay under the terms of those. Nothing of it is in this project: the
loader is written against the published layout and tested on made-up rows (method §8.5).
"""

from __future__ import annotations

import os
import re

import polars as pl

from radot_fast.datasets.annotated import (
    CATEGORY_SCHEMA,
    ERROR_CATEGORIES,
    MOST_ERRORS,
    AnnotatedPairs,
    data_file,
    require_columns,
    require_filled,
    sha256,
    unique_pairs,
)
from radot_fast.errors import InputError
from radot_fast.io.files import read_table

FILES = ("reader_study_final_with_annotationsv3.csv", "radeval_expert.csv", "radeval_expert.parquet")
SLOTS = (1, 2, 3)
CANDIDATES, ANNOTATIONS = ([f"{column}{k}" for k in SLOTS] for column in ("prediction", "annotation"))
COLUMNS = ("annotator", "type", "ground_truth", "images_path", *CANDIDATES, *ANNOTATIONS)

CATEGORIES = {**ERROR_CATEGORIES, 6: "omission of change from a previous study", 7: "inarticulate report"}
HEADER = re.compile(r"\W*(significant|insignificant)\W*", re.IGNORECASE)
"""A line of an annotation that heads the counts of a severity: ``**Significant:**``."""

LINE = re.compile(r"\s*([1-7])[.)]\s+[^:]*:\s*(\d+)\s*[.;]?\s*")
"""A count: ``2. Omission of finding: 1``."""

PATIENT = re.compile(r"(?:^|[/\\])(p\d{6,}|patient\d+)(?=[/\\]|$)")
"""Folder of a patient in a path of MIMIC-CXR or CheXpert."""

TERMS = (
    "MIT by its card; reports of MIMIC-CXR and CheXpert under their own terms; total counts the seventh category, "
    "grammar and readability, too"
)

Counts = dict[tuple[str, int], int]


def load_radeval_expert(folder: str | os.PathLike[str]) -> AnnotatedPairs:
    """RadEvalExpertDataset from the folder that holds its published file; grouped by patient where the path tells.

    Parameters
    ----------
    folder
        Folder with ``reader_study_final_with_annotationsv3.csv``: one row a section, three candidates with an
        annotation each, a text of two headed lists of seven counts.

    Returns
    -------
    AnnotatedPairs
        Up to three pairs a row. A pair of which some count is not a plain number is left out and told: a count that
        cannot be read is no zero.

    Raises
    ------
    InputError
        A file or a column is missing, a reference is blank, or no annotation can be read.
    """
    path = data_file(folder, *FILES)
    table = read_table(path, strings=COLUMNS)
    require_columns(table, COLUMNS, path)
    require_filled(table, "ground_truth", path)
    rows, categories, lost = [], [], 0
    for number, row in enumerate(table.iter_rows(named=True)):
        for slot in SLOTS:
            counts = annotation_counts(row[f"annotation{slot}"])
            if counts is None:
                lost += 1
                continue
            pair, texts = f"{number}-{slot}", (row["ground_truth"], row[f"prediction{slot}"] or "")
            sums = {s: float(sum(n for (kind, _), n in counts.items() if kind == s)) for s in SEVERITIES}
            rows.append((pair, _patient(row["images_path"], number), *texts, sum(sums.values()), *sums.values()))
            categories += [(pair, CATEGORIES[k], s, float(n)) for (s, k), n in counts.items()]
    if not rows:
        raise InputError(
            f"{path}: column 'annotation1': no annotation holds two lists of seven counts; restore the file"
        )
    names = ["pair_id", "group", "reference", "candidate", "total", *SEVERITIES]
    pairs = unique_pairs(pl.DataFrame(rows, schema=names, orient="row"), path)
    notes = (f"{lost} annotations without a count in every category are left out", TERMS)
    typed = pl.DataFrame(categories, schema=CATEGORY_SCHEMA, orient="row")
    return AnnotatedPairs("RadEvalExpertDataset", pairs, typed, inputs={path.name: sha256(path)}, notes=notes)


SEVERITIES = ("significant", "insignificant")


def annotation_counts(text: str | None) -> Counts | None:
    """Count by severity and category of one annotation; None where one is missing, doubled or no plain number."""
    counts: Counts = {}
    severity = None
    for line in (text or "").splitlines():
        if header := HEADER.fullmatch(line):
            severity = header[1].lower()
        elif (match := LINE.fullmatch(line)) and severity is not None:
            key = (severity, int(match[1]))
            if key in counts or int(match[2]) > MOST_ERRORS:
                return None
            counts[key] = int(match[2])
    return counts if len(counts) == len(SEVERITIES) * len(CATEGORIES) else None


def _patient(path: str | None, number: int) -> str:
    """Group of a row: the patient's folder in its image path, else the whole path, else the row."""
    match = PATIENT.search(path or "")
    return match[1] if match else (path or "").strip() or f"row {number}"
