"""Units of reports as nodes are made of them: rows of numbers (method §10.1)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.kernels.extended.couples import N_CODES

N_UNIT_CODES = N_CODES + 4
DEVICE, WORDS, START, END = range(N_CODES, N_UNIT_CODES)
"""Columns of ``Units.codes`` behind those that nodes have too."""
N_UNIT_VALUES = 4
DEGREE, DOUBTED, LONG, FAR = range(N_UNIT_VALUES)
"""Columns of ``Units.values``."""
N_FACTS = 4
CONCEPT, GENERIC, OF_CHANGE, WEIGHT = range(N_FACTS)
"""Columns of ``Labels.facts``."""
WIDER, REACHED = range(2)
"""Columns of ``Rules.regions``."""


class Units(NamedTuple):
    """Numbers of units, report by report, in the order of the text."""

    codes: NDArray[np.int64]
    """Shape (n_units, 24): the codes of a node that the unit alone would be (``NodeArrays.codes``), its label −1 where
    it has none, its changes 0 where it states none, those beside it yet to be filled; whether it names a device; its
    set of words; its first character in the report, 0 where unknown, and the one behind the last, −1 where unknown."""
    values: NDArray[np.float64]
    """Shape (n_units, 4): severity, −1 where unstated; certainty; size, and how far a device is to be moved, in
    millimetres, 0 where unstated."""


class Labels(NamedTuple):
    """What is known of labels, by number."""

    facts: NDArray[np.float64]
    """Shape (n_labels, 4): number of the finding that the label is of; whether it stands for any label of that one
    ("the catheter"); whether it is the change of all; significance, in [0, 1]."""
    distance: NDArray[np.float64]
    """Shape (n_labels, n_labels), in [0, 2]."""


class Rules(NamedTuple):
    """What is known beyond labels."""

    regions: NDArray[np.int64]
    """Shape (n_regions, 2): bits of the regions that contain a region, and of those that share an organ with it."""
    mild: float
    """Share of its weight that a mild finding has."""
    most_mild: float
    """Severity up to which a finding is mild."""
    misplaced: float
    """Weight that a device which lies badly has at least."""
