"""Structures that a word of what is normal is not said of: "heart size normal, overexpanded lungs"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.findings.property_pairs import Pairs
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, any_between, count_before, followed_by, indices, led_by
from radot_fast.extraction.match.words import COLON, DETERMINER, FINITE, JOINT, SEGMENT_END

LIKEWISE = frozenset(("as", "so", "is", "are"))
"""Words between a structure and another that is like it: "the heart is normal, as is the aorta"."""
LOOKS = frozenset(
    ("size", "configuration", "appearance", "contour", "contours", "shape", "caliber", "position", "outline")
)
"""Nouns of what is normal of a structure: "normal size and configuration of the heart"."""
PROMINENT = frozenset(("prominent", "generous", "full", "bulky", "conspicuous"))
"""Words of a look that may be normal: "the heart, although prominent, is not enlarged"."""
PARTING = frozenset((",", ";", "and", "but", "while", "although", "though", "whereas", "however"))
"""Marks and conjunctions before another statement."""
SIDES, SIDE_REACH = frozenset(("left", "right")), 6
"""Sides, and the tokens behind a property among which its side stands."""
COMMAS, ADDING = frozenset((",", ";")), frozenset(("including", "with", "and", "in", "on", "at"))
"""Marks behind what is told, and words behind them that go on with it."""
GOING_ON = frozenset(("but", "though", "although", "yet"))
DEGREES = frozenset(("somewhat", "rather", "again", "still", "now", "quite", "also", "diffusely"))
IN_SIZE = frozenset(("in", "to", "toward", "towards", "bilaterally", "."))
"""Words between a normal structure and what else it is, "but somewhat displaced", and behind that."""
NEGATIVE, FOR = frozenset(("negative", "neg")), frozenset(("for",))


def is_of_another(pairs: Pairs, named: Mentions, block: Block) -> np.ndarray:
    """Whether something else is normal than the structure of each pair.

    "Heart size normal, overexpanded lungs" and "the mediastinum is unremarkable, nodule in the left lung" say nothing
    good of the lungs, nor does "changes of the spine and clear lungs" of the spine, or "negative for effusion" of both.

    Parameters
    ----------
    pairs
        Structures and words of what is normal.
    named
        Findings that are named.
    block
        Words and hits of the sentences.

    Returns
    -------
    bool, shape (n_pairs,)
    """
    (a, b, _), (start, end, _) = pairs.structure, pairs.property
    told = tokens_in(block, (trie.STRUCTURE, trie.ANATOMY, trie.COMPARISON, trie.SEVERITY, trie.MODIFIER))
    plain = told | block.has(DETERMINER | JOINT) | block.said(LIKEWISE | LOOKS)
    structures = block.hits[trie.STRUCTURE].start
    # A mark that goes on with what is no structure: "the heart is normal, over expanded lungs".
    parts = indices(block.has(JOINT)[:-1] & ~plain[1:]) + 1
    marks = block.where(JOINT | SEGMENT_END)
    led = any_between(structures, led_by(-1, marks)[marks.searchsorted(start)], start)
    # "Clear hyperexpanded lungs" are clear.
    before = followed_by(named.end, -1)[named.start.searchsorted(a) - 1]
    other = led & any_between(parts, end, a)
    other |= any_between(named.start, end, a) & (before < a)
    other &= end <= a
    # "Degenerative changes of the spine and clear lungs": the lungs are, but "normal heart, aorta and clear lungs".
    joints = count_before(block.has(JOINT))
    behind = (b <= start) & (joints[np.minimum(b, start)] < joints[start])
    behind &= ~any_between(np.unique(start), block.tokens.first[block.sentence[start]], a)
    other |= behind & (followed_by(structures, -1)[structures.searchsorted(end)] == end)
    return other | (block.said(NEGATIVE)[end - 1] & block.said(FOR)[end] & ~block.has(COLON)[start - 1])


def only_looks_so(pairs: Pairs, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether the property of each pair is a look that a later one says is normal.

    "The heart, although prominent, is not enlarged", "the hila are full but within normal limits".
    """
    out = block.said(PROMINENT)[pairs.property.end - 1]
    if not out.any():
        return out
    normal = indices(pairs.property.meaning == meanings.normal)
    last = np.zeros(len(block.words), np.int64)
    np.maximum.at(last, pairs.structure.start[normal], pairs.property.start[normal])
    return (
        out
        & among(pairs.structure.start, pairs.structure.start[normal])
        & (last[pairs.structure.start] > pairs.property.start)
    )


def goes_on_with(start: int, end: int, block: Block) -> bool:
    """Whether a property at tokens ``start:end`` is told of the structure that is normal otherwise.

    "The heart is normal in size but displaced to the left", not "the heart is normal and enlarged hila are seen".
    """
    low = start - 1
    while block.traits[low] & FINITE or block.words[low].endswith("ly") or block.words[low] in DEGREES:
        low -= 1
    told = block.words[low] in GOING_ON or (block.words[low] == "and" and block.words[low - 1] not in COMMAS)
    return bool(told and (block.traits[end] & SEGMENT_END or block.words[end] in IN_SIZE))


def _is_of_other_side(block: Block, start: int, end: int, low: int, high: int) -> bool:
    """Whether what is told at tokens ``low:high`` is of one side, and the finding at ``start:end`` of the other.

    "Atelectasis at the right base but improved aeration of the left base."
    """
    opens = low
    while opens > end and block.words[opens - 1] not in PARTING:
        opens -= 1
    stop = high
    while stop < high + SIDE_REACH and not block.traits[stop] & SEGMENT_END:
        stop += 1
    first = max(start - 2, int(block.tokens.first[block.sentence[start]]))
    one, other = SIDES.intersection(block.words[first:opens]), SIDES.intersection(block.words[opens:stop])
    return opens > end and len(one) == len(other) == 1 and one != other


def goes_with_a_finding(named: Mentions, block: Block, low: int, high: int) -> bool:
    """Whether a finding stands before the tokens ``low:high``, or behind them without a mark or conjunction between.

    "Improved aeration at the left base but new opacity on the right" tells of two things, "less edema and improved
    aeration" of one.
    """
    k, sentence = int(named.start.searchsorted(low)), block.sentence
    before = k > 0 and sentence[named.start[k - 1]] == sentence[low]
    before = before and ";" not in block.words[named.end[k - 1] : low]
    before = before and not _is_of_other_side(block, int(named.start[k - 1]), int(named.end[k - 1]), low, high)
    behind = k < len(named.start) and sentence[named.start[k]] == sentence[low]
    return bool(before or (behind and PARTING.isdisjoint(block.words[high : named.start[k]])))


def is_parted(block: Block, named: Mentions, high: int) -> bool:
    """Whether a comma at token ``high`` parts what is told from the finding behind it: "heart stable, new effusion".

    That has a change of its own, or it is the first of its sentence: "heart stable, left effusion".
    """
    k, changes = int(named.start.searchsorted(high)), block.hits[trie.COMPARISON].start
    if block.words[high] not in COMMAS or k == len(named.start) or block.words[high + 1] in ADDING:
        return False
    sentence = block.sentence[high]
    first = k == 0 or block.sentence[named.start[k - 1]] != sentence
    changed = changes.searchsorted(high) < changes.searchsorted(int(named.start[k]))
    return bool(block.sentence[named.start[k]] == sentence and (first or changed))
