"""What is not there beside what is known: "no nodule larger than the known one in the right lower lobe".

Such words read "other than the known one", as nothing but others is denied. "No effusion larger than a trace" reads
"no effusion but a trace".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" than the ", " than that ", " than those ", "eyond the ", " than a ")
"""Of such words: a quick look."""
_MORE = r"(?:larger|bigger|denser|greater|smaller|wider|more (?:suspicious|conspicuous|prominent))"
_KNOWN = (
    r"(?:the|that|those)(?: (?:known|existing|described|previous|old|calcified|small|large|tiny|[0-9.]+ [cm]m)){0,3}"
)
_LARGER = Expression(
    rf"(?P<no>\bno (?:[a-z-]+ ){{1,3}}?)(?:{_MORE} than|beyond) (?={_KNOWN} (?:ones?|in|at|on|of"
    rf"|(?:left|right) [a-z]+ one)\b)",
    re.IGNORECASE,
)


_TRACE = Expression(
    r"(?<=fusion|thorax| fluid) (?:larger|bigger|more) than (?=an? (?:trace|tiny|small|minimal|sliver|little)\b)",
    re.IGNORECASE,
)


def with_larger_than_known_as_others(text: str) -> str:
    """Many sentences with "other than" for such words; of the same length."""
    return changed_beside(MARKS, _with_others, text)


def _with_others(sentence: str) -> str:
    """One sentence with "other than" and "but" for such words."""
    sentence = _TRACE.sub(lambda found: " but".ljust(len(found[0])), sentence)
    return _LARGER.sub(_other, sentence)


def _other(found: re.Match[str]) -> str:
    """What is not there, and "other than"; the words if there is no room."""
    told = f"{found['no']}other than "
    return told.ljust(len(found[0])) if len(told) <= len(found[0]) else f"{found['no']}but".ljust(len(found[0]))
