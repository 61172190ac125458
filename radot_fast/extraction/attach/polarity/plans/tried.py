"""Devices that someone tried to place in vain, and those of which no more is denied than that they are broken.

"Failed attempt at left subclavian line placement" leaves no line there; "no pacemaker lead fracture" a whole pacemaker,
"the malposition of the PICC has been corrected" a PICC.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import DETERMINERS, NEGATION, SEGMENT_END

TRIED = frozenset(
    ("attempt", "attempts", "attempted", "failed", "unsuccessful", "unsuccessfully", "aborted", "abandoned", "failure")
)
PLACING = frozenset(
    (
        "placement", "insertion", "introduction", "placing", "inserting", "passage", "passing", "cannulation",
        "attempt", "attempts", "place", "insert", "pass", "access",
    )
)  # fmt: skip
BREAKS = frozenset(
    (
        "fracture", "fractures", "discontinuity", "disruption", "dehiscence", "break", "breaks", "breakage",
        "fractured", "#",
    )
)  # fmt: skip
FAULTS = frozenset(
    (
        "malposition", "malpositioning", "misplacement", "malplacement", "displacement", "dislodgement", "migration",
        "kink", "kinks", "kinking", "coiling", "looping", "loop", "knotting", "obstruction", "occlusion", "compression",
        "misdirection", "buckling", "perforation", "complication", "complications", "change", "malalignment",
        "misalignment", "dislocation", "retraction", "leak", "leakage", "damage", "twisting", "disconnection",
    )
)  # fmt: skip
"""What may be wrong with a device, before "of" or "in"."""
MISALIGNED = frozenset(("malalignment", "misalignment", "displacement", "dislodgement", "kinking"))
"""Such words that names of devices hold: "malalignment of the sternal wires"."""
FAULTY = frozenset(
    (
        "fractured", "broken", "disrupted", "discontinuous", "displaced", "dislodged", "malpositioned", "misplaced",
        "kinked", "malaligned", "misaligned", "misdirected", "disconnected",
    )
)  # fmt: skip
"""How a device may be, before its name or behind a verb."""
OF_ALL = frozenset(
    ("complication", "complications", "change", "perforation", "occlusion", "obstruction", "compression")
)
"""Those of them that may be of the patient."""
MARKS, NO = frozenset((":", ",", ";", "-", "(")), frozenset(("no", "without", "nil"))
ABSENCE = frozenset(("none", "nil", "no", "absent", "not", "negative"))
REMOVED = frozenset(("removed", "out", "withdrawn", "pulled", "gone", "absent", "none"))
NONE_REACH = 16
"""Marks and words about a fault that is denied behind a device, words of a device that is gone, and tokens to it."""
PARTS = frozenset(
    ("tubing", "catheter", "tube", "tip", "lead", "leads", "wire", "wires", "course", "segment", "portion")
)
"""Parts of a device that a fault may be of."""
IS, NONE = frozenset(("is", "are", "was", "appears", "appear")), frozenset(("none", "neither"))
ANY = frozenset(("either", "any", "each", "both", "all", "its", "these"))
"""Words between a fault and its device, as articles are: "no fracture of either lead"."""
OF = frozenset(("of", "in", "along"))
SHOWN = IS | {"seen", "identified", "noted", "present", "visible", "demonstrated", "evident", "detected", "apparent"}
"""Words between a fault and what leads to its device: "no kink is seen in the PICC"."""
BESIDE_BREAKS = OF | ANY | DETERMINERS | FAULTS | BREAKS | {"or", "and", "nor", "/", ",", "left", "right"}
"""Words between a break and the device that is broken."""
ATTEMPTED, NEAR = frozenset(("attempted",)), 4
"""A word that says so right before a device, and tokens from it to the name: "attempted right subclavian line"."""
LINES, FAILED = "tubes and lines", ATTEMPTED | {"failed", "unsuccessful", "abandoned", "aborted"}
"""More of them before a line or tube: "failed left jugular line"."""
REACH = 8
"""Tokens from such a word to the device, or from the device to it ("PICC placement was unsuccessful")."""


def tried(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of devices whose placement failed or was only attempted.

    "After a failed attempt on the left, a right line was placed" is a line in place: no clause lies between.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    sentences = block.sentence[block.said(TRIED)]
    if not len(sentences):
        return []
    out = []
    told = meanings.device[named.card] & (said == DEFINITE) & among(block.sentence[named.start], sentences)
    for k in indices(told).tolist():
        before, behind = _before(block, int(named.start[k])), _behind(block, int(named.end[k]))
        first = next((n for n in range(len(before) - 1, -1, -1) if _is_trial(before, n)), None)
        placed = not PLACING.isdisjoint(behind[:2]) or (first is not None and not PLACING.isdisjoint(before[first:]))
        put_in = meanings.cards[named.card[k]].group == LINES
        near = before[first:] if first is not None and len(before) - first <= NEAR else []
        placed |= not (FAILED if put_in else ATTEMPTED).isdisjoint(near[:1])
        if placed and (first is not None or not TRIED.isdisjoint(behind)):
            out.append(k)
    return out


def _is_trial(before: list[str], n: int) -> bool:
    """Whether word n before a device says that it was tried: "failed to resolve despite the drain" does not."""
    return before[n] in TRIED and (before[n + 1 : n + 2] != ["to"] or not PLACING.isdisjoint(before[n + 2 : n + 4]))


def broken_devices(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of devices of which no more is denied than a fault: "no lead fracture", "none of the wires is broken".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    absent = indices(meanings.device[named.card] & (said == ABSENT)).tolist()
    if not absent:
        return []
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY))
    # The last word of "no ICD lead fracture", "no ETT displacement" stands behind the name.
    return [
        k
        for k in absent
        if _none_told_behind(block, int(named.end[k]))
        or not (BREAKS | MISALIGNED).isdisjoint(block.words[named.start[k] : named.end[k]])
        or block.words[named.end[k]] in FAULTS | BREAKS
        or _none_is_faulty(block, int(named.start[k]), int(named.end[k]))
        or _fault_before(block, int(named.start[k]), described)
    ]


def no_breaks_of_devices(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of denied fractures of a device behind them, and of no bone: "no fracture or kink of either pacing lead".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    device = meanings.device[named.card]
    breaks = ~device[:-1] & device[1:] & (said[:-1] == ABSENT) & block.said(BREAKS)[named.end[:-1] - 1]
    breaks &= block.sentence[named.start[:-1]] == block.sentence[named.start[1:]]
    if not breaks.any():
        return []
    spans = ((k, set(block.words[named.end[k] : named.start[k + 1]])) for k in indices(breaks).tolist())
    return [k for k, between in spans if not OF.isdisjoint(between) and between <= BESIDE_BREAKS]


def _none_is_faulty(block: Block, start: int, end: int) -> bool:
    """Whether a denial before a device is of how it might be: "no displaced wires", "none of the leads is broken"."""
    faulty = (
        not FAULTY.isdisjoint(block.words[max(start - 1, 0) : end])
        or block.words[end + (block.words[end] in IS)] in FAULTY
    )
    low = max(start - REACH, int(block.tokens.first[block.sentence[start]]))
    return faulty and bool((block.traits[low:start] & NEGATION).any() or not NONE.isdisjoint(block.words[low:start]))


def _none_told_behind(block: Block, end: int) -> bool:
    """Whether a denial behind a device is of a fault of its own: "wires: no dehiscence", "line; kinking: none"."""
    words = words_from(block, end, NONE_REACH)
    at = next((n for n, word in enumerate(words) if word in FAULTS - OF_ALL or word in BREAKS), len(words))
    no = at - 1 - (at > 1 and words[at - 1] not in NO)
    led = no > 0 and words[no] in NO and words[no - 1] in MARKS
    denied = words[at + 1 : at + 2] == [":"] and not ABSENCE.isdisjoint(words[at + 2 : at + 3])
    return at < len(words) and REMOVED.isdisjoint(words[:at]) and (denied or led)


def _fault_before(block: Block, start: int, described: np.ndarray) -> bool:
    """Whether a fault of a device stands before it: "no kinking of the left chest tube", "malposition of the PICC".

    Or of a part of it: "no break in the tubing of the port".
    """
    at = _led(block, start, described)
    if block.words[at] in OF and block.words[at - 1] in PARTS:
        at = _led(block, at - 1, described)
    if block.words[at] not in OF:
        return False
    # "No kink is seen in the right PICC."
    before = at - 1
    while block.words[before] in SHOWN:
        before -= 1
    return block.words[before] in FAULTS | BREAKS


def _led(block: Block, start: int, described: np.ndarray) -> int:
    """The token before a name, its article and what describes it."""
    at = start - 1
    while described[at] or block.words[at] in DETERMINERS or block.words[at] in ANY:
        at -= 1
    return at


def _before(block: Block, start: int) -> list[str]:
    """The words before a device, from the beginning of its segment."""
    low, first = start, int(block.tokens.first[block.sentence[start]])
    while low > max(first, start - REACH) and not block.traits[low - 1] & SEGMENT_END:
        low -= 1
    return block.words[low:start]


def _behind(block: Block, end: int) -> list[str]:
    """The words behind a device, up to the end of its segment."""
    stop = end
    while stop < end + REACH and not block.traits[stop] & SEGMENT_END:
        stop += 1
    return block.words[end:stop]
