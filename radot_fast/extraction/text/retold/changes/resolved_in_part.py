"""What has not wholly resolved, told behind the resolution: "resolution of the left pneumonia is incomplete".

Such words read "incomplete resolution of the left pneumonia", which is still there.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" incomplete", " not complete", " not yet complete", " partial", " not total", " only in part")
"""Of such words: a quick look."""
_PARTLY = Expression(
    r"\b(?P<noun>resolution|clearing|clearance|resorption|reabsorption|absorption|regression|re-?expansion) of "
    r"(?P<what>[^.,;:|]{3,60}?) (?:is|are|remains|has been|was)(?: still| as yet| yet)? "
    r"(?:incomplete|(?:not|not yet) (?:yet )?(?:complete|total|full)|(?:only )?partial|only in part)"
    r"(?= *(?:[.;,|]|\Z)| and\b| but\b)",
    re.IGNORECASE,
)
_INCOMPLETE, _PARTIAL = "incomplete", "partial"


def with_what_is_resolved_in_part(text: str) -> str:
    """Many sentences with "incomplete" before such a resolution; of the same length."""
    return changed_beside(MARKS, lambda sentence: _PARTLY.sub(_in_part, sentence), text)


def _in_part(found: re.Match[str]) -> str:
    """The resolution that is incomplete, or partial if there is no room for more."""
    for part in (_INCOMPLETE, _PARTIAL):
        told = f"{part} {found['noun']} of {found['what']}"
        if len(told) <= len(found[0]):
            return told.ljust(len(found[0]))
    return found[0]
