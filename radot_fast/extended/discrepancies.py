"""Typed discrepancies: what is wrong where, statement by statement (method §10.8).

Findings that stand in one report only are omissions and false findings. A matched finding may be wrong in its
place, severity, size, certainty, comparison or name. Statements of normality are none, but for their doubt and change;
units without a label are none.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.nodes import Nodes
from radot_fast.extended.plans import Plans
from radot_fast.extended.unit_attributes import regions_near
from radot_fast.kernels.extended.couples import (
    CERTAINTY,
    COMPARISON,
    COMPLICATION,
    FINDING,
    LABEL,
    LIES_AT,
    NAMED,
    ONES,
    PLACED,
    REGION,
    SEVERITY,
    SIDE,
)

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

KINDS = {
    "acuity": "naming",
    "place": "location",
    "amount": "severity",
    "complication": "severity",
    "level": "location",
    "organ": "location",
}
"""Further disagreements, and the category that they are shown under: acute against old, more on the other side, before
and not behind, two of them against one, loculated against simple, one rib against another, one bone more."""

DENIED_APART = {
    LABEL: "naming",
    SIDE: "location",
    REGION: "location",
    COMPARISON: "unsupported_comparison",
    CERTAINTY: "unsupported_uncertainty",
}
"""What two denials may disagree in, by part: what has gone and where it was, "the heart is normal, and smaller",
"probably normal"; and what is unlikely and a denial of it: in their doubt."""


def discrepancies_of(nodes: Nodes, plans: Plans, knowledge: Knowledge) -> pl.DataFrame:
    """Category and magnitude of every disagreement of findings; their mentions may settle it (``statements``).

    Returns
    -------
    ``match`` (row of ``plans``), ``category``, ``magnitude`` in (0, 1], by match, in the order of ``CATEGORIES``.
    """
    coupled = np.flatnonzero(plans.is_kind(FINDING, FINDING))
    magnitudes: dict[str, NDArray[np.float64]] = {"omission": plans.ref_weight, "false_finding": plans.cand_weight}
    for name, magnitude in _disagreements(nodes, plans, coupled, knowledge).items():
        magnitudes[name] = np.zeros(len(plans.pair))
        magnitudes[name][coupled] = np.minimum(magnitude, 1.0)
    denied = ~plans.is_kind(FINDING, FINDING)
    for part, name in DENIED_APART.items():
        magnitudes[name][denied & (plans.parts[:, part] > 0)] = 1.0
    tables = []
    for name, magnitude in magnitudes.items():
        here = np.flatnonzero(magnitude > 0)
        table = pl.DataFrame({"match": here, "magnitude": magnitude[here]})
        tables.append(table.with_columns(pl.lit(name).alias("category")))
    return pl.concat(tables).sort("match", maintain_order=True)


def _disagreements(
    e: Nodes, plans: Plans, coupled: NDArray[np.int64], knowledge: Knowledge
) -> dict[str, NDArray[np.float64]]:
    """Magnitude of a couple's name, and 1 where its findings may disagree otherwise: their mentions say how far.

    What one report leaves unstated is no disagreement.
    """
    a, b = plans.ref[coupled], plans.cand[coupled]
    label = plans.parts[coupled, LABEL]
    elsewhere = _elsewhere(e.sites[a], e.sites[b], knowledge)
    other_level = _at_other_levels(e.levels[a], e.levels[b])
    one, two = e.kinds[a], e.kinds[b]
    against = (one & ~(one >> 1) & (two >> 1) & ~two) | (two & ~(two >> 1) & (one >> 1) & ~one)
    return {
        "location": (plans.parts[coupled, SIDE] > 0) | elsewhere,
        "level": other_level,
        # What else is wrong with the places is that of a bone more.
        "organ": (plans.parts[coupled, REGION] > 0) & ~elsewhere & ~other_level,
        "severity": plans.parts[coupled, SEVERITY] > 0,
        "unsupported_comparison": plans.parts[coupled, COMPARISON] > 0,
        "unsupported_uncertainty": plans.parts[coupled, CERTAINTY] > 0,
        "measurement": (e.size[a] > 0) & (e.size[b] > 0),
        "move": (e.moved[a] > 0) & (e.moved[b] > 0),
        "acuity": (against & ONES & ~knowledge.of_place & ~knowledge.of_amount) > 0,
        "place": (against & knowledge.of_place) > 0,
        "amount": (against & knowledge.of_amount) > 0,
        "complication": one >> COMPLICATION != two >> COMPLICATION,
        "naming": np.where(label >= NAMED, label, 0.0),
    }


def _elsewhere(a: NDArray[np.int64], b: NDArray[np.int64], knowledge: Knowledge) -> NDArray[np.bool_]:
    """Whether either of two findings states a site that is near none of the other's."""
    near = knowledge.region_costs < PLACED
    return (a & ~regions_near(b, near) != 0) & (b & ~regions_near(a, near) != 0) & (a > 0) & (b > 0)


def _at_other_levels(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether findings name other ribs or vertebrae, and devices lie at others that are no neighbours."""
    p, q = a & ~LIES_AT, b & ~LIES_AT
    devices = (a & b & LIES_AT) > 0
    return (p > 0) & (q > 0) & np.where(devices, p & (q | q << 1 | q >> 1) == 0, p != q)
