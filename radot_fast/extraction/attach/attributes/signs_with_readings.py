"""Changes of a sign behind what it may be: "left basal density, atelectasis versus pneumonia, unchanged"."""

from __future__ import annotations

from radot_fast.extraction.attach.polarity.alternatives import SIGNS
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.words import SEGMENT_END

EITHER, ASKED = frozenset(("versus", "vs", "or")), "?"
DATED = frozenset(("since", "from", "compared", "as", "over", "on", "in"))
"""Words behind such a change, before the earlier time."""
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
        First token of the sentence.
    block
        Words of the sentences.
    """
    words = block.words
    if not block.traits[end] & SEGMENT_END and words[end] not in DATED:
        return None
    comma = at - 2
    while comma > low and words[comma] != ",":
        comma -= 1
    inside = words[comma + 1 : at - 1]
    if comma == low or (EITHER.isdisjoint(inside) and inside[:1] != [ASKED]):
        return None
    before = words[max(low, comma - SIGN_REACH) : comma]
    return comma if "," not in before and not SIGNS.isdisjoint(before) else None
