"""The shipped readout beside peers on IU pairs with published RadGraph scores: Spearman with the coded discrepancy.

usage: python scripts/iu_peers.py DATA_DIR

The readout is frozen; the tested half is study_id % 4 == 2 (its total was fitted on % 4 == 0), then all pairs. Also
the tested half with candidates that no fitted pair has. Intervals by study, 1,000 resamples; similarities become
risks by 1 - score. BLEU needs the extra `baselines`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import polars as pl
from source_sets import group_resamples, interval, iu

from radot_fast.evaluation.baselines.lexical import LEXICAL
from radot_fast.scorer import Scorer
from radot_fast.statistics.correlation import spearman

METRICS = {"rg_e": -1, "rg_er": -1, "bleu_score": -1, "bertscore": -1, "radcliq_v0": 1}


def line(name: str, risks: np.ndarray, table: pl.DataFrame) -> str:
    """Spearman and interval of one system on the rows where it has a score."""
    kept = np.isfinite(risks)
    y, groups = table["total"].to_numpy()[kept], table["group"].to_numpy()[kept]
    x = risks[kept]
    boot = [float(spearman(x[r], y[r])) for r in group_resamples(groups)]
    return f"  {name:24s} {spearman(x, y):.3f} {interval(boot)}  n {kept.sum()}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    args = parser.parse_args()
    pairs = iu(args.data).pairs
    texts = pairs.select("pair_id", "reference", "candidate")
    scored = Scorer().score_pairs(texts.with_row_index("row").with_columns(pl.col("row").cast(pl.Int64))).scores
    published = pl.read_parquet(args.data / "iu_pair_metrics.parquet").select("pair_id", *METRICS)
    table = pairs.join(published, on="pair_id", how="left", maintain_order="left").with_columns(
        (pl.col(m) * sign).alias(m) for m, sign in METRICS.items()
    )
    columns = texts["reference"].to_list(), texts["candidate"].to_list()
    table = table.with_columns(
        risk=scored["risk_total"],
        count=scored["n_ref_findings"] + scored["n_cand_findings"] - 2 * scored["n_matched_findings"],
        **{name: pl.Series(1 - similarity(*columns)) for name, similarity in LEXICAL.items()},
    )
    study = table["group"].cast(pl.Int64)
    seen = table.filter(study % 4 == 0)["candidate"].implode()
    half = study % 4 == 2
    subsets = {
        "tested half, pairs with RadGraph scores": half & table["rg_e"].is_not_null(),
        "tested half": half,
        "tested half, candidates unseen in the fit": half & ~table["candidate"].is_in(seen),
        "all pairs with RadGraph scores": table["rg_e"].is_not_null(),
        "all pairs": pl.Series([True] * table.height),
    }
    for name, rows in subsets.items():
        part = table.filter(rows)
        print(f"{name}: {part.height} pairs, {(part['total'] == 0).sum()} without a discrepancy")
        for system in ("risk", "count", *LEXICAL, *METRICS):
            risks = part[system].cast(pl.Float64).fill_null(np.nan).to_numpy()
            if np.isfinite(risks).sum() > 30:
                print(line(system, risks, part))


if __name__ == "__main__":
    main()
