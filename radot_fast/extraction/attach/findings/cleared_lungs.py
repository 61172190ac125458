"""Lungs of which no finding is named, that have cleared or changed, or were removed: "the right lung has cleared".

And lobes that only tell where something lies: "the opacity in the right lower lobe is smaller" tells of no small lobe.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import AERATION, DETERMINER, FINITE, SEGMENT_END

CLEARED, OF = frozenset(("cleared", "removed", "smaller", "shrunken", "shrunk", "contracted")), frozenset(("of",))
GOES = frozenset(("clearing", "improving", "worsening", "improved", "worsened", "deteriorated"))
"""Last words of what becomes of a lung, which may be said of a finding before it: "…, the left base has worsened"."""
WORSE = GOES | {"worse", "better"}
CLOSES = frozenset(("than", "today", "now", "since", "compared", "and", "but", "while", "whereas", "overall"))
"""Words behind these where they close what is said: "the left base looks worse", not "is better seen"."""
LUNGS = frozenset(("lung", "lungs"))
AIR = AERATION | {"expansion", "inflation", "ventilation", "transparency"}
LOBES = frozenset(("rul", "rml", "rll", "lul", "lll", "lingula"))
PARTS = LUNGS | LOBES | {"base", "bases", "lobe", "lobes", "zone", "zones"}
SIDES, PLACING = frozenset(("left", "right", "both")), frozenset(("in", "at", "on", "within"))
HEIGHTS = frozenset(("upper", "middle", "mid", "lower"))
LEADING = SIDES | PLACING | HEIGHTS | {"the", "of", "a"}
"""Words before a place."""
THAT = frozenset(("that", "those"))
DISEASE = frozenset(("involvement", "disease", "changes", "abnormality", "abnormalities", "process"))
DISEASE_REACH = 5
"""Tokens behind "cleared" among which its disease stands: "cleared of its former involvement" names no finding."""
ENDS, AND, THE = frozenset((";", ":", "but", "while", "whereas")), frozenset(("and", ",")), frozenset(("the",))


def without_places_that_cleared(block: Block) -> Block:
    """The block without lungs that have cleared, shrunk or been removed, where a finding before them has or was.

    "Opacity in the left lung has cleared" tells of the opacity, "the drain in the left lung was removed" of the drain,
    "the mass of the right upper lobe is smaller" of the mass.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    findings = block.hits[trie.FINDING]
    last = findings.end - 1
    cleared = (block.said(CLEARED)[last] | (block.said(WORSE)[last] & block.said(PARTS)[findings.start])) & (
        findings.end > findings.start + 1
    )
    verbs = block.count_before(FINITE)
    lies = ~cleared & block.said(LEADING)[findings.start - 1] & (verbs[findings.start] < verbs[findings.end])
    if not (cleared.any() or lies.any()):
        return block
    for k in indices(lies).tolist():
        start = int(findings.start[k])
        low = _subject_begins(block, start)
        named = k > 0 and int(findings.start[k - 1]) >= low and findings.end[k - 1] <= start
        lies[k] = named and _is_where(block, start, low, PLACING | OF)
    told, changed = set[int](), block.hits[trie.COMPARISON].end
    for k in indices(cleared).tolist():
        start, end = int(findings.start[k]), int(findings.end[k])
        low = _subject_begins(block, start)
        # "Opacity in the left lung and the right lung has worsened."
        if block.words[low - 1] == "and" and (block.hits[trie.ANATOMY].end == low - 1).any():
            low = _subject_begins(block, low - 1)
        # "Opacity worse, right lung better": the comma ends what has a change already.
        if block.words[end - 1] in WORSE and block.words[start] in LUNGS:
            commas = [at for at in range(low, start) if block.words[at] == "," and at in changed]
            low = max([low, *(at + 1 for at in commas)])
        named = k > 0 and int(findings.start[k - 1]) >= low
        of_another = block.words[end] in OF and DISEASE.isdisjoint(words_from(block, end, DISEASE_REACH))
        # "Consolidation: RUL better" tells of the consolidation.
        named |= block.words[low - 1] == ":" and block.words[end - 1] in WORSE and (low - 1) in findings.end
        # "Consolidation LLL is better but RLL is worse": so is the consolidation there.
        earlier = k > 0 and block.sentence[findings.start[k - 1]] == block.sentence[start] and bool(cleared[k - 1])
        named |= earlier and LOBES.issuperset((block.words[start], block.words[findings.start[k - 1]]))
        # "Upper lobe consolidation has improved, the lower lobe has worsened."
        of_finding = block.words[end - 1] in GOES and block.words[start] not in LUNGS
        named |= of_finding and _follows_a_finding(block, k, cleared)
        # "Right lung better, left lung worse" tells of two.
        apart = block.words[end - 1] in WORSE and named and findings.end[k - 1] in told
        named = (named and not apart) or (block.words[end - 1] in WORSE and not _is_told(block, low, start, end))
        cleared[k] = named or of_another or _is_where(block, start, low)
        told |= set() if cleared[k] else {end}
    cleared |= lies
    hits = list(block.hits)
    hits[trie.FINDING] = findings.at(~cleared)
    return block.with_hits(hits) if cleared.any() else block


def _follows_a_finding(block: Block, k: int, cleared: np.ndarray) -> bool:
    """Whether a finding that is no lung stands before finding k in its sentence, and before any semicolon."""
    starts = block.hits[trie.FINDING].start
    same = k > 0 and block.sentence[starts[k - 1]] == block.sentence[starts[k]] and not cleared[k - 1]
    return bool(same) and ";" not in block.words[starts[k - 1] : starts[k]]


def _is_told(block: Block, low: int, start: int, end: int) -> bool:
    """Whether a lung is worse or better with nothing behind it: not "better seen", nor "worse than the left"."""
    other = block.words[end] == "than" and not SIDES.isdisjoint(words_from(block, end, 3))
    closed = bool(block.traits[end] & SEGMENT_END) or (block.words[end] in CLOSES and not other)
    return closed and AIR.isdisjoint(block.words[low:start])


def _is_where(block: Block, start: int, low: int, placing: frozenset[str] = PLACING) -> bool:
    """Whether the place at a token only tells where the subject, which begins at ``low``, lay: "that at the base"."""
    at = start - 1
    while at > low and (block.words[at] in SIDES | HEIGHTS or block.traits[at] & DETERMINER):
        at -= 1
    that = (
        at > low and block.words[at] in OF and block.words[at - 1] in THAT
    )  # "that of the left lower lobe has cleared"
    return at > low and (block.words[at] in placing or that)


def _subject_begins(block: Block, start: int) -> int:
    """First token of the subject that a token stands in: behind a verb, a mark or "and the"."""
    words, low = block.words, start
    first = int(block.tokens.first[block.sentence[start]])
    while low > first and not block.traits[low - 1] & FINITE and words[low - 1] not in ENDS:
        if words[low] in THE and words[low - 1] in AND:
            return low
        low -= 1
    return low
