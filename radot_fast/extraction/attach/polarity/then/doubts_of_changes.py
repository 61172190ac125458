"""Doubts of a change, which leave the finding there: "possible slight increase in the left effusion"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COPULAS, DETERMINERS, SEGMENT_END, STATES

NOUNS = frozenset(("increase", "decrease", "improvement", "worsening", "progression", "reduction", "change"))
IN, REACH = frozenset(("in", "of")), 5
KNOWN = (DETERMINERS - {"a", "an"}) | {"left", "right", "both", "bilateral", "known", "previous", "prior", "previously"}
"""Words before what is there, which has grown or not: "increase in the effusion", not "in interstitial markings"."""
DOUBTS = frozenset(
    ("possible", "possibly", "probable", "probably", "likely", "questionable", "perhaps", "suspected", "?", "apparent")
)
AGES = frozenset(("chronic", "acute", "old", "new", "recent", "remote", "longstanding", "subacute", "healed"))
"""How old something is: "the fracture is likely old"."""
SMALL = frozenset(("interval", "slight", "mild", "minimal", "some", "further", "subtle", "a", "little", "slightly"))
COMPARED = frozenset(("since", "than", "compared", "from", "on", "today", "now", "and", "in", "given"))
"""Words between a doubt and its change, and those behind it."""


def doubts_of_changes(cues: Hits, block: Block) -> np.ndarray:
    """Which cues doubt no more than how a finding has changed, or how old it is.

    "Probable mild improvement in the edema", "the left effusion is likely slightly larger".

    Parameters
    ----------
    cues, block
        Cues of the sentences, and their words.

    Returns
    -------
    bool, shape (n_cues,)
    """
    out = np.zeros(len(cues.start), bool)
    doubts = block.said(DOUBTS)[cues.end - 1] & (cues.end <= cues.start + 2)
    if not doubts.any():
        return out
    told, changes = tokens_in(block, (trie.SEVERITY, trie.COMPARISON)), block.hits[trie.COMPARISON]
    for k in indices(doubts).tolist():
        at = int(cues.end[k])
        while block.words[at] in SMALL or (told[at] and block.words[at] not in NOUNS):
            at += 1
        if block.words[at] in NOUNS:
            out[k] = block.words[at + 1] in IN and block.words[at + 2] in KNOWN and not _of_a_structure(block, at)
            continue
        # "Is likely slightly larger", "has possibly grown since May".
        aged = block.words[at] in AGES
        changed = aged or (at > cues.end[k] and at in changes.end)
        closes = bool(block.traits[at + aged] & SEGMENT_END) or block.words[at + aged] in COMPARED
        led = block.words[cues.start[k]] in COPULAS or block.words[cues.start[k] - 1] in COPULAS
        out[k] = led and closes and changed and not (block.words[at - 1] in STATES and _is_all(block, k, cues))
    return out


def _is_all(block: Block, k: int, cues: Hits) -> bool:
    """Whether a structure and no finding stands before cue k: "heart size is probably increased" doubts its size."""
    first, at = int(block.tokens.first[block.sentence[cues.start[k]]]), int(cues.start[k])
    edges = [block.hits[category].start.searchsorted((first, at)) for category in (trie.FINDING, trie.STRUCTURE)]
    return bool(edges[0][0] == edges[0][1] and edges[1][0] < edges[1][1])


def _of_a_structure(block: Block, at: int) -> bool:
    """Whether a change at a token is of a structure, of which it is a finding: "possible increase in the heart"."""
    structures, findings = block.hits[trie.STRUCTURE], block.hits[trie.FINDING]
    stop = min(at + REACH, int(block.tokens.first[block.sentence[at] + 1]))
    near = structures.at((structures.start >= at) & (structures.start < stop))
    return bool((~findings.holds(near.start, near.end)).any() or ((findings.start <= at) & (findings.end > at)).any())
