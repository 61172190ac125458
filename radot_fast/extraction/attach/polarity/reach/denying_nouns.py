"""How far denials reach: "clearing of the opacities favors edema", "the conduit is not dilated, air-fluid level"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, POSSIBLE, Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, DETERMINER, NEGATION, SEGMENT_END
from radot_fast.extraction.text.tokens import BAR

DENIERS = frozenset(
    ("absence", "lack", "clearing", "resolution", "removal", "disappearance", "clearance", "extraction")
)  # fmt: skip
"""Nouns that deny what they are of."""
TAKEN_OUT = frozenset(("removal", "extraction"))
COLON_REACH = 12
"""Those of them that a bracket and a colon end within so many words, behind which stands what was seen then."""
LEADS_ON = frozenset(
    (
        "favors", "favor", "indicates", "indicate", "suggests", "suggest", "implies", "supports", "makes", "renders",
        "has", "have", "leaves", "leaving", "reveals", "revealed", "argues", "points", "led", "caused", "means",
    )
)  # fmt: skip
"""Verbs behind which such a noun tells what follows from it."""

OR, ENDS = frozenset(("or", "nor")), frozenset((BAR, ";"))
LOOKS = frozenset(("distended", "displaced", "stretched", "kinked", "shifted", "overdistended"))
"""Looks that no structure has by that word."""
OF, CANNOT_BE, NOT = frozenset(("of",)), frozenset(("cannot",)), frozenset(("not", "t"))
ABSENCES = frozenset(("absence", "exclusion", "lack", "resolution", "clearance", "disappearance"))
CANNOT = frozenset(("cannot", "can", "could", "not"))
"""Nouns that deny, and first words of what denies them."""


def spent(cues: Hits, block: Block, meanings: Meanings) -> np.ndarray:
    """By cue, the token from which it denies no more: the verb behind a noun that denies.

    "Clearing of the opacities favors edema": the edema is there. "No evidence of" goes on behind a verb.

    Parameters
    ----------
    cues, block, meanings
        Cues of the sentences, their words, and what the cues mean.

    Returns
    -------
    int64, shape (n_cues,), in [0, n_tokens]
    """
    out = np.full(len(cues.start), len(block.words))
    nouns = (meanings.level[cues.meaning] == ABSENT) & meanings.points_on[cues.meaning]
    # "The absence of a right heart border suggests collapse."
    last = cues.end - 1 - block.has(DETERMINER)[cues.end - 1]
    nouns &= ~block.has(NEGATION)[cues.start] & block.said(OF)[last]
    for k in indices(nouns).tolist():
        if not DENIERS.isdisjoint(block.words[cues.start[k] : cues.end[k]]):
            at = int(cues.end[k])
            while not block.traits[at] & SEGMENT_END and block.words[at] not in LEADS_ON:
                at += 1
            # "In the absence of prior films, the effusion is of unknown age" goes on behind its comma.
            aside = block.words[cues.start[k] - 2 : cues.start[k]] == ["in", "the"]
            out[k] = at if aside or block.words[at] in LEADS_ON else out[k]
            # "Post removal of left chest tube (1300): small pneumothorax."
            behind = words_from(block, int(cues.end[k]), COLON_REACH)
            closed = [t for t in range(1, len(behind)) if behind[t - 1 : t + 1] == [")", ":"]]
            if closed and not TAKEN_OUT.isdisjoint(block.words[cues.start[k] : cues.end[k]]):
                out[k] = min(out[k], int(cues.end[k]) + closed[0])
    ends = _of_a_look(cues, block)
    return np.where(ends > 0, ends, out)


def _of_a_look(cues: Hits, block: Block) -> np.ndarray:
    """By cue, the comma behind the look that a "not" denies; 0 where it denies more, or a list goes on.

    "Conduit not dilated, fluid level inside"; "the lungs are not hyperinflated, fibrotic or emphysematous" goes on.
    """
    looks, out = block.hits[trie.PROPERTY], np.zeros(len(cues.start), np.int64)
    ends = np.zeros(len(block.words) + 1, np.int64)
    ends[looks.start] = looks.end
    behind = np.where(ends[cues.start] > 0, ends[cues.start], cues.end + block.said(LOOKS)[cues.end])
    closed = block.said(NOT)[cues.start] & (behind > cues.end) & block.has(COMMA)[behind]
    for k in indices(closed).tolist():
        comma = stop = int(behind[k])
        while block.words[stop] not in ENDS:
            stop += 1
        out[k] = 0 if not OR.isdisjoint(block.words[comma:stop]) else comma
    return out


def unconfirmed(finding: np.ndarray, a: np.ndarray, level: np.ndarray, tells: np.ndarray, block: Block) -> np.ndarray:
    """Find denials that are denied themselves: "absence of pneumothorax cannot be confirmed".

    Parameters
    ----------
    finding, a, level, tells
        int64, int64, int64 and bool, shape (n,): number of the finding and first token of the cue of each meeting of
        the two, what the cue says, and whether it holds for the finding.
    block
        Words of the sentences.

    Returns
    -------
    bool, shape (n,)
    """
    out = np.zeros(len(finding), bool)
    doubted = (level == POSSIBLE) & (
        block.said(CANNOT_BE)[a] | block.said(NOT)[np.minimum(a + 1, len(block.words) - 1)]
    )
    denials = indices(tells & ((level == ABSENT) | doubted))
    cannot, absences = (denials[block.said(words)[a[denials]]] for words in (CANNOT, ABSENCES))
    if not len(cannot):
        return out
    for k in absences.tolist():
        denied = cannot[finding[cannot] == finding[k]]
        out[denied[a[denied] > a[k]]] = True
        out[k] |= len(denied) > 0
    return out
