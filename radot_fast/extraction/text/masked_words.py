"""Masked words that what stands beside them tells: "not present on ___", "no acute XXXX", "the XXXX are clear".

A masked day stands for a day of the week, so that what is said of that day is read as it is of any other; what may be
acute stands for an abnormality.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from radot_fast.extraction.text.expressions import Expression

DAY, WHAT_IS_ACUTE, WHAT_IS_CLEAR = "monday", "abnormality", "lungs"
"""The words that masked ones stand for."""
# Patterns that begin with a text are sought as it is, which takes a tenth of the time.
_LINES = Expression(r"__+(?![\w-])")
_LETTERS = [
    Expression(rf"{mask}(?=\s*(?:[.,;)|]|\Z)|(?P<clear> are (?:grossly |otherwise |bilaterally )?clear\b))")
    for mask in ("XXXX", "xxxx")
]
_OPENS = Expression(r"(?:\A|[.;:,|\n]\s{0,3}|\b(?:[Tt]he|[Bb]oth) )\Z")
_DATED = Expression(r"\b(?:on|since|from|in|of|dated|than|versus|vs\.?)\s{1,2}\Z", re.IGNORECASE)
_DATED_ALONE = Expression(r"\b(?:on|since|from|dated)\s{1,2}\Z", re.IGNORECASE)
"""Before a mask that hides any word, not only names and numbers."""
_ACUTE = Expression(
    r"\b(?:acute|active) (?:(?:cardiopulmonary|cardiac|pulmonary|intrathoracic|thoracic|chest|bony|osseous|X{4}) )?\Z",
    re.IGNORECASE,
)
_AHEAD = 32
"""Characters before a mask among which what tells of it stands."""


def masked_words(text: str) -> Iterator[tuple[int, int, str]]:
    """First character, last + 1, and the word for each such mask of sentences that end with bars."""
    if "__" in text:
        for found in _LINES.finditer(text):
            if _DATED.search(text[max(found.start() - _AHEAD, 0) : found.start()]):
                yield *found.span(), DAY
    for letters in _LETTERS:
        for found in letters.finditer(text):
            before = text[max(found.start() - _AHEAD, 0) : found.start()]
            if found["clear"]:
                if _OPENS.search(before):
                    yield *found.span(), WHAT_IS_CLEAR
            elif _DATED_ALONE.search(before):
                yield *found.span(), DAY
            elif _ACUTE.search(before):
                yield *found.span(), WHAT_IS_ACUTE
