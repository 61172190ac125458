"""Changes of a sign behind what it may be: "left basal density, atelectasis versus pneumonia, unchanged".

And behind what the sign looks like: "increased retrocardiac density, unchanged" has not grown.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.polarity.reach.alternatives import SIGNS
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, DETERMINER, PREPOSITION, SEGMENT_END, STATE

EITHER, ASKED = frozenset(("versus", "vs", "or")), "?"
DATED = frozenset(("since", "from", "compared", "as", "over", "on", "in"))
"""Words behind such a change, before the earlier time."""
OF_WHAT_FOLLOWS, IN = frozenset(("increase", "decrease", "reduction", "diminution", "improvement")), frozenset(("in",))
"""Nouns of change whose "in" leads to no time: "increase in the left effusion, decrease in the right effusion"."""
SIGN_REACH = 6
"""Tokens between a sign and the comma before its readings: "opacity at the left base"."""


def behind_a_sign(at: int, end: int, low: int, block: Block) -> int | None:
    """The token behind the sign that a change at tokens ``at:end`` is of, where its readings stand between commas.

    "Density, atelectasis or pneumonia, unchanged" and "opacity, ?edema ?infection, stable".

    Parameters
    ----------
    at, end
        Tokens of the change, a comma before them.
    low
        Token from which on the comma before the readings may stand.
    block
        Words of the sentences.
    """
    words = block.words
    if not block.traits[end] & SEGMENT_END and DATED.isdisjoint(words[end - 1 : end + 1]):
        return None
    comma = at - 2
    while comma >= low and words[comma] != ",":
        comma -= 1
    inside = words[comma + 1 : at - 1]
    if comma < low or (EITHER.isdisjoint(inside) and inside[:1] != [ASKED]):
        return None
    before = words[max(int(block.tokens.first[block.sentence[comma]]), comma - SIGN_REACH) : comma]
    return comma if "," not in before and not SIGNS.isdisjoint(before) else None


def looks_so(around: Surroundings, hits: Hits) -> np.ndarray:
    """Which changes tell how a sign looks whose change a comma sets off: "increased left basal density, unchanged".

    Parameters
    ----------
    around, hits
        The findings in their sentences, and the words of change.

    Returns
    -------
    bool, shape (n_changes,)
    """
    block, mentions = around.block, around.mentions
    sentence = block.sentence[hits.start]
    out = (hits.end == hits.start + 1) & block.has(STATE)[hits.start]
    out[:-1] &= block.has(COMMA)[hits.start[1:] - 1] & (sentence[1:] == sentence[:-1])
    out[-1:] = False
    if not out.any():
        return out
    plain = around.clauses.described | block.has(PREPOSITION | DETERMINER)
    for k in indices(out).tolist():
        low, at, end = int(hits.end[k]), int(hits.start[k + 1]), int(hits.end[k + 1])
        m = int(mentions.start.searchsorted(low))
        behind = int(mentions.end[m]) if m < len(mentions.start) else at
        stop = behind_a_sign(at, end, behind, block) or at - 1
        dated = DATED - IN if block.words[at] in OF_WHAT_FOLLOWS else DATED
        closed = bool(block.traits[end] & SEGMENT_END) or not dated.isdisjoint(block.words[end - 1 : end + 1])
        named = behind <= stop and bool(plain[low : int(mentions.start[m])].all() and plain[behind:stop].all())
        out[k] = closed and named
    return out
