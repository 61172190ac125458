"""How far a cue reaches into the list of findings before or behind it: "atelectasis, pneumonia not excluded"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import Links
from radot_fast.extraction.attach.polarity.reach.alternatives import are_readings, has_other_readings
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import any_between, count_before, indices
from radot_fast.extraction.match.words import COMMA, CONJUNCTION, FINITE, LIST_END, READING, SEGMENT_END

CAUSED = frozenset(("from", "due", "to", "secondary", "related"))
"""Words between a finding and its cause."""
UPON = frozenset(("superinfection", "infection", "reactivation", "relapse", "pneumonia"))
"""Names right behind another one that tells what they are from."""
AND, THERE, ARE, ASKING = map(frozenset, (("and",), ("there",), ("is", "are"), ("whether", "if")))
PLURAL = frozenset(("are", "have", "were"))
"""Verbs of several."""
OR = frozenset(("or", "nor"))
SHADOWS = frozenset(
    (
        "opacity", "opacities", "opacification", "density", "densities", "shadow", "shadows", "shadowing", "haziness",
        "infiltrate", "infiltrates", "markings",
    )
)  # fmt: skip
"""Last words of names of what is seen, and not of what it is."""
MAY_BE = frozenset(("possible", "likely", "probable", "suspected", "favored", "considered"))
BEEN = frozenset(("been",))
OF_ONE = frozenset(
    ("is", "was", "has", "seems", "appears", "remains", "cannot", "can", "may", "might", "could", "should")
)
"""First words of what is said of one finding, of several only where they are a list."""


def in_reach_of_lists(
    start: np.ndarray,
    end: np.ndarray,
    finding: np.ndarray,
    cue: tuple[np.ndarray, ...],
    joined: Links,
    block: Block,
    described: np.ndarray,
) -> np.ndarray:
    """Whether cues that stand behind a finding, and the "or" of two readings, reach it.

    They hold for the nearest finding and its list, which an "and" or "or" must close: "atelectasis, pneumonia not
    excluded" doubts the pneumonia only, and "or" in "opacity, atelectasis or scarring" is of the last two. What "and"
    adds is no reading: "effusions and infiltrate versus atelectasis" asserts the effusions.

    Parameters
    ----------
    start, end
        int64, shape (n_findings,), ascending: tokens of each finding.
    finding
        int64, shape (n_meetings,): a finding of each meeting with a cue.
    cue
        Tokens ``a:b`` of the cue of each meeting, int64, and whether it is an "or" of readings, bool.
    joined, block
        Lists of the findings, and the words of their sentences.
    described
        bool, shape (n_tokens,): tokens of a place, a degree or a modifier.

    Returns
    -------
    bool, shape (n_meetings,)
    """
    a, b, either = cue
    before = np.maximum(start.searchsorted(a) - 1, 0)
    behind = np.minimum(start.searchsorted(b), max(len(start) - 1, 0))
    added = own = either
    if either.any():
        ands = count_before(block.has(CONJUNCTION) & block.has(READING) & ~block.has(LIST_END))
        added = either & (ands[start[finding]] < ands[start[before]])
        rows = indices(either & (finding < before))
        added[rows] |= are_readings(end[finding[rows]], a[rows], block, described)
        own = either & (finding == before)
        rows = indices(own)
        own[rows] = has_other_readings(end[before[rows]], a[rows], block, described)
    backward = joined.one_list(finding, before) & (
        (either & ~added) | (~either & joined.closed[np.maximum(before - 1, 0)])
    )
    # "TB superinfection is not excluded."
    backward |= ~either & (finding == before - 1) & (end[finding] == start[before]) & block.said(UPON)[start[before]]
    # "Consolidation from infection cannot be excluded."
    for k in indices(~either & (finding == before - 1)).tolist():
        low, high = int(end[finding[k]]), int(start[before[k]])
        backward[k] |= low < high and CAUSED.issuperset(block.words[low:high])
    # "Small effusion, and pneumonia is possible" doubts the pneumonia, and no list of three with a comma before "and".
    parted = any_between(indices(block.has(COMMA)[:-1] & block.said(AND)[1:]), end[finding], start[before])
    verb = a - 1 - block.said(BEEN)[a - 1]
    parted &= (finding == before - 1) & (block.said(OF_ONE)[a] | block.said(OF_ONE)[verb])
    # "The heart is enlarged, the aortic arch is indistinct, and pneumonia cannot be excluded" are three statements.
    verbs = block.count_before(FINITE)
    own_verb = verbs[start[finding]] < verbs[end[finding]]
    backward &= ~parted | (~own_verb & (finding > 0) & joined.one_list(np.maximum(finding - 1, 0), finding))
    ahead = start[finding] >= b
    # "Hilar fullness, nodes versus vessels" doubts what the fullness is.
    back = ((finding >= before) | backward) & ~(either & own)
    return np.where(ahead, ~either | (finding == behind) | joined.one_list(behind, finding), back)


def are_shadows(start: np.ndarray, end: np.ndarray, finding: np.ndarray, a: np.ndarray, block: Block) -> np.ndarray:
    """Whether findings are a shadow before what it may be: "left base opacity, atelectasis or pneumonia possible".

    Parameters
    ----------
    start, end
        int64, shape (n_findings,), ascending: tokens of each finding.
    finding, a
        int64, shape (n_meetings,): a finding of each meeting with a cue, and the first token of the cue.
    block
        Words of the sentences.

    Returns
    -------
    bool, shape (n_meetings,)
    """
    before = np.maximum(start.searchsorted(a) - 1, 0)
    shadow, may = block.said(SHADOWS), block.said(MAY_BE)
    out = (finding < before) & shadow[end[finding] - 1] & may[a] & block.has(COMMA)[end[finding]]
    for k in indices(out).tolist():
        last = int(before[k])
        readings = range(int(finding[k]) + 1, last + 1)
        joined = OR.isdisjoint(block.words[end[last - 1] : start[last]])
        out[k] = len(readings) > 1 and not joined and not any(shadow[end[m] - 1] for m in readings)
    return out


def ends_of_lists(start: np.ndarray, end: np.ndarray, finding: np.ndarray, a: np.ndarray, joined: Links) -> np.ndarray:
    """Where the list ends of which a cue behind it is said: its reach is counted from there, however long the list is.

    "Consolidation, edema, pneumothorax, effusion, and mass are not identified."

    Parameters
    ----------
    start, end
        int64, shape (n_findings,), ascending: tokens of each finding.
    finding, a
        int64, shape (n_meetings,): a finding of each meeting with a cue, and the first token of the cue.
    joined
        Lists of the findings.

    Returns
    -------
    int64, shape (n_meetings,), in [0, n_tokens]: last token + 1 of the list, or of the finding that is of none
    """
    before = np.maximum(start.searchsorted(a) - 1, 0)
    listed = (finding < before) & joined.one_list(np.minimum(finding, before), before)
    return np.where(listed, end[before], end[finding])


def of_lists_of_three(
    start: np.ndarray, end: np.ndarray, finding: np.ndarray, a: np.ndarray, joined: Links, block: Block
) -> np.ndarray:
    """Whether findings are of a list with a comma before its "and", of which a verb of several is said.

    "Consolidation, effusion, and pneumothorax have resolved": the list has the one verb of its sentence.

    Parameters
    ----------
    start, end
        int64, shape (n_findings,), ascending: tokens of each finding.
    finding, a
        int64, shape (n_meetings,): a finding of each meeting with a cue, and the first token of the cue.
    joined, block
        Lists of the findings, and the words of their sentences.

    Returns
    -------
    bool, shape (n_meetings,)
    """
    before = np.maximum(start.searchsorted(a) - 1, 0)
    out = (block.said(PLURAL)[a] | block.said(PLURAL)[a - 1]) & (finding < before)
    out &= joined.one_list(finding, before) & joined.closed[np.maximum(before - 1, 0)]
    for k in indices(out).tolist():
        m, stop = int(before[k]), int(a[k])
        first = int(block.tokens.first[block.sentence[stop]])
        last, others = block.words[end[m - 1] : start[m]], block.words[start[finding[k]] : start[m - 1]]
        verbs = indices((block.traits[first : stop - 1] & FINITE) > 0)
        third = "," in others or (m > 1 and joined.breaks[m - 2] == joined.breaks[m])
        out[k] = last[:2] == [",", "and"] and third and not len(verbs) and ";" not in block.words[first:stop]
    return out


def subjects_of_plurals(
    start: np.ndarray, end: np.ndarray, finding: np.ndarray, a: np.ndarray, whole: Links, block: Block
) -> np.ndarray:
    """Whether findings are of the list that a verb of several is said of: "the drain on the left and the PICC are out".

    Not in "a nodule on the left, and effusions are absent", nor in "there is a nodule on the left and effusions are".

    Parameters
    ----------
    start, end
        int64, shape (n_findings,), ascending: tokens of each finding.
    finding, a
        int64, shape (n_meetings,): a finding of each meeting with a cue, and the first token of the cue.
    whole, block
        Lists of the findings, also of those with a place behind them, and the words of their sentences.

    Returns
    -------
    bool, shape (n_meetings,)
    """
    before = np.maximum(start.searchsorted(a) - 1, 0)
    several = (block.said(PLURAL)[a] | block.said(PLURAL)[a - 1]) & (finding < before)
    several &= whole.one_list(finding, before) & whole.closed[np.maximum(before - 1, 0)]
    if several.any():
        parts = indices(block.has(COMMA)[:-1] & block.said(AND)[1:])
        several &= ~any_between(parts, end[finding], start[before])
        first = block.tokens.first[block.sentence[a]]
        several &= ~any_between(indices(block.said(THERE)), first, start[finding])
    return several


def told_before(start: np.ndarray, a: np.ndarray, low: np.ndarray, high: np.ndarray, block: Block) -> np.ndarray:
    """Whether "there is" tells of a finding, and "and" parts it from the one that a verb behind both is of.

    "There is a small effusion and empyema cannot be excluded" doubts the empyema; "whether there is" tells of none.

    Parameters
    ----------
    start
        int64, shape (n_findings,), ascending: first token of each finding.
    a, low, high
        int64, shape (n_meetings,): first token of a cue, and tokens ``low:high`` of a finding.
    block
        Words of the sentences.

    Returns
    -------
    bool, shape (n_meetings,)
    """
    there = indices(block.said(THERE)[:-1] & block.said(ARE)[1:])
    there = there[~block.said(ASKING)[there - 1]]
    if not len(there):
        return np.zeros(len(a), bool)
    first = block.tokens.first[block.sentence[a]]
    before = start[np.maximum(start.searchsorted(a) - 1, 0)]
    parted = any_between(indices(block.said(AND)), high, before) & block.said(OF_ONE)[a]
    # "There is cuffing, and atelectasis and pneumonia cannot be excluded" doubts two.
    anew = indices(block.said(AND) & block.has(SEGMENT_END))
    return parted & any_between(there, first, low) & ~any_between(anew, first, low)
