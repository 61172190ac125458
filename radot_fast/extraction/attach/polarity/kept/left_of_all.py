"""What is left where all else has gone: "with the exception of a small effusion there has been complete resolution"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINER, EXCEPTIONS, PREPOSITION, SEGMENT_END

EXCEPT = EXCEPTIONS | {"exception", "other", "but"}
LEADS = frozenset(
    ("for", "from", "than", "of", "only", "some", "very", "residual", "remaining", "persistent", "persisting", "known")
)
"""Words between such a word and what is left."""
GONE = frozenset(("resolution", "resolved", "cleared", "clearing", "clearance", "gone", "disappeared"))
GOES_ON = frozenset(("there", "all", "everything", "the", "this", "these", "complete", "it"))
"""First words of what has gone, behind what is left."""


def left_of_all(block: Block, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Which findings are all that their sentence names, and an exception from what has gone.

    "Complete clearing apart from a small effusion", not "the edema has cleared apart from a small effusion", where the
    edema is what has gone.

    Parameters
    ----------
    block
        Words of the sentences.
    start, end
        int64, shape (n_findings,), ascending: first token and last token + 1 of each name.

    Returns
    -------
    bool, shape (n_findings,)
    """
    out = np.zeros(len(start), bool)
    excepts, gone = block.said(EXCEPT), block.said(GONE)
    if not (excepts.any() and gone.any()):
        return out
    told = np.zeros(len(block.tokens.first), bool)
    told[block.sentence[gone]] = True
    plain = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER)) | block.has(DETERMINER)
    for at in indices(excepts & told[block.sentence]).tolist():
        first, last = block.tokens.first[block.sentence[at] :][:2].tolist()
        a, b = start.searchsorted((first, last)).tolist()
        if a == b or start[a] <= at:
            continue
        led = all(plain[t] or block.words[t] in LEADS for t in range(at + 1, int(start[a])))
        behind = int(end[a])
        while (plain[behind] and block.words[behind] not in GOES_ON) or block.traits[behind] & PREPOSITION:
            behind += 1
        closed = block.traits[behind] & SEGMENT_END or block.words[behind] in GOES_ON
        out[a:b] |= bool(led and closed and b == a + 1)
    return out
