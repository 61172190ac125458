"""What is only advised to do with a device, which is there: "removal of the chest tube is recommended"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions, last_before
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_before, words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE, SEGMENT_END

REMOVAL = frozenset(("removal", "extraction", "withdrawal", "explantation"))
REMOVING = REMOVAL | {"removing", "remove", "exchange", "exchanging", "replacement", "replacing", "taking"}
MOVING = frozenset(
    (
        "advancement", "advancing", "advance", "retraction", "retracting", "retract", "withdrawing", "withdraw",
        "withdrawal", "repositioning", "reposition", "resiting", "readjustment", "adjustment", "pulling", "pull",
        "push", "pushing",
    )
)  # fmt: skip
"""What is advised of a device that lies badly."""
ORDERS = frozenset(("advance", "withdraw", "retract", "reposition", "pull", "push"))
"""The same as the first word of a segment: "push the tube in by 5 cm"."""
ADVISING = frozenset(
    (
        "recommend", "recommends", "recommended", "suggest", "suggests", "suggested", "advise", "advised", "consider",
        "requires", "require", "needs", "need", "request", "requested", "planned", "plan", "await", "awaiting",
        "please", "would", "advocate", "recommending", "suggesting", "considering", "consideration", "recommendation",
    )
)  # fmt: skip
"""Words before a removal that has not come yet."""
ADVISED = frozenset(
    (
        "recommended", "advised", "suggested", "indicated", "warranted", "considered", "needed", "required", "planned",
        "requested", "advisable", "awaited",
    )
)  # fmt: skip
NECESSARY = frozenset(("necessary",))
"""The same behind a verb: "is recommended", "should be considered", "is not necessary"."""
BE, REMOVED = frozenset(("be",)), frozenset(("removed", "replaced", "exchanged", "discontinued", "changed"))
MOVED = frozenset(("withdrawn", "advanced", "retracted", "repositioned", "pulled", "resited", "pushed", "adjusted"))
"""What is advised to be done: "recommend that the tube be withdrawn"."""
TAPPED = frozenset(("tapped", "drained", "aspirated", "evacuated"))
DONE = frozenset(("after", "following", "since", "post", "status", "until", "before", "by"))
"""Words that part a removal from an advice of something else: "recommend a film after removal of the drain"."""
NO, NO_REACH, NOT_REACH = frozenset(("no", "without")), 2, 3
"""Words of what needs not be done, and tokens before and behind it: "no further advancement", "is not needed"."""
BEFORE = 5
"""Tokens from such a word to the removal: "recommend prompt removal"."""
BEHIND = 4
"""Tokens from the verb behind a removal to what is said of it: "is now strongly recommended"."""
MAY = frozenset(("should", "may", "could", "can", "must"))
OF = frozenset(("of", "out", "the", "this", "that", "both", "all", "either", "patient", "s", "existing", "indwelling"))
"""Words between a removal and its device."""
ADVISED_FOR = (
    OF
    | ADVISED
    | {"is", "are", "be", "would", "should", "may", "for", "now", "urgently", "strongly", "by", "cm", "mm", "about"}
)
"""The same where the advice stands before the device: "withdrawal by 3 cm is required for the left PICC"."""
JOINS = frozenset((",", "and", "or"))
AHEAD = frozenset(("before", "until", "till", "pending", "awaiting", "to"))
"""Words before what has still to come, the last behind "prior": "before removal of the drain"."""
RESOLUTION, FOLLOWED = frozenset(("resolution", "clearing", "clearance")), frozenset(("up", "followup", "follow"))
"""What a follow-up waits for, and words before its "to": "follow-up to resolution"."""
IT = frozenset(("it", "this", "them", "these"))
NOUNS = frozenset(("tube", "tubes", "line", "lines", "catheter", "catheters", "drain", "drains", "lead"))


def only_advised(hits: Hits, block: Block) -> np.ndarray:
    """Which cues or changes hold a removal or drainage that is only advised.

    Parameters
    ----------
    hits, block
        Cues or changes of the sentences, and their words.

    Returns
    -------
    bool, shape (n_hits,)
    """
    # "The effusion should be tapped", "is to be drained".
    out = block.said(BE)[hits.start - 1] & block.said(TAPPED)[hits.start]
    for at in indices(block.said(REMOVAL)).tolist():
        if is_advised(block, at):
            out |= (hits.start <= at) & (hits.end > at)
    for at in indices(block.said(RESOLUTION)).tolist():
        if block.words[at - 1] == "to" and block.words[at - 2] in FOLLOWED:
            out |= (hits.start <= at) & (hits.end > at)
    return out


def advised_of_devices(named: Mentions, block: Block, meanings: Meanings) -> dict[int, bool]:
    """Numbers of devices that someone advises to remove or to move, and whether it is to move them.

    "Recommend removal of the ETT", "removing the PICC may be considered", "suggest advancing the NG tube by 8 cm".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    """
    out: dict[int, bool] = {}
    for at in indices(block.said(REMOVING | MOVING)).tolist():
        found = _devices_of(at, named, block, meanings)
        if found and is_advised(block, at):
            out.update(dict.fromkeys(found, block.words[at] in MOVING and not is_needless(block, at)))
    for at in indices(block.said(BE)[:-1] & block.said(REMOVED | MOVED)[1:]).tolist():
        first, k = block.tokens.first[block.sentence[at]], last_before(named.start, named.end, at)
        advised = k >= 0 and not ADVISING.isdisjoint(block.words[first : max(int(named.start[k]), first)])
        if advised and named.end[k] == at and meanings.device[named.card[k]]:
            out[k] = block.words[at + 1] in MOVED
    return out


def is_needless(block: Block, at: int) -> bool:
    """Whether what could be done with a device needs not be done: "no repositioning is required", "… is not needed".

    Parameters
    ----------
    block, at
        Words of the sentences, and the token of a removal or a move.
    """
    return not NO.isdisjoint(words_before(block, at, NO_REACH)) or "not" in words_from(block, at + 1, NOT_REACH)


def _devices_of(at: int, named: Mentions, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of the devices that a removal at a token is of: "of the left drain and the ETT", "PICC removal"."""
    k = int(named.start.searchsorted(at + 1))
    stop, described = at + 1, tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER))
    device = meanings.device[named.card]
    out: list[int] = []
    while k < len(named.start) and device[k]:
        start = int(named.start[k])
        between = [t for t in range(stop, start) if not described[t]]
        told = {block.words[t] for t in between if not block.words[t][0].isdigit()}
        advised = not ADVISED.isdisjoint(block.words[stop:start])
        advised_for = not out and "for" in told and ADVISED_FOR.issuperset(told) and advised
        if not (advised_for or told.issubset(OF | JOINS if out else OF)):
            break
        out.append(k)
        stop, k = int(named.end[k]), k + 1
    before = int(named.start.searchsorted(at)) - 1
    if out or before < 0 or not device[before] or block.sentence[named.start[before]] != block.sentence[at]:
        return out
    words = block.words
    # "ETT in place; pull the tube back": that tube repeats the one before, and is no device of its own.
    again = words[at + 1] in IT or (words[at + 1] == "the" and words[at + 2] in NOUNS)
    return [before] if named.end[before] == at or again else []


def is_advised(block: Block, at: int) -> bool:
    """Whether the removal at a token is advised before it, or by a verb behind it, or has still to come.

    "CT is recommended before removal of the drain."

    Parameters
    ----------
    block, at
        Words of the sentences, and the token of a removal or a move.
    """
    words = block.words
    if words[at - 1] in AHEAD and (words[at - 1] != "to" or words[at - 2] == "prior"):
        return True
    first, stop = block.tokens.first[block.sentence[at] :][:2].tolist()
    if words[at] in ORDERS and (at == first or block.traits[at - 1] & SEGMENT_END):
        return True
    before = words[max(first, at - BEFORE) : at]
    if not ADVISING.isdisjoint(before):
        return DONE.isdisjoint(before)
    # "Urgent removal advised."
    if words[at + 1 + words[at + 1].endswith("ly")] in ADVISED:
        return True
    for k in range(at + 1, stop):
        if block.traits[k] & SEGMENT_END:
            return False
        if block.traits[k] & FINITE or words[k] in MAY:
            return not (ADVISED | NECESSARY).isdisjoint(words[k + 1 : min(k + 1 + BEHIND, stop)])
    return False
