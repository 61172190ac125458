"""Where a thing was before, told by a participle: "ETT now satisfactory having been in the right main bronchus"."""

from __future__ import annotations

import re

_WAS = re.compile(r",? having been(?= (?:in|at|within|coiled|looped|kinked|too|down)\b)", re.IGNORECASE)
_BEFORE = ", previously"
# "The left base, which was consolidated, is now clear".
_WHICH_WAS = re.compile(r", which (?:was|were)(?= [a-z-]+, (?:is|are) now (?:[a-z]+ly |quite )?clear\b)")
MARKS = (", which ", "having been ")
"""Of such a clause, and of such a participle: a quick look."""


def with_what_was_before(text: str) -> str:
    """Many sentences with "previously" for such a participle or clause; of the same length."""
    if MARKS[0] in text:
        text = _WHICH_WAS.sub(lambda was: ",previously".ljust(len(was[0])), text)
    return _WAS.sub(lambda was: _BEFORE.ljust(len(was[0])), text) if MARKS[1] in text else text
