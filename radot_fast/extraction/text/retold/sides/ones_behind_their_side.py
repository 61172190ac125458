"""Ones told behind their side: "no effusion on the right; on the left, a small one may be present".

The side stands behind the one to the reader: "a small one on the left may be present".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" one",)
"""Words of such sentences: a quick look."""
_SIDE = Expression(
    r"(?P<stop>[;,](?: (?:and|but|while))?) (?P<at>(?:on|in|at) the (?:left|right)"
    r"(?: (?:side|lung|base|apex|hemithorax|upper lobe|lower lobe|lung base|lung apex|costophrenic angle))?),?"
    r" (?P<one>(?:there (?:is|may be|might be|could be|appears to be|has been) )?(?:an? |another )?"
    r"(?:(?:new|very|possible|probable|definite|\d+(?:\.\d+)? (?:mm|cm)|small|tiny|trace|moderate|large|minimal|mild"
    r"|similar|smaller|larger|second|subtle|faint) ){1,2}one)\b",
    re.IGNORECASE,
)


def with_sides_behind_ones(text: str) -> str:
    """Many sentences, each ended by a bar, with sides behind such ones; of the same length."""
    return changed_beside(MARKS, _with_sides_behind, text)


def _with_sides_behind(sentence: str) -> str:
    """One sentence with sides behind such ones."""
    return _SIDE.sub(_behind, sentence) if " the " in sentence else sentence


def _behind(found: re.Match[str]) -> str:
    """The one, and its side behind it."""
    return f"{found['stop']} {found['one']} {found['at']}".ljust(len(found[0]))
