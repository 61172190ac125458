"""States that are "less so" or "more so" than they were: "the nodes are still enlarged, less so".

Such words behind a state are a change of it; behind a doubt, or before a place, they compare: "edema is less so", "less
so on the right".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import fitted

MARKS = (" less so", " more so")
"""Of such words: a quick look."""
_STATE = (
    r"(?:enlarged|large|big|bulky|widened|wide|broad|prominent|hazy|opacified|opaque|congested|deviated|displaced|shifted"
    r"|raised|elevated|high|dense|present|there|collapsed|consolidated|tortuous|unfolded|distended|dilated|thickened"
    r"|blunted|abnormal|visible|persists?|persisting|apparent|evident|seen|plethoric|engorged|indistinct|reticulated"
    r"|hyperinflated|flattened|low|(?:drawn|pulled|pushed|deviated|shifted|displaced) to the (?:left|right))"
)
_SO = Expression(
    rf"(?P<state>\b{_STATE}),?(?: (?:but|though|although|if|and|albeit|even if|only))?"
    r"(?P<much>(?: (?:somewhat|slightly|a little|a bit|now|much|rather|distinctly))*) (?P<how>less|more) so"
    r"(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)
_CHANGES = {"less": "improved", "more": "worse"}


def with_less_so_as_a_change(text: str) -> str:
    """One sentence with a word of change for such words; of the same length."""
    return _SO.sub(_changed, text)


def _changed(found: re.Match[str]) -> str:
    """The state and its change."""
    told = f"{found['state']},{found['much']} {_CHANGES[found['how'].lower()]}"
    told = told if len(told) <= len(found[0]) else f"{found['state']},{_CHANGES[found['how'].lower()]}"
    return fitted(found, told)
