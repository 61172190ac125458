"""What is meant before what is not, parted by "than" alone: "rather atelectasis than pneumonia".

Such words read "atelectasis rather than pneumonia".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("ather ",)
"""Of such words: a quick look."""
_WORD = (
    r"(?!than\b|more\b|less\b|better\b|worse\b|other\b|later\b|earlier\b|well\b|[a-z]+(?:[^l]ger|ller"
    r"|iser|ser|der|rer)\b)[a-z-]+"
)
_RATHER = Expression(
    rf"\b(?P<rather>rather) (?P<this>(?:an? )?{_WORD}(?: {_WORD}){{0,2}}) than(?= [a-z])", re.IGNORECASE
)


def with_rather_than(text: str) -> str:
    """Many sentences with "rather than" for such words; of the same length."""
    return changed_beside(MARKS, _with_this_first, text)


def _with_this_first(sentence: str) -> str:
    """One sentence with what is meant before its "rather than"."""
    return _RATHER.sub(lambda found: f"{found['this']} rather than", sentence) if " than " in sentence else sentence
