"""What is allowed for between an "or" and the last of what is denied: "no effusion or, on this view, consolidation".

Such a sentence reads as it does without the allowance, so that one denial is of all.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.retold.by_sentence import changed_beside

_ALLOWANCE = re.compile(
    r"\b(or|nor),( (?:allowing|making allowance|within the|on (?:this|these|the present|the current)|as far as"
    r"|so far as|insofar|in so far|given|considering|accounting|bearing|for (?:this|that|what)|in this|to the extent)\b"
    r"[^,.;:|]{2,60},)(?= )"
)
_MARKS = (" or, ", " nor, ")
"""Words before an allowance: a quick look."""


def without_allowances(text: str) -> str:
    """Many sentences with blanks for such allowances; of the same length."""
    return changed_beside(_MARKS, _without, text)


def _without(sentence: str) -> str:
    """One sentence with blanks for such an allowance."""
    return _ALLOWANCE.sub(lambda found: found[1].ljust(len(found[0])), sentence)
