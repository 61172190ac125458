"""Who was told of it, behind a statement: "the heart is large, which was discussed with the team by telephone".

Nothing of that is seen on the film, and a sentence that is half of it would be taken for talk.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, changed_beside

MARKS = ("iscussed with", "ommunicated to", "onveyed to", "elayed to", "eported to", "honed to", "nformed ", "otified")
_TOLD = r"(?:discussed with|(?:communicated|conveyed|relayed|reported|phoned|telephoned) to)"
_WHO = (
    r"(?:dr\b\.?|doctor|the (?:[a-z]+ ){0,2}(?:team|clinicians?|physicians?|doctors?|nurses?|ward|surgeons?|residents?"
    r"|registrars?|providers?|service|icu|unit|consultant|referrer)|(?:icu|ed|er|ward|referring|clinical|surgical"
    r"|treating|medical|on-call|ordering)\b)"
)
_TO_OTHERS = Expression(
    r"(?<=[a-z0-9)])(?: ?[,;]| [-\u2013\u2014])(?: (?:and |which |this |these |findings |results? |that ){1,3}"
    r"(?:was|were|has been|have been|is being|will be))?"
    rf" {_TOLD} {_WHO}(?:[^,;|.]|\.(?=[A-Za-z0-9])){{0,80}}(?= *(?:[.|]|\Z))",
    re.IGNORECASE,
)


def without_who_was_told(text: str) -> str:
    """Sentences without who was told of what they state; of the same length."""
    return changed_beside(MARKS, lambda sentence: _TO_OTHERS.sub(blanks, sentence), text)
