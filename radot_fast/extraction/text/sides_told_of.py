"""Sides before a comma and what is told of them: "effusion left, smaller; right, larger"."""

from __future__ import annotations

import re

_TOLD = (
    r"(?:small|mild|moderate|large|tiny|trace|minimal|severe|massive|new|stable|unchanged|larger|smaller|better|worse|bigger"
    r"|increas|decreas|improv|worsen|resolv|gone\b|clear|none\b|absent|nil\b|reduced|less\b|more\b|persist|slight|now\b)"
)
_SECOND = re.compile(rf"; (?:(?:on|at) the )?(?:left|right|l|r), (?={_TOLD})", re.IGNORECASE)
_FIRST = re.compile(rf"\b(?:left|right|l|r), (?={_TOLD})", re.IGNORECASE)
_MARKS = ("; left,", "; right,", "; on the left,", "; on the right,", "; l,", "; r,")
"""Of such a side, in small letters: a quick look."""


def with_sides_told_of(text: str) -> str:
    """Many sentences with a blank for the comma behind such a side, and the one before it; of the same length."""
    if ";" not in text or not any(map(text.lower().__contains__, _MARKS)):
        return text
    return "|".join([_joined(part) if _SECOND.search(part) else part for part in text.split("|")])


def _joined(sentence: str) -> str:
    """A sentence with a blank for each such comma."""
    return _FIRST.sub(lambda side: side.group().replace(",", " "), sentence)
