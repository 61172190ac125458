"""Devices for whose placement a film is taken, and which it has still to show: "portable chest for PICC placement"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import DETERMINERS, SEGMENT_END

PUT_IN = frozenset(("placement", "insertion"))
PLACING = PUT_IN | {"positioning", "position", "repositioning", "adjustment", "advancement"}
CHECKS = frozenset(("check", "confirmation", "evaluation", "verification", "assessment", "status", "and"))
"""Words behind a placement that is to be seen."""
FOR = frozenset(("for", "confirm", "assess", "check", "verify", "evaluate", "document"))
BETWEEN = DETERMINERS | {"of", "new", "recent", "confirmation", "evaluation", "verification", "assessment", "its"}
"""Words between such a word and the device."""
AFTER = frozenset(("after", "post", "following", "p"))
"""Words before what was put in; "p" of "s/p"."""


def asked_for(named: Mentions, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of devices whose placement ends a sentence that "for" leads to: "one view for left PICC placement".

    "After PICC placement" tells of a PICC, and "for PICC placement shows the tip in the SVC" too.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    """
    out: list[int] = []
    which = meanings.device[named.card] & block.said(PLACING)[named.end]
    if not which.any():
        return out
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER))
    for k in indices(which).tolist():
        stop = int(named.end[k]) + 1
        while block.words[stop] in CHECKS:
            stop += 1
        at, last = int(named.start[k]) - 1, int(block.tokens.first[block.sentence[named.start[k]] + 1]) - 1
        first = int(block.tokens.first[block.sentence[named.start[k]]])
        while at >= first and (described[at] or block.words[at] in BETWEEN):
            at -= 1
        if stop == last and block.traits[stop] & SEGMENT_END and at >= first and block.words[at] in FOR:
            out.append(k)
    return out


def only_placed(named: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Which devices are named by their placement alone, which does not tell where they end: "s/p PICC placement".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.

    Returns
    -------
    bool, shape (n_findings,)
    """
    device = meanings.device[named.card]
    out = device & block.said(PUT_IN)[named.end]
    after = block.sentence[block.said(AFTER)]
    device = device & ~out & among(block.sentence[named.start], after) if len(after) else device & False
    if not device.any():
        return out
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER))
    for k in indices(device).tolist():
        at, first = int(named.start[k]) - 1, int(block.tokens.first[block.sentence[named.start[k]]])
        while at >= first and (described[at] or block.words[at] in DETERMINERS):
            at -= 1
        out[k] = at >= first and block.words[at] in AFTER
    return out
