"""Readings of which one is favored, and questions left to others: "atelectasis rather than pneumonia being favored".

A question "to be settled by CT" has not become less.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_FAVORED = Expression(
    r"(?P<one>[,;:\u2013\u2014-] [A-Za-z][A-Za-z -]{2,40} )rather than(?P<other> [a-z][a-z -]{2,40}?),?"
    r" (?:(?:being|is|are|seems|appears) )?(?:favou?red|preferred|more likely|likelier|the likelier|thought likelier)"
    r"(?= *(?:[.;,|)]|\Z))",
    re.IGNORECASE,
)
_VERSUS = Expression(r"\bfavou?red (?:vs\.?|versus|against)(?= [a-z])", re.IGNORECASE)
_MARKS = ("avored", "avoured", "likelier", "preferred", "more likely")
_SETTLED = Expression(
    r"(?P<active>\bactivity (?:(?:is|has|remains) )?to be (?:settled|resolved|decided|answered))"
    r"|,? ?\b(?:(?:which|that|this) )?(?:(?:is|are|has|remains?) )?(?:to be|must be|should be|can be|could be|may be)"
    r"(?: best| only| further)? (?:settled|resolved|cleared up|decided|answered)"
    r"(?: (?:by|with|on|through|via) (?:other |further |another )?"
    r"(?:means|methods?|modalit(?:y|ies)|ct|mri?|echo(?:cardiography)?|ultrasound|imaging|examinations?|tests?))?",
    re.IGNORECASE,
)
"""But "activity to be decided on sputum" is a form of its own."""
_SETTLED_MARKS = ("be settled", "be resolved", "be cleared up", "be decided", "be answered")
MARKS = (
    *_MARKS,
    *_SETTLED_MARKS,
)


def with_readings_left_open(text: str) -> str:
    """Many sentences with ">" between readings of which the first is favored; of the same length.

    Without the words by which a question is left to others.
    """
    if any(map(text.__contains__, _MARKS)):
        text = _FAVORED.sub(lambda told: f"{told['one']}>{' ' * 10}{told['other']}".ljust(len(told[0])), text)
        text = _VERSUS.sub(lambda told: ">".ljust(len(told[0])), text)
    if any(map(text.__contains__, _SETTLED_MARKS)):
        text = _SETTLED.sub(_left_open, text)
    return text


def _left_open(told: re.Match[str]) -> str:
    """Blanks for such a question, but for one of how active a disease is."""
    return ("activity to be judged" if told["active"] else "").ljust(len(told[0]))
