"""A "same" that is a change: "same effusion at the left base", "opacity, same as this morning"."""

from __future__ import annotations

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.polarity.then.past_times import past_ends
from radot_fast.extraction.text.tokens import BAR

OPENED = frozenset((BAR, ",", ";", ":", "(", "still", "again"))
"""What stands before a "same" that opens what is said."""


def is_sameness(around: Surroundings, start: int) -> bool:
    """Whether the "same" at token ``start`` says that its finding has not changed.

    Not so "on the same side", "the same day" and "the same as on the right".
    """
    block, starts = around.block, around.mentions.start
    words, at = block.words, start + 1
    if words[at] == "as":
        return past_ends(block, at + 1) > 0
    while around.clauses.described[at]:
        at += 1
    m = int(starts.searchsorted(start))
    named = m < len(starts) and starts[m] <= at
    return named and words[start - 1 - (words[start - 1] == "the")] in OPENED
