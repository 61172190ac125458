"""The registry of evidence features and their table (method §10).

Every feature is at least 0, and 0 for a report against itself. All but ``unsupported_share`` (see ``mentions``) are
counts or sums: nothing is diluted when a statement comes or goes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from radot_fast.arrays import Evidence, EvidenceCosts, starts_of
from radot_fast.extended.matching import Matches, keys_of, match_evidence, rows_of
from radot_fast.extended.mentions import mention_sums
from radot_fast.features import Feature
from radot_fast.kernels.evidence import N_PARTS

CHUNK = 32_768
"""Pairs summed at a time."""

FEATURES: tuple[Feature, ...] = (
    Feature("omitted", "unmatched"),
    Feature("added", "unmatched"),
    Feature("omitted_significant", "significance"),
    Feature("added_significant", "significance"),
    Feature("omitted_insignificant", "significance"),
    Feature("added_insignificant", "significance"),
    Feature("denied_by_candidate", "contradiction"),
    Feature("denied_by_reference", "contradiction"),
    Feature("label_mismatch", "mismatch"),
    Feature("side_mismatch", "mismatch"),
    Feature("region_mismatch", "mismatch"),
    Feature("severity_mismatch", "mismatch"),
    Feature("measurement_mismatch", "mismatch"),
    Feature("certainty_mismatch", "mismatch"),
    Feature("comparison_mismatch", "mismatch"),
    Feature("mismatch_significant", "significance"),
    Feature("mismatch_insignificant", "significance"),
    Feature("burden", "burden"),
    Feature("burden_significant", "burden"),
    Feature("burden_insignificant", "burden"),
    Feature("normal_omitted", "normality"),
    Feature("normal_added", "normality"),
    Feature("unlabelled_omitted", "unlabelled"),
    Feature("unlabelled_added", "unlabelled"),
    Feature("repeated_added", "repetition"),
    Feature("denied_by_name", "contradiction"),
    Feature("mentions_omitted", "mention"),
    Feature("unsupported_share", "mention"),
)


PLACE = {feature.name: k for k, feature in enumerate(FEATURES)}
"""Column of each sum; the seven parts of a match's cost stand from ``label_mismatch`` on, in their order."""


def evidence_sums(evidence: Evidence, pairs: NDArray[np.int64], costs: EvidenceCosts) -> NDArray[np.float64]:
    """Sums of each pair, in the order of ``FEATURES``.

    Parameters
    ----------
    evidence
        Evidence of the reports.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    costs
        What disagreements cost.

    Returns
    -------
    float64, shape (n_pairs, 28), ≥ 0
    """
    out = np.zeros((len(pairs), len(FEATURES)))
    for first in range(0, len(pairs), CHUNK):
        piece = pairs[first : first + CHUNK]
        _add_matches(evidence, match_evidence(evidence, piece, costs), out[first : first + CHUNK])
        _add_statements(evidence, piece, out[first : first + CHUNK])
    return out


def _add_matches(evidence: Evidence, m: Matches, out: NDArray[np.float64]) -> None:
    """Fill the sums over matched and unmatched evidence; a pair's rows are added in their order."""
    weight = evidence.significance

    def total(rows: NDArray[np.bool_], values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.bincount(m.pair[rows], values, len(out)).astype(np.float64)  # integers where there are no rows

    for name, rows, item in (("omitted", m.cand < 0, m.ref), ("added", m.ref < 0, m.cand)):
        s, cost = weight[item[rows]], m.cost[rows]
        out[:, PLACE[name]] = np.bincount(m.pair[rows], minlength=len(out))
        out[:, PLACE[f"{name}_significant"]] = total(rows, s * cost)
        out[:, PLACE[f"{name}_insignificant"]] = total(rows, (1.0 - s) * cost)
    both = (m.ref >= 0) & (m.cand >= 0)
    for p in range(N_PARTS):
        out[:, PLACE["label_mismatch"] + p] = total(both, m.parts[both, p])
    s, cost = np.maximum(weight[m.ref[both]], weight[m.cand[both]]), m.cost[both]
    out[:, PLACE["mismatch_significant"]] = total(both, s * cost)
    out[:, PLACE["mismatch_insignificant"]] = total(both, (1.0 - s) * cost)
    for tier in ("significant", "insignificant"):
        omitted, added, mismatched = (out[:, PLACE[f"{name}_{tier}"]] for name in ("omitted", "added", "mismatch"))
        out[:, PLACE[f"burden_{tier}"]] = omitted + added + mismatched
    out[:, PLACE["burden"]] = out[:, PLACE["burden_significant"]] + out[:, PLACE["burden_insignificant"]]


def _add_statements(e: Evidence, pairs: NDArray[np.int64], out: NDArray[np.float64]) -> None:
    """Fill the counts of statements of one report that the other lacks or contradicts."""
    n_labels, n_wordings = len(e.distance), int(e.other.max(initial=-1)) + 1
    for side, (unmatched, other) in enumerate((("omitted", "candidate"), ("added", "reference"))):
        mine, its = pairs[:, side], pairs[:, 1 - side]
        denied = keys_of(e.denied_start, e.denied, mine, n_labels)
        denied_there = keys_of(e.denied_start, e.denied, its, n_labels)
        contradicting = np.setdiff1d(denied_there, denied, assume_unique=True)
        out[:, PLACE[f"denied_by_{other}"]] = _contradicted(e, mine, *np.divmod(contradicting, max(n_labels, 1)))
        if other == "candidate":
            out[:, PLACE["denied_by_name"]] = _named(e, mine, contradicting)
        lost = np.setdiff1d(denied, denied_there, assume_unique=True)
        out[:, PLACE[f"normal_{unmatched}"]] = _count(lost, n_labels, len(out))
        said, said_there = (keys_of(e.other_start, e.other, reports, n_wordings) for reports in (mine, its))
        alone = np.setdiff1d(said, said_there, assume_unique=True)
        out[:, PLACE[f"unlabelled_{unmatched}"]] = _count(alone, n_wordings, len(out))
    mentions = mention_sums(e, pairs)
    out[:, PLACE["mentions_omitted"]] = mentions.omitted
    out[:, PLACE["unsupported_share"]] = mentions.unsupported
    out[:, PLACE["repeated_added"]] = mentions.repeated


def _contradicted(
    e: Evidence, reports: NDArray[np.int64], position: NDArray[np.int64], said: NDArray[np.int64]
) -> NDArray[np.int64]:
    """How many items of each report the denials ``said`` at its position deny, by name or with all of their region."""
    owner, item = rows_of(e.start, reports)
    denial, at = rows_of(starts_of(np.diff(e.start)[reports]), position)
    label, reading, said = e.label[item[at]], e.reading[item[at]], said[denial]
    denies = e.denies[said, label] | ((reading >= 0) & e.denies[said, reading])
    return np.bincount(owner[np.unique(at[denies])], minlength=len(reports))


def _named(e: Evidence, reports: NDArray[np.int64], denials: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many items of each report the denials (keys of position and label) deny by one of their names.

    A region called normal and the finding itself denied are two statements against it: only the second contradicts
    another mention of the finding in its own words.
    """
    owner, item = rows_of(e.start, reports)
    n_labels, label, reading = len(e.distance), e.label[item], e.reading[item]
    denied = np.isin(owner * n_labels + label, denials)
    denied |= (reading >= 0) & np.isin(owner * n_labels + reading, denials)
    return np.bincount(owner[denied], minlength=len(reports))


def _count(keys: NDArray[np.int64], n_codes: int, n_pairs: int) -> NDArray[np.int64]:
    """How many of the keys each pair has."""
    return np.bincount(keys // max(n_codes, 1), minlength=n_pairs)
