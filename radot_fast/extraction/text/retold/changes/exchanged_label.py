"""Devices that changed sides, told by what became of either: "PICC exchanged: left one gone, right one in".

The verb before the colon is blanks to the reader, as it says nothing that the sides do not.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, changed_beside

MARKS = ("changed: ", "eplaced: ", "wapped: ")
"""Of such words: a quick look."""
_VERB = Expression(
    r"(?<=[a-z]) (?:(?<=line )|(?<=lines )|(?<=tube )|(?<=tubes )|(?<=catheter )|(?<=catheters )"
    r"|(?<=cath )|(?<=caths )"
    r"|(?<=drain )|(?<=drains )|(?<=picc )|(?<=port )|(?<=pigtail )|(?<=pigtails )|(?<=cvc )|(?<=pacemaker ))"
    r"(?:(?:was|were|has been|have been|been) )?(?:exchanged|changed|replaced|swapped|switched|re-?sited)"
    r"(?=: (?:the )?(?:old )?(?:left|right)\b)",
    re.IGNORECASE,
)


def without_exchanges_before_sides(text: str) -> str:
    """Many sentences with blanks for such a verb; of the same length."""
    return changed_beside(MARKS, lambda sentence: _VERB.sub(blanks, sentence), text)
