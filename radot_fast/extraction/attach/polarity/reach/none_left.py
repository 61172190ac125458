"""Denials by a pronoun alone of what was named before: "History of left pneumothorax. None now."."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.polarity.then.absent_then import absent_then
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import FINITE, SEGMENT_END
from radot_fast.extraction.text.tokens import BAR

NONE, TWO = frozenset(("none", "neither")), "neither"
NOW = frozenset(
    (
        "now", "today", "currently", "presently", "seen", "visible", "evident", "identified", "present", "apparent",
        "detected", "demonstrated", "found", "visualized", "noted", "shown", "remains", "remain", "left",
        "confirmed", "appreciated", "recognized", "discernible", "detectable",
    )
)  # fmt: skip
"""Words of what is there, or no more."""
CONFIRMED = frozenset(("confirmed",))
"""The one of them that leaves a doubt behind "not": "suspected but not confirmed"."""
ADVERBS = frozenset(("is", "are", "was", "can", "could", "be", "now", "currently", "clearly", "still", "convincingly"))
"""Words before these: "none is seen", "neither can now be identified"."""
ELSEWHERE = frozenset(("elsewhere", "else", "right", "left", "other"))
"""Words of another place, of which alone it is said: "none is seen on the left"."""
PLACES = ELSEWHERE | {
    "on",
    "in",
    "at",
    "the",
    "side",
    "lung",
    "hemithorax",
    "base",
    "apex",
    "pleural",
    "space",
    "upper",
}
PLACES |= {"lower", "middle", "lobe", "zone", "chest", "hand"}
"""Words of a place that stands before a clause of its own."""
OPENINGS = frozenset((",", ";", "?", BAR, "but", "and", "though", "although", "however"))
ARE, LEAD = frozenset(("is", "are")), 4
"""Tokens from the beginning of a clause to the pronoun: "at present none is visible"."""


STOPS, NOT = frozenset((";", "but")), frozenset(("not",))
TODAY = frozenset(
    (
        "today", "now", "currently", "on", "this", "the", "current", "present", "film", "radiograph", "study", "image",
        "examination", "exam", "s", "x", "ray", "at", "all",
    )
)  # fmt: skip
"""Words behind "not seen" that tell of this film."""
SIDES = frozenset(("left", "right"))
"""Sides that stand for what was named before them."""


def none_left(start: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of the findings that a pronoun denies: all before "none", the last two before "neither".

    "Multiple nodules, none larger than 1 cm", "… none of which is new" deny no nodule, and neither does "two nodules,
    neither present in March".

    Parameters
    ----------
    start
        int64, shape (n_findings,), ascending: first token of each finding.
    block, meanings
        Words of the sentences, and what they mean.
    """
    out: list[int] = []
    pronouns = indices(block.said(NONE))
    if not len(pronouns):
        return _not_seen(start, block)
    for at in pronouns[~among(pronouns, block.once(absent_then, meanings)[0])].tolist():
        first = block.tokens.first[block.sentence[at]]
        low, high = start.searchsorted((first, at)).tolist()
        # Words beside "neither" stand for a finding each: "the left side shows neither", "neither is seen on the left".
        if block.words[at] == TWO and (carried := _carried(start, at, block)):
            out += carried
            continue
        if low < high and _of_another_place(block, _opens(block, at)):
            out += [high - 1] if block.words[start[high - 1]] in SIDES else []
        elif low < high and start[high - 1] < _opens(block, at) and _denies_all(block, at):
            out += range(max(low, high - 2) if block.words[at] == TWO else low, high)
        # "An effusion on the right; the left side shows neither."
        elif low < high and block.words[start[high - 1]] in SIDES and block.traits[at + 1] & SEGMENT_END:
            out.append(high - 1)
    return out + _not_seen(start, block)


def _not_seen(start: np.ndarray, block: Block) -> list[int]:
    """Numbers of the findings that a clause of "not seen" alone denies: "nodule on CT; not seen today"."""
    out = []
    for at in (indices(block.said(STOPS)[:-1] & block.said(NOT)[1:]) + 1).tolist():
        stop = at + 1
        while not block.traits[stop] & SEGMENT_END:
            stop += 1
        k = int(start.searchsorted(at)) - 1
        same = k >= 0 and block.sentence[start[k]] == block.sentence[at]
        if same and block.words[at + 1] in NOW - CONFIRMED and TODAY.issuperset(block.words[at + 2 : stop]):
            out.append(k)
    return out


def _carried(start: np.ndarray, at: int, block: Block) -> list[int]:
    """Numbers of the two findings that a "neither" and the verb beside it stand for."""
    low, high = start.searchsorted((at - 1, at + 2)).tolist()
    own = [k for k in range(low, high) if start[k] == at or block.traits[start[k]] & FINITE]
    return own if len(own) == 2 else []


def _opens(block: Block, at: int) -> int:
    """The token that opens the clause of a pronoun; 0 where it does not begin it."""
    marks = (t for t in range(at - 1, at - 2 - LEAD, -1) if block.words[t] in OPENINGS)
    return next(marks, -1) + 1


def _of_another_place(block: Block, opens: int) -> bool:
    """Whether a place between marks stands before a pronoun's clause: "left effusion; on the right, there is none"."""
    low = opens - 2
    while block.words[low] in PLACES:
        low -= 1
    place = block.words[low + 1 : opens - 1]
    return block.words[opens - 1] == "," and block.words[low] in OPENINGS and not ELSEWHERE.isdisjoint(place)


def _denies_all(block: Block, at: int) -> bool:
    """Whether it is the presence that is denied at a pronoun: "none now", "neither is evident today"."""
    end = at + 1
    while block.words[end] in ADVERBS:
        end += 1
    stop = end
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    # "History of pneumonia, but there is none on today's film."
    if block.words[end] == "on" and stop > end + 1 and TODAY.issuperset(block.words[end:stop]):
        return True
    # "There was a pneumothorax yesterday; today there is none."
    lead = block.words[_opens(block, at) : at]
    if end == at + 1 == stop and lead and lead[-1] in ARE and "there" in lead and ELSEWHERE.isdisjoint(lead):
        return True
    # "Effusion right, none left" is of the left side.
    side = block.words[end] in SIDES and block.words[at - 2 : at] == ["right", ","]
    here = ELSEWHERE.isdisjoint(block.words[end + 1 : stop]) and not side
    return here and (block.words[end] in NOW or block.words[end - 1] in NOW)
