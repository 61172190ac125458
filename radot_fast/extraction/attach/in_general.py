"""Sentences about a disease and not about a film: "silicosis is incurable, and prevention is the mainstay".

They name a finding without a side, place, degree or change, and much else that no report of a film tells. Of 13,272
sentences of reports, real and invented, that name a finding none is taken for one; of 47 that say nothing of any film,
and name a finding nevertheless, 9 are.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.words import CARRIES, FINITE

FEWEST = 2
"""Unread words of such a sentence, and a fifth of all its words."""
SHARE = 5
TOLD = frozenset(
    (
        "seen", "noted", "identified", "demonstrated", "visible", "evident", "shown", "observed", "there", "appearance",
        "appearances", "finding", "findings", "impression", "features", "shows", "show", "excluded", "suspected",
        "today", "now", "again", "no", "without", "nil", "unchanged", "stable", "likely", "suspicious", "suggestive",
        "suggested", "ruled", "possible", "possibly", "probable", "probably", "?", "consistent", "compatible",
        "keeping", "concern", "concerning", "residual", "old", "previous", "known", "superimposed", "here",
        "this", "these", "reflect", "reflects", "represent", "represents", "reflecting", "representing",
    )
)  # fmt: skip
"""Words that tell of this film."""
OF_THIS = (trie.ANATOMY, trie.SEVERITY, trie.COMPARISON, trie.PROPERTY)
"""What tells how a finding is here."""


def told_in_general(block: Block, named: Mentions, unread: Mapping[int, str]) -> np.ndarray:
    """Whether each sentence tells of a disease in general.

    Parameters
    ----------
    block, named
        Words and hits of the sentences, and their findings.
    unread
        Unread words by sentence.

    Returns
    -------
    bool, shape (n_sentences,)
    """
    out = np.zeros(len(block.silent), bool)
    many = [k for k, words in unread.items() if words.count(" ") + 1 >= FEWEST]
    if not many:
        return out
    naming = set(block.sentence[named.start].tolist())
    # "Elevated right hemidiaphragm may come from phrenic nerve involvement" tells how a part is here.
    naming -= set(block.sentence[named.start[named.combo]].tolist())
    for k in many:
        if k in naming:
            low, high = block.tokens.first[k : k + 2].tolist()
            traits = block.traits[low:high]
            share = (unread[k].count(" ") + 1) * SHARE >= np.count_nonzero(traits & CARRIES)
            told = not TOLD.isdisjoint(block.words[low:high]) or not (traits & FINITE).any()
            out[k] = share and not told and not _is_of_this(block, low, high)
    return out


def _is_of_this(block: Block, low: int, high: int) -> bool:
    """Whether a side, place, degree or change is told among the tokens ``low:high``, in a word of its own."""
    names = block.hits[trie.FINDING]
    for category in OF_THIS:
        hits = block.hits[category]
        first, last = hits.start.searchsorted((low, high)).tolist()
        for a, b in zip(hits.start[first:last].tolist(), hits.end[first:last].tolist(), strict=True):
            if not bool(((names.start <= a) & (names.end >= b)).any()):
                return True
    return False
