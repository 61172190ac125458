"""Values that answer a label: "effusion: none", "consolidation is conspicuously absent"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import Links
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import any_between, count_before, indices, led_by
from radot_fast.extraction.match.words import (
    COLON,
    COMMA,
    CONJUNCTION,
    DETERMINER,
    FINITE,
    PAUSE,
    PREPOSITION,
    SEGMENT_END,
    SEMICOLON,
    SIGN,
    VERB,
)

PARTS = frozenset(
    (
        "bones", "bone", "skeleton", "heart", "mediastinum", "hila", "hilum", "aorta", "spine", "ribs", "diaphragm",
        "diaphragms", "tissue", "tissues", "vessels", "trachea", "airways", "lines", "tubes", "devices", "hardware",
        "abdomen", "other", "others", "structures", "lungs", "pleura",
    )
)  # fmt: skip
"""Last words of labels of a part, whose value is no other's."""
OUT = frozenset(("out", "removed", "pulled", "withdrawn", "extracted", "have", "were", "are"))
"""First words of what is said of tubes that are gone."""
AND, OF_ONE, BEEN = frozenset(("and",)), frozenset(("is", "was", "has")), frozenset(("been",))
TOLD = frozenset(
    (
        "left", "right", "bilateral", "both", "bibasal", "bibasilar", "possible", "possibly", "probable", "probably",
        "likely", "suspected", "questionable", "?", "query", "excluded", "stable", "unchanged", "persistent", "old",
        "seen", "present", "no", "not", "there", "versus", "vs", "negative", "without", "free", "clear", "nothing",
        "neither",
    )
)  # fmt: skip
"""Words of a name that is told and no label."""
READINGS = frozenset(
    (
        "versus", "vs", "?", "likely", "probably", "possibly", "favor", "favors", "favored", "consistent", "compatible",
        "suggesting", "suggestive", "representing", "suspicious", "presumably",
    )
)  # fmt: skip
"""Words by which a name before them is told."""
TWO = 2
"""Names of a list that may be a statement each: "ETT, left PICC out"."""
TIMES, TIME_REACH = frozenset(("after", "following", "post", "since")), 7
"""Words between a label and what was done before its value was seen, and the most tokens to the value."""
ANSWER = 2
"""Words of any kind between a finding and a value that follows it: "consolidation is conspicuously absent"."""


ONE_LABEL = frozenset(("/", "and", "or"))
"""What joins two names of one label."""
BONES = frozenset(
    ("rib", "ribs", "clavicle", "clavicles", "scapula", "scapulae", "humerus", "humeri", "sternum", "vertebra", "bone")
)
"""What a value behind another segment is of: "no effusion; left fifth rib questionable"."""


def answered(
    start: np.ndarray,
    finding: np.ndarray,
    high: np.ndarray,
    value: np.ndarray,
    block: Block,
    described: np.ndarray,
    joined: Links,
) -> np.ndarray:
    """Whether values at tokens ``value`` are of findings before them that end at tokens ``high``.

    They are of the last one before them, if little but its places and degrees stands between ("effusion on the left:
    none"), and of the list that it closes ("effusion, pneumothorax: none").

    Parameters
    ----------
    start
        int64, shape (n_findings,), ascending: first token of each finding.
    finding, high, value
        int64, shape (n,), ≥ 0: number of a finding, its last token + 1, and the first token of a value.
    block, described, joined
        Words of the sentences, which tokens are of a place, a degree or a modifier, and what joins the findings.

    Returns
    -------
    bool, shape (n,)
    """
    last = np.maximum(start.searchsorted(value) - 1, 0)
    other = count_before(~(described | block.has(VERB | COLON | PAUSE | SIGN | PREPOSITION | DETERMINER)))
    near = (finding == last) & (other[value] - other[np.minimum(high, value)] <= ANSWER)
    parts = block.said(PARTS)
    for k in indices(near & (parts[value - 1] | (parts[value - 2] & block.has(COLON)[value - 1]))).tolist():
        near[k] = not _is_of_a_part(block, int(high[k]), int(value[k]) - 2)
    # "Pneumothorax after line placement: none."
    timed = (finding == last) & block.has(COLON)[value - 1] & block.said(TIMES)[np.minimum(high, len(block.words) - 1)]
    if timed.any():
        parts = count_before(block.has(SEGMENT_END | FINITE))
        near |= timed & (value - high <= TIME_REACH) & (parts[value] == parts[np.minimum(high, value)])
    marked = block.has(COLON)[value - 1] | joined.closed[np.maximum(last - 1, 0)]
    # "Atelectasis on both sides, and effusion on neither."
    own = block.has(PREPOSITION)[value] & any_between(indices(described), high, start[last])
    listed = ~own & (finding < last) & joined.one_list(finding, last)
    # "Pneumothorax: none, effusion cannot be excluded": a label with a value has its own.
    listed &= ~block.has(COLON)[np.minimum(high, len(block.words) - 1)]
    gone = listed & ~marked & block.said(OUT)[value]
    for k in indices(gone).tolist():
        marked[k] = _is_bare(start[: last[k] + 1], int(high[k]), int(value[k]), block, described)
    for k in indices(listed & block.has(COLON)[value - 1]).tolist():
        listed[k] = _is_a_label(int(start[finding[k]]), int(high[k]), int(value[k]), block)
    listed &= marked & ~_of_last_alone(start, finding, high, value, last, block, joined)
    return (near | listed) & ~_of_a_bone(high, value, block)


def _of_a_bone(high: np.ndarray, value: np.ndarray, block: Block) -> np.ndarray:
    """Whether a bone behind a comma or semicolon is what values are of: "no effusion; left rib 5 questionable"."""
    bones = block.said(BONES)
    if not bones.any():
        return np.zeros(len(value), bool)
    marks, bones = block.count_before(COMMA | SEMICOLON), indices(bones)
    bone = led_by(-1, bones)[bones.searchsorted(value)]
    apart = (bone > high) & ~block.has(COLON)[value - 1]
    return apart & (marks[np.maximum(bone, 0)] > marks[np.minimum(high, value)])


def _is_of_a_part(block: Block, high: int, at: int) -> bool:
    """Whether the word at a token ends a label of its own behind a mark: "pleura: small effusion; bones: nil"."""
    while at > high and not block.traits[at] & (COMMA | SEMICOLON):
        at -= 1
    return bool(block.traits[at] & (COMMA | SEMICOLON))


def _is_a_label(start: int, high: int, value: int, block: Block) -> bool:
    """Whether a name of a list is nothing but a label: not "small left effusion" of "small left effusion, edema: none".

    Nor is "heart enlarged" one, or "edema possible", or what stands before a verb: "hernia, the hila are normal, edema:
    none".
    """
    first = int(block.tokens.first[block.sentence[start]])
    # "Left base consolidated; effusion, edema: none."
    first = max([first, *(t + 1 for t in range(first, start) if block.traits[t] & SEMICOLON)])
    # "Large opacities / masses: nil": one label of two names, with what is told of both.
    if block.words[high] in ONE_LABEL and not (block.traits[first:value] & (FINITE | COMMA | SEMICOLON)).any():
        return True
    low, stop = start, high
    while low > first and not block.traits[low - 1] & (COMMA | CONJUNCTION):
        low -= 1
    while not block.traits[stop] & (SEGMENT_END | CONJUNCTION | COLON):
        stop += 1
    if not (TOLD | READINGS).isdisjoint(block.words[low:start]) or not TOLD.isdisjoint(block.words[high:stop]):
        return False
    # "Opacity, pneumonia versus mass, effusion: none."
    if (block.traits[first:value] & FINITE).any() or not READINGS.isdisjoint(block.words[high:value]):
        return False
    findings, degrees, told = (block.hits[kind] for kind in (trie.FINDING, trie.SEVERITY, trie.PROPERTY))
    told = told.at((told.start >= high) & (told.start < value))
    # "Cardiomegaly, mild, effusion: none."
    graded = degrees.start.searchsorted(low) < degrees.start.searchsorted(stop) or stop + 1 in degrees.start
    own = bool((~findings.holds(told.start, told.end)).any())
    # "Endotracheal tube well positioned, effusion: none."
    own |= high in block.hits[trie.MODIFIER].start
    return not graded and not own and bool((findings.start == start).any())


def _is_bare(start: np.ndarray, high: int, value: int, block: Block, described: np.ndarray) -> bool:
    """Whether names that begin a sentence are a list of nothing but names: "ETT, NGT out", not "left PICC, ETT out".

    Or that begin behind a semicolon: "small effusion; ETT, NGT out". Of three the later ones may have their places.
    """
    first = int(block.tokens.first[block.sentence[value]])
    first = max([first, *(t + 1 for t in range(first, high) if block.words[t] == ";")])
    named = start[start.searchsorted(first) :]
    before = named[1:].copy()
    if len(named) > TWO:
        high = int(named[-1])
        for k in indices(described[before - 1]).tolist():
            while described[before[k] - 1]:
                before[k] -= 1
    begins = named[0] == first and block.has(COMMA)[before - 1].all()
    return bool(begins and not described[high:value].any())


def _of_last_alone(
    start: np.ndarray,
    finding: np.ndarray,
    high: np.ndarray,
    value: np.ndarray,
    last: np.ndarray,
    block: Block,
    joined: Links,
) -> np.ndarray:
    """Whether a verb of one is of the last finding alone: "left opacity, and the effusion is no longer seen"."""
    # "Left opacity, and pneumothorax has been excluded."
    verb = value - 1 - block.said(BEEN)[value - 1]
    one = block.said(OF_ONE)[verb] | block.said(OF_ONE)[value]
    if not one.any():
        return one
    ands = block.said(AND)
    anew = indices(ands[1:-1] & (block.has(COMMA)[:-2] | block.has(DETERMINER)[2:])) + 1
    # "Right effusion, left nodule, and the ETT has been withdrawn."
    apart = indices(ands[1:-1] & block.has(COMMA)[:-2] & block.has(DETERMINER)[2:]) + 1
    of_last = one & (finding < last) & any_between(apart, high, start[last])
    one &= (finding == last - 1) & any_between(anew, high, start[last])
    return of_last | one & ~((finding > 0) & joined.one_list(np.maximum(finding - 1, 0), finding))
