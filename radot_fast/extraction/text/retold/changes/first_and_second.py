"""Two films told of one after the other: "on the first, the lung was clear; by the second, opacity has come up".

The first reads "earlier" and the second "now". What was not there on the first is new on the second, and a previous
finding is gone whose part of the chest is clear today.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import fitted

MARKS = (" first", "nitially", "t 0", "t 1", "t 2", "arlier ", "eviously there was no", "esterday")
"""Of such films: a quick look."""
MARKS_OF_NOW = (" now", "oday", "urrently")
"""Of what is so now, behind a previous finding: a quick look."""
_FILM = r"(?: (?:film|exposure|radiograph|image|study|one|examination|of (?:these|them|the two)))?"
_HOUR = r"at (?:[0-2]?[0-9][:.h][0-5][0-9]|[0-2][0-9][0-5][0-9])(?: ?(?:h|hrs|hours|am|pm))?"
_FIRST = (
    rf"(?P<then>\b(?:on the (?:first|earlier|earliest|initial){_FILM}|at first|initially|{_HOUR}|earlier|previously"
    r"|yesterday)),?"
)
_OTHER = rf"(?:(?:by|on|in) the (?:second|later|latest|latter|last|next|other){_FILM}|{_HOUR}),?"
_LEAD = r"(?P<lead>\A *|[.;] |read together\. )"
_WAS = Expression(
    rf"{_LEAD}{_FIRST}(?P<was> (?:the |both |his |her )?(?:[a-z]+ ){{1,3}}(?:was|were)(?: still)?"
    r" (?:clear|normal|collapsed|consolidated|opacified|aerated|expanded|hazy|enlarged|large))"
    rf"(?P<mark>[;,](?: and| but)?|\.) (?:{_OTHER}|(?:now|today),?)(?P<it> it is)?(?= )",
    re.IGNORECASE,
)
_NONE = Expression(
    rf"{_LEAD}{_FIRST} there was no (?P<what>[a-z]+(?: [a-z]+)?)[;,](?: and| but)? {_OTHER} there is (?:an? )?"
    r"(?P<degree>(?:(?:small|tiny|large|mild|moderate|minimal|definite|trace) )?)(?P<side>(?:(?:left|right) )?)"
    r"(?P<one>one|(?P=what))\b",
    re.IGNORECASE,
)

_AIR, _FLUID, _DENSE = (
    r"(?:hydro)?pneumothora(?:x|ces)|collapse|atelectasis",
    r"(?:pleural )?(?:effusions?|fluid)|ha?emothorax",
    r"consolidations?|opacit(?:y|ies)|infiltrates?|pneumonia|shadowing|o?edema|haze",
)
_PREVIOUS = Expression(
    rf"{_LEAD}(?:previous|prior|earlier|former|yesterday's) (?P<what>(?:[a-z]+ ){{0,4}}"
    rf"(?:(?P<air>{_AIR})|(?P<fluid>{_FLUID})|(?P<dense>{_DENSE})))(?P<mark>[;,:](?: but| and)?)"
    r"(?P<now> (?:today|now|currently),? [a-z ]{3,50}?(?:is|are)| [a-z ]{3,50}? (?:is|are) now)"
    r"(?P<how> (?:fully |well |completely |again |all )*"
    r"(?:(?P<expanded>(?:re-?)?(?:expanded|inflated|aerated))|(?P<clear>clear|sharp)))(?= *(?:[.;,|]|\Z))",
    re.IGNORECASE,
)
_PREVIOUS_MARKS = ("revious ", "rior ", "arlier ", "ormer ", "esterday's ")
_SIDES = Expression(r"\b(?:left|right)\b", re.IGNORECASE)


def with_first_and_second_as_days(text: str) -> str:
    """One sentence with "earlier" and "now" for such films; of the same length."""
    return _WAS.sub(_then_and_now, _NONE.sub(_new, text))


def with_previous_findings_gone(text: str) -> str:
    """One sentence with "gone" for a previous finding whose part is clear now; of the same length."""
    return _PREVIOUS.sub(_gone, text) if any(map(text.__contains__, _PREVIOUS_MARKS)) else text


def _gone(found: re.Match[str]) -> str:
    """What has gone, as the part that held it is clear or expanded; the words as they are of the other side."""
    of, at = (set(map(str.lower, _SIDES.findall(found[part]))) for part in ("what", "now"))
    fits = found["expanded"] if found["air"] else found["clear"]
    if not fits or (at and not of <= at):
        return found[0]
    told = f"{found['lead']}{found['what']} gone{found['mark']}{found['now']}{found['how']}"
    return fitted(found, told)


def _then_and_now(found: re.Match[str]) -> str:
    """What was on the first film, and the words before what is on the second."""
    now = " it is now" if found["it"] else " now"
    told = f"{found['lead']}Earlier{found['was']};{now}"
    return fitted(found, told)


def _new(found: re.Match[str]) -> str:
    """What is new, behind blanks."""
    return f"{found['lead']}New {found['degree']}{found['side']}{found['what']}".ljust(len(found[0]))
