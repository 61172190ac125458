"""Coupled findings that the other report denies by name as well (method §10.6)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.extended.nodes import Nodes
from radot_fast.extended.plans import Plans, rows_of
from radot_fast.kernels.extended.couples import DENIAL, FINDING
from radot_fast.kernels.extended.sides import organs_apart, sides_apart

Int = NDArray[np.int64]


class Contradictions(NamedTuple):
    """Couples of findings that a denial of one report contradicts, at most one denial a couple."""

    pair: Int
    row: Int
    """Row of the plan."""
    denial: Int
    """Node."""


def contradictions(nodes: Nodes, pairs: Int, plans: Plans, side: int) -> Contradictions:
    """Couples of findings where one report plainly denies the other's finding by name, and the other does not deny it.

    The candidate both asserts and denies a finding (``side`` 1), or names it as something that the reference calls
    absent (``side`` 0).

    Parameters
    ----------
    nodes
        Nodes of the reports.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    plans
        Their plans.
    side
        The report that denies: 0 the reference, 1 the candidate.
    """
    row = np.flatnonzero(plans.is_kind(FINDING, FINDING))
    asserting = plans.ref if side else plans.cand
    row = row[_denied_somewhere(nodes)[nodes.names[asserting[row]]].any(axis=1)]
    if not len(row):
        return Contradictions(row, row, row)
    at, denial = rows_of(nodes.start, pairs[plans.pair[row], side])
    finding = asserting[row[at]]
    denying = (nodes.kind[denial] == DENIAL) & nodes.plain[denial] & _named(nodes, denial, finding)
    at, denial = at[denying], denial[denying]
    if not len(at):  # so it is in most pairs
        return Contradictions(at, at, at)
    alone = ~_also_denied(nodes, pairs[plans.pair[row[at]], 1 - side], denial, asserting[row[at]])
    at, denial = at[alone], denial[alone]
    first = np.unique(at, return_index=True)[1]
    rows = row[at[first]]
    return Contradictions(plans.pair[rows], rows, denial[first])


def _denied_somewhere(nodes: Nodes) -> NDArray[np.bool_]:
    """Which labels some report plainly denies: bool, shape (n_labels + 1,); the last stands for no label, −1.

    Few findings have such a label, and only these are looked at.
    """
    out = np.zeros(len(nodes.distance) + 1, bool)
    out[nodes.label[(nodes.kind == DENIAL) & nodes.plain]] = True
    return out


def against(nodes: Nodes, rows: NDArray[np.bool_], finding: Int, denial: Int) -> tuple[Int, NDArray[np.bool_]]:
    """Rows of a plan whose denial denies their finding, and whether by name; the others speak of a relative."""
    row = np.flatnonzero(rows)
    if not len(row):
        return row, np.zeros(0, bool)
    f, d = finding[row], denial[row]
    names = nodes.names[f]
    covered = (nodes.denies[nodes.label[d][:, None], names] & (names >= 0)).any(axis=1)
    denying = nodes.plain[d] & covered
    return row[denying], _named(nodes, d, f)[denying]


def _named(nodes: Nodes, denial: Int, finding: Int) -> NDArray[np.bool_]:
    """Whether each denial is of one of its finding's names, on no other side."""
    named = (nodes.names[finding] == nodes.label[denial][:, None]).any(axis=1)
    return named & ~_apart(nodes, denial, finding)


def _apart(nodes: Nodes, a: Int, b: Int) -> NDArray[np.bool_]:
    """Whether the nodes are stated on sides, or in organs, that have nothing in common."""
    other = organs_apart(nodes.organs[a], nodes.organs[b], nodes.reach[b])
    return other | sides_apart(nodes.sides[a], nodes.sides[b])


def _also_denied(nodes: Nodes, reports: Int, denial: Int, finding: Int) -> NDArray[np.bool_]:
    """Whether each report makes the denial of the finding too."""
    position, node = rows_of(nodes.start, reports)
    hit = (nodes.kind[node] == DENIAL) & (nodes.label[node] == nodes.label[denial[position]])
    hit &= ~_apart(nodes, node, finding[position])
    return np.bincount(position[hit], minlength=len(reports)) > 0
