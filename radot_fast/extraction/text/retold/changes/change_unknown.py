"""Changes that nobody can tell, of what is there: "stability of the left apical scar cannot be established".

The words of the change and of the doubt are blanks to the reader, so that what is there is neither doubted nor stable.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("annot be ", "an not be ", "ould not be ")
"""Of such words: a quick look."""
_NOUN = (
    r"(?:stability|chronicity|acuity|acuteness|age|progression|evolution|growth|(?:interval )?change"
    r"|time course|trend"
    r"|trajectory|course|duration|size change)"
)
_KNOWN = (
    r"(?:established|assessed|determined|judged|evaluated|confirmed|ascertained|commented (?:up)?on|gauged|stated"
    r"|verified|documented|appraised|ruled (?:in|out)|excluded|inferred|told|known|proven|addressed)"
)
_UNKNOWN = Expression(
    rf"\b(?P<noun>(?:(?:the|any|interval) )*{_NOUN}(?:(?: or| and|,) (?:interval )?{_NOUN})* (?:of|in)) "
    rf"(?P<what>(?:the|this|these|that|those|both|a|an) (?:[a-z0-9-]+ ){{1,7}}?)(?P<doubt>(?:cannot"
    rf"|can not|could not) be"
    rf" (?:[a-z]+ly )?{_KNOWN})\b",
    re.IGNORECASE,
)


def without_unknown_changes(text: str) -> str:
    """Many sentences with blanks for such words; of the same length."""
    return changed_beside(MARKS, lambda sentence: _UNKNOWN.sub(_what_is_there, sentence), text)


def _what_is_there(found: re.Match[str]) -> str:
    """What is there, and blanks for the words about it."""
    return f"{' ' * len(found['noun'])} {found['what']}{' ' * len(found['doubt'])}"
