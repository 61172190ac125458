"""One side told as what the other is unlike: "unlike the right, which is blunted, the left angle is sharp".

To the reader that side is a statement of its own, with the noun of the other: "right angle is blunted; the left angle
is sharp", in as many characters.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("nlike the ", "contrast to the ", "opposed to the ", "ontrary to the ")
"""Of such words: a quick look."""
_UNLIKE = r"(?:unlike|in (?:marked |clear )?contrast to|as opposed to|contrary to)"
_ONE = (
    r"the (?P<one>left|right)(?: (?:one|side|(?P<own>lung|base|hilum|apex|hemidiaphragm|clavicle|costophrenic angle"
    r"|(?:upper|middle|mid|lower) (?:lobe|zone))))?"
)
_IS = r"(?:is|appears|remains|looks)"
_WHAT = r"(?P<what>(?!not\b|no\b|was\b)[a-z-]+(?: (?!left\b|right\b|the\b)[a-z-]+){0,2})"
_NOUN = r"(?P<noun>(?:costophrenic angle|[a-z]+ (?:lobe|zone|base|apex)|[a-z-]+))"
_BEFORE = Expression(
    rf"(?<![a-z] )(?<![a-z])(?:{_UNLIKE}) {_ONE},? which (?P<is>{_IS}) {_WHAT}, (?=the (?P<two>left|right) {_NOUN} "
    r"(?:is|are|appears|remains|looks|shows|has|contains|demonstrates|seems)\b)",
    re.IGNORECASE,
)
_BEHIND = Expression(
    rf"(?<=\bthe )(?P<two>left|right) {_NOUN} (?P<told>{_IS} [a-z -]{{3,40}}?),? {_UNLIKE} {_ONE},?"
    rf" which (?P<is>{_IS}) {_WHAT}(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)


def with_what_it_is_unlike(text: str) -> str:
    """Many sentences, ended by bars, with such a side as a statement of its own; of the same length."""
    return changed_beside(MARKS, _with_statements, text)


def _with_statements(sentence: str) -> str:
    """One sentence with such a side as a statement of its own."""
    return _BEHIND.sub(_behind, _BEFORE.sub(_before, sentence))


def _before(found: re.Match[str]) -> str:
    """The statement of the side before that of the other."""
    return _fitting(found, [f"{statement}; " for statement in _statements(found)])


def _behind(found: re.Match[str]) -> str:
    """The statement of a side, and that of the other behind it."""
    told = f"{found['two']} {found['noun']} {found['told']}"
    return _fitting(found, [f"{told}; {statement}" for statement in _statements(found)])


def _statements(found: re.Match[str]) -> list[str]:
    """Statements of the other side, the longest first; none where both are one side."""
    one, noun, what = found["one"], found["own"] or found["noun"], found["what"]
    if one.lower() == found["two"].lower():
        return []
    return [f"{one} {noun} {found['is']} {what}", f"{one} {noun} {what}"]


def _fitting(found: re.Match[str], ways: list[str]) -> str:
    """The first of some ways that is no longer than the words; the words if none is."""
    return next((way.ljust(len(found[0])) for way in ways if len(way) <= len(found[0])), found[0])
