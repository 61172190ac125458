"""Words for the film that is reported, and numbers of sources: "the heart is normal on the current examination [1]".

They tell nothing of their own, but name a film that something may be told of, or a box. Where a sentence names another
film too, they are told apart from that one and stay.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, changed_beside

_FILM = r"(?:radiographs?|x-?rays?|cxr|examination|exam|study|films?|images?|imaging|views?|radiography)"
_THIS = (
    r"(?:the (?:current|present)|today's|this(?: current| present)?)(?: (?:chest|portable|ap|pa|frontal|single)){0,3}"
    rf" {_FILM}"
)
MARKS = (
    "n the current ",
    "n the present ",
    "n today's ",
    "n this ",
    "t the time of ",
    "limits of the",
    "limitations of the",
)
_AHEAD = Expression(rf"(?:\A|(?<=[.|])) ?[io]n {_THIS}, (?=[a-z])", re.IGNORECASE)
_BEHIND = Expression(
    rf" (?:[io]n {_THIS}|at the time of (?:imaging|the (?:study|exam|examination))"
    rf"|(?:given|within) the (?:limits|limitations) of (?:the|this) (?:technique|{_FILM}))(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)
_ANOTHER = Expression(
    r"\b(?:prior|previous(?:ly)?|yesterday(?:'s)?|earlier|before|last|then|was|were|had|now|new|no longer|compar[a-z]+"
    r"|admission|initial(?:ly)?|baseline|ago|(?:mon|tues|wednes|thurs|fri|satur|sun)day|[0-9]+/[0-9]+"
    r"|since|than|older?|first|follow-?up|change[ds]?|not seen|unchanged)\b",
    re.IGNORECASE,
)
"""What tells of another time, beside which this one is told apart."""
SOURCE_MARKS = (*(f"{mark}{digit}" for mark in "[(" for digit in range(1, 10)), "\u2713", "\u2714", "\u2705")
POINTER_MARKS = ("(see ", "(cf", "(refer ")
_POINTER = Expression(r"\((?:see|cf\.?|refer to) [^()|]{2,40}\)", re.IGNORECASE)
_SOURCE = Expression(
    r"(?<=[A-Za-z).] )(?:\[[0-9]{1,2}(?:[,\u2013-] ?[0-9]{1,2}){0,4}\]|\([0-9]{1,2}\)|[\u2713\u2714\u2705])"
    r"(?= *(?:[.;,|]|\Z))"
)
_TELLING = Expression(
    r"\A *(?:no|without|nil|negative)\b|\b(?:no|not|without|is|are|has|have|there|absent|clear|seen|noted)\b",
    re.IGNORECASE,
)
"""Words of a statement that needs no value."""
_DENIES = Expression(r" *(?:no|without|nil) ", re.IGNORECASE)
_FEW = 3
"""Words before a number in brackets, which may be the value of a box behind fewer: "Effusion [1]"."""


def without_this_film(text: str) -> str:
    """Sentences without words for the film that is reported; of the same length."""
    return changed_beside(MARKS, _left_out, text)


def _left_out(sentence: str) -> str:
    """A sentence without words for this film, unless it tells of another time."""
    if _ANOTHER.search(sentence) is not None:
        return sentence
    return _BEHIND.sub(blanks, _AHEAD.sub(blanks, sentence))


def without_sources(text: str) -> str:
    """Sentences without numbers of sources behind them; of the same length."""
    return changed_beside(SOURCE_MARKS, lambda sentence: _SOURCE.sub(_blank, sentence), text)


def without_pointers(text: str) -> str:
    """Sentences without what points to another part of the report, "(see above)"; of the same length."""
    return changed_beside(POINTER_MARKS, lambda sentence: _POINTER.sub(blanks, sentence), text)


def _blank(source: re.Match[str]) -> str:
    """Blanks for the number of a source; the number itself behind a label, of which it is the value."""
    before = source.string[: source.start()]
    told = len(before.split()) >= _FEW and (source[0][0] == "[" or _TELLING.search(before) is not None)
    return blanks(source) if told or _DENIES.match(before) is not None else source[0]
