"""Places in which a finding is not: where it was at another time, and what it spares."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.places.places_before import of_before
from radot_fast.extraction.attach.attributes.places.shared_places import TOWARDS
from radot_fast.extraction.attach.attributes.places.spared import spared
from radot_fast.extraction.attach.attributes.places.which_is_largest import of_the_largest
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import Marked, indices
from radot_fast.extraction.match.words import (
    COPULAS,
    CORRECTS,
    DETERMINER,
    DETERMINERS,
    FINITE,
    FLOW,
    HIDDEN,
    HIDING,
    NEGATION,
    SEGMENT_END,
    SIGNAL,
)

BOTH = frozenset(("both",))
NOT_SIDED = frozenset(
    (
        "of", "mediastinal", "sternal", "pericardial", "well", "appropriately", "satisfactorily", "properly",
        "correctly", "optimally", "adequately", "positioned", "placed", "removed",
    )
)  # fmt: skip
"""Words behind a "both" that is of two things of the middle, or of two devices: "both mediastinal drains"."""
IN, DENYING = DETERMINERS | frozenset(("in", "on", "at", "from", "within")), frozenset(("not", "cannot"))
"""Words between "not" and the place that it denies."""
NOTS, VERBS_OF_NOT = frozenset(("not",)), frozenset(("is", "are", "does", "do"))
INTO = frozenset(("in", "into", "within", "at", "inside", "over", "on"))
LIES = frozenset(
    (
        "lies", "lie", "sits", "sit", "ends", "projects", "terminates", "enters", "extends", "is", "located", "lying",
        "coils", "coiled", "loops", "looped",
    )
)  # fmt: skip
"""Verbs between "no longer" and such a place."""
NO, LONGER, FROM, BACK = (frozenset((word,)) for word in ("no", "longer", "from", "back"))
MOVED = frozenset(("withdrawn", "retracted", "pulled", "moved", "repositioned", "migrated", "drawn"))
MOVES = frozenset(
    (
        "repositioning", "advancement", "withdrawal", "retraction", "relocation", "advanced", "relocated", "resited",
        "migration", "movement", "displacement", "dropped", "slipped", "fallen", "displaced", "dislodged", "moves",
    )
)  # fmt: skip
OF, OUT, ASIDE = frozenset(("of",)), frozenset(("out",)), 6
"""Words of "out of", and the most tokens of a day in brackets behind a place."""
VESSELS, ONWARD = frozenset(("vein", "artery", "bronchus")), TOWARDS | {"into"}
"""Verbs of moving, before "from" or "back from", and more of them that a "to" must follow behind the place."""
INSTEAD = (("rather", "than"), ("instead", "of"), ("no", "longer"))
"""Two words before a place where something is not."""
DO, DENIES = frozenset(("does", "do", "did")), frozenset(("not",))
PARTED = frozenset((",", ";", "and", "but", "while", "whereas", "although", "though"))
INVOLVEMENT = frozenset(("involvement", "extension", "spread", "process"))
REACHED = DETERMINERS | frozenset(("of", "to", "into", "in"))
"""Words between such a noun and where nothing is."""
ADDS, RELATIVES = frozenset(("but", "and", ",")), frozenset(("which", "that", "it"))
"""Words before such a "not", and pronouns between the two."""
SHOWN = frozenset(("seen", "present", "identified", "visible", "evident", "appreciated", "demonstrated", "noted"))
"""Participles behind it: "not seen on the left"."""
SURELY = frozenset(("yet", "definitely", "convincingly", "clearly", "obviously", "currently", "now", "really"))
"""Words between "not" and its place: "but not yet on the left"."""
STRESSED = frozenset(("certainly", "definitely", "surely", "clearly", "obviously"))
"""Words right before such a "not": "but certainly not on the left"."""
AS_SAID = frozenset(("as",))
"""Words behind the place that was wrong: "on the right, not left as dictated before"."""
OTHER = {"left": "right", "right": "left"}
CORRECTED = 5
"""Tokens between such a word and the places."""
BLOOD = frozenset(("blood", "flow", "venous", "vascular", "pulmonary"))
"""Words between a place and the flow to it: "upper lobe venous diversion"."""
FLOWS_TO = BLOOD | DETERMINERS | TOWARDS | frozenset(("of", "vessels", "vasculature", "vascularity", "veins"))
"""The same where the place is behind: "diversion of blood to the upper lobes"."""


def is_apart(hits: Hits, block: Block) -> np.ndarray:
    """Which places are of an earlier time, spared, denied or taken back, or no places but two findings.

    Parameters
    ----------
    hits, block
        Places of the sentences, and their words.

    Returns
    -------
    bool, shape (n_places,)
    """
    out = of_before(hits, block) | spared(hits, block) | _not_there(hits, block) | _of_flow(hits, block)
    out |= _of_two(hits, block) | _corrected(hits, block) | of_the_largest(hits, block) | _instead(hits, block)
    return out | _not_involved(hits, block) | _does_not(hits, block) | _moved_from(hits, block)


def _instead(hits: Hits, block: Block) -> np.ndarray:
    """Which places are where something is not: "in the left vein rather than the SVC", "no longer lies in the stomach".

    Several may stand there, as in "instead of in the right main bronchus".
    """
    at = hits.start - 1
    at = at - block.said(DETERMINERS)[at]
    at = at - block.said(INTO)[at]
    at = at - block.said(LIES)[at]
    led = [block.said(frozenset((last,)))[at] & block.said(frozenset((first,)))[at - 1] for first, last in INSTEAD]
    led.append(_is_not(hits, at, block))
    out = np.logical_or.reduce(led)
    for k in indices(out).tolist():
        last = k
        while last + 1 < len(hits.start) and hits.start[last + 1] == hits.end[last]:
            last += 1
        # "Is not on the left but on the right."
        behind = hits.end[last]
        out[k : last + 1] = bool(block.traits[behind] & SEGMENT_END) or block.words[behind] == "but"
    return out


def no_longer_there(hits: Hits, block: Block) -> np.ndarray:
    """Which words tell how or where something lay before: "no longer in the oesophagus", "no longer points up".

    Parameters
    ----------
    hits, block
        Modifiers of the sentences, and their words.

    Returns
    -------
    bool, shape (n_hits,)
    """
    at = hits.start - 1
    for some in (DETERMINERS, INTO, LIES):
        at = at - block.said(some)[at]
    return (block.said(LONGER)[at] & block.said(NO)[at - 1]) | _is_not(hits, at, block)


def _is_not(hits: Hits, at: np.ndarray, block: Block) -> np.ndarray:
    """Which words tell where something is not: "is not in the right bronchus", "does not lie in the airway".

    ``at`` are the tokens before them, and before what leads to them.
    """
    led = block.said(INTO)[hits.start] | block.said(INTO)[hits.start - 1] | block.said(INTO)[hits.start - 2]
    return block.said(NOTS)[at] & block.said(VERBS_OF_NOT)[at - 1] & led


def _moved_from(hits: Hits, block: Block) -> np.ndarray:
    """Which places are those from which a device was moved: "withdrawn from the right atrium to the SVC".

    "Repositioning of the feeding tube from the right bronchus to the stomach."
    """
    out, moving = np.zeros(len(hits.start), bool), block.said(MOVED | MOVES)
    if not moving.any():
        return out
    away = block.said(FROM).copy()
    away[1:] |= block.said(OF)[1:] & block.said(OUT)[:-1]
    for at in indices(away).tolist():
        led = at - 1 - (block.words[at - 1] in BACK or block.words[at - 1] in OUT)
        first = int(block.tokens.first[block.sentence[at]])
        if block.words[led] not in MOVED and not moving[first:at].any():
            continue
        end = at + 1 + (block.words[at + 1] in DETERMINERS)
        low = high = int(hits.start.searchsorted(end))
        while high < len(hits.start) and hits.start[high] == end:
            end, high = int(hits.end[high]), high + 1
            end += block.words[end] in VESSELS
        # "From the SVC (Tuesday) to the right atrium."
        if block.words[end] == "(" and ")" in (aside := words_from(block, end, ASIDE)):
            end += aside.index(")") + 1
        out[low:high] = block.words[led] in MOVED or block.words[end] in ONWARD
    return out


def _not_involved(hits: Hits, block: Block) -> np.ndarray:
    """Which places a finding does not reach: "without involvement of the right lung", "no right-sided extension"."""
    out = np.zeros(len(hits.start), bool)
    for at in indices(block.said(INVOLVEMENT)).tolist():
        first, low = int(block.tokens.first[block.sentence[at]]), at - 1
        while low > first and not block.traits[low] & (NEGATION | SEGMENT_END):
            low -= 1
        if not block.traits[low] & NEGATION or (block.traits[low:at] & FINITE).any():
            continue
        stop = at + 1
        while block.words[stop] in REACHED or stop in hits.start:
            stop = int(hits.end[hits.start.searchsorted(stop)]) if stop in hits.start else stop + 1
        out |= (hits.start > low) & (hits.end <= stop)
    return out


def _does_not(hits: Hits, block: Block) -> np.ndarray:
    """Which places do not have what another one has: "the left base shows atelectasis, the right does not"."""
    out = np.zeros(len(hits.start), bool)
    verbs = block.said(DO)[:-2] & block.said(DENIES)[1:-1] & block.has(SEGMENT_END)[2:]
    for at in indices(verbs).tolist():
        low = at
        while low in hits.end:
            low = int(hits.start[hits.end.searchsorted(low)])
        lead = low - (block.words[low - 1] in DETERMINERS)
        if low < at and block.words[lead - 1] in PARTED:
            out |= (hits.start >= low) & (hits.end <= at)
    return out


def denied_sides(hits: Hits, block: Block) -> list[tuple[int, list[int]]]:
    """Find negations of a place and of nothing else: "on the right but not on the left", "…, not seen on the left".

    Parameters
    ----------
    hits, block
        Places of the sentences, and their words.

    Returns
    -------
    The token of each negation, and the numbers of the places: several of "not in the right lower lobe".
    """
    out = []
    for at in [k for k in block.where(NEGATION).tolist() if block.words[k] in DENYING]:
        be = at + 1 + (block.words[at] == "cannot" and block.words[at + 1] == "be")
        start = be + (block.words[be] in SHOWN)
        added = block.words[at - 1 - (block.words[at - 1] in STRESSED)] in ADDS
        if start == be and (be > at + 1 or not added):
            continue
        seen = start > be
        while block.words[start] in SURELY:
            start += 1
        while block.words[start] in IN:
            start += 1
        which, end = _places_from(hits, start)
        closed = bool(block.traits[end] & SEGMENT_END) or block.words[end] in AS_SAID
        told = which and closed and (not seen or _parts_sides(at, block.words[start], block))
        between = bool(which) and _is_between_sides(at, block.words[start], block)
        if told or between:
            out.append((at, which[:1] if between else which))
    return out


def _places_from(hits: Hits, start: int) -> tuple[list[int], int]:
    """Numbers of the places from token ``start`` on, and the token behind: "right" and "lower lobe"."""
    which: list[int] = []
    k = int(hits.start.searchsorted(start))
    while k < len(hits.start) and hits.start[k] == start:
        which.append(k)
        start, k = int(hits.end[k]), k + 1
    return which, start


def _is_between_sides(at: int, side: str, block: Block) -> bool:
    """Whether a "not" stands between two sides with one noun: "the left, but not the right effusion is larger"."""
    low = at - 1
    for words in (ADDS, ADDS):
        low -= block.words[low] in words
    return block.words[low] == OTHER.get(side)


def _parts_sides(at: int, side: str, block: Block) -> bool:
    """Whether a "not seen" only parts one side from the other: "right effusion, which is not seen on the left"."""
    first = int(block.tokens.first[block.sentence[at]])
    low = at - 1
    low -= block.words[low] in COPULAS
    low -= block.words[low] in RELATIVES
    joined = block.words[low] in ADDS or block.words[low + 1] in RELATIVES
    return joined and side in OTHER and OTHER[side] in block.words[first : low + 1]


def bare_denials(hits: Hits, block: Block) -> list[tuple[int, list[int]]]:
    """The same where no finding is repeated for the place, at it or at the "not", whose it would be."""
    names = block.hits[trie.FINDING]
    repeated = Marked(names.start[names.end == names.start + 1])
    return [
        (at, which)
        for at, which in denied_sides(hits, block)
        if at not in repeated and int(hits.start[which[0]]) not in repeated
    ]


def _not_there(hits: Hits, block: Block) -> np.ndarray:
    """Which places are denied: "consolidation on the right but not on the left"."""
    out = np.zeros(len(hits.start), bool)
    out[[k for _, which in bare_denials(hits, block) for k in which]] = True
    return out


def _of_two(hits: Hits, block: Block) -> np.ndarray:
    """Which places are a "both" of two findings: "both large", "both a left nodule and an effusion"."""
    out = block.said(BOTH)[hits.start] & (hits.end == hits.start + 1)
    if not out.any():
        return out
    told = np.concatenate([block.hits[kind].start for kind in (trie.SEVERITY, trie.COMPARISON)])
    names, described = block.hits[trie.FINDING], tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER))
    starts = Marked(names.start)
    for k in indices(out).tolist():
        end = int(hits.end[k])
        name = end + bool(block.traits[end] & DETERMINER)
        while described[name] and name not in starts:
            name += 1
        j = int(names.start.searchsorted(name))
        named = j < len(names.start) and names.start[j] == name and not is_plural(block.words[names.end[j] - 1])
        stop = int(block.tokens.first[block.sentence[end] + 1])
        aside = end in told and block.words[end - 2] in (",", "are")
        out[k] = (
            bool(block.traits[end] & FINITE)
            or block.words[end] in NOT_SIDED
            or aside
            or (named and "and" in block.words[name:stop])
        )
    return out


def is_plural(word: str) -> bool:
    """Whether a noun is of several: "effusions", and not "atelectasis" or "mass"."""
    return word.endswith("s") and not word.endswith(("is", "ss", "us"))


def _of_flow(hits: Hits, block: Block) -> np.ndarray:
    """Which places tell where blood flows to: "upper lobe blood diversion" is congestion of both lungs.

    So is the "diversion of blood to the upper lobes".
    """
    out = np.zeros(len(hits.start), bool)
    for at in [k for k in block.where(SIGNAL).tolist() if block.words[k] in FLOW]:
        low, high = at, at + 1
        while block.words[low - 1] in BLOOD:
            low -= 1
        while block.words[high] in FLOWS_TO:
            high += 1
        out |= (hits.end == low) | (hits.end == at) | ((hits.start == high) & block.said(TOWARDS)[high - 2])
    return out


def hidden_organs(hits: Hits, block: Block, named: Hits, middle: np.ndarray) -> np.ndarray:
    """Which organs a finding hides, and is not in: "the heart is obscured by the effusion", "an effusion hides it".

    Parameters
    ----------
    hits, block, named
        Places of the sentences, their words, and the names of the findings.
    middle
        bool, shape (n_places,): places that are an organ in the middle.

    Returns
    -------
    bool, shape (n_places,)
    """
    out = np.zeros(len(hits.start), bool)
    for at in block.where(SIGNAL).tolist():
        if block.words[at] in HIDING:
            out |= middle & (hits.start > at) & (hits.start <= at + len(words_from(block, at + 1, 2)))
        elif block.words[at] in HIDDEN and "by" in words_from(block, at + 1, 2):
            first = block.tokens.first[block.sentence[at]]
            out |= middle & (hits.start >= first) & (hits.end <= at)
    # "The heart border is obscured" is a finding of its own, and of the heart.
    return out & ~named.holds(hits.start, hits.end) if out.any() else out


def _corrected(hits: Hits, block: Block) -> np.ndarray:
    """Which places a speaker takes back: "on the left, correction, on the right", "… no, make that the right"."""
    out = np.zeros(len(hits.start), bool)
    for at in [k for k in block.where(SIGNAL).tolist() if block.words[k] in CORRECTS]:
        if block.words[at] == "make" and block.words[at + 1] != "that":
            continue
        before, behind = int(hits.end.searchsorted(at, side="right")) - 1, int(hits.start.searchsorted(at))
        if before < 0 or behind == len(hits.start):
            continue
        same = block.sentence[hits.start[before]] == block.sentence[at] == block.sentence[hits.start[behind]]
        out[before] |= same and max(at - hits.end[before], hits.start[behind] - at) <= CORRECTED
    return out
