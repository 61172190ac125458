"""What is likely, told by how odd it would be otherwise: "it would be unusual for this not to represent tuberculosis".

Such words read "this likely represent", without a word that could be a denial.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("would be ", "unlikely that ", "hard to ")
"""Of such words: a quick look."""
_VERY = r"(?:very |most |highly |quite |rather |extremely |distinctly )?"
_ODD = r"(?:unusual|surprising|odd|strange|hard|difficult|unlikely|remarkable|exceptional|rare|unexpected)"
_LEAD = (
    rf"(?:\bit (?:would be|is) {_VERY}{_ODD} (?:for|if|that|to (?:see|imagine|believe|think) (?:how|that))"
    rf"|\b(?:i|we) would be {_VERY}(?:surprised|astonished|amazed) (?:if|that))"
)
_WHAT = r" (?P<what>(?:(?!not\b)[a-z-]+)(?: (?!not\b)[a-z-]+){0,6}?)"
_NOT = (
    r" (?P<not>not to (?:be(?: due to)?|represent|reflect|indicate|mean)"
    r"|(?:were|was|is|are|did|does|do|could|can|would) not"
    r"(?: (?:be(?: due to)?|represent|reflect|indicate|mean))?)"
)
_SEEN = r"(?:only|also|just|seen|visible|present|there|found|evident)"
_UNUSUAL = Expression(rf"{_LEAD}{_WHAT}{_NOT}(?= (?!{_SEEN}\b)[a-z])", re.IGNORECASE)
_VERB = Expression(r"represent|reflect|indicate|mean|be due to", re.IGNORECASE)


def with_what_is_not_odd_as_likely(text: str) -> str:
    """Many sentences with "likely" for such words; of the same length."""
    return changed_beside(MARKS, _with_likely, text)


def _with_likely(sentence: str) -> str:
    """One sentence with "likely" for such words."""
    return _UNUSUAL.sub(_likely, sentence)


def _likely(found: re.Match[str]) -> str:
    """What it is that is likely something: "this likely represent" of "it would be odd for this not to represent"."""
    verb = _VERB.search(found["not"])
    what = f"{found['what']} likely {verb[0] if verb else ''}".rstrip()
    return what.replace("be due", "due").rjust(len(found[0]))
