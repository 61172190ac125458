"""Two films told of one after the other: "on the first, the lung was clear; by the second, opacity has come up".

The first reads "earlier" and the second "now". What was not there on the first is new on the second.
"""

from __future__ import annotations

import re

MARKS = (" first", "nitially", "t 0", "t 1", "t 2", " earlier ", "arlier there was no", "eviously there was no")
"""Of such films: a quick look."""
_FILM = r"(?: (?:film|exposure|radiograph|image|study|one|examination|of (?:these|them|the two)))?"
_HOUR = r"at (?:[0-2]?[0-9][:.h][0-5][0-9]|[0-2][0-9][0-5][0-9])(?: ?(?:h|hrs|hours|am|pm))?"
_FIRST = (
    rf"(?P<then>\b(?:on the (?:first|earlier|earliest|initial){_FILM}|at first|initially|{_HOUR}|earlier|previously"
    r"|yesterday)),?"
)
_OTHER = rf"(?:(?:by|on|in) the (?:second|later|latest|latter|last|next|other){_FILM}|{_HOUR}),?"
_LEAD = r"(?P<lead>\A *|[.;] |read together\. )"
_WAS = re.compile(
    rf"{_LEAD}{_FIRST}(?P<was> (?:the |both |his |her )?(?:[a-z]+ ){{1,3}}(?:was|were)(?: still)?"
    r" (?:clear|normal|collapsed|consolidated|opacified|aerated|expanded|hazy|enlarged|large))"
    rf"(?P<mark>[;,](?: and| but)?|\.) (?:{_OTHER}|(?:now|today),?)(?P<it> it is)?(?= )",
    re.IGNORECASE,
)
_NONE = re.compile(
    rf"{_LEAD}{_FIRST} there was no (?P<what>[a-z]+(?: [a-z]+)?)[;,](?: and| but)? {_OTHER} there is (?:an? )?"
    r"(?P<degree>(?:(?:small|tiny|large|mild|moderate|minimal|definite|trace) )?)(?P<side>(?:(?:left|right) )?)"
    r"(?P<one>one|(?P=what))\b",
    re.IGNORECASE,
)


def with_first_and_second_as_days(text: str) -> str:
    """One sentence with "earlier" and "now" for such films; of the same length."""
    return _WAS.sub(_then_and_now, _NONE.sub(_new, text))


def _then_and_now(found: re.Match[str]) -> str:
    """What was on the first film, and the words before what is on the second."""
    now = " it is now" if found["it"] else " now"
    told = f"{found['lead']}Earlier{found['was']};{now}"
    return told.ljust(len(found[0])) if len(told) <= len(found[0]) else found[0]


def _new(found: re.Match[str]) -> str:
    """What is new, behind blanks."""
    return f"{found['lead']}New {found['degree']}{found['side']}{found['what']}".ljust(len(found[0]))
