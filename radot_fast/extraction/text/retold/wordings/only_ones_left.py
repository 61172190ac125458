"""Devices that are the only ones left: "the left PICC is the only line remaining", "of all lines just the PICC is in".

The words for all of them name no device beside: they are blanks to the reader.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, changed_beside

MARKS = (" only ", " sole ", "Of all ", "Of the ", "of all ", "of the lines", "of the tubes", "of the devices")
"""Of such words: a quick look."""
_KIND = (
    r"(?:(?:support|indwelling|supporting|medical) )?(?:lines?|tubes?|devices?|catheters?|drains?"
    r"|lines? (?:and|or) tubes?|tubes? (?:and|or) lines?)"
)
_LEFT = r"(?:(?:still )?(?:present|in place|in situ)|remaining|left|(?:that|which) remains|now|visible|seen)"
_ONLY = Expression(
    r"\b(?P<is>is|being|was|are) the (?:only|sole) (?:one (?:of the )?)?"
    rf"(?:remaining |residual |visible |other )?{_KIND}(?: {_LEFT}){{0,2}}(?= *(?:[.;,|)]|\Z))",
    re.IGNORECASE,
)
_OF_ALL = Expression(
    rf"\bof (?:all )?(?:the |these |her |his )?{_KIND},? (?:just|only)(?= (?:the|a|an|one)\b)", re.IGNORECASE
)


def without_words_for_all(text: str) -> str:
    """Many sentences with blanks for such words; of the same length."""
    return changed_beside(MARKS, _without_all, text)


def _without_all(sentence: str) -> str:
    """One sentence without such words."""
    sentence = _ONLY.sub(lambda found: f"{found['is']} seen".ljust(len(found[0])), sentence)
    return _OF_ALL.sub(blanks, sentence)
