"""What became of a pair: read and scored, an empty or unread side, or a failure without risk."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from radot_fast.arrays import lengths_of
from radot_fast.corpus.reports import PairedCorpus

STATUSES = (
    "ok",
    "empty_reference",
    "empty_candidate",
    "empty_both",
    "unread_candidate",
    "unread_reference",
    "extraction_failed",
    "not_converged",
    "numerical_error",
)
FAILED_STATUSES = STATUSES[5:]
"""Statuses whose risks are null."""


def status_of(paired: PairedCorpus, measurable: NDArray[np.bool_], converged: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Status of each pair. Later rules overrule earlier ones: empty sides, unread sides, failures.

    Parameters
    ----------
    paired
        Corpus and pairs.
    measurable
        bool, shape (n_pairs,): whether there are numbers to measure.
    converged
        bool, shape (n_pairs,): whether the plan was found.

    Returns
    -------
    int8, shape (n_pairs,), in [0, 9): index into ``STATUSES``
    """
    corpus, pairs = paired.corpus, paired.pairs
    empty = lengths_of(corpus.offsets)[pairs] == 0
    status = (empty[:, 0] + 2 * empty[:, 1]).astype(np.int8)
    unread = corpus.unread[pairs]
    status[unread[:, 1]] = STATUSES.index("unread_candidate")
    status[unread[:, 0]] = STATUSES.index("unread_reference")
    status[~converged] = STATUSES.index("not_converged")
    status[~measurable] = STATUSES.index("numerical_error")
    status[corpus.failed[pairs].any(axis=1)] = STATUSES.index("extraction_failed")
    return status


def is_failed(status: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Which pairs have no risk: bool, shape (n_pairs,).

    Parameters
    ----------
    status
        int8, shape (n_pairs,): index into ``STATUSES``, which ends in the failures.
    """
    return status >= len(STATUSES) - len(FAILED_STATUSES)
