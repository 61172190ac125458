"""Denials with their sign behind: "of pneumothorax there is no sign", "of the earlier effusion no trace remains".

The first reads "no pneumothorax"; a known thing of which there is no sign reads that it is gone.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

_SIGNS = ("sign", "trace", "evidence", "hint", "suggestion", "indication", "vestige")
MARKS = tuple(
    f"{no} {sign}" for sign in _SIGNS for no in (" no", "any", " further", " convincing", " definite", " not a")
)
MARKS = (*MARKS, " nothing")
"""Of such denials: a quick look."""
_SEEN = (
    r"(?:seen|found|visible|identified|demonstrated|detected|evident|present|shown|apparent|left|made out|discerned)"
)
_VERB = (
    rf"(?:(?:is|are|was|were|can be|could be|has been|have been)(?: now)?(?: to be)? {_SEEN}|remains?|persists?"
    rf"|{_SEEN})"
)
_DENIED = Expression(
    r"(?P<before>(?:\A|[|.;,:])[ \n]*(?:and |but )?)of "
    r"(?!note\b|course\b|concern\b|interest\b|importance\b|which\b|these\b|those\b|it\b|them\b|whom\b|both\b)"
    r"(?:(?P<known>(?:the|this|that|his|her) )|(?:an? |any )?)"
    r"(?P<what>[a-z][a-z /-]{2,50}?(?:, [a-z][a-z /-]{2,40}?)?),? "
    r"(?:there (?:is|are|remains?)(?: now| currently| today)? |(?:i|we) (?:can )?(?:see|find) )?"
    rf"(?:(?:not an?|no)(?: longer any| further| convincing| definite)? (?:{'|'.join(_SIGNS)})s?"
    rf"|nothing(?(known)|(?= )))(?: {_VERB})?"
    r"(?= *(?:[.;,|]|\Z)| (?:on|in|at|over|today|now|here|any ?more|any longer|and|but)\b)",
    re.IGNORECASE,
)


def with_denials_of_signs_ahead(text: str) -> str:
    """Many sentences with "no" ahead for such a denial; of the same length."""
    return changed_beside(MARKS, lambda sentence: _DENIED.sub(_ahead, sentence), text)


def _ahead(found: re.Match[str]) -> str:
    """What is denied, in its own place, behind a "no", or before "is gone" where it is known."""
    if found["what"].endswith(" there") or " of" in found["what"][-3:]:
        return found[0]
    at, known = found.start("what") - found.start(), found["known"]
    if known is None:
        return f"{found['before']}No".ljust(at) + found["what"].ljust(len(found[0]) - at)
    return f"{found['before']}{known}".rjust(at) + f"{found['what']} is gone".ljust(len(found[0]) - at)
