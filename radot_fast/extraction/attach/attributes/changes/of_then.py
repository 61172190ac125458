"""Degrees and changes that are of an earlier time: "previously moderate, is now small", "from large to small"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.polarity.then.absent_then import day_ends
from radot_fast.extraction.attach.polarity.then.shown_then import shown_then
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import indices, last_before
from radot_fast.extraction.match.words import FINITE, PAST_WORD, PREPOSITION, SEGMENT_END

IN = frozenset(("in", "on", "of", "last"))
FROM, TO, ARE = map(frozenset, (("from",), ("to",), ("is", "are")))
WERE = frozenset(("was", "were", "been"))
CALLUS, FORMED = frozenset(("callus",)), frozenset(("formed", "developed", "appeared"))
FRESH = frozenset(("acute", "new", "recent", "fresh"))
"""Words of what was new on a day that is told."""
BE, FELT = frozenset(("be",)), frozenset(("felt", "thought", "said", "considered", "believed", "reported", "judged"))
"""Words between such a verb and what was told: "was felt to be smaller"."""
TODAYS, ARTICLES = frozenset(("now", "currently", "today", "presently")), frozenset(("a", "an"))
ARROWS = frozenset((">", "→"))
ONLY = frozenset(("only", "just", "merely", "barely"))
LEAVING, LEAVING_IT = frozenset(("with", "leaving")), frozenset(("leaving",))
AMOUNTS = frozenset(("amount", "component", "rim", "pocket", "volume", "one", "portion", "part", "sliver"))
RESIDUAL = frozenset(("residual", "residuum", "remnant", "remainder", "residue", "remaining", "persisting", "left"))
"""Words for what is left of a finding."""
REMAINS = frozenset(("remains", "remain", "persists", "persist", "lingers"))
ARE_LEFT = frozenset(("left", "seen", "visible", "present", "there", "remaining", "evident", "identified"))
BEGINS = frozenset((",", ";", "and", "but", "though", "although", "where", "so", "-"))
"""Verbs of what is left, words of it behind "is", and words before it: "decreased; only a small amount remains"."""
TO_REACH, RESULT_REACH, REMAIN_REACH = 6, 8, 12
"""Tokens between "from large" and its "to", from a change to what became of the finding, and to what remains of it."""
PAST_REACH = 3
"""Tokens from a word of the past to what it is of ("after an initial slight improvement")."""


def said_of_past(block: Block, hits: Hits) -> np.ndarray:
    """Which degrees and changes are of an earlier time: "previously moderate, is now small", "from large to small".

    Parameters
    ----------
    block
        Words and hits of the sentences.
    hits
        The degrees or changes.

    Returns
    -------
    bool, shape (n_hits,)
    """
    out = (block.said(FROM)[hits.start - 1] & block.said(TO)[hits.end]) | _was(block, hits)
    out[from_then(block, hits)] = True
    out |= fresh_then(hits, block)
    # "Callus has formed around the fractures" makes none of them new.
    out |= block.said(CALLUS)[hits.start - 1] & block.said(FORMED)[hits.end - 1]
    # "Compared with the film on which there was a large effusion, a small one remains."
    for low, high in block.once(shown_then):
        out |= (low <= hits.start) & (hits.start < high)
    past = block.has(PAST_WORD)
    if not past.any():
        return out
    before = last_before(past, hits.start - 1)
    near = (hits.start - before <= PAST_REACH) & (before >= 0)
    if not near.any():
        return out
    ends = block.has(SEGMENT_END | FINITE).copy()
    ends[block.hits[trie.FINDING].start] = True
    # "The opacity seen previously has decreased" tells of today by its own verb.
    now = block.has(FINITE)[hits.start]
    return out | (near & (before > last_before(ends, hits.start - 1)) & ~now)


def fresh_then(hits: Hits, block: Block) -> np.ndarray:
    """Which words tell that something was fresh on another day: "the fractures, which were acute in May, are healing".

    Parameters
    ----------
    hits, block
        Words of change or modifiers, and the words of their sentences.

    Returns
    -------
    bool, shape (n_hits,)
    """
    out = block.said(FRESH)[hits.end - 1] & block.said(IN)[hits.end]
    for k in indices(out).tolist():
        out[k] = block.words[hits.start[k] - 1] in WERE | {","} and day_ends(block, int(hits.end[k])) > 0
    return out


def _was(block: Block, hits: Hits) -> np.ndarray:
    """Which degrees a verb of the past tells before one of today: "was large yesterday and is small today".

    So does "what was a large effusion is now small".
    """
    sentence = block.sentence[hits.start]
    before = hits.start - 1
    before, then = (before - block.said(words)[before] for words in (TODAYS, ARTICLES))
    # "Was felt to be smaller on Monday but is larger today."
    felt = block.said(BE)[then] & block.said(TO)[then - 1] & block.said(FELT)[then - 2]
    then = then - 3 * felt
    out = np.zeros(len(hits.start), bool)
    out[:-1] = block.said(WERE)[then[:-1]] & block.said(ARE)[before[1:]] & (sentence[:-1] == sentence[1:])
    # "The right effusion has been drained and the left one is stable" tells of two, as does "there has been worsening
    # of the consolidation and an effusion is new".
    if out.any():
        findings = block.hits[trie.FINDING].start
        named, before = (findings.searchsorted(x) for x in (hits.start, block.tokens.first[sentence]))
        alone = (named[:-1] == before[:-1]) & (named[1:] - named[:-1] <= 1)
        out[:-1] &= (named[:-1] == named[1:]) | alone
    return out


def from_then(block: Block, hits: Hits) -> list[int]:
    """Numbers of hits behind a "from" whose next hit stands behind its "to": "from moderate in May to mild".

    So does an arrow lead from then to now: "large -> small".
    """
    out = [k for k in from_somewhere(block, hits) if _leads_to(block, int(hits.end[k]), int(hits.start[k + 1]))]
    arrows = block.said(ARROWS)
    if not arrows.any():
        return out
    led = arrows[hits.end[:-1]] & (hits.start[1:] == hits.end[:-1] + 1)
    return sorted({*out, *indices(led).tolist()})


def from_somewhere(block: Block, hits: Hits) -> list[int]:
    """Numbers of hits behind a "from", before another one of their sentence: "from a large one to a small one"."""
    before = hits.start[:-1] - 1
    before = before - block.said(ARTICLES)[before]
    return indices(block.said(FROM)[before] & (np.diff(block.sentence[hits.start]) == 0)).tolist()


def _leads_to(block: Block, low: int, start: int) -> bool:
    """Whether "to" stands before token ``start``, and no pause or verb between it and token ``low``."""
    to = start - 1 - (block.words[start - 1] in ARTICLES)
    ends = [t for t in range(low, to) if block.traits[t] & (SEGMENT_END | FINITE)]
    # "From moderate in May to mild": the month is no verb.
    plain = all(block.words[t] == "may" and (block.words[t - 1] in IN or block.words[t - 1].isdigit()) for t in ends)
    return low <= to <= low + TO_REACH and block.words[to] in TO and plain


def led_by_today(block: Block, hits: Hits, changes: Hits) -> np.ndarray:
    """Which degrees are what became of a finding: "has come down to a small one", "…, with a small residual".

    Parameters
    ----------
    block, hits, changes
        Words of the sentences, degrees in them, and words of change.

    Returns
    -------
    bool, shape (n_degrees,)
    """
    before = hits.start - 1
    for words in (ONLY, ARTICLES, ONLY):
        before = before - block.said(words)[before]
    left, behind = block.said(RESIDUAL), np.minimum(hits.end + 1, len(block.words) - 1)
    led = block.said(LEAVING)[before] & (left[hits.end] | left[behind] | (block.said(LEAVING_IT)[before]))
    led |= block.said(TO)[before]
    remains = _that_remain(block, hits, before, changes)
    for k in indices(led).tolist():
        at, first = int(before[k]), int(block.tokens.first[block.sentence[before[k]]])
        j = int(changes.end.searchsorted(at, side="right")) - 1
        told = j >= 0 and changes.end[j] >= max(first, at - RESULT_REACH)
        led[k] = told and _is_result(block, int(changes.end[j]), at, int(hits.end[k]))
    led[remains] = True
    return led


def _that_remain(block: Block, hits: Hits, before: np.ndarray, changes: Hits) -> list[int]:
    """Numbers of degrees of what a clause of its own says to be left: "reduction of the effusion; a trace remains".

    ``before``: the token before each degree and its "only a". It is a change for the better that leaves some.
    """
    out: list[int] = []
    verbs = block.said(REMAINS)
    if not (verbs.any() or block.said(ONLY).any() or block.said(RESIDUAL).any()) or not len(changes.start):
        return out
    names = block.hits[trie.FINDING].start
    for k in indices(block.said(BEGINS)[before]).tolist():
        at, end = int(before[k]), int(hits.end[k])
        end += block.words[end] in AMOUNTS
        end += block.words[end] in RESIDUAL
        only = not ONLY.isdisjoint(block.words[at + 1 : int(hits.start[k])]) or block.words[end - 1] in RESIDUAL
        is_left = only and block.words[end] in ARE and block.words[end + 1] in ARE_LEFT
        if not (verbs[end] or is_left):
            continue
        end += 1 + is_left
        first = int(block.tokens.first[block.sentence[at]])
        j = int(changes.end.searchsorted(at, side="right")) - 1
        told = j >= 0 and changes.end[j] >= max(first, at - REMAIN_REACH)
        named = names.searchsorted((first, at, end + 1)).tolist()
        if told and named[0] < named[1] == named[2] and block.traits[end] & (SEGMENT_END | PREPOSITION):
            out.append(k)
    return out


def _is_result(block: Block, changed: int, lead: int, end: int) -> bool:
    """Whether a degree that ends at token ``end`` is what a change led to: "decreased to small", "leaving a trace"."""
    if block.words[lead] in TO:
        return not bool((block.traits[changed:lead] & SEGMENT_END).any())
    trace = block.words[lead] == "leaving" and bool(block.traits[end] & (SEGMENT_END | PREPOSITION))
    return trace or _is_left(block, end)


def _is_left(block: Block, end: int) -> bool:
    """Whether what is left is told behind a degree: "a small residual", "a trace remaining"."""
    end += block.words[end] in AMOUNTS
    closed = bool(block.traits[end + 1] & (SEGMENT_END | PREPOSITION)) or block.words[end + 1] in AMOUNTS
    return block.words[end] in RESIDUAL and closed
