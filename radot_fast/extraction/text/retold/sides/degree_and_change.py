"""A degree and a change of each of two sides: "effusions: right moderate and worse, left small and better".

Such words read "effusions: right moderate ↑, left small ↓", and so does "effusions, moderate and larger on the right,
small and smaller on the left": what is told of a side is of no other.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

_DEGREES = (
    "trivial", "tiny", "trace", "small", "minimal", "slight", "mild", "minor", "moderate", "marked", "severe", "large",
    "extensive", "massive", "subtle", "faint",
)  # fmt: skip
MARKS = tuple(f"{degree[1:]}{end}" for degree in _DEGREES for end in (" and ", " & ", " but "))
"""Of such words, a capital among them: a quick look."""
_UP = (
    r"increased|increasing|larger|bigger|worse|worsened|worsening|progressed|progressing|denser|grown|growing|greater"
    r"|more extensive|up"
)
_DOWN = (
    r"decreased|decreasing|smaller|better|improved|improving|less|lessened|reduced|diminished|diminishing|regressed"
    r"|shrinking|less extensive|resolving|clearing|down"
)
_SAME = r"stable|unchanged|static|the same|same|no different|unaltered|as before|not changed"
_SIGNS = (
    (Expression(rf"(?:{_UP})", re.IGNORECASE), "\u2191"),
    (Expression(rf"(?:{_DOWN})", re.IGNORECASE), "\u2193"),
    (Expression(rf"(?:{_SAME})", re.IGNORECASE), "stable"),
)
_DEGREE = rf"(?:(?:very|quite|fairly|only|still|now) )?(?P<{{0}}degree>{'|'.join(_DEGREES)})"
_CHANGE = (
    r"(?:(?:has|is|are|have|now|slightly|somewhat|further|a little|much|a bit|clearly|mildly) ){{0,3}}"
    rf"(?P<{{0}}change>{_UP}|{_DOWN}|{_SAME}|new)"
)
_TOLD = rf"{_DEGREE}(?:,? and|,? but| &) {_CHANGE}"
_OTHER = r"(?!(?P=side)\b)(?P<other>left|right|[LR]t?)"
_END = r"(?= *(?:[.;,)|]|\Z))"
_SIDES_AHEAD = Expression(
    r"(?<=[:,;(] )(?:on )?(?:the )?(?P<side>left|right|[LR]t?)(?: (?:one|side))?(?: is)?,? "
    rf"{_TOLD.format('a')}(?: and|[,;](?: and| but| while)?) (?:on )?(?:the )?"
    rf"{_OTHER}(?: (?:one|side))?(?: is)?,? {_TOLD.format('b')}{_END}",
    re.IGNORECASE,
)
_SIDES_BEHIND = Expression(
    r"(?P<lead>(?:[,:;](?: (?:which|that|these|they|it))?)?(?: (?:is|are|being))?) "
    rf"{_TOLD.format('a')} on the (?P<side>left|right)(?: side)?,?;?(?: and| but| while| whereas)? {_TOLD.format('b')}"
    rf" on the {_OTHER}(?: side)?{_END}",
    re.IGNORECASE,
)


def with_degrees_and_changes_of_both(text: str) -> str:
    """Many sentences with a sign for the change of either side; of the same length."""
    return changed_beside(MARKS, _of_both, text)


def _of_both(sentence: str) -> str:
    """One sentence with a sign for the change of either side."""
    sentence = _SIDES_AHEAD.sub(lambda found: fitted(found, _sides(found)), sentence)
    return _SIDES_BEHIND.sub(_behind, sentence)


def _behind(found: re.Match[str]) -> str:
    """The sides behind a colon, where words tell what they are of."""
    return fitted(found, f": {_sides(found)}") if found["lead"] else found[0]


def _sides(found: re.Match[str]) -> str:
    """Each side with its degree and its change."""
    one = f"{found['side']} {found['adegree']} {_sign(found['achange'])}"
    return f"{one}, {found['other']} {found['bdegree']} {_sign(found['bchange'])}"


def _sign(change: str) -> str:
    """An arrow for a change, or a short word."""
    return next((sign for words, sign in _SIGNS if words.fullmatch(change) is not None), change)
