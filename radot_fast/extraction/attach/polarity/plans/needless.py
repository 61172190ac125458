"""What is denied is a measure, and not the finding it is for: "no further imaging is needed for the pneumonia"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.attach.polarity.plans.advised_removals import ADVISED, ADVISING
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, HISTORY
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import DETERMINERS, SEMICOLON

NO, NOT = frozenset(("no",)), frozenset(("not", "t", "never"))
NEEDED = frozenset(
    ("needed", "required", "necessary", "warranted", "indicated", "advised", "recommended", "suggested", "mandatory")
)
NEEDS = frozenset(("need", "needs", "require", "requires", "warrant", "warrants", "merit", "merits", "necessitate"))
MEASURES = frozenset(
    (
        "imaging", "followup", "up", "surveillance", "intervention", "treatment", "therapy", "drainage", "workup",
        "thoracentesis", "biopsy", "ct", "mri", "radiograph", "radiographs", "film", "films", "study", "studies",
        "evaluation", "investigation", "investigations", "action", "management", "monitoring", "referral", "tapping",
        "antibiotics", "surgery", "characterization", "assessment", "examination", "tap", "views", "decompression",
    )
)  # fmt: skip
"""What may be done about a finding; "up" of follow-up."""
KINDS = MEASURES | {
    "further", "additional", "other", "more", "routine", "specific", "immediate", "urgent", "repeat", "dedicated",
    "follow", "radiographic", "radiological", "chest", "clinical", "active", "surgical", "interval", "special", "work",
    "percutaneous",
}  # fmt: skip
"""Words between a "no" and its measure, that itself among them."""
FOR = frozenset(("for", "of", "regarding", "to"))
THE = DETERMINERS | {"these", "those", "that"}
THAT_IS = frozenset((",", "is", "are", "concerned", "itself", "themselves"))
"""Words between what comes first and the "no" behind it: "as far as the pneumonia is concerned, no imaging"."""
VERBS = NEEDS | {"does", "do", "itself", "will", "would", "should"}
"""Words right behind a subject that needs nothing."""
UNTIL = frozenset(("until", "till", "once", "when"))
THAT = UNTIL | {"that", "whether", "if", "sure"}
NOUNS = 5
"""Tokens between such a word and the finding: "to ensure that the left basal opacity has cleared"."""
GONE = frozenset(("cleared", "resolved", "gone", "disappeared", "settled", "resorbed", "reabsorbed", "subsided"))
ADVICE = ADVISING | ADVISED | {"follow", "repeat", "repeated", "followed", "reimaged", "review"}
SHOWS = frozenset(
    (
        "show", "confirm", "ensure", "sure", "make", "document", "see", "check", "verify", "demonstrate", "establish",
        "prove", "determine", "certain",
    )
)  # fmt: skip
"""Verbs of what a later film is for: "to show that the pneumonia has cleared"."""


def with_needless(named: Mentions, said: np.ndarray, block: Block) -> np.ndarray:
    """Levels of findings, nothing of those that are only named again: "no further imaging is needed for the pneumonia".

    Nor of those that are to be gone on a film to come: "a film is advised to show that the pneumonia has cleared". What
    has an article and more is there: "no intervention is needed for the small left pneumothorax".

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.

    Returns
    -------
    int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]
    """
    out = said.copy()
    out[_awaited(named, said, block)] = HISTORY
    needs = indices(block.said(NEEDED | NEEDS))
    if not len(needs):
        return out
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER, trie.COMPARISON))
    for need in needs.tolist():
        low, high = _clause(block, need)
        measure = _denied_measure(block, low, need)
        refused = not NOT.isdisjoint(block.words[max(low, need - 2) : need + 2]) or block.words[need + 1] in NO
        if measure is None and not refused:
            continue
        first, last = named.start.searchsorted((low, high)).tolist()
        for k in [k for k in range(first, last) if not named.combo[k] and said[k] in (DEFINITE, ABSENT)]:
            start, end = int(named.start[k]), int(named.end[k])
            at = start
            while at > low and described[at - 1]:
                at -= 1
            the = block.words[at - 1] in THE
            led = block.words[at - 1 - the] in FOR and not MEASURES.isdisjoint(block.words[low:start])
            before = measure is not None and end <= measure and THAT_IS.issuperset(block.words[end:measure])
            subject = the and end <= need <= end + 3 and block.words[end] in VERBS
            if led or before or subject:
                out[k] = DEFINITE if the and at < start else HISTORY
    return out


def _clause(block: Block, at: int) -> tuple[int, int]:
    """The tokens of a sentence around one of them, between semicolons."""
    low, high = block.tokens.first[block.sentence[at] :][:2].tolist()
    marks = indices((block.traits[low:high] & SEMICOLON) > 0) + low
    k = int(marks.searchsorted(at))
    return (int(marks[k - 1]) + 1 if k else low), (int(marks[k]) if k < len(marks) else high)


def _denied_measure(block: Block, low: int, need: int) -> int | None:
    """The "no" of a measure before the token that tells that it is needed: "no further imaging is required"."""
    for at in range(need - 1, low - 1, -1):
        if block.words[at] in NO:
            end = at + 1
            while block.words[end] in KINDS:
                end += 1
            return None if MEASURES.isdisjoint(block.words[at + 1 : end]) else at
    return None


def _awaited(named: Mentions, said: np.ndarray, block: Block) -> list[int]:
    """Numbers of findings that a film which is advised shall show to be gone, or is to come behind their going."""
    out: list[int] = []
    gone = block.said(GONE)
    if not gone.any():
        return out
    last = block.tokens.first[block.sentence[named.start] + 1] - 1
    near = gone[named.end] | gone[np.minimum(named.end + 1, last)] | gone[np.minimum(named.end + 2, last)]
    near &= ~named.combo & ((said == DEFINITE) | (said == ABSENT))
    if not near.any():
        return out
    near &= among(block.sentence[named.start], block.sentence[block.said(ADVICE)])
    for k in indices(near).tolist():
        low, start = int(block.tokens.first[block.sentence[named.start[k]]]), int(named.start[k])
        at = next((t for t in range(start - 1, max(low, start - 1 - NOUNS) - 1, -1) if block.words[t] in THAT), low)
        before = block.words[at - 1] if at > low else ""
        awaits = block.words[at] in UNTIL or (before in SHOWS and "to" in block.words[max(low, at - 3) : at - 1])
        _, stop = _clause(block, start)
        out += [k] if awaits and not ADVICE.isdisjoint(block.words[low:stop]) else []
    return out
