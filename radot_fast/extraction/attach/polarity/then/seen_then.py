"""What was there at an earlier time: "the nodule seen in March is not visible", "the previously described effusion"."""

from __future__ import annotations

from radot_fast.extraction.attach.polarity.then.absent_then import DATED, PLACING, day_ends
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import indices

SEEN = frozenset(
    (
        "seen", "noted", "described", "identified", "reported", "queried", "questioned", "suspected", "shown",
        "demonstrated", "present", "visible", "evident", "mentioned", "documented", "raised", "suggested", "observed",
        "visualized", "there", "apparent",
    )
)  # fmt: skip
"""Words of what was seen, behind or before which the day stands: "noted yesterday", "previously described"."""
PREVIOUSLY = frozenset(("previously", "formerly", "earlier", "initially"))
BE, RELATIVE = frozenset(("is", "are", "was", "were", "be")), frozenset(("which", "that"))
LEADS_TO_DAYS = PLACING | DATED
DENIALS = frozenset(("not", "never", "no", "nor", "t", "longer"))
"""Words before what was not seen then."""


def seen_then(block: Block) -> list[tuple[int, int]]:
    """Tokens ``start:end`` of what tells that something was there at an earlier time, in order.

    "Seen on the study of 06:00", "present last week", "previously described"; not "not seen in March".
    """
    out = []
    seen, was = block.said(SEEN), block.said(PREVIOUSLY)
    may = seen.copy()
    # Of a hundred such words few have a day behind them.
    may[:-1] &= block.said(LEADS_TO_DAYS)[1:] | was[1:]
    may[2:] &= ~block.said(BE)[1:-1] | block.said(RELATIVE)[:-2]
    may[1:] |= seen[1:] & was[:-1]
    for at in indices(may).tolist():
        words = block.words
        adverb = at - 1
        if words[adverb] in PREVIOUSLY and DENIALS.isdisjoint(words_before(block, adverb, 2)):
            out.append((adverb, at + 1))
            continue
        # "No effusion was seen in May" tells of nothing that was there.
        # So does "there may be": the word is no month.
        said = (words[at - 1] in BE and words[at - 2] not in RELATIVE) or words[at + 1] == "may"
        end = 0 if said or not DENIALS.isdisjoint(words_before(block, at, 2)) else day_ends(block, at + 1)
        if end:
            out.append((at, end))
    return out
