"""What the figures' scripts share: the open sets, their features, Spearman with an interval by group."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from parser_client.dataset import model_maker
from parser_client.tables import Export, Report, answer_table
from radot_fast.corpus.stored_units import StoredUnits, paired_corpus
from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.datasets.iu_xray import load_iu_discrepancies
from radot_fast.datasets.radpref import load_radpref
from radot_fast.extraction import load_lexicon
from radot_fast.measure import measure
from radot_fast.method_registry import method_of
from radot_fast.statistics.correlation import spearman

RESAMPLES = 1000
ANSWERS = "radpref_llm_answers.jsonl"
"""A strong model's answers on the reports of RadPref's open pairs, by ``pair_id|side``."""


def radpref(data: Path) -> AnnotatedPairs:
    """RadPref, in order of its ids."""
    loaded = load_radpref(data)
    return AnnotatedPairs(loaded.name, loaded.pairs.sort("pair_id"), inputs=loaded.inputs)


def iu(data: Path) -> AnnotatedPairs:
    """IU discrepancies with their parts as further columns: ``omitted``, ``added``, ``attribute``."""
    loaded = load_iu_discrepancies(data)
    parts = loaded.categories.pivot("category", index="pair_id", values="count")
    pairs = loaded.pairs.drop("omitted", "added", "attribute", strict=False)
    return AnnotatedPairs(loaded.name, pairs.join(parts, on="pair_id", how="left", maintain_order="left"))


def features_of(pairs: pl.DataFrame, profile: str, stored: StoredUnits | None = None) -> pl.DataFrame:
    """Feature table of a profile, one row a pair, from texts or from stored units."""
    texts = pairs.select("pair_id", "reference", "candidate").with_row_index("row")
    return measure(paired_corpus(texts, load_lexicon(), stored), method_of(profile)).feature_table()


def model_exports(data: Path, pairs: pl.DataFrame) -> list[Export]:
    """Unit tables of references and candidates from a strong model's answers to prompt 1, with what was settled."""
    lines = (data / ANSWERS).read_text(encoding="utf-8").splitlines()
    stored = {row["report_id"]: row["answer"] for row in map(json.loads, lines)}
    exports = []
    for side in ("reference", "candidate"):
        reports = [Report(*row) for row in pairs.select("pair_id", side).iter_rows()]
        answers = {r.report_id: stored[f"{r.report_id}|{side}"] for r in reports}
        exports.append(answer_table(reports, answers, "1", load_lexicon()))
    return exports


def model_units(data: Path, pairs: pl.DataFrame) -> StoredUnits:
    """The unit tables of ``model_exports`` as commands take them."""
    reference, candidate = (export.units for export in model_exports(data, pairs))
    lexicon = load_lexicon()
    return StoredUnits(reference, candidate, model_maker(lexicon.name, lexicon.hash, None, "1"), {}, False)


def folds_of(groups: NDArray[np.generic], seed: int) -> NDArray[np.int64]:
    """Folds as in the method's own check: groups in seeded order, dealt to five folds."""
    order = np.random.default_rng(seed).permutation(np.unique(groups))
    fold = {g: i % 5 for i, g in enumerate(order)}
    return np.array([fold[g] for g in groups])


def group_resamples(groups: NDArray[np.generic], n: int = RESAMPLES, seed: int = 0) -> list[NDArray[np.int64]]:
    """Rows of n bootstrap samples of groups; one list for all systems makes their intervals paired."""
    names, of = np.unique(groups, return_inverse=True)
    rows = [np.flatnonzero(of == k) for k in range(len(names))]
    rng = np.random.default_rng(seed)
    return [np.concatenate([rows[k] for k in rng.integers(0, len(names), len(names))]) for _ in range(n)]


def macro(risks: NDArray[np.float64], counts: NDArray[np.float64]) -> float:
    """Mean Spearman over the columns."""
    return float(np.mean([spearman(risks[:, k], counts[:, k]) for k in range(counts.shape[1])]))


def interval(values: list[float]) -> str:
    """Percentile interval as text."""
    low, high = np.nanquantile(values, [0.025, 0.975])
    return f"[{low:.3f}, {high:.3f}]"
