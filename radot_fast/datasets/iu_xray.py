"""IU X-ray (Open-i): reports with human MeSH coding, and pairs whose discrepancy that coding tells.

A pair whose candidate is the exact text of another coded report has a *human-coded discrepancy*: the MeSH heads of
one report that the other lacks, and shared heads with another side or severity. It stands in for a target set; it
has no significance, so the set has the target ``total`` alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import polars as pl

from radot_fast.datasets.annotated import (
    AnnotatedPairs,
    data_file,
    require_columns,
    sha256,
    unique_pairs,
)
from radot_fast.errors import InputError
from radot_fast.io.files import read_table

REPORTS = ("iu_reports.parquet", "iu_reports.csv", "indiana_reports.csv")
CODING = ("iu_mesh_units.parquet", "iu_mesh_units.csv")
PAIRS = ("iu_pairs.parquet", "iu_pairs.csv")
METRICS = ("iu_pair_metrics.parquet", "iu_pair_metrics.csv")
METRIC_NAMES = {
    "bleu_score": "BLEU-2 (published)",
    "bertscore": "BERTScore",
    "semb_score": "CheXbert",
    "radgraph_combined": "RadGraph-F1",
    "radcliq_v0": "RadCliQ",
    "rg_e": "RadGraph-F1 (entities)",
    "rg_er": "RadGraph-F1 (entities, relations)",
    "rg_bar_er": "RadGraph-F1 (exact)",
}
"""Published score columns and their names in our tables: ``semb_score`` is the cosine of CheXbert embeddings."""

Coding = Mapping[str, set[tuple[str, str]]]


def load_iu_reports(folder: str | os.PathLike[str]) -> pl.DataFrame:
    """Reports as ``report_id, text``: findings and impression, where either has text.

    Raises
    ------
    InputError
        The file or a column (``uid, findings, impression``) is missing.
    """
    path = data_file(folder, *REPORTS)
    table = _reports(path)
    text = pl.concat_str(
        pl.col("findings").fill_null("").str.strip_chars(),
        pl.col("impression").fill_null("").str.strip_chars(),
        separator="\n",
    ).str.strip_chars()
    return table.select(report_id=pl.col("uid"), text=text).filter(pl.col("text") != "")


def load_iu_discrepancies(folder: str | os.PathLike[str]) -> AnnotatedPairs:
    """Pairs of real IU reports with a human-coded discrepancy; grouped by the reference's study.

    Parameters
    ----------
    folder
        Folder with ``iu_reports`` (``uid, findings, impression``), ``iu_mesh_units`` (``uid, head, laterality,
        severity, is_normal, is_no_indexing``), ``iu_pairs`` (``pair_id, uid, candidate_kind, reference, candidate``)
        and, optionally, ``iu_pair_metrics`` with published scores.

    Returns
    -------
    AnnotatedPairs
        Target ``total`` = heads omitted + heads added + shared heads with no common (side, severity); the three parts
        are its categories. Pairs with published scores come first, and a pair that stands there twice is kept once.

    Raises
    ------
    InputError
        A file or a column is missing, or no candidate is another report's text.
    """
    reports_path, coding_path, pairs_path = (data_file(folder, *names) for names in (REPORTS, CODING, PAIRS))
    coded = _coding(coding_path)
    uid_of = _uid_of_text(_reports(reports_path), coded)
    raw = read_table(pairs_path, strings=("pair_id", "uid", "reference", "candidate"))
    require_columns(raw, ("pair_id", "uid", "candidate_kind", "reference", "candidate"), pairs_path)
    metrics, inputs = _metrics(folder)
    scored = metrics.filter(pl.any_horizontal(pl.exclude("pair_id").is_not_null()))["pair_id"]
    retrieved = raw.filter(pl.col("candidate_kind").str.starts_with("retrieved")).sort(
        pl.col("pair_id").is_in(scored.to_list()), descending=True, maintain_order=True
    )
    rows = []
    for pair in retrieved.iter_rows(named=True):
        uid, other = str(pair["uid"]), uid_of.get(_normalized(pair["candidate"]))
        ours, theirs = coded.get(uid), coded.get(other or "")
        if other is None or other == uid or ours is None or theirs is None:
            continue
        rows.append((pair["pair_id"], uid, pair["reference"], pair["candidate"], *discrepancy(ours, theirs)))
    if not rows:
        raise InputError(f"{pairs_path}: column 'candidate': no candidate is the text of another coded report")
    names = ["pair_id", "group", "reference", "candidate", "omitted", "added", "attribute"]
    discrepancies = pl.DataFrame(rows, schema=names, orient="row").unique(
        ["reference", "candidate"], maintain_order=True
    )
    discrepancies = discrepancies.with_columns(
        total=pl.sum_horizontal("omitted", "added", "attribute").cast(pl.Float64)
    )
    categories = discrepancies.unpivot(
        ["omitted", "added", "attribute"], index="pair_id", variable_name="category"
    ).select("pair_id", "category", severity=pl.lit("any"), count=pl.col("value").cast(pl.Float64))
    kept = discrepancies.select("pair_id").join(metrics, on="pair_id", how="left", maintain_order="left")
    kept = kept.select("pair_id", *(c for c in kept.columns[1:] if kept[c].null_count() < kept.height))
    inputs |= {path.name: sha256(path) for path in (reports_path, coding_path, pairs_path)}
    pairs = unique_pairs(discrepancies, pairs_path)
    note = "target: MeSH heads omitted, added or with another side or severity; no significance"
    return AnnotatedPairs("IU discrepancy", pairs, categories, kept, inputs, (note,))


def discrepancy(reference: Coding, candidate: Coding) -> tuple[int, int, int]:
    """Codings omitted, added, and shared heads with no common (side, severity)."""
    omitted = sum(len(v) for head, v in reference.items() if head not in candidate)
    added = sum(len(v) for head, v in candidate.items() if head not in reference)
    attribute = sum(1 for head in reference if head in candidate and not reference[head] & candidate[head])
    return omitted, added, attribute


def _reports(path: Path) -> pl.DataFrame:
    """Report table with lower-case column names and string ids."""
    table = read_table(path, strings=("uid", "findings", "impression"))
    table = table.rename({c: c.lower() for c in table.columns})
    require_columns(table, ("uid", "findings", "impression"), path)
    return table.select(pl.col("uid").cast(pl.String), "findings", "impression")


def _coding(path: Path) -> dict[str, Coding | None]:
    """(side, severity) pairs of each MeSH head by report; None where the report was not indexed."""
    table = read_table(path, strings=("uid",))
    require_columns(table, ("uid", "head", "laterality", "severity", "is_normal", "is_no_indexing"), path)
    coded: dict[str, dict[str, set[tuple[str, str]]] | None] = {}
    for row in table.with_columns(pl.col("uid").cast(pl.String)).iter_rows(named=True):
        if row["is_no_indexing"]:
            coded[row["uid"]] = None
            continue
        heads = coded.setdefault(row["uid"], {})
        if heads is not None and not row["is_normal"]:
            heads.setdefault(row["head"], set()).add((str(row["laterality"]), str(row["severity"])))
    return dict(coded)


def _normalized(*texts: str | None) -> str:
    """Runs of letters and digits, lower case, joined by a space: the same words give the same key."""
    return " ".join(re.findall(r"[a-z0-9]+", " ".join(t or "" for t in texts).lower()))


def _uid_of_text(reports: pl.DataFrame, coded: Mapping[str, Coding | None]) -> dict[str, str]:
    """Report of each text; a text under several reports counts only where they are all coded alike."""
    uids: dict[str, list[str]] = {}
    for uid, findings, impression in reports.iter_rows():
        for key in {_normalized(findings, impression), _normalized(findings)} - {""}:
            uids.setdefault(key, []).append(uid)
    return {key: u[0] for key, u in uids.items() if all(coded.get(v) == coded.get(u[0]) for v in u)}


def _metrics(folder: str | os.PathLike[str]) -> tuple[pl.DataFrame, dict[str, str]]:
    """Published scores by pair, and the file's hash; no columns but the id without the file."""
    try:
        path = data_file(folder, *METRICS)
    except InputError:
        return pl.DataFrame(schema={"pair_id": pl.String}), {}
    table = read_table(path, strings=("pair_id",))
    require_columns(table, ("pair_id",), path)
    present = {c: n for c, n in METRIC_NAMES.items() if c in table.columns}
    return table.select("pair_id", *present).rename(present), {path.name: sha256(path)}
