"""The registry of the 66 features (method §5) and their table."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from radot_fast.arrays import CHANNELS, N_GROUND, Alignment, EdgeArrays
from radot_fast.errors import ConfigError
from radot_fast.kernels.paper.summaries import EDGE_SLACK, N_FEATURES, range_features
from radot_fast.kernels.toolchain.parallel import run
from radot_fast.method import Feature

_FIVE = ("expected", "max", "top3_mean", "top3_mw", "top5_mean")
_DIFFUSE = (
    "transport_entropy",
    "transport_entropy_normalized",
    "effective_edges",
    "effective_edges_ratio",
    "top1_mass_deficit",
    "top3_mass_deficit",
    "top5_mass_deficit",
    "diffuse_reference",
    "diffuse_candidate",
    "diffuse_total",
    "diffuse_asymmetry",
    "low_confidence_reference",
    "low_confidence_candidate",
    "low_confidence_total",
    "low_confidence_asymmetry",
    "diffuse_reference_max",
    "diffuse_candidate_max",
)

FEATURES: tuple[Feature, ...] = (
    *(Feature(f"transport_{s}", "alignment") for s in _FIVE[:4]),
    *(Feature(f"{c}_{s}", "alignment") for c in CHANNELS[:N_GROUND] for s in _FIVE[:3]),
    *(Feature(f"{c}_{s}", "severity" if c == "severity" else "side") for c in CHANNELS[N_GROUND:] for s in _FIVE),
    *(Feature(name, "side") for name in ("side_expected_sum", "side_max_sum", "side_top3_mean")),
    *(Feature(name, "risk") for name in ("top_risk_sum", "top_risk_max", "risk_top3_mean")),
    *(Feature(name, "count") for name in ("reference_unit_count", "candidate_unit_count")),
    *(Feature(name, "diffuse") for name in _DIFFUSE),
)
"""Every feature in the order of the table."""

FAMILIES = tuple(dict.fromkeys(f.family for f in FEATURES))


def feature_names(without: Iterable[str] = ()) -> tuple[str, ...]:
    """Names of the features, in order, without the families named.

    Raises
    ------
    ConfigError
        A family is not one of ``FAMILIES``.
    """
    left_out = set(without)
    unknown = sorted(left_out - set(FAMILIES))
    if unknown:
        raise ConfigError(f"feature family {unknown[0]!r} is not one of {', '.join(FAMILIES)}")
    return tuple(f.name for f in FEATURES if f.family not in left_out)


def compute_features(alignment: Alignment, without: Iterable[str] = ()) -> NDArray[np.float64]:
    """Features of each pair, in the order of ``feature_names(without)``.

    Parameters
    ----------
    alignment
        Costs and plans of the pairs.
    without
        Families to leave out. Without ``severity``, that channel is taken out of Side too (method §5).

    Returns
    -------
    float64, shape (n_pairs, 66) or fewer columns
        A pair whose plan has no mass (``marginal_error`` is inf) has a row of NaN, to be turned into nulls and a
        status by the caller; no other pair holds a NaN.
    """
    left_out = set(without)
    names = set(feature_names(left_out))
    out = np.empty((len(alignment.pairs), N_FEATURES))
    a = alignment
    arrays = (a.costs.reshape(-1), a.ground, a.plan, a.shapes, a.counts, a.offsets)
    n_cells = int(np.diff(a.offsets).max(initial=1))
    run(range_features, len(out), (arrays, n_cells, "severity" not in left_out), out)
    if not left_out:
        return out
    return np.ascontiguousarray(out[:, [f.name in names for f in FEATURES]])


def edge_arrays(alignment: Alignment) -> EdgeArrays:
    """Edges of every pair: the cells with at least their independent share of the mass (method §5).

    A pair whose plan has no mass has none.
    """
    cells = np.diff(alignment.offsets)
    pair = np.repeat(np.arange(len(cells)), cells)
    mass = np.bincount(pair, alignment.plan, len(cells))  # in the order of the cells: no bit depends on the batch
    with np.errstate(invalid="ignore"):
        share = alignment.plan / mass[pair]
    edge = np.flatnonzero(share >= (1.0 - EDGE_SLACK) / cells[pair])
    pair, share = pair[edge], share[edge]
    unit = edge - alignment.offsets[pair]
    width = alignment.shapes[pair, 1]
    components = alignment.costs[edge]
    side = components[:, N_GROUND:].sum(axis=1)
    ground = alignment.ground[edge]
    return EdgeArrays(pair, unit // width, unit % width, share, ground, side, share * (ground + side), components)
