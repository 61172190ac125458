"""Two degrees of one finding, each with its time: "yesterday moderate, today small", "large in March, small today"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.polarity.then.absent_then import COUNTS, DATED, day_ends
from radot_fast.extraction.attach.polarity.then.past_times import past_ends
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import SEGMENT_END, STATE

LONG_AGO = frozenset(("previously", "formerly", "initially", "originally", "yesterday"))
"""Words right before a degree of another time."""
WERE, SET_OFF = frozenset(("was", "were")), frozenset((",", "(", ";"))
AGO = LONG_AGO | {"then", "was", "were", "been", "before", "once", "earlier"}
"""Such words, and those that tell it beside a degree of today alone: "then moderate, now small"."""
BEHIND = frozenset(("yesterday", "before", "previously", "formerly", "earlier", "then", "initially", "pre"))
DAY_BEGINS = frozenset(("on", "in", "at", "last"))
ARRIVAL = frozenset(("admission", "presentation", "arrival", "baseline", "ct", "ultrasound", "mri"))
"""Days without a number: "large on admission"."""
ON, THE = frozenset(("on", "in", "at")), frozenset(("the",))
THESE_FILMS = frozenset(("today", "todays", "this", "current", "present"))
"""Words before the film that is read: "small on today's post-procedure film"."""
AFTERWARDS = frozenset(("post", "after", "afterwards", "following"))
"""Words of today behind a degree, where the one before it was before the same event: "large pre tap, small after"."""
NOW = frozenset(("now", "today", "currently", "presently"))
ARE = NOW | {"is", "are", "become", "becomes"}
THIS, PARTS_OF_DAY = frozenset(("this",)), frozenset(("morning", "afternoon", "evening", "time"))
AS, AS_REACH = frozenset(("as",)), 4
"""A word before what a finding is by now, and tokens before it: "is now seen as a tiny rim"."""
LEADS = frozenset(("a", "an", "only", "just", "merely", ":", "very", "quite", "rather"))
"""Words between the time and its degree."""
ONE = frozenset(("one", "enlarged", "size", "in"))
"""Words that close what a degree is of: "mildly enlarged before", "small in size yesterday"."""
SEEN = frozenset(("seen", "noted", "present", "shown", "visible", "demonstrated", "described", "reported", "found"))
DAYS = AGO | BEHIND | NOW | DATED | ARRIVAL | {"/", "film", "study", "radiograph", "morning", "overnight"}


def degrees_by_time(block: Block) -> list[tuple[int, int]]:
    """Numbers of degrees of another time, each with that of the degree of now which stands beside it.

    "The effusion, moderate in March, is small today": of then and of now.
    """
    hits = block.hits[trie.SEVERITY]
    two = np.diff(block.sentence[hits.start]) == 0
    if not two.any():
        return []
    two &= among(block.sentence[hits.start[:-1]], block.sentence[block.said(DAYS)])
    out: list[tuple[int, int]] = []
    for k in indices(two).tolist():
        (a, b), (c, d) = ((int(hits.start[j]), int(hits.end[j])) for j in (k, k + 1))
        if b > c or not of_one_finding(block, b, c, d):
            continue
        if _then(block, a, b) and not _then(block, c, d) and _now(block, c, d):
            # "The right effusion is small, the left, previously large, is moderate."
            out = [pair for pair in out if pair[0] != k]
            out.append((k, k + 1))
        elif _then(block, c, d) and not _then(block, a, b):
            behind = _behind(block, d)
            plain = _lead(block, c) in LONG_AGO and bool(block.traits[behind] & SEGMENT_END)
            if plain or _now(block, a, b) or (not SET_OFF.isdisjoint(block.words[b:c]) and _of_then(block, c, d)):
                out.append((k + 1, k))
    return out


def of_another_time(block: Block) -> np.ndarray:
    """Which degrees are of another time, and stand beside one of now: bool, shape (n_degrees,)."""
    out = np.zeros(len(block.hits[trie.SEVERITY].start), bool)
    out[[then for then, _ in block.once(degrees_by_time)]] = True
    return out


def _lead(block: Block, start: int) -> str:
    """The word before a degree at token ``start``, beyond an article or "only"."""
    return block.words[_before(block, start)]


def _before(block: Block, start: int) -> int:
    """The token before a degree at token ``start``, beyond an article or "only"."""
    at = start - 1
    while block.words[at] in LEADS:
        at -= 1
    return at


def _behind(block: Block, end: int) -> int:
    """The token behind a degree that ends at ``end``, and behind the side, name or state that it is of."""
    for kind in (trie.ANATOMY, trie.FINDING):
        hits = block.hits[kind]
        k = int(hits.start.searchsorted(end))
        end = int(hits.end[k]) if k < len(hits.start) and hits.start[k] == end else end
    end += block.words[end] in SEEN
    while block.words[end] in ONE and (block.traits[end] & STATE or block.words[end + 1] in ONE | BEHIND):
        end += 1
    return end


def _dated(block: Block, end: int) -> bool:
    """Whether another day stands behind a degree: "moderate in March", "small yesterday", "mild on the last film"."""
    words, at = block.words, _behind(block, end)
    # "Small on 3/7."
    if words[at] in BEHIND or (words[at] in DAY_BEGINS and words[at + 1].isdigit() and words[at + 2] == "/"):
        return True
    if words[at] in DAY_BEGINS and words[at + 1] in ARRIVAL:
        return True
    return (words[at] in DAY_BEGINS | COUNTS or words[at].isdigit()) and day_ends(block, at) > 0


def _then(block: Block, start: int, end: int) -> bool:
    """Whether a degree is of another time: "previously large", "large on the last film"."""
    return _lead(block, start) in AGO or _dated(block, end)


def _of_then(block: Block, start: int, end: int) -> bool:
    """Whether a degree has its earlier day or hour: "mild in March", "was mild this morning"."""
    return _dated(block, end) or (_lead(block, start) in WERE and past_ends(block, _behind(block, end)) > 0)


def _now(block: Block, start: int, end: int) -> bool:
    """Whether a degree is of today: "now small", "is small", "small today", "small this morning", "small post tap"."""
    at = _behind(block, end)
    if block.words[at] in ON:
        at += 1 + (block.words[at + 1] in THE)
        return block.words[at] in THESE_FILMS
    if block.words[at] in AFTERWARDS:
        return True
    led = _before(block, start)
    if block.words[led] in AS:  # "now persists only as a small one"
        first = max(int(block.tokens.first[block.sentence[start]]), led - AS_REACH)
        return not NOW.isdisjoint(block.words[first:led])
    this = block.words[at] in THIS and block.words[at + 1] in PARTS_OF_DAY and _lead(block, start) not in WERE
    return _lead(block, start) in ARE or block.words[at] in NOW or this


def of_one_finding(block: Block, low: int, start: int, end: int) -> bool:
    """Whether two degrees, of which the second stands at tokens ``start:end``, may be of one finding.

    "A previously large effusion is now small"; not "a previously large effusion and a now small pneumothorax".
    """
    names = block.hits[trie.FINDING].start
    first, stop = block.tokens.first[block.sentence[start] :][:2].tolist()
    stop = end if block.words[end] == ";" else min(end + 2, stop)
    before, between, behind, following = names.searchsorted((first, low, start, stop)).tolist()
    # A hydropneumothorax is two findings by one name.
    one = behind - between < 2 or bool((names[between:behind] == names[between]).all())
    return one and (following == behind or behind == before)
