#!/usr/bin/env python
"""What the probes of ``docs/reward.md`` get from the default reward, against references with one error.

``python scripts/reward_probes.py DATA_DIR``: every probe against thousands of real references (IU findings,
impressions, pairs; RadPref), and a random sample of 10,000 of these pairs. Prints, by kind of probe: how many
beat the reference with one error, how many of these are right or are that report themselves, and the mean reward.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "reward"))
from probes import edited, probes_of

import radot_fast as ro


def references_of(folder: Path) -> list[str]:
    """Distinct references of the shared data."""
    reports = pl.read_parquet(folder / "iu_reports.parquet")
    both = reports.select(pl.concat_str("findings", "impression", separator=" ")).to_series()
    pairs = [pl.read_parquet(folder / f"{name}_pairs.parquet")["reference"] for name in ("iu", "radpref")]
    texts = pl.concat([s.rename("t") for s in (reports["findings"], reports["impression"], both, *pairs)])
    return texts.drop_nulls().unique(maintain_order=True).to_list()


def discrepancies_of(result: ro.Result) -> pl.Series:
    """Number of discrepancies of each pair."""
    counts = result.discrepancies.group_by("row").len()
    joined = result.scores.select("row").join(counts, on="row", how="left", maintain_order="left")
    return joined["len"].fill_null(0).cast(pl.Int64)


def probed(reward: Any, references: list[str]) -> pl.DataFrame:
    """Rewards and costs of every probe against every reference."""
    rows = []
    for kind, texts in probes_of(references).items():
        for text in texts:
            result = reward.scorer(refs=references, hyps=[text] * len(references))
            costs = reward._costs(result)
            columns = {
                "reference": references, "kind": kind, "probe": text[:60], "reward": reward._rewards(costs),
                "missing": costs.missing, "unsupported": costs.unsupported, "errors": discrepancies_of(result),
            }  # fmt: skip
            rows.append(pl.DataFrame(columns))
    return pl.concat(rows)


def main(folder: Path, n_sample: int = 10_000, **options: float) -> None:
    references = references_of(folder)
    reward = ro.make_reward_fn(**options)
    errors = edited(references)
    table = pl.DataFrame(errors, schema=["reference", "kind", "text"], orient="row")
    table = table.with_columns(
        reward=pl.Series(reward(table["text"].to_list(), reference=table["reference"].to_list()))
    )
    itself = pl.DataFrame({"reference": references, "itself": reward(references, reference=references)})
    least = table.group_by("reference", maintain_order=True).agg(pl.col("reward").min().alias("least"))
    print(f"{len(references)} references, {table.height} with one error:")
    print(table.group_by("kind").agg(pl.len(), pl.col("reward").mean(), worst=pl.col("reward").min()).sort("kind"))
    probes = probed(reward, references).join(least, on="reference", how="inner").join(itself, on="reference")
    probes = probes.with_columns(
        above=pl.col("reward") > pl.col("least") + 1e-9,
        right=(pl.col("missing") <= 1 + 1e-9) & (pl.col("unsupported") == 0) & (pl.col("errors") <= 1),
    )
    pl.Config.set_tbl_rows(40).set_tbl_width_chars(160).set_fmt_str_lengths(60).set_tbl_cols(12)
    print(probes.group_by("kind").agg(
        pl.len(), pl.col("above").sum(), of_them_right=(pl.col("above") & pl.col("right")).sum(),
        reward=pl.col("reward").mean(), one_error=pl.col("least").mean(), itself=pl.col("itself").mean(),
    ).sort("kind"))  # fmt: skip
    for name, some in (("a sample", probes.sample(min(n_sample, probes.height), seed=0)), ("all", probes)):
        above = some.filter(pl.col("above"))
        rest = above.filter(~pl.col("right")).height
        print(f"{name} of {some.height}: {above.height} above, {rest} neither right nor the reference with one error")
    near = probes.filter(pl.col("above") & ~pl.col("right")).join(
        table.select("reference", "kind", "reward", "text"), on="reference", suffix="_error"
    )
    near = near.filter(pl.col("reward") > pl.col("reward_error"))
    print(near.group_by("kind", "kind_error").len().sort("len", descending=True))


if __name__ == "__main__":
    np.seterr(all="ignore")
    main(Path(sys.argv[1]))
