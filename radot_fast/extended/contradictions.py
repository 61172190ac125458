"""Findings that the other report denies, from the plans (method §10.6)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.extended.plans import Plans
from radot_fast.extraction.match.segments import indices
from radot_fast.kernels.extended.contradictions import NAME_DENIED, NOT_DENIED

Int = NDArray[np.int64]


class Contradictions(NamedTuple):
    """Couples of findings that a denial of one report contradicts, at most one denial a couple."""

    pair: Int
    row: Int
    """Row of the plan."""
    denial: Int
    """Node."""


def contradictions(plans: Plans, side: int) -> Contradictions:
    """Couples of findings where one report plainly denies the other's finding by name, and the other does not deny it.

    The candidate both asserts and denies a finding (``side`` 1), or names it as something that the reference calls
    absent (``side`` 0).

    Parameters
    ----------
    plans
        Plans of the pairs.
    side
        The report that denies: 0 the reference, 1 the candidate.
    """
    row = indices(plans.denied_by[:, side] >= 0)
    return Contradictions(plans.pair[row], row, plans.denied_by[row, side])


def denied(plans: Plans, rows: NDArray[np.bool_]) -> tuple[Int, NDArray[np.bool_]]:
    """Of rows of a plan, those whose denial denies their finding, and whether by name; others speak of a relative."""
    row = indices(rows & (plans.denied != NOT_DENIED))
    return row, plans.denied[row] == NAME_DENIED
