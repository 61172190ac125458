"""Doubts of a whole subject: "a carcinoma with nodal spread is suspected" doubts the carcinoma."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.clauses.parts_of_a_reading import SHADOWS
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import DEFINITE
from radot_fast.extraction.match.segments import followed_by, indices, ranges
from radot_fast.extraction.match.words import COLON, COMMA, FINITE, PAUSE, SEGMENT_END, SEMICOLON

RELATIVE, CLAUSE = frozenset(("that", "which")), 8
"""Words that begin a clause between what is doubted and its verb, and the most tokens of such a clause."""
ALONG = frozenset(("with", "without", "rather", "following", "after"))
"""Words before what goes with a finding, or leads to it: "aspiration after an overdose is the probable cause"."""
MODALS = frozenset(("cannot", "can", "could", "should", "must", "may", "might", "would", "seems", "seem", "heads"))
"""More first words of doubts that are the verb of what stands before them."""
MARKS = COMMA | SEMICOLON | COLON | PAUSE | FINITE | SEGMENT_END
"""What a subject does not go on behind."""
CONTRASTS = frozenset(("but", "while", "whereas", "although", "though"))
"""Words behind which another subject begins."""
BESIDES = frozenset(("superimposed", "coexisting", "concurrent", "additional", "possible", "possibly"))
"""Words of what is doubted by itself: "atelectasis with superimposed infection is possible"."""
LYING = frozenset(("within", "underlying", "behind", "beneath", "underneath", "inside"))
"""Words that lead from what is doubted to what it lies in or behind."""
GROUNDS, BEHIND = frozenset(("top", "background", "site", "addition")), frozenset(("of", "to"))
SUPERIMPOSED, UPON = frozenset(("superimposed",)), frozenset(("on", "upon"))
"""The same of two words: "on top of", "superimposed on"."""
THE = frozenset(("the", "this", "these", "that", "those", "known", "areas", "a", "an"))
"""Words of what is there behind the other ones: "underlying the atelectasis", not "underlying pneumonia"."""
WHAT_REACH = 4
"""Tokens from such a word to a "what" that leads to what something lies on: "on top of what is probably edema"."""
KNOWN, EXCLUDED = frozenset(("the", "this", "these", "that", "those", "known")), frozenset(("excluded", "out"))
"""First words of what is there whatever lies on it, and last words of doubts that leave it there."""


def with_subjects(
    said: np.ndarray, start: np.ndarray, end: np.ndarray, doubts: Hits, level: np.ndarray, block: Block
) -> np.ndarray:
    """Levels of findings, those doubted that a "with" or "without" parts from the verb that doubts them.

    "A granuloma without calcification is less probable", "an endobronchial lesion with distal disease is not excluded".
    A shadow is seen, whatever goes with it: "left basal opacity with pneumonia cannot be excluded".

    Parameters
    ----------
    said, start, end
        int64, shape (n_findings,), ``start`` ascending: levels of the findings, which are tokens ``start:end``.
    doubts, level
        Doubts of what stands before them, and the level of each.
    block
        Words of the sentences.
    """
    if not len(doubts.start):
        return said
    said = _with_relative_clauses(said, start, end, doubts, level, block)
    along, grounds = block.said(ALONG), _grounds(block)
    if not along.any() and not len(grounds):
        return said
    along = along & ~_within_cues(block)
    said = _on_their_grounds(said, start, doubts, level, grounds, block)
    verbs = block.has(FINITE)[doubts.start] | block.said(MODALS)[doubts.start]
    for k in indices(verbs).tolist():
        low, joint = _subject(block, along, int(doubts.start[k]))
        first, last = start.searchsorted((low, joint)).tolist()
        for finding in range(first, last):
            if block.words[end[finding] - 1] not in SHADOWS:
                said[finding] = max(said[finding], level[k])
    return said


def _with_relative_clauses(
    said: np.ndarray, start: np.ndarray, end: np.ndarray, doubts: Hits, level: np.ndarray, block: Block
) -> np.ndarray:
    """Levels of findings, those doubted that a clause of their own parts from the verb that doubts them.

    "A neoplasm that has cavitated is possible", "a nodule which contains calcium is suspected".
    """
    relative = block.said(RELATIVE)
    if not relative.any():
        return said
    verbs = block.has(FINITE)[doubts.start] | block.said(MODALS)[doubts.start]
    for k in indices(verbs).tolist():
        verb = at = int(doubts.start[k])
        while at > verb - CLAUSE and not relative[at] and not block.traits[at - 1] & (COMMA | SEMICOLON | SEGMENT_END):
            at -= 1
        low = at
        while relative[at] and not block.traits[low - 1] & MARKS:
            low -= 1
        first, joint, last = start.searchsorted((low, at, verb)).tolist()
        if low == at or first == joint or joint == last:
            continue
        if block.words[end[first] - 1] not in SHADOWS:
            said[first:last] = np.maximum(said[first:last], level[k])
    return said


def _grounds(block: Block) -> np.ndarray:
    """Tokens that lead to what something lies on or in: "on" in "superimposed on", "within" in "within the mass"."""
    leads = block.said(LYING)[:-1] & block.said(THE)[1:]
    leads[1:] |= (block.said(SUPERIMPOSED)[:-2] & block.said(UPON)[1:-1]) | (
        block.said(GROUNDS)[:-2] & block.said(BEHIND)[1:-1]
    )
    return indices(leads)


def _on_their_grounds(
    said: np.ndarray, start: np.ndarray, doubts: Hits, level: np.ndarray, grounds: np.ndarray, block: Block
) -> np.ndarray:
    """Levels of findings, those doubted that lie on another one, which is there.

    "Pneumonia superimposed on the edema cannot be excluded."
    """
    behind = doubts.start.searchsorted(grounds)
    verbs = followed_by(doubts.start, len(block.words) - 1)[behind]
    doubted = (behind < len(doubts.start)) & (block.sentence[verbs] == block.sentence[grounds])
    for at, k in zip(grounds[doubted].tolist(), behind[doubted].tolist(), strict=True):
        low = at
        while not block.traits[low - 1] & MARKS and block.words[low - 1] not in CONTRASTS:
            low -= 1
        first, joint = start.searchsorted((low, at)).tolist()
        # "Infection superimposed on presumed atelectasis is not excluded": the verb stands behind what it lies on.
        while k + 1 < len(doubts.start) and block.sentence[doubts.start[k + 1]] == block.sentence[at]:
            if start.searchsorted(doubts.start[k]) > joint:
                break
            k += 1
        verb = int(doubts.start[k])
        last = int(start.searchsorted(verb))
        # "Superimposed on what is most likely edema."
        what = block.words.index("what", at, verb) + 2 if "what" in block.words[at : min(at + WHAT_REACH, verb)] else at
        if first < joint < last and not (block.traits[what:verb] & MARKS).any():
            said[first:joint] = np.maximum(said[first:joint], level[k])
            # "Pneumonia on a background of fibrosis is suspected" may suspect both.
            if block.words[at + 1] in KNOWN or block.words[int(doubts.end[k]) - 1] in EXCLUDED:
                on = np.arange(joint, last)
                said[on[said[on] == level[k]]] = DEFINITE
    return said


def _within_cues(block: Block) -> np.ndarray:
    """Which tokens are a later word of a cue: "with" in "consistent with"."""
    cues = block.hits[trie.CUE]
    out = np.zeros(len(block.words), bool)
    out[ranges(cues.start + 1, cues.end)[1]] = True
    return out


def _subject(block: Block, along: np.ndarray, verb: int) -> tuple[int, int]:
    """First token of the subject of a verb, and its first "with"; the verb twice where it has none.

    Behind another verb it begins with the last "and": "there is a nodule and a mass with collapse is suspected".
    """
    low = verb
    while not block.traits[low - 1] & MARKS:
        low -= 1
    joints = indices(along[low:verb])
    if not len(joints) or block.words[low + joints[0] + 1] in BESIDES:
        return verb, verb
    joint = low + int(joints[0])
    second = bool(block.traits[low - 1] & FINITE)
    anew = [t for t in range(low, joint) if block.words[t] in CONTRASTS or (second and block.words[t] == "and")]
    return (anew[-1] + 1 if anew else verb if second else low), joint
