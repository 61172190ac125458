"""Several structures of which each is normal, as "NAD" behind them says: "heart and mediastinum NAD"."""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import among, indices

ALL_WELL = frozenset(("nad",))
"""Such a word that says as much as "normal": "Lungs NAD"."""
JOINS = frozenset((",", "and", "&", "/", "the"))
"""What stands between two structures of a list."""
LEADS = frozenset((":", "-", "is", "are", ","))
"""What may stand before it."""


def with_several_normal(block: Block) -> Block:
    """The block without the finding "NAD" behind two structures or more, of which it is the property."""
    if not block.said(ALL_WELL).any():
        return block
    findings, structures = block.hits[trie.FINDING], block.hits[trie.STRUCTURE]
    gone = block.said(ALL_WELL)[findings.start] & among(findings.start, block.hits[trie.PROPERTY].start)
    for k in indices(gone).tolist():
        at = int(findings.start[k])
        before = int(structures.start.searchsorted(at))
        at -= block.words[at - 1] in LEADS
        one, other = before - 2, before - 1
        first = block.tokens.first[block.sentence[at]]
        listed = one >= 0 and structures.start[one] >= first and structures.end[one] <= structures.start[other]
        between = block.words[structures.end[one] : structures.start[other]] if listed else []
        gone[k] = listed and structures.end[other] == at and JOINS.issuperset(between)
    if not gone.any():
        return block
    hits = list(block.hits)
    hits[trie.FINDING] = findings.at(~gone)
    return block.with_hits(hits)
