"""Sides before a comma and what is told of them: "effusion left, smaller; right, larger"."""

from __future__ import annotations

import re

from radot_fast.extraction.text.by_sentence import changed_where

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
    return changed_where(_SECOND, lambda sentence: _FIRST.sub(_without_comma, sentence), text)


def _without_comma(side: re.Match[str]) -> str:
    """The side with a blank for its comma."""
    return side.group().replace(",", " ")
