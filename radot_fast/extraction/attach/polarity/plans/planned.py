"""Operations and devices that have still to come: "preoperative film for CABG", "left mastectomy is planned".

And operations that only tell of a time, and which were done: "no post-thoracotomy pneumothorax".
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.attach.polarity.plans.advised_removals import MOVING, REMOVING
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import DETERMINERS, FINITE, SEGMENT_END

PLANNED = frozenset(
    (
        "planned", "scheduled", "awaiting", "awaits", "awaited", "proposed", "upcoming", "forthcoming", "pending",
        "undergo", "planning", "arranged", "booked",
    )
)  # fmt: skip
"""Words right before or behind what has still to come."""
ADVISED = frozenset(("recommended", "advised", "required", "needed", "warranted"))
"""Words behind a device that is asked for: "a chest tube is recommended"."""
PREPARED = PLANNED | ADVISED | {
    "preop", "preoperative", "pre", "listed", "candidate", "workup", "work", "clearance", "considered", "due", "booked",
    "fitness", "fit", "tomorrow",
}  # fmt: skip
"""Words of a sentence in which "for", "to have" or "before" leads to such an operation."""
POST = frozenset(("post",))
LEADS = frozenset(("for", "before", "have"))
BE = frozenset(("is", "are", "being", "has", "have", "been", "now", "to", "be", "done", "not"))
OF = DETERMINERS | {
    "of", "elective", "urgent", "placement", "insertion", "implantation", "new", "redo", "repeat", "possible", "total",
    "surgery", "operation", "immediate", "emergency", "emergent", "drainage", "exchange", "reinsertion",
}  # fmt: skip
"""Words between such a word and the operation."""
NEW = frozenset((",", ";", ">", "→", "and", "so", "but", "or", "therefore", "placement", "insertion"))
"""Words before what is asked for."""
JOINS = frozenset(("and", "or", ",", "/", "plus"))
NEEDED = frozenset(("needed", "required", "indicated", "warranted", "recommended", "advised", "advisable"))
"""Words behind a device that is not there yet: "a chest drain is needed urgently"."""
NEEDS = frozenset(
    (
        "needs", "need", "needing", "requires", "require", "requiring", "warrants", "warrant", "warranting", "deserves",
        "deserving",
    )
)  # fmt: skip
ADVISE = frozenset(("suggest", "advise", "recommend", "consider", "insert", "reinsert"))
"""Words before it, the latter ones at the beginning of a segment: "needing a chest drain", "suggest pigtail"."""
URGENT, OPENS = frozenset(("urgent",)), frozenset(("for", ">", "→"))
"""A word before it that asks, behind nothing else or such a word: "large pneumothorax; urgent drain"."""
AMENABLE = frozenset(("amenable", "suitable", "given"))
SOON = frozenset(("urgently", "immediately", "emergently", "asap"))
"""Words behind what asks for it: "chest drain required urgently", "drain urgently"."""
WANTED = SOON | NEEDED | NEEDS | ADVISE | URGENT | AMENABLE
MOVED_FOR = 8
"""Tokens before "for" among which what is to be done with a device stands: "withdrawal is advised for the ETT"."""
KNOWN = frozenset(("the", "this", "that", "these", "those", "existing", "indwelling"))
"""Words before a device that is there: "the drain is needed"."""
GOES_ON = frozenset(
    ("insertion", "placement", "drainage", "for", "if", "urgently", "now", "today", "and", "or", "immediately", "soon")
)
"""Words behind a device that is asked for; others tell what to do with it: "recommend ETT be withdrawn"."""


def only_planned(named: Mentions, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of devices and operations that are only planned.

    "Scheduled for aortic valve replacement", "pacemaker insertion is planned"; a removal that is planned is of what is
    there, "planned removal of the chest tube".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    """
    first = block.tokens.first
    opens = first[:-1][block.said(LEADS)[first[:-1]]]
    told = np.append(block.sentence[block.said(PREPARED | WANTED)], block.sentence[opens])
    if not len(told):
        return []
    may = (meanings.device | meanings.adjective)[named.card] & among(block.sentence[named.start], told)
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER)) if may.any() else may
    out: list[int] = []
    for k in indices(may).tolist():
        goes_on = bool(out) and out[-1] == k - 1 and JOINS.issuperset(block.words[named.end[k - 1] : named.start[k]])
        asked = _is_wanted(int(named.start[k]), int(named.end[k]), block, described)
        led = asked or _is_led_to(int(named.start[k]), block, described)
        if goes_on or led or _is_told(k, named, block, described):
            out.append(k)
    return out


def of_a_time(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of operations that are denied in front of what is: "no post-CABG effusion", "no post-thoracotomy air".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    post = block.said(POST)
    if not post.any() or len(named.start) < 2:
        return []
    denied = (said == ABSENT) & (meanings.device | meanings.adjective)[named.card]
    denied &= post[named.start] | post[named.start - 1]
    return [k for k in indices(denied[:-1]).tolist() if named.end[k] == named.start[k + 1]]


def _is_led_to(start: int, block: Block, described: np.ndarray) -> bool:
    """Whether words before a name tell that it has still to come: "scheduled for a", "prior to left", "awaiting"."""
    words, first = block.words, int(block.tokens.first[block.sentence[start]])
    at = start - 1
    while at >= first and (described[at] or words[at] in OF):
        at -= 1
    if at < first:
        return False
    if words[at] in PLANNED:
        return True
    prior = words[at] == "to" and words[at - 1] == "prior" and at > first
    if not prior and words[at] not in LEADS:
        return False
    at -= prior
    stop = int(block.tokens.first[block.sentence[start] + 1])
    if at == first:  # "For CABG.", not "for the PICC, the tip is in the SVC"
        return not (block.traits[start:stop] & FINITE).any()
    # "Repositioning is required for the left PICC", which is there.
    if not (MOVING | REMOVING).isdisjoint(words[max(first, at - MOVED_FOR) : at]):
        return False
    return not PREPARED.isdisjoint(words[first:at]) or "tomorrow" in words[start:stop]


def _is_wanted(start: int, end: int, block: Block, described: np.ndarray) -> bool:
    """Whether a device is asked for by the words before it: "needs a left chest drain", "amenable to drainage"."""
    words, first, at = block.words, int(block.tokens.first[block.sentence[start]]), start - 1
    if not block.traits[end] & SEGMENT_END and words[end] not in GOES_ON:
        return False
    while at >= first and (described[at] or words[at] in OF):
        at -= 1
    ahead = words[at + 1 : start]
    if not KNOWN.isdisjoint(ahead):
        return False
    opens = at < first or block.traits[at] & SEGMENT_END
    if words[end] in SOON:
        return bool(opens and block.traits[end + 1] & SEGMENT_END)
    if not URGENT.isdisjoint(ahead):
        return bool(opens) or words[at] in OPENS | NEEDS | ADVISE
    if opens or words[at] in NEEDS:
        return not opens
    if words[at] in ADVISE:
        return at == first or bool(block.traits[at - 1] & SEGMENT_END)
    return words[at] in ("to", "for") and words[at - 1] in AMENABLE


def _is_told(k: int, named: Mentions, block: Block, described: np.ndarray) -> bool:
    """Whether words behind a name tell it: "is planned", "awaited", "insertion is scheduled for Monday"."""
    words, at = block.words, int(named.end[k])
    while described[at] or words[at] in OF or words[at] in BE:
        at += 1
    if words[at] not in PLANNED | NEEDED:
        return False
    low = int(named.start[k]) - 1
    while low >= 0 and (described[low] or words[low] in OF):
        low -= 1
    if words[low] in REMOVING | MOVING:
        return False
    # "A drain is needed", "chest drain required."; not "the drain is needed", "drain required repositioning".
    known = words[at] in NEEDED and not KNOWN.isdisjoint(words[low + 1 : named.start[k]])
    # "A drain is advised", but "a review of the drain is advised".
    opens = words[low] in NEW or low < block.tokens.first[block.sentence[named.start[k]]]
    # "Left effusion - drain advised": a dash is no word.
    opens |= k > 0 and named.end[k - 1] == low + 1
    asked = opens and (words[at - 1] in BE or bool(block.traits[at + 1] & SEGMENT_END) or words[at + 1] in SOON)
    return not known and (words[at] in PLANNED or asked)
