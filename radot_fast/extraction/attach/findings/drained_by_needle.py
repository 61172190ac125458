"""Aspiration that is a procedure: "no pneumothorax post aspiration", "left effusion, aspiration advised"."""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices

ASPIRATION = frozenset(("aspiration",))
BEFORE = frozenset(
    (
        "post", "after", "following", "since", "for", "requiring", "requires", "require", "needing", "needs", "despite",
        "by", "via", "until", "before", "successful", "consider", "suggest", "recommend",
    )
)  # fmt: skip
"""Words before a procedure, in a sentence that tells of what is drained."""
BY_NEEDLE = frozenset(("repeat", "attempted", "needle", "diagnostic", "therapeutic", "further", "bedside"))
"""The same, which leave no doubt."""
ASKED = frozenset(
    (
        "advised", "recommended", "required", "suggested", "indicated", "needed", "performed", "attempted", "planned",
        "undertaken", "warranted",
    )
)  # fmt: skip
FILMS = frozenset(("film", "films", "radiograph", "cxr", "view", "study", "image", "x"))
BE = frozenset(("is", "was", "are", "could", "should", "may", "might", "be", "has", "been"))
DRAINED = frozenset(
    (
        "effusion", "effusions", "pneumothorax", "pneumothoraces", "ptx", "fluid", "collection", "collections", "air",
        "empyema", "hemothorax", "hydropneumothorax", "drain", "drainage",
    )
)  # fmt: skip
OF_LUNG = frozenset(
    (
        "consolidation", "opacity", "opacities", "shadowing", "pneumonia", "infiltrate", "infiltrates", "change",
        "changes", "airspace", "pneumonitis", "event", "infection",
    )
)  # fmt: skip
"""Words by which something was breathed in."""


def without_aspirations_of_fluid(block: Block) -> Block:
    """The block without aspirations that drain a pleura.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    names = block.hits[trie.FINDING]
    said = block.said(ASPIRATION)
    at = indices(said[names.start] & said[names.end - 1]).tolist() if said.any() else []
    drains = [k for k in at if _drains(block, int(names.start[k]))]
    if not drains:
        return block
    kept = names.start >= 0
    kept[drains] = False
    hits = list(block.hits)
    hits[trie.FINDING] = names.at(kept)
    return block.with_hits(hits)


def _drains(block: Block, at: int) -> bool:
    """Whether the "aspiration" at a token is a procedure."""
    words, end = block.words, at + 1
    low, high = block.tokens.first[block.sentence[at] :][:2].tolist()
    if not OF_LUNG.isdisjoint(words[low:high]):
        return False
    if (words[at - 1] in BY_NEEDLE and at > low) or words[end] in FILMS:
        return True
    while words[end] in BE:
        end += 1
    asked = (words[at - 1] in BEFORE and at > low) or words[end] in ASKED
    return asked and not DRAINED.isdisjoint(words[low:high])
