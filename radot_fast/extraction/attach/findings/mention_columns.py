"""Findings of a block as columns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Mentions(NamedTuple):
    """Findings of a block in order: tokens ``start:end``, clause, and number of the card.

    ``combo`` says whether it is a structure with its property, ``denied`` whether this pair, or the finding's own word,
    means that it is absent.
    """

    start: np.ndarray
    end: np.ndarray
    clause: np.ndarray
    card: np.ndarray
    combo: np.ndarray
    denied: np.ndarray

    def at(self, which: np.ndarray) -> Mentions:
        """Some of the findings.

        Parameters
        ----------
        which
            bool, shape (n_findings,), or int64, shape (n,), in [0, n_findings): the findings that are wanted.
        """
        return Mentions(*(column[which] for column in self))


def last_before(start: np.ndarray, end: np.ndarray, at: int) -> int:
    """Number of the last finding that ends before a token, or -1.

    A structure with its property ends behind what stands between the two, so that ends need not ascend: "the rib (a
    consolidation …) is clear".

    Parameters
    ----------
    start, end
        int64, shape (n_findings,), ``start`` ascending: tokens of the findings.
    at
        The token.
    """
    k = int(start.searchsorted(at)) - 1
    while k >= 0 and end[k] > at:
        k -= 1
    return k
