"""What is there instead of what has gone: "the pneumothorax has resolved, replaced by a small effusion".

What replaces it reads as what is left behind: "has resolved, leaving a small effusion".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("replaced ", "place taken ", "place is ", "place was ")
"""Of such words: a quick look."""
_GONE = Expression(
    r"\b(?:resol(?:ved|ution)|cleared|clearing|gone|disappear(?:ed|ance)|absorbed|vanished)\b", re.IGNORECASE
)
_INSTEAD = Expression(
    r"(?<=[,;]) (?:and |but )?(?:(?:is|are|now|since|has|have|been|being|which|then) ){0,4}"
    r"(?:replaced(?: now| since| instead| partly| partially| in part)? (?:by|with)"
    r"|(?:with )?its place (?:(?:is|was|has been|being) )?(?:now )?(?:being )?taken by)\b",
    re.IGNORECASE,
)


def with_what_replaces_it_left(text: str) -> str:
    """Many sentences, each ended by a bar, with "leaving" for such words; of the same length."""
    return changed_beside(MARKS, _with_leaving, text)


def _with_leaving(sentence: str) -> str:
    """One sentence with "leaving" for such words behind what has gone."""
    found = _INSTEAD.search(sentence)
    if found is None or _GONE.search(sentence, 0, found.start()) is None:
        return sentence
    return sentence[: found.start()] + " leaving".ljust(len(found[0])) + sentence[found.end() :]
