"""What something likely is, told by what it would take to be another thing: "a mass, cancer until proven otherwise".

Such words read "a mass, likely cancer"; so does "until proven otherwise, the mass is cancer".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("proven ", "proved ")
"""Of such words: a quick look."""
_OTHERWISE = r"(?:until|unless) (?:proven|proved)(?: to be)? (?:otherwise|not)"
_NAMES = r"(?P<names>(?!likely\b|probably\b|possibly\b)[A-Za-z-]+(?: (?!until\b|unless\b)[A-Za-z-]+){0,5})"
_TAKEN = (
    r"(?: (?:is |are )?to be| must be| should be| has to be| needs to be| is| are)?"
    r" (?:considered|regarded as|presumed|assumed|treated as|taken as|viewed as)(?: to be)?(?: as)?"
)
_BEHIND = Expression(
    rf"(?P<lead>(?P<stop>[:;,]| [-\u2013\u2014])(?: (?:this|these|it|which|that))?(?: (?:is|are|represents?))?"
    rf"(?:{_TAKEN})?"
    rf"|{_TAKEN}| (?P<verb>is|are|represents?))"
    rf" {_NAMES},? {_OTHERWISE}\b",
    re.IGNORECASE,
)
_AHEAD = Expression(
    rf"\A(?P<blank>\s*){_OTHERWISE},?(?P<what> [^.,;:|]{{3,80}}? (?:is|are|represents?)) (?=[a-z])", re.IGNORECASE
)


def with_until_proven_as_likely(text: str) -> str:
    """Many sentences with "likely" for such words; of the same length."""
    return changed_beside(MARKS, _with_likely, text)


def _with_likely(sentence: str) -> str:
    """One sentence with "likely" for such words."""
    sentence = _AHEAD.sub(lambda found: f"{found['blank']}{found['what']} likely ".rjust(len(found[0])), sentence)
    return _BEHIND.sub(_likely, sentence)


def _likely(found: re.Match[str]) -> str:
    """A comma or verb, "likely", and the names."""
    lead = "," if found["stop"] else f" {found['verb'] or 'is'}"
    return f"{lead} likely {found['names']}".ljust(len(found[0]))
