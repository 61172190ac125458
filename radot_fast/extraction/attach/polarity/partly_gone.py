"""What has gone of several: "one of the two chest tubes has been removed" leaves one in place."""

from __future__ import annotations

from radot_fast.extraction.match.matches import Block

SOME = frozenset(("one", "two", "three", "four", "some", "several", "most", "many", "few"))
"""Words for a part of several."""
REACH = 4
"""Tokens between "of" and the name ("one of the two left chest tubes")."""


def partly_gone(block: Block, start: int) -> bool:
    """Whether the name at token ``start`` stands behind "one of the", so that what is said is of a part only."""
    first = int(block.tokens.first[block.sentence[start]])
    words = block.words[max(first, start - REACH - 2) : start]
    if "of" not in words[1:]:
        return False
    of = len(words) - 1 - words[::-1].index("of")
    return words[of - 1] in SOME and words[of + 1 : of + 2] in (["the"], ["her"], ["his"], ["these"], ["those"])
