"""Typed discrepancies: what is wrong where, statement by statement (method §10.8).

Findings that stand in one report only are omissions and false findings. A matched finding may be wrong in its
place, severity, size, certainty, comparison or name. Statements of normality, and units without a label, are none.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import FindingCosts, Nodes
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.plans import Plans
from radot_fast.kernels.extended.couples import FINDING, LABEL, REGION, SIDE

CATEGORIES = (
    "omission",
    "false_finding",
    "location",
    "severity",
    "unsupported_comparison",
    "omitted_comparison",
    "unsupported_uncertainty",
    "omitted_uncertainty",
    "measurement",
    "device",
    "naming",
    "contradiction",
)
"""The eight of RadEvalX by name; ``measurement``; ``device`` (a device of another kind, or elsewhere); ``naming``
(another name for what may be the same: vaguer, more specific, or related); ``contradiction`` (the candidate both
asserts and denies a finding of the reference). A device that one report lacks is an ``omission`` or a
``false_finding`` like any other finding."""

NAMED = 0.3
"""Distance of labels from which another name is worth a row: synonyms are nearer (``relations.toml``)."""
PLACED = 0.15
"""Cost of regions in [0, 1] from which a place is another: two lobes are as far, a part and its whole nearer."""

TINY = 1e-12


def discrepancies_of(nodes: Nodes, plans: Plans, knowledge: Knowledge) -> pl.DataFrame:
    """Category and magnitude of every disagreement of findings; their mentions may settle it (``statements``).

    Returns
    -------
    ``match`` (row of ``plans``), ``category``, ``magnitude`` in (0, 1], by match, in the order of ``CATEGORIES``.
    """
    coupled = np.flatnonzero(plans.is_kind(nodes, FINDING, FINDING))
    found: dict[str, NDArray[np.float64]] = {"omission": plans.ref_weight, "false_finding": plans.cand_weight}
    for name, magnitude in _disagreements(nodes, plans, coupled, knowledge.costs).items():
        found[name] = np.zeros(len(plans.pair))
        found[name][coupled] = np.minimum(magnitude, 1.0)
    tables = []
    for name, magnitude in found.items():
        here = np.flatnonzero(magnitude > 0)
        table = pl.DataFrame({"match": here, "magnitude": magnitude[here]})
        tables.append(table.with_columns(pl.lit(name).alias("category")))
    return pl.concat(tables).sort("match", maintain_order=True)


def _disagreements(
    e: Nodes, plans: Plans, coupled: NDArray[np.int64], costs: FindingCosts
) -> dict[str, NDArray[np.float64]]:
    """Magnitude of each kind of disagreement of coupled findings; what one report leaves unstated is none.

    Sizes are all here: each of their dimensions is compared where they stand.
    """
    a, b, parts = plans.ref[coupled], plans.cand[coupled], plans.parts[coupled]
    side = np.where((e.sides[a] > 0) & (e.sides[b] > 0), parts[:, SIDE], 0.0)
    region = np.where((e.regions[a] > 0) & (e.regions[b] > 0), parts[:, REGION] / max(costs.region, TINY), 0.0)
    severity = np.where((e.severity[a] >= 0) & (e.severity[b] >= 0), np.abs(e.severity[a] - e.severity[b]), 0.0)
    sized = (e.size[a] > 0) & (e.size[b] > 0)
    doubt = 0.5 * (e.certainty[b] - e.certainty[a])
    change = np.where(e.comparison[a] != e.comparison[b], 0.5, 0.0)
    return {
        "location": np.maximum(side, region),
        "severity": severity,
        "unsupported_comparison": np.where(e.comparison[b] > 0, change, 0.0),
        "omitted_comparison": np.where(e.comparison[b] == 0, change, 0.0),
        "unsupported_uncertainty": doubt,
        "omitted_uncertainty": -doubt,
        "measurement": np.where(sized, 1.0, 0.0),
        "naming": np.where(parts[:, LABEL] >= NAMED, parts[:, LABEL], 0.0),
    }
