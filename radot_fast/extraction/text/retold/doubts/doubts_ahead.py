"""Doubts that open a sentence and are of what something is read as: "probably the opacity at the base is pneumonia".

Such a sentence reads "the opacity at the base is probably pneumonia", so that the opacity itself is in no doubt.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = (
    "Probably", "Possibly", "Perhaps", "Presumably", "Most likely", "Most probably", "Very likely", "In all ",
    "Conceivably", "Likely, ", "Likely the ", "Maybe the ",
)  # fmt: skip
"""Of such doubts: a quick look."""
_DOUBT = (
    r"(?P<doubt>Probably|Possibly|Perhaps|Presumably|Most likely|Most probably|Very likely|In all likelihood"
    r"|In all probability|Conceivably|Likely|Maybe)"
)
_CAUSE = Expression(r" (?=(?:due to|because of|owing to|caused by|secondary to|as a result of|on account of)\b)")
_AHEAD = Expression(
    rf"(?P<before>\A|\|){_DOUBT},? (?P<subject>(?:the|this|these|that|those) [A-Za-z0-9 -]{{3,80}}?)"
    r" (?P<verb>is|are|represents?|reflects?|indicates?|comes from|stems from) (?P<rest>[^.;:|]*)",
)


def with_doubts_of_readings_behind(text: str) -> str:
    """Many sentences with such a doubt before what something is read as; of the same length."""
    return changed_beside(MARKS, lambda sentence: _AHEAD.sub(_behind, sentence), text)


def _behind(found: re.Match[str]) -> str:
    """The subject, and the doubt before its reading or the cause of what is told of it."""
    doubt = found["doubt"].lower()
    doubt = "probably" if doubt.startswith("in all") else doubt
    subject, verb, rest = f"T{found['subject'][1:]}", found["verb"], found["rest"]
    if found["subject"][0] not in "tT":
        return found[0]
    cause = _CAUSE.search(f" {rest}")
    if verb not in ("is", "are"):
        told = f"{subject} {doubt} {verb} {rest}"
    elif cause is not None:
        told = f"{subject} {verb} {rest[: max(cause.start() - 1, 0)]} {doubt} {rest[cause.start() :]}"
    else:
        told = f"{subject} {verb} {doubt} {rest}"
    told = f"{found['before']}{' '.join(told.split())}"
    return fitted(found, told)
