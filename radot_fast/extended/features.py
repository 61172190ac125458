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
    s_ref, s_cand, t_ref, t_cand = s[plans.ref], s[plans.cand], t[plans.ref], t[plans.cand]
    # A node alone costs nothing here, whatever stands in the place of its missing counterpart.
    mismatch = np.where(plans.couples, plans.cost, 0.0)
    terms = {
        "omitted_significant": s_ref * plans.ref_weight,
        "added_significant": s_cand * plans.cand_weight,
        "omitted_insignificant": t_ref * plans.ref_weight,
        "added_insignificant": t_cand * plans.cand_weight,
        "mismatch_significant": np.maximum(s_ref, s_cand) * mismatch,
        "mismatch_insignificant": np.minimum(t_ref, t_cand) * mismatch,
    }
    cells = plans.pair * out.shape[1] + np.array([[COLUMN[name]] for name in terms])
    out += np.bincount(cells.ravel(), np.concatenate([*terms.values()]), out.size).reshape(out.shape)


def _add_denials(plans: Plans, out: NDArray[np.float64]) -> None:
    """Fill the counts of findings that the other report denies."""
    by_candidate, named = denied(plans, plans.is_kind(FINDING, DENIAL) & (plans.ref_weight > 0))
    by_reference, _ = denied(plans, plans.is_kind(DENIAL, FINDING) & (plans.cand_weight > 0))
    against_itself, misnamed = (contradictions(plans, side).row for side in (1, 0))
    for name, *rows in (
        ("denied_by_candidate", by_candidate, against_itself),
        ("denied_by_name", by_candidate[named], against_itself),
        ("denied_by_reference", by_reference, misnamed),
    ):
        for some in rows:
            if len(some):
                out[:, COLUMN[name]] += np.bincount(plans.pair[some], minlength=len(out))
