"""Tubes that are out while something else is told: "chest tube out and lung stays up".

A comma stands for the "and", so that the "out" ends what is told of them.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" out and ",)
"""Of such words: a quick look."""
_DEVICE = Expression(
    r"(?P<device>\b(?:tubes?|drains?|lines?|catheters?|cath|caths|ett|ngt|ogt|swan|swan-ganz|picc"
    r"|iabp|trach|dobhoff|pigtails?|ports?|icc|icd"
    r"|sheath|wires|leads|pacer|stent|s-g|sg|lij|rij|ct))(?P<now> (?:is |are |now |has come "
    r"|have come ){0,2}out) and(?= )",
    re.IGNORECASE,
)


def with_what_is_out_ended(text: str) -> str:
    """Many sentences with a comma for such an "and"; of the same length."""
    return changed_beside(MARKS, lambda sentence: _DEVICE.sub(_ended, sentence), text)


def _ended(found: re.Match[str]) -> str:
    """Such a tube, and a comma for the "and"."""
    return f"{found['device']}{found['now']},".ljust(len(found[0]))
