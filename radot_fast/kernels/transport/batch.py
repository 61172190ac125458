"""What goes into the solvers of a batch and what comes out, as one value each: a kernel takes few arguments."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class CostMatrices(NamedTuple):
    """Cost matrices of pairs, one after the other."""

    costs: NDArray[np.float64]
    """Shape (n_cells,): pair p has the cells ``offsets[p]:offsets[p + 1]``, row-major."""
    shapes: NDArray[np.int64]
    """Shape (n_pairs, 2), at least 1."""
    offsets: NDArray[np.int64]
    """Shape (n_pairs + 1,)."""


class Solutions(NamedTuple):
    """Plans of the same pairs, to be filled."""

    plan: NDArray[np.float64]
    """Shape (n_cells,)."""
    n_iter: NDArray[np.int64]
    """Shape (n_pairs,): Newton steps or Sinkhorn sweeps."""
    error: NDArray[np.float64]
    """Shape (n_pairs,): residual of method §4; inf where a pair cannot be solved."""


class LaneGroups(NamedTuple):
    """Pairs of equal shape in groups of at most eight: group g is ``order[first[g]:first[g + 1]]``."""

    order: NDArray[np.int64]
    """Shape (n_grouped,): pairs."""
    first: NDArray[np.int64]
    """Shape (n_groups + 1,)."""
