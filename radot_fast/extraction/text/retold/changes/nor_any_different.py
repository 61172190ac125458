"""What is no different either: "nor is the left effusion any larger", "nor has the nodule, seen twice, changed".

Such words read "the left effusion unchanged": they deny a change and nothing else.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" any ",)
"""Of such words: a quick look."""
_MORE = (
    r"(?:different|larger|bigger|smaller|worse|better|wider|denser|greater|higher|lower|fainter|longer|thicker"
    r"|more (?:extensive|prominent|marked|dense|severe|pronounced|conspicuous)"
    r"|less (?:extensive|prominent|marked|dense|severe|pronounced|conspicuous))"
)
_THAN = (
    r"(?: (?:than|from) (?:before|previously|earlier|yesterday|(?:it|they) (?:was|were)(?: [a-z]+)?"
    r"|on the [a-z]+ [a-z]+))?"
)
_NEITHER = Expression(
    r"(?P<lead>(?:(?:\A|[|;.,])\s*|\b(?:and|but) ))(?:nor|neither) (?:is|are|was|has|have|do|does|did)"
    rf" (?!there\b)(?P<what>[^.;|]{{3,90}}?,?)(?: (?:look|appear|seem|become|got|gotten"
    rf"|grown)s?)? any {_MORE}{_THAN}\b(?= *(?:[.;,)|]|\Z)| (?:since|on|in|at|either|today|now)\b)",
    re.IGNORECASE,
)
_NOT = Expression(r"\bnot any (?:different|more extensive|more prominent)\b", re.IGNORECASE)


def with_no_difference_as_unchanged(text: str) -> str:
    """Many sentences with "unchanged" for such words; of the same length."""
    return changed_beside(MARKS, _unchanged, text)


def _unchanged(sentence: str) -> str:
    """One sentence with "unchanged" for such words."""
    sentence = _NOT.sub(lambda found: "unchanged".ljust(len(found[0])), sentence)
    return _NEITHER.sub(_told, sentence)


def _told(found: re.Match[str]) -> str:
    """What is told of, and "unchanged"."""
    behind = len(found[0]) - len(found["lead"]) - len(found["what"])
    told = f" {'is' if not found['what'].endswith(',') else ''} unchanged".replace("  ", " ")
    return f"{found['lead']}{found['what']}{told.ljust(behind)}"
