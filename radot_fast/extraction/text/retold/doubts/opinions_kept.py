"""Opinions that stay as they were: "we see no reason to alter our former opinion that the left hilum is enlarged".

Such words are blanks to the reader, as they deny nothing but another opinion.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, changed_beside

MARKS = ("o reason ", "o cause ", "o grounds ", "o need ")
"""Of such words: a quick look."""
_WHO = (
    r"(?:(?:there (?:is|are|seems|appears)|(?:i|we) (?:now )?(?:see|find|have)|this (?:film"
    r"|study) gives)(?: to be)? )?"
)
_ALTER = (
    r"(?:alter(?:ing)?|chang(?:e|ing)|revis(?:e|ing)|depart(?:ing)? from|modify(?:ing)?|amend(?:ing)?"
    r"|abandon(?:ing)?|doubt(?:ing)?|question(?:ing)?|withdraw(?:ing)?)"
)
_FORMER = r"(?:former|earlier|previous|prior|original|initial|last|first|stated|current|present|working|reported)"
_OPINION = (
    r"(?:opinion|view|impression|reading|interpretation|diagnosis|conclusion|assessment|statement|report"
    r"|judg(?:e)?ment)s?"
)
_KEPT = Expression(
    rf"\b{_WHO}(?:no|not any) (?:good )?(?:reason|cause|grounds|need) (?:to|for) {_ALTER}"
    rf" (?:(?:the|our|my|that|an?) )?(?:{_FORMER} ){{0,2}}{_OPINION} (?:that(?: there (?:is|are|was"
    rf"|were))?|of(?: an?| the)?)(?= )",
    re.IGNORECASE,
)
_DOUBTED = Expression(
    rf"\b{_WHO}(?:no|not any) (?:good )?(?:reason|cause|grounds) to (?:doubt|question)"
    r" (?:(?:that|whether)|the (?:presence|existence) of)(?= )",
    re.IGNORECASE,
)


def without_opinions_kept(text: str) -> str:
    """Many sentences with blanks for such words; of the same length."""
    return changed_beside(MARKS, _without, text)


def _without(sentence: str) -> str:
    """One sentence with blanks for such words."""
    for pattern in (_KEPT, _DOUBTED):
        sentence = pattern.sub(blanks, sentence)
    return sentence
