"""Insertions that keep something out of what a sentence tells, which are written without their commas.

"The ETT but not the NG tube has been removed", "all lines except the PICC are gone": the verb is of what stands before
them. With its commas such a sentence is read as one that has them.
"""

from __future__ import annotations

import itertools
import re

from radot_fast.extraction.text.expressions import Expression

_KNOWN = r"(?:the|its|his|her|those|these)"
_EXCEPT = rf"(?:except(?:ing)?(?: for)?(?! that)|(?:apart|aside) from|other than)(?: {_KNOWN})?"
_LEADS = rf"(?:but|and|though|although) not {_KNOWN}|{_EXCEPT}"
# "The left but not the right effusion has cleared" shares a noun.
_INSERTION = Expression(
    rf"(?<!,)(?<!\bleft)(?<!\bright) ((?:{_LEADS}) (?:[\w-]+ ){{0,2}}[\w-]+) (?=(?:has|have|is|are|was|were)\b)",
    re.IGNORECASE,
)


_NOT, _OTHERS = " not ", (" except", " apart from", " aside from", " other than")
_KNOWN_ONES = ("the ", "its ", "his ", "her ", "those ", "these ")
"""Parts of such insertions in small letters, and what stands behind the first: they are looked for from these, as an
expression looks at every blank."""
MARKS = (*(f"{_NOT}{known}" for known in _KNOWN_ONES), *_OTHERS)
"""Of such an insertion: a quick look."""


def with_commas_around_insertions(text: str) -> str:
    """A text with commas around them; of the same length."""
    commas: list[int] = []
    for mark in (_NOT, *_OTHERS):
        at = text.find(mark)
        while at >= 0:
            begin = at
            if mark == _NOT:
                begin = text.rfind(" ", 0, at) if text.startswith(_KNOWN_ONES, at + len(_NOT)) else -1
            insertion = _INSERTION.match(text, begin) if begin >= 0 else None
            if insertion is not None:
                commas += [insertion.start(), insertion.end() - 1]
            at = text.find(mark, at + 1)
    if not commas:
        return text
    edges = [-1, *sorted(commas), len(text)]
    return ",".join(text[low + 1 : high] for low, high in itertools.pairwise(edges))
