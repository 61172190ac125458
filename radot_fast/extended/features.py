"""The features of the extended method and their sums under the plan (method §10.6).

Every feature is at least 0, and 0 for a report against itself. All are counts or sums: nothing is diluted when a
statement comes or goes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from radot_fast.extended.contradictions import contradictions, denied
from radot_fast.extended.mentions import mention_sums
from radot_fast.extended.nodes import Nodes
from radot_fast.extended.plans import Plans
from radot_fast.kernels.extended.couples import DENIAL, FINDING
from radot_fast.method import Feature

FEATURES: tuple[Feature, ...] = (
    Feature("omitted_significant", "significance"),
    Feature("added_significant", "significance"),
    Feature("omitted_insignificant", "significance"),
    Feature("added_insignificant", "significance"),
    Feature("denied_by_candidate", "contradiction"),
    Feature("denied_by_reference", "contradiction"),
    Feature("mismatch_significant", "significance"),
    Feature("mismatch_insignificant", "significance"),
    Feature("repeated_added", "repetition"),
    Feature("denied_by_name", "contradiction"),
    Feature("names_omitted", "mention"),
)
"""Every feature in the order of the table."""

COLUMN = {feature.name: k for k, feature in enumerate(FEATURES)}


def plan_features(nodes: Nodes, pairs: NDArray[np.int64], plans: Plans) -> NDArray[np.float64]:
    """Features of each pair, in the order of ``FEATURES``.

    Parameters
    ----------
    nodes
        Nodes of the reports.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    plans
        Their plans.

    Returns
    -------
    float64, shape (n_pairs, 11), ≥ 0
    """
    out = np.zeros((len(pairs), len(FEATURES)))
    _add_findings(nodes, plans, out)
    _add_denials(plans, out)
    out[:, COLUMN["names_omitted"]], out[:, COLUMN["repeated_added"]] = mention_sums(nodes, pairs, plans)
    return out


def _add_findings(nodes: Nodes, plans: Plans, out: NDArray[np.float64]) -> None:
    """Fill the sums over findings, alone, opposed and coupled; a pair's rows are added in their order."""
    s, t = nodes.significance, nodes.insignificance
    ref, cand = plans.ref, plans.cand
    both = plans.is_kind(FINDING, FINDING)
    for name, rows, cost, significant, insignificant in (
        ("omitted", plans.ref_weight > 0, plans.ref_weight, s[ref], t[ref]),
        ("added", plans.cand_weight > 0, plans.cand_weight, s[cand], t[cand]),
        ("mismatch", both, plans.cost, np.maximum(s[ref], s[cand]), np.minimum(t[ref], t[cand])),
    ):
        for tier, share in (("significant", significant), ("insignificant", insignificant)):
            sums = np.bincount(plans.pair[rows], (share * cost)[rows], len(out))
            out[:, COLUMN[f"{name}_{tier}"]] = sums


def _add_denials(plans: Plans, out: NDArray[np.float64]) -> None:
    """Fill the counts of findings that the other report denies."""
    n = len(out)
    by_candidate, named = denied(plans, plans.is_kind(FINDING, DENIAL) & (plans.ref_weight > 0))
    by_reference, _ = denied(plans, plans.is_kind(DENIAL, FINDING) & (plans.cand_weight > 0))
    against_itself, misnamed = (np.bincount(contradictions(plans, side).pair, minlength=n) for side in (1, 0))
    out[:, COLUMN["denied_by_candidate"]] = np.bincount(plans.pair[by_candidate], minlength=n) + against_itself
    out[:, COLUMN["denied_by_name"]] = np.bincount(plans.pair[by_candidate[named]], minlength=n) + against_itself
    out[:, COLUMN["denied_by_reference"]] = np.bincount(plans.pair[by_reference], minlength=n) + misnamed
