"""Typed discrepancies: what is wrong where, statement by statement (method §10).

Findings that stand in one report only are omissions and false findings. A matched finding may be wrong in its
place, severity, size, certainty, comparison or name. Statements of normality, and units without a label, are none.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import Evidence, EvidenceCosts
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.matching import Matches
from radot_fast.kernels import evidence as kernel

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


def discrepancies_of(evidence: Evidence, matches: Matches, knowledge: Knowledge) -> pl.DataFrame:
    """Category and magnitude of every disagreement of findings; their statements may settle it (``statements``).

    Returns
    -------
    ``match`` (row of ``matches``), ``category``, ``magnitude`` in (0, 1], by match, in the order of ``CATEGORIES``.
    """
    both = (matches.ref >= 0) & (matches.cand >= 0)
    found: dict[str, NDArray[np.float64]] = {
        "omission": np.where(matches.cand < 0, 1.0, 0.0),
        "false_finding": np.where(matches.ref < 0, 1.0, 0.0),
    }
    matched = np.flatnonzero(both)
    for name, magnitude in _disagreements(evidence, matches, matched, knowledge.costs).items():
        found[name] = np.zeros(len(both))
        found[name][matched] = np.minimum(magnitude, 1.0)
    tables = []
    for name, magnitude in found.items():
        here = np.flatnonzero(magnitude > 0)
        table = pl.DataFrame({"match": here, "magnitude": magnitude[here]})
        tables.append(table.with_columns(pl.lit(name).alias("category")))
    return pl.concat(tables).sort("match", maintain_order=True)


def _disagreements(
    e: Evidence, matches: Matches, matched: NDArray[np.int64], costs: EvidenceCosts
) -> dict[str, NDArray[np.float64]]:
    """Magnitude of each kind of disagreement of the matched evidence; what one report leaves unstated is none.

    Sizes are all here: each of their dimensions is compared where they stand.
    """
    a, b, parts = matches.ref[matched], matches.cand[matched], matches.parts[matched]
    side = np.where((e.sides[a] > 0) & (e.sides[b] > 0), parts[:, kernel.SIDE], 0.0)
    region = np.where((e.regions[a] > 0) & (e.regions[b] > 0), parts[:, kernel.REGION] / max(costs.region, TINY), 0.0)
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
        "naming": np.where(parts[:, kernel.LABEL] >= NAMED, parts[:, kernel.LABEL], 0.0),
    }
