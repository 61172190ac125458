"""Changes that the film may have feigned: "the effusion looks larger, but may be positional"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import indices

FEIGNED = frozenset(("positional", "projectional", "technical", "artifactual", "artefactual", "technique"))
BEFORE_FEIGNED = frozenset((",", "but"))
"""What a look may be by, and what stands between it and the change."""


def of_a_feigned_change(cues: Hits, block: Block) -> np.ndarray:
    """Which doubts are of a change that the film may have feigned: "the effusion looks larger, but may be positional".

    The effusion is there; "the heart looks larger, but may be projectional" doubts that the heart is large.
    """
    out = block.said(FEIGNED)[cues.end - 1]
    if not out.any():
        return out
    changes, names, structures = block.hits[trie.COMPARISON].end, block.hits[trie.FINDING], block.hits[trie.STRUCTURE]
    for k in indices(out).tolist():
        at, first = int(cues.start[k]), int(block.tokens.first[block.sentence[cues.start[k]]])
        at -= block.words[at - 1] in BEFORE_FEIGNED
        named = int(names.end.searchsorted(at, side="right")) - 1
        plain = structures.start.searchsorted(first) == structures.start.searchsorted(at)
        out[k] = plain and named >= 0 and names.start[named] >= first and bool((changes == at).any())
    return out
