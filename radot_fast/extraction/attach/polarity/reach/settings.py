"""Clinical settings that open a sentence, and doubt what its own doubt is of: "in the right setting, X may be Y"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import NEAR, POSSIBLE, Meanings
from radot_fast.extraction.match.segments import any_between, indices
from radot_fast.extraction.match.words import COMMA, FINITE

CLINICAL = frozenset(
    (
        "clinical", "clinically", "fever", "fevers", "febrile", "afebrile", "leukocytosis", "symptoms", "symptomatic",
        "cough", "septic", "sepsis", "immunocompromised",
    )
)  # fmt: skip
IF = frozenset(("if", "should"))
"""First words of a condition of the patient: "if the patient has fever, the opacity should be treated as pneumonia"."""
PAST, OF = frozenset(("history",)), frozenset(("of",))
WHICH = frozenset(("which", "that"))
NO_LONGER = frozenset(("is", "are", "has", "have", "persists", "persist", "remains", "remain", "appears", "appear"))
"""Verbs of today behind it: "follow-up of pneumonia, which has cleared", but "… of a cancer, which was resected"."""
BEFORE_WHICH = frozenset((",", ";", "(", "or", "nor", "and", "but"))
CONDITION = 10
"""Tokens of such a condition."""


def begins_to_doubt(cues: Hits, block: Block, meanings: Meanings) -> np.ndarray:
    """By cue, the token before which it doubts nothing: that of the next doubt for a clinical setting, else its own.

    "In the right clinical setting, the left basal opacity could represent pneumonia" doubts the pneumonia.

    Parameters
    ----------
    cues, block, meanings
        Cues of the sentences, their words, and what the cues mean.

    Returns
    -------
    int64, shape (n_cues,), in [0, n_tokens)
    """
    out = cues.start.copy()
    clinical = indices(block.said(CLINICAL))
    if not len(clinical):
        return out
    level = meanings.level[cues.meaning]
    doubts = (level >= NEAR) & (level <= POSSIBLE) & meanings.points_on[cues.meaning]
    settings = doubts & any_between(clinical, cues.start, cues.end)
    opens = doubts & block.said(IF)[cues.start] & (cues.start == block.tokens.first[block.sentence[cues.start]])
    settings |= opens & any_between(clinical, cues.start, cues.start + CONDITION)
    # "In the right setting, pneumonia with possible effusion": a word before a noun is of that alone.
    doubts &= (cues.end - cues.start > 1) | block.has(FINITE)[cues.start]
    for k in indices(settings).tolist():
        following = indices(doubts & ~settings & (cues.start >= cues.end[k])).tolist()
        if following and block.sentence[cues.start[following[0]]] == block.sentence[cues.start[k]]:
            out[k] = cues.start[following[0]]
    return out


def told_behind_comma(a: np.ndarray, b: np.ndarray, low: np.ndarray, block: Block) -> np.ndarray:
    """Whether a history ends with the comma before a finding with a verb: "with a history of fever, edema is new".

    "History of asthma, pneumonia" tells of two.

    Parameters
    ----------
    a, b, low
        int64, shape (n,), >= 0: tokens ``a:b`` of a cue, and the first token of a finding.
    block
        Words of the sentences.

    Returns
    -------
    bool, shape (n,)
    """
    out = block.said(PAST)[b - 2] & block.said(OF)[b - 1] & (low > b)
    names = block.hits[trie.FINDING].start
    for k in indices(out).tolist():
        commas = indices(block.has(COMMA)[b[k] : low[k]])
        stop = int(block.tokens.first[block.sentence[a[k]] + 1])
        verb = bool((block.traits[low[k] : stop] & FINITE).any())
        free = len(commas) and names.searchsorted(b[k]) == names.searchsorted(b[k] + commas[0])
        out[k] = bool(verb and free)
    return out


def told_by_a_clause(history: np.ndarray, low: np.ndarray, high: np.ndarray, block: Block) -> np.ndarray:
    """Whether a clause behind a reason for a film tells of today: "follow-up of pneumonia, which is no longer visible".

    Parameters
    ----------
    history
        bool, shape (n,): cues that are no statement on these images.
    low, high
        int64, shape (n,), >= 0: tokens ``low:high`` of a finding behind each.
    block
        Words of the sentences.

    Returns
    -------
    bool, shape (n,)
    """
    out = np.zeros(len(low), bool)
    which, names = block.said(WHICH), block.hits[trie.FINDING].start
    news = np.sort(np.concatenate((block.hits[trie.COMPARISON].start, block.hits[trie.CUE].start)))
    for k in indices(history & which.any()).tolist():
        at, stop = int(high[k]), int(block.tokens.first[block.sentence[low[k]] + 1])
        while at < stop and block.words[at] not in BEFORE_WHICH:
            at += 1
        if at + 2 >= stop or not which[at + 1] or block.words[at] != "," or block.words[at + 2] not in NO_LONGER:
            continue
        told = news.searchsorted(at + 2) < news.searchsorted(stop)
        out[k] = told and names.searchsorted(high[k]) == names.searchsorted(at)
    return out
