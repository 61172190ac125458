"""Clauses without their verb: "the right lung shows no opacity and the right pleural cavity no effusion"."""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import DETERMINERS, FINITE

JOINS = frozenset(("and", "but", "while", "whereas"))
TELLING = frozenset(("no", "a", "an", "free", "without"))
"""Words behind the subject of such a clause."""
NOUNS = frozenset(("cavity", "space", "field", "zone", "region"))
SIDES = frozenset(("left", "right"))


def gapped_clauses(block: Block, meanings: Meanings) -> list[int]:
    """Find the subjects of clauses whose verb stands in the one before.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.

    Returns
    -------
    First tokens of the clauses.
    """
    places = block.hits[trie.ANATOMY]
    behind = places.end + block.said(NOUNS)[places.end]  # "pleural cavity"
    ends = indices(block.said(TELLING)[behind] & ~meanings.has_side[places.meaning])
    if not len(ends):
        return []
    # "In the right lung and the left lung no effusion" has no verb that could be left out.
    verbs = block.count_before(FINITE)
    sided = among(places.end, places.start[ends]) & block.said(SIDES)[places.start]
    out = []
    for start in places.start[sided].tolist():
        start -= block.words[start - 1] in DETERMINERS
        first = int(block.tokens.first[block.sentence[start]])
        if block.words[start - 1] in JOINS and verbs[start] > verbs[first]:
            out.append(start)
    return out
