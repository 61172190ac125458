"""What "as" and "so" add to what was said: "the pneumothorax has resolved, as has the effusion"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.segments import any_between
from radot_fast.extraction.match.words import AS, FINITE, LIKEWISE, SIGNAL

BETWEEN = frozenset(("and", "or", ",", "the", "both", "left", "right", "a", "small", "large"))
"""Words between two findings that are added at once: "as have the effusion and the edema"."""


def adds(block: Block, at: int) -> bool:
    """Whether the word at a token adds what follows to what was said: "as are the effusions", "likewise the edema"."""
    if block.words[at] not in AS:
        return True
    verb = bool(block.traits[at + 1] & FINITE)
    return verb and (block.words[at - 1] in (",", "and") or block.words[at + 2] == "the")


def denied_as_well(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Findings that are as absent as the one before them: "the edema has cleared, and so have the effusions".

    Parameters
    ----------
    named, said
        Mentions, and what is said of each.
    block, meanings
        Words of the sentences, and what they mean.
    """
    out: list[int] = []
    signals = [at for at in block.where(SIGNAL).tolist() if block.words[at] in LIKEWISE and adds(block, at)]
    if not signals:
        return out
    cues = block.hits[trie.CUE]
    denials = cues.start[meanings.level[cues.meaning] == ABSENT]
    for at in signals:
        k = int(named.start.searchsorted(at))
        first, stop = block.tokens.first[block.sentence[at] :][:2].tolist()
        if not 0 < k < len(named.start) or named.start[k - 1] < first or named.start[k] >= stop:
            continue
        # "No edema, and so is the effusion" says nothing: the denial is a predicate, behind what it denies.
        behind = bool(any_between(denials, named.end[k - 1 : k], np.array([at]))[0])
        if said[k - 1] == ABSENT and behind:
            out.append(k)
            while k + 1 < len(named.start) and BETWEEN.issuperset(block.words[named.end[k] : named.start[k + 1]]):
                k += 1
                out.append(k)
    return out
