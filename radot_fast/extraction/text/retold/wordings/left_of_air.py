"""What is left of a pneumothorax, by a word for a rest: "smaller pneumothorax after drainage, small apical residue".

It is a pneumothorax of that place to the reader, so that no tube named between the two ends there. Without a tube the
place is the pneumothorax's own: "previously large pneumothorax, now only a small apical rim".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("residue", "residuum", "remnant", "apical rim", "basal rim", "lateral rim")
_AIR = Expression(r"pneumothorax|ptx", re.IGNORECASE)
_TUBE = Expression(r"\b(?:drain(?:age|s)?|tubes?|catheter|pigtail|icd|ict)\b", re.IGNORECASE)
_OTHERWISE = Expression(
    r"effusion|fluid|ha?emothorax|empyema|consolidation|opacity|\b(?:no|without|resolved|gone|except|apart)\b",
    re.IGNORECASE,
)
"""What else may leave a rest, and words by which it is told as an exception."""
_PLACE = r"(?P<place>(?:apical|basal|lateral|apicolateral|anterior|subpulmonic))"
_REST = Expression(
    rf"(?<=[a-z,;:] ){_PLACE} (?:residue|residuum|remnant|rim)"
    r"(?! (?:of (?:air|the|pneumothorax|lung)|pneumothorax|scar))",
    re.IGNORECASE,
)


def with_rests_of_air_as_pneumothoraces(text: str) -> str:
    """Many sentences with "ptx" for such a rest; of the same length.

    Parameters
    ----------
    text
        The sentences, each ended by a bar.
    """
    return changed_beside(MARKS, _named, text)


def _named(sentence: str) -> str:
    """One sentence with "ptx" for what is left of a pneumothorax named before."""
    air = _AIR.search(sentence)
    if air is None or _TUBE.search(sentence) is None or _OTHERWISE.search(sentence) is not None:
        return sentence
    head, rest = sentence[: air.end()], sentence[air.end() :]
    return head + _REST.sub(lambda found: f"{found['place']} ptx".ljust(len(found[0])), rest)
