"""Lungs that have cleared, of which no finding is named, or were removed: "the right lung has cleared".

And lobes that only tell where something lies: "the opacity in the right lower lobe is smaller" tells of no small lobe.
"""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINER, FINITE

CLEARED, OF = frozenset(("cleared", "removed")), frozenset(("of",))
SIDES, PLACING = frozenset(("left", "right", "both")), frozenset(("in", "at", "on", "within"))
PARTS = frozenset(("upper", "middle", "mid", "lower"))
LEADING = SIDES | PLACING | PARTS | {"the", "of", "a"}
"""Words before a place."""
DISEASE = frozenset(("involvement", "disease", "changes", "abnormality", "abnormalities", "process"))
DISEASE_REACH = 5
"""Tokens behind "cleared" among which its disease stands: "cleared of its former involvement" names no finding."""
ENDS, AND, THE = frozenset((";", ":", "but", "while", "whereas")), frozenset(("and", ",")), frozenset(("the",))


def without_places_that_cleared(block: Block) -> Block:
    """The block without lungs that have cleared, or were removed, where a finding before them has or was.

    "Opacity in the left lung has cleared" tells of the opacity, "the drain in the left lung was removed" of the drain.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    findings = block.hits[trie.FINDING]
    cleared = block.said(CLEARED)[findings.end - 1] & (findings.end > findings.start + 1)
    verbs = block.count_before(FINITE)
    lies = ~cleared & block.said(LEADING)[findings.start - 1] & (verbs[findings.start] < verbs[findings.end])
    if not (cleared.any() or lies.any()):
        return block
    for k in indices(lies).tolist():
        start = int(findings.start[k])
        low = _subject_begins(block, start)
        named = k > 0 and int(findings.start[k - 1]) >= low and findings.end[k - 1] <= start
        lies[k] = named and _is_where(block, start, low, PLACING | OF)
    for k in indices(cleared).tolist():
        start, end = int(findings.start[k]), int(findings.end[k])
        low = _subject_begins(block, start)
        named = k > 0 and int(findings.start[k - 1]) >= low
        of_another = block.words[end] in OF and DISEASE.isdisjoint(block.words[end : end + DISEASE_REACH])
        cleared[k] = named or of_another or _is_where(block, start, low)
    cleared |= lies
    hits = list(block.hits)
    hits[trie.FINDING] = findings.at(~cleared)
    return block.with_hits(hits) if cleared.any() else block


def _is_where(block: Block, start: int, low: int, placing: frozenset[str] = PLACING) -> bool:
    """Whether the place at a token only tells where the subject, which begins at ``low``, lay: "that at the base"."""
    at = start - 1
    while at > low and (block.words[at] in SIDES | PARTS or block.traits[at] & DETERMINER):
        at -= 1
    return at > low and block.words[at] in placing


def _subject_begins(block: Block, start: int) -> int:
    """First token of the subject that a token stands in: behind a verb, a mark or "and the"."""
    words, low = block.words, start
    first = int(block.tokens.first[block.sentence[start]])
    while low > first and not block.traits[low - 1] & FINITE and words[low - 1] not in ENDS:
        if words[low] in THE and words[low - 1] in AND:
            return low
        low -= 1
    return low
