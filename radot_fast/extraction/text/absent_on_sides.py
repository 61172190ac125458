"""Sides of which one has what the other has not: "effusion present on right, absent on left".

"Absent" behind a comma or conjunction stands for "none", "present" behind an absent one for "one", and "no longer" for
"none seen": "still seen on the left, no longer on the right".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

WORD = "absent"
_JOIN = r"(?:,? (?:and|but)|,|;) (?:is |are |was )?"
_SIDE = r" (?:on|in|at) (?:the )?(?:left|right|[LR]\b|[LR]t\b|[LR][UML][LZ]\b)"
_ABSENT = re.compile(rf"(?<=[a-zA-Z]){_JOIN}(absent)(?={_SIDE})")
_PRESENT = re.compile(
    rf"(?:absent|\b[Nn]o (?:[a-z]+ ){{0,3}}[a-z]+){_SIDE}(?: (?:side|lung|base|apex))?{_JOIN}(present|seen|noted)"
    rf"(?={_SIDE})"
)
_NO_LONGER = re.compile(rf"(?<=[a-zA-Z]){_JOIN}(no) (longer)(?={_SIDE})")


def absent_on_sides(text: str) -> Iterator[tuple[int, int, str]]:
    """First character, last + 1, and the word that such a word stands for: "none" or "one"."""
    if WORD in text:
        for found in _ABSENT.finditer(text):
            yield *found.span(1), "none"
    if "no longer" in text:
        for found in _NO_LONGER.finditer(text):
            yield *found.span(1), "none"
            yield *found.span(2), "seen"
    if "present on" in text or "present in" in text:
        for found in _PRESENT.finditer(text):
            yield *found.span(1), "one"
