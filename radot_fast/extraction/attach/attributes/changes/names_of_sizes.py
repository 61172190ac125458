"""Words of growth that name how large something is: "heart, enlarged" is cardiomegaly, and has not grown."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.changes.amounts_of_change import FURTHER
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.words import COMMA, FINITE, PREPOSITION, SEGMENT_END

ENLARGED, AND = frozenset(("enlarged",)), frozenset(("and",))
HAVE, BY_DEGREE = frozenset(("has", "have")), frozenset(("less", "more"))
SINCE = frozenset(("since", "from", "compared"))
"""Words behind a change, before the earlier day."""


def names_a_size(hits: Hits, named: np.ndarray, dated: np.ndarray, block: Block) -> np.ndarray:
    """Which changes are such a word of a name: "nodule, enlarged heart"; "a nodule, enlarged" has grown.

    "The heart has enlarged" tells what has become of it, "the patient has enlarged hila" does not.

    Parameters
    ----------
    hits
        Words of change.
    named
        int64, shape (n_words + 1,), >= 0: of how many names each word is one.
    dated
        bool, shape (n_hits,): changes that are compared with another day.
    block
        The words of the sentences.

    Returns
    -------
    bool, shape (n_hits,)
    """
    and_is = block.said(AND)[hits.end] & block.has(FINITE)[np.minimum(hits.end + 1, len(block.words) - 1)]
    became = block.said(HAVE)[hits.start] & (
        block.has(SEGMENT_END | PREPOSITION)[hits.end] | block.said(SINCE | FURTHER)[hits.end] | and_is
    )
    grown = block.said(ENLARGED)[hits.end - 1] & ~block.said(BY_DEGREE)[hits.start] & ~became
    set_off = grown & block.has(COMMA)[hits.start]
    closed = block.has(SEGMENT_END)[hits.end] | block.said(SINCE)[hits.end]
    return (grown & (named[hits.end - 1] > 0) & ~dated) | (set_off & ~closed)
