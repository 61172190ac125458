"""Lines of an attribute alone, which are of what the line before names: "Left effusion: small\\nChange: increased".

Such a line is read together with the one before it. Its label is a comma to the reader (see ``labels``).
"""

from __future__ import annotations

import re

from radot_fast.extraction.text import told_of_places
from radot_fast.extraction.text.expressions import Expression

ATTRIBUTE_LABEL = (
    r"(?:(?:interval )?changes?|trend|evolution|progression|(?:anatomical |anatomic )?location|site|side|laterality"
    r"|(?:(?:current|present|prior|previous) )?(?:size|measurement|diameter)(?: now| before| then)?|severity|degree"
    r"|grade|extent|distribution)[ \t]?:"
)
"""Labels of what is told of an item that the words before name."""
ITEM = rf"{told_of_places.ITEM}|{ATTRIBUTE_LABEL}"
"""What goes on with the item before it, behind a semicolon."""
_BULLET = r"[ \t]{0,8}(?:[-*\u2022\u00b7][ \t]{1,4})?"
_LINE = Expression(rf"\n{_BULLET}{ATTRIBUTE_LABEL}", re.IGNORECASE)
_GAP = Expression(rf"[.;,]?[ \t]*\n{_BULLET}|[.;][ \t]{{1,3}}", re.IGNORECASE)
_SENTENCE = Expression(rf"\.[ \t]{{1,3}}{ATTRIBUTE_LABEL}", re.IGNORECASE)
SENTENCE_BEGINS = tuple(
    f". {word}:"
    for word in (
        "size", "location", "side", "site", "laterality", "severity", "degree", "grade", "extent", "distribution",
        "diameter", "measurement",
    )
)  # fmt: skip
"""Parts in small letters of texts that hold such a sentence."""
_IS_ATTRIBUTE = Expression(rf"{_BULLET}{ATTRIBUTE_LABEL}[ \t]*\S", re.IGNORECASE)
MOST_CHARS, MOST_WORDS, MOST_OF_SENTENCE = 200, 5, 10
"""Characters that are read together at most, and words of a line or sentence without a colon that names something."""


def joined_to_what_they_describe(text: str, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of sentences, lines of an attribute as one with the line before them."""
    out: list[tuple[int, int]] = []
    for low, high in ranges:
        if out and high - out[-1][0] <= MOST_CHARS and _IS_ATTRIBUTE.match(text, low, high) is not None:
            first, last = out[-1]
            most = MOST_WORDS if "\n" in text[last:low] else MOST_OF_SENTENCE
            names = ":" in text[first:last] or len(text[first:last].split()) <= most
            if names and _GAP.fullmatch(text, last - (text[last - 1] in ".;,"), low) is not None:
                low = out.pop()[0]
        out.append((low, high))
    return out


def may_tell_attributes(text: str) -> bool:
    """Whether a text may hold such a line or sentence."""
    return ("\n" in text and _LINE.search(text) is not None) or (":" in text and _SENTENCE.search(text) is not None)
