"""Sizes in brackets between a finding and its place: "mass (4 cm) in the right upper lobe and left effusion".

A bracket parts a finding from its place, which then falls to the next finding: such a size stands without it.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

_NUMBER = r"\d+(?:\.\d+)?"
_SIZED = Expression(
    r"(?<=[a-z] )\(((?:about |around |approx\.? |approximately |measuring |up to |roughly |circa |each |~ ?)?"
    rf"{_NUMBER}(?: ?(?:mm|cm)? ?(?:x|-|to|by) ?{_NUMBER}){{0,2}} ?(?:mm|cm)"
    r"(?: (?:across|each|deep|thick|wide|depth|diameter))?)( in (?:size|diameter|depth|width))?\)"
    r"(?= (?:in|at|on|within|throughout|over|along|behind|beside|near|projecting|projected|scattered|involving)\b)",
    re.IGNORECASE,
)
_MARKS = (") ",)
"""End of such brackets: a quick look."""


def with_sizes_unbracketed(text: str) -> str:
    """Many sentences with blanks for the brackets around such sizes; of the same length."""
    return changed_beside(_MARKS, _without_brackets, text)


def _without_brackets(sentence: str) -> str:
    """One sentence with blanks for them."""
    return _SIZED.sub(lambda sized: f" {sized[1]} ".ljust(len(sized[0])), sentence)
