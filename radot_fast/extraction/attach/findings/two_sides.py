"""Sides with degrees of their own behind a finding of both: "bilateral effusions, the right now large, the left small".

Such words are told of one side each, wherever the degree stands: "a large amount on the right and a trace on the left",
"the one on the right being large and the other small". One side may be told of alone: "both have grown, and the right
is now large".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.polarity.then.absent_then import day_ends
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import COLON, FINITE, SEGMENT_END

SIDES = frozenset(("left", "right"))
OTHER = {"left": "right", "right": "left"}
LEADS = frozenset(("the", "on", "one", "that", "in", "at", "to"))
"""Words between what opens such words and the side: "the one on the right"."""
AMOUNTS = frozenset(("amount", "quantity", "volume", "one", "component", "collection", "size", "extent", "degree"))
"""Nouns between a degree and its side: "a small amount on the left"."""
ARTICLES = frozenset(("a", "an", "of", "only", "just", "now", "still", "has", "have", "is", "are", "being"))
AUXILIARIES = frozenset(("has", "have", "is", "are"))
OPENERS = frozenset(
    (
        ",", ":", "(", "and", "but", "while", "whereas", "with", "although", "though", "except", "save", "leaving",
    )
)  # fmt: skip
CONTRASTS = frozenset(("but", "although", "though", "except", "save", "however", "while", "whereas"))
"""Words behind a change of both sides, before that of one: "effusions are unchanged, but the left is smaller"."""
NOUNS = frozenset(("one", "side", "lung", "hemithorax", "base"))
BEING = frozenset(
    (
        "is", "being", "remains", "remaining", "appears", "looks", "has", "become", "now", "still", "currently", "only",
        "just", "at", "most", "of", "a", "an", "again", "merely", "today", "been", "again", "having",
    )
)  # fmt: skip
"""Words between a side and its degree: "the left is now only"."""
SAME = ["the", "same"]
SIZED = frozenset(("in", "size", "volume", "degree", "amount", "extent"))
"""Words behind a degree that close it: "moderate in size"."""
TO = frozenset(("to",))
AGAIN = frozenset(("other",))
FLUIDS = frozenset(("fluid", "effusion"))
"""Last words of names of what may be on both sides, as the sides behind a colon tell."""
APART = frozenset(("and", "with", "but", "while", "whereas"))
"""Words by which another finding begins."""
JUDGED = frozenset(("worse", "better"))
"""Comparatives that are a change where either side has one: "better on the right and worse on the left"."""
COMPARING = frozenset(("more", "less", "worse", "better", "most", "least"))
CHANGING = JUDGED | {"more", "less", "larger", "smaller", "bigger", "fewer", "denser", "fainter"}
"""The same where the other side has a change too: "smaller on the right, unchanged on the left"."""
NOWS = frozenset(("now", "today", "currently"))
THE, THAN, ONE_PROCESS = frozenset(("the",)), frozenset(("than",)), {"atelectasis", "consolidation"}


class Told(NamedTuple):
    """What is told of one side: tokens ``low:high``, and the side."""

    low: int
    high: int
    side: str


def told_of_sides(block: Block, meanings: Meanings) -> list[tuple[int, Told, Told | None]]:
    """Find sides with a degree of their own behind a finding of both.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.

    Returns
    -------
    Number of the finding among the hits, what is told of its one side, and of the other, if anything is.
    """
    places, findings = block.hits[trie.ANATOMY], block.hits[trie.FINDING]
    if not len(findings.start):
        return []
    both = places.start[meanings.both_sides[places.meaning]]
    if block.there & COLON and block.said(FLUIDS).any():
        fluids = findings.start[block.said(FLUIDS)[findings.end - 1]]
        both = np.union1d(both, fluids[among(block.sentence[fluids], block.sentence[block.where(COLON)])])
    if not len(both):
        return []
    sides = indices(block.said(SIDES))
    first = block.tokens.first[block.sentence[sides]]
    sides = sides[(both.searchsorted(sides) > both.searchsorted(first))].tolist()
    out: list[tuple[int, Told, Told | None]] = []
    done = 0
    comparing = frozenset(block.sentence[block.said(CHANGING - JUDGED)].tolist())
    for at in sides:
        one = _told(block, at, JUDGED) if at >= done else None
        compares = one is None and at >= done and int(block.sentence[at]) in comparing
        one = _told(block, at, CHANGING) if compares else one
        if one is not None and _is_an_aside(block, one):
            continue
        k = -1 if one is None else int(findings.start.searchsorted(one.low)) - 1
        if one is None or k < 0 or not _is_of_both(block, k, one.low, meanings):
            continue
        second = _next(block, one, CHANGING if not compares and _tells_change(block, one) else JUDGED)
        if second is None and block.words[int(findings.end[k]) - 1] in FLUIDS:
            continue
        otherwise = second is None and _is_unlike_both(block, k, one)
        if compares and not otherwise and (second is None or not _tells_change(block, second)):
            continue  # "bilateral effusions, larger on the right, small on the left"
        if second is None and ((_told(block, at) is None and not otherwise) or _goes_on(block, one)):
            continue  # "bilateral effusions, worse on the left"
        if second is not None and _gone(block, one, meanings) != _gone(block, second, meanings):
            continue  # "effusions have resolved on the right and decreased on the left": the other side is named anew
        done = one.high if second is None else second.high
        out.append((k, one, second))
    return out


def _is_unlike_both(block: Block, k: int, one: Told) -> bool:
    """Whether a change of both sides is told before that of one: "unchanged, but the left is smaller"."""
    changes = block.hits[trie.COMPARISON].start
    first = int(block.tokens.first[block.sentence[one.low]])
    told = changes.searchsorted(one.low) > changes.searchsorted(first)
    opened = block.words[max(int(block.hits[trie.FINDING].end[k]), one.low - 3) : one.low]
    return bool(told) and not CONTRASTS.isdisjoint(opened)


def _is_an_aside(block: Block, one: Told) -> bool:
    """Whether a comparative of one side stands before the verb: "effusions, more on the right, have decreased"."""
    if block.words[one.low - 1] != "," or block.words[one.high] != "," or not block.traits[one.high + 1] & FINITE:
        return False
    return any(word in CHANGING or word.endswith("er") for word in block.words[one.low : one.high])


def _tells_change(block: Block, told: Told) -> bool:
    """Whether a change is told of a side: "unchanged on the left"."""
    a, b = block.hits[trie.COMPARISON].start.searchsorted((told.low, told.high))
    return bool(a < b)


def _gone(block: Block, told: Told, meanings: Meanings) -> bool:
    """Whether what is told of a side is that nothing is left of it: "resolved on the right"."""
    changes = block.hits[trie.COMPARISON]
    a, b = changes.start.searchsorted((told.low, told.high))
    return bool(meanings.resolved[changes.meaning[a:b]].any())


def _goes_on(block: Block, one: Told) -> bool:
    """Whether the other side follows and no finding that it could be of: "right small, left none"."""
    starts = block.hits[trie.FINDING].start
    stop = int(block.tokens.first[block.sentence[one.low] + 1])
    behind = starts[starts.searchsorted(one.high) : starts.searchsorted(stop)].tolist()
    # A side or pronoun that stands for a name is none, and neither is "no change".
    changes = block.hits[trie.COMPARISON].start
    changes = changes[changes.searchsorted(one.high) : changes.searchsorted(stop)].tolist()
    named = any(block.words[start] not in SIDES | LEADS and start not in changes for start in behind)
    return OTHER[one.side] in block.words[one.high : stop] and not named


def _is_of_both(block: Block, k: int, low: int, meanings: Meanings) -> bool:
    """Whether finding k is of both sides, by the words before token ``low``, and no side or finding stands between."""
    findings, places = block.hits[trie.FINDING], block.hits[trie.ANATOMY]
    first = int(block.tokens.first[block.sentence[low]])
    start = int(findings.start[k])
    if start < first or ";" in block.words[start:low]:
        return False
    if k + 1 < len(findings.start) and findings.start[k + 1] < low:
        return False
    # "Fractures on the right; bilateral effusions, the left larger than before."
    first = max([first, *(t + 1 for t in range(first, start) if block.words[t] == ";")])
    m, card = k - 1, meanings.card[findings.meaning]
    while m >= 0 and findings.start[m] >= first and are_one_name(block, m, findings, card, meanings):
        m -= 1
    floor = max(first, int(findings.end[m]) if m >= 0 else 0)
    a, b = places.start.searchsorted((floor, low))
    here = places.meaning[a:b]
    both = meanings.both_sides[here]
    # "Pleural fluid has not changed: moderate on the right, small on the left."
    fluid = block.words[int(findings.end[k]) - 1] in FLUIDS and block.words[low - 1] == ":"
    if not (both.any() or fluid) or (meanings.one_side[here] != 0).any():
        return False
    if not both.any():
        return True
    # "Edema in both lungs, and an effusion has developed on the left": both sides are of the edema.
    between = block.words[int(places.end[a:b][both].max()) : start]
    return floor == first or APART.isdisjoint(between)


def are_one_name(block: Block, m: int, named: Hits | Mentions, card: np.ndarray, meanings: Meanings) -> bool:
    """Whether a name and the next are told of together: "collapse/consolidation".

    Parameters
    ----------
    block, meanings
        Words of the sentences, and what they mean.
    m, named, card
        Number of the first of the two, the names, and what each means.
    """
    between = block.words[named.end[m] : named.start[m + 1]]
    one_process = {meanings.findings[card[n]] for n in (m, m + 1)} == ONE_PROCESS
    return between == ["/"] or (between == ["and"] and one_process)


def _next(block: Block, one: Told, changes: frozenset[str]) -> Told | None:
    """What is told of the other side right behind the first; comparatives among ``changes`` are of an earlier time."""
    low = one.high
    while block.words[low] in OPENERS:
        low += 1
    if low == one.high:
        return None
    for at in range(low, low + 7):
        if block.words[at] in SIDES:
            told = _told(block, at, changes)
            same = told is not None and told.side == OTHER[one.side] and told.low <= low
            return told._replace(low=one.high) if told is not None and same else None
        if block.words[at] in AGAIN and block.words[at - 1] == "the":
            high = _degree_behind(block, at + 1 + (block.words[at + 1] in NOUNS), changes)
            return None if high is None else Told(one.high, high, OTHER[one.side])
        if block.traits[at] & SEGMENT_END:
            return None
    return None


def _told(block: Block, at: int, changes: frozenset[str] = frozenset()) -> Told | None:
    """What is told of the side at a token, before it or behind it; None where nothing is.

    Comparatives tell of one side with the other, but ``changes`` of an earlier time.
    """
    words, first = block.words, int(block.tokens.first[block.sentence[at]])
    low = at
    while low > first and words[low - 1] in LEADS:
        low -= 1
    # "Moderate now on the right."
    before = low - (words[low - 1] in NOWS)
    begin = _degree_before(block, before, first, changes) if low < at else None
    end = at + 1 + (words[at + 1] in NOUNS)
    opened = begin is not None and (words[begin - 1] in OPENERS or words[begin] in AUXILIARIES)
    if opened and begin is not None and _closes(block, end):
        return Told(begin, end, words[at])
    if words[low - 1] not in OPENERS:
        return None
    high = _degree_behind(block, end, changes)
    return None if high is None else Told(low, high, words[at])


def _degree_before(block: Block, low: int, first: int, changes: frozenset[str]) -> int | None:
    """First token of what is told with its amount right before token ``low``: "a moderate amount", "has worsened"."""
    begin = _before_all(block, low, changes)
    if begin is None and block.words[low - 1] in AMOUNTS:
        begin = _before_all(block, low - 1, changes)
    if begin is None:
        return None
    begin -= block.words[begin] == SAME[-1] and block.words[begin - 1] in THE
    while begin > first and block.words[begin - 1] in ARTICLES:
        begin -= 1
    return begin


def _before_all(block: Block, end: int, changes: frozenset[str]) -> int | None:
    """First token of the degrees and changes that end before token ``end``; None without one."""
    begin = end
    while True:
        steps = [_begin(block.hits[kind], begin) for kind in (trie.SEVERITY, trie.COMPARISON)]
        known = [step for step in steps if step is not None and not _compares(block, step, begin, changes)]
        if not known:
            return begin if begin < end else None
        begin = min(known)


def _degree_behind(block: Block, end: int, changes: frozenset[str]) -> int | None:
    """Where the degree or change ends that is told behind token ``end``; None without one."""
    stop = _past_degrees(block, end, changes)
    if stop is None:
        while block.words[end] in BEING or block.words[end : end + 2] == SAME:
            end += 1
            stop = stop or _past_degrees(block, end, changes)
    if stop is None:
        return None
    while block.words[stop] in SIZED:
        stop += 1
    return stop if _closes(block, stop) else None


def _past_degrees(block: Block, at: int, changes: frozenset[str]) -> int | None:
    """The token behind the degrees and changes at a token; "the right larger" compares the two sides and has none."""
    end = at
    while True:
        step = max(_end(block.hits[kind], end, block, changes) for kind in (trie.SEVERITY, trie.COMPARISON))
        if step == end and block.words[end] in TO and end > at:  # "having increased to moderate"
            step = _end(block.hits[trie.SEVERITY], end + 1, block, changes)
            step = end if step == end + 1 else step
        if step == end:
            return end if end > at else None
        end = step


def _end(hits: Hits, at: int, block: Block, changes: frozenset[str]) -> int:
    """The token behind the hit that begins at a token; the token itself without one."""
    k = int(hits.start.searchsorted(at))
    if k == len(hits.start) or hits.start[k] != at:
        return at
    end = int(hits.end[k])
    if not _compares(block, at, end, changes):
        return end
    # "The right slightly larger than on the last film" has grown.
    end -= block.words[end - 1] in THAN
    return (block.words[end] in THAN and day_ends(block, end + 1)) or at


def _compares(block: Block, start: int, end: int, changes: frozenset[str]) -> bool:
    """Whether some words are a comparative, which is of one side with the other: "the right larger"."""
    words = block.words[start:end]
    longer = words[-1].endswith(("er", "than")) and words[-1] not in changes
    return longer or not (COMPARING - changes).isdisjoint(words)


def _begin(hits: Hits, end: int) -> int | None:
    """First token of the hit that ends before token ``end``."""
    k = int(hits.end.searchsorted(end))
    return int(hits.start[k]) if k < len(hits.end) and hits.end[k] == end else None


def _closes(block: Block, at: int) -> bool:
    """Whether what is told of a side ends before a token."""
    return bool(block.traits[at] & SEGMENT_END) or block.words[at] in OPENERS
