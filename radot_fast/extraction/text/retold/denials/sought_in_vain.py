"""What somebody sought or queried and is not there: "a search for fractures was fruitless", "nodule raised in May".

The search reads "no fractures". A clause on who raised or queried it, and when, is blanks before a denial, so that the
denial stands beside what it is of: "the erosion that was raised as a possibility in January is not confirmed".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, changed_beside

_SEARCH = Expression(
    r"(?P<before>\A|\||[;,] (?:and |but )?)(?:an? |the |my |our )?(?:(?:careful|specific|thorough|close|directed) )?"
    r"search(?: made)? for (?:an? |any )?(?P<what>[a-z][a-z -]{3,60}?)"
    r" (?:is|was|has been|has proved|have proved|proved|proves|remains|remained|came up|comes up|turned out|drew)"
    r" (?:fruitless|unrewarding|unsuccessful|unavailing|negative|in vain|empty|a blank|blank|vain)"
    r"(?= *(?:[.;,|]|\Z)| (?:and|but|on)\b)",
    re.IGNORECASE,
)
_FILM_SEARCHED = Expression(
    r"(?P<before>\A|\||[;,] (?:and |but )?)(?:the |this )?(?:film|radiograph|study|image|view|ribs|bones|lungs)"
    r" (?:is|was|were|has been|have been) (?:[a-z]+ly )?(?:searched|examined|scanned) for (?:an? |any )?"
    r"(?P<what>[a-z][a-z -]{3,60}?) (?:without (?:success|result|finding (?:one|any|it))|in vain|to no avail)"
    r"(?= *(?:[.;,|]|\Z))",
    re.IGNORECASE,
)
_SEARCH_MARKS = ("earch ", "earched for")
_RAISED = (
    r"(?:raised|suggested|suspected|queried|questioned|mooted|mentioned|proposed|floated|entertained|put forward"
    r"|thought possible|felt possible|thought of|feared|considered|wondered about|reported|described)"
)
_WHEN = (
    r"(?: (?:in|on|at|by|from|during) (?!(?:the |this |each |both |either )?"
    r"(?:left|right|base|bases|apex|apices|lung|lungs|upper|lower|mid|middle|hilum|hila|costo[a-z]*|retro[a-z]*|rib"
    r"|ribs|medi[a-z]+|film and)\b)[A-Za-z0-9' ]{2,30}?| yesterday| previously| before| earlier| clinically"
    r"| last [a-z]+| (?:[a-z]+|\d+) (?:days?|weeks?|months?|years?) ago)"
)
_QUERIED = Expression(
    rf",? (?:(?:that|which|as) (?:was|were|had been|has been|have been) )?(?:[a-z]+ly )?{_RAISED}"
    r"(?: as (?:an? |the )?(?:possibility|question|possible|consideration|concern|query))?"
    rf"{_WHEN}?,?(?= (?:(?:is|are|has|have|does|do) (?:now |today |again )?not|(?:cannot|can not|could not) be"
    r"|finds? no|(?:is|are) no longer)\b)",
    re.IGNORECASE,
)
_QUERIED_AT = Expression(
    rf",? (?:that|which) (?:was|were|had been|has been|have been) (?:[a-z]+ly )?{_RAISED}"
    r"(?= (?:in|on|at) the [A-Za-z ]{3,30}"
    r" (?:(?:is|are|has|have) (?:now |today )?not|(?:cannot|can not|could not) be)\b)",
    re.IGNORECASE,
)
_QUERIED_MARKS = (
    "raised", "suggested", "suspected", "queried", "questioned", "mooted", "mentioned", "proposed", "floated",
    "entertained", "put forward", "possible", "thought of", "feared", "considered", "wondered",
)  # fmt: skip
MARKS = (*_SEARCH_MARKS, *_QUERIED_MARKS)
"""Of a search, and of who raised something: a quick look."""


def with_vain_searches_as_denials(text: str) -> str:
    """Many sentences with "no" for a search in vain, and blanks for who queried what is denied; of the same length."""
    return changed_beside(MARKS, _told, text)


def _told(sentence: str) -> str:
    """One sentence with such a denial."""
    if "earch" in sentence:
        sentence = _FILM_SEARCHED.sub(_denied, _SEARCH.sub(_denied, sentence))
    for queried in (_QUERIED, _QUERIED_AT):
        sentence = queried.sub(blanks, sentence)
    return sentence


def _denied(found: re.Match[str]) -> str:
    """What was sought, denied."""
    return f"{found['before']}No {found['what']}".ljust(len(found[0]))
