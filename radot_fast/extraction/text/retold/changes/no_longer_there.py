"""Sides that have nothing any more: "pneumothorax still seen on the right; on the left no longer".

Such words read "gone". A place that was something before and is now clear has its state behind it: "formerly
consolidated, the left base is now clear" reads "the left base, once consolidated, is now clear".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = (" no longer", " any more", " no more")
"""Of such words: a quick look."""
_GONE = Expression(
    r"(?P<at>[,;](?: (?:and|but))? (?:on|in|at) the (?:left|right)(?: (?:base|lung|apex|side|hemithorax|hilum))?),?"
    r" (?:no longer|no more|not any ?more|not any longer)(?= *(?:[.;,|]|\Z))",
    re.IGNORECASE,
)
THEN_MARKS = ("onsolidated, the ", "ollapsed, the ", "pacified, the ", "telectatic, the ")
_STATE = (
    r"(?:(?:partly|partially|completely|densely) )?(?:consolidated|collapsed|opacified|atelectatic|hazy"
    r"|infiltrated|opaque)"
)
_THEN = Expression(
    rf"(?P<lead>(?:\A|[|.;]) *)(?:formerly|previously|once|earlier|initially) (?P<state>{_STATE}), "
    r"(?P<the>the (?:[a-z]+ ){1,3}?(?:base|lung|lobe|apex|lingula|zone)|the lingula)(?P<is> (?:is|has|appears) )",
    re.IGNORECASE,
)


def with_what_is_gone_there(text: str) -> str:
    """Many sentences with "gone" for such words, and such a state behind its place; of the same length."""
    text = changed_beside(MARKS, lambda sentence: _GONE.sub(_gone, sentence), text)
    return changed_beside(THEN_MARKS, lambda sentence: _THEN.sub(_state_behind, sentence), text)


def _gone(found: re.Match[str]) -> str:
    """The side, and that it is gone there."""
    return f"{found['at']} gone".ljust(len(found[0]))


def _state_behind(found: re.Match[str]) -> str:
    """The place, and what it was; the words if there is no room for it."""
    told = f"{found['lead']}{found['the']}, once {found['state']},{found['is']}"
    return fitted(found, told)
