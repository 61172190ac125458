"""Amounts that have changed on either side: "less fluid on the right than before but more on the left".

The second "more" or "less" has no noun of its own and would only compare the two sides. It is read as a change.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

_LOOKS = "marked|extensive|severe|prominent|pronounced|dense|confluent|advanced|conspicuous|obvious|than|on|in|at|so"
"""Words behind an amount that is a degree: "more marked on the right and less on the left" tells of no change."""
_TWO = Expression(
    rf"(?:(?:\A|[.|;,])\s*|\b(?:is|are|now|shows?|has|have) )(?P<first>less|more) (?!(?:{_LOOKS})\b)(?:[a-z]+ ){{1,4}}?"
    r"(?:on|in|at) the (?:left|right)\b[^.;|]{0,40}?(?:[,;]| and| but| while| whereas)(?: and| but|) "
    r"(?P<second>less|more)(?= (?:on|in|at) the (?:left|right)\b)",
    re.IGNORECASE,
)
MARKS = (" more ", " less ")
"""What the second amount stands in: a quick look."""
_CHANGED = {"less": "decr", "more": "incr"}


def with_more_and_less_as_changes(text: str) -> str:
    """Many sentences with "incr" and "decr" for the second of two such amounts that differ; of the same length."""
    return changed_beside(MARKS, _with_changes, text)


def _with_changes(sentence: str) -> str:
    """One sentence with such a word for the second amount."""
    return _TWO.sub(_changed, sentence)


def _changed(found: re.Match[str]) -> str:
    second = found["second"].lower()
    return found[0] if second == found["first"].lower() else found[0][: -len(second)] + _CHANGED[second]
