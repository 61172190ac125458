"""What has changed of one and not of the other: "right effusion resolved; left effusion, not", "… after collapse".

A collapse behind a lung that has expanded is what it had.
"""

from __future__ import annotations

import re

_CHANGED = re.compile(
    r"\b(?:resolved|cleared|gone|re-?expanded|removed|improved|better|worse|larger|smaller|increased|decreased|disappeared"
    r"|out|progressed|new|changed)(?:;| ?,?(?: but| and| while)?) [^;|]*\Z",
    re.IGNORECASE,
)
_NOT = re.compile(r", not(?= *(?:[.;|]|\Z))")
_MARK = ", not"
_BACK = 100
"""Characters before such a "not" in which the change of the other stands."""
_AFTER = re.compile(
    r"(?<=xpanded) (?:after|following|from|since) (?:(?:its|the|their|earlier|previous|prior|initial|former"
    r"|complete|partial) ){0,2}(?:collapse|atelectasis)\b",
    re.IGNORECASE,
)
_EXPANDED = "xpanded "
MARKS = (
    _MARK,
    _EXPANDED,
)


def with_changes_of_one_alone(text: str) -> str:
    """Many sentences without the comma before such a "not", and without such a collapse; of the same length."""
    if _MARK in text:
        text = _NOT.sub(_without_comma, text)
    return _AFTER.sub(lambda told: " " * len(told[0]), text) if _EXPANDED in text else text


def _without_comma(told: re.Match[str]) -> str:
    """The "not" with a blank for its comma, where the other has changed."""
    before = told.string[max(told.start() - _BACK, 0) : told.start()].rpartition("|")[2]
    return "  not" if _CHANGED.search(before) else told[0]
