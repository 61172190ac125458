"""Qualitative reconstructions: the riskiest edges and the largest contributions of representative pairs.

The paper shows reports 699 and 1860 of RadEvalX. Where the target set has them they are shown here too; else the pairs
of the highest significant (or total) and the highest insignificant risk.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.evaluation.protocol.ablation import Frozen
from radot_fast.result.result import Result
from radot_fast.scorer import Scorer
from radot_fast.units.makers import maker_of

PAPER_CASES = ("report699", "report1860")
EDGES, FEATURES = 3, 5
"""How many a case are shown."""


def case_rows(frozen: Frozen, risks: NDArray[np.float64]) -> list[int]:
    """Rows of the target set that are shown, at most two.

    Parameters
    ----------
    frozen
        The frozen system.
    risks
        float64, shape (n_pairs, n_targets): its risks of the target pairs.
    """
    ids = frozen.target.data.pairs["pair_id"].to_list()
    if all(case in ids for case in PAPER_CASES):
        return [ids.index(case) for case in PAPER_CASES]
    own = frozen.source.data.targets
    wanted = ["significant" if "significant" in own else "total", "insignificant"]
    chosen: list[int] = []
    for column in (risks[:, own.index(t)] for t in wanted if t in own):
        left = np.where(np.isin(np.arange(len(column)), chosen), np.nan, column)
        if np.isfinite(left).any():
            chosen.append(int(np.nanargmax(left)))
    return chosen


def case_results(frozen: Frozen, rows: list[int]) -> Result:
    """Evidence behind the frozen risks of some target pairs."""
    paired = frozen.target.measured.paired
    some = replace(paired, pairs=paired.pairs[rows], table=paired.table[rows])
    return Scorer(readout=frozen.readout).score_corpus(some, maker_of(paired.corpus.units))


def edge_table(result: Result) -> pl.DataFrame:
    """Edges of most mass-weighted risk of each pair; holds report text.

    Returns
    -------
    ``case, rank, reference_unit, candidate_unit, mass, align, side, mw_risk``.
    """
    edges = result.edges.sort("mw_risk", descending=True, maintain_order=True)
    order = {pair: k for k, pair in enumerate(result.scores["pair_id"].to_list())}
    ranked = edges.with_columns(
        rank=pl.int_range(1, pl.len() + 1).over("pair_id"), case_order=pl.col("pair_id").replace_strict(order)
    )
    return (
        ranked.filter(pl.col("rank") <= EDGES)
        .sort("case_order", "rank")
        .select(
            "rank",
            "mass",
            "mw_risk",
            case="pair_id",
            reference_unit="ref_span",
            candidate_unit="cand_span",
            align="align_cost",
            side="side_cost",
        )
        .select("case", "rank", "reference_unit", "candidate_unit", "mass", "align", "side", "mw_risk")
    )


def contribution_table(result: Result) -> pl.DataFrame:
    """Largest contributions to each risk of each pair: ``case, target, feature, coefficient, contribution``."""
    features = result.contributions.filter(pl.col("feature") != "(intercept)")
    ranked = features.sort("contribution", descending=True, maintain_order=True)
    order = {pair: k for k, pair in enumerate(result.scores["pair_id"].to_list())}
    targets = {target: k for k, target in enumerate(result.readout.targets)}
    return (
        ranked.group_by("pair_id", "target", maintain_order=True)
        .head(FEATURES)
        .sort(
            pl.col("pair_id").replace_strict(order),
            pl.col("target").replace_strict(targets),
            -pl.col("contribution"),
        )
        .select("target", "feature", "coefficient", "contribution", case="pair_id")
        .select("case", "target", "feature", "coefficient", "contribution")
    )
