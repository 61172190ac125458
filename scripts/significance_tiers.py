"""Do the tiers of findings agree with radiologists? RadPref's significance of each false or missing finding, by tier.

usage: python scripts/significance_tiers.py DATA_DIR [OUT.png]

Each listed finding goes through the extractor alone; its weight is the highest of what its phrase asserts (tiers,
degrees and devices as in radot_fast/extended/data/significance.toml). The raters' significance is the share of those
who call the error significant. Prints that share by tier, Spearman over findings with an interval by patient, and
how often two raters agree; with OUT also a plot.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import polars as pl
from source_sets import group_resamples, interval

from radot_fast.corpus.reports import corpus_from_texts
from radot_fast.extended.knowledge import Knowledge, load_knowledge
from radot_fast.extended.nodes import encode_nodes
from radot_fast.extraction import load_lexicon
from radot_fast.kernels.extended.couples import FINDING
from radot_fast.statistics.correlation import spearman

UNKNOWN = "not in the lexicon"


def rated(data: Path) -> pl.DataFrame:
    """Findings with the share of raters who call an error on them significant, and their patient."""
    errors = pl.read_parquet(data / "radpref_finding_errors.parquet")
    errors = errors.filter(
        pl.col("error_type").is_in(["false", "missing"])
        & pl.col("finding").is_not_null()
        & pl.col("significant").is_not_null()
    )
    patients = pl.read_parquet(data / "radpref_pairs.parquet").select("pair_id", "patient_id")
    found = errors.group_by("pair_id", "side", "finding_idx", "finding", maintain_order=True).agg(
        significant=pl.col("significant").cast(pl.Float64).mean(), raters=pl.col("rater").n_unique()
    )
    return found.join(patients, on="pair_id", how="left", maintain_order="left")


def weighed(findings: pl.DataFrame, knowledge: Knowledge) -> pl.DataFrame:
    """Weight and tier of the weightiest finding that each phrase asserts; no row for a phrase without one."""
    texts = findings.select(
        "patient_id",
        "significant",
        "raters",
        row=pl.int_range(pl.len()),
        reference=pl.col("finding"),
        candidate=pl.lit(""),
    )
    paired = corpus_from_texts(texts.with_columns(pair_id=pl.col("row").cast(pl.String)), load_lexicon())
    units, nodes = paired.corpus.units, encode_nodes(paired.corpus.units, paired.corpus.offsets, knowledge)
    report = np.repeat(np.arange(len(nodes.start) - 1), np.diff(nodes.start))
    labels = units[nodes.mention[nodes.mention_start[:-1]]].select("canonical_finding", "device")
    items = pl.DataFrame({"report": report, "weight": nodes.significance, "kind": nodes.kind}).with_columns(
        tier=pl.Series([knowledge.tier(f, d) for f, d in labels.iter_rows()], dtype=pl.String)
    )
    items = items.filter(pl.col("kind") == FINDING)
    heaviest = items.sort("weight", descending=True, maintain_order=True).unique("report", keep="first")
    return texts.with_columns(report=pl.Series(paired.pairs[:, 0])).join(
        heaviest, on="report", how="left", maintain_order="left"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    args = parser.parse_args()
    knowledge = load_knowledge()
    table = weighed(rated(args.data), knowledge).with_columns(pl.col("tier").fill_null(UNKNOWN))
    shares = {}
    for tier in (*knowledge.weights, UNKNOWN):
        mine = table.filter(tier=tier)["significant"]
        if len(mine):
            shares[tier] = float(mine.mean())  # type: ignore[arg-type]
            print(f"{tier:20s} n {len(mine):3d}  called significant by {shares[tier]:.2f} of the raters")
    known = table.drop_nulls("weight")
    weight, significant = known["weight"].to_numpy(), known["significant"].to_numpy()
    boot = [float(spearman(weight[r], significant[r])) for r in group_resamples(known["patient_id"].to_numpy())]
    print(f"Spearman of weight and share {spearman(weight, significant):.3f} {interval(boot)}, {known.height} findings")
    several = table.filter(pl.col("raters") > 1)["significant"]
    print(f"all raters agree on {several.is_in([0.0, 1.0]).mean():.2f} of {len(several)} findings with several raters")
    if args.out is not None:
        draw(shares, args.out)


def draw(shares: dict[str, float], out: Path) -> None:
    """Write the plot."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, axis = plt.subplots(figsize=(6, 3), layout="constrained")
    axis.barh(list(shares)[::-1], list(shares.values())[::-1])
    axis.set(xlim=(0, 1), xlabel="share of radiologists who call an error on it significant")
    figure.savefig(out, dpi=120)


if __name__ == "__main__":
    main()
