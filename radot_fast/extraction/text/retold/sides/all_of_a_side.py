"""Sides of which all or none is told that the other one has: "no effusion or collapse; on the left both are present".

The side stands where such words are looked for: "both are present on the left", "left has neither". So do "on the left
neither, on the right both effusion and collapse", which names what it tells of last.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = (" all three ", " both are ", " both on the ", "neither")
"""Of such a clause: a quick look."""
_LEAD = r"(?P<lead>[;,]|(?:,? (?:but|and|while|whereas)))"
_END = r"(?= *(?:[.;,|]|\Z))"
_NOUN = r"(?: (?:side|lung|hemithorax))?"
_ALL = Expression(
    rf"{_LEAD} (?P<side>on the (?:left|right)),?"
    rf" (?P<told>(?:all three|both|all|neither) (?:are|is) (?:present|seen|there|visible|evident|found|noted)){_END}",
    re.IGNORECASE,
)
_ABSENT = Expression(rf"{_LEAD} on the (?P<side>left|right),? both are absent{_END}", re.IGNORECASE)
_BARE = Expression(
    rf"{_LEAD} (?:(?:on )?the (?P<side>left|right){_NOUN},? (?P<all>neither|both)"
    rf"|(?P<all2>neither|both) on the (?P<side2>left|right){_NOUN}){_END}",
    re.IGNORECASE,
)
_LAST = Expression(
    rf"\A(?P<blank>\s*)(?:On )?the (?P<none>left|right){_NOUN}(?: shows| has|,)? neither[,;]?(?: and| but| while)?"
    rf" (?:on )?the (?P<all>left|right){_NOUN}(?: shows| has|,)? both"
    rf" (?P<what>(?:(?!and\b)[a-z]+ ){{1,4}}and (?:[a-z]+ ){{0,2}}[a-z]+){_END}",
    re.IGNORECASE,
)
_DENIED, _SIDE = Expression(r"\b(?:no|without|free of|neither)\b", re.IGNORECASE), Expression(r"\b(?:left|right)\b")


def with_sides_behind_all(text: str) -> str:
    """Many sentences with such sides where they are looked for; of the same length."""
    return changed_beside(MARKS, _with_side_behind, text)


def _with_side_behind(sentence: str) -> str:
    """One sentence with such sides where they are looked for."""
    sentence = _ABSENT.sub(_has_neither, _ALL.sub(_side_behind, _LAST.sub(_in_order, sentence)))
    return _BARE.sub(_has_them, sentence)


def _side_behind(found: re.Match[str]) -> str:
    """What is told of all, and the side."""
    return f"{found['lead']} {found['told']} {found['side']}".ljust(len(found[0]))


def _has_neither(found: re.Match[str]) -> str:
    """The words "has neither" for "both are absent"."""
    return f"; {found['side']} has neither".ljust(len(found[0]))


def _has_them(found: re.Match[str]) -> str:
    """A side with "has neither" or "has both", if there is room.

    "Effusion and nodule, both on the right" tells where they are: behind what is denied alone "both" is of one side.
    """
    before = found.string[: found.start()].rpartition(";")[2]
    which = found["all"] or found["all2"]
    if which.lower() == "both" and not (_DENIED.search(before) and _SIDE.search(before)):
        return found[0]
    told = f"; {found['side'] or found['side2']} has {which}"
    return fitted(found, told)


def _in_order(found: re.Match[str]) -> str:
    """What is told of both first: "effusion and collapse on the right; left has neither"."""
    told = f"{found['blank']}{found['what']} on the {found['all']}; {found['none']} has neither"
    return fitted(found, told)
