"""Words of what is unchanged that are said of a doubt: "a possibility of pneumonia remains" tells of no other film."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import FINITE, JOINT, PREPOSITION, SEGMENT_END

REMAINS = frozenset(
    (
        "remains", "remain", "remaining", "persists", "persist", "persistent", "persisting", "still", "continues",
        "continue", "continuing", "continued", "ongoing", "lingers", "lingering", "stays",
    )
)  # fmt: skip
NOUNS = frozenset(
    (
        "possibility", "possibilities", "question", "concern", "concerns", "suspicion", "chance", "worry", "doubt",
        "uncertainty", "likelihood", "probability",
    )
)  # fmt: skip
"""What remains where it is the subject: "the question of a nodule remains"."""
OF = frozenset(("of", "for", "about", "that", "whether", "as", "is"))
"""Words behind such a noun: "concern for aspiration"; not "a finding of concern"."""
COMPLEMENTS = NOUNS | {
    "consideration", "considerations", "differential", "contender", "option", "explanation", "diagnosis",
}  # fmt: skip
"""What something remains: "pneumonia remains a concern", "remains in the differential"."""
UNSURE = frozenset(
    (
        "possible", "possibly", "conceivable", "plausible", "likely", "suspected", "unproven", "uncertain",
        "questionable", "indeterminate", "unconfirmed", "debatable", "doubtful", "excluded", "unexcluded", "confirmed",
        "proven",
    )
)  # fmt: skip
"""How it remains: "pneumonia remains possible"; "there is still a possible nodule" tells that it was seen before."""
LEADS = frozenset(
    (
        "a", "an", "the", "in", "of", "under", "within", "as", "very", "highly", "most", "more", "less", "also",
        "still", "real", "strong", "main", "leading", "distinct", "slight", "high", "low", "some", "open", "to",
        "clinical", "small", "be", "has", "have", "needs", "need", "not",
    )
)  # fmt: skip
LEAD_REACH = 4
"""Most words between "remains" and what it remains."""


def doubts_that_remain(hits: Hits, block: Block) -> np.ndarray:
    """Which words of what is unchanged are said of a doubt: bool, shape (n_hits,)."""
    out = block.said(REMAINS)[hits.start]
    if not out.any():
        return out
    out &= among(block.sentence[hits.start], block.sentence[block.said(COMPLEMENTS | UNSURE)])
    for k in indices(out).tolist():
        start, end = int(hits.start[k]), int(hits.end[k])
        out[k] = _remains_a_doubt(end, block) or _is_of_doubt(start, block)
    return out


def _remains_a_doubt(end: int, block: Block) -> bool:
    """Whether a doubt follows: "remains a possibility", "persistent concern for"."""
    words = block.words
    for at in range(end, min(end + LEAD_REACH, len(words) - 1)):
        if words[at] in UNSURE:
            return bool(block.traits[at + 1] & (SEGMENT_END | JOINT | PREPOSITION)) or words[at + 1] == "that"
        if words[at] in COMPLEMENTS:
            return True
        if words[at] not in LEADS:
            return False
    return False


def _is_of_doubt(start: int, block: Block) -> bool:
    """Whether a doubt is the subject of the verb at a token: "the question of a nodule at the left apex remains"."""
    first = int(block.tokens.first[block.sentence[start]])
    for at in range(start - 1, first - 1, -1):
        if block.words[at] in NOUNS:
            return block.words[at + 1] in OF
        if block.traits[at] & FINITE or block.words[at] in (";", ","):
            return False
    return False
