"""A part of the chest that was something within commas and has recovered: "the lung, collapsed before, has cleared".

What it was stands before its name to the reader, which parts it from the verbs of other clauses.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import fitted

_STATE = r"(?:(?:partly |partially |completely |densely )?(?:consolidated|collapsed|opacified|atelectatic|opaque|hazy))"
MARKS = tuple(
    f", {state}" for state in ("consolidated ", "collapsed ", "opacified ", "atelectatic ", "opaque ", "hazy ")
)
"""Of such states: a quick look."""
_RECOVERED = Expression(
    r"\b(?P<the>the )(?P<part>(?:(?:left|right|middle|upper|lower) ){1,2}(?:lung|lobe|base|apex|zone|lingula))"
    rf", (?P<state>{_STATE})(?P<when> (?:at|on|in|before|previously|earlier|yesterday|then|this)\b[^,.;|]{{0,40}}),"
    r"(?P<has> (?:has|is) (?:now |since |again |fully |completely |also )*"
    r"(?:re-?expanded|cleared|re-?aerated|aerated|recovered|come up|re-?inflated"
    r"|(?P<clear>clear)(?= *(?:[.;|]|\Z))))\b",
    re.IGNORECASE,
)


def with_states_before_parts(text: str) -> str:
    """One sentence with such states before the names of their parts; of the same length."""
    return _RECOVERED.sub(_before, text)


def _before(found: re.Match[str]) -> str:
    """The state, the part and what has become of it."""
    has = " has cleared" if found["clear"] else found["has"]
    told = f"{found['the']}{found['state']} {found['part']}{has}"
    return fitted(found, told)
