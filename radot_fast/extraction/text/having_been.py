"""Where a thing was before, told by a participle: "ETT now satisfactory having been in the right main bronchus"."""

from __future__ import annotations

import re

_WAS = re.compile(r",? having been(?= (?:in|at|within|coiled|looped|kinked|too|down)\b)", re.IGNORECASE)
_BEFORE = ", previously"
_MARK = "having been "
"""Of such a participle: a quick look."""


def with_what_was_before(text: str) -> str:
    """Many sentences with "previously" for such a participle; of the same length."""
    return _WAS.sub(lambda was: _BEFORE.ljust(len(was[0])), text) if _MARK in text else text
