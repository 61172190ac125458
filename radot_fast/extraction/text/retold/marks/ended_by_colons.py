"""Statements of what is gone or not there that a colon ends: "drain removed: small pneumothorax".

So does one behind a denial, before a whole sentence: "no pneumothorax: the lucency at the right apex is a bulla".
Before the colon of a label such words say it of what follows: "Resolved: edema", "Lines removed: ETT".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_COLON = Expression(r":(?<=(?:seen|sent|ible|dent|fied|ound|gone|oved|ared|lved|rawn):)")
_STATEMENT = Expression(
    r"(?P<told>[^,;:.|]*?)"
    r"\b(?:(?:is|are|was|were|has|have|been|now|since|also|all|completely|fully|recently|previously) )*"
    r"(?:(?:not|no longer|none|never) (?:clearly |definitely )?(?:seen|present|visible|evident|identified|found)"
    r"|absent|gone|removed|cleared|resolved|disappeared|withdrawn):",
    re.IGNORECASE,
)
_REASON_MARKS = (": the ", ": this ", ": that ", ": an ", ": a ")
_REASON = Expression(
    r"(?<=[A-Za-z]):(?= (?:the|this|that|an?) (?:[A-Za-z-]+ ){1,8}?"
    r"(?:is|are|has|have|represents?|reflects?|appears?|looks?) [a-z])"
)
"""A colon before a whole sentence."""
_DENIAL = Expression(
    r"\s*(?:and |but |there (?:is|are) )?(?:no|not an?|without|nil) (?!(?:one|two)\b)[a-z]", re.IGNORECASE
)
_NO_NAMES = frozenset(
    (
        "the", "these", "following", "line", "lines", "tube", "tubes", "device", "devices", "finding", "findings",
        "item", "items", "abnormalities", "abnormality", "and", "of", "what", "other", "nothing", "support", "those",
        "things", "on", "this", "film", "today", "radiograph", "study", "changes", "sought", "looked", "searched",
        "hunted", "for", "but", "specifically", "carefully",
    )
)  # fmt: skip
"""Words before such a label."""


def with_statements_closed(text: str) -> str:
    """Sentences, ended by bars, with a semicolon for each colon behind such a statement; of the same length."""
    closed = [found.start() for found in _COLON.finditer(text) if _is_closed(text, found.start())]
    if any(map(text.__contains__, _REASON_MARKS)):
        closed += [found.start() for found in _REASON.finditer(text) if _is_denied(text, found.start())]
    if not closed:
        return text
    letters = list(text)
    for at in closed:
        letters[at] = ";"
    return "".join(letters)


def _is_closed(text: str, colon: int) -> bool:
    """Whether a colon ends a statement that names what is gone or not there."""
    low = max(text.rfind(mark, 0, colon) for mark in "|,;:.") + 1
    told = _STATEMENT.fullmatch(text, low, colon + 1)
    return told is not None and not _NO_NAMES.issuperset(told["told"].lower().split())


def _is_denied(text: str, colon: int) -> bool:
    """Whether a colon ends a statement that begins with a denial."""
    return _DENIAL.match(text, max(text.rfind(mark, 0, colon) for mark in "|;:.") + 1, colon) is not None
