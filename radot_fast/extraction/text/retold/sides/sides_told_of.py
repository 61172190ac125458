"""Sides beside a comma or a stroke and what is told of them: "effusion left, smaller; right, larger"."""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, changed_where

_TOLD = (
    r"(?:small|mild|moderate|large|tiny|trace|minimal|severe|massive|new|stable|unchanged|larger"
    r"|smaller|better|worse|bigger"
    r"|increas|decreas|improv|worsen|resolv|gone\b|clear|none\b|absent|nil\b|reduced|less\b|more\b"
    r"|persist|slight|now\b)"
)
_SECOND = Expression(rf"; (?:(?:on|at) the )?(?:left|right|l|r), (?={_TOLD})", re.IGNORECASE)
_FIRST = Expression(rf"\b(?:left|right|l|r), (?={_TOLD})", re.IGNORECASE)
_MARKS = ("; left,", "; right,", "; on the left,", "; on the right,", "; l,", "; r,")
"""Of such a side, in small letters: a quick look."""
_DEGREE = r"(?:small|mild|moderate|large|tiny|trace|minimal|severe|massive|none|nil|no)"
_SIDE = r"(?:(?:on |in )?(?:the )?(?:left|right)\b|(?:on )?[LR]\b|\([LR]\))"
# It begins with its stroke, which is found at once.
_STROKE = Expression(rf"/(?= ?(?:{_DEGREE} ?{_SIDE}|{_SIDE} {_DEGREE}\b))")
_BEFORE_STROKE = Expression(rf"(?:{_DEGREE} ?{_SIDE}|\b{_SIDE} {_DEGREE}) ?\Z", re.IGNORECASE)
_AHEAD = 24
"""Characters before a stroke in which a side and its degree stand."""

# It begins with a word that is found at once, and few texts hold.
_BUT_THERE = Expression(r" but (?:rather |instead )?(?=(?:(?:in|on|at|of) )?(?:the )?(?:left|right)\b)")
_NOT_THERE = Expression(r"\bnot (?:in|on|at) the (?:left|right)(?: [a-z]+){0,2}\Z")
"""A side that it is not on, before the one that it is on: "not in the right but in the left lower lobe"."""
_BACK = 48
"""Characters before a "but" in which such a side stands."""
_UNLIKE = ("unlike", " contrast ", "opposed to ", "contrary to ")
_OTHER_SIDE = Expression(
    r"(?:unlike|in (?:marked |clear |sharp )?contrast (?:to|with)|as opposed to|contrary to)"
    r" (?P<at>on |in |at )?the (?P<side>left|right)(?P<part> side| lung| base| apex)?,?(?= where\b) where"
)


def with_contrasts_as_buts(text: str) -> str:
    """Many sentences with "but on the left" for "unlike on the left, where"; of the same length.

    A side that something is not on is left out where the one that it is on follows.
    """
    for but in _BUT_THERE.finditer(text):
        low = max(but.start() - _BACK, 0)
        if denied := _NOT_THERE.search(text[low : but.start()]):
            start = low + denied.start()
            text = text[:start] + " " * (but.end() - start) + text[but.end() :]
    return changed_beside(_UNLIKE, lambda sentence: _OTHER_SIDE.sub(_as_but, sentence), text)


def _as_but(told: re.Match[str]) -> str:
    """The same with "but", and blanks behind it."""
    at = told["at"] or ("in " if told["part"] else "on ")
    return f"but {at}the {told['side']}{told['part'] or ''}".ljust(len(told.group()))


def with_strokes_between_sides_as_commas(text: str) -> str:
    """Many sentences with a comma for each stroke between two such sides, of the same length: "large R / small L"."""
    if "/" not in text:
        return text
    return _STROKE.sub(_as_comma, text)


def _as_comma(stroke: re.Match[str]) -> str:
    """A comma where a side with its degree stands before the stroke, else the stroke."""
    at = stroke.start()
    return "," if _BEFORE_STROKE.search(stroke.string[max(at - _AHEAD, 0) : at]) else "/"


def with_sides_told_of(text: str) -> str:
    """Many sentences with a blank for the comma behind such a side, and the one before it; of the same length."""
    if ";" not in text or not any(map(text.lower().__contains__, _MARKS)):
        return text
    return changed_where(_SECOND, lambda sentence: _FIRST.sub(_without_comma, sentence), text)


def _without_comma(side: re.Match[str]) -> str:
    """The side with a blank for its comma."""
    return side.group().replace(",", " ")
