"""What has changed neither way: "neither improvement nor worsening of the edema", "neither bigger nor smaller".

Such words read "no change in the edema" and "unchanged", so that nothing but the change is denied; one of two is "no
increase in the effusion".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("either ", " nor ")
"""Of such words, a capital among them: a quick look."""
_KIND = (
    r"(?:an?|any|the|significant|definite|appreciable|interval|further|clear|marked|obvious|radiographic|real|convincing"
    r"|substantial|visible|evident)"
)
_NOUN = (
    r"(?:improvement|worsening|progression|regression|increase|decrease|growth|shrinkage|enlargement|reduction|resolution"
    r"|deterioration|clearing|expansion|extension|advance|change)"
)
_NOUNS = Expression(
    rf"\b(?P<first>n)(?:either|o) (?:{_KIND} )*{_NOUN},?(?: (?:of|in))? n?or (?:{_KIND} )*{_NOUN}"
    r"(?:(?P<of> (?:of|in)\b)(?! (?:the )?interval)"
    r"|(?= *(?:[.,;|]|\Z)| (?:since|from|compared|in the interval|over)\b))",
    re.IGNORECASE,
)
_ONE_OF_TWO = Expression(
    rf"\b(?P<first>n)either(?= (?:{_KIND} )*{_NOUN} (?:of|in) (?:the|this|these)? ?[^.,;:|]{{3,60}}? nor )",
    re.IGNORECASE,
)
"""Before a change of one thing and another finding: "neither an increase in the effusion nor a new opacity"."""
_MORE = (
    r"(?:(?:significantly|appreciably|much|any|clearly|definitely) )?"
    r"(?:bigger|larger|smaller|better|worse|wider|narrower|denser|fainter|greater|lesser|higher|lower"
    r"|improved|improving|worsened|worsening|progressing|regressing|more extensive|less extensive"
    r"|more (?:prominent|marked|severe|dense)|less (?:prominent|marked|severe|dense))"
)
_ADJECTIVES = Expression(
    rf"\b(?P<is>(?:is|are|appears?|looks?|remains?|seems?) (?:now )?)neither {_MORE},? n?or {_MORE}\b"
    r"(?: than (?:before|previously|earlier|it was|they were|then|yesterday))?"
)


def with_neither_way_as_no_change(text: str) -> str:
    """Many sentences with "no change in" and "unchanged" for such words; of the same length."""
    return changed_beside(MARKS, _without_change, text)


def _without_change(sentence: str) -> str:
    """One sentence with "no change in" and "unchanged" for such words."""
    sentence = _NOUNS.sub(_no_change, sentence)
    sentence = _ONE_OF_TWO.sub(lambda found: f"{found['first']}o".ljust(len(found[0])), sentence)
    return _ADJECTIVES.sub(lambda found: f"{found['is']}unchanged".ljust(len(found[0])), sentence)


def _no_change(found: re.Match[str]) -> str:
    """That there is no change, or none in something."""
    return f"{found['first']}o change{' in' if found['of'] else ''}".ljust(len(found[0]))
