"""What completions cost, by what it is for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float64]

UNSUPPORTED = (1.0, 1 / 3, 2 / 3)
"""What counts as unsupported, in statements: a denial that answers nothing; a possible finding that answers nothing, so
that it costs as much as a definite one; a possible finding for a definite one, so that hedging all is no way around."""


class Costs(NamedTuple):
    """What the completions of a batch cost; each float64, shape (n,); NaN where a pair has no risk.

    ``reward`` is − (risk − denied + coverage + length) before any transform.
    """

    risk: Float
    denied: Float
    """Part of the risk that tells a finding that is denied from one that is left out."""
    missing: Float
    """Findings and denials of the reference that no such statement of the completion answers; one that is answered in
    part, by half of what is wrong."""
    unsupported: Float
    """Denials of the completion that answer nothing in the reference, and doubt: see ``UNSUPPORTED``."""
    coverage: Float
    length: Float
    reward: Float
