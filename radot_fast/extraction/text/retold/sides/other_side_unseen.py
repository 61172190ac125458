"""Sides of which nothing can be said: "no effusion on the left, the right is not well seen".

Such a clause is blanks to the reader, so that nothing that is told of the other side seems to be told of this one.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (
    " not well ", " not fully ", " not adequately ", " not completely ", " not included", "poorly ", "ncompletely ",
    "uboptimally ", "nadequately ", " cut off", " off the ", " be adequately ", " be assessed", " be evaluated",
)  # fmt: skip
"""Of such words: a quick look."""
_WELL = r"(?:well|fully|adequately|completely|entirely|clearly|optimally|properly|reliably|wholly|sufficiently|all)"
_SEEN = (
    r"(?:seen|visuali[sz]ed|included|shown|evaluated|assessed|imaged|visible|covered|delineated"
    r"|demonstrated|judged)"
)
_BADLY = r"(?:poorly|incompletely|suboptimally|inadequately|insufficiently|only (?:partly|partially)|barely|badly)"
_UNSEEN = (
    rf"(?:(?:is |was |being )?(?:not {_WELL} {_SEEN}|{_BADLY} {_SEEN}"
    r"|not (?:included|assessable|evaluable|imaged|covered)|off the (?:film|image)|cut off|cropped"
    r"|outside the (?:field|film|image))"
    rf"|(?:cannot|can not|could not) be (?:{_WELL} )?(?:assessed|evaluated|judged|commented on|seen well))"
)
_BY = (
    r"(?: (?:on|in|at|from) (?:this|the|these|a) (?:[a-z]+ ){0,3}(?:film|view|image|study|examination"
    r"|projection|field)s?"
    r"(?: of view)?| (?:because of|due to|owing to|from) (?:the |patient |marked "
    r"|overlying )*(?:rotation|drapes?|technique"
    r"|position(?:ing)?|motion|exposure|collimation|habitus|clothing|arms?|hair|leads|obliquity|underexposure))?"
)
"""What keeps it from being seen, and is no finding."""
_OTHER = Expression(
    r"(?:[,;](?: (?:and|but|while|whereas|although|though))?| (?:and|but|while|whereas|although|though))"
    rf" (?:the )?(?:left|right)(?: (?:one|side|lung|hemithorax|base|apex))?,? {_UNSEEN}"
    rf"{_BY}(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)


def without_sides_unseen(text: str) -> str:
    """Many sentences with blanks for such clauses; of the same length."""
    return changed_beside(MARKS, lambda sentence: _OTHER.sub(_blank, sentence), text)


def _blank(found: re.Match[str]) -> str:
    """As many blanks."""
    return " " * len(found[0])
