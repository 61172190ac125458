"""The paper's printed figures, to stand beside ours (method §9). Correlations are Spearman on RadEvalX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import polars as pl

from radot_fast.config import TARGETS

Figures = Mapping[str, tuple[float | str | None, ...]]

MAIN: Figures = MappingProxyType(
    {
        "BLEU-4": (0.108, 0.096, 0.046),
        "BLEU-2": (0.292, 0.162, 0.157),
        "BERTScore": (0.349, 0.195, 0.151),
        "CheXbert": (0.492, 0.413, 0.103),
        "RadGraph-F1": (0.285, 0.159, 0.147),
        "RadCliQ": (0.335, 0.188, 0.177),
        "GREEN native count": (0.296, 0.382, None),
        "GREEN risk": (0.570, 0.433, 0.141),
        "Text-only ridge": (0.592, 0.337, 0.324),
        "Structured monotone": (0.612, 0.398, 0.256),
        "Graph-derived monotone": (0.569, 0.469, 0.206),
        "GNN discrepancy model": (0.607, 0.398, 0.119),
        "Reference count only": (0.474, 0.201, 0.410),
        "RadOT-Eval w/o ref count": (0.712, 0.548, 0.308),
        "RadOT-Eval": (0.715, 0.548, 0.399),
    }
)
TARGET_INTERVALS: Figures = MappingProxyType({"RadOT-Eval": (0.594, 0.803, 0.395, 0.677, 0.224, 0.559)})
"""Ends of the 95% intervals on RadEvalX; the paper prints them for its own system alone."""
INTERVAL_NAMES = tuple(f"{target}_{end}" for target in TARGETS for end in ("low", "high"))

SOURCE: Figures = MappingProxyType({"RadOT-Eval": (0.900, 0.842, 0.797)})
"""ReXVal, GroupKFold; macro .846."""

OFFICIAL = ("BLEU-4", "BLEU-2", "BERTScore", "CheXbert", "RadGraph-F1", "RadCliQ")
"""Metrics whose per-pair scores are distributed with RadEvalX."""

METRIC_NAMES = ("spearman", "kendall", "pearson", "mae", "rmse")
METRICS: Figures = MappingProxyType(
    {
        "total": (0.715, 0.556, 0.713, 11.692, 12.122),
        "significant": (0.548, 0.421, 0.524, 6.786, 7.350),
        "insignificant": (0.399, 0.310, 0.439, 5.085, 5.274),
    }
)
"""``METRIC_NAMES`` of the full system, by target."""

SCREENING_NAMES = ("auroc", "auprc", "sens_80", "sens_90", "enrichment")
SCREENING: Figures = MappingProxyType(
    {
        "GREEN native count": (0.654, 0.721, 0.129, 0.129, None),
        "GREEN risk": (0.696, 0.745, 0.452, 0.161, 1.048),
        "RadOT-Eval": (0.766, 0.826, 0.613, 0.403, 1.452),
    }
)
"""``SCREENING_NAMES``: sensitivity at 80% and 90% specificity, top-20% enrichment."""

ABLATION: Figures = MappingProxyType(
    {
        "Mean transport only": (0.226, 0.339, 0.237, 0.103),
        "+ side-channel expected": (0.398, 0.561, 0.479, 0.154),
        "+ top-k/max": (0.429, 0.629, 0.518, 0.141),
        "+ learned cost weights": (0.427, 0.642, 0.504, 0.135),
        "Full RadOT-Eval": (0.554, 0.715, 0.548, 0.399),
        "Partial OT variant": (0.519, 0.641, 0.464, 0.453),
        "Balanced OT variant": (0.509, 0.637, 0.469, 0.422),
        "Unbalanced OT variant": (0.504, 0.684, 0.406, 0.422),
    }
)
"""Macro, then the targets."""

SENSITIVITY: Figures = MappingProxyType(
    {
        "Selected full model": (0.846, 0.554, 0.715, 0.548, 0.399),
        "ε = 0.05": (0.846, 0.563, 0.726, 0.542, 0.423),
        "ε = 0.10": (0.844, 0.565, 0.734, 0.558, 0.404),
        "Uniform weights": (0.845, 0.554, 0.708, 0.548, 0.405),
        "Text-light weights": (0.839, 0.562, 0.722, 0.565, 0.400),
        "No text cost": (0.838, 0.561, 0.724, 0.555, 0.404),
        "No polarity cost": (0.839, 0.546, 0.709, 0.535, 0.396),
        "No severity features": (0.851, 0.551, 0.710, 0.556, 0.387),
        "No diffuse features": (0.845, 0.558, 0.709, 0.556, 0.409),
    }
)
"""Source macro, target macro, then the targets."""

DIAGNOSTICS: Figures = MappingProxyType(
    {
        "Full RadOT-Eval": (0.715, 0.548, 0.399),
        "RadOT-Eval without ref count": (0.712, 0.548, 0.308),
        "Reference count only": (0.474, 0.201, 0.410),
        "Partial corr. controlling ref count": (0.613, 0.529, 0.077),
        "Without fallback pairs": (0.708, 0.535, 0.391),
        "10% unit dropout": (0.674, 0.516, 0.349),
        "25% unit dropout": (0.588, 0.469, 0.264),
    }
)
SELECTION: Figures = MappingProxyType(
    {
        "polarity-heavy/0.2": (0.846, 0.900, 0.842, 0.797),
        "text-heavy/0.2": (0.846, 0.897, 0.846, 0.794),
        "polarity-heavy/0.05": (0.846, 0.899, 0.844, 0.794),
        "uniform/0.2": (0.845, 0.899, 0.844, 0.792),
        "finding-heavy/0.05": (0.845, 0.898, 0.844, 0.793),
    }
)
"""Macro, then the targets, by prior and epsilon."""


def ground_cost(prior: str) -> str:
    """Name of a prior in the paper's table of the selection."""
    return "Uniform-basic" if prior == "uniform" else prior.capitalize()


PAIRED: Figures = MappingProxyType(
    {
        "total/BERTScore": (0.366, 0.179, 0.556),
        "total/BLEU-2": (0.424, 0.224, 0.624),
        "total/BLEU-4": (0.608, 0.370, 0.833),
        "total/CheXbert": (0.224, 0.052, 0.406),
        "total/RadCliQ": (0.381, 0.203, 0.567),
        "total/RadGraph-F1": (0.431, 0.241, 0.617),
        "significant/BERTScore": (0.353, 0.151, 0.549),
        "significant/BLEU-2": (0.386, 0.169, 0.608),
        "significant/BLEU-4": (0.452, 0.213, 0.677),
        "significant/CheXbert": (0.135, -0.064, 0.326),
        "significant/RadCliQ": (0.360, 0.162, 0.548),
        "significant/RadGraph-F1": (0.389, 0.187, 0.600),
        "insignificant/BLEU-4": (0.352, 0.109, 0.593),
        "insignificant/CheXbert": (0.296, 0.076, 0.523),
        "insignificant/RadCliQ": (0.222, 0.031, 0.409),
    }
)
"""Difference to RadOT, and its interval, by target and comparator."""

QUINTILES: Figures = MappingProxyType(
    {
        "total/1": (0.70,),
        "total/5": (5.05,),
        "significant/1": (0.20,),
        "significant/5": (2.85,),
        "insignificant/1": (0.45,),
        "insignificant/5": (1.90,),
    }
)
ERROR_TYPES: Figures = MappingProxyType(
    {
        "significant/omission of finding/1": ("side_max_sum", 56, 0.542),
        "significant/omission of finding/2": ("top_risk_sum", 56, 0.525),
        "significant/omission of comparison with previous study/1": ("comparison_expected", 14, 0.501),
        "significant/omission of uncertainty present in reference/1": ("uncertainty_expected", 2, 0.433),
        "insignificant/omission of finding/1": ("reference_unit_count", 43, 0.438),
        "insignificant/omission of comparison with previous study/1": ("comparison_top3_mean", 7, 0.317),
    }
)
"""Best aligned feature, pairs with such an error, Spearman; by severity, category and rank of the feature."""

DATA: Figures = MappingProxyType(
    {
        "ReXVal": (200, None, None),
        "RadEvalX": (100, None, None),
        "ReXVal and RadEvalX": (300, 1960, 7),
        "ReXErr-v1": (5416, 66342, 2265),
    }
)
"""Pairs, units and fallback roles; the paper counts units and roles of the first two jointly."""

EDGES: Figures = MappingProxyType(
    {
        "report699/1": (0.119, 0.476, 3.0, 0.413),
        "report699/2": (0.100, 0.586, 3.0, 0.359),
        "report699/3": (0.239, 0.448, 1.0, 0.346),
        "report1860/1": (0.050, 0.550, 3.0, 0.176),
        "report1860/2": (0.067, 0.400, 2.0, 0.160),
        "report1860/3": (0.033, 0.584, 4.0, 0.151),
    }
)
"""Mass, alignment cost, side cost and mass-weighted risk, by case and rank."""

CONTRIBUTIONS: Figures = MappingProxyType(
    {
        "report699/total/modifier_expected": (7.224, 4.770),
        "report699/total/comparison_top3_mw": (3.534, 3.534),
        "report699/total/effective_edges": (19.877, 3.019),
        "report699/significant/modifier_expected": (6.824, 4.505),
        "report699/significant/comparison_top3_mw": (3.404, 3.404),
        "report1860/insignificant/reference_unit_count": (3.972, 3.404),
        "report1860/insignificant/anatomy_expected": (1.496, 0.980),
        "report1860/insignificant/effective_edges": (2.630, 0.920),
    }
)
"""Coefficient and contribution, by case, target and feature."""

STRESS: Figures = MappingProxyType({"Reference count only": (0.500, 0.500, None), "RadOT-Eval": (0.768, 0.714, 0.990)})
"""AUROC, AUPRC and paired win rate on ReXErr-v1, three errors a report."""


def beside(table: pl.DataFrame, key: pl.Expr, figures: Figures, columns: tuple[str, ...]) -> pl.DataFrame:
    """Table with the paper's figures in columns ``paper_<name>``, null where the paper prints none.

    Parameters
    ----------
    table
        Our rows.
    key
        Expression that gives each row's key in ``figures``.
    figures, columns
        The paper's numbers and what each is called.
    """
    wanted = table.select(key.cast(pl.String).alias("key"))["key"].to_list()
    empty = (None,) * len(columns)
    kinds = [{type(row[i]) for row in figures.values()} - {type(None)} for i in range(len(columns))]
    dtypes = [pl.String if k == {str} else pl.Int64 if k == {int} else pl.Float64 for k in kinds]
    added = {
        f"paper_{name}": pl.Series([figures.get(k, empty)[i] for k in wanted], dtype=dtypes[i])
        for i, name in enumerate(columns)
    }
    return table.with_columns(**added).select(_side_by_side(table.columns, columns))


def _side_by_side(ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """Order of the columns: each of the paper's after ours of the same name and its interval, the others last."""
    ordered = list(ours)
    for name in theirs:
        base = name.removesuffix("_low").removesuffix("_high")
        group = [c for c in ordered if c.removeprefix("paper_") in (base, f"{base}_low", f"{base}_high")]
        place = max((ordered.index(c) for c in group), default=len(ordered) - 1)
        ordered.insert(place + 1, f"paper_{name}")
    return ordered
