"""Cues in brackets or labels: what they say of findings outside of these."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.clauses.cut_clauses import Clauses
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import Marked, followed_by, indices
from radot_fast.extraction.match.words import BRACKET, CARRIES, COLON, COMMA, SEGMENT_END

ANNOUNCING = frozenset(("following", "for", "of", "include", "includes", "including"))
"""Last words before the colon of a list of what is asked for."""


def goes_on_inside(a: np.ndarray, b: np.ndarray, low: np.ndarray, cut: Clauses, block: Block) -> np.ndarray:
    """Whether cues begin a bracket that goes on with what they doubt: "elevation (possible nerve involvement)".

    Parameters
    ----------
    a, b, low
        int64, shape (n,), in [0, n_tokens): tokens ``a:b`` of cues, and first tokens of findings.
    cut, block
        Clauses of the sentences, and their words.
    """
    if not block.there & BRACKET:
        return np.zeros(len(a), bool)
    inside = (cut.brackets[a] > 0) & (cut.brackets[low] != cut.brackets[a])
    for k in indices(inside).tolist():
        at, end = int(a[k]), int(b[k])
        while cut.described[end]:
            end += 1
        named = end > b[k] or bool(block.traits[end] & CARRIES)
        inside[k] = block.words[at - 1] == "(" and b[k] == at + 1 and named and not block.traits[end] & SEGMENT_END
    return inside


def behind_its_label(a: np.ndarray, b: np.ndarray, high: np.ndarray, block: Block) -> np.ndarray:
    """Whether findings end behind the colon of a label that a cue opens: "Rule out pneumothorax: small left one".

    Not so "Rule out: pneumothorax" and "evaluate for the following: pneumonia".

    Parameters
    ----------
    a, b, high
        int64, shape (n,), in [0, n_tokens]: tokens ``a:b`` of cues, and last tokens + 1 of findings.
    block
        Words of the sentences.
    """
    colons = followed_by(block.where(COLON), len(block.words))
    colon = colons[colons.searchsorted(b)]
    # "SOB, evaluate for CHF: cardiomegaly with congestion."
    opens = (block.tokens.first[block.sentence[a]] == a) | block.has(COMMA)[a - 1]
    out = (b < colon) & (colon < high) & opens
    return out & ~block.said(ANNOUNCING)[colon - 1]


def ends_with_its_bracket(a: np.ndarray, b: np.ndarray, low: np.ndarray, cut: Clauses, block: Block) -> np.ndarray:
    """Whether findings stand behind the bracket that a cue before them is in, with more than the cue.

    "T8 wedging (correlate for tenderness) and a small effusion" has the effusion; "(?early) pneumonia" doubts it.

    Parameters
    ----------
    a, b, low
        int64, shape (n,), in [0, n_tokens): tokens ``a:b`` of cues, and first tokens of findings.
    cut, block
        Clauses of the sentences, and their words.
    """
    if not block.there & BRACKET:
        return np.zeros(len(a), bool)
    out = (cut.brackets[a] > 0) & (cut.brackets[low] != cut.brackets[a]) & (a < low)
    names = Marked(block.hits[trie.FINDING].start)
    for k in indices(out).tolist():
        end = int(b[k])
        while cut.described[end]:
            end += 1
        # "(?early) edema", not "opacity (likely pneumonia) and effusion".
        end += b[k] == a[k] + 1 and block.words[end] != ")" and end not in names
        out[k] = block.words[a[k] - 1] != "(" or block.words[end] != ")"
    return out
