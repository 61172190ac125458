"""What was not there on a day that is told ahead: "yesterday there was no edema; today there is mild edema".

The day stands behind what is denied to the reader, as in "there was no edema yesterday": so it is of that day alone.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = (
    "here was no ", "here were no ", "here had been no ", " was seen", " were seen", " was present", " were present",
    " was visible", " were visible", " was evident", " was identified", " was noted", " was shown",
)  # fmt: skip
"""Of such words: a quick look."""
_FILM = r"(?:film|study|exam|examination|radiograph|image|x-?ray|cxr)"
_DATE = (
    r"(?:(?:\d{1,2}(?:st|nd|rd|th)? )?(?:january|february|march|april|may|june|july|august|september|october"
    r"|november|december)(?: \d{1,4})?|monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:19|20)\d\d)"
)
_DAY = (
    rf"(?:yesterday|(?:on|in) (?:{_DATE}|(?:the|yesterday's) (?:(?:previous|prior|last|earlier|initial|admission"
    rf"|first|old|comparison) ){{0,2}}{_FILM})|(?:two|three|four|\d{{1,2}}) days ago|a week ago|last week)"
)
_WHAT = r"(?!(?:change|more|longer|other|further)\b)[a-z][a-z -]{3,40}?"
_AHEAD = Expression(
    rf"(?P<lead>\A|(?<=[|.;,]) {{0,3}})(?P<day>{_DAY}),? (?:there (?:was|were|had been) no (?P<what>{_WHAT})"
    rf"|no (?P<unseen>{_WHAT}) (?:was|were) (?:seen|present|visible|evident|identified|noted|shown))"
    r"(?=[;,.|]|\Z|,? (?:but|and|whereas|while)\b)",
    re.IGNORECASE,
)
_BEHIND = Expression(
    rf"(?P<lead>\A|(?<=[|.;,]) {{0,3}})no (?P<what>{_WHAT}) (?:was|were) (?:seen|present|visible|evident|identified"
    rf"|noted|shown) (?P<day>{_DAY})(?P<unseen>)(?=[;,.|]|\Z|,? (?:but|and|whereas|while)\b)",
    re.IGNORECASE,
)


def with_days_behind_what_was_not(text: str) -> str:
    """Many sentences, each ended by a bar, with such days behind what is denied; of the same length."""
    return changed_beside(MARKS, _with_days_behind, text)


def _with_days_behind(sentence: str) -> str:
    """One sentence with such days behind what is denied."""
    return _BEHIND.sub(_with_the_day_behind, _AHEAD.sub(_with_the_day_behind, sentence))


def _with_the_day_behind(found: re.Match[str]) -> str:
    """What was not there, and the day; without "there" where that is too long."""
    day, there = found["day"], f"{found['lead']}there "
    told = f"was no {found['what'] or found['unseen']} {day[0].lower()}{day[1:]}"
    return fitted(found, there + told if len(there + told) <= len(found[0]) else found["lead"] + told)
