"""One side and the other told by "not only": "not only the left lower lobe but now also the right is consolidated".

Such a sentence reads as "the left lower lobe and now also the right", without a word that could be a denial; what is
told of one side "now" is new there alone.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = ("ot only ",)
"""Of such words: a quick look."""
_SIDE = r"(?:(?:on|in|at|of|involving|within) )?(?:the )?(?:left|right|lingula|[rl][uml]l)\b"
_NOUN = r"(?: (?:sided?|lung|base|apex|hilum|hemithorax|(?:upper|mid|middle|lower) (?:lobe|zone))){0,2}"
_SIDES = Expression(rf"\b[Nn]ot only (?={_SIDE})(?P<first>{_SIDE}{_NOUN}),? but(?= (?:now )?(?:also )?{_SIDE})")
_NOW_ALSO = Expression(
    rf"\b[Nn]ot only the (?P<one>left|right){_NOUN},? but now(?: also)? the (?P<two>left|right)(?P<noun>{_NOUN})"
    r" (?:is|are) (?P<what>[a-z]+)(?= *(?:[.;,|]|\Z))"
)


def with_not_only_as_and(text: str) -> str:
    """Many sentences with "and" between two such sides; of the same length."""
    return changed_beside(MARKS, _with_and, text)


def _with_and(sentence: str) -> str:
    """One sentence with "and" between two such sides, or a statement of each."""
    sentence = _NOW_ALSO.sub(_one_by_one, sentence)
    return _SIDES.sub(lambda found: f"{found['first']} and".rjust(len(found[0])), sentence)


def _one_by_one(found: re.Match[str]) -> str:
    """A statement of each side, if there is room: "left lower lobe consolidated, new right lower lobe consolidated"."""
    noun, what = found["noun"], found["what"]
    told = f"{found['one']}{noun} {what}, new {found['two']}{noun} {what}"
    return fitted(found, told)
