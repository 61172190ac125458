"""Zones of one lung, told behind a side: "on the right, the hilum is large, with shadowing in mid and lower zones".

The two zones are of both lungs to the reader, for their plural, and read "in rt mid/lower zones".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = tuple(
    f"d {part}{zones}" for part in ("mid", "middle", "lower") for zones in (" zones", " lobes", " lung zones")
)
"""Of such words: a quick look."""
_HEADED = Expression(
    r"(?:\A|(?<=[.;|])) ?(?:(?:on|in|at) the (?P<side>left|right)(?: side| lung)?,"
    r"|(?P<label>left|right)(?: side| lung| hemithorax)?:)(?P<told>(?:[^.;|:]|\.(?=\d))*)",
    re.IGNORECASE,
)
_ZONES = Expression(
    r"(?P<lead>\b(?:in|of|at|within|throughout|involving)) (?P<the>the )?(?P<one>upper|mid|middle) and (?:the )?"
    r"(?P<two>mid|middle|lower)(?= (?:lung )?(?:zones|lobes)\b)",
    re.IGNORECASE,
)
_OTHER_SIDES = Expression(r"\b(?:left|right|bilateral|bilaterally|both|either|each|[lr]t)\b", re.IGNORECASE)
_SHORT = {"left": "lt", "right": "rt"}


def with_zones_of_the_side_ahead(text: str) -> str:
    """Many sentences with the side that heads them before such zones; of the same length."""
    return changed_beside(MARKS, lambda sentence: _HEADED.sub(_with_side, sentence), text)


def _with_side(found: re.Match[str]) -> str:
    """What is told behind a side, which stands before its zones; the words as they are where another side is told."""
    if _OTHER_SIDES.search(found["told"]):
        return found[0]
    side = _SHORT[(found["side"] or found["label"]).lower()]
    told = _ZONES.sub(
        lambda zones: fitted(zones, f"{zones['lead']} {side} {zones['one']}/{zones['two']}"), found["told"]
    )
    return found[0][: -len(found["told"])] + told
