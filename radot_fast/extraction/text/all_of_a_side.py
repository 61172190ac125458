"""Sides of which all or none is told that stands before: "no effusion or collapse; on the left both are present".

The side stands behind what is told to the reader: "both are present on the left".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.by_sentence import changed_beside

_MARKS = (" all three ", " both are ", " neither is ", " all are ")
"""Of such a clause: a quick look."""
_ALL = re.compile(
    r"(?P<lead>(?:[;,]|\b(?:but|and|while|whereas)) )(?P<side>on the (?:left|right)),?"
    r" (?P<told>(?:all three|both|all|neither) (?:are|is) (?:present|seen|there|visible|evident|found|noted))"
    r"(?= *(?:[.;,|]|\Z))",
    re.IGNORECASE,
)
_ABSENT = re.compile(
    r"(?P<lead>(?:[;,]|\b(?:but|and|while|whereas)) )(?P<side>on the (?:left|right)),? both are absent"
    r"(?= *(?:[.;,|]|\Z))",
    re.IGNORECASE,
)


def with_sides_behind_all(text: str) -> str:
    """Many sentences with such a side behind what is told of all; of the same length."""
    return changed_beside(_MARKS, _with_side_behind, text)


def _with_side_behind(sentence: str) -> str:
    """One sentence with such a side behind what is told of all."""
    return _ABSENT.sub(_neither, _ALL.sub(_side_behind, sentence))


def _side_behind(found: re.Match[str]) -> str:
    """What is told of all, and the side."""
    return f"{found['lead']}{found['told']} {found['side']}".ljust(len(found[0]))


def _neither(found: re.Match[str]) -> str:
    """The words "neither is seen" for "both are absent", and the side."""
    return f"{found['lead']}neither is seen {found['side']}".ljust(len(found[0]))
