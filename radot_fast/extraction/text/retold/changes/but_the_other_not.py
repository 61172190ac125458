"""What has changed of one and not of the other: "right effusion resolved; left effusion, not", "… after collapse".

"The left consolidation is larger, the effusion is not" says that the effusion is stable. A collapse behind a lung that
has expanded is what it had.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks

_CHANGED = Expression(
    r"\b(?:resolved|cleared|gone|re-?expanded|removed|improved|better|worse|larger|smaller|increased|decreased|disappeared"
    r"|out|progressed|new|changed)(?:;| ?,?(?: but| and| while)?) [^;|]*\Z",
    re.IGNORECASE,
)
_NOT = Expression(r", not(?= *(?:[.;|]|\Z))")
_MARK = ", not"
_BACK = 100
"""Characters before such a "not" in which the change of the other stands."""
_AFTER = Expression(
    r"(?<=xpanded) (?:after|following|from|since) (?:(?:its|the|their|earlier|previous|prior|initial|former"
    r"|complete|partial) ){0,2}(?:collapse|atelectasis)\b",
    re.IGNORECASE,
)
_EXPANDED = "xpanded "
_COMPARED = Expression(
    r"\b(?:larger|smaller|bigger|better|worse|denser|greater|(?:is|are) (?:up|down|less|more))(?: [a-z]+){0,5}"
    r"(?:[,;](?: but| and| while| whereas)?| but| while| whereas) [^,;|]*\Z",
    re.IGNORECASE,
)
_IS_NOT = Expression(r"\b(?:is not|are not|isn['\u2019]t|aren['\u2019]t)(?= *(?:[.;|]|\Z))")
_IS_NOT_MARKS = (" is not", " are not", " isn", " aren")
_STABLE, _SAME = "stable", "same"
MARKS = (_MARK, _EXPANDED, *_IS_NOT_MARKS)


def with_changes_of_one_alone(text: str) -> str:
    """Many sentences without the comma before such a "not", and without such a collapse; of the same length."""
    if _MARK in text:
        text = _NOT.sub(_without_comma, text)
    if any(map(text.__contains__, _IS_NOT_MARKS)):
        text = _IS_NOT.sub(_as_before, text)
    return _AFTER.sub(blanks, text) if _EXPANDED in text else text


def _without_comma(told: re.Match[str]) -> str:
    """The "not" with a blank for its comma, where the other has changed."""
    before = told.string[max(told.start() - _BACK, 0) : told.start()].rpartition("|")[2]
    return "  not" if _CHANGED.search(before) else told[0]


def _as_before(told: re.Match[str]) -> str:
    """That it is stable, where the other is larger or smaller."""
    before = told.string[max(told.start() - _BACK, 0) : told.start()].rpartition("|")[2]
    if _COMPARED.search(before) is None:
        return told[0]
    return (_STABLE if len(told[0]) >= len(_STABLE) else _SAME).ljust(len(told[0]))
