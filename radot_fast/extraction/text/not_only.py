"""One side and the other told by "not only": "not only the left lower lobe but now also the right is consolidated".

Such a sentence reads as "the left lower lobe and now also the right", without a word that could be a denial.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.by_sentence import changed_beside

_MARKS = ("ot only ",)
"""Of such words: a quick look."""
_SIDE = r"(?:(?:on|in|at|of|involving|within) )?(?:the )?(?:left|right|lingula|[rl][uml]l)\b"
_NOUN = r"(?: (?:sided?|lung|base|apex|hilum|hemithorax|(?:upper|mid|middle|lower) (?:lobe|zone))){0,2}"
_SIDES = re.compile(rf"\b[Nn]ot only (?={_SIDE})(?P<first>{_SIDE}{_NOUN}),? but(?= (?:now )?(?:also )?{_SIDE})")


def with_not_only_as_and(text: str) -> str:
    """Many sentences with "and" between two such sides; of the same length."""
    return changed_beside(_MARKS, _with_and, text)


def _with_and(sentence: str) -> str:
    """One sentence with "and" between two such sides."""
    return _SIDES.sub(lambda found: f"{found['first']} and".rjust(len(found[0])), sentence)
