"""A patch of what is denied otherwise: "free of consolidation bar a small patch at the right base".

The patch is a bit of what is named before it, and no finding of its own: it is a "bit" to the reader.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" patch ", " focus ")
"""Of such a patch: a quick look."""
_PATCH = Expression(
    r"(?P<lead>\b(?:no|without|free (?:of|from)|clear of|devoid of|not?)(?: [a-z]+){0,2}?"
    r" (?:consolidations?|infiltrat(?:es?|ion)|pneumonia|airspace disease|o?edema|contusion|atelectasis|collapse)"
    r"(?: (?:is |are )?(?:seen|present|identified|visible|evident))?"
    r",? (?:bar|barring|apart from|aside from|except|except for|save|save for|other than|but for|besides)"
    r" (?:a|an|one)"
    r"(?: (?:very|single|solitary|small|tiny|subtle|faint|minor|minimal|little|moderate|large|focal|hazy|vague))*)"
    r" (?P<patch>patch|focus)\b(?! of (?!the\b|it\b))",
    re.IGNORECASE,
)


def with_excepted_patches_as_bits(text: str) -> str:
    """Many sentences with "bit" for such a patch; of the same length."""
    return changed_beside(MARKS, _with_bits, text)


def _with_bits(sentence: str) -> str:
    """One sentence with "bit" for such a patch."""
    return _PATCH.sub(lambda found: f"{found['lead']} {'bit'.ljust(len(found['patch']))}", sentence)
