"""Degrees behind two places of one finding: "effusion at the left base small, right base moderate".

Such words read "effusion: left base small, right base moderate". "Left base atelectasis moderate, right base trivial"
reads "left base atelectasis moderate, trivial right base". "On the right a moderate and on the left a small effusion"
reads "moderate right and small left effusion".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

_DEGREES = (
    "trivial", "tiny", "trace", "small", "minimal", "slight", "mild", "minor", "moderate", "marked", "severe", "large",
    "extensive", "massive", "subtle", "faint",
)  # fmt: skip
MARKS = tuple(f" {degree}{end}" for degree in _DEGREES for end in (",", ";", " and ", " but ", " while "))
"""Of such words: a quick look."""
_DEGREE = rf"(?:(?:very|quite|fairly|only|more|rather) )?(?:{'|'.join(_DEGREES)})"
_PART = r"(?:base|apex|lung|lobe|zone|side|hemithorax|(?:upper|middle|mid|lower) (?:lobe|zone|lung))"
_NAME = (
    r"(?:atelectas[ie]s|collapse|consolidation|opacit(?:y|ies)|opacification|effusions?|pneumothorax|pneumothoraces|fluid"
    r"|infiltrates?|shadowing|scarring|haze|haziness|volume loss|emphysema|edema|oedema|contusion|thickening|changes?)"
)
_IS = r"(?:(?:is|are|was|being|remains?) (?:now )?)?"
_CHANGE = (
    r"(?:,|,? and|,? but) (?:[a-z]+ than [a-z ]{3,24}?|new|unchanged|stable|increased|decreased|improved|worse)"
    r"(?= *[,;.|])"
)
_OTHER = (
    r",?;? ?(?:and |but |while |whereas )?(?:at |in |on |of )?(?:the )?"
    rf"(?P<place>(?!(?P=side))(?:left|right)(?: {_PART})?) {_IS}(?P<degree>{_DEGREE})(?= *(?:[.;,|]|\Z)|{_CHANGE})"
)
_AT = Expression(
    rf"(?P<name>(?:\A|[|.;:])[ \n]*(?:the |an? )?(?:[a-z-]+ )?{_NAME})(?P<at> (?:at|in|of|on|over) the )"
    rf"(?P<one>(?P<side>left|right)(?: {_PART})? )(?P<be>{_IS})(?P<first>{_DEGREE}(?:{_CHANGE})?){_OTHER}",
    re.IGNORECASE,
)
_BEFORE = Expression(
    rf"(?P<head>(?:\A|[|.;:])[ \n]*(?:the )?(?P<side>left|right) {_PART} {_NAME} {_IS}{_DEGREE},) "
    rf"(?P<place>(?!(?P=side))(?:left|right) {_PART}) (?P<degree>{_DEGREE})(?= *(?:[.;,|]|\Z))",
    re.IGNORECASE,
)

_EACH = Expression(
    rf"\bon the (?P<one>left|right),? (?:there (?:is|are) )?(?:an? )?(?P<first>{_DEGREE}),? (?P<join>and|but|while),? "
    rf"on the (?P<two>(?!(?P=one))(?:left|right)),? (?:an? )?(?P<second>{_DEGREE}) (?=(?:pleural )?{_NAME}\b)",
    re.IGNORECASE,
)


def with_degrees_of_both(text: str) -> str:
    """Many sentences with each of two places before its degree, or behind it; of the same length."""
    return changed_beside(MARKS, _of_both, text)


def _of_both(sentence: str) -> str:
    """One sentence with each of two places before its degree, or behind it."""
    sentence = _EACH.sub(
        lambda found: fitted(found, f"{found['first']} {found['one']} and {found['second']} {found['two']} "), sentence
    )
    sentence = _BEFORE.sub(lambda found: f"{found['head']} {found['degree']} {found['place']}", sentence)
    return _AT.sub(_labelled, sentence)


def _labelled(found: re.Match[str]) -> str:
    """The finding as a label of its places."""
    head = f"{found['name']}:".ljust(len(found["name"]) + len(found["at"])) + found["one"] + found["first"]
    begin = found.start("place") - found.start()
    return f"{head},".ljust(begin) + found[0][begin:]
