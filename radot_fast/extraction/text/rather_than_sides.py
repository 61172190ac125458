"""Sides and parts that something is not at, told beside where it is: "left rather than right effusion".

What is not meant is blanks to the reader: such words deny a place, and not the finding behind them.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.by_sentence import changed_beside

_MARKS = ("rather than", "instead of", "as opposed to")
"""Of such words: a quick look."""
_RATHER = r",? (?:rather than|instead of|as opposed to) (?:in |on |at |of )?(?:the )?"
_OTHER_SIDE = re.compile(
    r"(?P<side>\b(?:left|right|(?:bi|uni)lateral)(?:[- ]sided)?)"
    rf"{_RATHER}(?:left|right|(?:bi|uni)lateral)(?:[- ]sided)?,?(?= (?!side\b|is\b|are\b|but\b)[a-z])",
    re.IGNORECASE,
)
_OTHER_PART = re.compile(
    rf"\b(?P<side>upper|lower){_RATHER}(?:upper|lower|mid|middle),?(?= (?:lobe|zone|lung)s?\b)", re.IGNORECASE
)


def without_sides_not_meant(text: str) -> str:
    """Many sentences with blanks for such words; of the same length."""
    return changed_beside(_MARKS, _without_sides, text)


def _without_sides(sentence: str) -> str:
    """One sentence with blanks for such words."""
    return _OTHER_PART.sub(_side_alone, _OTHER_SIDE.sub(_side_alone, sentence))


def _side_alone(found: re.Match[str]) -> str:
    """The side that is meant, and blanks."""
    return found["side"].ljust(len(found[0]))
