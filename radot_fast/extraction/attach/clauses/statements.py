"""Where statements end: at an "and" or "but" that joins two, and at no comma between adjectives.

"The edema has cleared and the heart is enlarged", "no acute, displaced fracture". The rules that look for the end of a
statement look for a mark: such a word becomes one before they look, and such a comma is none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import count_before, followed_by, indices, led_by
from radot_fast.extraction.match.words import (
    COLON,
    COMMA,
    CONJUNCTION,
    DETERMINER,
    FINITE,
    JOINT,
    NEGATION,
    REFERRING,
    SEGMENT_END,
    SEMICOLON,
)

DENYING = frozenset(("negative", "neg", "free", "devoid"))
"""First words of more denials: "negative for effusion and the heart is normal"."""
AND, OR, THE = frozenset(("and",)), frozenset(("or",)), frozenset(("the",))
IT, HARD = frozenset(("it",)), frozenset(("difficult", "hard", "impossible", "possible", "conceivable", "not"))
"""What begins a statement of its own behind "and", and words behind its verb: "and it is hard to exclude"."""
CONTRASTS = frozenset(("but", "while", "whereas", "although", "though"))
PARTING = CONTRASTS | {",", "and"}
PLURALS = frozenset(("are", "were", "have", "remain", "appear", "persist"))
MODALS = frozenset(("may", "could", "cannot", "can", "might", "should"))
"""Verbs that do not say of how many they are."""
BESIDE = frozenset(("underlying", "associated", "adjacent", "superimposed", "coexisting", "concurrent", "new", "any"))
"""Adjectives of one of several findings, besides those of the lexicon."""


class _Joins(NamedTuple):
    """Words at tokens ``at`` that may join two statements; ``verb`` is the token of the next verb or mark.

    ``subject`` is the token behind the first noun between the two, or the verb.
    """

    at: np.ndarray
    verb: np.ndarray
    subject: np.ndarray


def with_adjectives_together(block: Block) -> Block:
    """The block without the marks between adjectives of what follows: "no acute, displaced fractures are seen".

    In "effusion, small, stable nodule" the first is of what stands before.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    described = tokens_in(block, (trie.SEVERITY, trie.MODIFIER, trie.ANATOMY))
    commas = block.where(COMMA)
    # "No pneumothorax on the right, small effusion": no adjective, but a place.
    adjectives = tokens_in(block, (trie.SEVERITY, trie.MODIFIER))
    commas = commas[adjectives[commas - 1] & described[commas + 1]]
    names, out = block.hits[trie.FINDING].start, []
    for comma in commas.tolist():
        low, high = comma - 1, comma + 1
        while described[low] or (block.traits[low] & COMMA and described[low - 1]):
            low -= 1
        while described[high] and high not in names:
            high += 1
        out += [comma] if block.traits[low] & (NEGATION | DETERMINER | CONJUNCTION) and high in names else []
    return block.with_traits(out, 0) if out else block


def with_statements_apart(block: Block) -> Block:
    """The block with a mark for each "and" or "but" between statements: "edema has gone but the heart is big".

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    at = indices(block.said(CONTRASTS | AND))
    if not len(at):
        return block
    names = block.hits[trie.FINDING]
    marks = indices(block.has(FINITE) | _stops(block))
    verb = marks[marks.searchsorted(at + 1)]
    noun = names.start.searchsorted(at + 1)
    named = followed_by(names.start, len(block.words))[noun] < verb
    joins = _Joins(at, verb, np.where(named, followed_by(names.end, 0)[noun], verb))
    own = _has_own_verb(joins, named, block)
    opens = block.where(SEGMENT_END | SEMICOLON | COLON)
    begin = led_by(-1, opens)[opens.searchsorted(at - block.has(COMMA)[at - 1])] + 1
    verbs, nots = block.count_before(FINITE), count_before(block.has(NEGATION) | block.said(DENYING))
    plural = block.said(PLURALS)[verb]
    # What "the" leads to is known: "no edema, effusion and the catheter ends in the SVC".
    lists = block.where(SEMICOLON | COLON)
    first = np.maximum(led_by(-1, lists)[lists.searchsorted(at)] + 1, block.tokens.first[block.sentence[at]])
    denied = nots[first] < nots[at]
    known = block.said(THE)[at + 1] & ~plural & denied
    # "The nodule has grown but the heart and hila are normal": a verb of several may be of both sides of the "and".
    joints = indices(block.said(PARTING))
    last = np.maximum(begin, led_by(-1, joints)[joints.searchsorted(at)])
    since = np.where(plural | block.said(MODALS)[verb], last, begin)
    told = (verbs[begin] < verbs[at]) | denied | tokens_in(block, (trie.COMPARISON,))[at - 1]
    # "No failure, and it is difficult to exclude effusions."
    anew = (
        block.said(IT)[at + 1] & block.has(FINITE)[at + 2] & block.said(HARD)[np.minimum(at + 3, len(block.words) - 1)]
    )
    apart = at[(own & (known | (verbs[since] < verbs[at]))) | (told & _are_several(at, block)) | anew]
    return block.with_traits(apart, SEGMENT_END) if len(apart) else block


def _stops(block: Block) -> np.ndarray:
    """Which tokens end a subject: "and the heart, the hila and those behind them are" has no verb of the heart."""
    return block.has(JOINT | SEGMENT_END | SEMICOLON | REFERRING) | block.said(CONTRASTS)


def _has_own_verb(joins: _Joins, named: np.ndarray, block: Block) -> np.ndarray:
    """Whether a subject and its verb stand behind each word: "and atelectasis is unchanged", "and the heart is large".

    "The heart is not enlarged and the aorta is not" goes on with the state of the heart.
    """
    at, verb, subject = joins
    placed = count_before(tokens_in(block, (trie.STRUCTURE, trie.ANATOMY)))
    behind = np.minimum(verb + 1, len(block.words) - 2)
    own = block.has(FINITE)[verb] & ~_stops(block)[verb]
    own &= ~(block.has(NEGATION)[behind] & block.has(SEGMENT_END)[behind + 1])
    own &= (named | block.has(DETERMINER)[at + 1] | (placed[at + 1] < placed[verb])) & (verb > at + 1)
    # "A mix of edema and pneumonia are unchanged": a verb of several is of both.
    for k in indices(own & block.said(PLURALS)[verb]).tolist():
        own[k] = block.words[subject[k] - 1].endswith("s")
    return own


def _are_several(at: np.ndarray, block: Block) -> np.ndarray:
    """Whether a word leads to several and their verb: "there is edema and the heart and hila are unchanged".

    Behind what is told "effusion and pneumothorax are absent" or "pneumonia or edema is likely" is the same.
    """
    structures, joints = tokens_in(block, (trie.STRUCTURE, trie.ANATOMY)), block.said(AND | OR)
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER))
    names = tokens_in(block, (trie.FINDING, trie.STRUCTURE))
    named = count_before(names)
    other = count_before(~(structures | names | described | block.has(DETERMINER) | block.said(BESIDE) | joints))
    verbs, joints, ors = block.where(FINITE), count_before(joints), count_before(block.said(OR))
    verb = followed_by(verbs, len(block.words) - 1)[verbs.searchsorted(at)]
    of_them = (other[at] == other[verb]) & (named[at] < named[verb]) & ~structures[at - 1]
    # "No opacity is seen in the base and effusions are absent": one finding is told above.
    of_them &= (joints[at + 1] < joints[verb]) | ~tokens_in(block, (trie.FINDING,))[verb - 1]
    # "There is edema, and effusion and pneumonia cannot be excluded": without the comma the effusion may be seen.
    may_be_plural = block.said(PLURALS)[verb] | (block.said(MODALS)[verb] & block.has(COMMA)[at - 1])
    return of_them & (may_be_plural | (ors[at] < ors[verb]))
